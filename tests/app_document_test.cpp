#include <doctest/doctest.h>

#include <fstream>
#include <random>

#include "app/drawing/assets.h"
#include "app/files/form.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;

namespace {

std::string refusal(const std::string& text) {
  const Result<Document> document = from_json(text, fresh_document());
  return document ? "accepted" : sentence(document.error());
}
// A drawing with one of everything a file can hold.
Document rich_document() {
  Document document = fresh_document();
  add_curve(document, "circle", {0.1, -0.0, 1.0 / 3});
  add_curve(document, "line", {1e-300, 2, 3e11, 4});
  add_curve(document, "line", {5, 6, 7, 8});
  add_curve(document, "bspline", {0, 0, 1, 2, 3, 1, 4, 0, 5, -1});
  for (const char* line : {
           "point rim circle1~0.7",
           "point end line1@1",
           "point middle circle1.center",
           "point start bspline1@0",
           "point radius circle1.r",
           "point paper (3,4)",
           "point along circle1.tangent~rim",
           "constrain coincident rim end",
           "constrain coincident middle (0.1,0)",
           "constrain distance start paper 12.5 compliance=0.25 as sprung",
           "constrain distance start end 1 off",
           "motor sprung speed=0.5",
           "force radius 1 0",
           "weld line1 line2",
           "lock circle1 r",
           "lock bspline1 4",
           "reach \"\" :time=1.5",
           "style circle1 stroke=green/0.5 width=1.5mm dash=3,2.5 fill=linear(0,0,1,0;blue@0;#ff8000@1) "
           "cap=butt join=bevel rule=winding start=dot end=arrow construction=yes",
           "name_style thin width=0.5pt stroke=#102030",
           "use_style thin line1",
           "text \"a \\\"note\\\"\\nof θ\" at 1 2 size=4",
           "picture cat.png at 0 0 30 20 opacity=0.5",
           "picture inside.png at 0 0 3 2 data=aGVsbG8=",
           "dimension sprung at 5 6",
           "trace end seconds=2",
           "plot circle1.r end.x over circle1.c.x",
           "guide at 1 2 angle=30deg",
           "layer front",
           "put circle1 text1 in front",
           "group line1 line2 as both",
           "hide bspline1",
           "protect line2",
           "order back text1",
           "page 210 297 unit=cm",
           "try_this \"Pull the \\\"end\\\".\" \"Let it go.\"",
       })
    do_edit(document, line);
  return document;
}

}  // namespace

TEST_CASE("what was saved loads to the same state and saves to the same bytes") {
  const Document document = rich_document();
  const std::string text = saved(document);
  const Result<Document> loaded = from_json(text, fresh_document());
  REQUIRE_MESSAGE(loaded, sentence(loaded.error()));
  CHECK(saved(*loaded) == text);
  CHECK(same(*loaded, document));
  CHECK(hash(*loaded) == hash(document));
}

TEST_CASE("the schema in docs is the one the lists of fields give") {
  std::ifstream file(source_folder() + "/docs/document.schema.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK_MESSAGE(text == document_schema(), "limber info --schema > docs/document.schema.json");
}

TEST_CASE("loading moves nothing: the drawing sleeps as it was saved") {
  const Result<Document> loaded = from_json(saved(rich_document()), fresh_document());
  REQUIRE(loaded);
  Editor editor(*loaded);
  CHECK(!editor.moving());
  editor.advance(1);
  CHECK(hash(editor.world()) == hash(*loaded->world));
}

TEST_CASE("every prefix of a valid file is refused, and none of them crashes") {
  const std::string text = saved(rich_document());
  REQUIRE(refusal(text) == "accepted");
  // Without the last line end it is still the whole file.
  for (std::size_t n = 0; n + 2 < text.size(); ++n) CHECK(refusal(text.substr(0, n)) != "accepted");
}

TEST_CASE("a file with any one byte changed is refused or loads; it never crashes") {
  const std::string text = saved(rich_document());
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string changed = text;
    changed[random() % changed.size()] = static_cast<char>(random() % 256);
    const Result<Document> document = from_json(changed, fresh_document());
    if (document) CHECK(to_json(*document));
  }
}

