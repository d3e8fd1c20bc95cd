#include "app/editor/dimensions.h"

#include "app/drawing/dimension.h"
#include "app/drawing/marks.h"
#include "app/editor/constrain_fit.h"

namespace limber {

namespace {
constexpr double beside = 40;  // window points, to the upper right

DimensionId dimension_of(const Document& document, ConstraintId constraint) {
  DimensionId found;
  document.dimensions->each([&](DimensionId id, const DimensionMark& mark) {
    if (mark.of == constraint) found = id;
  });
  return found;
}

// Those with a number that a person may type.
std::vector<ConstraintId> numbered(const Editor& editor) {
  const World& world = editor.world();
  std::set<ConstraintId> wanted = editor.selection().of<Constraint>();
  const std::set<CurveId> curves = editor.selection().curves();
  if (wanted.empty())
    world.constraints().each([&](ConstraintId id, const Constraint& one) {
      if (rides_on(world, one, curves)) wanted.insert(id);
    });
  std::vector<ConstraintId> out;
  for (const ConstraintId id : wanted)
    if (typed_number(world, id)) out.push_back(id);
  return out;
}
}  // namespace

std::optional<DimensionId> dimension_at(const Editor& editor, const Point& window) {
  const Point paper = editor.camera().to_paper(window);
  const double scale = editor.camera().scale();
  std::optional<DimensionId> found;
  editor.document().dimensions->each([&](DimensionId id, const DimensionMark& mark) {
    if (is_hidden(editor.document(), id) || is_protected(editor.document(), id)) return;
    const auto shape = shape_of(editor.shown(), mark, scale);
    if (shape && shape->number_box(scale).contains(paper)) found = id;
  });
  return found;
}

Point place_beside(const Editor& editor, const Point& paper) {
  return paper + Point(beside, beside) / editor.camera().scale();
}

void toggle_dimensions(Editor& editor) {
  const Document& document = editor.document();
  const std::vector<ConstraintId> constraints = numbered(editor);
  if (constraints.empty())
    return editor.say("Select a constraint with a number, or a curve that has one");
  Strings written;
  for (const ConstraintId id : constraints)
    if (const DimensionId one = dimension_of(document, id)) written.push_back(document.name(one));
  if (!written.empty()) {
    (void)editor.perform("Take dimension off the paper", {{edit::Delete{written}}});
    return;
  }
  std::vector<Edit> edits;
  const std::vector<Mark> marks = marks_of(editor.shown(), editor.camera().scale());
  for (const ConstraintId id : constraints)
    for (const Mark& mark : marks)
      if (mark.of == ThingId(id))
        edits.push_back({edit::DimensionEdit{document.name(id), "", place_beside(editor, mark.place)}});
  if (!edits.empty()) (void)editor.perform("Dimension", edits);
}

void type_number(Editor& editor, DimensionId id) {
  const DimensionMark* mark = editor.document().dimensions->find(id);
  if (!mark) return;
  if (const std::optional<Number> number = typed_number(editor.world(), mark->of))
    editor.ask_for({*number, mark->at});
}

}  // namespace limber
