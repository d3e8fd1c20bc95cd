// Traces and plots: what they see of the motion, and how they are seen.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "app/drawing/draw_plot.h"
#include "app/editor/trace_commands.h"
#include "app/edits/line.h"
#include "app/exchange/export.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// A bar that a motor turns about (0, 0); its end P draws a circle of radius 30.
Document crank(std::initializer_list<const char*> more = {}) {
  Document document = fresh_document();
  for (const char* line : {"draw bar as rod a.x=0 a.y=0 l=30 phi=0", "nail rod@0 as pin",
                           "point P rod@1", "motor rod as drive speed=3.141592653589793"})
    do_edit(document, line);
  for (const char* line : more) do_edit(document, line);
  return document;
}

template <class Thing>
Id<Thing> called(const Document& document, const char* name) {
  const Id<Thing> id = document.find(name).as<Thing>();
  REQUIRE(id);
  return id;
}

void play(Editor& editor, double seconds) {
  editor.set_playing(true);
  for (double t = 0; t < seconds; t += 1.0 / 60) editor.advance(1.0 / 60);
  editor.set_playing(false);
}

constexpr int side = 400;  // pixels of a picture of (-50, -50) to (50, 50)
struct Shot {
  sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(side, side));
  SkColor at(double x, double y) {
    SkPixmap pixels;
    REQUIRE(surface->peekPixels(&pixels));
    return pixels.getColor(static_cast<int>(side / 2 + 4 * x), static_cast<int>(side / 2 - 4 * y));
  }
  bool is_paper(double x, double y) { return at(x, y) == light_theme().paper; }
};
Shot shot(Editor& editor) {
  Shot out;
  editor.camera().set_view(Box(Point(0, 0), Point(side, side)));
  editor.camera().look_at(Point(0, 0), 4);
  editor.show_grid(false);
  editor.selection().clear();
  out.surface->getCanvas()->clear(light_theme().paper);
  editor.draw(*out.surface->getCanvas());
  return out;
}

}  // namespace

TEST_CASE("a trace is the path of its point, for as long as it keeps it") {
  Editor editor(crank({"trace P as path seconds=0.5", "trace P as whole"}));
  const TraceId path = called<Trace>(editor.document(), "path");
  const TraceId whole = called<Trace>(editor.document(), "whole");
  CHECK(editor.samples().find(path)->places.empty());
  play(editor, 1);
  const Trail& short_one = *editor.samples().find(path);
  const Trail& long_one = *editor.samples().find(whole);
  CHECK(short_one.places.size() >= 118);
  CHECK(short_one.places.size() <= 122);
  CHECK(long_one.places.size() >= 238);
  for (const Point& place : long_one.places) CHECK(place.norm() == doctest::Approx(30));
  Point now;
  REQUIRE(place_of(editor.world(), *editor.world().find(called<Connector>(editor.document(), "P")), now));
  CHECK(long_one.places.back() == now);
  // Standing still adds nothing; undo begins anew.
  const std::size_t count = long_one.places.size();
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  CHECK(long_one.places.size() == count);
  editor.undo();
  CHECK(editor.samples().find(whole)->places.empty());
}

TEST_CASE("a step that moves nothing of the rest, taken back and done again, leaves what was seen") {
  Editor editor(crank({"trace P as path", "plot rod.phi as turn"}));
  const TraceId path = called<Trace>(editor.document(), "path");
  const PlotId turn = called<Plot>(editor.document(), "turn");
  play(editor, 0.5);
  do_edit(editor, "draw circle as other r=3");
  const std::size_t count = editor.samples().find(path)->places.size();
  const std::size_t plotted = editor.samples().find(turn)->times.size();
  CHECK(count > 100);
  for (int k = 0; k < 2; ++k) {
    k == 0 ? editor.undo() : editor.redo();
    CHECK(editor.document().find("other").operator bool() == (k == 1));
    CHECK(editor.samples().find(path)->places.size() == count);
    CHECK(editor.samples().find(turn)->times.size() == plotted);
  }
  editor.undo(), editor.undo();  // before it was played
  CHECK(editor.samples().find(path)->places.empty());
  CHECK(editor.samples().find(turn)->times.empty());
}

