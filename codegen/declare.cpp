#include "codegen/declare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "codegen/limits.h"
#include "codegen/meaning.h"
#include "codegen/names.h"

namespace limber {
namespace {

// Names of one file, each with one meaning.
class Register {
 public:
  explicit Register(std::vector<Error>& errors) : errors_(errors) {}

  void claim(const std::string& name, const Spot& spot, bool callable_is_fine = false) {
    std::string problem;
    if (is_reserved(name))
      problem = " is a word of the language";
    else if (!callable_is_fine && find_function(name) && !may_be_hidden(name))
      problem = " is the name of a function";
    else if (find_constant(name) && name != "e")
      problem = " is a constant";
    else if (const auto meaning = reserved_.find(name); meaning != reserved_.end())
      problem = meaning->second;
    else if (!taken_.insert(name).second)
      problem = " is used twice as a name";
    if (!problem.empty())
      errors_.push_back(error_at(spot, quoted(name) + problem + ".", "choose another name"));
  }
  void reserve(const std::string& name) { taken_.insert(name); }
  void reserve(const std::string& name, const std::string& meaning) { reserved_[name] = meaning; }

 private:
  std::vector<Error>& errors_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> reserved_;  // name -> what it means already
};

class CurveDeclaration {
 public:
  CurveDeclaration(const Formula& formula, std::vector<Error>& errors)
      : formula_(formula), errors_(errors), evaluator_(graph_, formula, errors) {
    graph_.constant(0);
  }

  CurveFacts run() {
    facts_.name = formula_.name;
    facts_.title = formula_.title;
    names();
    for (std::size_t k = 0; k < formula_.parameters.size(); ++k) parameter(k);
    if (facts_.parameters.size() > limits::parameters)
      fault(formula_.spot, "A curve has at most " + std::to_string(limits::parameters) +
                               " numbers as parameters.");
    facts_.is_traced = formula_.implicit.has_value();
    facts_.is_family = !formula_.nodes.empty() || facts_.is_traced;
    facts_.closed = formula_.closed;
    if (facts_.is_traced)
      traced();
    else if (facts_.is_family)
      family();
    else
      variable();
    for (const Phrase& phrase : formula_.ranges) range(phrase);
    for (const auto& text : formula_.parameters)
      within_range(text, facts_.parameters[first_of_[text.name]]);
    corners();
    repetitions();
    position_is_given();
    return std::move(facts_);
  }

 private:
  void fault(const Spot& spot, std::string message, std::string suggestion = {}) {
    errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
  }

  void names() {
    Register names(errors_);
    for (const char* taken : {"x", "y", "at"}) names.reserve(taken, " is where the curve runs");
    if (!formula_.r.name.empty())
      names.reserve("r", " is given by the line r = ..., as the distance from the middle");
    if (!formula_.theta.name.empty())
      names.reserve("theta", " is given by the line theta = ..., as the angle");
    if (!is_graph()) names.claim(formula_.variable, formula_.range_spot);
    for (const auto& f : formula_.functions) names.claim(f.name, f.spot);
    for (const auto& p : formula_.parameters) names.claim(p.name, p.spot);
    for (const auto& n : formula_.nodes) names.claim(n.name, n.spot);
    for (const auto& l : formula_.lets) names.claim(l.name, l.spot);
    for (const auto& e : formula_.equations)
      if (e.name != "x" && e.name != "y") names.claim(e.name, e.spot);
    for (const char* taken : {"tangent", "normal"}) names.reserve(taken);
    for (const auto& m : formula_.measures) names.claim(m.name, m.spot, true);
    if (formula_.measures.size() > limits::measures)
      fault(formula_.spot,
            "A curve has at most " + std::to_string(limits::measures) + " named measures.");
  }

