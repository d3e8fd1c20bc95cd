// The writing half of the line format; numbers at their shortest, names in quotation marks when
// they need them.
#include <fmt/format.h>

#include "app/document/quantity.h"
#include "app/edits/words.h"
#include "app/script/script.h"

namespace limber {
namespace {

std::string name(const std::string& text) { return written(text); }

std::string place(const Point& p) { return fmt::format("{} {}", shortest(p.x()), shortest(p.y())); }

struct Writer {
  std::string operator()(const line::Grab& one) const {
    std::string out = fmt::format("grab {}", name(one.hand));
    if (!one.curve.empty()) out += fmt::format(" {}", name(one.curve));
    if (!one.point.empty())
      out += fmt::format(" point={}", one.point);
    else if (one.t)
      out += fmt::format(" t={}", shortest(*one.t));
    else if (one.at)
      out += fmt::format(" at {}", place(*one.at));
    return one.alone ? out + " alone" : out;
  }
  std::string operator()(const line::Touch& one) const {
    return fmt::format("touch {}", name(one.hand));
  }
  std::string operator()(const line::Move& one) const {
    std::string out = fmt::format("move {}", name(one.hand));
    if (!one.file.empty()) out += fmt::format(" file {}", name(one.file));
    for (const Point& p : one.through) out += fmt::format(" {}", place(p));
    if (one.seconds) out += fmt::format(" in {}s", shortest(*one.seconds));
    if (one.speed) out += fmt::format(" speed {}", shortest(*one.speed));
    return out;
  }
  std::string operator()(const line::Release& one) const {
    return fmt::format("release {}{}", name(one.hand), one.back ? " back" : "");
  }
  std::string operator()(const line::Play&) const { return "play"; }
  std::string operator()(const line::Pause&) const { return "pause"; }
  std::string operator()(const line::Rewind& one) const {
    return fmt::format("rewind {}s", shortest(one.seconds));
  }
  std::string operator()(const line::Step&) const { return "step"; }
  std::string operator()(const line::Amend&) const { return "amend"; }
  std::string operator()(const line::Instead& one) const {
    return fmt::format("instead {}", name(one.hand));
  }
  std::string operator()(const line::Undo&) const { return "undo"; }
  std::string operator()(const line::Redo&) const { return "redo"; }
  std::string operator()(const line::Wait& one) const {
    return one.seconds ? fmt::format("wait {}s", shortest(*one.seconds)) : "wait rest";
  }
  std::string operator()(const line::Hash& one) const {
    return one.expected ? fmt::format("hash {}", hash_text(*one.expected)) : "hash";
  }
  std::string operator()(const line::Wake& one) const {
    std::string out = "wake";
    for (const std::string& curve : one.curves) out += fmt::format(" {}", name(curve));
    return out;
  }
  std::string operator()(const line::Hold& one) const {
    std::string out = "hold";
    for (const auto& [curve, parameter] : one.numbers)
      out += fmt::format(" {} {}", name(curve), name(parameter));
    return out;
  }
  std::string operator()(const line::Load& one) const {
    return fmt::format("document {}", one.json);
  }
  std::string operator()(const Edit& edit) const { return line_of(edit); }
};

}  // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string write_line(const Line& line) {
  const std::string words = std::visit(Writer{}, line.action);
  return line.tick ? fmt::format("@{} {}", *line.tick, words) : words;
}

std::string write_script(const Script& script) {
  std::string out = fmt::format("limber script {}\n", script_version);
  for (const Line& line : script.lines) out += write_line(line) + '\n';
  return out;
}

}  // namespace limber
