// The benchmark programs of the other modules, which are built on request and then lie beside this
// one. Each writes its numbers to a file it is told of (see tests/bench/rows.h).
#pragma once

#include <string>
#include <vector>

namespace limber::cli {

struct Work;

struct Measured {
  std::string part, name;  // "solver", "chain of 100"
  double value = 0;
  std::string unit;  // "s", "ms", "us", "times"
};

// "algebra", ...: bench_algebra is the program.
const std::vector<std::string>& bench_parts();

// Runs the program of a part to its end and adds its rows. Says how to build it when it is not
// there, and warns when it fails.
void run_bench_program(Work& work, const std::string& part, std::vector<Measured>& rows);

}  // namespace limber::cli
