#include "app/exchange/dxf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "app/exchange/xml.h"

namespace limber {

namespace {

constexpr int decimals = 12;
constexpr int black_or_white = 7;
constexpr int widths[] = {0,  5,  9,  13, 15, 18,  20,  25,  30,  35,  40,  50,
                          53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211};

// Handles of what is in every file.
enum Handle : int {
  vports = 1,
  ltypes,
  layers,
  styles,
  views,
  ucss,
  appids,
  dimstyles,
  block_records,
  vport,
  by_block,
  by_layer,
  continuous,
  layer_0,
  style,
  appid,
  own_appid,
  dimstyle,
  root,
  group_dictionary,
  model_block,
  model_end,
  paper_block,
  paper_end,
  paper_space = 0x20,
};

// ---- colours: 1 to 9 by hand, 10 to 249 are 24 hues, each in five shades, full and half as
// colourful

using Rgb = std::array<double, 3>;

Rgb colour_of(int index) {
  static constexpr Rgb basic[] = {{255, 0, 0},     {255, 255, 0},   {0, 255, 0},
                                  {0, 255, 255},   {0, 0, 255},     {255, 0, 255},
                                  {255, 255, 255}, {128, 128, 128}, {192, 192, 192}};
  if (index <= 9) return basic[index - 1];
  if (index >= 250) {
    const double grey = 51 + 40.8 * (index - 250);
    return {grey, grey, grey};
  }
  static constexpr double shades[] = {255, 165, 127, 76, 38};
  const double hue = (index / 10 - 1) * 15.0 / 60, shade = shades[index % 10 / 2];
  const double pale = index % 2 ? 0.5 : 0;
  Rgb out;
  for (int k = 0; k < 3; ++k) {
    // Red is full from hue 5 to 1, green from 1 to 3, blue from 3 to 5.
    const double away = std::abs(std::remainder(hue - 2.0 * k, 6.0));
    const double full = std::clamp(2 - away, 0.0, 1.0);
    out[static_cast<std::size_t>(k)] = shade * (pale + (1 - pale) * full);
  }
  return out;
}

// ---- tables

void begin_section(DxfPairs& out, const char* name) {
  out.text(0, "SECTION");
  out.text(2, name);
}
void end_section(DxfPairs& out) { out.text(0, "ENDSEC"); }

void begin_table(DxfPairs& out, const char* name, int handle, int entries) {
  out.text(0, "TABLE");
  out.text(2, name);
  out.handle(5, handle);
  out.handle(330, 0);
  out.text(100, "AcDbSymbolTable");
  out.whole(70, entries);
}
void end_table(DxfPairs& out) { out.text(0, "ENDTAB"); }

void record(DxfPairs& out, const char* kind, int handle, int table, const char* subclass,
            std::string_view name) {
  out.text(0, kind);
  out.handle(kind == std::string_view("DIMSTYLE") ? 105 : 5, handle);
  out.handle(330, table);
  out.text(100, "AcDbSymbolTableRecord");
  out.text(100, subclass);
  out.text(2, name);
}

void write_header(DxfPairs& out, const DxfContent& content) {
  const auto variable = [&](const char* name) { out.text(9, name); };
  begin_section(out, "HEADER");
  variable("$ACADVER"), out.text(1, "AC1015");
  variable("$DWGCODEPAGE"), out.text(3, "ANSI_1252");
  variable("$HANDSEED"), out.handle(5, content.next_handle);
  variable("$INSUNITS"), out.whole(70, 4);  // millimetres
  variable("$MEASUREMENT"), out.whole(70, 1);
  variable("$EXTMIN"), out.place(10, content.paper.min());
  variable("$EXTMAX"), out.place(10, content.paper.max());
  variable("$LIMMIN"), out.number(10, content.paper.min().x()),
      out.number(20, content.paper.min().y());
  variable("$LIMMAX"), out.number(10, content.paper.max().x()),
      out.number(20, content.paper.max().y());
  variable("$LTSCALE"), out.number(40, 1);
  end_section(out);
}

void write_view(DxfPairs& out, const Box& paper) {
  const auto pair = [&](int code, double x, double y) {
    out.number(code, x), out.number(code + 10, y);
  };
  begin_table(out, "VPORT", vports, 1);
  record(out, "VPORT", vport, vports, "AcDbViewportTableRecord", "*ACTIVE");
  out.whole(70, 0);
  pair(10, 0, 0), pair(11, 1, 1), pair(12, paper.center().x(), paper.center().y());
  pair(13, 0, 0), pair(14, 10, 10), pair(15, 10, 10);
  out.place(16, Point(0, 0));
  out.place(17, Point(0, 0));
  const Point size = paper.sizes();
  out.number(40, std::max(size.y(), 1.0));
  out.number(41, std::clamp(size.x() / std::max(size.y(), 1e-9), 0.1, 10.0));
  out.number(42, 50);
  for (const int code : {43, 44, 50, 51}) out.number(code, 0);
  for (const auto& [code, value] :
       {std::pair(71, 0), {72, 1000}, {73, 1}, {74, 3}, {75, 0}, {76, 0}, {77, 0}, {78, 0}})
    out.whole(code, value);
  end_table(out);
}

void write_line_type(DxfPairs& out, int handle, std::string_view name,
                     const std::vector<double>& lengths) {
  record(out, "LTYPE", handle, ltypes, "AcDbLinetypeTableRecord", name);
  out.whole(70, 0);
  out.text(3, "");
  out.whole(72, 65);
  out.whole(73, static_cast<int>(lengths.size()));
  double sum = 0;
  for (const double length : lengths) sum += length;
  out.number(40, sum);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    out.number(49, i % 2 ? -lengths[i] : lengths[i]);
    out.whole(74, 0);
  }
}

void write_layer(DxfPairs& out, int handle, const DxfLayer& layer) {
  record(out, "LAYER", handle, layers, "AcDbLayerTableRecord", layer.name);
  out.whole(70, 0);
  out.whole(62, layer.colour);
  out.text(6, "Continuous");
  out.whole(370, -3);
  out.handle(390, 0);
}

void write_text_style(DxfPairs& out) {
  begin_table(out, "STYLE", styles, 1);
  record(out, "STYLE", style, styles, "AcDbTextStyleTableRecord", "Standard");
  out.whole(70, 0);
  out.number(40, 0), out.number(41, 1), out.number(50, 0);
  out.whole(71, 0);
  out.number(42, 2.5);
  out.text(3, "arial.ttf");
  out.text(4, "");
  end_table(out);
}

void write_tables(DxfPairs& out, const DxfContent& content, int& next) {
  begin_section(out, "TABLES");
  write_view(out, content.paper);
  begin_table(out, "LTYPE", ltypes, 3 + static_cast<int>(content.dashes.size()));
  write_line_type(out, by_block, "ByBlock", {});
  write_line_type(out, by_layer, "ByLayer", {});
  write_line_type(out, continuous, "Continuous", {});
  for (const DxfDash& dash : content.dashes) write_line_type(out, next++, dash.name, dash.lengths);
  end_table(out);
  begin_table(out, "LAYER", layers, 1 + static_cast<int>(content.layers.size()));
  write_layer(out, layer_0, {"0", black_or_white});
  for (const DxfLayer& layer : content.layers) write_layer(out, next++, layer);
  end_table(out);
  write_text_style(out);
  begin_table(out, "VIEW", views, 0), end_table(out);
  begin_table(out, "UCS", ucss, 0), end_table(out);
  begin_table(out, "APPID", appids, 2);
  record(out, "APPID", appid, appids, "AcDbRegAppTableRecord", "ACAD"), out.whole(70, 0);
  record(out, "APPID", own_appid, appids, "AcDbRegAppTableRecord", "LIMBER"), out.whole(70, 0);
  end_table(out);
  begin_table(out, "DIMSTYLE", dimstyles, 1);
  out.text(100, "AcDbDimStyleTable");
  record(out, "DIMSTYLE", dimstyle, dimstyles, "AcDbDimStyleTableRecord", "Standard");
  out.whole(70, 0);
  end_table(out);
  begin_table(out, "BLOCK_RECORD", block_records, 2);
  record(out, "BLOCK_RECORD", dxf_model_space, block_records, "AcDbBlockTableRecord",
         "*Model_Space");
  record(out, "BLOCK_RECORD", paper_space, block_records, "AcDbBlockTableRecord", "*Paper_Space");
  end_table(out);
  end_section(out);
}

void write_block(DxfPairs& out, const char* name, int owner, int begin, int end) {
  out.text(0, "BLOCK");
  out.handle(5, begin), out.handle(330, owner);
  out.text(100, "AcDbEntity"), out.text(8, "0"), out.text(100, "AcDbBlockBegin");
  out.text(2, name), out.whole(70, 0), out.place(10, Point(0, 0)), out.text(3, name),
      out.text(1, "");
  out.text(0, "ENDBLK");
  out.handle(5, end), out.handle(330, owner);
  out.text(100, "AcDbEntity"), out.text(8, "0"), out.text(100, "AcDbBlockEnd");
}

void write_objects(DxfPairs& out, const DxfContent& content, int first_group) {
  begin_section(out, "OBJECTS");
  out.text(0, "DICTIONARY"), out.handle(5, root), out.handle(330, 0);
  out.text(100, "AcDbDictionary"), out.whole(281, 1);
  out.text(3, "ACAD_GROUP"), out.handle(350, group_dictionary);
  out.text(0, "DICTIONARY"), out.handle(5, group_dictionary), out.handle(330, root);
  out.text(100, "AcDbDictionary"), out.whole(281, 1);
  int handle = first_group;
  for (const DxfGroup& group : content.groups) out.text(3, group.name), out.handle(350, handle++);
  handle = first_group;
  for (const DxfGroup& group : content.groups) {
    out.text(0, "GROUP"), out.handle(5, handle++), out.handle(330, group_dictionary);
    out.text(100, "AcDbGroup"), out.text(300, ""), out.whole(70, 0), out.whole(71, 1);
    for (const int member : group.members) out.handle(340, member);
  }
  end_section(out);
}

}  // namespace

