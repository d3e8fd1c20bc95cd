#include "app/editor/arranging.h"

#include <algorithm>
#include <numbers>

#include "app/drawing/draw.h"
#include "app/drawing/draw_picture.h"
#include "app/drawing/draw_plot.h"
#include "curves/bounds.h"

namespace limber {

namespace {

constexpr double exact_extent = 1e-9;  // of the drawing's size: edges are flush as far as can be seen
constexpr double joint_apart = 1e-6;   // of the drawing's size: two joints nearer than that are one
constexpr double copy_offset = 5;  // drawing units, right and down: a copy is seen beside its original

bool may_take(const Document& document, ThingId id) {
  return !is_hidden(document, id) && !is_protected(document, id);
}

bool lies_on_paper(ThingId id) { return level_of(id.kind) == Level::paper; }

void each_placed(const Document& document, const std::function<void(ThingId)>& visit) {
  each_thing(document, [&](ThingId id) {
    if (has_place(id)) visit(id);
  });
}

// What is chosen, one item for each group and each thing that is in none.
std::vector<std::set<ThingId>> items_of(const Editor& editor) {
  const Document& document = editor.document();
  std::vector<std::set<ThingId>> items;
  std::map<GroupId, std::size_t> of_group;
  for (const ThingId id : editor.selection().things()) {
    if (!has_place(id)) continue;
    const GroupId group = outermost_group(document, id);
    const auto [found, is_new] = of_group.emplace(group, items.size());
    if (!group || is_new) items.emplace_back();
    items[group ? found->second : items.size() - 1].insert(id);
  }
  return items;
}

bool nothing_placed(Editor& editor, const char* what) {
  const auto& things = editor.selection().things();
  if (std::any_of(things.begin(), things.end(), has_place)) return false;
  editor.say(std::string("Select what to ") + what);
  return true;
}

Strings names_of(const Document& document, const std::set<ThingId>& things) {
  Strings names;
  for (const ThingId id : things) names.push_back(document.name(id));
  return names;
}

void choose(Editor& editor, const std::set<ThingId>& things) {
  editor.selection().clear();
  for (const ThingId id : things) editor.selection().add(id);
  editor.touch();
}

// Chosen things, and all others that `alike` finds like one of them.
template <class Alike>
void select_alike(Editor& editor, const char* what, Alike alike) {
  if (nothing_placed(editor, what)) return;
  const Document& document = editor.document();
  std::set<ThingId> found = editor.selection().things();
  each_placed(document, [&](ThingId id) {
    if (may_take(document, id) && alike(id)) found.insert(id);
  });
  choose(editor, found);
}

}  // namespace

GroupId outermost_group(const Document& document, ThingId id) {
  GroupId group = document.of(id).group;
  while (group && document.of(group).group) group = document.of(group).group;
  return group;
}

std::set<ThingId> with_groups(const Document& document, const std::set<ThingId>& things) {
  std::set<ThingId> all = things;
  std::set<GroupId> groups;
  for (const ThingId id : things)
    if (const GroupId group = outermost_group(document, id)) groups.insert(group);
  if (groups.empty()) return all;
  each_placed(document, [&](ThingId id) {
    if (groups.contains(outermost_group(document, id)) && may_take(document, id)) all.insert(id);
  });
  return all;
}

bool has_place(ThingId id) {
  return lies_on_paper(id) || id.kind == ThingKind::guide || id.kind == ThingKind::dimension;
}

namespace {
Box extent_of_still(const Document& document, ThingId id) {
  if (const Text* text = document.texts->find(id.as<Text>())) return extent_of(*text);
  if (const Picture* picture = document.pictures->find(id.as<Picture>())) return extent_of(*picture);
  if (const Plot* plot = document.plots->find(id.as<Plot>())) return extent_of(*plot);
  return {};
}
}  // namespace

Box extent_of(const Editor& editor, const std::set<ThingId>& things) {
  Box box;
  const double tolerance = exact_extent * editor.world().size();
  for (const ThingId id : things) {
    const Curve* curve = editor.world().find(id.as<Body>());
    box.extend(curve ? bounds(*curve, tolerance) : extent_of_still(editor.shown(), id));
  }
  return box;
}

Box drawn_extent_of(const Editor& editor, const std::set<ThingId>& things) {
  Box box;
  for (const ThingId id : things) {
    const DrawnCurve* curve = editor.drawn().find(id.as<Body>());
    box.extend(curve ? curve->box : extent_of_still(editor.shown(), id));
  }
  return box;
}

Strings moving_with(const Document& document, const std::set<ThingId>& things) {
  Strings names;
  for (const ThingId id : things)
    if (has_place(id) || id.kind == ThingKind::constraint) names.push_back(document.name(id));
  const World& world = document.world;
  const auto chosen = [&](const Argument& argument) {
    const Connector* connector = world.find(argument.connector);
    return !connector || !connector->curve || things.contains(connector->curve);
  };
  world.constraints().each([&](ConstraintId id, const Constraint& one) {
    if (is_nail(one) && !things.contains(id) && std::all_of(one.on.begin(), one.on.end(), chosen))
      names.push_back(document.name(id));
  });
  document.dimensions->each([&](DimensionId id, const DimensionMark& mark) {
    const Constraint& one = *world.find(mark.of);
    if (!things.contains(id) && std::all_of(one.on.begin(), one.on.end(), chosen))
      names.push_back(document.name(id));
  });
  return names;
}

Strings chosen_names(const Editor& editor) {
  return moving_with(editor.document(), editor.selection().things());
}

// ---- commands

namespace {
// What is chosen, a group that is chosen whole as one: its copy is a group then.
Strings names_with_groups(const Document& document, const std::set<ThingId>& things) {
  std::set<GroupId> partly;
  each_placed(document, [&](ThingId id) {
    if (!things.contains(id)) partly.insert(outermost_group(document, id));
  });
  std::set<ThingId> named;
  for (const ThingId id : things) {
    const GroupId group = outermost_group(document, id);
    if (has_place(id)) named.insert(group && !partly.contains(group) ? ThingId(group) : id);
  }
  return names_of(document, named);
}
}  // namespace

bool copy_chosen(Editor& editor, const Point& by) {
  const Document& document = editor.document();
  const Strings names = names_with_groups(document, editor.selection().things());
  std::set<ThingId> before, made;
  each_placed(document, [&](ThingId id) { before.insert(id); });
  if (!editor.perform("Duplicate", {{edit::Copy{names, by}}})) return false;
  each_placed(editor.document(), [&](ThingId id) {
    if (!before.contains(id)) made.insert(id);
  });
  choose(editor, made);
  return true;
}

void duplicate(Editor& editor) {
  if (nothing_placed(editor, "duplicate")) return;
  if (copy_chosen(editor, Point(copy_offset, -copy_offset)))
    editor.say("Duplicated, with the constraints inside · drag it where it belongs");
}

void mirror_chosen(Editor& editor, bool left_right) {
  if (nothing_placed(editor, "mirror")) return;
  const Box box = extent_of(editor, editor.selection().things());
  if (box.isEmpty()) return;
  const Point middle = box.center(), along = left_right ? Point(0, 1) : Point(1, 0);
  (void)editor.perform(Edit{edit::Mirror{chosen_names(editor), middle, middle + along}});
}

void turn_chosen(Editor& editor, double angle) {
  if (nothing_placed(editor, "turn")) return;
  const Box box = extent_of(editor, editor.selection().things());
  if (box.isEmpty()) return;
  (void)editor.perform(Edit{edit::Turn{chosen_names(editor), angle, box.center()}});
}

namespace {
// Where the chosen curves meet the paper or others, each place once.
std::vector<Point> joints_to_rest(const Editor& editor) {
  const World& world = editor.world();
  const std::set<CurveId> curves = editor.selection().curves();
  const double near = joint_apart * world.size();
  std::vector<Point> joints;
  world.constraints().each([&](ConstraintId, const Constraint& one) {
    if (!is_nail(one) && !is_attachment(one)) return;
    int mine = 0;
    Point at = Point::Zero();
    for (const Argument& argument : one.on)
      if (const Connector* on = world.find(argument.connector); on && curves.contains(on->curve))
        mine += place_of(world, *on, at);
    const bool known = std::any_of(joints.begin(), joints.end(),
                                   [&](const Point& p) { return (p - at).norm() <= near; });
    if (mine == 1 && !known) joints.push_back(at);
  });
  return joints;
}
}  // namespace

void other_solution(Editor& editor) {
  editor.come_to_rest();
  const std::vector<Point> joints = joints_to_rest(editor);
  if (joints.size() != 2)
    return editor.say("Select the bars between two joints: they go over to the other side of them");
  Strings names;
  for (const CurveId id : editor.selection().curves()) names.push_back(editor.document().name(id));
  (void)editor.perform("Other solution", {{edit::Mirror{names, joints[0], joints[1]}}});
}

void group_chosen(Editor& editor) {
  const Document& document = editor.document();
  std::set<ThingId> members;
  for (const ThingId id : editor.selection().things()) {
    if (!has_place(id)) continue;
    const GroupId group = outermost_group(document, id);
    members.insert(group ? ThingId(group) : id);
  }
  if (members.size() < 2) return editor.say("Select two or more things to group");
  if (editor.perform(Edit{edit::GroupEdit{names_of(document, members), ""}}))
    editor.say("Grouped: a click takes all of it, a double click one thing in it");
}

void ungroup_chosen(Editor& editor) {
  const Document& document = editor.document();
  std::set<ThingId> groups;
  for (const ThingId id : editor.selection().things())
    if (const GroupId group = outermost_group(document, id)) groups.insert(group);
  if (groups.empty()) return editor.say("Nothing that is selected is in a group");
  (void)editor.perform(Edit{edit::Ungroup{names_of(document, groups)}});
}

void order_chosen(Editor& editor, std::string_view where) {
  std::set<ThingId> things;
  for (const ThingId id : editor.selection().things())
    if (level_of(id.kind) != Level::none) things.insert(id);
  if (things.empty()) return editor.say("Select what to put in front or behind");
  (void)editor.perform(Edit{edit::Order{std::string(where), names_of(editor.document(), things)}});
}

void align_chosen(Editor& editor, Edge edge) {
  const auto items = items_of(editor);
  if (items.size() < 2) return editor.say("Select two or more things to align");
  const auto place = [&](const Box& box) {
    switch (edge) {
      case Edge::left: return box.min().x();
      case Edge::middle: return box.center().x();
      case Edge::right: return box.max().x();
      case Edge::top: return box.max().y();
      case Edge::centre: return box.center().y();
      case Edge::bottom: return box.min().y();
    }
    return 0.0;
  };
  const bool sideways = edge == Edge::left || edge == Edge::middle || edge == Edge::right;
  const double to = place(extent_of(editor, editor.selection().things()));
  std::vector<Edit> edits;
  for (const auto& item : items) {
    const Box box = extent_of(editor, item);
    if (box.isEmpty()) continue;
    const double by = to - place(box);
    if (by != 0)
      edits.push_back({edit::Move{moving_with(editor.document(), item),
                                  sideways ? Point(by, 0) : Point(0, by)}});
  }
  if (edits.empty()) return editor.say("They are aligned already");
  (void)editor.perform("Align", edits);
}

// The gaps between them become equal; the outermost two stay.
void distribute_chosen(Editor& editor, bool left_right) {
  auto items = items_of(editor);
  if (items.size() < 3) return editor.say("Select three or more things to distribute");
  const int axis = left_right ? 0 : 1;
  const auto begin = [&](const std::set<ThingId>& item) { return extent_of(editor, item).min()[axis]; };
  std::sort(items.begin(), items.end(),
            [&](const auto& a, const auto& b) { return begin(a) < begin(b); });
  double filled = 0;
  for (const auto& item : items) filled += extent_of(editor, item).sizes()[axis];
  const Box all = extent_of(editor, editor.selection().things());
  const double gap = (all.sizes()[axis] - filled) / static_cast<double>(items.size() - 1);
  std::vector<Edit> edits;
  double at = all.min()[axis];
  for (const auto& item : items) {
    Point by = Point::Zero();
    by[axis] = at - begin(item);
    at += extent_of(editor, item).sizes()[axis] + gap;
    if (by[axis] != 0) edits.push_back({edit::Move{moving_with(editor.document(), item), by}});
  }
  if (!edits.empty()) (void)editor.perform("Distribute", edits);
}

void hide_chosen(Editor& editor) {
  if (editor.selection().empty()) return editor.say("Select what to hide");
  const std::set<ThingId> things = editor.selection().things();
  if (!editor.perform(Edit{edit::Hide{names_of(editor.document(), things)}})) return;
  editor.selection().clear();
  editor.say("Hidden; Show all brings everything back");
}

void lock_chosen(Editor& editor) {
  if (editor.selection().empty()) return editor.say("Select what to lock");
  const std::set<ThingId> things = editor.selection().things();
  if (!editor.perform(Edit{edit::Protect{names_of(editor.document(), things)}})) return;
  editor.selection().clear();
  editor.say("Locked: the pointer passes over it; Unlock all sets it free");
}

namespace {
template <class Verb>
void free_all(Editor& editor, bool Attributes::*flag, const char* nothing) {
  Strings names;
  each_thing(editor.document(), [&](ThingId id) {
    if (editor.document().of(id).*flag) names.push_back(editor.document().name(id));
  });
  if (names.empty()) return editor.say(nothing);
  (void)editor.perform(Edit{Verb{names}});
}
}  // namespace

void show_all(Editor& editor) {
  free_all<edit::Show>(editor, &Attributes::hidden, "Nothing is hidden");
}
void unlock_all(Editor& editor) {
  free_all<edit::Unprotect>(editor, &Attributes::locked, "Nothing is locked");
}

void fill_chosen(Editor& editor) {
  editor.finish_gesture();
  constexpr double pale = 0.14;  // what lies under it is seen
  const Document& document = editor.document();
  const std::set<CurveId> curves = editor.selection().curves();
  if (curves.empty()) return editor.say("Select the curves to fill");
  const auto filled = [&](CurveId id) { return document.style(id).fill.kind != Paint::Kind::none; };
  const bool all = std::all_of(curves.begin(), curves.end(), filled);
  std::vector<Edit> edits;
  for (const CurveId id : curves) {
    Style style = document.style(id);
    style.fill = style.stroke;
    if (style.fill.kind != Paint::Kind::plain) style.fill = plain({});
    style.fill.colour.opacity = pale;
    if (all) style.fill = {};
    if (all || !filled(id))
      edits.push_back({edit::StyleEdit{{document.name(id)}, {{"fill", style_text(style, "fill")}}}});
  }
  (void)editor.perform(all ? "No fill" : "Fill", edits);
}

void put_into_new_layer(Editor& editor) {
  const Document& document = editor.document();
  const std::string layer = document.names->fresh("layer");
  Strings names;
  for (const ThingId id : editor.selection().things())
    if (has_place(id)) names.push_back(document.name(id));
  std::vector<Edit> edits{{edit::LayerEdit{layer}}};
  if (!names.empty()) edits.push_back({edit::Put{names, layer}});
  if (editor.perform("New layer", edits))
    editor.say(names.empty() ? "New layer: " + layer : "Put into a new layer: " + layer);
}

void put_into_layer(Editor& editor, const std::string& layer) {
  const Document& document = editor.document();
  Strings names;
  for (const ThingId id : editor.selection().things())
    if (has_place(id) && document.of(id).layer != document.find(layer).as<Layer>())
      names.push_back(document.name(id));
  if (names.empty()) return editor.say("It is there already");
  if (editor.perform(Edit{edit::Put{names, layer}}))
    editor.say(layer.empty() ? "Put on the paper itself" : "Put into " + layer);
}

void add_guide(Editor& editor, double angle) {
  const Point at = editor.pointer_on_paper() ? editor.pointer() : editor.camera().view().center();
  const std::optional<Snap> snap = editor.snap(at);
  const Point place = snap ? snap->at : editor.camera().to_paper(at);
  const std::string name = editor.document().names->fresh("guide");
  if (editor.perform(Edit{edit::GuideEdit{place, angle, name}}))
    editor.select_only({editor.document().find(name)});
}

// ---- choosing more

void select_connected(Editor& editor) {
  const World& world = editor.document().world;
  std::set<CurveId> found = editor.selection().curves();
  if (found.empty()) return editor.say("Select a curve first: what is joined to it is selected too");
  // Each constraint and each weld as the curves it joins, followed until nothing new is found.
  std::vector<std::set<CurveId>> joints;
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    std::set<CurveId> joined;
    for (const Argument& argument : constraint.on)
      if (const Connector* on = world.find(argument.connector); on && on->curve)
        joined.insert(on->curve);
    if (joined.size() > 1) joints.push_back(joined);
  });
  world.links().each([&](LinkId, const Link& link) {
    joints.emplace_back(link.members.begin(), link.members.end());
  });
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const std::set<CurveId>& joined : joints)
      if (std::any_of(joined.begin(), joined.end(), [&](CurveId id) { return found.contains(id); }))
        found.insert(joined.begin(), joined.end());
  }
  std::set<ThingId> things = editor.selection().things();
  for (const CurveId id : found)
    if (may_take(editor.document(), id)) things.insert(id);
  choose(editor, things);
}

