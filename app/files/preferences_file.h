// The preferences and the file they are kept in.
//
// Laws: a change is written at once, whole or not at all; what another window wrote meanwhile
// stays, but for what is changed here. A file that makes no sense is told of once, and kept as .bak.
#pragma once

#include <functional>

#include "app/files/preferences.h"
#include "app/files/xdg.h"

namespace limber {

// Empty when there is no home to put it in.
std::filesystem::path preferences_path(const Environment& environment = process_environment());

class PreferencesFile {
 public:
  PreferencesFile(std::filesystem::path file, Io& io);  // empty: nothing outlasts this start

  const Preferences& now() const { return now_; }
  const std::filesystem::path& path() const { return file_; }
  const std::vector<std::string>& complaints() const { return complaints_; }  // of reading

  // An Error when it cannot be written; it holds for this start all the same.
  Result<bool> change(const std::function<void(Preferences&)>& change);

 private:
  std::filesystem::path file_;
  Io& io_;
  Preferences now_;
  std::vector<std::string> complaints_;
};

}  // namespace limber
