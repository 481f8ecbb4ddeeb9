#include "graph/normalise/hold_bodies.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace mb {
namespace {

BodyIndex groundOf(CartesianModel& model) {
  for (const BodyIndex index : model.bodies.indexes()) {
    if (model.bodies[index].isGround) return index;
  }
  Body ground;
  ground.name = "ground";
  ground.isGround = true;
  ground.origin = {model.origin.at, "hold"};
  return model.bodies.add(std::move(ground));
}

void fix(CartesianModel& model, BodyIndex index) {
  const BodyIndex ground = groundOf(model);
  const Body& body = model.bodies[index];
  const Body& base = model.bodies[ground];
  const Origin origin{body.origin.at, "hold"};
  Joint joint;
  joint.name = "hold_" + body.name;
  joint.type = *findJointType("fixed");
  joint.origin = origin;
  joint.i = model.markers.add({body.name + ".held", index, {}, origin, body.digits});
  joint.j = model.markers.add(
      {base.name + "." + body.name + "_held", ground, inverse(base.X_WB) * body.X_WB, origin, body.digits});
  model.remarks.push_back(fmt::format("body '{}' is held where it starts", body.name));
  model.joints.add(std::move(joint));
}

// The motion of the machine as seen from a body, which rests then.
void takeAwayMotion(CartesianModel& model, BodyIndex index) {
  const Body held = model.bodies[index];
  for (const BodyIndex other : model.bodies.indexes()) {
    Body& body = model.bodies[other];
    if (body.isGround) continue;
    body.v_WB -= held.v_WB + held.w_WB.cross(body.X_WB.p - held.X_WB.p);
    body.w_WB -= held.w_WB;
  }
}

}  // namespace

CartesianModel holdBodies(CartesianModel model, const std::vector<std::string>& bodies, Diagnostics& diagnostics) {
  std::vector<BodyIndex> held;
  for (const std::string& name : bodies) {
    const std::optional<BodyIndex> index = findBody(model, name);
    if (index && !model.bodies[*index].isGround) {
      if (std::find(held.begin(), held.end(), *index) == held.end()) held.push_back(*index);
      continue;
    }
    std::vector<std::string> names;
    for (const Body& body : model.bodies) {
      if (!body.isGround) names.push_back(body.name);
    }
    const std::string hint = didYouMean(name, names);
    diagnostics
        .error(model.origin.at, Code::optionNamesNothing,
               index ? fmt::format("'{}' is the ground, which is held already", name)
                     : fmt::format("there is no body '{}', which was to be held", name))
        .withHint(hint.empty() ? "give the name of a body that moves" : hint, Topic::names);
  }
  if (held.empty() || diagnostics.hasErrors()) return model;
  if (movesAtStart(model.bodies[held.front()])) {
    takeAwayMotion(model, held.front());
    model.remarks.push_back(
        fmt::format("the initial velocities are relative to the held body '{}'", model.bodies[held.front()].name));
  }
  for (const BodyIndex index : held) fix(model, index);
  return model;
}

}  // namespace mb
