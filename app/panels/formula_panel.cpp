#include "app/panels/formula_panel.h"

#include <algorithm>

#include "app/drawing/draw.h"
#include "app/drawing/fonts.h"
#include "app/drawing/look_hash.h"
#include "app/edits/formula_kind.h"
#include "app/editor/formula_report.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "codegen/format.h"

namespace limber {

namespace {

constexpr float field_height = 208, gap = 10;
constexpr float widest = 1000;  // beyond it the lines of a formula are short anyway
constexpr std::size_t longest_report = 40'000;  // characters shown

const char* name_of(int view) {
  constexpr const char* names[] = {"Picture", "Derivatives", "Drag matrix", "Cost"};
  return names[view];
}

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

}  // namespace

// ---- what is worked on

void FormulaPanel::begin(Workspace::FormulaRequest request) {
  if (open_ && changes_.empty())  // another one takes its place: the text stays for the next time
    (kind_ && !type_ ? draft_kind_ : draft_curve_) = field_.buffer().text();
  const bool is_new = request.changes.empty();
  const bool constraint = request.constraint;
  wanted_ = constraint ? Wanted::constraint : Wanted::curve;
  std::string& draft = constraint ? draft_kind_ : draft_curve_;
  const bool bare = !request.text.starts_with("curve") && !defines_constraint(request.text);
  const bool from_draft = is_new && bare && !draft.empty() && !request.goes_on;
  field_.buffer().set(from_draft ? draft : request.text);
  if (is_new && bare && !request.goes_on) field_.buffer().select_all();
  begun_with_ = request.goes_on ? "" : field_.buffer().text();
  changes_ = std::move(request.changes);
  field_.take_keyboard(true);
  open_ = true;
  view_ = View::picture;
  compiled_ = -1;
  type_ = nullptr, kind_ = nullptr;
  told_.clear();
}

void FormulaPanel::keep_drafts(Workspace& workspace) {
  const std::string text = open_ ? field_.buffer().text() : "";
  FormulaDrafts drafts{draft_curve_, draft_kind_, {}, {}};
  if (text != begun_with_)
    (wanted_ == Wanted::constraint ? drafts.open_constraint : drafts.open) = text;
  workspace.keep_drafts(std::move(drafts));
}

// As the drawing would, but for no drawing: interpreted, which is the same to the last bit.
void FormulaPanel::compile(const Workspace& workspace) {
  const Document& document = workspace.editor().document();
  const int version = field_.buffer().version();
  if (version == compiled_ && document.world->topology() == compiled_for_) return;
  compiled_ = version;
  compiled_for_ = document.world->topology();
  whole_ = whole_formula(field_.buffer().text(), document, wanted_);
  error_.reset();
  follows_.clear();
  report_of_.clear();
  const auto use = [&](const auto& made, auto& into) {
    if (made) into = *made;
    else error_ = whole_.as_typed(made.error());
  };
  if (defines_constraint(whole_.text)) {
    ConstraintLibrary kinds = document.kinds;
    use(kinds.add(whole_.text, Tier::interpret, compile_budget()), kind_);
    if (!error_) type_ = nullptr;
  } else {
    CurveLibrary library = document.library;
    use(library.add(whole_.text, Tier::interpret, compile_budget()), type_);
    if (!error_) {
      kind_ = nullptr, picture_ = picture_of(type_);
      whole_ = whole_formula(field_.buffer().text(), document, wanted_, reach_of(type_));
    }
  }
  if (!error_) follows_ = workspace.what_follows(whole_.text);
}

void FormulaPanel::take(Workspace& workspace) {
  compile(workspace);
  if (error_) return;
  if (const Result<bool> done = workspace.define(whole_.text); !done) {
    error_ = whole_.as_typed(done.error());
    return;
  }
  if (changes_.empty()) (kind_ ? draft_kind_ : draft_curve_).clear();
  open_ = false;
  leave_keyboard();
}

// A second press replaces the one that is kept.
void FormulaPanel::keep(Workspace& workspace) {
  const bool again = refused_ == whole_.text;
  refused_ = !again && workspace.keeps_another(whole_.text) ? whole_.text : "";
  const Result<std::filesystem::path> kept =
      workspace.keep_formula(whole_.text, again ? Workspace::Keep::instead : Workspace::Keep::beside);
  const char* menu = kind_ ? "Constrain" : "Draw";
  told_ = kept ? "Kept: menu " + std::string(menu) + ", My formulas (" + shown(*kept) + ")"
               : plain_words(kept.error());
}

// As limber fmt writes it, which shows how it was read.
void FormulaPanel::write_plainly() {
  const Result<std::string> plain = plain_form(whole_.text);
  if (!plain || *plain == field_.buffer().text()) return;
  field_.buffer().select_all();
  field_.buffer().insert(*plain);
  field_.take_keyboard(true);
}

bool FormulaPanel::handle(const KeyEvent& event, Workspace& workspace) {
  if (!has_keyboard()) return false;
  if (event.key == key_escape) {
    if (!event.down) return true;
    if (changes_.empty())
      (defines_constraint(whole_.text) ? draft_kind_ : draft_curve_) = field_.buffer().text();
    open_ = false;
    leave_keyboard();
    return true;
  }
  if (event.key == key_enter && event.modifiers.ctrl) {
    if (event.down && !event.repeat) take(workspace);
    return true;
  }
  if (event.key == 'i' && event.modifiers.ctrl && event.modifiers.shift) {
    if (event.down && !event.repeat) write_plainly();
    return true;
  }
  if (event.down) told_.clear();
  return field_.handle(event, workspace);
}

// ---- the picture

std::string FormulaPanel::in_words() const {
  if (kind_)
    return counted(kind_->inputs.size(), "input") + ", " +
           counted(static_cast<std::size_t>(kind_->rows), "row");
  if (!type_) return "";
  std::string numbers;
  for (const Parameter& parameter : type_->parameters)
    numbers += (numbers.empty() ? "" : ", ") + parameter.name;
  return numbers.empty() ? "no numbers: it cannot be moved" : "pulling changes " + numbers;
}

void FormulaPanel::picture(Ui& ui, const ImVec2& size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  const Theme& t = ui.theme;
  LookHash look;
  look.add(t.name), look.add(error_.has_value()), look.add(type_ ? type_->text : ""), look.add(compiled_);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, imgui_colour(t.paper), 6);
  list.AddRect(at, {at.x + size.x, at.y + size.y}, imgui_colour(t.panel_edge), 6);
  const SkColor colour = error_ ? t.grid_axis : t.accent;
  const auto draw = [shape = picture_, colour, &t](SkCanvas& canvas, const SkRect& where) {
    const float middle_x = where.centerX(), middle_y = where.centerY();
    canvas.drawLine(where.left(), middle_y, where.right(), middle_y, stroke(t.grid, 1));
    canvas.drawLine(middle_x, where.top(), middle_x, where.bottom(), stroke(t.grid, 1));
    const SkRect inner = where.makeInset(24, 24);
    draw_type(canvas, inner, shape.path, colour, 2);
    const float half = std::min(inner.width(), inner.height()) / 2;
    const SkFont letters = font(Face::regular, 12);
    for (const TypePicture::Named& point : shape.points) {
      const SkPoint p = {middle_x + half * point.at.x(), middle_y + half * point.at.y()};
      if (!where.makeInset(4, 4).contains(p.x(), p.y())) continue;
      SkPaint dot;
      dot.setAntiAlias(true);
      dot.setColor(t.snap);
      canvas.drawCircle(p, 3, dot);
      draw_text(canvas, point.name, {p.x() + 6, p.y() - 5}, letters, t.hint_text);
    }
  };
  if (type_) list.AddImage(ui.skia.reserve(look.value, draw), at, {at.x + size.x, at.y + size.y});
  if (type_) return;
  // A constraint has no shape: what it asks for stands here.
  float y = at.y + 14;
  const auto row = [&](const std::string& words, SkColor ink) {
    list.AddText({at.x + 16, y}, imgui_colour(ink), words.c_str());
    y += 24;
  };
  if (!kind_) return row(error_ ? "Nothing to be seen yet" : "", t.text_dim);
  row(kind_->title.empty() ? kind_->name : kind_->title, t.text);
  for (const Input& input : kind_->inputs)
    row((input.shape == Shape::point       ? "point  "
         : input.shape == Shape::direction ? "direction  "
                                           : "number  ") + input.name, t.text_dim);
}

