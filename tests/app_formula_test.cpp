// The formula editor: its text, its words, what is done with it, by keys.
#include <doctest/doctest.h>

#include "app/edits/apply.h"
#include "curves/nearest.h"
#include "curves/gesture.h"
#include "curves/tessellate.h"
#include "curves/trace.h"
#include "app/editor/formula_bare.h"
#include "app/editor/formula_text.h"
#include "app/editor/text_buffer.h"
#include "tests/golden_picture.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;

namespace {

const std::string loop =
    "curve loop \"Loop\"\n  place c = (0, 0)\n  length a = 10, a > 0\n  t from 0 to tau closed\n"
    "  at = c + a (cos t, sin 2t)\n  point tip = c + (a, 0)\n  draw c = press, a = |release - press|";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

std::string ink_words(const std::string& text, Ink ink) {
  const std::u32string letters = characters_of(text);
  std::string out;
  for (const InkSpan& span : inks_of(letters))
    if (span.ink == ink)
      out += (out.empty() ? "" : " ") + utf8_of(std::u32string_view(letters).substr(span.from, span.to - span.from));
  return out;
}

void check_golden(const std::string& name, SkSurface& surface) {
  const GoldenResult result = compare_with_golden(name, surface);
  CHECK_MESSAGE(result.same, result.words);
}

// A curve of the type, drawn by hand at the middle of the paper.
CurveId drawn_by_hand(Screen& screen) {
  using What = PointerEvent::What;
  const Point middle = screen.editor().camera().view().center();
  screen.pointer(What::move, middle);
  screen.pointer(What::press, middle, Button::left);
  screen.pointer(What::move, middle + Point(60, 0));
  screen.pointer(What::release, middle + Point(60, 0), Button::left);
  screen.settle();
  const std::set<CurveId> chosen = screen.editor().selection().curves();
  return chosen.empty() ? CurveId{} : *chosen.begin();
}

}  // namespace

// ---- the text

TEST_CASE("undo then redo of typed text is the identity, and letters typed in one go are one step") {
  TextBuffer buffer;
  buffer.set("x = ");
  for (const char* letter : {"c", "o", "s"}) buffer.insert(letter);
  buffer.insert(" ");
  buffer.insert("θ");
  CHECK(buffer.text() == "x = cos θ");
  CHECK(buffer.characters().size() == 9);
  CHECK(buffer.undo());
  CHECK(buffer.undo());
  CHECK(buffer.text() == "x = cos");
  CHECK(buffer.undo());
  CHECK(buffer.text() == "x = ");
  CHECK(!buffer.undo());
  while (buffer.redo()) {
  }
  CHECK(buffer.text() == "x = cos θ");
}

TEST_CASE("the caret goes by letters, words and lines, and over shorter lines keeps its column") {
  using To = TextBuffer::To;
  TextBuffer buffer;
  buffer.set("alpha beta\nab\n  gamma delta");
  buffer.move(To::begin, false);
  buffer.move(To::line_end, false);
  CHECK(buffer.caret() == 10);
  buffer.move(To::down, false);
  CHECK(buffer.caret() == 13);  // the end of "ab"
  buffer.move(To::down, false);
  CHECK(buffer.column_of(buffer.caret()) == 10);
  buffer.move(To::word_left, true);
  CHECK(buffer.selected() == "de");
  buffer.move(To::line_begin, false);
  CHECK(buffer.column_of(buffer.caret()) == 2);
  buffer.move(To::line_begin, false);
  CHECK(buffer.column_of(buffer.caret()) == 0);
  buffer.move(To::line_end, false);
  buffer.begin_line();
  CHECK(buffer.text().ends_with("delta\n  "));
  buffer.select_all();
  buffer.insert("y");
  CHECK(buffer.text() == "y");
}

TEST_CASE("bytes that are no UTF-8 become marks, never a crash") {
  const std::u32string read = characters_of("a\xff\xc3(\xe2\x82");
  CHECK(read.size() == 6);
  CHECK(utf8_of(read).find("\xef\xbf\xbd") != std::string::npos);
  CHECK(characters_of(utf8_of(read)) == read);
}

