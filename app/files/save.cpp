#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/document/numbers.h"
#include "app/edits/base64.h"
#include "app/files/document_file.h"
#include "app/files/json.h"

namespace limber {

namespace {

// Writes "key": value pairs of one object on one line. Remembers when a number cannot be.
class Row {
 public:
  explicit Row(bool& finite) : finite_(finite) {}
  Row& text(const char* key, std::string_view value) { return raw(key, json_string(value)); }
  Row& number(const char* key, double value) { return raw(key, digits(value)); }
  Row& flag(const char* key, bool value) { return raw(key, value ? "true" : "false"); }
  Row& place(const char* key, const Point& p) { return raw(key, pair(p.x(), p.y())); }
  Row& raw(const char* key, const std::string& value) {
    text_ += (text_.empty() ? "" : ", ") + json_string(key) + ": " + value;
    return *this;
  }
  template <class Numbers>
  Row& numbers(const char* key, const Numbers& values) {
    return raw(key, list(values));
  }

  template <class Numbers>
  std::string list(const Numbers& values) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + digits(value);
    return "[" + text + "]";
  }
  std::string pair(double x, double y) { return "[" + digits(x) + ", " + digits(y) + "]"; }
  std::string digits(double value) {
    finite_ = finite_ && std::abs(value) <= largest_number;
    return finite_ ? json_number(value) : "null";
  }
  // A sense is a direction, and small drawings have large ones.
  template <class Numbers>
  Row& sense(const Numbers& values) {
    std::string text;
    for (const double value : values) {
      finite_ = finite_ && std::isfinite(value);
      text += (text.empty() ? "" : ", ") + (finite_ ? json_number(value) : "null");
    }
    return raw("sense", "[" + text + "]");
  }
  std::string done() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
  bool& finite_;
};

class Writer {
 public:
  Writer(const Document& document, const View& view)
      : document_(document), world_(document.world), view_(view) {}

  Result<std::string> write() {
    out_ = "{\n  \"limber\": " + std::to_string(document_version);
    write_view();
    write_page();
    section("variables", [&] {
      for (const Variable& variable : *document_.variables) write(variable);
    });
    section("styles", [&] {
      for (const NamedStyle& style : *document_.styles) write(style);
    });
    section("types", [&] { write_own_types(); });
    section("kinds", [&] { write_own_kinds(); });
    section("layers", [&] { write_layers(); });
    section("groups", [&] { write_groups(); });
    section("curves", [&] { each(world_.bodies()); });
    section("connectors", [&] { each(world_.connectors()); });
    section("constraints", [&] { each(world_.constraints()); });
    section("links", [&] { each(world_.links()); });
    section("motors", [&] { each(world_.motors()); });
    section("forces", [&] { each(world_.forces()); });
    section("texts", [&] { each(*document_.texts); });
    section("pictures", [&] { each(*document_.pictures); });
    section("dimensions", [&] { each(*document_.dimensions); });
    section("traces", [&] { each(*document_.traces); });
    section("plots", [&] { each(*document_.plots); });
    section("guides", [&] { each(*document_.guides); });
    write_order();
    out_ += "\n}\n";
    if (!finite_)
      return Error{"Some number of the drawing is not finite, or beyond 1e12; it was not saved.",
                   0,
                   0,
                   1,
                   "undo the last step, then save",
                   {}};
    return out_;
  }

 private:
  template <class Things>
  void each(const Things& things) {
    things.each([&](auto id, const auto& thing) { write(id, thing); });
  }

  // "key": [ one line per row ]; nothing at all when there are no rows.
  template <class Rows>
  void section(const char* key, Rows rows) {
    rows_.clear();
    rows();
    if (rows_.empty()) return;
    out_ += ",\n  " + json_string(key) + ": [";
    for (std::size_t i = 0; i < rows_.size(); ++i) out_ += (i ? ",\n    " : "\n    ") + rows_[i];
    out_ += "\n  ]";
  }
  Row row() { return Row(finite_); }
  void add(const Row& r) { rows_.push_back(r.done()); }

  const std::string& name(ThingId id) const { return document_.name(id); }

  void write_view() {
    Row r = row();
    r.place("center", view_.center).number("scale", view_.scale);
    out_ += ",\n  \"view\": " + r.done();
    if (world_.time != 0) out_ += ",\n  \"time\": " + r.digits(world_.time);
  }

