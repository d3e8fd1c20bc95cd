#include "app/files/preferences_file.h"

namespace limber {

namespace fs = std::filesystem;

fs::path preferences_path(const Environment& environment) {
  const fs::path folder = own_folder(OwnFolder::config, environment);
  return folder.empty() ? folder : folder / "preferences.json";
}

PreferencesFile::PreferencesFile(fs::path file, Io& io) : file_(std::move(file)), io_(io) {
  PreferencesRead read = load_preferences(file_);
  now_ = std::move(read.preferences);
  complaints_ = std::move(read.complaints);
  // Written as it was understood: the next start has nothing to complain about.
  if (!complaints_.empty()) (void)save_preferences(file_, now_, io_);
}

Result<bool> PreferencesFile::change(const std::function<void(Preferences&)>& change) {
  change(now_);
  if (file_.empty()) return true;
  Preferences next = load_preferences(file_).preferences;
  const std::string before = preferences_text(next);
  change(next);
  if (preferences_text(next) == before) return true;
  return save_preferences(file_, next, io_);
}

}  // namespace limber
