// Edits: the one way to change a drawing.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <type_traits>

#include "app/drawing/assets.h"
#include "app/editor/history.h"
#include "app/edits/line.h"
#include "app/edits/rebuild.h"
#include "app/script/player.h"
#include "tests/app_fixture.h"
#include "tests/program.h"
#include "tests/scratch_folder.h"

using namespace limber;

// ---- nothing but apply changes a Document: the compiler says so

template <class Part>
constexpr bool can_be_written =
    std::is_assignable_v<Part&, std::remove_cvref_t<decltype(*std::declval<Part&>())>> ||
    !std::is_const_v<std::remove_reference_t<decltype(*std::declval<Part&>())>>;
static_assert(!can_be_written<decltype(Document::world)>);
static_assert(!can_be_written<decltype(Document::library)>);
static_assert(!can_be_written<decltype(Document::kinds)>);
static_assert(!can_be_written<decltype(Document::texts)>);
static_assert(!can_be_written<decltype(Document::attributes)>);
static_assert(!can_be_written<decltype(Document::variables)>);
static_assert(!can_be_written<decltype(Document::follows)>);
static_assert(!can_be_written<decltype(Document::styles)>);
static_assert(!can_be_written<decltype(Document::page)>);
static_assert(!can_be_written<decltype(Document::names)>);
static_assert(!std::is_constructible_v<Change, Document>);
static_assert(!std::is_constructible_v<Change, const Document&>);
static_assert(!std::is_default_constructible_v<Change>);

namespace {

// A person who does not know what they are doing: random edits of every verb, most of them possible.
class Monkey {
 public:
  explicit Monkey(unsigned seed) : random_(seed) {}

  Edit next(const Document& document) {
    document_ = &document;
    // Now and then much goes, so that the drawing stays small.
    int things = 0;
    each_thing(document, [&](ThingId) { ++things; });
    if (things > 60) return {edit::Delete{some(everything, 6)}};
    return make(random_() % std::variant_size_v<AnyEdit>);
  }

 private:
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Point place() { return {number(-100, 100), number(-100, 100)}; }
  bool chance(int of) { return random_() % static_cast<unsigned>(of) == 0; }

  using Kinds = std::vector<ThingKind>;
  inline static const Kinds everything = [] {
    Kinds all;
    for (std::size_t kind = 0; kind < thing_kinds; ++kind) all.push_back(static_cast<ThingKind>(kind));
    return all;
  }();

  std::string any(const Kinds& kinds) {
    Strings names;
    for (const ThingKind kind : kinds)
      each_thing(*document_, kind, [&](ThingId id) { names.push_back(document_->name(id)); });
    return names.empty() ? "nobody" : names[random_() % names.size()];
  }
  std::string thing() {
    return any({ThingKind::curve, ThingKind::text, ThingKind::constraint, ThingKind::guide,
                ThingKind::picture});
  }
  Strings some(const Kinds& kinds, unsigned most = 3) {
    Strings names;
    for (unsigned i = 0; i <= random_() % most; ++i) names.push_back(any(kinds));
    return names;
  }
  Strings things() {
    return some({ThingKind::curve, ThingKind::text, ThingKind::guide, ThingKind::picture});
  }
  std::string curve() { return any({ThingKind::curve}); }
  std::string constraint() { return any({ThingKind::constraint}); }
  std::string variable() {
    const std::vector<Variable>& all = document_->variables;
    return all.empty() ? "nothing" : all[random_() % all.size()].name;
  }
  std::string point() {
    if (chance(3)) return any({ThingKind::connector});
    const std::string name = curve();
    const Curve* found = document_->world->find(document_->find(name).as<Body>());
    if (!found) return name;
    const double t = number(t_begin(*found), t_end(*found));
    return name + (chance(4) ? "~" : "@") + shortest(t);
  }
  std::string parameter(const std::string& name) {
    const Curve* found = document_->world->find(document_->find(name).as<Body>());
    if (!found) return "r";
    const auto& all = found->type->parameters;
    if (all.empty()) return std::to_string(random_() % static_cast<unsigned>(found->q.size()));
    return all[random_() % all.size()].name;
  }
  std::string fresh() { return chance(2) ? "" : "thing " + std::to_string(random_() % 1000); }
  edit::Parts parts() {
    static const edit::Parts all = {{"stroke", "red/0.5"}, {"stroke", "#12ab9f"}, {"width", "0.7mm"},
                                    {"dash", "4,2,1"},     {"fill", "radial(0.5,0.5,1,1;blue@0;ink@1)"},
                                    {"cap", "butt"},       {"join", "miter"}, {"end", "arrow"},
                                    {"construction", "yes"}, {"miter_limit", "7"}};
    edit::Parts out;
    for (unsigned i = 0; i <= random_() % 3; ++i) out.push_back(all[random_() % all.size()]);
    return out;
  }
  edit::Constrain constrain() {
    const auto& kinds = document_->kinds->all();
    const ConstraintKind& kind = *kinds[random_() % kinds.size()];
    edit::Constrain out{kind.name, fresh(), {}, {}, chance(9)};
    for (const Input& input : kind.inputs)
      out.on.push_back(input.shape == Shape::number && chance(2) ? shortest(number(0.1, 30))
                       : input.shape == Shape::number ? [&] {
                           const std::string on = curve();
                           return on + "." + parameter(on);
                         }()
                       : input.shape == Shape::direction ? [&] {
                           const std::string on = point();
                           const std::size_t at = on.find('@');
                           return at == on.npos ? on : on.substr(0, at) + ".tangent" + on.substr(at);
                         }()
                                                       : point());
    if (chance(5)) out.compliance = number(0.01, 2);
    return out;
  }

