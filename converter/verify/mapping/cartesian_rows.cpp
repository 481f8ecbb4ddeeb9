#include "converter/verify/mapping/cartesian_rows.h"

#include <cmath>

namespace mb {
namespace {

JointIndex jointOfRow(const CartesianSystem& system, int row) {
  JointIndex found;
  for (const JointIndex joint : system.model.joints.indexes()) {
    if (system.joints[joint].row <= row && equationsOf(system.model.joints[joint].type) > 0) found = joint;
  }
  return found;
}

}  // namespace

std::string nameOfRow(const CartesianSystem& system, int row) {
  const CartesianModel& model = system.model;
  if (row >= system.jointRowCount) {
    const auto k = at(row - system.jointRowCount);
    return k < model.drives.size() ? "drive " + model.drives[k].name
                                   : "coupler " + model.couplers[k - model.drives.size()].name;
  }
  return "joint " + model.joints[jointOfRow(system, row)].name;
}

BodyIndex bodyOfRow(const CartesianSystem& system, int row) {
  const CartesianModel& model = system.model;
  const auto ofMarkers = [&](MarkerIndex i, MarkerIndex j) {
    const BodyIndex body = model.markers[i].body;
    return model.bodies[body].isGround ? model.markers[j].body : body;
  };
  const auto ofJoint = [&](JointIndex joint) { return ofMarkers(model.joints[joint].i, model.joints[joint].j); };
  if (row < system.jointRowCount) return ofJoint(jointOfRow(system, row));
  const auto k = at(row - system.jointRowCount);
  if (k < model.drives.size()) {
    const Drive& drive = model.drives[k];
    return drive.coordinate ? ofJoint(drive.coordinate->joint) : ofMarkers(drive.i, drive.j);
  }
  return ofJoint(model.couplers[k - model.drives.size()].terms.front().coordinate.joint);
}

double metresPerUnit(const Eigen::RowVectorXd& row, double size) {
  double square = 0;
  for (Eigen::Index body = 0; body + 6 <= row.size(); body += 6) {
    square += row.segment<3>(body).squaredNorm() + row.segment<3>(body + 3).squaredNorm() / (size * size);
  }
  return square > 0 ? 1 / std::sqrt(square) : 1;
}

double termsOfRow(const CartesianSystem& system, const CartesianState& state, int row) {
  if (row < system.jointRowCount) return 0;
  const CartesianModel& model = system.model;
  const auto valueOf = [&](const CoordinateRef& ref) {
    const int place = positionPlace(model.joints[ref.joint].type, ref.coordinate);
    return place < 0 ? 0 : std::abs(state.coordinates[at(system.joints[ref.joint].position + place)]);
  };
  const auto k = at(row - system.jointRowCount);
  if (k < model.drives.size()) return model.drives[k].coordinate ? valueOf(*model.drives[k].coordinate) : 0;
  double sum = std::abs(system.couplerOffsets[k - model.drives.size()]);
  for (const Coupler::Term& term : model.couplers[k - model.drives.size()].terms) {
    sum += std::abs(term.factor) * valueOf(term.coordinate);
  }
  return sum;
}

}  // namespace mb
