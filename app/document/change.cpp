#include "app/document/change.h"

#include <algorithm>

#include "app/document/fields.h"
#include "app/document/readout.h"

namespace limber {

namespace {

Error no(std::string message, std::string suggestion = {}) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

constexpr std::size_t longest_name = 200;

std::string stem_of(const Constraint& constraint) {
  return is_nail(constraint)         ? "nail"
         : is_attachment(constraint) ? "joint"
                                     : constraint.kind->name;
}

// Things of one drawing that are not in the other, which was made from it.
struct Gone {
  std::vector<ThingId> things;
  template <class Thing>
  void add(const SlotMap<Thing>& before, const SlotMap<Thing>& now) {
    before.each_unshared(now, [&](Id<Thing> id, const Thing* was, const Thing* is) {
      if (was && !is) things.push_back(id);
    });
  }
  void add(const World& before, const World& now) {
    fields(Of<World>(), [&](const char*, auto part) { add((before.*part)(), (now.*part)()); });
  }
  template <class Other>
  void add(const Other&, const Other&) {}
};
std::vector<ThingId> gone_since(const Document& before, const Document& now) {
  Gone gone;
  Document::fields([&](const char*, auto field) { gone.add(*(before.*field), *(now.*field)); });
  return gone.things;
}

}  // namespace

// ---- adding

ThingId Change::named(ThingId id, const std::string& name, const std::string& stem) {
  Attributes& its = attributes(id);
  its.name = name.empty() ? document_.names->fresh(stem) : name;
  if (has_rank(id.kind)) its.rank = document_.next_rank.value_++;
  document_.names.value_.add(its.name, id);
  return id;
}

CurveId Change::add(Curve curve, const std::string& name) {
  const std::string stem = curve.type->name;
  return named(world().add(std::move(curve)), name, stem).as<Body>();
}
ConnectorId Change::add(Connector connector, const std::string& name) {
  return named(world().add(std::move(connector)), name, "p").as<Connector>();
}
ConstraintId Change::add(Constraint constraint, const std::string& name) {
  const std::string stem = stem_of(constraint);
  return named(world().add(std::move(constraint)), name, stem).as<Constraint>();
}
LinkId Change::weld(const std::vector<CurveId>& curves, bool scales, const std::string& name) {
  bool merges = false;
  for (const CurveId curve : curves) {
    const Body* body = document_.world->body(curve);
    merges = merges || (body && body->link);
  }
  const Document before = document_;
  const LinkId id = world().weld(curves, scales);
  if (merges) forget_gone(before);  // the links that are one now
  return named(id, name, "link").as<Link>();
}
MotorId Change::add(const Motor& motor, const std::string& name) {
  return named(world().add(motor), name, "motor").as<Motor>();
}
ForceId Change::add(const Force& force, const std::string& name) {
  return named(world().add(force), name, "force").as<Force>();
}
TextId Change::add(Text text, const std::string& name) {
  return named(texts().add(std::move(text)), name, "text").as<Text>();
}
PictureId Change::add(Picture picture, const std::string& name) {
  return named(pictures().add(std::move(picture)), name, "picture").as<Picture>();
}
DimensionId Change::add(const DimensionMark& dimension, const std::string& name) {
  return named(dimensions().add(dimension), name, "dimension").as<DimensionMark>();
}
TraceId Change::add(const Trace& trace, const std::string& name) {
  return named(traces().add(trace), name, "trace").as<Trace>();
}
PlotId Change::add(Plot plot, const std::string& name) {
  return named(plots().add(std::move(plot)), name, "plot").as<Plot>();
}
GroupId Change::add(const Group& group, const std::string& name) {
  return named(groups().add(group), name, "group").as<Group>();
}
LayerId Change::add(const Layer& layer, const std::string& name) {
  return named(layers().add(layer), name, "layer").as<Layer>();
}
GuideId Change::add(const Guide& guide, const std::string& name) {
  return named(guides().add(guide), name, "guide").as<Guide>();
}

// ---- names and order

Result<bool> Change::free_name(const std::string& name) const {
  if (name.empty()) return true;  // a fresh one will be found
  if (name.size() > longest_name)
    return no("A name has at most " + std::to_string(longest_name) + " bytes.");
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return no("A name is one line of plain text, without control characters.");
  if (document_.find(name))
    return no("Something is called " + name + " already.", "choose another name");
  return true;
}

// Quantities of plots begin with the name of a thing.
void Change::rename(ThingId id, const std::string& name) {
  Attributes& its = attributes(id);
  std::vector<PlotId> ids;
  document_.plots->each([&](PlotId plot, const Plot&) { ids.push_back(plot); });
  for (const PlotId plot : ids) {
    const auto renamed = [&](std::string& quantity) {
      const bool starts = quantity.starts_with(its.name);
      const char after = quantity.size() > its.name.size() ? quantity[its.name.size()] : '.';
      if (starts && (after == '.' || after == '@')) quantity.replace(0, its.name.size(), name);
    };
    const auto renamed_in = [&](std::string& quantity) {
      const auto ends = ends_of_distance(document_, quantity);
      if (!ends) return renamed(quantity);
      std::string a = ends->first, b = ends->second;
      renamed(a), renamed(b);
      quantity = "|" + a + "-" + b + "|";
    };
    Plot& one = *plots().find(plot);
    for (std::string& quantity : one.quantities) renamed_in(quantity);
    renamed_in(one.over);
  }
  document_.names.value_.remove(its.name);
  its.name = name;
  document_.names.value_.add(name, id);
}

void Change::raise(ThingId id) { attributes(id).rank = document_.next_rank.value_++; }

// ---- removing

void Change::remove(ThingId id) {
  const Document before = document_;
  std::set<ConnectorId> spare;
  if (const Constraint* constraint = world().find(id.as<Constraint>())) {
    for (const Argument& argument : constraint->on)
      if (argument.connector) spare.insert(argument.connector);
  } else if (const Force* force = world().find(id.as<Force>())) {
    spare.insert(force->on);
  } else if (const Trace* trace = traces().find(id.as<Trace>())) {
    spare.insert(trace->of);
  }
  switch (id.kind) {
    case ThingKind::layer:
      layers().remove(id.as<Layer>());
      break;
    case ThingKind::group:
      groups().remove(id.as<Group>());
      break;
    case ThingKind::curve:
      world().remove(id.as<Body>());
      break;
    case ThingKind::connector:
      world().remove(id.as<Connector>());
      break;
    case ThingKind::constraint:
      world().remove(id.as<Constraint>());
      break;
    case ThingKind::link:
      world().remove(id.as<Link>());
      break;
    case ThingKind::motor:
      world().remove(id.as<Motor>());
      break;
    case ThingKind::force:
      world().remove(id.as<Force>());
      break;
    case ThingKind::text:
      texts().remove(id.as<Text>());
      break;
    case ThingKind::picture:
      pictures().remove(id.as<Picture>());
      break;
    case ThingKind::dimension:
      dimensions().remove(id.as<DimensionMark>());
      break;
    case ThingKind::trace:
      traces().remove(id.as<Trace>());
      break;
    case ThingKind::plot:
      plots().remove(id.as<Plot>());
      break;
    case ThingKind::guide:
      guides().remove(id.as<Guide>());
      break;
  }
  remove_spare(spare);
  forget_gone(before);
}

void Change::remove_spare(const std::set<ConnectorId>& connectors) {
  std::set<ConnectorId> spare = connectors;
  if (spare.empty()) return;
  const World& read = document_.world;
  read.constraints().each([&](ConstraintId, const Constraint& other) {
    for (const Argument& argument : other.on) spare.erase(argument.connector);
  });
  read.forces().each([&](ForceId, const Force& force) { spare.erase(force.on); });
  read.connectors().each([&](ConnectorId, const Connector& other) {
    if (const auto* measured = std::get_if<Measured>(&other.what)) spare.erase(measured->at);
  });
  document_.traces->each([&](TraceId, const Trace& trace) { spare.erase(trace.of); });
  for (const ConnectorId connector : spare) world().remove(connector);
}

// What hung on what is gone goes too, and its name is free again.
void Change::forget_gone(const Document& before) {
  std::vector<ThingId> hanging;
  document_.dimensions->each([&](DimensionId id, const DimensionMark& dimension) {
    if (!document_.world->find(dimension.of)) hanging.push_back(id);
  });
  document_.traces->each([&](TraceId id, const Trace& trace) {
    if (!document_.world->find(trace.of)) hanging.push_back(id);
  });
  for (const ThingId id : hanging) {
    dimensions().remove(id.as<DimensionMark>());
    traces().remove(id.as<Trace>());
  }
  bool leaves_members = false;
  for (const ThingId id : gone_since(before, document_)) {
    leaves_members = leaves_members || id.kind == ThingKind::layer || id.kind == ThingKind::group;
    document_.names.value_.remove(document_.name(id));
    attributes(id) = {};
  }
  if (leaves_members) leave_gone_groups();
  forget_empty_groups();
  std::erase_if(follows(), [&](const auto& one) {
    return std::visit(
        [&](const auto& number) {
          if constexpr (requires { number.constraint; })
            return !document_.world->find(number.constraint);
          else if constexpr (requires { number.motor; })
            return !document_.world->find(number.motor);
          else
            return !document_.world->find(number.force);
        },
        one.first);
  });
}

// Members of a layer or group that is gone.
void Change::leave_gone_groups() {
  each_thing(document_, [&](ThingId id) {
    const Attributes& its = document_.of(id);
    if (its.layer && !document_.layers->find(its.layer)) attributes(id).layer = {};
    if (its.group && !document_.groups->find(its.group)) attributes(id).group = {};
  });
}

void Change::remove_lost_plots() {
  std::vector<PlotId> lost;
  document_.plots->each([&](PlotId id, const Plot& plot) {
    bool all = static_cast<bool>(find_readout(document_, plot.over));
    for (const std::string& quantity : plot.quantities)
      all = all && static_cast<bool>(find_readout(document_, quantity));
    if (!all) lost.push_back(id);
  });
  for (const PlotId id : lost) remove(id);
}

// A group that has lost its last member is gone with it; groups may stand in groups.
void Change::forget_empty_groups() {
  if (document_.groups->size() == 0) return;
  std::set<GroupId> used;
  each_thing(document_, [&](ThingId id) { used.insert(document_.of(id).group); });
  std::vector<GroupId> empty;
  document_.groups->each([&](GroupId id, const Group&) {
    if (!used.contains(id)) empty.push_back(id);
  });
  for (const GroupId id : empty) {
    groups().remove(id);
    document_.names.value_.remove(document_.name(id));
    attributes(id) = {};
  }
  if (!empty.empty()) forget_empty_groups();
}

// ---- documents made without an edit

Result<Document> empty_document(const Compiling& compiling) {
  Result<ConstraintLibrary> kinds = ConstraintLibrary::load();
  if (!kinds) return kinds.error();
  Change change{Document{}};
  change.library() = CurveLibrary::with_builtin_types();
  change.kinds() = *std::move(kinds);
  change.set_compiling(compiling);
  return change.document();
}

Document with_compiling(const Document& document, const Compiling& compiling) {
  Change change(document);
  change.set_compiling(compiling);
  return change.document();
}

}  // namespace limber
