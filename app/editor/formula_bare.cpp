#include "app/editor/formula_bare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "app/editor/text_buffer.h"
#include "codegen/lex.h"
#include "codegen/names.h"
#include "curves/tessellate.h"

namespace limber {

namespace {

template <class Taken>
std::string fresh(const std::string& stem, Taken taken) {
  int n = 1;
  while (taken(stem + std::to_string(n))) ++n;
  return stem + std::to_string(n);
}

std::string title_of(const std::string& name, const std::string& stem) {
  std::string title = stem;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title + " " + name.substr(stem.size());
}

double in_two_digits(double number) {
  const double digit = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / digit) * digit;
}

// One line of what was typed, as its tokens.
using Line = std::vector<Token>;

std::vector<Line> statements(std::string_view text) {
  std::vector<Error> ignored;
  std::vector<Line> out(1);
  for (const Token& token : lex(text, ignored)) {
    if (token.kind == Token::end) break;
    if (token.kind != Token::newline)
      out.back().push_back(token);
    else if (!out.back().empty())
      out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

bool begins(const Line& line, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return line[0].word(word); });
}
// x = ..., x(t) = ...
bool gives(const Line& line, std::string_view name) {
  if (line.size() < 2 || !line[0].word(name)) return false;
  return line[1].is("=") || (line.size() > 4 && line[1].is("(") && line[2].kind == Token::name &&
                             line[3].is(")") && line[4].is("="));
}
// Also as the end of what is written as one: cosθ, mθ.
bool has_word(const Line& line, std::string_view word) {
  return std::ranges::any_of(line, [&](const Token& token) {
    return token.word(word) || (token.seam > 0 && token.text.substr(token.seam) == word);
  });
}

// x' = y: of a differential equation.
bool is_rate(const Line& line) { return line.size() > 1 && line[1].is("'"); }
// x(0) = 1, x'(0) = 1: where it begins.
bool is_start(const Line& line) {
  std::size_t at = is_rate(line) ? 2 : 1;
  if (line.size() <= at + 2 || !line[at++].is("(")) return false;
  return line[line[at].is("-") ? at + 1 : at].kind == Token::number;
}

bool declares_something(const Line& line) {
  return begins(
      line, {"place", "vector", "length", "angle", "number", "parameters", "whole", "fixed", "let",
             "point", "direction", "nodes", "pieces", "corners", "closed", "draw", "within"});
}

bool is_below(const Token& token) { return token.is("<") || token.is("<="); }
// t from 0 to 1, t in [0, 1], 0 <= t <= 1: the token of its variable.
const Token* ranged(const Line& line) {
  if (declares_something(line)) return nullptr;
  if (line.size() > 1 && (line[1].word("from") || line[1].word("in"))) return &line[0];
  if (std::ranges::any_of(line, [](const Token& token) { return token.is("="); })) return nullptr;
  for (std::size_t k = 1; k + 1 < line.size(); ++k)
    if (is_below(line[k - 1]) && is_below(line[k + 1])) return &line[k];
  return nullptr;
}
bool is_range(const Line& line) { return ranged(line) != nullptr; }

// As the language reads it: a name alone before the sign is given a value.
bool is_equation(const Line& line, Wanted wanted) {
  if (declares_something(line) || is_rate(line) || is_start(line)) return false;
  const auto equals = std::ranges::find_if(line, [](const Token& token) { return token.is("="); });
  if (equals - line.begin() < 2 || equals == line.end()) return false;
  for (const char* given : {"x", "y", "r", "at", "theta"})
    if (gives(line, given)) return false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool component = k > 0 && line[k - 1].is(".");
    const bool of_point = wanted == Wanted::curve && line[k].word("p");
    if (!component && (line[k].word("x") || line[k].word("y") || of_point)) return true;
  }
  return false;
}

