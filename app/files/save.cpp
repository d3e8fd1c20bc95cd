#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "app/edits/base64.h"
#include "app/files/form.h"
#include "app/files/json.h"

namespace limber {

namespace {

// Writes "key": value pairs of one object on one line. Remembers when a number cannot be.
class Row {
 public:
  explicit Row(bool& finite) : finite_(finite) {}
  Row& raw(const char* key, const std::string& value) {
    text_ += (text_.empty() ? "" : ", ") + json_string(key) + ": " + value;
    return *this;
  }
  Row& text(const char* key, std::string_view value) { return raw(key, json_string(value)); }
  Row& number(const char* key, double value) { return raw(key, digits(value)); }
  Row& flag(const char* key, bool value) { return raw(key, value ? "true" : "false"); }
  template <class Values>
  Row& numbers(const char* key, const Values& values, const Rule& rule = {}) {
    return raw(key, list(values, rule));
  }

  template <class Values>
  std::string list(const Values& values, const Rule& rule = {}) {
    std::string text;
    for (const double value : values) text += (text.empty() ? "" : ", ") + digits(value, rule);
    return "[" + text + "]";
  }
  std::string pair(double x, double y) { return "[" + digits(x) + ", " + digits(y) + "]"; }
  std::string digits(double value, const Rule& rule = {}) {
    finite_ = finite_ && (rule.of_any_size ? std::isfinite(value) : std::abs(value) <= largest_number);
    return finite_ ? json_number(value) : "null";
  }
  std::string done() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
  bool& finite_;
};

template <class Values>
concept Numbers = requires(const Values& values) {
  requires std::is_same_v<std::remove_cvref_t<decltype(*values.begin())>, double>;
};

// A list of other things than numbers.
template <class Values, class Text>
std::string list_of(const Values& values, Text text) {
  std::string all;
  for (const auto& value : values) all += (all.empty() ? "" : ", ") + text(value);
  return "[" + all + "]";
}

class Writer {
 public:
  Writer(const Document& document, const View& view)
      : document_(document), world_(document.world), view_(view) {}

