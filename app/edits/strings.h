// The words and names that edits consist of. Part of edit.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace limber {

using Strings = std::vector<std::string>;

namespace edit {
using Parts = std::vector<std::pair<std::string, std::string>>;  // of a style: "width" and "2pt"
}

}  // namespace limber