// Points that are named and given nowhere: what a constraint is between.
bool names_points(const std::vector<Line>& lines) {
  std::set<std::string> named, given;
  for (const Line& line : lines) {
    bool bars = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (line[k].is("|")) bars = !bars;
      const bool declared = (k + 1 < line.size() && line[k + 1].is("="));
      if (declared) given.insert(line[k].text);
      if (bars && line[k].kind == Token::name && !line[k].word("x") && !line[k].word("y") &&
          !find_function(line[k].text) && !find_constant(line[k].text))
        named.insert(line[k].text);
    }
  }
  for (const std::string& name : given) named.erase(name);
  return named.size() > 1 || (named.size() == 1 && !named.contains("p"));
}

bool is_of_curve(const std::vector<Line>& lines, Wanted wanted) {
  const auto has_equation = [&](Wanted with) {
    return std::ranges::any_of(lines, [&](const Line& line) { return is_equation(line, with); });
  };
  const bool of_numbers = has_equation(Wanted::constraint);  // x and y, without p
  if (wanted == Wanted::curve && of_numbers) return true;
  if (!names_points(lines) && has_equation(wanted)) return true;
  return std::ranges::any_of(lines, [](const Line& line) {
    return gives(line, "x") || gives(line, "y") || gives(line, "at") || gives(line, "r") ||
           is_rate(line) || begins(line, {"place", "parameters", "nodes", "t"});
  });
}

// Letters, Greek ones by name, also with a number behind: what a textbook calls what it does not
// say.
bool is_letter(std::string_view name) {
  constexpr std::string_view greek[] = {
      "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "iota", "kappa", "lambda",
      "mu",    "nu",   "xi",    "rho",   "sigma",   "phi",  "chi", "psi",  "omega"};
  while (name.size() > 1 && name.back() >= '0' && name.back() <= '9') name.remove_suffix(1);
  return name.size() == 1 || std::ranges::find(greek, name) != std::end(greek);
}

// The text as typed, and what is put into it or in place of something, line by line.
class Typed {
 public:
  explicit Typed(const std::string& text) {
    lines_.emplace_back();
    for (const char32_t c : characters_of(text)) {
      if (c == U'\n')
        lines_.emplace_back();
      else
        lines_.back().text.push_back(c);
    }
  }
  void replace(const Spot& spot, int length, const std::string& with) {
    lines_[static_cast<std::size_t>(spot.line - 1)].edits.push_back(
        {spot.column - 1, length, characters_of(with)});
  }
  void insert_before(const Token& token, const std::string& with) { replace(token.spot, 0, with); }
  void insert_behind(const Token& token, const std::string& with) {
    replace({token.spot.line, token.spot.column + token.spot.length, 0}, 0, with);
  }

  std::string written(std::vector<std::vector<WholeFormula::Shift>>& shifts) {
    std::string out;
    for (One& line : lines_) {
      std::vector<WholeFormula::Shift>& shift = shifts.emplace_back();
      std::u32string text = line.text.empty() || line.text[0] == U' ' ? U"" : U"  ";
      int by = static_cast<int>(text.size()), done = 0;
      shift.push_back({1, by});
      std::ranges::stable_sort(line.edits, {}, &Edit::at);
      for (const Edit& edit : line.edits) {
        text += line.text.substr(static_cast<std::size_t>(done),
                                 static_cast<std::size_t>(edit.at - done));
        shift.push_back({static_cast<int>(text.size()) + 1, by, edit.at + 1});
        text += edit.with;
        by += static_cast<int>(edit.with.size()) - edit.length;
        done = edit.at + edit.length;
        shift.push_back({static_cast<int>(text.size()) + 1, by});
      }
      text += line.text.substr(static_cast<std::size_t>(done));
      out += utf8_of(text) + "\n";
    }
    return out;
  }

 private:
  struct Edit {
    int at, length;
    std::u32string with;
  };
  struct One {
    std::u32string text;
    std::vector<Edit> edits;
  };
  std::vector<One> lines_;
};

