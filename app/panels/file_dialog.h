// Which file to open, or to save to: a folder to walk through, and a name or path to type.
#pragma once

#include <filesystem>

#include "app/panels/ui.h"

namespace limber {

// "~", "~/x", a full path, or one below the folder; spaces around it are slips.
std::filesystem::path typed_path(std::string text, const std::filesystem::path& folder);

class FileDialog {
 public:
  void begin(const Workspace& workspace, bool saving);
  void draw(Ui& ui, bool saving);

 private:
  bool list(const Ui& ui);  // true: a file was chosen by a double click
  void import_choices(Ui& ui, const std::filesystem::path& path) const;
  void tell(const Ui& ui, bool exists, bool asked) const;
  void take(Ui& ui, bool saving, const std::filesystem::path& path, bool exists);

  std::string name_, folder_;
  std::string trouble_;  // why the last try did not work
  std::string asked_;    // the file that is there already, asked about once
};

}  // namespace limber
