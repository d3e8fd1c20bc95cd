#include "app/edits/line.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <tuple>

#include "app/document/document.h"

namespace limber {

namespace {

constexpr std::size_t most_numbers = 1'000'000;  // in one line

std::string joined(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ",") + shortest(number);
  return text;
}

// ---- writing

struct Writer {
  std::string out;

  void add(std::string_view text) { out += " " + std::string(text); }
  void word(std::string_view, const std::string& value) { add(written(value)); }
  void words(std::string_view, const Strings& values) {
    for (const std::string& value : values) add(written(value));
  }
  void as(const std::string& name) {
    if (!name.empty()) add("as"), add(written(name));
  }
  void text(std::string_view, const std::string& value) { add(written(value)); }
  void skip(std::string_view sign) { add(sign); }
  void number(std::string_view, double value, Dimension) { add(shortest(value)); }
  void number_after(std::string_view key, double value, Dimension) { add(key), add(shortest(value)); }
  void word_after(std::string_view key, const std::string& value) { add(key), add(written(value)); }
  void place(const Point& p) { add(shortest(p.x())), add(shortest(p.y())); }
  void place_after(std::string_view key, const Point& p) { add(key), place(p); }
  void place_if(std::string_view key, const std::optional<Point>& p) {
    if (p) place_after(key, *p);
  }
  void flag(std::string_view key, bool value) {
    if (value) add(key);
  }
  void option(std::string_view key, const std::optional<double>& value) {
    if (value) add(fmt::format("{}={}", key, shortest(*value)));
  }
  void number_option(std::string_view key, double value, Dimension) {
    add(fmt::format("{}={}", key, shortest(value)));
  }
  void word_option(std::string_view key, const std::string& value) {
    if (!value.empty()) add(fmt::format("{}={}", key, written(value)));
  }
  void numbers(std::string_view, const std::vector<std::pair<std::string, double>>& values) {
    for (const auto& [key, value] : values) add(fmt::format("{}={}", written(key), shortest(value)));
  }
  void parts(std::string_view, const edit::Parts& values) {
    for (const auto& [key, value] : values) add(fmt::format("{}={}", written(key), written(value)));
  }
  void rows(std::string_view key, const std::vector<std::vector<double>>& rows) {
    if (rows.empty()) return;
    add(key);
    for (const std::vector<double>& row : rows) add(joined(row));
  }
  void state(const std::vector<edit::Reached>& all) {
    for (const edit::Reached& one : all)
      add(fmt::format("{}:{}={}", written(one.thing), one.part, joined(one.numbers)));
  }
};

// ---- how it is written, for people

struct Forms {
  std::string out;
  void add(std::string_view text) { out += " " + std::string(text); }
  void word(std::string_view what, const std::string&) { add(what); }
  void words(std::string_view what, const Strings&) { add(fmt::format("{0} [{0} ...]", what)); }
  void as(const std::string&) { add("[as NAME]"); }
  void text(std::string_view what, const std::string&) { add(what); }
  void skip(std::string_view sign) { add(sign); }
  void number(std::string_view what, double, Dimension) { add(what); }
  void number_after(std::string_view key, double, Dimension) { add(fmt::format("{} NUMBER", key)); }
  void word_after(std::string_view key, const std::string&) { add(fmt::format("{} NAME", key)); }
  void place(const Point&) { add("X Y"); }
  void place_after(std::string_view key, const Point&) { add(fmt::format("{} X Y", key)); }
  void place_if(std::string_view key, const std::optional<Point>&) {
    add(fmt::format("[{} X Y]", key));
  }
  void flag(std::string_view key, bool) { add(fmt::format("[{}]", key)); }
  void option(std::string_view key, const std::optional<double>&) {
    add(fmt::format("[{}=NUMBER]", key));
  }
  void number_option(std::string_view key, double, Dimension) { option(key, {}); }
  void word_option(std::string_view key, const std::string&) { add(fmt::format("[{}=NAME]", key)); }
  void numbers(std::string_view what, const std::vector<std::pair<std::string, double>>&) {
    add(fmt::format("[{}=NUMBER ...]", what));
  }
  void parts(std::string_view what, const edit::Parts&) { add(fmt::format("{}=VALUE ...", what)); }
  void rows(std::string_view key, const std::vector<std::vector<double>>&) {
    add(fmt::format("[{} X,Y X,Y ...]", key));
  }
  void state(const std::vector<edit::Reached>&) { add("[THING:PART=NUMBERS ...]"); }
};

// ---- reading

// The keys and keywords of an edit: lists of words end there.
struct Keys {
  std::set<std::string, std::less<>> keywords, options;
  bool pairs = false;

