// Everything around the paper: menus, tools, inspector, status line, dialogs, an object each.
// Panels owns them, hands them the events and draws them. Here ImGui's frame begins and ends.
//
// Events come here first: what lies under a panel, or is typed into one of its fields, is not for
// the paper. A press and all that follows until the release go to the same one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/editor/workspace.h"
#include "app/panels/context_menu.h"
#include "app/panels/dialogs.h"
#include "app/panels/fields.h"
#include "app/panels/formula_panel.h"
#include "app/panels/frame_picture.h"
#include "app/panels/help_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/imgui_input.h"
#include "app/panels/imgui_skia.h"
#include "app/panels/inspector.h"
#include "app/panels/lesson_panel.h"
#include "app/panels/mechanism_bar.h"
#include "app/panels/menus.h"
#include "app/panels/outline.h"
#include "app/panels/palette.h"
#include "app/panels/place_field.h"
#include "app/panels/start_panel.h"
#include "app/panels/status.h"
#include "app/panels/toolbar.h"

struct ImGuiContext;

namespace limber {

class Panels {
 public:
  explicit Panels(Workspace& workspace);
  ~Panels();
  Panels(const Panels&) = delete;
  Panels& operator=(const Panels&) = delete;

  // True: it was for a panel.
  bool handle(const PointerEvent& event);
  bool handle(const KeyEvent& event);
  void type(const std::string& utf8);
  void compose(const std::string& utf8);  // what an input method has so far; it is not typed yet
  std::optional<Box> text_caret() const;  // where it may show its choices, in window points
  void lose_focus();  // Alt was let go because another window was chosen by it

  // One whole frame in window points: the paper, then the panels on it.
  // The canvas must still hold the frame before, unless its pixels were said to be lost.
  void draw(SkCanvas& canvas, const Point& size, float scale, double seconds);
  // The same without keeping anything: what a benchmark compares with.
  void draw_anew(SkCanvas& canvas, const Point& size, float scale, double seconds);
  const std::vector<SkIRect>& changed() const { return frame_.changed(); }  // by it, in pixels
  const FramePicture& picture() const { return frame_; }
  int panels_drawn() const { return skia_.drawn(); }  // anew, by the last frame
  void lose_window() { frame_.forget_window(); }  // its pixels, not what is kept beside them
  void forget_pictures();                         // every frame after this is drawn anew

  // Something is still to be shown: input not digested yet, a panel that needs a second look.
  bool wants_frame() const {
    return frames_left_ > 0 || !input_.empty() || !frame_.sharp();
  }
  bool typing() const { return typing_; }  // a text field is active: its cursor blinks
  Cursor cursor() const;
  void wake() { frames_left_ = 2; }

 private:
  bool covers(const Point& window) const;
  bool palette_has_keyboard() const { return palette_.has_keyboard(workspace_) && !popup_ && !asks(); }
  bool formula_has_keyboard() const {
    return formula_.has_keyboard() && !popup_ && !asks() && !palette_has_keyboard();
  }
  void open_formula();
  bool asks() const { return workspace_.dialog() != Dialog::none; }
  void build(const Point& size, float scale, double seconds);  // what ImGui is to draw
  void begin_frame(const Point& size, float scale, double seconds);
  void draw_panels(Ui& ui);
  void end_frame(const Ui& ui);

  Workspace& workspace_;
  ImGuiContext* context_;
  ImGuiSkia skia_;
  FramePicture frame_;
  ImGuiInput input_;
  float scale_ = 0;               // that the fonts were made for
  const Theme* theme_ = nullptr;  // that ImGui's style was made for

  Fields fields_;
  MenuBar menus_;
  Toolbar toolbar_;
  Inspector inspector_;
  Outline outline_;
  StatusLine status_;
  PlaceField place_field_;
  MechanismBar mechanism_;
  FormulaPanel formula_;
  HistoryPanel history_;
  HelpPanel help_;
  LessonPanel lesson_;
  StartPanel start_;
  Palette palette_;
  ContextMenu context_menu_;
  Dialogs dialogs_;

  std::vector<Box> covered_;             // by panels, in the last frame
  bool popup_ = false, typing_ = false;  // in the last frame
  Button captured_ = Button::none;       // a press that began on a panel
  Button on_paper_ = Button::none;       // or on the paper
  int frames_left_ = 2;
  std::string pasted_;  // ImGui reads it after it asked for it
};

}  // namespace limber
