// Without physics a drawing goes as it did before there was mass, whatever is said of its mass.
#include <doctest/doctest.h>

#include "app/edits/line.h"
#include "app/edits/live.h"
#include "app/edits/resolve.h"
#include "app/files/document_file.h"
#include "solver/islands.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;

namespace {

Document example(const std::string& name) {
  const Result<FileText> file = read_file(std::filesystem::path(data_folder()) / "drawings" / (name + ".limber"));
  REQUIRE(file);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE(document);
  return *document;
}

// Where all is after each tick: motors run, then a hand leads a curve about and lets go.
std::vector<double> way_of(const Document& document, int ticks = 60) {
  Live live(document);
  std::vector<double> all;
  const auto look = [&] {
    live.world().bodies().each([&](CurveId, const Body& body) { all.insert(all.end(), body.curve.q.begin(), body.curve.q.end()); });
    all.push_back(live.world().time);
  };
  live.wake();
  for (int k = 0; k < ticks; ++k) live.tick(Run::play), look();
  CurveId held;
  live.world().bodies().each([&](CurveId id, const Body& body) {
    if (!held && can_move(body)) held = id;
  });
  if (!held) return all;  // nothing in it can be pulled
  const double t = 0.4 * t_begin(*live.world().find(held)) + 0.6 * t_end(*live.world().find(held));
  const HandId hand = live.grab(point_at(held, t));
  const Point from = live.world().find(hand)->target;
  for (int k = 0; k < ticks; ++k) {
    live.pull(hand, from + Point(0.3 * k, 0.1 * k));
    live.tick(Run::edit), look();
  }
  live.release(hand);
  for (int k = 0; k < ticks; ++k) live.tick(Run::edit), look();
  return all;
}

}  // namespace

TEST_CASE("with physics off gravity, densities, masses, air and what would bend change no bit of what moves") {
  int looked_at = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(data_folder()) / "drawings")) {
    if (file.path().extension() != ".limber") continue;
    const std::string name = file.path().stem().string();
    CAPTURE(name);
    const Document plain = example(name);
    if (plain.world->physics.on) continue;
    ++looked_at;
    const int ticks = plain.world->bodies().size() > 60 ? 6 : 30;
    Document heavy = plain;
    for (const char* line : {"gravity 300 -20", "density 0.5", "air 0.01"}) do_edit(heavy, line);
    std::vector<std::string> curves;
    heavy.world->bodies().each([&](CurveId id, const Body&) { curves.push_back(heavy.name(id)); });
    for (std::size_t k = 0; k < curves.size(); ++k) {
      const std::string curve = "\"" + curves[k] + "\"";
      do_edit(heavy, "weigh " + curve + (k % 2 == 0 ? " mass=3" : " density=0.2"));
      const Body& body = *heavy.world->body(heavy.find(curves[k]).as<Body>());
      for (std::size_t i = 0; i < body.curve.type->parameters.size(); ++i)
        if (why_rigid(*body.curve.type, static_cast<int>(i)).empty()) {
          do_edit(heavy, "bend " + curve + " " + written_parameter(*body.curve.type, static_cast<int>(i)) + " stiffness=2");
          break;
        }
    }
    CHECK(saved(heavy) != saved(plain));
    CHECK(way_of(heavy, ticks) == way_of(plain, ticks));
  }
  CHECK(looked_at > 35);
}

TEST_CASE("physics switched on and off again leave the drawing as it was, its file and its hash too") {
  for (const char* name : {"four-bar", "jansen-leg", "rope"}) {
    CAPTURE(name);
    const Document plain = example(name);
    Document back = plain;
    do_edit(back, "physics on");
    CHECK(saved(back) != saved(plain));
    do_edit(back, "physics off");
    CHECK(same(back, plain));
    CHECK(saved(back) == saved(plain));
    CHECK(hash(back.world) == hash(plain.world));
    CHECK(way_of(back) == way_of(plain));
    // Also when it has played with mass: what moved has stopped.
    Live live(plain);
    REQUIRE(live.apply(*read_edit("physics on")));
    for (int k = 0; k < 30; ++k) live.tick(Run::play);
    REQUIRE(live.apply(*read_edit("physics off")));
    const std::string file = saved(live.document());
    for (const char* word : {"velocity", "physics", "snaps"}) CHECK(file.find(word) == std::string::npos);
  }
}
