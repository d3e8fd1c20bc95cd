#include "app/drawing/assets.h"

#include <cassert>

#include "embedded/assets.h"

namespace limber {

std::string_view asset(std::string_view file_name) {
  for (const embedded::File& file : embedded::assets())
    if (file.name == file_name)
      return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
  assert(false && "a file that was never embedded");
  return {};
}

std::vector<std::string_view> assets_ending_in(std::string_view ending) {
  std::vector<std::string_view> names;
  for (const embedded::File& file : embedded::assets())
    if (file.name.ends_with(ending)) names.push_back(file.name);
  return names;
}

}  // namespace limber
