// What is under the pointer. Distances are in window points, so that aim is the same at every zoom.
#pragma once

#include <optional>

#include "app/document/samples.h"
#include "app/drawing/tessellation.h"
#include "app/document/document.h"
#include "app/drawing/camera.h"
#include "app/editor/landmarks.h"

namespace limber {

struct CurveHit {
  CurveId curve;
  double t = 0;
  Point at = Point::Zero();  // on the curve, on the paper
  double distance = 0;       // from the pointer, window points
  bool inside = false;       // of a filled curve, not on its line
  std::string point = {};    // not empty: what is held is not t but this named point
};

// The curve nearest to a place in the window, the upper one of two equally near.
std::optional<CurveHit> pick_curve(const Document& document, const Tessellation& drawn,
                                   const Camera& camera, const Point& window, CurveId except = {});

// The topmost filled curve that lies under a place in the window. Its middle is what is held there
// (the first point its type names), so that it moves as a whole; a type that names none is held at
// the nearest place of its line.
std::optional<CurveHit> pick_inside(const Document& document, const Tessellation& drawn,
                                    const Camera& camera, const Point& window);

// Everything there that a hand may take, the one that a click takes first.
std::vector<ThingId> things_under(const Document& document, const Tessellation& drawn,
                                  const Landmarks& landmarks, const Samples& samples,
                                  const Camera& camera, const Point& window);

// Whether a place of the paper is inside a closed curve, filled or not.
bool is_inside(const Document& document, const Tessellation& drawn, CurveId id, const Point& paper);

// The text there.
std::optional<TextId> pick_text(const Document& document, const Landmarks& landmarks,
                                const Camera& camera, const Point& window);

// The guide nearest to it, the topmost picture there.
std::optional<GuideId> pick_guide(const Document& document, const Camera& camera,
                                  const Point& window);
std::optional<PictureId> pick_picture(const Document& document, const Camera& camera,
                                      const Point& window);
// The topmost plot there; the trace whose path or pen is nearest.
std::optional<PlotId> pick_plot(const Document& document, const Camera& camera, const Point& window);
std::optional<TraceId> pick_trace(const Document& document, const Samples& samples,
                                  const Camera& camera, const Point& window);

// The mark there (see marks.h), or the sign beside it when it is not met; marks lie above the
// curves, and nails and joints above the others.
std::optional<ThingId> pick_mark(const Document& document, const Landmarks& landmarks,
                                 const Camera& camera, const Point& window,
                                 const std::set<ConstraintId>& not_met = {});
// The mark whose lines go through there: a spring, a tie, a force. They lie below the curves.
std::optional<ThingId> pick_mark_line(const Document& document, const Landmarks& landmarks,
                                      const Camera& camera, const Point& window);

// Curves, texts, pictures and plots that lie wholly inside a rectangle of the paper, or (touching) reach
// into it.
std::set<ThingId> things_in(const Document& document, const Tessellation& drawn, const Box& paper,
                            bool touching);
// Those that lie wholly inside a closed line on the paper.
std::set<ThingId> things_in(const Document& document, const Tessellation& drawn,
                            const std::vector<Point>& lasso);

}  // namespace limber
