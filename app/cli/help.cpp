#include "app/cli/help.h"

#include <fmt/format.h>

namespace limber::cli {

std::string spelled(const Option& option) {
  std::string out =
      option.letter ? fmt::format("-{}, {}", option.letter, option.name) : std::string(option.name);
  if (option.takes != Takes::nothing) out += fmt::format(" {}", option.value);
  return out;
}

std::string help_line(const Option& option) {
  std::string out(option.help);
  if (!option.fallback.empty()) out += fmt::format(" (default: {})", option.fallback);
  if (option.repeats) out += "; may be repeated";
  return out;
}

namespace {

constexpr std::size_t text_width = 100;

// Words of `text` in lines of at most text_width, each starting at `indent`; the first continues a
// line that already has `used` characters.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t used) {
  std::string out;
  if (used < indent) out.append(indent - used, ' ');
  std::size_t column = std::max(used, indent);
  bool first = true;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (!first && column + 1 + word.size() > text_width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) out += ' ', ++column;
    out += word;
    column += word.size();
    first = false;
  }
  return out + '\n';
}

std::string listed(std::string_view title, std::span<const Option> options) {
  if (options.empty()) return {};
  std::string out = fmt::format("\n{}:\n", title);
  for (const Option& option : options) {
    const std::string left = "  " + spelled(option);
    out += left;
    if (left.size() > 30) out += '\n';
    out += wrapped(help_line(option), 32, left.size() > 30 ? 0 : left.size());
  }
  return out;
}

}  // namespace

std::string synopsis(const Command& command) {
  std::string out = fmt::format("limber {}", command.name);
  if (!command.options.empty()) out += " [OPTIONS]";
  for (const Operand& operand : command.operands) {
    const std::string dots = operand.at_most > 1 ? "..." : "";
    out += operand.at_least == 0 ? fmt::format(" [{}{}]", operand.name, dots)
                                 : fmt::format(" {}{}", operand.name, dots);
  }
  return out;
}

std::string overview() {
  std::string out =
      "limber: draw curves that can be pulled, and mechanisms made of them\n\n"
      "  limber [FILE]                 opens the window\n"
      "  limber COMMAND ...            does one thing without a window\n\nCommands:\n";
  for (const Command& command : commands())
    out += fmt::format("  {:<14}", command.name) + wrapped(command.summary, 16, 16);
  out +=
      "\nlimber help COMMAND explains one of them; limber --version says which Limber this is.\n"
      "Data goes to standard output, everything said to people to standard error.\n";
  return out;
}

std::string help_of(const Command& command) {
  std::string out = fmt::format("{}\n\n", synopsis(command));
  out += wrapped(fmt::format("{}.", command.summary), 0, 0);
  if (!command.description.empty()) out += '\n' + wrapped(command.description, 0, 0);
  if (!command.operands.empty()) out += '\n';
  for (const Operand& operand : command.operands) {
    const std::string left = fmt::format("  {}", operand.name);
    out += left + wrapped(operand.help, 32, left.size());
  }
  out += listed("Options", command.options);
  if (command.reads_documents) out += listed("Limits", document_options());
  out += listed("Always", common_options());
  if (!command.examples.empty()) out += "\nFor example:\n";
  for (const std::string_view example : command.examples)
    out += fmt::format("  limber {}\n", example);
  return out;
}

}  // namespace limber::cli