  // y = f(x) or at = c + (x, f(x)), x running: the variable is one of the numbers of the point.
  bool is_graph() const {
    const bool x = is_given(formula_.x, "x"), y = is_given(formula_.y, "y"), at = !formula_.at.name.empty();
    return (formula_.variable == "x" && !x && (y || at)) || (formula_.variable == "y" && !y && (x || at));
  }
  // By a line of its own or by a differential equation.
  bool is_given(const Named& position, const char* name) const {
    return !position.name.empty() || is_unknown(name);
  }
  bool is_unknown(const std::string& name) const {
    return std::ranges::find(formula_.equations, name, &EquationText::name) !=
           formula_.equations.end();
  }

  // A plain value, from literals and constants only; parameters are known, but not plain.
  std::optional<double> plain(const Phrase& phrase, const std::string& what) {
    Surroundings around;
    around.find = [&](const std::string& name) -> std::optional<Value> {
      const auto text = std::ranges::find(formula_.parameters, name, &ParameterText::name);
      if (text == formula_.parameters.end()) return {};
      const Node x = graph_.new_input();
      return is_pair_of_numbers(text->word) ? point_value(x, x, {}) : number_value(x);
    };
    return evaluator_.constant(phrase, around, what);
  }
  double constant(const Phrase& phrase, const std::string& what) {
    return plain(phrase, what).value_or(0);
  }

  void add_parameter(const ParameterText& text, const char* axis, double value, Role role) {
    Parameter p;
    p.name = text.name + (*axis ? "." : "") + axis;
    p.label = text.label.empty() ? p.name : text.label + (*axis ? " " : "") + axis;
    p.value = value;
    p.role = role;
    p.locked = text.locked;
    p.whole = text.whole;
    facts_.parameters.push_back(std::move(p));
  }

  void parameter(std::size_t k) {
    const ParameterText& text = formula_.parameters[k];
    first_of_[text.name] = facts_.parameters.size();
    if (is_pair_of_numbers(text.word)) {
      const bool place = text.word == Word::place;
      const Value at = evaluator_.point(text.value, {});
      const bool plain =
          at.kind == Value::point && graph_.is_constant(at.x) && graph_.is_constant(at.y);
      if (at.kind == Value::point && !plain)
        fault(text.value.spot, place ? "The default of a place must be plain numbers."
                                     : "The default of a vector must be plain numbers.");
      add_parameter(text, "x", plain ? graph_.value(at.x) : 0, place ? Role::x : Role::dx);
      add_parameter(text, "y", plain ? graph_.value(at.y) : 0, place ? Role::y : Role::dy);
      return;
    }
    const double value = constant(text.value, "The default of " + quoted(text.name));
    if (text.whole && value != std::floor(value))
      fault(text.value.spot, "The default of " + quoted(text.name) + " must be a whole number.");
    add_parameter(text, "", value, plain_role(k));
  }

  // x0, y0 of a `parameters` line are a place.
  Role plain_role(std::size_t k) const {
    const ParameterText& text = formula_.parameters[k];
    if (text.word == Word::length) return Role::length;
    if (text.word == Word::angle) return Role::angle;
    if (!text.plain) return Role::number;
    if (k + 1 < formula_.parameters.size() && is_pair(text, formula_.parameters[k + 1]))
      return Role::x;
    if (k > 0 && is_pair(formula_.parameters[k - 1], text)) return Role::y;
    return Role::number;
  }

  static bool is_pair(const ParameterText& a, const ParameterText& b) {
    return a.plain && b.plain && a.name.size() > 1 && a.name[0] == 'x' && b.name[0] == 'y' &&
           a.name.substr(1) == b.name.substr(1);
  }

