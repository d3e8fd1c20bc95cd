#include "app/files/io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

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
int Io::close(int file) { return or_errno(::close(file)); }
int Io::link(const char* from, const char* to) { return or_errno(::link(from, to)); }
int Io::rename(const char* from, const char* to) { return or_errno(::rename(from, to)); }
int Io::unlink(const char* path) { return or_errno(::unlink(path)); }

}  // namespace limber
