#include "app/files/found_work.h"

#include <utility>

namespace limber {

std::vector<FoundWork> find_work(const std::filesystem::path& folder, const Document& fresh,
                                 std::int64_t now, Io& io) {
  std::vector<FoundWork> all;
  for (const Recoverable& one : tidy(find_recoverable(folder, io), now, io)) {
    if (all.size() == most_offered) break;
    Result<TakenJournal> taken = TakenJournal::take(one, io);
    if (!taken) continue;  // another window was quicker
    FoundWork found{*std::move(taken), one.origin, one.left_by, one.written, {}, ""};
    const Result<Recovered> journal = found.journal.read();
    Result<RecoveredDrawing> drawing =
        journal ? recovered_drawing(*journal, fresh) : Result<RecoveredDrawing>(journal.error());
    if (drawing) {
      found.trouble = drawing->damage;
      found.drawing = *std::move(drawing);
    } else {
      found.trouble = drawing.error().message;
    }
    all.push_back(std::move(found));
  }
  return all;
}

}  // namespace limber
