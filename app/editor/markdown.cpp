#include "app/editor/markdown.h"

#include <algorithm>
#include <cctype>

namespace limber {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// `code`, **strong**, [words](page), ![words](picture); a mark without its partner is plain.
TextLine pieces_of(std::string_view text) {
  TextLine out;
  std::string plain;
  const auto flush = [&] {
    if (!plain.empty()) out.push_back({TextPiece::plain, plain, {}});
    plain.clear();
  };
  const auto between = [&](std::string_view mark, TextPiece::Kind kind) {
    if (!text.starts_with(mark)) return false;
    const std::size_t end = text.find(mark, mark.size());
    if (end == text.npos) return false;
    flush();
    out.push_back({kind, std::string(text.substr(mark.size(), end - mark.size())), {}});
    text.remove_prefix(end + mark.size());
    return true;
  };
  const auto link = [&](std::string_view mark, TextPiece::Kind kind) {
    if (!text.starts_with(mark)) return false;
    const std::size_t middle = text.find("](", mark.size());
    const std::size_t end = middle == text.npos ? text.npos : text.find(')', middle);
    if (end == text.npos) return false;
    flush();
    out.push_back({kind, std::string(text.substr(mark.size(), middle - mark.size())),
                   std::string(text.substr(middle + 2, end - middle - 2))});
    text.remove_prefix(end + 1);
    return true;
  };
  while (!text.empty()) {
    // *so*: only where a word begins, for a product is written with the same sign.
    const bool word = text.size() > 1 && std::isalpha(static_cast<unsigned char>(text[1])) &&
                      (plain.empty() || plain.back() == ' ');
    if (between("**", TextPiece::strong) || (word && between("*", TextPiece::strong)) || between("`", TextPiece::code) || link("![", TextPiece::picture) ||
        link("[", TextPiece::link))
      continue;
    plain += text.front();
    text.remove_prefix(1);
  }
  flush();
  return out;
}

// "| a | b |"; a bar within code is escaped as \|.
std::vector<TextLine> cells_of(std::string_view line) {
  std::vector<TextLine> out;
  std::string cell;
  line = trimmed(line);
  line.remove_prefix(1);
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\' && at + 1 < line.size() && line[at + 1] == '|') {
      cell += line[++at];
    } else if (line[at] == '|') {
      out.push_back(pieces_of(trimmed(cell)));
      cell.clear();
    } else {
      cell += line[at];
    }
  }
  return out;
}

bool is_rule_of_table(std::string_view line) {
  return line.find("---") != line.npos && line.find_first_not_of("|-: ") == line.npos;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(lines_of(text)) {}

  std::vector<PageBlock> read() {
    while (at_ < lines_.size()) block();
    return std::move(out_);
  }

 private:
  void block() {
    const std::string_view line = lines_[at_], words = trimmed(line);
    if (words.empty()) return void(++at_);
    if (words.starts_with("```")) return fenced();
    if (line.starts_with("    ")) return indented();
    if (words.starts_with("#")) return heading(words);
    if (words.starts_with("|")) return table();
    paragraph(words);
  }
  void fenced() {
    PageBlock block{PageBlock::code, 0, false, {}};
    for (++at_; at_ < lines_.size() && !trimmed(lines_[at_]).starts_with("```"); ++at_)
      block.code_text += std::string(lines_[at_]) + "\n";
    ++at_;
    out_.push_back(std::move(block));
  }
  void indented() {
    PageBlock block{PageBlock::code, 0, false, {}};
    for (; at_ < lines_.size() && (lines_[at_].starts_with("    ") || trimmed(lines_[at_]).empty()); ++at_)
      block.code_text += std::string(lines_[at_].substr(std::min<std::size_t>(4, lines_[at_].size()))) + "\n";
    while (block.code_text.ends_with("\n\n")) block.code_text.pop_back();
    out_.push_back(std::move(block));
  }
  void heading(std::string_view words) {
    const std::size_t level = std::min(words.find_first_not_of('#'), words.size());
    out_.push_back({PageBlock::heading, static_cast<int>(level), false, {pieces_of(trimmed(words.substr(level)))}});
    ++at_;
  }
  void table() {
    bool first = true;
    for (; at_ < lines_.size() && trimmed(lines_[at_]).starts_with("|"); ++at_) {
      if (is_rule_of_table(lines_[at_])) continue;
      out_.push_back({PageBlock::row, 0, first, cells_of(lines_[at_])});
      first = false;
    }
  }
  // Up to an empty line, or one that begins something else.
  void paragraph(std::string_view words) {
    const bool item = words.starts_with("- ") || words.starts_with("* ");
    std::string all(item ? words.substr(2) : words);
    for (++at_; at_ < lines_.size(); ++at_) {
      const std::string_view next = trimmed(lines_[at_]);
      if (next.empty() || next.starts_with("#") || next.starts_with("|") || next.starts_with("```") ||
          next.starts_with("- ") || next.starts_with("* "))
        break;
      all += " " + std::string(next);
    }
    out_.push_back({item ? PageBlock::item : PageBlock::paragraph, 0, false, {pieces_of(all)}});
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
  std::vector<PageBlock> out_;
};

}  // namespace

std::vector<PageBlock> read_markdown(std::string_view text) { return Reader(text).read(); }

std::string plain_text(const TextLine& line) {
  std::string out;
  for (const TextPiece& piece : line) out += piece.text;
  return out;
}

std::string anchor_of(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    if (c == ' ') out += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '-')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

}  // namespace limber
