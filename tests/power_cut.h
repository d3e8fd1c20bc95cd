// What a disk may hold after the power went: calls are recorded, and any moment's disk can be
// built.
//
// What was synced is there. Of what was written and not synced, nothing, a part, all, or zeros in
// its place; of new names, renames and removals not synced with their folder, any that are
// possible.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "app/files/io.h"

namespace limber {

class PowerCutIo : public Io {
 public:
  int open(const char* path, int flags, mode_t mode) override;
  ssize_t write(int file, const void* bytes, std::size_t count) override;
  int fsync(int file) override;
  int fdatasync(int file) override;
  int close(int file) override;
  int link(const char* from, const char* to) override;
  int rename(const char* from, const char* to) override;
  int unlink(const char* path) override;

  std::size_t calls() const { return events_.size(); }  // recorded so far: a moment

  // Into an empty folder, by the names of the files, as the power cut after so many calls may leave
  // them.
  void build(const std::filesystem::path& folder, std::size_t moment, std::mt19937& random) const;

 private:
  struct Event {
    enum class What { create, write, sync, sync_folder, link, rename, unlink } what;
    int inode = -1;  // of create, write, sync
    std::string name, other, bytes;
  };
  std::vector<Event> events_;
  std::map<int, int> inode_of_;  // by descriptor; -1: a folder
  int next_inode_ = 0;
};

}  // namespace limber
