// All tools; make_tool (editor/tool.h) chooses among them by command.
#pragma once

#include <memory>
#include <string>

#include "app/editor/tool.h"

namespace limber {

std::unique_ptr<Tool> make_pull_tool();
std::unique_ptr<Tool> make_move_tool();
std::unique_ptr<Tool> make_lasso_tool();
std::unique_ptr<Tool> make_freehand_tool();
std::unique_ptr<Tool> make_text_tool();
std::unique_ptr<Tool> make_pipette_tool();
std::unique_ptr<Tool> make_array_tool();
std::unique_ptr<Tool> make_array_around_tool();
std::unique_ptr<Tool> make_trim_tool();
std::unique_ptr<Tool> make_extend_tool();
std::unique_ptr<Tool> make_fillet_tool();
std::unique_ptr<Tool> make_offset_tool();
std::unique_ptr<Tool> make_attach_tool();
std::unique_ptr<Tool> make_nail_tool();
std::unique_ptr<Tool> make_force_tool();
std::unique_ptr<Tool> make_constrain_tool(std::string_view command);  // null: of another sort
std::unique_ptr<Tool> make_draw_tool(std::string curve_type);

}  // namespace limber
