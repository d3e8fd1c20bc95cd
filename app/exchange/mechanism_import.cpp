#include "app/exchange/mechanism_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>

#include "app/exchange/mechanism.h"
#include "app/exchange/svg_values.h"

namespace limber {

namespace {

constexpr double usual_speed = M_PI;       // of a motor that says none: a turn in two seconds
constexpr std::size_t most_joints = 10'000;

Error wrong(std::string sentence, int line = 0, int column = 0) {
  return {std::move(sentence), line, column, 1, {}, {}};
}

// ---- expressions: a name, and in brackets what belongs to it

// Blanks, and comments: "# to the end of the line", "#[ to its end, over lines #]".
std::string_view without_blanks(std::string_view text) {
  while (true) {
    text = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('#')) return text;
    const bool lines = text.starts_with("#[");
    const std::size_t end = text.find(lines ? "#]" : "\n", lines ? 2 : 0);
    text = end == text.npos ? std::string_view() : text.substr(end + (lines ? 2 : 1));
  }
}

class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : all_(text), rest_(text) {}

  Result<Mechanism> read() {
    Mechanism out;
    if (!takes("M") || !takes("[")) return complaint("an expression begins with M[");
    while (!takes("]")) {
      if (!out.joints.empty() && !takes(",")) return complaint("a comma or ] is expected here");
      if (takes("]")) break;
      if (out.joints.size() == most_joints) return complaint("the mechanism has too many joints");
      MechanismJoint joint;
      joint.place = place();
      if (!takes("J") || !takes("[") || !read_joint(joint)) return complaint("a joint is expected here: J[R, P[0, 0], L[ground, crank]]");
      out.joints.push_back(std::move(joint));
    }
    skip();
    if (!rest_.empty()) return complaint("the expression has ended here");
    return out;
  }

 private:
  std::pair<int, int> place() {
    skip();
    const std::string_view before = all_.substr(0, all_.size() - rest_.size());
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t begin = before.rfind('\n');
    return {static_cast<int>(line), static_cast<int>(before.size() - (begin == before.npos ? 0 : begin + 1)) + 1};
  }
  Error complaint(std::string what) {
    const auto [line, column] = place();
    return wrong("This expression is not understood: " + std::move(what) + ".", line, column);
  }

  void skip() { rest_ = without_blanks(rest_); }
  bool takes(std::string_view word) {
    skip();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::string word() {
    skip();
    const std::size_t end = std::min(rest_.find_first_of("[],# \t\r\n"), rest_.size());
    std::string out(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return out;
  }
  bool number(double& out) {
    const std::string text = word();
    NumberScanner scanner(text);
    const auto value = scanner.number();
    if (!value || !scanner.done() || std::abs(*value) > 1e9) return false;
    out = *value;
    return true;
  }

  // What stands in brackets and means nothing here: color[Green].
  bool skip_brackets() {
    int depth = 0;
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '[') ++depth;
      if (c == ']' && --depth == 0) return true;
    }
    return false;
  }

  bool read_joint(MechanismJoint& joint) {
    const std::string type = word();
    if (type != "R" && type != "P" && type != "RP") return false;
    double angle = 0;
    bool placed = false;
    while (takes(",")) {
      const std::string what = word();
      if (what == "P") {
        placed = takes("[") && number(joint.at.x()) && takes(",") && number(joint.at.y()) && takes("]");
        if (!placed) return false;
      } else if (what == "A") {
        if (!takes("[") || !number(angle) || !takes("]")) return false;
      } else if (what == "L") {
        if (!takes("[")) return false;
        // None at all: a free point. A comma may stand behind the last one.
        while (!takes("]")) {
          joint.links.push_back(word());
          if (joint.links.back().empty()) return false;
          if (takes(",")) continue;
          if (!takes("]")) return false;
          break;
        }
      } else if (!skip_brackets()) {
        return false;
      }
    }
    if (type != "R") joint.slot = angle * M_PI / 180;
    joint.turns = type != "P";
    return takes("]") && placed;
  }

  std::string_view all_, rest_;
};

// The link called input, or the first that turns on the ground.
void add_usual_motor(Mechanism& mechanism) {
  const auto add = [&](std::string_view wanted) {
    for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
      const MechanismJoint& joint = mechanism.joints[k];
      if (joint.slot || std::ranges::find(joint.links, ground_link) == joint.links.end()) continue;
      for (const std::string& link : joint.links)
        if (link != ground_link && (wanted.empty() || link == wanted)) {
          mechanism.motors.push_back({static_cast<int>(k), link, usual_speed});
          return true;
        }
    }
    return false;
  };
  if (!add("input")) add("");
}

// ---- Linkage

class LinkageReader {
 public:
  explicit LinkageReader(ImportWriter& writer) : writer_(writer) {}

  Mechanism read(pugi::xml_node root, std::string_view text) {
    text_ = text;
    double scale = 1;
    if (const std::string_view units = root.child("program").attribute("units").value(); units == "Inches") scale = 25.4;
    for (const pugi::xml_node one : root.children("connector")) add_connector(one, scale);
    for (const pugi::xml_node one : root.children("Link")) add_link(one);
    for (const pugi::xml_node one : root.children("connector")) add_slide(one);
    for (const auto& [id, speed] : inputs_) add_motor(id, speed);
    return std::move(out_);
  }