  void word(std::string_view, const std::string&) {}
  void words(std::string_view, const Strings&) {}
  void as(const std::string&) { keywords.emplace("as"); }
  void text(std::string_view, const std::string&) {}
  void skip(std::string_view) {}
  void number(std::string_view, double, Dimension) {}
  void number_after(std::string_view key, double, Dimension) { keywords.emplace(key); }
  void word_after(std::string_view key, const std::string&) { keywords.emplace(key); }
  void place(const Point&) {}
  void place_after(std::string_view key, const Point&) { keywords.emplace(key); }
  void place_if(std::string_view key, const std::optional<Point>&) { keywords.emplace(key); }
  void flag(std::string_view key, bool) { keywords.emplace(key); }
  void option(std::string_view key, const std::optional<double>&) { options.emplace(key); }
  void number_option(std::string_view key, double, Dimension) { options.emplace(key); }
  void word_option(std::string_view key, const std::string&) { options.emplace(key); }
  void numbers(std::string_view, const std::vector<std::pair<std::string, double>>&) {
    pairs = true;
  }
  void parts(std::string_view, const edit::Parts&) { pairs = true; }
  void rows(std::string_view key, const std::vector<std::vector<double>>&) {
    keywords.emplace(key);
  }
  void state(const std::vector<edit::Reached>&) { pairs = true; }
};

// Options may stand anywhere after the words they follow in the help; they are taken out first, so
// that the rest is read in order.
class Reader {
 public:
  Reader(Words& in, const Keys& keys) : in_(in), keys_(keys) {
    while (!in_.done()) words_.push_back(&in_.take());
    taken_.assign(words_.size(), false);
  }

