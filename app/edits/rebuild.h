// The edits that make a drawing from an empty one: as a script that can be read, kept and changed.
//
// Law: applied to an empty drawing they give one that saves to the same bytes.
#pragma once

#include <vector>

#include "app/edits/apply.h"

namespace limber {

std::vector<Edit> edits_for(const Document& document);

// The same as a script.
std::string script_for(const Document& document);

}  // namespace limber
