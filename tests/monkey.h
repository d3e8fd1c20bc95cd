// Random edits of every verb.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/document/numbers.h"
#include "app/edits/edit.h"
#include "app/edits/line.h"
#include "app/edits/live.h"

namespace limber {

// A person who does not know what they are doing: random edits of every verb, most of them possible.
class Monkey {
 public:
  // Drawings grow to so many things.
  explicit Monkey(unsigned seed, int most_things = 60) : random_(seed), most_things_(most_things) {}

  Edit next(const Document& document) {
    document_ = &document;
    // Now and then much goes, so that the drawing stays small.
    int things = 0;
    each_thing(document, [&](ThingId) { ++things; });
    if (things > most_things_) return {edit::Delete{some(everything, 6)}};
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
  std::string thing() { return any(everything); }
  Strings some(const Kinds& kinds, unsigned most = 3) {
    Strings names;
    for (unsigned i = 0; i <= random_() % most; ++i) names.push_back(any(kinds));
    return names;
  }
  // Most often of those that are seen.
  Strings things() {
    if (chance(3)) return some(everything);
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
  // Names may hold what the language of edits is made of.
  std::string fresh() {
    if (chance(2)) return "";
    static const char* stems[] = {"thing ", "a@", "b~", "c.", "d=", "e,", "\"f\\", "#g", "(1,2)", "θ"};
    return (chance(3) ? stems[random_() % 10] : "thing ") + std::to_string(random_() % 1000);
  }
  edit::Parts parts() {
    static const edit::Parts all = {{"stroke", "red/0.5"}, {"stroke", "#12ab9f"}, {"width", "0.7mm"},
                                    {"dash", "4,2,1"},     {"fill", "radial(0.5,0.5,1,1;blue@0;ink@1)"},
                                    {"cap", "butt"},       {"join", "miter"}, {"end", "arrow"},
                                    {"construction", "yes"}, {"miter_limit", "7"}, {"opacity", "0.5"}};
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
    const auto is = [&](const auto& one) { return Edit(one).what.index() == which; };
    if (is(edit::Draw{}) || chance(8)) return {chance(2) ? draw_any() : draw_plain()};
    if (is(edit::Delete{})) return {edit::Delete{{thing()}}};
    if (is(edit::Name{})) return {edit::Name{thing(), fresh()}};
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
      if (chance(2)) return {edit::Define{own_kind(n)}};
      return {edit::Define{"curve own" + n + "\n  place c = (0, 0)\n  length r = " + n +
                           "5, r > 0\n  t from 0 to 1\n  at = c + r (t, t^2)"}};
    }
    if (is(edit::Redefine{})) {
      const std::string n = std::to_string(random_() % 5), b = std::to_string(random_() % 9 + 1);
      if (chance(2)) return {edit::Redefine{own_kind(n)}};
      return {edit::Redefine{"curve own" + n + "\n  place c = (0, 0)\n  length r = " + n +
                             "5, r > 0\n  number b = " + b + "\n  t from 0 to 1\n  at = c + r (t, b t^2)"}};
    }
    if (is(edit::Insert{})) {
      std::string lines = line_of({draw_any()}) + "\n\n";
      for (unsigned i = 0; i <= random_() % 2; ++i) lines += line_of(make_but_insert()) + "\n";
      return {edit::Insert{lines}};
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
    if (is(edit::MotorEdit{})) return {motor()};
    if (is(edit::Drive{})) return {edit::Drive{any({ThingKind::motor}), number(-5, 5)}};
    if (is(edit::Unlimit{})) return {edit::Unlimit{any({ThingKind::motor})}};
    if (is(edit::ForceEdit{})) return {edit::ForceEdit{point(), fresh(), place()}};
    if (is(edit::PhysicsEdit{})) return {edit::PhysicsEdit{chance(3) ? "off" : chance(3) ? "rest" : "on"}};
    if (is(edit::Gravity{})) return {edit::Gravity{100 * place()}};
    if (is(edit::Density{})) return {edit::Density{number(1e-5, 1e-3)}};
    if (is(edit::Air{})) return {edit::Air{number(0, 1e-4)}};
    if (is(edit::Weigh{})) {
      edit::Weigh weigh{{curve()}, {}, {}};
      if (chance(3)) weigh.density = number(1e-5, 1e-3);
      else if (chance(2)) weigh.mass = number(0.01, 1);
      return {weigh};
    }
    if (is(edit::BendEdit{})) {
      const std::string name = curve();
      return {edit::BendEdit{name, {parameter(name)}, number(0.01, 2), {}, {}}};
    }
    if (is(edit::Stiffen{})) {
      const std::string name = curve();
      return {edit::Stiffen{name, {parameter(name)}}};
    }
    if (is(edit::Damp{})) return {edit::Damp{constraint(), number(0, 2)}};
    if (is(edit::Throw{})) return {edit::Throw{{curve()}, place(), number(-5, 5)}};
    if (is(edit::Move{})) return {edit::Move{things(), place()}};
    if (is(edit::Turn{})) return {edit::Turn{things(), number(-3, 3), place()}};
    if (is(edit::Scale{})) return {edit::Scale{things(), number(0.5, 1.8), place()}};
    if (is(edit::Mirror{})) return {edit::Mirror{things(), place(), place()}};
    if (is(edit::Copy{})) return {edit::Copy{things(), place()}};
    if (is(edit::Order{})) {
      static const char* places[] = {"front", "back", "forward", "backward"};
      return {edit::Order{places[random_() % 4], things()}};
    }
    if (is(edit::GroupEdit{}))
      return {edit::GroupEdit{chance(3) ? some(everything)
                                        : some({ThingKind::curve, ThingKind::text, ThingKind::group}),
                              fresh()}};
    if (is(edit::Ungroup{})) return {edit::Ungroup{{any({ThingKind::group})}}};
    if (is(edit::LayerEdit{})) return {edit::LayerEdit{"layer " + std::to_string(random_() % 9)}};
    if (is(edit::Put{})) return {edit::Put{things(), chance(3) ? "" : any({ThingKind::layer})}};
    if (is(edit::Hide{})) return {edit::Hide{{thing()}}};
    if (is(edit::Show{})) return {edit::Show{{thing()}}};
    if (is(edit::Protect{})) return {edit::Protect{{thing()}}};
    if (is(edit::Unprotect{})) return {edit::Unprotect{{thing()}}};
    if (is(edit::StyleEdit{})) return {edit::StyleEdit{things(), parts()}};
    if (is(edit::Unstyle{})) return {edit::Unstyle{things()}};
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
      edit::PlotEdit plot{{on + "." + parameter(on)}, "time", fresh(), {}, {}, {}};
      if (chance(2)) plot.at = place(), plot.size = Point(number(10, 90), 40);
      if (chance(3)) plot.seconds = number(0, 20);
      return {plot};
    }
    if (is(edit::Replot{})) {
      const std::string on = curve(), other = curve();
      return {edit::Replot{any({ThingKind::plot}), {on + "." + parameter(on)}, other + "." + parameter(other)}};
    }
    if (is(edit::Span{}))
      return {edit::Span{any({ThingKind::trace, ThingKind::plot}), number(0, 9)}};
    if (is(edit::GuideEdit{})) return {edit::GuideEdit{place(), number(-3, 3), fresh()}};
    if (is(edit::PageEdit{})) return {edit::PageEdit{Point(210, 297), chance(2) ? "mm" : "in"}};
    if (is(edit::TryThis{})) return {edit::TryThis{{chance(2) ? "Pull it." : "", "Let go."}}};
    const std::string on = curve();
    if (is(edit::InsertNode{})) return {edit::InsertNode{on, number(0, 3)}};
    if (is(edit::RemoveNode{})) return {edit::RemoveNode{on, double(1 + random_() % 3)}};
    if (is(edit::Joint{}))
      return {edit::Joint{on, chance(2) ? "smooth" : "corner", double(1 + random_() % 3)}};
    if (is(edit::Split{})) return {edit::Split{on, fresh(), number(0, 1)}};
    if (is(edit::Join{})) return {edit::Join{on, curve()}};
    if (is(edit::Convert{})) return {edit::Convert{on, chance(2) ? "path" : "closed_path", number(1, 9)}};
    if (is(edit::Simplify{})) return {edit::Simplify{on, number(1, 5)}};
    if (is(edit::Trim{})) return {edit::Trim{on, number(0, 0.4), number(0.5, 1.2)}};
    if (is(edit::Fillet{})) return {edit::Fillet{on, double(1 + random_() % 3), number(0.1, 2)}};
    if (is(edit::Offset{})) return {edit::Offset{on, fresh(), number(-2, 2)}};
    return chance(2) ? Edit{reach()} : moved_on();
  }

  // What is inserted holds no other script: nested ones would be as long as chance makes them.
  Edit make_but_insert() {
    Edit one = make(random_() % std::variant_size_v<AnyEdit>);
    while (std::holds_alternative<edit::Insert>(one.what))
      one = make(random_() % std::variant_size_v<AnyEdit>);
    return one;
  }

  edit::Draw draw_plain() {
    static const char* types[] = {"circle", "line", "bar", "polyline", "rectangle", "spline"};
    const std::string type = types[random_() % 6];
    edit::Draw draw{type, fresh(), {}, {}};
    if (type == "polyline" || type == "spline")
      for (unsigned i = 0; i < 3 + random_() % 4; ++i)
        draw.nodes.push_back({number(-50, 50), number(-50, 50)});
    else if (type == "circle")
      draw.q = {{"c.x", number(-50, 50)}, {"c.y", number(-50, 50)}, {"r", number(1, 30)}};
    return draw;
  }
  // Of any type in the toolbox, those of the drawing's own among them, at its own size or another.
  edit::Draw draw_any() {
    const std::vector<std::string> types = document_->library->names();
    const SharedCurveType type = document_->library->find(types[random_() % types.size()]);
    edit::Draw draw{type->name, fresh(), {}, {}};
    for (const Parameter& parameter : type->parameters)
      if (chance(4)) draw.q.emplace_back(parameter.name, number(0.5, 9));
    return draw;
  }

  static std::string own_kind(const std::string& n) {
    return "constraint held" + n + " \"Held " + n + "\" (point a, point b, length d = 1" + n + "):\n  |a - b| = d + " + n;
  }

  // Of a curve's angle, of a number that is held; some with a limit.
  edit::MotorEdit motor() {
    edit::MotorEdit out{chance(3) ? constraint() : curve(), fresh(), "", number(-3, 3), {}};
    if (chance(3)) out.limit = number(0.1, 50);
    return out;
  }

  // What a hand and time make of the drawing in a moment, links and sliding points with it.
  Edit moved_on() {
    Live live(*document_);
    live.wake();
    const std::string name = curve();
    if (const CurveId id = document_->find(name).as<Body>()) {
      const Curve& held = *document_->world->find(id);
      const HandId hand = live.grab(point_at(id, number(t_begin(held), t_end(held))));
      live.pull(hand, place());
    }
    for (int i = 0; i < 3; ++i) live.tick(chance(2) ? Run::play : Run::edit);
    return live.reached("Pull");
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
  int most_things_;
  const Document* document_ = nullptr;
};

}  // namespace limber
