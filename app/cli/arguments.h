// The reading of a command line against the table. What comes out has been checked: every value
// is of its kind, so a command only asks for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/table.h"
#include "codegen/result.h"

namespace limber::cli {

class Arguments {
 public:
  const Command& command() const { return *command_; }
  const std::vector<std::string>& operands() const { return operands_; }
  const std::string& operand(int i = 0) const { return operands_[static_cast<std::size_t>(i)]; }

  // The name must be in the table (asserted): a misspelling in our own source is caught by any run.
  bool has(std::string_view option) const;
  std::string text(std::string_view option) const;  // the last one given, or the fallback
  std::vector<std::string> all(std::string_view option) const;
  double number(std::string_view option) const;  // of number, count, seconds, bytes
  int count(std::string_view option) const;
  std::pair<int, int> size(std::string_view option) const;

 private:
  friend Result<Arguments> read_arguments(std::span<const std::string> words);
  const Command* command_ = nullptr;
  std::vector<std::string> operands_;
  std::vector<std::pair<const Option*, std::string>> given_;
};

// `words` without the program's name. No command: open. The Error says what to do instead.
Result<Arguments> read_arguments(std::span<const std::string> words);

// "did you mean limber render?", or where to look.
std::string suggest_command(std::string_view typed);

// "csv", "jsonl" from "csv|jsonl".
std::vector<std::string_view> choices_of(std::string_view value);

}  // namespace limber::cli
