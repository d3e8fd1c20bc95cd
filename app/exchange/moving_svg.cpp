#include "app/exchange/moving_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/exchange/xml.h"

namespace limber {

namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
  Lines out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return out;
}

// A line cut at its quotes: what stands between them at odd places are values of attributes.
std::vector<std::string_view> cut(std::string_view line) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t quote = line.find('"');
    out.push_back(line.substr(0, quote));
    if (quote == line.npos) return out;
    line.remove_prefix(quote + 1);
  }
}

// "x1" of '... x1='.
std::string_view attribute_before(std::string_view text) {
  if (!text.empty() && text.back() == '=') text.remove_suffix(1);
  const std::size_t space = text.rfind(' ');
  return space == text.npos ? text : text.substr(space + 1);
}

// The same line in every frame, with its values: animated where they differ. Nothing when the
// frames differ in more than values.
class AnimatedLine {
 public:
  AnimatedLine(const std::vector<Lines>& frames, std::size_t line) {
    for (const Lines& frame : frames) pieces_.push_back(cut(frame[line]));
  }

  std::optional<std::string> text(const std::string& timing, bool goes_round) const {
    const auto& first = pieces_.front();
    std::string out, animations;
    for (std::size_t k = 0; k < first.size(); ++k) {
      out += (k == 0 ? "" : "\"") + std::string(first[k]);
      if (same_everywhere(k)) continue;
      const std::string_view name = attribute_before(k > 0 ? first[k - 1] : "");
      const bool in_tag = k % 2 == 1 && !beyond_first_tag(k);
      if (!in_tag || name == "transform" || name == "id") return {};
      animations += animation(k, name, timing, goes_round);
    }
    if (animations.empty()) return out + "\n";
    return with_animations(out, animations);
  }

 private:
  // Whether the k-th piece stands after the end of the first tag of the line.
  bool beyond_first_tag(std::size_t k) const {
    for (std::size_t i = 0; i < k; i += 2)
      if (pieces_.front()[i].find('>') != std::string_view::npos) return true;
    return false;
  }

  // The animations of an element stand inside it, right after its first tag.
  static std::string with_animations(const std::string& line, const std::string& animations) {
    std::size_t end = 0;
    for (bool quoted = false; end < line.size() && (quoted || line[end] != '>'); ++end)
      if (line[end] == '"') quoted = !quoted;
    if (end == 0 || line[end - 1] != '/')
      return line.substr(0, end + 1) + animations + line.substr(end + 1) + "\n";
    const std::string element = line.substr(1, line.find(' ') - 1);
    return line.substr(0, end - 1) + ">" + animations + "</" + element + ">" +
           line.substr(end + 1) + "\n";
  }

  bool same_everywhere(std::size_t k) const {
    return std::all_of(pieces_.begin(), pieces_.end(), [&](const auto& frame) {
      return frame.size() == pieces_.front().size() && frame[k] == pieces_.front()[k];
    });
  }

  // Between two frames straight on; but the flags of arcs are no numbers to be between.
  std::string animation(std::size_t k, std::string_view name, const std::string& timing,
                        bool goes_round) const {
    const bool steps = name == "d" && pieces_.front()[k].find('A') != std::string_view::npos;
    std::string values;
    for (const auto& frame : pieces_) values += (values.empty() ? "" : ";") + std::string(frame[k]);
    if (goes_round && !steps) values += ";" + std::string(pieces_.front()[k]);
    return fmt::format("<animate attributeName=\"{}\" values=\"{}\"{}{}/>", name, values,
                       steps ? " calcMode=\"discrete\"" : "", timing);
  }

  std::vector<std::vector<std::string_view>> pieces_;
};

std::optional<std::string> merged(const std::vector<Lines>& frames, const std::string& timing,
                                  bool goes_round) {
  const std::size_t count = frames.front().size();
  for (const Lines& frame : frames)
    if (frame.size() != count) return {};
  std::string out;
  for (std::size_t line = 0; line < count; ++line) {
    const std::optional<std::string> text = AnimatedLine(frames, line).text(timing, goes_round);
    if (!text) return {};
    out += *text;
  }
  return out;
}

