#include "solver/flexible.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "solver/mass_tolerances.h"

namespace limber {
namespace {

Point left(const Point& a) { return {-a.y(), a.x()}; }

// The mass of a smooth piece is laid on the points of Gauss and Legendre.
constexpr int mass_points = 12;
struct GaussRule {
  std::array<double, mass_points> at{}, weight{};  // on -1 .. 1
};

// P_n(x) and its derivative, by the recurrence of the polynomials.
std::array<double, 2> legendre(double x) {
  double before = 1, now = x;
  for (int n = 2; n <= mass_points; ++n)
    before = std::exchange(now, ((2 * n - 1) * x * now - (n - 1) * before) / n);
  return {now, mass_points * (x * now - before) / (x * x - 1)};
}

const GaussRule& gauss_rule() {
  static const GaussRule rule = [] {
    GaussRule made;
    for (int i = 0; i < mass_points; ++i) {
      double x = -std::cos(std::numbers::pi * (i + 0.75) / (mass_points + 0.5));
      for (int k = 0; k < 8; ++k) x -= legendre(x)[0] / legendre(x)[1];
      const double slope = legendre(x)[1];
      made.at[static_cast<std::size_t>(i)] = x;
      made.weight[static_cast<std::size_t>(i)] = 2 / ((1 - x * x) * slope * slope);
    }
    return made;
  }();
  return rule;
}

}  // namespace

// ---- what bends

// A place that bends needs something that does not, for the body to have a place and an angle.
void Flexible::choose_ways(const Body& body, bool can_turn) {
  const CurveType& type = *body.curve.type;
  const int n = static_cast<int>(body.curve.q.size());
  const auto bends = [&](int i) {
    return std::any_of(body.bends.begin(), body.bends.end(),
                       [&](const Bend& bend) { return bend.parameter == i; });
  };
  int origin = -1, fixed = 0;
  bool directed = !can_turn;
  for (int i = 0; i < n; ++i) {
    const Role role = parameter(type, i).role;
    directed |= role == Role::angle || is_vector(role);
    if (role != Role::x || bends(i)) continue;
    if (fixed++ == 0) origin = i;
  }
  directed |= fixed > 1;
  for (int i = 0; i < n; ++i) {
    if (!bends(i)) continue;
    if (parameter(type, i).role != Role::x) {
      ways_.push_back({i});
      continue;
    }
    if (origin < 0) {
      origin = i;
    } else if (!directed) {
      ways_.push_back({i, 1, 0, true, origin});
      directed = true;
    } else {
      ways_.push_back({i, 1, 0, true});
      ways_.push_back({i + 1});
    }
  }
}

bool Flexible::build(const Body& body, bool can_turn) {
  ways_.clear();
  turns_ = can_turn;
  choose_ways(body, can_turn);
  frame_ = bent_ = body.curve;
  rest_ = {};  // its mass is laid anew
  const Eigen::Index n = size();
  dq_.setZero(frame_.q.size());
  way_q_ = dq_;
  mean_s_.setZero(n);
  centre_s_.setZero(2, n);
  for (Vector& v : v_) v.setZero(1 + n);
  return n > 0;
}

bool Flexible::read(const Body& body) {
  frame_ = body.curve;
  bent_ = frame_;
  for (Way& way : ways_) {
    if (way.against < 0) continue;
    const Point from = frame_.q.segment<2>(way.against), to = frame_.q.segment<2>(way.parameter);
    const Point away = to == from ? Point(1, 0) : Point((to - from).normalized());
    way.first = away.x();
    way.second = away.y();
  }
  const Vector& rest = body.rest.size() == frame_.q.size() ? body.rest : frame_.q;
  if (rest_.type != frame_.type || rest_.q != rest) {
    rest_ = {frame_.type, rest};
    if (!lay_mass(rest_)) return false;
    straight_ = is_straight();
  }
  if (!straight_) return true;
  if (!place_samples()) return false;
  x_begun_ = x_;
  x_s_begun_ = x_s_;
  return true;
}

// Asked at samples of the rest shape and of others that differ from it in every number: second derivatives are 0, and
// first ones the same, also where the formula is another one (a corner rounded no further than the side is long).
bool Flexible::is_straight() {
  Point bent;
  const std::size_t stride = std::max<std::size_t>(1, samples_.size() / 16);
  Curve probe = rest_;
  const auto curves = [&](std::size_t g) {
    dq_.setZero();
    for (std::size_t i = 0; i < ways_.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        dq_.setZero();
        for (const std::size_t k : {i, j}) {
          dq_[ways_[k].parameter] += 1;
          if (ways_[k].against >= 0) dq_[ways_[k].parameter + 1] += 0.7;
        }
        if (!bend_at(probe, samples_[g].t, dq_, 0, locale_, bent) || !bent.isZero(0)) return true;
      }
    return false;
  };
  for (const double by : {0.0, 0.03, -0.05}) {
    for (Eigen::Index i = 0; i < probe.q.size(); ++i)
      probe.q[i] = rest_.q[i] * (1 + by) + by * static_cast<double>(i % 3);
    for (std::size_t g = 0; g < samples_.size(); g += stride)
      if (curves(g)) return false;
  }
  return has_one_formula();
}

// Whether places follow each number as they do at rest also where that is far from there, at less and at more.
bool Flexible::has_one_formula() {
  bent_.q = rest_.q;
  if (!place_samples()) return false;
  x_s_begun_ = x_s_;
  for (const Way& way : ways_)
    for (const double by : {0.1, 3.0}) {
      bent_.q = rest_.q;
      bent_.q[way.parameter] *= by;
      if (place_samples() && !x_s_.isApprox(x_s_begun_, turning_tolerance)) return false;
    }
  bent_.q = frame_.q;
  return true;
}

// Panels of each smooth piece are halved until what they weigh, and how far out that is, stays as it
// is.
bool Flexible::lay_mass(const Curve& rest) {
  std::vector<double> ends;
  breaks(rest, ends);
  samples_.clear();
  Course course;
  Point from = Point::Zero();
  if (!point_at(rest, t_begin(rest), from)) return false;
  length_ = 0;
  const GaussRule& rule = gauss_rule();
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    double weight = 0, moment = 0;
    for (int panels = 1; panels <= most_mass_panels; panels *= 2) {
      laid_.clear();
      const double before = weight, moment_before = moment;
      weight = moment = 0;
      for (int p = 0; p < panels; ++p) {
        const double width = (ends[k + 1] - ends[k]) / panels, a = ends[k] + p * width;
        for (std::size_t i = 0; i < mass_points; ++i) {
          const double t = a + 0.5 * width * (1 + rule.at[i]);
          if (!course_at(rest, t, course)) return false;
          const double mass = 0.5 * width * rule.weight[i] * course.x_t.norm();
          weight += mass;
          moment += mass * (course.x - from).squaredNorm();
          laid_.push_back({t, mass});
        }
      }
      const bool same = panels > 1 && std::abs(weight - before) <= mass_laid_within * weight &&
                        std::abs(moment - moment_before) <= mass_laid_within * moment;
      if (same) break;  // the coarser ones do
      coarser_ = laid_;
    }
    for (const Sample& sample : coarser_) length_ += sample.mass;
    samples_.insert(samples_.end(), coarser_.begin(), coarser_.end());
  }
  x_.assign(samples_.size(), Point::Zero());
  x_s_.setZero(2, static_cast<Eigen::Index>(samples_.size()) * size());
  return length_ > 0;
}

