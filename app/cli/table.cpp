#include "app/cli/table.h"

namespace limber::cli {
namespace {

using enum Takes;
using Words = std::string_view[];

constexpr Operand one_document[] = {
    {"FILE", document, 1, 1, "the drawing; - reads it from standard input"}};
constexpr Operand some_documents[] = {
    {"FILE", document, 1, 1000, "drawings; - reads one from standard input"}};

constexpr Option out = {"--output", 'o', output,
                        "FILE",     "",  "where the result goes; - is standard output"};
constexpr Option set = {
    "--set",      0,  text,
    "NAME=VALUE", "", "first give a parameter, number or variable this value: crank.phi=30deg",
    true};
constexpr Option json = {"--json", 0,  nothing,
                         "",       "", "machine-readable report with a version field"};
constexpr Option path = {"--path", 0, choice, "auto|qr|ldlt|svd", "auto", "how the solver factors"};
constexpr Option threads = {"--threads",
                            0,
                            several,
                            "N",
                            "",
                            "how many step independent parts at once: LIMBER_THREADS, else one for "
                            "each processor, 1 with --batch"};
constexpr Option expect_hash = {
    "--expect-hash", 0,  text,
    "HASH",          "", "fail with status 7 unless the final state has this hash"};
constexpr Option strict = {"--strict", 0,  nothing,
                           "",         "", "status 5 when a hard constraint is not met"};

// ---- open
constexpr Operand open_operands[] = {{"FILE", document, 0, 1, "the drawing to open"}};
constexpr Option open_options[] = {
    {"--record", 0, output, "FILE", "",
     "write every drag as a pull script that replays bit for bit"},
    {"--theme", 0, choice, "light|dark|contrast", "", "colours; without it those chosen last"},
    {"--size", 0, size, "WxH", "", "of the window, in points; without it as it was last"},
    {"--scale", 0, number, "N", "0", "pixels per point; 0: as the screen's density asks"},
    {"--renderer", 0, choice, "auto|gl|raster", "",
     "who draws: OpenGL, the processor, or what suits this machine; without it LIMBER_RENDERER, "
     "then the preferences"},
    {"--frame-times", 0, nothing, "", "",
     "at the end, print who drew and how much processor time frames took"},
};
constexpr Words open_examples = {"open data/drawings/four-bar.limber",
                                 "data/drawings/jansen-leg.limber"};

// ---- render
constexpr Option render_options[] = {
    out,
    {"--size", 0, size, "WxH", "1920x1080",
     "of the picture, in pixels, and the paper is fitted in; svg, pdf and dxf have true size without it"},
    {"--dpi", 0, number, "N", "", "true size instead, with so many pixels to the inch: 300"},
    {"--scale", 0, number, "N", "1",
     "at true size: times that size; with --size: pixels per point, for dense screens"},
    {"--fit", 0, text, "drawing|page|view|x0,y0,x1,y1", "drawing",
     "what part of the paper is shown"},
    {"--only", 0, text, "NAME", "", "nothing but this thing; may be given several times", true},
    {"--film", 0, nothing, "", "", "a film where the format holds both: webp and svg"},
    {"--seconds", 's', seconds, "S", "", "how long a film is; without it one round of the mechanism"},
    {"--fps", 0, number, "N", "30", "frames a second of a film"},
    {"--tolerance", 0, number, "MM", "0.01",
     "how far svg and dxf may be off where a curve is neither a line nor an arc"},
    {"--theme", 0, choice, "light|dark|contrast", "light", "colours"},
    {"--time", 0, seconds, "S", "0", "first let motors and springs run so long"},
    set,
    {"--glyphs", 0, choice, "on|off", "on", "draw nails, springs and other marks"},
    {"--grid", 0, choice, "on|off", "off", "draw the grid of the paper"},
    {"--transparent", 0, nothing, "", "", "no paper behind the drawing"},
    {"--picture-only", 0, nothing, "", "", "without the drawing inside, where the format holds it"},
    threads,
};
constexpr Words render_examples = {
    "render data/drawings/four-bar.limber -o four-bar.png",
    "render data/drawings/four-bar.limber --fit drawing --glyphs off -o four-bar.svg",
    "render data/drawings/jansen-leg.limber --time 2s --theme dark --size 800x600 -o jansen.png"};

// ---- simulate
constexpr Option simulate_options[] = {
    {"--seconds", 's', seconds, "S", "1", "how long, in the drawing's time"},
    {"--dt", 0, number, "S", "1/240", "length of a step"},
    {"--drive", 0, text, "NAME=SPEED", "", "speed of a motor: crank=60rpm, crank=2rad/s", true},
    set,
    {"--trace", 't', text, "NAMES", "",
     "quantities to print, separated by commas: P.x,P.y,crank.phi", true},
    {"--every", 0, several, "N", "4", "print each Nth step"},
    {"--until", 0, text, "CONDITION", "", "stop as soon as it holds: 'P.y<0'"},
    {"--format", 0, choice, "csv|jsonl", "csv", "of the trace"},
    {"--hash", 0, nothing, "", "", "print the hash of the final state"},
    expect_hash,
    out,
    strict,
    path,
    threads,
    {"--save", 0, output, "FILE", "", "write the drawing as it ends"},
};
constexpr Words simulate_examples = {
    "simulate data/drawings/four-bar.limber --seconds 2 --trace coupler.middle.x,coupler.middle.y",
    "simulate data/drawings/jansen-leg.limber --drive crank=30rpm --until 'foot.y<-80' --hash"};

// ---- pull
constexpr Operand pull_operands[] = {
    {"FILE", document, 1, 1, "the drawing; - reads it from standard input"},
    {"SCRIPT", script, 1, 1, "what the hands do; - reads it from standard input"}};
constexpr Option pull_options[] = {
    {"--every", 0, several, "N", "4", "print each Nth tick of 1/240 s"},
    {"--format", 0, choice, "csv|jsonl", "csv", "of the report"},
    {"--times", 0, nothing, "", "",
     "add the microseconds each frame took (then no two runs print the same)"},
    {"--save", 0, output, "FILE", "", "write the drawing as it ends"},
    {"--record", 0, output, "FILE", "", "write what happened as a recording, for replay"},
    {"--hash", 0, nothing, "", "", "print the hash of the final state"},
    {"--trace", 't', text, "NAMES", "", "further quantities to print, separated by commas", true},
    expect_hash,
    set,
    out,
    strict,
    path,
    threads,
};
constexpr Words pull_examples = {
    "pull data/drawings/four-bar.limber data/drawings/four-bar.pull",
    "pull data/drawings/rope.limber data/drawings/rope.pull --save after.limber --hash"};

// ---- edit
constexpr Operand edit_operands[] = {
    {"FILE", document, 1, 1, "a drawing, - for standard input, or the word new for an empty one"},
    {"SCRIPT", script, 1, 1, "what to change, a line each; - for standard input"}};
constexpr Option edit_options[] = {
    {"--output", 'o', output, "FILE", "-", "the new drawing; - is standard output"},
    path,
    threads,
};
constexpr Words edit_examples = {"edit data/drawings/four-bar.limber changes.script -o new.limber",
                                 "edit new - -o circle.limber"};

// ---- replay
constexpr Operand replay_operands[] = {
    {"RECORDING", script, 1, 1, "written by the window's --record, or by pull --record"}};
constexpr Option replay_options[] = {
    {"--verify", 0, nothing, "", "",
     "status 7 unless every recorded hash comes out again, bit for bit"},
    {"--hash", 0, nothing, "", "", "print the hash of the final state"},
    {"--save", 0, output, "FILE", "", "write the drawing as it ends"},
    path,
    threads,
};
constexpr Words replay_examples = {"replay session.rec --verify"};

// ---- check
constexpr Option check_options[] = {json, strict};
constexpr Words check_examples = {"check data/drawings/four-bar.limber",
                                  "check data/drawings/impossible-triangle.limber --strict --json"};

// ---- curve
constexpr Operand curve_operands[] = {
    {"FILE", formula, 0, 1, "the formula file, or the name of a built-in kind"}};
constexpr Option curve_options[] = {
    {"--show", 0, choice, "summary|derivatives|code|cost", "summary", "what to print about it"},
    {"--preview", 0, output, "PNG", "", "draw the curve with its default parameters"},
    {"--size", 0, size, "WxH", "640x480", "of the preview, in pixels"},
    {"--theme", 0, choice, "light|dark|contrast", "light", "colours of the preview"},
    json,
};
constexpr Words curve_examples = {"curve", "curve data/curves/circle.curve --show derivatives",
                                  "curve spiral --show cost"};

// ---- convert, fmt
constexpr Option convert_options[] = {
    out,
    {"--in-place", 'i', nothing, "", "", "write over the input"},
};
constexpr Words convert_examples = {"convert old.limber -o new.limber"};
constexpr Option fmt_options[] = {
    out,
    {"--in-place", 'i', nothing, "", "", "write over the input"},
    {"--check", 0, nothing, "", "",
     "write nothing; status 1 when the text is not as fmt would write it"},
};
constexpr Words fmt_examples = {"fmt scene.limber", "fmt --in-place a.limber b.limber",
                                "fmt heart.curve"};

// ---- import
constexpr Operand import_operands[] = {
    {"FILE", foreign, 1, 1, "SVG, DXF, a mechanism or points; - reads it from standard input"}};
constexpr Option import_options[] = {
    out,
    {"--attach", 0, nothing, "", "", "ends of curves that meet become attachments"},
    {"--fit", 0, number, "MM", "", "points of a table become a path that is so near to them"},
};
constexpr Words import_examples = {"import picture.svg -o drawing.limber",
                                   "import plan.dxf --attach -o plan.limber",
                                   "import points.csv --fit 0.1 -o curve.limber"};

// ---- actions, info, bench
constexpr Option actions_options[] = {json};
constexpr Words actions_examples = {"actions"};
constexpr Option info_options[] = {
    json, {"--schema", 0, nothing, "", "", "instead, the JSON schema of drawings"}};
constexpr Words info_examples = {"info --json", "info --schema"};
constexpr Option bench_options[] = {
    json,
    {"--filter", 0, text, "WORD", "", "only the rows whose name holds this word"},
    {"--seconds", 's', seconds, "S", "0.5", "least time spent on each row"},
    {"--part", 0, choice, "all|program|algebra|solver|codegen|curves|measure|mass|peers|edits|frame|snap|start", "all",
     "this program's own rows, or one of the benchmark programs beside it"},
};
constexpr Words bench_examples = {"bench --part program --filter chain", "bench --json"};

// ---- help, completions
constexpr Operand help_operands[] = {{"COMMAND", text, 0, 1, "which one; all when none is named"}};
constexpr Option help_options[] = {{"--man", 0, nothing, "", "", "as a manual page, for man -l -"}};
constexpr Words help_examples = {"help simulate", "help render --man"};
constexpr Operand shell_operand[] = {
    {"bash|zsh|fish", choice, 1, 1, "the shell that will read it"}};
constexpr Words completions_examples = {"completions bash"};

constexpr Option common[] = {
    {"--help", 'h', nothing, "", "", "what this command does, on standard output"},
    {"--quiet", 'q', nothing, "", "", "no notes and warnings, errors only"},
    {"--verbose", 'v', nothing, "", "", "more notes, and progress where stderr is no terminal"},
    {"--color", 0, choice, "auto|always|never", "auto",
     "colour in messages; NO_COLOR also turns it off"},
    {"--werror", 0, nothing, "", "", "warnings become failures (status 1)"},
};

constexpr Option for_documents[] = {
    {"--batch", 0, nothing, "", "",
     "for unattended use on files of strangers: limits, no sockets, no new programs, no run-time "
     "code"},
    {"--limit-time", 0, seconds, "S", "none; 5 with --batch", "stop with status 6 after so long"},
    {"--limit-memory", 0, bytes, "BYTES", "none; 512MB with --batch",
     "stop with status 6 beyond it"},
    {"--limit-nodes", 0, count, "N", "none; 100000 with --batch",
     "most curves, connectors and constraints in a drawing"},
    {"--limit-output", 0, bytes, "BYTES", "none; 512MB with --batch", "largest file written"},
};

constexpr Command all[] = {
    {"open", "open the window, on a drawing or on the welcome drawing",
     "This is what happens without a command: limber FILE is limber open FILE.", open_operands,
     open_options, open_examples, false},
    {"render", "draw a document into a picture",
     "The same picture as the window's canvas, without a window and without a display. The suffix "
     "of the output names the format: svg, pdf, png, webp or dxf; or, for a film while the "
     "motors run, gif, apng, mp4 or webm (both by ffmpeg), or webp or svg with --film; html "
     "is a web page that plays it. svg and dxf keep lines, arcs and "
     "circles as such; svg holds the drawing itself, so that it opens again; how far other curves are off is "
     "checked and told.",
     one_document, render_options, render_examples, true},
    {"simulate", "run motors and springs for a time and print measured quantities",
     "Each printed line is one moment: the step's number, the time in seconds, then the quantities "
     "asked for. "
     "The same drawing and options print the same bytes on every run.",
     one_document, simulate_options, simulate_examples, true},
    {"pull", "take hold of curves and move them, as a script says",
     "Prints for each frame and hand: the place of the held point, where the hand wants it, the "
     "largest "
     "residual, how the solver went and in how many iterations. See docs/pull-script.md for the "
     "script.",
     pull_operands, pull_options, pull_examples, true},
    {"edit", "change a drawing as a script says, or make one from nothing",
     "A script draws, nails, constrains, names, styles and does everything else the window does; "
     "limber actions "
     "lists its verbs. What travels comes to rest before the next line and at the end.",
     edit_operands, edit_options, edit_examples, true},
    {"replay", "run a recording of the window again",
     "A recording holds the drawing, what the hands did tick by tick, and hashes of the state. "
     "With --verify "
     "every one of them must come out again.",
     replay_operands, replay_options, replay_examples, true},
    {"check", "what is wrong with a drawing, if anything",
     "Reads the document, compiles its formulas, counts degrees of freedom, names redundant and "
     "conflicting "
     "constraints, and measures how far each hard constraint is from being met. Nothing is moved "
     "or written.",
     some_documents, check_options, check_examples, true},
    {"curve", "compile a formula file and show what came of it",
     "Prints the kind's name, parameters and points; its derivatives as the program computes them; "
     "the code; "
     "or how many operations each function costs. Without FILE: the kinds there are, a line each.",
     curve_operands, curve_options, curve_examples, true},
    {"convert", "write a drawing in the current version of the format",
     "Older files are migrated. The input is never written over unless --in-place says so.",
     some_documents, convert_options, convert_examples, true},
    {"import", "make a drawing of a file of another program",
     "SVG; DXF; mechanisms as PMKS, Pyslvs (M[J[R, ...], ...]) and Linkage write them; tables of "
     "points (csv). Each shape becomes a curve of the simplest type that fits: a circle stays a circle, a path "
     "of arcs becomes arcs. What could not be taken along is told, with its line and column. The page "
     "is the picture's size: limber render --fit page shows just that. A picture that Limber has "
     "written holds its drawing, which limber convert takes out as it was.",
     import_operands, import_options, import_examples, true},
    {"fmt", "write a drawing or a formula the way the program writes it",
     "Same drawing, canonical text: order of members, spaces, numbers at their shortest. A .curve "
     "or .constraint file in its plain form: x(t) = sin²t as x = sin(t)^2, comments kept. Without "
     "-o and "
     "--in-place the text goes to standard output.",
     some_documents, fmt_options, fmt_examples, true},
    {"actions",
     "list what can be done in the window, with keys, and what a script can say",
     "One line each: name, usual keys, what it does; where the file is that gives commands other "
     "keys; then the verbs of scripts with their arguments.",
     {},
     actions_options,
     actions_examples,
     false},
    {"info",
     "versions, limits and how this program was built",
     "What a bug report should carry.",
     {},
     info_options,
     info_examples,
     false},
    {"bench",
     "measure this machine: solver, curves, formulas, files",
     "One table. What people wait for is measured by the program itself; the modules' benchmarks, "
     "and "
     "the other "
     "solvers' side, are programs of their own, run when they were built.",
     {},
     bench_options,
     bench_examples,
     false},
    {"help", "explain a command", "Without a name: the list of commands.", help_operands,
     help_options, help_examples, false},
    {"completions",
     "print the completion script for a shell",
     "For bash: limber completions bash > ~/.local/share/bash-completion/completions/limber",
     shell_operand,
     {},
     completions_examples,
     false},
};

constexpr StatusMeaning meanings[] = {
    {status_done, "done"},
    {status_failed, "failed: a file could not be read or written, or a warning under --werror"},
    {status_usage, "the command line was not understood"},
    {status_invalid, "the document, script or recording is not valid"},
    {status_formula, "a formula was rejected: not understood, over a limit, or outside its domain"},
    {status_unmet, "constraints not met or contradictory, or a motor that stalled, under --strict"},
    {status_limit, "a limit was reached: time, memory, nodes or size"},
    {status_differs, "verification differs: replay --verify, --expect-hash"},
    {status_interrupted, "interrupted"},
};

template <class Matches>
const Option* first(const Command& command, Matches matches) {
  for (std::span<const Option> options :
       {command.options, std::span<const Option>(common),
        command.reads_documents ? std::span<const Option>(for_documents)
                                : std::span<const Option>()})
    for (const Option& option : options)
      if (matches(option)) return &option;
  return nullptr;
}

}  // namespace

std::span<const Command> commands() { return all; }
std::span<const Option> common_options() { return common; }
std::span<const Option> document_options() { return for_documents; }
std::span<const StatusMeaning> status_meanings() { return meanings; }

const Command* find_command(std::string_view name) {
  for (const Command& command : all)
    if (command.name == name) return &command;
  return nullptr;
}

const Option* find_option(const Command& command, std::string_view name) {
  return first(command, [&](const Option& option) { return option.name == name; });
}

const Option* find_option(const Command& command, char letter) {
  return first(command, [&](const Option& option) { return letter && option.letter == letter; });
}

}  // namespace limber::cli