  Edit make(std::size_t which) {
    const auto is = [&](const auto& one) { return AnyEdit(one).index() == which; };
    if (is(edit::Draw{}) || chance(8)) {
      static const char* types[] = {"circle", "line", "bar", "polyline", "rectangle", "spline"};
      const std::string type = types[random_() % 6];
      edit::Draw draw{type, fresh(), {}, {}};
      if (type == "polyline" || type == "spline")
        for (unsigned i = 0; i < 3 + random_() % 4; ++i)
          draw.nodes.push_back({number(-50, 50), number(-50, 50)});
      else if (type == "circle")
        draw.q = {{"c.x", number(-50, 50)}, {"c.y", number(-50, 50)}, {"r", number(1, 30)}};
      return {draw};
    }
    if (is(edit::Delete{})) return {edit::Delete{{thing()}}};
    if (is(edit::Name{})) return {edit::Name{thing(), "new " + std::to_string(random_() % 999)}};
    if (is(edit::Lock{}) || is(edit::Unlock{})) {
      const std::string on = curve();
      return is(edit::Lock{}) ? Edit{edit::Lock{on, {parameter(on)}}}
                              : Edit{edit::Unlock{on, {parameter(on)}}};
    }
    if (is(edit::Set{})) {
      const std::string on = curve();
      return {edit::Set{on + "." + parameter(on), number(0.1, 40)}};
    }
    if (is(edit::Define{})) {
      const std::string n = std::to_string(random_() % 5);
      return {edit::Define{"curve own" + n + "\n  place c = (0, 0)\n  length r = " + n +
                           "5, r > 0\n  t from 0 to 1\n  at = c + r (t, t^2)"}};
    }
    if (is(edit::Let{})) {
      const std::string name = std::string(1, static_cast<char>('a' + random_() % 4)) + "_len";
      return {edit::Let{name, chance(2) ? shortest(number(1, 9)) : "2 " + variable()}};
    }
    if (is(edit::Rename{})) return {edit::Rename{variable(), "v" + std::to_string(random_() % 9)}};
    if (is(edit::Explain{})) return {edit::Explain{variable(), "what it is \"for\""}};
    if (is(edit::Forget{})) return {edit::Forget{variable(), chance(2)}};
    if (is(edit::Follow{})) {
      const std::string on = curve();
      return {edit::Follow{on + "." + parameter(on), "3 " + variable()}};
    }
    if (is(edit::Unfollow{})) {
      const std::string on = curve();
      return {edit::Unfollow{on + "." + parameter(on)}};
    }
    if (is(edit::PointEdit{})) return {edit::PointEdit{"P" + std::to_string(random_() % 99), point()}};
    if (is(edit::Constrain{})) return {constrain()};
    if (is(edit::Nail{})) return {edit::Nail{point(), fresh()}};
    if (is(edit::Attach{})) return {edit::Attach{point(), point(), fresh()}};
    if (is(edit::Slide{})) return {edit::Slide{point(), curve(), fresh()}};
    if (is(edit::Spring{})) return {edit::Spring{point(), point(), fresh(), number(0.1, 5), {}}};
    if (is(edit::Stop{})) {
      const std::string on = curve();
      return {edit::Stop{on + "." + parameter(on), fresh(), number(-90, 0), number(50, 90)}};
    }
    if (is(edit::Soften{})) return {edit::Soften{constraint(), number(0.5, 8)}};
    if (is(edit::Harden{})) return {edit::Harden{constraint()}};
    if (is(edit::Enable{})) return {edit::Enable{{constraint()}}};
    if (is(edit::Disable{})) return {edit::Disable{{any({ThingKind::constraint, ThingKind::motor})}}};
    if (is(edit::Weld{})) return {edit::Weld{{curve(), curve()}, fresh(), chance(3)}};
    if (is(edit::MotorEdit{})) return {edit::MotorEdit{curve(), fresh(), "", number(-3, 3), {}}};
    if (is(edit::Drive{})) return {edit::Drive{any({ThingKind::motor}), number(-5, 5)}};
    if (is(edit::Unlimit{})) return {edit::Unlimit{any({ThingKind::motor})}};
    if (is(edit::ForceEdit{})) return {edit::ForceEdit{point(), fresh(), place()}};
    if (is(edit::Move{})) return {edit::Move{things(), place()}};
    if (is(edit::Turn{})) return {edit::Turn{things(), number(-3, 3), place()}};
    if (is(edit::Scale{})) return {edit::Scale{things(), number(0.5, 1.8), place()}};
    if (is(edit::Mirror{})) return {edit::Mirror{things(), place(), place()}};
    if (is(edit::Copy{})) return {edit::Copy{some({ThingKind::curve, ThingKind::text}), place()}};
    if (is(edit::Order{})) {
      static const char* places[] = {"front", "back", "forward", "backward"};
      return {edit::Order{places[random_() % 4], things()}};
    }
    if (is(edit::GroupEdit{}))
      return {edit::GroupEdit{some({ThingKind::curve, ThingKind::text, ThingKind::group}), fresh()}};
    if (is(edit::Ungroup{})) return {edit::Ungroup{{any({ThingKind::group})}}};
    if (is(edit::LayerEdit{})) return {edit::LayerEdit{"layer " + std::to_string(random_() % 9)}};
    if (is(edit::Put{})) return {edit::Put{things(), chance(3) ? "" : any({ThingKind::layer})}};
    if (is(edit::Hide{})) return {edit::Hide{{thing()}}};
    if (is(edit::Show{})) return {edit::Show{{thing()}}};
    if (is(edit::Protect{})) return {edit::Protect{{thing()}}};
    if (is(edit::Unprotect{})) return {edit::Unprotect{{thing()}}};
    if (is(edit::StyleEdit{})) return {edit::StyleEdit{things(), parts()}};
    const std::string style = "style " + std::to_string(random_() % 3);
    if (is(edit::NameStyle{})) return {edit::NameStyle{style, parts()}};
    if (is(edit::UseStyle{})) return {edit::UseStyle{chance(4) ? "" : style, things()}};
    if (is(edit::ForgetStyle{})) return {edit::ForgetStyle{style}};
    if (is(edit::TextEdit{})) return {edit::TextEdit{"it's \"θ\"\nhere", fresh(), place(), {}}};
    if (is(edit::Write{})) return {edit::Write{any({ThingKind::text}), "other", number(1, 9)}};
    if (is(edit::PictureEdit{}))
      return {edit::PictureEdit{"cat.png", fresh(), chance(2) ? "aGVsbG8=" : "", place(),
                                Point(30, 20), 0.5}};
    if (is(edit::DimensionEdit{})) return {edit::DimensionEdit{constraint(), fresh(), place()}};
    if (is(edit::TraceEdit{})) return {edit::TraceEdit{point(), fresh(), number(0, 5)}};
    if (is(edit::PlotEdit{})) {
      const std::string on = curve();
      return {edit::PlotEdit{{on + "." + parameter(on)}, "time", fresh()}};
    }
    if (is(edit::GuideEdit{})) return {edit::GuideEdit{place(), number(-3, 3), fresh()}};
    if (is(edit::PageEdit{})) return {edit::PageEdit{Point(210, 297), chance(2) ? "mm" : "in"}};
    return {reach()};
  }

