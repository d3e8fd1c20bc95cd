#include "codegen/spelling.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "codegen/names.h"

namespace limber {
namespace {

constexpr std::string_view kInputWords[] = {"point", "direction", "length", "angle", "number"};

bool is_position(const Token& t) { return t.word("x") || t.word("y") || t.word("r"); }
bool is_below(const Token& t) { return t.is("<") || t.is("<="); }

class Declarations {
 public:
  explicit Declarations(const std::vector<Token>& tokens) : tokens_(tokens) {}

  Spelling read() {
    for (std::size_t k = 0; k < tokens_.size(); ++k)
      if (tokens_[k].kind == Token::name && starts_line(k) && at(k + 1).is("'")) {
        found_.unknowns.insert(tokens_[k].text);
        found_.values.insert(tokens_[k].text);
      }
    for (std::size_t k = 0; k < tokens_.size(); ++k) {
      if (tokens_[k].kind != Token::name) continue;
      const bool heads = starts_line(k) || at(k - 1).word("let");
      if (heads && at(k + 1).is("(") && !found_.unknowns.contains(tokens_[k].text)) heading(k);
      if (starts_line(k) && tokens_[k].word("r") && (at(k + 1).is("=") || at(k + 1).is("(")))
        found_.polar = true;
      if (starts_line(k) && is_equation(k)) found_.implicit = true;
      if (equals_follows(k)) declare(k);
      if (k > 0 && follows_input_word(k)) declare(k);
      if (starts_line(k) && (at(k + 1).word("from") || at(k + 1).word("in"))) variable(k);
      if (k > 0 && is_below(tokens_[k - 1]) && is_below(at(k + 1)) && range_line(k)) candidate_ = k;
    }
    if (candidate_ && !found_.values.contains(tokens_[*candidate_].text)) variable(*candidate_);
    found_.values.insert(found_.variable);
    if (found_.implicit) found_.values.insert({"x", "y"});
    return std::move(found_);
  }

 private:
  const Token& at(std::size_t k) const { return tokens_[std::min(k, tokens_.size() - 1)]; }
  bool starts_line(std::size_t k) const { return k == 0 || at(k - 1).kind == Token::newline; }
  bool equals_follows(std::size_t k) const {
    return at(k + 1).is("=") || (at(k + 1).kind == Token::string && at(k + 2).is("="));
  }
  bool follows_input_word(std::size_t k) const {
    for (const std::string_view word : kInputWords)
      if (at(k - 1).word(word)) return true;
    return false;
  }

  // 0 <= t <= tau is a line of its own.
  bool range_line(std::size_t k) const {
    for (std::size_t i = k - 1; !starts_line(i); --i)
      if (tokens_[i].is(",") || tokens_[i].is("=")) return false;
    std::size_t first = k - 1;
    while (!starts_line(first)) --first;
    return tokens_[first].kind != Token::name || find_constant(tokens_[first].text);
  }

  // x^3 + y^3 = 3 a x y: a sign = behind more than a name, and no declaration.
  bool is_equation(std::size_t k) const {
    if (at(k + 1).kind == Token::name && !is_position(tokens_[k])) return false;
    std::size_t equals = k;
    bool product = false;  // anything that no declaration has before its =
    while (!at(equals).is("=") && at(equals).kind != Token::newline && at(equals).kind != Token::end) {
      const Token& sign = at(equals++);
      if (sign.is(",")) return false;
      product = product || sign.is("+") || sign.is("*") || sign.is("^") || sign.is("/") || sign.is("-");
    }
    return at(equals).is("=") && product;
  }

  // f(u, v) = ..., x(t) = ...; after the word let the same.
  void heading(std::size_t k) {
    std::vector<std::string> inputs;
    std::size_t i = k + 2;
    for (; at(i).kind == Token::name; i += 2) {
      inputs.push_back(at(i).text);
      if (!at(i + 1).is(",")) break;
    }
    if (inputs.empty() || !at(i + 1).is(")") || !at(i + 2).is("=")) return;
    const bool position = is_position(tokens_[k]) || tokens_[k].word("at");
    if (position && inputs.size() == 1) {
      variable(i);
      return;
    }
    // angle(u, v) = phi is a row of a constraint; only after let may a function be hidden.
    const bool hides = k > 0 && at(k - 1).word("let") && may_be_hidden(tokens_[k].text);
    if (find_function(tokens_[k].text) && !hides) return;
    // Of a constraint's own inputs, f(a) = b is a row too.
    const bool row = !tokens_.front().word("curve") && std::ranges::any_of(inputs, [&](auto& name) {
      return found_.values.contains(name);
    });
    if (row) return;
    found_.headings.insert({tokens_[k].spot.line, tokens_[k].spot.column});
    found_.functions.insert(tokens_[k].text);
    found_.values.insert(inputs.begin(), inputs.end());
  }