// ---- where it is at s

const Curve& Flexible::curve_at(const double* s) {
  bent_.q = frame_.q;
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    bent_.q[ways_[k].parameter] += ways_[k].first * s[k];
    if (ways_[k].against >= 0) bent_.q[ways_[k].parameter + 1] += ways_[k].second * s[k];
  }
  return bent_;
}

double Flexible::unit_of(const Way& way) const {
  if (is_place(parameter(*rest_.type, way.parameter).role)) return length_;
  if (rest_.q[way.parameter] == 0) return std::numeric_limits<double>::infinity();
  return std::max(std::abs(bent_.q[way.parameter]), std::abs(rest_.q[way.parameter]));
}

double Flexible::along(const Way& way, const double* d_q) const {
  const double one = way.first * d_q[way.parameter];
  return way.against < 0 ? one : one + way.second * d_q[way.parameter + 1];
}

bool Flexible::move_samples(const double* s) {
  curve_at(s);
  if (!straight_) {
    if (!place_samples()) return false;
  } else {
    const Eigen::Index n = size();
    x_s_ = x_s_begun_;
    for (std::size_t g = 0; g < samples_.size(); ++g) {
      x_[g] = x_begun_[g];
      for (Eigen::Index k = 0; k < n; ++k) x_[g] += s[k] * x_s_.col(n * static_cast<Eigen::Index>(g) + k);
    }
  }
  find_centre();
  return centre_.allFinite() && centre_s_.allFinite();
}

