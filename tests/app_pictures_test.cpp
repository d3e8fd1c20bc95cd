// Pictures and guides on the paper: drawn, faded, picked, moved; and pictures that must not be read.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/drawing/images.h"
#include "app/drawing/picture.h"
#include "app/edits/base64.h"
#include "app/edits/line.h"
#include "app/files/linked_file.h"
#include "include/core/SkCanvas.h"
#include "tests/app_fixture.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

std::string png_of(SkColor colour, int width = 8, int height = 8) {
  const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(width, height));
  surface->getCanvas()->clear(colour);
  const Result<std::string> png = encode_png(*surface);
  REQUIRE(png);
  return *png;
}

std::string inside(const std::string& bytes, const std::string& rest) {
  return "picture p.png at 0 0 40 20 " + rest + " data=" + to_base64(bytes);
}

// The colour at a place of the paper; the picture shows (-50, -50) to (50, 50) in 200 pixels.
SkColor colour_at(const Document& document, const Point& paper, bool construction = false,
                  const Images::Read& linked = {}) {
  PictureOptions options;
  options.width = options.height = 200;
  options.part = Box(Point(-50, -50), Point(50, 50));
  options.marks.construction = construction;
  options.linked = linked;
  const Result<sk_sp<SkSurface>> surface = make_picture(document, options);
  REQUIRE(surface);
  SkPixmap pixels;
  REQUIRE((*surface)->peekPixels(&pixels));
  return pixels.getColor(static_cast<int>(100 + 2 * paper.x()), static_cast<int>(100 - 2 * paper.y()));
}

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace

TEST_CASE("a picture inside a drawing is drawn where it lies, and as pale as it says") {
  Document document = fresh_document();
  do_edit(document, inside(png_of(SK_ColorRED), "as red"));
  CHECK(colour_at(document, Point(20, 10)) == SK_ColorRED);
  CHECK(colour_at(document, Point(20, 25)) == light_theme().paper);
  do_edit(document, "hide red");
  CHECK(colour_at(document, Point(20, 10)) == light_theme().paper);
  Document pale = fresh_document();
  do_edit(pale, inside(png_of(SK_ColorBLACK), "opacity=0.5"));
  const unsigned grey = SkColorGetG(colour_at(pale, Point(20, 10)));
  CHECK(grey > 100);
  CHECK(grey < 160);
}

TEST_CASE("pictures lie behind or before each other as their order says") {
  Document document = fresh_document();
  do_edit(document, inside(png_of(SK_ColorRED), "as red"));
  do_edit(document, inside(png_of(SK_ColorBLUE), "as blue"));
  CHECK(colour_at(document, Point(20, 10)) == SK_ColorBLUE);
  do_edit(document, "order back blue");
  CHECK(colour_at(document, Point(20, 10)) == SK_ColorRED);
}

TEST_CASE("a picture that cannot be shown is a frame that can be seen and hit") {
  Document document = fresh_document();
  do_edit(document, "picture cat.png at 0 0 40 20 as cat");
  CHECK(colour_at(document, Point(0, 10)) != light_theme().paper);
  do_edit(document, inside("hello", "as noise"));
  Images images;
  images.update(document);
  const ShownImage* shown = images.find(document.find("noise").as<Picture>());
  REQUIRE(shown);
  CHECK(!shown->image);
  CHECK(shown->trouble.find("PNG, JPEG or WebP") != std::string::npos);
}

// A few bytes may claim to be gigabytes of pixels: they are refused before any are made.
TEST_CASE("a picture that would be too large is refused by the size it claims") {
  std::string png = png_of(SK_ColorRED);
  for (const int at : {16, 20}) png.replace(static_cast<std::size_t>(at), 4, std::string("\x00\x00\x7f\xff", 4));
  Document document = fresh_document();
  do_edit(document, inside(png, "as bomb"));
  Images images;
  images.update(document);
  CHECK(!images.find(document.find("bomb").as<Picture>())->image);
}

