// SVG and DXF made to hurt end within 2 s of the processor and 512 MB, in a drawing or in a sentence.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>

#include "app/edits/base64.h"
#include "tests/program.h"

using namespace limber;

namespace {

constexpr rlim_t most_memory = 512u << 20;
constexpr double most_seconds = 2;

struct Cost {
  int status = 0;
  double seconds = 0;  // of the processor
  long megabytes = 0;
  std::string said;
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void lower(decltype(RLIMIT_AS) what, rlim_t to) {
  const rlimit limit{to, to};
  setrlimit(what, &limit);
}

// limber import, in a process that is given no more memory.
Cost cost_of_import(const std::string& file) {
  const std::string program = limber_program(), out = file + ".limber", said = file + ".said";
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    lower(RLIMIT_AS, most_memory);
    lower(RLIMIT_CPU, static_cast<rlim_t>(3 * most_seconds));  // the test is not to wait for ever
    if (!freopen(said.c_str(), "w", stderr)) _exit(99);
    execl(program.c_str(), program.c_str(), "import", file.c_str(), "-o", out.c_str(), nullptr);
    _exit(98);
  }
  int status = 0;
  rusage used{};
  REQUIRE(wait4(child, &status, 0, &used) == child);
  Cost cost;
  cost.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  cost.seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  cost.megabytes = used.ru_maxrss / 1024;
  cost.said = contents(said);
  return cost;
}

std::string times(int count, const std::string& text) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) out += text;
  return out;
}

// Each piece of text made from its number.
template <class Make>
std::string each(int count, const Make& make) {
  std::string out;
  for (int k = 0; k < count; ++k) out += make(k);
  return out;
}

std::string svg(const std::string& inside) {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
         "viewBox='0 0 200 200'>" + inside + "</svg>";
}
std::string used(const std::string& what, int count = 90'000) {
  return "<defs>" + what + "</defs>" + times(count, "<use xlink:href='#p'/>");
}

std::string pairs(std::initializer_list<std::pair<int, std::string>> all) {
  std::string out;
  for (const auto& [code, value] : all) out += std::to_string(code) + "\n" + value + "\n";
  return out;
}
std::string dxf(const std::string& entities, const std::string& block = {}) {
  std::string out;
  if (!block.empty())
    out = pairs({{0, "SECTION"}, {2, "BLOCKS"}, {0, "BLOCK"}, {2, "b"}, {10, "0"}, {20, "0"}}) + block +
          pairs({{0, "ENDBLK"}, {0, "ENDSEC"}});
  return out + pairs({{0, "SECTION"}, {2, "ENTITIES"}}) + entities + pairs({{0, "ENDSEC"}, {0, "EOF"}});
}
std::string inserted(int count) { return times(count, pairs({{0, "INSERT"}, {2, "b"}})); }
std::string spline(int degree, int points) {
  return pairs({{0, "SPLINE"}, {71, std::to_string(degree)}}) +
         each(points + degree + 1, [](int k) { return "40\n" + std::to_string(k) + "\n"; }) +
         each(points, [](int k) { return "10\n" + std::to_string(k) + "\n20\n" + std::to_string(k % 7) + "\n"; });
}

std::string packed(const std::string& text) {
  std::string out(text.size() / 100 + 1000, '\0');
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// A PNG whose first chunk after its head says that it is as long as a file can be.
std::string picture_with_large_chunk(std::size_t size) {
  const std::string head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x0a\0\0\0\x0a\x08\x06\0\0\0\x8d\x32\xcf\xbd", 33);
  return "<image width='9' height='9' xlink:href='data:image/png;base64," +
         to_base64(head + std::string(size, 'x')) + "'/>";
}

void ends_soon(const std::string& name, const std::string& bytes) {
  CAPTURE(name);
  const std::string file = scratch_folder() + "/" + name;
  write_contents(file, bytes);
  const Cost cost = cost_of_import(file);
  CAPTURE(cost.said.substr(0, 500));
  CHECK((cost.status == 0 || cost.status == 3));
  CHECK(!cost.said.empty());
  CHECK(cost.seconds < most_seconds);
  CHECK(cost.megabytes < static_cast<long>(most_memory >> 20));
  std::error_code ignored;
  for (const char* ending : {"", ".limber", ".said"}) std::filesystem::remove(file + ending, ignored);
}

}  // namespace

