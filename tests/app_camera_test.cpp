#include <doctest/doctest.h>

#include "app/drawing/camera.h"
#include "app/editor/navigate.h"

using namespace limber;

TEST_CASE("paper to window and back is the identity") {
  Camera camera;
  camera.look_at(Point(12, -7), 3.5);
  for (const Point& p : {Point(0, 0), Point(100, 50), Point(-3, 8)})
    CHECK((camera.to_paper(camera.to_window(p)) - p).norm() < 1e-12);
}

TEST_CASE("y points up on the paper") {
  const Camera camera;
  CHECK(camera.to_window(Point(0, 1)).y() < camera.to_window(Point(0, 0)).y());
}

TEST_CASE("zooming keeps the place under the pointer, and zooming back the view") {
  Camera camera;
  const Point pointer(300, 200), held = camera.to_paper(pointer);
  camera.zoom(1.2, pointer);
  CHECK((camera.to_paper(pointer) - held).norm() < 1e-12);
  camera.zoom(1 / 1.2, pointer);
  CHECK(camera.center().norm() < 1e-12);
}

TEST_CASE("zooming stops at its limits and never leaves the finite") {
  Camera camera;
  for (int i = 0; i < 1000; ++i) camera.zoom(1.2, Point(3, 4));
  CHECK(camera.scale() <= largest_scale);
  for (int i = 0; i < 3000; ++i) camera.zoom(0.5, Point(3, 4));
  CHECK(camera.scale() >= smallest_scale);
  CHECK(camera.center().allFinite());
}

TEST_CASE("fitting shows all of it, in the middle") {
  Camera camera;
  const Box box(Point(10, 20), Point(110, 40));
  camera.fit(box);
  CHECK(camera.view().contains(camera.to_window(box.min())));
  CHECK(camera.view().contains(camera.to_window(box.max())));
  CHECK((camera.to_window(box.center()) - camera.view().center()).norm() < 1e-9);
  camera.fit(Box());
  CHECK(camera.percent() == doctest::Approx(100));
}

TEST_CASE("middle-drag, Space-drag and right-drag pan; a right click is a context click") {
  Camera camera;
  Navigator navigator;
  const auto send = [&](PointerEvent::What what, Point at, Button button) {
    PointerEvent event;
    event.what = what;
    event.at = at;
    event.button = button;
    return navigator.handle(event, camera);
  };
  using What = PointerEvent::What;
  const auto drags = [&](Button button) {
    const Point held = camera.to_paper(Point(100, 100));
    CHECK(send(What::press, Point(100, 100), button));
    CHECK(send(What::move, Point(130, 90), Button::none));
    CHECK(send(What::release, Point(130, 90), button));
    return (camera.to_paper(Point(130, 90)) - held).norm() < 1e-12;
  };
  CHECK(drags(Button::middle));
  CHECK(drags(Button::right));
  CHECK(!navigator.take_context_click());
  navigator.hold_space(true);
  CHECK(drags(Button::left));
  navigator.hold_space(false);
  CHECK(!navigator.take_space_tap());
  navigator.hold_space(true);
  navigator.hold_space(false);
  CHECK(navigator.take_space_tap());
  CHECK(!send(What::press, Point(5, 5), Button::left));
  const auto right_click = [&] {
    send(What::press, Point(5, 5), Button::right);
    send(What::move, Point(7, 6), Button::none);
    send(What::release, Point(7, 6), Button::right);
    return navigator.take_context_click().has_value();
  };
  CHECK(!right_click());  // in the middle of a gesture of the left hand
  CHECK(!send(What::release, Point(7, 6), Button::left));
  CHECK(right_click());
}
