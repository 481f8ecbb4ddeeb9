// Comparison of both models at one state.
#pragma once

#include <Eigen/Geometry>
#include <random>
#include <unordered_map>

#include "converter/verify/mapping/measures.h"
#include "converter/verify/mapping/state_mapping.h"
#include "converter/verify/random_states.h"
#include "converter/verify/round_off.h"
#include "converter/verify/verify.h"

namespace mb {

// Data that both sides share, computed once.
struct ModelPair {
  const Mechanism& mechanism;
  const CartesianSystem& system;
  CartesianState initial;
  StateMapping mapping;
  std::vector<int> components;  // by body: see componentsOf
  PairedMeasures measures;
  double size = 1;  // mean size of the bodies, which converts angles to lengths
};
ModelPair makeModelPair(const Mechanism& mechanism, const CartesianSystem& system);

inline Vector3 pointAcceleration(const Vector3& v_dot, const Vector3& w_dot, const Vector3& w, const Vector3& r) {
  return v_dot + w_dot.cross(r) + w.cross(w.cross(r));
}

// The wrench that body j exerts on body i through a joint, about the origin of marker i; by joint name.
struct NamedWrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  bool isUnique = true;
  bool forceOnly = false;  // at the end of a rod that is no hinge
};
using NamedWrenches = std::unordered_map<std::string, NamedWrench>;

// The largest opening of the recursive model's own loops in m, with angles multiplied by the size of the machine. Rows
// that depend on others except for round-off of the frames cannot be met better on either side.
double openingOf(const ModelPair& pair, const Workspace& w);
constexpr double kOpening = 4;  // times the opening: all joints of a loop share it

// Compares states one after another and keeps the worst of each finding, relative to its tolerance where it occurred.
class StateComparison {
 public:
  StateComparison(const ModelPair& pair, unsigned long seed);
  // Compares an evaluated state of the recursive model with the same state of the source.
  void compare(const RandomStates& random, const CartesianState& state);
  Verification::States result() const;

 private:
  // The worst finding of one kind, per item such as a body. An item for which no state decides anything leaves the
  // verdict open.
  struct Worst {
    Finding finding;
    std::vector<Finding> items;
  };
  static void keep(Worst& worst, std::size_t item, double error, double tolerance, double scale,
                   const std::string& where);
  static void keepWrench(Worst& worst, std::size_t item, const Vector6& difference, const Tolerances::Two& tolerance,
                         const Scales& scale, const std::string& where);
  static Finding resultOf(const Worst& worst);
  // Changes of the recursive model's results at states next to this one.
  std::vector<RecursiveChange> recursiveChanges(const RandomStates& random, const SolvedState& solved,
                                                const std::vector<BodyMotion>& motions, const NamedWrenches& reactions,
                                                const std::vector<double>& measures);
  // a: the Cartesian accelerations nearest to the recursive ones.
  void compareMeasures(const MeasuredValues& measured, const SolvedState& solved, const CartesianAccelerations& a,
                       const NamedWrenches& reactions, const Tolerances& allowed,
                       std::span<const RecursiveChange> changes, const std::vector<Scales>& scales);
  void compareReactions(const CartesianAccelerations& a, const NamedWrenches& reactions, const Tolerances& allowed,
                        const std::vector<Scales>& scales);
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
  Worst measure_;
  std::vector<bool> isMeasured_;  // by pair of measures: compared at some state
};

}  // namespace mb
