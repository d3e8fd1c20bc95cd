// Where the tests find things. Only places.cpp knows this machine's paths, so that everything else
// compiles to the same object in every clone.
#pragma once

#include <string>

namespace limber {

std::string source_folder();
std::string data_folder();
std::string golden_folder();      // what is expected,
std::string golden_out_folder();  // and what came out
std::string limber_program();

}  // namespace limber