  // r > 0, 0 <= e < 1: comparisons of one parameter with plain numbers, joined by `both`.
  void range(const Phrase& phrase) {
    if (!phrase) return;
    Surroundings around;
    around.find = [&](const std::string& name) -> std::optional<Value> {
      if (!find(name)) return {};
      return number_value(graph_.new_input());
    };
    for (const auto& p : formula_.parameters) around.names.push_back(p.name);
    for (const auto& n : formula_.nodes) around.names.push_back(n.name);
    if (evaluator_.evaluate(phrase, around).kind == Value::unknown) return;
    std::vector<int> open{phrase.root};
    while (!open.empty()) {
      const Term& term = formula_.terms[open.back()];
      open.pop_back();
      if (term.kind == Term::both)
        open.insert(open.end(), {term.args[1], term.args[0]});
      else
        limit(term);
    }
  }

  void limit(const Term& term) {
    const auto named = [&](int k) {
      return formula_.terms[term.args[k]].kind == Term::named &&
             find(formula_.terms[term.args[k]].name);
    };
    const auto plain = [&](int k) {
      const Value& v = evaluator_.value(term.args[k]);
      return v.kind == Value::number && graph_.is_constant(v.x);
    };
    const bool compares = term.kind == Term::compare && term.name != "==" && term.name != "!=";
    if (!compares || !((named(0) && plain(1)) || (plain(0) && named(1)))) {
      fault(term.spot, "A range compares one parameter with plain numbers.",
            "as in r > 0 or 0 <= e < 1");
      return;
    }
    const bool on_left = named(0);
    const std::string& name = formula_.terms[term.args[on_left ? 0 : 1]].name;
    const double value = graph_.value(evaluator_.value(term.args[on_left ? 1 : 0]).x);
    Parameter& p = *find(name);
    if (is_place(p.role) || is_vector(p.role)) {
      fault(term.spot, is_place(p.role) ? "A place has no range." : "A vector has no range.", "give a length or a number one");
      return;
    }
    const bool below = (term.name[0] == '>') == on_left;  // the value is a lower limit
    const bool strict = term.name.size() == 1;
    if (below)
      p.minimum = value, p.above_minimum = strict;
    else
      p.maximum = value, p.below_maximum = strict;
  }

  // The parameter of that name, shared or of a node; of a place, its x.
  Parameter* find(const std::string& name) {
    if (const auto found = first_of_.find(name); found != first_of_.end())
      return &facts_.parameters[found->second];
    for (Parameter& p : facts_.family.node)
      if (p.name == name || p.name == name + ".x") return &p;
    return nullptr;
  }

  void within_range(const ParameterText& text, const Parameter& p) {
    if (!text.value) return;
    const bool too_low = p.above_minimum ? !(p.value > p.minimum) : p.value < p.minimum;
    const bool too_high = p.below_maximum ? !(p.value < p.maximum) : p.value > p.maximum;
    if (p.minimum > p.maximum || (p.minimum == p.maximum && (p.above_minimum || p.below_maximum)))
      fault(text.spot, "No value of " + quoted(text.name) + " is within its range.");
    else if (too_low || too_high)
      fault(text.value.spot, "The default of " + quoted(text.name) + " is outside its own range.");
  }

  void variable() {
    if (!formula_.has_range) {
      fault(formula_.spot, "It is not said where t begins and ends.",
            "add a line: t from 0 to tau");
      return;
    }
    const auto begin = plain(formula_.from, "Where " + formula_.variable + " begins");
    std::optional<double> finish;
    const Term* end = formula_.to ? &formula_.terms[formula_.to.root] : nullptr;
    if (end && end->kind == Term::named && first_of_.contains(end->name)) {
      facts_.t_end_parameter = static_cast<int>(first_of_[end->name]);
      finish = facts_.parameters[facts_.t_end_parameter].value;
      // Said or not, it is fixed: a curve that is pulled keeps its number of repetitions.
      facts_.parameters[facts_.t_end_parameter].locked = true;
      if (facts_.parameters[facts_.t_end_parameter].role != Role::number)
        fault(end->spot, "Only a number can say how often a curve repeats.");
    } else {
      finish = plain(formula_.to, "Where " + formula_.variable + " ends");
    }
    facts_.t_begin = begin.value_or(0);
    facts_.t_end = finish.value_or(1);
    has_range_ = begin && finish;
    if (has_range_ && !(*begin < *finish))
      fault(formula_.range_spot, formula_.variable + " must end beyond where it begins.");
    if (formula_.has_pieces) fault(formula_.pieces_spot, "Only a curve with nodes has pieces.");
  }

