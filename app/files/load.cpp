#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <unordered_map>

#include "app/drawing/theme.h"
#include "app/editor/variables.h"
#include "app/files/document_file.h"
#include "app/files/json.h"
#include "app/script/nearest_word.h"

namespace limber {

namespace {

// A value of the file and where it is, for messages: "curves[3].q.r". The first mistake met is
// kept; after it every reading gives something harmless and nothing more is said.
class Reader {
 public:
  Reader(std::string_view text, std::optional<Error>& error) : text_(text), error_(error) {}

  void wrong(const Json& json, const std::string& where, const std::string& what,
             const std::string& suggestion = {}) {
    if (error_) return;
    const auto [line, column] = place_of(text_, json.offset);
    const std::string stop = what.ends_with('.') ? "" : ".";
    error_ = Error{
        (where.empty() ? "The file" : where) + ": " + what + stop, line, column, 1, suggestion, {}};
  }
  bool failed() const { return error_.has_value(); }

 private:
  std::string_view text_;
  std::optional<Error>& error_;
};

using Words = std::vector<std::string_view>;

// What was probably meant, as a question; nothing when no word comes near.
std::string meant(std::string_view typed, const Words& words) {
  const std::string near = nearest_word(typed, words);
  return near.empty() ? "" : "did you mean " + near + "?";
}

class Node {
 public:
  Node(const Json& json, std::string where, Reader& reader)
      : json_(&json), where_(std::move(where)), reader_(&reader) {}

  void wrong(const std::string& what, const std::string& suggestion = {}) const {
    reader_->wrong(*json_, where_, what, suggestion);
  }
  void wrong(const Error& error) const { wrong(error.message, error.suggestion); }
  bool failed() const { return reader_->failed(); }

  bool has(const char* key) const { return json_->find(key) != nullptr; }
  Node at(const char* key) const {
    static const Json nothing;
    const Json* found = json_->find(key);
    if (!found) reader_->wrong(*json_, where_, "\"" + std::string(key) + "\" is missing");
    return {found ? *found : nothing, where_.empty() ? key : where_ + "." + key, *reader_};
  }
  // Refuses members that this version does not know: a misspelt one must not be lost silently.
  void only(std::initializer_list<std::string_view> known) const {
    if (json_->kind != Json::Kind::object) return wrong("an object {...} is expected here");
    for (const auto& [key, value] : json_->members)
      if (std::find(known.begin(), known.end(), key) == known.end())
        return reader_->wrong(value, where_, "\"" + key + "\" is not known here",
                              meant(key, Words(known)));
  }
  bool is(Json::Kind kind) const { return json_->kind == kind; }
  const Json& json() const { return *json_; }

  double number(bool of_any_size = false) const {
    if (!is(Json::Kind::number)) wrong("a number is expected here");
    if (!of_any_size && std::abs(json_->number) > largest_number)
      wrong("numbers of a drawing are between -1e12 and 1e12");
    return json_->number;
  }
  double number(const char* key, double otherwise) const {
    return has(key) ? at(key).number() : otherwise;
  }
  int index(int below) const {  // a whole number from 0
    const double value = number();
    if (value >= 0 && value < below && value == std::floor(value)) return static_cast<int>(value);
    wrong("a whole number from 0 to " + std::to_string(below - 1) + " is expected here");
    return 0;
  }
  bool flag(const char* key, bool otherwise) const {
    if (!has(key)) return otherwise;
    const Node node = at(key);
    if (!node.is(Json::Kind::boolean)) node.wrong("true or false is expected here");
    return node.json_->boolean;
  }
  const std::string& text() const {
    if (!is(Json::Kind::string)) wrong("a text in quotes is expected here");
    return json_->string;
  }
  std::vector<Node> items() const {
    if (!is(Json::Kind::array)) wrong("a list [...] is expected here");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < json_->items.size(); ++i)
      nodes.emplace_back(json_->items[i], where_ + "[" + std::to_string(i) + "]", *reader_);
    return nodes;
  }
  std::vector<Node> items(const char* key) const {
    return has(key) ? at(key).items() : std::vector<Node>{};
  }
  Eigen::VectorXd numbers(Eigen::Index count, bool of_any_size = false) const {
    const std::vector<Node> all = items();
    Eigen::VectorXd values = Eigen::VectorXd::Zero(count);
    if (static_cast<Eigen::Index>(all.size()) != count)
      wrong(std::to_string(count) + " numbers are expected here");
    else
      for (Eigen::Index i = 0; i < count; ++i)
        values[i] = all[static_cast<std::size_t>(i)].number(of_any_size);
    return values;
  }
  Point place() const { return numbers(2); }

