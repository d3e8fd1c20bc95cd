// Document: one drawing, whole. A value: undo keeps old ones, a test compares two, a file holds
// one.
//
// Things are called by name in files, formulas and the command line; ids are the program's own.
// Names are unique among all things of a drawing.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/editor/camera.h"
#include "codegen/amount.h"
#include "codegen/result.h"
#include "curves/library.h"
#include "solver/kinds.h"
#include "solver/world.h"

namespace limber {

// How a curve is drawn.
struct Look {
  int colour = 0;    // see theme.h: 0 is the ink
  double width = 2;  // window points
  bool dashed = false;
  bool filled = false;
  bool operator==(const Look&) const = default;
};

// A text on the paper.
struct Note {
  std::string text;
  Point at = Point::Zero();  // middle of its baseline
  double size = 5;           // height of the letters, drawing units
  bool operator==(const Note&) const = default;
};

struct View {
  Point center = Point::Zero();
  double scale = points_per_unit_at_100;
  bool operator==(const View&) const = default;
};

// What has a mark on the paper.
using MarkId = std::variant<ConstraintId, ForceId>;

// A named number: let module = 2mm. See variables.h.
struct Variable {
  std::string name;  // as written
  std::string text;  // what it is
  std::string note;  // what it is for; may be empty
  Amount amount;     // of the text
  bool operator==(const Variable& other) const {
    return name == other.name && text == other.text && note == other.note;
  }
};

// A number of the drawing that may follow a text.
struct InputOf {  // a number of a constraint: a length, an angle, one of a place
  ConstraintId constraint;
  int input = 0, component = 0;
  std::weak_ordering operator<=>(const InputOf&) const = default;
};
struct StiffnessOf {  // of a spring, 1/compliance
  ConstraintId constraint;
  std::weak_ordering operator<=>(const StiffnessOf&) const = default;
};
struct SpeedOf {
  MotorId motor;
  std::weak_ordering operator<=>(const SpeedOf&) const = default;
};
struct LimitOf {  // of a motor's force
  MotorId motor;
  std::weak_ordering operator<=>(const LimitOf&) const = default;
};
struct PartOf {  // of a force
  ForceId force;
  int component = 0;
  std::weak_ordering operator<=>(const PartOf&) const = default;
};
using Number = std::variant<InputOf, StiffnessOf, SpeedOf, LimitOf, PartOf>;
using Follows = std::map<Number, std::string>;  // the texts they follow

struct Selection {
  std::set<CurveId> curves;
  std::set<MarkId> marks;
  std::set<std::size_t> notes;
  bool empty() const { return curves.empty() && marks.empty() && notes.empty(); }
  void clear() { *this = {}; }
  bool operator==(const Selection&) const = default;
};

struct Names {
  std::map<CurveId, std::string> curves;
  std::map<ConnectorId, std::string> connectors;
  std::map<ConstraintId, std::string> constraints;
  std::map<LinkId, std::string> links;
  std::map<MotorId, std::string> motors;
  std::map<ForceId, std::string> forces;
};

struct Document {
  CurveLibrary library;  // the toolbox: built-in types and the drawing's own
  ConstraintLibrary kinds;
  Tier tier = Tier::interpret;                // how the drawing's own formulas are made to run
  SharedBudget compiling = compile_budget();  // and how long that may take
  World world;
  Names names;
  std::vector<Variable> variables;  // in the order a person gave them
  Follows follows;
  std::map<CurveId, Look> looks;  // curves not listed look plain
  std::vector<Note> notes;
  View view;            // where it was looked at when it was saved
  Selection selection;  // not saved

  Look look(CurveId id) const;
  const std::string& name(CurveId id) const;  // empty when it has none yet
};

// With the built-in types and kinds, and nothing on the paper.
Result<Document> empty_document();

// Gives a name to what has none, forgets the names and looks of what is gone.
void tidy(Document& document);

// What fixes a point to the paper or to another: the kind both nails and attachments use.
inline constexpr std::string_view coincident_kind = "coincident";

bool is_nail(const Constraint& constraint);        // one end on the paper
bool is_attachment(const Constraint& constraint);  // both ends on curves

// Whether one of its points or numbers belongs to one of these curves.
bool rides_on(const World& world, const Constraint& constraint, const std::set<CurveId>& curves);

// Removes it, and those of its connectors that nothing else needs.
void remove(World& world, MarkId id);
bool exists(const World& world, MarkId id);

// Where its mark is drawn: where its first point stands. False when it has none.
[[nodiscard]] bool place_of(const World& world, const Constraint& constraint, Point& out);

// A sentence for lists: "Nail: crank at (0, 0)".
std::string describe(const Document& document, const Constraint& constraint);
std::string describe(const Document& document, const Force& force);
std::string describe(const Document& document, MarkId id);  // empty when it is gone
std::string describe(const Document& document, const Connector& connector);

}  // namespace limber
