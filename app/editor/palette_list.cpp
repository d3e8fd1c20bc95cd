#include "app/editor/palette_list.h"

#include "app/drawing/assets.h"
#include "app/editor/markdown.h"

#include <algorithm>
#include <cctype>

namespace limber {

namespace {

// Where words were found; a title that begins with them is what was meant.
constexpr int begins_title = 100, begins_word = 70, within_title = 40, in_aside = 22, in_help = 15,
              by_letters = 8;

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : lower_case(text)) {
    if (c != ' ') out.back() += c;
    else if (!out.back().empty()) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

bool letters_in_order(std::string_view letters, std::string_view text) {
  std::size_t at = 0;
  for (const char c : text)
    if (at < letters.size() && letters[at] == c) ++at;
  return at == letters.size();
}

int fit_of_word(const PaletteEntry& entry, const std::string& word) {
  const std::string title = lower_case(entry.title);
  const std::size_t at = title.find(word);
  if (at == 0) return begins_title;
  if (at != title.npos && title.find(" " + word) != title.npos) return begins_word;
  if (at != title.npos) return within_title;
  if (lower_case(entry.aside).find(word) != std::string::npos) return in_aside;
  if (lower_case(entry.help).find(word) != std::string::npos) return in_help;
  return word.size() >= 3 && letters_in_order(word, title) ? by_letters : 0;
}

std::string aside_of(const Command& command) {
  if (!command.example.empty()) return "Example";
  if (!command.file.empty()) return command.submenu;
  const std::string menu = command.menu.empty() ? "Edit" : command.menu;
  return command.submenu.empty() ? menu : menu + " · " + command.submenu;
}

std::string kind_of(const Document& document, ThingId id) {
  if (const Curve* curve = document.world->find(id.as<Body>())) return curve->type->title;
  if (const Constraint* one = document.world->find(id.as<Constraint>())) return one->kind->title;
  std::string words(name_of(id.kind));
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::vector<PaletteEntry> palette_entries(const std::vector<Command>& commands, const Document& document) {
  std::vector<PaletteEntry> all;
  for (const Command& command : commands) {
    if (command.id == "help.palette") continue;
    const std::string key = command.keys.empty() ? "" : name_of(command.keys[0]);
    all.push_back({command.title, aside_of(command), command.help, key, command.id, {}, {}});
  }
  each_thing(document, [&](ThingId id) {
    if (id.kind == ThingKind::connector || document.name(id).empty()) return;
    all.push_back({document.name(id), kind_of(document, id) + " in the drawing", "", "", "", id, {}});
  });
  for (const std::string_view page : assets_ending_in(".md")) {
    const std::vector<PageBlock> blocks = read_markdown(asset(page));
    const std::string title = blocks.empty() ? std::string(page) : plain_text(blocks[0].cells[0]);
    for (const PageBlock& block : blocks) {
      if (block.kind != PageBlock::heading) continue;
      const std::string words = plain_text(block.cells[0]);
      const std::string to = std::string(page) + (block.level > 1 ? "#" + anchor_of(words) : "");
      all.push_back({words, block.level > 1 ? "Help · " + title : "Help", "", "", "", {}, to});
    }
  }
  return all;
}

int fit_of(const PaletteEntry& entry, std::string_view words) {
  int fit = 0;
  for (const std::string& word : words_of(words)) {
    const int one = fit_of_word(entry, word);
    if (one == 0) return 0;
    fit += one;
  }
  // All of them in a row, at the beginning; best of all nothing else.
  const std::string title = lower_case(entry.title), wanted = lower_case(words);
  if (fit > 0 && title.starts_with(wanted)) fit += begins_title;
  return title == wanted ? fit + begins_title : fit;
}

std::vector<const PaletteEntry*> found_in(const std::vector<PaletteEntry>& all, std::string_view words,
                                          std::span<const std::string> recent) {
  struct Found {
    const PaletteEntry* entry;
    int fit;
    std::ptrdiff_t age;
  };
  std::vector<Found> found;
  const bool any = !words_of(words).empty();
  for (const PaletteEntry& entry : all) {
    const int fit = any ? fit_of(entry, words) : 1;
    if (fit == 0) continue;
    const auto used = std::ranges::find(recent, entry.command);
    found.push_back({&entry, fit, entry.command.empty() ? std::ssize(recent) : used - recent.begin()});
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return a.fit != b.fit ? a.fit > b.fit : a.age < b.age;
  });
  std::vector<const PaletteEntry*> out;
  for (const Found& one : found) out.push_back(one.entry);
  return out;
}

}  // namespace limber
