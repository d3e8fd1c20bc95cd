#include "app/exchange/dxf_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/document/numbers.h"
#include "app/exchange/dxf_entities.h"
#include "app/exchange/dxf_file.h"
#include "app/exchange/import_writer.h"
#include "app/exchange/shape.h"
#include "app/exchange/simplest.h"
#include "app/exchange/svg_text.h"

namespace limber {

namespace {

constexpr double cap_height = 0.727;   // of Inter, in sizes of its letters: DXF means capitals
constexpr int by_block = 0, by_layer = 256, black_or_white = 7;
constexpr double widest = 1000;        // of a stroke, hundredths of a millimetre

// What is not drawn: the model's frame, and what only programs read.
bool is_silent(std::string_view kind) {
  return kind == "VIEWPORT" || kind == "ATTDEF" || kind == "ATTRIB" || kind == "ACAD_PROXY_ENTITY";
}

// "\U+00E9" and "%%d" as letters.
std::string plain_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 3) == "\\U+" && i + 7 <= text.size()) {
      const unsigned long code = std::strtoul(std::string(text.substr(i + 3, 4)).c_str(), nullptr, 16);
      if (code < 0x80) out += static_cast<char>(code);
      else if (code < 0x800)
        out += static_cast<char>(0xc0 | code >> 6), out += static_cast<char>(0x80 | (code & 0x3f));
      else
        out += static_cast<char>(0xe0 | code >> 12), out += static_cast<char>(0x80 | (code >> 6 & 0x3f)),
            out += static_cast<char>(0x80 | (code & 0x3f));
      i += 6;
    } else if (text.substr(i, 2) == "%%" && i + 2 < text.size()) {
      const char c = text[i + 2];
      out += c == 'd' || c == 'D' ? "°" : c == 'c' || c == 'C' ? "⌀" : c == 'p' || c == 'P' ? "±" : "";
      i += 2;
    } else if (text.substr(i, 2) == "\\P") {
      out += ' ', ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

class DxfImporter {
 public:
  DxfImporter(const DxfDrawing& drawing, const ImportOptions& options)
      : drawing_(drawing), options_(options) {}

  Imported run() {
    Eigen::Affine2d map = Eigen::Affine2d::Identity();
    map.scale(drawing_.mm_per_unit);
    for (const DxfEntity& entity : drawing_.entities) draw(entity, map, {}, 0);
    if (drawing_.left_out > 0)
      writer_.note({drawing_.left_out_line, 1},
                   fmt::format("more than {} entities: {} of them are left out",
                               import_limits::elements, drawing_.left_out));
    for (const auto& [layer, things] : layers_) writer_.put(things, writer_.layer(layer));
    return writer_.finish(options_);
  }

 private:
  // What an inserted block gives to those of its entities that ask for it.
  struct Around {
    std::string layer = "0";
    int colour = black_or_white;
  };

  void note(const DxfEntity& entity, std::string text) {
    writer_.note({entity.line, 1}, fmt::format("{}: {}", entity.kind.substr(0, 40), text));
  }

  std::string layer_of(const DxfEntity& entity, const Around& around) const {
    const std::string_view layer = entity.text(8, "0");
    return layer == "0" ? around.layer : plain_text(layer);
  }

  // Seen from below where the third axis points away; other ways to look at it are left out.
  bool lay_flat(const DxfEntity& entity, Eigen::Affine2d& map) {
    const double x = entity.number(210), y = entity.number(220), z = entity.number(230, 1);
    if (std::hypot(x, y) > 1e-6) return note(entity, "it does not lie in the plane of the drawing: left out"), false;
    const bool own_axes = entity.kind != "LINE" && entity.kind != "ELLIPSE" && entity.kind != "SPLINE" &&
                          entity.kind != "POINT";
    if (z < 0 && own_axes) map.scale(Point(-1, 1));
    return true;
  }

  void draw(const DxfEntity& entity, Eigen::Affine2d map, const Around& around, int depth) {
    if (++elements_ > import_limits::elements) {
      if (elements_ == import_limits::elements + 1)
        note(entity, fmt::format("more than {} entities: the rest is left out", import_limits::elements));
      return;
    }
    bytes_ += entity.bytes;
    if (bytes_ > import_limits::reading) {
      if (!told_bytes_) note(entity, "with all that is inserted again the file is too large: the rest is left out");
      told_bytes_ = true;
      return;
    }
    if (entity.whole(67) == 1 || is_silent(entity.kind)) return;  // of a sheet, not of the model
    const auto layer = drawing_.layers.find(entity.text(8, "0"));
    if (entity.whole(60) == 1 || (layer != drawing_.layers.end() && layer->second.hidden)) {
      note(entity, "it is not shown: left out");
      return;
    }
    if (!lay_flat(entity, map)) return;
    if (entity.kind == "INSERT") return draw_block(entity, map, around, depth);
    if (entity.kind == "TEXT" || entity.kind == "MTEXT") return draw_text(entity, map, around);
    if (entity.kind == "POINT") {
      const Point at = map * entity.place(10);
      edit::Draw point;
      point.type = "point";
      point.q = {{"p.x", at.x()}, {"p.y", at.y()}};
      return add(entity, around, point);
    }
    segments_ += count_of_segments(entity);
    if (segments_ > import_limits::segments) return note(entity, "too many segments: left out");
    const auto outlines = outlines_of(entity);
    if (!outlines) return note(entity, "this kind of entity is left out");
    if (outlines->empty()) return note(entity, "it has no extent, or numbers are missing: left out");
    if (is_approximated(entity)) note(entity, "a spline of this degree or with weights is nearly followed by cubics");
    const std::vector<Outline> on_paper = transformed(map, *outlines);
    const Box box = box_of(on_paper);
    if (!(box.min().minCoeff() > -largest_number && box.max().maxCoeff() < largest_number))
      return note(entity, "it is too far away: left out");
    for (const Outline& outline : on_paper) {
      const std::vector<SimplestCurve> curves = simplest_curves(outline);
      if (writer_.curves() + curves.size() > import_limits::curves) {
        if (!told_curves_) note(entity, fmt::format("more than {} curves: the rest is left out", import_limits::curves));
        told_curves_ = true;
        return;
      }
      if (!curves.empty() && curves.front().is_part)
        note(entity, fmt::format("a curve has at most {} pieces: it becomes several", longest_curve));
      for (const SimplestCurve& curve : curves) add(entity, around, curve.draw);
    }
  }

  void add(const DxfEntity& entity, const Around& around, const edit::Draw& draw) {
    const std::string name = writer_.draw(draw, name_of(entity));
    writer_.style(name, style_of(entity, around));
    put(name, layer_of(entity, around));
  }
  void put(const std::string& name, const std::string& layer) {
    if (layer != "0") layers_[layer].push_back(name);
  }

  // Our own files say the names of things.
  static std::string name_of(const DxfEntity& entity) {
    bool ours = false;
    for (const auto& [code, value] : entity.pairs) {
      if (code == 1001) ours = value == "LIMBER";
      if (code == 1000 && ours) return plain_text(value);
    }
    return "";
  }

  Style style_of(const DxfEntity& entity, const Around& around) const {
    Style style;
    int colour = entity.whole(62, by_layer);
    if (colour == by_layer) {
      const auto layer = drawing_.layers.find(entity.text(8, "0"));
      colour = layer == drawing_.layers.end() ? around.colour : layer->second.colour;
    }
    if (colour == by_block) colour = around.colour;
    if (!entity.text(420).empty())
      style.stroke = plain({-1, static_cast<std::uint32_t>(entity.whole(420)) & 0xffffffu, 1});
    else if (colour != black_or_white && colour > 0 && colour < 256)
      style.stroke = plain({-1, dxf_rgb(colour), 1});
    if (const double width = entity.number(370, -1); width > 0 && width < widest)
      style.width = width / 100, style.width_in_mm = true;
    return style;
  }

  void draw_text(const DxfEntity& entity, const Eigen::Affine2d& map, const Around& around) {
    std::string text;
    if (entity.kind == "MTEXT")  // longer ones in pieces before the last
      for (const auto& [code, value] : entity.pairs)
        if (code == 3) text += plain_text(value);
    text += plain_text(entity.text(1));
    const double scale = std::sqrt(std::abs(map.linear().determinant()));
    const double size = entity.number(40, 2.5) * scale / cap_height;
    if (text.empty() || !(size > 1e-3 && size < 1e4)) return note(entity, "an empty text, or one too small or large: left out");
    if (std::abs(entity.number(50)) > 1e-6) note(entity, "a turned text stands upright here");
    if (text.find('\\') != text.npos || text.find('{') != text.npos) note(entity, "the marks inside of a text are not understood");
    const int aligned = entity.kind == "TEXT" ? entity.whole(72) : 0;
    const Anchor anchor = aligned == 1 || aligned == 4 ? Anchor::middle : aligned == 2 ? Anchor::end : Anchor::start;
    const Point at = map * entity.place(aligned != 0 && !entity.text(11).empty() ? 11 : 10);
    edit::TextEdit edit;
    edit.text = text, edit.size = size;
    if (!writer_.has_room_for(edit)) return note(entity, "the letters of all texts are too many: left out");
    edit.at = SvgTexts::middle_of(text, size, anchor, at);
    const std::string name = writer_.text(edit, name_of(entity));
    writer_.style(name, style_of(entity, around));
    put(name, layer_of(entity, around));
  }

  void draw_block(const DxfEntity& entity, Eigen::Affine2d map, const Around& around, int depth) {
    const auto block = drawing_.blocks.find(entity.text(2));
    if (block == drawing_.blocks.end()) return note(entity, "its block is not in the file: left out");
    if (depth >= import_limits::reuse)
      return note(entity, fmt::format("blocks are inserted in others more than {} deep: left out", import_limits::reuse));
    const Point scale(entity.number(41, 1), entity.number(42, 1));
    if (scale.x() == 0 || scale.y() == 0) return;
    map.translate(entity.place(10)).rotate(entity.number(50) * M_PI / 180);
    Around inside{layer_of(entity, around), entity.whole(62, by_layer)};
    if (inside.colour == by_layer || inside.colour == by_block) inside.colour = around.colour;
    // In columns and rows, whose distances the scale of the block does not change.
    const int columns = std::max(entity.whole(70, 1), 1), rows = std::max(entity.whole(71, 1), 1);
    const Point step(entity.number(44), entity.number(45));
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        if (elements_ > import_limits::elements || told_bytes_ || block->second.entities.empty()) return;
        Eigen::Affine2d one_map = map;
        one_map.translate(Point(step.x() * column, step.y() * row)).scale(scale).translate(Point(-block->second.base));
        for (const DxfEntity& one : block->second.entities) draw(one, one_map, inside, depth + 1);
      }
  }

  const DxfDrawing& drawing_;
  const ImportOptions& options_;
  ImportWriter writer_;
  std::map<std::string, Strings> layers_;
  int elements_ = 0;
  std::size_t segments_ = 0, bytes_ = 0;
  bool told_curves_ = false, told_bytes_ = false;
};

}  // namespace

bool looks_like_dxf(std::string_view bytes) {
  if (bytes.starts_with("AutoCAD Binary DXF")) return true;
  const std::string_view head = bytes.substr(0, 4096);
  const std::size_t section = head.find("SECTION");
  return section != head.npos && head.find_first_not_of(" \t\r\n") != head.npos &&
         (head[head.find_first_not_of(" \t\r\n")] == '0' || head.substr(head.find_first_not_of(" \t\r\n"), 3) == "999");
}

Result<Imported> import_dxf(std::string_view bytes, const ImportOptions& options) {
  const Result<DxfDrawing> drawing = read_dxf(bytes);
  if (!drawing) return drawing.error();
  return DxfImporter(*drawing, options).run();
}

}  // namespace limber
