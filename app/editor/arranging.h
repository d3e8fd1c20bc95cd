// Arranging: what is chosen, as one thing. Which things that is, where they lie, and the commands that
// move, copy, mirror, group, order, align, hide and lock them; each is an edit.
#pragma once

#include <string_view>

#include "app/editor/editor.h"

namespace limber {

// The outermost group a thing is in; none: it is in no group.
GroupId outermost_group(const Document& document, ThingId id);
// With all that is grouped with them: curves, texts and what else can be pointed at, not the groups.
std::set<ThingId> with_groups(const Document& document, const std::set<ThingId>& things);

// What has a place of its own: curves, texts, pictures, guides, dimensions.
bool has_place(ThingId id);
// On the paper, empty when they have none: exactly, and as they are drawn.
Box extent_of(const Editor& editor, const std::set<ThingId>& things);
Box drawn_extent_of(const Editor& editor, const std::set<ThingId>& things);

// Names of what moves with the chosen things: they themselves, and nails and forces on the paper
// that hold nothing else.
Strings moving_with(const Document& document, const std::set<ThingId>& things);
Strings chosen_names(const Editor& editor);  // moving_with(all that is chosen)

// ---- commands on what is chosen. Each does its one thing, or says what to choose first.
void duplicate(Editor& editor);
// Copies of what is chosen, so far away, are chosen then. False: it cannot be done.
bool copy_chosen(Editor& editor, const Point& by);
void mirror_chosen(Editor& editor, bool left_right);
void turn_chosen(Editor& editor, double angle);
// The other way to assemble what is chosen: mirrored in the line through the two places where it is
// joined to the rest or nailed.
void other_solution(Editor& editor);
void group_chosen(Editor& editor);
void ungroup_chosen(Editor& editor);
void order_chosen(Editor& editor, std::string_view where);
enum class Edge { left, middle, right, top, centre, bottom };
void align_chosen(Editor& editor, Edge edge);
void distribute_chosen(Editor& editor, bool left_right);
void hide_chosen(Editor& editor);
void show_all(Editor& editor);
void lock_chosen(Editor& editor);
void unlock_all(Editor& editor);
void put_into_new_layer(Editor& editor);
void put_into_layer(Editor& editor, const std::string& layer);  // "": the paper itself
void add_guide(Editor& editor, double angle);  // at the pointer, or in the middle of what is seen
void fill_chosen(Editor& editor);  // in the pale colour of their strokes; what is filled already, no more

// ---- choosing more by what is chosen
void select_connected(Editor& editor);
void select_same_type(Editor& editor);
void select_same_colour(Editor& editor);
void select_others(Editor& editor);  // what is not chosen now
// What lies under the one that is chosen at this place of the window, round and round.
void select_below(Editor& editor, const Point& window);

}  // namespace limber
