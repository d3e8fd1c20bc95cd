#include "app/script/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "app/edits/words.h"
#include "app/document/document.h"
#include "app/document/nearest_word.h"
#include "app/document/quantity.h"

namespace limber {
namespace {

constexpr std::size_t most_places = 100'000, most_errors = 20;
constexpr std::int64_t last_tick = 1'000'000'000'000;

// ---- one function for each verb; the verb itself has been taken

std::optional<Point> place(Words& in) {
  const std::optional<double> x = in.number(Dimension::length, "an x"),
                              y = in.number(Dimension::length, "a y");
  if (!x || !y) return {};
  if (std::max(std::abs(*x), std::abs(*y)) > farthest_place)
    return in.fail("a place is within 1e12 of the origin"), std::nullopt;
  return Point(*x, *y);
}

line::Grab grabbed(Words& in) {
  line::Grab out;
  out.hand = in.name("the name of a hand");
  if (!in.take_word("at")) {
    out.curve = in.name("the name of a curve, or: at X Y");
    if (in.error()) return out;
    if (in.done()) return in.missing("t=T, or: at X Y"), out;
    if (!in.take_word("at")) {
      const ScriptWord& token = in.take();
      if (token.text.starts_with("point=") && token.text.size() > 6)
        return out.point = token.text.substr(6), out;
      if (!token.text.starts_with("t="))
        return in.fail(fmt::format("'{}' should be t=T, point=NAME, or: at X Y", token.text)), out;
      out.t = read_quantity(std::string_view(token.text).substr(2), Dimension::any);
      if (!out.t) in.fail(fmt::format("'{}' is not a t", token.text), "write t=0.5");
      return out;
    }
  }
  out.at = place(in);
  return out;
}

Action grab(Words& in) {
  line::Grab out = grabbed(in);
  if (!in.error() && in.take_word("alone")) out.alone = true;
  return out;
}

// "in 0.5s" or "speed 20" at the end of a move.
void pace(Words& in, line::Move& out) {
  if (in.error() || in.done()) return;
  if (in.take_word("in"))
    out.seconds = in.number(Dimension::time, "a time");
  else if (in.take_word("speed"))
    out.speed = in.number(Dimension::length, "a speed in drawing units per second");
  else
    return in.take(), in.fail("here the line should end, or say: in TIME, or: speed NUMBER");
  if (out.seconds && (*out.seconds < 0 || *out.seconds > longest_seconds))
    in.fail("a time is between 0 and 1000000 s");
  if (out.speed && *out.speed <= 0) in.fail("a speed is more than 0");
}

Action move(Words& in) {
  line::Move out;
  out.hand = in.name("the name of a hand");
  if (in.error()) return out;
  if (in.done()) return in.missing("a place X Y"), out;
  if (in.take_word("file")) {
    out.file = in.name("the name of a file");
  } else {
    do {
      const std::optional<Point> p = place(in);
      if (!p) return out;
      out.through.push_back(*p);
      if (out.through.size() > most_places)
        return in.fail("too many places in one line", "use several lines, or a file"), out;
    } while (in.next_is_number());
  }
  pace(in, out);
  if (!in.error() && !out.seconds && !out.speed && (out.through.size() > 1 || !out.file.empty()))
    in.missing("in TIME, or: speed NUMBER (a path takes time)");
  return out;
}

Action touch(Words& in) { return line::Touch{in.name("the name of a hand")}; }

Action instead(Words& in) { return line::Instead{in.name("the name of a hand")}; }

Action release(Words& in) {
  line::Release out{in.name("the name of a hand")};
  if (!in.error() && in.take_word("back")) out.back = true;
  return out;
}

Action wait(Words& in) {
  if (in.take_word("rest")) return line::Wait{};
  line::Wait out{in.number(Dimension::time, "a time, or the word rest")};
  if (out.seconds && (*out.seconds < 0 || *out.seconds > longest_seconds))
    in.fail("a time is between 0 and 1000000 s");
  return out;
}

Action hash(Words& in) {
  line::Hash out;
  if (in.done()) return out;
  const std::string& text = in.take().text;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != 16)
    in.fail(fmt::format("'{}' is not a hash", text),
            "a hash is 16 hexadecimal digits; leave it out to print the hash");
  out.expected = value;
  return out;
}

Action wake(Words& in) {
  line::Wake out;
  while (!in.error() && !in.done()) out.curves.push_back(in.name("the name of a curve"));
  return out;
}

Action hold(Words& in) {
  line::Hold out;
  while (!in.error() && (out.numbers.empty() || !in.done())) {
    std::string curve = in.name("the name of a curve");
    if (!in.error()) out.numbers.push_back({std::move(curve), in.name("one of its numbers")});
  }
  return out;
}

Action play(Words&) { return line::Play{}; }
Action pause(Words&) { return line::Pause{}; }
Action step(Words&) { return line::Step{}; }
Action amend(Words&) { return line::Amend{}; }
Action undo(Words&) { return line::Undo{}; }
Action redo(Words&) { return line::Redo{}; }

Action rewind(Words& in) {
  const line::Rewind out{in.number(Dimension::time, "a time").value_or(0)};
  if (out.seconds < 0 || out.seconds > longest_seconds)
    in.fail("a time is between 0 and 1000000 s");
  return out;
}

struct VerbReader {
  Verb verb;
  Action (*read)(Words&);
};

const std::vector<VerbReader>& verbs() {
  static const std::vector<VerbReader> all = {
      {{"grab",
        "grab HAND CURVE t=T [alone] | grab HAND CURVE point=NAME [alone] | grab HAND CURVE at X Y "
        "[alone] | grab HAND at X Y [alone]",
        "take hold of a curve: at t, by a point its type names, at its point nearest to a place, "
        "or of whatever is nearest there; alone: the other curves stay as they are meanwhile"},
       grab},
      {{"move", "move HAND X Y [X Y ...] [in TIME | speed NUMBER] | move HAND file NAME in TIME",
        "lead the hand to a place or along a path; without a time it is there at once"},
       move},
      {{"release", "release HAND [back]",
        "let go; back: and all is as it was when the hand took hold"},
       release},
      {{"touch", "touch HAND", "release HAND back goes back to here (recordings)"}, touch},
      {{"play", "play", "the motors' clock runs from now on"}, play},
      {{"pause", "pause", "the motors stand still"}, pause},
      {{"rewind", "rewind TIME",
        "the drawing is as it was this much of play ago, at most a minute; hands let go"},
       rewind},
      {{"undo", "undo", "take back the newest step: a change, what a hand did, what was played"},
       undo},
      {{"redo", "redo", "do again what was taken back last"}, redo},
      {{"step", "step", "what was done since the last one is a step of undo (recordings)"}, step},
      {{"amend", "amend", "what was done since belongs to the newest step of undo (recordings)"},
       amend},
      {{"instead", "instead HAND",
        "the newest step, begun where the hand touched, never was; time goes on (recordings)"},
       instead},
      {{"wait", "wait TIME | wait rest", "let time pass; or wait until nothing moves any more"},
       wait},
      {{"hash", "hash [HASH]", "print the hash of the state; with a hash, compare"}, hash},
      {{"wake", "wake [CURVE ...]",
        "let everything, or these curves, go where springs and constraints take them"},
       wake},
      {{"hold", "hold CURVE NUMBER [CURVE NUMBER ...]",
        "these numbers stay as they are while the rest adapts to them (recordings)"},
       hold},
      {{"document", "document JSON", "start over with this drawing, at tick 0 (recordings)"},
       nullptr},
  };
  return all;
}

const VerbReader* find_verb(std::string_view name) {
  for (const VerbReader& one : verbs())
    if (one.verb.name == name) return &one;
  return nullptr;
}

std::string verb_meant(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Verb& one : script_verbs()) names.push_back(one.name);
  const std::string near = nearest_word(typed, names);
  return near.empty() ? fmt::format("a line begins with one of: {}", fmt::join(names, ", "))
                      : fmt::format("did you mean {}?", near);
}

