#include "app/cli/work.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "app/document/variables.h"
#include "app/exchange/embedded.h"
#include "app/files/atomic_write.h"
#include "app/files/document_file.h"
#include "app/files/json.h"
#include "app/script/path_file.h"
#include "app/document/quantity.h"

namespace limber::cli {
namespace {

constexpr int longest_following = 10 * ticks_per_second;  // ticks a figure has to follow a --set

std::optional<std::string> read_stream(Work& work) {
  std::string text;
  char buffer[65536];
  std::size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, stdin)) > 0) {
    text.append(buffer, got);
    if (text.size() > max_file_bytes) {
      work.fail(status_limit,
                fmt::format("standard input is larger than {} bytes", max_file_bytes));
      return {};
    }
  }
  if (!std::ferror(stdin)) return text;
  work.fail(status_failed, fmt::format("standard input cannot be read: {}", std::strerror(errno)));
  return {};
}

// When a drawing is refused: was it one of its formulas? Then that is what to tell, in full.
std::optional<Error> formula_mistake(std::string_view text, const Document& fresh) {
  const Result<Json> json = parse_json(text);
  if (!json) return {};
  CurveLibrary curves = fresh.library;
  ConstraintLibrary kinds = fresh.kinds;
  for (const bool curve : {true, false}) {
    const Json* list = json->find(curve ? "types" : "kinds");
    if (!list) continue;
    for (const Json& item : list->items) {
      const Json* lines = item.find("formula");
      std::string formula;
      for (const Json& line : lines ? lines->items : std::vector<Json>{})
        formula += line.string + '\n';
      if (formula.empty()) continue;
      if (curve) {
        if (const auto added = curves.add(formula, Tier::interpret); !added) return added.error();
      } else if (const auto added = kinds.add(formula, Tier::interpret); !added) {
        return added.error();
      }
    }
  }
  return {};
}

// A file of ours that is no drawing: what to do with it instead.
std::string other_use(std::string_view text, const std::string& name) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const std::string_view rest = begin == std::string_view::npos ? "" : text.substr(begin);
  for (const std::string_view word : {"curve ", "constraint ", "preference "})
    if (rest.starts_with(word)) return fmt::format("it is a formula: limber curve {}", name);
  if (rest.starts_with("limber script") && rest.find("\ndocument ") != std::string_view::npos)
    return fmt::format("it is a recording: limber replay {}", name);
  if (rest.starts_with("limber script"))
    return fmt::format("it is a pull script: limber pull DRAWING {}", name);
  return {};
}

int nodes_of(const World& world) {
  return world.bodies().size() + world.connectors().size() + world.constraints().size();
}

// "name=value" cut in two; the value is empty when there is no equals sign.
std::pair<std::string, std::string> cut(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, ""};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

int Work::fail(Status with, std::string_view sentence, std::string_view suggestion) {
  console.fail(sentence, suggestion);
  return status = with;
}

int Work::fail(Status with, const Error& error, std::string_view file, std::string_view text) {
  console.fail(error, file, text);
  return status = with;
}

std::string shown_name(const std::string& name) { return name == "-" ? "standard input" : name; }

std::optional<std::string> read_text(Work& work, const std::string& name) {
  if (name == "-") return read_stream(work);
  Result<FileText> file = read_file(name);
  if (file) return std::move(file->bytes);
  work.fail(status_failed, file.error());
  return {};
}

std::optional<Document> fresh_document(Work& work) {
  // Nobody watches a batch, and LLVM ends the program when memory is refused.
  const bool confined = work.limits.batch || work.limits.memory > 0;
  Result<Document> fresh =
      empty_document({confined ? Tier::interpret : Tier::machine_code, compile_budget()});
  if (fresh) return std::move(*fresh);
  work.fail(status_formula, fresh.error());
  return {};
}