  Result<std::string> write() {
    out_ = "{\n  \"limber\": " + std::to_string(document_version);
    write_view();
    Document::fields([&](const char* key, auto field) { write_field(key, *(document_.*field)); });
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
  // ---- fields of the drawing

  template <class Thing>
  void write_field(const char* key, const SlotMap<Thing>& things) {
    section(key, [&] { things.each([&](auto id, const Thing& thing) { write(id, thing); }); });
  }
  template <class Part>
  void write_field(const char* key, const std::vector<Part>& parts) {
    section(key, [&] {
      for (const Part& part : parts) {
        Row r = row();
        write_members(r, part);
        add(r);
      }
    });
  }
  void write_field(const char* key, const std::vector<std::string>& sentences) {
    section(key, [&] {
      for (const std::string& sentence : sentences) rows_.push_back(json_string(sentence));
    });
  }
  void write_field(const char*, const World& world) {
    if (world.physics != Physics{}) {
      Row r = row();
      write_members(r, world.physics);
      out_ += ",\n  \"physics\": " + r.done();
    }
    fields(Of<World>(), [&](const char* key, auto part) { write_field(key, (world.*part)()); });
  }
  void write_field(const char* key, const CurveLibrary&) { section(key, [&] { write_own_types(); }); }
  void write_field(const char* key, const ConstraintLibrary&) {
    section(key, [&] { write_own_kinds(); });
  }
  void write_field(const char* key, const SlotMap<Layer>&) { section(key, [&] { write_layers(); }); }
  void write_field(const char* key, const SlotMap<Group>&) { section(key, [&] { write_groups(); }); }
  void write_field(const char* key, const Page& page) {
    if (page == Page{}) return;
    Row r = row();
    write_members(r, page);
    out_ += ",\n  " + json_string(key) + ": " + r.done();
  }
  // With the things they belong to.
  template <std::size_t n>
  void write_field(const char*, const std::array<Table<Attributes>, n>&) {}
  void write_field(const char*, const Follows&) {}

  // ---- members, as the lists say

  template <class Part>
  void write_members(Row& r, const Part& part) {
    static const Part usual;
    fields(Of<Part>(), [&]<class Value>(const char* key, Value Part::*member, const Rule& rule) {
      const bool left_out = rule.said == Rule::Said::when_unusual && is_usual(part, usual, member);
      if (!left_out) write_value(r, key, part, member, rule);
    });
  }
  template <class Part, class Value>
  static bool is_usual(const Part& part, const Part& usual, Value Part::*member) {
    if constexpr (std::is_same_v<Value, SharedStyle>)
      return !(part.*member);
    else
      return is_same(part.*member, usual.*member);
  }
  // Numbers to the bit: a zero may have a sign.
  template <class Value>
  static bool is_same(const Value& a, const Value& b) {
    if constexpr (requires { a.cwiseAbs(); })
      return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same<double>);
    else if constexpr (std::is_same_v<Value, double>)
      return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    else
      return a == b;
  }
  template <class Part, class Value>
  void write_value(Row& r, const char* key, const Part& part, Value Part::*member,
                   const Rule& rule) {
    const Value& value = part.*member;
    if constexpr (std::is_same_v<Value, bool>)
      r.flag(key, value);
    else if constexpr (std::is_same_v<Value, double>)
      r.raw(key, r.digits(value, rule));
    else if constexpr (std::is_same_v<Value, std::string>)
      r.text(key, value);
    else if constexpr (std::is_same_v<Value, SharedBytes>)
      r.text(key, to_base64(*value));
    else if constexpr (std::is_same_v<Value, Style>)
      r.raw(key, style_of(value));
    else if constexpr (std::is_same_v<Value, SharedStyle>)
      r.raw(key, style_of(*value));
    else if constexpr (std::is_same_v<Part, Motor> && std::is_same_v<Value, int>)
      r.text(key, input_of(part));
    else if constexpr (requires { ThingId(value); })
      r.text(key, name(value));
    else if constexpr (Numbers<Value>)
      r.numbers(key, value, rule);
    else
      r.raw(key, list_of(value, [&](const auto& one) { return item(r, one); }));
  }
  std::string item(Row&, const std::string& text) { return json_string(text); }
  std::string item(Row&, CurveId id) { return json_string(name(id)); }
  std::string item(Row& r, const Eigen::VectorXd& numbers) { return r.list(numbers); }

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
    r.numbers("center", view_.center).number("scale", view_.scale);
    out_ += ",\n  \"view\": " + r.done();
    if (world_.time != 0) out_ += ",\n  \"time\": " + r.digits(world_.time);
  }

  // ---- what every thing has: its name first, the rest of it last

  Row begin(ThingId id) {
    Row r = row();
    r.text("name", name(id));
    return r;
  }
  void end(Row& r, ThingId id) {
    static const Attributes usual;
    const Attributes& its = document_.of(id);
    fields(Of<Attributes>(), [&](const char* key, auto member, const Rule& rule) {
      if (rule.said == Rule::Said::when_unusual && !is_usual(its, usual, member))
        write_value(r, key, its, member, rule);
    });
    add(r);
  }

