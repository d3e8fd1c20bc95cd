// Work that was left behind: journals (journal.h) whose window is gone.
//
// Laws: a journal of a window that lives is never found. Files in the folder are read with
// distrust: links, pipes, other people's files and more than the limits are passed over. A torn
// last line is dropped, as it was never finished; at a damaged line reading ends, with a sentence.
// Nothing is removed that was not offered first, and what was put off waits JournalLimits::days.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/journal.h"

namespace limber {

enum class LeftBy {
  crash,   // or a kill, a power cut, a log-out: not offered yet
  choice,  // its user left with the work unsaved, sure to find it again
  later    // offered, and put off
};

struct Recoverable {
  std::filesystem::path file;
  Origin origin;
  LeftBy left_by = LeftBy::crash;
  std::int64_t written = 0;  // when last: seconds since 1970
  std::uint64_t bytes = 0;
};

// The newest first. Half-written files that a crash left are removed.
std::vector<Recoverable> find_recoverable(const std::filesystem::path& folder, Io& io);

// Removes what was put off too long ago, and the oldest of what was put off while all together are
// larger than the limit. `now` in seconds since 1970. Gives back those that stay.
std::vector<Recoverable> tidy(std::vector<Recoverable> all, std::int64_t now, Io& io);

struct Recovered {
  Origin origin;
  std::string base;  // the drawing's file as the journal began
  std::vector<std::string> lines;
  std::string damage;  // a sentence, when not all could be read
};

// One of them, taken: no other window can have it meanwhile.
class TakenJournal {
 public:
  static Result<TakenJournal> take(const Recoverable& which, Io& io);
  Result<Recovered> read() const;
  void remove();   // it has been recovered, or is not wanted
  void put_off();  // until the next start

 private:
  TakenJournal(std::filesystem::path path, OpenFile file, Io& io)
      : io_(&io), path_(std::move(path)), file_(std::move(file)) {}
  Io* io_;
  std::filesystem::path path_;
  OpenFile file_;
};

// The text of a journal. An Error when not even its base can be had.
Result<Recovered> read_journal(std::string_view text);

}  // namespace limber
