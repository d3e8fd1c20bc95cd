// Formula: a definition as written, before anything is known about what its names mean. Plain
// structs with the place of everything, so that every later stage can point at what it means.
//
// Expressions are terms in one list, operands before operators: whoever works through the terms of
// a Phrase from first to root has met every operand of a term before the term itself. So nothing
// here is ever walked, or freed, by recursion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/lex.h"

namespace limber {

struct Phrase {  // an expression: terms[first] ... terms[root]
  int first = 0, root = -1;
  Spot spot;
  explicit operator bool() const { return root >= 0; }
};

struct Term {
  enum Kind {
    number,     // value
    named,      // name
    component,  // of args[0]: name is "x" or "y"
    node,       // name[value]: a node of a family
    prime,      // args[0]', d/dt
    negate,     // -args[0]
    binary,     // args[0] name args[1]: + - * / ^
    compare,    // args[0] name args[1] ...: < <= > >= == !=; `name` holds one sign
    both,
    either,
    opposite,   // and, or, not
    vector,     // (args[0], args[1])
    bars,       // |args[0]|
    call,       // name(args...); a function of the language, or one of the file's own
    piecewise,  // value, condition, value, condition, ..., value otherwise
    inner,      // what follows, up to the term before `value`, depends on the index `name`
    series,     // name: sum, product or integral of `body`, index from args[0] to args[1]
  };
  Kind kind = number;
  std::string name;
  double value = 0;
  std::vector<int> args;
  Spot spot;
  std::string index = {};  // of a series
  Phrase body = {};
};

struct Named {  // name = value, in whatever statement
  std::string name;
  Phrase value;
  Spot spot;  // of the name
};

struct FunctionText : Named {  // f(u, v) = value
  std::vector<std::string> inputs;
};

// Of a differential equation: x' = value or x'' = value, and where it begins: x(0) = value, x'(0) = value.
struct EquationText : Named {
  int order = 1;
};
struct StartText : Named {
  int primes = 0;
  Phrase at;
};

enum class Word {
  place,
  length,
  angle,
  number,
  point,
  direction,
  vector
};  // what a declaration starts with

inline bool is_pair_of_numbers(Word word) { return word == Word::place || word == Word::vector; }

// Where x and y, or r and theta, count from, and how long their 1 is.
struct FrameText {
  Phrase about, turned, scale;
};

// A curve given by an equation between x and y: left = right, in a frame, traced within a square.
struct ImplicitText {
  Phrase left, right;
  FrameText frame;
  Spot spot;
};

struct ParameterText : Named {
  Word word = Word::number;
  std::string label;
  bool locked = false;
  bool whole = false;
  bool plain = false;  // from a `parameters` line: x0, y0 there are a place
};

struct NodesText {
  Word word = Word::place;
  std::string name, label;
  std::vector<Phrase> values;
  bool locked = false;
  Spot spot;
};

struct MeasureText : Named {
  Word word = Word::number;
};

struct InputText : Named {
  Word word = Word::point;
};

enum class Comparison { equal, at_least, at_most };

struct RowText {
  Phrase left, right;  // right may be empty: then left = 0
  Comparison comparison = Comparison::equal;
  std::string scale;  // "length", "angle", "number", or empty: inferred
  Spot scale_spot;
};

struct Formula {
  enum Kind { curve, constraint, preference } kind = curve;
  std::string name, title;
  Spot spot;               // of the name
  bool has_header = true;  // false: the first line could not be read, so names may be missing
  std::vector<Spot> statements;  // where each begins, the first line aside
  std::vector<Term> terms;
  std::vector<Named> lets;
  std::vector<FunctionText> functions;

  // of a curve
  std::vector<ParameterText> parameters;
  std::vector<Phrase> ranges;
  std::vector<NodesText> nodes;
  int at_least = 0;  // nodes; 0 when not said
  Spot at_least_spot;
  bool has_pieces = false;
  int pieces_extra = 0, pieces_step = 1;  // pieces = (nodes + extra) / step
  Spot pieces_spot;
  std::string variable = "t";
  bool has_range = false, closed = false;
  Phrase from, to;  // of the variable
  Spot range_spot;
  std::vector<Phrase> corners;
  bool corners_at_joints = false;
  Spot corners_spot;
  Named x, y, at, r, theta;  // theta: the angle of a polar curve, where it is not the variable
  FrameText frame;       // of a polar curve
  std::optional<ImplicitText> implicit;
  Phrase within;  // half the side of the square in which that is traced
  Spot within_spot;
  std::vector<EquationText> equations;
  std::vector<StartText> starts;
  std::vector<MeasureText> measures;
  std::vector<Named> draw;
  Spot draw_spot;

  // of a constraint or a preference
  std::vector<InputText> inputs;
  std::vector<RowText> rows;
};

}  // namespace limber
