// Recursive models for tests of readers and writers: one with every element, and random trees.
#pragma once

#include <random>

#include "formats/model/joints/joint_kinematics.h"
#include "formats/model/recursive.h"

namespace mb {

class RecursiveModels {
 public:
  explicit RecursiveModels(unsigned seed) : random_(seed) {}

  double number(double low = -1, double high = 1) { return std::uniform_real_distribution<double>(low, high)(random_); }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Vector3 vector() { return {number(), number(), number()}; }
  Pose pose() { return {rotationOf(3 * vector()), vector()}; }

  // An ellipsoid with random position and orientation.
  MassProperties mass() {
    MassProperties properties;
    properties.mass = number(0.1, 5);
    properties.com = vector();
    const Vector3 squares = Vector3(number(0.1, 1), number(0.1, 1), number(0.1, 1)).cwiseAbs2();
    const Matrix3 R = rotationOf(vector());
    const Matrix3 J =
        R * (properties.mass / 5 * (squares.sum() * Vector3::Ones() - squares)).asDiagonal() * R.transpose();
    properties.inertia = J.selfadjointView<Eigen::Upper>();
    return properties;
  }

  Link link(std::string name, LinkIndex parent, const JointType& type) {
    Link link;
    link.joint = "j_" + name;
    link.name = std::move(name);
    link.parent = parent;
    link.type = type;
    link.reversed = whole(0, 1) == 1;
    link.X_PA = pose();
    link.X_LB = pose();
    if (needsLength(type)) link.length = number(0.1, 1);
    if (needsPitch(type)) link.pitch = number(0.01, 0.1);
    if (needsAngle(type)) link.angle = number(0.3, 2.8);
    std::vector<double> dz;
    for (int k = 0; k < dofOf(type); ++k) {
      dz.push_back(number());
      link.z_dot.push_back(number());
    }
    link.z = zeroPosition(type);
    advance(type, link.z, dz);
    link.massProperties = mass();
    return link;
  }

  Cut cut(std::string joint, LinkIndex linkF, LinkIndex linkM, const JointType& type) {
    Cut cut;
    cut.joint = std::move(joint);
    cut.type = type;
    cut.linkF = linkF;
    cut.linkM = linkM;
    cut.X_LF = pose();
    cut.X_LM = pose();
    if (needsLength(type)) cut.length = number(0.1, 1);
    if (needsPitch(type)) cut.pitch = number(0.01, 0.1);
    if (needsAngle(type)) cut.angle = number(0.3, 2.8);
    cut.block = whole(0, 3);
    return cut;
  }

  // A tree of links with random parents and cuts between random links.
  RecursiveModel tree(int linkCount, int cutCount) {
    RecursiveModel model;
    model.name = "tree";
    model.gravity = vector();
    const auto types = jointTypes();
    const auto anyType = [&]() -> const JointType& {
      return types[static_cast<std::size_t>(whole(0, static_cast<int>(types.size()) - 1))];
    };
    for (int k = 0; k < linkCount; ++k) {
      Link next = link("link" + std::to_string(k), LinkIndex{whole(-1, k - 1)}, anyType());
      next.number = linkCount - k;
      model.links.add(std::move(next));
    }
    for (int k = 0; k < cutCount; ++k) {
      const int linkF = whole(-1, linkCount - 2);
      const int linkM = whole(linkF + 1, linkCount - 1);
      model.cuts.push_back(cut("cut" + std::to_string(k), LinkIndex{linkF}, LinkIndex{linkM}, anyType()));
    }
    return model;
  }

 private:
  std::mt19937 random_;
};

}  // namespace mb
