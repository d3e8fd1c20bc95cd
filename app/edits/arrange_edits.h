// Where things are, in which order, group and layer, and whether they are seen and can be picked.
// Part of edit.h.
#pragma once

#include <string>
#include <string_view>

#include "app/document/quantity.h"
#include "app/edits/strings.h"
#include "curves/curve.h"

namespace limber::edit {

struct Move {
  static constexpr std::string_view verb = "move", meaning = "move things as they are";
  Strings things;
  Point by = Point::Zero();
  bool operator==(const Move&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("by", by);
  }
};
struct Turn {
  static constexpr std::string_view verb = "turn", meaning = "turn things about a place";
  Strings things;
  double by = 0;
  Point about = Point::Zero();
  bool operator==(const Turn&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.number_after("by", by, Dimension::angle);
    f.place_after("about", about);
  }
};
struct Scale {
  static constexpr std::string_view verb = "scale", meaning = "make things larger about a place";
  Strings things;
  double by = 1;
  Point about = Point::Zero();
  bool operator==(const Scale&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.number_after("by", by, Dimension::number);
    f.place_after("about", about);
  }
};
struct Mirror {
  static constexpr std::string_view verb = "mirror",
                                    meaning = "mirror things in the line through two places";
  Strings things;
  Point through = Point::Zero(), to = Point(0, 1);
  bool operator==(const Mirror&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("through", through), f.place(to);
  }
};
struct Copy {
  static constexpr std::string_view verb = "copy",
                                    meaning =
                                        "copy things, with the constraints among them, so far away";
  Strings things;
  Point by = Point::Zero();
  bool operator==(const Copy&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.place_after("by", by);
  }
};
struct Order {
  static constexpr std::string_view verb = "order",
                                    meaning =
                                        "front, back, forward or backward among what is drawn";
  std::string where;
  Strings things;
  bool operator==(const Order&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("WHERE", where), f.words("THING", things);
  }
};
struct GroupEdit {
  static constexpr std::string_view verb = "group", meaning = "things that are picked as one";
  Strings things;
  std::string as;
  bool operator==(const GroupEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.as(as);
  }
};
struct Ungroup {
  static constexpr std::string_view verb = "ungroup", meaning = "take groups apart";
  Strings groups;
  bool operator==(const Ungroup&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("GROUP", groups);
  }
};
struct LayerEdit {
  static constexpr std::string_view verb = "layer", meaning = "a new layer, above the others";
  std::string as;
  bool operator==(const LayerEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", as);
  }
};
struct Put {
  static constexpr std::string_view verb = "put",
                                    meaning = "into a layer; \"\" is the paper itself";
  Strings things;
  std::string layer;
  bool operator==(const Put&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.word_after("in", layer);
  }
};
struct Hide {
  static constexpr std::string_view verb = "hide", meaning = "things are not shown";
  Strings things;
  bool operator==(const Hide&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Show {
  static constexpr std::string_view verb = "show", meaning = "things are shown again";
  Strings things;
  bool operator==(const Show&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Protect {
  static constexpr std::string_view verb = "protect",
                                    meaning = "things cannot be picked or moved by hand";
  Strings things;
  bool operator==(const Protect&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Unprotect {
  static constexpr std::string_view verb = "unprotect", meaning = "they can again";
  Strings things;
  bool operator==(const Unprotect&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};

}  // namespace limber::edit
