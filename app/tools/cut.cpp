// Trim: click the part of a curve to cut away, as far as the next crossings. Extend: click near an end of
// a curve, and it goes on to the next one. Both show beforehand what a click will do.
#include <algorithm>
#include <cmath>

#include "app/edits/apply.h"
#include "app/tools/reshape_parts.h"
#include "app/tools/tools.h"
#include "curves/nearest.h"

namespace limber {

namespace {

class TrimTool : public Tool {
 public:
  std::string_view command() const override { return "tool.trim"; }
  void press(Editor& editor, const PointerEvent& event) override {
    look(editor, event.at);
    if (!hit_) return editor.say("Click the part of a curve that should go");
    const Result<std::vector<Edit>> edits = cut(editor);
    if (!edits) return editor.say(sentence(edits.error()));
    if (editor.perform("Trim", *edits)) look(editor, event.at);
  }
  void move(Editor& editor, const PointerEvent& event) override { look(editor, event.at); }
  void release(Editor&, const PointerEvent&) override {}
  bool cancel(Editor&) override { return false; }
  bool look_again(Editor& editor) override {
    look(editor, editor.pointer());
    return true;
  }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (hit_ && editor.document().has(hit_->curve))
      draw_places(canvas, editor, stretch_of(*editor.world().find(hit_->curve), from_, to_),
                  editor.theme().trouble, 5);
  }
  std::string status(const Editor& editor) const override {
    return hit_ ? "Click: cut this part of " + editor.document().name(hit_->curve) + " away"
                : "Trim: point at the part of a curve that should go · Esc: back to pulling";
  }

 private:
  void look(Editor& editor, const Point& window) {
    hit_ = line_at(editor, window);
    editor.touch();
    if (!hit_) return;
    const Curve& curve = *editor.world().find(hit_->curve);
    const std::vector<double> crossed = crossed_at(editor, hit_->curve);
    const auto after = std::upper_bound(crossed.begin(), crossed.end(), hit_->t);
    const bool round = curve.type->closed && crossed.size() > 1;
    from_ = after != crossed.begin() ? *(after - 1) : round ? crossed.back() : t_begin(curve);
    to_ = after != crossed.end() ? *after : round ? crossed.front() : t_end(curve);
  }

  Result<std::vector<Edit>> cut(const Editor& editor) const {
    const Document& document = editor.document();
    const Curve& curve = *editor.world().find(hit_->curve);
    const std::string name = document.name(hit_->curve);
    const double begin = t_begin(curve), end = t_end(curve);
    const bool at_begin = from_ <= begin, at_end = to_ >= end;
    if (at_begin && at_end) return std::vector<Edit>{{edit::Delete{{name}}}};
    if (curve.type->closed) return std::vector<Edit>{{edit::Trim{name, to_, from_}}};
    if (at_begin) return std::vector<Edit>{{edit::Trim{name, to_, end}}};
    if (at_end) return std::vector<Edit>{{edit::Trim{name, begin, from_}}};
    // From its middle: what comes after is a curve of its own, and the first part is cut short.
    const Edit split{edit::Split{name, document.names->fresh(curve.type->name), to_}};
    const Result<Document> parted = apply(editor.shown(), split);
    if (!parted) return parted.error();
    const Curve& first = *parted->world->find(hit_->curve);
    Point at;
    if (!point_at(curve, from_, at)) return std::vector<Edit>{split};
    const auto there = nearest(first, at, 1e-9 * editor.world().size());
    return std::vector<Edit>{split, {edit::Trim{name, t_begin(first), there ? there->t : t_end(first)}}};
  }

  std::optional<CurveHit> hit_;
  double from_ = 0, to_ = 0;
};

// How a curve goes on beyond an end: by its formula, one made of nodes straight on.
bool beyond(const Curve& curve, double t, Point& out) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (!curve.type->is_family || (t >= begin && t <= end)) return point_at(curve, t, out);
  const double from = t < begin ? begin : end;
  Motion motion;
  if (!motion_at(curve, from, motion)) return false;
  out = motion.x + (t - from) * motion.x_t;
  return true;
}

