// The pages of docs/ as blocks that can be drawn: the little of Markdown that they use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limber {

struct TextPiece {
  enum Kind { plain, strong, code, link, picture } kind = plain;
  std::string text, to;  // `to`: of a link the page, of a picture its file
};
using TextLine = std::vector<TextPiece>;

struct PageBlock {
  enum Kind { heading, paragraph, item, code, row } kind = paragraph;
  int level = 0;                 // of a heading, from 1
  bool first = false;            // of the rows of a table: its head
  std::vector<TextLine> cells;   // one, but for rows
  std::string code_text = {};    // as written
};

std::vector<PageBlock> read_markdown(std::string_view text);
std::string plain_text(const TextLine& line);
std::string anchor_of(const std::string& heading);  // "Drawing by hand": drawing-by-hand

}  // namespace limber
