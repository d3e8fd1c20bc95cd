// Editor: a drawing being worked on. Takes pointer and key events, moves time on, draws itself; all
// without a window.
//
// Laws: a gesture is one step of undo; one that is cancelled leaves no bit changed; nothing moves
// and nothing is drawn when nobody does anything.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/drawing/tessellation.h"
#include "app/drawing/theme.h"
#include "app/editor/camera.h"
#include "app/editor/document.h"
#include "app/editor/events.h"
#include "app/editor/history.h"
#include "app/editor/navigate.h"
#include "app/editor/pick.h"
#include "app/editor/snap.h"
#include "app/script/recorder.h"
#include "app/tools/tool.h"
#include "solver/stepper.h"

namespace limber {

class Editor {
 public:
  explicit Editor(Document document);

  // ---- the drawing. Change it freely between two commits.
  Document& document() { return document_; }
  const Document& document() const { return document_; }
  const History& history() const { return history_; }
  void open(Document document);  // another drawing: its view, no past
  // What changed since the last step is one step. Motion that only was watched can be undone, but
  // is no work to be saved.
  enum class Work { yes, no };
  void commit(std::string title, Work work = Work::yes);
  void cancel();          // back to the last step, to the bit
  bool can_undo() const;  // a step, a gesture half done, or the motion since play began
  void undo();
  void redo();
  void mark_saved() { history_.mark_saved(); }
  bool modified() const { return history_.modified(); }

  // ---- edits that are one step each
  void
  finish_gesture();  // as if the button were let go; before any command that is not of the view
  void remove_selection();
  void select_all();
  void select_next(int direction);  // the next curve, or with -1 the one before, in order of age
  void set_parameter(CurveId id, int parameter, double value);  // the rest of the figure follows
  Result<bool> let(const std::string& variable, const std::string& text);  // it travels; recorded
  void nudge(const Point& distance);
  void toggle_motor();  // on the selected curve: turns it about its beginning

  // ---- time
  void advance(double seconds);  // whole ticks; the rest is kept for the next call
  void follow_hand();            // at once, as far as the figure can: the hand is about to let go
  void come_to_rest();           // at once, unless that takes more than some seconds of motion
  bool moving() const;           // time must go on: something is awake, or it plays
  bool playing() const { return playing_; }

  // ---- recording: what hands do and when motors run, as a script that replays bit for bit
  void set_recorder(std::unique_ptr<Recorder> recorder);
  void record(const Action& action);  // a grab before it is done, all else after; or nothing

  void set_playing(bool playing);
  const std::set<ConstraintId>& not_met() const { return not_met_; }  // and cannot be

  // ---- the hand
  void handle(const PointerEvent& event);
  bool handle(const KeyEvent& event);  // false: nothing here wants that key
  bool escape();                       // gesture, then tool, then selection; false: nothing left
  void use(std::unique_ptr<Tool> tool);
  Tool& tool() { return *tool_; }
  const Tool& tool() const { return *tool_; }
  const Point& pointer() const { return pointer_; }  // window points
  bool pointer_on_paper() const { return pointer_on_paper_; }
  bool pulling() const;                                     // a hand holds something
  std::optional<CurveHit> pick(const Point& window) const;  // what a press there takes hold of
  std::optional<CurveHit> hovered() const;
  std::optional<MarkId> hovered_mark() const;
  std::optional<std::size_t> hovered_note() const;
  std::optional<Snap> snap(const Point& window, CurveId except = {}) const;

  // ---- the view
  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }
  void fit();  // everything
  void fit_unless_seen();
  void fit_selection();
  void set_theme(const Theme& theme);
  const Theme& theme() const { return *theme_; }
  void show_grid(bool show);
  bool grid_shown() const { return grid_; }
  const Tessellation& drawn() const { return drawn_; }
  Navigator& navigator() { return navigator_; }

  void draw(SkCanvas& canvas);       // the paper and all on it, in window points
  void touch() { changed_ = true; }  // something to be seen changed
  bool changed() const { return changed_; }

  // ---- what is going on, in words
  std::string status() const;
  void say(std::string message);  // shown until something else is done
  const std::string& message() const { return message_; }

 private:
  void settle_step();                       // the newest step of history takes what moved since
  void keep(std::string title, Work work);  // a step of history
  void end_recording();                     // what follows is not in it
  void restore(const Document& document);
  void take_tick();
  void look_again();  // the drawing has become another one

  Document document_;
  History history_;
  Stepper stepper_;
  std::unique_ptr<Recorder> recorder_;  // null: nobody records
  bool travel_recorded_ = false;        // a variable changed, and the recording follows its travel
  std::set<ConstraintId> not_met_;
  Camera camera_;
  Navigator navigator_;
  const Theme* theme_ = &light_theme();
  Tessellation drawn_;
  std::unique_ptr<Tool> tool_;
  Point pointer_ = Point::Zero();
  bool pointer_on_paper_ = false;
  bool grid_ = true, playing_ = false, changed_ = true;
  bool unsettled_ = false;  // moved since the newest step was taken
  double time_left_ = 0;    // less than a tick
  struct HeldParameter {
    CurveId curve;
    int parameter;
  };
  std::vector<HeldParameter> held_;  // locked only until the figure rests
  std::string message_;
  Point said_at_ = Point::Zero();  // where the pointer was then
};

}  // namespace limber
