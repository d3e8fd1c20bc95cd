// The journal: what was done to a drawing since it was last saved, on disk, so that a crash or a
// power cut does not take it. One for each window that has unsaved work:
//
//   limber journal 1
//   CHECKSUM of NAME PATH DEVICE INODE SIZE MODIFIED HASH    whose work it is; PATH %: no file yet
//   CHECKSUM base BYTES HASH                                 then the drawing it begins with,
//   ...                                                      BYTES long, and a line end
//   CHECKSUM line                                            one for each thing done, as text
//
// NAME and PATH are percent-encoded. A CHECKSUM is of its line and of all lines before it, so a
// line that is missing or out of order is found like one that is damaged. The journal knows nothing
// of what its lines mean.
//
// Laws: what `append` took is written when it returns, and survives the end of the process; what
// was appended more than 2 s before the last `flush_if_due`, or before the last `rest`, survives a
// power cut. A new base replaces the old journal in one step. While the journal is open its file is
// locked: no other process finds it. The user's own file is never touched.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/files/atomic_write.h"
#include "app/files/io.h"
#include "codegen/result.h"

namespace limber {

// Of journals on disk.
struct JournalLimits {
  static constexpr std::uint64_t bytes = 200u
                                         << 20;  // of one; and of all that wait to be recovered
  static constexpr std::uint64_t base_bytes = max_file_bytes;
  static constexpr std::size_t line_bytes = 16u << 20;
  static constexpr int files = 1000;  // looked at in one folder
  static constexpr int days = 7;      // that one waits after its user said "later"
  // A new base is due after so many lines, or so many bytes of lines: reading 500 lines takes less
  // time than starting the program, and 16 MiB keeps a journal of long lines far below its limit.
  static constexpr int lines_per_base = 500;
  static constexpr std::size_t lines = 20'000;  // read; what is done in one frame has far fewer
  static constexpr std::uint64_t line_bytes_per_base = 16u << 20;
  // What moves is told every half second; with that it is less than the 2 s promised, by what two
  // slow frames or a slow sync may take.
  static constexpr double seconds_to_sync = 1.0;
};

// Whose work a journal keeps: the drawing's name as shown, and its file as last read or written.
struct Origin {
  std::string name;
  std::filesystem::path path;  // absolute, or empty: it has no file yet
  FileStamp stamp;
  bool operator==(const Origin&) const = default;
};

// A file descriptor that is closed with its owner.
class OpenFile {
 public:
  OpenFile() = default;
  OpenFile(Io& io, int descriptor) : io_(&io), descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&& other) noexcept;
  ~OpenFile() { close(); }
  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  int close();  // 0 or -errno

 private:
  Io* io_ = nullptr;
  int descriptor_ = -1;
};

class Journal {
 public:
  // `folder` must be private (xdg.h). `base` is the drawing as it is now; `lines` are in the
  // journal as soon as the base is.
  static Result<Journal> begin(const std::filesystem::path& folder, const Origin& origin,
                               std::string_view base, Io& io,
                               std::span<const std::string> lines = {});

  // After an Error the journal is broken: it takes no further line until `restart` succeeds. What
  // was on disk before stays readable.
  Result<bool> append(std::string_view line, double now);  // `now` in seconds, of any steady clock
  Result<bool> flush_if_due(double now);
  Result<bool> rest();  // nothing will be done for a while: all of it is safe from a power cut
  bool wants_base() const;
  Result<bool> restart(const Origin& origin, std::string_view base,
                       std::span<const std::string> lines = {});

  // The last word; the journal takes nothing more. Left out, its file stays as after a crash.
  void remove();        // the work is saved, or given up
  Result<bool> keep();  // the work waits for the next start, without having been asked about

  const std::filesystem::path& path() const { return path_; }
  bool broken() const { return broken_; }
  int lines() const { return lines_; }  // since the base

 private:
  explicit Journal(Io& io) : io_(&io) {}
  int write_anew(const Origin& origin, std::string_view base, std::span<const std::string> lines);
  Error trouble(int error) const;
  Result<bool> sync();

  Io* io_;
  std::filesystem::path path_;
  OpenFile file_;
  std::uint64_t hash_ = 0;  // of all lines so far
  int lines_ = 0;
  std::uint64_t line_bytes_ = 0;
  bool broken_ = false;
  std::optional<double> unsynced_since_;
};

}  // namespace limber
