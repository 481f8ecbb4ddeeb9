// Linkages with closed-form solutions as Cartesian models: joints at world points, with both markers there.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb::linkages {

struct At {
  const char* type;
  int bodyF;  // 0: the ground
  int bodyM;
  Vector3 point;
  Vector3 axis;
};

struct Example {
  std::string name;
  double size;  // scales its published singular values
  int bodies;   // including the ground
  std::vector<At> joints;
};

inline const Vector3 kX{1, 0, 0};
inline const Vector3 kY{0, 1, 0};
inline const Vector3 kZ{0, 0, 1};
inline double degrees(double angle) { return angle * M_PI / 180; }

// Joints are named in their order, so that the last one of equal weight is cut.
inline CartesianModel modelOf(const Example& example) {
  CartesianModel model;
  model.name = example.name;
  for (int k = 0; k < example.bodies; ++k) {
    Body body;
    body.name = "body" + std::to_string(k);
    body.isGround = k == 0;
    body.massProperties.mass = 1;
    body.massProperties.inertia = Matrix3::Identity() * 0.1;
    model.bodies.add(body);
  }
  for (std::size_t k = 0; k < example.joints.size(); ++k) {
    const At& at = example.joints[k];
    Joint joint;
    joint.name = "joint" + std::to_string(10 + k);
    joint.type = *findJointType(at.type);
    const Pose X{*rotationFromZ(at.axis), at.point};
    joint.j = model.markers.add({"m" + joint.name + "j", BodyIndex{at.bodyF}, X, {}});
    joint.i = model.markers.add({"m" + joint.name + "i", BodyIndex{at.bodyM}, X, {}});
    model.joints.add(joint);
  }
  return model;
}

// The intersection of two circles in the plane z = 0, to the left of the direction from a to b.
inline Vector3 meeting(const Vector3& a, double radiusA, const Vector3& b, double radiusB) {
  const double distance = (b - a).norm();
  const double along = (radiusA * radiusA - radiusB * radiusB + distance * distance) / (2 * distance);
  const Vector3 u = (b - a) / distance;
  return a + along * u + std::sqrt(radiusA * radiusA - along * along) * kZ.cross(u);
}

inline Example fourBar(const Vector3& axisOfB = kZ) {
  const Vector3 B(std::cos(degrees(60)), std::sin(degrees(60)), 0);
  const Vector3 D(3.6, 0, 0);
  return {"four-bar",
          4.47729,
          4,
          {{"revolute", 0, 1, Vector3::Zero(), kZ},
           {"revolute", 1, 2, B, axisOfB},
           {"revolute", 0, 3, D, kZ},
           {"revolute", 2, 3, meeting(B, 3.2, D, 2.7), kZ}}};
}

inline Example parallelogram(double angle, double size, double crank = 1.2) {
  const Vector3 arm = crank * Vector3(std::cos(degrees(angle)), std::sin(degrees(angle)), 0);
  const Vector3 D(3.1, 0, 0);
  return {"parallelogram",
          size,
          4,
          {{"revolute", 0, 1, Vector3::Zero(), kZ},
           {"revolute", 0, 2, D, kZ},
           {"revolute", 1, 3, arm, kZ},
           {"revolute", 2, 3, D + arm, kZ}}};
}

inline Example sliderCrank() {
  const Vector3 B(std::cos(degrees(40)), std::sin(degrees(40)), 0);
  const Vector3 C(B.x() + std::sqrt(2.7 * 2.7 - B.y() * B.y()), 0, 0);
  return {"slider-crank",
          3.44884,
          4,
          {{"revolute", 0, 1, Vector3::Zero(), kZ},
           {"revolute", 1, 2, B, kZ},
           {"translational", 0, 3, C, kX},
           {"revolute", 2, 3, C, kZ}}};
}

inline Example bricard() {
  const std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const std::vector<Vector3> axes{kY, kZ, kX, kY, kZ, kX};
  Example example{"Bricard", 1.73205, 6, {}};
  for (int k = 0; k < 6; ++k) {
    example.joints.push_back({"revolute", k, (k + 1) % 6, points[at(k)], axes[at(k)]});
  }
  return example;
}

// Links Rz(theta) Tx(a) Rx(alpha) with a / sin(alpha) equal for neighbours.
inline Example bennett() {
  const double t = 2.52689319541;
  const std::vector<double> theta{1.3, t, -1.3, -t};
  const std::vector<double> alpha{degrees(35), degrees(75)};
  const std::vector<double> a{1, std::sin(alpha[1]) / std::sin(alpha[0])};
  Example example{"Bennett", 2.31456, 4, {}};
  Pose X;
  for (int k = 0; k < 4; ++k) {
    example.joints.push_back({"revolute", k, (k + 1) % 4, X.p, X.R.col(2)});
    X = X * Pose{rotationAbout(2, theta[at(k)]), Vector3::Zero()} *
        Pose{rotationAbout(0, alpha[at(k % 2)]), {a[at(k % 2)], 0, 0}};
  }
  return example;
}

inline Example fourBars(int count, double angle, double size) {
  const Vector3 arm(std::cos(degrees(angle)), std::sin(degrees(angle)), 0);
  Example example{"four-bars", size, 2 * count + 2, {}};
  for (int k = 0; k <= count; ++k) example.joints.push_back({"revolute", 0, 1 + k, Vector3(k, 0, 0), kZ});
  for (int k = 0; k < count; ++k) {
    example.joints.push_back({"revolute", 1 + k, count + 2 + k, Vector3(k, 0, 0) + arm, kZ});
  }
  for (int k = 0; k < count; ++k) {
    example.joints.push_back({"revolute", count + 2 + k, 2 + k, Vector3(k + 1, 0, 0) + arm, kZ});
  }
  return example;
}

// Two bars in line between fixed points: they yield to first order only.
inline Example shakyBars() {
  return {"two bars in line",
          2.3,
          3,
          {{"revolute", 0, 1, Vector3::Zero(), kZ},
           {"revolute", 1, 2, {1, 0, 0}, kZ},
           {"revolute", 2, 0, {2.3, 0, 0}, kZ}}};
}

// The axis of every joint tilted by the same rule, both markers alike.
inline Example tilted(Example example) {
  for (std::size_t k = 0; k < example.joints.size(); ++k) {
    const auto n = static_cast<double>(k);
    const Vector3 off(std::cos(n), std::sin(n), std::cos(2 * n));
    example.joints[k].axis = (example.joints[k].axis + 1e-4 * off).normalized();
  }
  return example;
}

// Numbers between -1 and 1 that are the same on every platform.
class Noise {
 public:
  explicit Noise(unsigned seed) : state_(seed) {}
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1;
  }
  Vector3 vector() {
    const double a = next();
    const double b = next();
    return {a, b, next()};
  }

 private:
  unsigned long long state_;
};

// Every marker tilted and moved independently by up to epsilon of the size.
inline CartesianModel disturbed(const Example& example, double epsilon, unsigned seed) {
  CartesianModel model = modelOf(example);
  Noise noise(seed);
  for (Marker& marker : model.markers) {
    const Vector3 turn = noise.vector();
    marker.X_BM = marker.X_BM * Pose{rotationOf(epsilon * turn), example.size * epsilon * noise.vector()};
  }
  return model;
}

}  // namespace mb::linkages
