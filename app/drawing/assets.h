// Files that travel inside the program: fonts, icons, the welcome drawing. By file name.
#pragma once

#include <string_view>
#include <vector>

namespace limber {

// Empty when there is no such file; that is a mistake of the build, not of the user.
std::string_view asset(std::string_view file_name);
std::vector<std::string_view> assets_ending_in(std::string_view ending);  // names, in order

}  // namespace limber
