#include "app/script/recorder.h"

#include <fmt/format.h>

#include "app/files/document_file.h"

namespace limber {
namespace {

// JSON has no line ends but between its parts, where they count as nothing.
std::string on_one_line(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      out += json[i];
      continue;
    }
    while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
  }
  return out;
}

}  // namespace

Recorder::Recorder(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {
  sink_(fmt::format("limber script {}\n", script_version));
}

void Recorder::write(const Line& line) { sink_(write_line(line) + '\n'); }

Result<bool> Recorder::begin(const Live& live, const View& view) {
  if (known_ && *known_ == hash(live.world())) return false;
  const Document document = live.shown_without_locks();
  const Result<std::string> json = to_json(document, view);
  known_.reset();
  if (!json) return json.error();
  write({0, {}, line::Load{on_one_line(*json)}});
  now_ = 0;
  known_ = hash(live.world());
  touched_ = false;
  // What moves has not come to be a step yet: nothing leads back to it.
  steps_ = {live.moved() ? 0 : hash(live.document().world)};
  at_ = 0;
  line::Hold held;
  for (const auto& [curve, index] : live.held().parameters())
    held.numbers.push_back({document.name(curve), parameter_name(*live.world().find(curve)->type, index)});
  if (!held.numbers.empty()) record(held);
  line::Wake awake;
  live.world().bodies().each([&](CurveId id, const Body& body) {
    if (body.awake) awake.curves.push_back(document.name(id));
  });
  if (!awake.curves.empty()) record(awake);
  return true;
}

void Recorder::record(const Action& action) {
  if (known_) write({0, now_, action});
}

void Recorder::touched(const std::string& hand) {
  record(line::Touch{hand});
  touched_ = known_.has_value();
}

void Recorder::step(const Document& document) {
  if (!known_) return;
  record(line::Step{});
  steps_.resize(++at_);
  steps_.push_back(hash(document.world));
}

void Recorder::amend(const Document& document) {
  if (!known_) return;
  record(line::Amend{});
  steps_[at_] = hash(document.world);
}

bool Recorder::walked(const Document& to, bool forth) {
  if (!known_ || (forth ? at_ + 1 >= steps_.size() : at_ == 0)) return false;
  const std::size_t next = forth ? at_ + 1 : at_ - 1;
  if (steps_[next] != hash(to.world)) return false;
  at_ = next;
  if (forth)
    record(line::Redo{});
  else
    record(line::Undo{});
  return true;
}

bool Recorder::instead(const std::string& hand, const Document& of) {
  if (!known_ || at_ == 0 || steps_[at_ - 1] != hash(of.world)) return false;
  --at_;
  record(line::Instead{hand});
  return true;
}

void Recorder::arrived(const World& world) {
  if (known_) known_ = hash(world);
}

void Recorder::ticked(const World& world) {
  ++now_;
  arrived(world);
}

void Recorder::seal(const World& world) { record(line::Hash{hash(world)}); }

}  // namespace limber
