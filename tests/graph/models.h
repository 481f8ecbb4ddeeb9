// Mechanisms for the tests of the graph stage. Left and right are mirror images; nothing else is symmetric.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graph/choose/plan_tree.h"
#include "graph/plan/plan.h"
#include "tests/support/brief.h"
#include "tests/support/shuffled.h"

namespace mb::test {

inline std::string numbered(std::string_view prefix, int number) { return fmt::format("{}{}", prefix, number); }

struct Builder {
  CartesianModel model;

  BodyIndex body(const std::string& name, double mass, const Vector3& at = Vector3::Zero()) {
    Body row;
    row.name = name;
    row.X_WB.p = at;
    row.massProperties.mass = mass;
    row.massProperties.inertia = Matrix3::Identity() * (0.01 * mass);
    return model.bodies.add(row);
  }

  // A bar between two points with its inertia along the line only, so that it may be a rod.
  BodyIndex bar(const std::string& name, double mass, const Vector3& from, const Vector3& to) {
    const BodyIndex index = body(name, mass, 0.5 * (from + to));
    const Vector3 u = (to - from).normalized();
    model.bodies[index].massProperties.inertia =
        mass / 12 * (to - from).squaredNorm() * (Matrix3::Identity() - u * u.transpose());
    return index;
  }

  BodyIndex find(const std::string& name) const { return *findBody(model, name); }

  MarkerIndex marker(const std::string& name, BodyIndex body, const Pose& X_W) {
    return model.markers.add({name, body, inverse(model.bodies[body].X_WB) * X_W, {}});
  }

  // i hangs on j at a point of the world; a universal joint's second axis, on i, is normal to the first: any, or as
  // given.
  JointIndex joint(const std::string& name, std::string_view type, const std::string& i, const std::string& j,
                   const Vector3& point, const Vector3& axis = Vector3::UnitZ(),
                   const Vector3& second = Vector3::Zero()) {
    Joint row;
    row.name = name;
    row.type = *findJointType(type);
    const Matrix3 R_F = *rotationFromZ(axis);
    const Matrix3 R_M = type == "universal" ? *rotationFromZX(second.isZero() ? R_F.col(0) : second, axis) : R_F;
    row.j = marker(j + "." + name, find(j), {R_F, point});
    row.i = marker(i + "." + name, find(i), {R_M, point});
    return model.joints.add(row);
  }

  JointIndex distance(const std::string& name, const std::string& i, const std::string& j, const Vector3& onI,
                      const Vector3& onJ) {
    Joint row;
    row.name = name;
    row.type = *findJointType("distance");
    row.i = marker(i + "." + name, find(i), {Matrix3::Identity(), onI});
    row.j = marker(j + "." + name, find(j), {Matrix3::Identity(), onJ});
    row.length = (onI - onJ).norm();
    return model.joints.add(row);
  }