  void corners() {
    if (facts_.is_traced) return;
    facts_.corner_at_joints = formula_.corners_at_joints;
    if (formula_.corners_at_joints && !facts_.is_family)
      fault(formula_.corners_spot, "Only a curve with nodes has joints.",
            "say where: corners at 0.5");
    if (formula_.corners.size() > limits::corners) {
      fault(formula_.corners_spot,
            "A curve has at most " + std::to_string(limits::corners) + " corners.");
      return;
    }
    const double end = facts_.t_end_parameter >= 0 ? facts_.t_begin + 1 : facts_.t_end;
    for (const Phrase& phrase : formula_.corners) {
      const auto t = plain(phrase, "A corner");
      if (!t) continue;
      if (!facts_.is_family && !has_range_) continue;
      if (*t < facts_.t_begin || *t > end)
        fault(phrase.spot, "This corner lies outside the range of " + formula_.variable + ".");
      facts_.corners.push_back(*t);
    }
    std::ranges::sort(facts_.corners);
  }

  // How often the curve may repeat itself: whoever walks along it meets every piece.
  void repetitions() {
    if (facts_.t_end_parameter < 0) return;
    Parameter& p = facts_.parameters[static_cast<std::size_t>(facts_.t_end_parameter)];
    const double most = facts_.t_begin + std::min<double>(limits::repetitions,
        std::floor(limits::repeated_pieces / (1.0 + static_cast<double>(facts_.corners.size()))));
    if (p.maximum > most) p.maximum = most, p.below_maximum = false;
    if (p.minimum < facts_.t_begin) p.minimum = facts_.t_begin, p.above_minimum = true;
    if (p.value > most)
      fault(formula_.range_spot, "A curve repeats at most " +
                                     std::to_string(static_cast<int>(most - facts_.t_begin)) +
                                     " times" + (facts_.corners.empty() ? "." : " with so many corners."));
  }

  // What a piece of it says, see CurveFacts: names no text can have.
  void traced() {
    Family& f = facts_.family;
    for (const char* vector : {"from", "to", "from'", "to'"})
      for (const char* axis : {".x", ".y"}) {
        Parameter p;
        p.name = p.label = vector + std::string(axis);
        p.role = axis[1] == 'x' ? Role::dx : Role::dy;
        p.locked = true;
        f.node.push_back(std::move(p));
      }
    f.default_nodes.assign(f.node.size(), 0);  // nothing, until it is traced
    f.window = f.minimum_nodes = 1;
    const auto no = [&](bool said, const Spot& spot, const char* what) {
      if (said) fault(spot, std::string("A curve given by an equation has no ") + what + ".");
    };
    no(!formula_.nodes.empty(), formula_.nodes.empty() ? formula_.spot : formula_.nodes.front().spot, "nodes");
    no(formula_.has_range, formula_.range_spot, "range of its own; within says where it is traced");
    no(formula_.has_pieces, formula_.pieces_spot, "pieces");
    no(formula_.closed && !formula_.has_range, formula_.spot, "word closed: it is where it closes");
    no(formula_.corners_at_joints || !formula_.corners.empty(), formula_.corners_spot, "corners");
    facts_.closed = false;
    if (facts_.parameters.size() + f.node.size() > limits::parameters)
      fault(formula_.spot, "A curve given by an equation has at most " +
                               std::to_string(limits::parameters - f.node.size()) + " parameters.");
  }

