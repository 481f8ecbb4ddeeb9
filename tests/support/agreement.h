// Compares all solvers at the same states: the distance of each from maggi-dense, and the condition of the state.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include "converter/verify/random_states.h"
#include "converter/verify/round_off.h"
#include "formats/model/basics/decompositions.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"

namespace mb::testing {

struct Agreement {
  std::string refusal;    // why the solver refuses the machine; empty if it does not
  double worst = 0;       // of solve(): |difference| relative to the largest acceleration of the state
  double worstWhole = 0;  // of evaluate(), which computes positions and velocities itself
  double power = 0;       // of the drives, relative to the largest power of a state
  double condition = 1;   // of the worst state: of the reduced mass matrix, scaled to a unit diagonal, times that of
                          // Phi_d by its pivots, or the largest entry of R; or of inertias far from the origin
  double roundOff = 0;    // largest effect of other last digits of a state on the reference, measured likewise
  int states = 0;
};

// Inertias about the origin or the reference point lose the digits of a small body far away.
inline double leverOf(const Mechanism& m, const Workspace& w) {
  double lever = 0;
  for (std::size_t k = 0; k < m.links.size(); ++k) {
    const MassProperties& own = m.model.links[LinkIndex{static_cast<int>(k)}].massProperties;
    const Vector3 centre = w.X[k] * own.com;
    const double arm = std::max(centre.squaredNorm(), (centre - w.c).squaredNorm());
    if (own.inertia.trace() > 0) lever = std::max(lever, own.mass * arm / own.inertia.trace());
  }
  return lever;
}

// Condition of R' M R as solveMaggi factored it, L L', scaled; times the amplification by dependent coordinates and
// levers.
inline double conditionOf(const Mechanism& m, const Workspace& w) {
  const auto n = static_cast<Eigen::Index>(w.independent.size());
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index r = 0; r < n; ++r) {
    for (Eigen::Index c = 0; c <= r; ++c) L(r, c) = w.M_hat[static_cast<std::size_t>(r * n + c)];
  }
  Eigen::MatrixXd M = L * L.transpose();
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  M = scale.asDiagonal() * M * scale.asDiagonal();
  double condition = 1;
  if (n > 0) {
    const Eigen::VectorXd values = singularValues(M);
    condition = values(0) / std::max(values(n - 1), 1e-300);
  }
  double growth = 1;
  for (const BlockWork& block : w.blocks) {
    growth = std::max(growth, 1 / block.pivotRatio);
    for (const double entry : block.R) growth = std::max(growth, std::abs(entry));
  }
  return std::max(condition * growth, leverOf(m, w));
}

inline std::map<std::string, Agreement> agreements(const RecursiveModel& model, int states) {
  const Mechanism m = makeMechanism(model);
  Simulation simulation(m, findSolver("maggi-dense"));
  if (!simulation.start(0, initialState(m))) throw std::runtime_error(simulation.report().failure->message);
  RandomStates random(m, simulation.state(), 1);
  std::map<std::string, Agreement> found;
  std::map<std::string, std::unique_ptr<Solver>> solvers;
  Workspace w = makeWorkspace(m);
  std::mt19937_64 digits(1);
  for (int k = 0; k < states && random.next(); ++k) {
    const Workspace& reference = random.workspace();
    double size = 1;  // 1/s^2 or m/s^2 for velocities of order 1; Baumgarte's terms are 1e-13 of that
    for (const double a : reference.z_ddot) size = std::max(size, std::abs(a));
    const auto difference = [&] {
      double worst = 0;
      for (int v = 0; v < m.vCount; ++v) {
        const auto n = static_cast<std::size_t>(v);
        const double apart = std::abs(w.z_ddot[n] - reference.z_ddot[n]);
        if (!(apart <= worst)) worst = apart;  // NaN stays
      }
      return worst / size;
    };
    double roundOff = 0;
    std::vector<double> y;
    for (int draw = 0; draw < kDraws; ++draw) {
      if (random.blurred(digits, y, w)) roundOff = std::max(roundOff, difference());
    }
    for (const SolverType& type : solverTypes()) {
      Agreement& agreement = found[std::string(type.name)];
      if (const std::optional<std::string> why = type.refusal(m, reference)) {
        agreement.refusal = *why;
        continue;
      }
      std::unique_ptr<Solver>& solver = solvers[std::string(type.name)];
      if (!solver) solver = type.make(m);
      ++agreement.states;
      agreement.roundOff = std::max(agreement.roundOff, roundOff);
      w = reference;
      solver->chosenAgain(m, w);
      std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
      if (!solver->solve(m, w)) throw std::runtime_error(std::string(type.name) + " finds no accelerations");
      const double apart = difference();
      if (!(apart <= agreement.worst)) {
        agreement.worst = apart;
        agreement.condition = conditionOf(m, reference);
      }
      w = reference;
      std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
      w.drivePower = std::numeric_limits<double>::quiet_NaN();
      if (!solver->evaluate(m, random.time(), random.state(), w))
        throw std::runtime_error(std::string(type.name) + " cannot evaluate");
      agreement.worstWhole = std::max(agreement.worstWhole, difference());
      double power = 1;
      for (int v = 0; v < m.vCount; ++v) {
        const auto n = static_cast<std::size_t>(v);
        power = std::max(power, std::abs(reference.Q[n] * reference.z_dot[n]));
      }
      // Not std::max, which would ignore NaN.
      const double powerApart = std::abs(w.drivePower - reference.drivePower) / power;
      if (!(powerApart <= agreement.power)) agreement.power = powerApart;
    }
  }
  return found;
}

}  // namespace mb::testing
