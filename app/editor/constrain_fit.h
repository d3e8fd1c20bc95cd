// How what a person points at answers what a kind of constraint asks for. No kind is known here:
// everything comes from the inputs that its formula declares.
//
// What a kind asks for (Ask):
//   a point, a direction, a number that a curve has (a length, an angle, any number);
//   a line: a point and the direction there, of one curve. A kind with D directions and at least as
//   many points asks for D of them: the last D points, each with its direction.
// Numbers with a usual value are not asked for: they are taken from the figure as it is (see
// constrain_edits) and typed.
//
// What a place that was pointed at can answer:
//   any place       a point, fixed there or sliding along its curve; a line; the direction of its
//                   curve there; a number of its curve
//   an open curve   its two ends, where a kind says less about its points than that they coincide
//                   (horizontal, distance, midpoint)
//   the paper       a point
// In any order: of the ways to answer that use every place, the one with the fewest detours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/selection.h"
#include "app/edits/edit.h"

namespace limber {

struct Ask {
  enum class What { point, direction, line, number };
  What what = What::point;
  int input = 0;             // of the kind; of a line its point
  int direction = -1;        // of a line: the input that is its direction
  Role role = Role::number;  // of a number
};
std::vector<Ask> asks_of(const ConstraintKind& kind);

// A place, and how it is meant where there are several ways.
struct Pointing {
  PickedPlace place;
  bool other = false;   // Shift: this very point instead of the whole curve; sliding instead of
                        // fixed, and the other way round
  int choice = 0;       // which of the numbers of its curve
  ConnectorId contact;  // a sliding point of the curve at this place, if there is one
};

struct Answer {
  enum class How { point, ends, line, direction, number };
  How how = How::point;
  int ask = -1, second = -1;  // which asks it fills; ends fill two
};

struct Fit {
  std::vector<Answer> answers;  // one for each place
  std::vector<int> open;        // asks that nothing answers yet
  int forced = 0;  // places that are taken as something else than they look like
  int doubt = 0;   // places for which another kind may be meant
  bool complete() const { return open.empty(); }
};

// The best fit; nothing when some place answers nothing that is asked. Where both cannot be had:
// `plain`, every place as what it looks like, even if more is wanted then; `complete`, nothing more
// is wanted.
enum class Prefer { plain, complete };
std::optional<Fit> fit(const Document& document, const ConstraintKind& kind,
                       const std::vector<Pointing>& places, Prefer prefer);

// What holds it, made of these places (which fit completely): the points it needs, locks that would
// leave it nothing to move, and the constraint called `name`, with its usual numbers as the figure
// has them now. `slide`: places on curves slide unless said otherwise.
struct Holding {
  const ConstraintKind& kind;
  const std::vector<Pointing>& places;
  const Fit& fit;
  bool slide = false;
  double compliance = 0;
};
Result<std::vector<Edit>> constrain_edits(const Document& document, const Holding& holding,
                                          const std::string& name);

// The first number of a constraint that a person may type, if there is one.
std::optional<Number> typed_number(const World& world, ConstraintId id);

// Numbers of this role that a curve has, the likeliest at this place first.
std::vector<Connector> numbers_at(const World& world, const Pointing& at, Role role);
Connector direction_at(const World& world, const Pointing& at);

// What is chosen, as places: a curve chosen as a whole is pointed at in its middle.
std::vector<Pointing> chosen_places(const Document& document, const Selection& selection);

// ---- words
std::string words_of(const Ask& ask);                          // "a point", "a length"
std::string words_of(const ConstraintKind& kind, const Fit& fit);  // all that is still wanted
// "direction of line1": what this place answers.
std::string words_of(const Document& document, const ConstraintKind& kind, const Pointing& place,
                     const Answer& answer);

}  // namespace limber
