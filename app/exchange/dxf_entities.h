// A DXF file as entities: each a name and its pairs of a code and a value.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/result.h"
#include "curves/bezier_pieces.h"

namespace limber {

struct DxfEntity {
  std::string_view kind;  // "LINE"
  std::vector<std::pair<int, std::string_view>> pairs;
  int line = 0;                     // of the file, where it begins
  std::vector<DxfEntity> vertices;  // of a POLYLINE
  std::size_t bytes = 0;            // of it in the file, with its vertices

  std::string_view text(int code, std::string_view otherwise = {}) const;  // the first one
  double number(int code, double otherwise = 0) const;
  int whole(int code, int otherwise = 0) const;
  Point place(int code) const { return {number(code), number(code + 10)}; }
  std::vector<double> numbers(int code) const;
  std::vector<Point> places(int code) const;
};

struct DxfDrawing {
  double mm_per_unit = 1;
  struct Layer {
    int colour = 7;
    bool hidden = false;
  };
  std::map<std::string, Layer, std::less<>> layers;
  struct Block {
    Point base = Point::Zero();
    std::vector<DxfEntity> entities;
  };
  std::map<std::string, Block, std::less<>> blocks;
  std::vector<DxfEntity> entities;
  int left_out = 0, left_out_line = 0;  // of entities beyond the limits, and where the first stands
};

// The bytes must outlive it. An Error when it is no DXF, or none as text.
Result<DxfDrawing> read_dxf(std::string_view bytes);

// The outline of one that is drawn, in its own coordinates. Nothing: it is not of that kind.
std::optional<std::vector<Outline>> outlines_of(const DxfEntity& entity);
// How many segments that would be, or more; a spline of a high degree counts for the time it takes.
std::size_t count_of_segments(const DxfEntity& entity);
bool is_approximated(const DxfEntity& entity);  // a spline that no cubics are exactly

}  // namespace limber
