// Recorder: what happens to a drawing, written down as a script that replays bit for bit.
//
// It is told of everything between two ticks, of each tick and of each step of undo. Where the
// drawing was changed by something a script has no line for (a hand led beyond the places it can
// say), it writes the drawing anew, and the count of ticks starts over.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view.h"
#include "app/edits/live.h"
#include "app/script/script.h"

namespace limber {

class Recorder {
 public:
  // Each line goes to `sink` as soon as it is known, with its end of line.
  explicit Recorder(std::function<void(std::string_view)> sink);

  // Before anything is recorded of this drawing: writes it, unless it is already where the lines
  // so far lead. True when it was written. An Error when it cannot be (a number is not finite, or
  // beyond what a drawing holds): nothing is recorded then until it can be.
  Result<bool> begin(const Live& live, const View& view);

  void record(const Action& action);  // just now, before the next tick
  void touched(const std::string& hand);  // a hand comes down: it may give up, and all is as now
  // What this hand did can be taken back by a line: all that happened since it touched is in the
  // recording.
  bool touch_is_known() const { return known_ && touched_; }

  // Steps of undo, when they are kept, with the drawing as each has left it.
  void step(const Document& document);
  void amend(const Document& document);
  // It goes a step back or forth, to this drawing. False: not as far as the recording knows;
  // nothing is written then.
  bool walked(const Document& to, bool forth);

  // The newest step, which began where this hand touched, never was, and this is the one before it.
  // False: like walked.
  bool instead(const std::string& hand, const Document& of);

  void arrived(const World& world);   // what was recorded has led here
  void ticked(const World& world);    // a step was taken
  void seal(const World& world);      // writes the hash of the state here
  void forget() { known_.reset(); }   // something was changed that no line says

 private:
  void write(const Line& line);

  std::function<void(std::string_view)> sink_;
  std::int64_t now_ = 0;
  std::optional<std::uint64_t> known_;  // hash of where the lines so far lead
  bool touched_ = false;                // there is a touch since the drawing was written
  std::vector<std::uint64_t>
      steps_;  // hashes of their worlds; the first: as the drawing was written
  std::size_t at_ = 0;
};

}  // namespace limber
