#include "app/cli/console.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <random>

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
  CHECK(escaped("plain größe θ") == "plain größe θ");
  CHECK(escaped("\x1b[2Jgone\x07") == "\\x1b[2Jgone\\x07");
  CHECK(escaped("a\u202eb\u2066c\ufeff") == "a\\u202eb\\u2066c\\ufeff");
  CHECK(escaped("\xc2\x9b") == "\\x9b");  // the one-character form of ESC [
  CHECK(escaped("\xff\xc0\x80\xed\xa0\x80") == "\\xff\\xc0\\x80\\xed\\xa0\\x80");
  CHECK(escaped("line\nbreak\ttab") == "line\\x0abreak\\x09tab");
}

TEST_CASE("any bytes become printable UTF-8") {
  std::mt19937 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text;
    for (unsigned i = random() % 30; i > 0; --i) text += static_cast<char>(random());
    const std::string out = escaped(text);
    for (const char c : out) CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    CHECK(escaped(out) == out);
  }
}

TEST_CASE("a mistake is shown with its place, its line and a caret under the very character") {
  Error error{"'grap' is nothing a script can do", 2, 4, 4, "did you mean grab?", {}};
  error.others.push_back({"and another", 1, 1, 1, "", {}});
  Console console;
  const std::string text = told([&] { console.fail(error, "drag.pull", "play\n@1 grap a\n"); });
  CHECK(text ==
        "drag.pull:2:4: 'grap' is nothing a script can do\n"
        "  @1 grap a\n"
        "     ^^^^\n"
        "  did you mean grab?\n"
        "drag.pull:1:1: and another\n"
        "  play\n"
        "  ^\n");
}

TEST_CASE("the caret stands right after Greek letters and after escaped ones") {
  Console console;
  CHECK(told([&] {
          console.fail({"what", 1, 3, 1, "", {}}, "f", "θθx");
        }) == "f:1:3: what\n  θθx\n    ^\n");
  CHECK(told([&] {
          console.fail({"what", 1, 2, 1, "", {}}, "f", "\x1bx");
        }) == "f:1:2: what\n  \\x1bx\n      ^\n");
  CHECK(told([&] { console.fail({"what", 1, 9, 1, "", {}}, "f", "ab"); }) == "f:1:9: what\n");
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
