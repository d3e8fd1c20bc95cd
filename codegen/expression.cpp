#include "codegen/expression.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "codegen/declare.h"
#include "codegen/flow_meaning.h"
#include "codegen/implicit_meaning.h"
#include "codegen/lets.h"
#include "codegen/limits.h"
#include "codegen/meaning.h"
#include "codegen/parse.h"

namespace limber {
namespace {

class CurveMeaning {
 public:
  CurveMeaning(const Formula& formula, CurveFacts facts, Sums sums, std::vector<Error>& errors)
      : formula_(formula), errors_(errors), evaluator_(out_.graph, formula, errors) {
    out_.graph = Graph(sums);
    out_.facts = std::move(facts);
    out_.spot = formula.spot;
  }

  CurveExpressions run() {
    inputs();
    surroundings();
    work_through();
    bounds_only_bound();
    every_curve_has();
    unknowns_.solve();
    gesture();
    return std::move(out_);
  }

 private:
  void fault(const Spot& spot, std::string message, std::string suggestion = {}) {
    errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
  }

  // One input node for each number in q and for t; what the parameters' names mean.
  void inputs() {
    Graph& g = out_.graph;
    g.constant(0);
    for (const Parameter& p : out_.facts.parameters) add_input(p.name, p.role);
    if (out_.facts.is_family)
      for (int k = 0; k < out_.facts.family.window; ++k)
        for (const Parameter& p : out_.facts.family.node)
          add_input(p.name + "[" + std::to_string(out_.facts.family.offset + k) + "]", p.role);
    out_.t = g.new_input();
    begin_ = g.new_input();
    end_ = g.new_input();
    values_[formula_.variable] = number_value(out_.t, {0, false, false});
    unknowns_.declare();
    for (const ParameterText& text : formula_.parameters)
      if (is_pair_of_numbers(text.word) && values_.contains(text.name + ".x"))
        values_[text.name] = pair(text.name, "");
  }

  void add_input(const std::string& name, Role role) {
    out_.q.push_back(out_.graph.new_input());
    values_[name] = number_value(out_.q.back(), dimension_of(role));
  }

  Value pair(const std::string& name, const std::string& index) {
    const Value& x = values_[name + ".x" + index];
    return point_value(x.x, values_[name + ".y" + index].x, x.dimension);
  }

  void surroundings() {
    around_.variable = formula_.variable;
    around_.find = [this](const std::string& name) -> std::optional<Value> {
      const auto found = values_.find(name);
      if (found == values_.end()) return {};
      return found->second;
    };
    if (out_.facts.is_family)
      around_.node = [this](const std::string& name, int k) { return node(name, k); };
    around_.prime = [this](const Value& value) { return prime(value); };
    around_.integral = [this](const Term& call, const std::vector<Value>& terms) {
      return integral(call, terms);
    };
    around_.integral_over = [this](const Term& series, const Value& from, const Value& to,
                                   const std::function<Value(const Value&)>& integrand) {
      return integral_over(series, from, to, integrand);
    };
    for (std::size_t k = 0; k < out_.facts.parameters.size(); ++k)
      if (const Parameter& p = out_.facts.parameters[k]; p.whole)
        around_.whole.push_back({out_.q[k], {std::ceil(p.minimum), std::floor(p.maximum)}});
    around_.names = {formula_.variable};
    for (const auto& p : formula_.parameters) around_.names.push_back(p.name);
    for (const auto& l : formula_.lets) around_.names.push_back(l.name);
    for (const auto& n : formula_.nodes) around_.names.push_back(n.name);
    for (const auto& m : formula_.measures) around_.names.push_back(m.name);
    for (const char* name : {"x", "y", "at"}) around_.names.push_back(name);
  }

  std::optional<Value> node(const std::string& name, int k) {
    const std::string index = "[" + std::to_string(k) + "]";
    if (const auto found = values_.find(name + index); found != values_.end()) return found->second;
    if (values_.contains(name + ".x" + index)) return pair(name, index);
    return {};
  }

