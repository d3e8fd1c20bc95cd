// The program's own folders, apart from the user's drawings (the XDG base directories):
//   config  what the user chose: preferences             XDG_CONFIG_HOME, else ~/.config
//   data    what the user gave the program to keep       XDG_DATA_HOME,   else ~/.local/share
//   state   what must outlast a start: journals          XDG_STATE_HOME,  else ~/.local/state
//   cache   what can be made again                       XDG_CACHE_HOME,  else ~/.cache
// LIMBER_HOME, when set, holds all four: LIMBER_HOME/config and so on. A value that is not an
// absolute path counts as not set.
#pragma once

#include <filesystem>
#include <functional>

#include "app/files/io.h"
#include "codegen/result.h"

namespace limber {

enum class OwnFolder { config, data, state, cache };

using Environment = std::function<const char*(const char* variable)>;  // null: not set
Environment process_environment();

// Empty when the environment names neither it nor a home.
std::filesystem::path own_folder(OwnFolder which,
                                 const Environment& environment = process_environment());

// Creates what is missing of the path, for this user alone (mode 0700). Refused: a last folder that
// is a link or belongs to another user. One of ours that others may enter is closed to them.
Result<std::filesystem::path> make_private_folder(const std::filesystem::path& path, Io& io);

}  // namespace limber
