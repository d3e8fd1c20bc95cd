// SVG files made by other programs (Inkscape's examples, Cairo, Graphviz, matplotlib), imported and compared with
// librsvg's picture of them; of ./test --all, which gets the programs.
#include <doctest/doctest.h>

#include <filesystem>

#include "app/drawing/picture.h"
#include "app/edits/apply.h"
#include "app/exchange/import.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkStream.h"
#include "include/core/SkSurface.h"
#include "include/encode/SkPngEncoder.h"
#include "tests/app_fixture.h"
#include "tests/picture_compare.h"
#include "tests/program.h"

using namespace limber;

namespace {

namespace fs = std::filesystem;

const std::string python = "/usr/bin/python3";

// Of the pixels, by more than 48 of 255, the neighbours asked too: edges are antialiased differently by everyone, and
// letters are set in Inter.
constexpr double most_different = 0.02;
constexpr int levels = 48;
constexpr int longest_side = 700;  // of the pictures compared, pixels

// Shapes, dashes, gradients, groups with opacity, letters as outlines.
constexpr const char* cairo_script = R"py(
import cairo, math, sys
folder = sys.argv[1]
def page(name, draw):
    surface = cairo.SVGSurface(folder + "/cairo-" + name + ".svg", 300, 200)
    draw(cairo.Context(surface))
    surface.finish()
def shapes(c):
    c.set_source_rgb(0.9, 0.3, 0.2)
    c.arc(80, 90, 50, 0.3, 5)
    c.fill_preserve()
    c.set_source_rgb(0, 0, 0.4)
    c.set_line_width(6)
    c.set_line_join(cairo.LINE_JOIN_ROUND)
    c.stroke()
    c.move_to(160, 30)
    c.curve_to(200, 190, 240, -40, 290, 170)
    c.set_dash([14, 6, 3, 6], 4)
    c.set_line_cap(cairo.LINE_CAP_BUTT)
    c.stroke()
def gradients(c):
    one = cairo.LinearGradient(10, 10, 200, 120)
    for at, colour in ((0, (1, 0, 0, 1)), (0.5, (1, 1, 0, 0.6)), (1, (0, 0.4, 1, 1))):
        one.add_color_stop_rgba(at, *colour)
    c.rectangle(10, 10, 190, 110)
    c.set_source(one)
    c.fill()
    two = cairo.RadialGradient(215, 120, 5, 230, 130, 60)
    two.add_color_stop_rgb(0, 1, 1, 1)
    two.add_color_stop_rgb(1, 0.1, 0.5, 0.2)
    c.arc(230, 130, 60, 0, 2 * math.pi)
    c.set_source(two)
    c.fill()
def turned(c):
    for k in range(12):
        c.save()
        c.translate(150, 100)
        c.rotate(k * math.pi / 6)
        c.set_source_rgba(k / 12, 0.2, 1 - k / 12, 0.5)
        c.rectangle(20, -8, 70, 16)
        c.fill()
        c.restore()
def letters(c):
    c.select_font_face("sans-serif")
    c.set_font_size(44)
    c.move_to(20, 80)
    c.show_text("Letters &c")
    c.move_to(20, 150)
    c.text_path("Outlines")
    c.set_source_rgb(0.1, 0.4, 0.7)
    c.fill()
def rules(c):
    for k, rule in enumerate((cairo.FILL_RULE_WINDING, cairo.FILL_RULE_EVEN_ODD)):
        c.set_fill_rule(rule)
        for i in range(5):
            a = 4 * math.pi * i / 5
            c.line_to(80 + 140 * k + 60 * math.sin(a), 100 - 60 * math.cos(a))
        c.close_path()
        c.set_source_rgb(0.2, 0.6 * k, 0.5)
        c.fill()
for draw in (shapes, gradients, turned, letters, rules):
    page(draw.__name__, draw)
)py";

constexpr const char* matplotlib_script = R"py(
import math, sys
import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plot
matplotlib.rcParams["svg.hashsalt"] = "same"
folder = sys.argv[1]
def page(name, draw, **how):
    figure, axes = plot.subplots(figsize=(4, 3), subplot_kw=how)
    draw(axes)
    figure.savefig(folder + "/matplotlib-" + name + ".svg")
    plot.close(figure)
xs = [k / 20 for k in range(121)]
def lines(a):
    a.plot(xs, [math.sin(x) for x in xs], label="sin")
    a.plot(xs, [math.cos(x) for x in xs], "--", label="cos")
    a.fill_between(xs, [math.sin(x) / 2 for x in xs], alpha=0.3)
    a.legend(), a.grid(True), a.set_title("Waves")
def bars(a):
    a.bar(["one", "two", "three", "four"], [3, 7, 2, 5], color=["C0", "C1", "C2", "C3"], edgecolor="black")
    a.set_ylabel("count")
def points(a):
    a.scatter([math.cos(9 * x) * x for x in xs], [math.sin(9 * x) * x for x in xs], c=xs, s=30, alpha=0.7)
def pie(a):
    a.pie([3, 5, 2, 4], labels=["a", "b", "c", "d"], explode=[0, 0.1, 0, 0])
