#include "app/panels/panels.h"

#include <algorithm>
#include <cctype>

#include "app/drawing/icons.h"
#include "app/panels/layout.h"
#include "imgui/imgui.h"

namespace limber {

namespace {

ImVec4 colour(SkColor c) { return ImGui::ColorConvertU32ToFloat4(imgui_colour(c)); }

// ImGui 1.86 knows keys by numbers of ours; these are below 512 and apart from letters.
int imgui_key(int key) { return key < 128 ? key : key >= 0x110000 ? 256 + (key - 0x110000) : 0; }

void name_keys(ImGuiIO& io) {
  const std::pair<ImGuiKey, int> keys[] = {{ImGuiKey_Tab, key_tab},
                                           {ImGuiKey_LeftArrow, key_left},
                                           {ImGuiKey_RightArrow, key_right},
                                           {ImGuiKey_UpArrow, key_up},
                                           {ImGuiKey_DownArrow, key_down},
                                           {ImGuiKey_PageUp, key_page_up},
                                           {ImGuiKey_PageDown, key_page_down},
                                           {ImGuiKey_Home, key_home},
                                           {ImGuiKey_End, key_end},
                                           {ImGuiKey_Insert, key_insert},
                                           {ImGuiKey_Delete, key_delete},
                                           {ImGuiKey_Backspace, key_backspace},
                                           {ImGuiKey_Space, ' '},
                                           {ImGuiKey_Enter, key_enter},
                                           {ImGuiKey_Escape, key_escape},
                                           {ImGuiKey_A, 'a'},
                                           {ImGuiKey_C, 'c'},
                                           {ImGuiKey_V, 'v'},
                                           {ImGuiKey_X, 'x'},
                                           {ImGuiKey_Y, 'y'},
                                           {ImGuiKey_Z, 'z'}};
  for (const auto& [imgui, ours] : keys) io.KeyMap[imgui] = imgui_key(ours);
}

int imgui_button(Button button) {
  return button == Button::left ? 0 : button == Button::right ? 1 : 2;
}

}  // namespace

ImU32 imgui_colour(SkColor c) {
  return IM_COL32(SkColorGetR(c), SkColorGetG(c), SkColorGetB(c), SkColorGetA(c));
}

Panels::Panels(Workspace& workspace) : workspace_(workspace), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  name_keys(io);
}

Panels::~Panels() { ImGui::DestroyContext(context_); }

// ---- events

