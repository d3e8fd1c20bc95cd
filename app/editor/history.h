// Undo: a stack of Documents. A step is an edit, a bracket of them, or a whole gesture; the newest
// Document follows what still moves after it (a figure assembling itself), so that undo and redo
// restore what was seen. Old Documents share with newer ones what did not change.
//
// Laws: undo then redo is the identity, to the bit. At most max_steps are kept and max_bytes held,
// the oldest go first.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "app/document/document.h"

namespace limber {

class History {
 public:
  static constexpr std::size_t max_steps = 10000;
  static constexpr std::size_t max_bytes = 256u << 20;

  explicit History(Document document);

  const Document& now() const { return steps_[at_].document; }
  const Document& before() const { return steps_[at_ - 1].document; }  // when can_undo
  // What could be redone is forgotten. A step that is no work (motion that was watched) leaves
  // `modified` as it was.
  void push(std::string title, Document document, bool work = true);
  void amend(Document document);    // the newest step, grown by what followed
  void take_back();                 // the newest step never was; nothing is left to be redone

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < steps_.size(); }
  const std::string& undo_title() const { return steps_[at_].title; }      // when can_undo
  const std::string& redo_title() const { return steps_[at_ + 1].title; }  // when can_redo
  const Document& undo() { return steps_[--at_].document; }
  const Document& redo() { return steps_[++at_].document; }

  void mark_saved() { saved_ = steps_[at_].serial; }
  void mark_unsaved() { saved_ = next_serial_++; }  // no state of the work is in its file
  bool modified() const { return steps_[at_].serial != saved_; }
  std::size_t size() const { return steps_.size(); }
  std::size_t at() const { return at_; }  // 0: as it was opened
  const std::string& title(std::size_t step) const { return steps_[step].title; }
  const Document& document(std::size_t step) const { return steps_[step].document; }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Step {
    std::string title;
    Document document;
    std::uint64_t serial = 0;  // another one for each state of the work
    bool work = true;
    std::size_t bytes = 0;  // about how much memory it holds beside the step before
  };
  void forget_oldest();

  std::deque<Step> steps_;  // never empty
  std::size_t at_ = 0, bytes_ = 0;
  std::uint64_t next_serial_ = 1, saved_ = 0;
};

}  // namespace limber