TEST_CASE("a linked picture is read below the folder of the drawing and nowhere else") {
  const ScratchFolder folder;
  const fs::path inner = folder.path / "drawing";
  fs::create_directories(inner / "below");
  const std::string png = png_of(SK_ColorGREEN);
  write(inner / "cat.png", png);
  write(inner / "below" / "cat.png", png);
  write(folder.path / "secret.png", png);
  fs::create_symlink(folder.path / "secret.png", inner / "link.png");
  fs::create_directory_symlink(folder.path, inner / "up");
  REQUIRE(mkfifo((inner / "pipe.png").c_str(), 0600) == 0);
  for (const char* name : {"cat.png", "./cat.png", "below/cat.png", "below/./cat.png"}) {
    CAPTURE(name);
    const Result<std::string> bytes = read_linked(inner, name);
    REQUIRE(bytes);
    CHECK(*bytes == png);
  }
  const std::string whole = (folder.path / "secret.png").string();
  for (const std::string& name :
       {std::string("../secret.png"), whole, std::string("link.png"), std::string("up/secret.png"),
        std::string("below/../../secret.png"), std::string("pipe.png"), std::string("below"),
        std::string(""), std::string("."), std::string(".."), "file://" + whole,
        std::string("cat.png\0x", 9), std::string("missing.png"), std::string("/dev/zero"),
        std::string("below/../cat.png")}) {
    CAPTURE(name);
    const Result<std::string> bytes = read_linked(inner, name);
    REQUIRE(!bytes);
    CHECK(bytes.error().message.find(": ") != std::string::npos);
  }
  CHECK(!read_linked({}, "cat.png"));
  CHECK(linked_name(inner, inner / "below" / "cat.png") == "below/cat.png");
  CHECK(linked_name(inner, folder.path / "secret.png") == "");

  Document document = fresh_document();
  do_edit(document, "picture below/cat.png at 0 0 40 20");
  const auto read = [&](const std::string& name) { return read_linked(inner, name); };
  CHECK(colour_at(document, Point(20, 10), false, read) == SK_ColorGREEN);
}

TEST_CASE("a drawing that is opened shows the pictures beside its file") {
  const ScratchFolder folder;
  write(folder.path / "cat.png", png_of(SK_ColorGREEN));
  Document document = fresh_document();
  do_edit(document, "picture cat.png at 0 0 40 20 as cat");
  write(folder.path / "with.limber", saved(document));
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open(folder.path / "with.limber");
  const Scene scene = workspace.editor().scene();
  const ShownImage* shown = scene.images->find(scene.document->find("cat").as<Picture>());
  REQUIRE(shown);
  CHECK(shown->trouble == "");
  CHECK(shown->image);
}

// It could be put in and saved, and the file could not be opened again: a text of more than 1 MiB.
TEST_CASE("a drawing with a picture of two megabytes inside is read back to the byte") {
  Document document = fresh_document();
  do_edit(document, inside(std::string(2 << 20, 'x'), "as large"));
  const std::string text = saved(document);
  const Result<Document> again = from_json(text, fresh_document());
  REQUIRE_MESSAGE(again, again.error().message);
  CHECK(saved(*again) == text);
  const Result<Edit> too_large = read_edit(inside(std::string((8 << 20) + 1, 'x'), ""));
  REQUIRE(too_large);
  CHECK(!apply(document, *too_large));
}

TEST_CASE("guides cross the whole view at any angle, and are not in an exported picture") {
  Document document = fresh_document();
  do_edit(document, "guide at 0 10");
  do_edit(document, "guide at -20 0 angle=90deg");
  do_edit(document, "guide at 0 0 angle=45deg");
  const SkColor paper = light_theme().paper;
  for (const Point& on : {Point(-45, 10), Point(45, 10), Point(-20, -45), Point(-20, 45),
                          Point(39.9, 39.8), Point(-39.9, -39.7)}) {
    CAPTURE(on.transpose());
    CHECK(colour_at(document, on, true) != paper);
    CHECK(colour_at(document, on, false) == paper);
  }
  CHECK(colour_at(document, Point(30, -30), true) == paper);
}

TEST_CASE("pictures and guides are pointed at, selected, moved by hand, and left alone when locked") {
  Editor editor(fresh_document());
  do_edit(editor, inside(png_of(SK_ColorRED), "as red"));
  do_edit(editor, "guide at 0 -30 as level");
  editor.camera().look_at(Point(0, 0), 5);
  Person person(editor);
  person.move(Point(20, 10));
  CHECK(editor.hovered_still() == editor.document().find("red"));
  person.click(Point(20, 10));
  CHECK(editor.selection().contains(editor.document().find("red")));
  person.drag(Point(20, 10), Point(25, 13));
  const auto at = [&] {
    return editor.document().pictures->find(editor.document().find("red").as<Picture>())->at;
  };
  CHECK((at() - Point(5, 3)).norm() < 1e-9);
  // The gesture was given up once more by undo, which took the step before it back, too.
  editor.undo();
  CHECK(at() == Point(0, 0));
  REQUIRE(editor.document().find("level"));
  person.drag(Point(50, -30), Point(50, -20));
  CHECK(editor.document().guides->find(editor.document().find("level").as<Guide>())->at.y() ==
        doctest::Approx(-20));
  do_edit(editor, "protect red");
  person.move(Point(20, 10));
  CHECK(!editor.hovered_still());
}
