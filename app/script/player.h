// Player: a script acting on a drawing, tick by tick.
//
//   tick n:  the lines that are due happen, in the order they are written
//            -> hands that are being led move on along their paths
//            -> one step of 1/240 s
//
// Laws: the same drawing and script give the same bits, on any machine clock, with any number of
// threads; what the window did between two ticks, written as stamped lines, is done again exactly.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/edits/live.h"
#include "app/script/script.h"

namespace limber {

class Player {
 public:
  // `fresh` brings the built-in kinds, for `document` lines. Paths from files must have been read
  // (path_file.h).
  Player(Document document, const Document& fresh, Script script);

  // What happened when the script said hash.
  struct HashLine {
    int line = 0;
    std::uint64_t hash = 0;
    std::optional<std::uint64_t> expected;
  };
  std::function<void(const HashLine&)> on_hash;

  // Everything that is done to the drawing between two ticks, in full: a grab with its curve and t,
  // a pull with its place. What a Recorder wants to know.
  std::function<void(const Action&)> on_action;

  // One tick. False: the script was over before it, and nothing happened. An Error points at the
  // line that could not be done; the drawing stays as it was before that line.
  Result<bool> tick();

  std::int64_t now() const { return now_; }  // ticks taken since the last document line
  const Document& document() const { return live_.document(); }
  const World& world() const { return live_.world(); }
  const Live& live() const { return live_; }
  const Script& script() const { return script_; }
  const StepReport& report() const { return report_; }
  Stepper& stepper() { return live_.stepper(); }
  bool playing() const { return playing_; }
  int waited_in_vain() const { return waited_in_vain_; }  // waits for rest that were given up

  struct HandNow {
    const std::string* name;
    Point held, target;  // where the point is, where the hand wants it
    double distance;
  };
  std::vector<HandNow> hands() const;  // those that hold something, by name

  void let_go();  // all hands
  bool settle();  // time passes until nothing moves; false: it was given up
  std::optional<Error> enter() {
    return live_.enter();
  }  // what hands and time did is the drawing now

 private:
  struct Led {  // a hand, and the way it is being led
    HandId id;
    std::optional<Live::Moment> before;  // it took hold, or touched
    std::vector<Point> way;
    std::int64_t begin = 0, ticks = 0;
    std::deque<std::size_t> todo;  // lines waiting for it
  };
  struct Do;

  std::optional<std::size_t> next_due();
  Result<bool> perform(const Line& line);
  bool idle(const Led& hand) const { return now_ >= hand.begin + hand.ticks; }
  bool everyone_idle() const;
  bool travels() const;
  void lead_hands();
  void start_over(Document document);
  std::optional<Error> step();   // what was done is a step of undo,
  std::optional<Error> amend();  //   or belongs to the newest one
  bool walk(bool forth);         // false: there is no step

  Live live_;
  Document fresh_;
  Script script_;
  StepReport report_;
  std::map<std::string, Led> hands_;
  std::size_t next_ = 0;  // the first line nobody has taken yet
  std::int64_t now_ = 0, wait_until_ = 0;
  std::optional<std::size_t> waited_for_;  // the line that waited for rest last
  bool keeps_steps_ = false;               // the script takes some back
  std::vector<Document> steps_;            // of undo
  std::size_t at_ = 0;
  bool playing_ = false, waits_for_rest_ = false;
  int waited_in_vain_ = 0;
};

}  // namespace limber
