// limber actions: what can be done in the window, from the window's own table.
#include <fmt/format.h>

#include "app/cli/work.h"
#include "app/editor/commands.h"
#include "app/files/json.h"

namespace limber::cli {

int actions(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  const bool json = work.arguments.has("--json");
  Data data(work, "");
  std::string rows;
  for (const limber::Command& command : make_commands(fresh->library)) {
    std::string keys, list;
    for (const Chord& chord : command.keys) {
      keys += fmt::format("{}{}", keys.empty() ? "" : " ", name_of(chord));
      list += fmt::format("{}{}", list.empty() ? "" : ", ", json_string(name_of(chord)));
    }
    if (json)
      rows += fmt::format(
          "{}    {{\"id\": {}, \"title\": {}, \"keys\": [{}], \"menu\": {}, \"help\": {}}}",
          rows.empty() ? "" : ",\n", json_string(command.id), json_string(command.title), list,
          json_string(command.menu), json_string(command.help));
    else
      rows += fmt::format("{:<28} {:<20} {}\n", command.id, keys, command.help);
  }
  data.write(json ? fmt::format("{{\n  \"version\": 1,\n  \"actions\": [\n{}\n  ]\n}}\n", rows)
                  : rows);
  data.finish();
  return work.status;
}

}  // namespace limber::cli
