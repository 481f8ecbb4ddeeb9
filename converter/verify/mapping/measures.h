// The measures of both models, by name, and their values at one state: on the Cartesian side from the bodies, the
// joints and the solution of the reference alone.
#pragma once

#include <string>
#include <vector>

#include "converter/verify/mapping/state_mapping.h"
#include "runtime/observation/measures.h"

namespace mb {

struct PairedMeasures {
  MeasureSet recursive;
  struct Pair {
    std::string name;
    std::size_t place = 0;              // among the recursive ones
    Dimension dimension;                // of its unit
    std::vector<JointIndex> reactions;  // those that it looks at
  };
  std::vector<Pair> pairs;
  // Of the Cartesian side.
  std::vector<Program> programs;  // by pair
  Library library;
  std::vector<ForceMeasureRef> forces;
  std::vector<int> angleOf;  // the recursive angle, by its own
};
PairedMeasures pairMeasures(const CartesianSystem& system, const Mechanism& mechanism, const StateMapping& mapping);

// Values by pair in SI, and the angles that count turns.
struct MeasuredValues {
  std::vector<double> values;
  std::vector<double> angles;
};
MeasuredValues recursiveMeasures(const PairedMeasures& measures, const Mechanism& mechanism, double time, StateView y,
                                 const Workspace& w);
// Angles are those nearest to the recursive ones.
std::vector<double> cartesianMeasures(const PairedMeasures& measures, const CartesianSystem& system,
                                      const CartesianState& state, const CartesianAccelerations& accelerations,
                                      const std::vector<double>& angles);

}  // namespace mb
