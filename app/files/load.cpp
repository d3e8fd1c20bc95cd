#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>

#include "app/document/readout.h"
#include "app/document/variables.h"
#include "app/edits/base64.h"
#include "app/files/form.h"
#include "app/files/json.h"
#include "app/files/node.h"
#include "app/files/read_curve.h"
#include "curves/range.h"
#include "curves/trace.h"

namespace limber {

namespace {

// What a filled curve of version 1 or 2 was painted with: its own colour, so faint.
constexpr double old_fill_opacity = 0.14;

}  // namespace

// Builds a drawing from its file. Outside of apply the only one that may.
class Loader {
 public:
  explicit Loader(const Document& fresh)
      : change_(fresh), document_(change_.document()), world_(change_.world()) {
    change_.set_compiling({fresh.compiling->tier, compile_budget()});
  }

  Document load(const Node& file) {
    version_ = file.at("limber").number();
    only_known(file);
    if (file.has("view")) read_view(file.at("view"));
    world_.time = file.number("time", 0);
    sections([&](const char* key, auto part) {
      if (!file.failed()) read_section(file, key, part);
    });
    if (!file.failed()) read_order(file);
    if (file.has("physics") && !file.failed()) read_physics(file.at("physics"));
    world_.sleep();
    return change_.document();
  }
  const View& view() const { return view_; }

 private:
  // Before version 3 texts were called notes.
  const char* called(const char* section) const {
    return version_ < 3 && section == std::string_view("texts") ? "notes" : section;
  }
  void only_known(const Node& file) const {
    NodeWords known = {"limber", "view", "time"};
    if (version_ >= 3) known.insert(known.end(), {"order", "physics"});
    sections([&](const char* key, auto) {
      if (first_version_of(key) <= std::max(2.0, version_) || called(key) != key)
        known.push_back(called(key));
    });
    file.only(known);
  }
  template <class Part>
  void only(const Node& node, Of<Part>) const {
    NodeWords known;
    for (const Member& member : members_of<Part>())
      if (member.since <= std::max(2.0, version_) && member.until >= version_)
        known.push_back(member.key);
    node.only(known);
  }

  // ---- sections

  template <class Thing>
  void read_section(const Node& file, const char* key, Of<SlotMap<Thing>> part) {
    (void)part;
    each(file, called(key), [&](const Node& node) {
      only(node, Of<Thing>());
      read(node, Of<Thing>());
    });
  }
  template <class Part>
  void read_section(const Node& file, const char* key, Of<std::vector<Part>>) {
    each(file, key, [&](const Node& node) {
      only(node, Of<Part>());
      Part part;
      read_members(node, part);
      add(node, std::move(part));
    });
    if (std::is_same_v<Part, Variable> && !file.failed()) evaluate(file);
  }
  void read_section(const Node& file, const char* key, Of<std::vector<std::string>>) {
    each(file, key, [&](const Node& node) {
      if (node.text().empty()) node.wrong("a sentence is expected here");
      change_.try_this().push_back(node.text());
    });
  }
  void read_section(const Node& file, const char* key, Of<Page>) {
    if (!file.has(key)) return;
    only(file.at(key), Of<Page>());
    read_members(file.at(key), change_.page());
  }
  void read_section(const Node& file, const char* key, Of<CurveLibrary>) {
    each(file, key, [&](const Node& node) { read_definition(node, change_.library()); });
  }
  void read_section(const Node& file, const char* key, Of<ConstraintLibrary>) {
    each(file, key, [&](const Node& node) { read_definition(node, change_.kinds()); });
  }
  template <class Read>
  static void each(const Node& file, const char* key, Read read) {
    for (const Node& node : file.items(key)) {
      if (node.failed()) return;
      read(node);
    }
  }

  void add(const Node&, Variable variable) { change_.variables().push_back(std::move(variable)); }
  void add(const Node& node, NamedStyle style) {
    for (const NamedStyle& other : *document_.styles)
      if (other.name == style.name) node.at("name").wrong("there are two styles of this name");
    change_.styles().push_back(std::move(style));
  }

  // ---- members, as the lists say

