#include "runtime/mobility.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <set>

#include "formats/model/singular_values.h"
#include "runtime/partition.h"

namespace mb {
namespace {

constexpr double kOpen =
    1e-5;  // of the block's size: a loop left open by more has no solution near its initial position
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
  // Nearly dependent rows: let the largest remainders decide instead of the order.
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(J.transpose());
  std::fill(kept.begin(), kept.end(), false);
  for (int k = 0; k < rank; ++k) kept[static_cast<std::size_t>(qr.colsPermutation().indices()(k))] = true;
  return kept;
}

BlockLedger ledgerOf(const RecursiveModel& model, const LoopBlock& block, const Positions& z) {
  BlockLedger ledger;
  std::set<LinkIndex> links;
  for (const Loop& loop : block.loops) {
    ledger.cuts.push_back(nameOf(model, loop));
    for (const Loop::Crossing& crossing : loop.path) links.insert(crossing.link);
  }
  for (const LinkIndex link : links) {
    if (!model.links[link].joint.empty()) ledger.joints.push_back(model.links[link].joint);
  }
  std::ranges::sort(ledger.joints);
  const BlockEquations equations = evaluate(model, block, z);
  const Eigen::MatrixXd J = scaled(equations, block);
  ledger.rows = static_cast<int>(J.rows());
  ledger.columns = static_cast<int>(J.cols());
  if (J.rows() == 0 || J.cols() == 0) return ledger;

  const Eigen::VectorXd sigma = singularValues(J);
  while (ledger.rank < sigma.size() && sigma(ledger.rank) > kRankTolerance * std::max(1.0, sigma(0))) ++ledger.rank;
  if (ledger.rank > 0) {
    ledger.condition = sigma(0) / sigma(ledger.rank - 1);
    if (ledger.rank < sigma.size()) ledger.clearance = sigma(ledger.rank) / sigma(ledger.rank - 1);
  }
  const std::vector<bool> kept = independentRows(J, ledger.rank);
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    if (kept[r]) continue;
    const Loop& loop = block.loops[static_cast<std::size_t>(equations.rows[r].loop)];
    const Equation& equation =
        closingType(model, loop).equations()[static_cast<std::size_t>(equations.rows[r].equation)];
    ledger.redundant.push_back({nameOf(model, loop), toText(equation)});
  }
  return ledger;
}

SourceRef placeOf(const RecursiveModel& model, const Loop& loop) {
  return loop.cut >= 0 ? model.cuts[static_cast<std::size_t>(loop.cut)].origin.at
                       : model.rods[static_cast<std::size_t>(loop.rod)].origin.at;
}

}  // namespace

Ledger mobility(const RecursiveModel& model, Diagnostics& diagnostics) {
  Ledger ledger;
  for (const Link& link : model.links) ledger.coordinates += dofOf(link.type);
  Positions z = initialPositions(model);
  for (const LoopBlock& block : loopBlocks(model)) {
    const std::size_t firstLoop = ledger.loops.size();
    for (const Loop& loop : block.loops) ledger.loops.push_back({nameOf(model, loop), gapOf(model, loop, z), {}});
    const double open = closeLoops(model, block, z);
    for (std::size_t k = 0; k < block.loops.size(); ++k) {
      ledger.loops[firstLoop + k].after = gapOf(model, block.loops[k], z);
    }
    if (open > kOpen) {
      std::size_t worst = 0;
      const auto size = [&](std::size_t k) {
        const Gap& gap = ledger.loops[firstLoop + k].after;
        return gap.length / block.size + gap.angle;
      };
      for (std::size_t k = 1; k < block.loops.size(); ++k) {
        if (size(k) > size(worst)) worst = k;
      }
      const ClosedLoop& loop = ledger.loops[firstLoop + worst];
      std::string joints;
      for (const Loop::Crossing& crossing : block.loops[worst].path) {
        joints += fmt::format("{}'{}'", joints.empty() ? "" : ", ", model.links[crossing.link].joint);
      }
      diagnostics
          .error(placeOf(model, block.loops[worst]), Code::openLoop,
                 fmt::format("the loop of '{}' cannot be closed: {} apart as given, {} at best", loop.joint,
                             toText(loop.before), toText(loop.after)))
          .withHint(fmt::format("check the positions and axes of '{}' and of the joints on its loop: {}", loop.joint,
                                joints));
    }
    ledger.blocks.push_back(ledgerOf(model, block, z));
    ledger.equations += ledger.blocks.back().rows;
    ledger.rank += ledger.blocks.back().rank;
  }
  ledger.dof = ledger.coordinates - ledger.rank;
  ledger.prescribed = static_cast<int>(model.drives.size() + model.couplers.size());
  return ledger;
}

}  // namespace mb