TEST_CASE("a later version is refused with a sentence that says what to do") {
  const std::string words = refusal("{\"limber\": 4, \"shapes\": []}");
  CHECK(words.find("later Limber") != std::string::npos);
  CHECK(words.find("update") != std::string::npos);
  CHECK(refusal("{\"limber\": 0}") != "accepted");
  CHECK(refusal("{\"limber\": 1}") == "accepted");
  CHECK(refusal("{}").find("not a Limber drawing") != std::string::npos);
  CHECK(refusal("[]").find("not a Limber drawing") != std::string::npos);
}

TEST_CASE("mistakes are told with where and what") {
  const auto drawing = [](const std::string& rest) { return "{\"limber\": 1,\n" + rest + "}"; };
  const std::string circle =
      "{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"c.x\": 0, \"c.y\": 0, \"r\": 1}";
  const auto curves = [&](const std::string& more) {
    return drawing("\"curves\": [" + more + "]");
  };
  CHECK(refusal(curves(circle + "}")) == "accepted");
  const std::pair<std::string, std::string> mistakes[] = {
      {curves(circle + ", \"color\": 1}"), "did you mean colour?"},
      {curves(circle + "}, " + circle + "}"), "used twice"},
      {curves("{\"name\": \"a\", \"type\": \"blob\", \"q\": {}}"), "no curve type \"blob\""},
      {curves("{\"name\": \"a\", \"type\": \"circel\"}"), "did you mean circle?"},
      {curves("{\"name\": \"a\", \"type\": \"bar\", \"q\": {\"ph\": 0}}"), "did you mean phi?"},
      {curves("{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"r\": 1e300}}"), "1e12"},
      {curves("{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"c.x\": 0, \"c.y\": \"0\", \"r\": "
              "1}}"),
       "a number is expected"},
      {curves("{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"r\": -5}}"),
       "r cannot be -5: it must be above 0"},
      {curves("{\"name\": \"a\", \"type\": \"circle\", \"q\": {\"r\": -0.0}}"), "r cannot be"},
      {curves("{\"name\": \"a\", \"type\": \"gear\", \"q\": {\"n\": -16}}"), "n cannot be -16"},
      {curves("{\"name\": \"a\", \"type\": \"spiral\", \"q\": {\"n\": 1e12}}"),
       "at most 200"},
      {curves("{\"name\": \"l\", \"type\": \"line\"}],\"connectors\": [{\"name\": \"p\", "
              "\"curve\": \"l\", \"t\": 9}"),
       "no place at t = 9"},
      {curves("{\"name\": \"l\", \"type\": \"line\"}],\"connectors\": [{\"name\": \"p\", "
              "\"curve\": \"l\", \"slides\": -1}"),
       "no place at t = -1"},
      {curves(circle + ", \"locked\": [\"s\"]}"), "no parameter \"s\""},
      {curves(circle + ", \"locked\": [9]}"), "whole number"},
      {curves(circle + ", \"width\": -1}"), "width"},
      {curves("{\"name\": \"a\", \"type\": \"bspline\", \"nodes\": [[0, 0]]}"), "nodes are needed"},
      {drawing("\"connectors\": [{\"name\": \"p\", \"curve\": \"b\", \"t\": 0}]"),
       "no curve called \"b\""},
      {drawing("\"constraints\": [{\"name\": \"c\", \"kind\": \"glue\", \"on\": []}]"), "\"glue\""},
      {drawing("\"constraints\": [{\"name\": \"c\", \"kind\": \"coincidnet\", \"on\": []}]"),
       "did you mean coincident?"},
      {drawing("\"constraints\": [{\"name\": \"c\", \"kind\": \"coincident\", \"on\": [1]}]"),
       "2 things"},
      {drawing("\"constraints\": [{\"name\": \"c\", \"kind\": \"coincident\", \"on\": [\"p\", [0, "
               "0]]}]"),
       "no connector called \"p\""},
      {drawing("\"view\": {\"center\": [0, 0], \"scale\": 0}"), "out of range"},
      {drawing("\"curves\": 3"), "a list"},
      {drawing("\"types\": [{\"name\": \"x\", \"formula\": [\"curve y\", \"  nonsense\"]}]"),
       "formula"},
  };
  for (const auto& [text, words] : mistakes) {
    CAPTURE(text);
    const std::string said = refusal(text);
    CHECK(said.find("line 2") == 0);
    CHECK(said.find(words) != std::string::npos);
  }
}

