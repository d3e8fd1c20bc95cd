#include "app/editor/aim.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/draw.h"
#include "app/drawing/draw_guide.h"
#include "curves/crossings.h"
#include "curves/curve.h"

namespace limber {

namespace {

constexpr std::size_t most_crossed = 6;  // curves under one pointer that are crossed with each other
constexpr double direction_reach = 5;    // window points beside the level or upright line
constexpr double compare_reach = 4;      // window points: directions of others are met by chance more often
constexpr double grid_reach = 4;         // window points: less than a curve's, it lies everywhere

struct Near {
  CurveId id;
  double t = 0;
  Point at = Point::Zero();
};

class Aiming {
 public:
  Aiming(const Editor& editor, const Point& window, const std::optional<Point>& before)
      : editor_(editor), window_(window), paper_(editor.camera().to_paper(window)), before_(before) {}

  std::vector<Offer> offers() {
    find_curves();
    point();
    crossings_here();
    directed();
    for (const Near& one : curves_)
      add(Offer::What::on_curve, one.at, {point_at(one.id, one.t)}, name(one.id));
    level();
    compare();
    guide();
    grid();
    return std::move(offers_);
  }

 private:
  std::string name(CurveId id) const { return editor_.document().name(id); }
  double scale() const { return editor_.camera().scale(); }
  void add(Offer::What what, const Point& at, std::vector<Connector> on, std::string words) {
    offers_.push_back({what, at, std::move(on), std::move(words)});
  }

  void find_curves() {
    for (const Pick& pick : editor_.drawn().index().within(paper_, reach / scale())) {
      const CurveId id{static_cast<std::uint32_t>(pick.curve)};
      const Document& document = editor_.document();
      if (!document.has(id) || is_hidden(document, id) || is_protected(document, id)) continue;
      curves_.push_back({id, pick.t, pick.x});
      if (curves_.size() == most_crossed) return;
    }
  }

  void point() {
    const std::optional<Snap> snap = editor_.snap(window_);
    if (!snap) return;
    if (!snap->on_curve) return add(Offer::What::point, snap->at, {snap->connector}, snap->words);
    for (Near& one : curves_)  // exactly where, not as it is drawn
      if (one.id == snap->connector.curve)
        one.t = std::get<PointAt>(snap->connector.what).t, one.at = snap->at;
  }

  void crossings_here() {
    const double tolerance = 1e-9 * editor_.world().size();
    for (std::size_t i = 0; i < curves_.size(); ++i)
      for (std::size_t j = i + 1; j < curves_.size(); ++j) {
        const World& world = editor_.world();
        for (const Crossing& one :
             crossings(*world.find(curves_[i].id), *world.find(curves_[j].id), tolerance))
          if ((one.x - paper_).norm() <= reach / scale())
            add(Offer::What::crossing, one.x,
                {sliding_at(curves_[i].id, one.t), sliding_at(curves_[j].id, one.other_t)},
                "crossing of " + name(curves_[i].id) + " and " + name(curves_[j].id));
      }
  }

  // Where the line from the place before touches the curve, or meets it at a right angle: a zero of the
  // cross or dot product with the curve's direction, looked for along what is drawn of it nearby.
  void directed() {
    if (!before_) return;
    for (const Near& one : curves_) {
      const Curve& curve = *editor_.world().find(one.id);
      const DrawnCurve* drawn = editor_.drawn().find(one.id);
      if (!drawn) continue;
      for (const bool tangent : {true, false})
        if (const std::optional<double> t = zero_near(curve, drawn->line, tangent)) {
          Point at;
          if (!limber::point_at(curve, *t, at)) continue;
          add(tangent ? Offer::What::tangent : Offer::What::perpendicular, at,
              {sliding_at(one.id, *t)}, (tangent ? "tangent to " : "perpendicular to ") + name(one.id));
        }
    }
  }

  double product(const Curve& curve, double t, bool tangent) const {
    Motion motion;
    if (!motion_at(curve, t, motion)) return 0;
    const Point way = motion.x - *before_;
    return tangent ? way.x() * motion.x_t.y() - way.y() * motion.x_t.x() : way.dot(motion.x_t);
  }

