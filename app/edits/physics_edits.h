// Mass, and what it meets: gravity, air, elastic curves, dampers. Part of edit.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/quantity.h"
#include "app/edits/strings.h"
#include "curves/curve.h"

namespace limber::edit {

struct PhysicsEdit {
  static constexpr std::string_view
      verb = "physics",
      meaning = "on: curves have mass while it plays; off: they have none; rest: all of them stand";
  std::string state;
  bool operator==(const PhysicsEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STATE", state);
  }
};
struct Gravity {
  static constexpr std::string_view verb = "gravity", meaning = "how things fall, in mm/s^2";
  Point value = Point(0, -9810);
  bool operator==(const Gravity&) const = default;
  template <class F>
  void fields(F& f) {
    f.place(value);
  }
};
struct Density {
  static constexpr std::string_view verb = "density",
                                    meaning =
                                        "kg for each mm of the curves that have none of their own";
  double value = 1e-4;
  bool operator==(const Density&) const = default;
  template <class F>
  void fields(F& f) {
    f.number("NUMBER", value, Dimension::number);
  }
};
struct Air {
  static constexpr std::string_view
      verb = "air",
      meaning = "drag of the air, in kg/(mm s): for each mm of a curve and its speed";
  double value = 0;
  bool operator==(const Air&) const = default;
  template <class F>
  void fields(F& f) {
    f.number("NUMBER", value, Dimension::number);
  }
};
struct Weigh {
  static constexpr std::string_view
      verb = "weigh",
      meaning = "curves have this density (kg/mm) or this mass (kg); none: that of the drawing";
  Strings curves;
  std::optional<double> density, mass;
  bool operator==(const Weigh&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("CURVE", curves), f.option("density", density), f.option("mass", mass);
  }
};
struct BendEdit {
  static constexpr std::string_view
      verb = "bend",
      meaning = "with mass, numbers of a curve change: as a spring about its rest shape, or freely";
  std::string curve;
  Strings parameters;
  std::optional<double> stiffness, damping, rest;
  bool operator==(const BendEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters), f.option("stiffness", stiffness);
    f.option("damping", damping), f.option("rest", rest);
  }
};
struct Stiffen {
  static constexpr std::string_view verb = "stiffen",
                                    meaning = "numbers of a curve do not bend any more";
  std::string curve;
  Strings parameters;
  bool operator==(const Stiffen&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters);
  }
};
struct Damp {
  static constexpr std::string_view verb = "damp",
                                    meaning = "a spring with mass is damped: force for each mm/s";
  std::string spring;
  double damping = 0;
  bool operator==(const Damp&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("SPRING", spring), f.number("NUMBER", damping, Dimension::number);
  }
};
struct Throw {
  static constexpr std::string_view
      verb = "throw",
      meaning = "curves with mass have this velocity (mm/s), and turn (rad/s)";
  Strings curves;
  Point velocity = Point::Zero();
  double turn = 0;
  bool operator==(const Throw&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("CURVE", curves), f.place_after("at", velocity);
    f.number_option("turn", turn, Dimension::speed);
  }
};

}  // namespace limber::edit
