#include "app/panels/start_panel.h"

#include <algorithm>
#include <chrono>

#include "app/drawing/assets.h"
#include "app/drawing/look_hash.h"
#include "app/drawing/picture.h"
#include "app/files/document_file.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float picture_width = 172, picture_height = 112, cell_height = 142, cell_gap = 10;
constexpr float choices_width = 208;
// What a frame may spend on pictures, beside one that is always made.
constexpr double seconds_a_frame = 0.008;
constexpr int ticks_a_frame = 4;  // real time at 60 frames a second

// Shown first, in this order; the others follow by title.
constexpr std::string_view first_ones[] = {
    "welcome",   "four-bar",   "jansen-walker", "peaucellier", "watt",        "spirograph",
    "heart",     "desk-lamp",  "ornament",      "gear-pair",   "geneva-drive", "klann-leg"};

std::size_t rank(const Command& command) {
  const std::string_view name = std::string_view(command.example).substr(0, command.example.find('.'));
  return static_cast<std::size_t>(std::ranges::find(first_ones, name) - std::begin(first_ones));
}

sk_sp<SkImage> picture(const Document& document, const Theme& theme, float density) {
  PictureOptions options;
  options.width = static_cast<int>(picture_width * density);
  options.height = static_cast<int>(picture_height * density);
  options.scale = density / 2;  // half size: strokes and marks as on a larger paper
  options.theme = &theme;
  const Result<sk_sp<SkSurface>> made = make_picture(document, options);
  return made ? (*made)->makeImageSnapshot() : nullptr;
}

bool wide_button(const char* words, bool enabled = true) {
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0, 0.5f});
  if (!enabled) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f);
  const bool clicked = ImGui::Button(words, {choices_width - 16, 34});
  ImGui::PopStyleVar(enabled ? 1 : 2);
  return clicked && enabled;
}

}  // namespace

void StartPanel::list(Workspace& workspace) {
  std::vector<Command> found;
  for (const Command& command : workspace.commands())
    if (!command.example.empty()) found.push_back(command);
  std::ranges::stable_sort(found, {}, rank);
  examples_.clear();
  for (const Command& command : found) examples_.push_back({command.id, command.title, {}, nullptr});
  made_ = 0;
}

void StartPanel::make_some(Ui& ui, float density) {
  using Clock = std::chrono::steady_clock;
  if (theme_ != &ui.theme || density_ != density) made_ = 0;
  theme_ = &ui.theme, density_ = density;
  const Clock::time_point begin = Clock::now();
  while (made_ < examples_.size()) {
    Example& example = examples_[made_++];
    if (!example.document) {
      const Command* command = find_command(ui.workspace.commands(), std::string_view(example.command));
      const Result<Document> read = from_json(asset(command->example), ui.workspace.fresh_interpreted());
      if (read) example.document = *read;
    }
    if (example.document) example.picture = picture(*example.document, ui.theme, density);
    if (std::chrono::duration<double>(Clock::now() - begin).count() > seconds_a_frame) break;
  }
  if (made_ < examples_.size()) ui.wake(2);
}

// The one pointed at plays.
void StartPanel::move(Ui& ui, std::size_t which) {
  if (!examples_[which].document) return;
  if (moving_ != which) {
    moving_ = which;
    live_ = std::make_unique<Live>(*examples_[which].document);
    live_->wake();
    frame_ = 0;
  }
  for (int i = 0; i < ticks_a_frame; ++i) live_->tick(Run::play);
  ++frame_;
  moment_ = picture(live_->shown(), ui.theme, density_);
  ui.wake(2);
}

bool StartPanel::handle(const KeyEvent& event, Workspace& workspace) {
  if (!workspace.pane_shown(Pane::start) || event.modifiers != Modifiers{}) return false;
  const int steps = event.key == key_right  ? 1
                    : event.key == key_left ? -1
                    : event.key == key_down ? columns_
                    : event.key == key_up   ? -columns_
                                            : 0;
  const bool enters = event.key == key_enter && at_;
  if (steps == 0 && !enters && event.key != key_escape) return false;
  if (!event.down) return true;
  if (event.key == key_escape) workspace.show_pane(Pane::start, false);
  if (steps != 0 && !examples_.empty()) {
    const auto last = static_cast<int>(examples_.size()) - 1;
    at_ = static_cast<std::size_t>(at_ ? std::clamp(static_cast<int>(*at_) + steps, 0, last) : 0);
  }
  if (enters)
    if (const Command* command = find_command(workspace.commands(), std::string_view(examples_[*at_].command)))
      run(Command(*command), workspace);
  return true;
}

