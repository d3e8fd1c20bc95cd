// Points, what holds them together and what drives them. Part of edit.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/quantity.h"
#include "app/edits/strings.h"
#include "curves/curve.h"

namespace limber::edit {

struct PointEdit {
  static constexpr std::string_view
      verb = "point",
      meaning = "a name for a point, direction or number of a curve, or for a place on the paper";
  std::string as, on;
  bool operator==(const PointEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", as), f.word("ON", on);
  }
};
struct Constrain {
  static constexpr std::string_view verb = "constrain",
                                    meaning = "a constraint of any kind on what it asks for";
  std::string kind, as;
  Strings on;
  std::optional<double> compliance;  // a spring of stiffness 1/compliance
  bool off = false;
  bool operator==(const Constrain&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("KIND", kind), f.words("ON", on), f.as(as), f.option("compliance", compliance);
    f.flag("off", off);
  }
};
struct Nail {
  static constexpr std::string_view verb = "nail",
                                    meaning = "fix a point to the paper, where it is";
  std::string point, as;
  bool operator==(const Nail&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", point), f.as(as);
  }
};
struct Attach {
  static constexpr std::string_view verb = "attach", meaning = "two points become one";
  std::string a, b, as;
  bool operator==(const Attach&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", a), f.word("POINT", b), f.as(as);
  }
};
struct Slide {
  static constexpr std::string_view verb = "slide",
                                    meaning = "a point stays on a curve and may slide along it";
  std::string point, curve, as;
  bool operator==(const Slide&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", point), f.word("CURVE", curve), f.as(as);
  }
};
struct Spring {
  static constexpr std::string_view
      verb = "spring",
      meaning = "a spring between two points, at rest at its length (now's, if none)";
  std::string a, b, as;
  std::optional<double> stiffness, length;
  bool operator==(const Spring&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", a), f.word("POINT", b), f.as(as);
    f.option("stiffness", stiffness), f.option("length", length);
  }
};
struct Stop {
  static constexpr std::string_view verb = "stop",
                                    meaning = "a number of a curve stays between two limits";
  std::string number, as;
  std::optional<double> from, to;
  bool operator==(const Stop&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NUMBER", number), f.as(as), f.option("from", from), f.option("to", to);
  }
};
struct Soften {
  static constexpr std::string_view verb = "soften",
                                    meaning = "a constraint becomes a spring, or a softer one";
  std::string constraint;
  std::optional<double> stiffness;
  bool operator==(const Soften&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CONSTRAINT", constraint), f.option("stiffness", stiffness);
  }
};
struct Harden {
  static constexpr std::string_view verb = "harden", meaning = "a spring becomes a constraint";
  std::string constraint;
  bool operator==(const Harden&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CONSTRAINT", constraint);
  }
};
struct Enable {
  static constexpr std::string_view verb = "enable", meaning = "constraints or motors act again";
  Strings things;
  bool operator==(const Enable&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Disable {
  static constexpr std::string_view verb = "disable", meaning = "constraints or motors do not act";
  Strings things;
  bool operator==(const Disable&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Weld {
  static constexpr std::string_view verb = "weld", meaning = "curves move as one rigid link";
  Strings curves;
  std::string as;
  bool scales = false;
  bool operator==(const Weld&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("CURVE", curves), f.as(as), f.flag("scales", scales);
  }
};
struct MotorEdit {
  static constexpr std::string_view
      verb = "motor",
      meaning = "turn a number of a constraint; or a curve, about its beginning";
  std::string what, as, input;
  double speed = 2;  // of the number, per second
  std::optional<double> limit;
  bool operator==(const MotorEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CONSTRAINT", what), f.as(as), f.word_option("input", input);
    f.number_option("speed", speed, Dimension::speed), f.option("limit", limit);
  }
};
struct Drive {
  static constexpr std::string_view verb = "drive", meaning = "change the speed of a motor";
  std::string motor;
  double speed = 0;  // radians (or units) per second
  bool operator==(const Drive&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("MOTOR", motor), f.number("SPEED", speed, Dimension::speed);
  }
};
struct Unlimit {
  static constexpr std::string_view verb = "unlimit", meaning = "a motor has no limit of force";
  std::string motor;
  bool operator==(const Unlimit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("MOTOR", motor);
  }
};
struct ForceEdit {
  static constexpr std::string_view verb = "force",
                                    meaning = "a constant force on a point or number";
  std::string on, as;
  Point value = Point::Zero();
  bool operator==(const ForceEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", on), f.place(value), f.as(as);
  }
};

}  // namespace limber::edit
