// Formulas that were typed and are not in a toolbox yet, kept from one start to the next:
// drafts.json in the program's state folder (xdg.h).
//
// Laws: what is read is what was written; a file that makes no sense counts as none.
#pragma once

#include <filesystem>
#include <string>

#include "app/files/io.h"
#include "codegen/result.h"

namespace limber {

struct FormulaDrafts {
  std::string curve, constraint;  // new ones that were left half done
  // What stands in the open formula editor, for a curve or a constraint, when it was changed there.
  std::string open, open_constraint;
  bool operator==(const FormulaDrafts&) const = default;
};

FormulaDrafts load_drafts(const std::filesystem::path& file);
Result<bool> save_drafts(const std::filesystem::path& file, const FormulaDrafts& drafts, Io& io);

}  // namespace limber
