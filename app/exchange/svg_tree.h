// An SVG file as a tree of elements: entities replaced, names without their prefixes, only what SVG
// calls its own.
#pragma once

#include <memory>
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
  bool is_foreign = false;  // it stands inside of an element of another language: not drawn

  std::string_view attribute(const char* key) const { return xml.attribute(key).value(); }
  bool has(const char* key) const { return !xml.attribute(key).empty(); }
};

class SvgTree {
 public:
  // An Error when it is no XML, no SVG, or too large. The bytes must outlive it.
  static Result<SvgTree> read(std::string_view bytes);

  const SvgElement& operator[](int index) const { return elements_[static_cast<std::size_t>(index)]; }
  int size() const { return static_cast<int>(elements_.size()); }
  int root() const { return 0; }
  int find(std::string_view id) const;      // -1: nobody has it
  // Where it begins in the file as it was given.
  std::pair<int, int> place_of(int index) const;  // line and column; 0: not known
  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  void add_elements(pugi::xml_node root);
  std::pair<int, int> place_at(std::size_t offset) const;

  std::unique_ptr<std::string> unpacked_;  // of a packed file
  std::string_view text_;                  // as given: that, or the bytes of the reader
  std::unique_ptr<std::string> expanded_;  // with its entities replaced; names and values lie in it
  std::vector<std::pair<std::size_t, std::size_t>> moved_;  // from there on: expanded, as given
  std::unique_ptr<pugi::xml_document> xml_;
  std::vector<SvgElement> elements_;
  std::unordered_map<std::string_view, int> ids_;
  struct Block {
    int lines_before = 0;        // in the text before it
    std::size_t line_begin = 0;  // of the line that goes on in it
  };
  static std::vector<Block> blocks_of(std::string_view text);
  std::vector<Block> blocks_;
  std::vector<std::string> troubles_;
};

}  // namespace limber
