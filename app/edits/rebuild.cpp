#include "app/edits/rebuild.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers.h"
#include "app/edits/base64.h"
#include "app/edits/line.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

class Rebuilder {
 public:
  explicit Rebuilder(const Document& document) : document_(document), world_(document.world) {}

  std::vector<Edit> edits() {
    if (!(*document_.page == Page{}))
      add(edit::PageEdit{{document_.page->width, document_.page->height}, document_.page->unit});
    if (!document_.try_this->empty()) add(edit::TryThis{*document_.try_this});
    definitions();
    variables();
    for (const NamedStyle& style : *document_.styles)
      add(edit::NameStyle{style.name, all_parts(style.style)});
    layers();
    world_.bodies().each([&](CurveId id, const Body& body) { add(draw_edit(body.curve, name(id))); });
    world_.connectors().each([&](ConnectorId id, const Connector& connector) {
      add(edit::PointEdit{name(id), text_of(document_, connector)});
    });
    world_.constraints().each([&](ConstraintId id, const Constraint& one) { constraint(id, one); });
    world_.links().each([&](LinkId id, const Link& link) {
      add(edit::Weld{names(link.members), name(id), link.scales});
    });
    world_.motors().each([&](MotorId id, const Motor& one) { motor(id, one); });
    world_.forces().each([&](ForceId id, const Force& force) {
      add(edit::ForceEdit{name(force.on), name(id), force.value});
    });
    for (const auto& [number, text] : *document_.follows)
      add(edit::Follow{name_of(document_, number), text});
    world_.bodies().each([&](CurveId id, const Body& body) { locks(id, body); });
    mass();
    paper();
    each_thing(document_, [&](ThingId id) { attributes(id); });
    groups();
    order();
    add(edit::Reach{"", state()});
    return std::move(edits_);
  }

 private:
  template <class One>
  void add(One one) {
    edits_.push_back({std::move(one)});
  }
  const std::string& name(ThingId id) const { return document_.name(id); }
  Strings names(const std::vector<CurveId>& ids) const {
    Strings out;
    for (const CurveId id : ids) out.push_back(name(id));
    return out;
  }

  void definitions() {
    for (const std::string& type : document_.library->names())
      if (!document_.library->is_builtin(type))
        add(edit::Define{document_.library->find(type)->text});
    for (const auto& kind : document_.kinds->all())
      if (!is_builtin_kind(*kind)) add(edit::Define{kind->text});
  }
  static bool is_builtin_kind(const ConstraintKind& kind) {
    static const Result<ConstraintLibrary> builtin = ConstraintLibrary::load();
    const auto known = builtin ? builtin->find(kind.name) : nullptr;
    return known && known->text == kind.text;
  }

  // All of them first, so that they stand in their order; then each after those it calls.
  void variables() {
    const std::vector<Variable>& all = document_.variables;
    for (const Variable& variable : all) add(edit::Let{variable.name, "0"});
    std::set<std::string> waiting;
    for (const Variable& variable : all) waiting.insert(known_as(variable.name));
    while (!waiting.empty()) {
      const std::size_t before = waiting.size();
      for (const Variable& variable : all) {
        if (!waiting.contains(known_as(variable.name))) continue;
        bool ready = true;
        for (const std::string& called : names_in(variable.text))
          ready = ready && !waiting.contains(called);
        if (!ready) continue;
        add(edit::Let{variable.name, variable.text});
        if (!variable.note.empty()) add(edit::Explain{variable.name, variable.note});
        waiting.erase(known_as(variable.name));
      }
      if (waiting.size() == before) break;  // a circle: no drawing has one
    }
  }
  static std::string known_as(const std::string& name) {
    const Result<std::string> known = name_for_formulas(name);
    return known ? *known : name;
  }

  static edit::Parts all_parts(const Style& style) {
    edit::Parts parts;
    for (const StylePart& part : style_parts())
      parts.emplace_back(part.name, style_text(style, part.name));
    return parts;
  }

  void layers() {
    for (const ThingId id : layer_order(document_)) add(edit::LayerEdit{name(id)});
  }