  void family() {
    Family& f = facts_.family;
    f.step = formula_.pieces_step;
    f.extra = formula_.has_pieces ? formula_.pieces_extra : formula_.closed ? 0 : -1;
    f.wraps = formula_.closed;
    facts_.t_begin = 0;
    facts_.t_end = 1;
    if (formula_.has_range && (constant(formula_.from, "Where t begins") != 0 ||
                               constant(formula_.to, "Where t ends") != 1))
      fault(formula_.range_spot,
            "In a curve with nodes " + formula_.variable + " runs from 0 to 1 in each piece.");
    window(f);
    const std::size_t count = formula_.nodes.front().values.size();
    for (const NodesText& text : formula_.nodes) node_parameters(text, count);
    if (count > limits::nodes) {
      fault(formula_.nodes.front().spot,
            "There are more than " + std::to_string(limits::nodes) + " nodes.");
      return;
    }
    for (std::size_t k = 0; k < count; ++k)
      for (const NodesText& text : formula_.nodes)
        if (k < text.values.size()) default_node(text, text.values[k]);
    f.minimum_nodes = std::max(formula_.at_least, 1);
    while (f.spans(f.minimum_nodes) < 1) ++f.minimum_nodes;
    if (formula_.at_least == 0) f.minimum_nodes = std::max(2, f.minimum_nodes);
    if (count > 0 && static_cast<int>(count) < f.minimum_nodes)  // none: they could not be read
      fault(formula_.nodes.front().spot, "Here are " + std::to_string(count) +
                                             " nodes, and at least " +
                                             std::to_string(f.minimum_nodes) + " are needed.");
    const std::size_t seen = facts_.parameters.size() + f.window * f.node.size();
    if (seen > limits::parameters)
      fault(formula_.spot,
            "One piece depends on more than " + std::to_string(limits::parameters) + " numbers.");
  }

  // The nodes one piece sees: from the lowest to the highest that is written.
  void window(Family& f) {
    double low = 0, high = 0;
    bool any = false;
    for (const Term& term : formula_.terms) {
      if (term.kind != Term::node) continue;
      if (std::abs(term.value) > limits::window) {
        fault(term.spot, "A piece sees at most " + std::to_string(limits::window) + " nodes.");
        continue;
      }
      low = any ? std::min(low, term.value) : term.value;
      high = any ? std::max(high, term.value) : term.value;
      any = true;
    }
    if (!any && errors_.empty())
      fault(formula_.nodes.front().spot, "No node is used.",
            "the nodes of a piece are p[0], p[1], ...");
    f.offset = static_cast<int>(low);
    f.window = static_cast<int>(high - low) + 1;
    if (f.window > limits::window)
      fault(formula_.nodes.front().spot,
            "A piece sees at most " + std::to_string(limits::window) + " nodes.");
  }

  void node_parameters(const NodesText& text, std::size_t count) {
    const bool place = text.word == Word::place || text.word == Word::point;
    const bool vector = text.word == Word::vector;
    const Role role = text.word == Word::length  ? Role::length
                      : text.word == Word::angle ? Role::angle
                                                 : Role::number;
    std::vector<Parameter>& node = facts_.family.node;
    const auto add = [&](std::string name, Role r) {
      Parameter p;
      p.name = name;
      p.label = text.label.empty() ? name : text.label;
      p.role = r;
      p.locked = text.locked;
      node.push_back(std::move(p));
    };
    if (place || vector)
      add(text.name + ".x", place ? Role::x : Role::dx), add(text.name + ".y", place ? Role::y : Role::dy);
    else
      add(text.name, role);
    if (text.word == Word::direction)
      fault(text.spot, "A node is a place, a vector, a length, an angle or a number.");
    if (text.values.size() != count)
      fault(text.spot, "Each kind of node needs as many defaults as the first, " +
                           std::to_string(count) + ".");
  }

  void default_node(const NodesText& text, const Phrase& phrase) {
    if (is_pair_of_numbers(text.word) || text.word == Word::point) {
      const Value at = evaluator_.point(phrase, {});
      const bool plain =
          at.kind == Value::point && graph_.is_constant(at.x) && graph_.is_constant(at.y);
      facts_.family.default_nodes.push_back(plain ? graph_.value(at.x) : 0);
      facts_.family.default_nodes.push_back(plain ? graph_.value(at.y) : 0);
    } else {
      facts_.family.default_nodes.push_back(constant(phrase, "The default of a node"));
    }
  }

