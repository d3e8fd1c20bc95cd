#include "app/editor/toolbox_list.h"

#include <algorithm>
#include <iterator>

#include "app/editor/palette_list.h"

namespace limber {

namespace {

struct Everyday {
  const char* command;
  const char* title;
};
constexpr Everyday everyday[] = {
    {"draw.bar", "Bar"},
    {"draw.line", "Line"},
    {"draw.circle", "Circle"},
    {"draw.arc", "Arc"},
    {"draw.ellipse", "Ellipse"},
    {"draw.rectangle", "Rectangle"},
    {"draw.polyline", "Polyline"},
    {"draw.closed_polyline", "Polygon"},
    {"draw.path", "Pen"},
    {"draw.closed_path", "Closed path"},
    {"draw.spline", "Spline"},
    {"tool.freehand", "Freehand"},
    {"tool.text", "Text"},
    {"draw.point", "Point"},
};

struct Tool {
  std::string_view type;
  std::string_view title = {};  // empty: the type's own is short enough
};
struct CurveFamily {
  const char* title;
  std::vector<Tool> tools;
};
const std::vector<CurveFamily>& families() {
  static const std::vector<CurveFamily> all = {
      {"Shapes",
       {{"regular_polygon"}, {"star"}, {"rounded_rectangle"}, {"slot"}, {"sector"}, {"superellipse"}, {"egg"}}},
      {"Arcs and circles",
       {{"arc_through", "Arc by 3 points"}, {"circle_through", "Circle by 3 points"}, {"elliptic_arc"}}},
      {"By nodes",
       {{"closed_spline", "Closed spline"}, {"bspline"}, {"closed_bspline"}, {"quadratic"}, {"cubic"}}},
      {"Machine parts",
       {{"gear"}, {"inner_gear"}, {"rack"}, {"wheel"}, {"sprocket"}, {"belt"}, {"cam", "Cam"}, {"coil_spring"}}},
      {"Conics", {{"parabola"}, {"hyperbola", "Hyperbola"}, {"conic"}}},
      {"Spirals",
       {{"spiral"}, {"logarithmic_spiral"}, {"fermat_spiral"}, {"clothoid"}, {"involute", "Involute"}}},
      {"Rolled",
       {{"cycloid"}, {"trochoid"}, {"epitrochoid"}, {"hypotrochoid"}, {"cardioid"}, {"limacon"}}},
      {"Waves and roses",
       {{"sine"}, {"lissajous"}, {"rose"}, {"lemniscate"}, {"catenary"}, {"witch"}}},
  };
  return all;
}

const Command* draws(const std::vector<Command>& commands, std::string_view type) {
  for (const Command& command : commands)
    if (command.curve_type == type) return &command;
  return nullptr;
}

void keep_if_any(std::vector<ToolboxFamily>& all, ToolboxFamily family) {
  if (!family.tools.empty()) all.push_back(std::move(family));
}

}  // namespace

std::vector<ToolboxFamily> toolbox(const std::vector<Command>& commands, const Document& document) {
  std::vector<ToolboxFamily> all;
  std::vector<const Command*> done;
  ToolboxFamily first{"Draw", {}};
  for (const auto& [id, title] : everyday)
    if (const Command* command = find_command(commands, std::string_view(id)))
      first.tools.push_back({title, command}), done.push_back(command);
  keep_if_any(all, std::move(first));

  ToolboxFamily own{"Your own", {}}, other{"Others", {}};
  std::vector<ToolboxFamily> built_in;
  for (const CurveFamily& family : families()) {
    ToolboxFamily made{family.title, {}};
    for (const auto& [type, title] : family.tools)
      if (const Command* command = draws(commands, type))
        made.tools.push_back({std::string(title.empty() ? command->title : title), command}), done.push_back(command);
    keep_if_any(built_in, std::move(made));
  }
  for (const Command& command : commands) {
    if (command.curve_type.empty() || std::ranges::find(done, &command) != done.end()) continue;
    (document.library->is_builtin(command.curve_type) ? other : own).tools.push_back({command.title, &command});
  }
  keep_if_any(all, std::move(own));
  std::ranges::move(built_in, std::back_inserter(all));
  keep_if_any(all, std::move(other));
  return all;
}

ToolboxFamily found_in(const std::vector<ToolboxFamily>& all, std::string_view words) {
  struct Found {
    ToolboxEntry entry;
    int fit;
  };
  std::vector<Found> found;
  for (const ToolboxFamily& family : all)
    for (const ToolboxEntry& entry : family.tools) {
      const auto fit_by = [&](const std::string& title) {
        return fit_of({title, family.title, entry.command->help, {}, {}, {}, {}}, words);
      };
      if (const int fit = std::max(fit_by(entry.title), fit_by(entry.command->title)); fit > 0)
        found.push_back({entry, fit});
    }
  std::ranges::stable_sort(found, std::greater(), &Found::fit);
  ToolboxFamily out{found.empty() ? "Nothing is called so" : "Found", {}};
  for (const Found& one : found) out.tools.push_back(one.entry);
  return out;
}

}  // namespace limber
