#include "converter/measure/bench.h"

#include <algorithm>

namespace mb {
namespace {

constexpr int kRounds = 200;
constexpr double kBatch = 1e-4;  // s: a thousand times the resolution of the clock

// Enough batches for a median, with at least as many calls in total as requested.
Batches batchesFor(int evaluations) {
  const int rounds = std::min(kRounds, evaluations);
  return {rounds, (evaluations + rounds - 1) / rounds, kBatch};
}

// Counts the operations of [SK table 1] per subsystem.
void countAll(const Mechanism& m, const MovingState& state, BenchReport& report) {
  report.countedRefusal = subsystemRefusal(m, state.w);
  if (report.countedRefusal) return;
  const Synthesis synthesis = makeSynthesis(m);
  if (synthesis.subsystems.empty()) report.countedRefusal = "nothing is attached to its base: there is no subsystem";
  for (std::size_t k = 0; k < synthesis.subsystems.size(); ++k) {
    const Subsystem& subsystem = synthesis.subsystems[k];
    SubsystemCounts counts;
    counts.name = m.model.links[LinkIndex{subsystem.links.front()}].name;
    counts.bodies = static_cast<int>(subsystem.links.size());
    counts.coordinates = static_cast<int>(subsystem.velocities.size());
    for (const int block : subsystem.blocks) counts.rows += m.blocks[static_cast<std::size_t>(block)].rowCount;
    counts.refusal = countingRefusal(m, k);
    if (!counts.refusal) {
      counts.cartesian = evaluateCounted(m, state.y, state.w, SynthesisForm::cartesian, k).phases;
      counts.joint = evaluateCounted(m, state.y, state.w, SynthesisForm::joint, k).phases;
    }
    report.counts.push_back(std::move(counts));
  }
}

}  // namespace

long multiplicationsOf(const std::vector<PhaseCounts>& phases) {
  long sum = 0;
  for (const PhaseCounts& phase : phases) sum += phase.multiplications;
  return sum;
}

long additionsOf(const std::vector<PhaseCounts>& phases) {
  long sum = 0;
  for (const PhaseCounts& phase : phases) sum += phase.additions;
  return sum;
}

std::optional<BenchReport> bench(const Mechanism& m, int evaluations, std::optional<RunFailure>& failure,
                                 const Progress& progress) {
  progress("state in motion");
  const std::optional<MovingState> state = stateInMotion(m, failure);
  if (!state) return std::nullopt;
  BenchReport report;
  report.model = m.model.name;
  report.bodies = m.sourceLinks;
  report.coordinates = m.vCount;
  report.rows = static_cast<int>(m.rows.size());
  for (const BlockWork& block : state->w.blocks) report.rank += block.partition.rank;
  report.dof = static_cast<int>(state->w.independent.size());
  report.evaluations = evaluations;
  report.time = state->time;
  report.batches = batchesFor(evaluations);
  const std::array<Measurable, 3> all{denseStages(m, *state, report.dense), sparseStages(m, *state, report.sparse),
                                      compareSolvers(m, *state, report)};
  measureInTurns(all, report.batches, progress);
  progress("operations");
  countAll(m, *state, report);
  progress("runs");
  report.runs = measureRuns(m);
  progress("steps");
  report.jitter = measureJitter(m);
  return report;
}

}  // namespace mb
