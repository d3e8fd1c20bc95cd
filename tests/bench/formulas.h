// Twenty curve types as people type them, from a line to a butterfly, for measuring the way from the
// Enter key to a curve that can be pulled.
#pragma once

namespace limber {

inline constexpr const char* kTypedFormulas[] = {
    R"(curve ellipse
  place c = (0, 0)
  length a = 30, b = 20, a > 0, b > 0
  angle turn = 0
  t from 0 to tau closed
  at = c + rotate((a cos t, b sin t), turn)
  point center = c
  number area = integral(x*y' - y*x')/2
)",
    R"(curve spiral
  place c = (0, 0)
  length a = 0, b = 1
  angle turn = 0
  t from 0 to 6*pi
  let r = a + b*t
  at = c + r (cos(t + turn), sin(t + turn))
  length span = integral(|x'|)
)",
    R"(curve involute
  place c = (0, 0)
  length r = 10, r > 0
  angle turn = 0
  t from 0 to 3*pi
  at = c + r (cos(t + turn) + t sin(t + turn), sin(t + turn) - t cos(t + turn))
  point center = c
)",
    R"(curve rose
  place c = (0, 0)
  length a = 20
  number k = 2.5
  angle turn = 0
  t from 0 to 4*pi
  r = a cos(k*t) about c turned turn
)",
    R"(curve clothoid
  place c = (0, 0)
  length s = 20
  number k = 1
  angle turn = 0
  t from -2 to 2
  let u = k*t^2/2
  at = c + rotate((s*t*(1 - u^2/10 + u^4/216), s*t*(u/3 - u^3/42 + u^5/1320)), turn)
)",
    R"(curve superellipse
  place c = (0, 0)
  length a = 30, b = 20, a > 0, b > 0
  number n = 2.5, n > 0
  t from 0 to tau closed
  at = c + (a*sign(cos(t))*abs(cos(t))^(2/n), b*sign(sin(t))*abs(sin(t))^(2/n))
)",
    R"(curve hypotrochoid
  place c = (0, 0)
  length big = 30, small = 9, arm = 12, small > 0
  angle turn = 0
  t from 0 to 6*pi
  let k = (big - small)/small
  at = c + rotate(((big - small) cos t + arm cos(k*t), (big - small) sin t - arm sin(k*t)), turn)
  point center = c
)",
    R"(curve epitrochoid
  place c = (0, 0)
  length big = 20, small = 5, arm = 8, small > 0
  angle turn = 0
  t from 0 to tau
  let k = (big + small)/small
  at = c + rotate(((big + small) cos t - arm cos(k*t), (big + small) sin t - arm sin(k*t)), turn)
  length span = integral(|x'|)
)",
    R"(curve lissajous
  place c = (0, 0)
  length a = 30, b = 20
  number p = 3, q = 2
  angle phase = 0.5
  t from 0 to tau
  at = c + (a sin(p*t + phase), b sin(q*t))
)",
    R"(curve cardioid
  place c = (0, 0)
  length a = 10
  angle turn = 0
  t from 0 to tau closed
  r = a (1 + cos t) about c turned turn
  point cusp = c
  number area = integral(x*y' - y*x')/2
)",
    R"(curve lemniscate
  place c = (0, 0)
  length a = 20
  angle turn = 0
  t from 0 to tau closed
  let d = 1 + sin(t)^2
  at = c + rotate((a cos(t)/d, a sin(t)*cos(t)/d), turn)
)",
    R"(curve fourier
  place c = (0, 0)
  length a1 = 20, b1 = 0, a2 = 5, b2 = 3, a3 = 2, b3 = -1, a4 = 1, b4 = 1
  t from 0 to tau closed
  let r = 10 + a1 cos t + b1 sin t + a2 cos 2t + b2 sin 2t + a3 cos 3t + b3 sin 3t + a4 cos 4t + b4 sin 4t
  at = c + r (cos t, sin t)
)",
    R"(curve catenary
  place c = (0, 0)
  length a = 10, a > 0
  length w = 40
  t from -1 to 1
  at = c + (w*t/2, a*cosh(w*t/(2*a)) - a)
  length span = integral(|x'|)
)",
    R"(curve logistic
  place c = (0, 0)
  length w = 40, h = 20
  number k = 6
  t from -1 to 1
  at = c + (w*t, h/(1 + exp(-(k*t))))
)",
    R"(curve damped
  place c = (0, 0)
  length a = 20, w = 3
  number k = 0.2, f = 4
  angle phase = 0
  t from 0 to 10
  at = c + (w*t, a*exp(-(k*t))*sin(f*t + phase))
)",
    R"(curve bezier
  place a = (0, 0)
  place b = (10, 20)
  place c = (30, 20)
  place d = (40, 0)
  t from 0 to 1
  at = (1-t)^3 a + 3(1-t)^2 t b + 3(1-t) t^2 c + t^3 d
  point start = a
  point end = d
  length span = integral(|x'|)
)",
    R"(curve conic
  place a = (0, 0)
  place b = (20, 30)
  place c = (40, 0)
  number w = 0.7, w > 0
  t from 0 to 1
  let d = (1-t)^2 + 2w*t*(1-t) + t^2
  at = ((1-t)^2 a + 2w*t*(1-t) b + t^2 c)/d
)",
    R"(curve airfoil
  place c = (0, 0)
  length chord = 50, chord > 0
  number thick = 0.12
  angle turn = 0
  t from -1 to 1
  let u = t^2
  let h = 5*thick*(0.2969*sqrt(u) - 0.126*u - 0.3516*u^2 + 0.2843*u^3 - 0.1036*u^4)
  at = c + rotate((chord*u, chord*h*sign(t)), turn)
)",
    R"(curve butterfly
  place c = (0, 0)
  length s = 10
  number k = 4
  angle turn = 0
  t from 0 to 12*pi
  let r = exp(cos(t)) - 2cos(k*t) - sin(t/12)^5
  at = c + rotate((s*r*sin(t), s*r*cos(t)), turn)
)",
    R"(curve gear
  place c = (0, 0)
  length r = 20, h = 3
  number n = 12, k = 4
  angle turn = 0
  t from 0 to tau closed
  let w = tanh(k*sin(n*t))
  at = c + (r + h*w) (cos(t + turn), sin(t + turn))
  point center = c
  length perimeter = integral(|x'|)
)",
};

}  // namespace limber
