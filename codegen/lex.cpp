#include "codegen/lex.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "codegen/hints.h"
#include "codegen/limits.h"
#include "codegen/names.h"

namespace limber {
namespace {

// Letters a name may hold besides a-z, A-Z, 0-9 and _; spelled out, so that θ, \theta and theta
// are one name and no other alphabet can imitate a Latin letter.
constexpr std::pair<char32_t, std::string_view> greek[] = {
    {U'α', "alpha"},   {U'β', "beta"}, {U'γ', "gamma"}, {U'δ', "delta"}, {U'ε', "epsilon"},
    {U'ζ', "zeta"},    {U'η', "eta"},  {U'θ', "theta"}, {U'ι', "iota"},  {U'κ', "kappa"},
    {U'λ', "lambda"},  {U'μ', "mu"},   {U'ν', "nu"},    {U'ξ', "xi"},    {U'ο', "omicron"},
    {U'π', "pi"},      {U'ρ', "rho"},  {U'ς', "sigma"}, {U'σ', "sigma"}, {U'τ', "tau"},
    {U'υ', "upsilon"}, {U'φ', "phi"},  {U'χ', "chi"},   {U'ψ', "psi"},   {U'ω', "omega"},
    {U'ϑ', "theta"},   {U'ϕ', "phi"},  {U'Γ', "Gamma"}, {U'Δ', "Delta"}, {U'Θ', "Theta"},
    {U'Λ', "Lambda"},  {U'Ξ', "Xi"},   {U'Π', "Pi"},    {U'Σ', "Sigma"}, {U'Φ', "Phi"},
    {U'Ψ', "Psi"},     {U'Ω', "Omega"}};

// Signs people paste from books, and how we write them.
constexpr std::pair<char32_t, std::string_view> printed_signs[] = {
    {U'−', "-"}, {U'–', "-"},  {U'·', "*"},  {U'×', "*"},  {U'⋅', "*"},
    {U'÷', "/"}, {U'≤', "<="}, {U'≥', ">="}, {U'≠', "!="}, {U'′', "'"},
    {U'’', "'"}, {U'‖', "|"},  {U'√', "√"},  {U'∛', "∛"},  {U'…', ".."}};

// Words and fractions of one sign.
constexpr std::pair<char32_t, std::string_view> printed_words[] = {
    {U'∈', "in"}, {U'∑', "sum"}, {U'∏', "product"}};
constexpr std::pair<char32_t, std::pair<int, int>> fractions[] = {
    {U'½', {1, 2}}, {U'⅓', {1, 3}}, {U'⅔', {2, 3}}, {U'¼', {1, 4}}, {U'¾', {3, 4}}};

// What TeX calls the signs; its Greek letters and functions keep their names.
constexpr std::pair<std::string_view, std::string_view> tex_signs[] = {
    {"cdot", "*"}, {"times", "*"}, {"le", "<="}, {"leq", "<="}, {"ge", ">="}, {"geq", ">="}};

constexpr std::string_view two_character_signs[] = {"<=", ">=", "==", "!=", "**", ".."};
constexpr std::string_view one_character_signs = "+-*/^()[],:=<>|'.!";

// A line that starts with one of these starts a statement, even where a bracket was left open.
constexpr std::string_view statement_words[] = {"let",        "place",  "nodes", "pieces", "vector",
                                                "corners",    "draw",   "curve", "constraint",
                                                "preference", "closed", "whole"};
constexpr std::string_view position_words[] = {"x", "y", "at", "r"};
// The same in the file of a curve; in that of a constraint they also declare inputs.
constexpr std::string_view curve_words[] = {"point",  "direction", "length",    "angle",
                                            "number", "t",         "parameters"};

constexpr std::u32string_view superscripts = U"⁰¹²³⁴⁵⁶⁷⁸⁹", subscripts = U"₀₁₂₃₄₅₆₇₈₉";

// Space of every width, and what shows nothing at all: both come along when text is pasted.
bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == 0xA0 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x202F || c == 0x205F || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF;
}

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view greek_name(char32_t c) {
  for (const auto& [letter, name] : greek)
    if (letter == c) return name;
  return {};
}

class Lexer {
 public:
  Lexer(std::string_view text, std::vector<Error>& errors) : text_(text), errors_(errors) {
    look();
  }

  std::vector<Token> run() {
    while (size_ > 0) step();
    finish_line();
    push(Token::end, "", here(0));
    return std::move(tokens_);
  }

