#include "tests/power_cut.h"

#include <fcntl.h>

#include <fstream>
#include <utility>

namespace limber {

namespace {
std::string name_of(const char* path) { return std::filesystem::path(path).filename().string(); }
}  // namespace

int PowerCutIo::open(const char* path, int flags, mode_t mode) {
  const int file = Io::open(path, flags, mode);
  if (file < 0) return file;
  inode_of_[file] = -1;
  if ((flags & O_CREAT) == 0) return file;
  inode_of_[file] = next_inode_++;
  events_.push_back({Event::What::create, inode_of_[file], name_of(path), {}, {}});
  return file;
}

ssize_t PowerCutIo::write(int file, const void* bytes, std::size_t count) {
  const ssize_t written = Io::write(file, bytes, count);
  if (written > 0)
    events_.push_back(
        {Event::What::write,
         inode_of_[file],
         {},
         {},
         std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(written))});
  return written;
}

int PowerCutIo::fsync(int file) {
  const int inode = inode_of_[file];
  events_.push_back({inode < 0 ? Event::What::sync_folder : Event::What::sync, inode, {}, {}, {}});
  return 0;
}
int PowerCutIo::fdatasync(int file) { return fsync(file); }

int PowerCutIo::close(int file) {
  inode_of_.erase(file);
  return Io::close(file);
}

int PowerCutIo::link(const char* from, const char* to) {
  events_.push_back({Event::What::link, -1, name_of(from), name_of(to), {}});
  return Io::link(from, to);
}
int PowerCutIo::rename(const char* from, const char* to) {
  events_.push_back({Event::What::rename, -1, name_of(from), name_of(to), {}});
  return Io::rename(from, to);
}
int PowerCutIo::unlink(const char* path) {
  events_.push_back({Event::What::unlink, -1, name_of(path), {}, {}});
  return Io::unlink(path);
}

void PowerCutIo::build(const std::filesystem::path& folder, std::size_t moment,
                       std::mt19937& random) const {
  using What = Event::What;
  struct File {
    std::string synced, unsynced;
  };
  std::map<int, File> files;
  std::map<std::string, int> names;
  std::vector<const Event*> pending;  // changes of names that no sync has made sure
  const auto apply = [&](const Event& event) {
    if (event.what == What::create) {
      names[event.name] = event.inode;
      return;
    }
    const auto from = names.find(event.name);
    if (from == names.end()) return;
    const int inode = from->second;
    if (event.what != What::link) names.erase(from);
    if (event.what != What::unlink) names[event.other] = inode;
  };
  for (std::size_t i = 0; i < moment; ++i) {
    const Event& event = events_[i];
    File& file = files[event.inode];
    switch (event.what) {
      case What::write:
        file.unsynced += event.bytes;
        break;
      case What::sync:
        file.synced += std::exchange(file.unsynced, {});
        break;
      case What::sync_folder:
        for (const Event* each : pending) apply(*each);
        pending.clear();
        break;
      default:
        pending.push_back(&event);
    }
  }
  const bool in_order = random() % 2 == 0;
  const std::size_t count = random() % (pending.size() + 1);
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (in_order ? i < count : random() % 2 == 0) apply(*pending[i]);
  for (const auto& [name, inode] : names) {
    const File& file = files[inode];
    const std::size_t part = random() % (file.unsynced.size() + 1);
    std::string bytes = file.synced;
    const auto fate = random() % 4;
    if (fate == 1) bytes += file.unsynced;
    if (fate == 2) bytes += file.unsynced.substr(0, part);
    if (fate == 3) bytes += std::string(part, '\0') + file.unsynced.substr(part);
    std::ofstream(folder / name, std::ios::binary) << bytes;
  }
}

}  // namespace limber
