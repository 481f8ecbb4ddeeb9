// A driver looks ahead along a path over the ground and requests a steering angle and a torque. Drives and forces
// obtain them with the functions steer() and drive_torque() of expressions.
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "formats/model/elements/elements.h"

namespace mb {

// Paths give y (to the left) over x (forward) in the axes of the ground.
struct StraightPath {
  static constexpr std::string_view kType = "straight";
  double y = 0;
};
// ISO 3888-1: from the vehicle's lane to the adjacent one and back. Sections as in the standard, beginning at `start`:
// 15 m in the first lane, 30 m to the second, 25 m in it, 25 m back, then straight on.
struct DoubleLaneChange {
  static constexpr std::string_view kType = "double-lane-change";
  double start = 0;
  double offset = 3.5;  // between the centres of the lanes
};
// amplitude sin(pi (x - start) / spacing) between `start` and `start` + count spacing, with level ends.
struct SlalomPath {
  static constexpr std::string_view kType = "slalom";
  double start = 0;
  double spacing = 0;  // of the cones
  double amplitude = 0;
  int count = 4;
};
struct PathTable {
  static constexpr std::string_view kType = "path";
  Interpolation interpolation = Interpolation::akima;
  std::vector<double> x;
  std::vector<double> y;
};
using DriverPath = std::variant<StraightPath, DoubleLaneChange, SlalomPath, PathTable>;

struct Driver {
  std::string name;
  MarkerIndex i;  // on the vehicle, between its front wheels; x forward
  DriverPath path;
  double wheelbase = 0;     // of the vehicle: converts a curvature to a steering angle
  double preview = 0.6;     // s: how far ahead the driver looks
  double leastPreview = 3;  // m
  double gain = 1;          // on the steering angle
  double largestSteer = 0.6;
  double speed = 0;       // wanted
  double torqueGain = 0;  // N m per m/s of missing speed
  double largestTorque = std::numeric_limits<double>::infinity();
  Origin origin;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.required("wheelbase", self.wheelbase, dimension::kLength);
    v.kept("preview", self.preview, dimension::kTime);
    v.kept("least_preview", self.leastPreview, dimension::kLength);
    v.kept("gain", self.gain, dimension::kNone);
    v.kept("largest_steer", self.largestSteer, dimension::kAngle);
    v.kept("speed", self.speed, dimension::kVelocity);
    v.kept("torque_gain", self.torqueGain, Dimension{0, 0, 1, 1, 0});
    v.kept("largest_torque", self.largestTorque, dimension::kTorque);
  }
};

}  // namespace mb