// Frame after frame, each shown for its time: for drawings whose frames are of different build.
std::string one_by_one(const MovingSvg& film, const std::string& timing) {
  std::string out;
  const auto count = static_cast<double>(film.frames.size());
  for (std::size_t i = 0; i < film.frames.size(); ++i) {
    const SvgParts& frame = film.frames[i];
    out += fmt::format("<g display=\"{}\">\n", i == 0 ? "inline" : "none");
    if (i == 0)
      out += fmt::format(
          "<animate attributeName=\"display\" calcMode=\"discrete\" values=\"inline;none\" "
          "keyTimes=\"0;{}\"{}/>\n",
          fixed_number(1 / count, 9), timing);
    else
      out += fmt::format(
          "<animate attributeName=\"display\" calcMode=\"discrete\" values=\"none;inline;none\" "
          "keyTimes=\"0;{};{}\"{}/>\n",
          fixed_number(static_cast<double>(i) / count, 9),
          fixed_number(static_cast<double>(i + 1) / count, 9), timing);
    if (!frame.definitions.empty()) out += "<defs>\n" + frame.definitions + "</defs>\n";
    out += frame.body + "</g>\n";
  }
  return out;
}

std::string content(const MovingSvg& film) {
  const SvgParts& first = film.frames.front();
  const std::string timing =
      fmt::format(" dur=\"{}s\" repeatCount=\"indefinite\"", fixed_number(film.seconds, 6));
  std::vector<Lines> bodies, definitions;
  for (const SvgParts& frame : film.frames) {
    bodies.push_back(lines_of(frame.body));
    definitions.push_back(lines_of(frame.definitions));
  }
  const std::optional<std::string> body = merged(bodies, timing, film.goes_round);
  const std::optional<std::string> defined = merged(definitions, timing, film.goes_round);
  if (!body || !defined) return first.background + one_by_one(film, timing);
  return (defined->empty() ? "" : "<defs>\n" + *defined + "</defs>\n") + first.background + *body;
}

