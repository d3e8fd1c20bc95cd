#include "app/files/linked_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "app/files/atomic_write.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int operator*() const { return number_; }

 private:
  int number_;
};

Error refused(const std::string& name, const std::string& why) {
  return {shown(name) + ": " + why, 0, 0, 1, {}, {}};
}

// The steps of a name that leads down; none when it does not.
std::vector<std::string> steps_of(const std::string& name) {
  const fs::path path(name);
  if (name.empty() || name.find('\0') != name.npos || path.is_absolute()) return {};
  std::vector<std::string> steps;
  for (const fs::path& step : path) {
    if (step == ".." || step.empty()) return {};
    if (step != ".") steps.push_back(step.string());
  }
  return steps;
}

Result<std::string> read_all(int file, const std::string& name) {
  struct stat s;
  if (::fstat(file, &s) != 0) return refused(name, reason(errno));
  if (!S_ISREG(s.st_mode)) return refused(name, "it is no file");
  if (static_cast<std::uint64_t>(s.st_size) > max_file_bytes)
    return refused(name, "it is larger than 64 MiB");
  std::string bytes(static_cast<std::size_t>(s.st_size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file, bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refused(name, reason(errno));
    if (got == 0) return refused(name, "it changed while it was read");
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace

// Step by step from the folder down; no step may be a link, so none leads elsewhere.
Result<std::string> read_linked(const fs::path& folder, const std::string& name) {
  if (folder.empty()) return refused(name, "the drawing has no folder yet; save it first");
  const std::vector<std::string> steps = steps_of(name);
  if (steps.empty()) return refused(name, "a picture lies in the drawing's folder or below it");
  Descriptor at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0; i < steps.size() && *at >= 0; ++i) {
    const bool last = i + 1 == steps.size();
    const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (last ? O_NONBLOCK : O_DIRECTORY);
    at = Descriptor(::openat(*at, steps[i].c_str(), flags));
  }
  if (*at >= 0) return read_all(*at, name);
  return refused(name, errno == ELOOP || errno == ENOTDIR
                           ? "it is reached through a link, which is not followed"
                           : reason(errno));
}

std::string linked_name(const fs::path& folder, const fs::path& file) {
  if (folder.empty()) return {};
  std::error_code error;
  const fs::path from = fs::weakly_canonical(folder, error);
  const fs::path to = fs::weakly_canonical(file, error);
  if (error) return {};
  const std::string name = to.lexically_relative(from).generic_string();
  return steps_of(name).empty() ? "" : name;
}

}  // namespace limber
