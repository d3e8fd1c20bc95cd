// Things of every kind are treated alike: named, chosen, styled, ordered, hidden, locked, grouped, put
// on layers, copied, removed.
#include <doctest/doctest.h>

#include "app/drawing/marks.h"
#include "app/edits/line.h"
#include "app/edits/rebuild.h"
#include "app/editor/pick.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

// A thing of each kind, by its name.
struct Case {
  ThingKind kind;
  const char* name;
};
constexpr Case cases[] = {
    {ThingKind::layer, "sheet"},       {ThingKind::group, "pair"},      {ThingKind::curve, "wheel"},
    {ThingKind::connector, "P"},       {ThingKind::constraint, "pin"},  {ThingKind::link, "frame"},
    {ThingKind::motor, "drive"},       {ThingKind::force, "pull"},      {ThingKind::text, "title"},
    {ThingKind::picture, "photo"},     {ThingKind::dimension, "mark"},  {ThingKind::trace, "path"},
    {ThingKind::plot, "graph"},        {ThingKind::guide, "level"}};

Document one_of_each() {
  Document document = fresh_document();
  for (const char* line :
       {"layer sheet", "draw circle as wheel r=10", "draw bar as rod a.x=30", "draw line as left",
        "draw line as right", "point P rod@1", "nail rod@0 as pin", "weld left right as frame",
        "motor rod as drive", "force P 3 4 as pull", "text Hello at 0 40 as title",
        "picture photo.png at 40 40 10 10 as photo", "dimension pin at 5 5 as mark",
        "trace P as path seconds=2", "plot rod.phi over time as graph", "guide at 0 -20 as level",
        "group wheel title as pair"})
    do_edit(document, line);
  return document;
}

Attributes attributes_of(const Document& document, const std::string& name) {
  return document.of(document.find(name));
}

int count(const Document& document, ThingKind kind) {
  int things = 0;
  each_thing(document, kind, [&](ThingId) { ++things; });
  return things;
}

// Loaded again, and rebuilt by a script, it is the same to the byte.
void check_kept(const Document& document) {
  const std::string file = saved(document);
  const Result<Document> loaded = from_json(file, fresh_document());
  REQUIRE_MESSAGE(loaded, sentence(loaded.error()));
  CHECK(saved(*loaded) == file);
  Document rebuilt = fresh_document();
  for (const Edit& edit : edits_for(document)) do_edit(rebuilt, line_of(edit));
  CHECK(saved(rebuilt) == file);
}

}  // namespace

TEST_CASE("there is a case of every kind") {
  const Document document = one_of_each();
  CHECK(std::size(cases) == thing_kinds);
  for (std::size_t kind = 0; kind < thing_kinds; ++kind) {
    CHECK(static_cast<std::size_t>(cases[kind].kind) == kind);
    const ThingId id = document.find(cases[kind].name);
    REQUIRE(id);
    CHECK(id.kind == cases[kind].kind);
  }
  check_kept(document);
}

TEST_CASE("a thing of any kind is named, styled, hidden, locked, put on a layer, grouped") {
  for (const Case& one : cases) {
    CAPTURE(std::string(one.name));
    const std::string name = one.name;
    Document document = one_of_each();
    do_edit(document, "name " + name + " \"a @ b ~ c.d\"");
    REQUIRE(document.find("a @ b ~ c.d").kind == one.kind);
    do_edit(document, "name \"a @ b ~ c.d\" " + name);

    do_edit(document, "style " + name + " stroke=#12ab9f width=0.7mm");
    CHECK(document.style(document.find(name)).stroke.colour.rgb == 0x12ab9f);
    check_kept(document);
    do_edit(document, "name_style bold width=6pt");
    do_edit(document, "use_style bold " + name);
    do_edit(document, "name_style bold width=7pt");
    CHECK(document.style(document.find(name)).width == 7);
    check_kept(document);
    do_edit(document, "unstyle " + name);
    CHECK(!document.styled(document.find(name)).style);

    do_edit(document, "hide " + name);
    CHECK(is_hidden(document, document.find(name)));
    do_edit(document, "protect " + name);
    CHECK(is_protected(document, document.find(name)));
    check_kept(document);
    do_edit(document, "show " + name);
    do_edit(document, "unprotect " + name);
    CHECK(!is_hidden(document, document.find(name)));
    CHECK(!is_protected(document, document.find(name)));

    if (one.kind != ThingKind::layer && one.kind != ThingKind::group) {
      do_edit(document, "put " + name + " in sheet");
      CHECK(attributes_of(document, name).layer == document.find("sheet").as<Layer>());
    }
    if (one.kind == ThingKind::layer) {  // it would be in no file: layers come first
      CHECK(!apply(document, *read_edit("group sheet rod as both")));
      continue;
    }
    do_edit(document, "group " + name + " rod as both");
    CHECK(attributes_of(document, name).group == document.find("both").as<Group>());
    check_kept(document);
  }
}

