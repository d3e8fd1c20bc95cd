// A journal's lines followed again: from the drawing the journal begins with to the one that was
// being worked on (Editor::set_journal says who writes them).
//
//   LINE                   an edit; a step of undo, if it changes anything
//   begin TITLE ... end    the edits between are one step
//   amend LINE             the newest step grew by this edit
//   instead LINE           takes the place of the newest step; also `instead begin TITLE`
//   undo, redo
//   meanwhile LINE         what moved had come so far; counts until anything else is said
//
// Laws: nothing is solved. For any session of an Editor the lines lead from its Document as the
// journal began to its Document as it is, saved to the same bytes. At a line that cannot be
// followed replay ends with a sentence, and what was done before it stays. A bracket without its
// end was never finished, and is left out.
#pragma once

#include <span>
#include <string>

#include "app/document/document.h"
#include "app/document/view.h"
#include "app/files/recovery.h"

namespace limber {

struct Replayed {
  Document document;
  std::string damage;  // a sentence, when not all could be followed
};
Replayed replay(Document base, std::span<const std::string> lines);

// A whole journal. Its drawing is read like any file; an Error when not even that can be.
struct RecoveredDrawing {
  Document document;
  View view;           // where it was looked at when the journal began
  std::string damage;  // a sentence, when something is missing
};
Result<RecoveredDrawing> recovered_drawing(const Recovered& journal, const Document& fresh);

}  // namespace limber
