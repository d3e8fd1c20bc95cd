// Editor: a drawing being worked on. Takes pointer and key events, moves time on, draws itself; all
// without a window.
//
// The Document is changed by edits only; hands and ticks move a World of the editor's own (see
// Live), and what they did enters the Document as an edit: at release, at pause, and with whatever
// edit comes next. While it moves it does not enter every so often, as that would make states of
// the work that nobody meant: the journal is told of it instead, every half second (`meanwhile`,
// see set_journal), and says after a crash what an edit would have said.
//
// Laws: a gesture is one step of undo; one that is cancelled leaves no bit changed; nothing moves
// and nothing is drawn when nobody does anything.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/drawing/images.h"
#include "app/drawing/scene.h"
#include "app/drawing/tessellation.h"
#include "app/drawing/theme.h"
#include "app/drawing/camera.h"
#include "app/document/selection.h"
#include "app/edits/live.h"
#include "app/editor/blocked_motors.h"
#include "app/editor/crosshair.h"
#include "app/editor/events.h"
#include "app/editor/gravity_arrow.h"
#include "app/editor/history.h"
#include "app/editor/navigate.h"
#include "app/editor/next_style.h"
#include "app/editor/not_met.h"
#include "app/editor/pick.h"
#include "app/editor/snap.h"
#include "app/editor/tool.h"
#include "app/script/recorder.h"

namespace limber {

// A number that a person is asked to type, at a place of the paper.
struct AskedNumber {
  Number number;
  Point at = Point::Zero();
};

class Editor {
 public:
  explicit Editor(Document document);

  // ---- the drawing
  const Document& document() const { return live_.document(); }  // what the edits have made
  const World& world() const { return live_.world(); }           // with what hands and time did
  const Document& shown() const;                                 // both: what is seen
  const Samples& samples() const { return live_.samples(); }     // what traces and plots have seen
  const History& history() const { return history_; }
  void open(const Document& document, const View& view = {});  // another drawing: no past
  View view() const { return {camera_.center(), camera_.scale()}; }
  void read_pictures_by(Images::Read read);  // those linked to: whoever knows the drawing's folder

  Selection& selection() { return selection_; }
  const Selection& selection() const { return selection_; }

  // ---- edits. Each is one step of undo and goes to the journal and the recording. What still
  // travels comes to rest first, unless it plays. When it cannot be done nothing changes, and the
  // sentence is said as well.
  Result<bool> perform(const Edit& edit);
  Result<bool> perform(const std::string& title, const std::vector<Edit>& edits);  // as one step
  // In place of the last one: a number that is being dragged. `begins`: the first of them.
  Result<bool> perform_while(bool begins, const std::string& title, const std::vector<Edit>& edits);

  // The newest step grows by them, from what is seen now: something is dragged, and the rest follows
  // it. `begins`: it is a new step.
  Result<bool> perform_more(bool begins, const std::string& title, const std::vector<Edit>& edits);

  bool can_undo() const;  // a step, a gesture half done, or the motion since play began
  void undo();
  void redo();
  void go_to_step(std::size_t step);  // of the history, by undo and redo
  void mark_saved() { history_.mark_saved(); }
  void mark_unsaved() { history_.mark_unsaved(); }
  // Motion that only was watched is no work; what a hand did while it played is.
  bool modified() const { return history_.modified() || pulled_in_play_; }

  // What is done, as lines: an edit; `amend LINE`, the newest step grew by it; `instead LINE`, it
  // takes the place of the newest step; `meanwhile LINE`, what moves has come so far, until
  // anything else is said; `undo`, `redo`; `begin TITLE`, `end` around the edits of one step.
  // From an empty journal on, its lines lead from document() at that time to any later one
  // (app/files/replay.h).
  using Journal = std::function<void(std::string_view line)>;
  void set_journal(Journal journal) { journal_ = std::move(journal); }
  // The line that says how far what moves has come; nothing when that is beyond what can be kept.
  std::optional<std::string> motion_line() const;
  void tell_motion();  // to the journal; whoever listens asks for it as often as it is wanted

