#include "tests/places.h"

namespace limber {

std::string source_folder() { return LIMBER_SOURCE_DIR; }
std::string data_folder() { return source_folder() + "/data"; }
std::string golden_folder() { return data_folder() + "/golden"; }
std::string golden_out_folder() { return LIMBER_BINARY_DIR "/golden"; }
std::string limber_program() { return LIMBER_BINARY_DIR "/bin/limber"; }

}  // namespace limber
