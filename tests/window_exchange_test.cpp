// Every export and every import once through the real window: by keys and typed names, by a file carried onto the
// window, over the clipboard to other programs and back.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

// Last: X11 defines words that others use as names.
#include "tests/window_worker.h"

using namespace limber;

namespace {

namespace fs = std::filesystem;

Document example(const std::string& name) { return load(fs::path(data_folder()) / "drawings" / (name + ".limber")); }

bool has_program(const std::string& name) {
  for (const char* folder : {"/usr/bin", "/bin"})
    if (access((std::string(folder) + "/" + name).c_str(), X_OK) == 0) return true;
  MESSAGE("skipped: there is no " << name << " (./test installs what the tests need)");
  return false;
}

bool written(const fs::path& file, const std::string& part) {
  return wait_until(
      [&] { return fs::exists(file) && read_file(file)->bytes.substr(0, 64).find(part) != std::string::npos; }, 60);
}

// Ctrl+Shift+E, a name, Enter.
void export_to(Studio& studio, const char* name) {
  studio.screen.key(XK_e, true, true);
  studio.screen.pause(300);
  studio.keep_picture();
  studio.screen.type(name);
  studio.screen.key(XK_Return, false);
}

// In the dialog that opens a file, where it can be imported.
const Point box_of_attaching(392, 552);

// Ctrl+O, a name, Enter; then saved under another name.
Document opened(Studio& studio, const std::string& name, const std::string& as) {
  studio.screen.key(XK_o, true);
  studio.screen.pause(300);
  studio.screen.type(name);
  studio.screen.key(XK_Return, false);
  studio.screen.pause(500);
  studio.keep_picture();
  studio.screen.key(XK_s, true);
  studio.screen.pause(300);
  studio.screen.type(as);
  studio.screen.key(XK_Return, false);
  REQUIRE_MESSAGE(wait_until([&] { return fs::exists(studio.folder.path / as); }, 10), name);
  return load(studio.folder.path / as);
}

std::string films(const char* ending) {
  return std::string(R"({"export": {"format": ")") + ending +
         R"(", "film": true, "fps": 10, "seconds": 0.5}})";
}

// What each ffmpeg that this window has started is writing.
std::vector<fs::path> films_by_ffmpeg(const Studio& studio) {
  const auto fields = [](const fs::path& file) {  // parted by zeros
    std::ifstream in(file, std::ios::binary);
    std::vector<std::string> found;
    for (std::string one; std::getline(in, one, '\0');) found.push_back(one);
    return found;
  };
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& process : fs::directory_iterator("/proc", ignored)) {
    const std::vector<std::string> words = fields(process.path() / "cmdline");
    if (words.empty() || words.front() != "ffmpeg") continue;
    const std::vector<std::string> environment = fields(process.path() / "environ");
    const std::string screen = "DISPLAY=" + studio.screen.name;
    if (std::count(environment.begin(), environment.end(), screen)) found.push_back(words.back());
  }
  return found;
}

