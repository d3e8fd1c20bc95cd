#include "codegen/listing.h"

#include <charconv>
#include <map>

namespace limber {
namespace {

// How tightly a written expression holds together, weakest first.
enum Binding { comparison, sum, product, sign, atom };
struct Written {
  std::string text;
  Binding binding = atom;
};

std::string number(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

std::string name_at(std::span<const std::string> names, std::size_t i, const char* otherwise) {
  return i < names.size() ? names[i] : otherwise + std::to_string(i);
}

std::string in_brackets_below(const Written& part, Binding least) {
  return part.binding < least ? "(" + part.text + ")" : part.text;
}

class Lister {
 public:
  Lister(const Program& program, std::span<const std::string> inputs, std::string prefix = "v")
      : program_(program),
        inputs_(inputs),
        prefix_(std::move(prefix)),
        uses_(program.code.size(), 0),
        written_(program.code.size()) {
    const std::vector<bool> wanted = needed(program);
    for (std::size_t k = 0; k < program.code.size(); ++k) {
      if (!wanted[k]) continue;
      const Instruction& one = program.code[k];
      for_each_operand(program, one, [&](std::int32_t v) { ++uses_[static_cast<std::size_t>(v)]; });
    }
    for (const std::int32_t output : program.outputs) ++uses_[static_cast<std::size_t>(output)];
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (wanted[k]) write(k);
  }

  const std::string& of_output(std::size_t i) const {
    return written_[static_cast<std::size_t>(program_.outputs[i])].text;
  }
  const std::string& shared() const { return shared_; }

 private:
  const Written& at(std::int32_t k) const { return written_[static_cast<std::size_t>(k)]; }
  std::string bound(std::int32_t k, Binding least) const { return in_brackets_below(at(k), least); }

  Written two(const Instruction& one, const char* sign, Binding binding) const {
    // The right side of a difference or quotient must hold together more tightly.
    const bool strict = one.op == Op::sub || one.op == Op::div;
    const Binding right = strict ? static_cast<Binding>(binding + 1) : binding;
    return {bound(one.a, binding) + sign + bound(one.b, right), binding};
  }
  Written call(const char* name, const Instruction& one) const {
    std::string out = std::string(name) + "(" + at(one.a).text;
    if (arity(one.op) > 1) out += ", " + at(one.b).text;
    if (arity(one.op) > 2) out += ", " + at(one.c).text;
    return {out + ")", atom};
  }
  Written expression(const Instruction& one) const {
    switch (one.op) {
      case Op::constant:
        return {number(one.value), one.value < 0 ? sign : atom};
      case Op::input:
        return {name_at(inputs_, static_cast<std::size_t>(one.a), "in"), atom};
      case Op::add:
        return two(one, " + ", sum);
      case Op::sub:
        return two(one, " - ", sum);
      case Op::mul:
        return two(one, "*", product);
      case Op::div:
        return two(one, "/", product);
      case Op::neg:
        return {"-" + bound(one.a, sign), sign};
      case Op::less:
        return two(one, " < ", comparison);
      case Op::less_equal:
        return two(one, " <= ", comparison);
      case Op::equal:
        return two(one, " = ", comparison);
      case Op::select:
        return call("if", one);
      case Op::sincos:
        return call("sin", one);
      case Op::cos_of_sincos: {
        const Instruction& pair = program_.code[static_cast<std::size_t>(one.a)];
        return {"cos(" + at(pair.a).text + ")", atom};
      }
      case Op::part:
        return {integrands_.at(one.a)[static_cast<std::size_t>(one.value)], atom};
      default:
        return call(name_of(one.op), one);
    }
  }
  // Every part of it: integral(cos(s*s), s = 0..t)
  void write_integral(std::size_t k) {
    const Instruction& one = program_.code[k];
    const IntegralCall& call = program_.integrals[static_cast<std::size_t>(one.value)];
    std::vector<std::string> names;
    for (const std::int32_t v : call.arguments) names.push_back(bound(v, atom));
    const std::size_t plain = names.size() - static_cast<std::size_t>(call.states);
    std::vector<std::string> begin;  // of states
    for (std::size_t j = plain; j < names.size(); ++j) {
      begin.push_back(names[j]);
      names[j] = "u" + std::to_string(j - plain + 1);
    }
    names.push_back("s");
    const Lister inside(call.integrand, names, prefix_ + std::to_string(++count_) + "_");
    shared_ += inside.shared();
    const std::string bounds = ", s = " + at(one.a).text + ".." + at(one.b).text + ")";
    for (std::size_t j = 0; j < call.integrand.outputs.size(); ++j) {
      std::string& text = integrands_[static_cast<std::int32_t>(k)].emplace_back();
      if (call.is_root)
        text = "root(" + inside.of_output(0) + ", s near 0)";
      else
        text = call.states == 0
                 ? "integral(" + inside.of_output(j) + bounds
                 : "flow(" + names[plain + j] + "' = " + inside.of_output(j) + ", " +
                       names[plain + j] + " = " + begin[j] + bounds;
    }
  }
  void write(std::size_t k) {
    const Instruction& one = program_.code[k];
    if (one.op == Op::integral) return write_integral(k);
    written_[k] = expression(one);
    const bool plain = one.op == Op::constant || one.op == Op::input;
    if (plain || uses_[k] < 2) return;
    const std::string name = prefix_ + std::to_string(++count_);
    shared_ += name + " = " + written_[k].text + "\n";
    written_[k] = {name, atom};
  }

  const Program& program_;
  std::span<const std::string> inputs_;
  std::string prefix_;
  std::map<std::int32_t, std::vector<std::string>> integrands_;  // of each integral, by its number
  std::vector<int> uses_;
  std::vector<Written> written_;
  std::string shared_;
  int count_ = 0;
};

// ---- names of what goes in and out

using Strings = std::vector<std::string>;

Strings parameters_of(const CurveFacts& curve) {
  Strings out;
  for (const Parameter& parameter : curve.parameters) out.push_back(parameter.name);
  for (int k = 0; curve.is_family && k < curve.family.window; ++k)
    for (const Parameter& parameter : curve.family.node)
      out.push_back(parameter.name + "[" + std::to_string(k + curve.family.offset) + "]");
  return out;
}

Strings joined(Strings first, const Strings& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// values, d/dt of the values, d/dq column by column: the convention of definition.h.
Strings with_derivatives(const Strings& values, const Strings& by) {
  Strings out = values;
  for (const std::string& variable : by)
    for (const std::string& value : values) out.push_back("d" + value + "/d" + variable);
  return out;
}

Strings components(const std::string& name, Shape shape) {
  if (shape == Shape::number) return {name};
  return {name + ".x", name + ".y"};
}

void add(std::vector<NamedFunction>& out, std::string name, const Program& program, Strings inputs,
         Strings outputs) {
  if (!program.outputs.empty())
    out.push_back({std::move(name), &program, std::move(inputs), std::move(outputs)});
}

// What each output of `drag` is: one entry of M, or all that are the same.
Strings drag_entries(const CurveDefinition<Program>& curve, const Strings& q) {
  Strings names(curve.drag.outputs.size());
  const int* output = curve.drag_facts.entries.data();
  for (std::size_t j = 0; j < q.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i, ++output) {
      if (*output == DragFacts::zero) continue;
      std::string& name = names[static_cast<std::size_t>(*output)];
      name += (name.empty() ? "M(" : " = M(") + q[i] + ", " + q[j] + ")";
    }
  return names;
}

void of_curve(const CurveDefinition<Program>& curve, std::vector<NamedFunction>& out) {
  const Strings q = parameters_of(curve);
  const Strings q_t = joined(q, {"t"});
  const Strings t_q = joined({"t"}, q);
  Strings moving = q_t;
  for (const std::string& one : q) moving.push_back("d" + one);
  moving.push_back("dt");
  add(out, "point", curve.point, q_t, {"x", "y"});
  add(out, "motion", curve.motion, q_t, with_derivatives({"x", "y"}, t_q));
  add(out, "shape", curve.shape, q_t, {"x", "y", "dx/dt", "dy/dt", "d2x/dt2", "d2y/dt2"});
  add(out, "drag", curve.drag, q_t, drag_entries(curve, q));
  add(out, "sweep", curve.sweep, q_t, with_derivatives({"x'", "y'"}, t_q));
  add(out, "bend", curve.bend, moving, {"bend.x", "bend.y"});
  add(out, "gesture", curve.gesture, {"press.x", "press.y", "release.x", "release.y"}, q);
  for (const Measure<Program>& measure : curve.measures) {
    Strings inputs = q, by = t_q;
    for (std::size_t i = 0; i < measure.integrals.size(); ++i) {
      const std::string integral = "integral" + std::to_string(i + 1);
      inputs.push_back(integral);
      by.push_back(integral);
      add(out, measure.name + ": " + integral, measure.integrals[i].integrand, q_t,
          with_derivatives({"f"}, t_q));
    }
    inputs.push_back("t");
    add(out, measure.name, measure.value, inputs,
        with_derivatives(components(measure.name, measure.shape), by));
  }
}

void of_constraint(const ConstraintDefinition<Program>& constraint,
                   std::vector<NamedFunction>& out) {
  Strings inputs, rows;
  for (const Input& input : constraint.inputs)
    inputs = joined(inputs, components(input.name, input.shape));
  for (int i = 0; i < constraint.rows; ++i)
    rows.push_back(constraint.rows > 1 ? "c" + std::to_string(i + 1) : "c");
  add(out, "evaluate", constraint.evaluate, joined(inputs, {"time"}),
      with_derivatives(rows, joined({"time"}, inputs)));
  Strings moving = joined(inputs, {"time"});
  for (const std::string& one : inputs) moving.push_back("d" + one);
  moving.push_back("dtime");
  add(out, "bend", constraint.bend, moving, rows);
}

}  // namespace

std::string listing(const Program& program, std::span<const std::string> inputs,
                    std::span<const std::string> outputs) {
  const Lister lister(program, inputs);
  std::string out = lister.shared();
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    out += name_at(outputs, i, "out") + " = " + lister.of_output(i) + "\n";
  return out;
}

Tally tally(const Program& program) {
  const std::vector<bool> wanted = needed(program), along = runs_along(program);
  Tally out;
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Op op = program.code[k].op;
    if (!wanted[k] || op == Op::constant || op == Op::input) continue;
    ++out.operations;
    if (op == Op::sqrt || op >= Op::sin) ++out.functions;
    if (!along[k]) ++out.once;
  }
  return out;
}

std::vector<NamedFunction> functions_of(const Definition<Program>& definition) {
  std::vector<NamedFunction> out;
  if (const auto* curve = std::get_if<CurveDefinition<Program>>(&definition)) of_curve(*curve, out);
  if (const auto* constraint = std::get_if<ConstraintDefinition<Program>>(&definition))
    of_constraint(*constraint, out);
  return out;
}

}  // namespace limber