  void position_is_given() {
    const auto given = [](const Named& n) { return !n.name.empty(); };
    const Formula& f = formula_;
    const int lines = (given(f.x) || given(f.y)) + given(f.at) + given(f.r) + f.implicit.has_value();
    if (f.within && !f.implicit)
      fault(f.within_spot, "Only a curve given by an equation is traced within something.");
    const int ways = lines == 0 && (is_unknown("x") || is_unknown("y")) ? 1 : lines;
    const bool x = is_given(f.x, "x"), y = is_given(f.y, "y");
    for (const auto& [position, name] : {std::pair(&f.x, "x"), {&f.y, "y"}})
      if (given(*position) && is_unknown(name))
        fault(position->spot, std::string(name) + " is given in two ways.",
              "leave out this line, or the one with the prime");
    if (ways == 0)
      fault(f.spot, "It is not said where the curve runs.",
            "add lines x = ... and y = ..., or at = ( , )");
    else if (ways > 1)
      fault(f.implicit ? f.implicit->spot : (given(f.at) ? f.at : f.r).spot, "The curve is given in two ways.",
            "use x and y, or at, or r");
    else if (given(f.theta) && !given(f.r))
      fault(f.theta.spot, "theta is given, but r is missing.", "add a line, as in r = t");
    else if (is_graph())
      return;
    else if (given(f.at) || given(f.r) || f.implicit)
      return;
    else if (x && !y)
      fault(given(f.x) ? f.x.spot : f.spot, "x is given, but y is missing.", "add a line, as in y = t");
    else if (y && !x)
      fault(given(f.y) ? f.y.spot : f.spot, "y is given, but x is missing.", "add a line, as in x = t");
  }

  const Formula& formula_;
  std::vector<Error>& errors_;
  Graph graph_;
  Evaluator evaluator_;
  CurveFacts facts_;
  bool has_range_ = false;                       // t_begin and t_end could be read
  std::map<std::string, std::size_t> first_of_;  // name -> its (first) number among the parameters
};

}  // namespace

CurveFacts declare_curve(const Formula& formula, std::vector<Error>& errors) {
  return CurveDeclaration(formula, errors).run();
}

ConstraintFacts declare_constraint(const Formula& formula, std::vector<Error>& errors) {
  ConstraintFacts facts;
  facts.name = formula.name;
  facts.title = formula.title;
  facts.preference = formula.kind == Formula::preference;
  Register names(errors);
  names.reserve("time");
  Graph graph;
  graph.constant(0);
  Evaluator evaluator(graph, formula, errors);
  for (const InputText& text : formula.inputs) {
    names.claim(text.name, text.spot);
    Input input;
    input.name = text.name;
    input.shape = text.word == Word::point       ? Shape::point
                  : text.word == Word::direction ? Shape::direction
                                                 : Shape::number;
    input.role = text.word == Word::length  ? Role::length
                 : text.word == Word::angle ? Role::angle
                                            : Role::number;
    if (text.value && input.shape != Shape::number)
      errors.push_back(error_at(text.value.spot,
                                "Only numbers have defaults; points and directions are picked."));
    else if (text.value)
      input.value = evaluator.constant(text.value, {}, "A default").value_or(0);
    facts.inputs.push_back(std::move(input));
  }
  for (const Named& let : formula.lets) names.claim(let.name, let.spot);
  for (const FunctionText& function : formula.functions) names.claim(function.name, function.spot);
  if (facts.input_size() > limits::inputs)
    errors.push_back(error_at(
        formula.spot, "A constraint sees at most " + std::to_string(limits::inputs) + " numbers."));
  return facts;
}

}  // namespace limber