// The equations of the point become lets, which the place, the size and the turn carry: "x =
// cos(3t)" is "let x1 = cos(3t)". An equation between x and y, and a differential equation, stay as
// they are.
class BareCurve {
 public:
  BareCurve(const std::string& typed, std::vector<Line> lines, std::string name, double reach)
      : typed_(typed), lines_(std::move(lines)), name_(std::move(name)), reach_(reach) {
    for (const Line& line : lines_)
      if (is_rate(line) && std::ranges::find(unknowns_, line[0].text) == unknowns_.end())
        unknowns_.push_back(line[0].text);
    implicit_ = std::ranges::any_of(
        lines_, [](const Line& line) { return is_equation(line, Wanted::curve); });
    if (implicit_ || (reach >= 0.5 && reach <= 2)) reach_ = 1;
    find_names();
  }

  WholeFormula whole() {
    WholeFormula out;
    const std::string header = "curve " + name_ + " \"" + title_of(name_, "curve") + "\"\n";
    if (is_whole_body()) return {header + typed_, 1, {}};
    out.text = header + declarations();
    out.lines_before = static_cast<int>(std::ranges::count(out.text, '\n'));
    Typed text(typed_);
    for (const Line& line : lines_) rewrite(line, text);
    out.text += text.written(out.shifts);
    out.text += ranges();
    if (!implicit_) out.text += "  at = " + carried(place()) + "\n";
    for (const auto& [own, name] : points_)
      out.text += "  point " + own + " = " + carried(name) + "\n";
    for (const auto& [own, name] : directions_)
      out.text += "  direction " + own + " = rotate(" + name + ", turn)\n";
    out.text += "  draw middle = press, " + drawn_length() + " = |release - press|";
    if (reach_ != 1 && lengths_.empty()) out.text += fmt::format("/{:g}", reach_);
    out.text += "\n";
    return out;
  }

 private:
  // Someone who gives places, or says how it is drawn or where it lies, has said it all.
  bool is_whole_body() const {
    return std::ranges::any_of(lines_, [](const Line& line) {
      return begins(line, {"place", "parameters", "nodes", "vector", "draw"}) ||
             has_word(line, "about") || has_word(line, "turned") || has_word(line, "scale");
    });
  }
  bool has(std::string_view name) const {
    return std::ranges::any_of(
        lines_, [&](const Line& line) { return gives(line, name) && !is_start(line); });
  }
  bool is_unknown(std::string_view name) const {
    return std::ranges::find(unknowns_, name) != unknowns_.end();
  }
  bool is_position(const Line& line) const {
    return !is_start(line) && (gives(line, "x") || gives(line, "y") || gives(line, "at") ||
                               gives(line, "r") || (gives(line, "theta") && has("r")));
  }
  bool position_uses(std::string_view name) const {
    return std::ranges::any_of(lines_, [&](const Line& line) {
      return (is_position(line) || is_rate(line)) && has_word(line, name);
    });
  }
  bool is_graph() const {
    return unknowns_.empty() && has("y") && !has("x") && position_uses("x") && !position_uses("t");
  }

  // What the variable is called: as its range says, or else as it is called where the curve is
  // given.
  std::string variable() const {
    for (const Line& line : lines_)
      if (const Token* name = ranged(line)) return name->text;
    if (!unknowns_.empty() && !is_unknown("x") && !has("x") && position_uses("x") &&
        !position_uses("t"))
      return "x";
    return position_uses("theta") && !position_uses("t") && !is_unknown("theta") && !has("theta")
               ? "theta"
               : "t";
  }

  // A name that nothing typed has.
  std::string own(const std::string& name) const {
    return fresh(name, [&](const std::string& taken) { return words_.contains(taken); });
  }

