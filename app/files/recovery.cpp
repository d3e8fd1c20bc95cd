#include "app/files/recovery.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <numeric>
#include <optional>

#include "app/files/hash.h"
#include "app/files/journal_format.h"

namespace limber {

using namespace journal_format;
namespace fs = std::filesystem;

namespace {

Error damaged(const std::string& what) {
  return Error{"The unsaved work cannot be read: " + what + ".", 0, 0, 1, {}, {}};
}

// ---- files, with distrust

struct LockedFile {
  OpenFile file;
  struct stat facts {};
};

// A regular file of ours that nobody else has locked, or nothing. It may have been replaced between
// opening and locking: then the name means another file by now, one that is alive.
std::optional<LockedFile> lock_unless_alive(const fs::path& path, Io& io) {
  const int descriptor = io.open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
  if (descriptor < 0) return {};
  LockedFile found{OpenFile(io, descriptor)};
  if (::fstat(descriptor, &found.facts) != 0) return {};
  if (!S_ISREG(found.facts.st_mode) || found.facts.st_uid != ::geteuid()) return {};
  if (io.lock(descriptor) < 0) return {};
  struct stat named;
  if (::lstat(path.c_str(), &named) != 0 || named.st_ino != found.facts.st_ino ||
      named.st_dev != found.facts.st_dev)
    return {};
  return found;
}

Result<std::string> read_up_to(int file, std::uint64_t limit) {
  std::string text;
  while (text.size() < limit) {
    const std::size_t had = text.size();
    text.resize(std::min<std::uint64_t>(limit, had + (1u << 20)));
    const ssize_t n = ::pread(file, text.data() + had, text.size() - had, static_cast<off_t>(had));
    text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return damaged(reason(errno));
    if (n == 0) break;
  }
  return text;
}

// ---- the text

// Takes the text up to the next line end; nothing when there is none.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == text.npos) return {};
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::optional<std::uint64_t> read_number(std::string_view word, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, base);
  if (error != std::errc() || end != word.data() + word.size() || word.empty()) return {};
  return number;
}

// The line without its checksum, when that is right.
std::optional<std::string_view> checked(std::string_view line, std::uint64_t& hash) {
  if (line.size() < checksum_digits + 1 || line[checksum_digits] != ' ') return {};
  const std::string_view rest = line.substr(checksum_digits + 1);
  const std::uint64_t next = next_hash(hash, rest);
  if (hex(next) != line.substr(0, checksum_digits)) return {};
  hash = next;
  return rest;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The first line and the one with the origin; `hash` goes on from there.
Result<Origin> read_head(std::string_view& text, std::uint64_t& hash) {
  const std::optional<std::string_view> first = take_line(text);
  if (!first || !first->starts_with("limber journal ")) return damaged("it is no journal");
  if (*first != first_line) return damaged("another version of Limber wrote it");
  const std::optional<std::string_view> second = take_line(text);
  const std::optional<std::string_view> line = second ? checked(*second, hash) : second;
  if (!line) return damaged("its beginning is damaged");
  return read_origin(*line);
}

Result<std::string> read_base(std::string_view& text, std::uint64_t& hash) {
  const Error error = damaged("the drawing it begins with is damaged");
  const std::optional<std::string_view> whole = take_line(text);
  const std::optional<std::string_view> line = whole ? checked(*whole, hash) : whole;
  if (!line) return error;
  const std::vector<std::string_view> words = words_of(*line);
  if (words.size() != 3 || words[0] != "base") return error;
  const std::optional<std::uint64_t> size = read_number(words[1], 10);
  if (!size || *size > JournalLimits::base_bytes || *size >= text.size() || text[*size] != '\n')
    return error;
  const std::string_view base = text.substr(0, *size);
  if (hex(hash_bytes(base)) != words[2]) return error;
  text.remove_prefix(*size + 1);
  return std::string(base);
}

std::optional<LeftBy> left_by(const fs::path& path) {
  const std::string ending = path.extension().string();
  if (ending == live_ending) return LeftBy::crash;
  if (ending == kept_ending) return LeftBy::choice;
  if (ending == later_ending) return LeftBy::later;
  return {};
}

std::optional<Recoverable> look_at(const fs::path& path, LeftBy how, Io& io) {
  constexpr std::uint64_t longest_head = 1u << 16;  // two paths of the longest kind, encoded
  const std::optional<LockedFile> found = lock_unless_alive(path, io);
  if (!found) return {};
  const Result<std::string> text = read_up_to(found->file.get(), longest_head);
  if (!text) return {};
  std::string_view rest = *text;
  std::uint64_t hash = hash_of_nothing;
  const Result<Origin> origin = read_head(rest, hash);
  if (!origin) return {};
  return Recoverable{path, *origin, how, found->facts.st_mtim.tv_sec,
                     static_cast<std::uint64_t>(found->facts.st_size)};
}

}  // namespace

std::vector<Recoverable> find_recoverable(const fs::path& folder, Io& io) {
  std::vector<Recoverable> all;
  std::error_code error;
  int looked = 0;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (++looked > JournalLimits::files) break;
    const fs::path path = it->path();
    if (path.extension() == aside_ending && lock_unless_alive(path, io)) io.unlink(path.c_str());
    if (const std::optional<LeftBy> how = left_by(path))
      if (std::optional<Recoverable> one = look_at(path, *how, io)) all.push_back(*std::move(one));
  }
  std::sort(all.begin(), all.end(), [](const Recoverable& a, const Recoverable& b) {
    return a.written != b.written ? a.written > b.written : a.file < b.file;
  });
  return all;
}