  // ---- commands made of edits
  void
  finish_gesture();  // as if the button were let go; before any command that is not of the view
  void remove_selection();
  void select_all();
  void select_only(const std::set<ThingId>& things);
  void select_next(int direction);  // the next curve, or with -1 the one before, in order of age
  void nudge(const Point& distance);
  void toggle_motor();  // on the selected curve: turns it about its beginning

  // ---- hands
  HandId grab(const CurveHit& what);
  HandId grab_alone(const CurveHit& what);  // the other curves stay as they are
  void pull(HandId hand, const Point& target);
  void release(HandId hand);  // what it did is a step of undo, if it did anything
  void give_up(HandId hand);  // all is as it was when it was grabbed, and what plays goes on

  // ---- time
  void advance(double seconds);  // whole ticks; the rest is kept for the next call
  void follow_hand();            // at once, as far as the figure can: the hand is about to let go
  void come_to_rest();           // at once, unless that takes more than some seconds of motion
  bool moving() const;           // time must go on: something is awake, or it plays
  bool playing() const { return playing_; }
  void set_playing(bool playing);
  double pace() const { return pace_; }  // of play: seconds of the drawing for each of a clock
  void set_pace(double pace) { pace_ = pace, changed_ = true; }
  const std::vector<BlockedMotor>& blocked() const { return blocked_.all(); }
  const std::set<ConstraintId>& not_met() const { return not_met_.all(); }  // and cannot be

  // ---- the last minute of play, in ticks (editor_rewind.cpp). Gone back to, the drawing is shown as it
  // was then; as soon as it plays, or anything else is done, it goes on from there: a step of undo.
  // Edits that were made later are undone by that.
  const Rewind& past() const { return live_.past(); }
  void rewind_to(std::int64_t wanted);  // the nearest that is kept; stops the play
  bool rewound() const { return rewound_; }

  // Everything that is done, as a script that replays bit for bit.
  void set_recorder(std::unique_ptr<Recorder> recorder) { recorder_ = std::move(recorder); }

  // ---- the hand
  void handle(const PointerEvent& event);
  bool handle(const KeyEvent& event);  // false: nothing here wants that key
  bool escape();                       // gesture, then tool, then selection; false: nothing left
  void use(std::string_view command);  // its tool; nothing happens when it has none
  void ask_for(AskedNumber number);    // the panels show a field for it
  bool asks_for_number() const { return asked_.has_value(); }
  std::optional<AskedNumber> take_asked() { return std::exchange(asked_, std::nullopt); }
  Tool& tool() { return *tool_; }
  const Tool& tool() const { return *tool_; }
  const Point& pointer() const { return pointer_; }  // window points
  bool pointer_on_paper() const { return pointer_on_paper_; }
  bool pulling() const;                                     // a hand holds something
  std::optional<CurveHit> pick(const Point& window) const;  // what a press there takes hold of
  std::optional<ThingId> mark_at(const Point& window) const;
  // A text, a guide, a picture or a plot: what is moved as it is, not pulled; or a trace.
  std::optional<ThingId> still_at(const Point& window) const;
  // Under the pointer, looked for once: until it, the view or the drawing moves.
  const std::optional<CurveHit>& hovered() const { return pointed().curve; }
  const std::optional<ThingId>& hovered_mark() const { return pointed().mark; }
  const std::optional<ThingId>& hovered_still() const { return pointed().still; }
  std::vector<ThingId> all_at(const Point& window) const;  // see things_under
  std::optional<Snap> snap(const Point& window, CurveId except = {}) const;

  NextStyle& next_style() { return next_style_; }
  const NextStyle& next_style() const { return next_style_; }

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
  void show_marks(bool show);  // of constraints and forces; hidden ones are not pointed at either
  bool marks_shown() const { return marks_; }
  const Tessellation& drawn() const { return drawn_; }
  Navigator& navigator() { return navigator_; }
  Crosshair& crosshair() { return crosshair_; }
  const Crosshair& crosshair() const { return crosshair_; }

