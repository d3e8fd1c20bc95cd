#include "app/exchange/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/drawing/draw_picture.h"
#include "app/drawing/style_paint.h"
#include "app/edits/base64.h"
#include "app/exchange/embedded.h"
#include "app/exchange/outlines.h"
#include "app/exchange/svg_canvas.h"
#include "app/exchange/svg_path.h"
#include "app/exchange/svg_style.h"
#include "app/exchange/xml.h"
#include "app/files/document_file.h"

namespace limber {

namespace {

constexpr std::string_view heading =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"";
constexpr double smallest_curve = 0.5;  // points: what is smaller is a dot, as in the window
constexpr double dot_radius = 1.5;      // points, and half the stroke

// Names as ids: letters, digits, - _ . and none twice.
class Ids {
 public:
  std::string make(std::string_view name) {
    std::string id;
    for (const char c : name) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      const bool later = (c >= '0' && c <= '9') || c == '-' || c == '.';
      if (id.empty() && later) id += '_';
      id += letter || later ? c : '_';
    }
    if (id.empty()) id = "_";
    std::string unique = id;
    for (int k = 2; !used_.insert(unique).second; ++k) unique = fmt::format("{}-{}", id, k);
    return unique;
  }

 private:
  std::set<std::string> used_;
};

std::string_view media_type(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) return "image/webp";
  return {};
}

class SvgWriter {
 public:
  SvgWriter(const Document& document, const ExportOptions& options)
      : document_(document),
        options_(options),
        sheet_(document, options),
        tolerance_(options.tolerance / sheet_.mm_per_unit()),
        decimals_(decimals_for(tolerance_)) {
    ids_.make("paper"), ids_.make("marks");  // names of our own
  }

  SvgParts write(Exported& made) {
    for (const SceneItem& item : sheet_.items())
      if (!item.outlines.empty())
        write_area(item);
      else if (item.id.kind == ThingKind::trace || item.id.kind == ThingKind::plot ||
               item.id.kind == ThingKind::dimension)
        write_drawn(item);
      else if (item.mark < 0)
        write_thing(item);
    leave_groups(0);
    write_marks();
    made_.width = sheet_.size_in_mm().x(), made_.height = sheet_.size_in_mm().y();
    made_.error *= sheet_.mm_per_unit();
    made = std::move(made_);
    return {opening_tag(), std::move(definitions_), background(), std::move(body_)};
  }

 private:
  std::string number(double value) const { return fixed_number(value, decimals_); }

  std::string opening_tag() const {
    const Box paper = sheet_.paper();
    const auto [width, height] = std::pair(paper.sizes().x(), paper.sizes().y());
    return fmt::format("{} width=\"{}mm\" height=\"{}mm\" viewBox=\"{} {} {} {}\">\n", heading,
                       fixed_number(sheet_.size_in_mm().x(), 6),
                       fixed_number(sheet_.size_in_mm().y(), 6), fixed_number(paper.min().x(), 9),
                       fixed_number(-paper.max().y(), 9), fixed_number(width, 9),
                       fixed_number(height, 9));
  }

  // Points of the view, y down, into the units of the file.
  std::string from_points() const {
    const double unit = 1 / sheet_.camera().scale();
    return fmt::format(" transform=\"translate({} {}) scale({})\"",
                       fixed_number(sheet_.paper().min().x(), 9),
                       fixed_number(-sheet_.paper().max().y(), 9), exact_number(unit));
  }
  std::string drawn_in_points(const std::function<void(SkCanvas&)>& draw) const {
    const Point size = sheet_.size_in_points().array().ceil().min(1e6);
    return svg_of(static_cast<int>(size.x()), static_cast<int>(size.y()), draw);
  }

  std::string background() const {
    const std::string drawn = drawn_in_points(
        [&](SkCanvas& canvas) { draw_paper(canvas, sheet_.scene(), sheet_.camera()); });
    if (drawn.empty()) return "";
    return fmt::format("<g id=\"paper\"{}>\n{}</g>\n", from_points(), drawn);
  }