// What a file manager does: a file of this name is carried to a place of the window and let go (XDND, version 5).
class Carrier {
 public:
  explicit Carrier(const std::string& display) : display_(XOpenDisplay(display.c_str())) {
    REQUIRE(display_);
    own_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), -10, -10, 1, 1, 0, 0, 0);
  }
  ~Carrier() { XCloseDisplay(display_); }

  bool carry(const fs::path& file, const Point& to) {
    uri_ = "file://" + file.string() + "\r\n";
    const Window window = aware_window();
    if (!window) return false;
    XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
    const long place = static_cast<long>(to.x()) << 16 | static_cast<long>(to.y());
    tell(window, "XdndEnter", {static_cast<long>(own_), 5 << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
    tell(window, "XdndPosition",
         {static_cast<long>(own_), 0, place, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if (!answer("XdndStatus")) return false;
    tell(window, "XdndDrop", {static_cast<long>(own_), 0, CurrentTime, 0, 0});
    return answer("XdndFinished");
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, 0); }

  Window aware_window() {
    Window root, parent, *children = nullptr, found = 0;
    unsigned count = 0;
    XQueryTree(display_, DefaultRootWindow(display_), &root, &parent, &children, &count);
    for (unsigned i = 0; i < count; ++i) {
      Atom type = 0;
      int format = 0;
      unsigned long items = 0, left = 0;
      unsigned char* value = nullptr;
      XGetWindowProperty(display_, children[i], atom("XdndAware"), 0, 1, 0, AnyPropertyType, &type, &format, &items,
                         &left, &value);
      if (value) XFree(value);
      if (items > 0) found = children[i];
    }
    if (children) XFree(children);
    return found;
  }

  void tell(Window window, const char* what, std::initializer_list<long> words) {
    XEvent event = {};
    event.xclient.type = ClientMessage;
    event.xclient.window = window;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    std::copy(words.begin(), words.end(), event.xclient.data.l);
    XSendEvent(display_, window, 0, NoEventMask, &event);
    XFlush(display_);
  }

  // Until this message comes; what is asked for in the meantime is given.
  bool answer(const char* what) {
    return wait_until(
        [&] {
          while (XPending(display_)) {
            XEvent event;
            XNextEvent(display_, &event);
            if (event.type == SelectionRequest) give(event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == atom(what)) return true;
          }
          return false;
        },
        10);
  }

  void give(const XSelectionRequestEvent& wanted) {
    XChangeProperty(display_, wanted.requestor, wanted.property, wanted.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uri_.data()), static_cast<int>(uri_.size()));
    XEvent event = {};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = wanted.requestor;
    event.xselection.selection = wanted.selection;
    event.xselection.target = wanted.target;
    event.xselection.property = wanted.property;
    event.xselection.time = wanted.time;
    XSendEvent(display_, wanted.requestor, 0, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window own_ = 0;
  std::string uri_;
};

// What xclip finds on the clipboard of this screen, or puts there.
std::string from_clipboard(const Studio& studio, const std::string& target) {
  const fs::path file = studio.folder.path / "clipboard";
  const std::string line = "timeout 5 xclip -display " + studio.screen.name + " -selection clipboard -target " + target +
                           " -out > '" + file.string() + "' 2>/dev/null";
  if (std::system(line.c_str()) != 0) return "";
  return read_file(file)->bytes;
}
void to_clipboard(const Studio& studio, const std::string& target, const fs::path& file) {
  const std::string line = "xclip -display " + studio.screen.name + " -selection clipboard -target " + target +
                           " -in '" + file.string() + "' >/dev/null 2>&1";
  REQUIRE(std::system(line.c_str()) == 0);
}

constexpr const char* picture_of_others =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><circle id='wheel' cx='50' cy='50' r='20' "
    "fill='none' stroke='red'/></svg>";

}  // namespace

TEST_CASE("every format is exported from the window") {
  Studio studio(example("four-bar"), R"({"export": {"format": ".svg", "fps": 10, "seconds": 0.5}})");
  for (const auto& [name, begin] : {std::pair<const char*, std::string>("plan.svg", "<?xml"),
                                    {"plan.pdf", "%PDF"},
                                    {"plan.png", "PNG"},
                                    {"plan.webp", "WEBP"},
                                    {"plan.dxf", "SECTION"},
                                    {"film.gif", "GIF89a"},
                                    {"film.apng", "PNG"},
                                    {"page.html", "<!doctype html>"}}) {
    CAPTURE(name);
    export_to(studio, name);
    CHECK(written(studio.folder.path / name, begin));
    studio.screen.pause(200);
  }
  if (!has_program("ffmpeg")) return;
  for (const auto& [name, begin] : {std::pair<const char*, std::string>("film.mp4", "ftyp"), {"film.webm", "webm"}}) {
    CAPTURE(name);
    export_to(studio, name);
    CHECK(written(studio.folder.path / name, begin));
    studio.screen.pause(200);
  }
}

TEST_CASE("films in SVG and WebP are exported from the window, and again by one key") {
  for (const auto& [ending, mark] : {std::pair<const char*, const char*>(".svg", "<animate "), {".webp", "ANMF"}}) {
    CAPTURE(ending);
    Studio studio(example("four-bar"), films(ending));
    const std::string name = std::string("moving") + ending;
    const fs::path file = studio.folder.path / name;
    const auto moves = [&] {
      return fs::exists(file) && read_file(file)->bytes.find(mark) != std::string::npos;
    };
    export_to(studio, name.c_str());
    CHECK(wait_until(moves, 60));
    studio.screen.pause(300);
    fs::remove(file);
    studio.screen.key(XK_e, true);
    CHECK(wait_until(moves, 60));
  }
}

TEST_CASE("a long film shows how far it is, and Escape leaves nothing of it") {
  for (const char* ending : {".apng", ".mp4"}) {
    const bool by_ffmpeg = std::string_view(ending) == ".mp4";
    if (by_ffmpeg && !has_program("ffmpeg")) return;
    CAPTURE(ending);
    Studio studio(example("jansen-leg"), std::string(R"({"export": {"format": ")") + ending +
                                             R"(", "fps": 60, "seconds": 150}})");
    const std::string name = std::string("long") + ending;
    export_to(studio, name.c_str());
    std::vector<fs::path> aside;
    if (by_ffmpeg) {
      REQUIRE(wait_until([&] { return !(aside = films_by_ffmpeg(studio)).empty(); }, 20));
      CHECK(wait_until([&] { return fs::exists(aside.front()); }, 20));
    }
    studio.screen.pause(1500);
    studio.keep_picture();
    CHECK(!fs::exists(studio.folder.path / name));
    studio.screen.key(XK_Escape, false);
    CHECK(wait_until([&] { return films_by_ffmpeg(studio).empty(); }, 10));
    for (const fs::path& film : aside) CHECK(wait_until([&] { return !fs::exists(film.parent_path()); }, 10));
    studio.screen.pause(300);
    for (const auto& entry : fs::directory_iterator(studio.folder.path))
      CHECK(entry.path().string().find("long") == std::string::npos);
    export_to(studio, "plan.svg");  // and the window goes on
    CHECK(written(studio.folder.path / "plan.svg", "<?xml"));
  }
}