std::optional<Document> document_from(Work& work, std::string_view given, const std::string& name,
                                      const Document& fresh, View* view) {
  std::optional<FoundDrawing> inside;
  if (looks_like_svg(given)) {
    inside = drawing_in(given);
    if (!inside)
      return work.fail(status_invalid,
                       fmt::format("{} is an SVG with no drawing of ours inside", shown_name(name))),
             std::nullopt;
    if (!inside->unchanged)
      work.console.warn(fmt::format(
          "{} was changed by another program; the drawing inside is as it was before that",
          shown_name(name)));
  }
  const std::string_view text = inside ? inside->text : given;
  Result<Document> document = from_json(text, fresh, view);
  if (!document) {
    if (const std::optional<Error> mistake = formula_mistake(text, fresh)) {
      work.fail(status_formula, document.error(), shown_name(name), text);
      work.console.fail(*mistake, "  in the formula", "");
    } else {
      Error error = document.error();
      if (const std::string use = other_use(text, name); !use.empty()) error.suggestion = use;
      work.fail(status_invalid, error, shown_name(name), text);
    }
    return {};
  }
  const int nodes = nodes_of(document->world);
  if (work.limits.nodes > 0 && nodes > work.limits.nodes) {
    work.fail(status_limit,
              fmt::format("{} has {} curves, connectors and constraints, more than the limit of {}",
                          shown_name(name), nodes, work.limits.nodes));
    return {};
  }
  return std::move(*document);
}

std::optional<Document> read_document(Work& work, const std::string& name, const Document& fresh,
                                      View* view) {
  const std::optional<std::string> text = read_text(work, name);
  if (!text) return {};
  return document_from(work, *text, name, fresh, view);
}

std::optional<Document> read_document(Work& work, const std::string& name, View* view) {
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return {};
  return read_document(work, name, *fresh, view);
}

std::optional<Script> read_script(Work& work, const std::string& name) {
  const std::optional<std::string> text = read_text(work, name);
  if (!text) return {};
  Result<Script> script = parse_script(*text);
  const std::filesystem::path folder =
      name == "-" ? "." : std::filesystem::path(name).parent_path();
  if (script) script = read_paths(std::move(*script), folder);
  if (script) return std::move(*script);
  work.fail(status_invalid, script.error(), shown_name(name), *text);
  return {};
}

bool set_up(Work& work, Stepper& stepper) {
  const Arguments& arguments = work.arguments;
  if (find_option(arguments.command(), "--path"))
    for (const Path path : {Path::qr, Path::ldlt, Path::svd})
      if (arguments.text("--path") == name(path)) stepper.path = path;
  const char* wish = std::getenv("LIMBER_THREADS");
  if (arguments.has("--threads")) {
    stepper.threads = arguments.count("--threads");
  } else if (wish && *wish) {
    const std::string_view text = wish;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), stepper.threads);
    if (error != std::errc() || end != text.data() + text.size() || stepper.threads < 1)
      return work.fail(
                 status_usage,
                 fmt::format("LIMBER_THREADS is '{}'; it wants a whole number, 1 or more", wish)),
             false;
  } else {
    // In a batch memory is short, and every thread takes some for itself.
    stepper.threads = work.limits.batch ? 1 : static_cast<int>(std::thread::hardware_concurrency());
  }
  stepper.threads = std::clamp(stepper.threads, 1, most_threads);
  return true;
}

bool apply_settings(Work& work, Live& live) {
  for (const std::string& setting : work.arguments.all("--set")) {
    const auto [name, value] = cut(setting);
    const bool variable = find_variable(live.document(), name);
    const std::optional<double> number = read_quantity(value, Dimension::any);
    if (!number && !variable) {
      work.fail(status_usage,
                fmt::format("--set {}: this should be a name, = and a number", setting),
                fmt::format("write {}=12 or {}=30deg", name, name));
      return false;
    }
    const Edit edit =
        variable ? Edit{edit::Let{name, value}} : Edit{edit::Set{name, number.value_or(0)}};
    if (const Result<bool> set = live.apply(edit); !set) {
      work.fail(status_usage, fmt::format("--set {}: {}", setting, set.error().message),
                set.error().suggestion);
      return false;
    }
  }
  if (work.arguments.all("--set").empty()) return true;
  if (!set_up(work, live.stepper())) return false;
  int ticks = 0;
  while (ticks < longest_following && !live.tick(Run::edit).rests) ++ticks;
  if (ticks == longest_following)
    work.console.warn("the figure was still moving 10 s after --set");
  live.stop_adapting();
  const std::optional<Error> why_not = live.enter();
  if (why_not) work.fail(status_invalid, *why_not);
  return !why_not;
}