void DxfPairs::text(int code, std::string_view value) {
  bytes_ += fmt::format("{:3}\n{}\n", code, value);
}
void DxfPairs::whole(int code, int value) { bytes_ += fmt::format("{:3}\n{}\n", code, value); }
void DxfPairs::number(int code, double value) {
  std::string digits = fixed_number(value, decimals);
  if (digits.find('.') == std::string::npos) digits += ".0";
  text(code, digits);
}
void DxfPairs::place(int code, const Point& p) {
  number(code, p.x());
  number(code + 10, p.y());
  number(code + 20, 0);
}
void DxfPairs::handle(int code, int value) { text(code, fmt::format("{:X}", value)); }

std::string dxf_file(const DxfContent& content) {
  // Tables and groups need handles beyond those of the entities, and the header must know the end.
  DxfContent whole = content;
  int next = content.next_handle;
  DxfPairs tables, head, rest;
  write_tables(tables, content, next);
  const int first_group = next;
  whole.next_handle = next + static_cast<int>(content.groups.size());
  write_header(head, whole);
  begin_section(head, "CLASSES"), end_section(head);
  begin_section(rest, "BLOCKS");
  write_block(rest, "*Model_Space", dxf_model_space, model_block, model_end);
  write_block(rest, "*Paper_Space", paper_space, paper_block, paper_end);
  end_section(rest);
  begin_section(rest, "ENTITIES");
  DxfPairs after;
  end_section(after);
  write_objects(after, content, first_group);
  after.text(0, "EOF");
  return head.bytes() + tables.bytes() + rest.bytes() + content.entities + after.bytes();
}