// A sanitizer takes more memory than this for itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(LIMBER_SANITIZED)
#define ONLY_FULL_SPEED *doctest::skip()
#else
#define ONLY_FULL_SPEED
#endif

TEST_CASE("SVG files of too much of one thing end soon" ONLY_FULL_SPEED) {
  ends_soon("entities.svg", "<!DOCTYPE svg [<!ENTITY a '" + std::string(100'000, 'a') + "'>]>" +
                                svg("<text>" + times(100'000, "&a;") + "</text>"));
  ends_soon("bomb.svgz", packed(svg(std::string(200'000'000, ' '))));
  ends_soon("elements.svg", svg(times(15'000'000, "<a/>")));
  ends_soon("attributes.svg", svg("<rect" + times(9'000'000, " a=''") + "/>"));
  ends_soon("lines.svg", svg(std::string(60'000'000, '\n') + "<rect width='1' height='1' filter='url(#a)'/>"));
  ends_soon("short-segments.svg", svg("<path stroke='red' d='M0 0" + times(25'000'000, "h1") + "'/>"));
  ends_soon("outlines.svg", svg("<path stroke='red' d='" + times(10'000'000, "M0 0z") + "'/>"));
  ends_soon("points.svg", svg("<polyline stroke='red' points='" + times(15'000'000, "1 1 ") + "'/>"));
  ends_soon("cubics.svg",
            svg("<path stroke='red' stroke-dasharray='3' d='M0 0" + times(390'000, "c1 1 2 1 3 0") + "'/>"));
  ends_soon("arcs.svg", svg("<path d='M0 0" + times(10'000, "a1 1 0 0 1 2 0") + "'/>"));
  ends_soon("more-arcs.svg", svg("<path d='M0 0" + times(300'000, "a1 1 0 0 1 2 0") + "'/>"));
  ends_soon("picture.svg", svg(picture_with_large_chunk(23'000'000)));
}

TEST_CASE("SVG files whose parts multiply each other end soon" ONLY_FULL_SPEED) {
  const std::string rect = "<rect width='99' height='99' clip-path='url(#k)'/>";
  const auto clip = [](const std::string& inside) { return "<clipPath id='k'>" + inside + "</clipPath>"; };
  ends_soon("clips.svg", svg(clip(each(3000, [](int k) {
                               return "<circle cx='" + std::to_string(k % 200) + "' cy='" +
                                      std::to_string(k / 200) + "' r='9'/>";
                             })) + times(2000, rect)));
  ends_soon("clip-of-lines.svg",
            svg(clip("<path d='M0 0" + times(5000, "l.01 200 .01-200") + "'/>") +
                times(20, "<path clip-path='url(#k)' d='M0 0" + times(5000, "l200 .01-200 .01") + "'/>")));
  ends_soon("turned-clips.svg", svg(clip("<circle r='50'/>") + each(9000, [&](int k) {
                                      return "<g transform='rotate(" + std::to_string(k) + ")'>" + rect + "</g>";
                                    })));
  ends_soon("dashes.svg", svg("<g transform='scale(1 2)' stroke='red'>" +
                              times(9000, "<path d='M0 0C100 0 0 100 99 99' stroke-dasharray='1'/>") + "</g>"));
  ends_soon("stops.svg", svg("<linearGradient id='g'>" + times(5000, "<stop offset='.5' stop-color='red'/>") +
                             "</linearGradient>" + times(20'000, "<rect width='9' height='9' fill='url(#g)'/>")));
  ends_soon("used-path.svg", svg(used("<path id='p' d='M0 0" + times(100'000, "h1v1") + "'/>")));
  ends_soon("used-text.svg", svg(used("<text id='p'>" + std::string(1'000'000, 'x') + "</text>")));
  ends_soon("used-style.svg", svg(used("<rect width='1' height='1' id='p' style='" + times(1'000'000, "a:b;") + "'/>")));
  ends_soon("inherited.svg", svg("<g font-family='" + std::string(5'000'000, 'x') + "' stroke-dasharray='" +
                                 times(1'000'000, "1 ") + "' transform='" + times(1'000'000, "scale(1)") + "'>" +
                                 times(90'000, "<rect width='1' height='1'/>") + "</g>"));
  ends_soon("deep-use.svg", svg(times(400'000, "<g>") + "<rect id='p' width='1' height='1'/>" +
                                times(400'000, "</g>") + times(90'000, "<use xlink:href='#p'/>")));
  ends_soon("gradients.svg",
            svg(times(400, "<g>") + each(60'000, [](int k) {
                  return "<linearGradient id='g" + std::to_string(k) + "'><stop/><stop offset='1'/></linearGradient>";
                }) + times(400, "</g>") + each(60'000, [](int k) {
                  return "<rect width='9' height='9' fill='url(#g" + std::to_string(k) + ")'/>";
                })));
  ends_soon("declarations.svg", svg("<style>rect{" + times(6'000'000, "fill:red;") + "}</style>" +
                                    times(90'000, "<rect width='9' height='9'/>")));
  ends_soon("markers.svg", svg("<marker id='m' style='" + times(10'000, "a:b;") + "'><rect width='1' height='1'/></marker>"
                               "<path marker-mid='url(#m)' d='M0 0" + times(390'000, "h1") + "'/>"));
}

TEST_CASE("DXF files made to hurt end soon" ONLY_FULL_SPEED) {
  const std::string arc = pairs({{0, "ARC"}, {10, "0"}, {20, "0"}, {40, "5"}, {50, "1e300"}, {51, "-1e300"}});
  ends_soon("arc.dxf", dxf(arc));
  ends_soon("ellipse.dxf", dxf(pairs({{0, "ELLIPSE"}, {10, "0"}, {20, "0"}, {11, "1"}, {21, "0"}, {40, "0.5"},
                                      {41, "0"}, {42, "1e300"}})));
  ends_soon("splines.dxf", dxf(times(20, spline(3, 10'000))));
  ends_soon("high-splines.dxf", dxf(times(20, spline(25, 10'000))));
  ends_soon("inserted-spline.dxf", dxf(inserted(90'000), pairs({{0, "SPLINE"}, {71, "3"}}) + times(1'000'000, "40\n0\n")));
  ends_soon("inserted-text.dxf", dxf(inserted(90'000), pairs({{0, "TEXT"}, {10, "0"}, {20, "0"}, {40, "1"},
                                                              {1, std::string(1'000'000, 'x')}})));
  ends_soon("columns.dxf", dxf(pairs({{0, "INSERT"}, {2, "b"}, {70, "32767"}, {71, "32767"}, {44, "1"}, {45, "1"}}),
                               pairs({{0, "LINE"}, {10, "0"}, {20, "0"}, {11, "1"}, {21, "1"}})));
  ends_soon("pairs.dxf", dxf(pairs({{0, "LINE"}}) + times(20'000'000, "1\n\n")));
  ends_soon("vertices.dxf", dxf(pairs({{0, "LWPOLYLINE"}, {90, "2"}}) + times(2'000'000, "10\n1\n20\n2\n")));
  ends_soon("entities.dxf",
            dxf(times(1'000'000, pairs({{0, "LINE"}, {10, "1"}, {20, "2"}, {11, "3"}, {21, "4"}}))));
}