  void find_names() {
    for (const Line& line : lines_) {
      for (std::size_t k = 0; k < line.size(); ++k) {
        const Token& token = line[k];
        if (token.kind != Token::name) continue;
        words_.insert(token.text);
        const bool introduced = k > 0 && declares_something({line[k - 1]});
        const bool first = k == 0 || introduced || line[k - 1].is(",") || line[k - 1].is("(");
        const bool named =
            k + 1 < line.size() && (line[k + 1].is("'") || (first && line[k + 1].is("=")));
        if (named || introduced) known_.insert(token.text);
      }
      find_inputs(line);
      if (begins(line, {"length"}) && line.size() > 3 && !is_measure(line))
        lengths_.push_back(line[1].text);
    }
  }
  // f(u, v) = u^2 + v, let f(u) = u^2
  void find_inputs(const Line& line) {
    std::size_t k = begins(line, {"let"}) ? 1 : 0;
    const auto close = std::ranges::find_if(line, [](const Token& token) { return token.is(")"); });
    const bool heads = line.size() > k + 1 && line[k].kind == Token::name && line[k + 1].is("(") &&
                       close != line.end() && std::next(close) != line.end() &&
                       std::next(close)->is("=");
    if (!heads ||
        std::any_of(line.begin() + static_cast<std::ptrdiff_t>(k) + 2, close,
                    [](const Token& token) { return token.kind != Token::name && !token.is(","); }))
      return;
    for (; line.begin() + static_cast<std::ptrdiff_t>(k) != close; ++k)
      if (line[k].kind == Token::name) known_.insert(line[k].text);
  }
  // length l = |a - b|: of the curve, no number of it.
  static bool is_measure(const Line& line) {
    auto value = std::ranges::find_if(line, [](const Token& token) { return token.is("="); });
    for (; value != line.end() && !value->is(","); ++value)
      if ((value->kind == Token::name && !find_constant(value->text)) || value->is("|"))
        return true;
    return false;
  }

  std::string declarations() const {
    std::string out = "  place middle = (0, 0)\n";
    if (lengths_.empty())
      out += fmt::format("  length size = {:g}, size > 0\n", in_two_digits(20 / reach_));
    out += "  angle turn = 0\n";
    std::set<std::string> done;
    for (const Line& line : lines_)
      for (std::size_t k = 0; k < line.size(); ++k)
        for (const std::string& name : letters(line, k)) {
          if (!is_free(name) || !done.insert(name).second) continue;
          const bool counts =
              (k > 0 && line[k - 1].is("..")) || (k + 1 < line.size() && line[k + 1].is(".."));
          out += counts ? "  whole " + name + " = 5, 0 <= " + name + " <= 50\n"
                        : "  number " + name + " = 1\n";
        }
    return out;
  }
  // a; a and x of ax; m of mθ; but not the f of f(x).
  std::vector<std::string> letters(const Line& line, std::size_t k) const {
    const Token& token = line[k];
    if (token.kind != Token::name || (k > 0 && line[k - 1].is(".")) || find_function(token.text))
      return {};
    const bool called = k + 1 < line.size() && line[k + 1].is("(");
    if (called && (token.word("f") || token.word("g") || token.word("h"))) return {};
    if (is_letter(token.text)) return {token.text};
    if (token.seam > 0) return {token.text.substr(0, token.seam)};
    constexpr std::size_t longest_product = 4;
    const bool product = implicit_ && token.text.size() <= longest_product &&
                         token.text.find_first_of("xy") != std::string::npos &&
                         !known_.contains(token.text);
    std::vector<std::string> out;
    for (const char letter : product ? token.text : "") out.emplace_back(1, letter);
    return out;
  }
  bool is_free(const std::string& name) const {
    if (!is_letter(name) || is_grammar_word(name) || find_constant(name) || known_.contains(name))
      return false;
    if (name == "t" || name == "theta" || name == variable() || (name == "p" && implicit_))
      return false;
    return name != "x" && name != "y" && !(name == "r" && has("r"));
  }

  std::string carried(const std::string& point) const {
    const std::string turned = "rotate(" + point + ", turn)";
    return "middle + " + (lengths_.empty() ? "size*" + turned : turned);
  }
  std::string drawn_length() const { return lengths_.empty() ? "size" : lengths_.front(); }