  void word(std::string_view what, std::string& value) {
    if (const ScriptWord* word = next(what)) value = word->text;
  }
  void words(std::string_view what, Strings& values) {
    if (const ScriptWord* first = next(what)) values.push_back(first->text);
    while (at_ < words_.size() && !ends_list(at_)) {
      if (!taken_[at_]) values.push_back(words_[at_]->text), taken_[at_] = true;
      ++at_;
    }
  }
  void as(std::string& name) {
    if (take_key("as")) word("NAME", name);
  }
  void skip(std::string_view sign) {
    if (at_ < words_.size() && words_[at_]->plain() && words_[at_]->text == sign) taken_[at_++] = true;
  }
  // The rest of the line: one quoted word, or all words with a blank between them.
  void text(std::string_view what, std::string& value) {
    if (const ScriptWord* first = next(what)) value = first->text;
    while (at_ < words_.size()) {
      if (!taken_[at_]) value += " " + words_[at_]->text, taken_[at_] = true;
      ++at_;
    }
  }
  void number(std::string_view what, double& value, Dimension dimension) {
    if (const ScriptWord* word = next(what)) value = number_in(*word, word->text, dimension);
  }
  void place(Point& p) {
    number("an x", p.x(), Dimension::length), number("a y", p.y(), Dimension::length);
    if (!failed() && !(p.cwiseAbs().maxCoeff() <= farthest_place))
      fail(*words_[at_ - 1], "a place is within 1e12 of the origin");
  }
  void place_after(std::string_view key, Point& p) {
    if (want_key(key)) place(p);
  }
  void place_if(std::string_view key, std::optional<Point>& p) {
    if (Point given; !failed() && take_key(key)) place(given), p = given;
  }
  void number_after(std::string_view key, double& value, Dimension dimension) {
    if (want_key(key)) number("a number", value, dimension);
  }
  void word_after(std::string_view key, std::string& value) {
    if (take_key(key)) word("NAME", value);
  }
  void flag(std::string_view key, bool& value) { value = take_key(key); }
  void option(std::string_view key, std::optional<double>& value) {
    double number = 0;
    if (take_option(key, [&](const ScriptWord& word, const std::string& text) {
          number = number_in(word, text, Dimension::any);
        }))
      value = number;
  }
  void number_option(std::string_view key, double& value, Dimension dimension) {
    take_option(key, [&](const ScriptWord& word, const std::string& text) {
      value = number_in(word, text, dimension);
    });
  }
  void word_option(std::string_view key, std::string& value) {
    take_option(key, [&](const ScriptWord&, const std::string& text) { value = text; });
  }
  void numbers(std::string_view, std::vector<std::pair<std::string, double>>& values) {
    each_pair([&](const ScriptWord& word, const std::string& key, const std::string& text) {
      values.emplace_back(key, number_in(word, text, Dimension::any));
    });
  }
  void parts(std::string_view, edit::Parts& values) {
    each_pair([&](const ScriptWord&, const std::string& key, const std::string& text) {
      values.emplace_back(key, text);
    });
    if (values.empty()) missing("PART=VALUE");
  }
  void rows(std::string_view key, std::vector<std::vector<double>>& rows) {
    if (!take_key(key)) return;
    std::size_t count = 0;
    while (at_ < words_.size() && !failed() && !ends_list(at_)) {
      if (taken_[at_]) {
        ++at_;
        continue;
      }
      rows.push_back(list_in(*words_[at_], words_[at_]->text));
      count += rows.back().size();
      if (count > most_numbers) fail(*words_[at_], "too many numbers in one line");
      taken_[at_++] = true;
    }
    if (rows.empty()) missing("a node: X,Y");
  }
  void state(std::vector<edit::Reached>& all) {
    for (std::size_t i = 0; i < words_.size() && !failed(); ++i) {
      if (taken_[i]) continue;
      const ScriptWord& word = *words_[i];
      const std::size_t equals = word.find('=');
      const std::size_t colon = equals == std::string::npos ? equals : word.rfind(':', equals);
      if (colon == std::string::npos)
        return fail(word, fmt::format("'{}' should be THING:PART=NUMBERS", word.text));
      all.push_back({word.text.substr(0, colon), word.text.substr(colon + 1, equals - colon - 1),
                     list_in(word, word.text.substr(equals + 1))});
      taken_[i] = true;
    }
    at_ = words_.size();
  }

  void finish(std::string_view forms) {
    for (std::size_t i = 0; i < words_.size() && !failed(); ++i)
      if (!taken_[i])
        fail(*words_[i], fmt::format("'{}' is not expected here", words_[i]->text),
             fmt::format("written: {}", forms));
  }

 private:
  bool failed() const { return in_.error().has_value(); }
  void fail(const ScriptWord& at, std::string message, std::string suggestion = {}) {
    in_.fail_at(at.column, at.length, std::move(message), std::move(suggestion));
  }
  void missing(std::string_view what) {
    if (!failed()) in_.missing(what);
  }

  bool is_pair(const ScriptWord& word) const {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    return keys_.pairs || keys_.options.contains(word.text.substr(0, equals));
  }
  bool is_key(const ScriptWord& word) const { return word.plain() && keys_.keywords.contains(word.text); }
  bool ends_list(std::size_t i) const {
    return !taken_[i] && (is_key(*words_[i]) || is_pair(*words_[i]));
  }

  const ScriptWord* next(std::string_view what) {
    while (at_ < words_.size() && (taken_[at_] || is_pair(*words_[at_]))) ++at_;
    if (at_ == words_.size() || is_key(*words_[at_])) return missing(what), nullptr;
    if (failed()) return nullptr;
    taken_[at_] = true;
    return words_[at_++];
  }

  // The rest is read from behind the keyword on.
  bool take_key(std::string_view key) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (!taken_[i] && words_[i]->plain() && words_[i]->text == key) {
        taken_[i] = true;
        at_ = i + 1;
        return true;
      }
    return false;
  }
  bool want_key(std::string_view key) {
    if (failed()) return false;
    if (take_key(key)) return true;
    missing(fmt::format("the word {}", key));
    return false;
  }

