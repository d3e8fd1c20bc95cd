#include "app/script/player.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include "app/editor/editor.h"
#include "app/files/document_file.h"
#include "app/script/condition.h"
#include "app/script/path_file.h"
#include "app/document/quantity.h"
#include "app/script/recorder.h"
#include "tests/app_fixture.h"
#include "tests/program.h"
#include "tests/random_session.h"
#include "tests/scripts.h"

using namespace limber;

namespace {

double value(const Document& document, const std::string& name) {
  Stepper stepper;
  const Result<Readout> readout = find_readout(document, name);
  REQUIRE_MESSAGE(readout, readout.error().message);
  const std::optional<double> number = value_of(document, document.world, stepper, *readout);
  REQUIRE(number);
  return *number;
}

}  // namespace

TEST_CASE("a hand leads the point it holds to where the script says") {
  const Document before = drawing("four-bar.limber");
  Player player(
      before, empty_paper(),
      script("grab a coupler t=0.5\nmove a 37.919655533882576 44.21828300206047 in 0.5s\n"));
  while (*player.tick()) {
  }
  CHECK(player.now() == 120);
  REQUIRE(player.hands().size() == 1);
  CHECK(player.hands()[0].distance < 0.05);
  CHECK(player.hands()[0].target == Point(37.919655533882576, 44.21828300206047));
  CHECK(value(player.document(), "crank.l") == 30);
}

TEST_CASE("hands act at the same time, lines without a hand wait for all of them") {
  const Document rope = drawing("rope.limber");
  const std::string two =
      "grab a bar6 t=1\ngrab b bar18 t=1\nmove a 25 0 in 0.5s\nmove b 75 0 in 1s\nwait 0.25s\n";
  CHECK(play(rope, script(two)).ticks == 240 + 60);
  CHECK(play(rope, script("grab a bar6 t=1\nmove a 25 0 in 0.5s\nmove a 25 5 in 0.5s\n")).ticks ==
        240);
  CHECK(play(rope, script("grab a bar6 t=1\nmove a 25 0\nrelease a\n")).ticks == 1);
}

TEST_CASE("speed is kept along the whole path") {
  const Document rope = drawing("rope.limber");
  Player player(rope, empty_paper(),
                script("grab a bar6 t=1\nmove a 25 0\nmove a 25 10  35 10 speed 40\n"));
  while (*player.tick()) {
  }
  CHECK(player.now() == 1 + 120);  // 20 units at 40 a second
}

TEST_CASE("the same script gives the same bits twice, and so does its recording") {
  for (const char* name : {"four-bar", "rope"}) {
    CAPTURE(name);
    const std::string folder = source_folder() + "/data/drawings/";
    const Document before = drawing(std::string(name) + ".limber");
    const Script what = script(contents(folder + name + ".pull"));
    const Played first = play(before, what), second = play(before, what);
    REQUIRE(first.hashes.size() == 1);
    CHECK(first.hashes == second.hashes);
    CHECK(first.recording == second.recording);
    CHECK(hash(first.document.world) == hash(second.document.world));
    CHECK(hash(before.world) != hash(first.document.world));

    const Played again = play(empty_paper(), script(first.recording));
    CHECK(again.hashes == first.hashes);
    CHECK(again.ticks == first.ticks);
  }
}

TEST_CASE("a recorded hash that does not come out is noticed") {
  const Document before = drawing("four-bar.limber");
  Played first = play(before, script(contents(source_folder() + "/data/drawings/four-bar.pull")));
  const std::size_t at = first.recording.find("move a ");
  REQUIRE(at != std::string::npos);
  first.recording[at + 8] = first.recording[at + 8] == '1' ? '2' : '1';  // a digit of one place
  bool differs = false;
  Player player(empty_paper(), empty_paper(), script(first.recording));
  player.on_hash = [&](const Player::HashLine& line) {
    differs = line.expected && *line.expected != line.hash;
  };
  while (true) {
    const Result<bool> ticked = player.tick();
    if (!ticked || !*ticked) break;
  }
  CHECK(differs);
}

