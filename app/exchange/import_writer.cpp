#include "app/exchange/import_writer.h"

#include <cmath>

#include "app/edits/line.h"
#include "curves/tessellate.h"

namespace limber {

namespace {

constexpr std::size_t longest_name = 100;  // bytes; a number may follow
constexpr double meets = 1e-6;             // of the drawing's size: ends so near are one

std::string plain_name(std::string_view wanted, std::string_view otherwise) {
  std::string name;
  for (const char c : wanted.substr(0, longest_name))
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) name += c;
  // Not through the middle of a letter.
  while (wanted.size() > longest_name && !name.empty() &&
         (static_cast<unsigned char>(name.back()) & 0x80))
    name.pop_back();
  return name.empty() ? std::string(otherwise) : name;
}

edit::Parts unusual_parts(const Style& style) {
  static const Style usual;
  edit::Parts parts;
  for (const StylePart& part : style_parts()) {
    std::string text = style_text(style, part.name);
    if (text != style_text(usual, part.name)) parts.emplace_back(part.name, std::move(text));
  }
  return parts;
}

double number_of(const edit::Draw& draw, std::string_view key) {
  for (const auto& [name, value] : draw.q)
    if (name == key) return value;
  return 0;
}

}  // namespace

std::string ImportWriter::free_name(std::string_view wanted) {
  std::string name(wanted);
  if (!names_.contains(name)) {
    names_.insert(name);
    return name;
  }
  int& number = numbers_[name];
  do name = std::string(wanted) + "-" + std::to_string(++number + 1);
  while (names_.contains(name));
  names_.insert(name);
  return name;
}

void ImportWriter::add(const Edit& edit) { lines_ += line_of(edit) + '\n'; }

std::string ImportWriter::draw(edit::Draw draw, std::string_view wanted) {
  draw.as = free_name(plain_name(wanted, draw.type));
  ++made_.curves;
  const auto place = [&](const char* x, const char* y) {
    return Point(number_of(draw, x), number_of(draw, y));
  };
  const auto add_ends = [&](const Point& from, const Point& to) {
    ends_.push_back({from, draw.as, draw.as + ".start"});
    ends_.push_back({to, draw.as, draw.as + ".end"});
  };
  if (draw.type == "line") add_ends(place("a.x", "a.y"), place("b.x", "b.y"));
  if (draw.type == "quadratic") add_ends(place("a.x", "a.y"), place("c.x", "c.y"));
  if (draw.type == "cubic") add_ends(place("a.x", "a.y"), place("d.x", "d.y"));
  if (draw.type == "arc") {
    const auto at = [&](double angle) -> Point {
      return place("c.x", "c.y") + number_of(draw, "r") * Point(std::cos(angle), std::sin(angle));
    };
    const double phi = number_of(draw, "phi");
    add_ends(at(phi), at(phi + number_of(draw, "sweep")));
  }
  if (draw.type == "polyline" || draw.type == "path") {
    const auto node = [](const std::vector<double>& one) { return Point(one[0], one[1]); };
    ends_.push_back({node(draw.nodes.front()), draw.as, draw.as + "@0"});
    ends_.push_back({node(draw.nodes.back()), draw.as,
                     draw.as + "@" + std::to_string(draw.nodes.size() - 1)});
  }
  std::string name = draw.as;
  add({std::move(draw)});
  return name;
}

bool ImportWriter::has_room_for(const edit::TextEdit& text) const {
  return letters_ + text.text.size() <= import_limits::letters;
}
bool ImportWriter::has_room_for(const edit::PictureEdit& picture) const {
  return picture_bytes_ + picture.data.size() <= import_limits::pictures;
}

std::string ImportWriter::text(edit::TextEdit text, std::string_view wanted) {
  text.as = free_name(plain_name(wanted, "text"));
  ++made_.texts;
  letters_ += text.text.size();
  std::string name = text.as;
  add({std::move(text)});
  return name;
}

std::string ImportWriter::picture(edit::PictureEdit picture, std::string_view wanted) {
  picture.as = free_name(plain_name(wanted, "picture"));
  ++made_.pictures;
  picture_bytes_ += picture.data.size();
  std::string name = picture.as;
  add({std::move(picture)});
  return name;
}

std::string ImportWriter::group(const Strings& things, std::string_view wanted) {
  std::string name = free_name(plain_name(wanted, "group"));
  add({edit::GroupEdit{things, name}});
  return name;
}

std::string ImportWriter::layer(std::string_view wanted) {
  std::string name = free_name(plain_name(wanted, "layer"));
  add({edit::LayerEdit{name}});
  return name;
}

void ImportWriter::put(const Strings& things, const std::string& layer) {
  add({edit::Put{things, layer}});
}

void ImportWriter::style(const std::string& thing, const Style& style) {
  edit::Parts parts = unusual_parts(style);
  if (parts.empty()) return;
  std::string key;
  for (const auto& [part, text] : parts) key += part + '=' + text + '\n';
  const auto [found, fresh] = style_index_.emplace(std::move(key), styles_.size());
  if (fresh) styles_.push_back({std::move(parts), {}});
  styles_[found->second].second.push_back(thing);
}

void ImportWriter::page(const Point& size) { add({edit::PageEdit{size, "mm"}}); }

// The same is told once for each place.
void ImportWriter::note(std::pair<int, int> place, std::string text) {
  if (made_.notes.size() >= import_limits::notes) {
    ++made_.notes_left_out;
    return;
  }
  ImportNote note{place.first, place.second, std::move(text)};
  if (told_.insert(text_of(note)).second) made_.notes.push_back(std::move(note));
}

// Ends that meet, found in a grid of cells as wide as ends may be apart: those of neighbouring cells
// are looked at too.
void ImportWriter::attach_ends() {
  Box box;
  for (const End& end : ends_) box.extend(end.at);
  if (box.isEmpty()) return;
  const double near = std::max(meets * box.diagonal().norm(), 1e-9);
  const auto cell = [&](double x) { return std::llround(x / near); };
  std::map<std::pair<long long, long long>, std::vector<const End*>> cells;
  for (const End& end : ends_) {
    const End* other = nullptr;
    for (long long dx = -1; dx <= 1 && !other; ++dx)
      for (long long dy = -1; dy <= 1 && !other; ++dy) {
        const auto found = cells.find({cell(end.at.x()) + dx, cell(end.at.y()) + dy});
        if (found == cells.end()) continue;
        for (const End* one : found->second)
          if (one->curve != end.curve && (one->at - end.at).norm() <= near) other = one;
      }
    if (other) {
      add({edit::Attach{other->point, end.point, ""}});
      ++made_.attachments;
    } else {
      cells[{cell(end.at.x()), cell(end.at.y())}].push_back(&end);
    }
  }
}

Imported ImportWriter::finish(const ImportOptions& options) {
  if (options.attach) attach_ends();
  for (auto& [parts, things] : styles_) add({edit::StyleEdit{things, parts}});
  made_.script = std::move(lines_);
  Imported out = std::move(made_);
  *this = {};
  return out;
}

}  // namespace limber
