#include "app/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/cli/arguments.h"
#include "codegen/explain.h"

namespace limber::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto redraw_every = std::chrono::milliseconds(100);
constexpr auto line_every = std::chrono::seconds(5);

void write(std::string_view text) {
  // Nobody is left to be told when standard error itself fails.
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

// A name of a file can be as long as the file: nobody reads more of it than this.
constexpr std::size_t longest_sentence = 1000;
void clip(std::string& text) {
  if (text.size() <= longest_sentence) return;
  text.resize(longest_sentence);
  text += "...";
}
void clip(Error& error) {
  clip(error.message);
  clip(error.suggestion);
}

}  // namespace

void Console::say(std::string_view label, const char* colour_code, std::string_view text) {
  clear_progress();
  std::string shown = safe(text);
  clip(shown);
  if (label.empty())
    write(fmt::format("limber: {}\n", shown));
  else if (colour)
    write(fmt::format("limber: \x1b[{}m{}:\x1b[0m {}\n", colour_code, label, shown));
  else
    write(fmt::format("limber: {}: {}\n", label, shown));
}

void Console::note(std::string_view text) {
  if (!quiet) say("", "", text);
}

void Console::detail(std::string_view text) {
  if (verbose && !quiet) say("", "", text);
}

void Console::warn(std::string_view text) {
  ++warnings_;
  if (!quiet) say("warning", "33", text);
}

void Console::fail(std::string_view text, std::string_view suggestion) {
  say("error", "31", text);
  std::string shown = safe(suggestion);
  clip(shown);
  if (!shown.empty()) write(fmt::format("  {}\n", shown));
}

void Console::fail(const Error& error, std::string_view file, std::string_view text) {
  clear_progress();
  Error told = error;
  clip(told);
  for (Error& other : told.others) clip(other);
  write(explain(told, text, file));
}

void Console::progress(std::string_view what, double done, double total) {
  if (quiet || (!terminal && !verbose)) return;
  const Clock::time_point now = Clock::now();
  if (begun_ == Clock::time_point()) begun_ = last_ = now;
  if (now - last_ < (terminal ? Clock::duration(redraw_every) : Clock::duration(line_every)))
    return;
  last_ = now;
  const double part = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  std::string line = fmt::format("{} {:.0f} of {:.0f}, {:.0f} %", what, done, total, 100 * part);
  if (part > 0.01) line += fmt::format(", {:.0f} s left", seconds * (1 - part) / part);
  if (!terminal) return write(fmt::format("limber: {}\n", safe(line)));
  line = safe(line);
  const std::size_t shown = line.size();
  if (shown < shown_) line.append(shown_ - shown, ' ');
  shown_ = shown;
  write('\r' + line);
  std::fflush(stderr);
}

void Console::clear_progress() {
  if (shown_ == 0) return;
  write('\r' + std::string(shown_, ' ') + '\r');
  shown_ = 0;
}

Console console_of(const Arguments& arguments) {
  Console out;
  out.quiet = arguments.has("--quiet");
  out.verbose = arguments.has("--verbose");
  out.terminal = isatty(STDERR_FILENO) == 1;
  const std::string colour = arguments.text("--color");
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = !term || std::string_view(term) == "dumb" || (no_color && *no_color);
  out.colour = colour == "always" || (colour == "auto" && out.terminal && !dumb);
  return out;
}

}  // namespace limber::cli
