#include "app/document/samples.h"

#include <algorithm>
#include <limits>

#include "app/document/reading.h"

namespace limber {

namespace {

template <class Entry, class Id>
const Entry* entry_of(const std::vector<Entry>& entries, Id id) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

// How many of the oldest samples are too old, or too many.
std::size_t outdated(const std::deque<double>& times, double seconds, double now) {
  std::size_t count = times.size() > most_samples ? times.size() - most_samples : 0;
  while (seconds > 0 && count < times.size() && times[count] < now - seconds) ++count;
  return count;
}

// How many samples are not later than this; a clock that is summed up has its roundings.
std::size_t sampled_until(const std::deque<double>& times, double clock) {
  return static_cast<std::size_t>(
      std::upper_bound(times.begin(), times.end(), clock + 0.5 * tick) - times.begin());
}

template <class Value>
void drop_first(std::deque<Value>& values, std::size_t count) {
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

// Removing what lies on the edge of the box makes it smaller.
void drop_oldest(Trail& trail, std::size_t count) {
  if (count == 0) return;
  bool edge = false;
  for (std::size_t i = 0; i < count; ++i)
    edge = edge || (trail.places[i].array() == trail.box.min().array()).any() ||
           (trail.places[i].array() == trail.box.max().array()).any();
  drop_first(trail.places, count);
  drop_first(trail.times, count);
  if (!edge) return;
  trail.box = Box();
  for (const Point& place : trail.places) trail.box.extend(place);
}

bool same_motion(const Plot& a, const Plot& b) {
  return a.quantities == b.quantities && a.over == b.over;
}

}  // namespace

void Samples::follow(const Document& document) {
  std::vector<OfTrace> traces;
  document.traces->each([&](TraceId id, const Trace& trace) {
    const Connector& on = *document.world->find(trace.of);
    const OfTrace* before = entry_of(traces_, id);
    const bool same = before && before->trace.of == trace.of && before->on.curve == on.curve &&
                      before->on.what.index() == on.what.index();
    traces.push_back({id, trace, on, same ? before->trail : Trail{}});
    if (!same) traces.back().trail.version = ++versions_;
  });
  traces_ = std::move(traces);
  std::vector<OfPlot> plots;
  document.plots->each([&](PlotId id, const Plot& plot) {
    const Result<Readout> over = find_readout(document, plot.over);
    if (!over) return;
    OfPlot made{id, plot, {}, *over, {}};
    for (const std::string& name : plot.quantities) {
      const Result<Readout> quantity = find_readout(document, name);
      if (!quantity) return;
      made.quantities.push_back(*quantity);
    }
    if (const OfPlot* before = entry_of(plots_, id); before && same_motion(before->plot, plot))
      made.series = before->series;
    else
      made.series.version = ++versions_;
    made.series.values.resize(plot.quantities.size());
    plots.push_back(std::move(made));
  });
  plots_ = std::move(plots);
}

void Samples::forget(double clock) {
  for (OfTrace& one : traces_) one.trail = Trail{{}, {}, {}, ++versions_};
  for (OfPlot& one : plots_) {
    one.series = Series{{}, {}, {}, ++versions_};
    one.series.values.resize(one.quantities.size());
  }
  clock_ = clock;
}

void Samples::go_back_to(double clock) {
  for (OfTrace& one : traces_) {
    Trail& trail = one.trail;
    const std::size_t left = sampled_until(trail.times, clock);
    if (left == trail.times.size()) continue;
    trail.places.resize(left);
    trail.times.resize(left);
    trail.box = Box();
    for (const Point& place : trail.places) trail.box.extend(place);
    trail.version = ++versions_;
  }
  for (OfPlot& one : plots_) {
    Series& series = one.series;
    const std::size_t left = sampled_until(series.times, clock);
    series.over.resize(left);
    series.times.resize(left);
    for (std::deque<double>& values : series.values) values.resize(left);
    series.version = ++versions_;
  }
  clock_ = clock;
}

void Samples::record(const Document& document, const World& world, Stepper& stepper, double h) {
  clock_ += h;
  for (OfTrace& one : traces_) record(world, one);
  for (OfPlot& one : plots_) record(document, world, stepper, one);
}

void Samples::record(const World& world, OfTrace& one) {
  Trail& trail = one.trail;
  Point place;
  const Connector* on = world.find(one.trace.of);
  if (on && place_of(world, *on, place) && place.allFinite() &&
      (trail.places.empty() || trail.places.back() != place)) {
    trail.places.push_back(place);
    trail.times.push_back(clock_);
    trail.box.extend(place);
    trail.version = ++versions_;
  }
  const std::size_t old = outdated(trail.times, one.trace.seconds, clock_);
  if (old > 0) trail.version = ++versions_;
  drop_oldest(trail, old);
}

void Samples::record(const Document& document, const World& world, Stepper& stepper, OfPlot& one) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Series& series = one.series;
  const bool over_time = std::holds_alternative<Readout::Clock>(one.over.what);
  series.times.push_back(clock_);
  series.over.push_back(over_time ? clock_
                                  : value_of(document, world, stepper, one.over).value_or(none));
  for (std::size_t k = 0; k < one.quantities.size(); ++k)
    series.values[k].push_back(
        value_of(document, world, stepper, one.quantities[k]).value_or(none));
  series.version = ++versions_;
  const std::size_t old = outdated(series.times, one.plot.seconds, clock_);
  drop_first(series.over, old);
  drop_first(series.times, old);
  for (std::deque<double>& values : series.values) drop_first(values, old);
}

const Trail* Samples::find(TraceId id) const {
  const OfTrace* one = entry_of(traces_, id);
  return one ? &one->trail : nullptr;
}

const Series* Samples::find(PlotId id) const {
  const OfPlot* one = entry_of(plots_, id);
  return one ? &one->series : nullptr;
}

}  // namespace limber
