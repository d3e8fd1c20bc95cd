// How a drawing is given away: format, what of it, how large, to which file; with a picture of what
// it will be. Enter exports.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/exchange/film.h"
#include "app/exchange/format.h"
#include "app/files/preferences.h"
#include "app/panels/ui.h"
#include "include/core/SkImage.h"

namespace limber {

class ExportDialog {
 public:
  void begin(Workspace& workspace);
  void draw(Ui& ui);
  void stop() { job_.reset(); }  // a film on its way is given up

 private:
  void draw_preview(Ui& ui);
  void draw_choices(Ui& ui);
  void draw_number(Ui& ui, const char* label, const char* unit, double least, double most,
                   double& value);
  void draw_name(Ui& ui);
  void draw_answers(Ui& ui, bool entered);
  void start_film(Ui& ui, const std::filesystem::path& path);
  void draw_progress(Ui& ui);
  void refresh(Ui& ui);
  void choose_format(const FormatEntry& entry);
  void take_ending(const std::filesystem::path& name);
  const FormatEntry& format() const;

  ExportChoices choices_;
  std::string name_;     // as typed: a name, or a path
  std::string folder_;   // of names without one
  std::string trouble_;  // why the last try did not work
  std::string asked_;    // the file that is there already, asked about once
  bool enter_ = false;   // in the field of the name

  // A film on its way, and where it goes.
  std::unique_ptr<FilmJob> job_;
  std::filesystem::path job_path_;
  std::chrono::steady_clock::time_point job_begun_;
  bool start_at_once_ = false;

  // The preview, and what it was made for.
  std::optional<ExportChoices> shown_for_;
  sk_sp<SkImage> preview_;
  std::string facts_;
};

}  // namespace limber
