// Live: a drawing and the World that hands and time move. Editor and script both work with one.
//
//   document()   what the edits so far have made; never ticks
//   world()      the same with what hands and time have done since: what is seen
//   enter()      what they did enters the Document, as an edit that carries the state
//
//   samples()    what traces and plots have seen of the motion since the drawing was opened
//
// Laws: the Document is changed by apply and by nothing else: it is what the lines of its edits
// make of the drawing that was opened, those that carry the state reached among them. An edit acts
// on the world as it is; one that is refused changes nothing; after enter the Document's world is
// the live one, but for hands and what is awake. The same calls give the same bits, and hashes of
// both are the same in a window and in a script.
#pragma once

#include <optional>
#include <string>

#include "app/document/readout.h"
#include "app/document/samples.h"
#include "app/edits/apply.h"
#include "app/edits/rewind.h"
#include "solver/stepper.h"

namespace limber {

class Live {
 public:
  explicit Live(Document document);

  const Document& document() const { return document_; }
  const World& world() const { return world_; }
  Document shown() const;  // both: hands hold on, and what is awake stays awake
  Stepper& stepper() { return stepper_; }

  void restore(Document document);  // another drawing, or an old one: nothing in it moves
  // What moves, and the locks that only hold while it adapts.
  struct Moment {
    World world;
    Held held, others;
    Samples samples = {};
  };
  Moment moment() const { return {world_, held_, others_, samples_}; }
  const Samples& samples() const { return samples_; }  // what traces and plots have seen
  void go_back(const Moment& moment);

  // ---- edits
  Result<bool> apply(const Edit& edit);
  bool moved() const { return limber::moved(document_, settled_world()); }
  bool moved_since(const Moment& moment) const;  // by more than rounding
  Edit reached(std::string why) const {
    return limber::reached(document_, settled_world(), std::move(why));
  }
  // Why it cannot enter (it is beyond the limits of a drawing), or nothing: it has.
  std::optional<Error> enter();
  Result<bool> enter(const Edit& reach);

  // The drawing is this one again, and what time has moved since it was so goes on moving from
  // where it is: the newest edits never were, and the time that has passed has. `unedited` is what
  // they found.
  void take_back(Document document, const Moment& unedited);

  // ---- hands and time
  HandId grab(const Connector& point) {
    past_.touch();
    return world_.grab(point);
  }
  // All other curves stay as they are until that hand lets go.
  HandId grab_alone(const Connector& point);
  void pull(HandId hand, const Point& target) {
    past_.pulled(hand, target);
    world_.pull(hand, target);
  }
  void release(HandId hand);
  void let_go();
  bool holds() const { return world_.hands().size() > 0; }
  void wake() {
    past_.touch();
    world_.wake();
  }
  void wake(CurveId id) {
    past_.touch();
    world_.wake(id);
  }
  bool sleeps() const { return world_.sleeps(); }
  void measure_again() { world_.measure_again(); }  // its size, as when it is read

  const StepReport& tick(Run run) { return step(limber::tick, run); }
  const StepReport& step(double h, Run run);

  // ---- the last minute of play. Gone back to, the drawing is as it was then, hands let go, and nothing
  // in it moves; what traces and plots have seen stays until time runs again.
  void remember_past() { remembers_ = true; }  // from now on
  const Rewind& past() const { return past_; }
  // Why it stays where it is (no drawing can hold what was there), or nothing.
  std::optional<Error> go_to(std::int64_t wanted);
  // It is another drawing: what was played, and what traces and plots have seen of it.
  void forget_past() {
    past_.forget();
    samples_.forget(world_.time);
  }

  // A number was set that the rest of the figure is still adapting to.
  bool adapts() const { return !held_.empty(); }
  void stop_adapting() {
    past_.touch();
    held_.release(world_);
  }  // it was given time enough
  // The numbers that stay meanwhile, and the drawing as shown without those locks.
  const Held& held() const { return held_; }
  void hold(const Readout::Parameter& number) {
    past_.touch();
    held_.hold(world_, number);
  }
  Document shown_without_locks() const;

 private:
  void remember(double h, Run run);  // what is, before it is stepped
  World settled_world() const;  // without the locks that only hold while the figure adapts

  Document document_;
  World world_;
  Stepper stepper_;
  Held held_;
  Held others_;  // than the curve that a hand reshapes alone
  Samples samples_;
  Rewind past_;
  bool remembers_ = false;
  double past_clock_ = 0;  // of the samples, where it went back to
};

}  // namespace limber
