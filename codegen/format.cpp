#include "codegen/format.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "codegen/parse.h"

namespace limber {
namespace {

struct Comment {
  int line = 0;
  std::string text;
  bool alone = false;  // nothing else on its line
};

bool before(const Spot& a, const Spot& b) {
  return std::tuple(a.line, a.column) < std::tuple(b.line, b.column);
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == text.npos ? "" : std::string(text.substr(first, last - first + 1));
}

// The comments of a text, and which of its lines are blank.
struct Margins {
  std::vector<Comment> comments;
  std::vector<bool> blank{true};  // by line, from 1

  explicit Margins(std::string_view text) {
    for (int line = 1; !text.empty(); ++line) {
      const auto end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end), line);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  bool blank_before(int line) const {
    return line > 1 && static_cast<std::size_t>(line) <= blank.size() &&
           blank[static_cast<std::size_t>(line) - 1];
  }

 private:
  void read_line(std::string_view line, int number) {
    bool in_title = false;
    std::size_t k = 0;
    for (; k < line.size() && (in_title || line[k] != '#'); ++k)
      if (line[k] == '"') in_title = !in_title;
    blank.push_back(trimmed(line).empty());
    if (k < line.size())
      comments.push_back({number, trimmed(line.substr(k)), trimmed(line.substr(0, k)).empty()});
  }
};

const char* word_text(Word word) {
  constexpr const char* texts[] = {"place", "length", "angle", "number", "point", "direction", "vector"};
  return texts[static_cast<int>(word)];
}

std::string quoted_title(const std::string& title) { return " \"" + title + "\""; }

// What one statement says: its pieces, each at its place.
struct Statement {
  Spot spot;
  std::string begin;                                 // "length "
  std::vector<std::pair<Spot, std::string>> pieces;  // joined by commas
  std::string end;                                   // " at least 3"
};

class FileWriter {
 public:
  FileWriter(const Formula& formula, std::string_view text) : f_(formula), margins_(text) {
    for (const Spot& spot : formula.statements) statements_.push_back({spot, "", {}, ""});
  }

  std::string run() {
    collect();
    out_ = "";
    margin(f_.spot.line, "");
    line(header(), f_.spot, statements_.empty() ? 1 << 30 : statements_.front().spot.line);
    for (std::size_t k = 0; k < statements_.size(); ++k) {
      const int next = k + 1 < statements_.size() ? statements_[k + 1].spot.line : (1 << 30);
      margin(statements_[k].spot.line, "  ");
      line(text_of(statements_[k]), statements_[k].spot, next);
    }
    margin(1 << 30, "  ");
    return out_;
  }

 private:
  std::string value(const Phrase& phrase) const { return written(f_, phrase); }

  // The statement a place lies in: the last that begins at it or before.
  Statement& at(const Spot& spot) {
    const auto after = std::ranges::upper_bound(statements_, spot, before, &Statement::spot);
    return *std::prev(after);
  }
  void piece(const Spot& spot, std::string begin, std::string text) {
    Statement& statement = at(spot);
    if (!begin.empty()) statement.begin = std::move(begin);
    statement.pieces.emplace_back(spot, std::move(text));
  }

  void collect() {
    if (statements_.empty()) return;
    for (const Named& l : f_.lets) piece(l.spot, "let ", l.name + " = " + value(l.value));
    for (const FunctionText& f : f_.functions) function(f);
    if (f_.kind == Formula::curve)
      curve();
    else
      for (const RowText& r : f_.rows) row(r);
    for (Statement& s : statements_)
      std::ranges::stable_sort(s.pieces, before, &std::pair<Spot, std::string>::first);
  }

