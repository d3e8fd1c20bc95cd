#include <doctest/doctest.h>

#include <random>

#include "app/edits/line.h"
#include "app/editor/not_met.h"
#include "embedded/assets.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

std::set<ConstraintId> found_anew(const World& world) {
  NotMet fresh;
  fresh.look(world);
  return fresh.all();
}

}  // namespace

// Looking at what changed must find what looking at everything finds, through edits, undo and redo.
TEST_CASE("what is not met is the same looked at anew and looked at since the last time") {
  std::mt19937 random(1990);
  const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const auto text = [](int number) { return std::to_string(number); };
  Document document = fresh_document();
  for (int i = 0; i < 12; ++i) {
    do_edit(document, "draw bar as bar" + text(i) + " a.x=" + text(30 * i) + " l=20");
    do_edit(document, "lock bar" + text(i) + " l");
  }
  NotMet kept;
  std::vector<Document> past{document};
  int unmet = 0;
  for (int step = 0; step < 400; ++step) {
    const std::string a = "bar" + text(pick(12)), b = "bar" + text(pick(12));
    const std::string lines[] = {"attach " + a + "@" + text(pick(2)) + " " + b + "@" + text(pick(2)),
                                 "move " + a + " by " + text(pick(9) - 4) + " 3",
                                 "set " + a + ".l " + text(10 + pick(20)),
                                 "nail " + a + "@" + text(pick(2)),
                                 "style " + a + " stroke=red",
                                 "constrain parallel " + a + ".along " + b + ".along"};
    const Result<Edit> edit = read_edit(lines[pick(6)]);
    REQUIRE(edit);
    if (const Result<Document> next = apply(past.back(), *edit)) past.push_back(*next);
    if (pick(3) == 0 && past.size() > 1) past.pop_back();
    World world = past.back().world;
    world.sleep();
    kept.look(world);
    REQUIRE(kept.all() == found_anew(world));
    unmet += !kept.all().empty();
  }
  CHECK(unmet > 100);
}

TEST_CASE("in every example, too") {
  NotMet kept;
  for (const embedded::File& file : embedded::assets()) {
    if (!file.name.ends_with(".limber")) continue;
    CAPTURE(file.name);
    const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    const Result<Document> document = from_json(text, fresh_document());
    REQUIRE(document);
    kept.look(document->world);
    CHECK(kept.all() == found_anew(document->world));
    CHECK(kept.all().empty() == (file.name.find("impossible") == file.name.npos));
  }
}

TEST_CASE("a constraint on its way is none that cannot be met") {
  Document document = fresh_document();
  do_edit(document, "draw line as a a.x=0 b.x=10");
  do_edit(document, "draw line as b a.x=40 b.x=50");
  Editor editor(document);
  do_edit(editor, "attach a@1 b@0");
  CHECK(editor.moving());
  CHECK(editor.not_met().empty());
  editor.come_to_rest();
  CHECK(editor.not_met().empty());
}
