// How things look, and what stands on the paper beside curves.
#include <algorithm>
#include <cmath>

#include "app/document/readout.h"
#include "app/edits/apply.h"
#include "app/edits/base64.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

// Of a picture inside a drawing: as base64 it fits into a line of the journal and a text of a file.
constexpr std::size_t most_bytes = 8u << 20;

Result<bool> set_parts(Style& style, const edit::Parts& parts) {
  for (const auto& [part, text] : parts)
    if (const auto wrong = set_style(style, part, text)) return refused(part + ": " + *wrong);
  return true;
}

}  // namespace

// A thing that had a named style has one of its own from then on.
Result<bool> change_by(Change& change, const edit::StyleEdit& edit) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  // Things that looked alike go on sharing one style.
  std::shared_ptr<const Style> before, after;
  for (const ThingId id : *things) {
    const Style& now = change.document().style(id);
    if (!before || !(*before == now)) {
      before = std::make_shared<const Style>(now);
      Style style = now;
      if (const Result<bool> good = set_parts(style, edit.parts); !good) return good;
      after = std::make_shared<const Style>(std::move(style));
    }
    Attributes& its = change.attributes(id);
    its.style_name.clear();
    its.style = after;
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::Unstyle& edit) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  for (const ThingId id : *things) {
    Attributes& its = change.attributes(id);
    its.style_name.clear();
    its.style = nullptr;
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::NameStyle& edit) {
  if (edit.name.empty()) return refused("A style needs a name.");
  std::vector<NamedStyle>& styles = change.styles();
  auto found = styles.begin();
  while (found != styles.end() && found->name != edit.name) ++found;
  NamedStyle named{edit.name, found == styles.end() ? Style{} : found->style};
  if (const Result<bool> good = set_parts(named.style, edit.parts); !good) return good;
  if (found == styles.end())
    styles.push_back(std::move(named));
  else
    *found = std::move(named);
  return true;
}

Result<bool> change_by(Change& change, const edit::UseStyle& edit) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), edit.things);
  if (!things) return things.error();
  bool known = edit.name.empty();
  for (const NamedStyle& style : *change.document().styles) known = known || style.name == edit.name;
  if (!known) return refused("There is no style called " + edit.name + ".");
  for (const ThingId id : *things) change.attributes(id).style_name = edit.name;
  return true;
}

Result<bool> change_by(Change& change, const edit::ForgetStyle& edit) {
  std::vector<NamedStyle>& styles = change.styles();
  auto found = styles.begin();
  while (found != styles.end() && found->name != edit.name) ++found;
  if (found == styles.end()) return refused("There is no style called " + edit.name + ".");
  const auto kept = std::make_shared<const Style>(found->style);
  std::vector<ThingId> had;
  each_thing(change.document(), [&](ThingId id) {
    if (change.document().of(id).style_name == edit.name) had.push_back(id);
  });
  for (const ThingId id : had) {
    change.attributes(id).style_name.clear();
    change.attributes(id).style = kept;
  }
  styles.erase(found);
  return true;
}

Result<bool> change_by(Change& change, const edit::TextEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  Text text{edit.text, edit.at, edit.size.value_or(Text{}.size)};
  if (const Result<bool> good = good_text_size(text.size); !good) return good;
  change.add(std::move(text), edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Write& edit) {
  const Result<TextId> id = find_of_kind<Text>(change.document(), edit.thing);
  if (!id) return id.error();
  Text& text = *change.texts().find(*id);
  text.text = edit.text;
  if (edit.size) {
    if (const Result<bool> good = good_text_size(*edit.size); !good) return good;
    text.size = *edit.size;
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::PictureEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  if (!(edit.size.x() > 0 && edit.size.y() > 0)) return refused("a picture has a width and a height");
  if (!(edit.opacity >= 0 && edit.opacity <= 1)) return refused("an opacity is from 0 to 1");
  Picture picture{edit.file, nullptr, edit.at, edit.size, edit.opacity};
  if (!edit.data.empty()) {
    std::optional<std::string> bytes = from_base64(edit.data);
    if (!bytes) return refused("the picture's data is not base64");
    if (bytes->size() > most_bytes) return refused("a picture inside a drawing has at most 8 MiB");
    picture.bytes = std::make_shared<const std::string>(*std::move(bytes));
  } else if (edit.file.empty()) {
    return refused("a picture is a file, or data");
  }
  change.add(std::move(picture), edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::DimensionEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<ConstraintId> id = find_of_kind<Constraint>(change.document(), edit.constraint);
  if (!id) return id.error();
  change.add(DimensionMark{*id, edit.at}, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::TraceEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  if (const Result<Point> at = place_in(change.document(), edit.point); !at) return at.error();
  if (!(edit.seconds >= 0)) return refused("a time is not negative");
  const Result<ConnectorId> point = connector_for(change, edit.point);
  if (!point) return point.error();
  change.add(Trace{*point, edit.seconds}, edit.as);
  return true;
}

namespace {
Result<bool> good_quantities(const Document& document, Strings names, const std::string& over) {
  names.push_back(over);
  for (const std::string& name : names)
    if (const Result<Readout> readout = find_readout(document, name); !readout)
      return readout.error();
  return true;
}
}  // namespace

Result<bool> change_by(Change& change, const edit::PlotEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<bool> good = good_quantities(change.document(), edit.quantities, edit.over);
  if (!good) return good;
  Plot plot{edit.quantities, edit.over};
  plot.at = edit.at.value_or(plot.at);
  plot.size = edit.size.value_or(plot.size);
  plot.seconds = edit.seconds.value_or(plot.seconds);
  if (!(plot.size.x() > 0 && plot.size.y() > 0)) return refused("a plot has a width and a height");
  if (!(plot.seconds >= 0)) return refused("a time is not negative");
  change.add(std::move(plot), edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Replot& edit) {
  const Result<PlotId> id = find_of_kind<Plot>(change.document(), edit.plot);
  if (!id) return id.error();
  const Result<bool> good = good_quantities(change.document(), edit.quantities, edit.over);
  if (!good) return good;
  Plot& plot = *change.plots().find(*id);
  plot.quantities = edit.quantities;
  plot.over = edit.over;
  return true;
}

Result<bool> change_by(Change& change, const edit::Span& edit) {
  if (!(edit.seconds >= 0)) return refused("a time is not negative");
  const ThingId id = change.document().find(edit.thing);
  if (Trace* trace = change.traces().find(id.as<Trace>())) {
    trace->seconds = edit.seconds;
  } else if (const Result<PlotId> plot = find_of_kind<Plot>(change.document(), edit.thing); plot) {
    change.plots().find(*plot)->seconds = edit.seconds;
  } else {
    return plot.error();
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::GuideEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  change.add(Guide{edit.at, edit.angle}, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::PageEdit& edit) {
  if (!(edit.size.minCoeff() >= 0 && edit.size.maxCoeff() <= largest_page))
    return refused("a page is at most 100000 mm wide and high");
  if (std::find(page_units.begin(), page_units.end(), edit.unit) == page_units.end())
    return refused("a unit is one of mm, cm, in");
  change.page() = {edit.size.x(), edit.size.y(), edit.unit};
  return true;
}

Result<bool> change_by(Change& change, const edit::TryThis& edit) {
  change.try_this() = edit.sentences;
  std::erase(change.try_this(), "");
  return true;
}

}  // namespace limber