  void function(const FunctionText& f) {
    std::string inputs;
    for (const std::string& input : f.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
    piece(f.spot, "", f.name + "(" + inputs + ") = " + value(f.value));
  }

  void curve() {
    for (const ParameterText& p : f_.parameters) {
      const std::string lock = p.whole ? "whole " : p.locked ? "fixed " : "";
      const std::string word = p.plain   ? "parameters "
                               : p.whole ? lock
                                         : lock + word_text(p.word) + " ";
      piece(p.spot, word,
            p.name + (p.label.empty() ? "" : quoted_title(p.label)) + " = " + value(p.value));
    }
    for (const MeasureText& m : f_.measures)
      piece(m.spot, std::string(word_text(m.word)) + " ", m.name + " = " + value(m.value));
    for (const Phrase& range : f_.ranges) piece(range.spot, "", value(range));
    for (const NodesText& n : f_.nodes) nodes(n);
    if (f_.at_least > 0) at(f_.at_least_spot).end = " at least " + std::to_string(f_.at_least);
    if (f_.has_range)
      piece(f_.range_spot, "",
            f_.variable + " from " + value(f_.from) + " to " + value(f_.to) +
                (f_.closed ? " closed" : ""));
    if (f_.has_pieces) piece(f_.pieces_spot, "", pieces());
    if (f_.corners_at_joints) piece(f_.corners_spot, "", "corners at joints");
    for (const Phrase& corner : f_.corners) piece(corner.spot, "corners at ", value(corner));
    for (const Named* position : {&f_.x, &f_.y, &f_.at, &f_.theta})
      if (!position->name.empty())
        piece(position->spot, "", position->name + " = " + value(position->value));
    if (!f_.r.name.empty())
      piece(f_.r.spot, "",
            "r = " + value(f_.r.value) + framed(f_.frame));
    if (f_.implicit)
      piece(f_.implicit->spot, "",
            value(f_.implicit->left) + " = " + value(f_.implicit->right) + framed(f_.implicit->frame));
    if (f_.within) piece(f_.within_spot, "", "within " + value(f_.within));
    for (const EquationText& e : f_.equations)
      piece(e.spot, "", e.name + std::string(static_cast<std::size_t>(e.order), '\'') + " = " + value(e.value));
    for (const StartText& s : f_.starts)
      piece(s.spot, "", s.name + std::string(static_cast<std::size_t>(s.primes), '\'') + "(" +
                            value(s.at) + ") = " + value(s.value));
    for (const Named& drawn : f_.draw)
      piece(drawn.spot, "draw ", drawn.name + " = " + value(drawn.value));
  }

  std::string framed(const FrameText& frame) const {
    return (frame.about ? " about " + value(frame.about) : "") +
           (frame.turned ? " turned " + value(frame.turned) : "") +
           (frame.scale ? " scale " + value(frame.scale) : "");
  }

  void nodes(const NodesText& n) {
    std::string text = n.name + (n.label.empty() ? "" : quoted_title(n.label)) + " = ";
    for (std::size_t k = 0; k < n.values.size(); ++k) text += (k ? ", " : "") + value(n.values[k]);
    piece(n.spot, std::string("nodes ") + (n.locked ? "fixed " : "") + word_text(n.word) + " ",
          text);
  }

  std::string pieces() const {
    std::string text = "nodes";
    if (f_.pieces_extra != 0)
      text += (f_.pieces_extra > 0 ? " + " : " - ") + std::to_string(std::abs(f_.pieces_extra));
    if (f_.pieces_step != 1)
      text =
          (f_.pieces_extra == 0 ? text : "(" + text + ")") + "/" + std::to_string(f_.pieces_step);
    return "pieces = " + text;
  }

  void row(const RowText& r) {
    const char* const signs[] = {" = ", " >= ", " <= "};
    std::string text = value(r.left);
    if (r.right) text += signs[static_cast<int>(r.comparison)] + value(r.right);
    if (!r.scale.empty()) text += " scale " + r.scale;
    piece(r.left.spot, "", text);
  }

  std::string header() const {
    const char* const kinds[] = {"curve ", "constraint ", "preference "};
    std::string text = kinds[f_.kind] + f_.name;
    if (f_.title != f_.name) text += quoted_title(f_.title);
    if (f_.kind == Formula::curve) return text;
    text += " (";
    for (const InputText& input : f_.inputs)
      text += (&input == f_.inputs.data() ? "" : ", ") + std::string(word_text(input.word)) + " " +
              input.name + (input.value ? " = " + value(input.value) : "");
    return text + "):";
  }

  // A line that says nothing of its own is `closed`, which the variable's line says.
  std::string text_of(const Statement& s) const {
    if (s.pieces.empty()) return f_.has_range || !f_.closed ? "" : "  closed";
    std::string text = "  " + s.begin;
    for (std::size_t k = 0; k < s.pieces.size(); ++k) text += (k ? ", " : "") + s.pieces[k].second;
    return text + s.end;
  }

  // The comments that stand alone above a line, and the blank line before it.
  void margin(int line, const char* indent) {
    while (next_ < margins_.comments.size() && margins_.comments[next_].line < line) {
      const Comment& comment = margins_.comments[next_++];
      if (margins_.blank_before(comment.line) && !out_.empty()) out_ += "\n";
      out_ += indent + comment.text + "\n";
    }
    if (line < (1 << 30) && margins_.blank_before(line) && !out_.empty()) out_ += "\n";
  }

  // The line, and the comments behind it up to where the next begins.
  void line(const std::string& text, const Spot& spot, int next) {
    std::string behind;
    for (; next_ < margins_.comments.size(); ++next_) {
      const Comment& comment = margins_.comments[next_];
      if (comment.alone || comment.line < spot.line ||
          comment.line >= std::max(next, spot.line + 1))
        break;
      behind += "  " + comment.text;
    }
    if (text.empty() && behind.empty()) return;
    out_ += (text.empty() ? behind : text + behind) + "\n";
  }

  const Formula& f_;
  Margins margins_;
  std::vector<Statement> statements_;
  std::string out_;
  std::size_t next_ = 0;  // comment to write
};

}  // namespace

Result<std::string> plain_form(std::string_view text) {
  const Result<Formula> formula = parse(text);
  if (!formula) return formula.error();
  return FileWriter(*formula, text).run();
}

}  // namespace limber
