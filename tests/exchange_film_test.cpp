// Films: one seamless round of a mechanism, counted and looked at by ffmpeg and by Skia's decoders.
#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <cmath>
#include <filesystem>

#include "app/exchange/film.h"
#include "include/codec/SkCodec.h"
#include "include/codec/SkWebpDecoder.h"
#include "include/core/SkData.h"
#include "tests/app_fixture.h"
#include "tests/golden.h"
#include "tests/golden_picture.h"
#include "tests/picture_compare.h"
#include "tests/program.h"

using namespace limber;

namespace {

Document example(const std::string& name) {
  const Result<Document> document =
      from_json(contents(data_folder() + "/drawings/" + name + ".limber"), fresh_document());
  REQUIRE(document);
  return *document;
}

struct Made {
  Exported exported;
  int frames = 0;
  double seconds = 0;
  bool goes_round = false;
};
Made film_of(const Document& document, Format format, const FilmOptions& film,
             const ExportOptions& options = {}) {
  Result<std::unique_ptr<FilmJob>> job = FilmJob::begin(document, format, options, film, false);
  REQUIRE(job);
  double progress = 0;
  for (;;) {
    const Result<bool> done = (*job)->advance();
    REQUIRE(done);
    CHECK((*job)->progress() >= progress);
    progress = (*job)->progress();
    if (*done) break;
  }
  CHECK(progress == doctest::Approx(1));
  return {std::move((*job)->made()), (*job)->frames(), (*job)->seconds(), (*job)->goes_round()};
}

const FilmOptions small = {{}, 10, {320, 240}};

// What ffprobe counts: width,height,frames
std::string probed(const std::string& file) {
  const Ran ran = run_program(
      "ffprobe", {"-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                  "stream=width,height,nb_read_frames", "-of", "csv=p=0", file});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  return ran.out.substr(0, ran.out.find('\n'));
}

// The picture of one frame, as ffmpeg sees it.
std::string file_of_frame(const std::string& file, int which) {
  const std::string out = scratch_folder() + "/frame.png";
  const Ran ran = run_program("ffmpeg", {"-v", "error", "-y", "-i", file, "-vf",
                                         "select=eq(n\\," + std::to_string(which) + ")",
                                         "-frames:v", "1", "-pix_fmt", "rgba", out});
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  return out;
}
SkBitmap frame_of(const std::string& file, int which) { return decoded(contents(file_of_frame(file, which))); }

}  // namespace

TEST_CASE("the cycle of a mechanism is found, and what does not come back has none") {
  for (const std::string name : {"four-bar", "jansen-leg", "slider-crank"}) {
    const Document document = example(name);
    const std::optional<Cycle> cycle = find_cycle(document);
    CAPTURE(name);
    REQUIRE(cycle);
    double speed = 0;
    document.world->motors().each([&](MotorId, const Motor& motor) { speed = motor.speed; });
    CHECK(cycle->seconds == doctest::Approx(2 * M_PI / std::abs(speed)));
    // It was seen: after one round every end of a curve is where it was.
    Live live(document);
    live.wake();
    run_for(live, cycle->before);
    const World before = live.world();
    run_for(live, cycle->seconds);
    before.bodies().each([&](CurveId id, const Body& body) {
      Point a, b;
      REQUIRE(point_at(body.curve, t_end(body.curve), a));
      REQUIRE(point_at(*live.world().find(id), t_end(*live.world().find(id)), b));
      CHECK((a - b).norm() < 1e-3);
    });
  }
  CHECK(!find_cycle(example("springs")));
  CHECK(!find_cycle(fresh_document()));
}

TEST_CASE("APNG and GIF have the frames of one round, as ffmpeg counts and sees them") {
  if (!has_program("ffprobe") || !has_program("ffmpeg")) return;
  const Document document = example("four-bar");
  for (const Format format : {Format::apng, Format::gif}) {
    const Made made = film_of(document, format, small);
    CHECK(made.goes_round);
    CHECK(made.frames == 20);
    CHECK(made.seconds == doctest::Approx(2));
    const std::string file = scratch_folder() + "/film" + std::string(entry_of(format).ending);
    CAPTURE(file);
    write_contents(file, made.exported.bytes);
    CHECK(probed(file) == std::to_string(made.exported.pixel_width) + "," +
                              std::to_string(made.exported.pixel_height) + ",20");
    const SkBitmap seen = frame_of(file, 7), first = frame_of(file, 0);
    CHECK(share_of_different_pixels(seen, first, 48) > 0.005);
    // The same from both formats: they are decoded by different code.
    static SkBitmap other;
    if (format == Format::gif) CHECK(share_of_different_pixels(seen, other, 40) < 0.002);
    other = seen;
  }
}

TEST_CASE("a WebP film has the frames of one round, as Skia counts and sees them") {
  const Document document = example("four-bar");
  const Made made = film_of(document, Format::moving_webp, small);
  const SkCodecs::Decoder decoders[] = {SkWebpDecoder::Decoder()};
  const std::unique_ptr<SkCodec> codec = SkCodec::MakeFromData(
      SkData::MakeWithCopy(made.exported.bytes.data(), made.exported.bytes.size()), decoders);
  REQUIRE(codec);
  CHECK(codec->getFrameCount() == 20);
  CHECK(codec->getRepetitionCount() == SkCodec::kRepetitionCountInfinite);
  int milliseconds = 0;
  for (const SkCodec::FrameInfo& frame : codec->getFrameInfo()) milliseconds += frame.fDuration;
  CHECK(milliseconds == 2000);
}

// Frames hold only what has changed: what is seen is all of it, pixel for pixel.
TEST_CASE("every frame of a WebP film is what a PNG of it is, with and without a background") {
  if (!has_program("ffmpeg")) return;
  const Document document = example("four-bar");
  for (const bool background : {true, false}) {
    CAPTURE(background);
    ExportOptions options;
    options.background = background;
    const Made webp = film_of(document, Format::moving_webp, small, options);
    const Made apng = film_of(document, Format::apng, small, options);
    const SkCodecs::Decoder decoders[] = {SkWebpDecoder::Decoder()};
    const std::unique_ptr<SkCodec> codec = SkCodec::MakeFromData(
        SkData::MakeWithCopy(webp.exported.bytes.data(), webp.exported.bytes.size()), decoders);
    REQUIRE(codec);
    const std::string file = scratch_folder() + "/same.apng";
    write_contents(file, apng.exported.bytes);
    for (const int which : {0, 1, 7, 19}) {
      CAPTURE(which);
      SkBitmap seen;
      seen.allocPixels(codec->getInfo().makeColorType(kN32_SkColorType).makeAlphaType(kPremul_SkAlphaType));
      SkCodec::Options one;
      one.fFrameIndex = which;
      REQUIRE(codec->getPixels(seen.info(), seen.getPixels(), seen.rowBytes(), &one) == SkCodec::kSuccess);
      CHECK(share_of_different_pixels(seen, decoded(contents(file_of_frame(file, which))), 3) == 0);
    }
  }
}

TEST_CASE("MP4 and WebM are made by ffmpeg; without one a sentence says so") {
  const std::string drawing = "data/drawings/four-bar.limber";
  const std::string none = scratch_folder() + "/none.mp4";
  const Ran without =
      run_limber({"render", drawing, "--size", "160x120", "-o", none}, {}, {}, {"PATH=/nowhere"});
  CHECK(without.status == 6);
  CHECK(without.err.find("ffmpeg") != std::string::npos);
  CHECK(!std::filesystem::exists(none));
  if (!has_program("ffmpeg")) return;
  for (const char* ending : {"mp4", "webm"}) {
    const std::string file = scratch_folder() + "/film." + ending;
    CAPTURE(file);
    const Ran ran = run_limber({"render", drawing, "--size", "320x240", "--fps", "10", "-o", file});
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    CHECK(ran.err.find("20 frames in 2 s, going round") != std::string::npos);
    CHECK(probed(file) == "320,240,20");
    CHECK(share_of_different_pixels(frame_of(file, 0), frame_of(file, 7), 48) > 0.005);
  }
}

TEST_CASE("an SVG film shows in Chromium at each time what the frame of that time is") {
  if (!long_tests() || !has_program("chromium") || !has_program("ffmpeg")) return;
  Document document = example("four-bar");
  do_edit(document, "hide text1");
  const std::string frames = scratch_folder() + "/frames.apng";
  write_contents(frames, film_of(document, Format::apng, small).exported.bytes);
  std::string svg = film_of(document, Format::moving_svg, small).exported.bytes;
  svg = svg.substr(svg.find("<svg"));
  SkBitmap seen[2];
  for (int k = 0; k < 2; ++k) {
    const int frame = 3 + 8 * k;
    const SkBitmap wanted = frame_of(frames, frame);
    const std::string page =
        "<style>body{margin:0}svg{display:block;width:" + std::to_string(wanted.width()) + "px;height:" +
        std::to_string(wanted.height()) + "px}</style>" + svg +
        "<script>const film = document.querySelector('svg'); film.pauseAnimations(); film.setCurrentTime(" +
        std::to_string(frame / 10.0) + ")</script>";
    const std::string shown = shown_by_chromium(page, wanted.width(), wanted.height());
    if (const char* look = std::getenv("LIMBER_LOOK"))
      write_contents(std::string(look) + "/film-" + std::to_string(frame) + ".png", shown);
    seen[k] = decoded(shown);
    const double share = share_of_different_pixels(seen[k], wanted, 48);
    MESSAGE("frame " << frame << " in Chromium: " << 100 * share << " % of the pixels differ");
    CHECK(share < 0.003);
  }
  CHECK(share_of_different_pixels(seen[0], seen[1], 48) > 0.005);  // it has moved
}

// It takes nothing, or all of it and does not end: a program of that name which only waits.
TEST_CASE("an ffmpeg that hangs is ended, and a sentence says so") {
  const std::string folder = scratch_folder() + "/hanging";
  std::filesystem::create_directories(folder);
  for (const char* does : {"exec sleep 1000", "cat > /dev/null; exec sleep 1000"}) {
    CAPTURE(does);
    write_contents(folder + "/ffmpeg", std::string("#!/bin/sh\n") + does + "\n");
    std::filesystem::permissions(folder + "/ffmpeg", std::filesystem::perms::owner_all);
    const std::string file = scratch_folder() + "/hangs.mp4";
    const auto begun = std::chrono::steady_clock::now();
    const Ran ran = run_limber({"render", "data/drawings/four-bar.limber", "--size", "320x240", "-o", file}, {}, {},
                               {"PATH=" + folder + ":/usr/bin:/bin", "LIMBER_FFMPEG_PATIENCE=500"});
    CHECK(ran.status == 6);
    CHECK(ran.err.find("ffmpeg did nothing for 0.5 s: it was ended.") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(30));
    CHECK(!std::filesystem::exists(file));
  }
}

TEST_CASE("films are what they were when they were looked at: the eighth frame, the SVG, the web page") {
  Document document = example("four-bar");
  do_edit(document, "hide text1");
  for (const Format format : {Format::moving_svg, Format::page}) {
    const std::string name = "exchange/four-bar" + std::string(entry_of(format).ending);
    CHECK_MESSAGE(matches_golden(name, film_of(document, format, small).exported.bytes), name);
  }
  if (!has_program("ffmpeg")) return;
  for (const Format format : {Format::gif, Format::mp4, Format::webm, Format::apng}) {  // renewed from the last
    const std::string file = scratch_folder() + "/golden" + std::string(entry_of(format).ending);
    CAPTURE(file);
    write_contents(file, film_of(document, format, small).exported.bytes);
    const GoldenResult result = looks_like_golden("exchange/four-bar-7", frame_of(file, 7));
    CHECK_MESSAGE(result.same, result.words);
  }
}

TEST_CASE("a film can be as long as one says, without a background, and not longer than is sane") {
  const Document document = example("springs");
  const Made made = film_of(document, Format::apng, {{}, 5, {160, 120}});
  CHECK(!made.goes_round);
  CHECK(made.seconds == film_without_cycle);
  CHECK(made.frames == 25);
  ExportOptions bare;
  bare.background = false;
  for (const Format format : {Format::apng, Format::gif})
    CHECK(film_of(example("four-bar"), format, {0.5, 10, {160, 120}}, bare).frames == 5);
  const auto refused = [&](const FilmOptions& film, Format format) {
    return !FilmJob::begin(document, format, {}, film, false);
  };
  CHECK(refused({601.0, 30, {160, 120}}, Format::apng));
  CHECK(refused({-1.0, 30, {160, 120}}, Format::apng));
  CHECK(refused({600.0, 240, {160, 120}}, Format::apng));
  CHECK(refused({1.0, 0, {160, 120}}, Format::apng));
}

TEST_CASE("an SVG film and a web page hold one round, animated without a network") {
  const Document document = example("jansen-leg");
  const Made film = film_of(document, Format::moving_svg, small);
  const std::string& svg = film.exported.bytes;
  CHECK(film.goes_round);
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("<animate attributeName=\"x1\" values=\"") != std::string::npos);
  CHECK(svg.find("dur=\"2s\" repeatCount=\"indefinite\"") != std::string::npos);
  // One bar is one element, whatever the number of frames; all frames are in its values.
  const std::size_t bar = svg.find("<line ");
  REQUIRE(bar != std::string::npos);
  const std::size_t begin = svg.find("values=\"", bar) + 8;
  const std::string values = svg.substr(begin, svg.find('"', begin) - begin);
  CHECK(std::count(values.begin(), values.end(), ';') == film.frames);
  CHECK(values.substr(0, values.find(';')) == values.substr(values.rfind(';') + 1));

  const std::string page = film_of(document, Format::page, small).exported.bytes;
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.find("<?xml") == std::string::npos);
  // Nothing is fetched: every address in it is the name of a format.
  for (std::size_t at = page.find("://"); at != std::string::npos; at = page.find("://", at + 1)) {
    const std::string address = page.substr(at + 3, 14);
    const bool name = address.starts_with("www.w3.org") || address.starts_with("www.inkscape.o");
    CHECK_MESSAGE(name, address);
  }
  for (const char* fetched : {"src=", "@import", "fetch(", "XMLHttp"})
    CHECK(page.find(fetched) == std::string::npos);
  if (has_program("rsvg-convert")) {  // what cannot play shows the first frame
    const std::string file = scratch_folder() + "/moving.svg";
    write_contents(file, svg);
    CHECK(run_program("rsvg-convert", {file, "-o", file + ".png"}).status == 0);
  }
}