bool Flexible::place_samples() {
  const Eigen::Index n = size();
  x_s_.setZero();
  for (std::size_t g = 0; g < samples_.size(); ++g) {
    if (!motion_at(bent_, samples_[g].t, motion_)) return false;
    x_[g] = motion_.x;
    const Eigen::Index at = n * static_cast<Eigen::Index>(g);
    for (std::size_t j = 0; j < motion_.column.size(); ++j)
      for (Eigen::Index k = 0; k < n; ++k) {
        const Way& way = ways_[static_cast<std::size_t>(k)];
        const int column = motion_.column[j];
        const auto x_q = motion_.x_q.col(static_cast<Eigen::Index>(j));
        if (column == way.parameter) x_s_.col(at + k) += way.first * x_q;
        if (way.against >= 0 && column == way.parameter + 1) x_s_.col(at + k) += way.second * x_q;
      }
  }
  return true;
}

void Flexible::find_centre() {
  const Eigen::Index n = size();
  centre_.setZero();
  centre_s_.setZero();
  for (std::size_t g = 0; g < samples_.size(); ++g) {
    const Eigen::Index at = n * static_cast<Eigen::Index>(g);
    const double part = samples_[g].mass / length_;
    centre_ += part * x_[g];
    for (Eigen::Index k = 0; k < n; ++k) centre_s_.col(k) += part * x_s_.col(at + k);
  }
}

bool Flexible::spread(const double* s, Spread& out) {
  if (!move_samples(s)) return false;
  const Eigen::Index n = size();
  out.centre = centre_;
  out.centre_s = centre_s_;
  out.N.setZero(1 + n, 1 + n);
  for (std::size_t g = 0; g < samples_.size(); ++g) {
    const double m = samples_[g].mass;
    const Point turned = left(x_[g] - centre_);
    const Eigen::Index at = n * static_cast<Eigen::Index>(g);
    if (turns_) out.N(0, 0) += m * turned.squaredNorm();
    for (Eigen::Index k = 0; k < n; ++k) {
      const Point k_way = x_s_.col(at + k) - centre_s_.col(k);
      if (turns_) out.N(0, 1 + k) += m * turned.dot(k_way);
      for (Eigen::Index j = 0; j <= k; ++j)
        out.N(1 + j, 1 + k) += m * k_way.dot(x_s_.col(at + j) - centre_s_.col(j));
    }
  }
  if (!turns_) out.N(0, 0) = 1;
  for (Eigen::Index k = 1; k <= n; ++k) out.N(k, k) += least_bend_inertia * length_;
  out.N.triangularView<Eigen::StrictlyLower>() = out.N.transpose();
  return out.N.allFinite();
}

// ---- the centrifugal force