TEST_CASE("files of other programs are opened in the window") {
  Studio studio;
  const auto put = [&](const char* name, const std::string& bytes) {
    REQUIRE(atomic_write(studio.folder.path / name, bytes, studio.io));
  };
  put("wheel.svg", picture_of_others);
  put("plan.dxf", "  0\nSECTION\n  2\nENTITIES\n  0\nCIRCLE\n  8\n0\n 10\n5\n 20\n6\n 40\n7\n  0\nENDSEC\n  0\nEOF\n");
  put("four.pmks",
      "M[J[R, color[Green], P[0.0, 0.0], L[ground, link_0]], J[R, color[Green], P[12.92, 32.53], L[link_0, link_1]], "
      "J[R, color[Green], P[73.28, 67.97], L[link_1, link_2]], J[R, color[Green], P[33.3, 66.95], L[link_1]], "
      "J[R, color[Green], P[90.0, 0.0], L[ground, link_2]]]");
  put("four.linkage2",
      "<linkage2><program units=\"Millimeters\"/>"
      "<connector anchor=\"true\" input=\"true\" rpm=\"30\" x=\"200\" y=\"-100\" id=\"0\"/>"
      "<connector x=\"200\" y=\"-65\" id=\"1\"/><connector x=\"300\" y=\"-100\" id=\"2\"/>"
      "<connector anchor=\"true\" x=\"300\" y=\"-300\" id=\"3\"/>"
      "<Link id=\"0\"><connector id=\"0\"/><connector id=\"1\"/></Link>"
      "<Link id=\"1\"><connector id=\"1\"/><connector id=\"2\"/></Link>"
      "<Link id=\"2\"><connector id=\"2\"/><connector id=\"3\"/></Link></linkage2>");
  put("points.csv", "0,0\n10,5\n20,0\n");
  CHECK(opened(studio, "wheel.svg", "a.limber").find("wheel"));
  CHECK(opened(studio, "plan.dxf", "b.limber").find("circle"));
  CHECK(opened(studio, "four.pmks", "c.limber").world->motors().size() == 1);
  CHECK(opened(studio, "four.linkage2", "d.limber").world->motors().size() == 1);
  CHECK(opened(studio, "points.csv", "e.limber").find("points"));
}

