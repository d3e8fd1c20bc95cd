#include "app/panels/export_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/exchange/export.h"
#include "app/exchange/preview.h"
#include "app/panels/fields.h"
#include "app/panels/file_dialog.h"
#include "app/panels/pieces.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr float preview_height = 258, widest_preview = 360, choices_width = 250;
constexpr float title_width = 76;  // of a format in the list
constexpr float label_width = 84, field_width = 84, gap = 18;
constexpr float checker = 8;          // points: squares behind what has no background
constexpr double frame_share = 0.03;  // seconds of work on a film between two looks at the window
constexpr int preview_density = 2;    // of the preview: sharp on dense screens

float preview_width() {
  const float room = ImGui::GetIO().DisplaySize.x - choices_width - gap - 70;
  return std::clamp(room, 120.0f, widest_preview);
}
float whole_width() { return preview_width() + gap + choices_width; }

void label(const char* words) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(words);
  ImGui::SameLine(label_width);
}

// Two words of which one holds. True: the choice changed.
bool either(const Ui& ui, const char* one, const char* other, bool can_be_other, bool& is_other) {
  bool changed = false;
  for (const bool which : {false, true}) {
    const bool active = which == is_other;
    if (which) ImGui::SameLine(0, 6);
    ImGui::BeginDisabled(which && !can_be_other);
    if (active) {
      ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(ui.theme.panel_hover));
      ImGui::PushStyleColor(ImGuiCol_Border, imgui_colour(ui.theme.accent));
    }
    const float width = (choices_width - label_width - 6) / 2;
    if (ImGui::Button(which ? other : one, {width, 0}) && !active) is_other = which, changed = true;
    if (active) ImGui::PopStyleColor(2);
    ImGui::EndDisabled();
  }
  return changed;
}

}  // namespace

void ExportDialog::begin(Workspace& workspace) {
  stop();
  start_at_once_ = workspace.take_start_film();
  choices_ = workspace.export_choices();
  const fs::path offered = workspace.export_path();
  take_ending(offered);
  name_ = shown(offered.filename());
  folder_ = offered.parent_path().string();
  trouble_.clear();
  asked_.clear();
  shown_for_.reset();
  preview_ = nullptr;
}

// Another ending is a picture again, where it can be one.
void ExportDialog::take_ending(const fs::path& name) {
  const FormatEntry* entry = format_of(name);
  if (!entry || entry->ending == choices_.ending) return;
  choices_.ending = entry->ending;
  choices_.film = false;
}

const FormatEntry& ExportDialog::format() const {
  return *format_of("x" + choices_.ending, choices_.film);
}

void ExportDialog::choose_format(const FormatEntry& entry) {
  choices_.ending = entry.ending;
  choices_.film = entry.moves && has_picture_and_film(entry);
  const fs::path typed(name_);
  name_ = (format_of(typed) ? fs::path(typed).replace_extension() : typed).string() +
          std::string(entry.ending);
}

// A picture of what will be written, and how large it will be.
void ExportDialog::refresh(Ui& ui) {
  if (shown_for_ == choices_) return;
  shown_for_ = choices_;
  const FormatEntry& entry = format();
  ExportOptions options = ui.workspace.export_options(choices_);
  options.marks = options.marks && entry.marks;
  const ExportPreview made = export_preview(ui.editor().shown(), options,
                                            static_cast<int>(preview_density * preview_width()),
                                            static_cast<int>(preview_density * preview_height));
  preview_ = made.picture;
  facts_ = fmt::format("{:.4g} × {:.4g} mm", made.width, made.height);
  if (entry.pixels && !entry.moves)
    facts_ += fmt::format("  ·  {} × {} pixels", made.pixel_width, made.pixel_height);
  ui.wake();
}

