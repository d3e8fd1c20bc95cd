// Tool: what the pointer does on the paper. One at a time is active; it stays until another is
// chosen. A gesture becomes an edit, or leaves everything exactly as it was.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/editor/events.h"
#include "include/core/SkCanvas.h"

namespace limber {

class Editor;

enum class Cursor { arrow, hand, cross, move, forbidden, text, size };

class Tool {
 public:
  virtual ~Tool() = default;
  virtual std::string_view command() const = 0;  // the id of the command that chooses it

  // It has just been chosen, and may take up what is selected. False: that was all there was to do,
  // and the tool that was in hand stays.
  virtual bool begin(Editor&) { return true; }

  virtual void press(Editor& editor, const PointerEvent& event) = 0;
  virtual void move(Editor& editor, const PointerEvent& event) = 0;  // with or without a button
  virtual void release(Editor& editor, const PointerEvent& event) = 0;
  virtual bool key(Editor&, const KeyEvent&) { return false; }  // true: it was for the tool

  // Each place that the pointer went over counts, not only where it is when the picture is drawn.
  virtual bool wants_every_move() const { return false; }
  virtual bool draws() const { return false; }     // curves, in the style of the next one
  virtual bool writes() const { return false; }    // keys are letters of a text
  virtual bool busy() const { return false; }      // a gesture is half done
  virtual bool changes() const { return busy(); }  // and the Document with it
  // Ends a gesture half done and restores the Document. False when there was none.
  virtual bool cancel(Editor& editor) = 0;
  // Ends it where it is and keeps what it made, as when the button is let go there: another command
  // was given.
  virtual void finish(Editor& editor) { cancel(editor); }
  // Another tool is chosen: what is drawn so far and no more is no curve.
  virtual void leave(Editor& editor) { finish(editor); }
  // The drawing has become another one (undo, delete): forget what is gone, look again at what is
  // under the pointer. False: nothing is left for this tool to do.
  virtual bool look_again(Editor&) { return true; }

  // On top of the drawing, in window points: what a click will do.
  virtual void draw_hint(SkCanvas&, const Editor&) const {}
  virtual std::string status(const Editor& editor) const = 0;  // the same in words
  virtual Cursor cursor(const Editor&) const { return Cursor::cross; }
};

// The tool that a command chooses: "tool.pull", "draw.circle". Null: it chooses none. Defined in
// tools/, so that the editor knows tools by their commands only.
std::unique_ptr<Tool> make_tool(std::string_view command);

}  // namespace limber