  void write_page() {
    const Page& page = document_.page;
    if (page == Page{}) return;
    Row r = row();
    if (page.width > 0) r.number("width", page.width).number("height", page.height);
    if (page.unit != Page{}.unit) r.text("unit", page.unit);
    out_ += ",\n  \"page\": " + r.done();
  }

  // ---- what every thing has: its name first, the rest of it last

  Row begin(ThingId id) {
    Row r = row();
    r.text("name", name(id));
    return r;
  }
  void end(Row& r, ThingId id) {
    const Attributes& its = document_.of(id);
    if (its.layer) r.text("layer", name(its.layer));
    if (its.group) r.text("group", name(its.group));
    if (its.hidden) r.flag("hidden", true);
    if (its.locked) r.flag("protected", true);
    if (!its.style_name.empty()) r.text("style_name", its.style_name);
    if (its.style && *its.style != Style{}) r.raw("style", style_of(*its.style));
    add(r);
  }

  // The parts that are not as usual, as texts.
  std::string style_of(const Style& style) {
    const Style usual;
    Row r = row();
    for (const StylePart& part : style_parts())
      if (const std::string text = style_text(style, part.name);
          text != style_text(usual, part.name))
        r.text(std::string(part.name).c_str(), text);
    return r.done();
  }
  void write(const NamedStyle& style) {
    add(row().text("name", style.name).raw("style", style_of(style.style)));
  }

  // From the lowest to the highest.
  void write_layers() {
    std::vector<LayerId> layers;
    document_.layers->each([&](LayerId id, const Layer&) { layers.push_back(id); });
    std::sort(layers.begin(), layers.end(), [&](LayerId a, LayerId b) {
      return document_.of(a).rank < document_.of(b).rank;
    });
    for (const LayerId id : layers) {
      Row r = begin(id);
      end(r, id);
    }
  }
  // The outer ones first, those of a level by name.
  void write_groups() {
    std::vector<std::tuple<int, std::string, GroupId>> groups;
    document_.groups->each([&](GroupId id, const Group&) {
      int depth = 0;
      for (GroupId outer = document_.of(id).group; outer; outer = document_.of(outer).group) ++depth;
      groups.emplace_back(depth, name(id), id);
    });
    std::sort(groups.begin(), groups.end());
    for (const auto& [depth, called, id] : groups) {
      Row r = begin(id);
      end(r, id);
    }
  }

  // When what is drawn does not lie over each other in the order of the file.
  void write_order() {
    const std::vector<ThingId> order = drawing_order(document_);
    std::vector<ThingId> usual;
    std::vector<LayerId> layers{LayerId{}};
    document_.layers->each([&](LayerId id, const Layer&) { layers.push_back(id); });
    std::sort(layers.begin() + 1, layers.end(), [&](LayerId a, LayerId b) {
      return document_.of(a).rank < document_.of(b).rank;
    });
    for (const LayerId layer : layers)
      for (const ThingKind kind : usual_order)
        each_thing(document_, kind, [&](ThingId id) {
          if (document_.of(id).layer == layer) usual.push_back(id);
        });
    if (order == usual) return;
    std::string names;
    for (const ThingId id : order) names += (names.empty() ? "" : ", ") + json_string(name(id));
    out_ += ",\n  \"order\": [" + names + "]";
  }

  void write(TextId id, const Text& text) {
    Row r = begin(id);
    r.text("text", text.text).place("at", text.at).number("size", text.size);
    end(r, id);
  }
  void write(PictureId id, const Picture& picture) {
    Row r = begin(id);
    if (!picture.file.empty()) r.text("file", picture.file);
    if (picture.bytes) r.text("data", to_base64(*picture.bytes));
    r.place("at", picture.at).place("size", picture.size);
    if (picture.opacity != 1) r.number("opacity", picture.opacity);
    end(r, id);
  }
  void write(DimensionId id, const DimensionMark& dimension) {
    Row r = begin(id);
    r.text("of", name(dimension.of)).place("at", dimension.at);
    end(r, id);
  }
  void write(TraceId id, const Trace& trace) {
    Row r = begin(id);
    r.text("of", name(trace.of));
    if (trace.seconds != 0) r.number("seconds", trace.seconds);
    end(r, id);
  }
  void write(PlotId id, const Plot& plot) {
    Row r = begin(id);
    std::string quantities;
    for (const std::string& quantity : plot.quantities)
      quantities += (quantities.empty() ? "" : ", ") + json_string(quantity);
    r.raw("quantities", "[" + quantities + "]");
    if (plot.over != Plot{}.over) r.text("over", plot.over);
    end(r, id);
  }
  void write(GuideId id, const Guide& guide) {
    Row r = begin(id);
    r.place("at", guide.at);
    if (guide.angle != 0) r.number("angle", guide.angle);
    end(r, id);
  }