TEST_CASE("what a script gets wrong about the drawing is told with its line") {
  const Document before = drawing("four-bar.limber");
  const auto refused = [&](const std::string& text) {
    Player player(before, empty_paper(), script(text));
    while (true) {
      const Result<bool> ticked = player.tick();
      if (!ticked) return ticked.error();
      REQUIRE(*ticked);
    }
  };
  CHECK(refused("play\ngrab a cupler t=1").line == 2);
  CHECK(refused("play\n  grab a cupler t=1").column == 10);
  CHECK(refused("play\n  grab a cupler t=1").length == 6);
  CHECK(refused("@3 set crank.fi 3").column == 8);
  CHECK(refused("@3 grab a coupler t=7").column == 19);
  CHECK(refused("grab a cupler t=1").suggestion == "did you mean coupler?");
  CHECK(refused("release a").message == "hand a holds nothing");
  CHECK(refused("grab a coupler t=0\ngrab a rocker t=0").message ==
        "hand a already holds something");
  CHECK(refused("grab a coupler t=0\nmove a 1 2 in 1s\n@5 release a").line == 3);
  CHECK(refused("set turn.phi 3").message == "turn.phi cannot be set: a motor turns it");
  CHECK(refused("set P.x 3").message ==
        "P.x cannot be set: it follows from the rest of the drawing");
  CHECK(refused("set crank.l -3").message == "crank.l cannot be -3: it must be above 0.");
}

TEST_CASE("set changes a number and the figure follows") {
  const Played after = play(drawing("four-bar.limber"), script("set crank.phi 80deg\nwait rest\n"));
  CHECK(value(after.document, "crank.phi") ==
        doctest::Approx(*read_quantity("80deg", Dimension::angle)).epsilon(1e-9));
}

TEST_CASE("readouts find every kind of number by its dotted name") {
  const Document document = drawing("four-bar.limber");
  CHECK(value(document, "crank.l") == 30);
  CHECK(value(document, "crank.a.x") == 0);
  CHECK(value(document, "coupler.middle.x") == doctest::Approx(value(document, "P.x")));
  CHECK(value(document, "coupler@0.5.y") == doctest::Approx(value(document, "P.y")));
  CHECK(value(document, "crank.end.x") == doctest::Approx(15));
  CHECK(value(document, "turn.phi") == doctest::Approx(value(document, "crank.phi")));
  CHECK(value(document, "motor.speed") == doctest::Approx(3.14159265));
  CHECK(value(document, "motor.phase") == value(document, "turn.phi"));
  CHECK(value(document, "time") == 0);
  CHECK(value(document, "left nail.b.x") == 0);
  CHECK(value(drawing("cam-and-follower.limber"), "cam.tangent@0.x") ==
        doctest::Approx(0).epsilon(1e-12));
  CHECK(value(drawing("slider-crank.limber"), "slider.t") > 0);
}

TEST_CASE("the place of a sliding point is where it is now, not where it was when it was named") {
  Document document = drawing("slider-crank.limber");
  const Result<Readout> t = find_readout(document, "slider.t"),
                        x = find_readout(document, "slider.x");
  REQUIRE(t);
  REQUIRE(x);
  Stepper stepper;
  World world = document.world;
  const auto value_now = [&](const Readout& one) { return *value_of(document, world, stepper, one); };
  const double t_0 = value_now(*t), x_0 = value_now(*x);
  for (int k = 0; k < 60; ++k) stepper.step(world, limber::tick, Run::play);
  CHECK(std::abs(value_now(*t) - t_0) > 1e-3);
  CHECK(std::abs(value_now(*x) - x_0) > 1e-3);
}

TEST_CASE("a wrong name is answered with the likely one, or with what there is") {
  const Document document = drawing("four-bar.limber");
  const auto suggestion = [&](const char* name) {
    return find_readout(document, name).error().suggestion;
  };
  CHECK(suggestion("cranck.phi") == "did you mean crank?");
  CHECK(suggestion("crank.ph") == "did you mean phi?");
  CHECK(suggestion("crank.end.z") == "did you mean x?");
  CHECK(suggestion("crank.end") == "there are: x, y, vx, vy, ax, ay, speed, acceleration");
  CHECK(suggestion("crank.tangent").starts_with("say where"));
  CHECK(find_readout(document, "crank@.x").error().message == "'crank@.x': a number must follow @");
}

TEST_CASE("conditions compare two readouts or numbers") {
  const Document document = drawing("four-bar.limber");
  Stepper stepper;
  const auto is = [&](const char* text) {
    const Result<Condition> condition = find_condition(document, text);
    REQUIRE_MESSAGE(condition, text);
    return *holds(document, document.world, stepper, *condition);
  };
  CHECK(is("crank.l < 31"));
  CHECK(is("crank.l >= 3cm"));
  CHECK(is("crank.l<=coupler.l"));
  CHECK_FALSE(is("crank.l > coupler.l"));
  CHECK_FALSE(find_condition(document, "crank.l = 3"));
  CHECK_FALSE(find_condition(document, "< 3"));
}

TEST_CASE("motors are found by their name, their constraint or the curve they turn") {
  const Document document = drawing("four-bar.limber");
  const Result<MotorId> motor = find_motor(document, "motor");
  REQUIRE(motor);
  CHECK(*find_motor(document, "turn") == *motor);
  CHECK(*find_motor(document, "crank") == *motor);
  CHECK_FALSE(find_motor(document, "rocker"));
}

