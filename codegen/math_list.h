// Every function of math.h's table, by number of arguments; sincos stands apart.
#pragma once

#define LIMBER_FUNCTIONS_1(X) \
  X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(exp) X(log) X(cbrt) \
  X(asinh) X(acosh) X(atanh) X(erf)
#define LIMBER_FUNCTIONS_2(X) X(atan2) X(pow)
