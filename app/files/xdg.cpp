#include "app/files/xdg.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "app/files/atomic_write.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

struct Names {
  const char *own, *variable, *below_home;
};
constexpr Names names[] = {{"config", "XDG_CONFIG_HOME", ".config"},
                           {"data", "XDG_DATA_HOME", ".local/share"},
                           {"state", "XDG_STATE_HOME", ".local/state"},
                           {"cache", "XDG_CACHE_HOME", ".cache"}};

fs::path absolute_value(const Environment& environment, const char* variable) {
  const char* value = environment(variable);
  const fs::path path = value ? value : "";
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

Environment process_environment() {
  return [](const char* variable) { return std::getenv(variable); };
}

fs::path own_folder(OwnFolder which, const Environment& environment) {
  const Names& name = names[static_cast<int>(which)];
  if (const fs::path all = absolute_value(environment, "LIMBER_HOME"); !all.empty())
    return all / name.own;
  if (const fs::path given = absolute_value(environment, name.variable); !given.empty())
    return given / "limber";
  const fs::path home = absolute_value(environment, "HOME");
  return home.empty() ? fs::path() : home / name.below_home / "limber";
}

Result<fs::path> make_private_folder(const fs::path& path, Io& io) {
  const auto refuse = [&](const std::string& why) {
    return Error{"Cannot use the folder " + shown(path) + ": " + why + ".", 0, 0, 1, {}, {}};
  };
  if (!path.is_absolute()) return refuse("there is no home folder to put it in");
  fs::path so_far;
  for (const fs::path& part : path) {
    so_far /= part;
    const int status = io.mkdir(so_far.c_str(), 0700);
    std::error_code ignored;
    if (status < 0 && status != -EEXIST && !fs::is_directory(so_far, ignored))
      return refuse(reason(-status));
  }
  const int folder = io.open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  if (folder < 0) return refuse(reason(-folder));
  struct stat s;
  int status = ::fstat(folder, &s) != 0 ? -errno : 0;
  const bool ours = status == 0 && s.st_uid == ::geteuid();
  if (ours && (s.st_mode & 077) != 0) status = io.fchmod(folder, 0700);
  io.close(folder);
  if (status < 0) return refuse(reason(-status));
  if (!ours) return refuse("it belongs to another user");
  return path;
}

}  // namespace limber
