// Builds a random machine: scales, bodies, joints and cells in maker.cpp, elements in maker_elements.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/joints/joint_kinematics.h"
#include "tests/random/draws.h"
#include "tests/random/machine.h"

namespace mb::random {

class Maker {
 public:
  Maker(std::uint64_t seed, const MachineOptions& options) : draws_(seed), options_(options) {}
  CartesianModel machine();

 private:
  // A joint as it was made: its pose, and whether it may be driven without a contradiction.
  struct Made {
    JointIndex joint;
    std::vector<double> z;
    bool isOnLoop = false;
  };
  // A coordinate with its own position, that is, not part of a ball.
  struct Scalar {
    CoordinateRef coordinate;
    double position = 0;
    bool isRotation = false;
    bool isOnLoop = false;
  };

  Draws draws_;
  MachineOptions options_;
  CartesianModel model_;
  std::vector<Made> made_;
  std::vector<BodyIndex> rods_;
  double length_ = 1;  // m: of a body
  double mass_ = 1;    // kg
  double rate_ = 1;    // 1/s: of motions
  int freedoms_ = 0;   // by counting, less those taken by drives and couplers

  // ---- bodies and joints ----
  void chooseScales();
  MassProperties massProperties();
  BodyIndex addBody(const Vector3& near, bool isMassless = false);
  BodyIndex addGround();
  BodyIndex anyBody();
  Vector3 pointNear(BodyIndex body);
  Vector3 pointBetween(BodyIndex a, BodyIndex b);
  MarkerIndex addMarker(BodyIndex body, const Pose& X_WM);
  std::vector<double> anyPosition(const JointType& type, const JointParameters& parameters);
  JointIndex addJoint(const JointType& type, BodyIndex i, BodyIndex j, const Pose& X_WF, bool isOnLoop);
  JointType anyJointType();

  // ---- cells ----
  void addOpenChain();
  void addSpatialLoop();
  void addPlanarLoop();
  void addSphericalLoop();
  void addParallelCranks();
  void addRod();
  void addWeld();
  void addDoubledHinge();
  void addMasslessLink();
  void moveAway();
  void setVelocities();

  // ---- elements ----
  std::vector<Scalar> scalars() const;
  double stiffness();
  Expression expression(const std::string& text) const;
  std::string measure(std::string_view function, MarkerIndex i, MarkerIndex j) const;
  SplineIndex addSpline(double reach, double slope);
  void addForce();
  std::optional<Force> tsda();
  std::optional<Force> rsda();
  std::optional<Force> bushing();
  std::optional<Force> field();
  std::optional<Force> general();
  std::optional<Force> tyre();
  TimeFunction functionFrom(double value, double amplitude, int derivative);
  void addDrive();
  void addCoupler();
  void addStop();
  void addFriction();
};

}  // namespace mb::random
