// The one table of what can be asked for on the command line: every subcommand, its operands and
// its options, as plain data. The reading of arguments, `limber help`, the man page and the
// completions for bash, zsh and fish all come from here, so none of them can disagree.
//
// Laws (tests walk the table): names are unique within a command; a letter means one thing within
// a command; every entry has a help line; an option with a choice lists it.
#pragma once

#include <span>
#include <string_view>

namespace limber::cli {

// What follows an option or stands as an operand, and so how it is checked and completed.
enum class Takes {
  nothing,  // a switch
  text,
  number,    // 0.5, 1/240, 2*pi is not: numbers and fractions only
  count,     // a whole number, 0 or more
  several,   // a whole number, 1 or more
  seconds,   // 5, 0.5s, 200ms, 12ticks
  bytes,     // 512MB, 64KiB, 1000
  choice,    // one of the words in `value`, separated by |
  size,      // 1920x1080
  document,  // a .limber file to read, or - for stdin
  script,    // a pull script or recording to read, or -
  formula,   // a formula file to read, or -
  foreign,   // a file of another program to read, or -
  output,    // a file to write, or -
};

struct Option {
  std::string_view name;  // "--seconds"
  char letter = 0;        // 'o' for -o; 0: none
  Takes takes = Takes::nothing;
  std::string_view value;     // what the help calls the value: "FILE", or the choice "csv|jsonl"
  std::string_view fallback;  // what holds when it is not given; shown in the help
  std::string_view help;      // one line, no full stop
  bool repeats = false;       // may be given several times
};

struct Operand {
  std::string_view name;  // "FILE"
  Takes takes = Takes::document;
  int at_least = 1, at_most = 1;
  std::string_view help;
};

struct Command {
  std::string_view name;         // "render"
  std::string_view summary;      // one line, no full stop
  std::string_view description;  // paragraphs, for the man page and the command's own help
  std::span<const Operand> operands;
  std::span<const Option> options;
  std::span<const std::string_view> examples;  // without "limber"
  bool reads_documents = false;                // takes the options of document_options() as well
};

std::span<const Command> commands();         // in the order of the help
std::span<const Option> common_options();    // every command has them
std::span<const Option> document_options();  // limits, for commands that read what others wrote

const Command* find_command(std::string_view name);

// The option of this command with that name ("--seconds") or letter, shared ones included.
const Option* find_option(const Command& command, std::string_view name);
const Option* find_option(const Command& command, char letter);

// What each exit status means: 0, 1, ... and 130. The man page prints it, the tests read it.
enum Status : int {
  status_done = 0,
  status_failed = 1,  // input or output; warnings under --werror
  status_usage = 2,
  status_invalid = 3,  // the document
  status_formula = 4,  // rejected: parse, limit, domain
  status_unmet = 5,    // did not converge, or contradictory, under --strict
  status_limit = 6,    // time, memory, nodes, size
  status_differs = 7,  // replay --verify, --expect-hash
  status_interrupted = 130,
};
struct StatusMeaning {
  Status status;
  std::string_view meaning;
};
std::span<const StatusMeaning> status_meanings();

}  // namespace limber::cli
