// Everything around the paper: menus, tools, inspector, status line, dialogs. The only user of Dear
// ImGui, and so the place where its picture is made.
//
// Events come here first: what lies under a panel, or is typed into one of its fields, is not for
// the paper. A press and all that follows until the release go to the same one.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/editor/workspace.h"
#include "app/panels/imgui_skia.h"

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
  void lose_focus();  // Alt was let go because another window was chosen by it

  // One whole frame in window points: the paper, then the panels on it.
  void draw(SkCanvas& canvas, const Point& size, float scale, double seconds);

  // Something is still to be shown: input not digested yet, a panel that needs a second look.
  bool wants_frame() const { return frames_left_ > 0 || !input_.empty(); }
  bool typing() const { return typing_; }  // a text field is active: its cursor blinks
  Cursor cursor() const;
  void wake() { frames_left_ = 2; }

 private:
  struct MouseChange {
    int button;
    bool down;
  };
  struct KeyChange {
    int key;
    bool down;
    Modifiers modifiers;
  };
  using Change = std::variant<MouseChange, KeyChange, std::string>;

  bool covers(const Point& window) const;
  bool open_menu_by_key(const KeyEvent& event);  // true: it did
  bool wanted(const KeyEvent& event) const;      // by ImGui; letters come as text
  void feed_input();                             // at most one change of each button and key
  void apply_theme();
  void draw_menus();
  void draw_toolbar();
  void draw_inspector();
  void draw_status();
  void draw_dialogs();
  void draw_context_menu();

  // pieces
  bool begin_panel(const char* name, const Point& at, double width, bool padded);
  void end_panel();
  bool icon_button(const char* id, const std::string& icon, float size, bool active, bool enabled);
  bool thumbnail_button(const SharedCurveType& type, float size, bool active);
  static void draw_type(SkCanvas& canvas, const SkRect& where, const SkPath& path,
                        const std::string& name, SkColor colour);
  void tool_row(const Command& command);
  void type_grid(const std::vector<Command>& all, const char* heading, bool with_key);
  void tooltip(const Command& command);
  void menu_item(const Command& command);
  void menu_items(const std::vector<Command>& all, const std::string& menu);
  void command_button(const char* id, float size);
  void inspect_curve(CurveId id);
  void inspect_parameters(CurveId id);
  void inspect_look(CurveId id);
  void inspect_constraints();
  void inspect_nothing();
  void inspect_text(TextId id);
  void change_while(const char* field, const Edit& edit);
  void end_change(const char* field);
  Strings names_of_curves() const;
  void set_style_of_selection(const edit::Parts& parts);
  void mark_row(ThingId id);
  void remove_row(ThingId id, const std::string& title);
  void link_row(LinkId id);
  bool row(int number, const std::string& words, bool trouble, const char* tip);
  void constraint_numbers(ConstraintId id);

  // fields (fields.cpp): what is typed counts when the field is left; Esc takes it back. What
  // cannot be used stays in the field, with a sentence below it, and nothing has changed; a field
  // left by Enter then keeps the keyboard.
  std::optional<std::string> entry(const char* id, const std::string& good, float width);
  void keep_keyboard();
  void refuse(const std::string& good, const std::string& typed, const Error& error);
  void refuse_unless(const Result<bool>& done, const std::string& good, const std::string& typed);
  void show_mistake(float left);
  void number_field(CurveId id, int parameter, const Parameter& facts, const std::string& label);
  void given_number(const Number& number, const std::string& label);
  void value_below(const std::string& text, const std::string& value, float left);
  bool follow_button(const std::string& text);
  void hint(const char* words);

  // the list of variables (variables.cpp)
  void inspect_variables();
  void variable_row(const Variable& variable);
  void ask_remove(const Variable& variable);
  void begin_new_variable();
  void new_variable_row();
  void add_new_variable();
  void ask_unsaved();
  void ask_changed();
  void show_notice();
  void choose_file(bool saving);
  bool list_files();
  void take_file(bool saving, const std::filesystem::path& path, bool exists);
  void show_keys();
  void show_about();

  Workspace& workspace_;
  ImGuiContext* context_;
  ImGuiSkia skia_;
  float scale_ = 0;
  const Theme* theme_ = nullptr;  // the one ImGui's style was made for
  std::deque<Change> input_;
  std::vector<Box> covered_;             // by panels, in the last frame
  bool popup_ = false, typing_ = false;  // in the last frame
  Button captured_ = Button::none;       // a press that began on a panel
  Button on_paper_ = Button::none;       // or on the paper
  int frames_left_ = 2;
  Point size_ = Point::Zero();
  Point context_at_ = Point::Zero();
  std::map<std::string, SkPath> thumbnails_;
  unsigned editing_field_ = 0;  // the number field that has the keyboard
  std::string editing_;         // and its text so far
  struct Mistake {
    std::string good, typed, words;  // what holds, what was typed, what is wrong with it
  };
  unsigned changing_field_ = 0;  // the one whose edits are one step
  unsigned last_field_ = 0;               // the one `entry` drew last
  bool last_entered_ = false;             // Enter ended the typing in it
  int refocus_frames_ = 0;                // until a field has the keyboard again
  std::map<unsigned, Mistake> mistakes_;  // by field
  struct NewVariable {
    bool open = false, focus = false;
    std::string name, text, words;
  };
  NewVariable new_variable_;
  std::string removing_;            // the variable in use that someone wants to remove
  std::string file_name_, folder_;  // of the file dialog
  std::string file_trouble_;        // why the last try did not work
  std::string asked_;               // the file that is there already, asked about once
  Dialog shown_dialog_ = Dialog::none;
  int open_frames_ = 0;         // until a dialog just opened listens to keys
  bool alt_alone_ = false;      // Alt is down and nothing else has happened since
  std::string open_menu_;       // the menu to open in the next frame
  int menu_at_ = -1;            // which menu was open in the last frame
  std::string menu_help_;       // of the item of a menu that is pointed at
  bool focus_numbers_ = false;  // the keyboard goes to the first number of the inspector
};

// A mistake in a field: two sentences, what is wrong and what to do.
std::string plain_words(const Error& error);

// As fields show it: an angle in degrees, all else in drawing units.
std::string shown_amount(const Amount& amount);

}  // namespace limber
