// Workspace: the Editor and the file it works on; everything the program does but show it.
//
// Laws: work that is not saved is never dropped without asking. Where it keeps work (keep_work_in), a
// process that ends without a word loses at most 2 s of it, and one that is told to end nothing;
// what is recovered is unsaved work of its file, which only a save writes.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/editor/commands.h"
#include "app/editor/editor.h"
#include "app/files/atomic_write.h"
#include "app/files/drafts.h"
#include "app/files/found_work.h"
#include "app/files/preferences_file.h"
#include "app/files/work_keeper.h"

namespace limber {

struct ExportOptions;  // app/exchange/export.h
struct Exported;

inline constexpr std::string_view drawing_ending = ".limber";
inline constexpr std::string_view formula_ending = ".curve";  // of a curve type as written
inline constexpr std::string_view kind_ending = ".constraint";  // of a kind of constraint
inline bool is_formula_file(const std::filesystem::path& path) {
  return path.extension() == formula_ending || path.extension() == kind_ending;
}
inline constexpr std::string_view picture_ending = ".svg";    // may hold a drawing of ours
inline constexpr double least_scale = 0.75, most_scale = 3;   // of the interface
inline constexpr std::string_view untitled = "Untitled";      // a drawing that has no name yet

// What the program asks a person, in the window.
enum class Dialog {
  none,
  open,
  save_as,
  export_as,
  unsaved,
  changed_on_disk,
  recover,
  notice,
  keys,
  preferences,
  about
};

// What stands beside the paper or over it only when it is asked for.
enum class Pane { palette, start, history, help, lesson, mechanism };
inline constexpr std::size_t panes = 6;

// The file a drawing is saved to when this name is typed: with our ending. An Error for names of
// pictures and other things a drawing is not.
Result<std::filesystem::path> drawing_path(const std::filesystem::path& typed);

class Workspace {
 public:
  // `fresh` holds the built-in types and kinds; every new drawing begins with it.
  Workspace(Document fresh, Io& io);

  Editor& editor() { return editor_; }
  const Editor& editor() const { return editor_; }

  // What a new drawing is, for looking at others: nothing of them is compiled.
  const Document& fresh_interpreted() const { return fresh_interpreted_; }

  // ---- files. Each may open a dialog instead of acting at once.
  void new_drawing();
  void open(const std::filesystem::path& path);  // a drawing; a formula (.curve) joins the toolbox
  Result<bool> open_first(const std::filesystem::path& path);  // at the start: told in a dialog too
  void open_example(std::string_view asset_name);  // one that travels inside the program
  void save();
  void save_as(const std::filesystem::path& path);  // a picture's name leads to the export
  void quit();
  void show(Dialog dialog);
  void notify(std::string sentence);  // in a dialog of its own: too important for the status line
  bool pane_shown(Pane pane) const { return panes_[static_cast<std::size_t>(pane)]; }
  void show_pane(Pane pane, bool shown);
  bool play_bar_shown() const;  // asked for, or something of the drawing moves by itself
  const std::string& help_page() const { return help_page_; }  // "hand.md"
  void show_help(const std::string& page);
  bool outline_shown() const { return outline_; }
  void show_outline(bool shown);
  void begin_variable();              // the panels give the keyboard to a new one
  bool take_begin_variable();