void StartPanel::choices(Ui& ui) {
  Workspace& workspace = ui.workspace;
  if (wide_button("Empty paper")) {
    workspace.show_pane(Pane::start, false);
    workspace.new_drawing();
  }
  if (wide_button("Open a file…")) workspace.show(Dialog::open);
  if (!workspace.found().empty() && wide_button("Recover unsaved work…"))
    workspace.offer_recovery(Workspace::Offer::on_request);
  if (wide_button("First lesson")) {
    workspace.show_pane(Pane::start, false);
    workspace.show_pane(Pane::lesson, true);
  }
  if (wide_button("Stay with this drawing")) workspace.show_pane(Pane::start, false);
  std::optional<Command> chosen;
  bool any = false;
  for (const Command& command : workspace.commands()) {
    if (command.submenu != "Open recent") continue;
    if (!any) ImGui::Dummy({0, 8}), ImGui::TextDisabled("Opened lately");
    any = true;
    if (ImGui::Selectable((command.title + "##" + command.id).c_str(), false, 0, {choices_width - 24, 0})) chosen = command;
    tooltip(command.help.c_str());
  }
  if (chosen) run(*chosen, workspace);
}

// A picture and its title; what to try with it while it is pointed at.
bool StartPanel::cell(Ui& ui, std::size_t which) {
  const Theme& t = ui.theme;
  const Example& example = examples_[which];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(example.command.c_str(), {picture_width, cell_height});
  const bool hovered = ImGui::IsItemHovered(), chosen = at_ == which;
  if (chosen && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.5f);
  if (hovered) move(ui, which);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + picture_width, at.y + picture_height};
  const bool moves = hovered && moving_ == which && moment_;
  const sk_sp<SkImage> image = moves ? moment_ : example.picture;
  LookHash look;
  look.add(example.command), look.add(t.name), look.add(image != nullptr), look.add(moves ? frame_ : 0);
  look.add(static_cast<double>(density_));
  list.AddRectFilled(at, end, imgui_colour(t.paper), 6);
  if (image) {
    const ImTextureID texture = ui.skia.reserve(look.value, [image](SkCanvas& canvas, const SkRect& where) {
      canvas.drawImageRect(image, where, SkSamplingOptions(SkFilterMode::kLinear));
    });
    list.AddImage(texture, {at.x + 1, at.y + 1}, {end.x - 1, end.y - 1});
  }
  const bool marked = hovered || chosen;
  list.AddRect(at, end, imgui_colour(marked ? t.accent : t.panel_edge), 6, 0, marked ? 2.0f : 1.0f);
  list.PushClipRect({at.x, end.y}, {end.x, end.y + 30}, true);
  list.AddText({at.x + 2, end.y + 6}, imgui_colour(t.text), example.title.c_str());
  list.PopClipRect();
  if (hovered && example.document && !example.document->try_this->empty()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(320);
    ImGui::TextDisabled("Try this");
    for (const std::string& sentence : *example.document->try_this) ImGui::TextUnformatted(sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  return clicked;
}

void StartPanel::grid(Ui& ui) {
  const float room = ImGui::GetContentRegionAvail().x;
  columns_ = std::max(1, static_cast<int>((room + cell_gap) / (picture_width + cell_gap)));
  std::optional<std::size_t> chosen;
  bool pointed = false;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    if (i % static_cast<std::size_t>(columns_) != 0) ImGui::SameLine(0, cell_gap);
    if (cell(ui, i)) chosen = i;
    pointed = pointed || ImGui::IsItemHovered();
  }
  if (!pointed) moving_.reset(), moment_ = nullptr, live_ = nullptr;
  if (!chosen) return;
  if (const Command* command = find_command(ui.workspace.commands(), std::string_view(examples_[*chosen].command)))
    run(Command(*command), ui.workspace);
}

void StartPanel::draw(Ui& ui) {
  if (!ui.workspace.pane_shown(Pane::start)) {
    live_ = nullptr, moment_ = nullptr, moving_.reset();
    return;
  }
  if (examples_.empty()) list(ui.workspace);
  make_some(ui, ImGui::GetIO().DisplayFramebufferScale.x);
  const float width = std::min(1000.0f, static_cast<float>(ui.size.x()) - 80);
  const float height = std::min(620.0f, static_cast<float>(ui.size.y() - menu_height - status_height) - 60);
  ImGui::SetNextWindowPos({(static_cast<float>(ui.size.x()) - width) / 2,
                           static_cast<float>(menu_height) + (static_cast<float>(ui.size.y() - menu_height - status_height) - height) / 2});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {20, 18});
  if (ImGui::Begin("start", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    strong_text(ui, "Every curve here can be held and pulled.");
    ImGui::TextDisabled("Open one of these and drag anything: Ctrl+Z takes it back. Or begin with an empty paper.");
    ImGui::SetCursorPos({width - 48, 12});
    if (icon_button(ui, "close", "close", 32)) ui.workspace.show_pane(Pane::start, false);
    tooltip("Close (Esc)");
    ImGui::SetCursorPos({20, 76});
    ImGui::BeginChild("choices", {choices_width, 0});
    choices(ui);
    ImGui::EndChild();
    ImGui::SameLine(0, 12);
    ImGui::BeginChild("examples", {0, 0});
    grid(ui);
    ImGui::EndChild();
  }
  end_panel(ui);
  ImGui::PopStyleVar();
}

}  // namespace limber
