// One curve and more of every form that no file of the toolbox has: what the laws of curves are checked on,
// every evaluator compiles and the Enter key is timed with, besides the toolbox.
#pragma once

namespace limber {

// Differential equations, as books have them.
inline constexpr const char* flow_examples[] = {
    "curve phase \"Phase curve of a pendulum\"\n  place c = (0, 0)\n  length s = 10, s > 0\n"
    "  number w = 1.2\n  t from 0 to 6\n  theta' = omega\n  omega' = -sin(theta)\n  theta(0) = 0.3\n"
    "  omega(0) = w\n  at = c + s*(theta, omega)\n",
    "curve drawn_along \"Tractrix\"\n  place c = (0, 0)\n  length a = 10, a > 0\n  t from 0 to 2\n"
    "  let along = sqrt(max(1 - v^2, 0))\n  u' = along^2\n  v' = -v*along\n  u(0) = 0\n  v(0) = 0.99\n"
    "  at = c + a*(u, v)\n",
    "curve pursuit \"Pursuit\"\n  place c = (0, 0)\n  length a = 20\n  number k = 0.6, 0 < k < 0.9\n"
    "  t from 0 to 0.7\n  let way = (k*t, 1) - (u, v)\n  u' = way.x/|way|\n  v' = way.y/|way|\n"
    "  u(0) = 0\n  v(0) = 0\n  at = c + a*(u, v)\n",
    "curve van_der_pol \"Van der Pol\"\n  place c = (0, 0)\n  length s = 8, s > 0\n  number m = 0.5\n"
    "  t from 0 to 8\n  u'' = m*(1 - u^2) u' - u\n  u(0) = 1\n  u'(0) = 0\n  at = c + s*(u, u')\n"};

// Integrals, sums and products, functions of one's own, and equations between x and y.
inline constexpr const char* form_examples[] = {
    "curve cornu \"Clothoid by its definition\"\n  place a = (0, 0)\n  angle phi = 0\n  length l = 50, l > 0\n"
    "  number turn = 3, -5 <= turn <= 5\n  t from 0 to 1\n"
    "  at = a + rotate(l*integral((cos(turn*s^2), sin(turn*s^2)), s = 0..t), phi)\n"
    "  length length = integral(|x'|)\n",
    "curve fourier \"Square wave\"\n  place c = (0, 0)\n  length a = 5, b = 10, a > 0, b > 0\n"
    "  t from -3 to 3\n  at = c + (b*t, a*sum(k = 1..4, sin((2k - 1)*t)/(2k - 1)))\n",
    "curve bells \"Two bells\"\n  place c = (0, 0)\n  length a = 10, a > 0\n  number k = 0.6\n  t from -4 to 4\n"
    "  f(u) = exp(-u^2)\n  at = c + a*(t, f(t) + k*f(t - 2)*product(j = 1..3, 1 + t/(9j)))\n",
    "curve folium \"Folium of Descartes\"\n  place c = (0, 0)\n  length a = 10, a > 0\n  angle phi = 0\n"
    "  x^3 + y^3 = 3a x y about c turned phi\n  within 3a\n  point node = c\n",
    "curve cassini \"Cassini oval\"\n  place f = (-10, 0), g = (10, 0)\n  length b = 11, b > 0\n"
    "  |p - f|*|p - g| = b^2\n  number area = integral(x*y' - y*x')/2\n  length around = integral(|x'|)\n"
    "  point center = (f + g)/2\n"};

}  // namespace limber