  // What a thing of any kind consists of.
  template <class Thing>
  void write(Id<Thing> id, const Thing& thing) {
    Row r = begin(id);
    write_members(r, thing);
    write_follows(r, numbers_of(id));
    end(r, id);
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
  // From the lowest to the highest.
  void write_layers() {
    for (const ThingId id : layer_order(document_)) {
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

  // When ranks are not in the order of the file. Layers do not count: a thing that leaves its layer
  // lies where its rank says.
  void write_order() {
    std::string names;
    for (const Level level : drawn_levels) {
      const std::vector<ThingId> order = rank_order(document_, level);
      std::vector<ThingId> usual;
      for (const ThingKind kind : kinds_on(level))
        each_thing(document_, kind, [&](ThingId id) { usual.push_back(id); });
      if (order == usual) continue;
      for (const ThingId id : order) names += (names.empty() ? "" : ", ") + json_string(name(id));
    }
    if (!names.empty()) out_ += ",\n  \"order\": [" + names + "]";
  }

  // The numbers of a thing that may follow a text.
  template <class Thing>
  static std::vector<Number> numbers_of(Id<Thing>) {
    return {};
  }
  static std::vector<Number> numbers_of(MotorId id) { return {SpeedOf{id}, LimitOf{id}}; }
  static std::vector<Number> numbers_of(ForceId id) { return {PartOf{id, 0}, PartOf{id, 1}}; }
  std::vector<Number> numbers_of(ConstraintId id) const {
    std::vector<Number> numbers;
    for (int i = 0; i < static_cast<int>(world_.find(id)->on.size()); ++i)
      for (const int component : {0, 1}) numbers.push_back(InputOf{id, i, component});
    numbers.push_back(StiffnessOf{id});
    return numbers;
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

  static bool any(const Eigen::VectorXd& values) {
    return !is_same<Eigen::VectorXd>(values, Eigen::VectorXd::Zero(values.size()));
  }

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
    if (any(body.sense)) r.numbers("sense", body.sense, direction);
    if (body.density != 0) r.number("density", body.density);
    if (body.mass != 0) r.number("mass", body.mass);
    if (!body.bends.empty()) {
      r.raw("bends", bends(type, body.bends));
      r.numbers("rest", body.rest);
    }
    if (body.velocity.size() > 0) r.numbers("velocity", body.velocity);
    end(r, id);
  }

  std::string bends(const CurveType& type, const std::vector<Bend>& all) {
    std::string text;
    for (const Bend& bend : all) {
      Row one = row();
      one.raw("parameter", parameter(type, static_cast<std::size_t>(bend.parameter)));
      if (bend.stiffness != 0) one.number("stiffness", bend.stiffness);
      if (bend.damping != 0) one.number("damping", bend.damping);
      text += (text.empty() ? "" : ", ") + one.done();
    }
    return "[" + text + "]";
  }

  // Then a file without a word about locks would mean these.
  static bool starts_locked(const Body& body) {
    const CurveType& type = *body.curve.type;
    for (int i = 0; i < body.curve.q.size(); ++i)
      if (limber::parameter(type, i).locked && !is_piece(type, i)) return true;
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
      if (locked[i] && !is_piece(type, static_cast<int>(i))) text += (text.empty() ? "" : ", ") + parameter(type, i);
    return text;
  }

  void write(ConnectorId id, const Connector& connector) {
    Row r = begin(id);
    if (connector.curve) r.text("curve", name(connector.curve));
    std::visit([&](const auto& what) { write_alternative(r, what, connector); }, connector.what);
    end(r, id);
  }
  template <class Alternative>
  void write_alternative(Row& r, const Alternative& what, const Connector&) {
    write_members(r, what);
  }
  // Where it is read is a number or a sliding connector.
  void write_alternative(Row& r, const Measured& measured, const Connector&) {
    Measured shown = measured;
    if (shown.at) shown.t = 0;
    write_members(r, shown);
  }
  void write_alternative(Row& r, const ParameterOf& what, const Connector& connector) {
    const CurveType& type = *world_.find(connector.curve)->type;
    r.raw("parameter", parameter(type, static_cast<std::size_t>(what.index)));
  }

  void write(ConstraintId id, const Constraint& constraint) {
    Row r = begin(id);
    r.text("kind", constraint.kind->name);
    std::string on;
    for (std::size_t i = 0; i < constraint.on.size(); ++i)
      on += (on.empty() ? "" : ", ") +
            argument(r, constraint.on[i], constraint.kind->inputs[i].shape);
    r.raw("on", "[" + on + "]");
    static const Constraint usual;
    fields(Of<Constraint>(), [&]<class Value>(const char* key, Value Constraint::*member,
                                              const Rule& rule) {
      if constexpr (std::is_arithmetic_v<Value>)
        if (constraint.*member != usual.*member) write_value(r, key, constraint, member, rule);
    });
    write_follows(r, numbers_of(id));
    end(r, id);
  }
  std::string argument(Row& r, const Argument& what, Shape shape) {
    if (what.connector) return json_string(name(what.connector));
    return shape == Shape::number ? r.digits(what.number[0])
                                  : r.pair(what.number[0], what.number[1]);
  }

  // Which number of the constraint it turns.
  const std::string& input_of(const Motor& motor) const {
    return world_.find(motor.constraint)
        ->kind->inputs[static_cast<std::size_t>(motor.input)]
        .name;
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
