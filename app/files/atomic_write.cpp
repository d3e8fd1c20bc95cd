#include "app/files/atomic_write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "app/files/hash.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

FileStamp stamp_from(const struct stat& s, std::string_view bytes) {
  FileStamp stamp;
  stamp.device = s.st_dev;
  stamp.inode = s.st_ino;
  stamp.size = static_cast<std::uint64_t>(s.st_size);
  stamp.modified_ns = s.st_mtim.tv_sec * 1000000000LL + s.st_mtim.tv_nsec;
  stamp.hash = hash_bytes(bytes);
  return stamp;
}

// Where writing to a path puts the file: links are followed, also to a file that is not there yet.
// An Error's message says why there is no such place.
Result<fs::path> resolved(const fs::path& path) {
  constexpr int most_links = 40;  // as the system allows
  std::error_code error;
  fs::path target = fs::absolute(path, error);
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    if (links == most_links) return Error{reason(ELOOP), 0, 0, 1, {}, {}};
    const fs::path next = fs::read_symlink(target, error);
    if (error) return Error{reason(error.value()), 0, 0, 1, {}, {}};
    target = target.parent_path() / next;
  }
  const fs::path folder = fs::weakly_canonical(target.parent_path(), error);
  return error ? target : folder / target.filename();
}

// Fills a new file; on failure nothing of it stays behind.
int write_aside(Io& io, const fs::path& aside, std::string_view bytes, const mode_t* mode) {
  const int file = io.open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return file;
  int status = write_all(io, file, bytes);
  if (status == 0 && mode) status = io.fchmod(file, *mode);
  if (status == 0) status = io.fsync(file);
  const int closed = io.close(file);
  if (status == 0 && closed != -EINTR) status = closed;
  if (status < 0) io.unlink(aside.c_str());
  return status;
}

int write_through(Io& io, const fs::path& target, std::string_view bytes) {
  const int file = io.open(target.c_str(), O_WRONLY | O_CLOEXEC, 0);
  if (file < 0) return file;
  const int status = write_all(io, file, bytes);
  const int closed = io.close(file);
  return status < 0 || closed == -EINTR ? status : closed;
}

// A backup that cannot be made is no reason not to save.
void keep_backup(Io& io, const fs::path& target) {
  const fs::path backup = target.string() + ".bak", aside = target.string() + ".bak.new";
  io.unlink(aside.c_str());
  if (io.link(target.c_str(), aside.c_str()) < 0) return;
  if (io.rename(aside.c_str(), backup.c_str()) < 0) io.unlink(aside.c_str());
}

// A name nobody uses yet, beside the target.
fs::path name_aside(const fs::path& target) {
  for (int n = 0;; ++n) {
    fs::path aside =
        target.parent_path() / ("." + target.filename().string() + "." +
                                std::to_string(::getpid()) + "-" + std::to_string(n) + ".new");
    struct stat s;
    if (::lstat(aside.c_str(), &s) != 0) return aside;
  }
}

}  // namespace

std::string shown(const fs::path& path) {
  std::string text = path.string();
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return text;
}

Result<FileText> read_file(const fs::path& path) {
  const auto refuse = [&](const std::string& why) {
    return Error{"Cannot open " + shown(path) + ": " + why + ".", 0, 0, 1, {}, {}};
  };
  struct stat s;
  if (::stat(path.c_str(), &s) != 0) return refuse(reason(errno));
  if (!S_ISREG(s.st_mode)) return refuse(S_ISDIR(s.st_mode) ? "it is a folder" : "it is no file");
  if (static_cast<std::uint64_t>(s.st_size) > max_file_bytes)
    return refuse("it is larger than 64 MiB");
  std::ifstream in(path, std::ios::binary);
  if (!in) return refuse(reason(errno));
  FileText file;
  file.bytes.resize(static_cast<std::size_t>(s.st_size));
  in.read(file.bytes.data(), s.st_size);
  if (in.gcount() != s.st_size) return refuse("it changed while it was read");
  file.stamp = stamp_from(s, file.bytes);
  return file;
}

Result<FileStamp> atomic_write(const fs::path& path, std::string_view bytes, Io& io,
                               Backup backup) {
  const auto refuse_since = [&](const std::string& why) {
    return Error{"Cannot save " + shown(path) + ": " + why + ".",
                 0,
                 0,
                 1,
                 "what was there before is untouched",
                 {}};
  };
  const auto refuse = [&](int error) { return refuse_since(reason(-error)); };
  const Result<fs::path> place = resolved(path);
  if (!place) return refuse_since(place.error().message);
  const fs::path& target = *place;
  struct stat old;
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return refuse(-EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {  // a device or a pipe is written to, not replaced
    const int status = write_through(io, target, bytes);
    return status < 0 ? Result<FileStamp>(refuse(status)) : stamp_from(old, bytes);
  }
  // Renaming needs only the folder to be writable; a file its owner made read-only stays as it is,
  // even for one who may write everywhere.
  if (exists && (old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0)
    return refuse_since("the file is read-only");
  if (exists && ::access(target.c_str(), W_OK) != 0) return refuse(-errno);
  const mode_t mode = exists ? old.st_mode & 07777 : 0;

  const fs::path aside = name_aside(target);
  if (const int status = write_aside(io, aside, bytes, exists ? &mode : nullptr); status < 0)
    return refuse(status);
  if (exists && backup == Backup::keep) keep_backup(io, target);
  if (const int status = io.rename(aside.c_str(), target.c_str()); status < 0) {
    io.unlink(aside.c_str());
    return refuse(status);
  }
  sync_folder(io, target.parent_path());

  struct stat now;
  if (::stat(target.c_str(), &now) != 0) return refuse(-errno);
  return stamp_from(now, bytes);
}

bool changed_since(const fs::path& path, const FileStamp& stamp) {
  struct stat s;
  if (::stat(path.c_str(), &s) != 0) return false;
  const FileStamp quick = stamp_from(s, {});
  if (quick.device == stamp.device && quick.inode == stamp.inode && quick.size == stamp.size &&
      quick.modified_ns == stamp.modified_ns)
    return false;
  const Result<FileText> now = read_file(path);
  return !now || now->stamp.hash != stamp.hash || now->stamp.size != stamp.size;
}

}  // namespace limber
