#include "codegen/kernels.h"

#include <algorithm>

#include "codegen/interpret.h"
#include "codegen/machine_code.h"

namespace limber {

Definition<Kernel> interpreted(const Definition<Program>& definition) {
  return made_of<Kernel>(definition, [](const FunctionName&, const Program& program) {
    return program.outputs.empty() ? Kernel() : interpret(program);
  });
}

// All functions of a definition are compiled together, in the order they are visited, and what is
// the same function again (the length of a curve, and the length up to t) once.
Definition<Kernel> in_machine_code(const Definition<Program>& definition,
                                   const SharedBudget& budget) {
  std::vector<FunctionSource> sources;
  const Definition<int> which =
      made_of<int>(definition, [&](const FunctionName& name, const Program& program) {
        if (program.outputs.empty()) return -1;
        const auto same = std::ranges::find_if(sources, [&](const FunctionSource& source) {
          return source.along == name.many && source.program == program;
        });
        const auto place = static_cast<int>(same - sources.begin());
        if (same == sources.end()) sources.push_back({program, name.many});
        return place;
      });
  const std::vector<Kernel> kernels = compile_in_background(std::move(sources), budget);
  return made_of<Kernel>(which, [&](const FunctionName&, int place) {
    return place < 0 ? Kernel() : kernels[static_cast<std::size_t>(place)];
  });
}

}  // namespace limber