TEST_CASE("a number that is not finite, or too large to be read again, is never written") {
  for (const double bad : {std::nan(""), HUGE_VAL, 1.0001e12}) {
    Document document = fresh_document();
    const CurveId id = add_curve(document, "circle", {0, 0, 1});
    World world = document.world;
    StateAccess::bodies(world).find(id)->curve.q[0] = bad;
    CHECK(!to_json(seen(document, world)));
    StateAccess::bodies(world).find(id)->curve.q[0] = 1e12;
    CHECK(refusal(saved(in_state(document, world))) == "accepted");
  }
}

TEST_CASE("what is left out of a file is as in a new curve") {
  const Result<Document> document = from_json(
      "{\"limber\": 1, \"curves\": [{\"name\": \"a\", \"type\": \"bar\", \"q\": {\"phi\": 1}},"
      "{\"name\": \"b\", \"type\": \"bar\", \"locked\": []}],"
      "\"connectors\": [{\"name\": \"p\", \"curve\": \"a\", \"parameter\": \"phi\"}],"
      "\"constraints\": [{\"name\": \"turn\", \"kind\": \"fixed_angle\", \"on\": [\"p\", 1]}],"
      "\"links\": [{\"name\": \"ab\", \"members\": [\"a\", \"b\"]}],"
      "\"motors\": [{\"name\": \"m\", \"drives\": \"turn\", \"speed\": 2}]}",
      fresh_document());
  REQUIRE_MESSAGE(document, sentence(document.error()));
  const World& world = document->world;
  const Body& a = *world.body(world.bodies().at_slot(0));
  const Body& b = *world.body(world.bodies().at_slot(1));
  CHECK(a.curve.q == Eigen::Vector4d(0, 0, 1, 30));
  CHECK(a.locked == std::vector<char>{0, 0, 0, 1});
  CHECK(b.locked == std::vector<char>{0, 0, 0, 0});
  CHECK(world.links().size() == 1);
  CHECK(world.motors().size() == 1);
  const std::string text = saved(*document);
  CHECK(saved(*from_json(text, fresh_document())) == text);
}

// As the program wrote them then: texts were notes without names, a curve had its look beside it.
TEST_CASE("drawings of versions 1 and 2 look as they did, and are written as of today") {
  for (const char* version : {"1", "2"}) {
    CAPTURE(version);
    const std::string variables =
        version[0] == '2' ? "\"variables\": [{\"name\": \"size\", \"text\": \"9\"}],\n" : "";
    const Result<Document> read = from_json(
        std::string("{\"limber\": ") + version +
            ", \"view\": {\"center\": [0, 2], \"scale\": 4.6}, \"time\": 2.5,\n" + variables +
            "\"notes\": [{\"text\": \"Curves\", \"at\": [0, 46], \"size\": 7},"
            "{\"text\": \"to pull\", \"at\": [0, 38], \"size\": 4}],\n"
            "\"curves\": [{\"name\": \"disc\", \"type\": \"circle\", \"q\": {\"r\": 14}, \"colour\": 1,"
            " \"width\": 4, \"dashed\": true, \"filled\": true},"
            "{\"name\": \"plain\", \"type\": \"line\"}]}",
        fresh_document());
    REQUIRE_MESSAGE(read, sentence(read.error()));
    const Style& disc = read->style(read->find("disc"));
    CHECK(disc.stroke.colour.swatch == 1);
    CHECK(disc.width == 4);
    CHECK(disc.dash == std::vector<double>{3, 2.5});
    CHECK(disc.fill.colour.swatch == 1);
    CHECK(disc.fill.colour.opacity == doctest::Approx(0.14));
    CHECK(!read->styled(read->find("plain")).style);
    CHECK(read->world->time == 2.5);
    CHECK(read->variables->size() == (version[0] == '2' ? 1 : 0));
    std::vector<std::string> texts;
    read->texts->each([&](TextId id, const Text& text) {
      texts.push_back(text.text);
      CHECK(!read->name(id).empty());
    });
    CHECK(texts == std::vector<std::string>{"Curves", "to pull"});
    const std::string today = saved(*read);
    CHECK(today.starts_with("{\n  \"limber\": 3,"));
    const Result<Document> again = from_json(today, fresh_document());
    REQUIRE(again);
    CHECK(same(*again, *read));
  }
}

