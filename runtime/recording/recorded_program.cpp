#include "runtime/recording/recorded_program.h"

#include <numeric>

#include "runtime/recording/recorded_stages.h"
#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {
namespace {

using namespace embedded;

// Batches that eliminate the same links for the same coordinates have the same cells, whatever the choice elsewhere.
std::vector<int> keyOf(const ClusterBatch& batch) {
  std::vector<int> key{batch.width, batch.stride, batch.lanes, batch.rank, batch.free};
  for (const BatchLink& link : batch.links) key.push_back(link.at);
  for (const Four& v : batch.v) key.insert(key.end(), v.begin(), v.end());
  for (const Four& v : batch.dependentV) key.insert(key.end(), v.begin(), v.end());
  key.insert(key.end(), batch.gamma.begin(), batch.gamma.end());
  key.insert(key.end(), batch.dependent.begin(), batch.dependent.end());
  return key;
}

// A batch's rows of S stand before its own numbers.
int firstOf(const ClusterBatch& batch) {
  int first = batch.local;
  for (const SubspaceSlot& slot : batch.slots) first = std::min(first, slot.subspace);
  return first;
}

std::vector<int> cellsOfValues(const Layout& layout, int firstOfSlots, RecordedCells& cells) {
  const Schedule& s = layout.schedule;
  std::vector<int> places(at(s.valueCount));
  std::iota(places.begin(), places.end(), firstOfSlots);
  cells.end = std::max(cells.end, firstOfSlots + layout.batchesFrom);
  for (std::size_t n = 0; n < s.batches.size(); ++n) {
    const int from = firstOf(s.batches[n]);
    const int to = n + 1 < s.batches.size() ? firstOf(s.batches[n + 1]) : s.valueCount;
    std::vector<int> key = keyOf(s.batches[n]);
    key.push_back(to - from);
    const auto [place, isNew] = cells.batches.emplace(std::move(key), cells.end);
    if (isNew) cells.end += to - from;
    std::iota(places.begin() + from, places.begin() + to, place->second);
  }
  return places;
}

// All that an evaluation leaves for later stages is memory.
// Returns the cells of the factors of Phi_d.
std::vector<int> watch(Cuts& cuts, EvaluationOf<Traced>& e, RecordedCells& cells) {
  int next = cells.first;
  const auto add = [&](std::span<Traced> numbers) {
    cuts.watch(numbers, next);
    next += static_cast<int>(numbers.size() + 3) / 4 * 4;
  };
  cuts.watch(e.inputs.y, 1);
  cells.growth = next;
  add(std::span(&e.growth, 1));
  cells.open = next;
  add(std::span(&e.open, 1));
  cells.residual = next;
  add(std::span(&e.residual, 1));
  cells.massless = next;
  cuts.watch(e.memory.isMassless, next);
  next += 4;
  add(e.angles);
  add(e.z_dot);
  add(e.z_ddot);
  add(e.tau);
  add(e.stateRates);
  add(e.change);
  static_assert(sizeof(JetOf<Traced>) == 3 * sizeof(Traced));
  if (!e.signals.empty()) add(std::span(&e.signals[0].value, 3 * e.signals.size()));
  add(e.signalValue);
  add(e.signalRate);
  add(e.signalSecond);
  const std::vector<int> ofValues = cellsOfValues(e.layout, next, cells);
  cuts.watch(std::span(e.memory.values, at(e.layout.schedule.valueCount)), ofValues);
  std::vector<int> factors;
  for (const int place : factorPlaces(e.layout)) factors.push_back(ofValues[at(place)]);
  return factors;
}

}  // namespace

RecordedProgram recordProgram(Trace& trace, Pieces& pieces, RecordedCells& cells, const Mechanism& m,
                              const Workspace& w, std::span<const double* const> parameters) {
  RecordedProgram program;
  const Recording recording(trace);
  const KernelOf<Traced, TracedTruth>& kernel = kernelFor<Traced>();
  {
    Cuts cuts(trace, pieces);
    EvaluationOf<Traced> e(m, w);
    begin(e, recordedInputs(trace, m, parameters));
    program.factors = watch(cuts, e, cells);
    placeLinks(e);
    program.place = cuts.takeSequence();
    factorise(e);
    program.factorise = cuts.takeSequence();
    accelerate(e);
    program.accelerate = cuts.takeSequence();
    program.evaluation = recordedEvaluation(e);
  }
  if (m.blocks.empty()) return program;
  Cuts cuts(trace, pieces);
  EvaluationOf<Traced> e(m, w);
  begin(e, recordedInputs(trace, m, parameters));
  watch(cuts, e, cells);
  placeLinks(e);
  cuts.takeSequence();
  kernel.residuals(e.memory);
  noteResidual(e);
  program.measure = cuts.takeSequence();
  factorise(e);
  cuts.takeSequence();
  kernel.correct(e.memory);
  program.correct = cuts.takeSequence();
  return program;
}

}  // namespace mb
