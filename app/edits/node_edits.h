// Work on the course of a curve: its nodes and joints, cutting, joining, another type. Part of edit.h.
// A t is a place along a curve as in crank@0.5; nodes are counted from 1, as their numbers are called.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/quantity.h"

namespace limber::edit {

struct InsertNode {
  static constexpr std::string_view verb = "insert_node",
                                    meaning = "a node more at t, the shape unchanged";
  std::string curve;
  double t = 0;
  bool operator==(const InsertNode&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number_after("at", t, Dimension::number);
  }
};
struct RemoveNode {
  static constexpr std::string_view verb = "remove_node",
                                    meaning = "a node less; its neighbours stay";
  std::string curve;
  double node = 1;
  bool operator==(const RemoveNode&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number("NODE", node, Dimension::number);
  }
};
struct Joint {
  static constexpr std::string_view
      verb = "joint",
      meaning = "how a curve goes through a node: corner, smooth, or symmetric (handles of one length)";
  std::string curve, how;
  double node = 1;
  bool operator==(const Joint&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number("NODE", node, Dimension::number), f.word("HOW", how);
  }
};
struct Split {
  static constexpr std::string_view verb = "split",
                                    meaning = "cut a curve at t into two; one that goes round is opened";
  std::string curve, as;
  double t = 0;
  bool operator==(const Split&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number_after("at", t, Dimension::number), f.as(as);
  }
};
struct Join {
  static constexpr std::string_view
      verb = "join", meaning = "two curves as one, by their nearest ends; one with itself is closed";
  std::string curve, with;
  bool operator==(const Join&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.word("CURVE", with);
  }
};
struct Convert {
  static constexpr std::string_view verb = "convert",
                                    meaning = "the same course as a curve of another type";
  std::string curve, type;
  std::optional<double> tolerance;  // none: a ten thousandth of its size
  bool operator==(const Convert&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.word("TYPE", type), f.option("tolerance", tolerance);
  }
};
struct Simplify {
  static constexpr std::string_view verb = "simplify",
                                    meaning = "fewer nodes, the course the same within a tolerance";
  std::string curve;
  std::optional<double> tolerance;  // none: a hundredth of its size
  bool operator==(const Simplify&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.option("tolerance", tolerance);
  }
};
struct Trim {
  static constexpr std::string_view
      verb = "trim",
      meaning = "keep the part between two t; beyond its ends it goes on by its formula";
  std::string curve;
  double from = 0, to = 1;
  bool operator==(const Trim&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number_after("from", from, Dimension::number);
    f.number_after("to", to, Dimension::number);
  }
};
struct Fillet {
  static constexpr std::string_view verb = "fillet",
                                    meaning = "round a corner by an arc: a node, or the corner of that number";
  std::string curve;
  double node = 1, radius = 1;
  bool operator==(const Fillet&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number("NODE", node, Dimension::number);
    f.number_after("by", radius, Dimension::length);
  }
};
struct Offset {
  static constexpr std::string_view
      verb = "offset", meaning = "a curve beside another, so far to its left (negative: to its right)";
  std::string curve, as;
  double by = 0;
  bool operator==(const Offset&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.number_after("by", by, Dimension::length), f.as(as);
  }
};

}  // namespace limber::edit
