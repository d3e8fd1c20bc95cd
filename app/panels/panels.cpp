#include "app/panels/panels.h"

#include <algorithm>

#include "app/panels/imgui_style.h"
#include "app/panels/layout.h"
#include "imgui/imgui.h"
#include "include/core/SkBBHFactory.h"
#include "include/core/SkPictureRecorder.h"

namespace limber {

namespace {

// While a text field has the keyboard only function keys and file chords go past it.
bool goes_past_fields(const KeyEvent& event) {
  const bool file_chord =
      event.modifiers.ctrl &&
      (event.key == 's' || event.key == 'n' || event.key == 'o' || event.key == 'q' ||
       event.key == 'e');
  return file_chord || (event.key >= key_f1 && event.key <= key_f12);
}

}  // namespace

Panels::Panels(Workspace& workspace) : workspace_(workspace), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* panels, const char* text) {
    static_cast<Panels*>(panels)->workspace_.clipboard().put(text);
  };
  io.GetClipboardTextFn = [](void* panels) {
    auto* self = static_cast<Panels*>(panels);
    return (self->pasted_ = self->workspace_.clipboard().take()).c_str();
  };
  name_keys_for_imgui();
}

Panels::~Panels() { ImGui::DestroyContext(context_); }

// ---- events

bool Panels::covers(const Point& window) const {
  if (popup_ || asks()) return true;
  return std::any_of(covered_.begin(), covered_.end(),
                     [&](const Box& box) { return box.contains(window); });
}

bool Panels::handle(const PointerEvent& event) {
  using What = PointerEvent::What;
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  frames_left_ = std::max(frames_left_, 1);
  if (event.what == What::leave) {
    io.MousePos = {-1e6f, -1e6f};
    return false;
  }
  io.MousePos = {static_cast<float>(event.at.x()), static_cast<float>(event.at.y())};
  const bool mine = captured_ != Button::none || (on_paper_ == Button::none && covers(event.at));
  if (event.what == What::press) {
    Button& holder = mine ? captured_ : on_paper_;
    if (holder == Button::none) holder = event.button;
  }
  if (event.what == What::release) {
    if (captured_ == event.button) captured_ = Button::none;
    if (on_paper_ == event.button) on_paper_ = Button::none;
  }
  // A press on the paper also ends what was typed in a field: ImGui must see it.
  if (event.what == What::press) {
    menus_.pressed();
    if (!mine)
      for (const Pane pane : {Pane::palette, Pane::start}) workspace_.show_pane(pane, false);
    formula_.leave_keyboard();  // unless it is pressed: then it takes it again
    if (!mine && event.clicks == 2 && event.button == Button::left) open_formula();
  }
  if (event.what == What::press || event.what == What::release) {
    input_.add(event.button, event.what == What::press);
    frames_left_ = 2;
  }
  if (mine && event.what == What::wheel) {
    io.MouseWheel += static_cast<float>(event.wheel.y());
    io.MouseWheelH += static_cast<float>(event.wheel.x());
    frames_left_ = 2;
  }
  if (mine) frames_left_ = 2;
  return mine;
}

bool Panels::handle(const KeyEvent& event) {
  frames_left_ = 2;
  if (palette_has_keyboard() && palette_.handle(event, workspace_)) return true;
  if (formula_has_keyboard() && formula_.handle(event, workspace_)) return true;
  if (!popup_ && !asks() && start_.handle(event, workspace_)) return true;
  if (!popup_ && !asks() && !typing_ && help_.handle(event, workspace_)) return true;
  const bool free = !popup_ && !asks() && !workspace_.editor().tool().busy();
  if (menus_.handle(event, free)) return true;
  input_.add(event);
  if (asks() || popup_) return true;
  if (outline_.handle(event, workspace_)) return true;
  if (inspector_.handle(event, workspace_.editor())) return true;
  return (typing_ || workspace_.editor().asks_for_number()) && !goes_past_fields(event);
}

void Panels::lose_focus() { menus_.lose_focus(); }

void Panels::type(const std::string& utf8) {
  frames_left_ = 2;
  if (palette_has_keyboard())
    palette_.type(utf8);
  else if (formula_has_keyboard())
    formula_.type(utf8);
  else
    input_.add(utf8);
}

void Panels::compose(const std::string& utf8) {
  frames_left_ = 2;
  if (palette_has_keyboard())
    palette_.compose(utf8);
  else if (formula_has_keyboard())
    formula_.compose(utf8);
}

