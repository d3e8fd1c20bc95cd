// Values as SVG and CSS write them: numbers, lengths, colours, transforms, paints, the data of paths.
// Each reader takes what the grammar allows and says nothing at what it does not.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "curves/bezier_pieces.h"

namespace limber {

std::string_view trimmed(std::string_view text);
bool same_word(std::string_view a, std::string_view b);  // but for capitals, as CSS compares

// Numbers one after the other, commas and blanks between them.
class NumberScanner {
 public:
  explicit NumberScanner(std::string_view text) : rest_(text) {}
  void skip_blanks();
  void skip_comma();  // blanks, perhaps a comma, blanks
  std::optional<double> number();
  std::optional<bool> flag();  // "0" or "1", of an arc: nothing need follow it
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  char take();
  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

enum class Unit { none, percent, px, pt, pc, mm, cm, in, em, ex };
struct Length {
  double value = 0;
  Unit unit = Unit::none;
};
std::optional<Length> read_length(std::string_view text);
std::optional<Length> take_length(NumberScanner& scanner);

struct Rgba {
  std::uint32_t rgb = 0;  // 0xrrggbb
  double opacity = 1;
  bool operator==(const Rgba&) const = default;
};
std::optional<Rgba> read_colour(std::string_view text);  // not currentColor

std::optional<double> read_opacity(std::string_view text);  // a number or per cents, 0 to 1
std::optional<Eigen::Affine2d> read_transform(std::string_view text);

// "url(#id)", with what follows it. Nothing: it is no such reference.
struct Reference {
  std::string id, rest;
};
std::optional<Reference> read_reference(std::string_view text);

// The outlines of a path, up to the first mistake, as the specification has it.
struct PathData {
  std::vector<Outline> outlines;
  bool whole = true;      // no mistake
  bool too_long = false;  // more than an import takes: the rest is not there
};
PathData read_path_data(std::string_view text);
std::vector<Point> read_points(std::string_view text, bool& whole);

}  // namespace limber
