#include "converter/verify/written.h"

#include <algorithm>

#include "formats/model/joints/joint_kinematics.h"
#include "graph/idealise/decide.h"
#include "graph/idealise/frame_changes.h"
#include "graph/idealise/linkage.h"
#include "runtime/cartesian/equations.h"

namespace mb {
namespace {

constexpr double kLargestChange = 3.001;  // of the tolerance; frames written with all digits change by 3 at most
constexpr double kLargestMiss = 10;       // of the tolerance, as in the decision to idealise
constexpr int kSteps = 3;                 // of Gauss-Newton, from a state that is off by the tolerance

// Angles in radians, lengths by the size of the block that the joint belongs to.
std::vector<double> sizesOf(const CartesianModel& model) {
  std::vector<double> sizes(at(model.joints.size()), 1);
  for (const Linkage& linkage : linkagesOf(model)) {
    for (const Linkage::Hinge& hinge : linkage.hinges) sizes[at(hinge.joint.value)] = linkage.size;
  }
  return sizes;
}

}  // namespace

WrittenFrames::WrittenFrames(const CartesianModel& written, const std::vector<FrameChange>& changes, int rank)
    : system_(makeCartesianSystem(written)), rank_(rank) {
  findings_.change = {0, kLargestChange, "",
                      "the least change that lets the loop move is at most three times its tolerance"};
  findings_.miss = {0, kLargestMiss, "",
                    "rows that are redundant except for rounding miss by at most ten times the tolerance"};
  const std::vector<double> sizes = sizesOf(written);
  for (const FrameChange& change : changes) {
    const auto joint = findJoint(written, change.joint);
    if (!joint) {
      findings_.change.value = std::numeric_limits<double>::infinity();
      findings_.change.where = "joint " + change.joint + ", which the source does not have";
      continue;
    }
    const double size = sizes[at(joint->value)];
    rows_.push_back({*joint, size, change.tolerance});
    const Gap moved = sizeOf(change);
    // Each component of a twist is bounded by the tolerance, and its length by the square root of three times that.
    const double largest = std::max(moved.length / size, moved.angle) / std::sqrt(3.0) / change.tolerance;
    if (largest <= findings_.change.value) continue;
    findings_.change.value = largest;
    findings_.change.where = "joint " + change.joint;
  }
}

double WrittenFrames::missAt(const CartesianState& state, const Row& row) const {
  const Joint& joint = system_.model.joints[row.joint];
  const auto frame = [&](MarkerIndex index) {
    const Marker& marker = system_.model.markers[index];
    return state.bodies[at(marker.body.value)].X * marker.X_BM;
  };
  const Pose X_FM = inverse(frame(joint.j)) * frame(joint.i);
  const Eigen::VectorXd values = equationValues(joint.type, parametersOf(joint), X_FM);
  double worst = 0;
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const bool isLength = measuresLength(joint.type.equations()[static_cast<std::size_t>(k)]);
    worst = std::max(worst, std::abs(values(k)) / (isLength ? row.size : 1) / row.tolerance);
  }
  return worst;
}

void WrittenFrames::look(const CartesianState& state) {
  CartesianState nearest = state;
  for (int k = 0; k < kSteps; ++k) {
    const auto equations = cartesian::constraintEquations(system_, nearest, cartesian::kinematics(system_, nearest));
    const Eigen::MatrixXd J = cartesian::scaledRows(equations).topRows(system_.jointRowCount);
    const Eigen::VectorXd Phi = equations.rowScale.cwiseProduct(equations.value).head(system_.jointRowCount);
    const Spectrum s = spectrumOf(J);
    if (rank_ == 0 || !(s.sigma(rank_ - 1) > 0)) break;
    const Eigen::VectorXd c = s.U.leftCols(rank_).transpose() * Phi;
    const Eigen::VectorXd dq =
        -equations.columnScale.cwiseProduct(s.V.leftCols(rank_) * c.cwiseQuotient(s.sigma.head(rank_)));
    for (const BodyIndex body : system_.columns.indexes()) {
      const int column = system_.columns[body];
      if (column < 0) continue;
      Pose& X = nearest.bodies[at(body.value)].X;
      X.p += dq.segment<3>(column);
      X.R = rotationOf(dq.segment<3>(column + 3)) * X.R;
    }
  }
  ++findings_.states;
  for (const Row& row : rows_) {
    const double miss = missAt(nearest, row);
    if (miss <= findings_.miss.value) continue;
    findings_.miss.value = miss;
    findings_.miss.where = "joint " + system_.model.joints[row.joint].name;
  }
}

}  // namespace mb
