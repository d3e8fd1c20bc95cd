#include "app/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "app/cli/arguments.h"

namespace limber::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto redraw_every = std::chrono::milliseconds(100);
constexpr auto line_every = std::chrono::seconds(5);
constexpr std::size_t widest_excerpt = 160;  // characters of a line shown above its caret

void write(std::string_view text) {
  // Nobody is left to be told when standard error itself fails.
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

// The code point at the front of the text and how many bytes it takes; 0 bytes when it is broken.
std::pair<std::uint32_t, std::size_t> decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (size == 0 || lead > 0xf4 || text.size() < size) return {0, 0};
  std::uint32_t code = lead & (0xff >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    code = code << 6 | (byte(i) & 0x3f);
  }
  const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {0, 0};
  return {code, size};
}

bool is_deceptive(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
         (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

std::string_view line_of(std::string_view text, int number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

// Bytes before the n-th character (from 0).
std::size_t offset_of(std::string_view text, std::size_t n) {
  std::size_t i = 0;
  while (i < text.size() && n > 0)
    if ((text[++i] & 0xc0) != 0x80 || i == text.size()) --n;
  return i;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto [code, size] = decode(text);
    if (size == 0) {
      out += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(text[0]));
    } else if (is_deceptive(code)) {
      out += code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

void Console::say(std::string_view label, const char* colour_code, std::string_view text) {
  clear_progress();
  const std::string shown = escaped(text);
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
  if (!suggestion.empty()) write(fmt::format("  {}\n", escaped(suggestion)));
}

void Console::one_mistake(const Error& error, std::string_view file, std::string_view text) {
  const std::string place = error.line > 0
                                ? fmt::format("{}:{}:{}", escaped(file), error.line, error.column)
                                : escaped(file);
  const std::string sentence = escaped(error.message);
  write(colour ? fmt::format("\x1b[1m{}:\x1b[0m {}\n", place, sentence)
               : fmt::format("{}: {}\n", place, sentence));

  // The line as the program sees it; the caret stands under what is shown, escapes included.
  const std::string_view line = error.line > 0 ? line_of(text, error.line) : std::string_view();
  const std::size_t column = static_cast<std::size_t>(std::max(error.column, 1)) - 1;
  if (!line.empty() && column <= line.size() && column < widest_excerpt) {
    const std::string_view excerpt = line.substr(0, offset_of(line, widest_excerpt));
    const std::size_t at = offset_of(excerpt, column);
    const std::size_t to =
        at + offset_of(excerpt.substr(at), static_cast<std::size_t>(std::max(error.length, 1)));
    const auto width = [](std::string_view part) {
      const std::string shown = escaped(part);
      return static_cast<std::size_t>(
          std::count_if(shown.begin(), shown.end(), [](char c) { return (c & 0xc0) != 0x80; }));
    };
    write(fmt::format(
        "  {}\n  {}{}\n", escaped(excerpt), std::string(width(excerpt.substr(0, at)), ' '),
        std::string(std::max<std::size_t>(width(excerpt.substr(at, to - at)), 1), '^')));
  }
  if (!error.suggestion.empty()) write(fmt::format("  {}\n", escaped(error.suggestion)));
}

void Console::fail(const Error& error, std::string_view file, std::string_view text) {
  clear_progress();
  one_mistake(error, file, text);
  for (const Error& other : error.others) one_mistake(other, file, text);
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
  if (!terminal) return write(fmt::format("limber: {}\n", escaped(line)));
  line = escaped(line);
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