 private:
  std::pair<int, int> place_of(pugi::xml_node node) const {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
    const auto line = std::ranges::count(text_.substr(0, offset), '\n') + 1;
    const std::size_t begin = text_.substr(0, offset).rfind('\n');
    return {static_cast<int>(line), static_cast<int>(offset - (begin == text_.npos ? 0 : begin + 1))};
  }

  void add_connector(pugi::xml_node node, double scale) {
    const int id = node.attribute("id").as_int(-1);
    if (id < 0 || index_.contains(id) || out_.joints.size() == most_joints) return;
    MechanismJoint joint;
    joint.at = scale * Point(node.attribute("x").as_double(), node.attribute("y").as_double());
    if (!(joint.at.cwiseAbs().maxCoeff() < 1e9)) return;
    joint.place = place_of(node);
    joint.name = node.attribute("name").value();
    if (node.attribute("anchor").as_bool()) joint.links.emplace_back(ground_link);
    index_[id] = out_.joints.size();
    if (node.attribute("input").as_bool())
      inputs_.push_back({id, node.attribute("rpm").as_double(15) * 2 * M_PI / 60});
    out_.joints.push_back(std::move(joint));
  }

  void add_link(pugi::xml_node node) {
    std::string name = node.attribute("name").value();
    if (name.empty()) name = fmt::format("link {}", node.attribute("id").as_int(-1));
    while (!names_.insert(name).second) name += "'";
    if (node.attribute("gear").as_bool()) writer_.note(place_of(node), "a gear is a link without teeth here");
    if (node.attribute("actuator").as_bool()) writer_.note(place_of(node), "an actuator is a stiff link here");
    for (const pugi::xml_node one : node.children("connector")) {
      const auto found = index_.find(one.attribute("id").as_int(-1));
      if (found != index_.end()) out_.joints[found->second].links.push_back(name);
    }
  }

  // Between two others: along the link that has both, or along the ground.
  void add_slide(pugi::xml_node node) {
    if (!node.attribute("slider").as_bool()) return;
    const auto own = index_.find(node.attribute("id").as_int(-1));
    std::vector<std::size_t> limits;
    for (const pugi::xml_node limit : node.children("slidelimit"))
      if (const auto found = index_.find(limit.attribute("id").as_int(-1)); found != index_.end())
        limits.push_back(found->second);
    if (own == index_.end() || limits.size() != 2)
      return writer_.note(place_of(node), "a slider without two limits is left out");
    MechanismJoint& joint = out_.joints[own->second];
    const MechanismJoint &a = out_.joints[limits[0]], &b = out_.joints[limits[1]];
    for (const std::string& link : a.links)
      if (std::ranges::find(b.links, link) != b.links.end()) {
        const Point along = b.at - a.at;
        joint.slot = std::atan2(along.y(), along.x());
        joint.links.insert(joint.links.begin(), link);
        return;
      }
    writer_.note(place_of(node), "a slider between two links is left out");
  }

  void add_motor(int id, double speed) {
    const std::size_t k = index_[id];
    for (const std::string& link : out_.joints[k].links)
      if (link != ground_link) {
        out_.motors.push_back({static_cast<int>(k), link, speed});
        return;
      }
  }

  ImportWriter& writer_;
  std::string_view text_;
  Mechanism out_;
  std::map<int, std::size_t> index_;
  std::set<std::string> names_;
  std::vector<std::pair<int, double>> inputs_;
};

}  // namespace

bool looks_like_expression(std::string_view bytes) {
  bytes = without_blanks(bytes);
  return bytes.starts_with("M[") || bytes.starts_with("M [");
}

Result<Imported> import_expression(std::string_view bytes, const ImportOptions& options) {
  Result<Mechanism> mechanism = ExpressionReader(bytes).read();
  if (!mechanism) return mechanism.error();
  add_usual_motor(*mechanism);
  ImportWriter writer;
  if (mechanism->motors.empty()) writer.note({0, 0}, "no link turns on the ground: there is no motor");
  write_mechanism(*std::move(mechanism), writer);
  return writer.finish(options);
}

bool looks_like_linkage(std::string_view bytes) {
  return bytes.substr(0, 4096).find("<linkage2") != bytes.npos;
}

Result<Imported> import_linkage(std::string_view bytes, const ImportOptions& options) {
  pugi::xml_document xml;
  const pugi::xml_parse_result parsed = xml.load_buffer(bytes.data(), bytes.size());
  const pugi::xml_node root = xml.child("linkage2");
  if (!parsed) return wrong(std::string("This is no XML: ") + parsed.description() + ".");
  if (!root) return wrong("This is no file of Linkage: its outermost element is not linkage2.");
  ImportWriter writer;
  Mechanism mechanism = LinkageReader(writer).read(root, bytes);
  if (mechanism.motors.empty()) writer.note({0, 0}, "the mechanism has no input: there is no motor");
  write_mechanism(std::move(mechanism), writer);
  return writer.finish(options);
}

}  // namespace limber