TEST_CASE("path files are plain pairs, or tables with a heading") {
  CHECK(parse_path("1,2\n3,4\n")->size() == 2);
  CHECK((*parse_path("step,time,foot.x,foot.y\n0,0,5,6\n4,1,7,8\n"))[1] == Point(7, 8));
  CHECK((*parse_path("# hello\n1;2\n"))[0] == Point(1, 2));
  CHECK(parse_path("1,2\nx,y\n").error().line == 2);
  CHECK_FALSE(parse_path(""));
  CHECK_FALSE(parse_path("a,b\n1,2\n"));
}

TEST_CASE("path files are read from the script's own folder only") {
  const std::string folder = scratch_folder();
  write_contents(folder + "/inside.csv", "1,2\n3,4\n");
  write_contents(folder + "/../outside-of-limber-tests.csv", "1,2\n");
  const auto read = [&](const std::string& name) {
    return read_paths(script("move a file \"" + name + "\" in 1s\n"), folder);
  };
  CHECK(std::get<line::Move>(read("inside.csv")->lines[0].action).through.size() == 2);
  CHECK_FALSE(read("../outside-of-limber-tests.csv"));
  CHECK_FALSE(read("/etc/passwd"));
  CHECK_FALSE(read("."));
  CHECK_FALSE(read("missing.csv"));
  REQUIRE(symlink("/etc/passwd", (folder + "/link.csv").c_str()) == 0);
  CHECK_FALSE(read("link.csv"));
  unlink((folder + "/link.csv").c_str());
  unlink((folder + "/../outside-of-limber-tests.csv").c_str());
}

