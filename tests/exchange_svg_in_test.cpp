// SVG in: each shape the simplest curve that fits, what it looks like as other readers see it, what
// could not be taken told with its place; files made to hurt end soon.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/drawing/picture.h"
#include "app/edits/apply.h"
#include "app/exchange/export.h"
#include "app/exchange/import.h"
#include "app/exchange/shape.h"
#include "app/exchange/simplest.h"
#include "app/exchange/svg_values.h"
#include "tests/app_fixture.h"
#include "tests/picture_compare.h"
#include "tests/program.h"

using namespace limber;

namespace {

constexpr double mm = 25.4 / 96;  // of a user unit

std::string svg(const std::string& content, const std::string& attributes = "viewBox='0 0 200 200'") {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
         "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' " +
         attributes + ">\n" + content + "\n</svg>\n";
}

struct Read {
  Imported made;
  Document document;
  const Curve& curve(const std::string& name) const {
    const Curve* found = document.world->find(document.find(name).as<Body>());
    REQUIRE_MESSAGE(found, name);
    return *found;
  }
  std::string type(const std::string& name) const { return curve(name).type->name; }
  bool says(const std::string& words) const {
    for (const ImportNote& note : made.notes)
      if (text_of(note).find(words) != std::string::npos) return true;
    return false;
  }
};

Read read(const std::string& bytes, ImportOptions options = {}) {
  Result<Imported> made = import_text(bytes, "test.svg", options);
  REQUIRE_MESSAGE(made, made.error().message);
  Result<Document> document = apply(fresh_document(), {edit::Insert{made->script}});
  REQUIRE_MESSAGE(document, document.error().message);
  return {*std::move(made), *std::move(document)};
}

// Of two pictures of one size: any channel, as premultiplied, and no neighbour excuses a pixel.
double share_of_differing_pixels(const SkPixmap& a, const SkPixmap& b, int levels) {
  REQUIRE(a.dimensions() == b.dimensions());
  int differing = 0;
  const auto premultiplied = [](SkColor colour) {
    const unsigned alpha = SkColorGetA(colour);
    return std::array{alpha, SkColorGetR(colour) * alpha / 255, SkColorGetG(colour) * alpha / 255,
                      SkColorGetB(colour) * alpha / 255};
  };
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const auto p = premultiplied(a.getColor(x, y)), q = premultiplied(b.getColor(x, y));
      int most = 0;
      for (std::size_t k = 0; k < 4; ++k)
        most = std::max(most, std::abs(static_cast<int>(p[k]) - static_cast<int>(q[k])));
      differing += most > levels;
    }
  return static_cast<double>(differing) / (a.width() * a.height());
}

Read shapes(const std::string& content) { return read(svg(content)); }

}  // namespace

