#include "app/panels/freedoms.h"

#include "app/drawing/look_hash.h"

namespace limber {

namespace {
constexpr int most_curves = 100;  // some milliseconds

// What the count depends on: curves and their locks, what is constrained on them.
std::uint64_t structure_of(const World& world) {
  LookHash hash;
  world.bodies().each([&](CurveId id, const Body& body) {
    hash.add(std::uint64_t{id.index});
    hash.add(body.curve.type->name);
    hash.add(std::uint64_t{static_cast<std::uint64_t>(body.curve.q.size())});
    for (const char locked : body.locked) hash.add(locked != 0);
    hash.add(std::uint64_t{body.link.index});
  });
  world.constraints().each([&](ConstraintId id, const Constraint& one) {
    hash.add(std::uint64_t{id.index});
    hash.add(one.kind->name), hash.add(one.enabled), hash.add(one.compliance > 0);
    for (const Argument& argument : one.on)
      if (const Connector* connector = world.find(argument.connector)) {
        hash.add(std::uint64_t{connector->curve.index});
        hash.add(std::uint64_t{connector->what.index()});
      }
  });
  return hash.value;
}
}  // namespace

std::optional<int> Freedoms::count(const Editor& editor) {
  const World& world = editor.document().world;
  const auto curves = static_cast<int>(world.bodies().size());
  if (curves == 0 || curves > most_curves) return {};
  if (editor.moving()) return freedoms_;
  const std::uint64_t now = structure_of(world);
  if (freedoms_ && now == counted_) return freedoms_;
  counted_ = now;
  return freedoms_ = diagnoser_.run(world).freedoms;
}

}  // namespace limber
