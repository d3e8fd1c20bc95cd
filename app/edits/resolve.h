// From the names of an edit to the things of a drawing, and back.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/document/change.h"
#include "app/edits/edit.h"

namespace limber {

Error refused(std::string message, std::string suggestion = {});

// What a drawing can hold: a place on the paper, the height of letters.
bool is_on_paper(const Point& place);
inline constexpr std::string_view off_paper =
    "that would lead out of the paper: numbers of a drawing are within 1e12";
Result<bool> good_text_size(double size);

// The extent of the drawing as it is. World::size() is what was last measured, and no file holds that:
// what an edit does depends on what a drawing saves, so that its line does the same again.
double measured_size(const World& world);

Result<ThingId> find_thing(const Document& document, std::string_view name);
Result<std::vector<ThingId>> find_things(const Document& document,
                                         const std::vector<std::string>& names);

// The things named, each once, and after a group, a link or a layer what is in it.
Result<std::vector<ThingId>> things_with_parts(const Document& document,
                                               const std::vector<std::string>& names);

// The thing of this kind called so; an Error that says what it is instead.
template <class Thing>
Result<Id<Thing>> find_of_kind(const Document& document, std::string_view name) {
  const Result<ThingId> found = find_thing(document, name);
  if (!found) return found.error();
  if (const Id<Thing> id = found->as<Thing>()) return id;
  return refused(std::string(name) + " is a " + std::string(name_of(found->kind)) + ", not a " +
                 std::string(name_of(KindOf<Thing>::value)) + ".");
}

// Geometry of a drawing, as an edit writes it (see edit.h): a connector that is there already, or
// one to be made.
using Geometry = std::variant<ConnectorId, Connector>;
Result<Geometry> geometry_in(const Document& document, std::string_view text);
std::string text_of(const Document& document, const Connector& connector);
// Of a curve that is yet to be drawn. Not of a measure where a sliding point stands.
std::string text_of(const std::string& curve, const CurveType& type, const Connector& connector);

// The edit that draws this very curve.
edit::Draw draw_edit(const Curve& curve, const std::string& name);

// A connector for it: the one that is there, or a new one.
Result<ConnectorId> connector_for(Change& change, std::string_view text);

// Shape and place of it now.
Shape shape_of(const Document& document, const Geometry& geometry);
Result<Point> place_in(const Document& document, std::string_view text);

// The number of a parameter: by its name, or one of a node by its place in q.
Result<int> parameter_in(const Document& document, CurveId curve, std::string_view name);
std::string written_parameter(const CurveType& type, int index);

}  // namespace limber
