// What a stroke or a fill is painted with, to be chosen: the swatches of the palette, any other
// colour with its opacity, a gradient, colours used lately.
#pragma once

#include <optional>
#include <string>

#include "app/document/style.h"
#include "app/panels/ui.h"

namespace limber {

struct ChosenPaint {
  std::string text;   // as a part of a style
  bool held = false;  // it is being dragged: more of it follows
};

// `now`: none where the chosen things differ. `faint`: a swatch is taken so pale that what lies
// under it is seen, and there may be no paint at all.
std::optional<ChosenPaint> paint_field(Ui& ui, const char* name, const std::optional<Paint>& now,
                                       bool faint);

}  // namespace limber
