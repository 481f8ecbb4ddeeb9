#include "runtime/assembly/mobility.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/model/basics/decompositions.h"
#include "runtime/evaluation/partition.h"

namespace mb {
namespace {

// Rows in their order, each kept when it is not a combination of those before it.
std::vector<bool> independentRows(const Eigen::MatrixXd& J, int rank) {
  std::vector<bool> kept(static_cast<std::size_t>(J.rows()));
  Eigen::MatrixXd basis(J.cols(), rank);
  int count = 0;
  const double scale = J.rowwise().norm().maxCoeff();
  for (Eigen::Index r = 0; r < J.rows() && count < rank; ++r) {
    Eigen::VectorXd rest = J.row(r).transpose();
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough for orthogonality to round-off
      rest -= basis.leftCols(count) * (basis.leftCols(count).transpose() * rest);
    }
    if (rest.norm() <= 1e-6 * scale) continue;
    basis.col(count++) = rest.normalized();
    kept[static_cast<std::size_t>(r)] = true;
  }
  if (count == rank) return kept;
  // For nearly dependent rows, the largest remainders decide instead of the order.
  const std::vector<int> order = pivotOrder(J.transpose());
  std::fill(kept.begin(), kept.end(), false);
  for (int k = 0; k < rank; ++k) kept[at(order[at(k)])] = true;
  return kept;
}

BlockMobility mobilityOfBlock(const RecursiveModel& model, const LoopBlock& block, const Positions& z) {
  BlockMobility mobility;
  std::set<LinkIndex> links;
  for (const Loop& loop : block.loops) {
    mobility.cuts.push_back(nameOf(model, loop));
    for (const Loop::Crossing& crossing : loop.path) links.insert(crossing.link);
  }
  for (const LinkIndex link : links) {
    if (!model.links[link].joint.empty()) mobility.joints.push_back(model.links[link].joint);
  }
  std::ranges::sort(mobility.joints);
  const BlockEquations equations = evaluate(model, block, z);
  const Eigen::MatrixXd J = scaled(equations, block);
  mobility.rows = static_cast<int>(J.rows());
  mobility.columns = static_cast<int>(J.cols());
  if (J.rows() == 0 || J.cols() == 0) return mobility;

  const Eigen::VectorXd sigma = singularValues(J);
  while (mobility.rank < sigma.size() && sigma(mobility.rank) > kRankTolerance * std::max(1.0, sigma(0)))
    ++mobility.rank;
  if (mobility.rank > 0) {
    mobility.condition = sigma(0) / sigma(mobility.rank - 1);
    if (mobility.rank < sigma.size()) mobility.clearance = sigma(mobility.rank) / sigma(mobility.rank - 1);
  }
  const std::vector<bool> kept = independentRows(J, mobility.rank);
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    if (kept[r]) continue;
    const Loop& loop = block.loops[static_cast<std::size_t>(equations.rows[r].loop)];
    const Equation& equation =
        closingType(model, loop).equations()[static_cast<std::size_t>(equations.rows[r].equation)];
    mobility.redundant.push_back({nameOf(model, loop), toText(equation)});
  }
  return mobility;
}

LoopBlock withDriven(LoopBlock block) {
  block.columns.insert(block.columns.end(), block.driven.begin(), block.driven.end());
  return block;
}

// Driven coordinates that loops constrain: combinations of rows that vanish for the free coordinates may still
// constrain driven ones. Blocks may share those, so the rank is counted over all blocks.
class HeldDrives {
 public:
  // The number of additional coordinates that the rows of this block constrain, and whether it constrains any.
  struct Added {
    int rank = 0;
    bool holds = false;
  };
  Added add(const RecursiveModel& model, const LoopBlock& block, const Positions& z, int rank) {
    const Eigen::MatrixXd J = scaled(evaluate(model, withDriven(block), z), withDriven(block));
    const auto free = static_cast<Eigen::Index>(block.columns.size());
    const Eigen::MatrixXd combinations = free == 0 ? Eigen::MatrixXd(Eigen::MatrixXd::Identity(J.rows(), J.rows()))
                                                   : singularVectors(J.leftCols(free)).U.rightCols(J.rows() - rank);
    const Eigen::MatrixXd held = combinations.transpose() * J.rightCols(J.cols() - free);
    Added added;
    for (Eigen::Index r = 0; r < held.rows(); ++r) {
      Row row;
      for (std::size_t c = 0; c < block.driven.size(); ++c) {
        const double entry = held(r, static_cast<Eigen::Index>(c));
        if (std::abs(entry) > kRankTolerance) row[{block.driven[c].link, block.driven[c].coordinate}] = entry;
      }
      added.holds = added.holds || !row.empty();
      added.rank += isNew(std::move(row)) ? 1 : 0;
    }
    return added;
  }

 private:
  using Coordinate = std::pair<LinkIndex, int>;
  using Row = std::map<Coordinate, double>;

  // Eliminates the row with the pivot rows so far; a nonzero remainder becomes a pivot row.
  bool isNew(Row row) {
    for (const auto& [pivot, other] : rows_) {
      const auto found = row.find(pivot);
      if (found == row.end()) continue;
      const double factor = found->second / other.at(pivot);
      for (const auto& [coordinate, entry] : other) row[coordinate] -= factor * entry;
      row.erase(pivot);
    }
    const auto largest = std::ranges::max_element(row, {}, [](const auto& entry) { return std::abs(entry.second); });
    if (largest == row.end() || std::abs(largest->second) <= kRankTolerance) return false;
    const Coordinate pivot = largest->first;
    rows_.emplace_back(pivot, std::move(row));
    return true;
  }

  std::vector<std::pair<Coordinate, Row>> rows_;
};

}  // namespace

MobilityReport mobilityOf(const RecursiveModel& model, const std::vector<LoopBlock>& blocks) {
  MobilityReport mobility;
  for (const Link& link : model.links) mobility.coordinates += dofOf(link.type);
  const Positions z = initialPositions(model);
  HeldDrives heldDrives;
  for (const LoopBlock& block : blocks) {
    BlockMobility own = mobilityOfBlock(model, block, z);
    mobility.equations += own.rows;
    mobility.rank += own.rank;
    if (own.rank < own.rows && !block.driven.empty()) {
      const HeldDrives::Added held = heldDrives.add(model, block, z, own.rank);
      mobility.rank += held.rank;
      if (held.holds) own = mobilityOfBlock(model, withDriven(block), z);
    }
    mobility.blocks.push_back(std::move(own));
  }
  mobility.dof = mobility.coordinates - mobility.rank;
  mobility.prescribed = static_cast<int>(model.drives.size() + model.couplers.size());
  return mobility;
}

}  // namespace mb
