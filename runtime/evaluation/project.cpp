#include "runtime/evaluation/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/units.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/stages.h"
#include "runtime/linear/small_linear.h"

namespace mb {
namespace {

// The largest residual of the rows in the partition.
double chosenResidual(const Mechanism& m, const Workspace& w) {
  double worst = 0;
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) {
      const int row = partition.rows[at(r)];
      const double value = std::abs(w.Phi[at(m.blocks[n].firstRow + row)]) * rowScale(m, m.blocks[n], row);
      if (isWorse(value, worst)) worst = value;
    }
  }
  return worst;
}

}  // namespace

void noteResidual(double value, int row, Residual& worst) {
  if (isWorse(value, worst.value)) worst = {value, row};
}

std::string toText(const Mechanism& m, const Residual& residual) {
  const auto block = std::ranges::find_if(m.blocks, [&](const Mechanism::Block& one) {
    return residual.row >= one.firstRow && residual.row < one.firstRow + one.rowCount;
  });
  const double value = residual.value / rowScale(m, *block, residual.row - block->firstRow);
  return m.rows[at(residual.row)].isLength ? fmt::format("{:.3g} m", value)
                                           : fmt::format("{:.3g} deg", value * kDegreesPerRadian);
}

Residual worstResidual(const Mechanism& m, const Workspace& w) {
  Residual residual;
  for (const Mechanism::Block& block : m.blocks) {
    for (int r = 0; r < block.rowCount; ++r) {
      const double value = std::abs(w.Phi[at(block.firstRow + r)]) * rowScale(m, block, r);
      noteResidual(value, block.firstRow + r, residual);
    }
  }
  return residual;
}

double worstPivotRatio(const Workspace& w) {
  double ratio = 1;
  for (const BlockWork& block : w.blocks) {
    if (std::isnan(block.pivotRatio)) return block.pivotRatio;
    const double usual = block.partition.pivotRatioAtChoice;
    if (usual > 0) ratio = std::min(ratio, block.pivotRatio / usual);
  }
  return ratio;
}

// Drives of a velocity or an acceleration continue from their coordinates' present values: the integrals start at the
// row's value and rate.
void startIntegrals(const Mechanism& m, double time, std::span<double> y, Workspace& w) {
  std::fill(y.begin() + m.integralAt(), y.begin() + m.lawStateAt(), 0.0);
  std::fill(y.begin() + m.workAt(), y.end(), 0.0);
  setSignals(m, time, y, w);
  setPositions(m, y, w);
  setEquations(m, y, w);
  for (std::size_t k = 0; k < m.drives.size(); ++k) {
    const Mechanism::Drive& drive = m.drives[k];
    if (drive.derivative == 0) continue;
    double* const integral = y.data() + m.integralAt() + 2 * k;
    integral[0] = w.Phi[at(drive.row)];
    for (std::size_t n = 0; n < m.blocks.size(); ++n) {
      const Mechanism::Block& block = m.blocks[n];
      if (drive.row < block.firstRow || drive.row >= block.firstRow + block.rowCount) continue;
      const double* const J = w.blocks[n].J.data() + at(drive.row - block.firstRow) * at(block.columnCount);
      for (int c = 0; c < block.columnCount; ++c) {
        integral[1] += J[c] * y[at(m.velocityAt() + m.columns[at(block.firstColumn + c)].v)];
      }
    }
    if (drive.length > 0) {  // with l = 0 the row is l^2 / (2 p), and its rate l l_dot / p
      integral[0] = std::sqrt(2 * drive.length * integral[0]);
      integral[1] *= drive.length / integral[0];
    }
  }
  setSignals(m, time, y, w);
  setEquations(m, y, w);
}

Projected projectPositions(const Mechanism& m, double time, std::span<double> y, Workspace& w) {
  setSignals(m, time, y, w);
  return projectOntoSignals(m, y, w);
}

Projected projectOntoSignals(const Mechanism& m, std::span<double> y, Workspace& w) {
  Projected result;
  setPositions(m, y, w);
  setEquations(m, y, w);
  setReduction(m, w);
  if (worstPivotRatio(w) < kSingular) {
    result.isSingular = true;
    result.residual = worstResidual(m, w);
    return result;
  }
  double residual = chosenResidual(m, w);
  while (residual > kClosed && result.iterations < kMostCorrections) {
    std::fill(w.column.begin(), w.column.end(), 0.0);
    for (std::size_t r = 0; r < m.rows.size(); ++r) w.gamma[r] = -w.Phi[r];
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
      solveDependent(m, n, w.gamma, w);
      const BlockWork& work = w.blocks[at(n)];
      for (int r = 0; r < work.partition.rank; ++r) {
        const int column = m.blocks[at(n)].firstColumn + work.partition.columns[at(r)];
        w.column[at(m.columns[at(column)].v)] = work.x[at(r)];
      }
    }
    advance(m, w.column, y);
    setPositions(m, y, w);
    setEquations(m, y, w);
    setReduction(m, w);
    ++result.iterations;
    const double next = chosenResidual(m, w);
    // Newton converges quadratically; when the residual no longer halves, it has reached round-off.
    if (!(next < 0.5 * residual)) {
      residual = next;
      break;
    }
    residual = next;
  }
  result.converged = residual < kStillOpen;
  result.residual = worstResidual(m, w);
  return result;
}

void projectVelocities(const Mechanism& m, std::span<double> y, Workspace& w) {
  setVelocities(m, y, w);
  std::copy(w.z_dot.begin(), w.z_dot.end(), y.begin() + m.velocityAt());
}

}  // namespace mb
