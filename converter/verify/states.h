// One state of both models side by side.
#pragma once

#include <Eigen/Geometry>
#include <random>
#include <unordered_map>

#include "converter/verify/mapping/state_mapping.h"
#include "converter/verify/random_states.h"
#include "converter/verify/round_off.h"
#include "converter/verify/verify.h"

namespace mb {

// What both sides need, made once.
struct ModelPair {
  const Mechanism& mechanism;
  const CartesianSystem& system;
  CartesianState initial;
  StateMapping mapping;
  std::vector<int> components;  // by body: see componentsOf
  double size = 1;              // of its bodies, by which angles are compared with lengths
};
ModelPair makeModelPair(const Mechanism& mechanism, const CartesianSystem& system);

inline Vector3 pointAcceleration(const Vector3& v_dot, const Vector3& w_dot, const Vector3& w, const Vector3& r) {
  return v_dot + w_dot.cross(r) + w.cross(w.cross(r));
}

// Loads on the bodies of the Cartesian model at this state, each by the body's own inertia: so that masses act which
// nothing in the model tells apart, as that of a body in free fall. None on removed rods, whose spin is their own.
std::vector<Vector6> randomLoads(const ModelPair& pair, const CartesianState& state, std::mt19937_64& random);
// The same as wrenches on the links, about a point.
std::vector<Vector6> onLinks(const ModelPair& pair, const CartesianState& state, const Vector3& point);

// What body j does to body i through a joint, about the origin of marker i; by joint.
struct NamedWrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  bool isUnique = true;
  bool forceOnly = false;  // at the end of a rod that is no hinge
};
using NamedWrenches = std::unordered_map<std::string, NamedWrench>;

// By how much the recursive model's own loops stand open, in m, angles at the size of the machine. Rows that follow
// from others but for round-off of the frames cannot be met better, on neither side.
double openingOf(const ModelPair& pair, const Workspace& w);
constexpr double kOpening = 4;  // times that: where all joints of a loop share in it

// States compared one after the other; of each finding the worst is kept, by what is allowed for it where it is.
class StateComparison {
 public:
  StateComparison(const ModelPair& pair, unsigned long seed);
  // An evaluated state of the recursive model, and the same one of the source.
  void compare(const RandomStates& random, const CartesianState& state);
  Verification::States result() const;

 private:
  // The worst of one kind of finding. An item, such as a body, at whose states nothing ever follows from a difference
  // leaves the verdict open.
  struct Worst {
    Finding finding;
    std::vector<Finding> items;
  };
  static void keep(Worst& worst, std::size_t item, double error, double tolerance, double scale,
                   const std::string& where);
  static Finding resultOf(const Worst& worst);
  // What results of the recursive model change by at states next to this one.
  std::vector<RecursiveChange> recursiveChanges(const RandomStates& random, const SolvedState& solved,
                                                const std::vector<BodyMotion>& motions, const NamedWrenches& reactions);
  void compareConstraints(const cartesian::MotionSolution& solution, const CartesianState& state,
                          const std::vector<Scales>& scales, double opening);

  const ModelPair& pair_;
  std::mt19937_64 random_;
  int count_ = 0;
  int reactionsCompared_ = 0;
  int reactionsOpen_ = 0;
  Worst position_;
  Worst velocity_;
  Worst acceleration_;
  Worst balance_;
  Worst reaction_;
};

}  // namespace mb
