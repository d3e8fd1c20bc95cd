// Document: one drawing, whole. A value: undo keeps old ones, a test compares two, a file holds
// one. Copies share what neither of them changed.
//
// A Document is changed by `apply` of an Edit and in no other way (app/edits/apply.h): its parts can
// be read by everyone and written only through a Change, which only apply and the loader can make.
// Its World holds the state that was reached, and never ticks; hands and time move a World of the
// editor's (app/edits/live.h).
//
// Things are called by name in files, scripts, formulas and on the command line; ids are the
// program's own. Names are unique among all things of a drawing.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/document/name_index.h"
#include "app/document/table.h"
#include "app/document/thing.h"
#include "codegen/amount.h"
#include "codegen/result.h"
#include "curves/library.h"
#include "solver/kinds.h"
#include "solver/world.h"

namespace limber {

struct Document;

// A part of a Document: read by everyone, written by a Change. Documents are copied whole: no part
// of one can be put into another.
template <class Value>
class Kept {
 public:
  Kept() = default;
  const Value& operator*() const { return value_; }
  const Value* operator->() const { return &value_; }
  operator const Value&() const { return value_; }

 private:
  friend class Change;
  friend struct Document;
  Kept(const Kept&) = default;
  Kept(Kept&&) = default;
  Kept& operator=(const Kept&) = default;
  Kept& operator=(Kept&&) = default;
  Value value_{};
};

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
  auto operator<=>(const InputOf&) const = default;
};
struct StiffnessOf {  // of a spring, 1/compliance
  ConstraintId constraint;
  auto operator<=>(const StiffnessOf&) const = default;
};
struct SpeedOf {
  MotorId motor;
  auto operator<=>(const SpeedOf&) const = default;
};
struct LimitOf {  // of a motor's force
  MotorId motor;
  auto operator<=>(const LimitOf&) const = default;
};
struct PartOf {  // of a force
  ForceId force;
  int component = 0;
  auto operator<=>(const PartOf&) const = default;
};
using Number = std::variant<InputOf, StiffnessOf, SpeedOf, LimitOf, PartOf>;
using Follows = std::map<Number, std::string>;  // the texts they follow

// No place that a line of text can say is farther from the origin.
inline constexpr double farthest_place = 1e12;

// The paper as it will be printed, and the unit that numbers are shown in.
inline constexpr double largest_page = 1e5;  // mm
inline constexpr std::array<std::string_view, 3> page_units = {"mm", "cm", "in"};
struct Page {
  double width = 0, height = 0;  // mm; 0: no page, the paper goes on for ever
  std::string unit = "mm";       // one of page_units
  bool operator==(const Page&) const = default;
};

// How the drawing's own formulas are made to run, and how long that may take. Belongs to the
// program, not to the drawing.
struct Compiling {
  Tier tier = Tier::interpret;
  SharedBudget budget = compile_budget();
};

struct Document {
  Kept<CurveLibrary> library;  // the toolbox: built-in types and the drawing's own
  Kept<ConstraintLibrary> kinds;
  Kept<World> world;  // curves, connectors, constraints, links, motors, forces; the state reached
  Kept<SlotMap<Text>> texts;
  Kept<SlotMap<Picture>> pictures;
  Kept<SlotMap<DimensionMark>> dimensions;
  Kept<SlotMap<Trace>> traces;
  Kept<SlotMap<Plot>> plots;
  Kept<SlotMap<Group>> groups;
  Kept<SlotMap<Layer>> layers;
  Kept<SlotMap<Guide>> guides;
  Kept<std::array<Table<Attributes>, thing_kinds>> attributes;
  Kept<std::vector<Variable>> variables;  // in the order a person gave them
  Kept<Follows> follows;
  Kept<std::vector<NamedStyle>> styles;
  Kept<Page> page;
  Kept<std::vector<std::string>> try_this;  // what to do with the drawing, a sentence each

