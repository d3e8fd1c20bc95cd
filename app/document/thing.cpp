#include "app/document/thing.h"

#include <array>

namespace limber {

std::string_view name_of(ThingKind kind) {
  static constexpr std::array<std::string_view, thing_kinds> names = {
      "layer", "group", "curve",   "connector", "constraint", "link",  "motor",
      "force", "text",  "picture", "dimension", "trace",      "plot", "guide"};
  return names[static_cast<std::size_t>(kind)];
}

bool has_rank(ThingKind kind) {
  return kind == ThingKind::curve || kind == ThingKind::text || kind == ThingKind::picture ||
         kind == ThingKind::layer;
}

bool Picture::operator==(const Picture& other) const {
  const bool same_bytes = bytes == other.bytes || (bytes && other.bytes && *bytes == *other.bytes);
  return file == other.file && same_bytes && at == other.at && size == other.size &&
         opacity == other.opacity;
}

}  // namespace limber
