#include "converter/measure/bench_stages.h"

#include "runtime/solvers/sparse/family.h"
#include "runtime/solvers/sparse/sparse_reduction.h"
#include "runtime/solvers/sparse/tree_matrix.h"

namespace mb {
namespace {

using Call = std::function<void()>;
using Calls = std::vector<Call>;

constexpr std::size_t kSparseReduction = 2;  // into kStageTitles
constexpr std::size_t kSparseOpenChain = 6;
constexpr std::size_t kSparseSolution = 7;

// Each step finds the results of the earlier ones and leaves the same results again.
class DenseStages {
 public:
  DenseStages(const Mechanism& m, const MovingState& state) : m_(m), s_(state), w_(state.w) {}

  Calls calls() {
    Calls list;
    addKinematics(m_, s_, w_, list);
    list.emplace_back([this] { setReduction(m_, w_); });
    list.emplace_back([this] { setVelocities(m_, s_.y, w_); });
    addForces(m_, s_, w_, list);
    list.emplace_back([this] { setOpenChain(m_, w_); });
    list.emplace_back([this] { solveMaggi(m_, w_); });
    list.emplace_back([this] { evaluate(m_, s_.time, s_.y, w_); });
    return list;
  }

  // Steps shared by both methods: 1 and 2, then 5 and 6.
  static void addKinematics(const Mechanism& m, const MovingState& s, Workspace& w, Calls& calls) {
    calls.emplace_back([&] {
      setPositions(m, s.y, w);
      setInertias(m, w);
    });
    calls.emplace_back([&] {
      setSignals(m, s.time, s.y, w);
      setEquations(m, s.y, w);
    });
  }
  static void addForces(const Mechanism& m, const MovingState& s, Workspace& w, Calls& calls) {
    calls.emplace_back([&] { setForces(m, s.time, s.y, w); });
    calls.emplace_back([&] { setGamma(m, w); });
  }

 private:
  const Mechanism& m_;
  const MovingState& s_;
  Workspace w_;
};

// The parts of maggi-sparse by themselves. The last one is its whole solve(), which repeats the reduction and the open
// chain.
class SparseStages {
 public:
  SparseStages(const Mechanism& m, const MovingState& state)
      : m_(m),
        s_(state),
        w_(state.w),
        whole_(state.w),
        reduction_(m),
        tree_(makeTreeMatrix(m)),
        solver_(makeMaggiSparse(m)) {
    reduction_.choose(m, w_);
    solver_->chosenAgain(m, w_);
    for (const Mechanism::Row& row : m.rows) {
      rates_.push_back(row.signal >= 0 ? w_.signals[static_cast<std::size_t>(row.signal)].rate : 0);
    }
    for (const int v : w_.independent) free_.push_back(state.y[static_cast<std::size_t>(m.velocityAt() + v)]);
  }

  Calls calls() {
    Calls list;
    DenseStages::addKinematics(m_, s_, w_, list);
    list.emplace_back([this] { reduction_.set(m_, w_); });
    list.emplace_back([this] {
      reduction_.solveDependent(rates_, w_.z_dot);
      reduction_.addIndependent(free_, w_.z_dot);
      setMotions(m_, s_.y, w_);
    });
    DenseStages::addForces(m_, s_, w_, list);
    list.emplace_back([this] { setTreeMatrix(m_, w_, tree_); });
    list.emplace_back([this] { solver_->solve(m_, w_); });
    list.emplace_back([this] { solver_->evaluate(m_, s_.time, s_.y, whole_); });
    return list;
  }

 private:
  const Mechanism& m_;
  const MovingState& s_;
  Workspace w_;
  Workspace whole_;
  SparseReduction reduction_;
  TreeMatrix tree_;
  std::unique_ptr<Solver> solver_;
  std::vector<double> rates_;  // by row: rate of the drive
  std::vector<double> free_;   // independent velocities
};

StageTimes stepTimes(std::span<const CallTime> times) {
  StageTimes result;
  std::copy_n(times.begin(), kStageTitles.size(), result.steps.begin());
  result.total = times[kStageTitles.size()];
  return result;
}

}  // namespace

std::optional<MovingState> stateInMotion(const Mechanism& m, std::optional<RunFailure>& failure) {
  constexpr double kEnd = 0.02;
  // Stiff machines are unstable with steps of 1 ms.
  for (const char* method : {"rk4", "dopri5"}) {
    Simulation simulation(m);
    bool goesOn = simulation.start(0, initialState(m));
    for (double h = 1e-3; goesOn && simulation.time() < kEnd - 1e-9; h = simulation.nextStep()) {
      goesOn = simulation.step(*findRungeKutta(method), h, kEnd);
    }
    failure = simulation.report().failure;
    if (!goesOn) continue;
    MovingState state{
        simulation.time(), {simulation.state().begin(), simulation.state().end()}, simulation.workspace()};
    if (evaluate(m, state.time, state.y, state.w)) return state;
    failure = RunFailure{Code::solverCannot,
                         state.time,
                         "the accelerations cannot be solved by maggi-dense",
                         "nothing that moves may be without mass",
                         {}};
  }
  return std::nullopt;
}

Measurable denseStages(const Mechanism& m, const MovingState& state, StageTimes& result) {
  const auto steps = std::make_shared<DenseStages>(m, state);
  return {steps->calls(), [steps, &result](std::span<const CallTime> times) { result = stepTimes(times); }};
}

Measurable sparseStages(const Mechanism& m, const MovingState& state, StageTimes& result) {
  const auto steps = std::make_shared<SparseStages>(m, state);
  return {steps->calls(), [steps, &result](std::span<const CallTime> times) {
            result = stepTimes(times);
            CallTime& solution = result.steps[kSparseSolution];
            for (const std::size_t part : {kSparseReduction, kSparseOpenChain}) {
              solution.least -= result.steps[part].least;
              solution.median -= result.steps[part].median;
            }
          }};
}

}  // namespace mb
