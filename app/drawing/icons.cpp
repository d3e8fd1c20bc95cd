#include "app/drawing/icons.h"

#include <map>
#include <string>
#include <vector>

#include "app/drawing/assets.h"
#include "include/core/SkPath.h"
#include "include/utils/SkParsePath.h"

namespace limber {

namespace {

constexpr float icon_grid = 24, icon_stroke = 1.75f;

struct IconPath {
  SkPath path;
  bool filled = false;
};
using Icon = std::vector<IconPath>;

// The value of an attribute inside one tag, or empty.
std::string attribute(std::string_view tag, std::string_view name) {
  const std::string start = " " + std::string(name) + "=\"";
  const std::size_t begin = tag.find(start);
  if (begin == tag.npos) return {};
  tag.remove_prefix(begin + start.size());
  return std::string(tag.substr(0, tag.find('"')));
}

// Our icon files hold nothing but <path> elements; this reads exactly those.
Icon read_icon(std::string_view svg) {
  Icon icon;
  for (std::size_t at = svg.find("<path"); at != svg.npos; at = svg.find("<path", at + 1)) {
    const std::string_view tag = svg.substr(at, svg.find('>', at) - at);
    IconPath part;
    part.filled = attribute(tag, "fill") == "currentColor";
    if (SkParsePath::FromSVGString(attribute(tag, "d").c_str(), &part.path)) icon.push_back(part);
  }
  return icon;
}

const std::map<std::string, Icon, std::less<>>& icons() {
  static const auto all = [] {
    std::map<std::string, Icon, std::less<>> found;
    for (std::string_view file : assets_ending_in(".svg"))
      found.emplace(file.substr(0, file.size() - 4), read_icon(asset(file)));
    return found;
  }();
  return all;
}

}  // namespace

bool draw_icon(SkCanvas& canvas, std::string_view name, const SkRect& where, SkColor colour) {
  const auto icon = icons().find(name);
  if (icon == icons().end()) return false;
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setColor(colour);
  paint.setStrokeWidth(icon_stroke);
  paint.setStrokeCap(SkPaint::kRound_Cap);
  paint.setStrokeJoin(SkPaint::kRound_Join);
  canvas.save();
  canvas.translate(where.left(), where.top());
  canvas.scale(where.width() / icon_grid, where.height() / icon_grid);
  for (const IconPath& part : icon->second) {
    paint.setStyle(part.filled ? SkPaint::kFill_Style : SkPaint::kStroke_Style);
    canvas.drawPath(part.path, paint);
  }
  canvas.restore();
  return true;
}

}  // namespace limber