  std::optional<double> zero_near(const Curve& curve, const Polyline& line, bool tangent) const {
    const double near = reach / scale();
    if ((*before_ - paper_).norm() < 2 * near) return {};
    for (int k = 0; k < line.run_count(); ++k) {
      const auto begin = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k)]);
      const auto end = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k) + 1]);
      for (std::size_t i = begin; i + 1 < end; ++i) {
        Box box(line.points[i], line.points[i]);
        box.extend(line.points[i + 1]);
        if (box.exteriorDistance(paper_) > near) continue;
        double a = line.t[i], b = line.t[i + 1], at_a = product(curve, a, tangent);
        if (!(at_a * product(curve, b, tangent) < 0)) continue;
        for (int round = 0; round < 60; ++round) {
          const double middle = (a + b) / 2, value = product(curve, middle, tangent);
          if (at_a * value <= 0) b = middle;
          else a = middle, at_a = value;
        }
        Point at;
        if (limber::point_at(curve, (a + b) / 2, at) && (at - paper_).norm() <= near) return (a + b) / 2;
      }
    }
    return {};
  }

  void level() {
    if (!before_) return;
    const Point way = scale() * (paper_ - *before_);
    if (way.norm() < 3 * reach) return;
    if (std::abs(way.y()) <= direction_reach)
      add(Offer::What::horizontal, {paper_.x(), before_->y()}, {}, "horizontal");
    if (std::abs(way.x()) <= direction_reach)
      add(Offer::What::vertical, {before_->x(), paper_.y()}, {}, "vertical");
  }

  // With the straight curves that are seen: of all that come near, the one that comes nearest, and of
  // equally near ones the newest.
  void compare() {
    if (!before_) return;
    const Point way = paper_ - *before_;
    if (scale() * way.norm() < 3 * reach) return;
    const Document& document = editor_.document();
    const Box view = seen();
    struct Best {
      double apart = compare_reach;
      CurveId id;
      Point at = Point::Zero();
    } parallel, across, equal;
    const auto offer = [&](Best& best, CurveId id, const Point& at) {
      const double apart = scale() * (at - paper_).norm();
      if (apart <= best.apart) best = {apart, id, at};
    };
    for (const auto& [id, drawn] : editor_.drawn().all()) {
      if (drawn.line.points.size() != 2 || !drawn.box.intersects(view) || is_hidden(document, id)) continue;
      const Point along = drawn.line.points[1] - drawn.line.points[0];
      if (!(scale() * along.norm() > 1)) continue;
      const Point u = along.normalized(), n(-u.y(), u.x());
      offer(parallel, id, *before_ + u * u.dot(way));
      offer(across, id, *before_ + n * n.dot(way));
      offer(equal, id, *before_ + way.normalized() * along.norm());
    }
    const auto take = [&](const Best& best, Offer::What what, const char* words) {
      if (best.id) add(what, best.at, {middle_of(best.id)}, words + name(best.id));
    };
    take(parallel, Offer::What::parallel, "parallel to ");
    take(across, Offer::What::across, "at a right angle to ");
    take(equal, Offer::What::equal, "as long as ");
  }

  Box seen() const {
    const Box& window = editor_.camera().view();
    Box paper(editor_.camera().to_paper(window.min()));
    paper.extend(editor_.camera().to_paper(window.max()));
    return paper;
  }
  Connector middle_of(CurveId id) const {
    const Curve& curve = *editor_.world().find(id);
    return point_at(id, (t_begin(curve) + t_end(curve)) / 2);
  }

  void guide() {
    const auto id = pick_guide(editor_.shown(), editor_.camera(), window_);
    if (!id) return;
    const Guide& guide = *editor_.document().guides->find(*id);
    const Point along = direction_of(guide);
    add(Offer::What::guide, guide.at + along * along.dot(paper_ - guide.at), {},
        "on " + editor_.document().name(*id));
  }

  void grid() {
    if (!editor_.grid_shown()) return;
    const double step = grid_step(scale());
    const Point at(step * std::round(paper_.x() / step), step * std::round(paper_.y() / step));
    if (scale() * (at - paper_).norm() <= grid_reach) add(Offer::What::grid, at, {}, "grid");
  }

  const Editor& editor_;
  Point window_, paper_;
  std::optional<Point> before_;
  std::vector<Near> curves_;
  std::vector<Offer> offers_;
};

}  // namespace

std::string_view kind_of(Offer::What what) {
  switch (what) {
    case Offer::What::tangent: return "tangent";
    case Offer::What::perpendicular: return "perpendicular";
    case Offer::What::horizontal: return "horizontal";
    case Offer::What::vertical: return "vertical";
    case Offer::What::parallel: return "parallel";
    case Offer::What::across: return "perpendicular";
    case Offer::What::equal: return "equal";
    default: return "";
  }
}

std::vector<Offer> offers_at(const Editor& editor, const Point& window,
                             const std::optional<Point>& before) {
  return Aiming(editor, window, before).offers();
}

}  // namespace limber
