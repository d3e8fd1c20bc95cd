// Files of other programs in: DXF, mechanisms, tables of points; from the command line, by drop, by paste.
#include <doctest/doctest.h>

#include <cmath>
#include <ctime>
#include <fstream>

#include "app/edits/apply.h"
#include "app/edits/live.h"
#include "app/exchange/export.h"
#include "app/exchange/import.h"
#include "app/script/script.h"
#include "tests/app_fixture.h"
#include "tests/program.h"
#include "tests/scratch_folder.h"

using namespace limber;

namespace {

struct Read {
  Imported made;
  Document document;
  const Curve& curve(const std::string& name) const {
    const Curve* found = document.world->find(document.find(name).as<Body>());
    REQUIRE_MESSAGE(found, name);
    return *found;
  }
};

Read read(const std::string& bytes, const std::string& name, ImportOptions options = {}) {
  Result<Imported> made = import_text(bytes, name, options);
  REQUIRE_MESSAGE(made, made.error().message);
  Result<Document> document = apply(fresh_document(), {edit::Insert{made->script}});
  REQUIRE_MESSAGE(document, document.error().message);
  return {*std::move(made), *std::move(document)};
}

std::string pairs(std::initializer_list<std::pair<int, const char*>> all) {
  std::string out;
  for (const auto& [code, value] : all) out += "  " + std::to_string(code) + "\n" + value + "\n";
  return out;
}
std::string entities(const std::string& inside, const std::string& before = "") {
  return before + pairs({{0, "SECTION"}, {2, "ENTITIES"}}) + inside + pairs({{0, "ENDSEC"}, {0, "EOF"}});
}

// Its motor turns once, and everything is met all the way and back where it was.
void runs_a_cycle(const Document& document) {
  Live live(document);
  double speed = 0;
  document.world->motors().each([&](MotorId, const Motor& motor) { speed = motor.speed; });
  REQUIRE(speed != 0);
  const int ticks = static_cast<int>(std::lround(2 * M_PI / std::abs(speed) * ticks_per_second));
  live.wake();
  double farthest = 0;
  for (int k = 0; k < ticks; ++k) {
    live.tick(Run::play);
    document.world->bodies().each([&](CurveId id, const Body& body) {
      const Eigen::VectorXd& q = live.world().find(id)->q;
      REQUIRE(q.allFinite());
      farthest = std::max(farthest, (q - body.curve.q).norm());
    });
  }
  CHECK(farthest > 1);  // it has moved,
  Point from, to;
  document.world->bodies().each([&](CurveId id, const Body& body) {
    REQUIRE(point_at(body.curve, t_end(body.curve), from));
    REQUIRE(point_at(*live.world().find(id), t_end(body.curve), to));
    CHECK((from - to).norm() < 0.05 * document.world->size());  // and come back, to a tick
  });
}

}  // namespace

TEST_CASE("DXF entities become curves of their own kind, in layers and colours") {
  const Read got = read(
      entities(pairs({{0, "LINE"}, {8, "frame"}, {10, "0"}, {20, "0"}, {11, "30"}, {21, "40"}}) +
                   pairs({{0, "CIRCLE"}, {62, "1"}, {10, "5"}, {20, "6"}, {40, "7"}}) +
                   pairs({{0, "ARC"}, {10, "0"}, {20, "0"}, {40, "10"}, {50, "350"}, {51, "20"}}) +
                   pairs({{0, "ELLIPSE"}, {10, "0"}, {20, "0"}, {11, "20"}, {21, "0"}, {40, "0.5"},
                          {41, "0"}, {42, "6.283185307179586"}}) +
                   pairs({{0, "LWPOLYLINE"}, {90, "3"}, {70, "1"}, {10, "0"}, {20, "0"}, {10, "9"},
                          {20, "0"}, {10, "9"}, {20, "5"}}) +
                   pairs({{0, "LWPOLYLINE"}, {90, "2"}, {70, "0"}, {10, "0"}, {20, "0"}, {42, "1"},
                          {10, "10"}, {20, "0"}}) +
                   pairs({{0, "SPLINE"}, {71, "3"}, {40, "0"}, {40, "0"}, {40, "0"}, {40, "0"},
                          {40, "1"}, {40, "1"}, {40, "1"}, {40, "1"}, {10, "0"}, {20, "0"}, {10, "1"},
                          {20, "5"}, {10, "4"}, {20, "5"}, {10, "5"}, {20, "0"}}) +
                   pairs({{0, "3DFACE"}, {10, "0"}}),
               pairs({{0, "SECTION"}, {2, "HEADER"}, {9, "$INSUNITS"}, {70, "5"}, {0, "ENDSEC"}})),
      "plan.dxf");
  CHECK(got.made.curves == 7);
  CHECK(got.curve("line").q[3] == doctest::Approx(400));  // centimetres
  CHECK(got.document.name(got.document.of(got.document.find("line")).layer) == "frame");
  CHECK(got.document.style(got.document.find("circle")).stroke.colour.rgb == 0xff0000);
  CHECK(got.curve("arc").q[4] == doctest::Approx(30 * M_PI / 180));
  CHECK(got.curve("ellipse").q[3] == doctest::Approx(100));
  CHECK(got.curve("closed_polyline").q.size() == 6);
  CHECK(got.curve("arc-2").q[2] == doctest::Approx(50));  // a bulge of one is half a circle
  CHECK(got.curve("cubic").q[3] == doctest::Approx(50));
  REQUIRE(got.made.notes.size() == 1);
  CHECK(got.made.notes[0].text == "3DFACE: this kind of entity is left out");
  CHECK(got.made.notes[0].line > 0);
}

