// How the next curve that is drawn will look: as the last one that a person styled. And the colours
// used lately, to be had again.
#pragma once

#include <vector>

#include "app/document/style.h"
#include "app/edits/edit.h"

namespace limber {

class NextStyle {
 public:
  static constexpr std::size_t most_recent = 8;  // as many as stand side by side in the panel

  const Style& style() const { return style_; }
  void set(const Style& style) { style_ = style; }

  const std::vector<Colour>& recent() const { return recent_; }  // the newest first, no swatches
  void used(const Colour& colour);

 private:
  Style style_;
  std::vector<Colour> recent_;
};

// The parts in which it differs from a usual style.
edit::Parts parts_of(const Style& style);

// After the edits that draw a curve of this name: it looks so. Nothing for the usual style.
void add_style(std::vector<Edit>& edits, const std::string& name, const Style& style);

}  // namespace limber
