// File systems that misbehave.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "app/files/io.h"

namespace limber {

// Fails its n-th call, and from then on all of them if it is for ever.
class FailingIo : public Io {
 public:
  FailingIo(int which, int error, bool for_ever)
      : left_(which), error_(error), for_ever_(for_ever) {}
  int calls = 0;
  int open(const char* p, int f, mode_t m) override {
    return fails() ? -error_ : Io::open(p, f, m);
  }
  ssize_t write(int f, const void* b, std::size_t n) override {
    return fails() ? -error_ : Io::write(f, b, n);
  }
  int fchmod(int f, mode_t m) override { return fails() ? -error_ : Io::fchmod(f, m); }
  int fsync(int) override { return fails() ? -error_ : 0; }  // a real one takes milliseconds
  int fdatasync(int) override { return fails() ? -error_ : 0; }
  int close(int f) override {
    const int status = Io::close(f);  // a failing close still closes
    return fails() ? -error_ : status;
  }
  int link(const char* a, const char* b) override { return fails() ? -error_ : Io::link(a, b); }
  int rename(const char* a, const char* b) override { return fails() ? -error_ : Io::rename(a, b); }
  int unlink(const char* p) override { return fails() ? -error_ : Io::unlink(p); }
  int mkdir(const char* p, mode_t m) override { return fails() ? -error_ : Io::mkdir(p, m); }
  int lock(int f) override { return fails() ? -error_ : Io::lock(f); }

 private:
  bool fails() {
    ++calls;
    if (--left_ == 0) return true;
    return for_ever_ && left_ < 0;
  }
  int left_, error_;
  bool for_ever_;
};

// Writes a few bytes at a time, and is interrupted now and then.
class SlowIo : public Io {
 public:
  ssize_t write(int f, const void* b, std::size_t n) override {
    if (++calls_ % 3 == 0) return -EINTR;
    return Io::write(f, b, std::min<std::size_t>(n, 7));
  }

 private:
  int calls_ = 0;
};

// The power goes when the process ends: what was written is on the disk when it is synced, and not
// before.
class LosingIo : public Io {
 public:
  ssize_t write(int f, const void* b, std::size_t n) override {
    waiting_[f].append(static_cast<const char*>(b), n);
    return static_cast<ssize_t>(n);
  }
  int fsync(int f) override { return sync(f); }
  int fdatasync(int f) override { return sync(f); }
  int close(int f) override {
    waiting_.erase(f);
    return Io::close(f);
  }

 private:
  int sync(int f) {
    const std::string bytes = std::exchange(waiting_[f], {});
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t written = Io::write(f, bytes.data() + done, bytes.size() - done);
      if (written < 0) return static_cast<int>(written);
      done += static_cast<std::size_t>(written);
    }
    return 0;
  }
  std::map<int, std::string> waiting_;
};

// A disk with so many bytes left.
class FillingIo : public Io {
 public:
  explicit FillingIo(std::size_t left) : left_(left) {}
  ssize_t write(int f, const void* b, std::size_t n) override {
    if (left_ == 0) return -ENOSPC;
    const ssize_t written = Io::write(f, b, std::min(n, left_));
    if (written > 0) left_ -= static_cast<std::size_t>(written);
    return written;
  }

 private:
  std::size_t left_;
};

}  // namespace limber