  // d/dt: inputs that stand for it until it is worked out, the same for the same.
  Value prime(const Value& value) {
    if (const std::optional<Value> slope = unknowns_.prime_of(value)) return *slope;
    PrimeExpression prime;
    prime.of = {value.x};
    if (value.kind == Value::point) prime.of.push_back(value.y);
    auto known = std::ranges::find(out_.primes, prime.of, &PrimeExpression::of);
    if (known == out_.primes.end()) {
      for (std::size_t k = 0; k < prime.of.size(); ++k)
        prime.inputs.push_back(out_.graph.new_input());
      known = out_.primes.insert(out_.primes.end(), std::move(prime));
    }
    Value result = value;
    result.dimension.plain = false;
    result.x = known->inputs.front();
    if (value.kind == Value::point) result.y = known->inputs.back();
    return result;
  }

  // integral(f), integral(f, begin, t): an input of its own, shared by equal integrals.
  Value integral(const Term& call, const std::vector<Value>& terms) {
    const Value& f = terms[call.args[0]];
    if (f.kind != Value::number) {
      fault(call.spot, "Only a number can be integrated.",
            f.kind == Value::point ? "integrate its .x and .y" : "");
      return {};
    }
    if (call.args.size() == 2) {
      fault(call.spot, "An integral has two ends or none.", "write integral(f, begin, t)");
      return {};
    }
    IntegralExpression i;
    i.integrand = f.x;
    if (call.args.size() == 3 && (!bound(call, 1, terms, i.from) || !bound(call, 2, terms, i.to)))
      return {};
    if (needs_integral({f.x})) {
      fault(call.spot, "An integral inside an integral cannot be worked out.");
      return {};
    }
    return integral_of(f, i.from, i.to);
  }

  // integral(f, s = a..b): a node like any other, of a number or of a point.
  Value integral_over(const Term& series, const Value& from, const Value& to,
                      const std::function<Value(const Value& index)>& integrand) {
    Graph& g = out_.graph;
    const Node s = g.new_input();
    Value f = integrand(number_value(s));
    if (f.kind == Value::condition) fault(series.spot, "A condition cannot be integrated.");
    if ((f.kind != Value::number && f.kind != Value::point) || g.full()) return {};
    std::vector<Node> roots = {f.x};
    if (f.kind == Value::point) roots.push_back(f.y);
    if (has_integral_over(roots, s)) {
      fault(series.spot, "An integral inside an integral cannot be worked out.");
      return {};
    }
    f.dimension.plain = false;
    f.x = g.integral(from.x, to.x, f.x, s);
    if (f.kind == Value::point) f.y = g.integral(from.x, to.x, f.y, s);
    return f;
  }

  // Whether the roots need an integral that depends on s, or a prime or an integral along the curve,
  // which stand for something not worked out yet.
  bool has_integral_over(const std::vector<Node>& roots, Node s) const {
    const std::vector<bool> reached = out_.graph.reachable(roots);
    const std::vector<bool> depends = out_.graph.depending_on(s);
    for (std::size_t n = 0; n < reached.size(); ++n)
      if (reached[n] && depends[n] && out_.graph[static_cast<Node>(n)].op == Op::integral) return true;
    return false;
  }

  Value integral_of(const Value& f, Bound from, Bound to) {
    const auto same = [&](const IntegralExpression& other) {
      return other.from == from && other.to == to && other.integrand == f.x;
    };
    Dimension dimension = f.dimension;
    dimension.plain = false;
    const auto known = std::ranges::find_if(out_.integrals, same);
    if (known != out_.integrals.end()) return number_value(known->input, dimension);
    out_.integrals.push_back({from, to, f.x, out_.graph.new_input()});
    return number_value(out_.integrals.back().input, dimension);
  }

  bool bound(const Term& call, int k, const std::vector<Value>& terms, Bound& out) {
    const Term& term = formula_.terms[call.args[k]];
    const Value& value = terms[call.args[k]];
    const Graph& g = out_.graph;
    const bool number = value.kind == Value::number;
    const bool fixed_end = out_.facts.t_end_parameter < 0 && !out_.facts.is_family;
    if (term.kind == Term::named && term.name == "begin")
      out = Bound::begin;
    else if (term.kind == Term::named && term.name == "end")
      out = Bound::end;
    else if (number && value.x == out_.t)
      out = Bound::t;
    else if (number && g.is_constant(value.x, out_.facts.t_begin))
      out = Bound::begin;
    else if (number && fixed_end && g.is_constant(value.x, out_.facts.t_end))
      out = Bound::end;
    else {
      fault(term.spot, "An integral runs between begin, end and " + formula_.variable + ".",
            "write integral(f, begin, " + formula_.variable + ")");
      return false;
    }
    return true;
  }

