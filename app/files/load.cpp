#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <unordered_map>

#include "app/document/nearest_word.h"
#include "app/document/readout.h"
#include "app/document/variables.h"
#include "app/edits/base64.h"
#include "app/files/document_file.h"
#include "app/files/json.h"

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

// What a filled curve of version 1 or 2 was painted with: its own colour, so faint.
constexpr double old_fill_opacity = 0.14;

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
  void only(const Words& known) const {
    if (json_->kind != Json::Kind::object) return wrong("an object {...} is expected here");
    for (const auto& [key, value] : json_->members)
      if (std::find(known.begin(), known.end(), key) == known.end())
        return reader_->wrong(value, where_, "\"" + key + "\" is not known here",
                              meant(key, known));
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
    if (file.has("page")) read_page(file.at("page"));
    world_.time = file.number("time", 0);
    each(file, "variables", &Loader::read_variable);
    if (!file.failed()) evaluate(file);
    each(file, "styles", &Loader::read_named_style);
    each(file, "layers", &Loader::read_layer);
    each(file, "groups", &Loader::read_group);
    each(file, "types", &Loader::read_type);
    each(file, "kinds", &Loader::read_kind);
    each(file, "curves", &Loader::read_curve);
    each(file, "connectors", &Loader::read_connector);
    each(file, "constraints", &Loader::read_constraint);
    each(file, "links", &Loader::read_link);
    each(file, "motors", &Loader::read_motor);
    each(file, "forces", &Loader::read_force);
    each(file, version_ < 3 ? "notes" : "texts", &Loader::read_text);
    each(file, "pictures", &Loader::read_picture);
    each(file, "dimensions", &Loader::read_dimension);
    each(file, "traces", &Loader::read_trace);
    each(file, "plots", &Loader::read_plot);
    each(file, "guides", &Loader::read_guide);
    if (!file.failed()) read_order(file);
    world_.sleep();
    return change_.document();
  }
  const View& view() const { return view_; }

 private:
  void only_known(const Node& file) const {
    if (version_ < 3)
      file.only({"limber", "view", "time", "notes", "variables", "types", "kinds", "curves",
                 "connectors", "constraints", "links", "motors", "forces"});
    else
      file.only({"limber",     "view",   "page",     "time",       "variables", "styles",
                 "types",      "kinds",  "layers",   "groups",     "curves",    "connectors",
                 "constraints", "links", "motors",   "forces",     "texts",     "pictures",
                 "dimensions", "traces", "plots",    "guides",     "order"});
  }

  // ---- what every thing has beside its name

  // The members a thing of a kind may have, and those every thing may have since version 3.
  void only(const Node& node, std::initializer_list<std::string_view> known) const {
    Words all(known);
    if (version_ >= 3)
      all.insert(all.end(), {"layer", "group", "hidden", "protected", "style_name", "style"});
    node.only(all);
  }

  void read_attributes(const Node& node, ThingId id) {
    Attributes& its = change_.attributes(id);
    if (node.has("layer")) its.layer = thing_at<Layer>(node.at("layer"));
    if (node.has("group")) its.group = thing_at<Group>(node.at("group"));
    its.hidden = node.flag("hidden", false);
    its.locked = node.flag("protected", false);
    if (node.has("style")) {
      const Style style = read_style(node.at("style"));
      if (style != Style{}) its.style = std::make_shared<const Style>(style);
    }
    if (!node.has("style_name")) return;
    its.style_name = node.at("style_name").text();
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
  void read_named_style(const Node& node) {
    node.only({"name", "style"});
    NamedStyle style{node.at("name").text(), read_style(node.at("style"))};
    for (const NamedStyle& other : *document_.styles)
      if (other.name == style.name) node.at("name").wrong("there are two styles of this name");
    change_.styles().push_back(std::move(style));
  }

  void read_layer(const Node& node) {
    only(node, {"name"});
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(Layer{}, name));
  }
  void read_group(const Node& node) {
    only(node, {"name"});
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(Group{}, name));
  }

  void read_page(const Node& node) {
    node.only({"width", "height", "unit"});
    Page& page = change_.page();
    page.width = node.number("width", 0);
    page.height = node.number("height", 0);
    if (node.has("unit")) page.unit = node.at("unit").text();
    if (!(page.width >= 0 && page.height >= 0)) node.wrong("a page is not negative");
    if (page.unit != "mm" && page.unit != "cm" && page.unit != "in")
      node.at("unit").wrong("a unit is one of mm, cm, in");
  }

  void read_picture(const Node& node) {
    only(node, {"name", "file", "data", "at", "size", "opacity"});
    Picture picture;
    if (node.has("file")) picture.file = node.at("file").text();
    if (node.has("data")) {
      std::optional<std::string> bytes = from_base64(node.at("data").text());
      if (!bytes) return node.at("data").wrong("this is not base64");
      picture.bytes = std::make_shared<const std::string>(*std::move(bytes));
    }
    picture.at = node.at("at").place();
    picture.size = node.at("size").place();
    picture.opacity = node.number("opacity", 1);
    if (!(picture.size.minCoeff() > 0)) node.at("size").wrong("a picture has a width and a height");
    if (!(picture.opacity >= 0 && picture.opacity <= 1))
      node.at("opacity").wrong("an opacity is from 0 to 1");
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(std::move(picture), name));
  }
  void read_dimension(const Node& node) {
    only(node, {"name", "of", "at"});
    const DimensionMark dimension{constraints_.find(node.at("of")), node.at("at").place()};
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(dimension, name));
  }
  void read_trace(const Node& node) {
    only(node, {"name", "of", "seconds"});
    const Trace trace{connectors_.find(node.at("of")), node.number("seconds", 0)};
    if (!(trace.seconds >= 0)) node.at("seconds").wrong("a time is not negative");
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(trace, name));
  }
  void read_plot(const Node& node) {
    only(node, {"name", "quantities", "over"});
    Plot plot;
    for (const Node& quantity : node.at("quantities").items()) {
      plot.quantities.push_back(quantity.text());
      check_quantity(quantity);
    }
    if (node.has("over")) {
      plot.over = node.at("over").text();
      check_quantity(node.at("over"));
    }
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(std::move(plot), name));
  }
  void check_quantity(const Node& node) const {
    if (node.failed()) return;
    if (const Result<Readout> readout = find_readout(document_, node.text()); !readout)
      node.wrong(readout.error());
  }
  void read_guide(const Node& node) {
    only(node, {"name", "at", "angle"});
    const Guide guide{node.at("at").place(), node.number("angle", 0)};
    const std::string& name = own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(guide, name));
  }

  // What is drawn, from the bottom to the top; without a word, in the usual order.
  void read_order(const Node& file) {
    std::set<ThingId> placed;
    for (const Node& node : file.items("order")) {
      const ThingId id = document_.find(node.text());
      if (!id || !has_rank(id.kind) || id.kind == ThingKind::layer || !placed.insert(id).second)
        return node.wrong("the order names each curve, text and picture once");
      change_.raise(id);
    }
    if (file.has("order")) return;
    for (const ThingKind kind : usual_order)
      each_thing(document_, kind, [&](ThingId id) { order_.push_back(id); });
    for (const ThingId id : order_) change_.raise(id);
  }

  template <class Thing>
  Id<Thing> thing_at(const Node& node) const {
    const Id<Thing> id = document_.find(node.text()).template as<Thing>();
    if (!id)
      node.wrong("there is no " + std::string(name_of(KindOf<Thing>::value)) + " called " +
                 json_string(node.text()));
    return id;
  }

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

  // Before version 3 texts had no names.
  void read_text(const Node& node) {
    if (version_ < 3)
      node.only({"text", "at", "size"});
    else
      only(node, {"name", "text", "at", "size"});
    Text text;
    text.text = node.at("text").text();
    text.at = node.at("at").place();
    text.size = node.number("size", text.size);
    const std::string name = version_ < 3 ? "" : own_name(node);
    if (!node.failed()) read_attributes(node, change_.add(std::move(text), name));
  }

  void read_variable(const Node& node) {
    node.only({"name", "text", "note"});
    Variable variable;
    variable.name = node.at("name").text();
    variable.text = node.at("text").text();
    if (node.has("note")) variable.note = node.at("note").text();
    change_.variables().push_back(std::move(variable));
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
    const auto added = library.add(text, document_.compiling->tier, document_.compiling->budget);
    if (!added)
      node.at("formula").wrong("line " + std::to_string(added.error().line) +
                               " of the formula: " + added.error().message);
    else if ((*added)->name != node.at("name").text())
      node.at("name").wrong("the formula calls it " + json_string((*added)->name));
  }
  void read_type(const Node& node) { read_definition(node, change_.library()); }
  void read_kind(const Node& node) { read_definition(node, change_.kinds()); }

  void read_curve(const Node& node) {
    if (version_ < 3)
      node.only(
          {"name", "type", "q", "nodes", "locked", "sense", "colour", "width", "dashed", "filled"});
    else
      only(node, {"name", "type", "q", "nodes", "locked", "sense"});
    Body body;
    body.curve.type = document_.library->find(node.at("type").text());
    if (!body.curve.type) {
      const std::vector<std::string> names = document_.library->names();
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
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const CurveId id = change_.add(body.curve, name);
    Body& restored = *StateAccess::bodies(world_).find(id);
    // Without a word about locks it has those of a new curve.
    if (node.has("locked")) restored.locked = std::move(body.locked);
    restored.sense = std::move(body.sense);
    curves_.add(name, id);
    read_attributes(node, id);
    if (version_ < 3) read_look(node, id);
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

  // Before version 3: a colour of the palette, a width, a dash, a fill in the same colour, paler.
  void read_look(const Node& node, CurveId id) {
    Style style;
    Colour colour;
    if (node.has("colour")) colour.swatch = node.at("colour").index(swatch_count);
    style.stroke = plain(colour);
    style.width = node.number("width", style.width);
    if (!(style.width > 0 && style.width <= 100))
      node.at("width").wrong("a width is above 0, at most 100");
    if (node.flag("dashed", false)) style.dash = {3, 2.5};
    if (node.flag("filled", false)) {
      colour.opacity = old_fill_opacity;
      style.fill = plain(colour);
    }
    if (style != Style{}) change_.attributes(id).style = std::make_shared<const Style>(style);
  }

  void read_connector(const Node& node) {
    Connector connector;
    if (node.has("paper")) {
      only(node, {"name", "paper"});
      connector.what = OnPaper{node.at("paper").place()};
    } else {
      only(node, {"name", "curve", "t", "slides", "sense", "measure", "where", "parameter"});
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
    const ConnectorId id = change_.add(std::move(connector), name);
    connectors_.add(name, id);
    read_attributes(node, id);
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
    only(node, {"name", "kind", "on", "compliance", "enabled", "acting", "follows"});
    Constraint constraint;
    constraint.kind = document_.kinds->find(node.at("kind").text());
    if (!constraint.kind) {
      Words names;
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
    constraint.compliance = node.number("compliance", 0);
    if (!(constraint.compliance >= 0)) node.at("compliance").wrong("a compliance is not negative");
    constraint.enabled = node.flag("enabled", true);
    // Earlier drawings may list the rows of a stop that touch. That follows from where things are.
    for (const Node& row : node.items("acting")) (void)row.index(constraint.kind->rows);
    const std::string& name = own_name(node);
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

  void read_link(const Node& node) {
    only(node, {"name", "members", "reference", "place", "sense", "scales"});
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
    const LinkId id = change_.weld(link.members, link.scales, name);
    *StateAccess::links(world_).find(id) = std::move(link);
    read_attributes(node, id);
  }

  static void read_reference(const Node& node, Link& link) {
    const std::vector<Node> rows = node.items();
    if (rows.size() != link.members.size())
      return node.wrong("one row for each member is expected here");
    for (std::size_t i = 0; i < rows.size(); ++i)
      link.reference[i] = rows[i].numbers(link.reference[i].size());
  }

  void read_motor(const Node& node) {
    only(node, {"name", "drives", "input", "speed", "limit", "running", "follows"});
    Motor motor;
    motor.constraint = constraints_.find(node.at("drives"));
    if (node.failed()) return;
    motor.input = read_input(node, *world_.find(motor.constraint));
    motor.speed = node.at("speed").number();
    motor.limit = node.number("limit", motor.limit);
    motor.running = node.flag("running", true);
    const std::string& name = own_name(node);
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
    only(node, {"name", "on", "value", "follows"});
    const Force force{connectors_.find(node.at("on")), node.at("value").place()};
    const std::string& name = own_name(node);
    if (node.failed()) return;
    const ForceId id = change_.add(force, name);
    read_attributes(node, id);
    read_follows(node, name, id);
  }

  Change change_;
  const Document& document_;
  World& world_;
  View view_;
  double version_ = document_version;
  std::vector<ThingId> order_;
  Amounts names_;  // of the variables
  std::set<CurveId> welded_;
  ByName<Body> curves_{"curve"};
  ByName<Connector> connectors_{"connector"};
  ByName<Constraint> constraints_{"constraint"};
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
  std::optional<Error> error;
  Reader reader(text, error);
  const Node file(*json, "", reader);
  check_version(file);
  if (error) return *error;
  Loader loader(fresh);
  Document document = loader.load(file);
  if (error) return *error;
  if (view) *view = loader.view();
  return document;
}

}  // namespace limber
