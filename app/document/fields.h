// What the parts of a drawing consist of, each member written once. Equality, hash and memory
// (same.cpp), files and their schema (app/files) walk these lists:
//
//   fields(Of<Text>(), visit)   calls   visit(key, &Text::at, rule)   for each member, in the order
//                                       of a file; a member refers only to things of earlier kinds
//
// Curves, connectors and constraints have a form of their own in files (app/files/form.h); their
// lists serve equality, hash and memory.
//
// Law: a member that is not listed does not compile (the checks at the end).
#pragma once

#include <span>

#include "app/document/document.h"
#include "app/document/numbers.h"
#include "app/document/variables.h"
#include "codegen/limits.h"

namespace limber {

using SharedStyle = std::shared_ptr<const Style>;
using SharedBytes = std::shared_ptr<const std::string>;

template <class Thing>
struct Of {
  using type = Thing;
};

// What holds for a member in a file.
struct Rule {
  enum class Said { when_unusual, always, must } said = Said::when_unusual;  // must: no usual value
  double least = -largest_number, most = largest_number;
  bool above_least = false;   // the least itself is too small
  bool of_any_size = false;   // a direction: only finite
  std::span<const std::string_view> choices = {};  // a text is one of these, unless there are none
  std::size_t longest = 0;    // bytes of a text that is not empty; 0: it is any text
  const char* words = "";     // what it is, for people: "an opacity is from 0 to 1"
};
inline constexpr Rule unusual{}, always{Rule::Said::always}, must{Rule::Said::must};

// Small drawings have large directions.
inline constexpr Rule direction{.of_any_size = true};
// Of what weighs: 0 says nothing.
inline constexpr Rule weight{.least = 0, .words = "a mass or density is not negative"};

// ---- things of the world

template <class Visit>
constexpr void fields(Of<Curve>, Visit&& visit) {
  visit("type", &Curve::type, must);
  visit("q", &Curve::q, must);
}
template <class Visit>
constexpr void fields(Of<Body>, Visit&& visit) {
  visit("curve", &Body::curve, must);
  visit("locked", &Body::locked, unusual);
  visit("link", &Body::link, unusual);
  visit("sense", &Body::sense, direction);
  visit("density", &Body::density, weight);
  visit("mass", &Body::mass, weight);
  visit("bends", &Body::bends, unusual);
  visit("rest", &Body::rest, unusual);
  visit("velocity", &Body::velocity, unusual);
}
template <class Visit>
constexpr void fields(Of<Bend>, Visit&& visit) {
  visit("parameter", &Bend::parameter, must);
  visit("stiffness", &Bend::stiffness, weight);
  visit("damping", &Bend::damping, weight);
}

template <class Visit>
constexpr void fields(Of<PointAt>, Visit&& visit) {
  visit("t", &PointAt::t, must);
}
template <class Visit>
constexpr void fields(Of<SlidingAt>, Visit&& visit) {
  visit("slides", &SlidingAt::t, must);
  visit("sense", &SlidingAt::sense, direction);
}
template <class Visit>
constexpr void fields(Of<Measured>, Visit&& visit) {
  visit("measure", &Measured::name, must);
  visit("t", &Measured::t, unusual);
  visit("where", &Measured::at, unusual);
}
template <class Visit>
constexpr void fields(Of<ParameterOf>, Visit&& visit) {
  visit("parameter", &ParameterOf::index, must);
}
template <class Visit>
constexpr void fields(Of<OnPaper>, Visit&& visit) {
  visit("paper", &OnPaper::place, must);
}
template <class Visit>
constexpr void fields(Of<Connector>, Visit&& visit) {
  visit("curve", &Connector::curve, must);
  visit("what", &Connector::what, must);
}

template <class Visit>
constexpr void fields(Of<Argument>, Visit&& visit) {
  visit("connector", &Argument::connector, must);
  visit("number", &Argument::number, must);
}
template <class Visit>
constexpr void fields(Of<Constraint>, Visit&& visit) {
  visit("kind", &Constraint::kind, must);
  visit("on", &Constraint::on, must);
  visit("compliance", &Constraint::compliance,
        Rule{.least = 0, .words = "a compliance is not negative"});
  visit("enabled", &Constraint::enabled, unusual);
  visit("damping", &Constraint::damping,
        Rule{.least = 0, .words = "a damping is not negative"});
  visit("snaps", &Constraint::snaps, unusual);
}

template <class Visit>
constexpr void fields(Of<Link>, Visit&& visit) {
  visit("members", &Link::members, must);
  visit("reference", &Link::reference, always);
  visit("place", &Link::place, always);
  visit("sense", &Link::sense, direction);
  visit("scales", &Link::scales, unusual);
  visit("velocity", &Link::velocity, unusual);
}
template <class Visit>
constexpr void fields(Of<Motor>, Visit&& visit) {
  visit("drives", &Motor::constraint, must);
  visit("input", &Motor::input, always);
  visit("speed", &Motor::speed, must);
  visit("limit", &Motor::limit, unusual);
  visit("running", &Motor::running, unusual);
}
template <class Visit>
constexpr void fields(Of<Force>, Visit&& visit) {
  visit("on", &Force::on, must);
  visit("value", &Force::value, must);
}

template <class Visit>
constexpr void fields(Of<Physics>, Visit&& visit) {
  visit("on", &Physics::on, unusual);
  visit("gravity", &Physics::gravity, unusual);
  visit("density", &Physics::density,
        Rule{.least = 0, .above_least = true, .words = "a density is above 0"});
  visit("air", &Physics::air, Rule{.least = 0, .words = "the drag of the air is not negative"});
  visit("work", &Physics::work, Rule{.of_any_size = true});
  visit("lost", &Physics::lost, Rule{.of_any_size = true});
}

template <class Visit>
constexpr void fields(Of<World>, Visit&& visit) {
  visit("curves", &World::bodies);
  visit("connectors", &World::connectors);
  visit("constraints", &World::constraints);
  visit("links", &World::links);
  visit("motors", &World::motors);
  visit("forces", &World::forces);
}

// ---- other things of a drawing

template <class Visit>
constexpr void fields(Of<Text>, Visit&& visit) {
  visit("text", &Text::text, must);
  visit("at", &Text::at, must);
  visit("size", &Text::size, always);
}
template <class Visit>
constexpr void fields(Of<Picture>, Visit&& visit) {
  visit("file", &Picture::file, unusual);
  visit("data", &Picture::bytes, unusual);
  visit("at", &Picture::at, must);
  visit("size", &Picture::size,
        Rule{.said = Rule::Said::must, .least = 0, .above_least = true,
             .words = "a picture has a width and a height"});
  visit("opacity", &Picture::opacity,
        Rule{.least = 0, .most = 1, .words = "an opacity is from 0 to 1"});
}
template <class Visit>
constexpr void fields(Of<DimensionMark>, Visit&& visit) {
  visit("of", &DimensionMark::of, must);
  visit("at", &DimensionMark::at, must);
}
template <class Visit>
constexpr void fields(Of<Trace>, Visit&& visit) {
  visit("of", &Trace::of, must);
  visit("seconds", &Trace::seconds, Rule{.least = 0, .words = "a time is not negative"});
}
template <class Visit>
constexpr void fields(Of<Plot>, Visit&& visit) {
  visit("quantities", &Plot::quantities, must);
  visit("over", &Plot::over, unusual);
  visit("at", &Plot::at, always);
  visit("size", &Plot::size,
        Rule{.said = Rule::Said::always, .least = 0, .above_least = true,
             .words = "a plot has a width and a height"});
  visit("seconds", &Plot::seconds, Rule{.least = 0, .words = "a time is not negative"});
}
template <class Visit>
constexpr void fields(Of<Guide>, Visit&& visit) {
  visit("at", &Guide::at, must);
  visit("angle", &Guide::angle, unusual);
}
template <class Visit>
constexpr void fields(Of<Layer>, Visit&&) {}
template <class Visit>
constexpr void fields(Of<Group>, Visit&&) {}

// What every thing has; the rank is told by the order of the drawing.
template <class Visit>
constexpr void fields(Of<Attributes>, Visit&& visit) {
  visit("name", &Attributes::name, must);
  visit("layer", &Attributes::layer, unusual);
  visit("group", &Attributes::group, unusual);
  visit("hidden", &Attributes::hidden, unusual);
  visit("protected", &Attributes::locked, unusual);
  visit("style_name", &Attributes::style_name, unusual);
  visit("style", &Attributes::style, unusual);
}

// ---- of the drawing itself

template <class Visit>
constexpr void fields(Of<Page>, Visit&& visit) {
  constexpr Rule length{
      .least = 0, .most = largest_page, .words = "a page is from 0 to 100000 mm wide and high"};
  visit("width", &Page::width, length);
  visit("height", &Page::height, length);
  visit("unit", &Page::unit, Rule{.choices = page_units, .words = "a unit is one of mm, cm, in"});
}
template <class Visit>
constexpr void fields(Of<Variable>, Visit&& visit) {
  visit("name", &Variable::name,
        Rule{.said = Rule::Said::must, .longest = limits::name_length});
  visit("text", &Variable::text, Rule{.said = Rule::Said::must, .longest = most_text_bytes});
  visit("note", &Variable::note, unusual);
}
template <class Visit>
constexpr void fields(Of<NamedStyle>, Visit&& visit) {
  visit("name", &NamedStyle::name, must);
  visit("style", &NamedStyle::style, must);
}

// A type with a list of its members.
template <class Thing>
concept Listed = requires { fields(Of<Thing>(), [](auto&&...) {}); };

// ---- nothing is left out: an aggregate has as many members as are listed, and those named here
// that are no part of the drawing.

struct AnyMember {
  template <class Member>
  operator Member() const;
};
template <class Thing, class... Members>
consteval int member_count() {
  if constexpr (requires { Thing{Members()..., AnyMember()}; })
    return member_count<Thing, Members..., AnyMember>();
  else
    return sizeof...(Members);
}
template <class Thing>
consteval int listed_count() {
  int count = 0;
  fields(Of<Thing>(), [&](auto&&...) { ++count; });
  return count;
}
template <class Thing>
consteval bool all_listed(int others = 0) {
  return member_count<Thing>() == listed_count<Thing>() + others;
}
static_assert(all_listed<Curve>());
static_assert(all_listed<Body>(1));  // whether it is awake
static_assert(all_listed<PointAt>() && all_listed<SlidingAt>() && all_listed<Measured>() &&
              all_listed<ParameterOf>() && all_listed<OnPaper>());
static_assert(all_listed<Connector>() && all_listed<Constraint>() && all_listed<Link>());
static_assert(all_listed<Motor>() && all_listed<Force>() && all_listed<Physics>());
static_assert(all_listed<Text>() && all_listed<Picture>() && all_listed<DimensionMark>());
static_assert(all_listed<Trace>() && all_listed<Plot>() && all_listed<Guide>());
static_assert(all_listed<Layer>() && all_listed<Group>());
static_assert(all_listed<Attributes>(1));  // the rank
static_assert(all_listed<Page>() && all_listed<NamedStyle>());
static_assert(all_listed<Variable>(1));  // the amount, which follows from the text

consteval int listed_parts() {
  int count = 0;
  Document::fields([&](auto&&...) { ++count; });
  return count;
}
static_assert(member_count<Document>() == listed_parts() + 3);  // names, next_rank, compiling

}  // namespace limber
