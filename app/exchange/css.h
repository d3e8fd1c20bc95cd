// Style sheets as SVG files have them: rules with selectors, and which of them hold for an element.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/exchange/svg_tree.h"

namespace limber {

struct Declaration {
  std::string_view property, value;
  bool important = false;
};
// "fill: red; stroke: none !important". Comments are skipped. The text must outlive what is read.
std::vector<Declaration> read_declarations(std::string_view text);

class StyleSheet {
 public:
  // Adds the rules of a style element, in a text that must outlive this. What selectors or rules it
  // cannot understand is appended to `unknown`.
  void add(std::string_view text, std::vector<std::string>& unknown);
  bool empty() const { return rules_.empty(); }

  // The declarations for an element: weaker ones first.
  void matching(const SvgTree& tree, int element, std::vector<Declaration>& out);
  bool exhausted() const { return left_ <= 0; }  // too much was asked: the rest is not looked at

 private:
  enum class Test { type, id, class_name, has, equals, word, dash, begins, ends, contains, first_child };
  struct Simple {
    Test test;
    std::string_view name, value;
  };
  struct Compound {
    char combinator = ' ';  // to the compound before it: ' ', '>', '+', '~'
    std::vector<Simple> tests;
  };
  struct Rule {
    std::vector<Compound> selector;
    int specificity = 0;
    std::shared_ptr<const std::vector<Declaration>> declarations;  // of all selectors before a block
  };

  static bool read_selector(std::string_view text, Rule& rule);
  bool matches(const SvgTree& tree, int element, const Compound& compound);
  bool matches(const SvgTree& tree, int element, const std::vector<Compound>& selector,
               std::size_t last);

  std::vector<Rule> rules_;  // in the order of their strength
  // Comparisons of an element with a part of a selector, and declarations that held. A large honest
  // file needs a million or two;
  // so many take half a second.
  int left_ = 5'000'000;
};

}  // namespace limber
