#include "app/editor/constraint_commands.h"

#include <algorithm>

#include "app/editor/editor.h"

namespace limber {

namespace {

Strings names_of(const Document& document, const std::set<ConstraintId>& ids) {
  Strings names;
  for (const ConstraintId id : ids) names.push_back(document.name(id));
  return names;
}

}  // namespace

void toggle_soft(Editor& editor) {
  editor.finish_gesture();
  const std::set<ConstraintId> chosen = editor.selection().of<Constraint>();
  if (chosen.empty()) return editor.say("Select a constraint by its mark to make it soft or hard");
  const Document& document = editor.document();
  const bool hard = std::any_of(chosen.begin(), chosen.end(), [&](ConstraintId id) {
    return document.world->find(id)->compliance == 0;
  });
  std::vector<Edit> edits;
  for (const std::string& name : names_of(document, chosen))
    edits.push_back(hard ? Edit{edit::Soften{name, {}}} : Edit{edit::Harden{name}});
  if (editor.perform(hard ? "Soften" : "Harden", edits))
    editor.say(hard ? "Soft: it gives like a spring; its strength is at the right"
                    : "Hard: it holds");
}

void scale_stiffness(Editor& editor, double factor) {
  editor.finish_gesture();
  const Document& document = editor.document();
  std::vector<Edit> edits;
  for (const ConstraintId id : editor.selection().of<Constraint>())
    if (const double compliance = document.world->find(id)->compliance; compliance > 0)
      edits.push_back({edit::Soften{document.name(id), factor / compliance}});
  if (edits.empty()) return editor.say("Select a spring, or make a constraint soft first");
  (void)editor.perform(factor > 1 ? "Stiffer" : "Softer", edits);
}

void toggle_acting(Editor& editor) {
  editor.finish_gesture();
  const std::set<ConstraintId> chosen = editor.selection().of<Constraint>();
  if (chosen.empty()) return editor.say("Select a constraint by its mark to switch it off or on");
  const Document& document = editor.document();
  const bool act = std::all_of(chosen.begin(), chosen.end(), [&](ConstraintId id) {
    return !document.world->find(id)->enabled;
  });
  const Strings names = names_of(document, chosen);
  (void)editor.perform(act ? Edit{edit::Enable{names}} : Edit{edit::Disable{names}});
}

void toggle_weld(Editor& editor) {
  editor.finish_gesture();
  const Document& document = editor.document();
  const std::set<CurveId> curves = editor.selection().curves();
  if (curves.size() < 2) return editor.say("Select two or more curves to weld");
  std::set<LinkId> links;
  for (const CurveId id : curves) links.insert(document.world->body(id)->link);
  if (links.size() == 1 && *links.begin()) {
    (void)editor.perform("Take weld apart", {{edit::Delete{{document.name(*links.begin())}}}});
    return;
  }
  edit::Weld weld;
  for (const CurveId id : curves) weld.curves.push_back(document.name(id));
  if (editor.perform(Edit{weld})) editor.say("Welded: they move as one");
}

}  // namespace limber
