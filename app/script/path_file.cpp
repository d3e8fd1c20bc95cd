#include "app/script/path_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

#include "app/document/quantity.h"

namespace limber {
namespace {

constexpr std::size_t most_bytes = 64u << 20;
constexpr std::size_t most_places = 1'000'000;

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = line.find_first_of(",;\t");
    std::string_view cell = line.substr(0, comma);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ') || cell.ends_with('\r')) cell.remove_suffix(1);
    out.push_back(cell);
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

std::size_t column_named(const std::vector<std::string_view>& heading, char letter) {
  for (std::size_t i = 0; i < heading.size(); ++i)
    if (heading[i].ends_with(letter)) return i;
  return heading.size();
}

// A file below the folder, and nothing else: no "..", no absolute name, no link, no device.
Result<std::string> read_below(const std::filesystem::path& folder, const std::string& name) {
  const auto failed = [&](std::string_view why) {
    return Error{fmt::format("the path file '{}' cannot be read: {}", name, why), 0, 0, 1,
                 "it must lie in the folder of the script, or below it",          {}};
  };
  const int root = ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return failed(std::strerror(errno));
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  const long opened = ::syscall(SYS_openat2, root, name.c_str(), &how, sizeof how);
  const int why = errno;
  ::close(root);
  if (opened < 0) return failed(std::strerror(why));
  const int file = static_cast<int>(opened);
  struct stat status{};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    return failed("it is not a file");
  }
  std::string text;
  char buffer[65536];
  ssize_t got = 0;
  while ((got = ::read(file, buffer, sizeof buffer)) > 0 && text.size() <= most_bytes)
    text.append(buffer, static_cast<std::size_t>(got));
  ::close(file);
  if (got < 0) return failed("reading it failed");
  if (text.size() > most_bytes) return failed("it is larger than 64 MiB");
  return text;
}

}  // namespace

Result<std::vector<Point>> parse_path(std::string_view text) {
  std::vector<Point> out;
  std::size_t x = 0, y = 1;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::vector<std::string_view> cells = cells_of(line);
    if (cells.size() == 1 && (cells[0].empty() || cells[0].starts_with('#'))) continue;
    const auto number_in = [&](std::size_t column) {
      return column < cells.size() ? read_quantity(cells[column], Dimension::length) : std::nullopt;
    };
    const std::optional<double> px = number_in(x), py = number_in(y);
    if (!px || !py) {
      const bool is_heading = out.empty() && !number_in(0);
      x = column_named(cells, 'x');
      y = column_named(cells, 'y');
      if (is_heading && x < cells.size() && y < cells.size()) continue;
      return Error{"a line of a path is two numbers, x and y", number, 1, 1, {}, {}};
    }
    out.emplace_back(*px, *py);
    if (out.size() > most_places)
      return Error{"a path has at most 1000000 places", number, 1, 1, {}, {}};
  }
  if (out.empty()) return Error{"a path needs at least one place", 0, 0, 1, {}, {}};
  return out;
}

Result<Script> read_paths(Script script, const std::filesystem::path& folder) {
  for (Line& line : script.lines) {
    auto* move = std::get_if<line::Move>(&line.action);
    if (!move || move->file.empty()) continue;
    Result<std::string> text = read_below(folder, move->file);
    if (!text) return Error{text.error().message, line.number, 1, 1, text.error().suggestion, {}};
    Result<std::vector<Point>> places = parse_path(*text);
    if (!places)
      return Error{
          fmt::format("{}, line {}: {}", move->file, places.error().line, places.error().message),
          line.number,
          1,
          1,
          {},
          {}};
    move->through = std::move(*places);
    move->file.clear();
  }
  return script;
}

}  // namespace limber