void ExportDialog::draw_preview(Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = preview_width();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + width, at.y + preview_height};
  list.AddRectFilled(at, end, imgui_colour(ui.theme.panel_sunk), 6);
  if (preview_) {
    const float w = static_cast<float>(preview_->width()) / preview_density;
    const float h = static_cast<float>(preview_->height()) / preview_density;
    const ImVec2 corner = {at.x + (width - w) / 2, at.y + (preview_height - h) / 2};
    const bool bare = !choices_.background || !format().paper;
    const ImTextureID picture = ui.skia.reserve(
        preview_->uniqueID(), [image = preview_, bare](SkCanvas& canvas, const SkRect& to) {
          SkPaint paint;
          paint.setColor(SK_ColorWHITE);
          if (bare) canvas.drawRect(to, paint);
          paint.setColor(SkColorSetRGB(0xe4, 0xe7, 0xea));
          canvas.save();
          canvas.clipRect(to);
          for (int row = 0; bare && to.top() + checker * static_cast<float>(row) < to.bottom();
               ++row)
            for (int column = row % 2;
                 to.left() + checker * static_cast<float>(column) < to.right(); column += 2)
              canvas.drawRect(
                  SkRect::MakeXYWH(to.left() + checker * static_cast<float>(column),
                                   to.top() + checker * static_cast<float>(row), checker, checker),
                  paint);
          canvas.restore();
          canvas.drawImageRect(image, to, SkSamplingOptions(SkFilterMode::kLinear));
        });
    list.AddImage(picture, corner, {corner.x + w, corner.y + h});
    list.AddRect(corner, {corner.x + w, corner.y + h}, imgui_colour(ui.theme.panel_edge));
  }
  ImGui::Dummy({width, preview_height});
}

void ExportDialog::draw_number(Ui& ui, const char* words, const char* unit, double least,
                               double most, double& value) {
  label(words);
  const std::string id = fmt::format("##{}", words);
  const std::string good = short_number(value);
  if (const std::optional<std::string> typed = ui.fields.entry(ui, id.c_str(), good, field_width)) {
    const std::optional<double> number = read_number(*typed);
    const bool fits = number && *number >= least && *number <= most;
    if (fits) value = *number;
    const Error wrong{fmt::format("A number from {:g} to {:g}.", least, most), 0, 0, 1, {}, {}};
    ui.fields.refuse_unless(ui, fits ? Result<bool>(true) : Result<bool>(wrong), good, *typed);
  }
  ImGui::SameLine(0, 8);
  ImGui::TextDisabled("%s", unit);
  ui.fields.show_mistake(ui, label_width);
}

void ExportDialog::draw_choices(Ui& ui) {
  const FormatEntry& now = format();
  label("Format");
  ImGui::SetNextItemWidth(choices_width - label_width);
  if (ImGui::BeginCombo("##format", std::string(now.title).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    for (const FormatEntry& entry : formats()) {
      if (ImGui::Selectable(std::string(entry.title).c_str(), entry.format == now.format))
        choose_format(entry);
      ImGui::SameLine(title_width);
      ImGui::TextDisabled("%s", std::string(entry.help).c_str());
    }
    ImGui::EndCombo();
  }
  const bool anything_chosen = !ui.editor().selection().empty();
  bool part = choices_.selection && anything_chosen;
  label("What");
  if (either(ui, "Everything", "Selection", anything_chosen, part)) choices_.selection = part;
  const Page& page = ui.editor().document().page;
  const bool has_page = page.width > 0 && page.height > 0;
  bool whole_page = choices_.page && has_page;
  label("Area");
  if (either(ui, "Drawing", "Page", has_page, whole_page)) choices_.page = whole_page;
  if (!has_page) tooltip("This drawing has no page");
  label("Show");
  ImGui::BeginDisabled(!now.paper);
  ImGui::Checkbox("paper", &choices_.background);
  ImGui::EndDisabled();
  ImGui::SameLine(0, 14);
  ImGui::BeginDisabled(!now.marks);
  ImGui::Checkbox("marks", &choices_.marks);
  ImGui::EndDisabled();
  tooltip("Nails, springs, motors and other marks");
  draw_number(ui, "Scale", "× true size", smallest_enlarging, largest_enlarging, choices_.scale);
  if (now.exact) {
    draw_number(ui, "Within", "mm", smallest_tolerance, largest_tolerance, choices_.tolerance);
    tooltip("How near to its formula a curve is that is neither lines nor arcs");
  }
  if (now.moves) {
    draw_number(ui, "Frames", "a second", least_film_rate, most_film_rate, choices_.rate);
    draw_number(ui, "Seconds", choices_.seconds > 0 ? "" : "0: one round", 0, longest_film,
                choices_.seconds);
  } else if (now.pixels) {
    draw_number(ui, "Density", "pixels / inch", smallest_density, largest_density,
                choices_.density);
  }
  ImGui::Dummy({0, 2});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + choices_width);
  ImGui::TextDisabled("%s", (std::string(now.title) + ": " + std::string(now.help) + ".").c_str());
  ImGui::PopTextWrapPos();
}

