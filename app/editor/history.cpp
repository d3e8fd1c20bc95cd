#include "app/editor/history.h"

#include <utility>

namespace limber {

History::History(Document document) {
  bytes_ = bytes_beside(document, Document{});
  steps_.push_back({"", std::move(document), 0, true, bytes_});
}

void History::push(std::string title, Document document, bool work) {
  while (steps_.size() > at_ + 1) {
    bytes_ -= steps_.back().bytes;
    steps_.pop_back();
  }
  const std::size_t bytes = bytes_beside(document, steps_.back().document);
  const std::uint64_t serial = work ? next_serial_++ : steps_.back().serial;
  steps_.push_back({std::move(title), std::move(document), serial, work, bytes});
  bytes_ += bytes;
  ++at_;
  forget_oldest();
}

void History::amend(Document document) {
  Step& step = steps_[at_];
  if (step.work && !same(step.document, document)) step.serial = next_serial_++;
  if (at_ > 0) {
    bytes_ -= step.bytes;
    step.bytes = bytes_beside(document, steps_[at_ - 1].document);
    bytes_ += step.bytes;
  }
  step.document = std::move(document);
}

void History::take_back() {
  --at_;
  while (steps_.size() > at_ + 1) {
    bytes_ -= steps_.back().bytes;
    steps_.pop_back();
  }
}

void History::forget_oldest() {
  while (steps_.size() > 2 && (steps_.size() > max_steps || bytes_ > max_bytes)) {
    bytes_ -= steps_.front().bytes;
    steps_.pop_front();
    --at_;
  }
}

}  // namespace limber
