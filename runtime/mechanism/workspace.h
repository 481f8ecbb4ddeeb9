// All results and scratch memory of one evaluation, sized once for a mechanism. A mechanism may have many workspaces.
#pragma once

#include <vector>

#include "runtime/mechanism/mechanism.h"

namespace mb {

// The spatial inertia of a body about the reference point: mass, first moment, second moments. The scalar is a template
// parameter, so that operations can be counted.
template <class T>
struct SpatialInertiaOf {
  T m{};
  Eigen::Matrix<T, 3, 1> h = Eigen::Matrix<T, 3, 1>::Zero();
  Eigen::Matrix<T, 3, 3> I = Eigen::Matrix<T, 3, 3>::Zero();
};
using SpatialInertia = SpatialInertiaOf<double>;

// The dependent and independent coordinates of a block, and the rows that define the dependent ones.
struct Partition {
  int rank = 0;
  std::vector<int> rows;          // the first `rank`: independent rows, within the block
  std::vector<int> columns;       // the first `rank`: dependent columns, within the block; then the independent ones
  double growthAtChoice = 1;      // largest entry of R when the partition was chosen
  double pivotRatioAtChoice = 0;  // smallest over largest pivot of Phi_d, typical at that choice; 0: not factored yet
};

struct BlockWork {
  Partition partition;
  Partition former;        // kept while another is tried
  std::vector<double> J;   // Phi_z, rows x columns
  std::vector<double> lu;  // of Phi_d
  std::vector<int> exchange;
  std::vector<double> R;  // rows dependent, columns independent velocities: z_dot_d = R z_dot_i + ...
  std::vector<double> x;  // right-hand side, then solution
  double pivotRatio = 1;  // smallest over largest pivot of Phi_d
};

struct Workspace {
  // positions [HG12 §2]; all points are relative to c
  Vector3 c = Vector3::Zero();
  std::vector<Pose> X;         // by link
  std::vector<Vector6> b;      // by velocity: the motion {v; w} per unit rate of the link and all links beyond it
  std::vector<Pose> X_before;  // by motion, for bends: the frame before it
  std::vector<SpatialInertia> inertia;    // by link
  std::vector<SpatialInertia> composite;  // by link, including all links beyond it
  // equations
  std::vector<Jet> signals;
  std::vector<Jet> jetStack;
  std::vector<Pose> X_F;  // by closing
  std::vector<Pose> X_M;
  std::vector<double> Phi;        // by row
  std::vector<Vector6> gradient;  // by row: its force {f; t} per unit multiplier on the M side
  std::vector<double> gamma;      // by row: right-hand side of the accelerations
  std::vector<BlockWork> blocks;
  std::vector<int> independent;   // velocities, in order
  std::vector<int> placeInBlock;  // by velocity: its position among the independent or dependent ones of its block
  std::vector<char> isDependent;
  // velocities and accelerations
  std::vector<double> z_dot;  // by velocity, consistent
  std::vector<Vector6> Z;     // by link
  std::vector<Vector6>
      A_bias;  // by link: acceleration for z_ddot = 0, with the ground accelerating upwards instead of gravity
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
  std::vector<double> M;         // vCount x vCount; empty until a solver needs it, because it grows with the square
  std::vector<double> Q;         // by velocity: applied forces less bias
  std::vector<Vector6> carried;  // by link: bias force less applied, including all links beyond
  std::vector<double> M_hat;     // of the independent velocities; also empty until needed
  std::vector<double> rhs;
  std::vector<double> column;
  double drivePower = 0;
  int singularRow = -1;  // velocity without inertia, if the accelerations cannot be solved
};

Workspace makeWorkspace(const Mechanism& mechanism);

}  // namespace mb