  void constraint(ConstraintId id, const Constraint& one) {
    edit::Constrain edit{one.kind->name, name(id), {}, {}, !one.enabled};
    for (std::size_t i = 0; i < one.on.size(); ++i) {
      const Argument& argument = one.on[i];
      edit.on.push_back(argument.connector ? name(argument.connector)
                        : one.kind->inputs[i].shape == Shape::number
                            ? shortest(argument.number[0])
                            : text_of(document_, on_paper({argument.number[0], argument.number[1]})));
    }
    if (one.compliance != 0) edit.compliance = one.compliance;
    add(edit);
  }

  void motor(MotorId id, const Motor& one) {
    const Constraint& driven = *world_.find(one.constraint);
    edit::MotorEdit edit{name(one.constraint), name(id),
                         driven.kind->inputs[static_cast<std::size_t>(one.input)].name, one.speed, {}};
    if (std::isfinite(one.limit)) edit.limit = one.limit;
    add(edit);
    if (!one.running) add(edit::Disable{{name(id)}});
  }

  void locks(CurveId id, const Body& body) {
    Strings locked, free;
    for (int i = 0; i < static_cast<int>(body.locked.size()); ++i) {
      const bool wanted = body.locked[static_cast<std::size_t>(i)];
      if (wanted == parameter(*body.curve.type, i).locked) continue;
      (wanted ? locked : free).push_back(written_parameter(*body.curve.type, i));
    }
    if (!locked.empty()) add(edit::Lock{name(id), locked});
    if (!free.empty()) add(edit::Unlock{name(id), free});
  }

  void bends(CurveId id, const Body& body) {
    for (const Bend& bend : body.bends) {
      edit::BendEdit one{name(id), {written_parameter(*body.curve.type, bend.parameter)}, {}, {}, {}};
      if (bend.stiffness > 0) one.stiffness = bend.stiffness;
      if (bend.damping > 0) one.damping = bend.damping;
      add(one);
    }
    if (!body.bends.empty() && body.rest != body.curve.q)
      add(edit::Reach{"Bend", {{name(id), "rest", {body.rest.begin(), body.rest.end()}}}});
  }

  void mass() {
    const Physics usual, &its = world_.physics;
    if (its.gravity != usual.gravity) add(edit::Gravity{its.gravity});
    if (its.density != usual.density) add(edit::Density{its.density});
    if (its.air != usual.air) add(edit::Air{its.air});
    world_.bodies().each([&](CurveId id, const Body& body) {
      if (body.density > 0) add(edit::Weigh{{name(id)}, body.density, {}});
      else if (body.mass > 0) add(edit::Weigh{{name(id)}, {}, body.mass});
      bends(id, body);
    });
    world_.constraints().each([&](ConstraintId id, const Constraint& one) {
      if (one.damping != 0) add(edit::Damp{name(id), one.damping});
    });
    if (its.on) add(edit::PhysicsEdit{"on"});
  }

  void paper() {
    document_.texts->each([&](TextId id, const Text& text) {
      add(edit::TextEdit{text.text, name(id), text.at, text.size});
    });
    document_.pictures->each([&](PictureId id, const Picture& p) {
      add(edit::PictureEdit{p.file, name(id), p.bytes ? to_base64(*p.bytes) : "", p.at, p.size,
                            p.opacity});
    });
    document_.dimensions->each([&](DimensionId id, const DimensionMark& mark) {
      add(edit::DimensionEdit{name(mark.of), name(id), mark.at});
    });
    document_.traces->each([&](TraceId id, const Trace& trace) {
      add(edit::TraceEdit{name(trace.of), name(id), trace.seconds});
    });
    document_.plots->each([&](PlotId id, const Plot& plot) {
      add(edit::PlotEdit{plot.quantities, plot.over, name(id), plot.at, plot.size, plot.seconds});
    });
    document_.guides->each([&](GuideId id, const Guide& guide) {
      add(edit::GuideEdit{guide.at, guide.angle, name(id)});
    });
  }

  void attributes(ThingId id) {
    const Attributes& its = document_.of(id);
    if (id.kind == ThingKind::group) return;  // with their members
    style(id);
    if (its.layer) add(edit::Put{{name(id)}, name(its.layer)});
    if (its.hidden) add(edit::Hide{{name(id)}});
    if (its.locked) add(edit::Protect{{name(id)}});
  }
  // Before it is part of anything that has a style: what is not said is as usual.
  void style(ThingId id) {
    const Attributes& its = document_.of(id);
    if (its.style) add(edit::StyleEdit{{name(id)}, changed_parts(*its.style)});
    if (!its.style_name.empty()) add(edit::UseStyle{its.style_name, {name(id)}});
  }
  static edit::Parts changed_parts(const Style& style) {
    edit::Parts parts;
    const Style usual;
    for (const StylePart& part : style_parts())
      if (const std::string text = style_text(style, part.name);
          text != style_text(usual, part.name))
        parts.emplace_back(part.name, text);
    if (parts.empty()) parts.emplace_back("stroke", style_text(style, "stroke"));
    return parts;
  }

