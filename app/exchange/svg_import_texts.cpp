// Texts and pictures of an SVG.
#include <algorithm>
#include <cmath>

#include "app/drawing/images.h"
#include "app/edits/base64.h"
#include "app/exchange/svg_importer.h"
#include "app/exchange/svg_text.h"

namespace limber {

Strings SvgImporter::draw_text(int element, const Place& place) {
  if (!work_.may_read_all_inside(element)) {
    note_end(told_reading_, element,
             "with all that is used again the file is too large: the rest is left out");
    return {};
  }
  Strings things;
  const SvgTexts texts(tree_, sheet_, place.frame);
  for (const SvgText& one : texts.of(element, place.around)) {
    const SvgInherited& its = one.properties.inherited;
    const Point at = place.to_paper * one.at;
    const double scale = std::sqrt(std::abs(place.to_paper.linear().determinant()));
    if (!its.visible || !one.properties.own.displayed) continue;
    const PlacedPaint fill = paint_of(element, its.fill, its.fill_opacity, {}, place, "fill");
    if (!one.trouble.empty()) note(one.element, one.trouble);
    const Point along = place.to_paper.linear() * Point(1, 0);
    if (std::abs(along.y()) > 1e-3 * along.norm() || along.x() < 0 ||
        place.to_paper.linear().determinant() > 0)
      note(one.element, "its letters stand upright here: a text cannot be turned");
    if (its.stroke.kind != SvgPaint::Kind::none)
      note(one.element, "the stroke of its letters is left out");
    if (fill.kind == Paint::Kind::none) continue;
    const double size = its.font_size * scale;
    if (!(size > 1e-3 && size < 1e4)) {
      note(one.element, "its letters are too small or too large: left out");
      continue;
    }
    edit::TextEdit text;
    text.text = one.text;
    text.size = size;
    if (!writer_.has_room_for(text)) {
      note(one.element, "the letters of all texts are too many: left out");
      continue;
    }
    text.at = SvgTexts::middle_of(one.text, size, its.anchor, at);
    things.push_back(writer_.text(text, name_for(one.element)));
    Style style;
    style.stroke = in_box(fill, Box(text.at, text.at));
    style.opacity = place.around.own.opacity;
    writer_.style(things.back(), style);
  }
  if (things.size() < 2) return things;
  return {writer_.group(things, name_for(element))};
}

Strings SvgImporter::draw_image(int element, const Place& place) {
  const SvgElement& one = tree_[element];
  std::string_view link = one.attribute("href");
  for (const pugi::xml_attribute attribute : one.xml.attributes())
    if (link.empty() && std::string_view(attribute.name()).ends_with(":href"))
      link = attribute.value();
  const std::size_t data = link.find(";base64,");
  if (!link.starts_with("data:image/") || link.starts_with("data:image/svg") || data == link.npos)
    return note(element, "a picture that is not inside the file as PNG, JPEG or WebP is left out"),
           Strings();
  const Eigen::Matrix2d map = place.to_paper.linear();
  const double skew = std::abs(map(0, 1)) + std::abs(map(1, 0));
  if (skew > 1e-6 * (std::abs(map(0, 0)) + std::abs(map(1, 1))) || map(0, 0) < 0 || map(1, 1) > 0)
    return note(element, "a picture that is turned or mirrored is left out"), Strings();
  const Point at(length_of(one, "x", Axis::x, place.frame),
                 length_of(one, "y", Axis::y, place.frame));
  const Point size(length_of(one, "width", Axis::x, place.frame),
                   length_of(one, "height", Axis::y, place.frame));
  if (!(size.minCoeff() > 0))
    return note(element, "a picture without a size is left out"), Strings();
  edit::PictureEdit picture;
  for (const char c : link.substr(data + 8))
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') picture.data += c;
  if (!writer_.has_room_for(picture))
    return note(element, "the pictures are too large: left out"), Strings();
  const std::optional<std::string> bytes = from_base64(picture.data);
  const auto pixels = bytes ? size_of_image(*bytes) : std::nullopt;
  if (!pixels) return note(element, "its picture cannot be read: left out"), Strings();
  const Box whole(Point(0, 0), Point(pixels->first, pixels->second));
  const std::string_view preserve = one.attribute("preserveAspectRatio");
  const Eigen::Affine2d fitted = view_transform(whole, preserve, size);
  if (preserve.find("slice") != preserve.npos) note(element, "its picture is not cut off here");
  const Point low = at + fitted * Point(0, pixels->second),
              wide = fitted.linear() * Point(whole.max());
  picture.at = place.to_paper * low;
  picture.size = Point(wide.x() * map(0, 0), -wide.y() * map(1, 1));
  picture.opacity = place.around.own.opacity;
  Strings made{writer_.picture(picture, name_for(element))};
  Style style;
  style.stroke = {};
  writer_.style(made.back(), style);
  return made;
}

}  // namespace limber