  // A bar with a universal joint, its arm perpendicular to the bar, on one body and a ball on the other.
  void link(const std::string& name, const std::string& inner, const std::string& outer, const Vector3& from,
            const Vector3& to) {
    bar(name, 1.5, from, to);
    const Vector3 arm(0.3, 0.1, 1);
    joint(name + "_cross", "universal", name, inner, from, arm, arm.cross(to - from));
    joint(name + "_ball", "spherical", outer, name, to);
  }
};

// side: +1 left, -1 right.
inline Vector3 at(double x, double y, double z, int side) { return {x, side * y, z}; }
inline Vector3 axis(double x, double y, double z, int side) { return Vector3(side * x, y, side * z); }  // axial

inline void addArms(Builder& b, const std::string& p, double x, int side) {
  b.body(p + "lca", 12, at(x, 0.5, 0.3, side));
  b.body(p + "uca", 8, at(x, 0.55, 0.6, side));
  b.body(p + "knuckle", 35, at(x, 0.75, 0.45, side));
  b.joint(p + "lower_arm", "revolute", p + "lca", "chassis", at(x, 0.3, 0.3, side), axis(1, 0.05, 0.02, side));
  b.joint(p + "upper_arm", "revolute", p + "uca", "chassis", at(x + 0.03, 0.42, 0.62, side),
          axis(1, -0.08, 0.04, side));
  b.joint(p + "lower_ball", "spherical", p + "knuckle", p + "lca", at(x + 0.01, 0.74, 0.27, side));
  b.joint(p + "upper_ball", "spherical", p + "knuckle", p + "uca", at(x - 0.02, 0.69, 0.64, side));
}

inline void addWishboneCorner(Builder& b, const std::string& p, double x, int side) {
  addArms(b, p, x, side);
  b.distance(p + "tie_rod", p + "knuckle", "chassis", at(x - 0.13, 0.7, 0.36, side), at(x - 0.15, 0.33, 0.38, side));
}

// [PRN06] Figure 4: C-U, C-L revolute, U-W, L-W spherical, C-W distance.
inline CartesianModel wishboneCorner() {
  Builder b;
  b.body("chassis", 2000);
  addWishboneCorner(b, "", 1.6, 1);
  return b.model;
}

// [PRN06]: 13 bodies, 20 joints.
inline CartesianModel hmmwv() {
  Builder b;
  b.body("chassis", 2000, {0, 0, 0.8});
  addWishboneCorner(b, "fl_", 1.6, 1);
  addWishboneCorner(b, "fr_", 1.6, -1);
  addWishboneCorner(b, "rl_", -1.7, 1);
  addWishboneCorner(b, "rr_", -1.7, -1);
  return b.model;
}

inline CartesianModel macPhersonCorner(bool withSteering) {
  Builder b;
  b.body("chassis", 1200);
  b.body("lca", 6);
  b.body("knuckle", 30);
  b.body("strut", 4);
  b.joint("arm", "revolute", "lca", "chassis", {1.3, 0.35, 0.2}, {1, 0.05, 0});
  b.joint("ball", "spherical", "knuckle", "lca", {1.32, 0.7, 0.18});
  b.joint("slider", "cylindrical", "knuckle", "strut", {1.28, 0.62, 0.5}, {-0.03, -0.12, 1});
  b.joint("top", "spherical", "strut", "chassis", {1.26, 0.55, 0.9});
  if (withSteering) {
    b.body("rack", 3);
    b.joint("rack_slide", "translational", "rack", "chassis", {1.15, 0, 0.28}, {0, 1, 0});
    b.link("tie", "rack", "knuckle", {1.15, 0.35, 0.28}, {1.18, 0.66, 0.25});
  }
  return b.model;
}

inline void addFiveLinks(Builder& b, const std::string& p, double x, int side) {
  b.body(p + "knuckle", 28, at(x, 0.7, 0.35, side));
  const double inner[5][3] = {
      {0.3, 0.3, 0.25}, {-0.05, 0.25, 0.2}, {-0.25, 0.28, 0.27}, {0.15, 0.35, 0.55}, {-0.2, 0.33, 0.5}};
  const double outer[5][3] = {
      {0.05, 0.68, 0.22}, {-0.02, 0.7, 0.2}, {-0.15, 0.66, 0.3}, {0.04, 0.64, 0.52}, {-0.08, 0.65, 0.49}};
  for (int k = 0; k < 5; ++k) {
    b.link(p + numbered("link", k + 1), "chassis", p + "knuckle", at(x + inner[k][0], inner[k][1], inner[k][2], side),
           at(x + outer[k][0], outer[k][1], outer[k][2], side));
  }
}

inline CartesianModel fiveLinkCorner() {
  Builder b;
  b.body("chassis", 1500);
  addFiveLinks(b, "", -1.4, 1);
  return b.model;
}

inline CartesianModel fourBarOnChassis() {
  Builder b;
  b.body("chassis", 100);
  b.body("crank", 1);
  b.body("coupler", 2);
  b.body("rocker", 1.5);
  b.joint("a", "revolute", "crank", "chassis", {0, 0, 0}, {0, 1, 0});
  b.joint("b", "revolute", "coupler", "crank", {0.1, 0, 0.3}, {0, 1, 0});
  b.joint("c", "revolute", "rocker", "coupler", {0.9, 0, 0.5}, {0, 1, 0});
  b.joint("d", "revolute", "rocker", "chassis", {0.8, 0, 0}, {0, 1, 0});
  return b.model;
}

inline CartesianModel linkAxle() {
  Builder b;
  b.body("chassis", 1500);
  b.body("axle", 80, {-1.4, 0, 0.3});
  b.body("arm", 6, {-1.2, 0, 0.5});
  b.body("left_wheel", 20, {-1.4, 0.75, 0.3});
  b.body("right_wheel", 20, {-1.4, -0.75, 0.3});
  b.joint("arm_pivot", "revolute", "arm", "chassis", {-1.0, 0, 0.52}, {0, 1, 0});
  b.joint("arm_ball", "spherical", "axle", "arm", {-1.4, 0, 0.48});
  b.link("left_link", "chassis", "axle", {-0.9, 0.5, 0.3}, {-1.4, 0.55, 0.25});
  b.link("right_link", "chassis", "axle", {-0.9, -0.5, 0.3}, {-1.4, -0.55, 0.25});
  b.joint("left_hub", "revolute", "left_wheel", "axle", {-1.4, 0.75, 0.3}, {0, 1, 0});
  b.joint("right_hub", "revolute", "right_wheel", "axle", {-1.4, -0.75, 0.3}, {0, 1, 0});
  return b.model;
}

// Double wishbones with rack and tie rods in front, five links a side behind, four wheels: 26 bodies, 37 joints.
inline CartesianModel car() {
  Builder b;
  b.body("chassis", 1400, {0, 0, 0.5});
  b.body("rack", 3, {1.25, 0, 0.3});
  b.joint("rack_slide", "translational", "rack", "chassis", {1.25, 0, 0.3}, {0, 1, 0});
  for (const int side : {1, -1}) {
    const std::string s = side > 0 ? "l_" : "r_";
    addArms(b, "f" + s, 1.4, side);
    b.link("f" + s + "tie", "rack", "f" + s + "knuckle", at(1.25, 0.35, 0.3, side), at(1.27, 0.68, 0.31, side));
    addFiveLinks(b, "r" + s, -1.4, side);
    for (const std::string end : {"f", "r"}) {
      const double x = end == "f" ? 1.4 : -1.4;
      b.body(end + s + "wheel", 20, at(x, 0.78, 0.33, side));
      b.joint(end + s + "hub", "revolute", end + s + "wheel", end + s + "knuckle", at(x, 0.78, 0.33, side),
              axis(0.01, 1, 0, side));
    }
  }
  return b.model;
}

// Shoes joined by revolutes into a closed track.
inline CartesianModel ring(int shoes) {
  Builder b;
  for (int k = 0; k < shoes; ++k) b.body(numbered("shoe", 1000000 + k), 5);
  for (int k = 0; k < shoes; ++k) {
    const double angle = 2 * 3.14159265358979 * k / shoes;
    Joint row;
    row.name = numbered("pin", 1000000 + k);
    row.type = *findJointType("revolute");
    const Pose X{*rotationFromZ({0, 1, 0}), {std::cos(angle), 0, std::sin(angle)}};
    row.i = b.marker(row.name + ".i", BodyIndex{(k + 1) % shoes}, X);
    row.j = b.marker(row.name + ".j", BodyIndex{k}, X);
    b.model.joints.add(row);
  }
  return b.model;
}

// Seen in a mirror in the x-z plane, with the same names.
inline CartesianModel mirrored(CartesianModel model) {
  const Matrix3 S = Vector3(1, -1, 1).asDiagonal();
  const auto mirror = [&](Pose& X) { X = {S * X.R * S, S * X.p}; };
  for (Body& body : model.bodies) {
    mirror(body.X_WB);
    body.massProperties.com = S * body.massProperties.com;
    body.massProperties.inertia = S * body.massProperties.inertia * S;
  }
  for (Marker& marker : model.markers) mirror(marker.X_BM);
  return model;
}

inline Plan plan(const CartesianModel& model, const PlanOptions& options = {}) {
  Diagnostics diagnostics;
  Plan result = planTree(model, options, diagnostics);
  check(result, model, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) result.remarks.push_back(testing::brief(diagnostic));
  if (diagnostics.hasErrors()) result.treeCount = "errors";
  return result;
}

inline PlanOptions rodsAsBodies() {
  PlanOptions options;
  options.rods.mode = RodOptions::Mode::keep;
  return options;
}

inline std::vector<std::string> cutNames(const CartesianModel& model, const Plan& plan) {
  std::vector<std::string> names;
  for (const Plan::CutEdge& cut : plan.cuts) names.push_back(nameOf(model, plan, cut.edge));
  return names;
}

// Everything a plan decides, by names.
inline std::string textOf(const CartesianModel& model, const Plan& plan) {
  std::string text;
  for (const Plan::Base& base : plan.bases)
    text += fmt::format("base {}: {}\n", model.bodies[base.body].name, base.reason);
  for (const Plan::TreeJoint& joint : plan.tree) {
    text += fmt::format("{} {} -> {} {} {} {}\n", model.joints[joint.joint].name, model.bodies[joint.parent].name,
                        model.bodies[joint.child].name, joint.reversed, joint.level, joint.reason);
  }
  for (const Plan::CutEdge& cut : plan.cuts) {
    text += fmt::format("cut {} block {}: {} |", nameOf(model, plan, cut.edge), cut.block, cut.reason);
    for (const JointIndex joint : cut.loop) text += fmt::format(" {}", model.joints[joint].name);
    text += '\n';
  }
  for (const Plan::Alternative& other : plan.alternatives) {
    text += fmt::format("or {} for {}: {} {} {}\n", fmt::join(other.cutInstead, " "), fmt::join(other.keptInstead, " "),
                        other.weight, other.cost, other.lostBy);
  }
  for (const std::string& remark : plan.remarks) text += remark + '\n';
  return text + fmt::format("{} {} {} {}", plan.treeCount, plan.minimalCount, plan.weight, plan.cost);
}

}  // namespace mb::test
