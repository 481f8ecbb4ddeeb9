// The reference: a Cartesian model in motion as the user wrote it, with six velocities a body and every joint as
// constraint rows. Welds, rods as bodies, redundant joints and massless bodies are all taken as they are. It shares the
// force laws with the recursive runtime and nothing else, so that where the two agree both are right.
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

// The model compiled. The rows of the constraints are those of the joints, then one a drive, then one a coupler.
struct CartesianSystem {
  CartesianModel model;
  Library library;
  ForceSet forces;
  std::vector<Signal> driveSignals;                   // by drive
  std::vector<std::optional<Signal>> couplerSignals;  // by coupler
  std::vector<double> couplerOffsets;                 // by coupler: given, or as it holds at the initial state
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
  double length = 1;  // by which angles are made comparable with lengths
};
CartesianSystem makeCartesianSystem(const CartesianModel& model);

struct CartesianState {
  double time = 0;
  std::vector<FrameMotion> bodies;     // by BodyIndex: the body frame, its origin's velocity; the ground never moves
  std::vector<double> coordinates;     // z of all joints one after the other: they keep branches and count turns
  std::vector<double> driveIntegrals;  // two a drive: position and velocity, for drives of a rate or acceleration
  std::vector<double> lawStates;       // what laws integrate for themselves
  AngleMemory angles;                  // of force laws that count turns
  // By BodyIndex, or none at all: {force; torque about the origin of the body frame} from outside of the model.
  std::vector<Vector6> loads;
};
// What the model says, not yet projected.
CartesianState initialState(const CartesianSystem& system);

// Residuals are the largest of any row, in metres (or metres per second): angles count by the length of the system.
struct Projection {
  double residualBefore = 0;
  double residualAfter = 0;
  int iterations = 0;
};
// The least change that brings the state onto Phi(q, t) = 0, by Gauss and Newton; then fits the coordinates.
Projection projectPositions(const CartesianSystem& system, CartesianState& state);
// The least change of the velocities onto Phi_q v + Phi_t = 0.
Projection projectVelocities(const CartesianSystem& system, CartesianState& state);

struct CartesianAccelerations {
  std::vector<Vector3> v_dot;  // by BodyIndex: of the origin of the body frame, world axes
  std::vector<Vector3> w_dot;
  // What body j does to body i through the joint, all of it: constraint, drive and couplers of its coordinates,
  // friction and stops. World axes, torque about the origin of marker i.
  struct Reaction {
    Vector3 force = Vector3::Zero();
    Vector3 torque = Vector3::Zero();
    bool unique = true;  // it follows from the equations; else the least of the redundant rows' forces
  };
  std::vector<Reaction> reactions;  // by JointIndex
  // Orthonormal directions {v_dot; w_dot} of all bodies, six rows each, that the equations leave open, such as the
  // spin of a massless bar: any multiple may be added.
  Eigen::MatrixXd undetermined;
  int rank = 0;              // of the joints' rows, without drives and couplers
  int rows = 0;              // of the joints
  double inconsistency = 0;  // largest acceleration by which a dependent row is missed
  double drivenPower = 0;    // of drives, and of couplers that depend on time
};
CartesianAccelerations accelerations(const CartesianSystem& system, const CartesianState& state);

// Rank of the joints' rows alone.
int cartesianRank(const CartesianSystem& system, const CartesianState& state);
// What drives and couplers add to it.
int prescribedRank(const CartesianSystem& system, const CartesianState& state);

// One step of the classical Runge-Kutta method, both projections, and turns counted.
void step(const CartesianSystem& system, CartesianState& state, double h);

struct CartesianEnergy {
  double kinetic = 0;
  double gravity = 0;
  double springs = 0;  // and stops
  double power = 0;    // of all that is not in a potential, drives included: d(kinetic + gravity + springs)/dt
  Vector3 momentum = Vector3::Zero();
  Vector3 angularMomentum = Vector3::Zero();  // about the origin of the world
};
CartesianEnergy energy(const CartesianSystem& system, const CartesianState& state);

}  // namespace mb