  edit::Reach reach() {
    const std::string name = curve();
    const Curve* found = document_->world->find(document_->find(name).as<Body>());
    edit::Reach out{"Pull", {}};
    if (!found) return out;
    std::vector<double> q(found->q.begin(), found->q.end());
    q[0] += number(-1, 1);
    out.state = {{name, "q", q}, {"", "time", {number(0, 9)}}};
    return out;
  }

  std::mt19937 random_;
  const Document* document_ = nullptr;
};

std::string bytes(const Document& document) { return saved(document); }

}  // namespace

TEST_CASE("a monkey's edits are undone, redone, replayed, saved and loaded to the byte") {
  constexpr int wanted = 20000;
  constexpr unsigned seed = 1990;
  CAPTURE(seed);
  Monkey monkey(seed);
  Document document = fresh_document();
  const Document first = document;
  History history(document);
  std::string script;
  std::vector<std::uint64_t> hashes;
  std::map<std::string, int> done;
  int tried = 0;
  while (static_cast<int>(hashes.size()) < wanted && tried < 20 * wanted) {
    ++tried;
    const Edit edit = monkey.next(document);
    const std::string text = line_of(edit);
    const Result<Edit> read = read_edit(text);
    REQUIRE_MESSAGE(read, text, ": ", read.error().message);
    REQUIRE_MESSAGE(*read == edit, text);
    const std::uint64_t before = tried % 50 == 0 ? hash(document) : 0;
    const Result<Document> next = apply(document, edit);
    if (tried % 50 == 0) CHECK(hash(document) == before);  // a value is not changed behind its back
    if (!next) continue;
    document = *next;
    ++done[text.substr(0, text.find(' '))];
    history.push("", document);
    script += "@0 " + text + "\n";
    hashes.push_back(hash(document));
    if (hashes.size() % 100 == 0) {
      const std::string file = bytes(document);
      const Result<Document> loaded = from_json(file, fresh_document());
      REQUIRE_MESSAGE(loaded, hashes.size(), ": ", loaded.error().message, "\n", text);
      CHECK(bytes(*loaded) == file);
      // As a script from nothing, too.
      if (hashes.size() % 2000 == 0) {
        Document again = fresh_document();
        for (const Edit& one : edits_for(document)) {
          const Result<Document> more = apply(again, one);
          REQUIRE_MESSAGE(more, line_of(one), ": ", more.error().message);
          again = *more;
        }
        CHECK(bytes(again) == file);
      }
    }
  }
  REQUIRE(static_cast<int>(hashes.size()) == wanted);
  for (const Verb& verb : edit_verbs()) CHECK_MESSAGE(done[verb.name] >= 5, verb.name);

  const std::string last = bytes(document);
  std::size_t steps = 0;
  while (history.can_undo()) {
    const Document& old = history.undo();
    ++steps;
    if (steps % 97 == 0 && steps < hashes.size()) CHECK(hash(old) == hashes[hashes.size() - 1 - steps]);
  }
  CHECK(steps + 1 == history.size());  // all that is kept; the oldest is as it was then
  CHECK(steps > 5000);
  CHECK(hash(history.now()) == hashes[hashes.size() - 1 - steps]);
  while (history.can_redo()) history.redo();
  CHECK(bytes(history.now()) == last);

  Document replayed = first;
  std::size_t at = 0;
  while (at < script.size()) {
    const std::size_t end = script.find('\n', at);
    const Result<Edit> edit = read_edit(script.substr(at + 3, end - at - 3));
    REQUIRE(edit);
    const Result<Document> next = apply(replayed, *edit);
    REQUIRE(next);
    replayed = *next;
    at = end + 1;
  }
  CHECK(bytes(replayed) == last);

  const ScratchFolder folder;
  const std::string file = (folder.path / "monkey.script").string();
  std::ofstream(file) << script << "@0 reach \"\"\n";
  const Ran ran = run_limber({"edit", "new", file, "-o", "-"});
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  CHECK(ran.out == last);
}