  // Also where a prime stands behind one.
  bool needs_integral(std::vector<Node> roots) const {
    std::vector<bool> reached = out_.graph.reachable(roots);
    for (std::size_t k = out_.primes.size(); k-- > 0;) {
      const PrimeExpression& prime = out_.primes[k];
      if (!std::ranges::any_of(prime.inputs, [&](Node n) { return reached[n]; })) continue;
      roots.insert(roots.end(), prime.of.begin(), prime.of.end());
      reached = out_.graph.reachable(roots);
    }
    return std::ranges::any_of(out_.integrals, [&](const auto& i) { return reached[i.input]; });
  }

  // Lets, the point and the measures, each after what it needs.
  void work_through() {
    const std::vector<Item> items = list_items();
    for (const char* name : {"x", "y", "at"})  // until it is known
      if (name != formula_.variable && !unknowns_.has(name)) values_[name] = {};
    const bool lines = !formula_.at.name.empty() || !formula_.r.name.empty() ||
                       !formula_.x.name.empty() || !formula_.y.name.empty();
    if (!lines && values_["x"].kind == Value::number && values_["y"].kind == Value::number)
      place(point_value(values_["x"].x, values_["y"].x, dimension_of(Role::length)));
    const Order order = order_of(formula_, items, errors_);
    const int lets = static_cast<int>(formula_.lets.size());
    const int measures = lets + positions_;
    const int functions = measures + static_cast<int>(formula_.measures.size());
    for (const int k : order.circular) {
      for (const auto& name : items[k].names) values_[name] = {};
      if (k >= functions) evaluator_.forget_function(items[k].names.front());
    }
    std::vector<MeasureExpression> found(formula_.measures.size());
    for (const int k : order.items) {
      if (k < lets)
        let(formula_.lets[k]);
      else if (k < measures)
        position(items[k]);
      else if (k < functions)
        measure(formula_.measures[k - measures], found[k - measures]);
    }
    for (auto& m : found)
      if (!m.value.empty()) out_.measures.push_back(std::move(m));
  }

  // begin and end mean nothing but the ends of an integral.
  void bounds_only_bound() {
    std::vector<Node> roots = out_.x;
    for (const auto& i : out_.integrals) roots.push_back(i.integrand);
    for (const auto& m : out_.measures) roots.insert(roots.end(), m.value.begin(), m.value.end());
    const std::vector<bool> reached = out_.graph.reachable(roots);
    if (!reached[begin_] && !reached[end_]) return;
    const char* name = reached[begin_] ? "begin" : "end";
    const auto said = std::ranges::find_if(formula_.terms, [&](const Term& term) {
      return term.kind == Term::named && term.name == name;
    });
    fault(said->spot, std::string(name) + " can only be an end of an integral.");
  }

  std::vector<Item> list_items() {
    std::vector<Item> items;
    for (const Named& l : formula_.lets) items.push_back({{l.name}, {l.value}, l.spot});
    const std::size_t before = items.size();
    const Formula& f = formula_;
    if (!f.at.name.empty())
      items.push_back({{"at", "x", "y"}, {f.at.value}, f.at.spot});
    else if (!f.r.name.empty())
      items.push_back({{"r", "theta", "at", "x", "y"},
                       {f.r.value, f.theta.value, f.frame.about, f.frame.turned, f.frame.scale},
                       f.r.spot});
    else if (f.implicit)
      items.push_back({{"at", "x", "y"},
                       {f.implicit->left, f.implicit->right, f.implicit->frame.about, f.implicit->frame.turned,
                        f.implicit->frame.scale, f.within},
                       f.implicit->spot, {}, plane_names(scope_)});
    if (!f.x.name.empty() && f.at.name.empty() && f.r.name.empty())
      items.push_back({{"x", "at"}, {f.x.value}, f.x.spot});
    if (!f.y.name.empty() && f.at.name.empty() && f.r.name.empty())
      items.push_back({{"y", "at"}, {f.y.value}, f.y.spot});
    positions_ = static_cast<int>(items.size() - before);
    for (const MeasureText& m : f.measures) items.push_back({{m.name}, {m.value}, m.spot});
    for (Item& item : items) {
      std::erase(item.names, formula_.variable);  // of y = f(x), x is the variable
      std::erase_if(item.names, [&](const std::string& name) { return unknowns_.has(name); });
      for (const Phrase& phrase : item.phrases)
        if (says_speed(phrase)) item.needs.push_back("at");
    }
    add_functions(formula_, items);
    return items;
  }

