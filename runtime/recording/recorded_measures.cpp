#include "runtime/recording/recorded_measures.h"

#include "runtime/recording/recorded_stages.h"
#include "runtime/scalars/measures.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {
namespace {

bool isRecorded(const Mechanism& m, const MeasureSet& set, const Program& program) {
  return std::ranges::none_of(program.code, [&](const Instruction& one) {
    using Op = Instruction::Op;
    return one.op == Op::reaction || (one.op == Op::force && tyreOf(m.forces.forces[set.forces[at(one.index)].force]));
  });
}

}  // namespace

std::vector<NotRecorded> keepRecorded(const Mechanism& m, MeasureSet& set, std::vector<int>& kept) {
  std::vector<NotRecorded> missing;
  std::vector<Program> programs;
  for (std::size_t k = 0; k < set.programs.size(); ++k) {
    if (isRecorded(m, set, set.programs[k])) {
      kept.push_back(static_cast<int>(k));
      programs.push_back(std::move(set.programs[k]));
    } else {
      missing.push_back({"measure " + m.model.measures[k].name, m.model.measures[k].origin.at});
    }
  }
  set.programs = std::move(programs);
  return missing;
}

MeasureInputs measureInputs(const Mechanism& m, const MeasureSet& set, std::size_t parameters) {
  MeasureInputs places;
  const int angles = static_cast<int>(set.angles.size());
  places.accelerations = traceInputs(m, parameters).count;
  places.angles = places.accelerations + m.vCount;
  places.rates = places.angles + angles;
  places.elapsed = places.rates + angles;
  return places;
}

RecordedMeasures recordMeasures(Trace& trace, const Mechanism& m, const MeasureSet& set, const Workspace& w,
                                std::span<const double* const> parameters) {
  const Recording recording(trace);
  const MeasureInputs places = measureInputs(m, set, parameters.size());
  const auto inputsFrom = [&](int from, int to) {
    std::vector<Traced> inputs;
    for (int k = from; k < to; ++k) inputs.push_back(Traced::of(trace.input(k)));
    return inputs;
  };
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, recordedInputs(trace, m, parameters));
  const SeenAngles<Traced> seen{inputsFrom(places.angles, places.rates), inputsFrom(places.rates, places.elapsed),
                                Traced::of(trace.input(places.elapsed))};
  const Measured<Traced> measured =
      Measuring<Traced>(evaluation, set, inputsFrom(places.accelerations, places.angles), seen).run();
  return {nodesOf(measured.values), nodesOf(measured.angles), nodesOf(measured.rates)};
}

std::array<double, 12> probeValues(const Mechanism& m, const Workspace& w, const std::vector<Vector6>& A,
                                   const Probe& probe) {
  const LinkMarker& marker = m.model.markers[probe.marker];
  const BodyMotion motion =
      motionOf(m, w, A, BodyPlace{probe.name, marker.link.valid() ? marker.link.value : -1, -1, marker.X_LM});
  std::array<double, 12> values{};
  std::size_t next = 0;
  for (const Vector3& one : {motion.X.p, motion.v, motion.w, motion.v_dot}) {
    for (int k = 0; k < 3; ++k) values[next++] = one(k);
  }
  return values;
}

}  // namespace mb
