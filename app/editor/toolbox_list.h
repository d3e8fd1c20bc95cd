// The toolbox: the tools of every day, then all other curve types by their families, one's own before
// those that are built in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "app/editor/commands.h"

namespace limber {

struct ToolboxEntry {
  std::string title;  // a short one, where a command's own is long
  const Command* command = nullptr;
};

struct ToolboxFamily {
  std::string title;
  std::vector<ToolboxEntry> tools;
};

// The commands must outlive it.
std::vector<ToolboxFamily> toolbox(const std::vector<Command>& commands, const Document& document);

// One family of those that fit the words, the best first; by title, family and what they are for.
ToolboxFamily found_in(const std::vector<ToolboxFamily>& all, std::string_view words);

}  // namespace limber