void ExportDialog::draw_name(Ui& ui) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(whole_width());
  const std::string before = name_;
  enter_ = ImGui::InputText(
      "##name", &name_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (enter_) ImGui::SetKeyboardFocusHere(-1);  // should it not work, typing goes on
  if (name_ == before) return;
  trouble_.clear();
  take_ending(name_);
  ui.wake();
}

void ExportDialog::draw_answers(Ui& ui, bool entered) {
  fs::path path = typed_path(name_, folder_);
  if (!format_of(path)) path += choices_.ending;
  std::error_code ignored;
  const bool exists =
      !name_.empty() && fs::exists(path, ignored) && path != ui.workspace.last_export();
  const bool asked = exists && asked_ == path.string();
  if (!trouble_.empty() || asked)
    trouble_text(
        ui, asked ? "! This file is there already. Once more to write over it." : "! " + trouble_,
        whole_width() + 14);
  else
    ImGui::TextDisabled("%s", shown(folder_).c_str());
  ImGui::Dummy({0, 2});
  ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(ui.theme.accent));
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ui.theme.panel));
  const bool pressed =
      ImGui::Button(asked ? "Write over it###export" : "Export###export", {130, 0});
  ImGui::PopStyleColor(2);
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) return ui.workspace.close_dialog();
  if ((!pressed && !entered) || name_.empty()) return;
  ui.wake(3);
  trouble_.clear();
  if (exists && !asked) {
    asked_ = path.string();
    return;
  }
  if (format_of(path, choices_.film)->moves) return start_film(ui, path);
  if (!ui.workspace.export_as(path, choices_)) trouble_ = ui.editor().message();
}

void ExportDialog::start_film(Ui& ui, const fs::path& path) {
  ui.editor().set_playing(false);
  FilmOptions film;
  film.rate = choices_.rate;
  if (choices_.seconds > 0) film.seconds = choices_.seconds;
  Result<std::unique_ptr<FilmJob>> job =
      FilmJob::begin(ui.editor().shown(), format_of(path, choices_.film)->format,
                     ui.workspace.export_options(choices_), film, false);
  if (!job) {
    trouble_ = plain_words(job.error());
    return;
  }
  job_ = *std::move(job);
  job_path_ = path;
  job_begun_ = std::chrono::steady_clock::now();
}

// A little of the film, and how far it is; the rest in the frames to come.
void ExportDialog::draw_progress(Ui& ui) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const Clock::time_point begun = Clock::now();
  Result<bool> done = false;
  while (done && !*done && seconds_since(begun) < frame_share) done = job_->advance();
  ui.wake();
  if (!done || *done) {
    if (!done)
      trouble_ = plain_words(done.error());
    else if (!ui.workspace.write_export(job_path_, choices_, job_->made(),
                                        film_summary(*job_, job_->made())))
      trouble_ = ui.editor().message();
    stop();
    return;
  }
  const double progress = job_->progress();
  const double left = seconds_since(job_begun_) * (1 - progress) / std::max(progress, 1e-3);
  ImGui::Text("%d frames in %s s", job_->frames(), short_number(job_->seconds()).c_str());
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, imgui_colour(ui.theme.accent));
  ImGui::ProgressBar(static_cast<float>(progress), {whole_width(), 0}, "");
  ImGui::PopStyleColor();
  ImGui::TextDisabled("%d %%, about %.0f s left", static_cast<int>(100 * progress),
                      std::ceil(left));
  ImGui::Dummy({0, 2});
  if (ImGui::Button("Cancel", {100, 0})) stop();
}

void ExportDialog::draw(Ui& ui) {
  if (std::exchange(start_at_once_, false)) start_film(ui, ui.workspace.last_export());
  if (job_) return draw_progress(ui);
  refresh(ui);
  ImGui::BeginGroup();
  draw_preview(ui);
  ImGui::TextDisabled("%s", facts_.c_str());
  ImGui::EndGroup();
  ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  draw_choices(ui);
  ImGui::EndGroup();
  ImGui::Dummy({0, 2});
  draw_name(ui);
  draw_answers(ui, enter_);
}

}  // namespace limber
