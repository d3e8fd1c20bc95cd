// Recorder: what happens to a drawing, written down as a script that replays bit for bit.
//
// It is told of everything between two ticks, and of each tick. Where the drawing was changed by
// something a script has no line for (an undo, a gesture given up), it writes the drawing anew, and the
// count of ticks starts over.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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
  void arrived(const World& world);   // what was recorded has led here
  void ticked(const World& world);    // a step was taken
  void seal(const World& world);      // writes the hash of the state here
  void forget() { known_.reset(); }   // something was changed that no line says

 private:
  void write(const Line& line);

  std::function<void(std::string_view)> sink_;
  std::int64_t now_ = 0;
  std::optional<std::uint64_t> known_;  // hash of where the lines so far lead
};

}  // namespace limber
