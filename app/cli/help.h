// The table in words: help texts, the manual page, completion scripts.
#pragma once

#include <string>
#include <string_view>

#include "app/cli/table.h"

namespace limber::cli {

std::string overview();                       // limber help
std::string help_of(const Command& command);  // limber help COMMAND, limber COMMAND --help

std::string man_page();                           // limber(1), all commands
std::string man_page_of(const Command& command);  // limber-render(1)

std::string completions(std::string_view shell);  // bash, zsh or fish

// The pieces they share.
std::string synopsis(const Command& command);  // "limber render [OPTIONS] FILE"
std::string spelled(const Option& option);     // "-o, --output FILE"
std::string help_line(const Option& option);   // with its default

}  // namespace limber::cli