 private:
  // One character of UTF-8 at `at_` into c_ and size_; an ill-formed byte gives U+FFFD.
  void look() {
    size_ = 0;
    if (at_ >= text_.size()) return;
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text_[at_ + k]); };
    const int lead = byte(0);
    const int length = lead < 0x80                   ? 1
                       : lead >= 0xC2 && lead < 0xE0 ? 2
                       : lead >= 0xE0 && lead < 0xF0 ? 3
                       : lead >= 0xF0 && lead < 0xF5 ? 4
                                                     : 0;
    size_ = 1;
    c_ = 0xFFFD;
    if (length == 0 || at_ + length > text_.size()) return;
    char32_t c = length == 1 ? lead : lead & (0xFF >> (length + 1));
    for (int k = 1; k < length; ++k) {
      if ((byte(k) & 0xC0) != 0x80) return;
      c = (c << 6) | (byte(k) & 0x3F);
    }
    size_ = length;
    c_ = c;
  }

  void next() {
    at_ += size_;
    if (c_ == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    look();
  }

  char32_t peek(std::size_t k) const {
    return at_ + k < text_.size() ? static_cast<unsigned char>(text_[at_ + k]) : 0;
  }

  Spot here(int length) const { return {line_, column_, std::max(1, length)}; }

  void push(Token::Kind kind, std::string text, Spot spot, double value = 0) {
    tokens_.push_back({kind, std::move(text), value, spot, space_, 0});
    space_ = false;
  }

  void fault(Spot spot, std::string message, std::string suggestion = {}) {
    errors_.push_back(error_at(spot, std::move(message), std::move(suggestion)));
  }

  void step() {
    if (c_ == '\n') {
      line_end();
      return;
    }
    if (is_space(c_)) {
      space_ = true;
      next();
      return;
    }
    if (c_ == '#') {
      while (size_ > 0 && c_ != '\n') next();
      return;
    }
    if (is_digit(c_) || (c_ == '.' && is_digit(peek(1)))) {
      number();
      return;
    }
    if (is_letter(c_) || c_ == '\\' || !greek_name(c_).empty()) {
      name();
      return;
    }
    if (c_ == '"') {
      string();
      return;
    }
    sign();
  }

  // A newline counts unless a bracket is open or the line ends with an operator; a line that
  // plainly starts a statement ends an open bracket's reach, so that one slip stays one slip.
  void line_end() {
    next();
    space_ = true;
    if (tokens_.empty() || tokens_.back().kind == Token::newline) return;
    const bool open = depth_ > 0 || continues();
    if (!open || starts_statement()) finish_line();
  }

  void finish_line() {
    if (tokens_.empty() || tokens_.back().kind == Token::newline) return;
    depth_ = 0;
    const Spot last = tokens_.back().spot;  // the newline is where the line's last token ends
    push(Token::newline, "", {last.line, last.column + last.length, 1});
    space_ = true;
  }

  bool continues() const {
    const Token& last = tokens_.back();
    if (last.kind == Token::name)
      return last.text == "and" || last.text == "or" || last.text == "not";
    if (last.kind != Token::sign) return false;
    return last.text != ")" && last.text != "]" && last.text != "|" && last.text != "'" &&
           last.text != ":" && last.text != "!";
  }

  bool starts_statement() const {
    std::size_t k = at_;
    const auto skip_space = [&] {
      while (k < text_.size() && (text_[k] == ' ' || text_[k] == '\t')) ++k;
    };
    skip_space();
    const std::size_t start = k;
    while (k < text_.size() && (is_letter(text_[k]) || is_digit(text_[k]))) ++k;
    const std::string_view word = text_.substr(start, k - start);
    if (std::ranges::find(statement_words, word) != std::end(statement_words)) return true;
    const bool in_curve = tokens_.front().word("curve");
    skip_space();
    const bool name_follows = k < text_.size() && is_letter(text_[k]);
    if (in_curve && name_follows && std::ranges::find(curve_words, word) != std::end(curve_words))
      return true;
    return std::ranges::find(position_words, word) != std::end(position_words) &&
           k + 1 < text_.size() && text_[k] == '=' && text_[k + 1] != '=';
  }

  // Digits, a point, an exponent: only when digits follow it, so that 2e is twice e.
  void number() {
    const Spot start = here(1);
    const std::size_t from = at_;
    int digits = 0;
    const auto run_digits = [&] {
      while (is_digit(c_) && size_ > 0) {
        ++digits;
        next();
      }
    };
    run_digits();
    if (size_ > 0 && c_ == '.' && peek(1) != '.' && !is_letter(peek(1))) {
      next();
      run_digits();
    }
    if (size_ > 0 && (c_ == 'e' || c_ == 'E')) {
      const bool sign_follows = peek(1) == '+' || peek(1) == '-';
      if (is_digit(peek(sign_follows ? 2 : 1))) {
        next();
        if (sign_follows) next();
        run_digits();
      }
    }
    Spot spot = start;
    spot.length = column_ - start.column;
    double value = 0;
    const std::string_view written = text_.substr(from, at_ - from);
    if (digits > limits::digits) {
      fault(spot, "This number has more than " + std::to_string(limits::digits) + " digits.");
    } else {
      const auto [stop, code] =
          std::from_chars(written.data(), written.data() + written.size(), value);
      // Too small is 0, as everywhere in floating point; too large is a mistake.
      if (code == std::errc::result_out_of_range && written.find("e-") == written.npos &&
          written.find("E-") == written.npos)
        fault(spot, "This number is too large.");
      if (code != std::errc() || !std::isfinite(value)) value = 0;
    }
    push(Token::number, std::string(written), spot, value);
  }

  // π and τ are numbers, so in 2πt they end the name; τ_1 is a name.
  bool is_constant_sign() const {
    return (c_ == U'π' || c_ == U'τ') && peek(size_) != '_' && !is_digit(peek(size_));
  }

  // Letters, digits, underscores and Greek letters. \theta is θ is theta.
  void name() {
    const Spot start = here(1);
    std::string text;
    if (c_ == '\\') {
      next();
      while (size_ > 0 && is_letter(c_)) {
        text += static_cast<char>(c_);
        next();
      }
      Spot spot = start;
      spot.length = column_ - start.column;
      for (const auto& [tex, written] : tex_signs)
        if (tex == text) return push_sign(written, spot);
      const bool known =
          find_function(text) != nullptr ||
          std::ranges::any_of(greek, [&](const auto& g) { return g.second == text; });
      if (!known) {
        const std::string hint = hint_for_name(text);
        fault(spot, "\\" + quoted(text) + " is not a Greek letter.",
              hint.empty() ? did_you_mean(text, greek_names()) : hint);
      }
      if (text.empty()) return;
    }
    std::size_t seam = 0;
    while (size_ > 0) {
      const bool constant = is_constant_sign();
      if (constant && !text.empty()) break;
      if (is_letter(c_) || is_digit(c_) || c_ == '_')
        text += static_cast<char>(c_);
      else if (const auto digit = subscripts.find(c_); digit != subscripts.npos)
        text += static_cast<char>('0' + digit);
      else if (const auto letter = greek_name(c_); !letter.empty()) {
        if (seam == 0) seam = text.size();
        text += letter;
      } else {
        break;
      }
      next();
      if (constant) break;
    }
    Spot spot = start;
    spot.length = column_ - start.column;
    if (static_cast<int>(text.size()) > limits::name_length) {
      fault(spot, "A name has at most " + std::to_string(limits::name_length) + " characters.");
      text.resize(limits::name_length);
    }
    push(Token::name, std::move(text), spot);
    tokens_.back().seam = seam;
  }

  static std::vector<std::string> greek_names() {
    std::vector<std::string> names;
    for (const auto& g : greek) names.emplace_back(g.second);
    return names;
  }

  void string() {
    const Spot start = here(1);
    next();
    std::string text;
    while (size_ > 0 && c_ != '"' && c_ != '\n') {
      if (c_ < 0x20 || c_ == 0x7F || c_ == 0xFFFD)
        fault(here(1), "A title may hold readable characters only.");
      else
        text += text_.substr(at_, size_);
      next();
    }
    Spot spot = start;
    if (size_ == 0 || c_ == '\n')
      fault(start, "This title has no closing quotation mark.");
    else
      next();
    spot.length = std::max(1, column_ - start.column);
    push(Token::string, std::move(text), spot);
  }

  void sign() {
    const Spot spot = here(1);
    if (c_ == U'⁻' || superscripts.find(c_) != superscripts.npos) {
      raised(spot);
      return;
    }
    if (c_ == U'°') {
      next();
      push(Token::name, "deg", spot);
      return;
    }
    for (const auto& [printed, word] : printed_words)
      if (printed == c_) {
        next();
        push(Token::name, std::string(word), spot);
        return;
      }
    for (const auto& [printed, ratio] : fractions)
      if (printed == c_) {
        next();
        fraction(ratio.first, ratio.second, spot);
        return;
      }
    for (const auto& [printed, written] : printed_signs)
      if (printed == c_) {
        next();
        push_sign(written, spot);
        return;
      }
    for (const auto two : two_character_signs)
      if (c_ == static_cast<unsigned char>(two[0]) &&
          peek(1) == static_cast<unsigned char>(two[1])) {
        next();
        next();
        push_sign(two == "**" ? "^" : two, {spot.line, spot.column, 2});
        return;
      }
    if (c_ < 0x80 && one_character_signs.find(static_cast<char>(c_)) != std::string_view::npos) {
      const char one = static_cast<char>(c_);
      next();
      push_sign(std::string_view(&one, 1), spot);
      return;
    }
    const std::string shown = quoted(text_.substr(at_, size_));
    fault(spot,
          c_ == 0xFFFD ? "This is not a character." : "The sign " + shown + " means nothing here.",
          hint_for_sign(c_));
    const char32_t told = c_;
    while (size_ > 0 && c_ == told) next();  // && is one slip
    space_ = true;
  }

  // ½ is (1/2).
  void fraction(int above, int below, Spot spot) {
    push_sign("(", spot);
    push(Token::number, std::to_string(above), spot, above);
    push_sign("/", spot);
    push(Token::number, std::to_string(below), spot, below);
    push_sign(")", spot);
  }

  // t² and t⁻¹: a power, written as in books.
  void raised(Spot spot) {
    const bool minus = c_ == U'⁻';
    if (minus) next();
    std::string digits;
    while (size_ > 0 && superscripts.find(c_) != superscripts.npos) {
      digits += static_cast<char>('0' + superscripts.find(c_));
      next();
    }
    spot.length = column_ - spot.column;
    if (digits.empty() || digits.size() > 9) {
      fault(spot, "This raised sign is not a power.", "write it as ^2");
      return;
    }
    push(Token::sign, "^", spot);
    if (minus) push(Token::sign, "-", spot);
    push(Token::number, digits, spot, std::stod(digits));
  }

  void push_sign(std::string_view text, Spot spot) {
    if (text == "(" || text == "[") ++depth_;
    if (text == ")" || text == "]") depth_ = std::max(0, depth_ - 1);
    push(Token::sign, std::string(text), spot);
  }

  std::string_view text_;
  std::vector<Error>& errors_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  char32_t c_ = 0;
  std::size_t size_ = 0;  // bytes of the character at at_; 0 at the end
  int line_ = 1, column_ = 1, depth_ = 0;
  bool space_ = true;
};

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1), before;
  std::vector<int> before_that;
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_that = before;
    before = row;
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_that[j - 2] + 1);  // two letters swapped
    }
  }
  return row[b.size()];
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

