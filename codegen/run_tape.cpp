// The interpreter's loop. Compiled once for each class of processors.
#include "codegen/lanes.h"
#include "codegen/tape.h"

namespace limber::LIMBER_CPU {

namespace {

// The register r of W doubles, read and written as many at a time as V holds.
template <class V, int W>
struct Register {
  double* lanes;
  Register(double* registers, std::int32_t r) : lanes(registers + r * W) {}
  V get(int i) const {
    V v;
    __builtin_memcpy(&v, lanes + i, sizeof v);
    return v;
  }
  void set(int i, V v) const { __builtin_memcpy(lanes + i, &v, sizeof v); }
};

// An integral, lane by lane.
template <int W>
void run_call(const TapeCall& call, std::int32_t from, std::int32_t to, double* registers) {
  const int arguments = call.code.arguments, results = call.code.outputs;
  double* in = call_memory(arguments + 1 + results);
  double* out = in + arguments + 1;
  for (int lane = 0; lane < W; ++lane) {
    for (int j = 0; j < arguments; ++j)
      in[j] = registers[call.arguments[j] * W + lane];
    integrate_nested(call.code, in, registers[from * W + lane], registers[to * W + lane], out);
    for (int j = 0; j < results; ++j)
      registers[call.results[j] * W + lane] = out[j];
  }
}

// Every lane is read before it is written, so a result may overwrite an operand.
template <class V, int W>
void run(const Step* s, const Step* end, const TapeCall* calls, double* registers) {
  using R = Register<V, W>;
  constexpr int kStep = sizeof(V) / sizeof(double);
#define LIMBER_LANES for (int i = 0; i < W; i += kStep)
#define LIMBER_CASE(name, expression)                                               \
  case Op::name: {                                                                  \
    const R to(registers, s->to);                                                   \
    [[maybe_unused]] const R ra(registers, s->a), rb(registers, s->b), rc(registers, s->c); \
    LIMBER_LANES {                                                                  \
      [[maybe_unused]] const V a = ra.get(i), b = rb.get(i), c = rc.get(i);         \
      to.set(i, expression);                                                        \
    }                                                                               \
    break;                                                                          \
  }
#define LIMBER_CALL1(name) LIMBER_CASE(name, name(a))
#define LIMBER_CALL2(name) LIMBER_CASE(name, name(a, b))
  for (; s != end; ++s) {
    switch (s->op) {
      LIMBER_CASE(add, a + b)
      LIMBER_CASE(sub, a - b)
      LIMBER_CASE(mul, a * b)
      LIMBER_CASE(div, a / b)
      LIMBER_CASE(neg, -a)
      LIMBER_CASE(select, select<V>(a, b, c))
      LIMBER_CALL1(abs)
      LIMBER_CALL1(sqrt)
      LIMBER_CALL1(floor)
      LIMBER_CALL1(sign)
      LIMBER_CALL2(min)
      LIMBER_CALL2(max)
      LIMBER_CALL2(less)
      LIMBER_CALL2(less_equal)
      LIMBER_CALL2(equal)
      LIMBER_CALL2(logical_and)
      LIMBER_CALL2(logical_or)
      LIMBER_CALL1(logical_not)
      LIMBER_FUNCTIONS_1(LIMBER_CALL1)
      LIMBER_FUNCTIONS_2(LIMBER_CALL2)
      case Op::sincos: {
        const R sine(registers, s->to), cosine(registers, s->c), a(registers, s->a);
        LIMBER_LANES {
          const SineCosine<V> both = sincos(a.get(i));
          sine.set(i, both.sin);
          cosine.set(i, both.cos);
        }
        break;
      }
      case Op::integral: run_call<W>(calls[s->c], s->a, s->b, registers); break;
      case Op::constant:
      case Op::input:
      case Op::part:
      case Op::flow:
      case Op::root:
      case Op::cos_of_sincos: break;  // never on a tape
    }
  }
}

}  // namespace

#if !defined(__AVX512F__)
void run_one(const Step* begin, const Step* end, const TapeCall* calls,
               double* registers) {
  run<double, 1>(begin, end, calls, registers);
}
void run_few_lanes(const Step* begin, const Step* end, const TapeCall* calls,
               double* registers) {
  run<Lanes, kFewLanes>(begin, end, calls, registers);
}
#endif
void run_lanes(const Step* begin, const Step* end, const TapeCall* calls,
               double* registers) {
  run<Lanes, kLanes>(begin, end, calls, registers);
}

}  // namespace limber::LIMBER_CPU
