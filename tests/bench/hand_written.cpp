#include "tests/bench/hand_written.h"

#include <cmath>

namespace limber::hand_written {

namespace {

struct Angle {
  double s, c;
  explicit Angle(double angle) { ::sincos(angle, &s, &c); }
};

// The columns of the centre.
void centre(double* out) {
  out[4] = 1;
  out[5] = 0;
  out[6] = 0;
  out[7] = 1;
}

}  // namespace

void circle(const double* in, double* out) {
  const double r = in[2];
  const Angle t(in[3]);
  out[0] = in[0] + r * t.c;
  out[1] = in[1] + r * t.s;
  out[2] = -r * t.s;
  out[3] = r * t.c;
  centre(out);
  out[8] = t.c;
  out[9] = t.s;
}

void spiral(const double* in, double* out) {
  const double b = in[3], t = in[5], r = in[2] + b * t;
  const Angle u(t + in[4]);
  const double rc = r * u.c, rs = r * u.s;
  out[0] = in[0] + rc;
  out[1] = in[1] + rs;
  out[2] = b * u.c - rs;
  out[3] = b * u.s + rc;
  centre(out);
  out[8] = u.c;
  out[9] = u.s;
  out[10] = t * u.c;
  out[11] = t * u.s;
  out[12] = -rs;
  out[13] = rc;
}

void hypotrochoid(const double* in, double* out) {
  const double big = in[2], small = in[3], arm = in[4], t = in[6];
  const double d = big - small, inverse = 1 / small, k = d * inverse;
  const Angle a(t), b(k * t), turn(in[5]);
  // Before the turn: u, v, and their derivatives.
  const double u = d * a.c + arm * b.c, v = d * a.s - arm * b.s;
  const double p = arm * b.s, q = arm * b.c;
  const double u_t = -d * a.s - k * p, v_t = d * a.c - k * q;
  const double k_big = inverse, k_small = -big * inverse * inverse;
  const double u_big = a.c - p * t * k_big, v_big = a.s - q * t * k_big;
  const double u_small = -a.c - p * t * k_small, v_small = -a.s - q * t * k_small;
  const double turned_x = u * turn.c - v * turn.s, turned_y = u * turn.s + v * turn.c;
  out[0] = in[0] + turned_x;
  out[1] = in[1] + turned_y;
  out[2] = u_t * turn.c - v_t * turn.s;
  out[3] = u_t * turn.s + v_t * turn.c;
  centre(out);
  out[8] = u_big * turn.c - v_big * turn.s;
  out[9] = u_big * turn.s + v_big * turn.c;
  out[10] = u_small * turn.c - v_small * turn.s;
  out[11] = u_small * turn.s + v_small * turn.c;
  out[12] = b.c * turn.c + b.s * turn.s;
  out[13] = b.c * turn.s - b.s * turn.c;
  out[14] = -turned_y;
  out[15] = turned_x;
}

void lemniscate(const double* in, double* out) {
  const double a = in[2];
  const Angle t(in[4]), turn(in[3]);
  const double inverse = 1 / (1 + t.s * t.s), sc = t.s * t.c;
  const double f = t.c * inverse, g = sc * inverse;      // x/a and y/a before the turn
  const double d = 2 * sc * inverse;                     // (1 + sin^2)' / (1 + sin^2)
  const double f_t = -t.s * inverse - f * d;
  const double g_t = (t.c * t.c - t.s * t.s) * inverse - g * d;
  const double x = f * turn.c - g * turn.s, y = f * turn.s + g * turn.c;
  out[0] = in[0] + a * x;
  out[1] = in[1] + a * y;
  out[2] = a * (f_t * turn.c - g_t * turn.s);
  out[3] = a * (f_t * turn.s + g_t * turn.c);
  centre(out);
  out[8] = x;
  out[9] = y;
  out[10] = -a * y;
  out[11] = a * x;
}

void butterfly(const double* in, double* out) {
  const double s = in[2], k = in[3], t = in[5];
  const Angle a(t), b(k * t), w(t / 12), turn(in[4]);
  const double e = std::exp(a.c), w2 = w.s * w.s, w4 = w2 * w2;
  const double r = e - 2 * b.c - w4 * w.s;
  const double r_t = 2 * k * b.s - e * a.s - (5.0 / 12) * w4 * w.c;
  const double r_k = 2 * t * b.s;
  // The direction (sin t, cos t), turned, and its derivative.
  const double dx = a.s * turn.c - a.c * turn.s, dy = a.s * turn.s + a.c * turn.c;
  const double sr = s * r, x = sr * dx, y = sr * dy;
  out[0] = in[0] + x;
  out[1] = in[1] + y;
  out[2] = s * r_t * dx + sr * dy;
  out[3] = s * r_t * dy - sr * dx;
  centre(out);
  out[8] = r * dx;
  out[9] = r * dy;
  out[10] = s * r_k * dx;
  out[11] = s * r_k * dy;
  out[12] = -y;
  out[13] = x;
}

}  // namespace limber::hand_written