TEST_CASE("words, functions, numbers, titles and comments of a formula are told apart") {
  const std::string text = "curve c \"T # 1\"\n  let θ = 2 cos(u) # 3 sin";
  CHECK(ink_words(text, Ink::word) == "curve let");
  CHECK(ink_words(text, Ink::function) == "cos");
  CHECK(ink_words(text, Ink::number) == "2");
  CHECK(ink_words(text, Ink::title) == "\"T # 1\"");
  CHECK(ink_words(text, Ink::comment) == "# 3 sin");
}

TEST_CASE("the bracket beside the caret finds its own, over others") {
  const std::u32string text = U"f(a, (b)) + [c";
  REQUIRE(matched_brackets(text, 2));
  CHECK(*matched_brackets(text, 2) == std::pair<std::size_t, std::size_t>(1, 8));
  CHECK(matched_brackets(text, 9)->second == 1);
  CHECK(!matched_brackets(text, 13));
  CHECK(!matched_brackets(text, 4));
}

TEST_CASE("Greek letters come by their names and by Alt") {
  CHECK(spelled_sign(U"x = \\theta", 10)->second == U'θ');
  CHECK(spelled_sign(U"x = \\theta", 10)->first == 6);
  CHECK(!spelled_sign(U"x = \\thet", 9));
  CHECK(!spelled_sign(U"theta", 5));
  CHECK(sign_of_alt('t', false) == U'θ');
  CHECK(sign_of_alt('w', true) == U'Ω');
  CHECK(sign_of_alt('q', false) == 0);
}

// ---- bare equations

TEST_CASE("bare equations become curves that are drawn, pulled and turned") {
  const Document& document = fresh_document();
  for (const char* typed : {"x = cos(3t)\ny = sin(2t)", "x = cos(3t)", "r = 1 + cos t", "r = cos 2θ", "y = x^2",
                            "y = sin 3x\nx from -2 to 2", "x(t) = t^2\ny(t) = t^3\nt from -1 to 1",
                            "at = (cos t, sin 3t)/2"}) {
    CAPTURE(typed);
    const WholeFormula whole = whole_formula(typed, document);
    CurveLibrary library = document.library;
    const Result<SharedCurveType> type = library.add(whole.text, Tier::interpret);
    REQUIRE_MESSAGE(type, sentence(type.error()) << "\n" << whole.text);
    CHECK((*type)->parameters.size() == 4);  // a middle, a size, a turn
    CHECK((*type)->name == "curve1");
  }
}

// A heart is 34 wide as it is typed; drawn, it is as wide as the hand goes.
TEST_CASE("a bare equation that goes far from the origin is drawn as far as the pointer") {
  const auto drawn = [](const std::string& typed) {
    CurveLibrary library = fresh_document().library;
    const Result<SharedCurveType> preview = library.add(whole_formula(typed, fresh_document()).text, Tier::interpret);
    REQUIRE(preview);
    const WholeFormula whole = whole_formula(typed, fresh_document(), Wanted::curve, reach_of(*preview));
    CurveLibrary again = fresh_document().library;
    const Result<SharedCurveType> type = again.add(whole.text, Tier::interpret);
    REQUIRE_MESSAGE(type, sentence(type.error()));
    return *draw(*type, Point(0, 0), Point(0, 30));
  };
  const auto reach = [](const Curve& curve) {
    double far = 0;
    for (const Point& point : tessellate(curve, 0.1).points) far = std::max(far, point.norm());
    return far;
  };
  for (const char* typed : {"x = 16sin^3 t\ny = 13cos t - 5cos 2t - 2cos 3t - cos 4t", "y = 1000 x^2", "r = 0.01 cos 3θ"}) {
    CAPTURE(typed);
    CHECK(reach(drawn(typed)) == doctest::Approx(30).epsilon(0.06));  // two digits
  }
  // About 1: its size is the distance, as it was typed.
  CHECK(drawn("x = cos(3t)\ny = sin(2t)").q[2] == 30);
  CHECK(drawn("x^3 + y^3 = 3x y").q[2] == 30);
  CHECK(drawn("length w = 4\nx = w t\ny = 100 w t").q[3] == 30);
}