  // |x'| speaks of the whole point, of y too.
  bool says_speed(const Phrase& phrase) const {
    for (int n = phrase.first; phrase && n <= phrase.root; ++n)
      if (formula_.terms[n].kind == Term::bars && is_speed(formula_, formula_.terms[n]))
        return true;
    return false;
  }

  void let(const Named& l) {
    Value value = evaluator_.evaluate(l.value, with_bounds());
    if (value.kind == Value::condition) {
      fault(l.value.spot, "A let names a number or a point, not a condition.",
            "use if(condition, 1, 0)");
      value = {};
    }
    values_[l.name] = value;
  }

  void position(const Item& item) {
    const std::string& name = item.names.front();
    if (formula_.implicit) {
      place(implicit_point(scope_, with_bounds()));
    } else if (name == "at" && !formula_.at.name.empty()) {
      place(evaluator_.point(formula_.at.value, with_bounds()));
    } else if (name == "r") {
      place(polar());
    } else {
      values_[name] =
          evaluator_.number(name == "x" ? formula_.x.value : formula_.y.value, with_bounds());
      const Value &x = values_["x"], &y = values_["y"];
      if (x.kind == Value::number && y.kind == Value::number)
        place(point_value(x.x, y.x, dimension_of(Role::length)));
    }
  }

  // c + scale r (cos(theta + turned), sin(theta + turned)); theta is t where no line gives it
  Value polar() {
    Graph& g = out_.graph;
    Value r = evaluator_.evaluate(formula_.r.value, with_bounds());
    if (r.kind != Value::number && r.kind != Value::unknown) {
      fault(formula_.r.value.spot, "With r = ... the curve is given by a distance, a number.",
            "for a point write at = ( , )");
      r = {};
    }
    const Frame frame = frame_of(scope_, formula_.frame, with_bounds());
    const Value theta = formula_.theta.value
                            ? evaluator_.number(formula_.theta.value, with_bounds())
                            : number_value(out_.t);
    values_["r"] = r;
    if (!formula_.theta.name.empty()) values_["theta"] = theta;
    if (!frame.is_known() || r.kind == Value::unknown || theta.kind == Value::unknown) return {};
    const Node angle = g.add(theta.x, frame.turned.x), length = frame.scale ? g.mul(r.x, frame.scale->x) : r.x;
    return point_value(g.add(frame.about.x, g.mul(length, g.apply(Op::cos, angle))),
                       g.add(frame.about.y, g.mul(length, g.apply(Op::sin, angle))),
                       dimension_of(Role::length));
  }

  void place(const Value& at) {
    values_["at"] = at;
    if (!unknowns_.has("x"))
      values_["x"] = at.kind == Value::point ? number_value(at.x, at.dimension) : Value{};
    if (!unknowns_.has("y"))
      values_["y"] = at.kind == Value::point ? number_value(at.y, at.dimension) : Value{};
    if (at.kind != Value::point) return;
    out_.x = {at.x, at.y};
    if (needs_integral(out_.x)) {
      const Named& where = !formula_.at.name.empty()  ? formula_.at
                           : !formula_.r.name.empty() ? formula_.r
                                                      : formula_.x;
      fault(where.spot, "The curve itself cannot contain an integral.",
            "integrals are for number, length, angle and point lines");
    }
    if (!out_.graph.full() && out_.graph.is_constant(at.x) && out_.graph.is_constant(at.y))
      fault(formula_.spot,
            "Nothing can be pulled: the curve depends neither on a parameter nor on " +
                formula_.variable + ".");
  }

