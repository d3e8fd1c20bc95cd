// A film as one SVG that plays by itself, without a script: what changes from frame to frame is
// animated (SMIL), what does not is written once. And the same inside a web page with a slider for
// time, in which points of the mechanism can be dragged along their paths.
#pragma once

#include <string>
#include <vector>

#include "app/exchange/svg.h"

namespace limber {

struct MovingSvg {
  std::vector<SvgParts> frames;  // one or more, all of the same sheet
  double seconds = 0;
  bool goes_round = true;  // after the last comes the first again
};
std::string moving_svg(const MovingSvg& film);

// Where a point of the drawing is in each frame: units of the SVG, y down.
using Track = std::vector<Point>;
// `motors`: what drives it, told below: "crank 30 rpm".
std::string web_page(const MovingSvg& film, const std::vector<Track>& tracks,
                     const std::vector<std::string>& motors);

}  // namespace limber
