#include "runtime/implicit/closing_variations.h"

#include <algorithm>
#include <cmath>

#include "runtime/evaluation/partition.h"

namespace mb {
namespace {

// Smallest displacements for differences, of positions in m or rad and of velocities in m/s or rad/s, whose squares
// must be negligible.
constexpr double kMove = 1e-7;
constexpr double kFaster = 1e-4;

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

// Solves A' x = b with the factors of runtime/linear/small_linear: U' and L', then the exchanges in reverse.
void solveTransposed(std::span<const double> lu, int n, std::span<const int> exchange, std::span<double> b) {
  const auto entry = [&](int r, int c) { return lu[at(r) * at(n) + at(c)]; };
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < r; ++c) b[at(r)] -= entry(c, r) * b[at(c)];
    b[at(r)] /= entry(r, r);
  }
  for (int r = n; r-- > 0;) {
    for (int c = r + 1; c < n; ++c) b[at(r)] -= entry(c, r) * b[at(c)];
  }
  for (int r = n; r-- > 0;) std::swap(b[at(r)], b[at(exchange[at(r)])]);
}

}  // namespace

ClosingVariations::ClosingVariations(const Mechanism& m)
    : aside_(makeWorkspace(m)),
      y_(at(m.stateSize())),
      moved_(at(m.vCount)),
      given_(m.rows.size()),
      right_(m.rows.size()),
      lambda_(m.rows.size()) {}

void ClosingVariations::start(const Mechanism& m, const Workspace& w, std::span<const double> residual) {
  std::copy(w.signals.begin(), w.signals.end(), aside_.signals.begin());
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    const Partition& partition = w.blocks[n].partition;
    const auto rank = at(partition.rank);
    for (std::size_t r = 0; r < rank; ++r) {
      right_[r] = -residual[at(m.columns[at(block.firstColumn + partition.columns[r])].v)];
    }
    solveTransposed(w.blocks[n].lu, partition.rank, w.blocks[n].exchange, right_);
    // The factors belong to scaled rows: see setReduction.
    for (std::size_t r = 0; r < rank; ++r) {
      const int row = partition.rows[r];
      lambda_[at(block.firstRow + row)] = right_[r] * rowScale(m, block, row);
    }
  }
}

void ClosingVariations::correct(const Mechanism& m, Workspace& w, std::span<const double> x,
                                std::span<const double> given, std::span<double> change) {
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) {
      const std::size_t row = at(block.firstRow + partition.rows[at(r)]);
      const double* const J = aside_.blocks[n].J.data() + at(partition.rows[at(r)]) * at(block.columnCount);
      double sum = given[row];
      for (int c = 0; c < block.columnCount; ++c) sum -= J[c] * x[at(m.columns[at(block.firstColumn + c)].v)];
      right_[row] = sum / share_;
    }
    solveDependent(m, static_cast<int>(n), right_, w);
    for (int r = 0; r < partition.rank; ++r) {
      change[at(m.columns[at(block.firstColumn + partition.columns[at(r)])].v)] += w.blocks[n].x[at(r)];
    }
  }
}

void ClosingVariations::vary(const Mechanism& m, StateView y, Workspace& w, std::span<const double> dz,
                             std::span<double> dz_dot, std::span<double> dz_ddot) {
  share_ = std::min(kMove / largest(dz), kFaster / largest(dz_dot));
  std::copy(y.begin(), y.end(), y_.begin());
  for (std::size_t v = 0; v < moved_.size(); ++v) moved_[v] = share_ * dz[v];
  advance(m, moved_, y_);
  setPositions(m, y_, aside_);
  setEquations(m, y_, aside_);
  const auto move = [&](std::span<const double> from, std::span<const double> along, std::span<double> to) {
    for (std::size_t v = 0; v < to.size(); ++v) to[v] = from[v] + share_ * along[v];
  };
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    given_[r] = m.rows[r].signal >= 0 ? w.signals[at(m.rows[r].signal)].rate : 0;
  }
  move(w.z_dot, dz_dot, aside_.z_dot);
  correct(m, w, aside_.z_dot, given_, dz_dot);
  move(w.z_dot, dz_dot, aside_.z_dot);
  setMotions(m, y_, aside_);
  setGamma(m, aside_);
  move(w.z_ddot, dz_ddot, moved_);
  correct(m, w, moved_, aside_.gamma, dz_ddot);
}

void ClosingVariations::addForces(const Mechanism& m, const Workspace& w, std::span<double> dResidual) const {
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) {
      const std::size_t first = at(partition.rows[at(r)]) * at(block.columnCount);
      const double factor = lambda_[at(block.firstRow + partition.rows[at(r)])] / share_;
      for (std::size_t c = 0; c < at(block.columnCount); ++c) {
        const double change = aside_.blocks[n].J[first + c] - w.blocks[n].J[first + c];
        dResidual[at(m.columns[at(block.firstColumn) + c].v)] += factor * change;
      }
    }
  }
}

}  // namespace mb
