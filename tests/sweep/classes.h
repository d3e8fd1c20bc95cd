// Classes of drags that a hand makes and that failed once, each with the number of them that still
// do: limber_sweep --classes prints the table, the tests hold those at 0 that are mended.
#pragma once

#include <string>
#include <vector>

namespace limber {

struct Tally {
  int drags = 0;
  int finds = 0;
  double worst = 0;    // the measure of the class, over all its drags
  std::string where;   // the first few finds
  void add(bool find, double measure, const std::string& name);
};

struct DragClass {
  const char* name;
  const char* measure;  // of what `worst` is
  Tally (*run)();
};

const std::vector<DragClass>& drag_classes();

}  // namespace limber
