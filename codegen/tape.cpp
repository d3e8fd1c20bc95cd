#include "codegen/tape.h"

#include <cassert>

namespace limber {

namespace {

// Gives out registers; one given back is the next to go out again: it is still in the cache.
class Registers {
 public:
  std::int32_t take() {
    if (free_.empty()) return count_++;
    const std::int32_t r = free_.back();
    free_.pop_back();
    return r;
  }
  void give_back(std::int32_t r) { free_.push_back(r); }
  int count() const { return count_; }

 private:
  std::int32_t count_ = 0;
  std::vector<std::int32_t> free_;
};

// Writes some of a program's values, in order, onto one tape.
class Recorder {
 public:
  Recorder(const Program& program, const std::vector<bool>& mine)
      : program_(program), mine_(mine), register_(program.code.size(), -1),
        last_use_(program.code.size(), kNever) {
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (mine[k] && !has_no_step(program.code[k].op))
        for_each_operand(k, [&](std::int32_t v) { last_use_[v] = static_cast<std::int32_t>(k); });
  }

  std::int32_t where(std::int32_t value) const { return register_[value]; }
  std::int32_t reserve() { return registers_.take(); }

  // A value that must still be there at the end.
  void keep(std::int32_t value) { last_use_[value] = kForever; }

  // A value that is there before the first step.
  void place(std::size_t value, std::int32_t in_register) {
    last_use_[value] = kForever;
    register_[value] = in_register;
  }

  void write(Tape& tape) {
    for (std::size_t k = 0; k < program_.code.size(); ++k)
      if (mine_[k] && register_[k] < 0) write(k, tape);
    tape.registers = registers_.count();
  }

 private:
  static constexpr std::int32_t kNever = -1, kForever = -2;
  // They have the register that the instruction they belong to gave them.
  static bool has_no_step(Op op) { return op == Op::cos_of_sincos || op == Op::part; }

  template <class F>
  void for_each_operand(std::size_t k, F f) const {
    limber::for_each_operand(program_, program_.code[k], f);
  }

  void release_operands(std::size_t k) {
    for_each_operand(k, [&](std::int32_t v) {
      if (last_use_[v] != static_cast<std::int32_t>(k)) return;
      last_use_[v] = kForever;  // it may be named twice
      registers_.give_back(register_[v]);
    });
  }

  // One half of a sincos may have no use at all.
  void release_unused(std::size_t k) {
    if (last_use_[k] == kNever) registers_.give_back(register_[k]);
  }

  // A result may take the register of an operand that ends here, since a step reads a lane before
  // it writes it; only the two results of sincos must not.
  void write(std::size_t k, Tape& tape) {
    const Instruction& i = program_.code[k];
    if (i.op == Op::integral) return write_integral(k, tape);
    const int n = arity(i.op);
    Step step{i.op, -1, n > 0 ? register_[i.a] : 0, n > 1 ? register_[i.b] : 0,
              n > 2 ? register_[i.c] : 0};
    if (i.op != Op::sincos) release_operands(k);
    step.to = register_[k] = registers_.take();
    if (i.op == Op::sincos) {
      step.c = register_[k + 1] = registers_.take();
      release_operands(k);
      release_unused(k + 1);
    }
    release_unused(k);
    tape.steps.push_back(step);
  }

  // Its results are the parts of it that are needed, and a register for the others. None of them is
  // that of an argument, and none is given back: an integral costs more than they do.
  void write_integral(std::size_t k, Tape& tape) {
    const Instruction& i = program_.code[k];
    const IntegralCall& integral = program_.integrals[static_cast<std::size_t>(i.value)];
    std::vector<std::int32_t> arguments, results(integral.integrand.outputs.size());
    for (const std::int32_t v : integral.arguments) arguments.push_back(register_[v]);
    for (std::int32_t& result : results) result = registers_.take();
    register_[k] = results.front();
    for (std::size_t p = k + 1; p < program_.code.size(); ++p) {
      const Instruction& part = program_.code[p];
      if (part.op != Op::part || static_cast<std::size_t>(part.a) != k) continue;
      register_[p] = results[static_cast<std::size_t>(part.value)];
      last_use_[p] = kForever;
    }
    tape.steps.push_back({Op::integral, register_[k], register_[i.a], register_[i.b],
                          static_cast<std::int32_t>(tape.calls.size())});
    tape.calls.push_back(
        {static_cast<std::size_t>(i.value), {}, arguments.data(), results.data()});
    tape.call_registers.push_back(std::move(arguments));
    tape.call_registers.push_back(std::move(results));
    release_operands(k);
  }

