// limber edit: a drawing changed by a script, or made by one from nothing.
#include <fmt/format.h>

#include "app/cli/work.h"
#include "app/script/player.h"

namespace limber::cli {

namespace {
constexpr std::int64_t ticks_between_looks = 64;
}

// `-` in place of a drawing is an empty one.
int edit(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  View view;
  const std::string& from = work.arguments.operand(0);
  const std::optional<Document> document =
      from == "new" ? fresh : read_document(work, from, *fresh, &view);
  std::optional<Script> script =
      document ? read_script(work, work.arguments.operand(1)) : std::nullopt;
  if (!script) return work.status;
  Player player(*document, *fresh, std::move(*script));
  if (!set_up(work, player.stepper())) return work.status;
  const Attentive looking;
  while (true) {
    const Result<bool> ticked = player.tick();
    if (!ticked)
      return work.fail(status_invalid, ticked.error(), shown_name(work.arguments.operand(1)),
                       player.script().text);
    if (!*ticked) break;
    if (player.now() % ticks_between_looks == 0 && interrupted())
      return work.status = status_interrupted;
  }
  if (!player.settle()) work.console.warn("the figure was still moving 60 s after the last line");
  if (const std::optional<Error> why_not = player.enter())
    return work.fail(status_invalid, *why_not, shown_name(work.arguments.operand(1)), {});
  save_document(work, work.arguments.text("--output"), player.document(), view);
  return work.status;
}

}  // namespace limber::cli
