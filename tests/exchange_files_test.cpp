// PDF, DXF and pixels, as seen by Poppler, qpdf and ezdxf.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "app/exchange/dxf_file.h"
#include "app/exchange/export.h"
#include "curves/pick_index.h"
#include "tests/app_fixture.h"
#include "tests/golden_picture.h"
#include "tests/laws.h"
#include "tests/picture_compare.h"
#include "tests/program.h"

using namespace limber;

namespace {

// Debian's own, which sees Debian's packages.
const std::string python = "/usr/bin/python3";

Document drawn(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

Exported exported(const Document& document, Format format, const ExportOptions& options = {}) {
  const Result<Exported> made = export_drawing(document, format, options);
  REQUIRE(made);
  return *made;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct DxfEntity {
  std::string type, layer, line_type, name, text;
  int colour = 0;
  std::vector<Point> points;
};
struct DxfRead {
  std::string said;
  std::vector<std::string> errors, layers, groups;
  std::vector<DxfEntity> entities;
  const DxfEntity& named(const std::string& name) const {
    for (const DxfEntity& entity : entities)
      if (entity.name == name) return entity;
    FAIL("no entity is called " << name);
    return entities.front();
  }
};

DxfRead read_by_ezdxf(const std::string& bytes) {
  const std::string file = scratch_folder() + "/read.dxf";
  write_contents(file, bytes);
  const Ran ran = run_program(python, {source_folder() + "/tests/read_dxf.py", file});
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  DxfRead read;
  read.said = ran.out;
  std::istringstream in(ran.out);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    std::string rest;
    if (what == "error") read.errors.push_back(line);
    if (what == "layer") std::getline(words >> std::ws, rest), read.layers.push_back(rest);
    if (what == "group") std::getline(words >> std::ws, rest), read.groups.push_back(rest);
    if (what == "text") std::getline(words >> std::ws, read.entities.back().text);
    if (what == "entity") {
      DxfEntity entity;
      words >> entity.type >> entity.layer >> entity.colour >> entity.line_type >> std::ws;
      std::getline(words, entity.name);
      read.entities.push_back(entity);
    }
    if (what == "at") {
      Point p;
      words >> p.x() >> p.y();
      read.entities.back().points.push_back(p);
    }
  }
  return read;
}

bool has_ezdxf() {
  if (run_program(python, {"-c", "import ezdxf"}).status == 0) return true;
  MESSAGE("skipped: there is no python3-ezdxf (./test installs what the tests need)");
  return false;
}

}  // namespace

TEST_CASE(
    "ezdxf reads every curve type from DXF within 0.01 mm of its formula, and finds no fault") {
  if (!has_ezdxf()) return;
  Document document = fresh_document();
  std::map<std::string, Curve> curves;
  for (const auto& type : every_curve_type()) {
    const Curve curve = default_curve(type);
    const CurveId id = add_curve(document, type->name, {curve.q.begin(), curve.q.end()});
    curves.emplace(document.name(id), curve);
  }
  const Exported made = exported(document, Format::dxf);
  CHECK(made.error <= usual_tolerance);
  const DxfRead read = read_by_ezdxf(made.bytes);
  CHECK(has(read.said, "version AC1015\n"));
  CHECK(has(read.said, "units 4\n"));
  for (const std::string& error : read.errors) FAIL_CHECK(error);
  std::map<std::string, int> parts;
  for (const DxfEntity& entity : read.entities) {
    CAPTURE(entity.type);
    CAPTURE(entity.name);
    const auto curve = curves.find(entity.name);
    REQUIRE(curve != curves.end());
    REQUIRE(!entity.points.empty());
    ++parts[entity.name];
    const Polyline truth = tessellate(curve->second, 1e-4);
    PickIndex index;
    index.set(0, &truth);
    double worst = 0;
    for (const Point& p : entity.points)
      if (entity.type != "POINT") worst = std::max(worst, index.within(p, 1e9).at(0).distance);
    CHECK(worst <= 1.02 * usual_tolerance);
  }
  for (const auto& [name, curve] : curves) {
    CAPTURE(name);
    CHECK(parts[name] > 0);
  }
  MESSAGE(read.entities.size() << " entities, error " << made.error << " mm");
}

TEST_CASE(
    "DXF knows a circle, an arc, an ellipse, a line, a chain, a spline and a point for what they "
    "are") {
  if (!has_ezdxf()) return;
  const DxfRead read =
      read_by_ezdxf(exported(drawn({"draw circle as rim c.x=10 c.y=20 r=5", "draw arc as bow",
                                    "draw ellipse as egg phi=0.3", "draw elliptic_arc as dome",
                                    "draw line as rail", "draw rectangle as box",
                                    "draw rounded_rectangle as plate", "draw sine as wave",
                                    "draw point as dot", "text \"Höhe\" at 3 4 size=10 as label"}),
                             Format::dxf)
                        .bytes);
  for (const auto& [name, type] : std::map<std::string, std::string>{{"rim", "CIRCLE"},
                                                                     {"bow", "ARC"},
                                                                     {"egg", "ELLIPSE"},
                                                                     {"dome", "ELLIPSE"},
                                                                     {"rail", "LINE"},
                                                                     {"box", "LWPOLYLINE"},
                                                                     {"plate", "LWPOLYLINE"},
                                                                     {"wave", "SPLINE"},
                                                                     {"dot", "POINT"},
                                                                     {"label", "TEXT"}}) {
    CAPTURE(name);
    CHECK(read.named(name).type == type);
  }
  CHECK(read.entities.size() == 10);
  CHECK(read.named("label").text == "Höhe");
  CHECK(read.errors.empty());
  double off = 0;
  for (const Point& p : read.named("rim").points)
    off = std::max(off, std::abs((p - Point(10, 20)).norm() - 5));
  CHECK(off < 1e-9);
}

TEST_CASE("layers, groups, colours and dashes are in a DXF; fills and pictures are told of") {
  if (!has_ezdxf()) return;
  const Exported made =
      exported(drawn({"draw circle as a", "draw circle as b", "draw line as c",
                      "group a b as \"pair/1\"", "layer \"Back: old\"", "put c in \"Back: old\"",
                      "style a stroke=#ff0000", "style b dash=4,2 width=0.5mm fill=red",
                      "draw line as helper", "style helper construction=yes"}),
               Format::dxf);
  const DxfRead read = read_by_ezdxf(made.bytes);
  CHECK(read.errors.empty());
  CHECK(std::count(read.layers.begin(), read.layers.end(), "Back_ old") == 1);
  REQUIRE(read.groups.size() == 1);
  CHECK(read.groups[0] == "pair_1 2");
  CHECK(read.named("a").colour == 1);
  CHECK(read.named("b").line_type == "DASH1");
  CHECK(!has(made.bytes, "helper"));
  REQUIRE(made.notes.size() == 1);
  CHECK(has(made.notes[0], "fills"));
}

TEST_CASE("DXF's colours and widths are the nearest it has") {
  CHECK(dxf_colour(0xff0000) == 1);
  CHECK(dxf_colour(0x0000ff) == 5);
  CHECK(dxf_colour(0x26323b) == 7);
  CHECK(dxf_colour(0xfdfdfb) == 7);
  CHECK(dxf_colour(0x808080) == 8);
  CHECK(dxf_colour(0xff7f00) == 30);
  CHECK(dxf_colour(0x7f0000) == 14);
  CHECK(dxf_width(0.5) == 50);
  CHECK(dxf_width(0.529) == 53);
  CHECK(dxf_width(99) == 211);
  CHECK(dxf_text("a\nb é 😀") == "a b \\U+00E9 ?");
}

TEST_CASE("a PDF has the true size, is sound to qpdf, and Poppler shows it as Limber does") {
  if (!has_program("pdfinfo") || !has_program("pdftoppm") || !has_program("qpdf")) return;
  const std::string file = scratch_folder() + "/page.pdf";
  ExportOptions part;
  part.part = Box(Point(-20, -15), Point(80, 35));
  const Document wheel = drawn({"draw circle c.x=30 c.y=10 r=20", "draw rectangle"});
  write_contents(file, exported(wheel, Format::pdf, part).bytes);
  const Ran facts = run_program("pdfinfo", {file});
  CHECK(has(facts.out, "Page size:       283.46 x 141.73 pts"));  // 100 x 50 mm
  CHECK(!has(facts.out, "CreationDate"));
  for (const std::string name : {"gallery", "springs", "gear-pair"}) {
    CAPTURE(name);
    const Result<Document> document =
        from_json(contents(data_folder() + "/drawings/" + name + ".limber"), fresh_document());
    REQUIRE(document);
    ExportOptions options;
    options.density = 3 * 96;
    write_contents(file, exported(*document, Format::pdf, options).bytes);
    const Ran check = run_program("qpdf", {"--check", file});
    CAPTURE(check.err);
    CHECK(check.status == 0);
    const std::string out = scratch_folder() + "/page";
    REQUIRE(run_program("pdftoppm", {"-png", "-singlefile", "-r", "288", file, out}).status == 0);
    const double share =
        share_of_different_pixels(decoded(contents(out + ".png")),
                                  decoded(exported(*document, Format::png, options).bytes), 48);
    MESSAGE(name << ": " << 100 * share << " % of the pixels differ");
    CHECK(share < 0.0025);
  }
}

TEST_CASE("a page seen by Poppler and pictures of pixels are what they were when they were looked at") {
  const Document document =
      drawn({"draw circle as disc c.x=0 c.y=0 r=12", "style disc fill=linear(0,0,1,1;#ff0000@0;#0000ff@1) stroke=none",
             "draw rounded_rectangle as plate", "style plate fill=teal/0.4 width=1mm", "draw rose c.x=40",
             "style rose1 fill=orange/0.5", "draw line as pointer a.x=-40 a.y=-25 b.x=0 b.y=-22",
             "style pointer end=triangle start=dot", "draw bar as crank a.x=20 a.y=-20 l=30", "nail crank.start"});
  ExportOptions options;
  options.density = 2 * 96;
  const auto is_golden = [](const SkBitmap& picture) {
    const GoldenResult result = looks_like_golden("exchange/shapes", picture);
    CHECK_MESSAGE(result.same, result.words);
  };
  is_golden(decoded(exported(document, Format::png, options).bytes));
  is_golden(decoded(exported(document, Format::webp, options).bytes));
  if (!has_program("pdftoppm")) return;
  const std::string file = scratch_folder() + "/shapes.pdf", out = scratch_folder() + "/shapes";
  write_contents(file, exported(document, Format::pdf, options).bytes);
  REQUIRE(run_program("pdftoppm", {"-png", "-singlefile", "-r", "192", file, out}).status == 0);
  is_golden(decoded(contents(out + ".png")));
}

TEST_CASE("pictures of pixels have the size of what they show, at any density") {
  ExportOptions options;
  options.part = Box(Point(0, 0), Point(25.4, 50.8));
  options.density = 100;
  const Document document = drawn({"draw circle c.x=12 c.y=12 r=5"});
  for (const Format format : {Format::png, Format::webp}) {
    const Exported made = exported(document, format, options);
    CHECK(made.pixel_width == 100);
    CHECK(made.pixel_height == 200);
    CHECK(made.width == doctest::Approx(25.4));
  }
  options.density = 10001;
  CHECK(!export_drawing(document, Format::png, options));
  options.density = 10000;
  options.scale = 1000;  // far too many pixels: refused before anything is allocated
  CHECK(!export_drawing(document, Format::png, options));
  options.part = Box();
  options.scale = 1;
  options.density = 96;
  const SkBitmap empty = decoded(exported(fresh_document(), Format::png, options).bytes);
  CHECK(empty.width() > 10);
}

TEST_CASE("without a background there is none, in any format that has pixels") {
  ExportOptions options;
  options.background = false;
  const Document document = drawn({"draw circle r=20"});
  const SkBitmap picture = decoded(exported(document, Format::png, options).bytes);
  CHECK(SkColorGetA(picture.getColor(0, 0)) == 0);
  CHECK(!has(exported(document, Format::svg, options).bytes, "id=\"paper\""));
  options.background = true;
  CHECK(has(exported(document, Format::svg, options).bytes, "id=\"paper\""));
}
