#include "app/cli/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>

#include "app/cli/help.h"
#include "app/cli/work.h"

namespace limber::cli {
namespace {

int print(std::string_view text) {
  const bool good =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!good)
    Console().fail(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  return good ? status_done : status_failed;
}

// An input is never written over unless --in-place says so, nor one output by another.
std::optional<Error> objection_to_outputs(const Arguments& arguments) {
  const bool in_place = find_option(arguments.command(), "--in-place");
  std::vector<std::pair<std::string, std::string>> taken;  // a file, and what it is
  for (const std::string& operand : arguments.operands()) taken.emplace_back(operand, "the input");
  for (const Option& option : arguments.command().options) {
    if (option.takes != Takes::output || !arguments.has(option.name)) continue;
    const std::string file = arguments.text(option.name);
    for (const auto& [other, what] : taken) {
      std::error_code ignored;
      if (file == "-" || (file != other && !std::filesystem::equivalent(file, other, ignored)))
        continue;
      return Error{fmt::format("{} {}: this is {}", option.name, file, what),
                   0,
                   0,
                   1,
                   in_place ? "it is written over only with --in-place"
                            : "give the result a name of its own",
                   {}};
    }
    taken.emplace_back(file, fmt::format("also what {} writes", option.name));
  }
  return {};
}

// A stream that was closed before we began must not become the next file we open: in its place
// comes one on which every reading or writing fails.
void keep_streams_apart() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int help(Work& work) {
  const bool as_man = work.arguments.has("--man");
  if (work.arguments.operands().empty())
    return work.status = print(as_man ? man_page() : overview());
  const Command* command = find_command(work.arguments.operand());
  if (!command)
    return work.fail(status_usage,
                     fmt::format("there is no command '{}'", work.arguments.operand()),
                     suggest_command(work.arguments.operand()));
  return work.status = print(as_man ? man_page_of(*command) : help_of(*command));
}

int print_completions(Work& work) {
  return work.status = print(completions(work.arguments.operand()));
}

struct Entry {
  std::string_view name;
  int (*run)(Work&);
};
constexpr Entry entries[] = {
    {"render", render},
    {"simulate", simulate},
    {"pull", pull},
    {"edit", edit},
    {"replay", replay},
    {"check", check},
    {"curve", curve},
    {"convert", convert},
    {"import", import},
    {"fmt", format},
    {"actions", actions},
    {"info", info},
    {"bench", bench},
    {"help", help},
    {"completions", print_completions},
};

int run_command(const Arguments& arguments) {
  listen_for_interrupts();
  Work work{arguments, console_of(arguments), limits_of(arguments)};
  if (const Result<bool> confined = confine(work.limits); !confined)
    return work.fail(status_failed, confined.error());
  for (const Entry& entry : entries)
    if (entry.name == arguments.command().name) entry.run(work);
  if (work.status == status_done && work.console.warnings() > 0 && arguments.has("--werror"))
    work.fail(status_failed, "there were warnings, and --werror counts them as failures");
  return work.status;
}

}  // namespace

int run(std::span<const std::string> words,
        const std::function<int(const Arguments&)>& open_window) {
  keep_streams_apart();
  const Result<Arguments> arguments = read_arguments(words);
  if (!arguments) {
    Console().fail(arguments.error().message, arguments.error().suggestion);
    return status_usage;
  }
  if (arguments->has("--help")) {
    const bool overall = words[0].starts_with('-');
    return print(overall ? overview() : help_of(arguments->command()));
  }
  if (const std::optional<Error> wrong = objection_to_outputs(*arguments)) {
    Console().fail(wrong->message, wrong->suggestion);
    return status_usage;
  }
  if (arguments->command().name == "open") return open_window(*arguments);
  try {
    return run_command(*arguments);
  } catch (const std::bad_alloc&) {  // the standard library's own; we throw nothing
    Console().fail("there is not enough memory");
    return status_limit;
  }
}

}  // namespace limber::cli