// A hand is moved to a place, a thing by a distance.
bool moves_things(const Words& in) {
  for (const ScriptWord& word : in.all())
    if (word.plain() && word.text == "by") return true;
  return false;
}

Action read_action(Words& in, const ScriptWord& verb) {
  const VerbReader* of_hands = find_verb(verb.text);
  if (of_hands && verb.text == "move" && moves_things(in)) of_hands = nullptr;
  if (verb.plain() && !of_hands && is_edit_verb(verb.text)) {
    const std::optional<Edit> edit = read_edit(verb.text, in);
    return edit ? Action(*edit) : Action();
  }
  if (!of_hands || !of_hands->read || !verb.plain()) {
    in.fail(fmt::format("'{}' is nothing a script can do", verb.text), verb_meant(verb.text));
    return {};
  }
  Action action = of_hands->read(in);
  if (!in.error() && !in.done()) {
    in.take();
    in.fail("here the line should end", fmt::format("written: {}", of_hands->verb.forms));
  }
  return action;
}

// "limber script 1" on the first line that says anything.
void read_version(Words& in, bool first) {
  const bool named = in.take_word("script");
  const std::string number = in.done() ? "" : in.take().text;
  if (!first || !named || !in.done())
    return in.fail("the first line of a script may be: limber script 1; nothing else begins so");
  int version = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), version);
  if (error != std::errc() || end != number.data() + number.size() || version < 1)
    in.fail("the version of a script is a number", "limber script 1");
  else if (version > script_version)
    in.fail(fmt::format("this script is of version {}, and this program reads up to version {}",
                        version, script_version),
            "use a newer Limber");
}