  // The one list of what a drawing consists of, in the order of a file: equality, hash, memory,
  // saving, loading, the schema and the tests walk it. A field that is left out does not compile
  // (fields.h).
  template <class Visit>
  static constexpr void fields(Visit visit) {
    visit("page", &Document::page);
    visit("try_this", &Document::try_this);
    visit("variables", &Document::variables);
    visit("styles", &Document::styles);
    visit("types", &Document::library);
    visit("kinds", &Document::kinds);
    visit("layers", &Document::layers);
    visit("groups", &Document::groups);
    visit("world", &Document::world);
    visit("texts", &Document::texts);
    visit("pictures", &Document::pictures);
    visit("dimensions", &Document::dimensions);
    visit("traces", &Document::traces);
    visit("plots", &Document::plots);
    visit("guides", &Document::guides);
    visit("attributes", &Document::attributes);
    visit("follows", &Document::follows);
  }

  // What follows from the fields above, or does not belong to the drawing.
  Kept<NameIndex> names;
  Kept<std::int64_t> next_rank;
  Kept<Compiling> compiling;

  // ---- of any thing
  const Attributes& of(ThingId id) const;
  const std::string& name(ThingId id) const { return of(id).name; }
  ThingId find(std::string_view name) const { return names->find(name); }  // none when unknown
  bool has(ThingId id) const;
  // Its named style, its own, or that of what it is part of: its link, its group and those around
  // it, its layer. Null: nobody said how it looks.
  struct Styled {
    const Style* style = nullptr;
    ThingId by;  // who has it
  };
  Styled styled(ThingId id) const;
  const Style& style(ThingId id) const;  // that, or the plain one
};

// With the built-in types and kinds, and nothing on the paper.
Result<Document> empty_document(const Compiling& compiling = {});

Document with_compiling(const Document& document, const Compiling& compiling);

// Equal drawings: saved, they give the same bytes. What is awake and how it was looked at is not
// part of a drawing.
bool same(const Document& a, const Document& b);
std::uint64_t hash(const Document& document);  // equal drawings, equal hashes

// About how much memory the first holds that the second does not.
std::size_t bytes_beside(const Document& document, const Document& other);

// visit(id) for every thing of a kind, in order of age, or of all kinds.
void each_thing(const Document& document, ThingKind kind,
                const std::function<void(ThingId)>& visit);
void each_thing(const Document& document, const std::function<void(ThingId)>& visit);

// Where in the order of its level a thing stands: greater ones are drawn later, over the others. Layers
// lie over each other in their own order; the paper itself is below all of them.
struct DrawingPlace {
  std::int64_t layer = -1, rank = 0;
  ThingId id;
  auto operator<=>(const DrawingPlace&) const = default;
};
DrawingPlace drawing_place(const Document& document, ThingId id);

// What is drawn on a level, from the bottom to the top: layer by layer, and in each by rank.
std::vector<ThingId> drawing_order(const Document& document, Level level);
// By rank alone: as they would lie without layers.
std::vector<ThingId> rank_order(const Document& document, Level level);

std::vector<ThingId> layer_order(const Document& document);  // likewise

// What a group's fill covers: the curves in it and in groups inside it that have no fill of their
// own, as one area. An outline inside another is a hole, as the rule of its style says.
bool fills_area(const Document& document, GroupId group);
GroupId area_of(const Document& document, CurveId curve);  // that it is an outline of; perhaps none
bool fills_itself(const Document& document, CurveId curve);  // by a fill that is not its group's

// Whether it, its link, its layer or a group it is in is hidden; likewise protected from the hand.
bool is_hidden(const Document& document, ThingId id);
bool is_protected(const Document& document, ThingId id);

// ---- kinds of constraints that have words and tools of their own

// What fixes a point to the paper or to another: the kind both nails and attachments use.
inline constexpr std::string_view coincident_kind = "coincident";

bool is_nail(const Constraint& constraint);        // one end on the paper
bool is_attachment(const Constraint& constraint);  // both ends on curves

// Whether one of its points or numbers belongs to one of these curves.
bool rides_on(const World& world, const Constraint& constraint, const std::set<CurveId>& curves);

// Where its mark is drawn: where its first point stands. False when it has none.
[[nodiscard]] bool place_of(const World& world, const Constraint& constraint, Point& out);

// A sentence for lists: "Nail: crank at (0, 0)". Empty when it is gone.
std::string describe(const Document& document, ThingId id);
std::string describe(const Document& document, const Connector& connector);

}  // namespace limber