TEST_CASE("shapes and paths become curves of the simplest type that fits") {
  const Read got = shapes(R"svg(
    <circle id="circle" cx="50" cy="60" r="20"/>
    <ellipse id="oval" cx="50" cy="60" rx="20" ry="10"/>
    <rect id="box" x="1" y="2" width="30" height="40"/>
    <rect id="turned" width="30" height="40" transform="rotate(30)"/>
    <rect id="skewed" width="30" height="40" transform="skewX(30)"/>
    <line id="line" x2="10" y2="10" stroke="black"/>
    <polyline id="zigzag" points="0,0 10,10 20,0" fill="none" stroke="black"/>
    <polygon id="triangle" points="0,0 10,10 20,0"/>
    <path id="straight" d="M 0 0 L 10 10" stroke="black"/>
    <path id="arc" d="M 10 0 A 10 10 0 0 1 0 10" stroke="black"/>
    <path id="flat" d="M 20 0 A 20 10 0 0 1 0 10" stroke="black"/>
    <path id="round" d="M 10 0 A 10 10 0 0 1 -10 0 A 10 10 0 0 1 10 0 Z"/>
    <path id="curved" d="M 0 0 C 0 10 20 10 20 0" stroke="black"/>
    <path id="bent" d="M 0 0 Q 10 10 20 0" stroke="black"/>
    <path id="mixed" d="M 0 0 L 10 0 C 10 5 20 5 20 0" stroke="black"/>
    <path id="leaf" d="M 0 0 C 10 10 20 10 30 0 C 20 -10 10 -10 0 0 Z"/>
    <circle id="stretched" r="10" transform="scale(2 1)"/>
    <path id="wave" d="M 0 0 A 5 5 0 0 1 10 0 A 5 5 0 0 0 20 0" fill="none" stroke="black"/>)svg");
  const std::pair<const char*, const char*> wanted[] = {
      {"circle", "circle"}, {"oval", "ellipse"}, {"box", "rectangle"}, {"turned", "rectangle"},
      {"skewed", "closed_polyline"}, {"line", "line"}, {"zigzag", "polyline"},
      {"triangle", "closed_polyline"}, {"straight", "line"}, {"arc", "arc"},
      {"flat", "elliptic_arc"}, {"round", "circle"}, {"curved", "cubic"}, {"bent", "quadratic"},
      {"mixed", "path"}, {"leaf", "closed_path"}, {"stretched", "ellipse"}};
  for (const auto& [name, type] : wanted) {
    CAPTURE(name);
    CHECK(got.type(name) == type);
  }
  // Two arcs of two circles are two arcs, in a group of that name.
  CHECK(got.document.find("wave").kind == ThingKind::group);
  CHECK(got.type("wave-1") == "arc");
  CHECK(got.type("wave-2") == "arc");
  CHECK(got.made.notes.empty());
  // Paper is measured in millimetres, upwards.
  const Eigen::VectorXd q = got.curve("circle").q;
  CHECK(q[0] == doctest::Approx(50 * mm));
  CHECK(q[1] == doctest::Approx(140 * mm));
  CHECK(q[2] == doctest::Approx(20 * mm));
  CHECK(got.document.page->width == doctest::Approx(200 * mm));
}

TEST_CASE("layers, groups and names are kept, and an import is undone as one step") {
  const Read got = shapes(R"svg(
    <g id="l1" inkscape:label="Wheels" inkscape:groupmode="layer">
      <g id="pair"><circle id="a" r="3"/><circle id="b" r="4"/></g>
    </g>
    <g id="l2" inkscape:label="Top" inkscape:groupmode="layer"><rect id="a" width="9" height="3"/></g>)svg");
  const Document& document = got.document;
  CHECK(document.find("Wheels").kind == ThingKind::layer);
  CHECK(document.of(document.find("a")).group == document.find("pair").as<Group>());
  CHECK(document.name(document.of(document.find("a")).layer) == "Wheels");
  CHECK(document.name(document.of(document.find("a-2")).layer) == "Top");
  Io io;
  Workspace workspace(fresh_document(), io);
  CHECK(workspace.editor().perform("Import", {{edit::Insert{got.made.script}}}));
  CHECK(workspace.editor().document().world->bodies().size() == 3);
  workspace.editor().undo();
  CHECK(workspace.editor().document().world->bodies().size() == 0);
}

TEST_CASE("ends that meet become attachments when that is asked for") {
  const std::string bars = R"svg(<path id="a" d="M 0 0 L 10 0" stroke="red"/>
    <path id="b" d="M 10 0 L 10 10" stroke="red"/><path id="c" d="M 10 10 L 0 0" stroke="red"/>
    <path id="d" d="M 50 50 L 60 60" stroke="red"/>)svg";
  CHECK(read(svg(bars)).made.attachments == 0);
  const Read got = read(svg(bars), {.attach = true});
  CHECK(got.made.attachments == 3);
  CHECK(got.document.world->constraints().size() == 3);
}

TEST_CASE("a gradient of more stops than a paint has keeps those that show") {
  // A ramp from black to white in 1000 steps, with a red line in it.
  std::string stops;
  for (int k = 0; k < 1000; ++k) {
    const std::string grey = std::to_string(k * 255 / 999);
    stops += "<stop offset='" + std::to_string(k / 999.0) + "' stop-color='" +
             (k == 700 ? "red" : "rgb(" + grey + "," + grey + "," + grey + ")") + "'/>";
  }
  const Read got = shapes("<linearGradient id='g'>" + stops +
                          "</linearGradient><rect id='r' width='9' height='9' fill='url(#g)'/><circle id='c' r='5'/>");
  CHECK(got.says("rect r: its gradient has 1000 stops: 256 of them are kept"));
  CHECK(got.type("c") == "circle");
  const Paint fill = got.document.style(got.document.find("r")).fill;
  REQUIRE(fill.stops.size() == 256);
  CHECK(fill.stops.front().colour.rgb == 0);
  CHECK(fill.stops.back().colour.rgb == 0xffffff);
  CHECK(std::ranges::count(fill.stops, 0xff0000u, [](const GradientStop& one) { return one.colour.rgb; }) == 1);
}

