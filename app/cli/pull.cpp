// limber pull: scripted hands. limber replay: a recording again, and whether it came out the same.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/cli/work.h"
#include "app/script/player.h"
#include "app/script/recorder.h"

namespace limber::cli {
namespace {

constexpr std::int64_t ticks_between_looks = 64;  // at the interrupt and the clock

// What the ticks since the last printed frame came to.
struct Frame {
  double residual = 0, microseconds = 0;
  int iterations = 0, substeps = 0;
  Path path = Path::automatic;

  void add(const StepReport& report) {
    for (const IslandReport& island : report.islands) {
      residual = std::max(residual, island.residual);
      iterations += island.iterations;
      substeps += island.substeps;
      path = island.path;
    }
  }
};

bool any_refused(const StepReport& report) {
  return std::any_of(report.islands.begin(), report.islands.end(),
                     [](const IslandReport& island) { return island.refused; });
}

class Report {
 public:
  Report(Work& work, Data& data, std::vector<Readout> traced)
      : times_(work.arguments.has("--times")), traced_(std::move(traced)) {
    std::vector<std::string> columns{"tick",     "time",     "hand",       "x",
                                     "y",        "target_x", "target_y",   "distance",
                                     "residual", "path",     "iterations", "substeps"};
    if (times_) columns.push_back("microseconds");
    for (const Readout& readout : traced_) columns.push_back(readout.name);
    table_.emplace(data, work.arguments.text("--format") == "jsonl", std::move(columns));
  }

  // A row for each hand; one without a hand when none holds anything.
  void print(Player& player, const Frame& frame) {
    const std::vector<Player::HandNow> hands = player.hands();
    for (const Player::HandNow& hand : hands) row(player, frame, &hand);
    if (hands.empty()) row(player, frame, nullptr);
  }
  Table& table() { return *table_; }

 private:
  void row(Player& player, const Frame& frame, const Player::HandNow* hand) {
    const auto of_hand = [&](double value) {
      return hand ? std::optional<double>(value) : std::nullopt;
    };
    const Player::HandNow at =
        hand ? *hand : Player::HandNow{nullptr, Point::Zero(), Point::Zero(), 0};
    table_->whole(player.now()).number(player.world().time);
    table_->text(hand ? *hand->name : "");
    table_->number(of_hand(at.held.x())).number(of_hand(at.held.y()));
    table_->number(of_hand(at.target.x()))
        .number(of_hand(at.target.y()))
        .number(of_hand(at.distance));
    table_->number(frame.residual).text(frame.path == Path::automatic ? "rest" : name(frame.path));
    table_->whole(frame.iterations).whole(frame.substeps);
    if (times_) table_->number(frame.microseconds);
    for (const Readout& readout : traced_)
      table_->number(value_of(player.document(), player.world(), player.stepper(), readout));
    table_->end_row();
  }

