#include "tests/scripts.h"

#include <doctest/doctest.h>

#include "app/files/document_file.h"
#include "app/script/recorder.h"
#include "tests/program.h"

namespace limber {

const Document& empty_paper() {
  static const Document document = *empty_document();
  return document;
}

Document drawing(const std::string& name) {
  Result<Document> document =
      from_json(contents(source_folder() + "/data/drawings/" + name), empty_paper());
  REQUIRE_MESSAGE(document, document.error().message);
  return std::move(*document);
}

Script script(const std::string& text) {
  Result<Script> out = parse_script(text);
  REQUIRE_MESSAGE(out, out.error().message);
  return std::move(*out);
}

Played play(const Document& document, const Script& what) {
  Played out;
  Player player(document, empty_paper(), what);
  Recorder recorder([&](std::string_view text) { out.recording += text; });
  REQUIRE(recorder.begin(Live(document), View{}));
  player.on_action = [&](const Action& action) { recorder.record(action); };
  player.on_hash = [&](const Player::HashLine& line) {
    out.hashes.push_back(line.hash);
    out.wrong += line.expected && *line.expected != line.hash;
    recorder.seal(player.world());
  };
  while (true) {
    const Result<bool> ticked = player.tick();
    REQUIRE_MESSAGE(ticked, ticked.error().message);
    if (!*ticked) break;
    recorder.ticked(player.world());
    ++out.ticks;
  }
  player.enter();
  out.document = player.document();
  return out;
}

Played play(const Document& document, const std::string& text) {
  return play(document, script(text));
}

}  // namespace limber
