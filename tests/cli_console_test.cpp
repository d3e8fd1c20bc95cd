#include "app/cli/console.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <random>

#include "codegen/explain.h"

using namespace limber;
using namespace limber::cli;

namespace {

// What `say` writes to standard error.
template <class Say>
std::string told(Say say) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file);
  std::fflush(stderr);
  const int before = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  say();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  std::string out(static_cast<std::size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
  REQUIRE(pread(fileno(file), out.data(), out.size(), 0) == static_cast<ssize_t>(out.size()));
  std::fclose(file);
  return out;
}

}  // namespace

TEST_CASE("nothing that moves a cursor or turns text round gets through") {
  CHECK(safe("plain größe θ") == "plain größe θ");
  CHECK(safe("\x1b[2Jgone\x07") == "?[2Jgone?");
  CHECK(safe("a\u202eb\u2066c\ufeff\u061c") == "a?b?c??");
  CHECK(safe("\xc2\x9b") == "?");  // the one-character form of ESC [
  for (const char* broken :
       {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80"})
    CHECK(safe(broken).find_first_not_of('?') == std::string::npos);
}

TEST_CASE("any bytes become printable text") {
  std::mt19937 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text;
    for (unsigned i = random() % 30; i > 0; --i) text += static_cast<char>(random());
    const std::string out = safe(text);
    for (const char c : out) CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    CHECK(safe(out) == out);
  }
}

TEST_CASE("all mistakes are told, each with its place") {
  Error error{"'grap' is nothing a script can do", 2, 4, 4, "did you mean grab?", {}};
  error.others.push_back({"and another", 1, 1, 1, "", {}});
  Console console;
  const std::string text = told([&] { console.fail(error, "drag.pull", "play\n@1 grap a\n"); });
  CHECK(text ==
        "drag.pull:2:4: 'grap' is nothing a script can do\n"
        "  @1 grap a\n"
        "     ^^^^   did you mean grab?\n"
        "drag.pull:1:1: and another\n"
        "  play\n"
        "  ^\n");
}

// Names of a drawing, and files, stand in these sentences.
TEST_CASE("no sentence brings control characters to the terminal, whatever it is about") {
  const std::string bad = "a\x1b[31m\x07\xc2\x9b\u202eb", good = "a?[31m???b";
  Console console;
  console.verbose = true;
  CHECK(told([&] { console.note(bad); }) == "limber: " + good + "\n");
  CHECK(told([&] { console.detail(bad); }) == "limber: " + good + "\n");
  CHECK(told([&] { console.warn(bad); }) == "limber: warning: " + good + "\n");
  CHECK(told([&] { console.fail(bad, bad); }) == "limber: error: " + good + "\n  " + good + "\n");
  console.colour = true;
  CHECK(told([&] { console.warn(bad); }) == "limber: \x1b[33mwarning:\x1b[0m " + good + "\n");
}

TEST_CASE("quiet silences notes and warnings, not errors; warnings are counted all the same") {
  Console console;
  console.quiet = true;
  CHECK(told([&] {
          console.note("a");
          console.warn("b");
          console.progress("c", 1, 2);
        }).empty());
  CHECK(console.warnings() == 1);
  CHECK(told([&] { console.fail("d", "e"); }) == "limber: error: d\n  e\n");
}

TEST_CASE("progress is not printed where stderr is no terminal") {
  Console console;
  CHECK(told([&] {
          for (int i = 0; i < 1000; ++i) console.progress("frame", i, 1000);
        }).empty());
}
