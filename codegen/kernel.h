// Kernel: a compiled function R^n -> R^m as a value. Who calls it cannot tell (and no bit of the
// result tells) whether it was compiled into the program, compiled a moment ago by LLVM, or is
// interpreted.
#pragma once

#include <memory>

namespace limber {

// What an evaluator provides. Thread-safe: reads only `self` and its arguments.
struct KernelCode {
  // out[j] = f_j(in)
  using One = void (*)(const void* self, const double* in, double* out);
  // For k < count, with the last input replaced by last[k]: out[j * stride + k] = f_j
  using Many = void (*)(const void* self, const double* in, const double* last, int count,
                        double* out, int stride);
  One one = nullptr;
  Many many = nullptr;
  const void* self = nullptr;
};

class Kernel {
 public:
  Kernel() = default;  // empty: may only be assigned to, and asked whether it is
  Kernel(int inputs, int outputs, KernelCode code, std::shared_ptr<const void> owner)
      : inputs_(inputs), outputs_(outputs), code_(code), owner_(std::move(owner)) {}

  explicit operator bool() const { return code_.one != nullptr; }
  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }
  const KernelCode& code() const { return code_; }

  // False when some output is not finite (a logarithm of a negative number, a division by zero):
  // a status, never a silent nan in the state.
  [[nodiscard]] bool operator()(const double* in, double* out) const {
    code_.one(code_.self, in, out);
    double sum = 0;
    for (int j = 0; j < outputs_; ++j) sum += out[j] - out[j];
    return sum == 0;
  }

  // Many evaluations that differ in the last input only. `in` holds all inputs (the last is not
  // read); output j of evaluation k is out[j * stride + k]. Says nothing about finiteness: near a
  // pole some are, some are not, and the caller wants to know which.
  void along(const double* in, const double* last, int count, double* out, int stride) const {
    code_.many(code_.self, in, last, count, out, stride);
  }

 private:
  int inputs_ = 0, outputs_ = 0;
  KernelCode code_;
  std::shared_ptr<const void> owner_;  // keeps the code alive
};

}  // namespace limber
