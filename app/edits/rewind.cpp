#include "app/edits/rewind.h"

#include <algorithm>

namespace limber {

void Rewind::forget() {
  kept_.clear();
  end_ = now_ = 0;
  bytes_ = 0;
  spacing_ = first_spacing;
  touched_ = true;
}

void Rewind::touch() {
  cut_future();
  touched_ = true;
}

// What acts in the past makes another future.
void Rewind::cut_future() {
  if (now_ == end_) return;
  while (!kept_.empty() && kept_.back().tick > now_) {
    bytes_ -= kept_.back().bytes;
    kept_.pop_back();
  }
  if (!kept_.empty())
    std::erase_if(kept_.back().pulls, [&](const Pull& pull) { return pull.tick >= now_; });
  end_ = now_;
  touched_ = true;
}

void Rewind::pulled(HandId hand, const Point& target) {
  if (touched_ || kept_.empty()) return;  // the next moment has it
  kept_.back().pulls.push_back({end_, hand, target});
}

bool Rewind::wants_moment() const {
  return touched_ || went_back() || kept_.empty() || end_ - kept_.back().tick >= spacing_;
}

void Rewind::keep(Moment moment) {
  cut_future();
  while (!kept_.empty() && kept_.back().tick >= end_) {  // nothing was played since
    bytes_ -= kept_.back().bytes;
    kept_.pop_back();
  }
  Kept one{end_, std::move(moment), touched_, 0, {}};
  one.bytes =
      kept_.empty() ? sizeof(Kept) : bytes_beside(one.moment.seen, kept_.back().moment.seen);
  bytes_ += one.bytes;
  kept_.push_back(std::move(one));
  touched_ = false;
  if (bytes_ > max_bytes && spacing_ < most_spacing) thin_out();
  while (bytes_ > max_bytes && kept_.size() > 1) drop_oldest();
}

void Rewind::ticked() {
  now_ = ++end_;
  while (kept_.size() > 1 && kept_[1].tick <= end_ - longest) drop_oldest();
}

void Rewind::drop_oldest() {
  bytes_ -= std::min(bytes_, kept_.front().bytes);
  kept_.pop_front();
}

// Moments stand twice as far apart, but for those that cannot be had by stepping.
void Rewind::thin_out() {
  spacing_ *= 2;
  std::deque<Kept> fewer;
  bytes_ = 0;
  for (Kept& one : kept_) {
    if (!fewer.empty() && !one.acted && one.tick - fewer.back().tick < spacing_) {
      std::vector<Pull>& pulls = fewer.back().pulls;
      pulls.insert(pulls.end(), one.pulls.begin(), one.pulls.end());
      continue;
    }
    if (!fewer.empty()) one.bytes = bytes_beside(one.moment.seen, fewer.back().moment.seen);
    bytes_ += one.bytes;
    fewer.push_back(std::move(one));
  }
  kept_ = std::move(fewer);
}

std::int64_t Rewind::begin() const {
  return kept_.empty() ? end_ : std::max(kept_.front().tick, end_ - longest);
}

Rewind::Place Rewind::go_to(std::int64_t wanted, const Stepper& like) {
  now_ = std::clamp(wanted, begin(), end_);
  const auto after = std::upper_bound(kept_.begin(), kept_.end(), now_,
                                      [](std::int64_t t, const Kept& one) { return t < one.tick; });
  const Kept& from = *std::prev(after);
  const Moment& moment = from.moment;
  Place out{moment.document, moment.seen.world, moment.held, moment.others,
            moment.clock + static_cast<double>(now_ - from.tick) * limber::tick};
  stepper_.path = like.path;
  stepper_.threads = like.threads;
  auto pull = from.pulls.begin();
  for (std::int64_t k = from.tick; k < now_; ++k) {
    for (; pull != from.pulls.end() && pull->tick <= k; ++pull)
      out.world.pull(pull->hand, pull->target);
    stepper_.step(out.world, limber::tick, Run::play);
  }
  return out;
}

}  // namespace limber