  const Program& program_;
  const std::vector<bool>& mine_;
  std::vector<std::int32_t> register_, last_use_;
  Registers registers_;
};

// `needed`, with both halves of a sincos when one is.
std::vector<bool> needed_in_pairs(const Program& program) {
  std::vector<bool> need = needed(program);
  for (std::size_t k = 0; k + 1 < need.size(); ++k)
    if (program.code[k].op == Op::sincos && need[k]) need[k + 1] = true;
  return need;
}

// A tape that computes `mine` from the constants and inputs; afterwards `kept` are in its outputs.
Tape record_from_inputs(const Program& program, const std::vector<bool>& mine,
                        const std::vector<std::int32_t>& kept) {
  Tape tape;
  tape.inputs = program.inputs;
  Recorder recorder(program, mine);
  for (std::size_t k = 0; k < program.code.size(); ++k)
    if (mine[k] && program.code[k].op == Op::constant) {
      recorder.place(k, recorder.reserve());
      tape.constants.push_back(program.code[k].value);
    }
  const std::int32_t first_input = static_cast<std::int32_t>(tape.constants.size());
  for (int i = 0; i < program.inputs; ++i) recorder.reserve();
  for (std::size_t k = 0; k < program.code.size(); ++k)
    if (mine[k] && program.code[k].op == Op::input)
      recorder.place(k, first_input + program.code[k].a);
  for (const std::int32_t v : kept) recorder.keep(v);
  recorder.write(tape);
  for (const std::int32_t v : kept) tape.outputs.push_back(recorder.where(v));
  return tape;
}

// The values outside `along` that a value inside reads.
std::vector<std::int32_t> border(const Program& program, const std::vector<bool>& along) {
  std::vector<bool> seen(program.code.size(), false);
  std::vector<std::int32_t> values;
  auto visit = [&](std::int32_t v) {
    if (along[v] || seen[v]) return;
    seen[v] = true;
    values.push_back(v);
  };
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    if (!along[k]) continue;
    for_each_operand(program, program.code[k], visit);
  }
  return values;
}

}  // namespace

Tapes record(const Program& program) {
  assert(well_formed(program));
  const std::vector<bool> all = needed_in_pairs(program);
  const std::vector<bool> runs = runs_along(program);
  std::vector<bool> fixed = all, along = all;
  for (std::size_t k = 0; k < all.size(); ++k) (runs[k] ? fixed : along)[k] = false;

  Tapes tapes;
  tapes.one = record_from_inputs(program, all, program.outputs);

  // What `fixed` leaves: first what `along` reads, then the outputs that never change.
  std::vector<std::int32_t> left = border(program, along);
  const std::size_t read = left.size();
  for (const std::int32_t v : program.outputs)
    if (!along[v]) left.push_back(v);
  tapes.fixed = record_from_inputs(program, fixed, left);

  Recorder recorder(program, along);
  const std::int32_t last = recorder.reserve();
  for (std::size_t k = 0; k < along.size(); ++k)
    if (along[k] && program.code[k].op == Op::input) recorder.place(k, last);
  for (std::size_t i = 0; i < read; ++i) {
    const std::int32_t to = recorder.reserve();
    recorder.place(left[i], to);
    tapes.spread.push_back({to, tapes.fixed.outputs[i]});
  }
  for (const std::int32_t v : program.outputs)
    if (along[v]) recorder.keep(v);
  recorder.write(tapes.along);
  std::size_t next_fixed = read;
  for (const std::int32_t v : program.outputs)
    tapes.outputs.push_back(along[v] ? recorder.where(v) : ~tapes.fixed.outputs[next_fixed++]);
  return tapes;
}

}  // namespace limber
