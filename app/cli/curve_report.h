// What the compiler made of a definition, as text for people and as JSON for machines.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "codegen/compile.h"

namespace limber::cli {

// `what`: summary, derivatives, code or cost.
std::string report(const Definition<Program>& definition, std::string_view what);
std::string json_report(const Definition<Program>& definition, std::string_view what);

// A line for each.
std::string catalogue(std::span<const Definition<Program>> definitions);
std::string json_catalogue(std::span<const Definition<Program>> definitions);

}  // namespace limber::cli