TEST_CASE("the drawing's own types travel with it, and built-in ones do not") {
  Document document = fresh_document();
  const Result<Document> defined = apply(
      document, {edit::Define{"curve loop \"Loop\"\n  place c = (0, 0)\n  length r = 5, r > 0\n"
                              "  t from 0 to tau closed\n  at = c + r (cos t, sin 2t)"}});
  REQUIRE(defined);
  document = *defined;
  add_curve(document, "loop", {1, 2, 3});
  add_curve(document, "circle", {1, 2, 3});
  const std::string text = saved(document);
  CHECK(text.find("curve loop") != std::string::npos);
  CHECK(text.find("curve circle") == std::string::npos);
  const Result<Document> loaded = from_json(text, fresh_document());
  REQUIRE_MESSAGE(loaded, sentence(loaded.error()));
  CHECK(saved(*loaded) == text);
}

TEST_CASE("the drawings inside the program open and are as the program would write them") {
  for (const std::string_view name : assets_ending_in(".limber")) {
    CAPTURE(std::string(name));
    View view;
    const Result<Document> document = from_json(asset(name), fresh_document(), &view);
    REQUIRE_MESSAGE(document, sentence(document.error()));
    CHECK(saved(*document, view) == asset(name));
  }
}

// A link whose members stood in another order than the curves was not rebuilt by its script.
TEST_CASE("members of a link are in the order of their age, however a file lists them") {
  Document document = fresh_document();
  for (const char* line : {"draw circle as wheel", "draw bar as rod", "weld wheel rod as frame"})
    do_edit(document, line);
  const std::string file = saved(document);
  std::string other = file;
  const std::size_t members = other.find("\"wheel\", \"rod\"");
  REQUIRE(members != std::string::npos);
  other.replace(members, 14, "\"rod\", \"wheel\"");
  // And so the rows of their reference.
  const std::size_t reference = other.find("\"reference\": [[");
  const std::size_t middle = other.find("], [", reference), end = other.find("]]", reference);
  REQUIRE(end != std::string::npos);
  const std::string first = other.substr(reference + 15, middle - reference - 15),
                    second = other.substr(middle + 4, end - middle - 4);
  other.replace(reference + 15, end - reference - 15, second + "], [" + first);
  const Result<Document> loaded = from_json(other, fresh_document());
  REQUIRE_MESSAGE(loaded, sentence(loaded.error()));
  CHECK(saved(*loaded) == file);
}

// One that slid on a circle shut to a point could not be saved any more.
TEST_CASE("a drawing is saved and read with directions of any size, as small drawings have them") {
  Document document = fresh_document();
  for (const char* line :
       {"draw circle as wheel", "draw bar as rod", "weld rod as frame", "point p wheel~1"})
    do_edit(document, line);
  do_edit(
      document,
      "reach Pull wheel:sense=1e200,0,-3e17 p:sense=-105641144390346113024 frame:sense=1e99,0,0,0");
  const Result<Document> loaded = from_json(saved(document), fresh_document());
  REQUIRE_MESSAGE(loaded, sentence(loaded.error()));
  CHECK(same(*loaded, document));
}

TEST_CASE("a zero with a sign is the same when it is read again") {
  Document document = fresh_document();
  for (const char* line : {"draw circle as wheel", "draw bar as rod", "weld wheel rod as frame"})
    do_edit(document, line);
  do_edit(document, "reach Pull frame:sense=-0,-0,-0,-0");
  const Result<Document> loaded = from_json(saved(document), fresh_document());
  REQUIRE(loaded);
  CHECK(same(*loaded, document));
}