void FormulaPanel::report(Ui& ui, const ImVec2& size) {
  if (report_of_ != whole_.text + name_of(static_cast<int>(view_))) {
    report_of_ = whole_.text + name_of(static_cast<int>(view_));
    const Result<Definition<Program>> made = lower(whole_.text);
    report_ = !made                         ? ""
              : view_ == View::derivatives  ? derivatives_text(*made)
              : view_ == View::drag         ? drag_text(*made)
                                            : costs_text(*made);
    if (report_.empty()) report_ = "A constraint has no drag of its own.";
    if (report_.size() > longest_report) report_.resize(report_.rfind('\n', longest_report));
  }
  ImGui::PushStyleColor(ImGuiCol_ChildBg, imgui_colour(ui.theme.panel_sunk));
  ImGui::BeginChild("report", size, true, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushFont(ui.skia.formula());
  ImGui::TextUnformatted(report_.data(), report_.data() + report_.size());
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void FormulaPanel::view(Ui& ui, const ImVec2& size) {
  if (view_ == View::picture || !ok()) picture(ui, size);
  else report(ui, size);
}

// ---- words and buttons

void FormulaPanel::header(Ui& ui, float width) {
  ImGui::AlignTextToFramePadding();
  const bool constraint = defines_constraint(whole_.text);
  strong_text(ui, !changes_.empty() ? "Change " + changes_
                  : constraint      ? "New constraint"
                                    : "New curve");
  ImGui::SameLine(0, 14);
  if (ok()) ImGui::TextDisabled("%s", in_words().c_str());
  float right = width;
  for (int i = 3; i >= 0; --i) right -= ImGui::CalcTextSize(name_of(i)).x + 22;
  ImGui::SameLine(right - 32);
  for (int i = 0; i < 4; ++i) {
    const bool active = static_cast<int>(view_) == i;
    ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(active ? ui.theme.panel_hover : ui.theme.panel));
    ImGui::PushStyleColor(ImGuiCol_Border, imgui_colour(active ? ui.theme.accent : ui.theme.panel));
    if (ImGui::Button(name_of(i))) view_ = static_cast<View>(i);
    ImGui::PopStyleColor(2);
    ImGui::SameLine(0, 4);
  }
  if (icon_button(ui, "close", "close", 28)) {
    if (changes_.empty()) (constraint ? draft_kind_ : draft_curve_) = field_.buffer().text();
    open_ = false;
    leave_keyboard();
  }
  tooltip("Leave it (Esc); the text stays for the next time");
}

void FormulaPanel::message(Ui& ui, float width) {
  const float top = ImGui::GetCursorPosY();
  if (error_)
    trouble_text(ui, (error_->line > 0 ? "Line " + std::to_string(error_->line) + ": " : "") + plain_words(*error_),
                 width);
  else if (!told_.empty())
    ImGui::TextDisabled("%s", told_.c_str());
  else if (!follows_.empty())
    ImGui::TextWrapped("In this drawing: %s", follows_.c_str());
  else
    ImGui::TextDisabled("Enter: a new line · Ctrl+Enter: into the toolbox · \\theta or Alt+T: θ");
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), top + 26));
}

