// Commands on what holds and what drives, made of edits: each looks at what is chosen, does its
// one thing or says what to choose first.
#pragma once

namespace limber {

class Editor;

// Chosen constraints give like springs, or hold again.
void toggle_soft(Editor& editor);
// Makes chosen springs stiffer or softer by this factor.
void scale_stiffness(Editor& editor, double factor);

// Chosen constraints act, or are only measured.
void toggle_acting(Editor& editor);

// Chosen curves move as one rigid link, or come apart.
void toggle_weld(Editor& editor);

}  // namespace limber
