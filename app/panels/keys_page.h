// The list of keys, from the table of commands.
#pragma once

#include "app/panels/ui.h"

namespace limber {

void keys_page(Ui& ui);

}  // namespace limber
