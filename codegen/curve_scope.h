// What the parts of a curve's meaning share while it is worked out: the text, the nodes made so
// far, what its names mean by now, and where mistakes are told.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/expression.h"
#include "codegen/meaning.h"

namespace limber {

struct CurveScope {
  const Formula& formula;
  CurveExpressions& out;
  Evaluator& evaluator;
  std::vector<Error>& errors;
  std::map<std::string, Value>& values;  // of names
  const Surroundings& around;

  void fault(const Spot& spot, std::string message, std::string suggestion = {}) const {
    errors.push_back(error_at(spot, std::move(message), std::move(suggestion)));
  }
};

// Where an equation or a radius is read: about a point, turned by an angle, 1 being so long.
struct Frame {
  Value about, turned;
  std::optional<Value> scale;
  bool is_known() const;
};
Frame frame_of(const CurveScope& scope, const FrameText& text, const Surroundings& around);

// Whether it needs an integral, or a prime, neither of which is known where an equation is solved.
bool is_unworkable(const CurveExpressions& expressions, Node root);

}  // namespace limber