  void measure(const MeasureText& text, MeasureExpression& out) {
    const bool wants_point = text.word == Word::point || text.word == Word::direction;
    Value value = wants_point ? evaluator_.point(text.value, with_bounds())
                              : evaluator_.number(text.value, running_on(text.value));
    if (text.word == Word::length) value.dimension = dimension_of(Role::length);
    if (text.word == Word::angle) value.dimension = dimension_of(Role::angle);
    if (text.word == Word::direction && value.kind == Value::point)
      value = unit_of(out_.graph, value);
    values_[text.name] = value;
    if (value.kind == Value::unknown) return;
    const Shape shape = text.word == Word::point ? Shape::point
                        : wants_point            ? Shape::direction
                                                 : Shape::number;
    finish_measure(text.name, shape, value, out);
  }

  // Round a closed curve t begins again, and integrals go on: so that a number of t goes on as
  // well, its t is the integral of 1.
  Surroundings running_on(const Phrase& phrase) {
    Surroundings around = with_bounds();
    if (!out_.facts.closed || out_.facts.is_family || !names_variable(phrase)) return around;
    const Value run = integral_of(number_value(out_.graph.constant(1)), Bound::begin, Bound::t);
    const Node t = out_.graph.add(out_.graph.constant(out_.facts.t_begin), run.x);
    around.find = [this, t](const std::string& name) -> std::optional<Value> {
      if (name == formula_.variable) return number_value(t, {0, false, false});
      return with_bounds().find(name);
    };
    return around;
  }

  // Otherwise than as the end of an integral.
  bool names_variable(const Phrase& phrase) const {
    std::vector<bool> is_end(formula_.terms.size(), false);
    for (int n = phrase.first; phrase && n <= phrase.root; ++n) {
      const Term& term = formula_.terms[n];
      if (term.kind != Term::call || term.name != "integral") continue;
      for (std::size_t k = 1; k < term.args.size(); ++k) is_end[term.args[k]] = true;
    }
    for (int n = phrase.first; phrase && n <= phrase.root; ++n) {
      const Term& term = formula_.terms[n];
      if (term.kind == Term::named && term.name == formula_.variable && !is_end[n]) return true;
    }
    return false;
  }

  void finish_measure(const std::string& name, Shape shape, const Value& value,
                      MeasureExpression& out) {
    out.facts.name = name;
    out.facts.shape = shape;
    out.facts.role = shape == Shape::number ? role_of(value.dimension) : Role::number;
    out.value = {value.x};
    if (shape != Shape::number) out.value.push_back(value.y);
  }

  void every_curve_has() {
    const auto at = values_.find("at");
    if (at == values_.end() || at->second.kind != Value::point) return;
    const Value tangent = unit_of(out_.graph, prime(at->second));
    const Value normal = point_value(out_.graph.neg(tangent.y), tangent.x, tangent.dimension);
    for (const auto& [name, value] :
         {std::pair<const char*, Value>{"tangent", tangent}, {"normal", normal}}) {
      MeasureExpression m;
      finish_measure(name, Shape::direction, value, m);
      m.facts.along = true;
      out_.measures.push_back(std::move(m));
    }
  }

  // draw c = press, r = |release - press|
  void gesture() {
    if (formula_.draw.empty()) return;
    if (out_.facts.is_family && !out_.facts.is_traced) {
      fault(formula_.draw_spot, "A curve with nodes is drawn by clicks: it needs no draw line.");
      return;
    }
    Graph& g = out_.graph;
    for (int k = 0; k < 4; ++k) out_.gesture_inputs.push_back(g.new_input());
    const auto& in = out_.gesture_inputs;
    std::map<std::string, Value> drawn{
        {"press", point_value(in[0], in[1], dimension_of(Role::x))},
        {"release", point_value(in[2], in[3], dimension_of(Role::x))}};
    Surroundings around;
    around.names = {"press", "release"};
    around.find = [&](const std::string& name) -> std::optional<Value> {
      const auto found = drawn.find(name);
      if (found == drawn.end()) return {};
      return found->second;
    };
    for (const Parameter& p : out_.facts.parameters) {
      out_.gesture.push_back(g.constant(p.value));
      drawn[p.name] = number_value(out_.gesture.back(), dimension_of(p.role));
    }
    for (const ParameterText& text : formula_.parameters) {
      around.names.push_back(text.name);
      if (is_pair_of_numbers(text.word))
        drawn[text.name] = point_value(drawn[text.name + ".x"].x, drawn[text.name + ".y"].x,
                                       dimension_of(Role::x));
    }
    for (const Named& named : formula_.draw) {
      const auto text = std::ranges::find(formula_.parameters, named.name, &ParameterText::name);
      if (text == formula_.parameters.end()) {
        std::vector<std::string> known;
        for (const auto& p : formula_.parameters) known.push_back(p.name);
        fault(named.spot, quoted(named.name) + " is not a parameter of this curve.",
              did_you_mean(named.name, known));
        continue;
      }
      const bool place = is_pair_of_numbers(text->word);
      const Value value =
          place ? evaluator_.point(named.value, around) : evaluator_.number(named.value, around);
      drawn[named.name] = value;
      if (value.kind == Value::unknown) continue;
      const std::string first = place ? named.name + ".x" : named.name;
      const auto k = std::ranges::find(out_.facts.parameters, first, &Parameter::name) -
                     out_.facts.parameters.begin();
      out_.gesture[k] = value.x;
      if (place) out_.gesture[k + 1] = value.y;
    }
  }

