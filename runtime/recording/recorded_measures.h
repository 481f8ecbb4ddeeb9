// The measures of a model as a graph of operations.
#pragma once

#include "runtime/observation/measures.h"
#include "runtime/recording/recorded_model.h"

namespace mb {

// Takes the programs out of the set that cannot be recorded, and tells which; `kept`: the measures of those that stay.
std::vector<NotRecorded> keepRecorded(const Mechanism& m, MeasureSet& set, std::vector<int>& kept);

// The inputs of the trace are those of an evaluation; then accelerations of the coordinates; then by angle that counts
// turns its value, and by angle its rate, when the measures were evaluated last; then how long ago that was. For the
// first evaluation they are zero.
struct MeasureInputs {
  int accelerations = 0;
  int angles = 0;
  int rates = 0;
  int elapsed = 0;
};
MeasureInputs measureInputs(const Mechanism& m, const MeasureSet& set, std::size_t parameters);

struct RecordedMeasures {
  std::vector<int> values;  // by program; then twelve of each probe, as probeValues()
  std::vector<int> angles;
  std::vector<int> rates;  // of the angles
};
// With any choice of coordinates: velocities and accelerations are given.
RecordedMeasures recordMeasures(Trace& trace, const Mechanism& m, const MeasureSet& set, const Workspace& w,
                                std::span<const double* const> parameters = {});

// Position, velocity, angular velocity and acceleration of a probe at an evaluated state. A:
// of all links.
std::array<double, 12> probeValues(const Mechanism& m, const Workspace& w, const std::vector<Vector6>& A,
                                   const Probe& probe);

}  // namespace mb
