#include "app/editor/next_style.h"

#include <algorithm>

namespace limber {

void NextStyle::used(const Colour& colour) {
  if (colour.swatch >= 0) return;
  std::erase(recent_, colour);
  recent_.insert(recent_.begin(), colour);
  recent_.resize(std::min(recent_.size(), most_recent));
}

edit::Parts parts_of(const Style& style) {
  edit::Parts parts;
  for (const StylePart& part : style_parts())
    if (const std::string text = style_text(style, part.name); text != style_text({}, part.name))
      parts.emplace_back(part.name, text);
  return parts;
}

void add_style(std::vector<Edit>& edits, const std::string& name, const Style& style) {
  if (edit::Parts parts = parts_of(style); !parts.empty())
    edits.push_back({edit::StyleEdit{{name}, std::move(parts)}});
}

}  // namespace limber
