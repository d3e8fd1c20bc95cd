// Flexible: a curve with mass whose shape may change. Beside its place and angle it has numbers of its
// own, s: one for each parameter that bends (Bend, world.h).
//
// In the frame of the body a point is  X(s, t) - c(s),  c the centre of mass. With v = (omega, s'),
//
//   2 T = m |V|^2 + v' N(s) v        N = integral of (d/d(phi, s) of X - c)' (the same) dm
//
// the true integral, over the mass as it lies in the rest shape: dm(t) is frozen, so mass is kept however
// the shape changes. N does not know phi, and V is the velocity of the centre of mass; so turning and
// shifting a curve change nothing, and momenta are kept by what keeps (l, pi) = N v:
//
//   l1 - l0   = h torque                           A = N^-1
//   pi1 - pi0 = h force - h g                      g ds = K(s1) - K(s0), to the last bit that counts
//   (2 tan(dphi / 2), ds) = h (A(s0) + A(s1)) / 2 (l, pi)_mean
//   K(s) = (m0' A(s) m0 + m1' A(s) m1) / 4         m0, m1: (l, pi) at both ends of the step
//
// g is the gradient of K at the mean of s0 and s1, and along ds what is left (Gonzalez). It is the
// centrifugal force. All derivatives of X come from the curve's formula.
//
// Where every place of a curve bends, turning and shifting it are no longer for s to say: one place is the
// frame's origin, and another one moves only straight away from it.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

#include "curves/curve.h"
#include "curves/transform.h"
#include "solver/world.h"

namespace limber {

class Flexible {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  // Of a curve that stays where it is in the list of bodies. False when nothing of it bends.
  bool build(const Body& body, bool can_turn);

  // A tick begins: the frame is the curve as it is now, s = 0. False when something has no finite value.
  [[nodiscard]] bool read(const Body& body);

  int size() const { return static_cast<int>(ways_.size()); }
  // How many points its formula is asked for in every iteration; 0 where it need not be.
  int work() const { return straight_ ? 0 : static_cast<int>(samples_.size()); }
  double length() const { return length_; }  // of the rest shape: its mass, with a density of 1

  // How the mass is spread at s, for a density of 1. False when it has no finite value.
  struct Spread {
    Point centre = Point::Zero();
    Eigen::Matrix2Xd centre_s;
    Matrix N;  // phi first
  };
  [[nodiscard]] bool spread(const double* s, Spread& out);

  // g, at the mean of two places, for the momenta at both ends (phi first, of a density of 1).
  [[nodiscard]] bool centrifugal(const double* s0, const Spread& at0, const double* s1,
                                 const Spread& at1, const Vector& m0, const Vector& m1, Vector& g);

  // The curve in the frame of the tick at s, and what its q gain by each of them.
  const Curve& curve_at(const double* s);
  const Curve& bent() const { return bent_; }  // where it was put last
  struct Way {  // s moves this entry of q, and the next one
    int parameter = 0;
    double first = 1, second = 0;
    bool pair = false;  // the two are x and y
    int against = -1;   // of a place that moves straight away: from this place
  };
  const std::vector<Way>& ways() const { return ways_; }
  double unit_of(const Way& way) const;  // how large what it moves is, now or at rest; of places the length; infinite: no saying
  double along(const Way& way, const double* d_q) const;  // d / ds of what has these d / dq

  // Rates of s from a velocity of the world, and back: behind V and omega, one for each entry of q.
  void rates_of(const Vector& velocity, double* rates) const;
  void write_velocity(const Eigen::Vector3d& velocity, const double* rates, double turned,
                      Vector& out) const;

 private:
  struct Sample {
    double t = 0, mass = 0;
  };
  void choose_ways(const Body& body, bool can_turn);
  [[nodiscard]] bool lay_mass(const Curve& rest);
  [[nodiscard]] bool move_samples(const double* s);
  [[nodiscard]] bool place_samples();  // by the formula, where bent_ is
  void find_centre();
  bool is_straight();
  bool has_one_formula();
  [[nodiscard]] bool gradient(const Vector* v, Vector& g);
  void set_way(const double* rates);  // dq_

  std::vector<Way> ways_;
  Curve frame_, bent_, rest_;
  std::vector<Sample> samples_, laid_, coarser_;
  double length_ = 0;
  bool turns_ = false;
  // X is straight in s, as it is for most types: its second derivatives are 0. Then X and its
  // derivatives at s = 0 say all, and the formula is not asked again in a tick.
  bool straight_ = false;
  std::vector<Point> x_, x_begun_;
  Eigen::Matrix2Xd x_s_begun_;
  Eigen::Matrix2Xd x_s_;  // sample after sample, size() columns each
  Point centre_ = Point::Zero();
  Eigen::Matrix2Xd centre_s_;
  Motion motion_;
  Locale locale_;
  Vector dq_, way_q_, mean_s_, v_[2];
  Spread middle_;
  Eigen::LLT<Matrix> factor_, factor0_, factor1_;
  Vector a_, b_, change_;
  Matrix difference_;
};

}  // namespace limber
