// How many ways a figure can still move, counted when its structure changes and it is at rest.
#pragma once

#include <cstdint>
#include <optional>

#include "app/editor/editor.h"
#include "solver/diagnose.h"

namespace limber {

class Freedoms {
 public:
  // Nothing for an empty drawing, and for one too large to be counted within a frame.
  std::optional<int> count(const Editor& editor);

 private:
  Diagnoser diagnoser_;
  std::uint64_t counted_ = 0;  // the structure it was counted for
  std::optional<int> freedoms_;
};

}  // namespace limber
