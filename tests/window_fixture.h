// What the real window shows and saves, compared with the same drawing without a window.
#pragma once

#include <cstdlib>
#include <cstring>

#include "app/files/document_file.h"
#include "app/panels/layout.h"
#include "app/drawing/theme.h"
#include "app/panels/panels.h"
#include "include/core/SkStream.h"
#include "include/core/SkSurface.h"
#include "include/encode/SkPngEncoder.h"
#include "tests/app_fixture.h"
#include "tests/places.h"
#include "tests/scratch_folder.h"
#include "tests/virtual_screen.h"

namespace limber {

inline Document load(const std::filesystem::path& path) {
  const Result<FileText> file = read_file(path);
  REQUIRE(file);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE_MESSAGE(document, sentence(document.error()));
  return *document;
}

inline View view_of(const std::filesystem::path& path) {
  View view;
  const Result<FileText> file = read_file(path);
  REQUIRE(file);
  REQUIRE(from_json(file->bytes, fresh_document(), &view));
  return view;
}

// How the program looks at a document it opened.
inline Camera camera_of(const std::filesystem::path& path) {
  Camera camera;
  camera.set_view(free_view(Point(width, height)));
  const View view = view_of(path);
  camera.look_at(view.center, view.scale);
  return camera;
}

inline bool differ(SkColor a, SkColor b) {
  constexpr int most = 24;  // rounding of the edges of lines; the grid is as near to the paper as this
  const auto apart = [](unsigned p, unsigned q) { return std::abs(static_cast<int>(p) - static_cast<int>(q)); };
  return apart(SkColorGetR(a), SkColorGetR(b)) > most || apart(SkColorGetG(a), SkColorGetG(b)) > most ||
         apart(SkColorGetB(a), SkColorGetB(b)) > most;
}

inline bool same_pixels(const SkBitmap& a, const SkBitmap& b) {
  return std::memcmp(a.getPixels(), b.getPixels(), a.computeByteSize()) == 0;
}

// The same frame drawn without a window. Made once and compared with many pictures: making it takes
// longer than looking.
class Expected {
 public:
  Expected(const Document& document, const View& view)
      : has_bar_(document.world->motors().size() > 0 || document.world->physics.on) {
    Io io;
    Workspace workspace(fresh_document(), io);
    workspace.editor().open(document, view);
    Panels panels(workspace);
    surface_ = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(width, height));
    for (int i = 0; i < 3; ++i)
      panels.draw(*surface_->getCanvas(), Point(width, height), 1, 1.0 / 60);
    REQUIRE(surface_->peekPixels(&drawn_));
  }
  // The share of the pixels of the free paper that differ from it.
  double difference(const SkBitmap& seen) const {
    int different = 0, all = 0;
    each_pixel([&](int x, int y) { ++all, different += differ(seen.getColor(x, y), drawn_.getColor(x, y)); });
    return static_cast<double>(different) / all;
  }
  // The share of the figure's own pixels, those that the bare paper does not have, that differ: of a paper
  // where nothing is drawn all of them. 0 when there is no figure.
  double missing(const SkBitmap& seen) const {
    int different = 0, all = 0;
    each_pixel([&](int x, int y) {
      const SkColor expected = drawn_.getColor(x, y);
      if (!differ(expected, light_theme().paper) || !differ(expected, light_theme().grid_axis)) return;
      ++all, different += differ(seen.getColor(x, y), expected);
    });
    return all > 0 ? static_cast<double>(different) / all : 0;
  }
  // Comes to be seen, however long the machine takes for it.
  bool appears(VirtualScreen& screen, double most_difference) const {
    return wait_until([&] { return difference(screen.picture()) < most_difference; }, 60);
  }
  // The same, and of the figure itself hardly a pixel is missing.
  bool is_drawn(VirtualScreen& screen) const {
    constexpr double most_difference = 0.002, most_missing = 0.02;
    return wait_until(
        [&] {
          const SkBitmap seen = screen.picture();
          return difference(seen) < most_difference && missing(seen) < most_missing;
        },
        60);
  }

 private:
  // Of the free paper, but for the bar of play: it tells how long was played.
  template <class Look>
  void each_pixel(const Look& look) const {
    constexpr double bar_height = 90;
    Box paper = free_view(Point(width, height));
    if (has_bar_) paper.max().y() -= bar_height;
    for (int y = static_cast<int>(paper.min().y()); y < static_cast<int>(paper.max().y()); ++y)
      for (int x = static_cast<int>(paper.min().x()); x < static_cast<int>(paper.max().x()); ++x) look(x, y);
  }