  template <class Part>
  void read_members(const Node& node, Part& part) {
    fields(Of<Part>(), [&](const char* key, auto member, const Rule& rule) {
      if (node.failed()) return;
      if (rule.said == Rule::Said::must || node.has(key))
        read_value(node.at(key), part.*member, rule);
    });
  }
  static void read_value(const Node& node, bool& value, const Rule&) { value = node.flag(); }
  static void read_value(const Node& node, double& value, const Rule& rule) {
    value = node.number(rule);
  }
  static void read_value(const Node& node, std::string& value, const Rule& rule) {
    value = node.text(rule);
  }
  static void read_value(const Node& node, Point& value, const Rule& rule) {
    value = node.place(rule);
  }
  static void read_value(const Node& node, std::vector<std::string>& value, const Rule&) {
    for (const Node& one : node.items()) value.push_back(one.text());
  }
  static void read_value(const Node& node, SharedBytes& value, const Rule&) {
    std::optional<std::string> bytes = from_base64(node.text());
    if (!bytes) return node.wrong("this is not base64");
    value = std::make_shared<const std::string>(*std::move(bytes));
  }
  void read_value(const Node& node, Style& value, const Rule&) const { value = read_style(node); }
  void read_value(const Node& node, SharedStyle& value, const Rule&) const {
    value = std::make_shared<const Style>(read_style(node));
  }
  void read_value(const Node& node, ConstraintId& value, const Rule&) const {
    value = constraints_.find(node);
  }
  void read_value(const Node& node, ConnectorId& value, const Rule&) const {
    value = connectors_.find(node);
  }
  template <class Thing>
  void read_value(const Node& node, Id<Thing>& value, const Rule&) const {
    value = thing_at<Thing>(node);
  }

  // A thing that is its members.
  template <class Thing>
  void read(const Node& node, Of<Thing>) {
    Thing thing;
    read_members(node, thing);
    check(node, thing);
    const std::string name = own_name(node, KindOf<Thing>::value);
    if (node.failed()) return;
    const auto id = change_.add(std::move(thing), name);
    read_attributes(node, id);
    if constexpr (requires { number_called(world_, id, ""); }) read_follows(node, name, id);
  }
  template <class Thing>
  void check(const Node&, const Thing&) const {}
  void check(const Node& node, const Plot&) const {
    for (const Node& quantity : node.items("quantities")) check_quantity(quantity);
    if (node.has("over")) check_quantity(node.at("over"));
  }
  void check_quantity(const Node& node) const {
    if (node.failed()) return;
    if (const Result<Readout> readout = find_readout(document_, node.text()); !readout)
      node.wrong(readout.error());
  }

  // ---- what every thing has beside its name

  void read_attributes(const Node& node, ThingId id) {
    Attributes& its = change_.attributes(id);
    fields(Of<Attributes>(), [&](const char* key, auto member, const Rule& rule) {
      if (rule.said != Rule::Said::must && node.has(key) && version_ >= 3)
        read_value(node.at(key), its.*member, rule);
    });
    if (its.style_name.empty()) return;
    for (const NamedStyle& style : *document_.styles)
      if (style.name == its.style_name) return;
    node.at("style_name").wrong("there is no style called " + json_string(its.style_name));
  }

  Style read_style(const Node& node) const {
    Style style;
    if (!node.is(Json::Kind::object)) node.wrong("an object {...} is expected here");
    for (const auto& [part, value] : node.json().members) {
      const Node text = node.at(part.c_str());
      if (const auto wrong = set_style(style, part, text.text())) text.wrong(*wrong);
    }
    return style;
  }
  // What is drawn, from the bottom to the top; a level without a word, in the usual order.
  void read_order(const Node& file) {
    std::set<ThingId> placed;
    std::set<Level> told;
    for (const Node& node : file.items("order")) {
      const ThingId id = document_.find(node.text());
      if (!id || level_of(id.kind) == Level::none || !placed.insert(id).second)
        return node.wrong("the order names each thing that is drawn once");
      told.insert(level_of(id.kind));
      change_.raise(id);
    }
    std::vector<ThingId> usual;
    for (const Level level : drawn_levels)
      for (const ThingKind kind : kinds_on(level))
        if (!told.contains(level))
          each_thing(document_, kind, [&](ThingId id) { usual.push_back(id); });
    for (const ThingId id : usual) change_.raise(id);
  }