 private:
  const Json* json_;
  std::string where_;
  Reader* reader_;
};

// Finds things by the names of the file.
template <class Thing>
class ByName {
 public:
  explicit ByName(const char* what) : what_(what) {}
  void add(const std::string& name, Id<Thing> id) { ids_[name] = id; }
  Id<Thing> find(const Node& node) const {
    const auto found = ids_.find(node.text());
    if (found != ids_.end()) return found->second;
    Words names;
    for (const auto& [name, id] : ids_) names.push_back(name);
    std::sort(names.begin(), names.end());
    node.wrong("there is no " + std::string(what_) + " called " + json_string(node.text()),
               meant(node.text(), names));
    return {};
  }

 private:
  const char* what_;
  std::unordered_map<std::string, Id<Thing>> ids_;
};

class Loader {
 public:
  explicit Loader(Document fresh) : document_(std::move(fresh)), world_(document_.world) {
    document_.compiling = compile_budget();
  }

  Document load(const Node& file) {
    file.only({"limber", "view", "time", "notes", "variables", "types", "kinds", "curves",
               "connectors", "constraints", "links", "motors", "forces"});
    if (file.has("view")) read_view(file.at("view"));
    world_.time = file.number("time", 0);
    each(file, "notes", &Loader::read_note);
    each(file, "variables", &Loader::read_variable);
    if (!file.failed()) evaluate(file);
    each(file, "types", &Loader::read_type);
    each(file, "kinds", &Loader::read_kind);
    each(file, "curves", &Loader::read_curve);
    each(file, "connectors", &Loader::read_connector);
    each(file, "constraints", &Loader::read_constraint);
    each(file, "links", &Loader::read_link);
    each(file, "motors", &Loader::read_motor);
    each(file, "forces", &Loader::read_force);
    world_.sleep();
    return std::move(document_);
  }

 private:
  void each(const Node& file, const char* key, void (Loader::*read)(const Node&)) {
    for (const Node& node : file.items(key)) {
      if (node.failed()) return;
      (this->*read)(node);
    }
  }

  // Every name is used once in a drawing.
  const std::string& own_name(const Node& node) {
    const Node name = node.at("name");
    if (name.text().empty()) name.wrong("a name cannot be empty");
    if (!used_.insert(name.text()).second)
      name.wrong("the name " + json_string(name.text()) + " is used twice");
    return name.text();
  }

  void read_view(const Node& node) {
    node.only({"center", "scale"});
    document_.view.center = node.at("center").place();
    document_.view.scale = node.at("scale").number();
    if (!(document_.view.scale >= smallest_scale && document_.view.scale <= largest_scale))
      node.at("scale").wrong("the scale is out of range");
  }

  void read_note(const Node& node) {
    node.only({"text", "at", "size"});
    Note note;
    note.text = node.at("text").text();
    note.at = node.at("at").place();
    note.size = node.number("size", note.size);
    document_.notes.push_back(std::move(note));
  }

  void read_variable(const Node& node) {
    node.only({"name", "text", "note"});
    Variable variable;
    variable.name = node.at("name").text();
    variable.text = node.at("text").text();
    if (node.has("note")) variable.note = node.at("note").text();
    document_.variables.push_back(std::move(variable));
  }

  void evaluate(const Node& file) {
    const auto fault = evaluate_all(document_.variables);
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
      document_.follows[*number] = text.text();
      free_parameter(*number);
    }
  }

  // A parameter that follows a text is not locked, whatever a new curve of its type would be.
  void free_parameter(const Number& number) {
    const auto* input = std::get_if<InputOf>(&number);
    if (!input) return;
    if (const auto at = parameter_fixed_by(world_, *world_.find(input->constraint)))
      world_.set_locked(at->curve, at->index, false);
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
    const auto added = library.add(text, document_.tier, document_.compiling);
    if (!added)
      node.at("formula").wrong("line " + std::to_string(added.error().line) +
                               " of the formula: " + added.error().message);
    else if ((*added)->name != node.at("name").text())
      node.at("name").wrong("the formula calls it " + json_string((*added)->name));
  }
  void read_type(const Node& node) { read_definition(node, document_.library); }
  void read_kind(const Node& node) { read_definition(node, document_.kinds); }