  void write(const Variable& variable) {
    Row r = row();
    r.text("name", variable.name).text("text", variable.text);
    if (!variable.note.empty()) r.text("note", variable.note);
    add(r);
  }

  // Of those numbers that follow one, the texts by the names of the parts.
  void write_follows(Row& r, const std::vector<Number>& numbers) {
    Row texts = row();
    bool any = false;
    for (const Number& number : numbers)
      if (const auto found = document_.follows->find(number);
          found != document_.follows->end()) {
        texts.text(part_of(world_, number).c_str(), found->second);
        any = true;
      }
    if (any) r.raw("follows", texts.done());
  }

  // Built-in definitions are known by name; the drawing carries its own.
  void write_own_types() {
    for (const std::string& known : document_.library->names())
      if (!document_.library->is_builtin(known)) write_text(*document_.library->find(known));
  }
  void write_own_kinds() {
    const std::vector<std::string>& builtin_kinds = builtin_names(false);
    for (const auto& kind : document_.kinds->all()) {
      const bool known =
          std::find(builtin_kinds.begin(), builtin_kinds.end(), kind->name) != builtin_kinds.end();
      if (!known || text_of(builtin(kind->name, false)) != kind->text) write_text(*kind);
    }
  }
  static std::string text_of(const Result<Definition<Kernel>>& definition) {
    const auto* kind = definition ? std::get_if<ConstraintKind>(&*definition) : nullptr;
    return kind ? kind->text : "";
  }

  // A definition: its formula as written, a line of text to a line of file.
  template <class DefinitionOf>
  void write_text(const DefinitionOf& definition) {
    std::string lines;
    std::string_view rest = definition.text;
    while (true) {
      const std::size_t end = rest.find('\n');
      lines += (lines.empty() ? "\n      " : ",\n      ") + json_string(rest.substr(0, end));
      if (end == rest.npos) break;
      rest.remove_prefix(end + 1);
    }
    rows_.push_back("{\"name\": " + json_string(definition.name) + ", \"formula\": [" + lines +
                    "\n    ]}");
  }

  static bool any(const Eigen::VectorXd& values) { return (values.array() != 0).any(); }

  void write(CurveId id, const Body& body) {
    const CurveType& type = *body.curve.type;
    const Eigen::VectorXd& q = body.curve.q;
    Row r = begin(id);
    r.text("type", type.name);
    Row parameters = row();
    const int shared = static_cast<int>(type.parameters.size());
    for (int i = 0; i < shared; ++i)
      parameters.number(type.parameters[static_cast<std::size_t>(i)].name.c_str(), q[i]);
    if (shared > 0) r.raw("q", parameters.done());
    if (type.is_family) r.raw("nodes", nodes(q, shared, static_cast<int>(type.family.node.size())));
    const std::string locked = locks(type, body.locked);
    if (!locked.empty() || starts_locked(body)) r.raw("locked", "[" + locked + "]");
    if (any(body.sense)) r.sense(body.sense);
    end(r, id);
  }

  // Then a file without a word about locks would mean these.
  static bool starts_locked(const Body& body) {
    for (int i = 0; i < body.curve.q.size(); ++i)
      if (limber::parameter(*body.curve.type, i).locked) return true;
    return false;
  }

  std::string nodes(const Eigen::VectorXd& q, int shared, int size) {
    Row r = row();
    std::string text;
    for (int i = shared; i < q.size(); i += size)
      text += (text.empty() ? "" : ", ") + r.list(q.segment(i, size));
    return "[" + text + "]";
  }