  template <class Thing>
  Id<Thing> thing_at(const Node& node) const {
    const Id<Thing> id = document_.find(node.text()).template as<Thing>();
    if (!id)
      node.wrong("there is no " + std::string(name_of(KindOf<Thing>::value)) + " called " +
                 json_string(node.text()));
    return id;
  }

  // Every name is used once in a drawing.
  std::string own_name(const Node& node, ThingKind kind) const {
    if (kind == ThingKind::text && version_ < 3) return {};  // a fresh one
    const Node name = node.at("name");
    if (name.text().empty()) name.wrong("a name cannot be empty");
    if (document_.find(name.text()))
      name.wrong("the name " + json_string(name.text()) + " is used twice");
    return name.text();
  }

  void read_view(const Node& node) {
    node.only({"center", "scale"});
    view_.center = node.at("center").place();
    view_.scale = node.at("scale").number();
    if (!(view_.scale >= smallest_scale && view_.scale <= largest_scale))
      node.at("scale").wrong("the scale is out of range");
  }

  // After all things: what was added while it was off is not new to it.
  void read_physics(const Node& node) {
    only(node, Of<Physics>());
    read_members(node, world_.physics);
  }
  void evaluate(const Node& file) {
    const auto fault = evaluate_all(change_.variables());
    names_ = amounts_of(document_.variables);
    if (!fault) return;
    const Node node = file.items("variables")[fault->variable];
    node.at(fault->in_name ? "name" : "text").wrong(fault->error);
  }

  // "follows": {part: text}. What the text says is the number; what stood there is what it was
  // when the drawing was saved, the same unless someone wrote in the file.
  template <class Thing>
  void read_follows(const Node& node, const std::string& name, Id<Thing> id) {
    if (!node.has("follows") || node.failed()) return;
    const Node follows = node.at("follows");
    if (!follows.is(Json::Kind::object)) return follows.wrong("an object {...} is expected here");
    for (const auto& [part, json] : follows.json().members) {
      const Node text = follows.at(part.c_str());
      const std::optional<Number> number = number_called(world_, id, part);
      if (!number)
        return text.wrong("there is no number called " + json_string(part) +
                          " here, or it is not given as a number");
      const Result<Amount> amount = amount_in(text.text(), names_);
      if (!amount) return text.wrong(amount.error());
      const Result<double> value = fitting(world_, *number, name + "." + part, *amount);
      if (!value) return text.wrong(value.error());
      set_value(world_, *number, *value);
      change_.follows()[*number] = text.text();
      free_parameter(*number);
    }
  }

  // A parameter that follows a text is not locked, whatever a new curve of its type would be, unless
  // the file says so.
  void free_parameter(const Number& number) {
    const auto* input = std::get_if<InputOf>(&number);
    if (!input) return;
    const auto at = parameter_fixed_by(world_, *world_.find(input->constraint));
    if (at && !locks_told_.contains(at->curve)) world_.set_locked(at->curve, at->index, false);
  }

  static std::string formula_of(const Node& node) {
    node.only({"name", "formula"});
    std::string text;
    bool first = true;
    for (const Node& line : node.at("formula").items()) {
      text += (first ? "" : "\n") + line.text();
      first = false;
    }
    return text;
  }

  // A definition comes with the drawing's own text.
  template <class Library>
  void read_definition(const Node& node, Library& library) {
    const std::string text = formula_of(node);
    if (node.failed()) return;
    const auto added = library.add(text, document_.compiling->tier, document_.compiling->budget);
    if (!added)
      node.at("formula").wrong("line " + std::to_string(added.error().line) +
                               " of the formula: " + added.error().message);
    else if ((*added)->name != node.at("name").text())
      node.at("name").wrong("the formula calls it " + json_string((*added)->name));
  }
  // ---- things with a form of their own

