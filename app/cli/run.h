// The command line, from words to an exit status.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/cli/arguments.h"

namespace limber::cli {

// `open_window` is called for `limber open`; everything else needs no window and no display.
int run(std::span<const std::string> words,
        const std::function<int(const Arguments&)>& open_window);

}  // namespace limber::cli
