// The few system calls of writing a file, behind one door, so that a test can make each of them
// fail. Every function returns what the system call returns, or -errno.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace limber {

class Io {
 public:
  virtual ~Io() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual ssize_t write(int file, const void* bytes, std::size_t count);
  virtual int fchmod(int file, mode_t mode);
  virtual int fsync(int file);
  virtual int fdatasync(int file);
  virtual int close(int file);
  virtual int link(const char* from, const char* to);
  virtual int rename(const char* from, const char* to);
  virtual int unlink(const char* path);
  virtual int mkdir(const char* path, mode_t mode);
  virtual int lock(int file);  // for this process alone, at once or -EWOULDBLOCK; gone with it
};

// All bytes, however many calls that takes: 0 or -errno.
int write_all(Io& io, int file, std::string_view bytes);

// Makes names given in the folder (a new file, a rename) outlast a power cut. A folder that cannot
// be synced (some network disks) only weakens that promise.
void sync_folder(Io& io, const std::filesystem::path& folder);

std::string reason(int error);  // an errno, in words that end a sentence

}  // namespace limber
