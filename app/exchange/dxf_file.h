// The file around DXF entities: header, tables, blocks and objects of version AC1015 (AutoCAD
// 2000), the oldest that knows ellipses and splines. Lengths are millimetres.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "curves/tessellate.h"

namespace limber {

struct DxfLayer {
  std::string name;
  int colour = 7;
};
struct DxfDash {
  std::string name;
  std::vector<double> lengths;  // on, off, on, ...: mm
};
struct DxfGroup {
  std::string name;
  std::vector<int> members;  // handles
};

// Pairs of a code and a value, a line each.
class DxfPairs {
 public:
  void text(int code, std::string_view value);
  void whole(int code, int value);
  void number(int code, double value);
  void place(int code, const Point& p);  // code, code + 10 and code + 20
  void handle(int code, int value);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// What everything on the paper belongs to.
inline constexpr int dxf_model_space = 0x1f, dxf_first_free_handle = 0x100;

struct DxfContent {
  std::vector<DxfLayer> layers;  // besides "0"
  std::vector<DxfDash> dashes;
  std::vector<DxfGroup> groups;
  std::string entities;
  int next_handle = dxf_first_free_handle;
  Box paper;  // mm
};
std::string dxf_file(const DxfContent& content);

// A name as tables take it: what DXF reserves becomes _.
std::string dxf_name(std::string_view name);
// A text: letters that are not ASCII as \U+00E9, no line breaks.
std::string dxf_text(std::string_view text);
// The nearest of AutoCAD's 255 colours; what is nearly black or white is 7, which is drawn as
// either.
int dxf_colour(unsigned rgb);
unsigned dxf_rgb(int colour);  // 0xrrggbb, of 1 to 255
// The nearest of the widths that DXF knows, in hundredths of a millimetre.
int dxf_width(double mm);

}  // namespace limber
