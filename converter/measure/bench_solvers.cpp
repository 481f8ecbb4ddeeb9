// Compares the solvers: the time of an evaluation, and how far they differ at random states.
#include <algorithm>
#include <cmath>

#include "converter/measure/bench.h"
#include "converter/verify/random_states.h"
#include "runtime/solvers/solvers.h"
#include "runtime/solvers/sparse/family.h"

namespace mb {
namespace {

constexpr int kStates = 20;
constexpr unsigned long kSeed = 1;

// A participating solver with its own workspaces.
struct Contender {
  SolverFigures* figures = nullptr;
  std::unique_ptr<Solver> solver;
  Workspace whole;  // for evaluate()
  Workspace given;  // for solve(): all stages hold the state
};

bool evaluates(const Mechanism& m, double time, StateView y, Solver& solver, Workspace& w) {
  solver.chosenAgain(m, w);
  return solver.evaluate(m, time, y, w);
}

void enter(const Mechanism& m, const MovingState& state, std::unique_ptr<Solver> solver, SolverFigures& figures,
           std::vector<Contender>& contenders) {
  Contender contender{&figures, std::move(solver), state.w, state.w};
  if (evaluates(m, state.time, state.y, *contender.solver, contender.whole)) {
    contenders.push_back(std::move(contender));
  } else {
    figures.refusal = "it cannot solve for the accelerations of this state";
  }
}

// Relative to the largest acceleration, because single ones may pass through zero.
double relativeDifference(const std::vector<double>& a, const std::vector<double>& reference) {
  double difference = 0;
  double size = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!std::isfinite(a[k])) return INFINITY;
    difference = std::max(difference, std::abs(a[k] - reference[k]));
    size = std::max(size, std::abs(reference[k]));
  }
  return size > 0 ? difference / size : difference;
}

// Returns the number of states.
int compare(const Mechanism& m, const MovingState& state, std::vector<Contender>& contenders) {
  RandomStates states(m, state.y, kSeed);
  int count = 0;
  for (; count < kStates && states.next(); ++count) {
    for (Contender& contender : contenders) {
      Workspace w = states.workspace();
      double& worst = contender.figures->difference;
      const bool isSolved = evaluates(m, states.time(), states.state(), *contender.solver, w);
      const double found = isSolved ? relativeDifference(w.z_ddot, states.workspace().z_ddot) : INFINITY;
      worst = std::max(worst, found);
    }
  }
  return count;
}

}  // namespace

Measurable compareSolvers(const Mechanism& m, const MovingState& state, BenchReport& report) {
  for (const SolverType& type : solverTypes()) {
    report.solvers.push_back({type.name, type.source, type.refusal(m, state.w), {}, {}, 0});
  }
  SolverFigures& full = report.linear[0];
  full = {"reduced-lagrange, M dense", "CYI01 §4.1", reducedLagrangeRefusal(m, state.w), {}, {}, 0};
  const auto contenders = std::make_shared<std::vector<Contender>>();
  for (std::size_t k = 0; k < report.solvers.size(); ++k) {
    if (!report.solvers[k].refusal) enter(m, state, solverTypes()[k].make(m), report.solvers[k], *contenders);
  }
  if (!full.refusal) enter(m, state, makeReducedLagrange(m, true), full, *contenders);
  report.states = compare(m, state, *contenders);

  Measurable result;
  for (Contender& contender : *contenders) {
    contender.solver->chosenAgain(m, state.w);
    result.calls.emplace_back([&] { contender.solver->evaluate(m, state.time, state.y, contender.whole); });
    result.calls.emplace_back([&] { contender.solver->solve(m, contender.given); });
  }
  result.take = [contenders, &report](std::span<const CallTime> times) {
    for (std::size_t k = 0; k < contenders->size(); ++k) {
      (*contenders)[k].figures->evaluation = times[2 * k];
      (*contenders)[k].figures->solution = times[2 * k + 1];
    }
    report.linear[1] = report.of("reduced-lagrange");
    report.linear[2] = report.of("block-mass");
  };
  return result;
}

}  // namespace mb