TEST_CASE("a thing of any kind is copied as it is, and removed") {
  for (const Case& one : cases) {
    if (one.kind == ThingKind::connector) continue;  // with what holds on to them
    CAPTURE(std::string(one.name));
    const std::string name = one.name;
    Document document = one_of_each();
    do_edit(document, "style " + name + " stroke=#12ab9f");
    do_edit(document, "hide " + name);
    const std::string before = saved(document);
    const int many = count(document, one.kind);
    do_edit(document, "copy " + name + " by 7 3");
    CHECK(count(document, one.kind) == many + 1);
    ThingId copied;
    each_thing(document, one.kind, [&](ThingId id) {
      if (document.name(id) != name && document.of(id).hidden) copied = id;
    });
    REQUIRE(copied);
    CHECK(document.style(copied).stroke.colour.rgb == 0x12ab9f);
    check_kept(document);
    do_edit(document, "delete \"" + document.name(copied) + "\"");
    CHECK(count(document, one.kind) == many);
    do_edit(document, "delete " + name);
    CHECK(!document.find(name));
    check_kept(document);
  }
}

TEST_CASE("with a mechanism its motor, force, dimension, trace, plot and groups are copied") {
  Document document = fresh_document();
  for (const char* line :
       {"let speed = 2", "layer sheet", "draw bar as rod", "draw bar as arm a.x=40", "point P rod@1",
        "attach rod@1 arm@0 as joint", "nail rod@0 as pin", "motor rod as drive", "force P 3 4 as pull",
        "follow drive.speed = speed", "dimension pin at 5 5 as mark", "trace P as path",
        "plot rod.phi P.x as graph", "group rod arm as inner", "text T at 0 9 as title",
        "group inner title as outer", "put outer in sheet"})
    do_edit(document, line);
  do_edit(document, "copy outer by 0 50");
  for (const ThingKind kind : {ThingKind::motor, ThingKind::force, ThingKind::dimension,
                               ThingKind::trace, ThingKind::plot, ThingKind::text})
    CHECK(count(document, kind) == 2);
  CHECK(count(document, ThingKind::group) == 4);
  CHECK(count(document, ThingKind::curve) == 4);
  CHECK(count(document, ThingKind::constraint) == 6);
  CHECK(document.follows->size() == 2);
  // The plot of the copy shows the copy, which is in a group within a group of its own.
  const Plot& graph = *document.plots->find(document.plots->at_slot(1));
  const std::size_t dot = graph.quantities[0].find('.');
  const ThingId bar = document.find(graph.quantities[0].substr(0, dot));
  REQUIRE(bar.kind == ThingKind::curve);
  CHECK(bar != document.find("rod"));
  const GroupId inner = document.of(bar).group, outer = document.of(inner).group;
  CHECK(inner != document.find("inner").as<Group>());
  CHECK(outer != document.find("outer").as<Group>());
  CHECK(outer);
  CHECK(document.of(bar).layer == document.find("sheet").as<Layer>());
  check_kept(document);
}

