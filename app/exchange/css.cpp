#include "app/exchange/css.h"

#include <algorithm>

#include "app/exchange/svg_values.h"

namespace limber {

namespace {

constexpr std::size_t most_compounds = 32;  // of one selector
constexpr std::size_t most_rules = 10'000;
constexpr std::size_t most_declarations = 1000;  // of one block; there are a hundred properties
constexpr std::size_t most_unknown = 100;        // that are told of
constexpr std::size_t text_of_comparison = 64;   // bytes that are looked at as quickly as one test

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view take_name(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_name(text[n])) ++n;
  const std::string_view name = text.substr(0, n);
  text.remove_prefix(n);
  return name;
}

bool has_word(std::string_view list, std::string_view word) {
  while (true) {
    list = trimmed(list);
    if (list.empty()) return false;
    const std::size_t end = std::min(list.find_first_of(" \t\r\n\f"), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(end);
  }
}

// Blanks and comments at the begin.
void skip(std::string_view& text) {
  while (true) {
    text = text.substr(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
    if (!text.starts_with("/*")) return;
    const std::size_t end = text.find("*/", 2);
    text = end == text.npos ? std::string_view() : text.substr(end + 2);
  }
}

// Where this block ends: quotation marks and inner blocks are skipped.
std::size_t block_end(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = text.find(c, i + 1);
      if (i == text.npos) return text.size();
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && depth-- == 0) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

std::vector<Declaration> read_declarations(std::string_view text) {
  std::vector<Declaration> out;
  while (true) {
    skip(text);
    if (text.empty() || out.size() == most_declarations) return out;
    std::size_t end = 0;
    bool inside = false;  // of brackets: "url(data:;base64,...)"
    for (; end < text.size() && (inside || text[end] != ';'); ++end) {
      if (text[end] == '(') inside = true;
      if (text[end] == ')') inside = false;
    }
    std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = one.find(':');
    if (colon == one.npos) continue;
    Declaration declaration{trimmed(one.substr(0, colon)), trimmed(one.substr(colon + 1)), false};
    std::string_view& value = declaration.value;
    if (const std::size_t comment = value.find("/*"); comment != value.npos) {
      const std::size_t comment_end = value.find("*/", comment);
      const bool at_end = comment_end == value.npos || comment_end + 2 == value.size();
      value = at_end ? trimmed(value.substr(0, comment)) : trimmed(value.substr(comment_end + 2));
    }
    if (const std::size_t mark = value.rfind('!');
        mark != value.npos && same_word(trimmed(value.substr(mark + 1)), "important")) {
      declaration.important = true;
      value = trimmed(value.substr(0, mark));
    }
    out.push_back(declaration);
  }
}

bool StyleSheet::read_selector(std::string_view text, Rule& rule) {
  int ids = 0, classes = 0, types = 0;
  Compound compound;
  bool any = false;
  text = trimmed(text);
  while (!text.empty()) {
    const char c = text.front();
    if (c == '*') {
      text.remove_prefix(1), any = true;
    } else if (c == '#' || c == '.') {
      text.remove_prefix(1);
      const std::string_view name = take_name(text);
      if (name.empty()) return false;
      compound.tests.push_back({c == '#' ? Test::id : Test::class_name, name, {}});
      ++(c == '#' ? ids : classes);
      any = true;
    } else if (c == '[') {
      const std::size_t end = text.find(']');
      if (end == text.npos) return false;
      std::string_view inside = trimmed(text.substr(1, end - 1));
      text.remove_prefix(end + 1);
      Simple simple{Test::has, take_name(inside), {}};
      inside = trimmed(inside);
      if (!inside.empty()) {
        const std::size_t equals = inside.find('=');
        if (equals == inside.npos || equals > 1) return false;
        const char sign = equals == 0 ? '=' : inside[0];
        simple.test = sign == '=' ? Test::equals : sign == '~' ? Test::word : sign == '|' ? Test::dash
                      : sign == '^' ? Test::begins : sign == '$' ? Test::ends : Test::contains;
        simple.value = trimmed(inside.substr(equals + 1));
        if (simple.value.size() > 1 && (simple.value.front() == '"' || simple.value.front() == '\''))
          simple.value = simple.value.substr(1, simple.value.size() - 2);
      }
      if (simple.name.empty()) return false;
      compound.tests.push_back(simple);
      ++classes, any = true;
    } else if (c == ':') {
      text.remove_prefix(1);
      if (take_name(text) != "first-child") return false;
      compound.tests.push_back({Test::first_child, {}, {}});
      ++classes, any = true;
    } else if (is_name(c)) {
      compound.tests.push_back({Test::type, take_name(text), {}});
      ++types, any = true;
    } else {  // a combinator, perhaps with blanks around it
      const std::string_view before = text;
      text = trimmed(text);
      char combinator = ' ';
      if (!text.empty() && (text[0] == '>' || text[0] == '+' || text[0] == '~')) {
        combinator = text[0];
        text = trimmed(text.substr(1));
      }
      if (!any || text.empty() || text.size() == before.size()) return false;
      rule.selector.push_back(std::move(compound));
      if (rule.selector.size() > most_compounds) return false;
      compound = {combinator, {}};
      any = false;
    }
  }
  if (!any) return false;
  rule.selector.push_back(std::move(compound));
  rule.specificity = (ids << 20) + (classes << 10) + types;
  return true;
}

void StyleSheet::add(std::string_view text, std::vector<std::string>& unknown) {
  while (true) {
    skip(text);
    if (text.starts_with("<!--")) text.remove_prefix(4), skip(text);
    if (text.starts_with("-->")) text.remove_prefix(3), skip(text);
    if (text.empty()) break;
    const std::size_t open = text.find_first_of("{;");
    const std::string_view head = trimmed(text.substr(0, open));
    if (open == text.npos) break;
    if (text[open] == ';') {  // @import "other.css";
      if (unknown.size() < most_unknown) unknown.emplace_back(head.substr(0, text_of_comparison));
      text.remove_prefix(open + 1);
      continue;
    }
    text.remove_prefix(open + 1);
    const std::size_t end = block_end(text);
    const std::string_view body = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (head.starts_with('@')) {
      if (unknown.size() < most_unknown) unknown.emplace_back(head.substr(0, text_of_comparison));
      continue;
    }
    const auto declarations =
        std::make_shared<const std::vector<Declaration>>(read_declarations(body));
    for (std::string_view rest = head; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view one = trimmed(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      Rule rule;
      if (rules_.size() < most_rules && read_selector(one, rule)) {
        rule.declarations = declarations;
        rules_.push_back(std::move(rule));
      } else if (unknown.size() < most_unknown) {
        unknown.emplace_back(one.substr(0, text_of_comparison));
      }
    }
  }
  std::ranges::stable_sort(rules_, {}, &Rule::specificity);
}

bool StyleSheet::matches(const SvgTree& tree, int element, const Compound& compound) {
  if (left_-- <= 0) return false;
  const SvgElement& one = tree[element];
  return std::ranges::all_of(compound.tests, [&](const Simple& simple) {
    if (simple.test == Test::type) return one.name == simple.name;
    if (simple.test == Test::id) return one.attribute("id") == simple.name;
    if (simple.test == Test::class_name) {
      const std::string_view classes = one.attribute("class");
      left_ -= static_cast<int>(classes.size() / text_of_comparison);
      return has_word(classes, simple.name);
    }
    if (simple.test == Test::first_child)
      return one.parent >= 0 && tree[one.parent].first_child == element;
    const pugi::xml_attribute attribute = one.xml.attribute(std::string(simple.name).c_str());
    if (attribute.empty()) return false;
    const std::string_view value = attribute.value();
    left_ -= static_cast<int>(value.size() / text_of_comparison);
    switch (simple.test) {
      case Test::equals:
        return value == simple.value;
      case Test::word:
        return has_word(value, simple.value);
      case Test::dash:
        return value == simple.value || (value.starts_with(simple.value) && value.size() > simple.value.size() &&
                                         value[simple.value.size()] == '-');
      case Test::begins:
        return value.starts_with(simple.value);
      case Test::ends:
        return value.ends_with(simple.value);
      case Test::contains:
        return value.find(simple.value) != value.npos;
      default:
        return true;
    }
  });
}

bool StyleSheet::matches(const SvgTree& tree, int element, const std::vector<Compound>& selector,
                         std::size_t last) {
  if (!matches(tree, element, selector[last])) return false;
  if (last == 0) return true;
  const char combinator = selector[last].combinator;
  const int parent = tree[element].parent;
  if (combinator == '>') return parent >= 0 && matches(tree, parent, selector, last - 1);
  if (combinator == ' ') {
    for (int around = parent; around >= 0; around = tree[around].parent)
      if (matches(tree, around, selector, last - 1)) return true;
    return false;
  }
  if (parent < 0) return false;
  int before = -1;
  for (int one = tree[parent].first_child; one >= 0 && one != element; one = tree[one].next_sibling) {
    if (combinator == '~' && matches(tree, one, selector, last - 1)) return true;
    before = one;
  }
  return combinator == '+' && before >= 0 && matches(tree, before, selector, last - 1);
}

void StyleSheet::matching(const SvgTree& tree, int element, std::vector<Declaration>& out) {
  for (const Rule& rule : rules_)
    if (exhausted())
      return;
    else if (matches(tree, element, rule.selector, rule.selector.size() - 1))
      left_ -= static_cast<int>(rule.declarations->size()),
          out.insert(out.end(), rule.declarations->begin(), rule.declarations->end());
}

}  // namespace limber
