// Edits: the one way to change a drawing.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <type_traits>

#include "app/drawing/assets.h"
#include "app/editor/history.h"
#include "app/edits/line.h"
#include "app/edits/rebuild.h"
#include "app/files/hash.h"
#include "app/script/player.h"
#include "tests/app_fixture.h"
#include "tests/monkey.h"
#include "tests/places.h"
#include "tests/program.h"
#include "tests/scratch_folder.h"

using namespace limber;

// ---- nothing but apply changes a Document: the compiler says so

// A part gives out nothing that can be written, takes nothing, and is neither copied nor moved into
// another drawing.
template <class Part>
constexpr bool can_be_written =
    !std::is_const_v<std::remove_reference_t<decltype(*std::declval<Part&>())>> ||
    !std::is_const_v<std::remove_pointer_t<decltype(std::declval<Part&>().operator->())>> ||
    std::is_assignable_v<Part&, std::remove_cvref_t<decltype(*std::declval<Part&>())>> ||
    std::is_assignable_v<Part&, const Part&> || std::is_assignable_v<Part&, Part> ||
    std::is_constructible_v<Part, const Part&> || std::is_constructible_v<Part, Part> ||
    std::is_constructible_v<Part, std::remove_cvref_t<decltype(*std::declval<Part&>())>> ||
    std::is_swappable_v<Part>;

// All parts: those of the one list, and the three that follow from them (fields.h counts them).
consteval bool any_part_can_be_written() {
  bool any = can_be_written<decltype(Document::names)> ||
             can_be_written<decltype(Document::next_rank)> ||
             can_be_written<decltype(Document::compiling)>;
  Document::fields([&]<class Part>(const char*, Part Document::*) {
    any = any || can_be_written<Part>;
  });
  return any;
}
static_assert(!any_part_can_be_written());

// Who wants to change one needs a Change, and nobody can make that but its friends (change.h).
static_assert(!std::is_constructible_v<Change, Document>);
static_assert(!std::is_constructible_v<Change, const Document&>);
static_assert(!std::is_default_constructible_v<Change>);
static_assert(std::is_same_v<decltype(std::declval<Change&>().document()), const Document&>);

// The friends are these, and their code is in these files: a new one is to be seen here.
TEST_CASE("only apply, what reads files and what is only looked at make a changed drawing") {
  namespace fs = std::filesystem;
  const fs::path root = source_folder();
  const auto lines_with = [&](const fs::path& file, const std::regex& wanted) {
    std::vector<std::string> found;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      if (std::regex_search(line, wanted)) found.push_back(line);
    return found;
  };
  CHECK(lines_with(root / "app/document/change.h", std::regex("^ *friend ")) ==
        std::vector<std::string>{
            "  friend Result<Document> apply(const Document& document, const Edit& edit);",
            "  friend Document with_compiling(const Document& document, const Compiling& compiling);",
            "  friend Result<Document> empty_document(const Compiling& compiling);",
            "  friend Document seen(const Document& document, const World& world);",
            "  friend class Loader;"});
  std::set<std::string> makers, lookers;
  for (const auto& entry : fs::recursive_directory_iterator(root / "app")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), root).generic_string();
    if (!lines_with(entry.path(), std::regex("\\bChange \\w+([({]|;$)")).empty()) makers.insert(file);
    if (!lines_with(entry.path(), std::regex("[^.>\\w]seen\\(.*(world|document)")).empty())
      lookers.insert(file);
  }
  CHECK(makers == std::set<std::string>{"app/document/change.cpp", "app/edits/apply.cpp",
                                        "app/files/load.cpp"});
  CHECK(lookers == std::set<std::string>{"app/edits/apply.cpp", "app/edits/live.cpp"});
}

namespace {

std::string bytes(const Document& document) { return saved(document); }

}  // namespace

namespace {

// The last so many steps are undone, each to the bytes it was, and done again. `files` are the hashes of
// the bytes that each was saved as when it was new.
void there_and_back(History& history, const std::vector<std::uint64_t>& files, int steps) {
  const int all = static_cast<int>(files.size());
  const auto is_as_it_was = [&](const Document& document, int back) {
    return hash_bytes(bytes(document)) == files[static_cast<std::size_t>(all - 1 - back)];
  };
  for (int i = 1; i <= steps && i < all; ++i) {
    REQUIRE(history.can_undo());
    CHECK(is_as_it_was(history.undo(), i));
  }
  for (int i = std::min(steps, all - 1) - 1; i >= 0; --i) CHECK(is_as_it_was(history.redo(), i));
}

}  // namespace