  Scene scene();                             // to be drawn now: nothing has changed since
  void draw_hint(SkCanvas& canvas) const;
  void draw(SkCanvas& canvas);       // the paper and all on it, in window points
  void touch() { changed_ = true; }  // something to be seen changed
  bool changed() const { return changed_; }

  // ---- what is going on, in words
  std::string status() const;
  void say(std::string message);  // shown until something else is done
  const std::string& message() const { return message_; }

 private:
  enum class Work { yes, no };  // motion that only was watched is no work to be saved
  void take_up();               // it goes on from where it was rewound to
  std::optional<std::size_t> step_behind() const;  // of what is seen of the past
  void settle();                // what moved since the newest step belongs to it
  void keep(const std::string& title, Work work);  // a step of history, if anything changed
  void keep_if(bool changed, const std::string& title, Work work);
  void restore_live(const Document& document);
  void go_to(const Document& document);  // one of the history: nothing in it moves
  void walk(const Document& document, bool forth);  // a step, also in the recording
  void take_tick();
  void refresh();  // the drawing has become another one
  void changed_drawing();  // what is seen of it: it was edited, or something in it moved
  void write(const std::string& line);  // to the journal
  void write_step(bool again, const std::string& title, const std::vector<std::string>& lines);
  bool enter(const std::string& verb, const std::string& why);
  void forget_motion();
  Connector begin_hand(const CurveHit& what, bool alone);  // what it holds
  void record_step(bool again, const std::vector<Edit>& edits);
  void listen_again();                         // what was done in between is not in the recording
  void check_typed();
  void record_anew();
  void record_rest();
  bool begin_recording();  // false: nobody records, or it cannot be
  void end_recording();

  struct Pointed {
    std::optional<CurveHit> curve;
    std::optional<ThingId> mark;
    std::optional<ThingId> still;
    // when it was looked for
    Point pointer = Point::Zero();
    View view;
    Box window;
    std::uint64_t drawn = 0;
    bool looked = false;
  };
  const Pointed& pointed() const;

  Live live_;
  mutable std::optional<Document> shown_;  // made when asked for
  Landmarks landmarks_;
  mutable Pointed pointed_;
  History history_;
  Selection selection_;
  Journal journal_;
  std::unique_ptr<Recorder> recorder_;  // null: nobody records
  std::unique_ptr<Recorder> deaf_recorder_;  // while something is done that no script can say
  bool give_up_known_ = false;               // a line can say that the hand gave up
  NextStyle next_style_;
  NotMet not_met_;
  BlockedMotors blocked_;
  double pace_ = 1;
  Camera camera_;
  Navigator navigator_;
  Crosshair crosshair_;
  GravityArrow gravity_;
  const Theme* theme_ = &light_theme();
  Tessellation drawn_;
  Images images_;
  std::unique_ptr<Tool> tool_;
  Point pointer_ = Point::Zero();
  bool pointer_on_paper_ = false;
  bool grid_ = true, marks_ = true, playing_ = false, changed_ = true;
  bool in_tool_ = false;      // a tool handles an event
  Live::Moment unedited_;     // what the newest edits of a number that is dragged found
  bool unsettled_ = false;    // moved since the newest step was taken
  bool growing_ = false;      // the newest step is one that perform_while goes on changing
  bool pulled_in_play_ = false;  // a hand changed something since play began
  bool rewound_ = false;         // what is seen is the past; the newest step is not
  bool motion_told_ = false;     // the newest line of the journal is of a motion,
  std::string last_motion_;      // this one
  double time_left_ = 0;      // less than a tick
  Live::Moment before_;       // when the button was pressed, or the hand grabbed
  std::optional<edit::Set> typed_;  // the last number a person set, until the figure rests
  std::optional<AskedNumber> asked_;
  std::string message_;
  Point said_at_ = Point::Zero();  // where the pointer was then
};

// An Error as one line: "file: line 3: what. Suggestion".
std::string sentence(const Error& error);

}  // namespace limber
