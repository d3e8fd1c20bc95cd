// Curves, what they are called, their numbers and types; variables, and what follows them. Part of
// edit.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/quantity.h"
#include "app/edits/strings.h"

namespace limber::edit {

struct Draw {  // a curve of this type; parameters that are not given are the type's own
  static constexpr std::string_view verb = "draw", meaning = "a new curve";
  std::string type, as;
  std::vector<std::pair<std::string, double>> q;
  std::vector<std::vector<double>> nodes;
  bool operator==(const Draw&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("TYPE", type), f.as(as), f.numbers("PARAMETER", q), f.rows("nodes", nodes);
  }
};
struct Delete {
  static constexpr std::string_view verb = "delete",
                                    meaning = "remove things, and what hangs on them";
  Strings things;
  bool operator==(const Delete&) const = default;
  template <class F>
  void fields(F& f) {
    f.words("THING", things);
  }
};
struct Name {
  static constexpr std::string_view verb = "name", meaning = "give a thing another name";
  std::string thing, as;
  bool operator==(const Name&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("THING", thing), f.word("NAME", as);
  }
};
struct Lock {
  static constexpr std::string_view verb = "lock",
                                    meaning = "pulling will not change these numbers of a curve";
  std::string curve;
  Strings parameters;
  bool operator==(const Lock&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters);
  }
};
struct Unlock {
  static constexpr std::string_view verb = "unlock", meaning = "pulling may change these numbers";
  std::string curve;
  Strings parameters;
  bool operator==(const Unlock&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("CURVE", curve), f.words("PARAMETER", parameters);
  }
};
struct Set {
  static constexpr std::string_view
      verb = "set",
      meaning = "give a parameter, or a number of a constraint, a new value; the figure follows";
  std::string name;
  double value = 0;
  bool operator==(const Set&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", name), f.number("NUMBER", value, Dimension::any);
  }
};
struct Define {
  static constexpr std::string_view
      verb = "define",
      meaning =
          "a new curve type or kind of constraint, as its formula; see redefine for one in use";
  std::string formula;
  bool operator==(const Define&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("FORMULA", formula);
  }
};
struct Redefine {
  static constexpr std::string_view
      verb = "redefine",
      meaning =
          "another formula for a curve type or kind of one's own; what is made with it follows";
  std::string formula;
  bool operator==(const Redefine&) const = default;
  template <class F>
  void fields(F& f) {
    f.text("FORMULA", formula);
  }
};

// ---- variables

struct Let {
  static constexpr std::string_view
      verb = "let",
      meaning = "make a variable of the drawing a number or formula; a new one where there is none";
  std::string name, text;
  bool operator==(const Let&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NAME", name), f.skip("="), f.text("TEXT", text);
  }
};
struct Rename {
  static constexpr std::string_view verb = "rename",
                                    meaning = "another name for a variable, wherever it is used";
  std::string name, as;
  bool operator==(const Rename&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.word("NAME", as);
  }
};
struct Explain {
  static constexpr std::string_view verb = "explain", meaning = "say what a variable is for";
  std::string name, note;
  bool operator==(const Explain&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.text("TEXT", note);
  }
};
struct Forget {
  static constexpr std::string_view
      verb = "forget",
      meaning = "remove a variable; inside: its text is put where it was used";
  std::string name;
  bool inside = false;
  bool operator==(const Forget&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("VARIABLE", name), f.flag("inside", inside);
  }
};
struct Follow {
  static constexpr std::string_view verb = "follow",
                                    meaning = "a number of the drawing is what this text says";
  std::string number, text;
  bool operator==(const Follow&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NUMBER", number), f.skip("="), f.text("TEXT", text);
  }
};
struct Unfollow {
  static constexpr std::string_view verb = "unfollow",
                                    meaning = "it keeps its value and follows nothing";
  std::string number;
  bool operator==(const Unfollow&) const = default;
  template <class F>
  void fields(F& f) {
    f.word("NUMBER", number);
  }
};

}  // namespace limber::edit
