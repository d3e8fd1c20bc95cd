#include "solver/kind_inputs.h"

#include "codegen/parse.h"

namespace limber {

std::vector<char> usual_values_written(const ConstraintKind& kind) {
  std::vector<Error> none;  // the text has been compiled: it has no mistakes
  const Formula formula = parse(kind.text, none);
  std::vector<char> written(kind.inputs.size(), 0);
  for (std::size_t i = 0; i < written.size() && i < formula.inputs.size(); ++i)
    written[i] = static_cast<bool>(formula.inputs[i].value);
  return written;
}

}  // namespace limber
