#include "app/files/work_keeper.h"

#include <utility>

namespace limber {

namespace {

// Between something that needs a new base and writing it, unless everything rests: a base of a
// large drawing takes some frames' time, and what follows may need another.
constexpr double seconds_to_base = 1.0;

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

}  // namespace

// Lines that reach back before the base cannot be followed from it. How many steps are there to be
// undone is counted from below: what takes the place of a step may change nothing, and leave none.
void WorkKeeper::count(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "amend" || word == "meanwhile") return;
  if (word == "undo" || word == "redo") {
    const int forth = word == "redo" ? 1 : -1;
    steps_ += forth;
    undone_ -= forth;
  } else {
    const bool instead = word == "instead";
    const std::string_view first = instead ? first_word(line.substr(word.size() + 1)) : word;
    undone_ = 0;
    if (instead) --steps_;
    if (first == "begin") {
      in_bracket_ = true;
      bracket_counts_ = !instead;
    } else if (first == "end") {
      in_bracket_ = false;
      if (bracket_counts_) ++steps_;
    } else if (!in_bracket_ && !instead) {
      ++steps_;
    }
  }
  if (steps_ < 0 || undone_ < 0) base_due_ = true;
}

void WorkKeeper::take(std::string_view line) {
  count(line);
  if (journal_ && !base_due_) lines_.emplace_back(line);
}

void WorkKeeper::complain(const Error& error) {
  base_due_ = true;
  if (!std::exchange(complained_, true)) complaint_ = error.message + " (" + error.suggestion + ")";
}

// Within a bracket the drawing is on its way from one step to the next: no base then.
bool WorkKeeper::write_base(const Work& work, double now) {
  if (in_bracket_) return false;
  due_since_ = now;  // should it fail, it is tried again later
  const Result<Base> base = work.base();
  if (!base) return complain(base.error()), false;
  if (journal_) {
    if (const Result<bool> done = journal_->restart(work.origin, base->drawing, base->lines); !done)
      return complain(done.error()), false;
  } else {
    Result<Journal> journal =
        Journal::begin(folder_, work.origin, base->drawing, io_, base->lines);
    if (!journal) return complain(journal.error()), false;
    journal_ = *std::move(journal);
  }
  if (auto found = std::exchange(found_, {})) found->remove();
  lines_.clear();
  steps_ = undone_ = 0;
  base_due_ = complained_ = false;
  due_since_.reset();
  return true;
}

std::optional<std::string> WorkKeeper::keep(const Work& work, double now, Pace pace) {
  for (const std::string& line : std::exchange(lines_, {})) {
    if (base_due_) break;
    if (const Result<bool> done = journal_->append(line, now); !done) complain(done.error());
  }
  if (!journal_ || journal_->wants_base()) base_due_ = true;
  if (base_due_) {
    if (!due_since_) due_since_ = now;
    const bool waited = now - *due_since_ >= seconds_to_base;
    if (waited || (pace == Pace::resting && !complained_)) write_base(work, now);
  }
  // Also what led up to a new base, until that is there.
  if (journal_ && !journal_->broken()) {
    const Result<bool> synced =
        pace == Pace::resting ? journal_->rest() : journal_->flush_if_due(now);
    if (!synced) complain(synced.error());
  }
  return std::exchange(complaint_, {});
}

void WorkKeeper::drop() {
  if (auto journal = std::exchange(journal_, {})) journal->remove();
  if (auto found = std::exchange(found_, {})) found->remove();
  lines_.clear();
  steps_ = undone_ = 0;
  base_due_ = true;
  in_bracket_ = complained_ = false;
  due_since_.reset();
  complaint_.reset();
}

bool WorkKeeper::keep_for_next_start(const Work& work) {
  in_bracket_ = false;
  if (!write_base(work, 0)) return false;
  const bool kept = static_cast<bool>(journal_->keep());
  if (kept) journal_.reset();
  return kept;
}

}  // namespace limber