TEST_CASE("every drawing of the program is rebuilt from nothing by a script, to the byte") {
  for (const std::string_view name : assets_ending_in(".limber")) {
    CAPTURE(name);
    const Result<Document> document = from_json(asset(name), fresh_document());
    REQUIRE(document);
    const Result<Script> script = parse_script(script_for(*document));
    REQUIRE_MESSAGE(script, script.error().message);
    for (const Line& line : script->lines) CHECK(!std::holds_alternative<line::Load>(line.action));
    Player player(fresh_document(), fresh_document(), *script);
    while (true) {
      const Result<bool> ticked = player.tick();
      REQUIRE_MESSAGE(ticked, ticked.error().message);
      if (!*ticked) break;
    }
    CHECK(player.settle());
    player.enter();
    CHECK(saved(player.document()) == saved(*document));
  }
}

TEST_CASE("a drawing of 10,000 curves: an edit copies only what it touches") {
  Document document = fresh_document();
  for (int i = 0; i < 10000; ++i) {
    edit::Draw draw{"circle", "c" + std::to_string(i), {{"c.x", i}, {"r", 1.0}}, {}};
    document = *apply(document, {draw});
  }
  const Result<Document> next = apply(document, {edit::Set{"c77.r", 3}});
  REQUIRE(next);
  CHECK(bytes_beside(*next, document) < 64 * 1024);
  CHECK(next->world->find(next->find("c77").as<Body>())->q[2] == 3);
  CHECK(document.world->find(document.find("c77").as<Body>())->q[2] == 1);
}