  void read(const Node& node, Of<Body>) {
    Body body;
    body.curve.type = document_.library->find(node.at("type").text());
    if (!body.curve.type) {
      const std::vector<std::string> names = document_.library->names();
      return node.at("type").wrong(
          "there is no curve type " + json_string(node.at("type").text()),
          meant(node.at("type").text(), NodeWords(names.begin(), names.end())));
    }
    const CurveType& type = *body.curve.type;
    body.curve.q = read_q(node, type, version_);
    if (node.failed()) return;
    if (type.is_traced && !node.has("nodes")) body.curve = traced(body.curve);
    const Eigen::Index n = body.curve.q.size();
    body.locked.assign(static_cast<std::size_t>(n), 0);
    for (Eigen::Index i = 0; i < n; ++i)
      body.locked[static_cast<std::size_t>(i)] = is_always_locked(type, static_cast<int>(i));
    for (const Node& parameter : node.items("locked"))
      body.locked[static_cast<std::size_t>(read_parameter(parameter, type, n))] = 1;
    body.sense =
        node.has("sense") ? node.at("sense").numbers(n, direction) : Eigen::VectorXd::Zero(n).eval();
    if (node.has("density")) body.density = node.at("density").number(weight);
    if (node.has("mass")) body.mass = node.at("mass").number(weight);
    if (body.density > 0 && body.mass > 0)
      node.at("mass").wrong("a curve has a density or a mass, not both");
    read_bends(node, body);
    body.velocity = read_velocity(node, body.bends.empty() ? 0 : n);
    const std::string name = own_name(node, ThingKind::curve);
    if (node.failed()) return;
    const CurveId id = change_.add(body.curve, name);
    Body& restored = *StateAccess::bodies(world_).find(id);
    // Without a word about locks it has those of a new curve.
    if (node.has("locked")) {
      restored.locked = std::move(body.locked);
      locks_told_.insert(id);
    }
    restored.sense = std::move(body.sense);
    restored.density = body.density;
    restored.mass = body.mass;
    restored.bends = std::move(body.bends);
    restored.rest = std::move(body.rest);
    restored.velocity = std::move(body.velocity);
    curves_.add(name, id);
    read_attributes(node, id);
    if (version_ < 3) read_look(node, id);
  }

  // Before version 3: a colour of the palette, a width, a dash, a fill in the same colour, paler.
  void read_look(const Node& node, CurveId id) {
    Style style;
    Colour colour;
    if (node.has("colour")) colour.swatch = node.at("colour").index(swatch_count);
    style.stroke = plain(colour);
    style.width = node.number("width", style.width);
    if (!(style.width > 0 && style.width <= 100))
      node.at("width").wrong("a width is above 0, at most 100");
    if (node.has("dashed") && node.at("dashed").flag()) style.dash = {3, 2.5};
    if (node.has("filled") && node.at("filled").flag()) {
      colour.opacity = old_fill_opacity;
      style.fill = plain(colour);
    }
    if (style != Style{}) change_.attributes(id).style = std::make_shared<const Style>(style);
  }

  void read(const Node& node, Of<Connector>) {
    Connector connector;
    if (node.has("paper")) {
      for (const char* key : {"curve", "t", "slides", "sense", "measure", "where", "parameter"})
        if (node.has(key)) node.at(key).wrong("a place on the paper has nothing but its place");
      connector.what = alternative<OnPaper>(node);
    } else {
      connector.curve = curves_.find(node.at("curve"));
      if (node.failed()) return;
      const Curve& curve = *world_.find(connector.curve);
      for (const char* key : {"t", "slides"})
        if (node.has(key)) check_on(node.at(key), curve, node.at(key).number());
      if (node.has("measure"))
        connector.what = read_measure(node, *curve.type);
      else if (node.has("slides"))
        connector.what = alternative<SlidingAt>(node);
      else if (node.has("parameter"))
        connector.what =
            ParameterOf{read_parameter(node.at("parameter"), *curve.type, curve.q.size())};
      else
        connector.what = alternative<PointAt>(node);
    }
    const std::string name = own_name(node, ThingKind::connector);
    if (node.failed()) return;
    const ConnectorId id = change_.add(std::move(connector), name);
    connectors_.add(name, id);
    read_attributes(node, id);
  }
  template <class What>
  What alternative(const Node& node) {
    What what;
    read_members(node, what);
    return what;
  }