TEST_CASE("a monkey's edits are undone, redone, replayed, saved and loaded to the byte") {
  constexpr int wanted = 20000, round = 5000;
  constexpr unsigned seed = 1990;
  CAPTURE(seed);
  Monkey monkey(seed);
  Document document = fresh_document();
  const Document first = document;
  History history(document);
  std::string script;
  std::vector<std::uint64_t> hashes;
  std::map<std::string, int> done, drawn, reached;
  int kinds = 0, limits = 0;
  int tried = 0;
  while (static_cast<int>(hashes.size()) < wanted && tried < 20 * wanted) {
    ++tried;
    const Edit edit = monkey.next(document);
    const std::string text = line_of(edit);
    const Result<Edit> read = read_edit(text);
    REQUIRE_MESSAGE(read, text, ": ", read.error().message);
    REQUIRE_MESSAGE(*read == edit, text);
    const std::uint64_t before = tried % 50 == 0 ? hash(document) : 0;
    const Result<Document> next = apply(document, edit);
    if (tried % 50 == 0) CHECK(hash(document) == before);  // a value is not changed behind its back
    if (!next) continue;
    document = *next;
    ++done[text.substr(0, text.find(' '))];
    if (const auto* draw = std::get_if<edit::Draw>(&edit.what)) ++drawn[draw->type];
    if (const auto* reach = std::get_if<edit::Reach>(&edit.what))
      for (const edit::Reached& one : reach->state) ++reached[one.part];
    if (const auto* define = std::get_if<edit::Define>(&edit.what))
      kinds += define->formula.starts_with("constraint");
    if (const auto* motor = std::get_if<edit::MotorEdit>(&edit.what)) limits += motor->limit.has_value();
    history.push("", document);
    script += "@0 " + text + "\n";
    hashes.push_back(hash_bytes(bytes(document)));
    if (hashes.size() % round == 0) there_and_back(history, hashes, round);
    if (hashes.size() % 100 == 0) {
      const std::string file = bytes(document);
      const Result<Document> loaded = from_json(file, fresh_document());
      REQUIRE_MESSAGE(loaded, hashes.size(), ": ", loaded.error().message, "\n", text);
      CHECK(bytes(*loaded) == file);
      // As a script from nothing, too.
      if (hashes.size() % 2000 == 0) {
        Document again = fresh_document();
        for (const Edit& one : edits_for(document)) {
          const Result<Document> more = apply(again, one);
          REQUIRE_MESSAGE(more, line_of(one), ": ", more.error().message);
          again = *more;
        }
        CHECK(bytes(again) == file);
      }
    }
  }
  REQUIRE(static_cast<int>(hashes.size()) == wanted);
  for (const Verb& verb : edit_verbs()) CHECK_MESSAGE(done[verb.name] >= 5, verb.name);
  for (const std::string& type : fresh_document().library->names()) CHECK_MESSAGE(drawn[type] > 0, type);
  for (const char* part : {"q", "velocity", "t", "place"}) CHECK_MESSAGE(reached[part] > 0, part);
  CHECK(kinds > 5);
  CHECK(limits > 5);

  const std::string last = bytes(document);

  Document replayed = first;
  std::size_t at = 0;
  while (at < script.size()) {
    const std::size_t end = script.find('\n', at);
    const Result<Edit> edit = read_edit(script.substr(at + 3, end - at - 3));
    REQUIRE(edit);
    const Result<Document> next = apply(replayed, *edit);
    REQUIRE(next);
    replayed = *next;
    at = end + 1;
  }
  CHECK(bytes(replayed) == last);

  const ScratchFolder folder;
  const std::string file = (folder.path / "monkey.script").string();
  std::ofstream(file) << script << "@0 reach \"\"\n";
  const Ran ran = run_limber({"edit", "new", file, "-o", "-"});
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  CHECK(ran.out == last);
}

TEST_CASE("every drawing of the program is rebuilt from nothing by a script, to the byte") {
  for (const std::string_view name : assets_ending_in(".limber")) {
    CAPTURE(name);
    const Result<Document> document = from_json(asset(name), fresh_document());
    REQUIRE(document);
    const Result<Script> script = parse_script(script_for(*document));
    REQUIRE_MESSAGE(script, script.error().message);
    for (const Line& line : script->lines) CHECK(!std::holds_alternative<line::Load>(line.action));
    Player player(fresh_document(), fresh_document(), *script);
    while (true) {
      const Result<bool> ticked = player.tick();
      REQUIRE_MESSAGE(ticked, ticked.error().message);
      if (!*ticked) break;
    }
    CHECK(player.settle());
    player.enter();
    CHECK(saved(player.document()) == saved(*document));
  }
}

