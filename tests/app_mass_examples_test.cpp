// The examples with mass, tick by tick.
#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/document_file.h"
#include "solver/stepper.h"
#include "tests/allocations.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;

TEST_CASE("nothing is allocated in a tick of an example with mass once it runs") {
  for (const std::string name : {"pendulum", "double-pendulum", "triple-pendulum", "bead-on-wire", "slider-crank-torque",
                                 "damped-spring", "chain-between-towers", "elastic-ellipse", "tinkertoys"}) {
    CAPTURE(name);
    const Result<FileText> file = read_file(std::filesystem::path(data_folder()) / "drawings" / (name + ".limber"));
    REQUIRE(file);
    const Result<Document> document = from_json(file->bytes, fresh_document());
    REQUIRE(document);
    World world = document->world;
    REQUIRE(world.physics.on);
    world.wake();
    Stepper stepper;
    for (int k = 0; k < 60; ++k) stepper.step(world, tick, Run::play);
    const long counted = allocations();
    for (int k = 0; k < 120; ++k) stepper.step(world, tick, Run::play);
    CHECK(allocations() == counted);
  }
}
