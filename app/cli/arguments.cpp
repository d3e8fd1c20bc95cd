#include "app/cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>

#include "app/document/nearest_word.h"
#include "app/document/quantity.h"

namespace limber::cli {
namespace {

Error usage(std::string message, std::string suggestion = {}) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

std::optional<int> read_count(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return {};
  return value;
}

std::optional<std::pair<int, int>> read_size(std::string_view text) {
  const std::size_t x = text.find_first_of("xX");
  if (x == std::string_view::npos) return {};
  const std::optional<int> width = read_count(text.substr(0, x)),
                           height = read_count(text.substr(x + 1));
  if (!width || !height || *width == 0 || *height == 0) return {};
  return std::pair(*width, *height);
}

std::optional<Dimension> dimension_of(Takes takes) {
  switch (takes) {
    case Takes::number:
      return Dimension::number;
    case Takes::seconds:
      return Dimension::time;
    case Takes::bytes:
      return Dimension::bytes;
    default:
      return {};
  }
}

// Empty when the text is a value of that kind; otherwise what it should have been.
std::string objection(Takes takes, std::string_view choice, std::string_view value) {
  if (const std::optional<Dimension> dimension = dimension_of(takes)) {
    const std::optional<double> number = read_quantity(value, *dimension);
    if (!number) return fmt::format("wants {}", examples_of(*dimension));
    if (takes != Takes::number && *number < 0) return "cannot be negative";
    return {};
  }
  switch (takes) {
    case Takes::count:
      return read_count(value) ? "" : "wants a whole number, 0 or more";
    case Takes::several:
      return read_count(value).value_or(0) > 0 ? "" : "wants a whole number, 1 or more";
    case Takes::size:
      return read_size(value) ? "" : "wants a width and a height, like 1920x1080";
    case Takes::choice: {
      const std::vector<std::string_view> words = choices_of(choice);
      if (std::find(words.begin(), words.end(), value) != words.end()) return {};
      return fmt::format("wants one of {}", fmt::join(words, ", "));
    }
    case Takes::text:
      return {};
    default:
      return value.empty() ? "wants a file name, or - for a stream" : "";
  }
}

std::string shown_word(std::string_view word) {
  std::string out;
  for (const char c : word) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return out;
}

std::string suggest_option(const Command& command, std::string_view typed) {
  std::vector<std::string_view> names;
  for (std::span<const Option> options :
       {command.options, common_options(),
        command.reads_documents ? document_options() : std::span<const Option>()})
    for (const Option& option : options) names.push_back(option.name);
  const std::string near = nearest_word(typed, names);
  return near.empty() ? fmt::format("limber help {} lists its options", command.name)
                      : fmt::format("did you mean {}?", near);
}

Error unknown_command(std::string_view word) {
  return usage(fmt::format("'{}' is neither a command nor a drawing", shown_word(word)),
               suggest_command(word));
}

// A word that stands for a file to open rather than for a command.
bool looks_like_a_file(std::string_view word) {
  return word == "-" || word.find('.') != std::string_view::npos ||
         word.find('/') != std::string_view::npos;
}

std::string count_of_operands(const Command& command, std::size_t given) {
  std::size_t least = 0, most = 0;
  std::string names;
  for (const Operand& operand : command.operands) {
    least += static_cast<std::size_t>(operand.at_least);
    most += static_cast<std::size_t>(operand.at_most);
    names += fmt::format(" {}", operand.name);
  }
  if (given < least) return fmt::format("limber {} needs{}", command.name, names);
  if (given > most && most == 0) return fmt::format("limber {} takes no file", command.name);
  if (given > most)
    return fmt::format("limber {} takes only{}, but {} were given", command.name, names, given);
  return {};
}

std::string objection_to_operands(const Command& command,
                                  const std::vector<std::string>& operands) {
  std::string message = count_of_operands(command, operands.size());
  std::size_t streams = static_cast<std::size_t>(std::count(operands.begin(), operands.end(), "-"));
  if (message.empty() && streams > 1)
    message = "standard input can be read only once: - was given twice";
  for (std::size_t i = 0; message.empty() && i < operands.size(); ++i) {
    const Operand& operand = command.operands[std::min(i, command.operands.size() - 1)];
    const std::string wrong = objection(operand.takes, operand.name, operands[i]);
    if (!wrong.empty())
      message = fmt::format("'{}': limber {} {}", shown_word(operands[i]), command.name, wrong);
  }
  return message;
}

}  // namespace

std::string suggest_command(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  const std::string near = nearest_word(typed, names);
  return near.empty() ? "limber help lists the commands"
                      : fmt::format("did you mean limber {}?", near);
}

std::vector<std::string_view> choices_of(std::string_view value) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t bar = value.find('|');
    out.push_back(value.substr(0, bar));
    if (bar == std::string_view::npos) return out;
    value.remove_prefix(bar + 1);
  }
}

