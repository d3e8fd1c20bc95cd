// Variables, and the numbers that follow them. The work is that of app/document/variables.
#include "app/document/readout.h"
#include "app/document/variables.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"

namespace limber {

Result<bool> change_by(Change& change, const edit::Let& edit) {
  if (find_variable(change.document(), edit.name)) return set_variable(change, edit.name, edit.text);
  return add_variable(change, {edit.name, edit.text, "", {}});
}

Result<bool> change_by(Change& change, const edit::Rename& edit) {
  return rename_variable(change, edit.name, edit.as);
}

Result<bool> change_by(Change& change, const edit::Explain& edit) {
  for (Variable& variable : change.variables())
    if (variable.name == edit.name) {
      variable.note = edit.note;
      return true;
    }
  return refused("There is no variable " + edit.name + ".");
}

Result<bool> change_by(Change& change, const edit::Forget& edit) {
  return remove_variable(change, edit.name, edit.inside ? Used::put_text_there : Used::refuse);
}

Result<bool> change_by(Change& change, const edit::Follow& edit) {
  const Result<Readout> readout = find_readout(change.document(), edit.number);
  if (!readout) return readout.error();
  if (const auto* one = std::get_if<Readout::Parameter>(&readout->what))
    return follow(change, one->curve, one->index, edit.text);
  if (const auto* one = std::get_if<Number>(&readout->what)) return follow(change, *one, edit.text);
  return refused(edit.number + " follows from the rest of the drawing.");
}

Result<bool> change_by(Change& change, const edit::Unfollow& edit) {
  const Result<Readout> readout = find_readout(change.document(), edit.number);
  if (!readout) return readout.error();
  if (const auto* one = std::get_if<Readout::Parameter>(&readout->what))
    stop_following(change, one->curve, one->index);
  else if (const auto* number = std::get_if<Number>(&readout->what))
    stop_following(change, *number);
  else
    return refused(edit.number + " follows nothing.");
  return true;
}

}  // namespace limber
