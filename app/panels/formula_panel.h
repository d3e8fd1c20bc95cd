// The formula editor: what is typed, a picture of it that bends at each key, what is wrong with it in a
// sentence, what becomes of the drawing when it is taken. Ctrl+Enter takes it; Esc leaves, the text stays.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/editor/formula_bare.h"
#include "app/panels/text_field.h"
#include "app/panels/type_picture.h"
#include "solver/constraint.h"

namespace limber {

class FormulaPanel {
 public:
  bool open() const { return open_; }
  bool has_keyboard() const { return open_ && field_.has_keyboard(); }
  const Box& caret_box() const { return field_.caret_box(); }
  void leave_keyboard() { field_.take_keyboard(false); }

  bool handle(const KeyEvent& event, Workspace& workspace);  // true: it was for the formula
  void type(const std::string& utf8) { field_.type(utf8); }
  void compose(const std::string& utf8) { field_.compose(utf8); }
  void draw(Ui& ui);

 private:
  enum class View { picture, derivatives, drag, cost };
  void begin(Workspace::FormulaRequest request);
  void keep_drafts(Workspace& workspace);  // for the next start
  void compile(const Workspace& workspace);
  void take(Workspace& workspace);
  void keep(Workspace& workspace);
  void write_plainly();
  void header(Ui& ui, float width);
  void view(Ui& ui, const ImVec2& size);
  void picture(Ui& ui, const ImVec2& size);
  void report(Ui& ui, const ImVec2& size);
  void message(Ui& ui, float width);
  void buttons(Ui& ui);
  std::string in_words() const;  // of what is defined
  bool ok() const { return !error_ && (type_ || kind_); }

  bool open_ = false;
  TextField field_;
  Wanted wanted_ = Wanted::curve;  // what bare equations are read as, where they could be both
  std::string changes_;  // the type or kind of this drawing that is changed; empty: a new one
  std::string draft_curve_, draft_kind_;  // new ones left half done
  std::string begun_with_;                // the text that the field was given
  bool drafts_known_ = false;             // those of the last start have been asked for
  View view_ = View::picture;

  int compiled_ = -1;                // the version of the text that this is about:
  World::Topology compiled_for_;     // and the drawing's
  WholeFormula whole_;
  std::optional<Error> error_;       // as typed
  SharedCurveType type_;             // the last that could be made
  std::shared_ptr<const ConstraintKind> kind_;
  TypePicture picture_;
  std::string follows_;
  std::string report_, report_of_;
  std::string told_;                 // what was done last: kept, copied
  std::string refused_;              // the text not kept because another one is, until it is another
};

}  // namespace limber