TEST_CASE("blocks of a DXF are drawn where they are inserted, and not without end") {
  const std::string block =
      pairs({{0, "SECTION"}, {2, "BLOCKS"}, {0, "BLOCK"}, {2, "bolt"}, {10, "1"}, {20, "0"}}) +
      pairs({{0, "CIRCLE"}, {10, "1"}, {20, "0"}, {40, "2"}}) +
      pairs({{0, "INSERT"}, {2, "bolt"}, {10, "0"}, {20, "0"}}) + pairs({{0, "ENDBLK"}, {0, "ENDSEC"}});
  const Read got = read(
      entities(pairs({{0, "INSERT"}, {2, "bolt"}, {10, "10"}, {20, "20"}, {41, "3"}, {42, "3"}}), block),
      "bolts.dxf");
  CHECK(got.curve("circle").q[0] == doctest::Approx(10));
  CHECK(got.curve("circle").q[2] == doctest::Approx(6));
  CHECK(got.made.curves < 20);
  CHECK(!got.made.notes.empty());
}

TEST_CASE("a DXF that we have written comes back with its names") {
  Document drawn = fresh_document();
  for (const char* line : {"draw circle as wheel c.x=20 c.y=30 r=15", "draw bar as crank", "draw spline as wave"})
    do_edit(drawn, line);
  const Result<Exported> out = export_drawing(drawn, Format::dxf, {});
  REQUIRE(out);
  const Read back = read(out->bytes, "ours.dxf");
  CHECK(back.curve("wheel").type->name == "circle");
  CHECK(back.curve("wheel").q.isApprox(drawn.world->find(drawn.find("wheel").as<Body>())->q, 1e-9));
  CHECK(back.curve("crank").type->name == "line");
  CHECK(back.document.find("wave"));
}