  void rewrite(const Line& line, Typed& text) {
    if (is_graph()) take_t(line, text);
    if (is_position(line)) return rename(line, text);
    if (is_equation(line, Wanted::curve)) return put_in_frame(line, text);
    if (begins(line, {"within"}) && lengths_.empty() && line.size() > 1) {
      text.insert_before(line[1], "size*(");
      text.insert_behind(line.back(), ")");
    }
    if (begins(line, {"point", "direction"}) && line.size() > 3 && line[2].is("=") &&
        !says_curve(line)) {
      const std::string name = own(line[1].text);
      (begins(line, {"point"}) ? points_ : directions_).emplace_back(line[1].text, name);
      const int length = line[1].spot.column + line[1].spot.length - line[0].spot.column;
      text.replace(line[0].spot, length, "let " + name);
    }
  }
  // The variable of a graph is x, which is taken once the curve has a place of its own.
  void take_t(const Line& line, Typed& text) const {
    for (std::size_t k = is_position(line) ? 1 : 0; k < line.size(); ++k)
      if (line[k].word("x")) text.replace(line[k].spot, 1, "t");
  }
  // x, x(t): both are "let x1" where a statement begins.
  void rename(const Line& line, Typed& text) {
    const std::string name = line[0].text;
    int length = line[0].spot.length;
    if (line[1].is("(")) {
      const auto close =
          std::ranges::find_if(line, [](const Token& token) { return token.is(")"); });
      if (close != line.end()) length = close->spot.column + 1 - line[0].spot.column;
    }
    text.replace(line[0].spot, length, "let " + own(name));
  }
  // p is a point like any other of the plane in which x and y are.
  void put_in_frame(const Line& line, Typed& text) const {
    for (const Token& token : line)
      if (token.word("p") && !known_.contains("p")) text.replace(token.spot, 1, "(x, y)");
    text.insert_behind(line.back(), std::string(" about middle turned turn") +
                                        (lengths_.empty() ? " scale size" : ""));
  }
  // point top = at, point q = (x, 0): of the curve, which is carried already.
  bool says_curve(const Line& line) const {
    if (is_graph()) return has_word(line, "at") || has_word(line, "y");
    return has_word(line, "at") || has_word(line, "x") || has_word(line, "y");
  }

  std::string ranges() const {
    if (implicit_ || std::ranges::any_of(lines_, is_range)) return "";
    const std::string name = variable();
    return is_graph() ? "  t from -1 to 1\n"
                      : "  " + name + " from 0 to " + (name == "x" ? "1" : "tau") + "\n";
  }
  std::string place() const {
    const std::string t = variable();
    if (has("at")) return own("at");
    if (has("r") || is_unknown("r"))
      return "polar(" + (has("r") ? own("r") : "r") + ", " +
             (has("theta")          ? own("theta")
              : is_unknown("theta") ? "theta"
                                    : t) +
             ")";
    if (is_graph()) return "(t, " + own("y") + ")";
    const bool x = has("x") || is_unknown("x"), y = has("y") || is_unknown("y");
    if (!unknowns_.empty() && !x && !y) return of_unknowns(t);
    const auto number = [&](const char* name, bool given, const std::string& usual) {
      return is_unknown(name) ? std::string(name) : given ? own(name) : usual;
    };
    const bool solution = !unknowns_.empty();
    return "(" + number("x", x, solution ? t : "cos(" + t + ")") + ", " +
           number("y", y, solution ? t : "sin(" + t + ")") + ")";
  }
  // Two against each other; one against its rate, or over the variable.
  std::string of_unknowns(const std::string& t) const {
    const std::string& u = unknowns_.front();
    if (unknowns_.size() > 1) return "(" + u + ", " + unknowns_[1] + ")";
    const bool second = std::ranges::any_of(lines_, [&](const Line& line) {
      return line.size() > 2 && is_rate(line) && line[2].is("'");
    });
    return second ? "(" + u + ", " + u + "')" : "(" + t + ", " + u + ")";
  }