TEST_CASE("bare equations between x and y, and differential equations, become curves as well") {
  for (const char* typed :
       {"x^3 + y^3 = 3x y", "x^2/4 + y^2 = 1 # an ellipse", "|p - (1, 0)|*|p + (1, 0)| = 1.1", "p.x^2 + p.y^4 = 1",
        "x^3 + y^3 = 3x y\nwithin 2", "x(x^2 + y^2) = x^2 - y^2", "x' = y\ny' = -sin x\nx(0) = 0.3\ny(0) = 1",
        "θ'' = -sin θ\nθ(0) = 0.3\nθ'(0) = 1.2", "y' = -2x*y\ny(0) = 1\nx from 0 to 2", "y' = -2t*y\ny(0) = 1",
        "u' = v\nv' = -u\nu(0) = 1\nv(0) = 0\nt from 0 to 3", "r' = -r/5\nr(0) = 1"}) {
    CAPTURE(typed);
    const WholeFormula whole = whole_formula(typed, fresh_document());
    CAPTURE(whole.text);
    CurveLibrary library = fresh_document().library;
    const Result<SharedCurveType> type = library.add(whole.text, Tier::interpret);
    REQUIRE_MESSAGE(type, sentence(type.error()));
    CHECK((*type)->parameters.size() == 4);  // a middle, a size, a turn
    // A place, a size and a turn of it carry its points.
    const Curve curve = default_curve(*type);
    const Polyline line = tessellate(curve, 0.01);
    REQUIRE(line.points.size() > 8);
    CHECK(line.frame().sizes().norm() > 10);
    CHECK(line.frame().sizes().norm() < 500);
    Curve moved = curve;
    moved.q[0] += 30, moved.q[1] -= 7, moved.q[2] *= 2, moved.q[3] += 0.5;
    moved = traced(moved);
    for (const double share : {0.15, 0.45, 0.8}) {
      Point x;
      const double t = t_begin(curve) + share * (t_end(curve) - t_begin(curve));
      if (!point_at(curve, t, x)) continue;
      const Point there = Point(30, -7) + 2 * (Eigen::Rotation2Dd(0.5) * x);
      const auto near = nearest(moved, there, 1e-6);
      REQUIRE(near);
      CHECK(near->distance < 1e-6);
    }
  }
}

TEST_CASE("what a bare curve declares stays: lengths are its size, places its own") {
  CurveLibrary library = fresh_document().library;
  const auto names = [&](const char* typed) {
    const WholeFormula whole = whole_formula(typed, fresh_document());
    CAPTURE(whole.text);
    const Result<SharedCurveType> type = library.add(whole.text, Tier::interpret);
    REQUIRE_MESSAGE(type, sentence(type.error()));
    std::string out;
    for (const Parameter& parameter : (*type)->parameters) out += (out.empty() ? "" : " ") + parameter.name;
    return out;
  };
  CHECK(names("length a = 10\nx^3 + y^3 = 3a x y") == "middle.x middle.y turn a");
  CHECK(names("length a = 10, a > 0\nx = a cos t\ny = sin t") == "middle.x middle.y turn a");
  CHECK(names("place c = (0, 0)\nlength a = 10\nx^3 + y^3 = 3a x y about c") == "c.x c.y a");
  CHECK(names("whole n = 3, 3 <= n <= 9\nr = 1 + cos(n t)/3") == "middle.x middle.y size turn n");
  // Letters nobody gave a value.
  CHECK(names("x^3 + y^3 = 3a x y") == "middle.x middle.y size turn a");
  CHECK(names("x^3 + y^3 = 3axy") == "middle.x middle.y size turn a");
  CHECK(names("x(x^2 + y^2) = a(x^2 - y^2)") == "middle.x middle.y size turn a");
  CHECK(names("r = a + b cosθ") == "middle.x middle.y size turn a b");
  CHECK(names("r = cos mθ") == "middle.x middle.y size turn m");
  CHECK(names("x = sum(k = 1..n, cos(k t)/k)\ny = sin t") == "middle.x middle.y size turn n");
  CHECK(names("f(u) = u^2\nx = f(t)\ny = t") == "middle.x middle.y size turn");
}