// The gradient of K where the samples are now: - (sum of v' N_s v over both ends) / 4, of which
// N_s is 2 X_v (X_v)_s; sums of mass times velocity about the centre are 0.
bool Flexible::gradient(const Vector* v, Vector& g) {
  const Eigen::Index n = size();
  g.setZero(n);
  double scale[2];
  for (int e = 0; e < 2; ++e) scale[e] = v[e].tail(n).norm();
  for (std::size_t s = 0; s < samples_.size(); ++s) {
    const Eigen::Index at = n * static_cast<Eigen::Index>(s);
    const double m = samples_[s].mass, t = samples_[s].t;
    Point U[2], bent_along[2], bent_by, both;
    for (int e = 0; e < 2; ++e) {
      U[e] = turns_ ? Point(v[e][0] * left(x_[s] - centre_)) : Point::Zero().eval();
      set_way(v[e].tail(n).data());
      for (Eigen::Index k = 0; k < n; ++k)
        U[e] += v[e][1 + k] * (x_s_.col(at + k) - centre_s_.col(k));
      if (!straight_ && !bend_at(bent_, t, dq_, 0, locale_, bent_along[e])) return false;
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      if (x_s_.col(at + k).isZero(0)) continue;
      way_q_.setZero();
      const Way& way = ways_[static_cast<std::size_t>(k)];
      way_q_[way.parameter] = way.first;
      if (way.against >= 0) way_q_[way.parameter + 1] = way.second;
      if (!straight_ && !bend_at(bent_, t, way_q_, 0, locale_, bent_by)) return false;
      for (int e = 0; e < 2; ++e) {
        Point along_both = Point::Zero();
        if (!straight_ && scale[e] > 0) {  // the mixed derivative, by polarisation
          set_way(v[e].tail(n).data());
          dq_ += scale[e] * way_q_;
          if (!bend_at(bent_, t, dq_, 0, locale_, both)) return false;
          along_both = (both - bent_along[e] - scale[e] * scale[e] * bent_by) / (2 * scale[e]);
        }
        if (turns_) along_both += v[e][0] * left(x_s_.col(at + k));
        g[k] -= 0.5 * m * U[e].dot(along_both);
      }
    }
  }
  return g.allFinite();
}

void Flexible::set_way(const double* rates) {
  dq_.setZero();
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    dq_[ways_[k].parameter] += ways_[k].first * rates[k];
    if (ways_[k].against >= 0) dq_[ways_[k].parameter + 1] += ways_[k].second * rates[k];
  }
}

bool Flexible::centrifugal(const double* s0, const Spread& at0, const double* s1, const Spread& at1,
                           const Vector& m0, const Vector& m1, Vector& g) {
  const Eigen::Index n = size();
  for (Eigen::Index k = 0; k < n; ++k) mean_s_[k] = 0.5 * (s0[k] + s1[k]);
  if (!spread(mean_s_.data(), middle_)) return false;
  factor_.compute(middle_.N);
  factor0_.compute(at0.N);
  factor1_.compute(at1.N);
  v_[0] = m0;
  v_[1] = m1;
  for (Vector& v : v_) factor_.solveInPlace(v);
  if (!gradient(v_, g)) return false;
  double change = 0, size_of_it = 0;
  for (const Vector* m : {&m0, &m1}) {
    a_ = b_ = *m;
    factor0_.solveInPlace(a_);
    factor1_.solveInPlace(b_);
    difference_ = at1.N - at0.N;
    change_.noalias() = difference_ * a_;
    change -= 0.25 * b_.dot(change_);
    size_of_it += 0.25 * std::abs(m->dot(a_));
  }
  double along = 0, square = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    const double way = s1[k] - s0[k];
    along += g[k] * way;
    square += middle_.N(1 + k, 1 + k) * way * way;
  }
  const double gap = change - along;
  if (!(std::abs(gap) > bend_gap_rounding * size_of_it) || !(square > 0)) return true;
  for (Eigen::Index k = 0; k < n; ++k)
    g[k] += gap * middle_.N(1 + k, 1 + k) * (s1[k] - s0[k]) / square;
  return true;
}

// ---- velocities

void Flexible::rates_of(const Vector& velocity, double* rates) const {
  for (std::size_t k = 0; k < ways_.size(); ++k)
    rates[k] = velocity.size() == 3 + frame_.q.size() ? along(ways_[k], velocity.data() + 3) : 0;
}

void Flexible::write_velocity(const Eigen::Vector3d& velocity, const double* rates, double turned,
                              Vector& out) const {
  out.setZero(3 + frame_.q.size());
  out.head<3>() = velocity;
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    out[3 + ways_[k].parameter] += ways_[k].first * rates[k];
    if (ways_[k].against >= 0) out[4 + ways_[k].parameter] += ways_[k].second * rates[k];
  }
  const Eigen::Rotation2Dd turn(turned);
  for (const Way& way : ways_)
    if (way.pair) out.segment<2>(3 + way.parameter) = turn * Point(out.segment<2>(3 + way.parameter));
}

}  // namespace limber