TEST_CASE("what a mouse did in the window replays bit for bit, drag after drag, edits in between") {
  std::string recording;
  Editor editor(drawing("four-bar.limber"));
  editor.set_recorder(
      std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
  const auto event = [&](PointerEvent::What what, const Point& paper) {
    PointerEvent one;
    one.what = what;
    one.at = editor.camera().to_window(paper);
    one.button = what == PointerEvent::What::move ? Button::none : Button::left;
    editor.handle(one);
    editor.advance(1.0 / 60);
  };
  for (int drag = 0; drag < 2; ++drag) {
    const Point from(value(editor.document(), "P.x"), value(editor.document(), "P.y"));
    event(PointerEvent::What::press, from);
    for (int i = 1; i <= 40; ++i)
      event(PointerEvent::What::move, from + 0.25 * i * Point(-1, 0.1 * drag));
    event(PointerEvent::What::release, from + Point(-10, drag));
    editor.undo();
    editor.redo();
    editor.nudge(Point(1, 0));
  }
  const Played again = play(empty_paper(), recording);
  CHECK(again.wrong == 0);
  CHECK(again.hashes.size() >= 2);
}

// What was undone last, or given up, was in no line: the replay ended with it.
TEST_CASE("whatever is done in the window, its recording leads to the same drawing, to the byte") {
  for (unsigned seed = 1990; seed < 2020; ++seed) {
    CAPTURE(seed);
    std::string recording;
    Editor editor(drawing("four-bar.limber"));
    editor.set_recorder(
        std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
    RandomSession session(editor, seed);
    for (int i = 0; i < 400; ++i) session.frame();
    editor.finish_gesture();
    editor.set_playing(false);
    editor.come_to_rest();
    editor.set_recorder(nullptr);
    const Played again = play(empty_paper(), recording);
    CHECK(again.wrong == 0);
    CHECK(saved(again.document) == saved(editor.document()));
  }
}

namespace {

int count_of(const std::string& verb, const std::string& recording) {
  int count = 0;
  for (const Line& line : script(recording).lines) {
    const std::string words = write_line(Line{0, {}, line.action});
    count += words.substr(0, words.find(' ')) == verb;
  }
  return count;
}

}  // namespace

// For each of these the drawing was written anew.
TEST_CASE("undo, redo, giving up and reshaping alone are lines of a recording, which holds one drawing") {
  std::string recording;
  Editor editor(drawing("four-bar.limber"));
  editor.set_recorder(
      std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
  Person person(editor);
  const auto held = [&] {
    return Point(value(editor.shown(), "P.x"), value(editor.shown(), "P.y"));
  };
  const auto pull = [&](const Modifiers& modifiers, bool gives_up) {
    person.modifiers = modifiers;
    const Point from = held();
    person.move(from);
    person.press(from);
    for (int i = 1; i <= 20; ++i) {
      editor.advance(1.0 / 60);
      person.move(from + 0.3 * i * Point(-1, 0.5));
    }
    if (gives_up) editor.escape();
    person.release(from + Point(-6, 3));
    person.modifiers = {};
    for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  };
  pull({}, false);
  pull({true, false, true}, false);  // the curve alone
  pull({}, true);
  editor.undo();
  editor.undo();
  editor.redo();
  do_edit(editor, "draw circle as wheel r=10");
  CHECK(!editor.perform({edit::Delete{{"nobody"}}}));
  for (int i = 0; i < 5; ++i)  // a number that is dragged
    CHECK(editor.perform_while(i == 0, "Set", {{edit::Set{"wheel.r", 12.0 + i}}}));
  editor.undo();
  editor.redo();
  editor.set_playing(true);
  for (int i = 0; i < 20; ++i) editor.advance(1.0 / 60);
  pull({}, true);
  pull({}, false);
  editor.set_playing(false);
  editor.undo();
  editor.redo();
  editor.come_to_rest();
  CHECK(count_of("document", recording) == 1);
  CHECK(count_of("undo", recording) >= 4);
  const Played again = play(empty_paper(), recording);
  CHECK(again.wrong == 0);
  CHECK(again.hashes.size() >= 8);
  CHECK(saved(again.document) == saved(editor.document()));
}

// Each of these was a drawing more.
TEST_CASE(
    "going on from the past and a number dragged while it plays are lines of a recording, too") {
  for (const char* name : {"four-bar", "tinkertoys"}) {  // without mass, and with it
    CAPTURE(name);
    std::string recording;
    Editor editor(drawing(std::string(name) + ".limber"));
    editor.set_recorder(
        std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
    const auto play_on = [&](int frames) {
      editor.set_playing(true);
      for (int i = 0; i < frames; ++i) editor.advance(1.0 / 60);
    };
    const auto drag_number = [&] {
      for (int i = 0; i < 6; ++i) {
        CHECK(editor.perform_while(i == 0, "Set", {{edit::Set{"wheel.r", 12.0 + i}}}));
        editor.advance(1.0 / 60);
      }
    };
    play_on(40);
    do_edit(editor, "draw circle as wheel c.x=200 r=10");
    play_on(20);
    drag_number();
    play_on(10);
    drag_number();  // another step
    play_on(10);
    editor.undo();
    editor.redo();
    play_on(30);
    const std::int64_t end = editor.past().end();
    editor.rewind_to(end - 40);  // a look, and back
    editor.rewind_to(end);
    play_on(10);
    editor.rewind_to(end - 20);  // by motion alone
    do_edit(editor, "set wheel.r 30");
    play_on(20);
    editor.rewind_to(100);  // to before some edits
    CHECK(editor.rewound());
    play_on(20);
    CHECK(editor.history().undo_title() == "Rewind");
    editor.set_playing(false);
    editor.undo();
    editor.redo();
    editor.come_to_rest();
    CHECK(count_of("document", recording) == 1);
    CHECK(count_of("instead", recording) == 10);
    const Played again = play(empty_paper(), recording);
    CHECK(again.wrong == 0);
    CHECK(saved(again.document) == saved(editor.document()));
  }
}

TEST_CASE("a script written by hand takes steps back and does them again") {
  const auto after = [](const std::string& lines) {
    return saved(play(drawing("four-bar.limber"), script(lines)).document);
  };
  const std::string circle = "draw circle as a r=10\n", more = "set a.r 12\n";
  const std::string pull = "grab h coupler t=0.5\nmove h 30 45 in 0.2s\nrelease h\nwait rest\n";
  CHECK(after(circle + more + "undo\n") == after(circle));
  CHECK(after(circle + more + "undo\nundo\n") == after("wait rest\n"));
  CHECK(after(circle + more + "undo\nundo\nredo\nredo\n") == after(circle + more));
  CHECK(after(circle + pull + "undo\n") == after(circle));
  CHECK(after(circle + pull + "undo\nredo\n") == after(circle + pull));
  CHECK(after(circle + "play\nwait 0.5s\npause\nundo\n") == after(circle));
  CHECK(after(circle + "play\nwait 0.5s\nundo\n") == after(circle));
  CHECK(after("grab h coupler t=0.5\nmove h 30 45 in 0.2s\nrelease h back\n" + circle) == after(circle));
  const auto trouble = [](const std::string& lines) {
    Player player(drawing("four-bar.limber"), empty_paper(), script(lines));
    while (true) {
      const Result<bool> ticked = player.tick();
      if (!ticked) return ticked.error().message + " (" + ticked.error().suggestion + ")";
      if (!*ticked) return std::string();
    }
  };
  CHECK(trouble("undo\n").starts_with("there is nothing to take back"));
  CHECK(trouble(circle + "redo\n").starts_with("there is nothing to do again"));
}