  void read_curve(const Node& node) {
    node.only(
        {"name", "type", "q", "nodes", "locked", "sense", "colour", "width", "dashed", "filled"});
    Body body;
    body.curve.type = document_.library.find(node.at("type").text());
    if (!body.curve.type) {
      const std::vector<std::string>& names = document_.library.names();
      return node.at("type").wrong(
          "there is no curve type " + json_string(node.at("type").text()),
          meant(node.at("type").text(), Words(names.begin(), names.end())));
    }
    const CurveType& type = *body.curve.type;
    body.curve.q = read_q(node, type);
    if (node.failed()) return;
    const Eigen::Index n = body.curve.q.size();
    body.locked.assign(static_cast<std::size_t>(n), 0);
    for (Eigen::Index i = 0; i < n; ++i)
      body.locked[static_cast<std::size_t>(i)] = parameter(type, static_cast<int>(i)).whole;
    for (const Node& parameter : node.items("locked"))
      body.locked[static_cast<std::size_t>(read_parameter(parameter, type, n))] = 1;
    body.sense =
        node.has("sense") ? node.at("sense").numbers(n, true) : Eigen::VectorXd::Zero(n).eval();
    const Look look = read_look(node);
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const CurveId id = world_.add(body.curve);
    Body& restored = *StateAccess::bodies(world_).find(id);
    // Without a word about locks it has those of a new curve.
    if (node.has("locked")) restored.locked = std::move(body.locked);
    restored.sense = std::move(body.sense);
    curves_.add(name, id);
    document_.names.curves[id] = name;
    if (look != Look{}) document_.looks[id] = look;
  }

  Eigen::VectorXd read_q(const Node& node, const CurveType& type) {
    std::vector<double> q;
    for (const Parameter& parameter : type.parameters) q.push_back(parameter.value);
    if (node.has("q")) {
      const Node values = node.at("q");
      if (!values.is(Json::Kind::object)) values.wrong("an object {...} is expected here");
      for (const auto& [key, value] : values.json().members) {
        const int i = find_parameter(type, key);
        if (i < 0) {
          values.wrong("\"" + type.name + "\" has no parameter " + json_string(key),
                       meant(key, parameters_of(type)));
          break;
        }
        q[static_cast<std::size_t>(i)] = values.at(key.c_str()).number();
      }
    }
    if (type.is_family) {
      const std::vector<Node> nodes = node.at("nodes").items();
      if (static_cast<int>(nodes.size()) < type.family.minimum_nodes)
        node.at("nodes").wrong("at least " + std::to_string(type.family.minimum_nodes) +
                               " nodes are needed");
      for (const Node& one : nodes)
        for (const double value : one.numbers(static_cast<Eigen::Index>(type.family.node.size())))
          q.push_back(value);
    }
    return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  }

  static int find_parameter(const CurveType& type, std::string_view name) {
    for (std::size_t i = 0; i < type.parameters.size(); ++i)
      if (type.parameters[i].name == name) return static_cast<int>(i);
    return -1;
  }
  static Words parameters_of(const CurveType& type) {
    Words names;
    for (const Parameter& parameter : type.parameters) names.push_back(parameter.name);
    return names;
  }

  // By name; one of a node by its number in q.
  static int read_parameter(const Node& node, const CurveType& type, Eigen::Index size) {
    if (node.is(Json::Kind::number)) return node.index(static_cast<int>(size));
    const int i = find_parameter(type, node.text());
    if (i < 0)
      node.wrong("\"" + type.name + "\" has no parameter " + json_string(node.text()),
                 meant(node.text(), parameters_of(type)));
    return std::max(i, 0);
  }

  static Look read_look(const Node& node) {
    Look look;
    if (node.has("colour")) look.colour = node.at("colour").index(curve_colours);
    look.width = node.number("width", look.width);
    if (!(look.width > 0 && look.width <= 100))
      node.at("width").wrong("a width is above 0, at most 100");
    look.dashed = node.flag("dashed", false);
    look.filled = node.flag("filled", false);
    return look;
  }

  void read_connector(const Node& node) {
    Connector connector;
    if (node.has("paper")) {
      node.only({"name", "paper"});
      connector.what = OnPaper{node.at("paper").place()};
    } else {
      node.only({"name", "curve", "t", "slides", "sense", "measure", "where", "parameter"});
      connector.curve = curves_.find(node.at("curve"));
      if (node.failed()) return;
      const Curve& curve = *world_.find(connector.curve);
      if (node.has("measure"))
        connector.what = read_measure(node, *curve.type);
      else if (node.has("slides"))
        connector.what = SlidingAt{node.at("slides").number(), node.number("sense", 0)};
      else if (node.has("parameter"))
        connector.what =
            ParameterOf{read_parameter(node.at("parameter"), *curve.type, curve.q.size())};
      else
        connector.what = PointAt{node.at("t").number()};
    }
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const ConnectorId id = world_.add(std::move(connector));
    connectors_.add(name, id);
    document_.names.connectors[id] = name;
  }

