// Other engines and ours in one run: the same machine in the same state, all accelerations from positions,
// velocities and forces. See scripts/bench peers.
//   peers                                         all machines, as tables
//   peers --only NAME                             one of them
//   peers --only NAME --engine ENGINE --count K   K evaluations and no more, for counting instructions
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/peer_model.h"
#include "converter/conversion/convert.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"

namespace mb::peers {
namespace {

struct Machine {
  std::string name;
  CartesianModel model;
};

struct Difference {  // of accelerations, relative to our largest
  double moving = 0;
  double atRest = 0;  // MuJoCo ignores the velocity terms in the accelerations of closures
};

struct Candidate {
  std::string engine;
  std::function<void()> evaluate;
  std::optional<Difference> difference;  // of a peer
  std::string failure;                   // why there is no such model
  double least = 0;                      // microseconds
  double median = 0;
};

// One machine in one state, with everything that evaluates it.
class Contest {
 public:
  explicit Contest(const CartesianModel& model) : m_(mechanismOf(model)), w_(makeWorkspace(m_)) {
    Simulation simulation(m_);
    // After some steps: initial positions have zeros that the motion does not keep.
    bool goesOn = simulation.start(0, initialState(m_));
    for (int k = 0; k < 20 && goesOn; ++k) goesOn = simulation.step(*findRungeKutta("rk4"), 1e-3, 1);
    if (!goesOn) throw std::runtime_error(model.name + ": " + simulation.report().failure->message);
    y_.assign(simulation.state().begin(), simulation.state().end());
    w_ = simulation.workspace();
    // The default comes first, because ratios refer to it; then the reference.
    solver_ = findSolver("embedded")->make(m_);
    solver_->chosenAgain(m_, w_);
    ours_ = w_;
    addOurs("embedded", [this] { solver_->evaluate(m_, 0, y_, ours_); });
    addOurs("maggi-dense", [this] { mb::evaluate(m_, 0, y_, w_); });
    addPeers();
  }
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  const Mechanism& mechanism() const { return m_; }
  std::vector<Candidate>& candidates() { return candidates_; }

 private:
  static Mechanism mechanismOf(const CartesianModel& model) {
    Diagnostics diagnostics;
    const std::optional<Conversion> conversion = convert(model, {}, diagnostics);
    if (!conversion) throw std::runtime_error(model.name + " cannot be converted");
    return makeMechanism(conversion->recursive);
  }

  void addOurs(const std::string& name, std::function<void()> evaluate) {
    candidates_.push_back({name, std::move(evaluate), {}, {}});
  }
  void addPeers() {
    [[maybe_unused]] const auto add = [this](const std::string& name,
                                             const std::function<std::unique_ptr<Engine>(const Model&)>& make) {
      try {
        engines_.push_back(make(peerModel(m_, w_)));
        Engine& engine = *engines_.back();
        const Difference difference = compare(engine);
        candidates_.push_back({name, [&engine] { engine.evaluate(); }, difference, {}});
      } catch (const std::exception& failure) {
        candidates_.push_back({name, nullptr, {}, failure.what()});
      }
    };
#ifdef MB_PEER_SIMBODY
    add("simbody", [](const Model& model) { return makeSimbody(model); });
#endif
#ifdef MB_PEER_MUJOCO
    add("mujoco", [](const Model& model) { return makeMujoco(model, Softness::asInstalled); });
    if (!m_.closings.empty())  // otherwise it is the same
      add("mujoco-stiff", [](const Model& model) { return makeMujoco(model, Softness::least); });
#endif
  }

  double compareAt(const std::vector<double>& y, Engine& engine) {
    mb::evaluate(m_, 0, y, w_);
    engine.set(peerState(m_, y, w_.z_dot));
    engine.evaluate();
    const std::vector<double> ours = peerAccelerations(m_, y, w_.z_ddot);
    const std::vector<double> theirs = engine.accelerations();
    double difference = 0;
    double size = 0;
    for (std::size_t k = 0; k < ours.size(); ++k) {
      difference = std::max(difference, std::abs(ours[k] - theirs[k]));
      size = std::max(size, std::abs(ours[k]));
    }
    return difference / size;
  }
  // Leaves the engine at the state in motion.
  Difference compare(Engine& engine) {
    std::vector<double> rest = y_;
    std::fill_n(rest.begin() + m_.velocityAt(), m_.vCount, 0.0);
    Difference result;
    result.atRest = compareAt(rest, engine);
    result.moving = compareAt(y_, engine);
    return result;
  }