bool Panels::covers(const Point& window) const {
  if (popup_ || workspace_.dialog() != Dialog::none) return true;
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
  if (event.what == What::press) alt_alone_ = false;
  if (event.what == What::press || event.what == What::release) {
    input_.push_back(MouseChange{imgui_button(event.button), event.what == What::press});
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

// F10 or a tap on Alt opens the first menu, Alt and its first letter any other; arrows walk on.
bool Panels::open_menu_by_key(const KeyEvent& event) {
  const bool tapped = alt_alone_ && event.key == key_alt && !event.down;
  alt_alone_ = event.key == key_alt && event.down && (alt_alone_ || !event.repeat) &&
               !event.modifiers.ctrl && !event.modifiers.shift;
  const bool left = event.key == key_left, right = event.key == key_right;
  if (menu_at_ >= 0 && event.down && (left || right)) {
    const int count = static_cast<int>(menu_names().size());
    open_menu_ =
        menu_names()[static_cast<std::size_t>((menu_at_ + (right ? 1 : count - 1)) % count)];
    return true;
  }
  if (popup_ || workspace_.dialog() != Dialog::none || workspace_.editor().tool().busy())
    return false;
  const Modifiers none, alt{false, false, true};
  if (tapped || (event.down && event.key == key_f10 && event.modifiers == none)) {
    open_menu_ = menu_names().front();
    return true;
  }
  if (!event.down || event.modifiers != alt || event.key >= 128 || event.typed) return false;
  for (const std::string& menu : menu_names())
    if (std::tolower(static_cast<unsigned char>(menu[0])) == event.key) {
      open_menu_ = menu;
      return true;
    }
  return false;
}

// Only the keys ImGui acts on, and of letters only chords: each change of a key may cost a frame,
// and what is typed comes as text. ImGui repeats held keys by itself.
bool Panels::wanted(const KeyEvent& event) const {
  if (event.down && event.repeat) return false;
  const bool letter = event.key > ' ' && event.key < 128;
  return !letter || !event.down || event.modifiers.ctrl;
}

bool Panels::handle(const KeyEvent& event) {
  frames_left_ = 2;
  if (open_menu_by_key(event)) return true;
  if (wanted(event)) input_.push_back(KeyChange{imgui_key(event.key), event.down, event.modifiers});
  if (workspace_.dialog() != Dialog::none || popup_) return true;
  if (event.down && event.key == key_f2 && !workspace_.editor().selection().curves().empty())
    return focus_numbers_ = true;
  // While a text field has the keyboard only function keys and file chords go past it.
  const bool file_chord =
      event.modifiers.ctrl &&
      std::string("snoq").find(static_cast<char>(event.key < 128 ? event.key : 0)) !=
          std::string::npos &&
      event.key != 0;
  const bool function_key = event.key >= key_f1 && event.key <= key_f12;
  return typing_ && !file_chord && !function_key;
}

void Panels::lose_focus() {
  alt_alone_ = false;
  open_menu_.clear();
}

void Panels::type(const std::string& utf8) {
  input_.push_back(utf8);
  frames_left_ = 2;
}

// ImGui looks at buttons and keys once a frame: a click within one frame would be lost. So each
// button or key changes at most once; the rest waits for the next frame.
void Panels::feed_input() {
  ImGuiIO& io = ImGui::GetIO();
  // A dialog asked for takes a frame or two to have its text field ready: what is typed meanwhile
  // is for it.
  const bool opening = workspace_.dialog() != shown_dialog_ || open_frames_ > 0;
  if (opening || refocus_frames_ > 0) return;
  bool buttons = false;
  std::vector<int> keys;
  for (; !input_.empty(); input_.pop_front()) {
    if (const auto* mouse = std::get_if<MouseChange>(&input_.front())) {
      if (std::exchange(buttons, true)) return;
      io.MouseDown[mouse->button] = mouse->down;
    } else if (const auto* key = std::get_if<KeyChange>(&input_.front())) {
      // Enter chooses, as Space does by itself, but where text is typed it ends that.
      const int enter = imgui_key(key_enter), space = imgui_key(' ');
      const bool chooses = key->key == enter && (key->down ? !typing_ : io.KeysDown[space]);
      const int which = chooses ? space : key->key;
      if (key->down == io.KeysDown[which]) continue;  // a letter let go whose press was text
      if (std::find(keys.begin(), keys.end(), which) != keys.end()) return;
      keys.push_back(which);
      io.KeysDown[which] = key->down;
      io.KeyCtrl = key->modifiers.ctrl;
      io.KeyShift = key->modifiers.shift;
      io.KeyAlt = key->modifiers.alt;
    } else {
      if (typing_) io.AddInputCharactersUTF8(std::get<std::string>(input_.front()).c_str());
    }
  }
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

void Panels::apply_theme() {
  const Theme& t = workspace_.editor().theme();
  if (theme_ == &t) return;
  theme_ = &t;
  ImGuiStyle style;
  style.WindowRounding = style.PopupRounding = style.ChildRounding = 10;
  style.FrameRounding = style.GrabRounding = 6;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 10;
  style.WindowBorderSize = style.PopupBorderSize = 1;
  style.FrameBorderSize = 1;
  style.WindowPadding = {14, 12};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 7};
  style.ItemInnerSpacing = {6, 5};
  style.WindowTitleAlign = {0.5f, 0.5f};
  const std::pair<ImGuiCol_, SkColor> colours[] = {
      {ImGuiCol_Text, t.text},
      {ImGuiCol_TextDisabled, t.text_dim},
      {ImGuiCol_WindowBg, t.panel},
      {ImGuiCol_PopupBg, t.panel},
      {ImGuiCol_ChildBg, t.panel},
      {ImGuiCol_MenuBarBg, t.panel},
      {ImGuiCol_Border, t.panel_edge},
      {ImGuiCol_FrameBg, t.panel_sunk},
      {ImGuiCol_FrameBgHovered, t.panel_hover},
      {ImGuiCol_FrameBgActive, t.panel_hover},
      {ImGuiCol_Button, t.panel_sunk},
      {ImGuiCol_ButtonHovered, t.panel_hover},
      {ImGuiCol_ButtonActive, t.panel_hover},
      {ImGuiCol_Header, t.panel_hover},
      {ImGuiCol_HeaderHovered, t.panel_hover},
      {ImGuiCol_HeaderActive, t.panel_hover},
      {ImGuiCol_Separator, t.panel_edge},
      {ImGuiCol_CheckMark, t.accent},
      {ImGuiCol_SliderGrab, t.accent},
      {ImGuiCol_SliderGrabActive, t.accent},
      {ImGuiCol_TitleBg, t.panel},
      {ImGuiCol_TitleBgActive, t.panel},
      {ImGuiCol_ScrollbarBg, t.panel},
      {ImGuiCol_ScrollbarGrab, t.panel_edge},
      {ImGuiCol_ScrollbarGrabHovered, t.text_dim},
      {ImGuiCol_ScrollbarGrabActive, t.text_dim},
      {ImGuiCol_NavHighlight, t.accent},
      {ImGuiCol_TextSelectedBg, SkColorSetA(t.accent, 70)},
      {ImGuiCol_ModalWindowDimBg, SkColorSetARGB(90, 20, 26, 32)}};
  for (const auto& [which, value] : colours) style.Colors[which] = colour(value);
  ImGui::GetStyle() = style;
}

void Panels::draw(SkCanvas& canvas, const Point& size, float scale, double seconds) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  if (scale != scale_) {
    skia_.set_fonts(scale, 15);
    scale_ = scale;
  }
  apply_theme();
  size_ = size;
  Editor& editor = workspace_.editor();
  editor.camera().set_view(free_view(size));
  io.DisplaySize = {static_cast<float>(size.x()), static_cast<float>(size.y())};
  io.DisplayFramebufferScale = {scale, scale};
  io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 0.1));
  // Menus and dialogs are walked with arrows, Enter and Esc; the paper has those keys otherwise.
  if (popup_ || !open_menu_.empty() || workspace_.dialog() != Dialog::none)
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  feed_input();
  skia_.begin_frame();
  ImGui::NewFrame();
  covered_.clear();
  draw_menus();
  draw_toolbar();
  if (workspace_.take_begin_variable()) begin_new_variable();
  draw_inspector();
  draw_status();
  draw_context_menu();
  draw_dialogs();
  popup_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  typing_ = io.WantTextInput || refocus_frames_ > 0;
  ImGui::Render();

  editor.draw(canvas);
  skia_.draw(canvas, *ImGui::GetDrawData());
  if (open_frames_ > 0) --open_frames_;
  if (refocus_frames_ > 0) --refocus_frames_;
  if (input_.empty() && frames_left_ > 0) --frames_left_;
}

}  // namespace limber