  // A parameter by name; one of a node by its number in q.
  static std::string parameter(const CurveType& type, std::size_t index) {
    if (index < type.parameters.size()) return json_string(type.parameters[index].name);
    return std::to_string(index);
  }

  static std::string locks(const CurveType& type, const std::vector<char>& locked) {
    std::string text;
    for (std::size_t i = 0; i < locked.size(); ++i)
      if (locked[i]) text += (text.empty() ? "" : ", ") + parameter(type, i);
    return text;
  }

  void write(ConnectorId id, const Connector& connector) {
    Row r = begin(id);
    if (connector.curve) r.text("curve", name(connector.curve));
    std::visit([&](const auto& what) { write(r, what, connector); }, connector.what);
    end(r, id);
  }
  void write(Row& r, const PointAt& at, const Connector&) { r.number("t", at.t); }
  void write(Row& r, const SlidingAt& at, const Connector&) {
    r.number("slides", at.t);
    if (at.sense != 0) r.number("sense", at.sense);
  }
  void write(Row& r, const Measured& measured, const Connector&) {
    r.text("measure", measured.name);
    if (measured.at)
      r.text("where", name(measured.at));
    else if (measured.t != 0)
      r.number("t", measured.t);
  }
  void write(Row& r, const ParameterOf& what, const Connector& connector) {
    const CurveType& type = *world_.find(connector.curve)->type;
    r.raw("parameter", parameter(type, static_cast<std::size_t>(what.index)));
  }
  void write(Row& r, const OnPaper& paper, const Connector&) { r.place("paper", paper.place); }

  void write(ConstraintId id, const Constraint& constraint) {
    Row r = row();
    std::string on;
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      const Argument& argument = constraint.on[i];
      on += on.empty() ? "" : ", ";
      if (argument.connector)
        on += json_string(name(argument.connector));
      else if (constraint.kind->inputs[i].shape == Shape::number)
        on += r.digits(argument.number[0]);
      else
        on += r.pair(argument.number[0], argument.number[1]);
    }
    r.text("name", name(id)).text("kind", constraint.kind->name).raw("on", "[" + on + "]");
    if (constraint.compliance != 0) r.number("compliance", constraint.compliance);
    if (!constraint.enabled) r.flag("enabled", false);
    std::vector<Number> numbers;
    for (int i = 0; i < static_cast<int>(constraint.on.size()); ++i)
      for (const int component : {0, 1}) numbers.push_back(InputOf{id, i, component});
    numbers.push_back(StiffnessOf{id});
    write_follows(r, numbers);
    end(r, id);
  }

  void write(LinkId id, const Link& link) {
    Row r = row();
    std::string members, reference;
    for (const CurveId member : link.members)
      members += (members.empty() ? "" : ", ") + json_string(name(member));
    for (const Eigen::VectorXd& q : link.reference)
      reference += (reference.empty() ? "" : ", ") + r.list(q);
    r.text("name", name(id)).raw("members", "[" + members + "]");
    r.raw("reference", "[" + reference + "]").numbers("place", link.place);
    if (any(link.sense)) r.sense(link.sense);
    if (link.scales) r.flag("scales", true);
    end(r, id);
  }

  void write(MotorId id, const Motor& motor) {
    Row r = row();
    const Constraint* constraint = world_.find(motor.constraint);
    r.text("name", name(id)).text("drives", name(motor.constraint));
    r.text("input", constraint->kind->inputs[static_cast<std::size_t>(motor.input)].name);
    r.number("speed", motor.speed);
    if (std::isfinite(motor.limit)) r.number("limit", motor.limit);
    if (!motor.running) r.flag("running", false);
    write_follows(r, {SpeedOf{id}, LimitOf{id}});
    end(r, id);
  }

  void write(ForceId id, const Force& force) {
    Row r = row();
    r.text("name", name(id)).text("on", name(force.on));
    r.place("value", force.value);
    write_follows(r, {PartOf{id, 0}, PartOf{id, 1}});
    end(r, id);
  }

  const Document& document_;
  const World& world_;
  const View& view_;
  std::string out_;
  std::vector<std::string> rows_;
  bool finite_ = true;
};

}  // namespace

Result<std::string> to_json(const Document& document, const View& view) {
  return Writer(document, view).write();
}

}  // namespace limber
