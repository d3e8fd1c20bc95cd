#include "app/document/thing.h"

#include <algorithm>
#include <array>

namespace limber {

std::string_view name_of(ThingKind kind) {
  static constexpr std::array<std::string_view, thing_kinds> names = {
      "layer", "group", "curve",   "connector", "constraint", "link",  "motor",
      "force", "text",  "picture", "dimension", "trace",      "plot", "guide"};
  return names[static_cast<std::size_t>(kind)];
}

const std::vector<ThingKind>& kinds_on(Level level) {
  using enum ThingKind;
  static const std::vector<ThingKind> on[] = {{picture, curve, text, trace, plot},
                                              {guide},
                                              {constraint, motor, force, dimension},
                                              {}};
  return on[static_cast<std::size_t>(level)];
}

Level level_of(ThingKind kind) {
  for (const Level level : drawn_levels)
    if (std::ranges::count(kinds_on(level), kind)) return level;
  return Level::none;
}

bool has_rank(ThingKind kind) {
  return kind == ThingKind::layer || level_of(kind) != Level::none;
}

bool Picture::operator==(const Picture& other) const {
  const bool same_bytes = bytes == other.bytes || (bytes && other.bytes && *bytes == *other.bytes);
  return file == other.file && same_bytes && at == other.at && size == other.size &&
         opacity == other.opacity;
}

}  // namespace limber
