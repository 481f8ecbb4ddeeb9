// What the report draws of a machine that has no geometry: bodies as links between the points where joints and forces
// act, ellipsoids of equal inertia, wheels, springs, rods, the road.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"

namespace mb {

struct Machine {
  struct Point {
    std::string joint;  // one of the two is empty
    std::string force;
    Vector3 p = Vector3::Zero();  // in the frame of the body
    std::optional<Vector3> axis;  // of a joint that turns about one axis
  };
  // The homogeneous ellipsoid that has the body's inertia.
  struct Ellipsoid {
    Vector3 p = Vector3::Zero();
    Quaternion q = Quaternion::Identity();  // its axes in the frame of the body
    Vector3 a = Vector3::Zero();            // half axes
  };
  struct Wheel {
    Vector3 p = Vector3::Zero();
    Vector3 axis = Vector3::Zero();
    double radius = 0;
    double width = 0;
  };
  struct Body {
    std::string name;
    double mass = 0;
    Pose X_WB;
    std::vector<Point> points;
    std::optional<Ellipsoid> ellipsoid;
    std::optional<Wheel> wheel;
  };
  // A place on a body, by its number; -1 is the ground, where the place is in the world.
  struct End {
    int body = -1;
    Vector3 p = Vector3::Zero();
  };
  struct Joint {
    std::string name;
    std::string type;
    char letter = 'R';
    std::array<End, 2> ends;      // of body i and of body j
    std::optional<Vector3> axis;  // along which it slides or about which it turns, in the frame of the first end's body
    int cut = 0;                  // the number that the pictures give it; 0: in the tree
    std::vector<std::string> loop;
    std::string reason;
  };
  enum class Kind { spring, damper, springAndDamper, bushing, rod, other };
  struct Force {
    std::string name;
    Kind kind = Kind::other;
    bool isJoint = false;  // a joint that keeps a distance
    std::vector<End> ends;
  };
  struct Probe {
    std::string name;
    int body = -1;
    Pose X_BM;
  };

  std::string name;
  double length = 1;  // largest extent
  int base = -1;
  std::vector<Body> bodies;  // all but the ground
  std::vector<Joint> joints;
  std::vector<Force> forces;  // without tyres, which are wheels
  std::vector<Probe> probes;
};

Machine machineOf(const Conversion& conversion);

struct RoadPicture {
  std::array<double, 2> y{};                   // its sides
  std::vector<std::array<double, 2>> profile;  // x and height
};
// The road of the first tyre over a range of x; nothing where there is no tyre.
std::optional<RoadPicture> roadBetween(const CartesianModel& model, std::array<double, 2> x, std::array<double, 2> y);

}  // namespace mb
