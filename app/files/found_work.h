// Unsaved work that was left behind (recovery.h), as it is offered to a person: taken, so that no
// other window offers it too, read, and followed to the drawing it leads to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/replay.h"

namespace limber {

struct FoundWork {
  TakenJournal journal;
  Origin origin;
  LeftBy left_by = LeftBy::crash;
  std::int64_t written = 0;                 // when last: seconds since 1970
  std::optional<RecoveredDrawing> drawing;  // nothing: not even its beginning can be read
  std::string trouble;                      // a sentence: what is missing; empty: all of it is here
};

// The newest first, at most `most_offered` of them; the others wait for another start. `now` in
// seconds since 1970.
inline constexpr std::size_t most_offered = 20;
std::vector<FoundWork> find_work(const std::filesystem::path& folder, const Document& fresh,
                                 std::int64_t now, Io& io);

}  // namespace limber