  // ---- layers and groups

  // From the outermost: the layer, then groups in groups.
  std::vector<ThingId> groups_around(ThingId id) const {
    std::vector<ThingId> around;
    for (GroupId group = document_.of(id).group; group; group = document_.of(group).group) {
      if (std::find(around.begin(), around.end(), ThingId(group)) != around.end()) break;
      around.push_back(group);
    }
    if (document_.of(id).layer) around.push_back(document_.of(id).layer);
    std::reverse(around.begin(), around.end());
    return around;
  }

  void leave_groups(std::size_t until) {
    for (; open_.size() > until; open_.pop_back()) body_ += "</g>\n";
  }

  // A group whose things do not lie one upon the other is opened again, with a number.
  void enter_groups(ThingId id) {
    const std::vector<ThingId> around = groups_around(id);
    const auto differs =
        std::mismatch(open_.begin(), open_.end(), around.begin(), around.end()).second;
    leave_groups(static_cast<std::size_t>(differs - around.begin()));
    for (std::size_t k = open_.size(); k < around.size(); ++k) {
      const std::string& name = document_.name(around[k]);
      const bool layer = around[k].kind == ThingKind::layer;
      body_ += fmt::format("<g id=\"{}\"{} inkscape:label=\"{}\"{}>\n", ids_.make(name),
                           layer ? " inkscape:groupmode=\"layer\"" : "", xml_attribute(name),
                           opacity_of(around[k], document_.styled(around[k])));
      open_.push_back(around[k]);
    }
  }

  // The opacity of a style stands where the style is.
  static std::string opacity_of(ThingId id, const Document::Styled& styled) {
    const bool its = styled.style && styled.by == id && styled.style->opacity < 1;
    return its ? opacity_attribute(styled.style->opacity) : "";
  }
  static std::string opacity_of(const SceneItem& item) {
    const bool its = !item.fades.empty() && item.fades.back().of == item.id;
    return its ? opacity_attribute(item.fades.back().opacity) : "";
  }

  // ' id="side_3" inkscape:label="side 3"'
  std::string naming(const std::string& name, const std::string& id) const {
    std::string out = " id=\"" + id + "\"";
    if (id != name) out += " inkscape:label=\"" + xml_attribute(name) + "\"";
    return out;
  }

  // ---- things

  void write_thing(const SceneItem& item) {
    const ThingId id = item.id;
    enter_groups(id);
    const std::string& name = document_.name(id);
    const std::string called = ids_.make(name);
    const std::string opacity = opacity_of(item);
    if (const Curve* curve = document_.world->find(id.as<Body>()))
      return write_curve(id, *curve, name, called, opacity);
    if (!opacity.empty()) body_ += "<g" + opacity + ">\n";
    if (const Text* text = document_.texts->find(id.as<Text>()))
      write_text(id.as<Text>(), *text, name, called);
    if (const Picture* picture = document_.pictures->find(id.as<Picture>()))
      write_picture(id.as<Picture>(), *picture, name, called);
    if (!opacity.empty()) body_ += "</g>\n";
  }

  // The fill of a group, over all its outlines.
  void write_area(const SceneItem& area) {
    enter_groups(area.outlines.front());
    const std::string name = document_.name(area.id) + "-fill";
    const std::string called = ids_.make(name);
    Box box;
    std::vector<Outline> outlines;
    for (const CurveId id : area.outlines) {
      const TrueOutlines made = true_outlines(*document_.world->find(id), tolerance_, decimals_);
      made_.error = std::max(made_.error, made.error);
      outlines.insert(outlines.end(), made.outlines.begin(), made.outlines.end());
      box.extend(sheet_.scene().drawn->find(id)->box);
    }
    body_ += fmt::format("<{}{}{}/>\n", svg_shape(outlines, decimals_, false), naming(name, called),
                         fill_of(document_.style(area.id), called, box));
  }

