// SVG out: exact where it can be, within a tolerance that is checked elsewhere, the same drawing
// when it is opened again; seen by readers that nobody here wrote.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "app/drawing/picture.h"
#include "app/edits/base64.h"
#include "app/exchange/embedded.h"
#include "app/exchange/export.h"
#include "app/exchange/xml.h"
#include "curves/bounds.h"
#include "curves/library.h"
#include "curves/pick_index.h"
#include "include/core/SkPath.h"
#include "include/utils/SkParsePath.h"
#include "tests/app_fixture.h"
#include "tests/golden.h"
#include "tests/laws.h"
#include "tests/picture_compare.h"
#include "tests/program.h"

using namespace limber;

namespace {

std::string svg_of(const Document& document, ExportOptions options = {}) {
  const Result<Exported> made = export_drawing(document, Format::svg, options);
  REQUIRE(made);
  return made->bytes;
}

Document drawn(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

// The value of an attribute of the first element that holds this text.
std::string attribute(const std::string& svg, const std::string& element, const std::string& name) {
  const std::size_t at = svg.find(element);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = svg.rfind('<', at), end = svg.find('>', at);
  const std::string tag = svg.substr(begin, end - begin);
  const std::size_t found = tag.find(" " + name + "=\"");
  if (found == std::string::npos) return "";
  const std::size_t from = found + name.size() + 3;
  return tag.substr(from, tag.find('"', from) - from);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The shape of an element as Skia reads it: not our own reading of what we wrote.
SkPath shape_in(const std::string& svg, const std::string& id) {
  const std::string mark = " id=\"" + id + "\"";
  const auto number = [&](const char* name) { return std::stof(attribute(svg, mark, name)); };
  const std::size_t at = svg.find(mark);
  REQUIRE(at != std::string::npos);
  const std::string tag = svg.substr(svg.rfind('<', at) + 1, 6);
  SkPath path;
  if (tag.starts_with("line")) {
    path.moveTo(number("x1"), number("y1")).lineTo(number("x2"), number("y2"));
  } else if (tag.starts_with("circle")) {
    path.addCircle(number("cx"), number("cy"), number("r"));
  } else if (tag.starts_with("ellip")) {
    const float rx = number("rx"), ry = number("ry");
    path.addOval(SkRect::MakeXYWH(number("cx") - rx, number("cy") - ry, 2 * rx, 2 * ry));
  } else {
    REQUIRE(SkParsePath::FromSVGString(attribute(svg, mark, "d").c_str(), &path));
  }
  return path;
}

// The same as a polyline on the paper, each piece cut into many.
Polyline fine_polyline(const SkPath& path) {
  constexpr int steps = 600;
  Polyline out;
  SkPoint p[4];
  SkPath::Iter iter(path, false);
  const auto add = [&](double x, double y) { out.points.push_back(Point(x, -y)); };
  for (SkPath::Verb verb = iter.next(p); verb != SkPath::kDone_Verb; verb = iter.next(p)) {
    if (verb == SkPath::kMove_Verb) out.runs.push_back(static_cast<int>(out.points.size()));
    if (verb == SkPath::kMove_Verb) add(double(p[0].x()), double(p[0].y()));
    if (verb == SkPath::kLine_Verb) add(double(p[1].x()), double(p[1].y()));
    if (verb == SkPath::kClose_Verb || verb == SkPath::kMove_Verb || verb == SkPath::kLine_Verb)
      continue;
    for (int k = 1; k <= steps; ++k) {
      const double u = static_cast<double>(k) / steps, v = 1 - u;
      double b[4] = {v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u};
      int count = 4;
      if (verb != SkPath::kCubic_Verb) {  // a conic
        const double w = verb == SkPath::kConic_Verb ? double(iter.conicWeight()) : 1;
        const double sum = v * v + 2 * w * u * v + u * u;
        b[0] = v * v / sum, b[1] = 2 * w * u * v / sum, b[2] = u * u / sum;
        count = 3;
      }
      double x = 0, y = 0;
      for (int i = 0; i < count; ++i) x += b[i] * double(p[i].x()), y += b[i] * double(p[i].y());
      add(x, y);
    }
  }
  out.runs.push_back(static_cast<int>(out.points.size()));
  out.t.resize(out.points.size());
  return out;
}

// How far the farthest of these points is from the polyline.
double farthest(const std::vector<Point>& points, const Polyline& from) {
  PickIndex index;
  index.set(0, &from);
  double worst = 0;
  for (const Point& p : points) {
    const std::vector<Pick> picks = index.within(p, 1e9);
    worst = std::max(worst, picks.empty() ? HUGE_VAL : picks.front().distance);
  }
  return worst;
}

// Cubics of the default curve about 40 mm large, within 0.01 mm. What is not listed takes none: it
// is made of lines and arcs.
const std::map<std::string, int> most_beziers = {
    {"bspline", 4},        {"cam", 10},          {"cardioid", 9},
    {"catenary", 3},       {"coil_spring", 24},  {"inner_gear", 80},
    {"closed_bspline", 5}, {"closed_path", 3},   {"closed_spline", 4},
    {"clothoid", 4},       {"conic", 2},         {"cubic", 1},
    {"cycloid", 10},       {"egg", 6},           {"epitrochoid", 14},
    {"fermat_spiral", 31}, {"gear", 32},         {"hyperbola", 3},
    {"hypotrochoid", 17},  {"involute", 5},      {"lemniscate", 11},
    {"limacon", 9},        {"lissajous", 13},    {"logarithmic_spiral", 12},
    {"parabola", 1},       {"path", 2},          {"quadratic", 1},
    {"rose", 28},          {"sine", 9},          {"spiral", 14},
    {"spline", 3},         {"superellipse", 12}, {"trochoid", 8},
    {"witch", 5},
};

}  // namespace

TEST_CASE(
    "every curve type in SVG is within 0.01 mm of its formula at 10,000 places, in few Beziers") {
  for (const auto& type : every_curve_type()) {
    if (type->name == "point") continue;
    CAPTURE(type->name);
    const Curve curve = default_curve(type);
    Document document = fresh_document();
    const CurveId id = add_curve(document, type->name, {curve.q.begin(), curve.q.end()});
    const Result<Exported> made = export_drawing(document, Format::svg, {});
    REQUIRE(made);
    CHECK(made->error <= usual_tolerance);
    const auto bound = most_beziers.find(type->name);
    CHECK(made->beziers <= (bound == most_beziers.end() ? 0 : bound->second));
    MESSAGE(type->name << ": " << made->lines << " lines, " << made->arcs << " arcs, "
                       << made->beziers << " Beziers, error " << made->error);

    const Polyline written = fine_polyline(shape_in(made->bytes, document.name(id)));
    std::vector<Point> places;
    for (int i = 0; i < 10000; ++i) {
      const double share = (i + 0.5) / 10000;
      Point x;
      if (point_at(curve, t_begin(curve) + share * (t_end(curve) - t_begin(curve)), x))
        places.push_back(x);
    }
    CHECK(places.size() == 10000);
    CHECK(farthest(places, written) <= 1.01 * usual_tolerance);
    const Polyline truth = tessellate(curve, 1e-4);
    CHECK(farthest(written.points, truth) <= 1.02 * usual_tolerance);
  }
}

TEST_CASE("what is a circle, an ellipse, a line or an arc is told as one, with y turned") {
  const std::string svg = svg_of(drawn({"draw circle as rim c.x=10 c.y=20 r=5",
                                        "draw ellipse as egg c.x=1 c.y=2 a=8 b=3 phi=0",
                                        "draw line as rail a.x=1 a.y=2 b.x=30 b.y=7.5",
                                        "draw arc as bow", "draw rounded_rectangle as plate"}));
  CHECK(attribute(svg, " id=\"rim\"", "cx") == "10");
  CHECK(attribute(svg, " id=\"rim\"", "cy") == "-20");
  CHECK(attribute(svg, " id=\"rim\"", "r") == "5");
  CHECK(attribute(svg, " id=\"egg\"", "rx") == "8");
  CHECK(attribute(svg, " id=\"egg\"", "ry") == "3");
  CHECK(attribute(svg, " id=\"rail\"", "x2") == "30");
  CHECK(attribute(svg, " id=\"rail\"", "y2") == "-7.5");
  const std::string bow = attribute(svg, " id=\"bow\"", "d");
  CHECK(std::count(bow.begin(), bow.end(), 'A') == 1);
  CHECK(!has(bow, "C"));
  const std::string plate = attribute(svg, " id=\"plate\"", "d");
  CHECK(std::count(plate.begin(), plate.end(), 'A') == 4);
  CHECK(std::count(plate.begin(), plate.end(), 'L') == 4);
}

// Looked at in Inkscape and in a browser.
TEST_CASE("the SVG and the DXF of a drawing are what they were when they were looked at") {
  const Document document = drawn(
      {"draw circle as disc c.x=0 c.y=0 r=12", "style disc fill=linear(0,0,1,1;#ff0000@0;#0000ff@1) stroke=none",
       "draw rounded_rectangle as plate", "style plate fill=teal/0.4 width=1mm", "draw spline as wave",
       "style wave dash=6,3 cap=butt", "draw line as pointer a.x=-40 a.y=-25 b.x=0 b.y=-22",
       "style pointer end=triangle start=dot", "draw elliptic_arc as dome", "draw line as other a.x=30 b.x=50 b.y=9",
       "group dome other as pair", "layer Front", "put wave in Front", "draw point as dot"});
  ExportOptions options;
  options.reopens = false;
  CHECK(matches_golden("exchange/shapes.svg", svg_of(document, options)));
  const Result<Exported> dxf = export_drawing(document, Format::dxf, options);
  REQUIRE(dxf);
  CHECK(matches_golden("exchange/shapes.dxf", dxf->bytes));
}

TEST_CASE("an SVG has the true size of what it shows") {
  const Document document = drawn({"draw rectangle as box", "page 210 297"});
  ExportOptions options;
  options.part = Box(Point(-5, -10), Point(95, 40));
  const std::string part = svg_of(document, options);
  CHECK(attribute(part, "<svg", "width") == "100mm");
  CHECK(attribute(part, "<svg", "height") == "50mm");
  CHECK(attribute(part, "<svg", "viewBox") == "-5 -40 100 50");
  options.scale = 2;
  CHECK(attribute(svg_of(document, options), "<svg", "width") == "200mm");
  CHECK(attribute(svg_of(document, options), "<svg", "viewBox") == "-5 -40 100 50");
  ExportOptions page;
  page.page = true;
  CHECK(attribute(svg_of(document, page), "<svg", "width") == "210mm");
  CHECK(attribute(svg_of(document, page), "<svg", "viewBox") == "0 -297 210 297");
}

TEST_CASE("names, layers and groups are kept, and what was drawn first lies below") {
  const std::string svg = svg_of(drawn(
      {"draw circle as \"first <one>\"", "draw circle as second c.x=3", "draw circle as third",
       "draw line as 4th", "group second \"4th\" as pair", "layer Front", "put third in Front"}));
  CHECK(has(svg, "inkscape:label=\"first &lt;one&gt;\""));
  CHECK(has(svg, " id=\"first__one_\""));
  CHECK(has(svg, "<g id=\"Front\" inkscape:groupmode=\"layer\" inkscape:label=\"Front\">"));
  CHECK(has(svg, " id=\"_4th\""));
  CHECK(has(svg, "<g id=\"pair\" inkscape:label=\"pair\">"));
  CHECK(svg.find("first__one_") < svg.find(" id=\"second\""));
  CHECK(svg.find("</g>", svg.find(" id=\"_4th\"")) < svg.find(" id=\"third\""));
  CHECK(svg.find("id=\"Front\"") < svg.find(" id=\"third\""));
}

TEST_CASE("a group whose things lie apart keeps the order of drawing, and is opened twice") {
  const std::string svg = svg_of(drawn({"draw circle as a", "draw circle as b", "draw circle as c",
                                        "group a c as outer", "order front c"}));
  const std::size_t a = svg.find(" id=\"a\""), b = svg.find(" id=\"b\""), c = svg.find(" id=\"c\"");
  CHECK(a < b);
  CHECK(b < c);
  CHECK(has(svg, "<g id=\"outer\""));
  CHECK(has(svg, "<g id=\"outer-2\" inkscape:label=\"outer\">"));
}

TEST_CASE(
    "hidden things, guides and construction are not exported; nor is what was not asked for") {
  const Document document = drawn({"draw circle as seen", "draw circle as hidden", "hide hidden",
                                   "guide at 0 0 as guide9", "draw line as helper",
                                   "style helper construction=yes", "draw line as other"});
  const auto picture = [&](const std::set<ThingId>* only) {
    ExportOptions options;
    options.reopens = false;
    options.only = only;
    return svg_of(document, options);
  };
  const std::string all = picture(nullptr);
  CHECK(has(all, "\"seen\""));
  CHECK(has(all, "\"other\""));
  for (const char* name : {"hidden", "guide9", "helper"}) CHECK(!has(all, name));
  const std::set<ThingId> one = {document.find("other"), document.find("helper")};
  CHECK(!has(picture(&one), "\"seen\""));
  CHECK(has(picture(&one), "\"other\""));
  // A part is not the drawing: what was left out is not inside either.
  ExportOptions options;
  options.only = &one;
  CHECK(!has(svg_of(document, options), "hidden"));
  CHECK(!drawing_in(svg_of(document, options)));
}

TEST_CASE("an exported SVG opens as the same drawing, to the byte") {
  Document document = drawn({"draw circle as \"a<b>&c\" r=3.3333333333333335", "let size = 2mm",
                             "text \"quotes \\\"and\\\" ]]> & <metadata>\" at 0 0"});
  const View view{Point(1.5, -2), 3.25};
  ExportOptions options;
  options.view = view;
  const std::string svg = svg_of(document, options);
  CHECK(looks_like_svg(svg));
  CHECK(!looks_like_svg(saved(document, view)));
  const std::optional<FoundDrawing> found = drawing_in(svg);
  REQUIRE(found);
  CHECK(found->unchanged);
  CHECK(found->text == saved(document, view));
  // Another program changed the picture: told.
  std::string changed = svg;
  changed.insert(changed.find("</svg>"), "<circle r=\"1\"/>");
  CHECK(drawing_in(changed));
  CHECK(!drawing_in(changed)->unchanged);
  CHECK(drawing_in(changed)->text == saved(document, view));
  options.reopens = false;
  CHECK(!drawing_in(svg_of(document, options)));
}

TEST_CASE("a drawing whose text XML cannot hold is inside all the same") {
  for (const char* text : {"a\x01z", "\xef\xbf\xbf", "plain"}) {
    const std::string svg = with_drawing("<svg>\n</svg>\n", text);
    const std::optional<FoundDrawing> found = drawing_in(svg);
    REQUIRE(found);
    CHECK(found->text == text);
    CHECK(found->unchanged);
  }
  for (const char* broken :
       {"", "<svg", "<limber:document", "<limber:document>", "<limber:document></limber:document",
        "<svg><limber:document encoding=\"base64\">&&&</limber:document></svg>"})
    CHECK(!drawing_in(broken));
  CHECK(drawing_in("<limber:document>&#60;&#x3c;&bogus;&#0;</limber:document>")->text ==
        "<<&bogus;&#0;");
}

TEST_CASE("the same drawing gives the same bytes, with no date, path or name of a person in them") {
  const std::string file = scratch_folder() + "/same.svg";
  const std::string drawing = "data/drawings/gear-pair.limber";
  REQUIRE(run_limber({"render", drawing, "-o", file}).status == 0);
  const std::string first = contents(file);
  REQUIRE(run_limber({"render", drawing, "-o", file}).status == 0);
  CHECK(contents(file) == first);
  for (const char* leak : {"/tmp", "/home", "/root", "data/drawings", "date", "2026"})
    CHECK(!has(first, leak));
}

TEST_CASE("render tells how true an SVG is, and the drawing comes out of it again") {
  const std::string svg = scratch_folder() + "/told.svg", back = scratch_folder() + "/back.limber";
  const Ran ran = run_limber({"render", "data/drawings/curves.limber", "-o", svg});
  REQUIRE(ran.status == 0);
  CHECK(has(ran.err, "mm off (0.01 mm allowed)"));
  REQUIRE(run_limber({"convert", svg, "-o", back}).status == 0);
  CHECK(contents(back) == contents(source_folder() + "/data/drawings/curves.limber"));
  CHECK(run_limber({"check", svg}).status == 0);
  // A drawing never takes the place of a picture; an SVG of others is no drawing.
  CHECK(run_limber({"convert", "--in-place", svg}).status == 2);
  CHECK(looks_like_svg(contents(svg)));
  const Ran other = run_limber({"check", "-"}, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
  CHECK(other.status == 3);
  CHECK(has(other.err, "no drawing of ours inside"));
  CHECK(run_limber({"render", svg, "--tolerance", "0", "-o", back + ".svg"}).status != 0);
  CHECK(run_limber({"render", svg, "--only", "nobody", "-o", back + ".svg"}).status == 2);
  CHECK(run_limber({"render", svg, "--fit", "page", "-o", back + ".svg"}).status == 2);
}

TEST_CASE("an SVG opens in the window as an unsaved drawing beside the picture") {
  Document document = drawn({"draw circle as rim"});
  const std::string file = scratch_folder() + "/window.svg";
  write_contents(file, svg_of(document));
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open(file);
  CHECK(same(workspace.editor().document(), document));
  CHECK(workspace.path().empty());
  CHECK(workspace.name() == "window");
  CHECK(!workspace.editor().modified());
  workspace.save();  // asks for a name: the picture stays a picture
  CHECK(workspace.dialog() == Dialog::save_as);
  workspace.close_dialog();
  write_contents(file, "<svg xmlns='http://www.w3.org/2000/svg'><circle r='5'/></svg>");
  workspace.open(file);  // one of others: what it shows is drawn
  CHECK(has(workspace.editor().message(), "Imported window.svg: 1 curve"));
  CHECK(workspace.path().empty());
}

namespace {

// Every kind of style, text and picture.
Document styled_drawing() {
  Document document = drawn(
      {"draw circle as disc c.x=0 c.y=0 r=12",
       "style disc fill=linear(0,0,1,1;#ff0000@0;#0000ff@1) stroke=none",
       "draw ellipse as glow c.x=32 c.y=0 a=14 b=8 phi=0.5",
       "style glow fill=radial(0.5,0.5,1,0.5;#ffffff@0;green@1) stroke=#804000 width=1.5mm",
       "draw regular_polygon as star c.x=-30 c.y=0",
       "style star fill=teal/0.4 stroke=red join=miter width=1mm", "draw sine as wave",
       "style wave dash=6,3,1,3 cap=butt width=0.8mm",
       "draw line as pointer a.x=-40 a.y=-25 b.x=0 b.y=-22",
       "style pointer end=triangle start=dot width=3pt",
       "draw line as measure a.x=8 a.y=-25 b.x=45 b.y=-22",
       "style measure end=arrow start=bar stroke=violet", "draw rose as petals c.x=62 c.y=5",
       "style petals fill=orange/0.5 rule=even_odd", "text \"Styles & <texts>\" at 10 -40 size=6",
       "draw circle as rim c.x=0 c.y=30 r=14", "draw circle as hole c.x=2 c.y=30 r=7",
       "group rim hole as ring", "style ring stroke=blue fill=linear(0,0,1,0;#ff0000@0;#00ff00@1)",
       "text II at 45 32 size=9 as letters", "style letters stroke=red fill=grey/0.3"});
  const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(2, 2));
  surface->getCanvas()->clear(SK_ColorGREEN);
  do_edit(document,
          "picture p.png at 50 -35 15 10 opacity=0.5 as photo data=" + to_base64(*encode_png(*surface)));
  do_edit(document, "style photo stroke=violet width=1mm");
  return document;
}

// Letters stand as each program sets them; what is to be compared is all the rest.
void hide_texts(Document& document) {
  std::vector<std::string> texts;
  document.texts->each([&](TextId id, const Text&) { texts.push_back(document.name(id)); });
  for (const std::string& text : texts) do_edit(document, "hide \"" + text + "\"");
}

}  // namespace

TEST_CASE("librsvg shows an SVG as Limber shows the drawing") {
  if (!has_program("rsvg-convert")) return;
  std::map<std::string, Document> drawings = {{"styles", styled_drawing()}};
  for (const char* name : {"gallery", "gear-pair", "springs", "jansen-leg", "curves"}) {
    const Result<Document> document =
        from_json(contents(data_folder() + "/drawings/" + name + ".limber"), fresh_document());
    REQUIRE(document);
    drawings.emplace(name, *document);
  }
  for (auto& [name, document] : drawings)
    if (name != "styles") hide_texts(document);
  for (const auto& [name, document] : drawings)
    for (const std::string theme : {"light", "dark"}) {
      CAPTURE(name);
      CAPTURE(theme);
      ExportOptions options;
      options.theme = &theme_named(theme);
      options.density = 3 * 96;
      const Result<Exported> svg = export_drawing(document, Format::svg, options);
      const Result<Exported> own = export_drawing(document, Format::png, options);
      REQUIRE(svg);
      REQUIRE(own);
      const std::string file = scratch_folder() + "/" + name + ".svg";
      write_contents(file, svg->bytes);
      write_contents(scratch_folder() + "/" + name + ".own.png", own->bytes);
      const Ran ran = run_program("rsvg-convert", {"-z", "3", file, "-o", file + ".png"});
      CAPTURE(ran.err);
      REQUIRE(ran.status == 0);
      const double share =
          share_of_different_pixels(decoded(contents(file + ".png")), decoded(own->bytes), 48);
      MESSAGE(name << " " << theme << ": " << 100 * share << " % of the pixels differ");
      CHECK(share < (name == "styles" ? 0.003 : 0.0002));
    }
}

TEST_CASE("Chromium and Inkscape show an SVG as Limber shows the drawing") {
  if (!long_tests() || !has_program("chromium") || !has_program("inkscape")) return;
  std::map<std::string, Document> drawings = {{"styles", styled_drawing()}};
  for (const char* name : {"gallery", "gear-pair"}) {
    const Result<Document> document =
        from_json(contents(data_folder() + "/drawings/" + name + ".limber"), fresh_document());
    REQUIRE(document);
    hide_texts(drawings.emplace(name, *document).first->second);
  }
  for (const auto& [name, document] : drawings) {
    CAPTURE(name);
    ExportOptions options;
    options.density = 2 * 96;
    const Result<Exported> svg = export_drawing(document, Format::svg, options);
    const Result<Exported> own = export_drawing(document, Format::png, options);
    REQUIRE(svg);
    REQUIRE(own);
    const SkBitmap wanted = decoded(own->bytes);
    const std::string file = scratch_folder() + "/" + name + ".svg";
    write_contents(file, svg->bytes);
    const std::string chromium = shown_by_chromium(
        "<body style='margin:0'><img style='display:block' src='" + name + ".svg'>", wanted.width(), wanted.height(), 2);
    const Ran ran = run_program(
        "inkscape", {"--export-type=png", "--export-filename=" + file + ".png", "--export-dpi=192", file});
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    for (const auto& [program, seen] : {std::pair<std::string, std::string>("Chromium", chromium), {"Inkscape", contents(file + ".png")}}) {
      CAPTURE(program);
      if (const char* look = std::getenv("LIMBER_LOOK"))
        write_contents(std::string(look) + "/" + name + "-" + program + ".png", seen);
      const double share = share_of_different_pixels(decoded(seen), wanted, 48);
      MESSAGE(name << " in " << program << ": " << 100 * share << " % of the pixels differ");
      CHECK(share < 0.003);
    }
  }
}
