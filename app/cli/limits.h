// For unattended use on files of strangers: the process takes away from itself what it must not
// need. Every way of reaching a limit ends in one sentence and status 6.
//
// Laws: after confine() with batch set, no socket, no new program, no tracing, no new executable
// memory (so no run-time code); what is already open stays usable. A result being moved into its
// place is never cut short by the time limit (Uninterrupted).
#pragma once

#include <csignal>
#include <cstdint>

#include "codegen/result.h"

namespace limber::cli {

class Arguments;

struct Limits {
  bool batch = false;
  double seconds = 0;        // of the wall clock and of the processor; 0: none, likewise
  std::uint64_t memory = 0;  // bytes of address space
  int nodes = 0;             // curves, connectors and constraints of a drawing
  std::uint64_t output = 0;  // bytes of one file written
};

inline constexpr Limits batch_limits{true, 5, 512'000'000, 100'000, 512'000'000};

Limits limits_of(const Arguments& arguments);

// Once, before the first file is opened. An Error when the system refuses a part of it.
Result<bool> confine(const Limits& limits);

// SIGINT and SIGTERM end the process at once, with status 130; nothing half done can be left, since
// results are moved into their place Uninterrupted.
void listen_for_interrupts();

// While one lives the first of them only asks: the work looks at interrupted() between its steps.
class Attentive {
 public:
  Attentive();
  ~Attentive();
  Attentive(const Attentive&) = delete;
  Attentive& operator=(const Attentive&) = delete;
};
bool interrupted();

// While one lives, the time limit and interrupts wait.
class Uninterrupted {
 public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

 private:
  sigset_t before_;
};

}  // namespace limber::cli