// Plots sample what `simulate` prints: energy and a reaction as it swings, each at the clock it was at.
TEST_CASE("energy and the force in a nail are plotted while a figure swings, as they are asked for then") {
  Document document = fresh_document();
  for (const char* line : {"draw bar as rod l=250 phi=-0.4", "nail rod.start as nail", "physics on",
                           "plot energy kinetic nail.force as books"})
    do_edit(document, line);
  Live live(document);
  const PlotId id = called<Plot>(live.document(), "books");
  std::vector<double> asked[3];
  for (int k = 0; k < 120; ++k) {
    live.tick(Run::play);
    int which = 0;
    for (const char* name : {"energy", "kinetic", "nail.force"}) {
      const Result<Readout> readout = find_readout(live.document(), name);
      REQUIRE(readout);
      asked[which++].push_back(*value_of(live.document(), live.world(), live.stepper(), *readout));
    }
  }
  const Series& seen = *live.samples().find(id);
  REQUIRE(seen.values.size() == 3);
  double lightest = 1e300, heaviest = 0;
  for (std::size_t which = 0; which < 3; ++which) {
    REQUIRE(seen.values[which].size() >= 120);
    const std::size_t before = seen.values[which].size() - 120;  // what was seen as it was made
    for (std::size_t k = 0; k < 120; ++k) CHECK(seen.values[which][before + k] == asked[which][k]);
  }
  for (const double force : asked[2]) lightest = std::min(lightest, force), heaviest = std::max(heaviest, force);
  CHECK(asked[0].back() == doctest::Approx(asked[0].front()).epsilon(1e-9));
  CHECK(heaviest > 2 * lightest);  // the nail carries most below, and little at the turning points
}

TEST_CASE("a pull leaves its path, and Esc takes it back") {
  Document document = fresh_document();
  for (const char* line : {"draw bar as rod", "nail rod@0", "point P rod@1", "trace P as path"})
    do_edit(document, line);
  Editor editor(document);
  const TraceId path = called<Trace>(editor.document(), "path");
  Person person(editor);
  person.drag(Point(30, 0), Point(0, 30));
  const std::size_t pulled = editor.samples().find(path)->places.size();
  CHECK(pulled >= 20);
  person.press(Point(0, 30));
  person.move(Point(-10, 28));
  for (int i = 0; i < 20; ++i) editor.advance(1.0 / 60);
  CHECK(editor.samples().find(path)->places.size() > pulled);
  CHECK(editor.escape());
  CHECK(editor.samples().find(path)->places.size() == pulled);
}

TEST_CASE("an edit leaves the paths of other traces, and a refused one all of them") {
  Editor editor(crank({"trace P as path"}));
  play(editor, 0.5);
  const TraceId path = called<Trace>(editor.document(), "path");
  const std::size_t count = editor.samples().find(path)->places.size();
  REQUIRE(count > 100);
  do_edit(editor, "draw circle as other c.x=99");
  CHECK(editor.samples().find(path)->places.size() == count);
  CHECK(!editor.perform(*read_edit("delete nobody")));
  CHECK(editor.samples().find(path)->places.size() == count);
  do_edit(editor, "delete path");
  CHECK(!editor.samples().find(path));
}

TEST_CASE("what is recorded changes no bit of what moves") {
  Live plain(crank()), watched(crank({"trace P as path", "plot P.vx P.ax drive.phase pin.force as graph"}));
  plain.wake(), watched.wake();
  for (int i = 0; i < 240; ++i) plain.tick(Run::play), watched.tick(Run::play);
  const CurveId rod = plain.document().find("rod").as<Body>();
  CHECK(plain.world().find(rod)->q == watched.world().find(rod)->q);
}