void select_same_type(Editor& editor) {
  const Document& document = editor.document();
  std::set<const CurveType*> types;
  std::set<ThingKind> kinds;
  for (const ThingId id : editor.selection().things()) {
    if (const Curve* curve = document.world->find(id.as<Body>()))
      types.insert(curve->type.get());
    else
      kinds.insert(id.kind);
  }
  select_alike(editor, "find more of", [&](ThingId id) {
    const Curve* curve = document.world->find(id.as<Body>());
    return curve ? types.contains(curve->type.get()) : kinds.contains(id.kind);
  });
}

void select_same_colour(Editor& editor) {
  const Document& document = editor.document();
  std::set<std::string> colours;
  for (const ThingId id : editor.selection().things())
    colours.insert(style_text(document.style(id), "stroke"));
  select_alike(editor, "find more of", [&](ThingId id) {
    return colours.contains(style_text(document.style(id), "stroke"));
  });
}

void select_below(Editor& editor, const Point& window) {
  const std::vector<ThingId> all = editor.all_at(window);
  if (all.empty()) return editor.say("Nothing lies here");
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (editor.selection().contains(all[i])) next = (i + 1) % all.size();
  choose(editor, {all[next]});
  std::string words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = editor.document().name(all[i]);
    words += (i == 0 ? "" : ", ") + (i == next ? "[" + name + "]" : name);
  }
  editor.say("Here lie " + words + " · again: the next one");
}

void select_others(Editor& editor) {
  std::set<ThingId> others;
  each_placed(editor.document(), [&](ThingId id) {
    if (lies_on_paper(id) && may_take(editor.document(), id) && !editor.selection().contains(id))
      others.insert(id);
  });
  choose(editor, others);
}

}  // namespace limber
