// limber_sweep [drags] [--from N] [--only WORDS] [--law NAME] [--quiet] [--digests]
// limber_sweep --classes [--only WORDS]
//
// So many random drags (10,000 unless told) over every curve type, every scene of the tests and
// every example drawing, each held to the laws of tests/sweep/drags.h. Prints the breaches of each
// law with their seeds, and for the first of each subject a drag shrunk as far as it still shows
// it. With --digests it prints a number of every drag instead, by which two builds are told apart.
// With --classes it prints the table of tests/sweep/classes.h instead.
// Drag number N alone: limber_sweep 1 --from N. Ends with status 1 when there was a breach.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>

#include "tests/sweep/classes.h"
#include "tests/sweep/drags.h"

using namespace limber;

namespace {

struct Request {
  std::uint32_t drags = 10000, from = 0;
  std::string only, law;
  bool quiet = false, digests = false, classes = false;
};

bool read_number(std::string_view text, std::uint32_t& out) {
  return std::from_chars(text.data(), text.data() + text.size(), out).ptr ==
         text.data() + text.size();
}

bool read(int argc, char** argv, Request& request) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* next = i + 1 < argc ? argv[i + 1] : nullptr;
    if (word == "--quiet") {
      request.quiet = true;
    } else if (word == "--digests") {
      request.digests = true;
    } else if (word == "--classes") {
      request.classes = true;
    } else if (word == "--from" && next) {
      if (!read_number(next, request.from)) return false;
      ++i;
    } else if (word == "--only" && next) {
      request.only = next;
      ++i;
    } else if (word == "--law" && next) {
      request.law = next;
      ++i;
    } else if (!read_number(word, request.drags)) {
      return false;
    }
  }
  return true;
}

// By law, then by subject.
using Finds = std::map<std::string, std::map<std::string, std::vector<Find>>>;

void print(const Finds& finds, const std::vector<Subject>& subjects) {
  for (const auto& [law, by_subject] : finds) {
    std::size_t all = 0;
    for (const auto& [subject, list] : by_subject) all += list.size();
    std::printf("\n%s: %zu\n", law.c_str(), all);
    for (const auto& [subject, list] : by_subject) {
      std::printf("  %s: %zu, drags", subject.c_str(), list.size());
      for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 8); ++i)
        std::printf(" %u", list[i].seed);
      const Find& first = list.front();
      const Subject& of = subjects[first.seed % subjects.size()];
      Random random(first.seed);
      const World world = of.make(random);
      const Drag drag = shrunk(of, world, first.drag, first.breach.law);
      std::printf("\n    %.3g in tick %d; shrunk: %s\n", first.breach.measure, first.breach.tick,
                  describe(drag).c_str());
    }
  }
}

int print_classes(const std::string& only) {
  int finds = 0;
  for (const DragClass& one : drag_classes()) {
    if (std::string(one.name).find(only) == std::string::npos) continue;
    const Tally tally = one.run();
    std::printf("%-30s %4d of %4d   worst %s %.3g   %s\n", one.name, tally.finds, tally.drags,
                one.measure, tally.worst, tally.where.c_str());
    std::fflush(stdout);
    finds += tally.finds;
  }
  return finds > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Request request;
  if (!read(argc, argv, request)) {
    std::fprintf(stderr,
                 "limber_sweep: cannot read this.\n"
                 "Say: limber_sweep [drags] [--from N] [--only WORDS] [--law NAME] [--quiet] [--digests]\n");
    return 2;
  }
  if (request.classes) return print_classes(request.only);
  const std::vector<Subject> subjects = every_subject();
  Finds finds;
  std::uint32_t done = 0;
  for (std::uint32_t k = 0; k < request.drags; ++k) {
    const std::uint32_t number = request.from + k;
    const std::string& subject = subjects[number % subjects.size()].name;
    if (subject.find(request.only) == std::string::npos) continue;
    if (request.digests) {
      std::printf("%u %s %016llx\n", number, subject.c_str(),
                  static_cast<unsigned long long>(digest_of(subjects, number)));
      continue;
    }
    if (!request.quiet) std::fprintf(stderr, "\r%u %-40s", number, subject.c_str());
    for (Find& find : sweep_one(subjects, number))
      if (request.law.empty() || request.law == name(find.breach.law))
        finds[name(find.breach.law)][find.subject].push_back(std::move(find));
    ++done;
  }
  if (!request.quiet) std::fprintf(stderr, "\r%50s\r", "");
  if (request.digests) return 0;
  std::printf("%u drags of %zu subjects\n", done, subjects.size());
  print(finds, subjects);
  if (finds.empty()) std::printf("no law was broken\n");
  return finds.empty() ? 0 : 1;
}
