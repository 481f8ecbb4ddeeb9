// The loops of a recursive model by block: the joints on them, the closing equations Phi and their derivative Phi_z.
// This is the plain form for conversion and checks, which may allocate.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "formats/model/joints/gap.h"
#include "formats/model/recursive.h"

namespace mb {

// Positions of all joints: the values of Link::z for each link.
using Positions = Table<LinkIndex, std::vector<double>>;
Positions initialPositions(const RecursiveModel& model);

// Pose of a link relative to its parent for a position of its joint.
Pose poseInParent(const Link& link, std::span<const double> z);
// Poses of all links in the world.
Table<LinkIndex, Pose> worldPoses(const RecursiveModel& model, const Positions& z);

// One closing element and the tree joints between its two links, traversed from its F side to its M side.
struct Loop {
  struct Crossing {
    LinkIndex link;     // whose joint is crossed
    bool down = false;  // from parent to child
  };
  int cut = -1;  // into RecursiveModel::cuts
  int rod = -1;  // or into RecursiveModel::rods
  std::vector<Crossing> path;
};

struct LoopBlock {
  struct Column {
    LinkIndex link;
    int coordinate = 0;
    bool isTranslation = false;
  };
  std::vector<Loop> loops;
  std::vector<Column> columns;  // coordinates on its loops, without driven ones
  std::vector<Column> driven;   // driven coordinates on its loops; other blocks may share them
  double size = 1;              // characteristic length: root mean square distance of its joints from their centre
};

std::vector<LoopBlock> loopBlocks(const RecursiveModel& model);

std::string nameOf(const RecursiveModel& model, const Loop& loop);  // of the joint, or the rod's body

// The joint that closes the loop of a removed rod: a distance, or a revolute-spherical joint for a hinged strut. Also
// the frames at its ends.
const JointType& rodType(const Rod& rod);
bool isHinged(const Rod& rod);
Pose endPose(const Rod::End& end);

struct BlockEquations {
  struct Row {
    int loop = 0;
    int equation = 0;  // within the joint's type
    bool isLength = false;
  };
  Eigen::VectorXd Phi;
  Eigen::MatrixXd Phi_z;  // columns as in LoopBlock::columns
  std::vector<Row> rows;
};
BlockEquations evaluate(const RecursiveModel& model, const LoopBlock& block, const Positions& z);
// The joint type whose equations close a loop: the cut's, or a distance for a rod.
const JointType& closingType(const RecursiveModel& model, const Loop& loop);

// The gap of a loop: distance and angle to the nearest pose that its joint allows.
Gap gapOf(const RecursiveModel& model, const Loop& loop, const Positions& z);

// Lengths are divided by the block's size, so that ranks and condition numbers compare like with like.
Eigen::MatrixXd scaled(const BlockEquations& equations, const LoopBlock& block);

// Closes the loops by Gauss-Newton with least change of z. Returns the largest remaining |Phi|, with lengths divided by
// the block's size.
double closeLoops(const RecursiveModel& model, const LoopBlock& block, Positions& z);

}  // namespace mb
