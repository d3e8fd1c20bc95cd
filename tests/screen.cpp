#include "tests/screen.h"

namespace limber {

Screen::Screen(const char* example, const Point& of_size)
    : size(of_size),
      surface(SkSurfaces::Raster(SkImageInfo::MakeN32Premul(static_cast<int>(of_size.x()),
                                                            static_cast<int>(of_size.y())))) {
  settle();
  if (example) workspace.open_example(example);
  settle();
}

void Screen::draw() { panels.draw(*surface->getCanvas(), size, 1, 1.0 / 60); }

void Screen::settle() {
  for (int i = 0; i < 3; ++i) draw();  // what one frame finds out the next ones show
  for (int i = 0; i < 200 && panels.wants_frame(); ++i) draw();
}

bool Screen::pointer(PointerEvent::What what, const Point& at, Button button) {
  PointerEvent event;
  event.what = what;
  event.at = at;
  event.button = button;
  const bool taken = panels.handle(event);
  if (!taken) workspace.editor().handle(event);
  return taken;
}

void Screen::click(const Point& at) {
  pointer(PointerEvent::What::move, at);
  pointer(PointerEvent::What::press, at, Button::left);
  pointer(PointerEvent::What::release, at, Button::left);
  settle();
}

void Screen::key(const char* name, bool down) {
  const Chord chord = parse_chord(name);
  const KeyEvent event{down, false, chord.key, chord.modifiers};
  if (!panels.handle(event)) workspace.handle(event);
}

void Screen::press(const char* name) {
  for (const bool down : {true, false}) key(name, down);
}

void Screen::type(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;  // of the character, which may have several bytes
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    int key = key_none;
    if (end - at == 1) key = text[at];
    panels.handle(KeyEvent{true, false, key, {}});
    panels.type(text.substr(at, end - at));
    panels.handle(KeyEvent{false, false, key, {}});
    at = end;
  }
}

}  // namespace limber
