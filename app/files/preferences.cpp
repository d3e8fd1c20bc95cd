#include "app/files/preferences.h"

#include <algorithm>
#include <cmath>

#include "app/files/atomic_write.h"
#include "app/files/xdg.h"

namespace limber {

namespace {

namespace fs = std::filesystem;
using Kind = Json::Kind;

// Windows beyond this are a slip of the hand; a screen smaller or larger is not made.
constexpr int smallest_window = 200, largest_window = 16384;

bool read_choice(const Json& json, std::initializer_list<std::string_view> known,
                 std::string& out) {
  if (json.kind != Kind::string || std::find(known.begin(), known.end(), json.string) == known.end())
    return false;
  out = json.string;
  return true;
}

bool read_theme(const Json& json, Preferences& out) {
  return read_choice(json, {"light", "dark", "contrast"}, out.theme);
}

bool read_renderer(const Json& json, Preferences& out) {
  return read_choice(json, {"auto", "gl", "raster"}, out.renderer);
}

bool read_grid(const Json& json, Preferences& out) {
  out.grid = json.kind == Kind::boolean ? json.boolean : out.grid;
  return json.kind == Kind::boolean;
}

bool read_window(const Json& json, Preferences& out) {
  if (json.kind != Kind::array || json.items.size() != 2) return false;
  for (const Json& side : json.items)
    if (side.kind != Kind::number || side.number != std::floor(side.number) ||
        side.number < smallest_window || side.number > largest_window)
      return false;
  out.window = {static_cast<int>(json.items[0].number), static_cast<int>(json.items[1].number)};
  return true;
}

bool all_strings(const Json& json) {
  return json.kind == Kind::array &&
         std::all_of(json.items.begin(), json.items.end(),
                     [](const Json& item) { return item.kind == Kind::string; });
}

bool read_recent(const Json& json, Preferences& out) {
  if (!all_strings(json)) return false;
  for (const Json& item : json.items)
    if (fs::path(item.string).is_absolute() && out.recent.size() < most_recent_files)
      out.recent.emplace_back(item.string);
  return true;
}

bool read_scale(const Json& json, Preferences& out) {
  if (json.kind != Kind::number || !(json.number >= 0.75 && json.number <= 3)) return false;
  out.scale = json.number;
  return true;
}

bool read_panes(const Json& json, Preferences& out) {
  if (!all_strings(json)) return false;
  for (const Json& item : json.items)
    if (item.string != "outline" && item.string != "history" && item.string != "mechanism")
      return false;
  for (const Json& item : json.items) out.panes.push_back(item.string);
  return true;
}

bool read_pace(const Json& json, Preferences& out) {
  if (json.kind != Kind::number || !(json.number >= 0.1 && json.number <= 2)) return false;
  out.pace = json.number;
  return true;
}

bool read_keys(const Json& json, Preferences& out) {
  if (json.kind != Kind::object) return false;
  for (const auto& [command, chords] : json.members)
    if (!all_strings(chords)) return false;
  for (const auto& [command, chords] : json.members)
    for (auto& keys = out.keys[command]; const Json& chord : chords.items)
      keys.push_back(chord.string);
  return true;
}

// Members it does not know, or of another kind, are not understood: all of it is passed over.
bool read_export(const Json& json, Preferences& out) {
  if (json.kind != Kind::object) return false;
  ExportChoices read;
  const std::pair<std::string_view, bool*> switches[] = {{"film", &read.film},
                                                         {"selection", &read.selection},
                                                         {"page", &read.page},
                                                         {"background", &read.background},
                                                         {"marks", &read.marks}};
  const std::pair<std::string_view, double*> numbers[] = {{"scale", &read.scale},
                                                          {"dpi", &read.density},
                                                          {"fps", &read.rate},
                                                          {"seconds", &read.seconds},
                                                          {"tolerance", &read.tolerance}};
  for (const auto& [name, value] : json.members) {
    bool known = name == "format" && value.kind == Kind::string;
    if (known) read.ending = value.string;
    for (const auto& [of, place] : switches)
      if (name == of && value.kind == Kind::boolean) *place = value.boolean, known = true;
    for (const auto& [of, place] : numbers)
      if (name == of && value.kind == Kind::number && value.number >= 0)
        *place = value.number, known = true;
    if (!known) return false;
  }
  out.exporting = read;
  return true;
}

std::string export_text(const ExportChoices& choices) {
  const auto yes = [](bool value) { return value ? "true" : "false"; };
  return "{\"format\": " + json_string(choices.ending) + ", \"film\": " + yes(choices.film) +
         ", \"selection\": " + yes(choices.selection) +
         ", \"page\": " + yes(choices.page) + ", \"background\": " + yes(choices.background) +
         ", \"marks\": " + yes(choices.marks) + ", \"scale\": " + json_number(choices.scale) +
         ", \"dpi\": " + json_number(choices.density) +
         ", \"fps\": " + json_number(choices.rate) +
         ", \"seconds\": " + json_number(choices.seconds) +
         ", \"tolerance\": " + json_number(choices.tolerance) + "}";
}

bool read_import(const Json& json, Preferences& out) {
  if (json.kind != Kind::object) return false;
  ImportChoices read;
  for (const auto& [name, value] : json.members) {
    if (name == "attach" && value.kind == Kind::boolean) read.attach = value.boolean;
    else if (name == "fit" && value.kind == Kind::number && value.number >= 0) read.fit = value.number;
    else return false;
  }
  out.importing = read;
  return true;
}

struct Member {
  const char* name;
  bool (*read)(const Json&, Preferences&);
  const char* wanted;
};
constexpr Member members[] = {
    {"theme", read_theme, "\"light\", \"dark\" or \"contrast\""},
    {"grid", read_grid, "true or false"},
    {"scale", read_scale, "a number from 0.75 to 3"},
    {"window", read_window, "two whole numbers, as in [1280, 800]"},
    {"panes", read_panes, "a list of \"outline\", \"history\", \"mechanism\""},
    {"pace", read_pace, "a number from 0.1 to 2"},
    {"renderer", read_renderer, "\"auto\", \"gl\" or \"raster\""},
    {"export", read_export, "as in {\"format\": \".svg\", \"scale\": 1, \"dpi\": 300}"},
    {"import", read_import, "as in {\"attach\": false, \"fit\": 0}"},
    {"recent", read_recent, "a list of file names"},
    {"keys", read_keys, "lists of keys by command, as in {\"edit.undo\": [\"Ctrl+Z\"]}"}};

std::string list_of(const std::vector<std::string>& texts, const std::string& indent) {
  std::string out;
  for (const std::string& text : texts)
    out += (out.empty() ? "" : ",") + std::string("\n") + indent + "  " + json_string(text);
  return out.empty() ? "[]" : "[" + out + "\n" + indent + "]";
}

}  // namespace

PreferencesRead read_preferences(std::string_view text) {
  PreferencesRead out;
  const Result<Json> json = parse_json(text);
  if (!json) {
    out.complaints.push_back("line " + std::to_string(json.error().line) + ": " +
                             json.error().message);
    return out;
  }
  if (json->kind != Kind::object) {
    out.complaints.push_back("it should be one object, { ... }.");
    return out;
  }
  for (const auto& [name, value] : json->members) {
    const auto member = std::find_if(std::begin(members), std::end(members),
                                     [&](const Member& m) { return m.name == name; });
    if (member == std::end(members)) {
      out.preferences.unknown.emplace_back(name, value);
    } else if (!member->read(value, out.preferences)) {
      const int line = place_of(text, value.offset).first;
      out.complaints.push_back("line " + std::to_string(line) + ": " + name + " should be " +
                               member->wanted + ".");
    }
  }
  return out;
}

std::string preferences_text(const Preferences& preferences) {
  std::vector<std::string> recent;
  for (const fs::path& path : preferences.recent) recent.push_back(path.string());
  std::string keys;
  for (const auto& [command, chords] : preferences.keys) {
    std::string list;
    for (const std::string& chord : chords) list += (list.empty() ? "" : ", ") + json_string(chord);
    keys += (keys.empty() ? "\n    " : ",\n    ") + json_string(command) + ": [" + list + "]";
  }
  std::string out = "{\n  \"theme\": " + json_string(preferences.theme);
  out += std::string(",\n  \"grid\": ") + (preferences.grid ? "true" : "false");
  out += ",\n  \"scale\": " + json_number(preferences.scale);
  out += ",\n  \"window\": [" + std::to_string(preferences.window.first) + ", " +
         std::to_string(preferences.window.second) + "]";
  std::string panes;
  for (const std::string& pane : preferences.panes)
    panes += (panes.empty() ? "" : ", ") + json_string(pane);
  out += ",\n  \"panes\": [" + panes + "]";
  out += ",\n  \"pace\": " + json_number(preferences.pace);
  out += ",\n  \"renderer\": " + json_string(preferences.renderer);
  out += ",\n  \"export\": " + export_text(preferences.exporting);
  out += std::string(",\n  \"import\": {\"attach\": ") +
         (preferences.importing.attach ? "true" : "false") +
         ", \"fit\": " + json_number(preferences.importing.fit) + "}";
  out += ",\n  \"recent\": " + list_of(recent, "  ");
  out += ",\n  \"keys\": " + (keys.empty() ? "{}" : "{" + keys + "\n  }");
  for (const auto& [name, value] : preferences.unknown)
    out += ",\n  " + json_string(name) + ": " + json_text(value);
  return out + "\n}\n";
}

void add_recent(Preferences& preferences, const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  const Result<Json> again = parse_json(json_string(whole.string()));
  if (error || !again || again->string != whole.string()) return;  // a name JSON cannot hold
  std::erase(preferences.recent, whole);
  preferences.recent.insert(preferences.recent.begin(), whole);
  if (preferences.recent.size() > most_recent_files) preferences.recent.pop_back();
}

PreferencesRead load_preferences(const fs::path& file) {
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return {};
  const Result<FileText> text = read_file(file);
  if (text) return read_preferences(text->bytes);
  PreferencesRead out;
  out.complaints.push_back(text.error().message);
  return out;
}

Result<bool> save_preferences(const fs::path& file, const Preferences& preferences, Io& io) {
  if (const Result<fs::path> folder = make_private_folder(file.parent_path(), io); !folder)
    return folder.error();
  const bool good = load_preferences(file).complaints.empty();
  const Result<FileStamp> written = atomic_write(file, preferences_text(preferences), io,
                                                 good ? Backup::none : Backup::keep);
  if (!written) return written.error();
  return true;
}

}  // namespace limber
