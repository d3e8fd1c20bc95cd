// An SVG file as a tree of elements: entities replaced, names without their prefixes, only what SVG
// calls its own.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codegen/result.h"

namespace limber {

struct SvgElement {
  std::string_view name;  // "rect"; empty: of another language
  pugi::xml_node xml;
  int parent = -1, first_child = -1, next_sibling = -1;

  std::string_view attribute(const char* key) const { return xml.attribute(key).value(); }
  bool has(const char* key) const { return !xml.attribute(key).empty(); }
};

class SvgTree {
 public:
  // An Error when it is no XML, no SVG, or too large.
  static Result<SvgTree> read(std::string_view bytes);

  const SvgElement& operator[](int index) const { return elements_[static_cast<std::size_t>(index)]; }
  int size() const { return static_cast<int>(elements_.size()); }
  int root() const { return 0; }
  int find(std::string_view id) const;      // -1: nobody has it
  // Where it begins in the file as it was given.
  std::pair<int, int> place_of(int index) const;  // line and column; 0: not known
  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  bool add_elements(pugi::xml_node root);

  std::string text_;      // as given
  std::string expanded_;  // with its entities replaced
  std::vector<std::pair<std::size_t, std::size_t>> moved_;  // from there on: expanded, as given
  std::unique_ptr<pugi::xml_document> xml_;
  std::vector<SvgElement> elements_;
  std::unordered_map<std::string_view, int> ids_;
  std::vector<std::size_t> lines_;  // where each begins
  std::vector<std::string> troubles_;
};

}  // namespace limber
