// What is copied is a text: a script whose edits make it again, with the constraints among what was
// copied. So it goes through the clipboard of the system to another drawing, another window of this
// program, or a text editor and back.
//
// Law: what is pasted is what was copied, moved as a whole; names that are taken become others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/selection.h"
#include "app/edits/edit.h"

namespace limber {

// The drawing with nothing but these things, and what holds among them.
Result<Document> part_of(const Document& document, const std::set<ThingId>& things);
Result<std::string> copied_text(const Document& document, const std::set<ThingId>& things);
bool is_copied_text(std::string_view text);
std::string copied_form(std::string_view lines);  // a script as a text that was copied

struct Pasted {
  Edit edit;
  Strings names;  // of the curves, texts and so on among what it makes
};
// `fresh`: an empty drawing. The middle of it comes to `at`; without, it is beside the original.
Result<Pasted> pasted(const Document& document, const Document& fresh, std::string_view text,
                      const std::optional<Point>& at);

}  // namespace limber