TEST_CASE("mechanisms of PMKS, Pyslvs and Linkage run a cycle") {
  const std::pair<const char*, const char*> mechanisms[] = {
      {"crank-rocker.pmks",
       "M[J[R, color[Green], P[0.0, 0.0], L[ground, link_0]], J[R, color[Green], P[12.92, 32.53], "
       "L[link_0, link_1]], J[R, color[Green], P[73.28, 67.97], L[link_1, link_2]], J[R, "
       "color[Green], P[33.3, 66.95], L[link_1]], J[R, color[Green], P[90.0, 0.0], L[ground, link_2]]]"},
      {"jansen.pmks",
       "M[J[R, P[0.0, 0.0], L[ground, link_0]], J[R, P[9.61, 11.52], L[link_0, link_1, link_3]], "
       "J[R, P[-38.0, -7.8], L[ground, link_2, link_4]], J[R, P[-35.24, 33.61], L[link_1, link_2]], "
       "J[R, P[-77.75, -2.54], L[link_2, link_5]], J[R, P[-20.1, -42.79], L[link_3, link_4, link_6]], "
       "J[R, P[-56.05, -35.42], L[link_5, link_6]], J[R, P[-22.22, -91.74], L[link_6]]]"},
      {"slider-crank.pmks",
       "M[J[R, P[0, 0], L[ground, input]], J[R, P[10, 15], L[input, rod]], J[P, A[0], P[70, 0], "
       "L[ground, block]], J[R, P[70, 0], L[rod, block]]]"},
      {"whitworth.pmks",
       "M[J[R, P[0, 0], L[ground, input]], J[RP, A[107.1], P[0, 25], L[arm, input]], J[R, P[20, -40], "
       "L[ground, arm]], J[R, P[-10, 57.5], L[arm]]]"},
      {"six-bar.pmks",
       "M[J[R, color[Green], P[0.0, 0.0], L[ground, link_0]], J[R, color[Green], P[12.92, 32.53], L[link_0, link_1]], "
       "J[R, color[Green], P[73.28, 67.97], L[link_1, link_2, link_3]], J[R, color[Green], P[90.0, 0.0], L[ground, "
       "link_2]], J[R, color[Green], P[130.0, 80.0], L[link_3, link_4]], J[R, color[Green], P[150.0, 10.0], L[ground, "
       "link_4]], J[R, color[Blue], P[100.0, 90.0], L[link_3]]]"},
      {"four-bar.linkage2",
       "<linkage2><program units=\"Millimeters\"/>"
       "<connector anchor=\"true\" input=\"true\" rpm=\"30\" x=\"200\" y=\"-100\" id=\"0\"/>"
       "<connector x=\"200\" y=\"-65\" id=\"1\"/><connector x=\"300\" y=\"-100\" id=\"2\"/>"
       "<connector anchor=\"true\" x=\"300\" y=\"-300\" id=\"3\"/>"
       "<Link id=\"0\"><connector id=\"0\"/><connector id=\"1\"/></Link>"
       "<Link id=\"1\"><connector id=\"1\"/><connector id=\"2\"/></Link>"
       "<Link id=\"2\"><connector id=\"2\"/><connector id=\"3\"/></Link></linkage2>"}};
  for (const auto& [name, text] : mechanisms) {
    CAPTURE(name);
    const Read got = read(text, name);
    CHECK(got.made.notes.empty());
    CHECK(got.document.world->motors().size() == 1);
    runs_a_cycle(got.document);
  }
}

TEST_CASE("an expression may have comments, commas behind the last, and points without a link") {
  const std::string joints[] = {"J[R, P[0,0], L[ground, a", "J[R, P[0,10], L[a,b", "J[R, P[30,20], L[b,c",
                                "J[R, P[40,0], L[ground,c"};
  const auto text = [&](const std::string& end, const std::string& between, const std::string& before) {
    std::string out = before + "M[";
    for (const std::string& one : joints) out += one + end + between;
    return out;
  };
  const Read plain = read(text("]],", "", "") + "]", "four-bar.pmks");
  CHECK(plain.made.curves == 3);
  runs_a_cycle(plain.document);
  for (const std::string& same :
       {text(",]],", "", "") + "]", text("]],", " # the next\n", "# a four-bar\n# of Pyslvs\n") + "]",
        text("]],", "", "#[ a four-bar,\n[of Pyslvs] #]\n") + "]#end",
        text("], color[(10, 20, 30)]],", "", "") + "]"}) {
    CAPTURE(same);
    CHECK(read(same, "four-bar.pmks").made.script == plain.made.script);
  }
  // Two points that belong to nothing have nothing in common.
  const Read free = read(text("]],", "", "") + "J[R, P[5,5], L[]], J[R, P[70,70], L[]]]", "free.pmks");
  CHECK(free.made.curves == 5);
  CHECK(free.curve("P4").type->name == "point");
  CHECK(free.curve("P5").q[0] == 70);
  runs_a_cycle(free.document);
  for (const char* wrong : {"M[J[R, P[0,0], L[,]]]", "M[J[R, P[0,0], L[a b]]]", "M[#"})
    CHECK_FALSE(import_text(wrong, "x.pmks", {}));
}

TEST_CASE("angles of a DXF mean the turn they end in, whatever their size") {
  const auto arc = [](const char* from, const char* to) {
    const Read got = read(entities(pairs({{0, "ARC"}, {10, "0"}, {20, "0"}, {40, "5"}, {50, from}, {51, to}})), "a.dxf");
    return got.curve("arc").q;
  };
  CHECK(arc("350", "20")[4] == doctest::Approx(30 * M_PI / 180));
  CHECK(arc("-730", "740")[4] == doctest::Approx(30 * M_PI / 180));
  CHECK(arc("10", "10.000001")[4] < 1e-6);
  const Eigen::VectorXd turned = arc("3600030", "3600120");
  CHECK(turned[3] == doctest::Approx(M_PI / 6));
  CHECK(turned[4] == doctest::Approx(M_PI / 2));
  const Read whole = read(entities(pairs({{0, "ARC"}, {10, "0"}, {20, "0"}, {40, "5"}, {50, "30"}, {51, "30"}})), "a.dxf");
  CHECK(whole.curve("circle").q[2] == 5);
}

