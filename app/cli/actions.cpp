// limber actions: what can be done in the window, from the window's own table.
#include <fmt/format.h>

#include "app/cli/work.h"
#include "app/editor/commands.h"
#include "app/files/json.h"
#include "app/files/preferences_file.h"
#include "codegen/explain.h"

namespace limber::cli {

int actions(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  const bool json = work.arguments.has("--json");
  Data data(work, "");
  std::string rows;
  for (const limber::Command& command : make_commands(*fresh)) {
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
  const std::string file = preferences_path().string();
  // Everything a script can say, after what the window can do.
  std::string verbs;
  for (const Verb& verb : script_verbs())
    verbs += json ? fmt::format("{}    {{\"verb\": {}, \"forms\": {}, \"help\": {}}}",
                                verbs.empty() ? "" : ",\n", json_string(verb.name),
                                json_string(verb.forms), json_string(verb.meaning))
                  : fmt::format("{}\n    {}\n", verb.forms, verb.meaning);
  data.write(
      json ? fmt::format("{{\n  \"version\": 2,\n  \"actions\": [\n{}\n  ],\n  "
                         "\"keys_file\": {},\n  \"verbs\": [\n{}\n  ]\n}}\n",
                         rows, json_string(safe(file)), verbs)
           : fmt::format("{}\nOther keys, by name, in {}:\n\n"
                         "{{\"keys\": {{\"edit.undo\": [\"F5\", \"Ctrl+Z\"]}}}}\n\n"
                         "In scripts (limber edit, limber pull):\n\n{}",
                         rows, file.empty() ? "preferences.json" : safe(file), verbs));
  data.finish();
  return work.status;
}

}  // namespace limber::cli