def radar(a):
    a.plot(xs, [abs(math.sin(3 * x)) for x in xs])
for draw in (lines, bars, points, pie):
    page(draw.__name__, draw)
page("radar", radar, projection="polar")
)py";

const std::pair<const char*, const char*> graphs[] = {
    {"boxes", "digraph { rankdir=LR node [shape=box style=filled fillcolor=lightblue]\n"
              "a -> b -> c; a -> d [style=dashed]; d -> c [penwidth=3 color=red arrowhead=vee] }"},
    {"shapes", "digraph { node [label=\"\"] a [shape=ellipse style=filled fillcolor=gold]; b [shape=diamond];\n"
               "c [shape=hexagon]; d [shape=doublecircle]; e [shape=house peripheries=2]; f [shape=star];\n"
               "a -> {b c d}; b -> e [arrowhead=odot]; c -> f [arrowhead=crow dir=both] }"},
    {"clusters", "digraph { node [label=\"\" shape=circle] subgraph cluster_0 { style=filled color=lightgrey a -> b }\n"
                 "subgraph cluster_1 { style=rounded color=blue c -> d -> e } a -> d [style=dotted]; e -> b }"},
    {"records", "digraph { node [shape=record] a [label=\"|{|}|\"]; b [label=\"|\"]; a -> b }"},
};

// Those of Inkscape's examples that are neither filters nor flowing texts.
const char* const inkscape_examples[] = {"art-nouveau-P3.svg", "eastern-motive-P4G.svg", "glass.svg",    "gradient.svg",
                                         "stars.svgz",         "tesselation-P3.svg",     "tiger.svgz",   "markers.svg",
                                         "animated-clock.svg"};

bool python_has(const std::string& module) {
  if (run_program(python, {"-c", "import " + module}).status == 0) return true;
  missing("python3 has no " + module + " (cmake/packages.sh others)");
  return false;
}

std::vector<fs::path> files_of_others(const fs::path& folder) {
  fs::create_directories(folder);
  std::vector<fs::path> files;
  for (const char* name : inkscape_examples)
    if (const fs::path file = fs::path("/usr/share/inkscape/examples") / name; fs::exists(file)) files.push_back(file);
  for (const auto& [module, script] : {std::pair("cairo", cairo_script), {"matplotlib", matplotlib_script}})
    if (python_has(module)) {
      const Ran ran = run_program(python, {"-c", script, folder.string()});
      CAPTURE(ran.err);
      REQUIRE(ran.status == 0);
    }
  if (has_program("dot"))
    for (const auto& [name, graph] : graphs)
      write_contents((folder / ("graphviz-" + std::string(name) + ".svg")).string(),
                     run_program("dot", {"-Tsvg"}, graph).out);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".svg") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// For an eye: LIMBER_LOOK names a folder for both pictures, side by side.
void keep(const SkBitmap& wanted, const SkBitmap& drawn, const std::string& name) {
  const char* folder = std::getenv("LIMBER_LOOK");
  if (!folder) return;
  const sk_sp<SkSurface> both = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(2 * wanted.width(), wanted.height()));
  both->getCanvas()->clear(SK_ColorWHITE);
  both->getCanvas()->drawImage(wanted.asImage(), 0, 0);
  both->getCanvas()->drawImage(drawn.asImage(), static_cast<float>(wanted.width()), 0);
  write_contents(std::string(folder) + "/" + name + ".png", *encode_png(*both));
}

}  // namespace

TEST_CASE("SVG files made by Inkscape, Cairo, Graphviz and matplotlib look as librsvg shows them") {
  if (!long_tests() || !has_program("rsvg-convert")) return;
  const fs::path folder = fs::path(scratch_folder()) / "others";
  const std::vector<fs::path> files = files_of_others(folder);
  int good = 0;
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const std::string side = std::to_string(longest_side), picture = (folder / "wanted.png").string();
    const Ran ran = run_program("rsvg-convert", {"-w", side, "-h", side, "--keep-aspect-ratio", file.string(), "-o", picture});
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    const SkBitmap wanted = decoded(contents(picture));
    const Result<Imported> made = import_text(contents(file.string()), file.string(), {});
    REQUIRE(made);
    const Result<Document> document = apply(fresh_document(), {edit::Insert{made->script}});
    REQUIRE(document);
    PictureOptions options;
    options.width = wanted.width(), options.height = wanted.height();
    options.part = Box(Point(0, 0), Point(document->page->width, document->page->height));
    options.transparent = true;
    const Result<sk_sp<SkSurface>> surface = make_picture(*document, options);
    REQUIRE(surface);
    SkBitmap drawn;
    drawn.allocPixels(wanted.info());
    (*surface)->readPixels(drawn, 0, 0);
    keep(wanted, drawn, file.stem().string());
    const double share = share_of_different_pixels(wanted, drawn, levels);
    MESSAGE(file.filename().string() << ": " << 100 * share << " % of the pixels differ, " << made->notes.size() << " notes");
    CHECK(share < most_different);
    good += share < most_different;
  }
  MESSAGE(good << " of " << files.size() << " files of other programs look as librsvg shows them");
  CHECK(good >= 20);
}
