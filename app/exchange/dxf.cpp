#include "app/exchange/dxf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/drawing/style_paint.h"
#include "app/exchange/dxf_file.h"
#include "app/exchange/outlines.h"

namespace limber {

namespace {

constexpr double degrees = 180 / M_PI;
constexpr double cap_height = 0.727;    // of Inter, in sizes of its letters: DXF means capitals
constexpr double same_radius = 1e-12;   // relative
constexpr double smallest_curve = 0.5;  // points: what is smaller is a point, as in the window

bool is_circular(const Piece& piece) {
  const ArcPiece* arc = std::get_if<ArcPiece>(&piece);
  return arc && std::abs(arc->a - arc->b) <= same_radius * arc->a;
}
bool is_whole(const ArcPiece& arc) { return std::abs(arc.sweep) == 2 * M_PI; }

class DxfWriter {
 public:
  DxfWriter(const Document& document, const ExportOptions& options)
      : document_(document),
        sheet_(document, options),
        scale_(sheet_.mm_per_unit()),
        tolerance_(options.tolerance / scale_),
        decimals_(decimals_for(tolerance_)) {}

  Exported write() {
    for (const SceneItem& item : sheet_.items())
      if (item.mark < 0) write_thing(item.id);
    if (fills_ > 0) made_.notes.push_back(fmt::format("DXF holds no fills: {} left out", fills_));
    const Box paper = sheet_.paper();
    content_.paper = Box(mm(paper.min()), mm(paper.max()));
    content_.entities = out_.bytes();
    for (auto& [name, members] : groups_) content_.groups.push_back({name, std::move(members)});
    made_.width = sheet_.size_in_mm().x(), made_.height = sheet_.size_in_mm().y();
    made_.error *= scale_;
    made_.bytes = dxf_file(content_);
    return std::move(made_);
  }

 private:
  Point mm(const Point& p) const { return p * scale_; }

  // ---- what every entity begins and ends with

  void begin(const char* kind, const char* subclass) {
    out_.text(0, kind);
    out_.handle(5, content_.next_handle);
    out_.handle(330, dxf_model_space);
    out_.text(100, "AcDbEntity");
    out_.text(8, layer_);
    out_.whole(62, colour_);
    if (!dash_.empty()) out_.text(6, dash_);
    if (width_ >= 0) out_.whole(370, width_);
    out_.text(100, subclass);
    if (!group_.empty()) groups_[group_].push_back(content_.next_handle);
    ++content_.next_handle;
  }
  void end() {
    out_.text(1001, "LIMBER");
    out_.text(1000, dxf_text(name_));
  }

  // ---- things

  void write_thing(ThingId id) {
    name_ = document_.name(id);
    layer_ = layer_of(id);
    const GroupId group = document_.of(id).group;
    group_ = group ? dxf_name(document_.name(group)) : "";
    dash_.clear();
    width_ = -1;
    if (const Text* text = document_.texts->find(id.as<Text>())) return write_text(*text);
    if (document_.pictures->find(id.as<Picture>()))
      made_.notes.push_back(fmt::format("picture {}: DXF holds no pictures", name_));
    if (document_.plots->find(id.as<Plot>()))
      made_.notes.push_back(fmt::format("plot {}: DXF holds no plots", name_));
    if (document_.traces->find(id.as<Trace>()))
      made_.notes.push_back(fmt::format("trace {}: DXF holds what is drawn, not what moved", name_));
    if (const Curve* curve = document_.world->find(id.as<Body>())) write_curve(id, *curve);
  }

  std::string layer_of(ThingId id) {
    const LayerId layer = document_.of(id).layer;
    if (!layer) return "0";
    const std::string name = dxf_name(document_.name(layer));
    const bool known = std::any_of(content_.layers.begin(), content_.layers.end(),
                                   [&](const DxfLayer& one) { return one.name == name; });
    if (!known) content_.layers.push_back({name, 7});
    return name;
  }

  void write_text(const Text& text) {
    colour_ = dxf_colour(sheet_.scene().theme->hint_text);
    begin("TEXT", "AcDbText");
    out_.place(10, mm(text.at));
    out_.number(40, cap_height * text.size * scale_);
    out_.text(1, dxf_text(text.text));
    out_.whole(72, 1);  // its middle is at
    out_.place(11, mm(text.at));
    out_.text(100, "AcDbText");
    end();
  }

  void write_curve(ThingId id, const Curve& curve) {
    const DrawnCurve& drawn = *sheet_.scene().drawn->find(id.as<Body>());
    use(document_.style(id));
    ++made_.curves;
    if (drawn.box.sizes().maxCoeff() * sheet_.camera().scale() < smallest_curve) {
      begin("POINT", "AcDbPoint");
      out_.place(10, mm(drawn.box.center()));
      return end();
    }
    const TrueOutlines made = true_outlines(curve, tolerance_, decimals_);
    made_.error = std::max(made_.error, made.error);
    count(made.outlines, made_);
    for (const Outline& outline : made.outlines) write_outline(outline);
  }

  void use(const Style& style) {
    if (style.fill.kind != Paint::Kind::none) ++fills_;
    const Paint& paint = style.stroke.kind == Paint::Kind::none ? style.fill : style.stroke;
    const Colour colour = paint.stops.empty() ? paint.colour : paint.stops.front().colour;
    colour_ = dxf_colour(colour_of(colour, *sheet_.scene().theme));
    const double width = static_cast<double>(stroke_width_of(style, sheet_.camera())) /
                         sheet_.camera().scale() * scale_;
    width_ = dxf_width(width);
    if (style.dash.empty()) return;
    DxfDash dash{"", {}};
    for (const double length : style.dash) dash.lengths.push_back(length * width);
    if (dash.lengths.size() % 2)
      for (std::size_t i = 0, count = dash.lengths.size(); i < count; ++i)
        dash.lengths.push_back(dash.lengths[i]);
    for (const DxfDash& known : content_.dashes)
      if (known.lengths == dash.lengths) dash_ = known.name;
    if (!dash_.empty()) return;
    dash.name = dash_ = fmt::format("DASH{}", content_.dashes.size() + 1);
    content_.dashes.push_back(dash);
  }

