// Runs the real program, as a shell would, and keeps what it said.
#pragma once

#include <string>
#include <vector>

#include "tests/places.h"

namespace limber {

struct Ran {
  int status = 0;  // 128 + the signal when one ended it
  std::string out, err;
};

// Starts it, and sends the signal as soon as it listens for it.
Ran interrupt_limber(const std::vector<std::string>& words, int signal);

// The folder is created if need be; paths in the words are relative to it. The environment, as
// "NAME=value", comes before this process's own.
Ran run_limber(const std::vector<std::string>& words, const std::string& input = {},
               const std::string& folder = {}, const std::vector<std::string>& environment = {});

// Programs of others, which read what we wrote. One that is not installed is told of.
// With LIMBER_TEST_ALL (./test --all) what is missing is a failure.
bool has_program(const std::string& name);
void missing(const std::string& what);
// What takes large programs, or minutes: only then. Tells of it otherwise.
bool long_tests();
// What Chromium shows of a page, as a PNG of so many pixels, `zoom` of them to each of the page's.
std::string shown_by_chromium(const std::string& page, int width, int height, int zoom = 1);
Ran run_program(const std::string& program, const std::vector<std::string>& words,
                const std::string& input = {});

std::string scratch_folder();                   // one of this process's own, removed at its end
std::string contents(const std::string& file);  // of a file that must be there
void write_contents(const std::string& file, const std::string& text);

}  // namespace limber