// Chromium is large: of ./test --all. The page is driven by events like those of a
// person, and what it shows then is read out of it.
TEST_CASE(
    "in Chromium the page plays, its slider moves the mechanism, and the crank can be dragged") {
  if (!long_tests() || !has_program("chromium")) return;
  const Document document = example("four-bar");
  std::string page = film_of(document, Format::page, {{}, 30, {320, 240}}).exported.bytes;
  const std::string driver = R"(<script>
const said = [], say = (name, value) => said.push(name + '=' + value);
const crank = () => {
  const line = document.getElementById('crank');
  return [line.x2.animVal.value, line.y2.animVal.value];
};
const send = (kind, at) => {
  const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM());
  svg.dispatchEvent(new PointerEvent(kind, {clientX: p.x, clientY: p.y, pointerId: 1, bubbles: true}));
};
svg.setPointerCapture = () => {};
// Frames of a page that nobody looks at come as they like: half a second of them is told by hand.
const drive = () => {
  last = null;
  show(0);
  step(1000);
  step(1500);
  say('played', time >= 0.5 && time < 1);
  slider.value = 0.5;
  slider.dispatchEvent(new Event('input'));
  say('paused', !playing);
  say('half', crank().map(v => v.toFixed(2)));
  const middle = [0, 0], length = Math.hypot(...crank());
  send('pointerdown', crank());
  for (let k = 1; k <= 20; ++k) {
    const angle = Math.atan2(crank()[1], crank()[0]) - 0.05;
    send('pointermove', [1.3 * length * Math.cos(angle), 1.3 * length * Math.sin(angle)]);
  }
  send('pointerup', crank());
  say('turned', (Math.atan2(crank()[1], crank()[0])).toFixed(2));
  say('time', time.toFixed(2));
  document.title = said.join(' ');
};
setTimeout(drive, 200);
</script>)";
  page.insert(page.rfind("</html>"), driver);
  const std::string file = scratch_folder() + "/page.html";
  write_contents(file, page);
  const Ran ran =
      run_program("chromium", {"--headless", "--no-sandbox", "--disable-gpu",
                               "--user-data-dir=" + scratch_folder() + "/chromium",
                               "--virtual-time-budget=3000", "--dump-dom", "file://" + file});
  const std::size_t title = ran.out.find("<title>");
  REQUIRE(title != std::string::npos);
  const std::string said = ran.out.substr(title + 7, ran.out.find("</title>") - title - 7);
  MESSAGE(said);
  CHECK(said.find("played=true") != std::string::npos);
  CHECK(said.find("paused=true") != std::string::npos);
  // The crank begins at 60 degrees, and half a round later points the other way; y is down here.
  CHECK(said.find("half=-15.00,25.98") != std::string::npos);
  // From there it was led by 20 times 0.05 rad against the clock as the picture is seen.
  const std::size_t turned = said.find("turned=");
  REQUIRE(turned != std::string::npos);
  CHECK(std::stod(said.substr(turned + 7)) == doctest::Approx(2 * M_PI / 3 - 1).epsilon(0.06));
}

TEST_CASE("an interrupted film leaves nothing behind") {
  namespace fs = std::filesystem;
  const auto aside = [] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
      count += entry.path().filename().string().starts_with("limber-film-");
    return count;
  };
  for (const char* ending : {"apng", "mp4"}) {
    if (std::string(ending) == "mp4" && !has_program("ffmpeg")) continue;
    CAPTURE(ending);
    const std::size_t before = aside();
    const std::string file = scratch_folder() + "/stopped." + ending;
    const Ran ran = interrupt_limber(
        {"render", "data/drawings/jansen-leg.limber", "--seconds", "300", "--fps", "30", "-o", file}, SIGINT);
    CHECK(ran.status == 130);
    CHECK(!fs::exists(file));
    CHECK(aside() <= before);
    for (const auto& entry : fs::directory_iterator(scratch_folder()))
      CHECK(entry.path().string().find("stopped") == std::string::npos);
  }
}
