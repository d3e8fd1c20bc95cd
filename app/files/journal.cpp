#include "app/files/journal.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <utility>

#include "app/files/hash.h"
#include "app/files/journal_format.h"

namespace limber {

using namespace journal_format;
namespace fs = std::filesystem;

// ---- a descriptor

OpenFile::OpenFile(OpenFile&& other) noexcept
    : io_(other.io_), descriptor_(std::exchange(other.descriptor_, -1)) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
  if (this == &other) return *this;
  close();
  io_ = other.io_;
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

int OpenFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 ? 0 : io_->close(descriptor);
}

// ---- writing

namespace {

// A name nobody can guess, so that nobody can put something in its place beforehand.
Result<std::string> random_name() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    return Error{reason(errno), 0, 0, 1, {}, {}};
  return hex(number);
}

}  // namespace

Error Journal::trouble(int error) const {
  return Error{"Your work cannot be kept for recovery: " + reason(-error) + ".",
               0,
               0,
               1,
               "save it often",
               {}};
}

Result<Journal> Journal::begin(const fs::path& folder, const Origin& origin, std::string_view base,
                               Io& io, std::span<const std::string> lines) {
  Journal journal(io);
  const Result<std::string> name = random_name();
  if (!name) return journal.trouble(-EIO);
  journal.path_ = folder / (*name + std::string(live_ending));
  if (const int status = journal.write_anew(origin, base, lines); status < 0)
    return journal.trouble(status);
  return journal;
}

// A whole journal, written aside, locked and synced, then renamed over what was there.
int Journal::write_anew(const Origin& origin, std::string_view base,
                        std::span<const std::string> lines) {
  const std::string first = line_of(origin);
  const std::string second = "base " + std::to_string(base.size()) + " " + hex(hash_bytes(base));
  const std::uint64_t hash_1 = next_hash(hash_of_nothing, first);
  const std::uint64_t hash_2 = next_hash(hash_1, second);
  const std::string head =
      std::string(first_line) + "\n" + with_checksum(hash_1, first) + with_checksum(hash_2, second);
  std::uint64_t hash = hash_2;
  std::string tail = "\n";
  for (const std::string& line : lines) tail += with_checksum(hash = next_hash(hash, line), line);

  const fs::path aside = path_.string() + std::string(aside_ending);
  io_->unlink(aside.c_str());  // of an attempt that failed
  const int descriptor =
      io_->open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return descriptor;
  OpenFile file(*io_, descriptor);
  int status = io_->lock(file.get());
  if (status == 0) status = write_all(*io_, file.get(), head);
  if (status == 0) status = write_all(*io_, file.get(), base);
  if (status == 0) status = write_all(*io_, file.get(), tail);
  if (status == 0) status = io_->fsync(file.get());
  if (status == 0) status = io_->rename(aside.c_str(), path_.c_str());
  if (status < 0) {
    io_->unlink(aside.c_str());
    return status;
  }
  sync_folder(*io_, path_.parent_path());
  file_ = std::move(file);
  hash_ = hash;
  lines_ = static_cast<int>(lines.size());
  line_bytes_ = tail.size();
  broken_ = false;
  unsynced_since_.reset();
  return 0;
}

Result<bool> Journal::append(std::string_view line, double now) {
  assert(line.find('\n') == line.npos);
  if (broken_) return trouble(-EIO);
  const std::uint64_t hash = next_hash(hash_, line);
  const std::string text = with_checksum(hash, line);
  if (const int status = write_all(*io_, file_.get(), text); status < 0) {
    broken_ = true;  // half a line may stand at the end
    return trouble(status);
  }
  hash_ = hash;
  ++lines_;
  line_bytes_ += text.size();
  if (!unsynced_since_) unsynced_since_ = now;
  return true;
}

Result<bool> Journal::sync() {
  if (broken_) return trouble(-EIO);
  if (const int status = io_->fdatasync(file_.get()); status < 0) {
    broken_ = true;  // what the system failed to write it may have forgotten
    return trouble(status);
  }
  unsynced_since_.reset();
  return true;
}

Result<bool> Journal::flush_if_due(double now) {
  const bool due = unsynced_since_ && now - *unsynced_since_ >= JournalLimits::seconds_to_sync;
  return due ? sync() : Result<bool>(true);
}

Result<bool> Journal::rest() { return unsynced_since_ ? sync() : Result<bool>(true); }

bool Journal::wants_base() const {
  return broken_ || lines_ >= JournalLimits::lines_per_base ||
         line_bytes_ >= JournalLimits::line_bytes_per_base;
}

Result<bool> Journal::restart(const Origin& origin, std::string_view base,
                              std::span<const std::string> lines) {
  const int status = write_anew(origin, base, lines);
  return status < 0 ? Result<bool>(trouble(status)) : Result<bool>(true);
}

// ---- the last word

void Journal::remove() {
  io_->unlink(path_.c_str());
  file_.close();
}

Result<bool> Journal::keep() {
  Result<bool> rested = rest();
  const fs::path kept = fs::path(path_).replace_extension(kept_ending);
  const int status = io_->rename(path_.c_str(), kept.c_str());
  if (status == 0) sync_folder(*io_, path_.parent_path());
  file_.close();
  if (status < 0 && rested) return trouble(status);
  return rested;
}

// ---- the text of it

namespace journal_format {

std::string hex(std::uint64_t number) {
  std::string digits(checksum_digits, '0');
  for (auto digit = digits.rbegin(); number != 0; ++digit, number >>= 4)
    *digit = "0123456789abcdef"[number & 15];
  return digits;
}

std::uint64_t next_hash(std::uint64_t before, std::string_view line) {
  return hash_bytes("\n", hash_bytes(line, before));
}

std::string with_checksum(std::uint64_t hash, std::string_view line) {
  std::string text = hex(hash);
  text.reserve(text.size() + line.size() + 2);
  text += ' ';
  text += line;
  text += '\n';
  return text;
}

// Empty is "%", which stands for no byte.
std::string encoded(std::string_view text) {
  if (text.empty()) return "%";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7f && c != '%')
      word += c;
    else
      word += "%" + hex(byte).substr(checksum_digits - 2);
  }
  return word;
}

std::string line_of(const Origin& origin) {
  std::string line = "of " + encoded(origin.name) + " " + encoded(origin.path.string());
  const FileStamp& stamp = origin.stamp;
  for (const std::uint64_t number : {stamp.device, stamp.inode, stamp.size})
    line += " " + hex(number);
  line += " " + std::to_string(stamp.modified_ns) + " " + hex(stamp.hash);
  return line;
}

}  // namespace journal_format

}  // namespace limber
