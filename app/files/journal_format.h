// The text of a journal: written by journal.cpp, read by recovery.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/files/journal.h"

namespace limber::journal_format {

inline constexpr std::string_view first_line = "limber journal 1";
inline constexpr int checksum_digits = 16;

// How a file's name ends tells what became of it.
inline constexpr std::string_view live_ending = ".journal";  // being written, or left by a crash
inline constexpr std::string_view kept_ending = ".kept";  // kept on purpose when its window closed
inline constexpr std::string_view later_ending = ".later";  // offered, and put off
inline constexpr std::string_view aside_ending = ".new";    // half written; of no use to anyone

std::string hex(std::uint64_t number);  // checksum_digits of them
std::uint64_t next_hash(std::uint64_t before, std::string_view line);
std::string with_checksum(std::uint64_t hash, std::string_view line);  // and a line end

std::string encoded(std::string_view text);  // no space, no control character, never empty
Result<std::string> decoded(std::string_view word);

std::string line_of(const Origin& origin);
Result<Origin> read_origin(std::string_view line);

}  // namespace limber::journal_format
