// Numbers of the drawing a person may give: dimensions, stiffnesses, speeds, forces. One door to
// all of them, so that fields, files, scripts and variables need not know what they set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"

namespace limber {

// The largest number of a drawing, in its units or radians: far beyond, sums lose all their digits.
inline constexpr double largest_number = 1e12;

bool exists(const World& world, const Number& number);
double value_of(const World& world, const Number& number);
void set_value(World& world, const Number& number, double value);  // the figure travels there
Role role_of(const World& world, const Number& number);            // what units it takes

// By the name of its part: "d", "b.x", "stiffness"; "speed", "limit"; "x", "y".
std::optional<Number> number_called(const World& world, ConstraintId id, std::string_view part);
std::optional<Number> number_called(const World& world, MotorId id, std::string_view part);
std::optional<Number> number_called(const World& world, ForceId id, std::string_view part);
std::string part_of(const World& world, const Number& number);
std::string name_of(const Document& document, const Number& number);  // "span.d", "motor.speed"

// A motor turns it: it is state, and cannot be given.
bool is_driven(const World& world, const Number& number);

// What it takes to be the value of this number or parameter: the right kind of unit, and in range.
// An Error about `name` otherwise.
Result<double> fitting(const World& world, const Number& number, const std::string& name,
                       const Amount& amount);
Result<double> fitting(const Parameter& parameter, const std::string& name, const Amount& amount);
// That the value is not one the parameter may have: "r cannot be -5: it must be above 0."
Error not_allowed(const Parameter& parameter, const std::string& name, double value);

// The parameter a fixed_length, fixed_angle or fixed_number constraint is about.
struct ParameterAt {
  CurveId curve;
  int index = 0;
  bool operator==(const ParameterAt&) const = default;
};
std::optional<ParameterAt> parameter_fixed_by(const World& world, const Constraint& constraint);
std::string_view kind_that_fixes(Role role);

}  // namespace limber
