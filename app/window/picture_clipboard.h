// Pictures on the system's clipboard, which SDL does not carry: by xclip or wl-copy and wl-paste, where
// one of them is installed. Programs are started by words, never by a shell.
#pragma once

#include <string>

namespace limber {

bool put_picture_on_clipboard(const std::string& png);
std::string picture_from_clipboard();  // PNG; empty: there is none, or nobody to ask

}  // namespace limber
