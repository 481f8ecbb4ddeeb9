// All results and scratch of one evaluation, sized once for a mechanism. One mechanism, many workspaces.
#pragma once

#include <vector>

#include "runtime/mechanism/mechanism.h"

namespace mb {

// The spatial inertia of a body about the reference point: mass, first moment, second moments. Of any scalar, so that
// operations can be counted.
template <class T>
struct SpatialInertiaOf {
  T m{};
  Eigen::Matrix<T, 3, 1> h = Eigen::Matrix<T, 3, 1>::Zero();
  Eigen::Matrix<T, 3, 3> I = Eigen::Matrix<T, 3, 3>::Zero();
};
using SpatialInertia = SpatialInertiaOf<double>;

// Which coordinates of a block depend on which, and by which rows.
struct Partition {
  int rank = 0;
  std::vector<int> rows;          // the first `rank`: independent rows, within the block
  std::vector<int> columns;       // the first `rank`: dependent columns, within the block; then the independent ones
  double growthAtChoice = 1;      // largest entry of R when it was chosen
  double pivotRatioAtChoice = 0;  // smallest over largest pivot of Phi_d, as usual there; 0: not yet factored
};

struct BlockWork {
  Partition partition;
  Partition former;        // while another is looked for
  std::vector<double> J;   // Phi_z, rows x columns
  std::vector<double> lu;  // of Phi_d
  std::vector<int> exchange;
  std::vector<double> R;  // dependent by independent velocities: z_dot_d = R z_dot_i + ...
  std::vector<double> x;  // right-hand side, then solution
  double pivotRatio = 1;  // smallest over largest pivot of Phi_d
};

struct Workspace {
  // positions [HG12 §2]; all points are measured from c
  Vector3 c = Vector3::Zero();
  std::vector<Pose> X;                    // by link
  std::vector<Vector6> b;                 // by velocity: the motion {v; w} it gives to the link and all beyond
  std::vector<Pose> X_before;             // by step, for bends: the frame before it
  std::vector<SpatialInertia> inertia;    // by link
  std::vector<SpatialInertia> composite;  // by link, with all that hangs on it
  // equations
  std::vector<Jet> signals;
  std::vector<Jet> jetStack;
  std::vector<Pose> X_F;  // by closing
  std::vector<Pose> X_M;
  std::vector<double> Phi;        // by row
  std::vector<Vector6> gradient;  // by row: its force {f; t} per unit of multiplier, on M's side
  std::vector<double> gamma;      // by row: right-hand side of the accelerations
  std::vector<BlockWork> blocks;
  std::vector<int> independent;   // velocities, in order
  std::vector<int> placeInBlock;  // by velocity: its place among the independent or the dependent of its block
  std::vector<char> isDependent;
  // velocities and accelerations
  std::vector<double> z_dot;    // by velocity, consistent
  std::vector<Vector6> Z;       // by link
  std::vector<Vector6> A_bias;  // by link: acceleration without z_ddot, the ground falling upwards instead of gravity
  std::vector<double> z_ddot;
  // forces
  std::vector<FrameMotion> markers;
  std::vector<CoordinateValue> coordinates;
  ForceResults forces;
  std::vector<Vector6> wrench;  // by link: applied, about c
  std::vector<double> tau;      // by velocity: of friction and stops
  double jointPotential = 0;
  double jointPower = 0;
  // equations of motion
  std::vector<double> M;         // vCount x vCount; empty until a solver asks for it, as it grows with the square
  std::vector<double> Q;         // by velocity: applied less bias
  std::vector<Vector6> carried;  // by link: bias force less applied, with all beyond
  std::vector<double> M_hat;     // of the independent velocities; likewise
  std::vector<double> rhs;
  std::vector<double> column;
  double drivePower = 0;
  int singularRow = -1;  // velocity without inertia, when the accelerations cannot be solved
};

Workspace makeWorkspace(const Mechanism& mechanism);

}  // namespace mb