  template <class Take>
  bool take_option(std::string_view key, Take take) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::size_t equals = words_[i]->find('=');
      if (taken_[i] || equals == std::string::npos || words_[i]->text.substr(0, equals) != key)
        continue;
      taken_[i] = true;
      take(*words_[i], words_[i]->text.substr(equals + 1));
      return true;
    }
    return false;
  }
  template <class Visit>
  void each_pair(Visit visit) {
    for (std::size_t i = 0; i < words_.size() && !failed(); ++i) {
      const std::size_t equals = words_[i]->find('=');
      if (taken_[i] || equals == std::string::npos || equals == 0) continue;
      taken_[i] = true;
      visit(*words_[i], words_[i]->text.substr(0, equals), words_[i]->text.substr(equals + 1));
    }
  }

  double number_in(const ScriptWord& word, const std::string& text, Dimension dimension) {
    const std::optional<double> value = read_quantity(text, dimension);
    if (!value)
      fail(word, fmt::format("'{}' is not a number", text),
           fmt::format("write {}", examples_of(dimension)));
    return value.value_or(0);
  }
  std::vector<double> list_in(const ScriptWord& word, std::string_view text) {
    std::vector<double> numbers;
    while (!failed() && !text.empty()) {
      const std::size_t comma = text.find(',');
      numbers.push_back(number_in(word, std::string(text.substr(0, comma)), Dimension::any));
      if (comma == text.npos) break;
      text.remove_prefix(comma + 1);
    }
    return numbers;
  }

  Words& in_;
  const Keys& keys_;
  std::vector<const ScriptWord*> words_;
  std::vector<bool> taken_;
  std::size_t at_ = 0;
};

template <class One>
std::string forms_of() {
  One empty{};
  Forms forms;
  empty.fields(forms);
  return std::string(One::verb) + forms.out;
}

template <class One>
std::optional<Edit> read_as(Words& in) {
  One one{};
  Keys keys;
  one.fields(keys);
  Reader reader(in, keys);
  one.fields(reader);
  if (!in.error()) reader.finish(forms_of<One>());
  if (in.error()) return {};
  return Edit{one};
}

struct VerbReader {
  Verb verb;
  std::optional<Edit> (*read)(Words&);
};

template <class... Ones>
std::vector<VerbReader> readers_of(const std::variant<Ones...>*) {
  return {{{std::string(Ones::verb), forms_of<Ones>(), std::string(Ones::meaning)},
           &read_as<Ones>}...};
}

const std::vector<VerbReader>& readers() {
  static const std::vector<VerbReader> all = readers_of(static_cast<const AnyEdit*>(nullptr));
  return all;
}

const VerbReader* find_reader(std::string_view verb) {
  for (const VerbReader& one : readers())
    if (one.verb.name == verb) return &one;
  return nullptr;
}

}  // namespace

std::string line_of(const Edit& edit) {
  return std::visit(
      [](const auto& one) {
        Writer writer;
        auto copy = one;
        copy.fields(writer);
        return std::string(one.verb) + writer.out;
      },
      edit.what);
}

bool is_edit_verb(std::string_view word) { return find_reader(word) != nullptr; }

std::optional<Edit> read_edit(const std::string& verb, Words& words) {
  const VerbReader* reader = find_reader(verb);
  if (reader) return reader->read(words);
  words.fail(fmt::format("'{}' is no way to change a drawing", verb));
  return {};
}

Result<Edit> read_edit(std::string_view text) {
  Words words(text, 1);
  if (!words.split()) return *words.error();
  if (words.done()) return Error{"there is nothing on this line", 1, 1, 1, {}, {}};
  const std::string verb = words.take().text;
  std::optional<Edit> edit = read_edit(verb, words);
  if (!edit) return *words.error();
  return *edit;
}

const std::vector<Verb>& edit_verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> out;
    for (const VerbReader& one : readers()) out.push_back(one.verb);
    return out;
  }();
  return all;
}

}  // namespace limber