TEST_CASE("points and directions of a bare curve are carried with it") {
  CurveLibrary library = fresh_document().library;
  for (const char* typed : {"r = 1 + cos(5θ)/3\npoint tip = (1, 0)\ndirection axis = (1, 0)",
                            "x^2 + y^2 = 1\npoint tip = (1, 0)\ndirection axis = (1, 0)"}) {
    const WholeFormula whole = whole_formula(typed, fresh_document());
    CAPTURE(whole.text);
    const Result<SharedCurveType> type = library.add(whole.text, Tier::interpret);
    REQUIRE_MESSAGE(type, sentence(type.error()));
    Curve curve = default_curve(*type);
    curve.q.head<4>() << 3, 4, 10, M_PI / 2;
    MeasureReading reading;
    REQUIRE((*type)->find("tip"));
    REQUIRE(measure_at(curve, *(*type)->find("tip"), 0, reading));
    CHECK((Point(reading.value.head<2>()) - Point(3, 14)).norm() < 1e-12);
    REQUIRE(measure_at(curve, *(*type)->find("axis"), 0, reading));
    CHECK((Point(reading.value.head<2>()) - Point(0, 1)).norm() < 1e-12);
  }
}

TEST_CASE("a mistake in bare equations is underlined where it was typed") {
  const std::pair<std::string, std::string> mistakes[] = {
      {"x = cos(3t)\ny = sinn(2t)", "sinn"},
      {"r = 1 + cos(5θ)/3\npoint tip = (1, 0)\nlet k = sinn(2 t)", "sinn"},  // no word of θ
      {"x^3 + y^3 = 3sinn(x)\n", "sinn"},
      {"|p - (1, 0)| + sinn(x) = 2", "sinn"},
      {"point tip = sinn(1)\nr = 1", "sinn"},
      {"x' = sinn(y)\ny' = x\nx(0) = 0\ny(0) = 1", "sinn"},
      {"y = x^2 + sinn(x)", "sinn"}};
  for (const auto& [typed, wrong] : mistakes) {
    const WholeFormula whole = whole_formula(typed, fresh_document());
    CAPTURE(whole.text);
    CurveLibrary library = fresh_document().library;
    const Result<SharedCurveType> type = library.add(whole.text, Tier::interpret);
    REQUIRE(!type);
    const std::u32string characters = characters_of(typed);
    const auto where = underlined(characters, whole.as_typed(type.error()));
    REQUIRE(where);
    CHECK(utf8_of(characters.substr(where->first, wrong.size())) == wrong);
  }
}

TEST_CASE("where the editor is for constraints, what could be a curve is one") {
  const Document& document = fresh_document();
  CHECK(whole_formula("|p - (1, 0)| = 2", document, Wanted::curve).text.starts_with("curve"));
  CHECK(whole_formula("|p - (1, 0)| = 2", document, Wanted::constraint).text.starts_with("constraint"));
  CHECK(whole_formula("|a - b| = x", document, Wanted::constraint).text.starts_with("constraint"));
  CHECK(whole_formula("a.x = b.y", document, Wanted::curve).text.starts_with("constraint"));
  CHECK(whole_formula("x^2 + y^2 = 1", document, Wanted::constraint).text.starts_with("curve"));
}

TEST_CASE("a bare row becomes a kind of constraint whose points it names") {
  const WholeFormula whole = whole_formula("|a - b| = 2 |a - c|", fresh_document());
  ConstraintLibrary kinds = fresh_document().kinds;
  const auto kind = kinds.add(whole.text, Tier::interpret);
  REQUIRE_MESSAGE(kind, whole.text);
  REQUIRE((*kind)->inputs.size() == 3);
  CHECK((*kind)->inputs[2].name == "c");
  CHECK((*kind)->inputs[2].shape == Shape::point);
  const WholeFormula factor = whole_formula("|p - q| = k |q - s|", fresh_document());
  const auto other = kinds.add(factor.text, Tier::interpret);
  REQUIRE_MESSAGE(other, factor.text);
  CHECK((*other)->inputs.size() == 4);
}