std::string dxf_name(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (std::string_view("<>/\\\":;?*|=`,").find(c) != std::string_view::npos) c = '_';
  return out.empty() ? "_" : dxf_text(out);
}

std::string dxf_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (length == 1) {
      out += byte < 0x20 ? ' ' : text[i];
    } else {
      std::uint32_t code = byte & (0xffu >> (length + 1));
      for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
        code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3fu);
      out += code < 0x10000 ? fmt::format("\\U+{:04X}", code) : "?";
    }
    i += length;
  }
  return out;
}

int dxf_colour(unsigned rgb) {
  const Rgb wanted = {double(rgb >> 16 & 255), double(rgb >> 8 & 255), double(rgb & 255)};
  const auto [low, high] = std::minmax_element(wanted.begin(), wanted.end());
  if (*high < 64 || *low > 215) return black_or_white;
  int best = black_or_white;
  double least = 1e9;
  for (int index = 1; index < 256; ++index) {
    const Rgb colour = colour_of(index);
    double distance = 0;
    for (std::size_t k = 0; k < 3; ++k) distance += std::pow(colour[k] - wanted[k], 2);
    if (index != black_or_white && distance < least) least = distance, best = index;
  }
  return best;
}

unsigned dxf_rgb(int colour) {
  unsigned out = 0;
  for (const double part : colour_of(std::clamp(colour, 1, 255)))
    out = out << 8 | static_cast<unsigned>(std::lround(part));
  return out;
}

int dxf_width(double mm) {
  return *std::min_element(std::begin(widths), std::end(widths), [&](int a, int b) {
    return std::abs(a - 100 * mm) < std::abs(b - 100 * mm);
  });
}

}  // namespace limber
