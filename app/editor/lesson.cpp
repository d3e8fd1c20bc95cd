#include "app/editor/lesson.h"

#include <algorithm>
#include <string_view>

#include "app/document/reading.h"

namespace limber {

const std::array<LessonStep, lesson_steps> first_lesson = {{
    {"Pull a curve", "Point at any curve, press and drag. All that is joined to it follows."},
    {"Take it back", "{edit.undo} takes back the last step, always, and as often as you like."},
    {"Draw a bar", "Choose {draw.bar}, then drag over the empty paper from one end to the other."},
    {"Nail one end",
     "Choose {tool.nail} and click an end of your bar. From now on it can only turn."},
    {"Join a second bar",
     "Take {draw.bar} again and begin on the free end of the first. It snaps there, and the two "
     "are joined."},
    {"Let a motor turn it",
     "Go back to {tool.pull}, click the bar that is nailed, then choose {edit.motor}."},
    {"Play, and draw a path",
     "Tap {play.toggle}. Point at the free end of the second bar and choose {edit.trace}: it "
     "leaves its path behind."},
}};

namespace {

constexpr std::string_view bar_types[] = {"bar", "line"};
// Of the length of a bar: a nail that snapped to an end is there to the last digits.
constexpr double end_tolerance = 1e-6;
constexpr double least_drag = 8;  // window points: less is a click that slipped

bool at_an_end(const World& world, const Connector& connector) {
  const Curve* curve = world.find(connector.curve);
  Point place, begin, end;
  if (!curve || !reading_of(world, connector, place) || !point_at(*curve, t_begin(*curve), begin) ||
      !point_at(*curve, t_end(*curve), end))
    return false;
  return std::min((place - begin).norm(), (place - end).norm()) <=
         end_tolerance * (end - begin).norm();
}

// Which of these curves it rides on.
std::set<CurveId> curves_of(const World& world, const Constraint& constraint,
                            const std::set<CurveId>& among) {
  std::set<CurveId> out;
  for (const Argument& argument : constraint.on)
    if (const Connector* connector = world.find(argument.connector))
      if (among.contains(connector->curve)) out.insert(connector->curve);
  return out;
}

bool is_nailed_at_an_end(const World& world, const Constraint& constraint,
                         const std::set<CurveId>& bars) {
  return is_nail(constraint) && std::ranges::any_of(constraint.on, [&](const Argument& argument) {
           const Connector* connector = world.find(argument.connector);
           return connector && bars.contains(connector->curve) && at_an_end(world, *connector);
         });
}

}  // namespace

std::string lesson_words(std::size_t step, const std::vector<Command>& commands) {
  std::string out;
  std::string_view words = first_lesson[step].words;
  for (std::size_t open; (open = words.find('{')) != words.npos;) {
    const std::size_t close = words.find('}', open);
    out += words.substr(0, open);
    if (const Command* command = find_command(commands, words.substr(open + 1, close - open - 1)))
      out += command->title + (command->keys.empty() ? "" : " (" + name_of(command->keys[0]) + ")");
    words.remove_prefix(close + 1);
  }
  return out + std::string(words);
}

Lesson::Lesson(const Editor& editor) { begin(editor); }

void Lesson::begin(const Editor& editor) {
  before_.clear();
  for (const ThingKind kind : {ThingKind::curve, ThingKind::trace})
    each_thing(editor.document(), kind, [&](ThingId id) { before_.insert(id); });
  at_ = editor.history().at();
}

std::size_t Lesson::next() const {
  return static_cast<std::size_t>(std::ranges::find(done_, false) - done_.begin());
}

std::set<CurveId> Lesson::bars(const Editor& editor) const {
  std::set<CurveId> out;
  editor.document().world->bodies().each([&](CurveId id, const Body& body) {
    if (!before_.contains(id) &&
        std::ranges::find(bar_types, body.curve.type->name) != std::end(bar_types))
      out.insert(id);
  });
  return out;
}

// A pull is a step of the history; while the drawing plays it becomes one only when the play ends.
bool Lesson::pulled(const Editor& editor) const {
  const History& history = editor.history();
  if (history.at() > at_ && history.undo_title().starts_with("Pull ")) return true;
  return editor.playing() && held_ && editor.pulling() &&
         (editor.pointer() - held_from_).norm() > least_drag;
}

bool Lesson::traced(const Editor& editor) const {
  bool found = false;
  editor.document().traces->each([&](TraceId id, const Trace&) {
    const Trail* trail = editor.samples().find(id);
    found = found || (!before_.contains(id) && trail && trail->places.size() > 1);
  });
  return found && editor.playing();
}

bool Lesson::watch(const Editor& editor) {
  const History& history = editor.history();
  const World& world = editor.document().world;
  if (history.size() == 1 && next() < lesson_steps) {
    begin(editor);
    std::fill(done_.begin() + draw, done_.end(), false);
  }
  const auto before = done_;
  done_[pull] = done_[pull] || pulled(editor);
  done_[undo] = done_[undo] || (history.at() < at_ && history.can_redo());
  const std::set<CurveId> mine = bars(editor);
  done_[draw] = done_[draw] || !mine.empty();
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    done_[nail] = done_[nail] || is_nailed_at_an_end(world, constraint, mine);
    done_[join] =
        done_[join] || (is_attachment(constraint) && curves_of(world, constraint, mine).size() > 1);
  });
  world.motors().each([&](MotorId, const Motor& one) {
    const Constraint* driven = world.find(one.constraint);
    done_[motor] = done_[motor] || (driven && rides_on(world, *driven, mine));
  });
  done_[path] = done_[path] || traced(editor);
  at_ = history.at();
  if (editor.pulling() && !held_) held_from_ = editor.pointer();
  held_ = editor.pulling();
  return done_ != before;
}

}  // namespace limber
