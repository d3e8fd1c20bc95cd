#include "app/editor/formula_text.h"

#include <algorithm>

#include "app/editor/text_buffer.h"
#include "codegen/lex.h"
#include "codegen/names.h"

namespace limber {

namespace {

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Error> ignored;
  return lex(text, ignored);
}

std::vector<std::size_t> line_begins(std::u32string_view text) {
  std::vector<std::size_t> out{0};
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n') out.push_back(at + 1);
  return out;
}

Ink ink_of(const Token& token) {
  switch (token.kind) {
    case Token::number:
      return Ink::number;
    case Token::string:
      return Ink::title;
    case Token::name:
      if (is_grammar_word(token.text)) return Ink::word;
      if (find_function(token.text)) return Ink::function;
      if (find_constant(token.text)) return Ink::number;
      return Ink::plain;
    default:
      return Ink::plain;
  }
}

// From a # to the end of its line, unless it stands in a title.
void add_comments(std::u32string_view text, std::vector<InkSpan>& out) {
  bool title = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') title = false;
    if (text[at] == '"') title = !title;
    if (text[at] != '#' || title) continue;
    const std::size_t end = std::min(text.find(U'\n', at), text.size());
    out.push_back({at, end, Ink::comment});
    at = end;
  }
}

}  // namespace

std::vector<InkSpan> inks_of(std::u32string_view text) {
  const std::vector<std::size_t> begins = line_begins(text);
  std::vector<InkSpan> out;
  for (const Token& token : tokens_of(utf8_of(text))) {
    const Ink ink = ink_of(token);
    const auto line = static_cast<std::size_t>(token.spot.line - 1);
    if (ink == Ink::plain || token.spot.line < 1 || line >= begins.size()) continue;
    const std::size_t from = begins[line] + static_cast<std::size_t>(token.spot.column - 1);
    out.push_back({from, from + static_cast<std::size_t>(token.spot.length), ink});
  }
  add_comments(text, out);
  std::ranges::stable_sort(out, {}, &InkSpan::from);
  return out;
}

std::optional<std::pair<std::size_t, std::size_t>> matched_brackets(std::u32string_view text,
                                                                    std::size_t caret) {
  constexpr std::u32string_view open = U"([", close = U")]";
  const auto partner = [&](std::size_t at) -> std::optional<std::size_t> {
    const std::size_t opens = open.find(text[at]), closes = close.find(text[at]);
    if (opens == open.npos && closes == close.npos) return std::nullopt;
    const std::ptrdiff_t step = opens != open.npos ? 1 : -1;
    std::ptrdiff_t depth = 0;
    for (auto k = static_cast<std::ptrdiff_t>(at); k >= 0 && k < std::ssize(text); k += step) {
      const char32_t c = text[static_cast<std::size_t>(k)];
      if (open.find(c) != open.npos) depth += step;
      if (close.find(c) != close.npos) depth -= step;
      if (depth == 0) return static_cast<std::size_t>(k);
    }
    return std::nullopt;
  };
  if (caret > 0 && caret <= text.size())
    if (const auto other = partner(caret - 1)) return std::pair(caret - 1, *other);
  if (caret < text.size())
    if (const auto other = partner(caret)) return std::pair(caret, *other);
  return std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> underlined(std::u32string_view text,
                                                              const Error& error) {
  const std::vector<std::size_t> begins = line_begins(text);
  const auto line = static_cast<std::size_t>(std::max(error.line, 1) - 1);
  if (error.line < 1 || error.column < 1 || line >= begins.size()) return std::nullopt;
  const std::size_t end =
      line + 1 < begins.size() ? begins[line + 1] - 1 : text.size();
  const std::size_t from =
      std::min(begins[line] + static_cast<std::size_t>(error.column - 1), end);
  return std::pair(from, std::min(from + static_cast<std::size_t>(std::max(error.length, 1)), end));
}

// ---- signs

namespace {
constexpr std::pair<std::u32string_view, char32_t> spelled[] = {
    {U"alpha", U'α'},   {U"beta", U'β'},    {U"gamma", U'γ'},  {U"delta", U'δ'},
    {U"epsilon", U'ε'}, {U"zeta", U'ζ'},    {U"eta", U'η'},    {U"theta", U'θ'},
    {U"iota", U'ι'},    {U"kappa", U'κ'},   {U"lambda", U'λ'}, {U"mu", U'μ'},
    {U"nu", U'ν'},      {U"xi", U'ξ'},      {U"omicron", U'ο'}, {U"pi", U'π'},
    {U"rho", U'ρ'},     {U"sigma", U'σ'},   {U"tau", U'τ'},    {U"upsilon", U'υ'},
    {U"phi", U'φ'},     {U"chi", U'χ'},     {U"psi", U'ψ'},    {U"omega", U'ω'},
    {U"Gamma", U'Γ'},   {U"Delta", U'Δ'},   {U"Theta", U'Θ'},  {U"Lambda", U'Λ'},
    {U"Xi", U'Ξ'},      {U"Pi", U'Π'},      {U"Sigma", U'Σ'},  {U"Phi", U'Φ'},
    {U"Psi", U'Ψ'},     {U"Omega", U'Ω'},   {U"sqrt", U'√'},   {U"cdot", U'·'},
    {U"times", U'×'},   {U"leq", U'≤'},     {U"geq", U'≥'}};

constexpr std::pair<char, std::u32string_view> alt_signs[] = {
    {'a', U"αα"}, {'b', U"ββ"}, {'g', U"γΓ"}, {'d', U"δΔ"}, {'f', U"φΦ"},
    {'l', U"λΛ"}, {'m', U"μμ"}, {'p', U"πΠ"}, {'r', U"√ρ"}, {'s', U"σΣ"},
    {'t', U"θΘ"}, {'w', U"ωΩ"}, {'x', U"ξΞ"}, {'k', U"κκ"}};
}  // namespace

std::optional<std::pair<std::size_t, char32_t>> spelled_sign(std::u32string_view text,
                                                             std::size_t caret) {
  const std::u32string_view before = text.substr(0, caret);
  const std::size_t at = before.rfind(U'\\');
  if (at == before.npos) return std::nullopt;
  for (const auto& [name, sign] : spelled)
    if (before.substr(at + 1) == name) return std::pair(caret - at, sign);
  return std::nullopt;
}

char32_t sign_of_alt(int key, bool shift) {
  for (const auto& [letter, signs] : alt_signs)
    if (letter == key) return signs[shift ? 1 : 0];
  return 0;
}

}  // namespace limber
