// Workspace: unsaved work outlasts the process, and comes back at the next start.
#include <ctime>
#include <utility>

#include "app/editor/workspace.h"
#include "app/files/document_file.h"
#include "app/files/xdg.h"

namespace limber {

namespace {

// How often what moves is told to the journal. Together with the second a new journal may wait
// (work_keeper.cpp) and a slow frame it must stay below the 2 s promised; a line of 300 moving
// curves is some 30 kB, so ten times as often would fill a disk with megabytes a second.
constexpr double seconds_between_motions = 0.5;

// How often a formula that is being typed is written down: less often than keys are pressed, as
// each time waits for the disk.
constexpr double seconds_between_drafts = 1;

}  // namespace

// ---- keeping

void Workspace::keep_work_in(const std::filesystem::path& folder) {
  const Result<std::filesystem::path> made = make_private_folder(folder, io_);
  if (!made)
    return editor_.say("Your work cannot be kept for recovery: " + made.error().message +
                       " (save it often)");
  journals_ = *made;
  keeper_.emplace(journals_, io_);
  editor_.set_journal([this](std::string_view line) { keeper_->take(line); });
}

WorkKeeper::Work Workspace::work() {
  std::error_code ignored;
  const std::filesystem::path path =
      path_.empty() ? path_ : std::filesystem::absolute(path_, ignored);
  // While the past is looked at, the newest step is what the journal's lines go on from.
  return {{name(), path, stamp_}, [this]() -> Result<WorkKeeper::Base> {
            Result<std::string> drawing = to_json(editor_.history().now(), editor_.view());
            if (!drawing) return drawing.error();
            WorkKeeper::Base base{*std::move(drawing), {}};
            const bool on_its_way = !editor_.rewound() && (editor_.moving() || editor_.pulling());
            if (std::optional<std::string> line = editor_.motion_line(); line && on_its_way)
              base.lines.push_back(*std::move(line));
            return base;
          }};
}

// What a hand holds is work before it is let go. Motion that only is watched is none.
void Workspace::keep_work(double now, WorkKeeper::Pace pace) {
  if (now - drafts_written_at_ >= seconds_between_drafts) {
    drafts_written_at_ = now;
    write_drafts();
  }
  if (!keeper_ || !running_) return;
  if (!editor_.modified() && !editor_.pulling()) return keeper_->drop();
  const bool due = now - motion_told_at_ >= seconds_between_motions;
  if ((editor_.moving() || editor_.pulling()) && (due || pace == WorkKeeper::Pace::resting)) {
    editor_.tell_motion();
    motion_told_at_ = now;
  }
  if (std::optional<std::string> trouble = keeper_->keep(work(), now, pace))
    editor_.say(*std::move(trouble));
}

void Workspace::end() {
  editor_.finish_gesture();
  editor_.set_playing(false);
  write_drafts();
  if (keeper_ && editor_.modified())
    keeper_->keep_for_next_start(work());  // if not, what the journal has is there as after a crash
  else
    give_up_work();
  running_ = false;
}

// ---- coming back

void Workspace::offer_recovery(Offer offer) {
  if (journals_.empty()) return;
  if (found_.empty()) found_ = find_work(journals_, fresh_, std::time(nullptr), io_);
  if (!found_.empty() && dialog_ == Dialog::none) show(Dialog::recover);
  if (found_.empty() && offer == Offer::on_request)
    editor_.say("There is no unsaved work to recover");
}

void Workspace::recover(std::size_t which) {
  if (which >= found_.size() || !found_[which].drawing) return;
  dialog_ = Dialog::none;
  guard([this, which] {
    FoundWork found = std::move(found_[which]);
    found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(which));
    put_off_found();
    RecoveredDrawing& drawing = *found.drawing;
    work_on({std::move(drawing.document), drawing.view, found.origin.path, found.origin.stamp});
    if (path_.empty() && found.origin.name != untitled) example_ = shown(found.origin.name);
    editor_.mark_unsaved();
    editor_.fit_unless_seen();
    keeper_->continue_from(std::move(found.journal));
    editor_.say(found.trouble.empty() ? "Recovered " + name() + "; it is not saved yet"
                                      : found.trouble);
  });
}

void Workspace::discard(std::size_t which) {
  if (which >= found_.size()) return;
  found_[which].journal.remove();
  found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(which));
  if (found_.empty()) close_dialog();
}

void Workspace::put_off_found() {
  for (FoundWork& found : found_) found.journal.put_off();
  found_.clear();
}

}  // namespace limber
