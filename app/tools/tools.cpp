#include "app/tools/tools.h"

#include <utility>

namespace limber {

namespace {
constexpr std::pair<std::string_view, std::unique_ptr<Tool> (*)()> tools[] = {
    {"tool.pull", make_pull_tool},     {"tool.move", make_move_tool}, {"tool.lasso", make_lasso_tool},
    {"tool.attach", make_attach_tool}, {"tool.nail", make_nail_tool}, {"tool.force", make_force_tool},
    {"tool.freehand", make_freehand_tool}, {"tool.text", make_text_tool},
    {"tool.pipette", make_pipette_tool},
    {"tool.trim", make_trim_tool}, {"tool.extend", make_extend_tool},
    {"tool.fillet", make_fillet_tool}, {"tool.offset", make_offset_tool},
    {"tool.array", make_array_tool}, {"tool.array_around", make_array_around_tool}};
constexpr std::string_view draw = "draw.";  // and the name of a curve type
}  // namespace

std::unique_ptr<Tool> make_tool(std::string_view command) {
  for (const auto& [id, make] : tools)
    if (id == command) return make();
  if (command.starts_with(draw)) return make_draw_tool(std::string(command.substr(draw.size())));
  return make_constrain_tool(command);
}

}  // namespace limber
