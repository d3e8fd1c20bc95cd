#include "codegen/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr int asked = 8;  // a whole vector on every processor: machine code is not asked for fewer

constexpr int columns = 8;  // midpoint rules of 2, 4, ... 16 parts: order 16

// Of the size a state has reached: below it the extrapolation chases rounding (some 1e-15 in each of 16
// parts). Ten times more, and solutions are wrong in the twelfth digit.
constexpr double agreement = 2e-13;
// A state that stays so small beside the largest is rounding.
constexpr double nothing = 1e-10;
// A step that begins so badly is cut before more is spent on it.
constexpr double hopeless = 0.1;
constexpr int early_look = 2;
// Of the whole way: a step so short does not lead to its end.
constexpr double shortest_step = 1e-10;

class Follower {
 public:
  Follower(const IntegrandCode& f, const double* in) : f_(f), n_(f.outputs), in_(memory().in) {
    in_.assign(in, in + f.arguments);
    in_.push_back(0);
    state_.assign(in_.end() - 1 - n_, in_.end() - 1);
    sizes_.assign(static_cast<std::size_t>(n_), 0.0);
    table_.resize(static_cast<std::size_t>(columns * n_));
    values_.resize(static_cast<std::size_t>(asked * n_));
    for (std::vector<double>* one : {&rate_, &first_, &before_, &middle_, &last_})
      one->resize(static_cast<std::size_t>(n_));
  }

  bool run(double from, double to) {
    double t = from, step = to - from;
    while (t != to) {
      if (std::fabs(step) >= std::fabs(to - t)) step = to - t;
      double next = 0;
      const bool taken = advance(t, step, next);
      if (used_ > most_rates) return false;
      if (!taken && !(std::fabs(next) > shortest_step * std::fabs(to - from))) return false;
      if (taken) t = step == to - t ? to : t + step;
      step = next;
    }
    return true;
  }
  const std::vector<double>& state() const { return state_; }

 private:
  struct Memory {
    std::vector<double> in, state, sizes, table, values, rate, first, before, middle, last;
  };
  static Memory& memory() {
    thread_local Memory of_this_thread;
    return of_this_thread;
  }
  std::size_t n() const { return static_cast<std::size_t>(n_); }

  void rates(double t, const std::vector<double>& s, std::vector<double>& out) {
    std::copy(s.begin(), s.end(), in_.end() - 1 - n_);
    double times[asked];
    std::fill(times, times + asked, t);
    f_.many(f_.self, in_.data(), times, asked, values_.data(), asked);
    for (std::size_t i = 0; i < n(); ++i) out[i] = values_[i * asked];
    ++used_;
  }

  // The midpoint rule over a step, in so many parts, into the row of the table.
  void midpoint(double t, double step, int parts, double* row) {
    const double h = step / parts;
    before_ = state_;
    for (std::size_t i = 0; i < n(); ++i) middle_[i] = state_[i] + h * first_[i];
    for (int k = 1; k < parts; ++k) {
      rates(t + k * h, middle_, rate_);
      for (std::size_t i = 0; i < n(); ++i) {
        const double ahead = before_[i] + 2 * h * rate_[i];
        before_[i] = middle_[i];
        middle_[i] = ahead;
      }
    }
    rates(t + step, middle_, rate_);
    for (std::size_t i = 0; i < n(); ++i) row[i] = 0.5 * (middle_[i] + before_[i] + h * rate_[i]);
  }

  // Neville's scheme in the squares of the parts, in place: row j then holds column k - j of the row k.
  // How much the last column changed, in parts of the states' sizes.
  double extrapolate(int k) {
    double change = 0;
    const double least = nothing * *std::max_element(sizes_.begin(), sizes_.end());
    for (std::size_t i = 0; i < n(); ++i) {
      double old = 0;
      for (int j = k - 1; j >= 0; --j) {
        const double ratio = static_cast<double>(k + 1) / (j + 1);
        double& lower = table_[static_cast<std::size_t>(j) * n() + i];
        const double upper = table_[static_cast<std::size_t>(j + 1) * n() + i];
        old = upper;
        lower = upper + (upper - lower) / (ratio * ratio - 1);
      }
      const double off = std::fabs(table_[i] - old), size = std::max(sizes_[i], least);
      if (!std::isfinite(off)) return off;
      if (off > 0) change = std::max(change, off / size);
    }
    return change;
  }

  // One step, if it succeeds; how long the next should be.
  bool advance(double t, double step, double& next) {
    rates(t, state_, first_);
    for (std::size_t i = 0; i < n(); ++i) {
      sizes_[i] = std::max(sizes_[i], std::fabs(state_[i]));
      if (!std::isfinite(first_[i])) return next = 0, false;
    }
    for (int k = 0; k < columns; ++k) {
      midpoint(t, step, 2 * (k + 1), &table_[static_cast<std::size_t>(k) * n()]);
      if (k == 0) {  // about as large as that they become
        last_ = sizes_;
        for (std::size_t i = 0; i < n(); ++i)
          if (std::isfinite(table_[i])) sizes_[i] = std::max(sizes_[i], std::fabs(table_[i]));
        continue;
      }
      const double change = extrapolate(k);
      if (change <= agreement) {
        std::copy_n(table_.begin(), n_, state_.begin());
        next = step * (k <= 3 ? 3 : k <= 5 ? 1.5 : 1);
        return true;
      }
      if (!(change < hopeless) && k >= early_look) break;
    }
    sizes_ = last_;
    next = step / 3;
    return false;
  }

  const IntegrandCode& f_;
  int n_, used_ = 0;
  std::vector<double>& in_;
  std::vector<double>&state_ = memory().state, &sizes_ = memory().sizes, &table_ = memory().table,
  &values_ = memory().values, &rate_ = memory().rate, &first_ = memory().first, &before_ = memory().before,
  &middle_ = memory().middle, &last_ = memory().last;
};

}  // namespace

void follow(const IntegrandCode& f, const double* in, double from, double to, double* out) {
  Follower follower(f, in);
  const bool found = std::isfinite(from) && std::isfinite(to) && follower.run(from, to);
  for (int i = 0; i < f.outputs; ++i)
    out[i] = found ? follower.state()[static_cast<std::size_t>(i)]
                   : std::numeric_limits<double>::quiet_NaN();
}

void flow_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
               double to, double* out) {
  follow({many, nullptr, arguments, outputs}, in, from, to, out);
}

}  // namespace limber