TEST_CASE("a block in rows and columns is drawn in each of them") {
  const std::string block =
      pairs({{0, "SECTION"}, {2, "BLOCKS"}, {0, "BLOCK"}, {2, "bolt"}, {10, "0"}, {20, "0"}}) +
      pairs({{0, "CIRCLE"}, {10, "0"}, {20, "0"}, {40, "2"}, {0, "ENDBLK"}, {0, "ENDSEC"}});
  const Read got = read(entities(pairs({{0, "INSERT"}, {2, "bolt"}, {10, "10"}, {20, "20"}, {50, "90"}, {41, "3"},
                                        {42, "3"}, {70, "3"}, {71, "2"}, {44, "100"}, {45, "50"}}), block), "b.dxf");
  CHECK(got.made.curves == 6);
  CHECK(got.made.notes.empty());
  // Turned by a quarter: columns go up, rows to the left; the block's scale is not theirs.
  CHECK((got.curve("circle-3").q.head<2>() - Point(10, 220)).norm() < 1e-9);
  CHECK((got.curve("circle-6").q.head<2>() - Point(-40, 220)).norm() < 1e-9);
  CHECK(got.curve("circle-6").q[2] == doctest::Approx(6));
}

TEST_CASE("a spline with weights and knots of its own is followed where it is") {
  // A quarter of a circle, exactly: degree 2, the middle weight 1/sqrt(2).
  const Read got = read(entities(pairs({{0, "SPLINE"}, {71, "2"}, {40, "0"}, {40, "0"}, {40, "0"}, {40, "1"}, {40, "1"},
                                        {40, "1"}, {41, "1"}, {41, "0.70710678118654757"}, {41, "1"}, {10, "10"},
                                        {20, "0"}, {10, "10"}, {20, "10"}, {10, "0"}, {20, "10"}})), "q.dxf");
  const Curve& curve = got.curve("path");
  for (int k = 0; k <= 100; ++k) {
    Point p;
    REQUIRE(point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * k / 100, p));
    CHECK(p.norm() == doctest::Approx(10).epsilon(1e-4));
  }
}

TEST_CASE("points of a table are a polyline, or the path that follows them") {
  std::string table = "x;y\n";
  for (int k = 0; k <= 100; ++k)
    table += std::to_string(k) + "; " + std::to_string(10 * std::sin(k * 0.1)) + "\n";
  const Read lines = read(table, "points.csv");
  CHECK(lines.curve("points").type->name == "polyline");
  CHECK(lines.curve("points").q.size() == 202);
  const Read fitted = read(table, "points.csv", {.fit = 0.05});
  const Curve& curve = fitted.curve("points");
  CHECK(curve.type->name == "path");
  CHECK(curve.q.size() < 100);
  CHECK_FALSE(import_text("no numbers here\n", "points.csv", {}));
}