  // ---- outlines

  // Lines and circular arcs are one chain; cubics in a row are one spline.
  void write_outline(const Outline& outline) {
    const std::vector<Piece>& pieces = outline.pieces;
    const bool chain =
        pieces.size() > 1 && std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) {
          return std::holds_alternative<LinePiece>(p) || is_circular(p);
        });
    if (chain) return write_chain(outline);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (const LinePiece* line = std::get_if<LinePiece>(&pieces[i])) write_line(*line);
      if (const ArcPiece* arc = std::get_if<ArcPiece>(&pieces[i])) write_arc(*arc);
      if (!std::holds_alternative<CubicPiece>(pieces[i])) continue;
      std::size_t last = i;
      while (last + 1 < pieces.size() && std::holds_alternative<CubicPiece>(pieces[last + 1]))
        ++last;
      write_spline(pieces, i, last, outline.closed && i == 0 && last + 1 == pieces.size());
      i = last;
    }
  }

  void write_line(const LinePiece& line) {
    begin("LINE", "AcDbLine");
    out_.place(10, mm(line.from));
    out_.place(11, mm(line.to));
    end();
  }

  void write_arc(const ArcPiece& arc) {
    if (!is_circular(arc)) return write_ellipse(arc);
    const double from = arc.sweep > 0 ? arc.from : arc.from + arc.sweep;
    begin(is_whole(arc) ? "CIRCLE" : "ARC", "AcDbCircle");
    out_.place(10, mm(arc.center));
    out_.number(40, arc.a * scale_);
    if (!is_whole(arc)) {
      const auto angle = [&](double u) {
        const double turned = std::fmod((u + arc.turn) * degrees, 360.0);
        return turned < 0 ? turned + 360 : turned;
      };
      out_.text(100, "AcDbArc");
      out_.number(50, angle(from));
      out_.number(51, angle(from + std::abs(arc.sweep)));
    }
    end();
  }

  // The axis it is told by is the longer one.
  void write_ellipse(const ArcPiece& arc) {
    const bool swapped = arc.b > arc.a;
    const double major = std::max(arc.a, arc.b), minor = std::min(arc.a, arc.b);
    const double turn = arc.turn + (swapped ? M_PI / 2 : 0);
    double from = (arc.sweep > 0 ? arc.from : arc.from + arc.sweep) - (swapped ? M_PI / 2 : 0);
    from = std::fmod(from, 2 * M_PI);
    if (from < 0) from += 2 * M_PI;
    if (is_whole(arc)) from = 0;
    begin("ELLIPSE", "AcDbEllipse");
    out_.place(10, mm(arc.center));
    out_.place(11, Point(std::cos(turn), std::sin(turn)) * major * scale_);
    out_.number(40, minor / major);
    out_.number(41, from);
    out_.number(42, from + std::abs(arc.sweep));
    end();
  }

  void write_chain(const Outline& outline) {
    const std::vector<Piece>& pieces = outline.pieces;
    begin("LWPOLYLINE", "AcDbPolyline");
    out_.whole(90, static_cast<int>(pieces.size()) + (outline.closed ? 0 : 1));
    out_.whole(70, outline.closed ? 1 : 0);
    const auto vertex = [&](const Point& p) {
      out_.number(10, mm(p).x());
      out_.number(20, mm(p).y());
    };
    for (const Piece& piece : pieces) {
      vertex(begin_of(piece));
      if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece))
        out_.number(42, std::tan(arc->sweep / 4));  // what DXF calls the bulge
    }
    if (!outline.closed) vertex(end_of(pieces.back()));
    end();
  }

  // Beziers end to end are a spline whose inner knots count three times.
  void write_spline(const std::vector<Piece>& pieces, std::size_t first, std::size_t last,
                    bool closed) {
    const int beziers = static_cast<int>(last - first) + 1;
    begin("SPLINE", "AcDbSpline");
    out_.number(210, 0), out_.number(220, 0), out_.number(230, 1);
    out_.whole(70, 8 + (closed ? 1 : 0));
    out_.whole(71, 3);
    out_.whole(72, 3 * beziers + 5);
    out_.whole(73, 3 * beziers + 1);
    out_.whole(74, 0);
    out_.number(42, 1e-9), out_.number(43, 1e-10);
    for (int k = 0; k <= beziers; ++k)
      for (int times = k == 0 || k == beziers ? 4 : 3; times > 0; --times) out_.number(40, k);
    for (std::size_t i = first; i <= last; ++i) {
      const CubicPiece& cubic = std::get<CubicPiece>(pieces[i]);
      for (int k = i == first ? 0 : 1; k < 4; ++k) out_.place(10, mm(cubic.p[k]));
    }
    end();
  }

  const Document& document_;
  Sheet sheet_;
  double scale_;  // mm per unit
  double tolerance_;
  int decimals_;
  DxfPairs out_;
  DxfContent content_;
  std::map<std::string, std::vector<int>> groups_;
  std::string name_, layer_, group_, dash_;  // of the thing at hand
  int colour_ = 7, width_ = -1, fills_ = 0;
  Exported made_;
};

}  // namespace

Result<Exported> export_dxf(const Document& document, const ExportOptions& options) {
  return DxfWriter(document, options).write();
}

}  // namespace limber