// ---- types in use

TEST_CASE("curves of a type that is redefined keep the numbers it still has, and what rides on them") {
  Document document = fresh_document();
  document = *apply(document, {edit::Define{loop}});
  do_edit(document, "draw loop as one c.x=3 c.y=4 a=7");
  do_edit(document, "nail one.tip");
  do_edit(document, "nail one@1");
  const std::size_t constraints = static_cast<std::size_t>(document.world->constraints().size());
  const auto redefine = [&](const std::string& text) {
    const Result<Document> next = apply(document, {edit::Redefine{text}});
    REQUIRE_MESSAGE(next, sentence(next.error()));
    return *next;
  };
  const auto number = [](const Document& of, const char* name) {
    const Curve& curve = *of.world->find(of.find("one").as<Body>());
    for (std::size_t i = 0; i < curve.type->parameters.size(); ++i)
      if (curve.type->parameters[i].name == name) return curve.q[static_cast<Eigen::Index>(i)];
    return -1.0;
  };
  SUBCASE("another shape") {
    const Document next = redefine(replaced(loop, "sin 2t", "sin 3t"));
    CHECK(number(next, "a") == 7);
    CHECK(number(next, "c.y") == 4);
    CHECK(static_cast<std::size_t>(next.world->constraints().size()) == constraints);
  }
  SUBCASE("a number more, another no more") {
    const Document next = redefine(replaced(replaced(replaced(loop, "length a = 10, a > 0", "length b = 5"), "c + a (cos", "c + b (cos"),
                                            "c + (a, 0)\n  draw c = press, a =", "c + (b, 0)\n  draw c = press, b ="));
    CHECK(number(next, "b") == 5);
    CHECK(number(next, "c.x") == 3);
  }
  SUBCASE("a point no more: what hangs on it goes, the rest stays") {
    const Document next = redefine(replaced(loop, "  point tip = c + (a, 0)\n", ""));
    CHECK(static_cast<std::size_t>(next.world->constraints().size()) == constraints - 1);
  }
  SUBCASE("the file of it is read again to the same drawing") {
    const Document next = redefine(replaced(loop, "sin 2t", "sin 3t"));
    const Result<Document> read = from_json(saved(next), fresh_document());
    REQUIRE(read);
    CHECK(saved(*read) == saved(next));
  }
}

TEST_CASE("constraints of a kind that is redefined follow, with their names and motors") {
  Document document = fresh_document();
  const std::string kind = "constraint far \"Far\" (point a, point b, length d = 10):\n  |a - b| = d";
  document = *apply(document, {edit::Define{kind}});
  do_edit(document, "draw circle as one r=5");
  do_edit(document, "draw circle as two c.x=20 c.y=0 r=5");
  do_edit(document, "constrain far one.center two.center 20 as rod");
  do_edit(document, "motor rod as drive");
  const Result<Document> next = apply(document, {edit::Redefine{replaced(kind, "= d", "= 2 d")}});
  REQUIRE_MESSAGE(next, sentence(next.error()));
  const Constraint* rod = next->world->find(next->find("rod").as<Constraint>());
  REQUIRE(rod);
  CHECK(rod->kind->text.find("2 d") != std::string::npos);
  CHECK(next->find("drive"));
  // With other inputs it cannot be the same constraint: it goes, and its motor with it.
  const Result<Document> gone =
      apply(document, {edit::Redefine{"constraint far \"Far\" (point a, point b):\n  |a - b| = 3"}});
  REQUIRE_MESSAGE(gone, sentence(gone.error()));
  CHECK(!gone->find("rod"));
  CHECK(!gone->find("drive"));
}

// ---- by hand