TEST_CASE("files that are nothing of the kind end in a sentence, and soon") {
  std::string long_line = "0\nSECTION\n2\nENTITIES\n";
  for (int k = 0; k < 200'000; ++k) long_line += "0\nLINE\n10\n1\n20\n2\n";
  std::string deep = "M[J[R, P[0,0], L[";
  for (int k = 0; k < 100'000; ++k) deep += "a,";
  const std::string hostile[] = {"", "0\n", "0\nSECTION\n2\nENTITIES\n0\nSPLINE\n71\n3\n40\nnan\n",
                                 long_line, "M[", "M[J[R", deep, std::string(1'000'000, '['),
                                 "<linkage2>", "<linkage2></linkage2>", "1e999,3\n4,nan\n"};
  for (const std::string& bytes : hostile)
    for (const char* name : {"x.dxf", "x.pmks", "x.linkage2", "x.csv", "x.svg"}) {
      CAPTURE(bytes.substr(0, 60));
      const std::clock_t begin = std::clock();
      const Result<Imported> made = import_text(bytes, name, {});
      if (!made) CHECK(!made.error().message.empty());
      CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 2);
    }
}

// As a thumbnailer would: 512 MB of address space, and no more than a batch is given.
TEST_CASE("SVG and DXF made to hurt are read within the memory of a batch, or refused in a sentence") {
  const auto times = [](const std::string& text, int count) {
    std::string out;
    for (int k = 0; k < count; ++k) out += text;
    return out;
  };
  std::string blocks = "0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nb0\n10\n0\n20\n0\n0\nCIRCLE\n10\n0\n20\n0\n40\n1\n0\nENDBLK\n";
  for (int k = 1; k < 30; ++k)
    blocks += "0\nBLOCK\n2\nb" + std::to_string(k) + "\n10\n0\n20\n0\n" +
              times("0\nINSERT\n2\nb" + std::to_string(k - 1) + "\n10\n1\n20\n1\n", 10) + "0\nENDBLK\n";
  blocks += "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nINSERT\n2\nb29\n10\n0\n20\n0\n0\nENDSEC\n0\nEOF\n";
  const std::string head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'>";
  const std::pair<const char*, std::string> files[] = {
      {"deep.svg", head + times("<g>", 1'000'000) + "<rect width='1' height='1'/>" + times("</g>", 1'000'000) + "</svg>"},
      {"path.svg", head + "<path stroke='red' d='M 0 0" + times(" l 1 1", 1'200'000) + "'/></svg>"},
      {"blocks.dxf", blocks},
      {"points.dxf", "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n90\n2000000\n" + times("10\n1\n20\n2\n", 1'000'000)},
      {"spline.dxf", "0\nSECTION\n2\nENTITIES\n0\nSPLINE\n71\n25\n72\n1000000000\n73\n1000000000\n" +
                         times("40\n0\n", 100'000) + times("10\n1\n20\n1\n", 100'000) + "0\nENDSEC\n0\nEOF\n"}};
  for (const auto& [name, bytes] : files) {
    CAPTURE(name);
    const std::string file = scratch_folder() + "/" + name;
    write_contents(file, bytes);
    const Ran ran = run_limber({"import", "--batch", file, "-o", file + ".limber"});
    CAPTURE(ran.err);
    CHECK((ran.status == 0 || ran.status == 3));
    CHECK(!ran.err.empty());
  }
}

TEST_CASE("what is dropped comes where it was dropped, and is undone as one step") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path / "wheels.svg";
  std::ofstream(file) << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>"
                         "<circle id='a' cx='50' cy='50' r='10'/><rect id='b' x='30' y='30' width='40' "
                         "height='40' fill='none' stroke='red' filter='url(#x)'/></svg>";
  Io io;
  Workspace workspace(fresh_document(), io);
  Editor& editor = workspace.editor();
  editor.camera().set_view(Box(Point(0, 0), Point(800, 600)));
  const Point at = editor.camera().to_window(Point(70, -30));
  workspace.drop(file, at);
  REQUIRE(editor.document().find("a"));
  const Curve& circle = *editor.document().world->find(editor.document().find("a").as<Body>());
  CHECK((circle.q.head<2>() - Point(70, -30)).norm() < 1e-6);
  CHECK(workspace.dialog() == Dialog::notice);
  CHECK(workspace.notice().find("its filter is left out") != std::string::npos);
  editor.undo();
  CHECK(editor.document().world->bodies().size() == 0);
}

TEST_CASE("SVG goes over the clipboard both ways, pictures where the system takes them") {
  Io io;
  Workspace workspace(fresh_document(), io);
  std::string text, picture;
  workspace.use_clipboard({[&](const std::string& put) { text = put; }, [&] { return text; },
                           [&](const std::string& put) { return picture = put, true; },
                           [&] { return picture; }});
  Editor& editor = workspace.editor();
  do_edit(editor, "draw bar as crank");
  do_edit(editor, "nail crank.start as pin");
  editor.select_only({editor.document().find("crank")});
  workspace.copy_as_svg();
  CHECK(text.starts_with("<?xml"));
  workspace.paste();  // ours: a bar with its nail, not a line
  CHECK(editor.document().world->bodies().size() == 2);
  CHECK(editor.document().world->constraints().size() == 2);
  text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='3'/></svg>";
  workspace.paste();
  CHECK(editor.document().find("circle"));
  workspace.copy_as_picture();
  CHECK(picture.starts_with("\x89PNG"));
  text.clear();
  workspace.paste();
  CHECK(editor.document().pictures->size() == 1);
}
