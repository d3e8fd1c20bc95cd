// The line format of pull scripts and recordings: one thing per line, readable and writable by
// hand.
//
//     limber script 1                      # optional first line: the format's version
//     grab a coupler t=0.5                 # hand "a" takes hold of the curve named coupler at t
//     move a 30 40 in 0.5s                 # and is led there on a straight line
//     release a
//     wait rest                            # until nothing moves any more
//     hash                                 # print the state's hash; with a value: compare
//
//     nail crank@0                         # and everything else that changes a drawing: see edit.h
//
// Time goes in ticks of 1/240 s. Each hand does its lines one after another, hands at the same
// time as each other; lines that belong to no hand (set, play, wait, hash...) begin when all hands
// are done. What a change sets in motion comes to rest before the next change. A line may be stamped, "@120 move a 3 4": then it happens exactly in that tick, counted
// from the start or from the last `document` line. Recordings are stamped throughout and carry the
// drawing in a `document` line, so they stand alone.
//
// docs/pull-script.md is the page for people. Laws: parse_script(write_script(s)) == s, bit for
// bit; every mistake of a text is told with line and column; time and memory are proportional to
// the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/edits/line.h"
#include "codegen/result.h"
#include "curves/curve.h"

namespace limber {

inline constexpr int ticks_per_second = 240;
inline constexpr int script_version = 1;
inline constexpr std::size_t most_script_lines = 2'000'000;
inline constexpr double longest_seconds = 1e6;  // of one line: eleven days

namespace line {

// Where t is not given, the point of the curve nearest to `at`; where no curve is named, the
// nearest curve.
struct Grab {
  std::string hand, curve;
  std::optional<double> t;
  std::optional<Point> at;
  std::string point = {};  // not empty: a point the curve's type calls by name, "center"
  bool alone = false;      // all other curves stay as they are until it lets go
  bool operator==(const Grab&) const = default;
};
struct Touch {  // the hand comes down: what it then takes back goes back to here
  std::string hand;
  bool operator==(const Touch&) const = default;
};
struct Move {  // through these places in straight lines; at once when neither is given
  std::string hand;
  std::vector<Point> through;
  std::string file;                      // places come from this file of x,y lines instead
  std::optional<double> seconds, speed;  // speed in drawing units per second
  bool operator==(const Move&) const = default;
};
struct Release {
  std::string hand;
  bool back = false;  // all is as it was when it took hold, or touched
  bool operator==(const Release&) const = default;
};
struct Play {
  bool operator==(const Play&) const = default;
};  // the motors' clock runs
struct Pause {
  bool operator==(const Pause&) const = default;
};
struct Rewind {  // the drawing as it was, so much of play ago
  double seconds = 0;
  bool operator==(const Rewind&) const = default;
};
// Steps of undo. A line written by hand that changes the drawing is a step by itself; among stamped
// lines, as recordings have them, Step and Amend say what belongs together.
struct Step {  // what was done since the last one is a step
  bool operator==(const Step&) const = default;
};
struct Amend {  // what was done since belongs to the newest step
  bool operator==(const Amend&) const = default;
};
// The newest step never was: what it did while it plays is taken back, and the time that has passed
// since stays passed. It began where this hand touched; what is done instead follows.
struct Instead {
  std::string hand;
  bool operator==(const Instead&) const = default;
};
struct Undo {
  bool operator==(const Undo&) const = default;
};
struct Redo {
  bool operator==(const Redo&) const = default;
};
struct Wait {  // no time: until everything rests
  std::optional<double> seconds;
  bool operator==(const Wait&) const = default;
};
struct Hash {
  std::optional<std::uint64_t> expected;
  bool operator==(const Hash&) const = default;
};
struct Wake {  // curves that are not at rest though nothing pulls them; none named: everything
  std::vector<std::string> curves;
  bool operator==(const Wake&) const = default;
};
struct Hold {  // numbers of curves that stay as they are while the rest adapts to them
  struct Number {
    std::string curve, parameter;
    bool operator==(const Number&) const = default;
  };
  std::vector<Number> numbers;
  bool operator==(const Hold&) const = default;
};
struct Load {        // start over with this drawing, at tick 0
  std::string json;  // on one line
  bool operator==(const Load&) const = default;
};

}  // namespace line

// What hands and time do, or a change of the drawing.
using Action =
    std::variant<line::Grab, line::Touch, line::Move, line::Release, line::Play, line::Pause,
                 line::Rewind, line::Step, line::Amend, line::Instead, line::Undo, line::Redo,
                 line::Wait, line::Hash, line::Wake, line::Hold, line::Load, Edit>;

struct Line {
  int number = 0;  // in the text, from 1; not written
  std::optional<std::int64_t> tick;
  Action action;
  bool operator==(const Line& other) const { return tick == other.tick && action == other.action; }
};

struct Script {
  std::vector<Line> lines;
  std::string text;  // as it was read, for messages; not part of what the script says
  bool operator==(const Script& other) const { return lines == other.lines; }
};

// The error, pointing at a word of the line: 0 is the verb. Of a script that was not read from a
// text, only the line is known.
Error at_word(const Script& script, const Line& line, std::size_t word, Error error);

Result<Script> parse_script(std::string_view text);

std::string write_line(const Line& line);  // without the end of line
std::string write_script(const Script& script);

// The hand a line is about, or null.
const std::string* hand_of(const Action& action);

// How each verb is written, for messages and for the page: those of hands and time, then those that
// change the drawing.
const std::vector<Verb>& script_verbs();

std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

}  // namespace limber