TEST_CASE("an equation between x and y is typed, drawn, pulled, undone, saved and opened again") {
  const ScratchFolder folder;
  Screen screen(nullptr);
  screen.press("F4");
  screen.settle();
  screen.type("x^3 + y^3 = 3x y");
  screen.settle();
  screen.press("Ctrl+Enter");
  screen.settle();
  REQUIRE(screen.document().library->find("curve1"));
  CHECK(screen.document().library->find("curve1")->is_traced);
  const CurveId id = drawn_by_hand(screen);
  REQUIRE(id);
  const Curve drawn = *screen.document().world->find(id);
  CHECK(drawn.q[2] > 10);
  screen.press("F1");
  // Opposite the node, at (3/2, 3/2) of its sizes.
  const Point far = Point(drawn.q[0], drawn.q[1]) + 1.5 * drawn.q[2] * (Eigen::Rotation2Dd(drawn.q[3]) * Point(1, 1));
  Person person(screen.editor());
  person.drag(far, far + Point(6, 4));
  person.wait();
  const Curve pulled = *screen.document().world->find(id);
  CHECK((pulled.q.head<4>() - drawn.q.head<4>()).norm() > 1);
  CHECK(nearest(pulled, far + Point(6, 4), 1e-4)->distance < 0.1);
  screen.press("Ctrl+Z");
  CHECK(screen.document().world->find(id)->q == drawn.q);
  const std::filesystem::path file = folder.path / "folium.limber";
  screen.workspace.save_as(file);
  const Result<Document> read = from_json(read_file(file)->bytes, fresh_document());
  REQUIRE(read);
  CHECK(saved(*read, screen.editor().view()) == saved(screen.document(), screen.editor().view()));
}

TEST_CASE("the plain form of a formula is one key, and one step back") {
  Screen screen(nullptr);
  screen.press("F4");
  screen.settle();
  screen.press("Ctrl+A");
  const std::string typed = "curve c \"C\"\nt in [0, 2π]\nx = sin² t\ny = t";
  screen.type(typed);
  screen.settle();
  screen.press("Ctrl+Shift+I");
  screen.press("Ctrl+A");
  screen.press("Ctrl+C");
  const std::string plain = screen.workspace.clipboard().take();
  CHECK(plain.find("  t from 0 to 2*pi\n  x = sin(t)^2\n") != std::string::npos);
  screen.press("Ctrl+Z");
  screen.press("Ctrl+A");
  screen.press("Ctrl+C");
  CHECK(screen.workspace.clipboard().take() != plain);
}

TEST_CASE("a formula is typed, drawn, pulled, undone, saved and opened again") {
  const ScratchFolder folder;
  Screen screen(nullptr);
  screen.press("F4");
  screen.settle();
  screen.type("x = cos(3t)");
  screen.press("Enter");
  screen.type("y = sin \\tau/4 t");
  screen.settle();
  screen.press("Ctrl+A");
  screen.type("r = 1 + cos t");
  screen.settle();
  screen.press("Ctrl+Enter");
  screen.settle();
  REQUIRE(screen.document().library->find("curve1"));
  CHECK(screen.editor().tool().command() == "draw.curve1");
  const CurveId curve = drawn_by_hand(screen);
  REQUIRE(curve);
  CHECK(screen.document().world->find(curve)->type->name == "curve1");
  const double size = screen.document().world->find(curve)->q[2];
  screen.press("F1");
  Person person(screen.editor());
  Point on;
  REQUIRE(point_at(*screen.editor().world().find(curve), 0.4, on));
  person.drag(on, on + Point(5, 3));
  person.wait();
  CHECK(screen.document().world->find(curve)->q[2] != size);
  screen.press("Ctrl+Z");
  CHECK(screen.document().world->find(curve)->q[2] == size);
  const std::filesystem::path file = folder.path / "own.limber";
  screen.workspace.save_as(file);
  const Result<Document> read = from_json(read_file(file)->bytes, fresh_document());
  REQUIRE(read);
  CHECK(read->library->find("curve1"));
  CHECK(saved(*read, screen.editor().view()) == saved(screen.document(), screen.editor().view()));
}

TEST_CASE("keys typed into a formula are no commands, and Esc keeps the text for the next time") {
  Screen screen(nullptr);
  screen.press("F4");
  screen.settle();
  screen.type("x = b");
  screen.settle();
  CHECK(screen.editor().tool().command() == "tool.pull");
  screen.press("Esc");
  screen.settle();
  screen.press("B");
  CHECK(screen.editor().tool().command() == "draw.bar");
  screen.press("F4");
  screen.settle();
  screen.press("Ctrl+A");
  screen.press("Ctrl+C");
  CHECK(screen.workspace.clipboard().take() == "x = b");
}