  bool has_bar_;
  sk_sp<SkSurface> surface_;
  SkPixmap drawn_;
};

inline double difference_on_paper(const SkBitmap& seen, const Document& document, const View& view) {
  return Expected(document, view).difference(seen);
}

// A bare screen is black.
inline bool window_is_drawn(VirtualScreen& screen) {
  return wait_until(
      [&] {
        const SkBitmap seen = screen.picture();
        return seen.getColor(width / 2, height - 4) != SK_ColorBLACK &&
               seen.getColor(width / 2, 4) != SK_ColorBLACK;
      },
      60);
}

// A person before the real window with a drawing of their own: places are of the paper.
struct Studio {
  static inline const Point beside_paper{width / 2, height - 4};  // the status line

  ScratchFolder folder;
  std::filesystem::path path = folder.path / "drawing.limber";
  VirtualScreen screen;
  std::unique_ptr<Child> program;
  Camera camera;
  Io io;

  // `preferences`: what the person chose before, keys for instance. `options`: of the command line.
  explicit Studio(const Document& document = fresh_document(), const std::string& preferences = {},
                  const View& view = {Point::Zero(), 6}, const std::vector<std::string>& options = {}) {
    REQUIRE(atomic_write(path, saved(document, view), io));
    if (!preferences.empty()) {
      std::filesystem::create_directories(folder.path / ".config/limber");
      REQUIRE(atomic_write(folder.path / ".config/limber/preferences.json", preferences, io));
    }
    camera = camera_of(path);
    program = start(path, options);
    screen.move(beside_paper);
    REQUIRE(shows(document));
    REQUIRE(answers_a_key());
    screen.move(window(Point(0, 0)));
  }

  std::unique_ptr<Child> start(const std::filesystem::path& file, std::vector<std::string> options) {
    std::vector<std::string> command{limber_program()};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(file.string());
    return std::make_unique<Child>(
        command, std::vector<std::string>{"DISPLAY=" + screen.name, "HOME=" + folder.path.string(),
                                          "SDL_VIDEODRIVER=x11", "PATH=/usr/bin:/bin"});
  }

  Point window(const Point& paper) const { return camera.to_window(paper); }
  // It is drawn before it has the keyboard: an arrow shows the crosshair, Esc puts it away.
  bool answers_a_key() {
    const SkBitmap before = screen.picture();
    const bool answered = wait_until(
        [&] {
          screen.key(XK_Left, false);
          return wait_until([&] { return !same_pixels(screen.picture(), before); }, 1);
        },
        60);
    screen.key(XK_Escape, false);
    return answered;
  }
  // What moves has come to rest, as far as it is seen.
  bool comes_to_rest() {
    SkBitmap last = screen.picture();
    return wait_until(
        [&] {
          screen.pause(300);
          const SkBitmap now = screen.picture();
          const bool same = same_pixels(now, last);
          last = now;
          return same;
        },
        30);
  }
  // Nothing is done, chosen or pointed at: the paper shows the drawing and nothing else.
  void leave_alone() {
    for (int i = 0; i < 4; ++i) screen.key(XK_Escape, false);
    screen.move(beside_paper);
  }
  // Comes to be seen, however long the machine takes for it.
  bool shows(const Document& document) { return Expected(document, view_of(path)).is_drawn(screen); }
  bool shows_when_left_alone(const Document& document) {
    leave_alone();
    const bool shown = shows(document);
    keep_picture();
    return shown;
  }
  void click(const Point& paper) { screen.click(window(paper)); }
  void drag(const Point& from, const Point& to, int steps = 8) {
    screen.drag(window(from), window(to), steps);
  }
  // For an eye: LIMBER_LOOK names a folder for pictures of what the tests make.
  void keep_picture() {
    const char* looks = std::getenv("LIMBER_LOOK");
    if (!looks) return;
    static int count = 0;
    const SkBitmap seen = screen.picture();
    SkPixmap pixels;
    SkFILEWStream file((std::string(looks) + "/" + std::to_string(100 + ++count) + ".png").c_str());
    if (seen.peekPixels(&pixels)) SkPngEncoder::Encode(&file, pixels, {});
  }

  // What the window has now, as it saves it.
  Document drawing() {
    screen.pause(150);
    keep_picture();
    const std::string before = read_file(path)->bytes;
    screen.key(XK_s, true);
    // What is replaced while it is read cannot be read.
    REQUIRE(wait_until(
        [&] {
          const Result<FileText> now = read_file(path);
          return now && now->bytes != before;
        },
        10));
    return load(path);
  }
};

}  // namespace limber
