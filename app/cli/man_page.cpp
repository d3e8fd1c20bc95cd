// The manual page, in the macros of man(7).
#include "app/cli/help.h"

#include <fmt/format.h>

namespace limber::cli {

namespace {

// A line of text for troff: backslashes and hyphens are ours, and no line begins with a request.
std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && out.empty())
      out += fmt::format("\\&{}", c);
    else
      out += c;
  }
  return out;
}

std::string man_options(std::span<const Option> options) {
  std::string out;
  for (const Option& option : options)
    out += fmt::format(".TP\n.B {}\n{}.\n", troff(spelled(option)), troff(help_line(option)));
  return out;
}

std::string man_statuses() {
  std::string out = ".SH EXIT STATUS\n";
  for (const StatusMeaning& one : status_meanings())
    out += fmt::format(".TP\n.B {}\n{}.\n", static_cast<int>(one.status), troff(one.meaning));
  return out;
}

std::string man_examples(const Command& command) {
  std::string out;
  for (const std::string_view example : command.examples)
    out += fmt::format("limber {}\n.br\n", troff(example));
  return out;
}

}  // namespace

std::string man_page_of(const Command& command) {
  std::string out =
      fmt::format(".TH LIMBER\\-{} 1 \"\" \"Limber\" \"User Commands\"\n", troff(command.name));
  out += fmt::format(".SH NAME\nlimber\\-{} \\- {}\n", troff(command.name), troff(command.summary));
  out += fmt::format(".SH SYNOPSIS\n.B {}\n", troff(synopsis(command)));
  out += fmt::format(".SH DESCRIPTION\n{}\n", troff(command.description));
  for (const Operand& operand : command.operands)
    out += fmt::format(".TP\n.I {}\n{}.\n", troff(operand.name), troff(operand.help));
  out += ".SH OPTIONS\n" + man_options(command.options);
  if (command.reads_documents) out += man_options(document_options());
  out += man_options(common_options()) + man_statuses();
  if (!command.examples.empty()) out += ".SH EXAMPLES\n" + man_examples(command);
  return out;
}

std::string man_page() {
  std::string out =
      ".TH LIMBER 1 \"\" \"Limber\" \"User Commands\"\n"
      ".SH NAME\nlimber \\- draw curves that can be pulled, and mechanisms made of them\n"
      ".SH SYNOPSIS\n.B limber\n.RI [ FILE ]\n.br\n.B limber\n.I COMMAND\n.RI [ OPTIONS ]\n"
      ".SH DESCRIPTION\nWithout a command the window opens. Data goes to standard output, "
      "everything "
      "said to people to standard error; a file named \\- is a stream.\n.SH COMMANDS\n";
  for (const Command& command : commands()) {
    out += fmt::format(".SS {}\n{}.\n{}\n", troff(synopsis(command)), troff(command.summary),
                       troff(command.description));
    out += man_options(command.options);
  }
  out += ".SH LIMITS\nFor commands that read documents.\n" + man_options(document_options());
  out += ".SH COMMON OPTIONS\n" + man_options(common_options()) + man_statuses() + ".SH EXAMPLES\n";
  for (const Command& command : commands()) out += man_examples(command);
  return out;
}

}  // namespace limber::cli