TEST_CASE("a type in use is changed after it is said what becomes of the drawing, as one step of undo") {
  Screen screen(nullptr);
  Editor& editor = screen.editor();
  REQUIRE(editor.perform(Edit{edit::Define{loop}}));
  do_edit(editor, "draw loop as one a=7");
  do_edit(editor, "nail one.tip as held");
  editor.select_only({editor.document().find("one")});
  screen.press("Ctrl+Shift+F");
  screen.settle();
  const std::string other = replaced(loop, "  point tip = c + (a, 0)\n", "");
  CHECK(screen.workspace.what_follows(other) == "1 curve follows; removed with it: p1, held");
  CHECK(screen.workspace.what_follows(loop) == "");
  screen.press("Ctrl+A");
  screen.type(other);
  screen.press("Ctrl+Enter");
  screen.settle();
  CHECK(editor.document().library->find("loop")->text == other);
  CHECK(editor.document().world->find(editor.document().find("one").as<Body>())->type->text == other);
  CHECK(!editor.document().find("held"));
  screen.press("Ctrl+Z");
  CHECK(editor.document().find("held"));
  CHECK(editor.document().library->find("loop")->text == loop);
}

TEST_CASE("a built-in curve is never changed: its formula is opened as a copy") {
  Screen screen(nullptr);
  do_edit(screen.editor(), "draw circle as one r=5");
  screen.editor().select_only({screen.document().find("one")});
  screen.press("Ctrl+Shift+F");
  screen.settle();
  screen.press("Ctrl+Enter");
  screen.settle();
  CHECK(screen.document().library->find("curve1"));
  CHECK(screen.document().library->is_builtin("circle"));
  const Result<bool> taken = screen.workspace.define(replaced(screen.document().library->find("circle")->text, "\"Circle\"", "\"Ring\""));
  REQUIRE(!taken);
  CHECK(taken.error().message.find("circle") != std::string::npos);
}

TEST_CASE("a kind of constraint of one's own is in hand at once, and among the commands") {
  Screen screen(nullptr);
  screen.press("Shift+F4");
  screen.settle();
  screen.type("|a - b| = 2 |a - c|");
  screen.press("Ctrl+Enter");
  screen.settle();
  CHECK(screen.editor().tool().command() == "constrain.kind1");
  CHECK(find_command(screen.workspace.commands(), std::string_view("constrain.kind1")));
}

TEST_CASE("a formula that is kept is offered in every drawing, and one that is wrong is not kept") {
  const ScratchFolder folder;
  Screen screen(nullptr);
  screen.workspace.keep_formulas_in(folder.path / "formulas");
  CHECK(screen.workspace.kept_formulas().empty());
  REQUIRE(screen.workspace.keep_formula(loop));
  CHECK(!screen.workspace.keep_formula("curve half \"Half\"\n  x = "));
  REQUIRE(screen.workspace.kept_formulas().size() == 1);
  const Command* kept = find_command(screen.workspace.commands(), std::string_view("kept.loop"));
  REQUIRE(kept);
  run(Command(*kept), screen.workspace);
  CHECK(screen.document().library->find("loop"));
  CHECK(screen.editor().tool().command() == "draw.loop");
}

// Ctrl+Q dropped it without a word: it is no work of the drawing, so nothing asked.
TEST_CASE("a formula half typed is there again at the next start, however this one ended") {
  const ScratchFolder folder;
  const std::filesystem::path drafts = folder.path / "state" / "drafts.json";
  const std::string typed = "# a flower\nr = 1 + cos(5θ)/";
  bool closed = false;
  {
    Screen screen(nullptr);
    screen.workspace.keep_drafts_in(drafts);
    screen.press("F4");
    screen.settle();
    screen.type(typed);
    screen.settle();
    SUBCASE("quit") { screen.workspace.quit(); }
    SUBCASE("told to end") { screen.workspace.end(); }
    SUBCASE("killed a second later") { screen.workspace.keep_work(2, WorkKeeper::Pace::busy); }
    SUBCASE("put away, then quit") {
      screen.press("Escape");
      screen.settle();
      screen.workspace.quit();
      closed = true;
    }
    CHECK(!screen.editor().modified());
  }
  Screen next(nullptr);
  next.workspace.keep_drafts_in(drafts);
  next.settle();
  if (closed) next.press("F4"), next.settle();
  next.press("Ctrl+A");
  next.press("Ctrl+C");
  CHECK(next.workspace.clipboard().take() == typed);
  // Into a toolbox it is no draft any more.
  next.press("End");
  next.type("3");
  next.settle();
  next.press("Ctrl+Enter");
  next.settle();
  next.workspace.quit();
  next.workspace.drop_and_go_on();
  CHECK(load_drafts(drafts) == FormulaDrafts{});
}