  Measured read_measure(const Node& node, const CurveType& type) {
    const Measured measured = alternative<Measured>(node);
    if (node.failed() || type.find(measured.name)) return measured;
    NodeWords names;
    for (const auto& measure : type.measures) names.push_back(measure.name);
    node.at("measure").wrong("\"" + type.name + "\" has no " + json_string(measured.name),
                             meant(measured.name, names));
    return measured;
  }

  void read(const Node& node, Of<Constraint>) {
    Constraint constraint;
    constraint.kind = document_.kinds->find(node.at("kind").text());
    if (!constraint.kind) {
      NodeWords names;
      for (const auto& known : document_.kinds->all()) names.push_back(known->name);
      return node.at("kind").wrong(
          "there is no kind of constraint called " + json_string(node.at("kind").text()),
          meant(node.at("kind").text(), names));
    }
    const std::vector<Node> on = node.at("on").items();
    if (on.size() != constraint.kind->inputs.size())
      return node.at("on").wrong(
          std::to_string(constraint.kind->inputs.size()) + " things are expected here",
          "\"" + constraint.kind->name + "\" is on [" + list_of(constraint.kind->inputs) + "]");
    for (std::size_t i = 0; i < on.size(); ++i)
      constraint.on.push_back(read_argument(on[i], constraint.kind->inputs[i]));
    fields(Of<Constraint>(), [&]<class Value>(const char* key, Value Constraint::*member,
                                              const Rule& rule) {
      if constexpr (std::is_arithmetic_v<Value>)
        if (node.has(key)) read_value(node.at(key), constraint.*member, rule);
    });
    // Earlier drawings may list the rows of a stop that touch. That follows from where things are.
    for (const Node& row : node.items("acting")) (void)row.index(constraint.kind->rows);
    const std::string name = own_name(node, ThingKind::constraint);
    if (node.failed()) return;
    const ConstraintId id = change_.add(std::move(constraint), name);
    constraints_.add(name, id);
    read_attributes(node, id);
    read_follows(node, name, id);
  }

  static std::string list_of(const std::vector<Input>& inputs) {
    std::string names;
    for (const Input& input : inputs) names += (names.empty() ? "" : ", ") + input.name;
    return names;
  }

  // A connector by name, a number, or a pair.
  Argument read_argument(const Node& node, const Input& input) {
    if (!node.is(Json::Kind::string))
      return input.shape == Shape::number ? Argument(node.number()) : Argument(node.place());
    const ConnectorId id = connectors_.find(node);
    const Connector* connector = world_.find(id);
    if (!connector) return {};
    const Curve* curve = world_.find(connector->curve);
    if (shape_of(*connector, curve ? curve->type.get() : nullptr) != input.shape)
      node.wrong("this is not what \"" + input.name + "\" can be");
    return id;
  }

  void read(const Node& node, Of<Link>) {
    Link link;
    for (const Node& member : node.at("members").items()) {
      const CurveId id = curves_.find(member);
      if (node.failed()) return;
      if (!welded_.insert(id).second) return member.wrong("it is in two links");
      link.members.push_back(id);
      link.reference.push_back(world_.find(id)->q);  // as they stand, when nothing else is said
    }
    if (node.has("place")) link.place = node.at("place").numbers(4);
    if (node.has("reference") || node.has("place")) read_reference(node.at("reference"), link);
    if (node.has("sense")) link.sense = node.at("sense").numbers(4, direction);
    if (node.has("scales")) link.scales = node.at("scales").flag();
    link.velocity = read_velocity(node);
    const std::string name = own_name(node, ThingKind::link);
    if (node.failed()) return;
    sort_members(link);
    const LinkId id = change_.weld(link.members, link.scales, name);
    *StateAccess::links(world_).find(id) = std::move(link);
    read_attributes(node, id);
  }

  // In the order of their age, as they are when they are welded.
  static void sort_members(Link& link) {
    std::map<CurveId, Eigen::VectorXd> by_age;
    for (std::size_t i = 0; i < link.members.size(); ++i)
      by_age[link.members[i]] = link.reference[i];
    link.members.clear();
    link.reference.clear();
    for (const auto& [id, reference] : by_age)
      link.members.push_back(id), link.reference.push_back(reference);
  }

