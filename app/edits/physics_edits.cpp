// Mass: the switch between drawing and physics, and what curves weigh.
#include <cmath>

#include "app/document/numbers.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

Result<bool> within(double number, const char* what, bool above = false) {
  if (!(number <= largest_number)) return refused("numbers of a drawing are between -1e12 and 1e12");
  if (above ? !(number > 0) : !(number >= 0))
    return refused(std::string(what) + (above ? " is above 0" : " is not negative"));
  return true;
}

Result<std::vector<CurveId>> curves_called(const Document& document, const Strings& names) {
  std::vector<CurveId> out;
  for (const std::string& name : names) {
    const Result<CurveId> id = find_of_kind<Body>(document, name);
    if (!id) return id.error();
    out.push_back(*id);
  }
  return out;
}

}  // namespace

Result<bool> change_by(Change& change, const edit::PhysicsEdit& edit) {
  if (edit.state != "on" && edit.state != "off" && edit.state != "rest")
    return refused("physics are on, off or at rest", "write on, off or rest");
  World& world = change.world();
  if (edit.state != "on") world.stand_still();
  if (edit.state != "rest") world.physics.on = edit.state == "on";
  if (edit.state != "on") world.physics.work = world.physics.lost = 0;
  return true;
}

Result<bool> change_by(Change& change, const edit::Gravity& edit) {
  if (!(edit.value.cwiseAbs().maxCoeff() <= largest_number))
    return refused("numbers of a drawing are between -1e12 and 1e12");
  change.world().physics.gravity = edit.value;
  return true;
}

Result<bool> change_by(Change& change, const edit::Density& edit) {
  if (const Result<bool> good = within(edit.value, "a density", true); !good) return good;
  change.world().physics.density = edit.value;
  return true;
}

Result<bool> change_by(Change& change, const edit::Air& edit) {
  if (const Result<bool> good = within(edit.value, "the drag of the air"); !good) return good;
  change.world().physics.air = edit.value;
  return true;
}

Result<bool> change_by(Change& change, const edit::Weigh& edit) {
  const Result<std::vector<CurveId>> curves = curves_called(change.document(), edit.curves);
  if (!curves) return curves.error();
  if (edit.density && edit.mass) return refused("a curve has a density or a mass, not both");
  if (edit.density)
    if (const Result<bool> good = within(*edit.density, "a density", true); !good) return good;
  if (edit.mass)
    if (const Result<bool> good = within(*edit.mass, "a mass", true); !good) return good;
  for (const CurveId id : *curves)
    change.world().set_weight(id, edit.density.value_or(0), edit.mass.value_or(0));
  return true;
}

Result<bool> change_by(Change& change, const edit::BendEdit& edit) {
  const Result<CurveId> id = find_of_kind<Body>(change.document(), edit.curve);
  if (!id) return id.error();
  Bend bend;
  bend.stiffness = edit.stiffness.value_or(0);
  bend.damping = edit.damping.value_or(0);
  if (const Result<bool> good = within(bend.stiffness, "a stiffness"); !good) return good;
  if (const Result<bool> good = within(bend.damping, "a damping"); !good) return good;
  if (bend.damping > 0 && !(bend.stiffness > 0))
    return refused("what bends freely is not damped", "give it a stiffness as well");
  if (edit.rest && edit.parameters.size() != 1) return refused("a rest is that of one number");
  for (const std::string& name : edit.parameters) {
    const Result<int> index = parameter_in(change.document(), *id, name);
    if (!index) return index.error();
    bend.parameter = *index;
    const CurveType& type = *change.document().world->find(*id)->type;
    if (const std::string reason = why_rigid(type, *index); !reason.empty()) return refused(reason);
    const Parameter& of = parameter(type, *index);
    if (edit.rest && !(*edit.rest >= of.minimum && *edit.rest <= of.maximum &&
                       std::abs(*edit.rest) <= largest_number))
      return refused("a rest is a value that the number can have");
    change.world().set_bend(*id, *index, &bend);
    if (edit.rest) change.world().set_rest(*id, *index, *edit.rest);
  }
  return true;
}

Result<bool> change_by(Change& change, const edit::Stiffen& edit) {
  const Result<CurveId> id = find_of_kind<Body>(change.document(), edit.curve);
  if (!id) return id.error();
  std::vector<int> stiff;
  for (const std::string& name : edit.parameters) {
    const Result<int> index = parameter_in(change.document(), *id, name);
    if (!index) return index.error();
    stiff.push_back(*index);
  }
  for (const int index : stiff) change.world().set_bend(*id, index, nullptr);
  return true;
}

Result<bool> change_by(Change& change, const edit::Damp& edit) {
  const Result<ConstraintId> id = find_of_kind<Constraint>(change.document(), edit.spring);
  if (!id) return id.error();
  if (const Result<bool> good = within(edit.damping, "a damping"); !good) return good;
  change.world().set_damping(*id, edit.damping);
  return true;
}

Result<bool> change_by(Change& change, const edit::Throw& edit) {
  const Result<std::vector<CurveId>> curves = curves_called(change.document(), edit.curves);
  if (!curves) return curves.error();
  if (!change.document().world->physics.on)
    return refused("only things with mass can be thrown", "write physics on first");
  const Eigen::Vector3d velocity(edit.velocity.x(), edit.velocity.y(), edit.turn);
  if (!(velocity.cwiseAbs().maxCoeff() <= largest_number))
    return refused("numbers of a drawing are between -1e12 and 1e12");
  for (const CurveId id : *curves) change.world().set_velocity(id, velocity);
  return true;
}

}  // namespace limber
