#include "app/exchange/svg_text.h"

#include <fmt/format.h>

#include "app/drawing/draw.h"
#include "app/exchange/svg_geometry.h"

namespace limber {

namespace {

constexpr int deepest = 32;

// Blanks as SVG has them: each run of them one, none at the ends.
std::string letters_of(std::string_view text, bool keeps, bool& after_blank) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (keeps) {
      out += blank ? ' ' : c;
    } else if (blank) {
      if (!after_blank) out += ' ';
      after_blank = true;
    } else {
      out += c;
      after_blank = false;
    }
  }
  return out;
}

}  // namespace

double SvgTexts::width_of(const std::string& text, double size) {
  return extent_of(Text{text, Point(0, 0), size}).sizes().x();
}

Point SvgTexts::middle_of(const std::string& text, double size, Anchor anchor, const Point& at) {
  const double half = width_of(text, size) / 2;
  return at + Point(anchor == Anchor::start ? half : anchor == Anchor::end ? -half : 0, 0);
}

std::vector<SvgText> SvgTexts::of(int element, const SvgProperties& properties) const {
  std::vector<SvgText> out;
  Pen pen;
  add(element, properties, 0, pen, out);
  if (!out.empty())  // blanks at the very end
    while (out.back().text.ends_with(' ')) out.back().text.pop_back();
  std::erase_if(out, [](const SvgText& one) { return one.text.empty(); });
  return out;
}

void SvgTexts::add(int element, const SvgProperties& properties, int depth, Pen& pen,
                   std::vector<SvgText>& out) const {
  const SvgElement& one = tree_[element];
  LengthFrame frame = frame_;
  frame.font_size = properties.inherited.font_size;
  const auto first = [&](const char* key, Axis axis, double& value, bool relative) {
    NumberScanner scanner(trimmed(one.attribute(key)));
    const auto length = take_length(scanner);
    if (!length) return false;
    value = (relative ? value : 0) + in_user_units(*length, axis, frame);
    scanner.skip_comma();
    return !scanner.done();
  };
  bool many = first("x", Axis::x, pen.at.x(), false);
  many = first("y", Axis::y, pen.at.y(), false) || many;
  many = first("dx", Axis::x, pen.at.x(), true) || many;
  many = first("dy", Axis::y, pen.at.y(), true) || many;
  int child = one.first_child;
  for (const pugi::xml_node node : one.xml.children()) {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      SvgText piece;
      piece.text = letters_of(node.value(), properties.inherited.keeps_blanks, pen.blank);
      if (piece.text.empty()) continue;
      piece.at = pen.at;
      piece.properties = properties;
      piece.element = element;
      const std::string& family = properties.inherited.font_family;
      if (family.find("Inter") == family.npos)
        piece.trouble = fmt::format("its letters are set in Inter instead of {}",
                                    family.empty() ? "the font of the reader" : family);
      if (many) piece.trouble += "; each letter had a place of its own";
      pen.at.x() += width_of(piece.text, properties.inherited.font_size);
      out.push_back(std::move(piece));
    } else if (node.type() == pugi::node_element) {
      const int inner = child;
      child = tree_[child].next_sibling;
      const std::string_view name = tree_[inner].name;
      if (depth >= deepest || (name != "tspan" && name != "a" && name != "textPath")) continue;
      const SvgProperties its = properties_of(tree_, inner, sheet_, properties, frame);
      if (!its.own.displayed) continue;
      const std::size_t before = out.size();
      add(inner, its, depth + 1, pen, out);
      if (name == "textPath" && out.size() > before)
        out.back().trouble += "; it does not follow its path";
    }
  }
}

}  // namespace limber
