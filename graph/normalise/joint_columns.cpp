#include "graph/normalise/joint_columns.h"

namespace mb {

JointColumns jointColumns(const JointType& type, const JointParameters& parameters, const Pose& X_WF,
                          const Pose& X_WM) {
  const Pose X_FM = inverse(X_WF) * X_WM;
  const FittedPosition fitted = fitPosition(type, parameters, X_FM);
  JointColumns linear;
  // The columns are turned to world axes and moved from the origin of F to the origin of the world.
  const auto H = jointColumns(type, parameters, fitted.z);
  linear.columns.resize(6, H.cols());
  linear.columns.bottomRows<3>() = X_WF.R * H.bottomRows<3>();
  linear.columns.topRows<3>() = X_WF.R * H.topRows<3>() + skew(X_WF.p) * linear.columns.bottomRows<3>();
  // The rows transform dually, so that rows * columns has the same value in either frame.
  const auto C = equationRows(type, parameters, X_FM);
  linear.rows.resize(C.rows(), 6);
  linear.rows.leftCols<3>() = C.leftCols<3>() * X_WF.R.transpose();
  linear.rows.rightCols<3>() = C.rightCols<3>() * X_WF.R.transpose() - linear.rows.leftCols<3>() * skew(X_WF.p);
  return linear;
}

JointColumns jointColumns(const CartesianModel& model, const Joint& joint) {
  return jointColumns(joint.type, parametersOf(joint), worldPose(model, joint.j), worldPose(model, joint.i));
}

}  // namespace mb
