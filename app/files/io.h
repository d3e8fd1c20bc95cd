// The few system calls of writing a file, behind one door, so that a test can make each of them
// fail. Every function returns what the system call returns, or -errno.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace limber {

class Io {
 public:
  virtual ~Io() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual ssize_t write(int file, const void* bytes, std::size_t count);
  virtual int fchmod(int file, mode_t mode);
  virtual int fsync(int file);
  virtual int close(int file);
  virtual int link(const char* from, const char* to);
  virtual int rename(const char* from, const char* to);
  virtual int unlink(const char* path);
};

}  // namespace limber