void FormulaPanel::buttons(Ui& ui) {
  Workspace& workspace = ui.workspace;
  const bool change = !follows_.empty();
  ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(ok() ? ui.theme.accent : ui.theme.panel_sunk));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, imgui_colour(ok() ? ui.theme.selected : ui.theme.panel_sunk));
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ok() ? ui.theme.panel : ui.theme.text_dim));
  if (ImGui::Button(change ? "Change the drawing" : "Into the toolbox") && ok()) take(workspace);
  ImGui::PopStyleColor(3);
  tooltip("Ctrl+Enter");
  ImGui::SameLine();
  if (ImGui::Button("Copy the text")) {
    workspace.clipboard().put(whole_.text);
    told_ = "Copied: put it into a .curve file, a letter, another drawing's formula field";
  }
  ImGui::SameLine();
  const bool replaces = !refused_.empty() && refused_ == whole_.text;
  if (ImGui::Button(replaces ? "Replace the one kept" : "Keep for all drawings") && ok()) keep(workspace);
  ImGui::SameLine();
  if (ImGui::Button("Plain form") && ok()) write_plainly();
  tooltip("One way to write each thing, as limber fmt does: shows how it was read (Ctrl+Shift+I)");
  if (!whole_.lines_before) return;
  ImGui::SameLine();
  if (ImGui::Button("Write it out")) {
    field_.buffer().select_all();
    field_.buffer().insert(whole_.text);
    field_.take_keyboard(true);
  }
  tooltip("The whole definition, with what was filled in: names, ranges, how it is drawn");
}

void FormulaPanel::draw(Ui& ui) {
  if (!std::exchange(drafts_known_, true)) {
    draft_curve_ = ui.workspace.drafts().curve;
    draft_kind_ = ui.workspace.drafts().constraint;
  }
  if (auto request = ui.workspace.take_formula()) begin(std::move(*request));
  keep_drafts(ui.workspace);
  if (!open_) return;
  compile(ui.workspace);
  const Box free = free_view(ui.size);
  const auto width = static_cast<float>(std::min<double>(free.sizes().x(), widest));
  const float height = field_height + 116;
  ImGui::SetNextWindowPos({static_cast<float>(free.min().x()), static_cast<float>(free.max().y()) - height});
  ImGui::SetNextWindowSize({width, height});
  if (ImGui::Begin("formula", nullptr,
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                       ImGuiWindowFlags_NoScrollWithMouse)) {
    const float room = width - 28, right = std::min(room * 0.42f, 380.0f);
    header(ui, room);
    if (open_) {
      std::vector<TextField::Mark> mistakes;
      const auto mark = [&](const Error& error) {
        if (const auto where = underlined(field_.buffer().characters(), error))
          mistakes.push_back({where->first, where->second});
      };
      if (error_) {
        mark(*error_);
        for (const Error& other : error_->others) mark(other);
      }
      field_.draw(ui, {room - right - gap, field_height}, mistakes);
      ImGui::SameLine(0, gap);
      view(ui, {right, field_height});
      message(ui, room);
      buttons(ui);
    }
  }
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.covered.emplace_back(Point(at.x, at.y), Point(at.x + size.x, at.y + size.y));
  ImGui::End();
}

}  // namespace limber
