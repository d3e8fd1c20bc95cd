// Pipette: a click takes the colour that is seen there, whatever drew it, for the line of what is
// chosen; Shift+click for its fill. What is drawn next gets it too.
#include <cmath>

#include "app/drawing/scene.h"
#include "app/editor/editor.h"
#include "app/tools/tools.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkSurface.h"

namespace limber {

namespace {

// The colour of one point of the paper, without marks and without what shows the selection.
Colour colour_at(Editor& editor, const Point& window) {
  SkBitmap pixel;
  pixel.allocN32Pixels(1, 1);
  SkCanvas canvas(pixel);
  canvas.translate(-static_cast<float>(std::floor(window.x())),
                   -static_cast<float>(std::floor(window.y())));
  Scene scene = editor.scene();
  scene.marks = {};
  scene.marks.grid = scene.marks.constraints = false;
  draw_scene(canvas, scene);
  editor.touch();  // this was not the window's picture
  return {-1, static_cast<std::uint32_t>(pixel.getColor(0, 0) & 0xffffff), 1};
}

class PipetteTool : public Tool {
 public:
  std::string_view command() const override { return "tool.pipette"; }

  void press(Editor& editor, const PointerEvent& event) override {
    const Colour colour = colour_at(editor, event.at);
    const char* part = event.modifiers.shift ? "fill" : "stroke";
    Style next = editor.next_style().style();
    (event.modifiers.shift ? next.fill : next.stroke) = plain(colour);
    editor.next_style().set(next);
    editor.next_style().used(colour);
    const std::string text = style_text(next, part);
    Strings names;
    for (const CurveId id : editor.selection().curves())
      names.push_back(editor.document().name(id));
    if (names.empty()) return editor.say("The next curve is drawn in " + text);
    (void)editor.perform(Edit{edit::StyleEdit{names, {{part, text}}}});
  }
  void move(Editor& editor, const PointerEvent&) override { editor.touch(); }
  void release(Editor&, const PointerEvent&) override {}
  bool cancel(Editor&) override { return false; }

  std::string status(const Editor& editor) const override {
    const std::string whose =
        editor.selection().curves().empty() ? "of the next curve" : "of what is chosen";
    return "Pipette: click a colour, it becomes that of the line " + whose +
           " · Shift: of the fill · Esc: back to pulling";
  }
};

}  // namespace

std::unique_ptr<Tool> make_pipette_tool() { return std::make_unique<PipetteTool>(); }

}  // namespace limber
