#include "app/files/replay.h"

#include <optional>
#include <utility>
#include <vector>

#include "app/edits/apply.h"
#include "app/edits/line.h"
#include "app/files/document_file.h"

namespace limber {

namespace {

Error out_of_order() { return {"it does not follow from what came before", 0, 0, 1, {}, {}}; }

// The text behind this word and a blank, when the line begins so.
std::optional<std::string_view> after(std::string_view word, std::string_view line) {
  if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') return {};
  return line.substr(word.size() + 1);
}

bool begins_bracket(std::string_view line) { return line == "begin" || after("begin", line); }

// Undo as the Editor keeps it, without its titles.
class Follower {
 public:
  explicit Follower(Document base) : steps_{std::move(base)} {}

  Result<bool> follow(std::string_view line) {
    if (const auto edit = after("meanwhile", line)) return go_meanwhile(*edit);
    Result<bool> done = bracket_ ? follow_in_bracket(line) : follow_step(line);
    if (done) meanwhile_.reset();
    return done;
  }

  const Document& document() const { return meanwhile_ ? *meanwhile_ : now(); }

 private:
  struct Bracket {
    bool instead;
    Document document;
  };

  const Document& now() const { return steps_[at_]; }

  static Result<Document> applied(const Document& to, std::string_view line) {
    const Result<Edit> edit = read_edit(line);
    return edit ? apply(to, *edit) : edit.error();
  }

  Result<bool> go_meanwhile(std::string_view line) {
    Result<Document> next = applied(now(), line);
    if (!next) return next.error();
    meanwhile_ = *std::move(next);
    return true;
  }

  Result<bool> follow_in_bracket(std::string_view line) {
    if (line == "end") {
      const Bracket done = *std::exchange(bracket_, {});
      take(done.instead, done.document);
      return true;
    }
    Result<Document> next = applied(bracket_->document, line);
    if (!next) return next.error();
    bracket_->document = *std::move(next);
    return true;
  }

  Result<bool> follow_step(std::string_view line) {
    if (line == "undo" || line == "redo") return walk(line == "redo");
    if (const auto edit = after("amend", line)) {
      Result<Document> next = applied(now(), *edit);
      if (!next) return next.error();
      steps_[at_] = *std::move(next);
      return true;
    }
    const auto other = after("instead", line);
    const bool instead = other.has_value();
    if (instead && at_ == 0) return out_of_order();
    const Document& from = instead ? steps_[at_ - 1] : now();
    const std::string_view rest = other.value_or(line);
    if (begins_bracket(rest)) {
      bracket_ = Bracket{instead, from};
      return true;
    }
    Result<Document> next = applied(from, rest);
    if (!next) return next.error();
    take(instead, *std::move(next));
    return true;
  }

  Result<bool> walk(bool forth) {
    if (forth ? at_ + 1 == steps_.size() : at_ == 0) return out_of_order();
    at_ += forth ? 1 : std::size_t(-1);
    return true;
  }

  // What changes nothing is no step, and leaves what could be redone.
  void take(bool instead, Document next) {
    if (instead) forget_from(at_--);
    if (same(next, now())) return;
    forget_from(at_ + 1);
    steps_.push_back(std::move(next));
    ++at_;
  }

  void forget_from(std::size_t step) {
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(step), steps_.end());
  }

  std::vector<Document> steps_;  // never empty
  std::size_t at_ = 0;
  std::optional<Bracket> bracket_;
  std::optional<Document> meanwhile_;
};

}  // namespace

Replayed replay(Document base, std::span<const std::string> lines) {
  Follower follower(std::move(base));
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const Result<bool> done = follower.follow(lines[i]); !done)
      return {follower.document(), "Step " + std::to_string(i + 1) +
                                       " of the unsaved work cannot be done again (" +
                                       done.error().message +
                                       "); what was done before it is here."};
  return {follower.document(), ""};
}

Result<RecoveredDrawing> recovered_drawing(const Recovered& journal, const Document& fresh) {
  RecoveredDrawing out;
  const Result<Document> base = from_json(journal.base, fresh, &out.view);
  if (!base) {
    Error error = base.error();
    error.message = "The unsaved work cannot be read: " + error.message;
    return error;
  }
  Replayed replayed = replay(*base, journal.lines);
  out.document = std::move(replayed.document);
  // What cannot be followed comes before what cannot be read.
  out.damage = replayed.damage.empty() ? journal.damage : std::move(replayed.damage);
  return out;
}

}  // namespace limber
