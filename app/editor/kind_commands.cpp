#include "app/editor/kind_commands.h"

#include <algorithm>

namespace limber {

namespace {

constexpr std::string_view groups[] = {"Points", "Directions",  "Numbers",
                                       "Limits", "Preferences", "Moving in time"};

// By what its formula says, so that a person's own kinds find their place too.
int group_of(const ConstraintKind& kind) {
  if (kind.timed) return 5;
  if (kind.preference) return 4;
  if (std::count(kind.senses.begin(), kind.senses.end(), Sense::at_least) > 0) return 3;
  const auto asks = [&](Shape shape) {
    return std::any_of(kind.inputs.begin(), kind.inputs.end(),
                       [&](const Input& input) { return input.shape == shape; });
  };
  return asks(Shape::point) ? 0 : asks(Shape::direction) ? 1 : 2;
}

// "distance": "Two points and a length".
std::string help_of(const ConstraintKind& kind) {
  std::string inputs;
  for (const Input& input : kind.inputs) {
    const char* word = input.shape == Shape::point       ? "point "
                       : input.shape == Shape::direction ? "direction "
                       : input.role == Role::length      ? "length "
                       : input.role == Role::angle       ? "angle "
                                                         : "number ";
    inputs += (inputs.empty() ? "" : ", ") + (word + input.name);
  }
  return kind.title + " of " + inputs;
}

}  // namespace

const std::vector<Hold>& holds() {
  static const std::vector<Hold> all = {
      {"hold.horizontal", "Horizontal", "H", "A line, or two points side by side", {"horizontal"}},
      {"hold.vertical", "Vertical", "V", "A line, or two points one above the other", {"vertical"}},
      {"hold.on", "Point on curve", "O", "A point stays on a curve and slides along it",
       {"coincident"}, true},
      {"hold.midpoint", "Midpoint", "M", "A point in the middle of a line or of two others",
       {"midpoint"}},
      {"hold.parallel", "Parallel or tangent", "L", "Two lines side by side, or curves that touch",
       {"parallel", "tangent"}},
      {"hold.perpendicular", "Perpendicular", "[", "Two directions at a right angle",
       {"perpendicular"}},
      {"hold.equal", "Equal", "Q", "Two lengths or two angles",
       {"equal", "equal_angle", "equal_number"}},
      {"hold.dimension", "Distance or size", "D",
       "The distance of two points, the length of a line, the radius of a circle",
       {"fixed_length", "distance"}, false, 0, "", true},
      {"hold.angle", "Angle", "N", "Between two directions, or the turn of one curve",
       {"angle", "fixed_angle"}, false, 0, "", true},
      {"hold.spring", "Spring", "X", "Between two points, at rest as long as it is now",
       {"distance"}, false, 1},
      {"hold.roll", "Roll", "", "Two curves touch and roll on each other without slipping",
       {"tangent"}, false, 0, "rolling"},
      {"hold.gears", "Gears", "", "Two angles in a fixed ratio", {"gear_ratio"}},
  };
  return all;
}

std::vector<Command> kind_commands(const ConstraintLibrary& kinds) {
  std::vector<Command> all;
  for (const Hold& hold : holds()) {
    Command c;
    c.id = hold.id;
    c.title = hold.title;
    if (!hold.key.empty()) c.keys = {parse_chord(hold.key)};
    c.menu = "Constrain";
    c.help = hold.help;
    c.kinds = hold.kinds;
    all.push_back(c);
  }
  if (!all.empty()) all.back().rule_after = true;
  for (int group = 0; group < static_cast<int>(std::size(groups)); ++group)
    for (const auto& kind : kinds.all()) {
      if (group_of(*kind) != group) continue;
      Command c;
      c.id = std::string(constrain_prefix) + kind->name;
      c.title = kind->title.empty() ? kind->name : kind->title;
      c.menu = "Constrain";
      c.submenu = groups[group];
      c.help = help_of(*kind);
      c.kinds = {kind->name};
      all.push_back(c);
    }
  return all;
}

Hold hold_of(std::string_view command) {
  for (const Hold& hold : holds())
    if (hold.id == command) return hold;
  Hold one{};
  if (command.starts_with(constrain_prefix))
    one.kinds = {std::string(command.substr(constrain_prefix.size()))};
  return one;
}

}  // namespace limber