std::vector<Recoverable> tidy(std::vector<Recoverable> all, std::int64_t now, Io& io) {
  constexpr std::int64_t seconds_per_day = 86400;
  std::uint64_t bytes =
      std::accumulate(all.begin(), all.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const Recoverable& one) { return sum + one.bytes; });
  std::vector<Recoverable> stay;
  for (auto oldest = all.rbegin(); oldest != all.rend(); ++oldest) {
    const bool put_off = oldest->left_by == LeftBy::later;
    const bool stale = now - oldest->written > JournalLimits::days * seconds_per_day;
    if (!put_off || (!stale && bytes <= JournalLimits::bytes)) {
      stay.insert(stay.begin(), *oldest);
      continue;
    }
    bytes -= oldest->bytes;
    Result<TakenJournal> taken = TakenJournal::take(*oldest, io);
    if (taken) taken->remove();
  }
  return stay;
}

Result<TakenJournal> TakenJournal::take(const Recoverable& which, Io& io) {
  std::optional<LockedFile> found = lock_unless_alive(which.file, io);
  if (!found) return Error{"Another window has this work by now.", 0, 0, 1, {}, {}};
  return TakenJournal(which.file, std::move(found->file), io);
}

Result<Recovered> TakenJournal::read() const {
  struct stat facts;
  if (::fstat(file_.get(), &facts) != 0) return damaged(reason(errno));
  if (static_cast<std::uint64_t>(facts.st_size) > JournalLimits::bytes)
    return damaged("it is larger than 200 MB");
  const Result<std::string> text = read_up_to(file_.get(), JournalLimits::bytes);
  return text ? read_journal(*text) : text.error();
}

void TakenJournal::remove() {
  io_->unlink(path_.c_str());
  sync_folder(*io_, path_.parent_path());
  file_.close();
}

// The time of putting off is what its days are counted from: the file's own time.
void TakenJournal::put_off() {
  const fs::path later = fs::path(path_).replace_extension(later_ending);
  if (later != path_ && io_->rename(path_.c_str(), later.c_str()) == 0) {
    ::futimens(file_.get(), nullptr);
    sync_folder(*io_, path_.parent_path());
  }
  file_.close();
}

Result<Recovered> read_journal(std::string_view text) {
  std::uint64_t hash = hash_of_nothing;
  Recovered out;
  Result<Origin> origin = read_head(text, hash);
  if (!origin) return origin.error();
  Result<std::string> base = read_base(text, hash);
  if (!base) return base.error();
  out.origin = *std::move(origin);
  out.base = *std::move(base);
  while (const std::optional<std::string_view> whole = take_line(text)) {
    const std::optional<std::string_view> line =
        whole->size() <= JournalLimits::line_bytes && out.lines.size() < JournalLimits::lines
            ? checked(*whole, hash)
            : std::nullopt;
    if (!line) {
      out.damage = "Step " + std::to_string(out.lines.size() + 1) +
                   " of the unsaved work is damaged; what was done before it is here.";
      break;
    }
    out.lines.emplace_back(*line);
  }
  return out;
}

namespace journal_format {

Result<std::string> decoded(std::string_view word) {
  const Error error = damaged("its beginning is damaged");
  if (word == "%") return std::string();
  if (word.empty()) return error;
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      text += word[i];
      continue;
    }
    if (i + 2 >= word.size()) return error;
    const std::optional<std::uint64_t> byte = read_number(word.substr(i + 1, 2), 16);
    if (!byte) return error;
    text += static_cast<char>(*byte);
    i += 2;
  }
  return text;
}

Result<Origin> read_origin(std::string_view line) {
  const Error error = damaged("its beginning is damaged");
  const std::vector<std::string_view> words = words_of(line);
  if (words.size() != 8 || words[0] != "of") return error;
  const Result<std::string> name = decoded(words[1]), path = decoded(words[2]);
  if (!name || !path) return error;
  Origin origin{*name, *path, {}};
  const auto device = read_number(words[3], 16), inode = read_number(words[4], 16),
             size = read_number(words[5], 16), hash = read_number(words[7], 16);
  const std::string_view modified = words[6];
  const auto end =
      std::from_chars(modified.data(), modified.data() + modified.size(), origin.stamp.modified_ns);
  if (!device || !inode || !size || !hash || end.ec != std::errc() ||
      end.ptr != modified.data() + modified.size())
    return error;
  if (!origin.path.empty() && !origin.path.is_absolute()) return error;
  if (path->find('\0') != path->npos || name->find('\0') != name->npos) return error;
  origin.stamp.device = *device;
  origin.stamp.inode = *inode;
  origin.stamp.size = *size;
  origin.stamp.hash = *hash;
  return origin;
}

}  // namespace journal_format

}  // namespace limber
