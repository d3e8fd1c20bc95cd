// Samples: what the traces and plots of a drawing have seen of its motion, sample by sample. They are
// no part of the drawing: a file does not hold them, and a drawing that is restored begins anew.
//
// Law: recording moves nothing and changes no bit of what moves.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "app/document/readout.h"
#include "curves/tessellate.h"

namespace limber {

// Samples of one trace or plot; with more, the oldest go. 83 s at 240 ticks a second: ten times as
// many would take 40 ms to draw.
inline constexpr std::size_t most_samples = 20000;

// Where a point was, the oldest place first. While it stands still, no place is added.
struct Trail {
  std::deque<Point> places;
  std::deque<double> times;
  Box box;                    // of all of them
  std::uint64_t version = 0;  // another one after each change
};

// Values of the quantities of a plot; not a number where there was none.
struct Series {
  std::deque<double> over;                 // the time, or the other quantity
  std::deque<double> times;
  std::vector<std::deque<double>> values;  // of each quantity
  std::uint64_t version = 0;
};

class Samples {
 public:
  // The traces and plots of this drawing: what those it had before have seen is kept.
  void follow(const Document& document);
  void forget(double clock);  // all samples; the next one is taken at this time
  void go_back_to(double clock);  // those after it are forgotten

  // After each step of h seconds; the world is the drawing's, moved on.
  void record(const Document& document, const World& world, Stepper& stepper, double h);

  const Trail* find(TraceId id) const;  // null: no such trace
  const Series* find(PlotId id) const;
  double clock() const { return clock_; }  // seconds; also runs while a hand moves things

 private:
  struct OfTrace {
    TraceId id;
    Trace trace;
    Connector on;
    Trail trail;
  };
  struct OfPlot {
    PlotId id;
    Plot plot;
    std::vector<Readout> quantities;
    Readout over;
    Series series;
  };
  void record(const World& world, OfTrace& one);
  void record(const Document& document, const World& world, Stepper& stepper, OfPlot& one);

  std::vector<OfTrace> traces_;
  std::vector<OfPlot> plots_;
  double clock_ = 0;
  std::uint64_t versions_ = 0;
};

}  // namespace limber
