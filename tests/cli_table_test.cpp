#include "app/cli/table.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <string>

#include "app/cli/arguments.h"
#include "app/cli/help.h"
#include "tests/program.h"

using namespace limber::cli;

namespace {

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> out;
  for (const Option& option : command.options) out.push_back(&option);
  for (const Option& option : common_options()) out.push_back(&option);
  if (command.reads_documents)
    for (const Option& option : document_options()) out.push_back(&option);
  return out;
}

// The words of a command line as a shell would split them; only single quotes are used.
std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> out;
  bool quoted = false, open = false;
  for (const char c : line) {
    if (c == '\'') quoted = !quoted;
    if (c == ' ' && !quoted) open = false;
    if (c == '\'' || (c == ' ' && !quoted)) continue;
    if (!open) out.emplace_back();
    open = true;
    out.back() += c;
  }
  return out;
}

// Exit status of a program that reads the text as its standard input.
int status_of(const std::string& program, const std::string& text) {
  std::FILE* pipe = popen((program + " >/dev/null 2>&1").c_str(), "w");
  REQUIRE(pipe);
  std::fwrite(text.data(), 1, text.size(), pipe);
  return pclose(pipe);
}

}  // namespace

TEST_CASE("names and letters mean one thing within a command") {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    CHECK(names.insert(command.name).second);
    std::set<std::string_view> spelled;
    std::set<char> letters;
    for (const Option* option : options_of(command)) {
      CAPTURE(option->name);
      CHECK(option->name.starts_with("--"));
      CHECK(spelled.insert(option->name).second);
      if (option->letter) CHECK(letters.insert(option->letter).second);
    }
  }
}

TEST_CASE("every entry is explained, in a line without a full stop") {
  const auto good = [](std::string_view line) { return !line.empty() && line.back() != '.'; };
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    CHECK(good(command.summary));
    CHECK(command.description.ends_with(command.name == "completions" ? "limber" : "."));
    CHECK_FALSE(command.examples.empty());
    for (const Operand& operand : command.operands) CHECK(good(operand.help));
    for (const Option* option : options_of(command)) {
      CAPTURE(option->name);
      CHECK(good(option->help));
      CHECK((option->takes == Takes::nothing) == option->value.empty());
      if (option->takes == Takes::choice) CHECK(choices_of(option->value).size() >= 2);
    }
  }
}

TEST_CASE("every default is one that could be given") {
  for (const Command& command : commands())
    for (const Option* option : options_of(command)) {
      if (option->fallback.empty() || option->fallback.starts_with("none")) continue;
      CAPTURE(command.name);
      CAPTURE(option->name);
      std::vector<std::string> words{std::string(command.name), std::string(option->name),
                                     std::string(option->fallback)};
      for (const Operand& operand : command.operands)
        if (operand.at_least)
          words.push_back(operand.takes == Takes::choice ? std::string(choices_of(operand.name)[0])
                                                         : "x.limber");
      CHECK(read_arguments(words));
    }
}

TEST_CASE("the examples of the help are understood") {
  for (const Command& command : commands())
    for (const std::string_view example : command.examples) {
      CAPTURE(example);
      const limber::Result<Arguments> arguments = read_arguments(split(example));
      REQUIRE(arguments);
      CHECK(arguments->command().name == command.name);
    }
}

TEST_CASE("help, manual page and completions name every command and every option") {
  const std::string man = man_page();
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    CHECK(overview().find(command.name) != std::string::npos);
    const std::string help = help_of(command), page = man_page_of(command);
    for (const Option* option : options_of(command)) {
      CAPTURE(option->name);
      std::string escaped;
      for (const char c : option->name)
        escaped += c == '-' ? std::string("\\-") : std::string(1, c);
      CHECK(help.find(option->name) != std::string::npos);
      CHECK(page.find(escaped) != std::string::npos);
      CHECK(man.find(escaped) != std::string::npos);
      CHECK(completions("bash").find(option->name) != std::string::npos);
      CHECK(completions("zsh").find(option->name) != std::string::npos);
      CHECK(completions("fish").find("-l " + std::string(option->name.substr(2))) !=
            std::string::npos);
    }
  }
}

TEST_CASE("no line of a help text is wider than 100 characters") {
  for (const Command& command : commands()) {
    const std::string help = help_of(command);
    std::size_t begin = 0;
    const std::size_t examples = help.find("\nFor example:");
    while (begin < examples && begin < help.size()) {
      const std::size_t end = std::min(help.find('\n', begin), help.size());
      CAPTURE(help.substr(begin, end - begin));
      CHECK(end - begin <= 100);
      begin = end + 1;
    }
  }
}

TEST_CASE("bash reads its completion script, and it offers what fits") {
  if (status_of("bash -n", "") != 0) return;
  CHECK(status_of("bash -n", completions("bash")) == 0);
  const auto offers = [](const std::string& typed, const std::string& word) {
    return status_of("bash", completions("bash") + "\nCOMP_WORDS=(" + typed +
                                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_limber\n"
                                 "for w in \"${COMPREPLY[@]}\"; do [[ $w == " +
                                 word + " ]] && exit 0; done; exit 9\n") == 0;
  };
  CHECK(offers("limber sim", "simulate"));
  CHECK_FALSE(offers("limber sim", "render"));
  CHECK(offers("limber simulate --fo", "--format"));
  CHECK(offers("limber simulate --format ''", "jsonl"));
  CHECK(offers("limber completions z", "zsh"));
}

// These two shells are of ./test --all.
TEST_CASE("zsh and fish read their completion scripts, and fish offers what fits") {
  if (limber::long_tests() && limber::has_program("zsh"))
    CHECK(status_of("zsh -n", completions("zsh")) == 0);
  if (!limber::long_tests() || !limber::has_program("fish")) return;
  CHECK(status_of("fish --no-execute", completions("fish")) == 0);
  const auto offers = [](const std::string& typed, const std::string& word) {
    return status_of("fish", completions("fish") + "\ncomplete -C '" + typed +
                                 "' | string match -q -r '^" + word + "\\b'; or exit 9\n") == 0;
  };
  CHECK(offers("limber sim", "simulate"));
  CHECK_FALSE(offers("limber sim", "render"));
  CHECK(offers("limber simulate --fo", "--format"));
}

TEST_CASE("troff has nothing to say about the manual pages") {
  if (status_of("sh -c 'command -v groff'", "") != 0) return;
  const auto complaints = [](const std::string& page) {
    std::FILE* pipe = popen("groff -man -Tutf8 -ww 2>&1 >/dev/null | wc -c | grep -qx 0", "w");
    REQUIRE(pipe);
    std::fwrite(page.data(), 1, page.size(), pipe);
    return pclose(pipe) != 0;
  };
  CHECK_FALSE(complaints(man_page()));
  for (const Command& command : commands()) CHECK_FALSE(complaints(man_page_of(command)));
}
