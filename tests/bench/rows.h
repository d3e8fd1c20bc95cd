// A number of a benchmark for `limber bench`, which gathers those of all programs in one table: a
// line "name<tab>value<tab>unit" in the file that LIMBER_BENCH_ROWS names. Without it, nothing.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace limber {

inline void bench_row(const std::string& name, double value, const char* unit) {
  const char* file = std::getenv("LIMBER_BENCH_ROWS");
  std::FILE* rows = file ? std::fopen(file, "a") : nullptr;
  if (!rows) return;
  std::fprintf(rows, "%s\t%.6g\t%s\n", name.c_str(), value, unit);
  std::fclose(rows);
}

}  // namespace limber
