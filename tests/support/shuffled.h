// The same machine written in another order.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb::test {

inline CartesianModel shuffled(const CartesianModel& model, std::mt19937& random) {
  std::vector<BodyIndex> bodies;
  for (const BodyIndex body : model.bodies.indexes()) bodies.push_back(body);
  std::vector<JointIndex> joints;
  for (const JointIndex joint : model.joints.indexes()) joints.push_back(joint);
  std::shuffle(bodies.begin(), bodies.end(), random);
  std::shuffle(joints.begin(), joints.end(), random);
  CartesianModel result = model;
  result.bodies = {};
  result.joints = {};
  std::vector<BodyIndex> newBody(bodies.size());
  std::vector<JointIndex> newJoint(joints.size());
  for (const BodyIndex body : bodies) newBody[body.value] = result.bodies.add(model.bodies[body]);
  for (const JointIndex joint : joints) newJoint[joint.value] = result.joints.add(model.joints[joint]);
  for (Marker& marker : result.markers) marker.body = newBody[marker.body.value];
  for (Coupler& coupler : result.couplers) {
    for (Coupler::Term& term : coupler.terms) term.coordinate.joint = newJoint[term.coordinate.joint.value];
  }
  for (Drive& drive : result.drives) {
    if (drive.coordinate) drive.coordinate->joint = newJoint[drive.coordinate->joint.value];
  }
  return result;
}

}  // namespace mb::test
