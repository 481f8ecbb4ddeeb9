// The reference: a Cartesian model in motion as the user wrote it, with six velocities per body and every joint as
// constraint rows. Welds, rods as bodies, redundant joints and massless bodies all stay as they are. It shares only the
// force laws with the recursive runtime, so that agreement is evidence for both.
//
// Accurate rather than fast: dense orthogonal factorisations, and analytic derivatives throughout.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "formats/model/cartesian.h"
#include "runtime/laws/force_set.h"
#include "runtime/laws/signal.h"

namespace mb {

// The compiled model. The constraint rows are those of the joints, then one per drive, then one per coupler.
struct CartesianSystem {
  CartesianModel model;
  Library library;
  ForceSet forces;
  std::vector<Signal> driveSignals;                   // by drive
  std::vector<std::optional<Signal>> couplerSignals;  // by coupler
  std::vector<double> couplerOffsets;                 // by coupler: given, or its value at the initial state
  struct JointLayout {
    int row = 0;           // its first row
    int position = 0;      // its first number in CartesianState::coordinates
    bool isAsked = false;  // a drive, coupler, friction, limit or expression needs its coordinates
  };
  Table<JointIndex, JointLayout> joints;
  Table<BodyIndex, int> columns;  // first of the six velocities of a body; -1 for the ground
  int columnCount = 0;
  int jointRowCount = 0;
  int rowCount = 0;
  double length = 1;  // converts angles to lengths
};
CartesianSystem makeCartesianSystem(const CartesianModel& model);

struct CartesianState {
  double time = 0;
  std::vector<FrameMotion> bodies;     // by BodyIndex: the body frame and its origin's velocity; the ground never moves
  std::vector<double> coordinates;     // z of all joints in turn: they keep branches and count turns
  std::vector<double> driveIntegrals;  // two per drive: position and velocity, for drives of a rate or acceleration
  std::vector<double> lawStates;       // states of the laws
  InputValues inputs;                  // what is set
  AngleMemory angles;                  // of force laws that count turns
  // By BodyIndex, or empty: external {force; torque about the origin of the body frame}.
  std::vector<Vector6> loads;
};
// The initial state as the model gives it, not projected.
CartesianState initialState(const CartesianSystem& system);

// Residuals are the largest of any row, in metres (or metres per second); angles are multiplied by the length of the
// system.
struct Projection {
  double residualBefore = 0;
  double residualAfter = 0;
  int iterations = 0;
};
// Brings the state onto Phi(q, t) = 0 with the least change, by Gauss-Newton, and then fits the coordinates.
Projection projectPositions(const CartesianSystem& system, CartesianState& state);
// Brings the velocities onto Phi_q v + Phi_t = 0 with the least change.
Projection projectVelocities(const CartesianSystem& system, CartesianState& state);

struct CartesianAccelerations {
  std::vector<Vector3> v_dot;  // by BodyIndex: of the origin of the body frame, world axes
  std::vector<Vector3> w_dot;
  // The whole wrench that body j exerts on body i through the joint: constraint, drive and couplers of its coordinates,
  // friction and stops. World axes, torque about the origin of marker i.
  struct Reaction {
    Vector3 force = Vector3::Zero();
    Vector3 torque = Vector3::Zero();
    bool unique =
        true;  // determined by the equations; otherwise the redundant rows share the load with least multipliers
  };
  std::vector<Reaction> reactions;  // by JointIndex
  // Orthonormal directions {v_dot; w_dot} of all bodies, six rows each, that the equations do not determine, such as
  // the spin of a massless bar; any multiple may be added.
  Eigen::MatrixXd undetermined;
  int rank = 0;              // of the joints' rows, without drives and couplers
  int rows = 0;              // of the joints
  double inconsistency = 0;  // largest acceleration error of a dependent row
  double drivenPower = 0;    // of drives, and of couplers that depend on time
};
CartesianAccelerations accelerations(const CartesianSystem& system, const CartesianState& state);

// Rank of the joints' rows alone.
int cartesianRank(const CartesianSystem& system, const CartesianState& state);
// The rank that drives and couplers add.
int prescribedRank(const CartesianSystem& system, const CartesianState& state);

// One step of the classical Runge-Kutta method with both projections; counts turns.
void step(const CartesianSystem& system, CartesianState& state, double h);

struct CartesianEnergy {
  double kinetic = 0;
  double gravity = 0;
  double springs = 0;  // including stops
  double power = 0;    // of all forces without a potential, including drives: d(kinetic + gravity + springs)/dt
  Vector3 momentum = Vector3::Zero();
  Vector3 angularMomentum = Vector3::Zero();  // about the world origin
};
CartesianEnergy energy(const CartesianSystem& system, const CartesianState& state);

}  // namespace mb
