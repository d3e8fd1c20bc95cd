// Every example does what the mathematics says of it, for as long as it is watched: 2 s here, ten
// with LIMBER_EXAMPLE_SECONDS=10.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "tests/example.h"
#include "tests/places.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

std::vector<ExampleLaw> all_laws() {
  std::vector<ExampleLaw> laws;
  for (const auto some : {linkage_laws(), machine_laws(), mass_laws(), plaything_laws()})
    laws.insert(laws.end(), some.begin(), some.end());
  return laws;
}

std::set<std::string> examples() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(data_folder()) / "drawings"))
    if (entry.path().extension() == ".limber") names.insert(entry.path().stem().string());
  return names;
}

}  // namespace

TEST_CASE("there are at least 24 examples, and each has a law of its own") {
  CHECK(examples().size() >= 24);
  std::set<std::string> with_law;
  for (const ExampleLaw& law : all_laws()) CHECK_MESSAGE(with_law.insert(law.drawing).second, law.drawing);
  CHECK(with_law == examples());
}

TEST_CASE("every example says what to try") {
  for (const std::string& name : examples()) {
    CAPTURE(name);
    CHECK(Example(name).document().try_this->size() >= 2);
  }
}

TEST_CASE("every example moves as the mathematics says, and keeps its constraints") {
  for (const ExampleLaw& law : all_laws()) {
    CAPTURE(law.drawing);
    Example example(law.drawing);
    law.check(example);
  }
}
