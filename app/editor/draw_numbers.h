// The numbers of a curve that is being drawn: its type's own lengths and angles where it has some (a
// radius, a width and a height), else how far and in which direction the end lies.
#pragma once

#include <vector>

#include "app/editor/typed_numbers.h"
#include "curves/curve.h"

namespace limber {

using NumberFields = std::vector<TypedNumbers::Field>;

int lengths_of(const CurveType& type);  // how many of its parameters are lengths

NumberFields fields_of(const CurveType& type);
std::vector<double> numbers_of(const std::shared_ptr<const CurveType>& type, const Point& press,
                               const Point& release);
// Where the button would have to be let go for the curve to have the numbers that were typed; what was
// not typed stays near what `release` gives.
Point typed_release(const TypedNumbers& typed, const std::shared_ptr<const CurveType>& type,
                    const Point& press, const Point& release);

NumberFields polar_fields();  // length, angle
std::vector<double> polar_numbers(const Point& from, const Point& to);
Point polar_end(const TypedNumbers& typed, const Point& from, const Point& to);

}  // namespace limber