TEST_CASE("ends are attached and points followed as the dialog to open says, and that is remembered") {
  Studio studio;
  std::string points;
  for (int k = 0; k <= 100; ++k)
    points += std::to_string(k) + "," + std::to_string(10 * std::sin(0.1 * k)) + "\n";
  REQUIRE(atomic_write(studio.folder.path / "points.csv", points, studio.io));
  REQUIRE(atomic_write(studio.folder.path / "bars.svg",
                       "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><g stroke='red'>"
                       "<line id='a' x1='0' y1='0' x2='50' y2='50'/><line id='b' x1='50' y1='50' x2='90' y2='0'/></g></svg>",
                       studio.io));
  // The name, and by Tab to the field of its points; the box before it is pressed with the pointer.
  studio.screen.key(XK_o, true);
  studio.screen.pause(300);
  studio.screen.type("points.csv");
  studio.screen.pause(200);
  studio.screen.key(XK_Tab, false);
  studio.screen.pause(200);
  studio.screen.type("0.05");
  studio.screen.key(XK_Return, false);
  studio.screen.pause(200);
  studio.screen.click(box_of_attaching);
  studio.screen.pause(200);
  studio.keep_picture();
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(200);
  CHECK(opened(studio, "bars.svg", "a.limber").world->constraints().size() == 1);
  const Document followed = opened(studio, "points.csv", "b.limber");
  REQUIRE(followed.find("points"));
  CHECK(followed.world->find(followed.find("points").as<Body>())->type->name == "path");
}

TEST_CASE("a file that is let go over the window comes where it was let go") {
  Studio studio;
  const fs::path file = studio.folder.path / "wheel.svg";
  REQUIRE(atomic_write(file, picture_of_others, studio.io));
  const Point place(30, -20);
  studio.screen.move(studio.window(place));
  REQUIRE(Carrier(studio.screen.name).carry(file, studio.window(place)));
  studio.screen.pause(300);
  const Document after = studio.drawing();
  REQUIRE(after.find("wheel"));
  CHECK((q_of(after, "wheel").head<2>() - place).norm() < 0.3);
}

TEST_CASE("SVG and pictures go to other programs over the clipboard, and come from them") {
  if (!has_program("xclip")) return;
  Document document = fresh_document();
  do_edit(document, "draw bar as crank");
  Studio studio(document);
  VirtualScreen& screen = studio.screen;
  screen.key(XK_c, true, true);
  std::string svg;
  CHECK(wait_until([&] { return (svg = from_clipboard(studio, "UTF8_STRING")).starts_with("<?xml"); }, 10));
  CHECK(svg.find("crank") != std::string::npos);
  screen.key(XK_c, true, false, true);
  CHECK(wait_until([&] { return from_clipboard(studio, "image/png").starts_with("\x89PNG"); }, 10));
  const fs::path text = studio.folder.path / "text.svg", picture = studio.folder.path / "picture.png";
  REQUIRE(atomic_write(text, picture_of_others, studio.io));
  REQUIRE(atomic_write(picture, from_clipboard(studio, "image/png"), studio.io));
  to_clipboard(studio, "UTF8_STRING", text);
  screen.move(studio.window(Point(-30, 20)));
  screen.key(XK_v, true);
  screen.pause(1000);
  to_clipboard(studio, "image/png", picture);
  screen.key(XK_v, true);
  const auto both_are_there = [&] {  // another program brings them when it can
    screen.pause(200);
    screen.key(XK_s, true);
    screen.pause(200);
    const Document after = load(studio.path);
    return after.find("wheel") && after.pictures->size() == 1;
  };
  CHECK(wait_until(both_are_there, 20));
}
