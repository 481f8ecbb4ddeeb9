// How far two computations of the same state may differ: tolerances derived from the arithmetic, per body.
#pragma once

#include <random>
#include <span>

#include "converter/verify/mapping/state_mapping.h"
#include "runtime/cartesian/motion_solver.h"

namespace mb {

// Component numbers of the bodies, which joints, couplers and drives connect; the ground connects nothing.
std::vector<int> componentsOf(const CartesianModel& model);

// Root mean square distance of markers and centres of mass from the mean of their body, so that the size of a body does
// not depend on its frame. Where all points coincide, the distances between the bodies are used instead.
double bodySize(const CartesianModel& model);

// Magnitudes of the terms that make up the quantities of a component at a state. A sum rounds with its terms, not with
// its value.
struct Scales {
  double size = 0;                 // m: from the mean of its bodies to their farthest point, or a radius of gyration
  double reach = 0;                // m: the same from the recursive model's reference point
  double place = 0;                // m: the same from the world origin
  double speed = 0;                // m/s, of origins of body frames
  double turning = 0;              // rad/s
  double acceleration = 0;         // m/s^2, including gravity
  double angularAcceleration = 0;  // rad/s^2
  double force = 0;                // N: all inertia, gravity, applied and constraint forces
  double torque = 0;               // Nm, without the moments of the forces

  // The scales by which accelerations of points and angles are divided.
  double pointAcceleration() const { return acceleration + (angularAcceleration + turning * turning) * size; }
  double turnAcceleration() const {
    return angularAcceleration + turning * turning + (size > 0 ? acceleration / size : 0);
  }
};

// Largest differences that round-off explains. For a body they apply to the origin of its frame and to its angles.
struct Tolerances {
  struct Two {
    double linear = 0;   // m/s^2 or N
    double angular = 0;  // rad/s^2 or Nm
  };
  std::vector<Two> accelerations;  // by BodyIndex
  std::vector<Two> balances;       // by BodyIndex
  std::vector<Two> reactions;      // by JointIndex
  std::vector<double> rodEnds;     // by BodyIndex: for the ends of a removed rod, whose spin is its own, in m/s^2
};

// A state with its solution, and the point about which the recursive model computes.
struct SolvedState {
  const CartesianState& state;
  const cartesian::MotionSolution& solution;
  const CartesianAccelerations& accelerations;
  Vector3 reference = Vector3::Zero();
};

// Scales by component. A component nearly at rest gets at least 1e-8 of the largest scale, because the reference solves
// all components together.
std::vector<Scales> scalesOf(const CartesianSystem& system, const std::vector<int>& components,
                             const SolvedState& solved);

constexpr int kDraws = 3;  // of round-off, per state

// Changes of the recursive model's results when the last digits of its state change.
struct RecursiveChange {
  cartesian::MotionChange motion;
  std::vector<Vector6> balances;  // by BodyIndex: residual {force; torque}, where it is known
  std::vector<double> measures;   // by pair of measures
};

// Round-off may combine as it does in none of the few draws: the worst over a hundred states of a hundred bodies is
// about ten times larger.
constexpr double kMargin = 256;

// The state as another computation may obtain it.
CartesianState blurred(const CartesianSystem& system, const std::vector<int>& components,
                       const std::vector<Scales>& scales, const CartesianState& state, std::mt19937_64& random);

// Perturbs the state and the forces on the bodies at random by what round-off may do to them and solves the equations
// of motion again, so that the result contains their condition at this state and for each body. `recursiveChanges` adds
// the round-off of the recursive model's own way of solving.
Tolerances tolerancesOf(const CartesianSystem& system, const StateMapping& mapping, const std::vector<int>& components,
                        const std::vector<Scales>& scales, const SolvedState& solved,
                        std::span<const RecursiveChange> recursiveChanges, std::mt19937_64& random);

}  // namespace mb