  Mechanism m_;
  Workspace w_;
  Workspace ours_;  // of the default solver
  std::unique_ptr<Solver> solver_;
  std::vector<double> y_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<Candidate> candidates_;
};

// Batches long enough for the clock, taken in turns, so that other load on the machine affects all of them alike.
void measure(std::vector<Candidate>& candidates) {
  using Clock = std::chrono::steady_clock;
  constexpr double kBatch = 2e-3;  // seconds
  constexpr double kShare = 0.4;   // per candidate
  const auto timed = [](const Candidate& candidate, long count) {
    const auto begin = Clock::now();
    for (long k = 0; k < count; ++k) candidate.evaluate();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  std::vector<Candidate*> runners;
  for (Candidate& candidate : candidates) {
    if (candidate.evaluate) runners.push_back(&candidate);
  }
  std::vector<long> counts;
  double round = 0;
  for (const Candidate* runner : runners) {
    long count = 1;
    double time = timed(*runner, count);
    while (time < kBatch) time = timed(*runner, count *= 2);
    counts.push_back(count);
    round += time;
  }
  const int rounds = std::clamp(static_cast<int>(kShare * static_cast<double>(runners.size()) / round), 5, 100);
  std::vector<std::vector<double>> times(runners.size());
  for (int k = 0; k < rounds; ++k) {
    for (std::size_t r = 0; r < runners.size(); ++r)
      times[r].push_back(1e6 * timed(*runners[r], counts[r]) / static_cast<double>(counts[r]));
  }
  for (std::size_t r = 0; r < runners.size(); ++r) {
    std::sort(times[r].begin(), times[r].end());
    runners[r]->least = times[r].front();
    runners[r]->median = times[r][times[r].size() / 2];
  }
}

// Peers are compared with our first solver.
void print(const std::string& name, const Mechanism& m, const std::vector<Candidate>& candidates) {
  for (const Candidate& candidate : candidates) {
    fmt::print("| {} | {} | {} | {} |", name, m.vCount, m.rows.size(), candidate.engine);
    if (!candidate.evaluate) {
      fmt::print(" – | – | – | – | – |\n");
      fmt::print(stderr, "{}, {}: {}\n", name, candidate.engine, candidate.failure);
      continue;
    }
    fmt::print(" {:.2f} | {:.2f} | {:.2f} |", candidate.least, candidate.median,
               candidate.least / candidates.front().least);
    if (candidate.difference)
      fmt::print(" {:.1e} | {:.1e} |\n", candidate.difference->moving, candidate.difference->atRest);
    else
      fmt::print(" | |\n");
  }
  std::fflush(stdout);
}

std::vector<Machine> machines(const std::string& sampleFolder) {
  std::vector<Machine> result;
  result.push_back({"vehicle", testing::wishboneVehicle(false)});
  result.push_back({"vehicle+rods", testing::wishboneVehicle(true)});
  for (const int windows : {1, 10, 100})
    result.push_back({fmt::format("four-bar-{}", windows), testing::nFourBar(windows)});
  Diagnostics diagnostics;
  const std::optional<CartesianModel> squeezer = readModel(sampleFolder + "/andrews_squeezer/model.xml", diagnostics);
  if (!squeezer) throw std::runtime_error("samples/andrews_squeezer cannot be read");
  result.push_back({"andrews", *squeezer});
  for (const int links : {10, 100, 500}) result.push_back({fmt::format("chain-{}", links), testing::openChain(links)});
  return result;
}

struct Arguments {
  std::string only;
  std::string engine;
  long count = 0;
};

int run(const Arguments& arguments) {
  if (arguments.count == 0) {
#ifndef MB_PEER_SIMBODY
    fmt::print("Simbody is not installed: left out.\n");
#endif
#ifndef MB_PEER_MUJOCO
    fmt::print("MuJoCo is not installed: left out.\n");
#endif
    fmt::print(
        "| machine | velocities | rows | engine | least us | median us | of the first | difference | at rest |\n");
    fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  }
  bool found = false;
  for (const Machine& machine : machines(MB_SOURCE_DIR "/samples")) {
    if (!arguments.only.empty() && machine.name != arguments.only) continue;
    Contest contest(machine.model);
    if (arguments.count == 0) {
      found = true;
      measure(contest.candidates());
      print(machine.name, contest.mechanism(), contest.candidates());
      continue;
    }
    for (const Candidate& candidate : contest.candidates()) {
      if (candidate.engine != arguments.engine || !candidate.evaluate) continue;
      found = true;
      for (long k = 0; k < arguments.count; ++k) candidate.evaluate();
    }
  }
  return found ? 0 : 2;
}

}  // namespace
}  // namespace mb::peers

int main(int argc, char** argv) {
  mb::peers::Arguments arguments;
  bool isUsage = argc % 2 == 1;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string name = argv[k];
    if (name == "--only")
      arguments.only = argv[k + 1];
    else if (name == "--engine")
      arguments.engine = argv[k + 1];
    else if (name == "--count")
      arguments.count = std::atol(argv[k + 1]);
    else
      isUsage = false;
  }
  try {
    const int code = isUsage ? mb::peers::run(arguments) : 2;
    if (code != 0) fmt::print(stderr, "usage: peers [--only MACHINE [--engine ENGINE --count K]]\n");
    return code;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "peers: {}\n", failure.what());
    return 1;
  }
}
