// The integral of several functions of one variable between two bounds: what Op::integral means. One
// function, called by every evaluator, so that all of them cut an integral into the same parts and
// give the same bits.
//
// Promise: of a smooth integrand within some 1e-13 of the integral of its absolute value. A part that
// Gauss's rule of 10 points and Kronrod's of 21 do not agree on is halved, most_parts at most; what
// is rougher is taken as it is. Where the integrand has no finite value, neither has the integral.
#pragma once

#include "codegen/kernel.h"

namespace limber {

constexpr int most_integral_parts = 64;

// `many` is that of a KernelCode: in[arguments] is the variable. It is asked for 24 values at a time.
struct IntegrandCode {
  KernelCode::Many many = nullptr;
  const void* self = nullptr;
  int arguments = 0;  // inputs before the variable
  int outputs = 0;
  bool flows = false;    // its outputs are rates of states: see flow.h
  bool is_root = false;  // they are a function and its derivative: see root.h
};

// in has room for arguments + 1 numbers.
void integrate(const IntegrandCode& f, const double* in, double from, double to, double* out);

// The same as machine code calls it.
void integrate_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
                    double to, double* out);

}  // namespace limber
