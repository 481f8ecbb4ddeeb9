#include "graph/trees/conditioning.h"

#include <algorithm>
#include <map>

#include "formats/model/basics/decompositions.h"

namespace mb {
namespace {

// Length equations, and the velocity of the twist, are measured in units of the block's length L; angles stay unscaled.
void scale(JointColumns& joint, const JointType& type, double L) {
  for (int r = 0; r < joint.rows.rows(); ++r) {
    if (measuresLength(type.equations()[r])) joint.rows.row(r) /= L;
  }
  const std::vector<CoordinateName> names = coordinateNames(type);
  for (int c = 0; c < joint.columns.cols(); ++c) {
    if (!names[c].isRotation) joint.columns.col(c) *= L;
  }
}

double ratioOf(const Eigen::MatrixXd& matrix) {
  const Eigen::VectorXd values = singularValues(matrix);
  double smallest = values(0);
  for (const double value : values) {
    if (value > kSingularTolerance * values(0)) smallest = value;
  }
  return smallest > 0 ? values(0) / smallest : 1;
}

}  // namespace

Conditioning::Conditioning(const CartesianModel& model, const Topology& topology, const std::vector<int>& loopBlockOf)
    : model_(model), topology_(topology), loopBlockOf_(loopBlockOf), cache_(topology.edges.size()) {}

std::vector<Vector3> Conditioning::pointsOf(int edge) const {
  const GraphEdge& e = topology_.edges[edge];
  if (e.rod < 0) {
    const Joint& joint = model_.joints[e.joint];
    return {worldPose(model_, joint.j).p, worldPose(model_, joint.i).p};
  }
  std::vector<Vector3> points;
  const RodCandidate& rod = topology_.rods[e.rod];
  for (int end = 0; end < 2; ++end) {
    const Joint& joint = model_.joints[rod.joints[end]];
    points.push_back(worldPose(model_, bodyI(model_, joint) == rod.body ? joint.j : joint.i).p);
  }
  return points;
}

double Conditioning::lengthOf(const BiconnectedGraph& block) const {
  std::vector<Vector3> points;
  for (const int edge : block.edges) {
    const std::vector<Vector3> own = pointsOf(edge);
    points.insert(points.end(), own.begin(), own.end());
  }
  return characteristicLength(points);
}

const Conditioning::Scaled& Conditioning::scaled(int edge, double length) {
  std::optional<Scaled>& place = cache_[edge];
  if (place) return *place;
  const GraphEdge& e = topology_.edges[edge];
  if (e.rod < 0) {
    const Joint& joint = model_.joints[e.joint];
    JointColumns linear = jointColumns(model_, joint);
    scale(linear, joint.type, length);
    place = Scaled{std::move(linear.rows), std::move(linear.columns)};
    return *place;
  }
  // If the rod is cut, the rows are those between its ends. If it is kept, the columns are those of its two joints,
  // with signs for the direction from a to b.
  const RodCandidate& rod = topology_.rods[e.rod];
  const auto endPose = [&](int end) { return model_.bodies[rod.neighbours[end]].X_WB * rod.ends[end]; };
  JointColumns bar = jointColumns(closingType(rod), {rod.length, 0}, endPose(0), endPose(1));
  scale(bar, closingType(rod), length);
  Scaled result{std::move(bar.rows), {}};
  result.columns.resize(6, e.costs.dof);
  int column = 0;
  for (int end = 0; end < 2; ++end) {
    const Joint& joint = model_.joints[rod.joints[end]];
    JointColumns linear = jointColumns(model_, joint);
    scale(linear, joint.type, length);
    const bool ahead = end == 0 ? bodyI(model_, joint) == rod.body : bodyJ(model_, joint) == rod.body;
    result.columns.middleCols(column, linear.columns.cols()) = ahead ? linear.columns : -linear.columns;
    column += static_cast<int>(linear.columns.cols());
  }
  place = std::move(result);
  return *place;
}

double Conditioning::workOf(const BiconnectedGraph& block) {
  double rows = 0;
  double columns = 0;
  for (int e = 0; e < block.edgeCount(); ++e) {
    rows += block.costs[e].rows;
    columns += block.costs[e].dof;
  }
  return rows * columns * std::min(rows, columns);
}

std::optional<double> Conditioning::of(const BiconnectedGraph& block, const TreeFlags& inTree) {
  const double length = lengthOf(block);
  TreeCost tree(block);
  tree.root(inTree, 0);

  struct Group {
    std::vector<int> cuts;
    int rows = 0;
    int columns = 0;
  };
  std::map<int, Group> groups;
  std::vector<int> firstColumn(block.edges.size(), -1);
  for (int e = 0; e < block.edgeCount(); ++e) {
    const GraphEdge& edge = topology_.edges[block.edges[e]];
    Group& group = groups[loopBlockOf_[block.edges[e]]];
    if (inTree[e]) {
      firstColumn[e] = group.columns;
      group.columns += edge.costs.dof;
    }
    if (!inTree[e] || edge.costs.ownRows > 0) {
      group.cuts.push_back(e);
      group.rows += inTree[e] ? edge.costs.ownRows : edge.costs.rows;
    }
  }
  double product = 1;
  for (const auto& [number, group] : groups) {
    if (number < 0 || group.rows == 0 || group.columns == 0) continue;
    if (group.columns > kMaxConditioningColumns) return std::nullopt;
    Eigen::MatrixXd Phi_z = Eigen::MatrixXd::Zero(group.rows, group.columns);
    int row = 0;
    for (const int cut : group.cuts) {
      const auto& rows = scaled(block.edges[cut], length).rows;
      int at = block.ends[cut].a;  // body of F; the twist of M relative to F adds up along the loop
      const std::vector<int> loop = inTree[cut] ? std::vector<int>{cut} : tree.loopOf(cut);
      for (const int e : loop) {
        const double sense = block.ends[e].a == at ? 1 : -1;
        at = block.ends[e].a + block.ends[e].b - at;
        if (loopBlockOf_[block.edges[e]] != number) continue;  // prescribed
        const auto& columns = scaled(block.edges[e], length).columns;
        Phi_z.block(row, firstColumn[e], rows.rows(), columns.cols()) = sense * rows * columns;
      }
      row += static_cast<int>(rows.rows());
    }
    product *= ratioOf(Phi_z);
  }
  return product;
}

}  // namespace mb
