// The equations at a state: kinematics of markers and joints, constraint rows with their right-hand sides, inertia and
// applied forces.
#pragma once

#include <vector>

#include "runtime/cartesian/joint_coordinates.h"

namespace mb::cartesian {

struct Kinematics {
  std::vector<FrameMotion> markers;           // by MarkerIndex
  std::vector<RelativeMotion> joints;         // by JointIndex
  std::vector<CoordinateMotion> coordinates;  // by JointIndex, for joints with isAsked
};
Kinematics kinematics(const CartesianSystem& system, const CartesianState& state);

// All rows: J v = rate, J v_dot = acceleration, with the velocities {v; w} of all bodies except the ground.
struct ConstraintEquations {
  Eigen::MatrixXd J;
  Eigen::VectorXd value;         // Phi
  Eigen::VectorXd rate;          // -Phi_t
  Eigen::VectorXd acceleration;  // -Phi_tt - J_dot v
  // A row acts through joints: byTwist V of this joint is one term. Drives between markers act through no joint.
  struct Share {
    int row = 0;
    JointIndex joint;
    RowVector6 byTwist;
  };
  std::vector<Share> shares;
  Eigen::VectorXd rowScale;     // normalises the rows in scaled columns; 0: the row is void
  Eigen::VectorXd columnScale;  // multiplies angles by the length of the system
};
ConstraintEquations constraintEquations(const CartesianSystem& system, const CartesianState& state,
                                        const Kinematics& kinematics);
inline Eigen::MatrixXd scaledRows(const ConstraintEquations& equations) {
  return equations.rowScale.asDiagonal() * equations.J * equations.columnScale.asDiagonal();
}
// The largest scaled residual in metres.
double residualOf(const ConstraintEquations& equations, const Eigen::VectorXd& residual);
// Dependent rows are dependent only where the constraints hold: a small error of the state makes their pivots as large
// as the residual.
double rankTolerance(const CartesianSystem& system, double residual);

Eigen::VectorXd stateVelocities(const CartesianSystem& system, const CartesianState& state);

// The present value that drive k prescribes.
std::vector<Jet> inputsAt(const CartesianSystem& system, const CartesianState& state);
Jet driveAt(const CartesianSystem& system, const CartesianState& state, const Kinematics& kinematics, std::size_t k);

// The inertia of a body at its present orientation, in world axes.
struct BodyInertia {
  double mass = 0;
  Vector3 arm;  // from the origin to the centre of mass
  Matrix3 J;    // about the centre of mass
};
BodyInertia bodyInertia(const Body& body, const FrameMotion& motion);

struct AppliedForces {
  Eigen::VectorXd Q;                   // {force; torque about the origin of the body frame}, without gravity
  std::vector<Vector6> jointWrenches;  // by JointIndex: friction and stops on M, at the origin and in the axes of F
  double potential = 0;
  double power = 0;  // of forces without a potential
  std::vector<double> lawStateRates;
  AngleMemory angles;
};
AppliedForces appliedForces(const CartesianSystem& system, const CartesianState& state, const Kinematics& kinematics);
// The results of the laws as they are.
ForceResults lawResults(const CartesianSystem& system, const CartesianState& state, const Kinematics& kinematics);

}  // namespace mb::cartesian