  // begin and end are known only as ends of integrals, and only where no other name hides them.
  const Surroundings& with_bounds() {
    if (!bounded_) {
      bounded_ = around_;
      bounded_->find = [this](const std::string& name) -> std::optional<Value> {
        if (const auto found = around_.find(name)) return found;
        if (name == "begin") return number_value(begin_);
        if (name == "end") return number_value(end_);
        return {};
      };
    }
    return *bounded_;
  }

  const Formula& formula_;
  std::vector<Error>& errors_;
  CurveExpressions out_;
  Evaluator evaluator_;
  Surroundings around_;
  std::optional<Surroundings> bounded_;
  std::map<std::string, Value> values_;
  Node begin_ = -1, end_ = -1;
  CurveScope scope_{formula_, out_, evaluator_, errors_, values_, around_};
  Unknowns unknowns_{scope_};
  int positions_ = 0;
};

}  // namespace

CurveExpressions curve_expressions(const Formula& formula, CurveFacts facts, Sums sums,
                                   std::vector<Error>& errors) {
  return CurveMeaning(formula, std::move(facts), sums, errors).run();
}

void settle(const CurveExpressions& e, MeasureExpression& measure) {
  const std::vector<bool> reached = e.graph.reachable(measure.value);
  measure.facts.along = measure.facts.along || reached[e.t];
  for (std::size_t k = 0; k < e.integrals.size(); ++k) {
    const IntegralExpression& i = e.integrals[k];
    if (!reached[i.input]) continue;
    measure.integrals.push_back(static_cast<int>(k));
    if (i.from == Bound::t || i.to == Bound::t) measure.facts.along = true;
  }
}

Error too_large(const Spot& spot) {
  return error_at(spot,
                  "With its derivatives this formula has more than " +
                      std::to_string(limits::graph_nodes) + " operations.",
                  "simplify it, or use fewer parameters");
}

// What is told of a graph that is full says nothing about the text.
Result<Expressions> to_expressions(const Formula& formula, std::string_view text, Sums sums,
                                   std::vector<Error> mistakes) {
  if (!formula.has_header || formula.name.empty()) return gather(std::move(mistakes));
  const auto finished = [&](auto expressions, std::size_t before) -> Result<Expressions> {
    if (expressions.graph.full()) mistakes.resize(before);
    if (!mistakes.empty()) return gather(std::move(mistakes));
    if (expressions.graph.full()) return too_large(formula.spot);
    expressions.facts.text = text;
    return Expressions(std::move(expressions));
  };
  if (formula.kind == Formula::curve) {
    CurveFacts facts = declare_curve(formula, mistakes);
    const std::size_t before = mistakes.size();
    auto expressions = curve_expressions(formula, std::move(facts), sums, mistakes);
    return finished(std::move(expressions), before);
  }
  ConstraintFacts facts = declare_constraint(formula, mistakes);
  const std::size_t before = mistakes.size();
  auto expressions = constraint_expressions(formula, std::move(facts), sums, mistakes);
  return finished(std::move(expressions), before);
}

}  // namespace limber
