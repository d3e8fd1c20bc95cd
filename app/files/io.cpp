#include "app/files/io.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace limber {

namespace {
template <class T>
T or_errno(T result) {
  return result < 0 ? -errno : result;
}
}  // namespace

int Io::open(const char* path, int flags, mode_t mode) {
  return or_errno(::open(path, flags, mode));
}
ssize_t Io::write(int file, const void* bytes, std::size_t count) {
  return or_errno(::write(file, bytes, count));
}
int Io::fchmod(int file, mode_t mode) { return or_errno(::fchmod(file, mode)); }
int Io::fsync(int file) { return or_errno(::fsync(file)); }
int Io::fdatasync(int file) { return or_errno(::fdatasync(file)); }
int Io::close(int file) { return or_errno(::close(file)); }
int Io::link(const char* from, const char* to) { return or_errno(::link(from, to)); }
int Io::rename(const char* from, const char* to) { return or_errno(::rename(from, to)); }
int Io::unlink(const char* path) { return or_errno(::unlink(path)); }
int Io::mkdir(const char* path, mode_t mode) { return or_errno(::mkdir(path, mode)); }
int Io::lock(int file) { return or_errno(::flock(file, LOCK_EX | LOCK_NB)); }

int write_all(Io& io, int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = io.write(file, bytes.data(), bytes.size());
    if (n == -EINTR) continue;
    if (n < 0) return static_cast<int>(n);
    if (n == 0) return -EIO;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

void sync_folder(Io& io, const std::filesystem::path& folder) {
  const int file = io.open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (file < 0) return;
  io.fsync(file);
  io.close(file);
}

std::string reason(int error) {
  switch (error) {
    case ENOSPC:
      return "the disk is full";
    case EDQUOT:
      return "your disk quota is used up";
    case EACCES:
    case EPERM:
      return "you may not write there";
    case EROFS:
      return "it is on a read-only disk";
    case ENOENT:
      return "there is no such file or folder";
    case EISDIR:
      return "it is a folder";
    case ENOTDIR:
      return "a part of its path is no folder";
    case ELOOP:
      return "its links lead round in a circle";
    default:
      return std::strerror(error);
  }
}

}  // namespace limber