TEST_CASE("what is kept is not lost to another of the same name") {
  const ScratchFolder folder;
  const std::filesystem::path formulas = folder.path / "formulas";
  const auto bare = [](const char* equation) { return whole_formula(equation, fresh_document()).text; };
  {
    Screen first(nullptr);
    first.workspace.keep_formulas_in(formulas);
    REQUIRE(first.workspace.keep_formula(bare("r = cos t")));
    REQUIRE(first.workspace.keep_formula(loop));
  }
  Screen second(nullptr);
  second.workspace.keep_formulas_in(formulas);
  // Both are curve1 in their drawings.
  const Result<std::filesystem::path> other = second.workspace.keep_formula(bare("r = sin 3t"));
  REQUIRE(other);
  CHECK(other->filename() == "curve2.curve");
  CHECK(read_file(*other)->bytes.starts_with("curve curve2 \"Curve 2\""));
  CHECK(read_file(formulas / "curve1.curve")->bytes == bare("r = cos t"));
  CHECK(second.workspace.keep_formula(bare("r = sin 3t"))->filename() == "curve2.curve");  // once is enough
  CHECK(second.workspace.kept_formulas().size() == 3);
  // A name someone gave.
  const std::string changed = replaced(loop, "sin 2t", "sin 3t");
  CHECK(second.workspace.keeps_another(changed));
  const Result<std::filesystem::path> refused = second.workspace.keep_formula(changed);
  REQUIRE(!refused);
  CHECK(refused.error().message == "You keep another loop already.");
  CHECK(read_file(formulas / "loop.curve")->bytes == loop);
  REQUIRE(second.workspace.keep_formula(changed, Workspace::Keep::instead));
  CHECK(read_file(formulas / "loop.curve")->bytes == changed);
}

TEST_CASE("a kept constraint is among the constraints, and its file can be opened and dropped") {
  const ScratchFolder folder;
  Screen screen(nullptr);
  screen.workspace.keep_formulas_in(folder.path / "formulas");
  const std::string text =
      whole_formula("|a - b| = 2 |a - c|", fresh_document(), Wanted::constraint).text;
  const Result<std::filesystem::path> kept = screen.workspace.keep_formula(text);
  REQUIRE(kept);
  CHECK(kept->filename() == "kind1.constraint");
  const Command* command = find_command(screen.workspace.commands(), std::string_view("kept.kind1"));
  REQUIRE(command);
  CHECK(command->menu == "Constrain");
  CHECK(command->submenu == "My formulas");
  screen.workspace.drop(*kept, Point(0, 0));
  CHECK(screen.document().kinds->find("kind1"));
  CHECK(screen.editor().tool().command() == "constrain.kind1");
}

TEST_CASE("the formula editor looks as it did when it was looked at") {
  for (const bool dark : {false, true}) {
    Screen screen(nullptr);
    if (dark) screen.editor().set_theme(dark_theme());
    screen.press("F4");
    screen.settle();
    screen.type("# a flower\nr = 1 + cos(5θ)/3\npoint tip = (1, 0)");
    screen.settle();
    check_golden(dark ? "formula_dark" : "formula", *screen.surface);
    screen.press("Enter");
    screen.type("let k = sinn(2 t)");
    screen.settle();
    check_golden(dark ? "formula_mistake_dark" : "formula_mistake", *screen.surface);
  }
}
