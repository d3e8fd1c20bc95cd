#include "app/document/numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "curves/range.h"

namespace limber {

namespace {

constexpr std::string_view components[] = {"x", "y"};

// What a Number means in a World. The first argument of each is the alternative.
struct Value {
  const World& world;
  double operator()(const InputOf& n) const {
    return world.find(n.constraint)
        ->on[static_cast<std::size_t>(n.input)]
        .number[static_cast<std::size_t>(n.component)];
  }
  double operator()(const StiffnessOf& n) const { return 1 / world.find(n.constraint)->compliance; }
  double operator()(const SpeedOf& n) const { return world.find(n.motor)->speed; }
  double operator()(const LimitOf& n) const { return world.find(n.motor)->limit; }
  double operator()(const PartOf& n) const { return world.find(n.force)->value[n.component]; }
};

struct Setter {
  World& world;
  double value;
  void operator()(const InputOf& n) const {
    const Constraint& constraint = *world.find(n.constraint);
    std::array<double, 2> both = constraint.on[static_cast<std::size_t>(n.input)].number;
    both[static_cast<std::size_t>(n.component)] = value;
    world.set_number(n.constraint, n.input, Point(both[0], both[1]));
  }
  void operator()(const StiffnessOf& n) const { world.set_compliance(n.constraint, 1 / value); }
  void operator()(const SpeedOf& n) const {
    Motor motor = *world.find(n.motor);
    motor.speed = value;
    world.set(n.motor, motor);
  }
  void operator()(const LimitOf& n) const {
    Motor motor = *world.find(n.motor);
    motor.limit = value;
    world.set(n.motor, motor);
  }
  void operator()(const PartOf& n) const {
    Eigen::Vector2d both = world.find(n.force)->value;
    both[n.component] = value;
    world.set(n.force, both);
  }
};

std::string number_text(double value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

Error no(std::string message, std::string suggestion = {}) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

// "a length", or nothing when the role takes any unit.
std::string_view a_role(Role role) {
  return role == Role::number ? "" : role == Role::angle ? "an angle" : "a length";
}

Result<double> of_kind(Role role, const std::string& name, const Amount& amount) {
  const bool angle = amount.angle && amount.length == 0;
  const bool odd = amount.length != 0 && amount.length != 1;
  const bool wrong = !amount.plain && (role == Role::number  ? false
                                       : role == Role::angle ? amount.length != 0
                                                             : angle || odd);
  if (!wrong) return amount.value;
  const char* given = angle ? "an angle" : odd ? "not a length" : "a length";
  return no(name + " is " + std::string(a_role(role)) + ", and this is " + given + ".",
            role == Role::angle ? "write an angle, as 30deg" : "write a length, as 12mm");
}

std::string range_of(const Parameter& p) {
  std::string text;
  if (std::isfinite(p.minimum))
    text += (p.above_minimum ? "above " : "at least ") + number_text(p.minimum);
  if (std::isfinite(p.maximum))
    text += (text.empty() ? "" : " and ") + std::string(p.below_maximum ? "below " : "at most ") +
            number_text(p.maximum);
  return text;
}

}  // namespace

bool exists(const World& world, const Number& number) {
  struct Exists {
    const World& world;
    bool operator()(const InputOf& n) const { return world.find(n.constraint); }
    bool operator()(const StiffnessOf& n) const { return world.find(n.constraint); }
    bool operator()(const SpeedOf& n) const { return world.find(n.motor); }
    bool operator()(const LimitOf& n) const { return world.find(n.motor); }
    bool operator()(const PartOf& n) const { return world.find(n.force); }
  };
  return std::visit(Exists{world}, number);
}

double value_of(const World& world, const Number& number) {
  return std::visit(Value{world}, number);
}

// What is already so is left alone: it wakes nothing.
void set_value(World& world, const Number& number, double value) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  const auto* stiffness = std::get_if<StiffnessOf>(&number);
  const bool same = stiffness
                        ? bits(world.find(stiffness->constraint)->compliance) == bits(1 / value)
                        : bits(value_of(world, number)) == bits(value);
  if (!same) std::visit(Setter{world, value}, number);
}

Role role_of(const World& world, const Number& number) {
  const auto of_input = [&](ConstraintId id, int input) {
    const Input& facts = world.find(id)->kind->inputs[static_cast<std::size_t>(input)];
    return facts.shape == Shape::number  ? facts.role
           : facts.shape == Shape::point ? Role::length
                                         : Role::number;
  };
  if (const auto* n = std::get_if<InputOf>(&number)) return of_input(n->constraint, n->input);
  if (const auto* n = std::get_if<SpeedOf>(&number))
    return of_input(world.find(n->motor)->constraint, world.find(n->motor)->input);
  return Role::number;
}

std::optional<Number> number_called(const World& world, ConstraintId id, std::string_view part) {
  const Constraint& constraint = *world.find(id);
  for (std::size_t i = 0; i < constraint.on.size(); ++i) {
    if (constraint.on[i].connector) continue;
    const Input& input = constraint.kind->inputs[i];
    const int input_index = static_cast<int>(i);
    if (input.shape == Shape::number) {
      if (part == input.name) return InputOf{id, input_index, 0};
      continue;
    }
    for (const int component : {0, 1})
      if (part == input.name + "." + std::string(components[component]))
        return InputOf{id, input_index, component};
  }
  if (part == "stiffness") return StiffnessOf{id};
  return {};
}

std::optional<Number> number_called(const World&, MotorId id, std::string_view part) {
  if (part == "speed") return SpeedOf{id};
  if (part == "limit") return LimitOf{id};
  return {};
}

std::optional<Number> number_called(const World&, ForceId id, std::string_view part) {
  for (const int component : {0, 1})
    if (part == components[component]) return PartOf{id, component};
  return {};
}

std::string part_of(const World& world, const Number& number) {
  if (const auto* n = std::get_if<InputOf>(&number)) {
    const Input& input =
        world.find(n->constraint)->kind->inputs[static_cast<std::size_t>(n->input)];
    if (input.shape == Shape::number) return input.name;
    return input.name + "." + std::string(components[n->component]);
  }
  if (const auto* n = std::get_if<PartOf>(&number)) return std::string(components[n->component]);
  return std::holds_alternative<StiffnessOf>(number) ? "stiffness"
         : std::holds_alternative<SpeedOf>(number)   ? "speed"
                                                     : "limit";
}

std::string name_of(const Document& document, const Number& number) {
  const auto thing = [](const auto& n) -> ThingId {
    if constexpr (requires { n.constraint; })
      return n.constraint;
    else if constexpr (requires { n.motor; })
      return n.motor;
    else
      return n.force;
  };
  return document.name(std::visit(thing, number)) + "." + part_of(document.world, number);
}

bool is_driven(const World& world, const Number& number) {
  const auto* n = std::get_if<InputOf>(&number);
  bool driven = false;
  if (n)
    world.motors().each([&](MotorId, const Motor& motor) {
      driven = driven || (motor.constraint == n->constraint && motor.input == n->input);
    });
  return driven;
}

Result<double> fitting(const World& world, const Number& number, const std::string& name,
                       const Amount& amount) {
  if (is_driven(world, number))
    return no(name + " is turned by a motor, so it follows nothing else.",
              "let the motor's speed follow instead");
  Result<double> value = of_kind(role_of(world, number), name, amount);
  if (!value) return value;
  if (std::holds_alternative<StiffnessOf>(number) && !(*value > 0 && std::isfinite(1 / *value)))
    return no(name + " cannot be " + number_text(*value) + ": a stiffness is above 0.");
  if (std::holds_alternative<LimitOf>(number) && !(*value >= 0))
    return no(name + " cannot be " + number_text(*value) + ": a limit is not negative.");
  if (const auto* n = std::get_if<InputOf>(&number))
    if (const auto at = parameter_fixed_by(world, *world.find(n->constraint)))
      return fitting(parameter(*world.find(at->curve)->type, at->index), name, amount);
  return value;
}

Result<double> fitting(const Parameter& parameter, const std::string& name, const Amount& amount) {
  Result<double> value = of_kind(parameter.role, name, amount);
  if (value && !is_within(parameter, *value)) return not_allowed(parameter, name, *value);
  return value;
}

Error not_allowed(const Parameter& parameter, const std::string& name, double value) {
  if (parameter.whole && value != std::floor(value))
    return no(name + " is a whole number, and " + number_text(value) + " is none.");
  return no(name + " cannot be " + number_text(value) + ": it must be " + range_of(parameter) + ".");
}

std::string_view kind_that_fixes(Role role) {
  return role == Role::number  ? "fixed_number"
         : role == Role::angle ? "fixed_angle"
                               : "fixed_length";
}

std::optional<ParameterAt> parameter_fixed_by(const World& world, const Constraint& constraint) {
  if (constraint.on.size() != 2 || constraint.compliance != 0) return {};
  const Connector* connector = world.find(constraint.on[0].connector);
  const auto* which = connector ? std::get_if<ParameterOf>(&connector->what) : nullptr;
  if (!which || constraint.on[1].connector) return {};
  const Role role = parameter(*world.find(connector->curve)->type, which->index).role;
  if (constraint.kind->name != kind_that_fixes(role)) return {};
  return ParameterAt{connector->curve, which->index};
}

}  // namespace limber
