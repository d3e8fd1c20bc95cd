#include "app/editor/trace_commands.h"

#include <algorithm>

#include "app/document/readout.h"
#include "app/drawing/draw_plot.h"
#include "app/editor/picked.h"
#include "app/edits/resolve.h"
#include "app/exchange/export.h"
#include "app/files/atomic_write.h"

namespace limber {

namespace {

constexpr double usual_seconds = 10;  // of a path: several turns of a crank
constexpr std::size_t most_quantities = 4;  // of a new plot: more are typed
// A new plot, in parts of the extent of all that is drawn.
constexpr double plot_width = 0.6, plot_height = 0.3, plot_gap = 0.05;
constexpr double least_extent = 50;  // drawing units, of an almost empty paper

Connector connector_of(const PickedPlace& place) {
  return place.special ? *place.special : point_at(place.curve, place.t);
}

// The points that are meant: chosen ones, else the one under the pointer.
std::vector<Connector> points_meant(const Editor& editor) {
  std::vector<Connector> points;
  for (const ConnectorId id : editor.selection().of<Connector>())
    points.push_back(*editor.world().find(id));
  for (const PickedPlace& place : editor.selection().places())
    if (place.curve) points.push_back(connector_of(place));
  if (!points.empty()) return points;
  if (const std::optional<CurveHit>& hit = editor.hovered())
    points.push_back(connector_of(place_of_hit(editor, *hit, editor.pointer())));
  return points;
}

// The trace of this point, if it has one.
std::optional<TraceId> trace_of(const Document& document, const std::string& point) {
  std::optional<TraceId> found;
  document.traces->each([&](TraceId id, const Trace& trace) {
    if (text_of(document, *document.world->find(trace.of)) == point) found = id;
  });
  return found;
}

// The numbers of a curve that tell most of how it moves: angles, else the first.
void add_quantities(const Document& document, CurveId id, Strings& out) {
  const std::vector<Parameter>& parameters = document.world->find(id)->type->parameters;
  const std::size_t before = out.size();
  for (const Parameter& one : parameters)
    if (one.role == Role::angle) out.push_back(document.name(id) + "." + one.name);
  if (out.size() == before && !parameters.empty())
    out.push_back(document.name(id) + "." + parameters[0].name);
}

Strings quantities_meant(const Editor& editor) {
  const Document& document = editor.document();
  Strings names;
  for (const PickedPlace& place : editor.selection().places()) {
    if (!place.curve || !place.special) continue;
    const std::string point = text_of(document, *place.special);
    names.insert(names.end(), {point + ".x", point + ".y"});
  }
  for (const ThingId id : editor.selection().things()) {
    if (id.kind == ThingKind::curve && names.empty()) add_quantities(document, id.as<Body>(), names);
    if (id.kind == ThingKind::constraint) names.push_back(document.name(id) + ".force");
  }
  if (names.empty())
    each_thing(document, ThingKind::motor,
               [&](ThingId id) { names.push_back(document.name(id) + ".phase"); });
  std::erase_if(names, [&](const std::string& name) { return !find_readout(document, name); });
  if (names.size() > most_quantities) names.resize(most_quantities);
  return names;
}

}  // namespace

void toggle_trace(Editor& editor) {
  const std::vector<Connector> points = points_meant(editor);
  if (points.empty())
    return editor.say("Point at a curve, or select a point of it: it will leave its path behind");
  const Document& document = editor.document();
  Strings gone;
  std::vector<Edit> edits;
  for (const Connector& point : points) {
    const std::string text = text_of(document, point);
    if (const std::optional<TraceId> trace = trace_of(document, text))
      gone.push_back(document.name(*trace));
    else
      edits.push_back({edit::TraceEdit{text, "", usual_seconds}});
  }
  if (!edits.empty()) {
    if (editor.perform("Trace", edits)) editor.say("It leaves its path behind: pull it, or tap Space");
    return;
  }
  (void)editor.perform("Remove trace", {{edit::Delete{gone}}});
}

void add_plot(Editor& editor) {
  const Document& document = editor.document();
  const Strings quantities = quantities_meant(editor);
  if (quantities.empty())
    return editor.say("Select a curve, a point or a constraint: its numbers will be plotted");
  Box all = extent_of(document, editor.drawn());
  if (all.isEmpty()) all.extend(editor.camera().center());
  const double extent = std::max(all.sizes().maxCoeff(), least_extent);
  edit::PlotEdit plot{quantities, "time", document.names->fresh("plot"), {}, {}, {}};
  plot.at = Point(all.max().x() + plot_gap * extent, all.min().y());
  plot.size = Point(plot_width * extent, plot_height * extent);
  if (!editor.perform(Edit{plot})) return;
  editor.select_only({editor.document().find(plot.as)});
  editor.fit_unless_seen();
  editor.say("Tap Space: it is plotted as it moves; what is plotted is said at the right");
}

std::filesystem::path plot_path(const Workspace& workspace, PlotId plot, std::string_view ending) {
  std::error_code ignored;
  const std::filesystem::path& path = workspace.path();
  const std::filesystem::path folder = path.empty()
                                           ? std::filesystem::current_path(ignored)
                                           : std::filesystem::absolute(path, ignored).parent_path();
  std::string name = workspace.name() + "-" + workspace.editor().document().name(plot);
  std::replace(name.begin(), name.end(), '/', '-');
  std::filesystem::path fresh = folder / (name + std::string(ending));
  for (int k = 2; std::filesystem::exists(fresh, ignored); ++k)
    fresh = folder / (name + "-" + std::to_string(k) + std::string(ending));
  return fresh;
}

namespace {

// What the plot has seen; null: nothing yet, and it is told.
const Series* seen_by(Editor& editor, PlotId id) {
  const Series* series = editor.samples().find(id);
  if (series && !series->times.empty()) return series;
  editor.say("There is nothing in it yet: pull something, or tap Space");
  return nullptr;
}

void write_beside(Workspace& workspace, PlotId id, std::string_view ending, const std::string& bytes) {
  const std::filesystem::path path = plot_path(workspace, id, ending);
  Io io;
  const Result<FileStamp> written = atomic_write(path, bytes, io);
  workspace.editor().say(written ? "Written: " + shown(path) : sentence(written.error()));
}

}  // namespace

void save_table(Workspace& workspace, PlotId id) {
  const Plot* plot = workspace.editor().document().plots->find(id);
  if (!plot) return;
  if (const Series* series = seen_by(workspace.editor(), id))
    write_beside(workspace, id, ".csv", csv_of(*plot, *series));
}

void save_picture(Workspace& workspace, PlotId id) {
  Editor& editor = workspace.editor();
  if (!editor.document().plots->find(id) || !seen_by(editor, id)) return;
  const std::set<ThingId> alone = {id};
  ExportOptions options;
  options.only = &alone;
  options.reopens = false;
  options.samples = &editor.samples();
  const Result<Exported> made = export_drawing(editor.shown(), Format::svg, options);
  if (!made) return editor.say(sentence(made.error()));
  write_beside(workspace, id, ".svg", made->bytes);
}

}  // namespace limber