  // The fill of a style, without its stroke.
  std::string fill_of(Style style, const std::string& called, const Box& box) {
    style.stroke = {};
    const SvgStyle look = svg_style(style, *sheet_.scene().theme, called, box, 0, decimals_);
    definitions_ += look.definitions;
    return look.attributes;
  }

  std::string rectangle(const Box& box) const {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.min().x()),
                       number(-box.max().y()), number(box.sizes().x()), number(box.sizes().y()));
  }

  // Its fill behind it, its stroke as a frame; null: nobody said how it looks.
  void write_behind(const Style* style, const Box& box, const std::string& called) {
    if (style && style->fill.kind != Paint::Kind::none)
      body_ += rectangle(box) + fill_of(*style, called + "-behind", box) + "/>\n";
  }
  void write_frame(const Style* style, const Box& box, const std::string& called) {
    if (!style || style->stroke.kind == Paint::Kind::none) return;
    Style frame = *style;
    frame.fill = {};
    const double width =
        static_cast<double>(stroke_width_of(frame, sheet_.camera())) / sheet_.camera().scale();
    const SvgStyle look =
        svg_style(frame, *sheet_.scene().theme, called + "-frame", box, width, decimals_);
    definitions_ += look.definitions;
    body_ += rectangle(box) + look.attributes + "/>\n";
  }

  void write_text(TextId whose, const Text& text, const std::string& name, const std::string& id) {
    const Style* style = document_.styled(whose).style;
    write_behind(style, extent_of(text), id);
    Style letters;
    letters.fill = style ? style->stroke : Paint{};
    const std::string colour = style ? fill_of(letters, id, extent_of(text))
                                     : svg_colour("fill", sheet_.scene().theme->hint_text);
    body_ += fmt::format(
        "<text{} x=\"{}\" y=\"{}\" font-family=\"Inter, Helvetica, Arial, sans-serif\" "
        "font-size=\"{}\" text-anchor=\"middle\" font-kerning=\"none\" "
        "xml:space=\"preserve\"{}>{}</text>\n",
        naming(name, id), number(text.at.x()), number(-text.at.y()), number(text.size), colour,
        xml_text(text.text));
  }

  void write_picture(PictureId whose, const Picture& picture, const std::string& name,
                     const std::string& id) {
    std::string bytes;
    if (picture.bytes) {
      bytes = *picture.bytes;
    } else {
      Result<std::string> read = Error{"its file cannot be read here", 0, 0, 1, {}, {}};
      if (options_.linked) read = options_.linked(picture.file);
      if (!read) {
        made_.notes.push_back(fmt::format("picture {}: {}", name, read.error().message));
        return;
      }
      bytes = std::move(*read);
    }
    const std::string_view type = media_type(bytes);
    if (type.empty()) {
      made_.notes.push_back(fmt::format("picture {}: not a PNG, JPEG or WebP picture", name));
      return;
    }
    const Box box = extent_of(picture);
    const Style* style = document_.styled(whose).style;
    write_behind(style, box, id);
    body_ += fmt::format(
        "<image{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\"",
        naming(name, id), number(box.min().x()), number(-box.max().y()), number(box.sizes().x()),
        number(box.sizes().y()));
    if (picture.opacity != 1)
      body_ += fmt::format(" opacity=\"{}\"", fixed_number(picture.opacity, 4));
    body_ += fmt::format(" xlink:href=\"data:{};base64,{}\"/>\n", type, to_base64(bytes));
    write_frame(style, box, id);
  }

  void write_curve(ThingId id, const Curve& curve, const std::string& name,
                   const std::string& called, const std::string& opacity) {
    const DrawnCurve& drawn = *sheet_.scene().drawn->find(id.as<Body>());
    Style style = document_.style(id);
    if (!fills_itself(document_, id.as<Body>())) style.fill = {};
    const double unit = 1 / sheet_.camera().scale();
    const double width = static_cast<double>(stroke_width_of(style, sheet_.camera())) * unit;
    ++made_.curves;
    if (drawn.box.sizes().maxCoeff() < smallest_curve * unit)
      return write_dot(style, drawn.box.center(), width, naming(name, called) + opacity);
    const TrueOutlines made = true_outlines(curve, tolerance_, decimals_);
    made_.error = std::max(made_.error, made.error);
    count(made.outlines, made_);
    const SvgStyle look =
        svg_style(style, *sheet_.scene().theme, called, drawn.box, width, decimals_);
    definitions_ += look.definitions;
    const std::string arrows = drawn_in_points([&](SkCanvas& canvas) {
      if (style.stroke.kind == Paint::Kind::none) return;
      SkPaint head;
      head.setAntiAlias(true);
      head.setColor(line_colour(style, *sheet_.scene().theme));
      draw_arrowheads(canvas, drawn, style, sheet_.camera(), head);
    });
    const std::string whole = naming(name, called) + opacity;
    if (!arrows.empty()) body_ += fmt::format("<g{}>\n", whole);
    body_ += fmt::format("<{}{}{}/>\n", svg_shape(made.outlines, decimals_, !style.dash.empty()),
                         arrows.empty() ? whole : "", look.attributes);
    if (!arrows.empty()) body_ += fmt::format("<g{}>\n{}</g>\n</g>\n", from_points(), arrows);
  }

  void write_dot(const Style& style, const Point& at, double width, const std::string& names) {
    if (style.stroke.kind == Paint::Kind::none) return;
    const Colour colour = style.stroke.kind == Paint::Kind::plain ? style.stroke.colour
                                                                  : style.stroke.stops[0].colour;
    body_ += fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", names, number(at.x()),
                         number(-at.y()), number(dot_radius / sheet_.camera().scale() + width / 2),
                         svg_colour("fill", colour_of(colour, *sheet_.scene().theme)));
  }

  // As it is drawn in the window; what is drawn as one, and lets through, stands in attributes here.
  void write_drawn(const SceneItem& item) {
    SceneItem opaque = item;
    opaque.fades.clear();
    const std::string drawn = drawn_in_points([&](SkCanvas& canvas) {
      ScenePainter(canvas, sheet_.scene(), sheet_.camera()).draw(opaque);
    });
    if (drawn.empty()) return;
    enter_groups(item.id);
    const std::string& name = document_.name(item.id);
    body_ += fmt::format("<g{}{}{}>\n{}</g>\n", naming(name, ids_.make(name)), opacity_of(item),
                         from_points(), drawn);
  }

  void write_marks() {
    const std::string drawn = drawn_in_points([&](SkCanvas& canvas) {
      ScenePainter painter(canvas, sheet_.scene(), sheet_.camera());
      for (const SceneItem& item : sheet_.items())
        if (item.mark >= 0) painter.draw(item);
    });
    if (!drawn.empty()) body_ += fmt::format("<g id=\"marks\"{}>\n{}</g>\n", from_points(), drawn);
  }

  const Document& document_;
  const ExportOptions& options_;
  Sheet sheet_;
  double tolerance_;  // drawing units
  int decimals_;
  Ids ids_;
  std::vector<ThingId> open_;  // layers and groups, from the outermost
  std::string definitions_, body_;
  Exported made_;
};

}  // namespace

SvgParts svg_parts(const Document& document, const ExportOptions& options, Exported& made) {
  return SvgWriter(document, options).write(made);
}

// A part of a drawing is not the drawing: then it is not put inside.
Result<Exported> export_svg(const Document& document, const ExportOptions& options) {
  Exported made;
  SvgParts parts = svg_parts(document, options, made);
  made.bytes = std::move(parts.opening);
  if (!parts.definitions.empty()) made.bytes += "<defs>\n" + parts.definitions + "</defs>\n";
  made.bytes += parts.background + parts.body + "</svg>\n";
  if (!options.reopens || options.only) return made;
  const Result<std::string> text = to_json(document, options.view);
  if (!text) return text.error();
  made.bytes = with_drawing(made.bytes, *text);
  return made;
}

}  // namespace limber