bool apply_drives(Work& work, Live& live) {
  for (const std::string& drive : work.arguments.all("--drive")) {
    const auto [name, value] = cut(drive);
    const std::optional<double> speed = read_quantity(value, Dimension::speed);
    if (!speed) {
      work.fail(status_usage,
                fmt::format("--drive {}: this should be a motor, = and a speed", drive),
                fmt::format("write {}=60rpm", name));
      return false;
    }
    const Result<MotorId> id = find_motor(live.document(), name);
    Result<bool> done = id ? live.apply({edit::Drive{name, *speed}}) : Result<bool>(id.error());
    if (done) done = live.apply({edit::Enable{{live.document().name(*id)}}});
    if (!done) {
      work.fail(status_usage, fmt::format("--drive {}: {}", drive, done.error().message),
                done.error().suggestion);
      return false;
    }
  }
  return true;
}

std::optional<std::vector<Readout>> traced(Work& work, const Document& document) {
  std::vector<Readout> out;
  for (const std::string& list : work.arguments.all("--trace")) {
    std::string_view rest = list;
    while (true) {
      const std::size_t comma = rest.find(',');
      const std::string_view name = rest.substr(0, comma);
      Result<Readout> readout = find_readout(document, name);
      if (!readout) {
        work.fail(status_usage, fmt::format("--trace {}: {}", name, readout.error().message),
                  readout.error().suggestion);
        return {};
      }
      out.push_back(std::move(*readout));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return out;
}

void report_unmet(Work& work, const Document& document, const std::vector<ConstraintId>& unmet) {
  if (unmet.empty()) return;
  std::string names;
  for (const ConstraintId id : unmet) {
    if (const std::string& name = document.name(id); !name.empty())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  const std::string sentence = fmt::format("not met: {}", names);
  if (work.arguments.has("--strict"))
    work.fail(status_unmet, sentence);
  else
    work.console.warn(sentence);
}

std::string where_stalled(const Document& document, const Stall& stall) {
  const std::string& name = document.name(stall.motor);
  return fmt::format("{} at {:.6g} s, at {:.6g}{}", name.empty() ? "a motor" : name, stall.time,
                     stall.phase,
                     stall.at_limit ? fmt::format(", with its limit of {:.6g}", stall.force) : "");
}

void report_stalled(Work& work, const Document& document, const std::vector<Stall>& stalls) {
  for (const Stall& stall : stalls) {
    const std::string sentence =
        fmt::format("motor stalled: {}; {}", where_stalled(document, stall),
                    stall.at_limit ? "to go on takes more force" : "the figure cannot go on so");
    if (work.arguments.has("--strict"))
      work.fail(status_unmet, sentence,
                stall.at_limit ? "raise its limit, or turn slower, or lighten the load"
                               : "turn the motor round, or free what is in its way");
    else
      work.console.warn(sentence);
  }
}

void report_hash(Work& work, Table* table, Data& data, const World& world) {
  const std::string now = hash_text(hash(world));
  if (work.arguments.has("--hash")) {
    if (table)
      table->comment("hash", now);
    else
      data.write(now + '\n');
  }
  if (!work.arguments.has("--expect-hash")) return;
  const std::string expected = work.arguments.text("--expect-hash");
  if (expected != now)
    work.fail(status_differs, fmt::format("the state has hash {}, expected was {}", now, expected));
}

}  // namespace limber::cli
