#include "app/exchange/csv_import.h"

#include <fmt/format.h>

#include <cmath>

#include "app/document/numbers.h"
#include "app/exchange/import_writer.h"
#include "app/exchange/simplest.h"
#include "app/exchange/svg_values.h"
#include "curves/fit.h"
#include "curves/library.h"

namespace limber {

namespace {

constexpr std::size_t most_points = 100'000;  // of one curve
constexpr std::size_t most_fitted = 20'000;   // fitting looks at each of them many times

// Two numbers, with commas, semicolons or blanks between them and behind; more columns are ignored.
std::optional<Point> point_in(std::string_view line) {
  NumberScanner scanner(line);
  double n[2];
  for (double& one : n) {
    scanner.skip_comma();
    while (scanner.peek() == ';' || scanner.peek() == '"') scanner.take(), scanner.skip_blanks();
    const auto value = scanner.number();
    if (!value || !(std::abs(*value) < largest_number)) return {};
    one = *value;
    if (scanner.peek() == '"') scanner.take();
  }
  return Point(n[0], n[1]);
}

void draw_points(const Stroke& points, ImportWriter& writer) {
  const bool closed = points.size() > 3 && points.front() == points.back();
  Outline outline;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    outline.pieces.push_back(LinePiece{points[k], points[k + 1]});
  outline.closed = closed;
  for (const SimplestCurve& curve : simplest_curves(outline)) writer.draw(curve.draw, "points");
}

bool draw_fitted(const Stroke& points, double tolerance, ImportWriter& writer) {
  const CurveLibrary library = CurveLibrary::with_builtin_types();
  const auto family = library.find(points.front() == points.back() ? "closed_path" : "path");
  const std::optional<StrokeFit> fit = family ? fit_path(points, family, tolerance) : std::nullopt;
  if (!fit) return false;
  edit::Draw draw;
  draw.type = family->name;
  const auto width = static_cast<Eigen::Index>(family->family.node.size());
  for (Eigen::Index k = 0; k + width <= fit->curve.q.size(); k += width)
    draw.nodes.emplace_back(fit->curve.q.data() + k, fit->curve.q.data() + k + width);
  writer.draw(draw, "points");
  return true;
}

}  // namespace

// An empty line ends a curve, and the next begins.
Result<Imported> import_csv(std::string_view bytes, const ImportOptions& options) {
  ImportWriter writer;
  Stroke points;
  std::size_t count = 0;
  const auto finish = [&](int line) {
    if (points.size() == 1) writer.note({line, 1}, "a single point is no curve: left out");
    if (points.size() > 1) {
      const bool fitted = options.fit > 0 && points.size() <= most_fitted &&
                          draw_fitted(points, options.fit, writer);
      if (options.fit > 0 && !fitted) writer.note({line, 1}, "no path follows these points: a polyline");
      if (!fitted) draw_points(points, writer);
    }
    points.clear();
  };
  int line = 0;
  bool any = false;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++line;
    if (text.empty()) {
      finish(line);
    } else if (const auto point = point_in(text)) {
      any = true;
      if (++count > most_points)
        return Error{fmt::format("The file has more than {} points.", most_points), line, 1, 1, {}, {}};
      if (points.empty() || points.back() != *point) points.push_back(*point);
    } else if (any && text.front() != '#') {  // before the first point there may be a heading
      writer.note({line, 1}, "two numbers are expected here: left out");
    }
  }
  finish(line);
  if (!any) return Error{"There are no points in this file: two numbers in a line are expected.", 0, 0, 1, {}, {}};
  return writer.finish(options);
}

}  // namespace limber
