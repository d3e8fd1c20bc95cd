#include "app/script/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "app/script/nearest_word.h"
#include "app/script/quantity.h"

namespace limber {
namespace {

constexpr std::size_t most_places = 100'000, most_errors = 20;
constexpr double farthest_place = 1e12;
constexpr double longest_seconds = 1e6;  // of one line: eleven days
constexpr std::int64_t last_tick = 1'000'000'000'000;

struct Token {
  std::string text;
  int column = 0, length = 0;
  bool quoted = false;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
int characters(std::string_view text) {  // UTF-8: continuation bytes do not count
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// One line of the text and what is read of it so far.
class Reader {
 public:
  Reader(std::string_view text, int number) : text_(text), number_(number) {}

  bool split();                               // into tokens; false: error() says why
  std::string_view after_first_word() const;  // the rest of the line as written
  const std::optional<Error>& error() const { return error_; }

  bool done() const { return next_ == tokens_.size(); }
  std::size_t left() const { return tokens_.size() - next_; }
  const Token& take() { return tokens_[next_++]; }
  bool take_word(std::string_view word) {
    if (done() || tokens_[next_].quoted || tokens_[next_].text != word) return false;
    ++next_;
    return true;
  }
  bool next_is_number() const {
    return !done() && !tokens_[next_].quoted &&
           read_quantity(tokens_[next_].text, Dimension::length).has_value();
  }

  void fail(std::string message, std::string suggestion = {}) {  // at the token just taken
    const Token at = next_ > 0 ? tokens_[next_ - 1] : Token{"", 1, 1, false};
    fail_at(at.column, at.length, std::move(message), std::move(suggestion));
  }
  void fail_at(int column, int length, std::string message, std::string suggestion = {}) {
    if (!error_)
      error_ = Error{std::move(message), number_, column, length, std::move(suggestion), {}};
  }
  void missing(std::string_view what) {
    const Token& last = tokens_.back();
    fail_at(last.column + last.length + 1, 1,
            fmt::format("the line ends where {} should be", what));
  }

  std::optional<double> number(Dimension dimension, std::string_view what);
  std::string name(std::string_view what);
  std::span<const Token> tokens() const { return tokens_; }

 private:
  std::string_view text_;
  int number_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::optional<Error> error_;
};

bool Reader::split() {
  std::size_t i = 0;
  while (true) {
    while (i < text_.size() && is_blank(text_[i])) ++i;
    if (i == text_.size() || text_[i] == '#') return true;
    Token token;
    token.column = characters(text_.substr(0, i)) + 1;
    const std::size_t begin = i;
    if (text_[i] == '"') {
      token.quoted = true;
      for (++i; i < text_.size() && text_[i] != '"'; ++i) {
        if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
        token.text += text_[i];
      }
      if (i == text_.size()) {
        fail_at(token.column, 1, "this quotation mark is never closed");
        return false;
      }
      ++i;
    } else {
      while (i < text_.size() && !is_blank(text_[i])) token.text += text_[i++];
    }
    token.length = characters(text_.substr(begin, i - begin));
    tokens_.push_back(std::move(token));
  }
}

std::string_view Reader::after_first_word() const {
  std::string_view rest = text_;
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && !is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

std::optional<double> Reader::number(Dimension dimension, std::string_view what) {
  if (error_) return {};
  if (done()) return missing(what), std::nullopt;
  const Token& token = take();
  const std::optional<double> value =
      token.quoted ? std::nullopt : read_quantity(token.text, dimension);
  if (!value)
    fail(fmt::format("'{}' is not {}", token.text, what),
         fmt::format("write {}", examples_of(dimension)));
  return value;
}

std::string Reader::name(std::string_view what) {
  if (error_) return {};
  if (done()) return missing(what), std::string();
  const Token& token = take();
  if (token.text.empty()) fail(fmt::format("{} cannot be empty", what));
  return token.text;
}

// ---- one function for each verb; the verb itself has been taken

std::optional<Point> place(Reader& in) {
  const std::optional<double> x = in.number(Dimension::length, "an x"),
                              y = in.number(Dimension::length, "a y");
  if (!x || !y) return {};
  if (std::max(std::abs(*x), std::abs(*y)) > farthest_place)
    return in.fail("a place is within 1e12 of the origin"), std::nullopt;
  return Point(*x, *y);
}

Action grab(Reader& in) {
  line::Grab out;
  out.hand = in.name("the name of a hand");
  if (!in.take_word("at")) {
    out.curve = in.name("the name of a curve, or: at X Y");
    if (in.error()) return out;
    if (in.done()) return in.missing("t=T, or: at X Y"), out;
    if (!in.take_word("at")) {
      const Token& token = in.take();
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

// "in 0.5s" or "speed 20" at the end of a move.
void pace(Reader& in, line::Move& out) {
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

Action move(Reader& in) {
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

Action release(Reader& in) { return line::Release{in.name("the name of a hand")}; }

Action set(Reader& in) {
  line::Set out;
  out.name = in.name("the name of a parameter");
  out.value = in.number(Dimension::any, "a number").value_or(0);
  return out;
}

// "let NAME = TEXT": the rest of the line, or in quotation marks.
Action let(Reader& in) {
  line::Let out;
  out.name = in.name("the name of a variable");
  in.take_word("=");
  if (in.error()) return out;
  if (in.done()) return in.missing("a number or a formula"), out;
  while (!in.done()) out.text += (out.text.empty() ? "" : " ") + in.take().text;
  return out;
}

Action drive(Reader& in) {
  line::Drive out;
  out.motor = in.name("the name of a motor");
  out.speed = in.number(Dimension::speed, "a speed").value_or(0);
  return out;
}

Action wait(Reader& in) {
  if (in.take_word("rest")) return line::Wait{};
  line::Wait out{in.number(Dimension::time, "a time, or the word rest")};
  if (out.seconds && (*out.seconds < 0 || *out.seconds > longest_seconds))
    in.fail("a time is between 0 and 1000000 s");
  return out;
}

Action hash(Reader& in) {
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

Action wake(Reader& in) {
  line::Wake out;
  while (!in.error() && !in.done()) out.curves.push_back(in.name("the name of a curve"));
  return out;
}

Action play(Reader&) { return line::Play{}; }
Action pause(Reader&) { return line::Pause{}; }

struct VerbReader {
  Verb verb;
  Action (*read)(Reader&);
};

const std::vector<VerbReader>& verbs() {
  static const std::vector<VerbReader> all = {
      {{"grab",
        "grab HAND CURVE t=T | grab HAND CURVE point=NAME | grab HAND CURVE at X Y | grab HAND at "
        "X Y",
        "take hold of a curve: at t, by a point its type names, at its point nearest to a place, "
        "or of whatever is nearest there"},
       grab},
      {{"move", "move HAND X Y [X Y ...] [in TIME | speed NUMBER] | move HAND file NAME in TIME",
        "lead the hand to a place or along a path; without a time it is there at once"},
       move},
      {{"release", "release HAND", "let go"}, release},
      {{"set", "set NAME NUMBER", "give a parameter, or a number of a constraint, a new value"},
       set},
      {{"let", "let NAME = TEXT", "make a variable of the drawing a number or formula"}, let},
      {{"drive", "drive MOTOR SPEED", "change the speed of a motor"}, drive},
      {{"play", "play", "the motors' clock runs from now on"}, play},
      {{"pause", "pause", "the motors stand still"}, pause},
      {{"wait", "wait TIME | wait rest", "let time pass; or wait until nothing moves any more"},
       wait},
      {{"hash", "hash [HASH]", "print the hash of the state; with a hash, compare"}, hash},
      {{"wake", "wake [CURVE ...]",
        "let everything, or these curves, go where springs and constraints take them"},
       wake},
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
  for (const VerbReader& one : verbs()) names.push_back(one.verb.name);
  const std::string near = nearest_word(typed, names);
  return near.empty() ? fmt::format("a line begins with one of: {}", fmt::join(names, ", "))
                      : fmt::format("did you mean {}?", near);
}

// "limber script 1" on the first line that says anything.
void read_version(Reader& in, bool first) {
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

std::optional<std::int64_t> read_stamp(Reader& in, std::string_view text) {
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
  Reader in(rest.substr(0, rest.find('\n')), line.number);
  if (std::holds_alternative<line::Load>(line.action) || !in.split()) return error;
  const std::size_t token = word + (line.tick ? 1 : 0);
  if (token >= in.tokens().size()) return error;
  error.column = in.tokens()[token].column;
  error.length = in.tokens()[token].length;
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
    while (!peek.empty() && is_blank(peek.front())) peek.remove_prefix(1);
    Line line;
    line.number = number;
    Reader in(written, number);
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
      Token word = in.take();
      if (word.text.starts_with('@') && !word.quoted) {
        line.tick = read_stamp(in, word.text);
        if (!in.error() && *line.tick < latest)
          in.fail(fmt::format("tick {} comes after tick {}: time does not go back", *line.tick,
                              latest));
        latest = std::max(latest, line.tick.value_or(0));
        if (!in.error() && in.done()) in.missing("something to do");
        if (!in.done()) word = in.take();
      }
      if (word.text == "limber" && !word.quoted && !in.error()) {
        read_version(in, first && !line.tick);
        first = false;
        if (in.error()) errors.push_back(*in.error());
        continue;
      }
      const VerbReader* verb = find_verb(word.text);
      if (!in.error() && (!verb || !verb->read || word.quoted))
        in.fail(fmt::format("'{}' is nothing a script can do", word.text), verb_meant(word.text));
      if (!in.error()) line.action = verb->read(in);
      if (!in.error() && !in.done()) {
        in.take();
        in.fail("here the line should end", fmt::format("written: {}", verb->verb.forms));
      }
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
    return out;
  }();
  return all;
}

const std::string* hand_of(const Action& action) {
  if (const auto* one = std::get_if<line::Grab>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Move>(&action)) return &one->hand;
  if (const auto* one = std::get_if<line::Release>(&action)) return &one->hand;
  return nullptr;
}

}  // namespace limber
