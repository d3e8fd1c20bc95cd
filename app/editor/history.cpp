#include "app/editor/history.h"

#include <utility>

namespace limber {

namespace {
// Types and kinds are shared; what a copy costs is its numbers, names and slots.
std::size_t bytes_of(const Document& document) {
  std::size_t bytes = 4096;
  document.world.bodies().each([&](CurveId, const Body& body) {
    bytes += 400 + static_cast<std::size_t>(body.curve.q.size()) * 17;
  });
  bytes += static_cast<std::size_t>(document.world.connectors().size()) * 250;
  bytes += static_cast<std::size_t>(document.world.constraints().size()) * 350;
  return bytes;
}
}  // namespace

History::History(Document document) {
  bytes_ = bytes_of(document);
  steps_.push_back({"", std::move(document), 0, true, bytes_});
}

void History::push(std::string title, Document document, bool work) {
  while (steps_.size() > at_ + 1) {
    bytes_ -= steps_.back().bytes;
    steps_.pop_back();
  }
  const std::size_t bytes = bytes_of(document);
  const std::uint64_t serial = work ? next_serial_++ : steps_.back().serial;
  steps_.push_back({std::move(title), std::move(document), serial, work, bytes});
  bytes_ += bytes;
  ++at_;
  forget_oldest();
}

void History::amend(Document document) {
  Step& step = steps_[at_];
  if (step.work && hash(step.document.world) != hash(document.world)) step.serial = next_serial_++;
  step.document = std::move(document);
}

void History::forget_oldest() {
  while (steps_.size() > 2 && (steps_.size() > max_steps || bytes_ > max_bytes)) {
    bytes_ -= steps_.front().bytes;
    steps_.pop_front();
    --at_;
  }
}

}  // namespace limber