class ExtendTool : public Tool {
 public:
  std::string_view command() const override { return "tool.extend"; }
  void press(Editor& editor, const PointerEvent& event) override {
    look(editor, event.at);
    if (!hit_) return editor.say("Click near an end of an open curve");
    if (!to_) return editor.say("Nothing lies ahead of it");
    const Curve& curve = *editor.world().find(hit_->curve);
    const edit::Trim trim{editor.document().name(hit_->curve), std::min(*to_, t_begin(curve)),
                          std::max(*to_, t_end(curve))};
    if (editor.perform("Extend", {{trim}})) look(editor, event.at);
  }
  void move(Editor& editor, const PointerEvent& event) override { look(editor, event.at); }
  void release(Editor&, const PointerEvent&) override {}
  bool cancel(Editor&) override { return false; }
  bool look_again(Editor& editor) override {
    look(editor, editor.pointer());
    return true;
  }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (hit_ && to_) draw_places(canvas, editor, ahead_, editor.theme().accent, 3, true);
  }
  std::string status(const Editor& editor) const override {
    if (!hit_) return "Extend: point near an end of a curve · Esc: back to pulling";
    return to_ ? "Click: " + editor.document().name(hit_->curve) + " goes on to " + met_
               : "Nothing lies ahead of this end of " + editor.document().name(hit_->curve);
  }

 private:
  // In steps of its own t, ever longer, until a step crosses what is drawn of another curve.
  void look(Editor& editor, const Point& window) {
    constexpr int steps = 120;
    constexpr double first_step = 0.01, growth = 1.06;  // of its range: 90 times as long at last
    hit_ = line_at(editor, window);
    to_.reset();
    ahead_.clear();
    editor.touch();
    if (hit_ && editor.world().find(hit_->curve)->type->closed) hit_.reset();
    if (!hit_) return;
    const Curve& curve = *editor.world().find(hit_->curve);
    const double begin = t_begin(curve), end = t_end(curve);
    const bool forward = hit_->t > (begin + end) / 2;
    double t = forward ? end : begin, step = (forward ? 1 : -1) * first_step * (end - begin);
    Point before, at;
    if (!beyond(curve, t, before)) return;
    ahead_.push_back(before);
    for (int k = 0; k < steps && !to_; ++k, step *= growth) {
      if (!beyond(curve, t + step, at)) return;
      meet(editor, curve, t, step, before, at);
      t += step;
      before = at;
      ahead_.push_back(at);
    }
    if (to_ && beyond(curve, *to_, at)) ahead_.back() = at;
  }

  void meet(const Editor& editor, const Curve& curve, double t, double step, const Point& a, const Point& b) {
    constexpr double just_begun = 1e-6;  // of a step: an end that lies on a curve already goes on from it
    Box box(a, a);
    box.extend(b);
    double first = 2;
    for (const auto& [other, drawn] : editor.drawn().all()) {
      if (other == hit_->curve || !drawn.box.intersects(box) || is_hidden(editor.shown(), other)) continue;
      for (int r = 0; r < drawn.line.run_count(); ++r) {
        const auto last = static_cast<std::size_t>(drawn.line.runs[static_cast<std::size_t>(r) + 1]);
        for (auto i = static_cast<std::size_t>(drawn.line.runs[static_cast<std::size_t>(r)]); i + 1 < last; ++i) {
          const Point u = b - a, v = drawn.line.points[i + 1] - drawn.line.points[i], w = drawn.line.points[i] - a;
          const double area = u.x() * v.y() - u.y() * v.x();
          if (area == 0) continue;
          const double s = (w.x() * v.y() - w.y() * v.x()) / area, o = (w.x() * u.y() - w.y() * u.x()) / area;
          if (s <= (ahead_.size() == 1 ? just_begun : 0) || s > 1 || o < 0 || o > 1 || s >= first) continue;
          first = s;
          to_ = exactly(editor, curve, other, t + s * step, step);
          met_ = editor.document().name(other);
        }
      }
    }
  }

  // Where it meets the curve itself, not as that is drawn: the distance to the nearest point of it changes
  // its side there; a few secant steps along the normal.
  static double exactly(const Editor& editor, const Curve& curve, CurveId id, double t, double step) {
    const Curve& other = *editor.world().find(id);
    const double tolerance = 1e-10 * editor.world().size();
    const auto side = [&](double at, double& out) {
      Point x, n;
      if (!beyond(curve, at, x)) return false;
      const auto near = nearest(other, x, tolerance);
      if (!near || !normal_at(other, near->t, n)) return false;
      out = n.dot(x - near->x);
      return true;
    };
    double a = t - 0.01 * step, b = t, at_a = 0, at_b = 0;
    for (int k = 0; k < 30; ++k) {
      if (!side(a, at_a) || !side(b, at_b) || at_a == at_b || std::abs(at_b) <= tolerance) break;
      const double next = b - at_b * (b - a) / (at_b - at_a);
      if (!std::isfinite(next) || std::abs(next - t) > std::abs(step)) break;
      a = b, b = next;
    }
    return b;
  }

  std::optional<CurveHit> hit_;
  std::optional<double> to_;
  std::string met_;
  std::vector<Point> ahead_;
};

}  // namespace

std::unique_ptr<Tool> make_trim_tool() { return std::make_unique<TrimTool>(); }
std::unique_ptr<Tool> make_extend_tool() { return std::make_unique<ExtendTool>(); }

}  // namespace limber