TEST_CASE("every level has its order, kept in files; layers have one among themselves") {
  Document document = one_of_each();
  for (const char* line : {"nail left@0 as second", "guide at 0 -10 as low", "layer top",
                           "put wheel in top", "put rod in sheet"})
    do_edit(document, line);
  const auto order = [&](Level level) {
    Strings names;
    for (const ThingId id : drawing_order(document, level)) names.push_back(document.name(id));
    return names;
  };
  for (const Level level : drawn_levels) {
    const Strings usual = order(level);
    REQUIRE(usual.size() >= 2);
    do_edit(document, "order front \"" + usual[0] + "\"");
    if (level != Level::paper) CHECK(order(level).back() == usual[0]);
    check_kept(document);
    do_edit(document, "order back \"" + usual[0] + "\"");
    CHECK(order(level) == usual);
    do_edit(document, "order forward \"" + usual[0] + "\"");
    if (level != Level::paper) CHECK(order(level)[1] == usual[0]);
    do_edit(document, "order backward \"" + usual[0] + "\"");
    CHECK(order(level) == usual);
    check_kept(document);
  }
  CHECK(order(Level::paper).back() == "wheel");
  do_edit(document, "order front sheet");
  CHECK(order(Level::paper).back() == "rod");
  check_kept(document);
  // A link and a group stand for what is in them.
  do_edit(document, "order back frame");
  CHECK(order(Level::paper)[0] == "left");
  CHECK(order(Level::paper)[1] == "right");
}

// Its place in the order is a thing's own, and the newest is above all others.
TEST_CASE("a new curve lies on top, also when one was deleted that lay below") {
  Document document = fresh_document();
  for (const char* line : {"draw circle as a", "draw circle as b", "draw circle as c", "delete a", "draw circle as d"})
    do_edit(document, line);
  Strings names;
  for (const ThingId id : drawing_order(document, Level::paper)) names.push_back(document.name(id));
  CHECK(names == Strings{"b", "c", "d"});
  check_kept(document);
}

TEST_CASE("a thing of any kind can be selected, is forgotten when it is gone, and deleted by a key") {
  for (const Case& one : cases) {
    CAPTURE(std::string(one.name));
    Io io;
    Workspace workspace(fresh_document(), io);
    workspace.editor().open(one_of_each());
    Editor& editor = workspace.editor();
    const ThingId id = editor.document().find(one.name);
    editor.select_only({id});
    CHECK(editor.selection().contains(id));
    CHECK(!describe(editor.document(), id).empty());
    workspace.handle(key("Delete"));
    CHECK(!editor.document().find(one.name));
    CHECK(editor.selection().empty());
    editor.undo();
    CHECK(editor.document().find(one.name) == id);
  }
}

TEST_CASE("what a thing is part of hides it, locks it and gives it a style") {
  Document document = one_of_each();
  const ThingId left = document.find("left"), wheel = document.find("wheel");
  for (const char* whole : {"frame", "pair", "sheet"}) {
    const std::string name = whole;
    CAPTURE(name);
    Document part = document;
    if (name == "sheet") do_edit(part, "put left in sheet");
    const ThingId id = name == "pair" ? wheel : left;
    do_edit(part, "hide " + name);
    CHECK(is_hidden(part, id));
    do_edit(part, "protect " + name);
    CHECK(is_protected(part, id));
    do_edit(part, "style " + name + " stroke=red");
    CHECK(part.style(id).stroke.colour.swatch == 5);
    CHECK(part.styled(id).by == part.find(name));
    do_edit(part, "style " + part.name(id) + " stroke=ink");  // its own counts, also a plain one
    CHECK(part.style(id).stroke.colour.swatch == 0);
    check_kept(part);
    do_edit(part, "unstyle " + part.name(id));
    CHECK(part.style(id).stroke.colour.swatch == 5);
  }
}

TEST_CASE("a hidden or locked thing is not taken by the hand; marks go with their curves") {
  Editor editor(one_of_each());
  editor.camera().look_at(Point(15, 10), 4);
  const auto pin = [&] {
    Point at;
    CHECK(place_of(editor.world(), *editor.world().find(editor.document().find("pin").as<Constraint>()), at));
    return editor.mark_at(editor.camera().to_window(at));
  };
  const auto marks = [&] { return marks_of(editor.document(), 4).size(); };
  const std::size_t all = marks();
  CHECK(pin());
  do_edit(editor, "protect pin");
  CHECK(pin() != editor.document().find("pin"));
  editor.undo();
  do_edit(editor, "hide drive");
  CHECK(marks() == all);  // the constraint shows itself instead
  editor.undo();
  do_edit(editor, "hide rod");
  CHECK(marks() == 0);
  CHECK(!pin());
  do_edit(editor, "protect wheel");
  do_edit(editor, "protect frame");
  editor.select_next(1);
  CHECK(editor.selection().empty());  // by the keyboard neither
  do_edit(editor, "unprotect frame");
  editor.select_next(1);
  CHECK(editor.selection().contains(editor.document().find("left")));
}
