// What is said to people: on standard error, never mixed with data.
//
// Laws: nothing of a document, script or command line disturbs the terminal (safe(), explain.h);
// one redrawn line of progress only where stderr is a terminal; colour only where it is wanted.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "codegen/result.h"

namespace limber::cli {

class Console {
 public:
  bool quiet = false, verbose = false, colour = false, terminal = false;

  void note(std::string_view text);    // unless quiet
  void detail(std::string_view text);  // only when verbose
  void warn(std::string_view text);    // unless quiet; counted either way
  void fail(std::string_view text, std::string_view suggestion = {});
  // All mistakes of a text, each with its place and a caret (explain.h).
  // out.
  void fail(const Error& error, std::string_view file, std::string_view text);

  int warnings() const { return warnings_; }

  // The redrawn line. Called as often as one likes; it looks at the clock by itself.
  void progress(std::string_view what, double done, double total);
  void clear_progress();

 private:
  void say(std::string_view label, const char* colour_code, std::string_view text);

  int warnings_ = 0;
  std::size_t shown_ = 0;  // characters of the progress line now on the terminal
  std::chrono::steady_clock::time_point begun_{}, last_{};
};

// From the options every command has, and the environment: NO_COLOR, TERM.
class Arguments;
Console console_of(const Arguments& arguments);

}  // namespace limber::cli
