#include "app/editor/clipboard.h"

#include <cctype>
#include <map>

#include "app/document/variables.h"
#include "app/drawing/draw.h"
#include "app/editor/arranging.h"
#include "app/edits/line.h"
#include "app/edits/rebuild.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

constexpr std::string_view heading = "limber script 1\n";
constexpr std::size_t most_bytes = 64u << 20;  // a picture or two; more is no drawing by hand
constexpr double beside = 5;                   // drawing units: a copy is seen beside its original

std::string stem_of(std::string name) {
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back()))) name.pop_back();
  return name.empty() ? "thing" : name;
}

// Things whose names are taken in the drawing get others. A layer of that name is that layer.
Result<Document> with_free_names(Document part, const Document& document) {
  std::string lines;
  std::map<std::string, int> next;
  each_thing(part, [&](ThingId id) {
    const std::string name = part.name(id);
    if (id.kind == ThingKind::layer || !document.find(name)) return;
    const std::string stem = stem_of(name);
    std::string free;
    do free = stem + std::to_string(++next[stem]);
    while (document.find(free) || part.find(free));
    lines += line_of({edit::Name{name, free}}) + '\n';
  });
  return lines.empty() ? Result<Document>(part) : apply(part, {edit::Insert{lines}});
}

std::set<ThingId> placed_things(const Document& document) {
  std::set<ThingId> things;
  each_thing(document, [&](ThingId id) {
    if (has_place(id)) things.insert(id);
  });
  return things;
}

// Whether the drawing has it already: variables, styles and layers are found by their names.
struct Known {
  const Document& document;
  bool operator()(const edit::PageEdit&) const { return true; }
  bool operator()(const edit::TryThis&) const { return true; }
  bool operator()(const edit::Let& e) const { return find_variable(document, e.name) != nullptr; }
  bool operator()(const edit::Explain& e) const { return find_variable(document, e.name) != nullptr; }
  bool operator()(const edit::LayerEdit& e) const { return static_cast<bool>(document.find(e.as)); }
  bool operator()(const edit::NameStyle& e) const {
    const std::vector<NamedStyle>& styles = document.styles;
    return std::any_of(styles.begin(), styles.end(),
                       [&](const NamedStyle& style) { return style.name == e.name; });
  }
  bool operator()(const edit::Define& e) const {
    for (const std::string& name : document.library->names())
      if (document.library->find(name)->text == e.formula) return true;
    for (const auto& kind : document.kinds->all())
      if (kind->text == e.formula) return true;
    return false;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

// A formula may not take the place of another one that has its name.
Result<bool> check_definitions(const Document& document, const Document& part) {
  for (const std::string& name : part.library->names()) {
    const SharedCurveType known = document.library->find(name);
    if (known && known->text != part.library->find(name)->text)
      return refused("This drawing has another curve type called " + name + ".",
                     "give one of the two another name");
  }
  for (const auto& kind : part.kinds->all()) {
    const auto known = document.kinds->find(kind->name);
    if (known && known->text != kind->text)
      return refused("This drawing has another kind of constraint called " + kind->name + ".",
                     "give one of the two another name");
  }
  return true;
}

// All that makes it. New things lie over the others in the order they are made: only another order
// needs to be said.
std::vector<Edit> edits_making(const Document& part) {
  std::vector<Edit> edits = edits_for(part);
  bool as_made = true;
  for (const Level level : drawn_levels) {
    const std::vector<ThingId> order = rank_order(part, level);
    as_made = as_made && std::is_sorted(order.begin(), order.end());
  }
  if (as_made)
    std::erase_if(edits, [](const Edit& edit) {
      return std::holds_alternative<edit::Order>(edit.what);
    });
  return edits;
}

// Without what the drawing has, and without its clock.
std::string lines_into(const Document& document, const Document& part) {
  std::string lines;
  for (Edit& edit : edits_making(part)) {
    if (std::visit(Known{document}, edit.what)) continue;
    if (auto* reach = std::get_if<edit::Reach>(&edit.what))
      std::erase_if(reach->state, [](const edit::Reached& one) { return one.thing.empty(); });
    lines += line_of(edit) + '\n';
  }
  return lines;
}

}  // namespace

Result<Document> part_of(const Document& document, const std::set<ThingId>& things) {
  Strings others;
  each_thing(document, [&](ThingId id) {
    const bool goes = (has_place(id) && id.kind != ThingKind::dimension) || id.kind == ThingKind::plot;
    if (goes && !things.contains(id)) others.push_back(document.name(id));
  });
  Result<Document> rest = document;
  if (!others.empty()) rest = apply(document, {edit::Delete{others}});
  if (!rest) return rest;
  // A variable may be used by another one only: until none is left that nothing needs.
  for (bool more = true; more;) {
    more = false;
    for (const Variable& variable : std::vector<Variable>(*rest->variables))
      if (uses_of(*rest, variable.name).empty()) {
        Result<Document> next = apply(*rest, {edit::Forget{variable.name, false}});
        if (!next) return next;
        rest = *std::move(next);
        more = true;
      }
  }
  return rest;
}

bool is_copied_text(std::string_view text) { return text.starts_with(heading); }
std::string copied_form(std::string_view lines) { return std::string(heading) + std::string(lines); }

Result<std::string> copied_text(const Document& document, const std::set<ThingId>& things) {
  const Result<Document> part = part_of(document, things);
  if (!part) return part.error();
  std::string text(heading);
  for (const Edit& edit : edits_making(*part)) text += line_of(edit) + '\n';
  return text;
}

Result<Pasted> pasted(const Document& document, const Document& fresh, std::string_view text,
                      const std::optional<Point>& at) {
  if (text.size() > most_bytes) return refused("what was copied is too large for a drawing");
  Result<Document> part = apply(fresh, {edit::Insert{std::string(text.substr(heading.size()))}});
  if (!part) return part.error();
  if (const Result<bool> good = check_definitions(document, *part); !good) return good.error();
  part = with_free_names(*std::move(part), document);
  if (!part) return part.error();
  Tessellation drawn;
  drawn.update(part->world, 1);
  const Box box = extent_of(*part, drawn);
  const Point by = at && !box.isEmpty() ? *at - box.center() : Point(beside, -beside);
  const std::set<ThingId> things = placed_things(*part);
  if (things.empty()) return refused("Nothing that could be pasted was copied.");
  part = apply(*part, {edit::Move{moving_with(*part, things), by}});
  if (!part) return part.error();
  Pasted out{{edit::Insert{lines_into(document, *part)}}, {}};
  for (const ThingId id : things) out.names.push_back(part->name(id));
  return out;
}

}  // namespace limber
