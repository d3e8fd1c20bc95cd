// The whole road from formula text to something that runs. The only header of codegen, besides
// kernel.h, result.h and definition.h, that the rest of the program includes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "codegen/definition.h"
#include "codegen/kernel.h"
#include "codegen/program.h"
#include "codegen/result.h"

namespace limber {

template <class F>
using Definition = std::variant<CurveDefinition<F>, ConstraintDefinition<F>>;

// Parse, differentiate, simplify. All mistakes of the text in one Error.
Result<Definition<Program>> lower(std::string_view text);

// How far to go: the interpreter needs no preparation and no LLVM.
enum class Tier { interpret, machine_code };

// How long the formulas of one document may keep the compiler busy, in seconds of its thread. When it
// is spent, what waits stays as it is: interpreted, and right to the same bit. And how much symbolic
// work they may be, counted (limits::symbolic_work): when that is spent, the next formula is refused.
class CompileBudget;
using SharedBudget = std::shared_ptr<CompileBudget>;
SharedBudget compile_budget();  // a fresh one, of limits::compile_seconds

// lower, then make it run. With machine_code: interpreted until LLVM is done, within the budget;
// without one, however long it takes.
Result<Definition<Kernel>> compile_now(std::string_view text, Tier tier,
                                       const SharedBudget& budget = nullptr);

// A definition compiled into the program, from data/. Its text is parsed for what it says about
// itself; its functions are the compiled ones. Names in alphabetical order; a curve and a constraint
// may have the same one.
const std::vector<std::string>& builtin_names(bool curves);
Result<Definition<Kernel>> builtin(std::string_view name, bool curve);

// A map of data/maps: written as a constraint and compiled like one, but it is its rows that are
// wanted, with their derivatives, and nobody chooses it from a list. It must exist.
const ConstraintDefinition<Kernel>& builtin_map(std::string_view name);

// Why the point of this curve has no finite value for these inputs (q, then t): "the logarithm of a
// negative number". Empty when it has one.
std::string explain_value(std::string_view text, const std::vector<double>& inputs);

// A number a person typed: "2*pi", "3mm + width/2"; `names` are the variables of the drawing.
// Lengths are in drawing units (1 mm); an angle may be written 30deg.
Result<double> evaluate(std::string_view text, const std::map<std::string, double>& names);

}  // namespace limber