std::vector<Token> lex(std::string_view text, std::vector<Error>& errors) {
  return Lexer(text, errors).run();
}

std::string spelled_out(std::string_view name) {
  std::vector<Error> errors;
  return lex(name, errors).front().text;
}

Error error_at(const Spot& spot, std::string message, std::string suggestion) {
  Error error;
  error.message = std::move(message);
  error.line = spot.line;
  error.column = spot.column;
  error.length = spot.length;
  error.suggestion = std::move(suggestion);
  return error;
}

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F)
      out += "?";
    else
      out += c;
  }
  // A character cut in half at the end is left out whole.
  if (text.size() > 40) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    out += "...";
  }
  return out;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  if (name.size() > static_cast<std::size_t>(limits::name_length)) return {};
  std::string best;
  // A slip of the pen is one letter, in a long word two: what differs more was meant otherwise.
  int best_distance = name.size() <= 1 ? 0 : name.size() <= 5 ? 1 : 2;
  ++best_distance;
  for (const auto& candidate : known) {
    if (candidate == name) continue;
    int distance = edit_distance(lower_case(name), lower_case(candidate));
    if (distance >= static_cast<int>(std::max(name.size(), candidate.size())))
      continue;  // nothing alike
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : "did you mean " + nearest + "?";
}

}  // namespace limber