  void declare(std::size_t k) {
    const Token& name = tokens_[k];
    const bool position = is_position(name) || name.word("at") || name.word("pieces");
    if (!(position && starts_line(k) && at(k + 1).is("="))) found_.values.insert(name.text);
  }
  void variable(std::size_t k) { found_.variable = tokens_[k].text; }

  const std::vector<Token>& tokens_;
  Spelling found_;
  std::optional<std::size_t> candidate_;
};

class Separator {
 public:
  explicit Separator(const Spelling& spelling) : spelling_(spelling) {}

  // The parts a name comes apart into; empty when it does not, or in more ways than one.
  std::vector<std::string> parts(const Token& token) const {
    const std::string& name = token.text;
    if (is_known(name)) return {};
    if (token.seam > 0 && find_function(name.substr(0, token.seam)) &&
        is_value(name.substr(token.seam)))
      return {name.substr(0, token.seam), name.substr(token.seam)};
    // ways[i]: in how many ways the first i characters come apart, counted up to 2.
    std::vector<int> ways(name.size() + 1, 0);
    std::vector<std::size_t> begin(name.size() + 1, 0);
    ways[0] = 1;
    for (std::size_t i = 1; i <= name.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (ways[j] > 0 && is_value(name.substr(j, i - j))) {
          ways[i] = std::min(2, ways[i] + ways[j]);
          begin[i] = j;
        }
    if (ways[name.size()] != 1) return {};
    std::vector<std::string> found;
    for (std::size_t i = name.size(); i > 0; i = begin[i])
      found.insert(found.begin(), name.substr(begin[i], i - begin[i]));
    return found;
  }

  // at is a t: where the curve runs cannot be said by where it runs.
  bool is_product_at(const Token& token, const Token& next) const {
    return token.word("at") && !next.is("'") && !next.is(".") && !next.word("least") &&
           is_value("a") && is_value("t");
  }

 private:
  bool is_known(const std::string& name) const {
    return spelling_.values.contains(name) || spelling_.functions.contains(name) ||
           find_function(name) || find_constant(name) || find_unit(name) || is_grammar_word(name);
  }
  bool is_value(const std::string& name) const {
    return spelling_.values.contains(name) || name == "pi" || name == "tau" || name == "e";
  }

  const Spelling& spelling_;
};

}  // namespace

Spelling spelling_of(const std::vector<Token>& tokens) { return Declarations(tokens).read(); }

std::vector<Token> set_apart(std::vector<Token> tokens, const Spelling& spelling) {
  const Separator separator(spelling);
  std::vector<Token> out;
  bool position = false;  // in a line that says where the curve runs
  std::size_t in_line = 0;
  for (std::size_t k = 0; k < tokens.size(); ++k, ++in_line) {
    Token& token = tokens[k];
    if (in_line == 0)
      position = is_position(token) || token.word("at") ||
                 (token.is("(") && k + 1 < tokens.size() && tokens[k + 1].word("x"));
    if (token.kind == Token::newline) in_line = static_cast<std::size_t>(-1);
    std::vector<std::string> parts;
    if (token.kind == Token::name && k > 1) {  // before that: what is defined, and its name
      if (position && in_line > 0 && separator.is_product_at(token, tokens[k + 1]))
        parts = {"a", "t"};
      else
        parts = separator.parts(token);
    }
    if (parts.size() < 2) {
      out.push_back(std::move(token));
      continue;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Token part = token;
      part.text = parts[i];
      part.seam = 0;
      part.space_before = i == 0 && token.space_before;
      out.push_back(std::move(part));
    }
  }
  return out;
}

}  // namespace limber