  Measured read_measure(const Node& node, const CurveType& type) {
    Measured measured;
    measured.name = node.at("measure").text();
    if (!type.find(measured.name)) {
      Words names;
      for (const auto& measure : type.measures) names.push_back(measure.name);
      node.at("measure").wrong("\"" + type.name + "\" has no " + json_string(measured.name),
                               meant(measured.name, names));
    }
    if (node.has("where")) measured.at = connectors_.find(node.at("where"));
    measured.t = node.number("t", 0);
    return measured;
  }

  void read_constraint(const Node& node) {
    node.only({"name", "kind", "on", "compliance", "enabled", "acting", "follows"});
    Constraint constraint;
    constraint.kind = document_.kinds.find(node.at("kind").text());
    if (!constraint.kind) {
      Words names;
      for (const auto& known : document_.kinds.all()) names.push_back(known->name);
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
    constraint.compliance = node.number("compliance", 0);
    if (!(constraint.compliance >= 0)) node.at("compliance").wrong("a compliance is not negative");
    constraint.enabled = node.flag("enabled", true);
    // Earlier drawings may list the rows of a stop that touch. That follows from where things are.
    for (const Node& row : node.items("acting")) (void)row.index(constraint.kind->rows);
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const ConstraintId id = world_.add(std::move(constraint));
    constraints_.add(name, id);
    document_.names.constraints[id] = name;
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

  void read_link(const Node& node) {
    node.only({"name", "members", "reference", "place", "sense", "scales"});
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
    if (node.has("sense")) link.sense = node.at("sense").numbers(4, true);
    link.scales = node.flag("scales", false);
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const LinkId id = world_.weld(link.members, link.scales);
    *StateAccess::links(world_).find(id) = std::move(link);
    document_.names.links[id] = name;
  }

  static void read_reference(const Node& node, Link& link) {
    const std::vector<Node> rows = node.items();
    if (rows.size() != link.members.size())
      return node.wrong("one row for each member is expected here");
    for (std::size_t i = 0; i < rows.size(); ++i)
      link.reference[i] = rows[i].numbers(link.reference[i].size());
  }

  void read_motor(const Node& node) {
    node.only({"name", "drives", "input", "speed", "limit", "running", "follows"});
    Motor motor;
    motor.constraint = constraints_.find(node.at("drives"));
    if (node.failed()) return;
    motor.input = read_input(node, *world_.find(motor.constraint));
    motor.speed = node.at("speed").number();
    motor.limit = node.number("limit", motor.limit);
    motor.running = node.flag("running", true);
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const MotorId id = world_.add(motor);
    document_.names.motors[id] = name;
    read_follows(node, name, id);
    if (document_.follows.contains(InputOf{motor.constraint, motor.input, 0}))
      node.at("input").wrong("a motor turns this number, so it cannot follow a text");
  }

  // Which number of the constraint is turned; need not be said when only one was written down.
  static int read_input(const Node& node, const Constraint& constraint) {
    const ConstraintKind& kind = *constraint.kind;
    Words names;
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

  void read_force(const Node& node) {
    node.only({"name", "on", "value", "follows"});
    const Force force{connectors_.find(node.at("on")), node.at("value").place()};
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const ForceId id = world_.add(force);
    document_.names.forces[id] = name;
    read_follows(node, name, id);
  }

  Document document_;
  World& world_;
  Amounts names_;  // of the variables
  std::set<std::string> used_;
  std::set<CurveId> welded_;
  ByName<Body> curves_{"curve"};
  ByName<Connector> connectors_{"connector"};
  ByName<Constraint> constraints_{"constraint"};
};

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

Result<Document> from_json(std::string_view text, const Document& fresh) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{')
    return Error{"This is not a Limber drawing.",        1, 1, 1,
                 "a drawing begins with {\"limber\": 2", {}};
  const Result<Json> json = parse_json(text);
  if (!json) return json.error();
  std::optional<Error> error;
  Reader reader(text, error);
  const Node file(*json, "", reader);
  check_version(file);
  if (error) return *error;
  Document document = Loader(fresh).load(file);
  if (error) return *error;
  return document;
}

}  // namespace limber