  // ---- formulas of one's own (workspace_formulas.cpp)
  // What the panels' formula editor is to work on: a text, and the name of the type or kind it changes
  // when that is one of this drawing (empty: it is new).
  struct FormulaRequest {
    std::string text, changes;
    bool constraint = false;
    bool goes_on = false;  // it was being typed when the program ended
  };
  void begin_formula(bool constraint);          // a new one
  void edit_formula_of(std::string_view name);  // a curve type or kind; of a built-in one a copy
  void edit_chosen_formula();                   // of the curve or constraint that is selected
  std::optional<FormulaRequest> take_formula() { return std::exchange(formula_, std::nullopt); }
  // Into the toolbox and in hand: what is made with it in this drawing follows.
  Result<bool> define(const std::string& text);
  // Before that: what becomes of this drawing, in words; empty: nothing is changed.
  std::string what_follows(const std::string& text) const;
  // What is typed and not yet in a toolbox outlasts this start, in that file; none without a call.
  void keep_drafts_in(const std::filesystem::path& file);
  const FormulaDrafts& drafts() const { return drafts_; }
  void keep_drafts(FormulaDrafts drafts) { drafts_ = std::move(drafts); }
  // The user's own folder of formulas, for all drawings; none without a call.
  void keep_formulas_in(const std::filesystem::path& folder);
  // Another one kept under its name stays, unless it is to be replaced: then that is said. One whose name
  // was made up ("curve1") gets another number instead.
  enum class Keep { beside, instead };
  Result<std::filesystem::path> keep_formula(const std::string& text, Keep how = Keep::beside);
  bool keeps_another(const std::string& text) const;
  const std::vector<std::filesystem::path>& kept_formulas() const { return kept_; }

  // ---- files for other programs (workspace_export.cpp)
  ExportChoices export_choices() const;          // as the last time
  std::filesystem::path export_path() const;     // what is offered
  const std::filesystem::path& last_export() const { return last_export_; }
  ExportOptions export_options(const ExportChoices& choices) const;  // valid while nothing changes
  bool export_as(const std::filesystem::path& path, const ExportChoices& choices);  // false: told why
  // What was made already, as a film is, frame by frame.
  bool write_export(const std::filesystem::path& path, const ExportChoices& choices,
                    const Exported& made, const std::string& summary);
  void export_again();  // to the same file, the same way; a film in the dialog, which begins at once
  bool take_start_film() { return std::exchange(start_film_, false); }

  // ---- files of other programs (workspace_import.cpp)
  // What can be imported comes into the drawing, its middle there; everything else is opened.
  void drop(const std::filesystem::path& path, const Point& at);
  ImportChoices import_choices() const;  // for what is opened, dropped and pasted
  void choose_import(const ImportChoices& choices);

  // ---- the clipboard: the system's where there is one, else one of our own
  struct Clipboard {
    std::function<void(const std::string&)> put;
    std::function<std::string()> take;
    // Pictures, as PNG; where the system has no room for them put gives false and take nothing.
    std::function<bool(const std::string&)> put_picture = {};
    std::function<std::string()> take_picture = {};
  };
  void use_clipboard(Clipboard clipboard) { clipboard_ = std::move(clipboard); }
  const Clipboard& clipboard() const { return clipboard_; }
  void copy();   // what is selected, with the constraints inside
  void cut();
  void copy_as_svg();      // for other programs; pasted here it is what was copied
  void copy_as_picture();  // of pixels
  // Where the pointer is: what was copied, SVG, a picture; another text becomes a text on the paper.
  void paste();

  // ---- what is remembered from one start to the next
  void use(PreferencesFile& file);  // its theme, grid and keys; what is wrong with it is told
  void choose_theme(const Theme& theme);  // by hand: remembered
  void choose_grid(bool shown);
  void choose_window(int width, int height);
  void choose_pace(double pace);           // of play
  double scale() const { return scale_; }  // of the interface: 1 as the screen has it
  void choose_scale(double scale);         // brought within least_scale and most_scale

  // ---- nothing is lost (workspace_recovery.cpp). The folder holds the journals of this user's
  // windows; it is created if need be. Without a call nothing is kept.
  void keep_work_in(const std::filesystem::path& folder);
  void keep_work(double now, WorkKeeper::Pace pace);  // after each frame; seconds of a steady clock
  void end();  // told to by the system: nobody can be asked, the work waits for the next start

  enum class Offer { if_any, on_request };
  void offer_recovery(Offer offer);  // of what was left behind, in a dialog
  const std::vector<FoundWork>& found() const { return found_; }
  void recover(std::size_t which);  // it takes the place of this drawing; the others are put off
  void discard(std::size_t which);
  void put_off_found();