TEST_CASE("a drawing of 10,000 curves: an edit copies only what it touches") {
  Document document = fresh_document();
  for (int i = 0; i < 10000; ++i) {
    edit::Draw draw{"circle", "c" + std::to_string(i), {{"c.x", i}, {"r", 1.0}}, {}};
    document = *apply(document, {draw});
  }
  const Result<Document> next = apply(document, {edit::Set{"c77.r", 3}});
  REQUIRE(next);
  CHECK(bytes_beside(*next, document) < 64 * 1024);
  CHECK(next->world->find(next->find("c77").as<Body>())->q[2] == 3);
  CHECK(document.world->find(document.find("c77").as<Body>())->q[2] == 1);
}

TEST_CASE("10,000 steps of 300 curves and 300 constraints fit into the memory of undo") {
  Document document = fresh_document();
  for (int i = 0; i < 300; ++i) {
    edit::Draw draw{"bar", "b" + std::to_string(i), {{"a.x", 3 * i}}, {}};
    document = *apply(document, {draw});
    document = *apply(document, {edit::Nail{"b" + std::to_string(i) + "@0", ""}});
  }
  History history(document);
  for (int i = 0; i < 9999; ++i) {
    const std::string name = "b" + std::to_string(i % 300);
    edit::Reach reach{"Pull", {{name, "q", {0, 0, 0.001 * i, 30}}}};
    const Result<Document> next = apply(history.now(), {reach});
    REQUIRE(next);
    history.push("Pull", *next);
  }
  CHECK(history.size() == History::max_steps);
  CHECK(history.bytes() < History::max_bytes);
}

// A text could be moved to where no file can hold it: from then on nothing could be saved.
TEST_CASE("no edit leads out of what a drawing can hold") {
  Document document = fresh_document();
  for (const char* line :
       {"draw circle as wheel c.x=9e11 r=10", "nail wheel.center as pin", "text T at 9e11 0 as title",
        "picture p.png at 9e11 0 9e11 10 as photo", "guide at 9e11 0 as level",
        "dimension pin at 9e11 0 as mark", "group wheel pin title as all"})
    do_edit(document, line);
  (void)saved(document);
  for (const char* name : {"wheel", "pin", "title", "photo", "level", "mark", "all"})
    for (const char* how : {"move $ by 9e11 0", "copy $ by 9e11 0", "turn $ by 3 about 0 9e11",
                            "scale $ by 1e9 about 0 0", "mirror $ through 0 0 0 1"}) {
      std::string line = how;
      line.replace(line.find('$'), 1, name);
      CAPTURE(line);
      const Result<Edit> edit = read_edit(line);
      REQUIRE(edit);
      const Result<Document> next = apply(document, *edit);
      if (next) CHECK(to_json(*next));
    }
  CHECK(!apply(document, *read_edit("move title by 9e11 0")));
  CHECK(!apply(document, *read_edit("copy title by 9e11 0")));
}

TEST_CASE("an edit that cannot be done is told in a sentence, and changes nothing") {
  Document document = fresh_document();
  do_edit(document, "draw circle as wheel r=10");
  const std::uint64_t before = hash(document);
  const std::pair<const char*, const char*> refused[] = {
      {"draw circel", "did you mean circle?"},
      {"draw circle r=-5", "must be above 0"},
      {"draw circle as wheel", "called wheel already"},
      {"delete weel", "did you mean wheel?"},
      {"nail wheel@99", "runs from t="},
      {"nail wheel", "which point of it?"},
      {"constrain distance wheel@0", "also asks for"},
      {"constrain glue wheel@0", "no kind of constraint"},
      {"set wheel.r -1", "must be above 0"},
      {"style wheel stroke=blu", "a colour is expected"},
      {"order up wheel", "front, back, forward"},
      {"mirror wheel through 1 1 1 1", "two places"},
  };
  for (const auto& [text, words] : refused) {
    CAPTURE(text);
    const Result<Edit> edit = read_edit(text);
    REQUIRE_MESSAGE(edit, edit.error().message);
    const Result<Document> next = apply(document, *edit);
    REQUIRE(!next);
    const std::string said = next.error().message + " " + next.error().suggestion;
    CHECK_MESSAGE(said.find(words) != std::string::npos, said);
  }
  CHECK(hash(document) == before);
}
