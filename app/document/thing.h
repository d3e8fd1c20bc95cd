// Things: all that a drawing is made of has a name, an identity that lasts, a style, a layer, can be
// hidden, locked, grouped, copied; what is drawn has a place in the drawing order.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/style.h"
#include "solver/connector.h"
#include "solver/id.h"

namespace limber {

// A text on the paper.
struct Text {
  std::string text;
  Point at = Point::Zero();  // middle of its baseline
  double size = 5;           // height of the letters, drawing units
  bool operator==(const Text&) const = default;
};

// A picture to trace, or to look at.
struct Picture {
  std::string file;                          // below the folder of the drawing; or
  std::shared_ptr<const std::string> bytes;  // the picture itself, as its file holds it
  Point at = Point::Zero();                  // lower left corner
  Point size = Point(100, 100);
  double opacity = 1;
  bool operator==(const Picture& other) const;
};

// Where the number of a constraint is written on the paper.
struct DimensionMark {
  ConstraintId of;
  Point at = Point::Zero();  // middle of the number
  bool operator==(const DimensionMark&) const = default;
};

// The path that a point leaves behind while it moves.
struct Trace {
  ConnectorId of;
  double seconds = 0;  // how long a piece is kept; 0: all of it
  bool operator==(const Trace&) const = default;
};

// Quantities over time, or over another quantity, by their names: "crank.phi" (see readout.h).
struct Plot {
  std::vector<std::string> quantities;
  std::string over = "time";
  Point at = Point::Zero();  // lower left corner
  Point size = Point(120, 60);
  double seconds = 10;  // how much of the motion is shown; 0: all of it
  bool operator==(const Plot&) const = default;
};

struct Group {
  bool operator==(const Group&) const = default;
};
struct Layer {
  bool operator==(const Layer&) const = default;
};

// A line that things snap to and that is never exported.
struct Guide {
  Point at = Point::Zero();
  double angle = 0;  // radians
  bool operator==(const Guide&) const = default;
};

using TextId = Id<Text>;
using PictureId = Id<Picture>;
using DimensionId = Id<DimensionMark>;
using TraceId = Id<Trace>;
using PlotId = Id<Plot>;
using GroupId = Id<Group>;
using LayerId = Id<Layer>;
using GuideId = Id<Guide>;

// Kinds of things, in the order of a file: a thing refers only to kinds before its own.
enum class ThingKind : std::uint8_t {
  layer,
  group,
  curve,
  connector,
  constraint,
  link,
  motor,
  force,
  text,
  picture,
  dimension,
  trace,
  plot,
  guide,
};
inline constexpr std::size_t thing_kinds = 14;
std::string_view name_of(ThingKind kind);  // "curve"

template <class Thing>
struct KindOf;
#define LIMBER_KIND(Thing, name)                          \
  template <>                                             \
  struct KindOf<Thing> {                                  \
    static constexpr ThingKind value = ThingKind::name;   \
  };
LIMBER_KIND(Layer, layer)
LIMBER_KIND(Group, group)
LIMBER_KIND(Body, curve)
LIMBER_KIND(Connector, connector)
LIMBER_KIND(Constraint, constraint)
LIMBER_KIND(Link, link)
LIMBER_KIND(Motor, motor)
LIMBER_KIND(Force, force)
LIMBER_KIND(Text, text)
LIMBER_KIND(Picture, picture)
LIMBER_KIND(DimensionMark, dimension)
LIMBER_KIND(Trace, trace)
LIMBER_KIND(Plot, plot)
LIMBER_KIND(Guide, guide)
#undef LIMBER_KIND

// Any thing of a drawing.
struct ThingId {
  ThingKind kind = ThingKind::curve;
  std::uint32_t index = Id<Body>::none;

  ThingId() = default;
  ThingId(ThingKind its_kind, std::uint32_t its_index) : kind(its_kind), index(its_index) {}
  template <class Thing>
  ThingId(Id<Thing> id) : kind(KindOf<Thing>::value), index(id.index) {}

  explicit operator bool() const { return index != Id<Body>::none; }
  template <class Thing>
  Id<Thing> as() const {  // none when it is of another kind
    return kind == KindOf<Thing>::value ? Id<Thing>{index} : Id<Thing>{};
  }
  friend auto operator<=>(const ThingId&, const ThingId&) = default;
};

// What every thing has beside what it is.
struct Attributes {
  std::string name;  // unique among all things of a drawing
  LayerId layer;     // none: the paper itself
  GroupId group;     // none: by itself
  bool hidden = false, locked = false;  // locked: neither picked nor moved by hand
  std::string style_name;               // the named style it has; empty: its own
  std::shared_ptr<const Style> style;   // its own; null: that of what it is part of (see style())
  std::int64_t rank = 0;                // what is drawn: greater ones later, over the others
};

// Things are drawn level by level, in each by layer and by rank. Layers have an order among
// themselves; groups, links and points have none of their own.
enum class Level : std::uint8_t { paper, guides, marks, none };
inline constexpr Level drawn_levels[] = {Level::paper, Level::guides, Level::marks};
Level level_of(ThingKind kind);
// The kinds of a level, as they lie over each other when nobody said otherwise.
const std::vector<ThingKind>& kinds_on(Level level);
bool has_rank(ThingKind kind);  // of a level, or a layer

}  // namespace limber
