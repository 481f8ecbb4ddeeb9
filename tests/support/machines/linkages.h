// Planar linkages with spatial joints in the x-z plane, made of uniform bars of 1 kg: it is known where they lose rank.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "tests/support/machines/machines.h"

namespace mb::testing {

inline BodyIndex addBar(CartesianModel& model, const std::string& name, const Vector3& from, const Vector3& to) {
  const double length = (to - from).norm();
  Body body;
  body.name = name;
  body.X_WB.p = (from + to) / 2;
  body.massProperties.mass = 1;
  body.massProperties.inertia = length * length / 12 * Matrix3::Identity();
  return model.bodies.add(body);
}

inline void setRate(CartesianModel& model, const std::string& name, double rate) {
  for (Joint& joint : model.joints) {
    if (joint.name == name) joint.initials = {{0, {}, rate}};
  }
}

inline void addHinge(CartesianModel& model, const std::string& name, BodyIndex i, BodyIndex j, const Vector3& point,
                     double rate = 0) {
  addJoint(model, name, "revolute", i, j, {*rotationFromZX(Vector3::UnitY(), Vector3::UnitX()), point});
  if (rate != 0) setRate(model, name, rate);
}

struct FourBar {
  double ground = 0;
  double crank = 0;
  double coupler = 0;
  double rocker = 0;
  double angle = 0;       // of the crank, from x towards z
  double side = 1;        // side of the line from the crank's end to the rocker's foot on which the coupler's end lies
  double rate = 0;        // of the crank, about y
  double rockerRate = 0;  // if the crank's rate does not determine it; 0: not given
  double cartRate = 0;    // of a cart of 5 kg that carries it on a rail along x; 0: the ground carries it
};

// Adds a four-bar with its feet on the ground or a cart, at a position along y; its names get the given suffix.
inline void addFourBar(CartesianModel& model, BodyIndex ground, const FourBar& f, double y = 0,
                       const std::string& ending = "") {
  const Vector3 start(0, y, 0);
  const Vector3 foot(f.ground, y, 0);
  const Vector3 A = start + f.crank * Vector3(std::cos(f.angle), 0, std::sin(f.angle));
  const double d = (foot - A).norm();
  const double direction = std::atan2(-A.z(), foot.x() - A.x());
  const double cosine = (f.coupler * f.coupler + d * d - f.rocker * f.rocker) / (2 * f.coupler * d);
  const double turn = direction + f.side * std::acos(std::clamp(cosine, -1.0, 1.0));
  const Vector3 B = A + f.coupler * Vector3(std::cos(turn), 0, std::sin(turn));
  const BodyIndex crank = addBar(model, "crank" + ending, start, A);
  const BodyIndex coupler = addBar(model, "coupler" + ending, A, B);
  const BodyIndex rocker = addBar(model, "rocker" + ending, foot, B);
  addHinge(model, "crank_foot" + ending, crank, ground, start, f.rate);
  addHinge(model, "crank_pin" + ending, coupler, crank, A);
  addHinge(model, "rocker_pin" + ending, coupler, rocker, B);
  addHinge(model, "rocker_foot" + ending, rocker, ground, foot, f.rockerRate);
}

inline CartesianModel fourBarLinkage(const FourBar& f) {
  CartesianModel model;
  model.name = "four_bar_linkage";
  model.gravity = {0, 0, -9.81};
  BodyIndex ground = addGround(model);
  if (f.cartRate != 0) {
    const BodyIndex cart = addBar(model, "cart", Vector3(-1, 0, 0), Vector3(1, 0, 0));
    model.bodies[cart].massProperties.mass = 5;
    addJoint(model, "rail", "translational", cart, ground, {*rotationFromZX(Vector3::UnitX(), Vector3::UnitZ()), {}});
    setRate(model, "rail", f.cartRate);
    ground = cart;
  }
  addFourBar(model, ground, f);
  return model;
}

inline CartesianModel sliderCrank(double crankLength, double rodLength, double angle, double rate,
                                  double sliderRate = 0) {
  CartesianModel model;
  model.name = "slider_crank";
  model.gravity = {0, 0, -9.81};
  const BodyIndex ground = addGround(model);
  const Vector3 A = crankLength * Vector3(std::cos(angle), 0, std::sin(angle));
  const Vector3 S(A.x() + std::sqrt(std::max(0.0, rodLength * rodLength - A.z() * A.z())), 0, 0);
  const BodyIndex crank = addBar(model, "crank", Vector3::Zero(), A);
  const BodyIndex rod = addBar(model, "rod", A, S);
  const BodyIndex slider = addBar(model, "slider", S - Vector3(0.1, 0, 0), S + Vector3(0.1, 0, 0));
  addHinge(model, "crank_foot", crank, ground, Vector3::Zero(), rate);
  addHinge(model, "crank_pin", rod, crank, A);
  addHinge(model, "slider_pin", rod, slider, S);
  addJoint(model, "guide", "translational", slider, ground, {*rotationFromZX(Vector3::UnitX(), Vector3::UnitZ()), S});
  if (sliderRate != 0) setRate(model, "guide", sliderRate);
  return model;
}

// Bennett's linkage: links of 1 m and sin b / sin a m with twists a = 35 deg and b = 75 deg in turn, no offsets. Its
// angles satisfy tan(t1/2) tan(t2/2) = sin((b + a)/2) / sin((b - a)/2), and its equations keep their rank all the way
// round, although no two of them do. Joints rotate about z of the frames of Rz(t) Tx(length) Rx(twist).
inline CartesianModel bennettLinkage(double angle, double rate) {
  constexpr double kDegree = 3.14159265358979323846 / 180;
  const std::array<double, 2> twists{35 * kDegree, 75 * kDegree};
  const std::array<double, 2> lengths{1, std::sin(twists[1]) / std::sin(twists[0])};
  const double ratio = std::sin((twists[1] + twists[0]) / 2) / std::sin((twists[1] - twists[0]) / 2);
  const double next = 2 * std::atan(ratio / std::tan(angle / 2));
  const std::array<double, 4> angles{angle, next, -angle, -next};
  std::array<Pose, 5> frames;
  for (std::size_t k = 0; k < 4; ++k) {
    const Pose turned = frames[k] * Pose{rotationAbout(2, angles[k]), Vector3::Zero()};
    frames[k + 1] = turned * Pose{rotationAbout(0, twists[k % 2]), Vector3(lengths[k % 2], 0, 0)};
  }
  CartesianModel model;
  model.name = "bennett_linkage";
  model.gravity = {0, 0, -9.81};
  const BodyIndex ground = addGround(model);
  std::array<BodyIndex, 4> links;
  for (std::size_t k = 0; k < 3; ++k) {
    links[k] = addBar(model, "link" + std::to_string(k), frames[k].p, frames[k + 1].p);
  }
  addJoint(model, "t1", "revolute", links[0], ground, frames[0]);
  addJoint(model, "t2", "revolute", links[1], links[0], frames[1]);
  addJoint(model, "t3", "revolute", links[2], links[1], frames[2]);
  addJoint(model, "t4", "revolute", links[2], ground, frames[3]);
  setRate(model, "t1", rate);
  return model;
}

}  // namespace mb::testing