  bool times_;
  std::vector<Readout> traced_;
  std::optional<Table> table_;
};

// Ends what a script left open, and tells what a person should know.
void conclude(Work& work, Player& player) {
  work.console.clear_progress();
  for (const Player::HandNow& hand : player.hands())
    work.console.note(
        fmt::format("hand {} still held something when the script ended; it lets go", *hand.name));
  player.let_go();
  std::vector<ConstraintId> unmet;
  for (const IslandReport& island : player.report().islands)
    unmet.insert(unmet.end(), island.not_met.begin(), island.not_met.end());
  if (work.arguments.command().name == "pull") report_unmet(work, player.document(), unmet);
  if (player.waited_in_vain() == 0) return;
  const std::string sentence = "the figure was still moving after 60 s of 'wait rest'";
  if (work.arguments.command().name == "pull" && work.arguments.has("--strict"))
    work.fail(status_unmet, sentence);
  else
    work.console.warn(sentence);
}

}  // namespace

int pull(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  View view;
  const std::optional<Document> document =
      read_document(work, work.arguments.operand(0), *fresh, &view);
  if (!document) return work.status;
  Live live(*document);
  std::optional<Script> script = read_script(work, work.arguments.operand(1));
  if (!script || !apply_settings(work, live)) return work.status;
  std::optional<std::vector<Readout>> columns = traced(work, live.document());
  if (!columns) return work.status;

  Data data(work, work.arguments.text("--output"));
  Report report(work, data, std::move(*columns));
  Player player(live.document(), *fresh, std::move(*script));
  if (!set_up(work, player.stepper())) return work.status;
  player.on_hash = [&](const Player::HashLine& at) {
    report.table().comment("hash", hash_text(at.hash));
    if (at.expected && *at.expected != at.hash)
      work.fail(status_differs, fmt::format("line {}: the state has hash {}, the script says {}",
                                            at.line, hash_text(at.hash), hash_text(*at.expected)));
  };
  std::string recording;
  Recorder recorder([&](std::string_view text) { recording += text; });
  const bool records = work.arguments.has("--record");
  if (records) {
    if (const Result<bool> begun = recorder.begin(player.live(), view); !begun)
      return work.fail(status_failed, begun.error());
    player.on_action = [&](const Action& action) { recorder.record(action); };
  }
  const int every = work.arguments.count("--every");
  using Clock = std::chrono::steady_clock;
  Frame frame;
  const Attentive looking;
  std::int64_t refused = 0;
  while (true) {
    const Clock::time_point begin = Clock::now();
    const Result<bool> ticked = player.tick();
    if (!ticked)
      return work.fail(status_invalid, ticked.error(), shown_name(work.arguments.operand(1)),
                       player.script().text);
    if (!*ticked) break;
    frame.microseconds += std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    frame.add(player.report());
    refused += any_refused(player.report());
    if (records) recorder.ticked(player.world());
    if (player.now() % every == 0) report.print(player, std::exchange(frame, {}));
    if (player.now() % ticks_between_looks != 0) continue;
    if (interrupted()) return work.status = status_interrupted;
    work.console.progress("tick", static_cast<double>(player.now()), 0);
  }
  if (records) recorder.seal(player.world());
  conclude(work, player);
  if (refused > 0)
    work.console.warn(fmt::format("in {} ticks some step was refused: the figure stayed", refused));
  report_hash(work, &report.table(), data, player.world());
  if (!data.finish()) return work.status;
  if (records) write_file(work, work.arguments.text("--record"), recording);
  if (!work.arguments.has("--save")) return work.status;
  if (const auto why_not = player.enter()) return work.fail(status_invalid, *why_not);
  save_document(work, work.arguments.text("--save"), player.document(), view);
  return work.status;
}

int replay(Work& work) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  std::optional<Script> script = read_script(work, work.arguments.operand());
  if (!script) return work.status;
  if (script->lines.empty() || !std::holds_alternative<line::Load>(script->lines[0].action))
    return work.fail(
        status_invalid,
        fmt::format("{}: a recording begins with a document line", work.arguments.operand()),
        "a pull script goes with a drawing: limber pull FILE SCRIPT");
  int compared = 0, different = 0;
  Player player(*fresh, *fresh, std::move(*script));
  if (!set_up(work, player.stepper())) return work.status;
  player.on_hash = [&](const Player::HashLine& at) {
    if (!at.expected) return;
    ++compared;
    if (*at.expected == at.hash) return;
    ++different;
    const std::string sentence =
        fmt::format("{}:{}: the state has hash {}, recorded was {}", work.arguments.operand(),
                    at.line, hash_text(at.hash), hash_text(*at.expected));
    if (work.arguments.has("--verify"))
      work.fail(status_differs, sentence);
    else
      work.console.warn(sentence);
  };
  std::int64_t ticks = 0;
  const Attentive looking;
  while (true) {
    const Result<bool> ticked = player.tick();
    if (!ticked)
      return work.fail(status_invalid, ticked.error(), shown_name(work.arguments.operand()),
                       player.script().text);
    if (!*ticked) break;
    if (++ticks % ticks_between_looks == 0 && interrupted())
      return work.status = status_interrupted;
  }
  conclude(work, player);
  if (work.arguments.has("--verify") && compared == 0)
    work.fail(status_differs, "the recording holds no hash to compare with");
  if (work.status == status_done)
    work.console.note(
        fmt::format("{} ticks, {} hashes compared, {} different", ticks, compared, different));
  Data data(work, "");
  if (work.arguments.has("--hash")) data.write(hash_text(hash(player.world())) + '\n');
  if (!data.finish()) return work.status;
  if (!work.arguments.has("--save")) return work.status;
  if (const auto why_not = player.enter()) return work.fail(status_invalid, *why_not);
  save_document(work, work.arguments.text("--save"), player.document(), {});
  return work.status;
}

}  // namespace limber::cli