  // The innermost first: a group takes its members out of nothing.
  void groups() {
    std::vector<GroupId> left;
    document_.groups->each([&](GroupId id, const Group&) { left.push_back(id); });
    const auto depth = [&](GroupId id) {
      int levels = 0;
      while ((id = document_.of(id).group)) ++levels;
      return levels;
    };
    std::stable_sort(left.begin(), left.end(),
                     [&](GroupId a, GroupId b) { return depth(a) > depth(b); });
    for (const GroupId group : left) {
      Strings members;
      each_thing(document_, [&](ThingId id) {
        if (document_.of(id).group == group) members.push_back(name(id));
      });
      add(edit::GroupEdit{members, name(group)});
      const Attributes& its = document_.of(group);
      if (its.hidden) add(edit::Hide{{name(group)}});
      if (its.locked) add(edit::Protect{{name(group)}});
    }
    // Inner groups first, outer ones last, so that no style is taken from the one around it.
    for (const GroupId group : left) style(group);
  }

  // Where it is not the order in which the edits above have made things.
  void order() {
    for (const Level level : drawn_levels) {
      const std::vector<ThingId> order = rank_order(document_, level);
      std::vector<ThingId> made;
      for (const ThingKind kind : made_in_order)
        if (level_of(kind) == level)
          each_thing(document_, kind, [&](ThingId id) { made.push_back(id); });
      if (order == made) continue;
      for (const ThingId id : order) add(edit::Order{"front", {name(id)}});
    }
  }
  static constexpr ThingKind made_in_order[] = {
      ThingKind::curve,   ThingKind::constraint, ThingKind::motor, ThingKind::force, ThingKind::text,
      ThingKind::picture, ThingKind::dimension,  ThingKind::trace, ThingKind::plot,  ThingKind::guide};

  std::vector<edit::Reached> state() const {
    std::vector<edit::Reached> out;
    const auto list = [](const auto& numbers) {
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    world_.bodies().each([&](CurveId id, const Body& body) {
      out.push_back({name(id), "q", list(body.curve.q)});
      out.push_back({name(id), "sense", list(body.sense)});
      if (body.velocity.size() > 0) out.push_back({name(id), "velocity", list(body.velocity)});
    });
    world_.connectors().each([&](ConnectorId id, const Connector& connector) {
      const auto* sliding = std::get_if<SlidingAt>(&connector.what);
      if (!sliding) return;
      out.push_back({name(id), "t", {sliding->t}});
      out.push_back({name(id), "sense", {sliding->sense}});
    });
    world_.links().each([&](LinkId id, const Link& link) {
      for (std::size_t i = 0; i < link.reference.size(); ++i)
        out.push_back({name(id), "member" + std::to_string(i), list(link.reference[i])});
      out.push_back({name(id), "place", list(link.place)});
      out.push_back({name(id), "sense", list(link.sense)});
      if (link.velocity.size() > 0) out.push_back({name(id), "velocity", list(link.velocity)});
    });
    world_.constraints().each([&](ConstraintId id, const Constraint& constraint) {
      for (std::size_t i = 0; i < constraint.on.size(); ++i)  // a motor may have turned it
        if (!constraint.on[i].connector)
          out.push_back({name(id), std::to_string(i), list(constraint.on[i].number)});
      if (constraint.snaps) out.push_back({name(id), "snaps", {1}});
    });
    if (world_.physics.work != 0 || world_.physics.lost != 0)
      out.push_back({"", "energy", {world_.physics.work, world_.physics.lost}});
    out.push_back({"", "time", {world_.time}});
    return out;
  }

  const Document& document_;
  const World& world_;
  std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> edits_for(const Document& document) { return Rebuilder(document).edits(); }

std::string script_for(const Document& document) {
  std::string out = "limber script 1\n";
  for (const Edit& edit : edits_for(document)) out += line_of(edit) + '\n';
  return out;
}

}  // namespace limber
