#include "app/cli/run.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "app/cli/help.h"
#include "app/cli/work.h"

namespace limber::cli {
namespace {

int print(std::string_view text) {
  const bool good =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return good ? status_done : status_failed;
}

int help(Work& work) {
  const bool as_man = work.arguments.has("--man");
  if (work.arguments.operands().empty()) return print(as_man ? man_page() : overview());
  const Command* command = find_command(work.arguments.operand());
  if (!command)
    return work.fail(status_usage,
                     fmt::format("there is no command '{}'", work.arguments.operand()),
                     "limber help lists them");
  return print(as_man ? man_page_of(*command) : help_of(*command));
}

int print_completions(Work& work) { return print(completions(work.arguments.operand())); }

struct Entry {
  std::string_view name;
  int (*run)(Work&);
};
constexpr Entry entries[] = {
    {"render", render},
    {"simulate", simulate},
    {"pull", pull},
    {"replay", replay},
    {"check", check},
    {"curve", curve},
    {"convert", convert},
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
  const Result<Arguments> arguments = read_arguments(words);
  if (!arguments) {
    Console().fail(arguments.error().message, arguments.error().suggestion);
    return status_usage;
  }
  if (arguments->has("--help")) {
    const bool overall = words[0].starts_with('-');
    return print(overall ? overview() : help_of(arguments->command()));
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