TEST_CASE("10,000 steps of 300 curves and 300 constraints fit into the memory of undo") {
  Document document = fresh_document();
  for (int i = 0; i < 300; ++i) {
    edit::Draw draw{"bar", "b" + std::to_string(i), {{"a.x", 3 * i}}, {}};
    document = *apply(document, {draw});
    document = *apply(document, {edit::Nail{"b" + std::to_string(i) + "@0", ""}});
  }
  History history(document);
  for (int i = 0; i < 9999; ++i) {
    const std::string name = "b" + std::to_string(i % 300);
    edit::Reach reach{"Pull", {{name, "q", {0, 0, 0.001 * i, 30}}}};
    const Result<Document> next = apply(history.now(), {reach});
    REQUIRE(next);
    history.push("Pull", *next);
  }
  CHECK(history.size() == History::max_steps);
  CHECK(history.bytes() < History::max_bytes);
}

TEST_CASE("an edit that cannot be done is told in a sentence, and changes nothing") {
  Document document = fresh_document();
  do_edit(document, "draw circle as wheel r=10");
  const std::uint64_t before = hash(document);
  const std::pair<const char*, const char*> refused[] = {
      {"draw circel", "did you mean circle?"},
      {"draw circle r=-5", "must be above 0"},
      {"draw circle as wheel", "called wheel already"},
      {"delete weel", "did you mean wheel?"},
      {"nail wheel@99", "runs from t="},
      {"nail wheel", "which point of it?"},
      {"constrain distance wheel@0", "also asks for"},
      {"constrain glue wheel@0", "no kind of constraint"},
      {"set wheel.r -1", "must be above 0"},
      {"style wheel stroke=blu", "a colour is expected"},
      {"order up wheel", "front, back, forward"},
      {"mirror wheel through 1 1 1 1", "two places"},
  };
  for (const auto& [text, words] : refused) {
    CAPTURE(text);
    const Result<Edit> edit = read_edit(text);
    REQUIRE_MESSAGE(edit, edit.error().message);
    const Result<Document> next = apply(document, *edit);
    REQUIRE(!next);
    const std::string said = next.error().message + " " + next.error().suggestion;
    CHECK_MESSAGE(said.find(words) != std::string::npos, said);
  }
  CHECK(hash(document) == before);
}