  // ---- answers to dialogs
  Dialog dialog() const { return dialog_; }
  const std::string& notice() const { return notice_; }
  void save_then_go_on();  // unsaved: yes
  void drop_and_go_on();   // unsaved: no
  void overwrite();        // changed_on_disk: yes
  void close_dialog();     // whatever was asked: leave it

  const std::filesystem::path& path() const { return path_; }  // empty: never saved
  std::string name() const;                                    // of the drawing, for people
  std::string title() const;  // of the window: name, mark when modified, program
  bool running() const { return running_; }

  bool handle(const KeyEvent& event);      // the tool first, then commands
  const std::vector<Command>& commands();  // with a drawing tool for each type of this drawing

 private:
  void guard(std::function<void()> then);  // now, or after the question about unsaved work
  struct Drawing {
    Document document;
    View view;
    std::filesystem::path path;  // empty: it comes from no file
    FileStamp stamp;
    bool picture = false;   // it was inside a picture,
    bool unchanged = true;  // which is as we wrote it
    std::string imported = {};  // or it is another program's: what came of it
    std::string left_out = {};  // and what did not
  };
  Result<bool> try_to_open(const std::filesystem::path& path);
  Result<Drawing> read_drawing(const std::filesystem::path& path) const;
  Result<Drawing> imported_drawing(const std::filesystem::path& path, const FileText& file) const;
  bool insert_import(std::string_view bytes, std::string_view name, const std::string& title,
                     const std::optional<Point>& at);  // false: it could not be read; told
  void insert_picture(const std::string& bytes, const Point& at);
  void insert_script(const std::string& title, const std::string& text, const std::optional<Point>& at);
  void work_on(Drawing drawing);
  void set_path(const std::filesystem::path& path);
  bool write(const std::filesystem::path& path);
  Result<bool> add_formula(const std::filesystem::path& path);
  void remember(const std::function<void(Preferences&)>& change);
  void write_then_go_on();
  void go_on();
  void give_up_work() {  // it is saved, or nobody wants it
    if (keeper_) keeper_->drop();
  }
  WorkKeeper::Work work();
  void remember_panes();
  void write_drafts();

  Document fresh_;
  Document fresh_interpreted_;
  Io& io_;
  Editor editor_;
  std::filesystem::path path_;
  FileStamp stamp_;
  ImportChoices importing_;                             // where no preferences are kept
  ExportChoices exporting_;                             // of the last export of this start
  std::filesystem::path last_export_, offered_export_;  // where it went; where one may go
  std::string example_;  // name of the example or picture that is shown, while it has no path
  Dialog dialog_ = Dialog::none;
  std::function<void()> pending_;  // what waits for an answer
  std::string notice_;
  std::filesystem::path journals_;     // empty: nothing is kept
  std::optional<WorkKeeper> keeper_;
  double motion_told_at_ = 0;
  std::vector<FoundWork> found_;
  std::string copied_;  // where the system has no clipboard
  Clipboard clipboard_{[this](const std::string& text) { copied_ = text; }, [this] { return copied_; }};
  bool running_ = true;
  bool start_film_ = false;
  bool outline_ = false;
  std::array<bool, panes> panes_{};
  std::string help_page_ = "hand.md";
  double scale_ = 1;
  bool variable_wanted_ = false;
  std::optional<FormulaRequest> formula_;
  std::filesystem::path formulas_;             // the folder,
  std::vector<std::filesystem::path> kept_;    // and what is in it
  std::filesystem::path drafts_file_;          // empty: none outlasts this start
  FormulaDrafts drafts_, written_drafts_;
  double drafts_written_at_ = 0;
  bool told_not_remembered_ = false;
  std::vector<Command> commands_;
  std::vector<std::string> commands_for_;  // the types and kinds they were made for
  std::vector<std::filesystem::path> commands_recent_;  // and the recent files
  std::vector<std::filesystem::path> commands_kept_;    // and the formulas kept
  PreferencesFile* preferences_ = nullptr;              // null: nothing is remembered
};

}  // namespace limber
