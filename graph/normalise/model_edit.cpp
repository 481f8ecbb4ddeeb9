#include "graph/normalise/model_edit.h"

#include <set>
#include <string>
#include <utility>

#include "formats/model/elements/element_visitors.h"

namespace mb {
CartesianModel withoutJoints(CartesianModel model, const std::vector<bool>& jointsDropped) {
  std::vector<JointIndex> renumbered(at(model.joints.size()));
  Table<JointIndex, Joint> kept;
  for (const JointIndex joint : model.joints.indexes()) {
    if (!jointsDropped[at(joint.value)]) renumbered[at(joint.value)] = kept.add(std::move(model.joints[joint]));
  }
  model.joints = std::move(kept);
  const auto renumber = [&](CoordinateRef& coordinate) { coordinate.joint = renumbered[at(coordinate.joint.value)]; };
  for (Coupler& coupler : model.couplers) {
    for (Coupler::Term& term : coupler.terms) renumber(term.coordinate);
  }
  for (Drive& drive : model.drives) {
    if (drive.coordinate) renumber(*drive.coordinate);
  }
  return model;
}

CartesianModel withoutBodies(CartesianModel model, const std::vector<bool>& bodiesDropped) {
  std::vector<BodyIndex> newBody(at(model.bodies.size()));
  Table<BodyIndex, Body> bodies;
  for (const BodyIndex body : model.bodies.indexes()) {
    if (!bodiesDropped[at(body.value)]) newBody[at(body.value)] = bodies.add(std::move(model.bodies[body]));
  }
  model.bodies = std::move(bodies);

  std::vector<MarkerIndex> newMarker(at(model.markers.size()));
  Table<MarkerIndex, Marker> markers;
  for (const MarkerIndex marker : model.markers.indexes()) {
    Marker& row = model.markers[marker];
    if (bodiesDropped[at(row.body.value)]) continue;
    row.body = newBody[at(row.body.value)];
    newMarker[at(marker.value)] = markers.add(std::move(row));
  }
  model.markers = std::move(markers);

  const auto renumber = [&](MarkerIndex& marker) {
    if (marker.valid()) marker = newMarker[at(marker.value)];
  };
  for (Joint& joint : model.joints) {
    renumber(joint.i);
    renumber(joint.j);
  }
  forEachElementMarker(model, renumber);
  return model;
}

std::vector<bool> jointsWithReferences(const CartesianModel& model) {
  std::vector<bool> referenced(at(model.joints.size()));
  for (const JointIndex joint : model.joints.indexes()) {
    const Joint& row = model.joints[joint];
    referenced[at(joint.value)] = !row.limits.empty() || !row.frictions.empty() || !row.initials.empty();
  }
  for (const Coupler& coupler : model.couplers) {
    for (const Coupler::Term& term : coupler.terms) referenced[at(term.coordinate.joint.value)] = true;
  }
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) referenced[at(drive.coordinate->joint.value)] = true;
  }
  std::set<std::string> joints;
  for (const std::string& name : namesInExpressions(model, ExpressionFunction::Argument::coordinate)) {
    joints.insert(name.substr(0, name.rfind('.')));
  }
  joints.merge(namesInExpressions(model, ExpressionFunction::Argument::joint));
  for (const JointIndex joint : model.joints.indexes()) {
    if (joints.contains(model.joints[joint].name)) referenced[at(joint.value)] = true;
  }
  return referenced;
}

std::vector<bool> bodiesWithForces(const CartesianModel& model) {
  std::vector<bool> used(at(model.bodies.size()));
  forEachElementMarker(model, [&](const MarkerIndex& marker) { used[at(model.markers[marker].body.value)] = true; });
  const std::set<std::string> measured = namesInExpressions(model, ExpressionFunction::Argument::marker);
  for (const Marker& marker : model.markers) {
    if (measured.contains(marker.name)) used[at(marker.body.value)] = true;
  }
  return used;
}

}  // namespace mb
