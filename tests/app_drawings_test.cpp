// Every example drawing: opens, holds together, moves, and is as the program would write it.
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> drawings() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(fs::path(data_folder()) / "drawings"))
    if (entry.path().extension() == ".limber") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The largest residual of the constraints that hold (not springs, not stops that are free).
double residual(const World& world) {
  double worst = 0;
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    if (constraint.compliance > 0 || !constraint.enabled || constraint.kind->preference) return;
    std::vector<double> in;
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      const Argument& argument = constraint.on[i];
      Point p(argument.number[0], argument.number[1]);
      const Connector* connector = world.find(argument.connector);
      if (constraint.kind->inputs[i].shape != Shape::point && connector) return;
      if (connector) REQUIRE(place_of(world, *connector, p));
      in.push_back(p.x());
      if (constraint.kind->inputs[i].shape != Shape::number) in.push_back(p.y());
    }
    in.push_back(world.time);
    std::vector<double> out(static_cast<std::size_t>(constraint.kind->evaluate.outputs()));
    REQUIRE(constraint.kind->evaluate(in.data(), out.data()));
    for (int row = 0; row < constraint.kind->rows; ++row) {
      const double c = out[static_cast<std::size_t>(row)];
      if (constraint.kind->senses[static_cast<std::size_t>(row)] == Sense::equal)
        worst = std::max(worst, std::abs(c));
    }
  });
  return worst;
}

// A drawing that shows a contradiction says so in its name; it cannot be met.
double residual(const World& world, const fs::path& path) {
  return path.filename().string().starts_with("impossible") ? 0 : residual(world);
}

}  // namespace

TEST_CASE("every example opens, is met, and is as the program would write it") {
  CHECK(drawings().size() >= 9);
  for (const fs::path& path : drawings()) {
    CAPTURE(path.filename().string());
    const Result<FileText> file = read_file(path);
    REQUIRE(file);
    View view;
    const Result<Document> document = from_json(file->bytes, fresh_document(), &view);
    REQUIRE_MESSAGE(document, sentence(document.error()));
    CHECK(saved(*document, view) == file->bytes);
    CHECK(residual(document->world, path) < 1e-9 * document->world->size());
  }
}

TEST_CASE("every example plays for two seconds and holds together") {
  for (const fs::path& path : drawings()) {
    CAPTURE(path.filename().string());
    const Result<FileText> file = read_file(path);
    const Result<Document> document = from_json(file->bytes, fresh_document());
    REQUIRE(document);
    Editor editor(*document);
    editor.set_playing(true);
    for (int i = 0; i < 120; ++i) editor.advance(1.0 / 60);
    CHECK(residual(editor.world(), path) < 1e-7 * editor.world().size());
    CHECK(to_json(editor.document()));
    if (document->world->motors().size() > 0)
      CHECK(hash(editor.world()) != hash(document->world));
  }
}

TEST_CASE("pulling any curve of any example leaves it finite and together") {
  for (const fs::path& path : drawings()) {
    CAPTURE(path.filename().string());
    const Result<FileText> file = read_file(path);
    const Result<Document> document = from_json(file->bytes, fresh_document());
    REQUIRE(document);
    for (int slot = 0; slot < document->world->bodies().slots(); ++slot) {
      Editor editor(*document);
      const CurveId id = document->world->bodies().at_slot(slot);
      const Curve& curve = *document->world->find(id);
      // Beside the marks: a nail is moved by its glyph, and may be moved out of reach.
      Point at;
      for (double share = 0.3; share < 0.9; share += 0.05) {
        at = end_of(document->world, id, (1 - share) * t_begin(curve) + share * t_end(curve));
        if (!editor.mark_at(editor.camera().to_window(at))) break;
      }
      Person(editor).drag(at, at + Point(11, 7), 8);
      CHECK(to_json(editor.document()));
      CHECK(residual(editor.world(), path) < 1e-7 * editor.world().size());
    }
  }
}
