// How things look, and what is on the paper beside curves. Part of edit.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/quantity.h"
#include "app/edits/strings.h"
#include "curves/curve.h"

namespace limber::edit {

struct StyleEdit {
  static constexpr std::string_view verb = "style", meaning = "how things are drawn";
  Strings things;
  Parts parts;
  bool operator==(const StyleEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things), f.parts("PART", parts);
  }
};
struct Unstyle {
  static constexpr std::string_view
      verb = "unstyle",
      meaning = "things look like what they are part of: their link, group or layer";
  Strings things;
  bool operator==(const Unstyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct NameStyle {
  static constexpr std::string_view verb = "name_style",
                                    meaning = "a style with a name; all that have it follow";
  std::string name;
  Parts parts;
  bool operator==(const NameStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name), f.parts("PART", parts);
  }
};
struct UseStyle {
  static constexpr std::string_view verb = "use_style",
                                    meaning = "things have a named style; \"\" is their own";
  std::string name;
  Strings things;
  bool operator==(const UseStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name), f.words("THING", things);
  }
};
struct ForgetStyle {
  static constexpr std::string_view verb = "forget_style",
                                    meaning = "things that had it keep it as their own";
  std::string name;
  bool operator==(const ForgetStyle&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("STYLE", name);
  }
};
struct TextEdit {
  static constexpr std::string_view verb = "text", meaning = "a text on the paper";
  std::string text, as;
  Point at = Point::Zero();
  std::optional<double> size;
  bool operator==(const TextEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TEXT", text), f.place_after("at", at), f.as(as), f.option("size", size);
  }
};
struct Write {
  static constexpr std::string_view verb = "write", meaning = "change a text, or its size";
  std::string thing, text;
  std::optional<double> size;
  bool operator==(const Write&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.word("TEXT", text), f.option("size", size);
  }
};
struct PictureEdit {
  static constexpr std::string_view
      verb = "picture",
      meaning = "a picture of a file below the drawing's folder; or inside the drawing, as base64";
  std::string file, as, data;
  Point at = Point::Zero(), size = Point(100, 100);
  double opacity = 1;
  bool operator==(const PictureEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("FILE", file), f.place_after("at", at), f.place(size), f.as(as);
    f.number_option("opacity", opacity, Dimension::number), f.word_option("data", data);
  }
};
struct DimensionEdit {
  static constexpr std::string_view verb = "dimension",
                                    meaning = "write the number of a constraint at a place";
  std::string constraint, as;
  Point at = Point::Zero();
  bool operator==(const DimensionEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CONSTRAINT", constraint), f.place_after("at", at), f.as(as);
  }
};
struct TraceEdit {
  static constexpr std::string_view verb = "trace", meaning = "a point leaves its path behind";
  std::string point, as;
  double seconds = 0;
  bool operator==(const TraceEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("POINT", point), f.as(as), f.number_option("seconds", seconds, Dimension::time);
  }
};
struct PlotEdit {
  static constexpr std::string_view verb = "plot", meaning = "quantities over time or over another";
  Strings quantities;
  std::string over = "time", as;
  std::optional<Point> at, size;  // its lower left corner; width and height
  std::optional<double> seconds;
  bool operator==(const PlotEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("QUANTITY", quantities), f.word_after("over", over);
    f.place_if("at", at), f.place_if("size", size), f.as(as), f.option("seconds", seconds);
  }
};
struct Replot {
  static constexpr std::string_view verb = "replot",
                                    meaning = "a plot shows other quantities, over time or another";
  std::string plot;
  Strings quantities;
  std::string over = "time";
  bool operator==(const Replot&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("PLOT", plot), f.words("QUANTITY", quantities), f.word_after("over", over);
  }
};
struct Span {
  static constexpr std::string_view
      verb = "span",
      meaning = "the seconds of motion that a trace or a plot keeps; 0: all of them";
  std::string thing;
  double seconds = 0;
  bool operator==(const Span&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.number("SECONDS", seconds, Dimension::time);
  }
};
struct GuideEdit {
  static constexpr std::string_view verb = "guide", meaning = "a line that things snap to";
  Point at = Point::Zero();
  double angle = 0;
  std::string as;
  bool operator==(const GuideEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.place_after("at", at), f.number_option("angle", angle, Dimension::angle), f.as(as);
  }
};
struct PageEdit {
  static constexpr std::string_view verb = "page",
                                    meaning = "size of the page in mm (0 0: none), unit of numbers";
  Point size = Point::Zero();
  std::string unit = "mm";
  bool operator==(const PageEdit&) const = default;
  template <class F>
  void fields(F& f) {
    f.place(size), f.word_option("unit", unit);
  }
};
struct TryThis {  // empty sentences are left out: try_this "" takes all of them away
  static constexpr std::string_view
      verb = "try_this",
      meaning = "what to do with the drawing, a sentence each; instead of others";
  Strings sentences;
  bool operator==(const TryThis&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("SENTENCE", sentences);
  }
};

}  // namespace limber::edit
