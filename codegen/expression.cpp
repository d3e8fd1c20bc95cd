#include "codegen/expression.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "codegen/differentiate.h"
#include "codegen/lets.h"
#include "codegen/limits.h"
#include "codegen/meaning.h"

namespace limber {
namespace {

class CurveMeaning {
 public:
  CurveMeaning(const Formula& formula, const CurveFacts& facts, Manner manner,
               std::vector<Error>& errors)
      : formula_(formula),
        facts_(facts),
        primes_(manner.primes),
        errors_(errors),
        evaluator_(out_.graph, formula, errors) {
    out_.graph.factor_sums(manner.factor_sums);
  }

  CurveExpressions run() {
    inputs();
    surroundings();
    work_through();
    bounds_only_bound();
    every_curve_has();
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
    for (const Parameter& p : facts_.parameters) add_input(p.name, p.role);
    if (facts_.is_family)
      for (int k = 0; k < facts_.family.window; ++k)
        for (const Parameter& p : facts_.family.node)
          add_input(p.name + "[" + std::to_string(facts_.family.offset + k) + "]", p.role);
    out_.t = g.new_input();
    begin_ = g.new_input();
    end_ = g.new_input();
    values_[formula_.variable] = number_value(out_.t, {0, false, false});
    for (const ParameterText& text : formula_.parameters)
      if (text.word == Word::place && values_.contains(text.name + ".x"))
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
    if (facts_.is_family)
      around_.node = [this](const std::string& name, int k) { return node(name, k); };
    around_.prime = [this](const Value& value) { return prime(value); };
    around_.integral = [this](const Term& call, const std::vector<Value>& terms) {
      return integral(call, terms);
    };
    for (std::size_t k = 0; k < facts_.parameters.size(); ++k)
      if (const Parameter& p = facts_.parameters[k]; p.whole)
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

  // d/dt, total: an integral up to t grows by its integrand.
  Value prime(const Value& value) {
    Value result = value;
    result.dimension.plain = false;
    if (!primes_) {
      result.x = result.y = out_.t;
      return result;
    }
    Graph& g = out_.graph;
    std::vector<Seed> seeds{{out_.t, g.constant(1)}};
    for (const IntegralExpression& i : out_.integrals) {
      const Node to = i.to == Bound::t ? i.integrand : g.constant(0);
      const Node from = i.from == Bound::t ? i.integrand : g.constant(0);
      seeds.push_back({i.input, g.sub(to, from)});
    }
    const bool point = value.kind == Value::point;
    const std::vector<Node> rates =
        differentiate(g, point ? std::vector{value.x, value.y} : std::vector{value.x}, seeds);
    result.x = rates[0];
    if (point) result.y = rates[1];
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
    const auto same = [&](const IntegralExpression& other) {
      return other.from == i.from && other.to == i.to && other.integrand == i.integrand;
    };
    Dimension dimension = f.dimension;
    dimension.plain = false;
    const auto known = std::ranges::find_if(out_.integrals, same);
    if (known != out_.integrals.end()) return number_value(known->input, dimension);
    i.input = out_.graph.new_input();
    out_.integrals.push_back(i);
    return number_value(i.input, dimension);
  }

  bool bound(const Term& call, int k, const std::vector<Value>& terms, Bound& out) {
    const Term& term = formula_.terms[call.args[k]];
    const Value& value = terms[call.args[k]];
    const Graph& g = out_.graph;
    const bool number = value.kind == Value::number;
    const bool fixed_end = facts_.t_end_parameter < 0 && !facts_.is_family;
    if (term.kind == Term::named && term.name == "begin")
      out = Bound::begin;
    else if (term.kind == Term::named && term.name == "end")
      out = Bound::end;
    else if (number && value.x == out_.t)
      out = Bound::t;
    else if (number && g.is_constant(value.x, facts_.t_begin))
      out = Bound::begin;
    else if (number && fixed_end && g.is_constant(value.x, facts_.t_end))
      out = Bound::end;
    else {
      fault(term.spot, "An integral runs between begin, end and " + formula_.variable + ".",
            "write integral(f, begin, " + formula_.variable + ")");
      return false;
    }
    return true;
  }

  bool needs_integral(const std::vector<Node>& roots) const {
    const std::vector<bool> reached = out_.graph.reachable(roots);
    return std::ranges::any_of(out_.integrals, [&](const auto& i) { return reached[i.input]; });
  }

  // Lets, the point and the measures, each after what it needs.
  void work_through() {
    const std::vector<Item> items = list_items();
    for (const char* name : {"x", "y", "at"})
      if (name != formula_.variable) values_[name] = {};  // until it is known
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
                       {f.r.value, f.theta.value, f.about, f.turned},
                       f.r.spot});
    if (!f.x.name.empty() && f.at.name.empty() && f.r.name.empty())
      items.push_back({{"x", "at"}, {f.x.value}, f.x.spot});
    if (!f.y.name.empty() && f.at.name.empty() && f.r.name.empty())
      items.push_back({{"y", "at"}, {f.y.value}, f.y.spot});
    positions_ = static_cast<int>(items.size() - before);
    for (const MeasureText& m : f.measures) items.push_back({{m.name}, {m.value}, m.spot});
    for (Item& item : items) {
      std::erase(item.names, formula_.variable);  // of y = f(x), x is the variable
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
    if (name == "at" && !formula_.at.name.empty()) {
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

  // c + r (cos(theta + turned), sin(theta + turned)); theta is t where no line gives it
  Value polar() {
    Graph& g = out_.graph;
    Value r = evaluator_.evaluate(formula_.r.value, with_bounds());
    if (r.kind != Value::number && r.kind != Value::unknown) {
      fault(formula_.r.value.spot, "With r = ... the curve is given by a distance, a number.",
            "for a point write at = ( , )");
      r = {};
    }
    const Value about = formula_.about ? evaluator_.point(formula_.about, with_bounds())
                                       : point_value(g.constant(0), g.constant(0), {});
    const Value turned = formula_.turned ? evaluator_.number(formula_.turned, with_bounds())
                                         : number_value(g.constant(0));
    const Value theta = formula_.theta.value
                            ? evaluator_.number(formula_.theta.value, with_bounds())
                            : number_value(out_.t);
    values_["r"] = r;
    if (!formula_.theta.name.empty()) values_["theta"] = theta;
    if (r.kind == Value::unknown || about.kind == Value::unknown || turned.kind == Value::unknown ||
        theta.kind == Value::unknown)
      return {};
    const Node angle = g.add(theta.x, turned.x);
    return point_value(g.add(about.x, g.mul(r.x, g.apply(Op::cos, angle))),
                       g.add(about.y, g.mul(r.x, g.apply(Op::sin, angle))),
                       dimension_of(Role::length));
  }

  void place(const Value& at) {
    values_["at"] = at;
    values_["x"] = at.kind == Value::point ? number_value(at.x, at.dimension) : Value{};
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
    if (!out_.graph.full() && primes_ && out_.graph.is_constant(at.x) &&
        out_.graph.is_constant(at.y))
      fault(formula_.spot,
            "Nothing can be pulled: the curve depends neither on a parameter nor on " +
                formula_.variable + ".");
  }

  void measure(const MeasureText& text, MeasureExpression& out) {
    const bool wants_point = text.word == Word::point || text.word == Word::direction;
    Value value = wants_point ? evaluator_.point(text.value, with_bounds())
                              : evaluator_.number(text.value, with_bounds());
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

  void finish_measure(const std::string& name, Shape shape, const Value& value,
                      MeasureExpression& out) {
    out.facts.name = name;
    out.facts.shape = shape;
    out.facts.role = shape == Shape::number ? role_of(value.dimension) : Role::number;
    out.value = {value.x};
    if (shape != Shape::number) out.value.push_back(value.y);
    const std::vector<bool> reached = out_.graph.reachable(out.value);
    out.facts.along = reached[out_.t];
    for (std::size_t k = 0; k < out_.integrals.size(); ++k) {
      const IntegralExpression& i = out_.integrals[k];
      if (!reached[i.input]) continue;
      out.integrals.push_back(static_cast<int>(k));
      if (i.from == Bound::t || i.to == Bound::t) out.facts.along = true;
    }
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
    if (facts_.is_family) {
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
    for (const Parameter& p : facts_.parameters) {
      out_.gesture.push_back(g.constant(p.value));
      drawn[p.name] = number_value(out_.gesture.back(), dimension_of(p.role));
    }
    for (const ParameterText& text : formula_.parameters) {
      around.names.push_back(text.name);
      if (text.word == Word::place)
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
      const bool place = text->word == Word::place;
      const Value value =
          place ? evaluator_.point(named.value, around) : evaluator_.number(named.value, around);
      drawn[named.name] = value;
      if (value.kind == Value::unknown) continue;
      const std::string first = place ? named.name + ".x" : named.name;
      const auto k =
          std::ranges::find(facts_.parameters, first, &Parameter::name) - facts_.parameters.begin();
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
  const CurveFacts& facts_;
  const bool primes_;
  std::vector<Error>& errors_;
  CurveExpressions out_;
  Evaluator evaluator_;
  Surroundings around_;
  std::optional<Surroundings> bounded_;
  std::map<std::string, Value> values_;
  Node begin_ = -1, end_ = -1;
  int positions_ = 0;
};

}  // namespace

CurveExpressions curve_expressions(const Formula& formula, const CurveFacts& facts, Manner manner,
                                   std::vector<Error>& errors) {
  return CurveMeaning(formula, facts, manner, errors).run();
}

}  // namespace limber