TEST_CASE("a plot holds its quantities over time or over another, and gives them as a table") {
  Editor editor(crank({"plot P.x rod.phi as graph", "plot P.y over P.x as round"}));
  play(editor, 1);
  const Series& graph = *editor.samples().find(called<Plot>(editor.document(), "graph"));
  REQUIRE(graph.values.size() == 2);
  REQUIRE(graph.times.size() >= 238);
  for (std::size_t i = 0; i < graph.times.size(); ++i) {
    CHECK(graph.values[0][i] == doctest::Approx(30 * std::cos(graph.values[1][i])));
    CHECK(graph.values[1][i] == doctest::Approx(M_PI * graph.times[i]).epsilon(1e-6));
  }
  const Series& round = *editor.samples().find(called<Plot>(editor.document(), "round"));
  for (std::size_t i = 0; i < round.times.size(); ++i)
    CHECK(std::hypot(round.over[i], round.values[0][i]) == doctest::Approx(30));
  const std::string csv = csv_of(*editor.document().plots->find(called<Plot>(editor.document(), "round")), round);
  CHECK(csv.starts_with("time,P.x,P.y\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == static_cast<long>(round.times.size()) + 1);
}

TEST_CASE("ticks of an axis are round and lie between its ends") {
  CHECK(ticks_between(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
  for (const auto& [low, high] : {std::pair{-3.3, 7.1}, {1e-9, 3e-9}, {-1e7, 1e7}}) {
    const std::vector<double> ticks = ticks_between(low, high, 5);
    CHECK(ticks.size() >= 2);
    CHECK(ticks.size() <= 7);
    for (const double tick : ticks) CHECK((tick >= low - 1e-12 * std::abs(low) && tick <= high + 1e-12 * std::abs(high)));
  }
  CHECK(ticks_between(1, 1, 5).empty());
}

TEST_CASE("a trace is seen in its style, hidden, under and over others") {
  Editor editor(crank({"trace P as path", "style path stroke=#ff0000 width=2mm"}));
  play(editor, 0.5);  // P stands at (0, 30)
  CHECK(shot(editor).at(21.2, 21.2) == 0xffff0000);
  do_edit(editor, "draw circle as lid c.x=21 c.y=21 r=5");
  do_edit(editor, "style lid stroke=none fill=#0000ff");
  CHECK(shot(editor).at(21.2, 21.2) == 0xff0000ff);  // what is new lies over it
  do_edit(editor, "order front path");
  CHECK(shot(editor).at(21.2, 21.2) == 0xffff0000);
  do_edit(editor, "delete lid");
  do_edit(editor, "hide path");
  CHECK(shot(editor).is_paper(21.2, 21.2));
  do_edit(editor, "show path");
  do_edit(editor, "unstyle path");
  CHECK(!shot(editor).is_paper(21.2, 21.2));
}

TEST_CASE("a trace is picked by its path and by its pen, unless it is locked") {
  Editor editor(crank({"trace P as path"}));
  editor.camera().look_at(Point(0, 0), 4);
  const auto taken = [&](const Point& paper) { return editor.still_at(editor.camera().to_window(paper)); };
  const ThingId path = editor.document().find("path");
  CHECK(taken(Point(30, 0)) == path);  // its pen
  CHECK(!taken(Point(21.2, 21.2)));
  play(editor, 0.5);
  CHECK(taken(Point(21.2, 21.2)) == path);
  Person person(editor);
  person.click(Point(21.2, 21.2));
  CHECK(editor.selection().contains(path));
  // A drag on it moves nothing: it goes where its point goes.
  const std::string before = saved(editor.document());
  person.drag(Point(21.2, 21.2), Point(40, 40));
  CHECK(saved(editor.document()) == before);
  do_edit(editor, "protect path");
  CHECK(!taken(Point(21.2, 21.2)));
}

TEST_CASE("a plot is seen in its frame, picked, dragged, scaled and copied") {
  Editor editor(crank({"plot P.x as graph at -40 -40 size 30 20", "style graph fill=#ffff00 stroke=#ff0000 width=1mm"}));
  CHECK(shot(editor).at(-39, -38) == 0xffffff00);
  CHECK(shot(editor).at(-40, -30) == 0xffff0000);
  CHECK(shot(editor).is_paper(-5, -25));
  Person person(editor);
  person.click(Point(-25, -30));
  CHECK(editor.selection().contains(editor.document().find("graph")));
  editor.selection().clear();
  person.drag(Point(-25, -30), Point(-15, -30));
  const auto graph = [&] { return *editor.document().plots->find(called<Plot>(editor.document(), "graph")); };
  CHECK(graph().at.x() == doctest::Approx(-30));
  CHECK(graph().at.y() == doctest::Approx(-40));
  CHECK(editor.history().undo_title().starts_with("Move"));
  do_edit(editor, "scale graph by 2 about -30 -40");
  CHECK(graph().size == Point(60, 40));
  do_edit(editor, "copy graph by 0 50");
  CHECK(editor.document().plots->size() == 2);
  do_edit(editor, "span graph 3");
  do_edit(editor, "replot graph P.y over P.x");
  CHECK(graph().seconds == 3);
  CHECK(graph().over == "P.x");
}

TEST_CASE("what a plot draws follows the motion") {
  Editor editor(crank({"plot P.x as graph at -40 -40 size 80 60"}));
  const auto blue = [](Shot&& seen) {
    int count = 0;
    for (double x = -38; x < 38; x += 0.25)
      for (double y = -38; y < 18; y += 0.25) count += seen.at(x, y) == curve_colour(light_theme(), 1);
    return count;
  };
  const int before = blue(shot(editor));
  play(editor, 2);
  CHECK(blue(shot(editor)) > before + 50);
}

TEST_CASE("traces and plots are in files for other programs") {
  Editor editor(crank({"trace P as path", "style path stroke=#ff0000", "plot P.x as graph at 40 0"}));
  play(editor, 1);
  ExportOptions options;
  options.samples = &editor.samples();
  const Result<Exported> svg = export_drawing(editor.shown(), Format::svg, options);
  REQUIRE(svg);
  const std::size_t path = svg->bytes.find("id=\"path\"");
  REQUIRE(path != std::string::npos);
  CHECK(svg->bytes.find("#ff0000", path) != std::string::npos);
  CHECK(svg->bytes.find("id=\"graph\"") != std::string::npos);
  const Result<Exported> dxf = export_drawing(editor.shown(), Format::dxf, options);
  REQUIRE(dxf);
  CHECK(dxf->notes.size() == 2);
}

namespace {

std::vector<std::filesystem::path> files_ending_in(const std::filesystem::path& folder, const char* ending) {
  std::vector<std::filesystem::path> found;
  for (const auto& one : std::filesystem::directory_iterator(folder))
    if (one.path().extension() == ending) found.push_back(one.path().filename());
  std::ranges::sort(found);
  return found;
}

// Clicks downwards along a line through the buttons of the inspector, until one has done it.
bool click_until(Screen& screen, double from_right, const std::function<bool()>& done) {
  const ThingId graph = screen.document().find("graph");
  for (double y = 100; y < 420; y += 12) {
    screen.click(Point(screen.size.x() - from_right, y));
    if (done()) return true;
    screen.press("Esc");
    screen.editor().select_only({graph});
    screen.settle();
  }
  return false;
}

}  // namespace

// It wrote beside the drawing without a word about what was there.
TEST_CASE("the buttons of a plot save its numbers and its picture in new files, and copy its numbers") {
  const ScratchFolder folder;
  Screen screen("four-bar.limber");
  Editor& editor = screen.editor();
  screen.workspace.save_as(folder.path / "linkage.limber");
  do_edit(editor, "plot P.x P.y as graph");
  editor.select_only({editor.document().find("graph")});
  screen.settle();
  const auto tables = [&] { return files_ending_in(folder.path, ".csv"); };
  const auto pictures = [&] { return files_ending_in(folder.path, ".svg"); };
  save_table(screen.workspace, editor.document().find("graph").as<Plot>());
  CHECK(tables().empty());
  CHECK(editor.message().starts_with("There is nothing in it yet"));
  play(editor, 0.5);
  using Names = std::vector<std::filesystem::path>;
  const double left = 12 + 264 - 50, right = 12 + 264 - 130;
  REQUIRE(click_until(screen, left, [&] { return !tables().empty(); }));
  CHECK(tables() == Names{"linkage-graph.csv"});
  CHECK(editor.message() == "Written: " + shown(folder.path / "linkage-graph.csv"));
  const std::string csv = read_file(folder.path / "linkage-graph.csv")->bytes;
  CHECK(csv.starts_with("time,P.x,P.y\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') > 100);
  // What is there stays.
  REQUIRE(atomic_write(folder.path / "linkage-graph.csv", "mine", screen.io));
  REQUIRE(click_until(screen, left, [&] { return tables().size() == 2; }));
  CHECK(tables() == Names{"linkage-graph-2.csv", "linkage-graph.csv"});
  CHECK(read_file(folder.path / "linkage-graph.csv")->bytes == "mine");
  CHECK(read_file(folder.path / "linkage-graph-2.csv")->bytes == csv);
  REQUIRE(click_until(screen, right, [&] { return screen.workspace.clipboard().take() == csv; }));
  REQUIRE(click_until(screen, left, [&] { return !pictures().empty(); }));
  CHECK(pictures() == Names{"linkage-graph.svg"});
  const std::string svg = read_file(folder.path / "linkage-graph.svg")->bytes;
  CHECK(svg.find("id=\"graph\"") != std::string::npos);
  CHECK(svg.find("id=\"coupler\"") == std::string::npos);
}