  const std::string& typed_;
  std::vector<Line> lines_;
  std::string name_;
  double reach_ = 1;
  std::vector<std::string> unknowns_;  // of differential equations, in the order of their lines
  bool implicit_ = false;
  std::set<std::string> words_, known_;  // all that were typed; those that are given or declared
  std::vector<std::string> lengths_;     // parameters
  std::vector<std::pair<std::string, std::string>> points_,
      directions_;  // and the lets they have become
};

// Points are what stands between bars, has an x or y, or is turned into a direction.
std::string inputs_of(const std::vector<Line>& lines) {
  std::set<std::string> points, own;
  std::vector<std::string> order;
  for (const Line& line : lines) {
    bool bars = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const Token& token = line[k];
      if (token.is("|")) bars = !bars;
      if (token.kind != Token::name || is_grammar_word(token.text) || is_reserved(token.text) ||
          find_function(token.text) || find_constant(token.text) || token.text == "time")
        continue;
      if (k > 0 && (line[k - 1].is(".") || line[k - 1].word("let"))) {
        if (line[k - 1].word("let")) own.insert(token.text);
        continue;
      }
      if (std::ranges::find(order, token.text) == order.end()) order.push_back(token.text);
      if (bars || (k + 1 < line.size() && line[k + 1].is("."))) points.insert(token.text);
    }
  }
  std::string out;
  for (const std::string& name : order)
    if (!own.contains(name))
      out += (out.empty() ? "" : ", ") +
             (points.contains(name) ? "point " + name : "number " + name + " = 1");
  return out;
}

}  // namespace

Error WholeFormula::as_typed(Error error) const {
  const auto moved = [&](Error& one) {
    if (one.line == 0) return;
    one.line -= lines_before;
    if (one.line < 1) one.line = one.column = 0;
    const auto line = static_cast<std::size_t>(std::max(one.line, 1) - 1);
    if (one.line < 1 || line >= shifts.size()) return;
    const auto next = std::ranges::upper_bound(shifts[line], one.column, {}, &Shift::from);
    if (next == shifts[line].begin()) return;
    const Shift& shift = *std::prev(next);
    one.column = std::clamp(one.column - shift.by, 1, std::max(shift.most, 1));
  };
  moved(error);
  for (Error& other : error.others) moved(other);
  return error;
}

WholeFormula whole_formula(const std::string& typed, const Document& document, Wanted wanted,
                           double reach) {
  const std::vector<Line> lines = statements(typed);
  if (lines.empty() || begins(lines[0], {"curve", "constraint", "preference"})) return {typed};
  if (is_of_curve(lines, wanted))
    return BareCurve(typed, lines, fresh_curve_type(document), reach).whole();
  const std::string name = fresh_kind(document);
  return {"constraint " + name + " \"" + title_of(name, "kind") + "\" (" + inputs_of(lines) +
              "):\n" + typed,
          1,
          {}};
}

double reach_of(const SharedCurveType& type) {
  const auto index = [&](std::string_view name) {
    return std::ranges::find(type->parameters, name, &Parameter::name) - type->parameters.begin();
  };
  constexpr double rough = 0.01, least = 1e-6, most = 1e6;  // of the size; beyond them it is no size
  const Curve curve = default_curve(type);
  const auto middle = index("middle.x"), size = index("size");
  if (middle + 1 >= curve.q.size() || size >= curve.q.size()) return 1;
  double reach = 0;
  const Polyline line = tessellate(curve, rough * curve.q[size]);
  const Box seen = line.frame();
  for (const Point& point : line.points)
    if (seen.contains(point))
      reach = std::max(reach, (point - curve.q.segment<2>(middle)).norm() / curve.q[size]);
  return reach > least && reach < most ? in_two_digits(reach) : 1;
}

std::string fresh_curve_type(const Document& document) {
  return fresh("curve", [&](const std::string& name) {
    return document.library->find(name) || document.find(name);
  });
}

std::string fresh_kind(const Document& document) {
  return fresh("kind", [&](const std::string& name) {
    return document.kinds->find(name) || document.find(name);
  });
}

}  // namespace limber
