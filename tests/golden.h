// Golden files: text that was looked at once and must not change unnoticed.
#pragma once

#include <string>

namespace limber {

// Is data/golden/<file> exactly this text? If not, the text is left in golden/<file> of the build
// folder for comparison. After update_golden_files() the file is written instead.
bool matches_golden(const std::string& file, const std::string& text);
void update_golden_files();
bool updating_golden_files();

}  // namespace limber