Result<Arguments> read_arguments(std::span<const std::string> words) {
  Arguments out;
  out.command_ = find_command("open");
  std::size_t next = 0;
  if (!words.empty() && !words[0].starts_with('-')) {
    if (const Command* named = find_command(words[0])) {
      out.command_ = named;
      ++next;
    } else if (!looks_like_a_file(words[0])) {
      return unknown_command(words[0]);
    }
  } else if (!words.empty() && words[0] == "--version") {
    out.command_ = find_command("info");
    ++next;
  }
  const Command& command = *out.command_;

  bool only_operands = false;
  for (; next < words.size(); ++next) {
    const std::string& word = words[next];
    if (only_operands || word == "-" || !word.starts_with('-')) {
      out.operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      only_operands = true;
      continue;
    }
    // --name, --name=value, --name value; -o value, -ovalue, and switches together: -qv.
    const bool is_long = word.starts_with("--");
    const std::size_t equals = is_long ? word.find('=') : std::string::npos;
    std::string_view name = std::string_view(word).substr(0, equals);
    std::string_view letters = is_long ? std::string_view() : std::string_view(word).substr(1);
    do {
      const Option* option =
          is_long ? find_option(command, name) : find_option(command, letters[0]);
      if (!is_long) {
        if (!option)
          return usage(fmt::format("limber {} has no option -{}", command.name,
                                   shown_word(letters.substr(0, 1))),
                       fmt::format("limber help {} lists its options", command.name));
        name = option->name;
        letters.remove_prefix(1);
      }
      if (!option)
        return usage(fmt::format("limber {} has no option {}", command.name, shown_word(name)),
                     suggest_option(command, name));
      std::string value;
      if (option->takes == Takes::nothing) {
        if (equals != std::string::npos) return usage(fmt::format("{} takes no value", name));
      } else if (equals != std::string::npos) {
        value = word.substr(equals + 1);
      } else if (!letters.empty()) {
        value = letters;
        letters = {};
      } else if (next + 1 < words.size()) {
        value = words[++next];
      } else {
        return usage(fmt::format("{} needs a value: {}", name, option->value));
      }
      const std::string wrong =
          option->takes == Takes::nothing ? "" : objection(option->takes, option->value, value);
      if (!wrong.empty()) {
        const std::string near = option->takes == Takes::choice
                                     ? nearest_word(value, choices_of(option->value))
                                     : std::string();
        return usage(fmt::format("{} {}; '{}' is not", name, wrong, shown_word(value)),
                     near.empty() ? "" : fmt::format("did you mean {}?", near));
      }
      if (!option->repeats && option->takes != Takes::nothing)
        for (const auto& [before, given] : out.given_)
          if (before == option) return usage(fmt::format("{} is given twice", name));
      out.given_.emplace_back(option, std::move(value));
    } while (!letters.empty());
  }

  if (out.has("--help")) return out;
  std::string wrong = objection_to_operands(command, out.operands_);
  if (!wrong.empty())
    return usage(std::move(wrong), fmt::format("limber help {} explains", command.name));
  return out;
}

bool Arguments::has(std::string_view option) const {
  assert(find_option(*command_, option));
  return std::any_of(given_.begin(), given_.end(),
                     [&](const auto& one) { return one.first->name == option; });
}

std::string Arguments::text(std::string_view option) const {
  const Option* known = find_option(*command_, option);
  assert(known);
  for (auto one = given_.rbegin(); one != given_.rend(); ++one)
    if (one->first == known) return one->second;
  return std::string(known->fallback);
}

std::vector<std::string> Arguments::all(std::string_view option) const {
  assert(find_option(*command_, option));
  std::vector<std::string> out;
  for (const auto& [given, value] : given_)
    if (given->name == option) out.push_back(value);
  return out;
}

double Arguments::number(std::string_view option) const {
  const Option* known = find_option(*command_, option);
  assert(known);
  if (known->takes == Takes::count || known->takes == Takes::several) return count(option);
  const std::optional<double> value = read_quantity(text(option), *dimension_of(known->takes));
  return value.value_or(0);  // given values were checked; a fallback in words ("none") counts as 0
}

int Arguments::count(std::string_view option) const { return read_count(text(option)).value_or(0); }

std::pair<int, int> Arguments::size(std::string_view option) const {
  return read_size(text(option)).value_or(std::pair(0, 0));
}

}  // namespace limber::cli