std::optional<Box> Panels::text_caret() const {
  if (palette_has_keyboard()) return palette_.caret_box();
  return formula_has_keyboard() ? std::optional(formula_.caret_box()) : std::nullopt;
}

// A double click on a curve of the person's own type.
void Panels::open_formula() {
  const Editor& editor = workspace_.editor();
  const std::optional<CurveHit>& hit = editor.hovered();
  const Curve* curve = hit ? editor.document().world->find(hit->curve) : nullptr;
  if (curve && !editor.document().library->is_builtin(curve->type->name))
    workspace_.edit_formula_of(curve->type->name);
}

Cursor Panels::cursor() const {
  ImGui::SetCurrentContext(context_);
  if (on_paper_ == Button::none &&
      covers(Point(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y))) {
    const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
    return wanted == ImGuiMouseCursor_TextInput ? Cursor::text
           : wanted == ImGuiMouseCursor_Hand    ? Cursor::hand
                                                : Cursor::arrow;
  }
  Navigator& navigator = workspace_.editor().navigator();
  if (navigator.panning() || navigator.ready_to_pan()) return Cursor::move;
  return workspace_.editor().tool().cursor(workspace_.editor());
}

// ---- a frame

void Panels::begin_frame(const Point& size, float scale, double seconds) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  Editor& editor = workspace_.editor();
  if (scale != scale_) skia_.set_fonts(scale_ = scale, 15);
  if (theme_ != &editor.theme()) set_style(*(theme_ = &editor.theme()));
  editor.camera().set_view(free_view(size));
  io.DisplaySize = {static_cast<float>(size.x()), static_cast<float>(size.y())};
  io.DisplayFramebufferScale = {scale, scale};
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 0.1));
  // Menus and dialogs are walked with arrows, Enter and Esc; the paper has those keys otherwise.
  if (popup_ || menus_.opening() || asks())
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  // What is typed waits for the field that is about to have the keyboard.
  if (!dialogs_.opening(workspace_) && !fields_.waits_for_keyboard() && !editor.asks_for_number())
    input_.feed(typing_);
  skia_.begin_frame();
  ImGui::NewFrame();
}

void Panels::draw_panels(Ui& ui) {
  menus_.draw(ui);
  toolbar_.draw(ui);
  inspector_.draw(ui);
  outline_.draw(ui);
  status_.draw(ui);
  place_field_.draw(ui);
  if (!formula_.open()) mechanism_.draw(ui);
  formula_.draw(ui);
  history_.draw(ui);
  help_.draw(ui);
  lesson_.draw(ui);
  start_.draw(ui);
  palette_.draw(ui);
  context_menu_.draw(ui);
  dialogs_.draw(ui);
}

void Panels::end_frame(const Ui& ui) {
  covered_ = ui.covered;
  frames_left_ = std::max(frames_left_, ui.frames);
  popup_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  typing_ = ImGui::GetIO().WantTextInput || fields_.waits_for_keyboard();
  ImGui::Render();
  fields_.end_frame();
  dialogs_.end_frame();
  if (input_.empty() && frames_left_ > 0) --frames_left_;
}

void Panels::build(const Point& size, float scale, double seconds) {
  begin_frame(size, scale, seconds);
  Ui ui{workspace_, *theme_, skia_, fields_, size};
  draw_panels(ui);
  end_frame(ui);
}

namespace {
sk_sp<SkPicture> record_hint(const Editor& editor, const Point& size) {
  SkPictureRecorder recorder;
  SkRTreeFactory boxes;  // so that the picture knows its extent
  SkCanvas* canvas = recorder.beginRecording(
      SkRect::MakeWH(static_cast<float>(size.x()), static_cast<float>(size.y())), &boxes);
  editor.draw_hint(*canvas);
  return recorder.finishRecordingAsPicture();
}
}  // namespace

void Panels::draw(SkCanvas& canvas, const Point& size, float scale, double seconds) {
  build(size, scale, seconds);
  Editor& editor = workspace_.editor();
  const Scene scene = editor.scene();
  frame_.draw(canvas, scene, record_hint(editor, size),
              skia_.pictures(*ImGui::GetDrawData(), canvas, scale), scale);
}

void Panels::draw_anew(SkCanvas& canvas, const Point& size, float scale, double seconds) {
  build(size, scale, seconds);
  workspace_.editor().draw(canvas);
  skia_.draw(canvas, *ImGui::GetDrawData());
  frame_.forget_window();
}

void Panels::forget_pictures() {
  frame_.forget();
  skia_.forget();
}

}  // namespace limber