TEST_CASE("an outline of more nodes than a curve has becomes several, one after the other") {
  std::string zigzag = "M0 0";
  for (int k = 0; k < 60'000; ++k) zigzag += "l1 1 1-1";
  const Read got = shapes("<path id='coast' fill='teal' stroke='red' stroke-dasharray='3' d='" + zigzag + "'/><circle id='c' r='5'/>");
  CHECK(got.says("path coast: a curve has at most 50000 pieces: it becomes several"));
  CHECK(got.type("c") == "circle");
  const Eigen::VectorXd first = got.curve("coast-1").q, second = got.curve("coast-2").q;
  CHECK(first.size() == 100'002);
  CHECK((first.tail<2>() - second.head<2>()).norm() == 0);
  CHECK(got.curve("coast-3").q.size() == 40'002);
  // The area is that of all of them, and the dashes of the second go on where those of the first end.
  const auto group = got.document.of(got.document.find("coast-1")).group;
  CHECK(group == got.document.of(got.document.find("coast-3")).group);
  CHECK(got.document.style(group).fill.colour.rgb == 0x008080);
  const double dashes = 50'000 * std::sqrt(2.0) * mm / (mm * 1);
  CHECK(got.document.style(got.document.find("coast-2")).dash_offset == doctest::Approx(std::fmod(dashes, 6)).epsilon(1e-4));
}

TEST_CASE("what is cut off too often for the time there is comes whole, and it is told") {
  std::string zigzag = "M0 0";
  for (int k = 0; k < 3000; ++k) zigzag += "l.01 200 .01-200";
  std::string across = "M0 0";
  for (int k = 0; k < 100; ++k) across += "l200 .1-200 .1";
  const Read got = shapes("<clipPath id='k'><path d='" + zigzag + "'/></clipPath><path id='p' clip-path='url(#k)' d='" +
                          across + "'/><rect id='r' width='90' height='90' clip-path='url(#k)'/>");
  CHECK(got.type("p") == "polyline");
  CHECK(got.type("r") == "rectangle");
  CHECK(got.says("clip paths, viewports and uneven strokes have too many parts"));
}

TEST_CASE("what cannot be taken is told with its line and column") {
  const Read got = shapes(
      "<rect id='r' width='9' height='9' filter='url(#f)'/>\n"
      "  <text x='9' y='9'>Words</text>\n"
      "<path id='p' d='M 0 0 L 5 5 nonsense' stroke='red'/>\n"
      "<use xlink:href='other.svg#x'/>\n"
      "<pattern id='dots'/><circle r='4' fill='url(#dots)' stroke='red'/>");
  CHECK(got.says("2:1: rect r: its filter is left out"));
  CHECK(got.says("3:3: text: its letters are set in Inter"));
  CHECK(got.says("4:1: path p: its path is not understood to the end"));
  CHECK(got.type("p") == "line");
  CHECK(got.says("5:1: use: what it refers to is not in the file"));
  CHECK(got.says("6:21: circle: the pattern of its fill is left out"));
}

TEST_CASE("markers become shapes at the ends and corners of their line, as they look there") {
  const Read got = shapes(R"svg(
    <marker id="tip" markerWidth="4" markerHeight="4" refX="10" refY="5" viewBox="0 0 10 10" orient="auto">
      <path id="head" d="M 0 0 L 10 5 L 0 10 Z" fill="context-stroke"/></marker>
    <marker id="dot" markerUnits="userSpaceOnUse" markerWidth="6" markerHeight="6" refX="3" refY="3">
      <circle id="spot" cx="3" cy="3" r="2"/></marker>
    <line id="down" x1="20" y1="20" x2="20" y2="80" stroke="red" stroke-width="2" marker-end="url(#tip)"/>
    <polyline id="bent" points="50,50 70,50 70,90" fill="none" stroke="blue" marker-mid="url(#dot)"/>
    <rect id="box" width="9" height="9" marker-start="url(#dot)"/>)svg");
  // Its tip is at the end of the line, and it looks down; 4 widths of 2 for 10 units of its own.
  const Eigen::VectorXd q = got.curve("head").q;
  REQUIRE(got.type("head") == "closed_polyline");
  Point lowest(0, 1e9);
  for (int k = 0; k < q.size(); k += 2)
    if (q[k + 1] < lowest.y()) lowest = q.segment<2>(k);
  CHECK((lowest - Point(20, 120) * mm).norm() < 1e-6);
  CHECK(got.document.style(got.document.find("head")).fill.colour.rgb == 0xff0000);
  CHECK((got.curve("spot").q.head<2>() - Point(70, 150) * mm).norm() < 1e-6);
  CHECK(got.curve("spot").q[2] == doctest::Approx(2 * mm));
  CHECK_FALSE(got.document.find("spot-2"));  // a rectangle has no markers, a line no middle
  CHECK(got.document.of(got.document.find("down")).group == got.document.of(got.document.find("head")).group);
  CHECK(got.made.notes.empty());
  // Markers of markers end, whatever they refer to.
  CHECK(import_text(svg("<marker id='m' orient='auto'><path id='p' d='M0 0L1 1L2 0' stroke='red' "
                        "marker-mid='url(#m)'/></marker><use xlink:href='#p'/>"),
                    "x.svg", {}));
}

TEST_CASE("a picture of ours without its drawing comes back looking the same") {
  Document drawn = fresh_document();
  for (const char* line :
       {"draw circle as wheel c.x=20 c.y=30 r=15", "draw spline as s", "draw polyline as z",
        "style wheel fill=linear(0,0,1,1;#ff0000@0;#0000ff@1) stroke=#00aa00 width=2mm opacity=0.5",
        "style s stroke=#000000 width=1mm dash=3,2",
        "style z stroke=#aa00aa width=1mm fill=radial(0.5,0.5,1,0.5;side=0.5,2;spread=repeat;#ffffff@0;#000000@1)",
        "page 80 80"})
    do_edit(drawn, line);
  ExportOptions options;
  options.reopens = false, options.page = true, options.background = false;
  const Result<Exported> out = export_drawing(drawn, Format::svg, options);
  REQUIRE(out);
  const Read back = read(out->bytes);
  CHECK(back.made.notes.empty());
  PictureOptions view;
  view.width = view.height = 400;
  view.part = Box(Point(0, 0), Point(80, 80));
  const Result<sk_sp<SkSurface>> a = make_picture(drawn, view), b = make_picture(back.document, view);
  REQUIRE(a);
  REQUIRE(b);
  SkPixmap p, q;
  REQUIRE((*a)->peekPixels(&p));
  REQUIRE((*b)->peekPixels(&q));
  CHECK(share_of_differing_pixels(p, q, 16) < 0.002);
}

TEST_CASE("an SVG made to hurt ends within two seconds") {
  std::string laughs = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'>";
  for (char c = 'b'; c <= 'j'; ++c)
    laughs += std::string("<!ENTITY ") + c + " '" + [&] {
      std::string ten;
      for (int k = 0; k < 10; ++k) ten += std::string("&") + static_cast<char>(c - 1) + ";";
      return ten;
    }() + "'>";
  laughs += "]>" + svg("<text>&j;</text>");
  std::string lattice = "<g id='u0'><rect width='1' height='1'/></g>";
  for (int k = 1; k < 30; ++k) {
    lattice += "<g id='u" + std::to_string(k) + "'>";
    for (int n = 0; n < 10; ++n) lattice += "<use xlink:href='#u" + std::to_string(k - 1) + "'/>";
    lattice += "</g>";
  }
  std::string deep, huge = "<path stroke='red' d='M 0 0";
  for (int k = 0; k < 300'000; ++k) deep += "<g>";
  deep += "<rect width='1' height='1'/>";
  for (int k = 0; k < 300'000; ++k) deep += "</g>";
  for (int k = 0; k < 1'200'000; ++k) huge += " l 1 1";
  huge += "'/>";
  std::string rules = "<style>", many;
  for (int k = 0; k < 20'000; ++k) rules += "g g g g rect.c" + std::to_string(k) + "{fill:red}";
  for (int k = 0; k < 20'000; ++k) many += "<g><g><g><g><rect class='x' width='1' height='1'/></g></g></g></g>";
  rules += "</style>" + many;
  std::string chain;
  for (int k = 0; k < 20'000; ++k)
    chain += "<linearGradient id='c" + std::to_string(k) + "' xlink:href='#c" + std::to_string(k + 1) +
             "'/><rect width='1' height='1' fill='url(#c" + std::to_string(k) + ")'/>";
  // A marker of a thousand cut lines on each of many corners; a marker on the markers of markers.
  std::string marked = "<marker id='m'>", corners = "<path stroke='red' marker-mid='url(#m)' d='M 0 0";
  for (int k = 0; k < 1000; ++k) marked += "<path d='M0 0L1 1' stroke='red'/>";
  for (int k = 0; k < 300'000; ++k) corners += " l 1 1";
  marked += "</marker>" + corners + "'/>";
  std::string nested;
  for (int k = 0; k < 30; ++k) {
    const std::string next = "='url(#m" + std::to_string(k + 1) + ")'";
    nested += "<marker id='m" + std::to_string(k) + "' markerUnits='userSpaceOnUse'><path d='M0 0L1 1L2 2L3 3' stroke='red' marker-mid" +
              next + " marker-start" + next + " marker-end" + next + "/></marker>";
  }
  nested += "<path d='M0 0L1 1L2 2' stroke='red' marker-mid='url(#m0)'/>";
  const std::string hostile[] = {
      svg(marked), svg(nested), laughs, svg(lattice), svg(deep), svg(huge), svg(rules), svg(chain),
      svg("<rect width='1e308' height='1e308'/><circle r='1e300' cx='-1e307' transform='scale(1e9)'/>"),
      svg("<path stroke='red' d='M0 0A1e-320 1e300 0 0 0 1e-310 5L1e999 3'/>"),
      svg("<a><b><c>", ""), "<svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>",
      svg("", "viewBox='0 0 0 0' width='0'"), std::string("\x1f\x8b\x08\x00garbage", 14),
      svg("<clipPath id='k' clip-path='url(#k)'><use xlink:href='#q'/></clipPath>"
          "<rect id='q' width='5' height='5' clip-path='url(#k)'/>")};
  for (const std::string& bytes : hostile) {
    CAPTURE(bytes.substr(0, 120));
    const std::clock_t begin = std::clock();  // of the processor: others may be busy too
    const Result<Imported> made = import_text(bytes, "hostile.svg", {});
    if (made) (void)apply(fresh_document(), {edit::Insert{made->script}});
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 2);
  }
}

// The suite of the resvg project, which is no part of this repository.
TEST_CASE("files of a public suite look as their pictures say") {
  const char* folder = std::getenv("LIMBER_SVG_TESTS");
  if (!folder) {
    return missing("LIMBER_SVG_TESTS names no folder with SVG files and their pictures");
  }
  namespace fs = std::filesystem;
  int files = 0, good = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    fs::path picture = entry.path();
    if (picture.extension() != ".svg" || !fs::exists(picture.replace_extension(".png"))) continue;
    ++files;
    CAPTURE(entry.path().string());
    const Result<Imported> made = import_text(contents(entry.path()), entry.path().string(), {});
    if (!made) continue;  // it has said why
    const Result<Document> document = apply(fresh_document(), {edit::Insert{made->script}});
    REQUIRE(document);
    const SkBitmap wanted = decoded(contents(picture));
    PictureOptions options;
    options.width = wanted.width(), options.height = wanted.height();
    options.part = Box(Point(0, 0), Point(document->page->width, document->page->height));
    options.transparent = true;
    const Result<sk_sp<SkSurface>> drawn = make_picture(*document, options);
    REQUIRE(drawn);
    SkPixmap pixels;
    REQUIRE((*drawn)->peekPixels(&pixels));
    const double share = share_of_differing_pixels(wanted.pixmap(), pixels, 16);
    if (share < 0.02)
      ++good;
    else
      CHECK_MESSAGE(!made->notes.empty(), "it differs, and the import has said nothing");
  }
  MESSAGE(good << " of " << files << " files look as they should");
  REQUIRE(files > 0);
  CHECK(good * 276 >= 250 * files);  // of the 276 that are beside the design 250
}