  void read_reference(const Node& node, Link& link) const {
    const std::vector<Node> rows = node.items();
    if (rows.size() != link.members.size())
      return node.wrong("one row for each member is expected here");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      link.reference[i] = rows[i].numbers(link.reference[i].size());
      for (int k = 0; k < link.reference[i].size(); ++k)
        check_parameter(rows[i], *world_.find(link.members[i])->type, k, link.reference[i][k]);
    }
  }

  void read(const Node& node, Of<Motor>) {
    Motor motor;
    motor.constraint = constraints_.find(node.at("drives"));
    if (node.failed()) return;
    motor.input = read_input(node, *world_.find(motor.constraint));
    fields(Of<Motor>(), [&](const char* key, auto member, const Rule& rule) {
      if constexpr (requires { read_value(node, motor.*member, rule); })
        if (rule.said == Rule::Said::must || node.has(key))
          read_value(node.at(key), motor.*member, rule);
    });
    const std::string name = own_name(node, ThingKind::motor);
    if (node.failed()) return;
    const MotorId id = change_.add(motor, name);
    read_attributes(node, id);
    read_follows(node, name, id);
    if (document_.follows->contains(InputOf{motor.constraint, motor.input, 0}))
      node.at("input").wrong("a motor turns this number, so it cannot follow a text");
  }

  // Which number of the constraint is turned; need not be said when only one was written down.
  static int read_input(const Node& node, const Constraint& constraint) {
    const ConstraintKind& kind = *constraint.kind;
    NodeWords names;
    int last = -1;
    for (std::size_t i = 0; i < kind.inputs.size(); ++i) {
      if (kind.inputs[i].shape != Shape::number) continue;
      if (node.has("input") && kind.inputs[i].name == node.at("input").text())
        return static_cast<int>(i);
      if (constraint.on[i].connector) continue;
      names.push_back(kind.inputs[i].name);
      last = static_cast<int>(i);
    }
    if (!node.has("input") && names.size() == 1) return last;
    const Node input = node.at("input");
    input.wrong("\"" + kind.name + "\" has no number called " + json_string(input.text()),
                meant(input.text(), names));
    return 0;
  }

  Change change_;
  const Document& document_;
  World& world_;
  View view_;
  double version_ = document_version;
  Amounts names_;  // of the variables
  std::set<CurveId> welded_;
  ByName<Body> curves_;
  std::set<CurveId> locks_told_;  // curves whose locks the file names
  ByName<Connector> connectors_;
  ByName<Constraint> constraints_;
};

namespace {

// The version first: a later file may look quite different.
void check_version(const Node& file) {
  if (!file.is(Json::Kind::object) || !file.has("limber"))
    return file.wrong("this is not a Limber drawing (\"limber\": " +
                      std::to_string(document_version) + " is missing)");
  const double version = file.at("limber").number();
  if (version > document_version)
    file.at("limber").wrong("this drawing was made by a later Limber (file version " +
                            json_number(version) + "; this program reads up to version " +
                            std::to_string(document_version) + "). Please update Limber");
  else if (version != std::floor(version) || version < 1)
    file.at("limber").wrong("there is no file version " + json_number(version));
  // Version 1 had no variables and nothing that follows; all else is as it was.
  else if (version == 1 && file.has("variables"))
    file.at("variables").wrong("a drawing of version 1 has no variables");
}

}  // namespace

Result<Document> from_json(std::string_view text, const Document& fresh, View* view) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{')
    return Error{"This is not a Limber drawing.",        1, 1, 1,
                 "a drawing begins with {\"limber\": 3", {}};
  const Result<Json> json = parse_json(text);
  if (!json) return json.error();
  Mistakes mistakes(text);
  const Node file(*json, "", mistakes);
  check_version(file);
  if (mistakes.first()) return *mistakes.first();
  Loader loader(fresh);
  Document document = loader.load(file);
  if (mistakes.first()) return *mistakes.first();
  if (view) *view = loader.view();
  return document;
}

}  // namespace limber
