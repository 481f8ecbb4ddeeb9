// A block of loops by itself: its joints, a spanning tree of it in relative coordinates, and the closing equations of
// the joints outside of the tree, with their derivatives by the coordinates and by the joints' frames. Drives, couplers
// and forces have no part in it. Any spanning tree will do; this one is the lightest, by name.
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
    int bodyF = 0;  // numbers of bodies within the block
    int bodyM = 0;
    Pose X_BF;  // its frames on the two bodies
    Pose X_BM;
    bool inTree = false;
  };
  struct Crossing {
    int hinge = 0;
    bool forward = true;  // from F to M
  };
  // A joint with equations, and the tree's way from its body F to its body M. A distance in the tree keeps its
  // equation: its way is itself.
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
  double size = 1;      // lengths are measured by it, in rows and in columns
  double rounding = 0;  // of rows that hold: the arithmetic's, for frames that lie far from the origins of their bodies
};

// Every block of loops of the model, in the order of the names of their first joints. Joints that a block has are those
// of a biconnected component with at least one loop.
std::vector<Linkage> linkagesOf(const CartesianModel& model);

// Positions of the tree's joints, by hinge; empty for those outside of the tree.
using LinkagePosition = std::vector<std::vector<double>>;
LinkagePosition positionOf(const Linkage& linkage, const CartesianModel& model);  // nearest to the poses of the bodies
// Moved by dv, one number a column; translations in units of the size.
LinkagePosition moved(const Linkage& linkage, LinkagePosition z, const Eigen::VectorXd& dv);

// Values and derivatives without unit: lengths by the linkage's size.
struct LinkageEquations {
  Eigen::VectorXd Phi;
  Eigen::MatrixXd J;  // by the columns
  Eigen::MatrixXd A;  // by the frames: for every hinge a twist {v; w} of F in its own axes, then one of M
};
enum class FrameDerivatives { no, yes };
LinkageEquations evaluate(const Linkage& linkage, const LinkagePosition& z,
                          FrameDerivatives frames = FrameDerivatives::no);

// The largest rows that measure a length and an angle: what the closing joints miss by.
Gap missOf(const Linkage& linkage, const Eigen::VectorXd& Phi);

}  // namespace mb
