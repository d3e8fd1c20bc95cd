// Files that a drawing refers to: pictures below its folder. A drawing may come from anywhere, so what
// it names is opened only below that folder.
//
// Law: names that are absolute or lead up (..), names through symbolic links, devices, pipes and
// folders are refused with a sentence, and nothing of them is read.
#pragma once

#include <filesystem>
#include <string>

#include "codegen/result.h"

namespace limber {

// What the file holds. `folder`: of the drawing; empty when it has none yet.
Result<std::string> read_linked(const std::filesystem::path& folder, const std::string& name);

// How a drawing in `folder` calls this file; empty when it does not lie below.
std::string linked_name(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace limber
