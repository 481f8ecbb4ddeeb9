// Lagrange multipliers on the composite-rigid-body mass matrix; the closing equations are pulled back as by a spring
// and a damper instead of being projected [PRN06]:
//   [M Phi_z'; Phi_z 0] {z_ddot; -lambda} = {Q; gamma - 2 alpha Phi_dot - beta^2 Phi}
#include <algorithm>

#include "runtime/linear/small_linear.h"
#include "runtime/solvers/sparse/family.h"

namespace mb {
namespace {

// 1/s. Equal, so that an error decays without oscillation, in about 0.1 s; this is slow compared with steps of 1 ms.
constexpr double kAlpha = 20;
constexpr double kBeta = 20;
// Smallest over largest pivot below which the coordinates are checked for missing inertia. Masses, inertias and lengths
// share one matrix, so a small ratio by itself proves nothing.
constexpr double kSuspicious = 1e-14;

class LagrangeBaumgarte : public Solver {
 public:
  explicit LagrangeBaumgarte(const Mechanism& m) {
    std::size_t most = at(m.vCount);
    for (const Mechanism::Block& block : m.blocks) most += at(std::min(block.rowCount, block.columnCount));
    matrix_.resize(most * most);
    x_.resize(most);
    exchange_.resize(most);
  }

  bool solve(const Mechanism& m, Workspace& w) override {
    setOpenChain(m, w);
    const auto n = at(m.vCount);
    std::size_t size = n;
    for (const BlockWork& work : w.blocks) size += at(work.partition.rank);
    std::fill_n(matrix_.begin(), size * size, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
      std::copy_n(w.M.begin() + static_cast<std::ptrdiff_t>(a * n), n,
                  matrix_.begin() + static_cast<std::ptrdiff_t>(a * size));
      x_[a] = w.Q[a];
    }
    std::size_t row = n;
    for (std::size_t k = 0; k < m.blocks.size(); ++k) {
      for (int r = 0; r < w.blocks[k].partition.rank; ++r) {
        setRow(m, k, w.blocks[k].partition.rows[at(r)], w, row++, size);
      }
    }
    const double ratio = factorLu(matrix_, static_cast<int>(size), exchange_);
    if (!(ratio > kSuspicious) && !solveMaggi(m, w)) return false;  // which names the coordinate
    solveLu(matrix_, static_cast<int>(size), exchange_, x_, 1);
    std::copy_n(x_.begin(), n, w.z_ddot.begin());
    return true;
  }

  // The velocities are those of the state: their violation of the equations is damped, not removed.
  bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w) override {
    setPositions(m, y, w);
    setInertias(m, w);
    setSignals(m, time, y, w);
    setEquations(m, y, w);
    setReduction(m, w);
    std::copy_n(y.begin() + m.velocityAt(), m.vCount, w.z_dot.begin());
    setMotions(m, y, w);
    setForces(m, time, y, w);
    setGamma(m, w);
    if (!solve(m, w)) return false;
    setPowerOfMultipliers(m, w);
    return true;
  }

 private:
  // The power of drives is lambda times the rate at which they move their rows; the corrections are not part of it.
  void setPowerOfMultipliers(const Mechanism& m, Workspace& w) const {
    w.drivePower = 0;
    std::size_t row = at(m.vCount);
    for (std::size_t k = 0; k < m.blocks.size(); ++k) {
      for (int r = 0; r < w.blocks[k].partition.rank; ++r) {
        w.drivePower -= x_[row++] * signalRate(m, m.blocks[k].firstRow + w.blocks[k].partition.rows[at(r)], w);
      }
    }
  }

  static double signalRate(const Mechanism& m, int row, const Workspace& w) {
    const int signal = m.rows[at(row)].signal;
    return signal >= 0 ? w.signals[at(signal)].rate : 0;
  }

  void setRow(const Mechanism& m, std::size_t number, int r, const Workspace& w, std::size_t row, std::size_t size) {
    const Mechanism::Block& block = m.blocks[number];
    const std::size_t index = at(block.firstRow + r);
    const double* const J = w.blocks[number].J.data() + at(r) * at(block.columnCount);
    double rate = 0;
    for (int c = 0; c < block.columnCount; ++c) {
      const std::size_t v = at(m.columns[at(block.firstColumn + c)].v);
      matrix_[row * size + v] = J[c];
      matrix_[v * size + row] = J[c];
      rate += J[c] * w.z_dot[v];
    }
    const double Phi_dot = rate - signalRate(m, static_cast<int>(index), w);
    x_[row] = w.gamma[index] - 2 * kAlpha * Phi_dot - kBeta * kBeta * w.Phi[index];
  }

  std::vector<double> matrix_;
  std::vector<double> x_;
  std::vector<int> exchange_;
};

}  // namespace

std::unique_ptr<Solver> makeLagrangeBaumgarte(const Mechanism& m) { return std::make_unique<LagrangeBaumgarte>(m); }

}  // namespace mb
