// Choosing by a drag over the paper: a rectangle (to the right what lies inside, to the left what it
// touches), or a lasso.
#pragma once

#include <vector>

#include "app/editor/editor.h"

namespace limber {

class SelectArea {
 public:
  enum class Shape { rectangle, lasso };
  void begin(Shape shape, const Point& paper);
  void move(const Editor& editor, const Point& window);
  void choose(Editor& editor, bool add);  // what it holds; instead of what was chosen, or beside it
  void draw(SkCanvas& canvas, const Editor& editor) const;
  Shape shape() const { return shape_; }

 private:
  bool leftwards() const { return line_.back().x() < line_.front().x(); }
  Shape shape_ = Shape::rectangle;
  std::vector<Point> line_;  // on the paper
};

}  // namespace limber
