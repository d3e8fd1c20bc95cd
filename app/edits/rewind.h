// Rewind: the last minute of play, to go back to at any tick of it, bit for bit.
//
// It keeps a moment (the drawing as it is seen, hands and all) every few ticks, and one whenever
// something other than time acts: an edit, a hand that takes hold or lets go. Between two moments there
// is nothing but time and the places hands were led to, so the ticks in between are had by stepping
// again from the moment before them: the stepper gives the same bits however it is asked.
//
// Times are counted in ticks played since the drawing was opened.
//
// Laws: at(n) has the bits that play had after n ticks. At most `longest` ticks are kept and
// max_bytes held: first the moments stand farther apart, then the oldest go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "app/document/readout.h"
#include "solver/stepper.h"

namespace limber {

class Rewind {
 public:
  static constexpr std::int64_t longest = 60 * 240;
  static constexpr std::size_t max_bytes = 256u << 20;
  // Ticks between moments. A place in the past costs half as many steps on the average; a figure of
  // 1000 bars fills max_bytes in half a minute when every fourth is kept.
  static constexpr std::int64_t first_spacing = 12, most_spacing = 96;

  struct Moment {
    Document document;  // as the edits had made it
    Document seen;      // with its world as it was
    Held held, others;  // see Live
    double clock = 0;   // of the samples
  };

  // ---- recording
  void forget();                                   // it is another drawing
  void touch();                                    // something other than time has acted
  void pulled(HandId hand, const Point& target);   // a hand was led there
  bool wants_moment() const;                       // before the next tick,
  void keep(Moment moment);                        //   this one
  void ticked();                                   // after a tick that played

  // ---- what is kept, in ticks: begin() <= now() <= end()
  std::int64_t begin() const;
  std::int64_t end() const { return end_; }
  std::int64_t now() const { return now_; }  // what is seen; less than end() when gone back
  bool went_back() const { return now_ < end_; }
  std::size_t bytes() const { return bytes_; }
  std::size_t moments() const { return kept_.size(); }

  // The drawing after so many ticks, brought between begin() and end(); now() from here on. What was
  // later is kept until something acts or time runs again. Not when nothing was ever played.
  struct Place {
    Document document;  // as the edits had made it
    World world;
    Held held, others;
    double clock = 0;
  };
  Place go_to(std::int64_t wanted, const Stepper& like);

 private:
  struct Pull {
    std::int64_t tick = 0;
    HandId hand;
    Point target = Point::Zero();
  };
  struct Kept {
    std::int64_t tick = 0;
    Moment moment;
    bool acted = false;  // something other than time led here: it cannot be had by stepping
    std::size_t bytes = 0;
    std::vector<Pull> pulls;  // until the next
  };
  void cut_future();
  void thin_out();
  void drop_oldest();

  std::deque<Kept> kept_;
  std::int64_t end_ = 0, now_ = 0, spacing_ = first_spacing;
  std::size_t bytes_ = 0;
  bool touched_ = true;
  Stepper stepper_;
};

}  // namespace limber
