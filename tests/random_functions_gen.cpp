// Writes C++ for random functions, at build time, as limber_gen does for formulas: so that the tests
// can compare what g++ made of them with the interpreter. The seed makes the same ones again.
//   random_functions_gen functions.cpp table.cpp
#include <fstream>

#include "codegen/emit_cpp.h"
#include "tests/random_functions.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ofstream functions(argv[1]), table(argv[2]);
  functions << "#include \"codegen/flow_lanes.h\"\n\nnamespace limber::LIMBER_CPU {\n\n";
  table << "#include \"tests/random_functions.h\"\n\nnamespace limber {\n\n";
  std::string rows;
  int number = 0;
  for (const limber::Program& program : limber::random_functions()) {
    const std::string name = "random_" + std::to_string(number++);
    const bool along = number % 8 != 0 && program.inputs > 0;
    functions << limber::emit_function(name, program, along) << "\n";
    for (const std::string cpu : {"plain", "fma", "avx512"})
      table << "namespace " << cpu << " {\nvoid " << name
            << "_one(const void*, const double*, double*);\nvoid " << name
            << "_many(const void*, const double*, const double*, int, double*, int);\n}\n";
    rows += "    {" + std::to_string(program.inputs) + ", " +
            std::to_string(program.outputs.size()) + ", {plain::" + name + "_one, plain::" + name +
            "_many}, {fma::" + name + "_one, fma::" + name + "_many}, " +
            (along ? "avx512::" + name + "_many" : "nullptr") + "},\n";
  }
  functions << "}  // namespace limber::LIMBER_CPU\n";
  table << "\nstd::vector<Compiled> compiled_random_functions() {\n  return {\n" << rows
        << "  };\n}\n\n}  // namespace limber\n";
}
