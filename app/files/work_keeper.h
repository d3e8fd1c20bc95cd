// WorkKeeper: sees to it that unsaved work is in a journal (journal.h), and only unsaved work.
//
// The editor tells what is done, as lines; they go to the journal's end. Where lines are not enough
// (none was written yet, an undo goes back before the base, many lines, a disk that was full) a new
// base is written: at rest, or a second later.
//
// Laws: at most 2 s of work are not on disk; a journal exists while there is unsaved work and no
// longer; trouble with it is told once, and never hinders the work.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/journal.h"
#include "app/files/recovery.h"

namespace limber {

class WorkKeeper {
 public:
  WorkKeeper(std::filesystem::path folder, Io& io) : folder_(std::move(folder)), io_(io) {}

  // ---- what was done, as it is done: an edit; `amend LINE`, `instead LINE`, of the newest step;
  // `meanwhile LINE`; `undo`, `redo`; `begin TITLE`, `end` around the edits of one step.
  void take(std::string_view line);

  struct Base {
    std::string drawing;             // its file as it would be saved now
    std::vector<std::string> lines;  // what is on its way from there: `meanwhile LINE`, or none
  };
  struct Work {
    Origin origin;
    std::function<Result<Base>()> base;
  };
  enum class Pace { busy, resting };
  // After each frame, and before a rest; `now` in seconds, of any steady clock. A sentence when
  // the work cannot be kept and that was not told yet.
  std::optional<std::string> keep(const Work& work, double now, Pace pace);

  // ---- what becomes of the work
  void drop();                                 // it is saved, or given up
  bool keep_for_next_start(const Work& work);  // false: it could not be
  // The work continues that of a journal found: which goes as soon as it is in a new one.
  void continue_from(TakenJournal found) { found_ = std::move(found); }

 private:
  bool write_base(const Work& work, double now);
  void count(std::string_view line);
  void complain(const Error& error);

  std::filesystem::path folder_;
  Io& io_;
  std::optional<Journal> journal_;
  std::optional<TakenJournal> found_;
  std::vector<std::string> lines_;  // taken, not yet in the journal
  bool base_due_ = true;
  std::optional<double> due_since_;
  bool in_bracket_ = false, bracket_counts_ = true;
  int steps_ = 0, undone_ = 0;  // since the base, at least
  std::optional<std::string> complaint_;
  bool complained_ = false;
};

}  // namespace limber
