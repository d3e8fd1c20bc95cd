// The data of a path: M 10 10 L 20 20 A 5 5 0 0 1 30 20 Z.
#include <cmath>

#include "app/exchange/import.h"
#include "app/exchange/svg_values.h"

namespace limber {

namespace {

// The arc of an ellipse through two points, as the appendix of the specification finds its middle.
std::optional<Piece> arc_through(const Point& from, Point radii, double turn, bool large, bool sweep,
                                 const Point& to) {
  if (from == to) return {};
  radii = radii.cwiseAbs();
  if (!(radii.x() > 0 && radii.y() > 0)) return Piece(LinePiece{from, to});
  const Eigen::Rotation2Dd rotation(turn);
  const Point half = rotation.inverse() * Point((from - to) / 2);
  double fit = half.cwiseQuotient(radii).squaredNorm();
  if (!std::isfinite(fit)) return Piece(LinePiece{from, to});
  if (fit > 1) radii *= std::sqrt(fit), fit = 1;  // too small to reach: as small as can be
  const double away = std::sqrt(std::max(0.0, 1 / fit - 1)) * (large == sweep ? -1 : 1);
  const Point middle = away * Point(radii.x() * half.y() / radii.y(),
                                    -radii.y() * half.x() / radii.x());
  const auto angle = [&](const Point& p) {
    const Point u = (p - middle).cwiseQuotient(radii);
    return std::atan2(u.y(), u.x());
  };
  ArcPiece arc;
  arc.center = rotation * middle + (from + to) / 2;
  arc.a = radii.x(), arc.b = radii.y(), arc.turn = turn;
  arc.from = angle(half);
  arc.sweep = angle(-half) - arc.from;
  if (sweep && arc.sweep < 0) arc.sweep += 2 * M_PI;
  if (!sweep && arc.sweep > 0) arc.sweep -= 2 * M_PI;
  return Piece(arc);
}

class PathReader {
 public:
  explicit PathReader(std::string_view text) : scanner_(text) {}

  PathData read() {
    scanner_.skip_blanks();
    while (!scanner_.done() && one_command() && has_room()) scanner_.skip_blanks();
    out_.whole = scanner_.done();
    out_.too_long = !has_room();
    if (outline_) finish(false);
    return std::move(out_);
  }

 private:
  // A letter and what follows it, as often as there are numbers. False: a mistake.
  bool one_command() {
    const char letter = scanner_.take();
    const bool relative = letter >= 'a' && letter <= 'z';
    const char command = relative ? static_cast<char>(letter - 'a' + 'A') : letter;
    if (!begun_ && command != 'M') return false;
    if (command == 'Z') return close();
    scanner_.skip_blanks();
    bool first = true;
    do {
      if (!segment(command == 'M' && !first ? 'L' : command, relative)) return false;
      first = false;
      scanner_.skip_comma();
    } while (starts_number() && has_room());
    return true;
  }
  bool has_room() const { return pieces_ < import_limits::segments; }

  bool starts_number() const {
    const char c = scanner_.peek();
    return c == '+' || c == '-' || c == '.' || (c >= '0' && c <= '9');
  }

  std::optional<double> number() {
    scanner_.skip_comma();
    const auto value = scanner_.number();
    return value && std::isfinite(*value) ? value : std::nullopt;
  }
  bool place(Point& out, bool relative) {
    const auto x = number();
    const auto y = x ? number() : std::nullopt;
    if (!y) return false;
    out = Point(*x, *y) + (relative ? at_ : Point(0, 0));
    return true;
  }

  bool segment(char command, bool relative) {
    Point a, b, end;
    switch (command) {
      case 'M':
        if (!place(end, relative)) return false;
        if (outline_) finish(false);
        begun_ = true;
        at_ = start_ = end;
        last_cubic_ = last_quadratic_ = end;
        outline_.emplace();
        return true;
      case 'L':
        return place(end, relative) && line_to(end);
      case 'H': {
        const auto x = number();
        return x && line_to(Point(*x + (relative ? at_.x() : 0), at_.y()));
      }
      case 'V': {
        const auto y = number();
        return y && line_to(Point(at_.x(), *y + (relative ? at_.y() : 0)));
      }
      case 'C':
        return place(a, relative) && place(b, relative) && place(end, relative) &&
               cubic_to(a, b, end);
      case 'S':
        return place(b, relative) && place(end, relative) && cubic_to(2 * at_ - last_cubic_, b, end);
      case 'Q':
        return place(a, relative) && place(end, relative) && quadratic_to(a, end);
      case 'T':
        return place(end, relative) && quadratic_to(2 * at_ - last_quadratic_, end);
      case 'A':
        return arc(relative);
      default:
        return false;
    }
  }

  // After Z a path goes on where the outline began.
  void need_outline() {
    if (!outline_) outline_.emplace(), start_ = at_;
  }
  void add(const Piece& piece, const Point& end) {
    need_outline();
    outline_->pieces.push_back(piece);
    ++pieces_;
    at_ = end;
    last_cubic_ = last_quadratic_ = end;
  }
  bool line_to(const Point& end) {
    add(LinePiece{at_, end}, end);
    return true;
  }
  bool cubic_to(const Point& a, const Point& b, const Point& end) {
    add(CubicPiece{{at_, a, b, end}}, end);
    last_cubic_ = b;
    return true;
  }
  bool quadratic_to(const Point& a, const Point& end) {
    add(CubicPiece{{at_, Point(at_ + 2 * (a - at_) / 3), Point(end + 2 * (a - end) / 3), end}}, end);
    last_quadratic_ = a;
    return true;
  }
  bool arc(bool relative) {
    const auto rx = number();
    const auto ry = rx ? number() : std::nullopt;
    const auto turn = ry ? number() : std::nullopt;
    scanner_.skip_comma();
    const auto large = turn ? scanner_.flag() : std::nullopt;
    scanner_.skip_comma();
    const auto sweep = large ? scanner_.flag() : std::nullopt;
    Point end;
    if (!sweep || !place(end, relative)) return false;
    const auto piece =
        arc_through(at_, Point(*rx, *ry), std::fmod(*turn, 360) * M_PI / 180, *large, *sweep, end);
    if (piece) add(*piece, end);
    return true;
  }

  bool close() {
    if (outline_) finish(true);
    at_ = last_cubic_ = last_quadratic_ = start_;
    return true;
  }
  void finish(bool closed) {
    if (closed && at_ != start_) outline_->pieces.push_back(LinePiece{at_, start_});
    outline_->closed = closed;
    // A pen that was put down and not moved draws its cap; one that was only moved draws nothing.
    if (outline_->pieces.empty() && closed) outline_->pieces.push_back(LinePiece{start_, start_});
    ++pieces_;
    if (!outline_->pieces.empty()) out_.outlines.push_back(*std::move(outline_));
    outline_.reset();
  }

  NumberScanner scanner_;
  PathData out_;
  std::optional<Outline> outline_;
  Point at_ = Point::Zero(), start_ = Point::Zero();
  Point last_cubic_ = Point::Zero(), last_quadratic_ = Point::Zero();
  bool begun_ = false;
  int pieces_ = 0;  // so far, and outlines
};

}  // namespace

PathData read_path_data(std::string_view text) { return PathReader(text).read(); }

}  // namespace limber
