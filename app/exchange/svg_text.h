// Texts of SVG as pieces with a place each.
#pragma once

#include <string>
#include <vector>

#include "app/exchange/svg_properties.h"

namespace limber {

struct SvgText {
  std::string text;
  Point at = Point::Zero();  // where its anchor is, user units
  SvgProperties properties;
  int element = -1;          // text or tspan
  std::string trouble;       // what is not as it was
};

class SvgTexts {
 public:
  SvgTexts(const SvgTree& tree, StyleSheet& sheet, const LengthFrame& frame)
      : tree_(tree), sheet_(sheet), frame_(frame) {}
  std::vector<SvgText> of(int element, const SvgProperties& properties) const;

  // Where the middle of the base line lies, the anchor being there; on the paper.
  static Point middle_of(const std::string& text, double size, Anchor anchor, const Point& at);
  static double width_of(const std::string& text, double size);

 private:
  struct Pen {
    Point at = Point::Zero();
    bool blank = true;  // the last letter was one
  };
  void add(int element, const SvgProperties& properties, int depth, Pen& pen,
           std::vector<SvgText>& out) const;

  const SvgTree& tree_;
  StyleSheet& sheet_;
  LengthFrame frame_;
};

}  // namespace limber
