// Commands for kinds of constraints: one for each kind of the drawing (constrain.tangent), and those
// with a key, which may stand for several kinds: the first that what is chosen fits is meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/editor/commands.h"
#include "solver/kinds.h"

namespace limber {

inline constexpr std::string_view constrain_prefix = "constrain.";  // and the name of a kind
inline constexpr std::string_view hold_prefix = "hold.";            // and a word of the table below

struct Hold {
  std::string_view id, title, key, help;
  std::vector<std::string> kinds;
  bool slide = false;       // places on curves slide along them
  double stiffness = 0;     // above 0: a spring of it
  std::string then = "";    // a kind that is made on their contacts as well
  bool dimension = false;   // its number is written on the paper
};
const std::vector<Hold>& holds();  // SolveSpace's letters

std::vector<Command> kind_commands(const ConstraintLibrary& kinds);

// What a command makes; no kinds when it is of another sort.
Hold hold_of(std::string_view command);

}  // namespace limber