std::optional<std::int64_t> read_stamp(Words& in, std::string_view text) {
  std::int64_t tick = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), tick);
  if (error != std::errc() || end != text.data() + text.size() || tick < 0 || tick > last_tick)
    in.fail(fmt::format("'{}' is not a stamp", text), "a stamp is @ and a number of ticks: @120");
  return tick;
}

}  // namespace

Error at_word(const Script& script, const Line& line, std::size_t word, Error error) {
  std::string_view rest = script.text;
  for (int number = 1; number < line.number && !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  error.line = line.number;
  error.column = error.length = 1;
  Words in(rest.substr(0, rest.find('\n')), line.number);
  if (std::holds_alternative<line::Load>(line.action) || !in.split()) return error;
  const std::size_t token = word + (line.tick ? 1 : 0);
  if (token >= in.all().size()) return error;
  error.column = in.all()[token].column;
  error.length = in.all()[token].length;
  return error;
}

Result<Script> parse_script(std::string_view text) {
  Script out;
  out.text = text;
  std::vector<Error> errors;
  std::int64_t latest = 0;
  bool first = true;
  for (int number = 1; !text.empty() && errors.size() < most_errors; ++number) {
    const std::size_t end = text.find('\n');
    std::string_view written = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);

    // A document line is long and is read by someone else: not cut into words here.
    std::string_view peek = written;
    while (peek.starts_with(' ') || peek.starts_with('\t')) peek.remove_prefix(1);
    Line line;
    line.number = number;
    Words in(written, number);
    if (peek.starts_with("document ") || peek == "document") {
      line.action = line::Load{std::string(in.after_first_word())};
      if (in.after_first_word().empty())
        in.fail_at(1, 8, "a document line holds the drawing, as JSON on one line");
      latest = 0;
    } else {
      if (!in.split()) {
        errors.push_back(*in.error());
        continue;
      }
      if (in.done()) continue;
      ScriptWord word = in.take();
      if (word.text.starts_with('@') && word.plain()) {
        line.tick = read_stamp(in, word.text);
        if (!in.error() && *line.tick < latest)
          in.fail(fmt::format("tick {} comes after tick {}: time does not go back", *line.tick,
                              latest));
        latest = std::max(latest, line.tick.value_or(0));
        if (!in.error() && in.done()) in.missing("something to do");
        if (!in.done()) word = in.take();
      }
      if (word.text == "limber" && word.plain() && !in.error()) {
        read_version(in, first && !line.tick);
        first = false;
        if (in.error()) errors.push_back(*in.error());
        continue;
      }
      if (!in.error()) line.action = read_action(in, word);
    }
    first = false;
    if (in.error())
      errors.push_back(*in.error());
    else
      out.lines.push_back(std::move(line));
    if (out.lines.size() > most_script_lines)
      errors.push_back({"a script has at most 2000000 lines", number, 1, 1, {}, {}});
  }
  if (errors.empty()) return out;
  Error error = errors.front();
  error.others.assign(errors.begin() + 1, errors.end());
  return error;
}

const std::vector<Verb>& script_verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> out;
    for (const VerbReader& one : verbs()) out.push_back(one.verb);
    const std::vector<Verb>& edits = edit_verbs();
    out.insert(out.end(), edits.begin(), edits.end());
    return out;
  }();
  return all;
}

const std::string* hand_of(const Action& action) {
  if (const auto* one = std::get_if<line::Grab>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Touch>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Move>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Release>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Instead>(&action)) return &one->hand;
  return nullptr;
}

}  // namespace limber
