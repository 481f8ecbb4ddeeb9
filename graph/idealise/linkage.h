// A block of loops in isolation: its joints, a spanning tree in relative coordinates, and the closing equations of the
// joints outside the tree, with derivatives by the coordinates and by the joint frames. Drives, couplers and forces
// play no part. Any spanning tree would do; this is the lightest, with ties decided by name.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {

struct Linkage {
  struct Hinge {  // any joint of the block
    JointIndex joint;
    JointType type;
    JointParameters parameters;
    int bodyF = 0;  // body numbers within the block
    int bodyM = 0;
    Pose X_BF;  // the joint's frames on the two bodies
    Pose X_BM;
    bool inTree = false;
  };
  struct Crossing {
    int hinge = 0;
    bool forward = true;  // from F to M
  };
  // A joint with equations, and the path in the tree from its body F to its body M. A distance joint in the tree keeps
  // its equation; its path is the joint itself.
  struct Closure {
    int hinge = 0;
    std::vector<Crossing> path;
  };
  struct Column {
    int hinge = 0;
    int coordinate = 0;
    bool isTranslation = false;
  };
  std::vector<Hinge> hinges;  // by name
  std::vector<Closure> closures;
  std::vector<Column> columns;
  int rowCount = 0;
  double size = 1;      // unit of length, in rows and in columns
  double rounding = 0;  // round-off of rows that hold, for frames far from the origins of their bodies
};

// All blocks of loops of the model, in the order of the names of their first joints. A block consists of the joints of
// a biconnected component with at least one loop.
std::vector<Linkage> linkagesOf(const CartesianModel& model);

// Positions of the tree joints, by hinge; empty for hinges outside the tree.
using LinkagePosition = std::vector<std::vector<double>>;
LinkagePosition positionOf(const Linkage& linkage, const CartesianModel& model);  // nearest to the poses of the bodies
// The position after an increment dv, one number per column; translations are in units of the size.
LinkagePosition moved(const Linkage& linkage, LinkagePosition z, const Eigen::VectorXd& dv);

// Dimensionless values and derivatives: lengths are divided by the linkage's size.
struct LinkageEquations {
  Eigen::VectorXd Phi;
  Eigen::MatrixXd J;  // by the columns
  Eigen::MatrixXd A;  // by the frames: per hinge a twist {v; w} of F in its own axes, then one of M
};
enum class FrameDerivatives { no, yes };
LinkageEquations evaluate(const Linkage& linkage, const LinkagePosition& z,
                          FrameDerivatives frames = FrameDerivatives::no);

// The largest rows that measure a length and an angle: the gap at the closing joints.
Gap missOf(const Linkage& linkage, const Eigen::VectorXd& Phi);

}  // namespace mb
