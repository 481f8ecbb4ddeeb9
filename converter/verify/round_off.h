// By how much two computations of the same state may differ: tolerances from the arithmetic, body by body.
#pragma once

#include <random>
#include <span>

#include "converter/verify/mapping/state_mapping.h"
#include "runtime/cartesian/motion_solver.h"

namespace mb {

// Bodies that joints, couplers and drives connect, by the number of the component; the ground connects nothing.
std::vector<int> componentsOf(const CartesianModel& model);

// Root mean square distance of markers and centres of mass from the middle of those of their body: how large bodies
// are, wherever their frames stand. Where all coincide: of the bodies from each other.
double bodySize(const CartesianModel& model);

// What the quantities of a component are made of at a state. Round-off of a sum is by its terms, not by the sum.
struct Scales {
  double size = 0;          // m: from the middle of its bodies to their farthest point, or a radius of gyration
  double reach = 0;         // m: likewise from the reference point of the recursive model, about which it computes
  double place = 0;         // m: likewise from the origin of the world
  double speed = 0;         // m/s, of origins of body frames
  double turning = 0;       // rad/s
  double acceleration = 0;  // m/s^2, gravity's among them
  double angularAcceleration = 0;  // rad/s^2
  double force = 0;                // N: inertia, gravity, applied and constraint forces, all of them
  double torque = 0;               // Nm, without those of the forces

  // What accelerations of its points and of its angles are measured by.
  double pointAcceleration() const { return acceleration + (angularAcceleration + turning * turning) * size; }
  double turnAcceleration() const {
    return angularAcceleration + turning * turning + (size > 0 ? acceleration / size : 0);
  }
};

// Largest differences that are round-off. Of a body: of the origin of its frame and of its angles.
struct Tolerances {
  struct Two {
    double linear = 0;   // m/s^2 or N
    double angular = 0;  // rad/s^2 or Nm
  };
  std::vector<Two> accelerations;  // by BodyIndex
  std::vector<Two> balances;       // by BodyIndex
  std::vector<Two> reactions;      // by JointIndex
  std::vector<double> rodEnds;     // by BodyIndex: of the ends of a removed rod, whose spin is its own, in m/s^2
};

// A state with its solution, and the point about which the recursive model computes.
struct SolvedState {
  const CartesianState& state;
  const cartesian::MotionSolution& solution;
  const CartesianAccelerations& accelerations;
  Vector3 reference = Vector3::Zero();
};

// By component. Components that nearly rest count by 1e-8 of the largest: the reference solves all together.
std::vector<Scales> scalesOf(const CartesianSystem& system, const std::vector<int>& components,
                             const SolvedState& solved);

constexpr int kDraws = 3;  // of round-off, at each state

// What the recursive model's results change by where the last digits of its state do.
struct RecursiveChange {
  cartesian::MotionChange motion;
  std::vector<Vector6> balances;  // by BodyIndex: {force; torque} that is left over, where it can be told
};

// The state and the forces on the bodies are moved by what round-off may make of them, at random, and the equations of
// motion solved again: what follows has their condition, at this state and for each body, in it. What the recursive
// model changed by when the last digits of its own state did shows what round-off its way of solving adds.
Tolerances tolerancesOf(const CartesianSystem& system, const StateMapping& mapping, const std::vector<int>& components,
                        const std::vector<Scales>& scales, const SolvedState& solved,
                        std::span<const RecursiveChange> recursiveChanges, std::mt19937_64& random);

}  // namespace mb
