#include "app/tools/handle_gesture.h"

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"

namespace limber {

namespace {

constexpr int most_handles_shown = 60;  // nodes: of a longer curve only those about the chosen node
constexpr double least_stem = 7;        // window points: a shorter handle lies under its node
constexpr float node_size = 3.5f, tip_size = 3.5f;

int chosen_node(const Editor& editor, CurveId id) {
  for (const PickedPlace& place : editor.selection().places())
    if (const auto* point = place.special ? std::get_if<PointAt>(&place.special->what) : nullptr;
        point && place.curve == id)
      return static_cast<int>(std::lround(point->t));
  return -1;
}

// visit(node, handles) for those that are shown.
template <class Visit>
void each_handle(const Editor& editor, CurveId id, Visit visit) {
  const Curve& curve = *editor.world().find(id);
  if (!has_handles(*curve.type)) return;
  const int nodes = node_count(curve), chosen = chosen_node(editor, id);
  for (int k = 0; k < nodes; ++k) {
    if (nodes > most_handles_shown && std::abs(k - chosen) > 1) continue;
    Handles handles = *handles_of(curve, k);
    if (!curve.type->closed && k == 0) handles.behind.setZero();  // they bend nothing
    if (!curve.type->closed && k == nodes - 1) handles.ahead.setZero();
    visit(k, handles);
  }
}

}  // namespace

CurveId curve_with_nodes(const Editor& editor) {
  const std::set<CurveId> curves = editor.selection().curves();
  if (curves.size() != 1) return {};
  const Curve* curve = editor.world().find(*curves.begin());
  return curve && has_nodes(*curve->type) ? *curves.begin() : CurveId();
}

std::optional<HandleGrip> handle_at(const Editor& editor, const Point& window) {
  const CurveId id = curve_with_nodes(editor);
  if (!id || is_protected(editor.document(), id)) return std::nullopt;
  std::optional<HandleGrip> found;
  double best = reach;
  each_handle(editor, id, [&](int node, const Handles& handles) {
    for (const bool ahead : {true, false}) {
      const Point& vector = ahead ? handles.ahead : handles.behind;
      const Point tip = editor.camera().to_window(handles.at + vector);
      const double stem = editor.camera().scale() * vector.norm();
      const double distance = (tip - window).norm();
      if (stem < least_stem || distance >= std::min(best, 0.7 * stem)) continue;
      best = distance;
      found = HandleGrip{id, node, ahead};
    }
  });
  return found;
}

void draw_nodes(SkCanvas& canvas, const Editor& editor, const std::optional<HandleGrip>& held) {
  const CurveId id = curve_with_nodes(editor);
  if (!id) return;
  const Theme& theme = editor.theme();
  const auto window = [&](const Point& p) { return to_skia(editor.camera().to_window(p)); };
  SkPaint inside;
  inside.setAntiAlias(true);
  const auto tip = [&](SkPoint from, SkPoint at, bool taken) {
    canvas.drawLine(from, at, stroke(SkColorSetA(theme.accent, 170), 1));
    inside.setColor(taken ? theme.accent : theme.paper);
    canvas.drawCircle(at, taken ? tip_size + 1.5f : tip_size, inside);
    canvas.drawCircle(at, taken ? tip_size + 1.5f : tip_size, stroke(theme.accent, 1.5f));
  };
  each_handle(editor, id, [&](int node, const Handles& handles) {
    for (const bool ahead : {true, false}) {
      const Point& vector = ahead ? handles.ahead : handles.behind;
      if (editor.camera().scale() * vector.norm() < least_stem) continue;
      tip(window(handles.at), window(handles.at + vector), held == HandleGrip{id, node, ahead});
    }
  });
  // A smooth joint is round, a corner pointed.
  const Curve& curve = *editor.world().find(id);
  const int nodes = node_count(curve);
  for (int k = 0; k < nodes; ++k) {
    Point at;
    const std::optional<Handles> handles = handles_of(curve, k);
    if (!handles && !point_at(curve, std::min<double>(k, t_end(curve)), at)) continue;
    const SkPoint p = window(handles ? handles->at : at);
    const bool corner = curve.type->corner_at_joints && !(handles && handles->smooth);
    SkPath shape;
    if (corner)
      shape.addRect(SkRect::MakeLTRB(p.x() - node_size, p.y() - node_size, p.x() + node_size,
                                     p.y() + node_size));
    else
      shape.addCircle(p.x(), p.y(), node_size + 0.5f);
    inside.setColor(theme.paper);
    canvas.drawPath(shape, inside);
    canvas.drawPath(shape, stroke(theme.accent, 1.5f));
  }
}

void HandleGesture::begin(Editor& editor, const HandleGrip& grip, const Point& pressed) {
  *this = {};
  const Curve* curve = editor.world().find(grip.curve);
  const std::optional<Handles> handles = curve ? handles_of(*curve, grip.node) : std::nullopt;
  if (!handles) return;
  active_ = true;
  grip_ = grip;
  before_ = *handles;
  symmetric_ = handles->symmetric();
  path_.begin(pressed);
}

void HandleGesture::move(Editor& editor, const PointerEvent& event) {
  breaks_ = event.modifiers.alt;
  path_.move(editor, event);
  update(editor);
}

bool HandleGesture::key(Editor& editor, const KeyEvent& event) {
  if (event.down && event.key == key_enter) {
    finish();
    return true;
  }
  if (!path_.key(editor, event)) return false;
  update(editor);
  return true;
}

bool HandleGesture::cancel(Editor& editor) {
  if (!std::exchange(active_, false)) return false;
  if (std::exchange(done_, false)) editor.undo();
  return true;
}

void HandleGesture::update(Editor& editor) {
  const Curve* curve = editor.document().world->find(grip_.curve);
  if (!active_ || !curve) return;
  Handles now = before_;
  Point& mine = grip_.ahead ? now.ahead : now.behind;
  Point& other = grip_.ahead ? now.behind : now.ahead;
  mine += path_.way();
  const bool smooth = now.smooth && !breaks_;
  if (smooth && mine.norm() > 0)
    other = -(symmetric_ ? mine.norm() : other.norm()) / mine.norm() * mine;
  const std::string name = editor.document().name(grip_.curve);
  std::vector<Edit> edits;
  if (before_.smooth != smooth)
    edits.push_back({edit::Joint{name, "corner", static_cast<double>(grip_.node + 1)}});
  const auto set = [&](int index, const Point& value) {
    for (int axis = 0; axis < 2; ++axis)
      edits.push_back({edit::Set{name + "." + std::to_string(index + axis), value[axis]}});
  };
  set(ahead_index(*curve->type, grip_.node), now.ahead);
  set(behind_index(*curve->type, grip_.node), now.behind);
  if (editor.perform_while(!done_, "Move handle", edits)) done_ = true;
}

void HandleGesture::draw_hint(SkCanvas& canvas, const Editor& editor) const {
  if (!active_ || !path_.special()) return;
  const SkPoint at = to_skia(editor.pointer());
  draw_label(canvas, path_.words(), {at.x() + 18, at.y() + 30}, editor.theme());
}

std::string HandleGesture::status() const {
  return std::string("Moving a handle") + (before_.smooth ? " · Alt: break the joint" : "") +
         " · X, Y or Shift: along an axis · type numbers · Esc: as it was";
}

}  // namespace limber