constexpr std::string_view page_head = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mechanism</title>
<style>
  :root { --paper: #f1f3f5; --ink: #26323b; }
  @media (prefers-color-scheme: dark) { :root { --paper: #20242a; --ink: #e6e9eb; } }
  body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif;
         background: var(--paper); color: var(--ink); }
  main { flex: 1; min-height: 0; display: flex; justify-content: center; padding: 16px; }
  main svg { width: 100%; height: 100%; touch-action: none; }
  main svg.holds { cursor: grab; }
  main svg.held { cursor: grabbing; }
  footer { display: flex; gap: 12px; align-items: center; padding: 0 20px 16px; max-width: 760px; width: 100%;
           box-sizing: border-box; margin: 0 auto; }
  input { flex: 1; accent-color: #1769c9; }
  button { width: 76px; padding: 6px 0; font: inherit; border: 1px solid #9aa4ad; border-radius: 6px;
           background: transparent; color: inherit; cursor: pointer; }
  output { width: 60px; text-align: right; font-variant-numeric: tabular-nums; }
  p { margin: -8px auto 14px; font-size: 13px; opacity: 0.7; }
  circle.handle { fill: none; stroke: #1769c9; stroke-width: 2; vector-effect: non-scaling-stroke; }
</style>
<main>
)";

constexpr std::string_view page_script = R"(
const svg = document.querySelector('main svg');
const [play, slider, shown] = ['play', 'time', 'shown'].map(id => document.getElementById(id));
const reach = 40;   // pixels from a point that can be taken hold of
let time = 0, playing = true, last = null, held = null;

const handle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
handle.setAttribute('class', 'handle');
handle.setAttribute('visibility', 'hidden');
svg.append(handle);
svg.pauseAnimations();

function show(seconds) {
  time = ((seconds % round) + round) % round;
  svg.setCurrentTime(time);
  slider.value = time / round;
  shown.textContent = time.toFixed(2) + ' s';
}
function setPlaying(on) {
  playing = on;
  last = null;
  play.textContent = on ? 'Pause' : 'Play';
}
function step(now) {
  if (playing && last !== null) show(time + (now - last) / 1000);
  last = now;
  requestAnimationFrame(step);
}

// Where a point is: between two frames straight on.
function placeOf(track, seconds) {
  const frames = track.length / 2, at = seconds / round * frames;
  const i = Math.floor(at) % frames, j = (i + 1) % frames, part = at - Math.floor(at);
  return [0, 1].map(k => track[2 * i + k] * (1 - part) + track[2 * j + k] * part);
}
function toPaper(event) {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [p.x, p.y];
}
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
function nearest(event) {
  const at = toPaper(event), unit = 1 / svg.getScreenCTM().a;
  let best = null, least = reach * unit;
  for (const track of tracks) {
    const away = apart(placeOf(track, time), at);
    if (away < least) [best, least] = [track, away];
  }
  return best;
}
function mark(track) {
  handle.setAttribute('visibility', track ? 'visible' : 'hidden');
  svg.classList.toggle('holds', !!track);
  if (!track) return;
  const [x, y] = placeOf(track, time);
  handle.setAttribute('cx', x);
  handle.setAttribute('cy', y);
  handle.setAttribute('r', 8 / svg.getScreenCTM().a);
}
// Along the path of the held point to where it is nearest to the pointer; by a quarter round at most, so
// that it never jumps to another part of the path.
function drag(event) {
  const at = toPaper(event), looks = 240;
  let best = time, least = Infinity;
  for (let k = -looks; k <= looks; ++k) {
    const seconds = ((time + k / looks * round / 4) % round + round) % round;
    const away = apart(placeOf(held, seconds), at) + 1e-9 * Math.abs(k);
    if (away < least) [best, least] = [seconds, away];
  }
  show(best);
  mark(held);
}

svg.addEventListener('pointerdown', event => {
  held = nearest(event);
  if (!held) return;
  setPlaying(false);
  svg.classList.add('held');
  svg.setPointerCapture(event.pointerId);
  drag(event);
});
svg.addEventListener('pointermove', event => held ? drag(event) : mark(nearest(event)));
for (const end of ['pointerup', 'pointercancel'])
  svg.addEventListener(end, () => { held = null; svg.classList.remove('held'); });
slider.addEventListener('input', () => { setPlaying(false); show(slider.value * round * (1 - 1e-9)); mark(null); });
play.addEventListener('click', () => setPlaying(!playing));
document.addEventListener('keydown', event => {
  if (event.key === ' ' && event.target !== play) { setPlaying(!playing); event.preventDefault(); }
});
show(0);
requestAnimationFrame(step);
)";

}  // namespace

std::string moving_svg(const MovingSvg& film) {
  return film.frames.front().opening + content(film) + "</svg>\n";
}

std::string web_page(const MovingSvg& film, const std::vector<Track>& tracks,
                     const std::vector<std::string>& motors) {
  // Inside a page the heading of XML has no place.
  const std::string& opening = film.frames.front().opening;
  std::string out(page_head);
  out += opening.substr(opening.find("<svg")) + content(film) + "</svg>\n</main>\n";
  out +=
      "<footer><button id=\"play\">Pause</button><input id=\"time\" type=\"range\" min=\"0\" "
      "max=\"1\" "
      "step=\"any\" value=\"0\" aria-label=\"time\"><output "
      "id=\"shown\"></output></footer>\n";
  if (!motors.empty()) {
    out += "<p id=\"motors\">";
    for (std::size_t i = 0; i < motors.size(); ++i) out += (i ? " · " : "") + xml_text(motors[i]);
    out += "</p>\n";
  }
  out += "<script>\n";
  out += fmt::format("const round = {};\nconst tracks = [", exact_number(film.seconds));
  for (const Track& track : tracks) {
    out += "\n[";
    for (std::size_t i = 0; i < track.size(); ++i)
      out += fmt::format("{}{},{}", i ? "," : "", fixed_number(track[i].x(), 3),
                         fixed_number(track[i].y(), 3));
    out += "],";
  }
  out += "];";
  return out + std::string(page_script) + "</script>\n</html>\n";
}

}  // namespace limber
