// The example drawings, by the program's own loader.
#include <algorithm>
#include <filesystem>

#include "app/files/atomic_write.h"
#include "app/files/document_file.h"
#include "solver/stepper.h"
#include "tests/places.h"
#include "tests/sweep/subjects.h"

namespace limber {

namespace fs = std::filesystem;

std::vector<Subject> drawing_subjects() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(data_folder()) / "drawings"))
    if (entry.path().extension() == ".limber") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const Result<Document> fresh = empty_document();
  std::vector<Subject> subjects;
  for (const fs::path& file : files) {
    const Result<FileText> text = read_file(file);
    if (!fresh || !text) continue;
    const Result<Document> document = from_json(text->bytes, *fresh);
    if (!document) continue;
    World world = document->world;
    bool timed = world.forces().size() > 0;
    world.constraints().each([&](ConstraintId, const Constraint& constraint) {
      timed = timed || constraint.compliance > 0 || constraint.kind->preference;
    });
    // What contradicts itself goes to its compromise first: where it was drawn it never is again.
    if (file.filename().string().starts_with("impossible")) {
      timed = true;
      Stepper stepper;
      stepper.settle(world);
    }
    subjects.push_back({.name = "drawing " + file.stem().string(),
                        .make = [world](Random&) { return world; },
                        .timed = timed,
                        .mode = {}});
  }
  return subjects;
}

}  // namespace limber
