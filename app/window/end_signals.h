// The end asked for by the system: SIGTERM and SIGHUP (kill, a log-out, a closed terminal) and SIGINT
// (Ctrl+C in the terminal). The first one becomes an event of the loop, which keeps the work and
// ends. A second one, or a loop that does not heed the first for 3 s, ends the process at once: what
// was done is in the journal by then.
//
// The handler does nothing but write a byte to a pipe; a thread reads it.
#pragma once

#include <cstdint>
#include <thread>

namespace limber {

class EndSignals {
 public:
  EndSignals();  // after SDL has been started; one at a time
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  int received() const;  // the signal, or 0

  static std::uint32_t event_type();  // of SDL's event

 private:
  std::thread thread_;
};

}  // namespace limber
