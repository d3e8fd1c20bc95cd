// Edit: one change of a drawing, as a plain value. Whoever changes a drawing (a tool, a panel, a key,
// a script, the journal after a crash) makes one and applies it; there is no other way.
//
//   Edit edit{edit::Constrain{"tangent", "", {"circle1", "line2@0.5"}}};
//   line_of(edit)  is  constrain tangent circle1 line2@0.5
//
// Each kind of edit says what it consists of in `fields`, once: reading and writing its line, the
// list of verbs and random edits for tests come from it (line.h, verbs.h). What it does to a drawing
// stands in the .cpp of its family; `apply` is the one door (apply.h).
//
// Things are called by their names. A point, direction or number that rides on a curve is written as
//
//   crank@0.5            the point of a curve at t        rail~0.5     one that slides, now at t
//   crank.start          what its type names              crank.phi    one of its own numbers
//   coupler.tangent@0.5  a direction there                P            a point with a name of its own
//   (3,4)                a place on the paper             40, 30deg    a number
//
// Laws: read_edit(line_of(e)) == e; apply gives the changed drawing or a sentence and nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/document/quantity.h"
#include "app/edits/node_edits.h"
#include "curves/curve.h"

namespace limber {

using Strings = std::vector<std::string>;

namespace edit {

// ---- curves and what they are called

struct Draw {  // a curve of this type; parameters that are not given are the type's own
  static constexpr std::string_view verb = "draw", meaning = "a new curve";
  std::string type, as;
  std::vector<std::pair<std::string, double>> q;
  std::vector<std::vector<double>> nodes;
  bool operator==(const Draw&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TYPE", type), f.as(as), f.numbers("PARAMETER", q), f.rows("nodes", nodes);
  }
};
struct Delete {
  static constexpr std::string_view verb = "delete",
                                    meaning = "remove things, and what hangs on them";
  Strings things;
  bool operator==(const Delete&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Name {
  static constexpr std::string_view verb = "name", meaning = "give a thing another name";
  std::string thing, as;
  bool operator==(const Name&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.word("NAME", as);
  }
};
struct Lock {
  static constexpr std::string_view verb = "lock",
                                    meaning = "pulling will not change these numbers of a curve";
  std::string curve;
  Strings parameters;
  bool operator==(const Lock&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters);
  }
};
struct Unlock {
  static constexpr std::string_view verb = "unlock", meaning = "pulling may change these numbers";
  std::string curve;
  Strings parameters;
  bool operator==(const Unlock&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters);
  }
};
struct Set {
  static constexpr std::string_view
      verb = "set",
      meaning = "give a parameter, or a number of a constraint, a new value; the figure follows";
  std::string name;
  double value = 0;
  bool operator==(const Set&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", name), f.number("NUMBER", value, Dimension::any);
  }
};
struct Define {
  static constexpr std::string_view
      verb = "define",
      meaning = "a curve type or a kind of constraint, as its formula; one of that name is replaced";
  std::string formula;
  bool operator==(const Define&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("FORMULA", formula);
  }
};
struct Redefine {
  static constexpr std::string_view
      verb = "redefine",
      meaning = "another formula for a curve type or kind of one's own; what is made with it follows";
  std::string formula;
  bool operator==(const Redefine&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("FORMULA", formula);
  }
};

// ---- variables

struct Let {
  static constexpr std::string_view
      verb = "let",
      meaning = "make a variable of the drawing a number or formula; a new one where there is none";
  std::string name, text;
  bool operator==(const Let&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", name), f.skip("="), f.text("TEXT", text);
  }
};
struct Rename {
  static constexpr std::string_view verb = "rename",
                                    meaning = "another name for a variable, wherever it is used";
  std::string name, as;
  bool operator==(const Rename&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.word("NAME", as);
  }
};
struct Explain {
  static constexpr std::string_view verb = "explain", meaning = "say what a variable is for";
  std::string name, note;
  bool operator==(const Explain&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.text("TEXT", note);
  }
};
struct Forget {
  static constexpr std::string_view
      verb = "forget",
      meaning = "remove a variable; inside: its text is put where it was used";
  std::string name;
  bool inside = false;
  bool operator==(const Forget&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.flag("inside", inside);
  }
};
struct Follow {
  static constexpr std::string_view verb = "follow",
                                    meaning = "a number of the drawing is what this text says";
  std::string number, text;
  bool operator==(const Follow&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NUMBER", number), f.skip("="), f.text("TEXT", text);
  }
};
struct Unfollow {
  static constexpr std::string_view verb = "unfollow",
                                    meaning = "it keeps its value and follows nothing";
  std::string number;
  bool operator==(const Unfollow&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NUMBER", number);
  }
};

// ---- what holds and what drives

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
  static constexpr std::string_view verb = "nail", meaning = "fix a point to the paper, where it is";
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
      verb = "spring", meaning = "a spring between two points, at rest at its length (now's, if none)";
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
  static constexpr std::string_view verb = "force", meaning = "a constant force on a point or number";
  std::string on, as;
  Point value = Point::Zero();
  bool operator==(const ForceEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", on), f.place(value), f.as(as);
  }
};

// ---- mass

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
  static constexpr std::string_view
      verb = "density", meaning = "kg for each mm of the curves that have none of their own";
  double value = 1e-4;
  bool operator==(const Density&) const = default;
  template <class F>
  void fields(F& f) {
    f.number("NUMBER", value, Dimension::number);
  }
};
struct Air {
  static constexpr std::string_view
      verb = "air", meaning = "drag of the air, in kg/(mm s): for each mm of a curve and its speed";
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
  static constexpr std::string_view
      verb = "damp", meaning = "a spring with mass is damped: force for each mm/s";
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
      verb = "throw", meaning = "curves with mass have this velocity (mm/s), and turn (rad/s)";
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

// ---- arranging

struct Move {
  static constexpr std::string_view verb = "move", meaning = "move things as they are";
  Strings things;
  Point by = Point::Zero();
  bool operator==(const Move&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("by", by);
  }
};
struct Turn {
  static constexpr std::string_view verb = "turn", meaning = "turn things about a place";
  Strings things;
  double by = 0;
  Point about = Point::Zero();
  bool operator==(const Turn&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.number_after("by", by, Dimension::angle);
    f.place_after("about", about);
  }
};
struct Scale {
  static constexpr std::string_view verb = "scale", meaning = "make things larger about a place";
  Strings things;
  double by = 1;
  Point about = Point::Zero();
  bool operator==(const Scale&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.number_after("by", by, Dimension::number);
    f.place_after("about", about);
  }
};
struct Mirror {
  static constexpr std::string_view verb = "mirror",
                                    meaning = "mirror things in the line through two places";
  Strings things;
  Point through = Point::Zero(), to = Point(0, 1);
  bool operator==(const Mirror&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("through", through), f.place(to);
  }
};
struct Copy {
  static constexpr std::string_view
      verb = "copy", meaning = "copy things, with the constraints among them, so far away";
  Strings things;
  Point by = Point::Zero();
  bool operator==(const Copy&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("by", by);
  }
};
struct Order {
  static constexpr std::string_view verb = "order",
                                    meaning = "front, back, forward or backward among what is drawn";
  std::string where;
  Strings things;
  bool operator==(const Order&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("WHERE", where), f.words("THING", things);
  }
};
struct GroupEdit {
  static constexpr std::string_view verb = "group", meaning = "things that are picked as one";
  Strings things;
  std::string as;
  bool operator==(const GroupEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.as(as);
  }
};
struct Ungroup {
  static constexpr std::string_view verb = "ungroup", meaning = "take groups apart";
  Strings groups;
  bool operator==(const Ungroup&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("GROUP", groups);
  }
};
struct LayerEdit {
  static constexpr std::string_view verb = "layer", meaning = "a new layer, above the others";
  std::string as;
  bool operator==(const LayerEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", as);
  }
};
struct Put {
  static constexpr std::string_view verb = "put",
                                    meaning = "into a layer; \"\" is the paper itself";
  Strings things;
  std::string layer;
  bool operator==(const Put&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.word_after("in", layer);
  }
};
struct Hide {
  static constexpr std::string_view verb = "hide", meaning = "things are not shown";
  Strings things;
  bool operator==(const Hide&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Show {
  static constexpr std::string_view verb = "show", meaning = "things are shown again";
  Strings things;
  bool operator==(const Show&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Protect {
  static constexpr std::string_view verb = "protect",
                                    meaning = "things cannot be picked or moved by hand";
  Strings things;
  bool operator==(const Protect&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Unprotect {
  static constexpr std::string_view verb = "unprotect", meaning = "they can again";
  Strings things;
  bool operator==(const Unprotect&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};

// ---- how things look, and what is on the paper beside curves

using Parts = std::vector<std::pair<std::string, std::string>>;
struct StyleEdit {
  static constexpr std::string_view verb = "style", meaning = "how things are drawn";
  Strings things;
  Parts parts;
  bool operator==(const StyleEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.parts("PART", parts);
  }
};
struct Unstyle {
  static constexpr std::string_view
      verb = "unstyle",
      meaning = "things look like what they are part of: their link, group or layer";
  Strings things;
  bool operator==(const Unstyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct NameStyle {
  static constexpr std::string_view verb = "name_style",
                                    meaning = "a style with a name; all that have it follow";
  std::string name;
  Parts parts;
  bool operator==(const NameStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name), f.parts("PART", parts);
  }
};
struct UseStyle {
  static constexpr std::string_view verb = "use_style",
                                    meaning = "things have a named style; \"\" is their own";
  std::string name;
  Strings things;
  bool operator==(const UseStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name), f.words("THING", things);
  }
};
struct ForgetStyle {
  static constexpr std::string_view verb = "forget_style",
                                    meaning = "things that had it keep it as their own";
  std::string name;
  bool operator==(const ForgetStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name);
  }
};
struct TextEdit {
  static constexpr std::string_view verb = "text", meaning = "a text on the paper";
  std::string text, as;
  Point at = Point::Zero();
  std::optional<double> size;
  bool operator==(const TextEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TEXT", text), f.place_after("at", at), f.as(as), f.option("size", size);
  }
};
struct Write {
  static constexpr std::string_view verb = "write", meaning = "change a text, or its size";
  std::string thing, text;
  std::optional<double> size;
  bool operator==(const Write&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.word("TEXT", text), f.option("size", size);
  }
};
struct PictureEdit {
  static constexpr std::string_view
      verb = "picture",
      meaning = "a picture of a file below the drawing's folder; or inside the drawing, as base64";
  std::string file, as, data;
  Point at = Point::Zero(), size = Point(100, 100);
  double opacity = 1;
  bool operator==(const PictureEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("FILE", file), f.place_after("at", at), f.place(size), f.as(as);
    f.number_option("opacity", opacity, Dimension::number), f.word_option("data", data);
  }
};
struct DimensionEdit {
  static constexpr std::string_view verb = "dimension",
                                    meaning = "write the number of a constraint at a place";
  std::string constraint, as;
  Point at = Point::Zero();
  bool operator==(const DimensionEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CONSTRAINT", constraint), f.place_after("at", at), f.as(as);
  }
};
struct TraceEdit {
  static constexpr std::string_view verb = "trace", meaning = "a point leaves its path behind";
  std::string point, as;
  double seconds = 0;
  bool operator==(const TraceEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", point), f.as(as), f.number_option("seconds", seconds, Dimension::time);
  }
};
struct PlotEdit {
  static constexpr std::string_view verb = "plot", meaning = "quantities over time or over another";
  Strings quantities;
  std::string over = "time", as;
  std::optional<Point> at, size;  // its lower left corner; width and height
  std::optional<double> seconds;
  bool operator==(const PlotEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("QUANTITY", quantities), f.word_after("over", over);
    f.place_if("at", at), f.place_if("size", size), f.as(as), f.option("seconds", seconds);
  }
};
struct Replot {
  static constexpr std::string_view verb = "replot",
                                    meaning = "a plot shows other quantities, over time or another";
  std::string plot;
  Strings quantities;
  std::string over = "time";
  bool operator==(const Replot&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("PLOT", plot), f.words("QUANTITY", quantities), f.word_after("over", over);
  }
};
struct Span {
  static constexpr std::string_view
      verb = "span", meaning = "the seconds of motion that a trace or a plot keeps; 0: all of them";
  std::string thing;
  double seconds = 0;
  bool operator==(const Span&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.number("SECONDS", seconds, Dimension::time);
  }
};
struct GuideEdit {
  static constexpr std::string_view verb = "guide", meaning = "a line that things snap to";
  Point at = Point::Zero();
  double angle = 0;
  std::string as;
  bool operator==(const GuideEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.place_after("at", at), f.number_option("angle", angle, Dimension::angle), f.as(as);
  }
};
struct PageEdit {
  static constexpr std::string_view verb = "page",
                                    meaning = "size of the page in mm (0 0: none), unit of numbers";
  Point size = Point::Zero();
  std::string unit = "mm";
  bool operator==(const PageEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.place(size), f.word_option("unit", unit);
  }
};
struct TryThis {  // empty sentences are left out: try_this "" takes all of them away
  static constexpr std::string_view
      verb = "try_this", meaning = "what to do with the drawing, a sentence each; instead of others";
  Strings sentences;
  bool operator==(const TryThis&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("SENTENCE", sentences);
  }
};

struct Insert {
  static constexpr std::string_view
      verb = "insert", meaning = "all that these lines of a script make, as one; what is pasted";
  std::string lines;
  bool operator==(const Insert&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("LINES", lines);
  }
};

// ---- what hands and time did

struct Reached {  // numbers of one thing: q, sense, t, place, or of an input
  std::string thing, part;
  std::vector<double> numbers;
  bool operator==(const Reached&) const = default;
};
struct Reach {
  static constexpr std::string_view
      verb = "reach",
      meaning = "the state hands and time have led to: numbers of things, as THING:PART=NUMBERS";
  std::string why;  // the title of the step: "Pull Circle"
  std::vector<Reached> state;
  bool operator==(const Reach&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TITLE", why), f.state(state);
  }
};

}  // namespace edit

using AnyEdit = std::variant<
    edit::Draw, edit::Delete, edit::Name, edit::Lock, edit::Unlock, edit::Set, edit::Define,
    edit::Redefine, edit::Let, edit::Rename, edit::Explain, edit::Forget, edit::Follow,
    edit::Unfollow, edit::PointEdit, edit::Constrain, edit::Nail, edit::Attach, edit::Slide,
    edit::Spring, edit::Stop, edit::Soften, edit::Harden, edit::Enable, edit::Disable, edit::Weld,
    edit::MotorEdit, edit::Drive, edit::Unlimit, edit::ForceEdit, edit::PhysicsEdit, edit::Gravity,
    edit::Density, edit::Air, edit::Weigh, edit::BendEdit, edit::Stiffen, edit::Damp, edit::Throw,
    edit::Move, edit::Turn, edit::Scale, edit::Mirror, edit::Copy, edit::Order, edit::GroupEdit,
    edit::Ungroup, edit::LayerEdit, edit::Put, edit::Hide, edit::Show, edit::Protect,
    edit::Unprotect, edit::StyleEdit, edit::Unstyle, edit::NameStyle, edit::UseStyle,
    edit::ForgetStyle, edit::TextEdit, edit::Write, edit::PictureEdit, edit::DimensionEdit,
    edit::TraceEdit, edit::PlotEdit, edit::Replot, edit::Span, edit::GuideEdit, edit::PageEdit,
    edit::TryThis, edit::Insert, edit::InsertNode, edit::RemoveNode, edit::Joint, edit::Split,
    edit::Join, edit::Convert, edit::Simplify, edit::Trim, edit::Fillet, edit::Offset, edit::Reach>;

template <class T>
concept OneOfTheEdits = requires { T::verb, T::meaning; };

// What a variant of so many alternatives needs to be copied, compared and destroyed is compiled once, in
// edit.cpp: in every file that makes an edit it took longer than all the rest of the file.
struct Edit {
  AnyEdit what;

  explicit Edit(AnyEdit what);
  template <OneOfTheEdits T>
  Edit(T one) : Edit(of(std::move(one))) {}
  Edit(const Edit&);
  Edit(Edit&&) noexcept;
  Edit& operator=(const Edit&);
  Edit& operator=(Edit&&) noexcept;
  ~Edit();
  bool operator==(const Edit&) const;

  template <class T>
  static Edit of(T one);
};

}  // namespace limber
