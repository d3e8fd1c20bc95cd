// Completion scripts: each offers the commands, then the options of the command at hand, then what
// an option or operand takes (words of a choice, files).
#include "app/cli/help.h"

#include <fmt/format.h>

namespace limber::cli {
namespace {

// What the shell should offer for a value: words, files with a suffix, or any file.
std::string_view suffix_of(Takes takes) {
  switch (takes) {
    case Takes::document:
      return "limber";
    case Takes::script:
      return "pull";
    case Takes::formula:
      return "curve";
    default:
      return "";
  }
}

bool is_file(Takes takes) {
  return !suffix_of(takes).empty() || takes == Takes::output || takes == Takes::foreign;
}

std::string all_words(const Command& command) {
  std::string out;
  for (std::span<const Option> options :
       {command.options, common_options(),
        command.reads_documents ? document_options() : std::span<const Option>()})
    for (const Option& option : options) {
      out += fmt::format("{}{}", out.empty() ? "" : " ", option.name);
      if (option.letter) out += fmt::format(" -{}", option.letter);
    }
  return out;
}

std::string words_of(std::string_view choice) {
  std::string out(choice);
  for (char& c : out)
    if (c == '|') c = ' ';
  return out;
}

template <class Do>
void each_option(const Command& command, Do what) {
  for (const Option& option : command.options) what(option);
  if (command.reads_documents)
    for (const Option& option : document_options()) what(option);
  for (const Option& option : common_options()) what(option);
}

std::string bash() {
  std::string names, cases;
  for (const Command& command : commands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
    cases += fmt::format("    {})\n      case $previous in\n", command.name);
    each_option(command, [&](const Option& option) {
      const std::string letter = option.letter ? fmt::format("|-{}", option.letter) : "";
      if (option.takes == Takes::choice)
        cases +=
            fmt::format("        {}{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                        option.name, letter, words_of(option.value));
      else if (is_file(option.takes))
        cases += fmt::format("        {}{}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
                             option.name, letter);
      else if (option.takes != Takes::nothing)
        cases += fmt::format("        {}{}) return ;;\n", option.name, letter);
    });
    cases += fmt::format("      esac\n      words='{}'\n", all_words(command));
    for (const Operand& operand : command.operands) {
      if (operand.takes == Takes::choice)
        cases += fmt::format("      operands='{}'\n", words_of(operand.name));
      if (operand.takes == Takes::text) cases += "      operands=$commands\n";
      if (is_file(operand.takes))
        cases += fmt::format("      suffixes+=' {}'\n", suffix_of(operand.takes));
    }
    cases += "      ;;\n";
  }
  return fmt::format(R"(# bash completion for limber; made by: limber completions bash
_limber() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words='' operands='' suffixes='' suffix
  local commands='{0}'
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$commands" -- "$word") $(compgen -f -X '!*.limber' -- "$word") $(compgen -d -S / -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{1}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  COMPREPLY=($(compgen -W "$operands" -- "$word"))
  for suffix in $suffixes; do COMPREPLY+=($(compgen -f -X "!*.$suffix" -- "$word")); done
  if [[ $suffixes ]]; then COMPREPLY+=($(compgen -d -S / -- "$word")); fi
}}
complete -o filenames -F _limber limber
)",
                     names, cases);
}

// Text inside single quotes of a shell.
std::string quoted(std::string_view text, std::string_view special = {}) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (special.find(c) != std::string_view::npos)
      out += fmt::format("\\{}", c);
    else
      out += c;
  }
  return out;
}

std::string zsh() {
  std::string list, cases;
  for (const Command& command : commands()) {
    list += fmt::format("    '{}:{}'\n", command.name, quoted(command.summary, ":"));
    cases += fmt::format("    {})\n      _arguments -S", command.name);
    each_option(command, [&](const Option& option) {
      std::string action;
      if (option.takes == Takes::choice)
        action = fmt::format(":{}:({})", "value", words_of(option.value));
      else if (is_file(option.takes))
        action = ":file:_files";
      else if (option.takes != Takes::nothing)
        action = ":value:";
      const std::string help = quoted(option.help, "[]:");
      const std::string star = option.repeats ? "*" : "";
      cases += fmt::format(" \\\n        '{}{}{}[{}]{}'", star, option.name,
                           option.takes == Takes::nothing ? "" : "=", help, action);
      if (option.letter)
        cases += fmt::format(" \\\n        '{}-{}{}[{}]{}'", star, option.letter,
                             option.takes == Takes::nothing ? "" : "+", help, action);
    });
    int place = 1;
    for (const Operand& operand : command.operands) {
      const std::string where = operand.at_most > 1 ? "*" : std::to_string(place++);
      if (operand.takes == Takes::choice)
        cases += fmt::format(" \\\n        '{}:word:({})'", where, words_of(operand.name));
      else if (operand.takes == Takes::text)
        cases += fmt::format(" \\\n        '{}:command:_limber_commands'", where);
      else
        cases += fmt::format(" \\\n        '{}:file:_files -g \"*.{}\"'", where,
                             suffix_of(operand.takes));
    }
    cases += "\n      ;;\n";
  }
  return fmt::format(R"(#compdef limber
# zsh completion for limber; made by: limber completions zsh
_limber_commands() {{
  local -a commands
  commands=(
{0}  )
  _describe command commands
}}
_limber() {{
  if ((CURRENT == 2)); then
    _limber_commands
    _files -g '*.limber'
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{1}  esac
}}
_limber "$@"
)",
                     list, cases);
}

std::string fish() {
  std::string out = "# fish completion for limber; made by: limber completions fish\n";
  std::string names;
  for (const Command& command : commands())
    names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
  out += fmt::format("set -l limber_commands {}\n", names);
  for (const Command& command : commands()) {
    out += fmt::format(
        "complete -c limber -n \"not __fish_seen_subcommand_from $limber_commands\" -a {} -d "
        "'{}'\n",
        command.name, quoted(command.summary));
    each_option(command, [&](const Option& option) {
      out += fmt::format("complete -c limber -n '__fish_seen_subcommand_from {}' -l {}",
                         command.name, option.name.substr(2));
      if (option.letter) out += fmt::format(" -s {}", option.letter);
      if (option.takes == Takes::choice)
        out += fmt::format(" -x -a '{}'", words_of(option.value));
      else if (is_file(option.takes))
        out += " -r -F";
      else if (option.takes != Takes::nothing)
        out += " -x";
      out += fmt::format(" -d '{}'\n", quoted(option.help));
    });
    for (const Operand& operand : command.operands)
      if (operand.takes == Takes::choice)
        out += fmt::format("complete -c limber -n '__fish_seen_subcommand_from {}' -f -a '{}'\n",
                           command.name, words_of(operand.name));
  }
  return out;
}

}  // namespace

std::string completions(std::string_view shell) {
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return bash();
}

}  // namespace limber::cli
