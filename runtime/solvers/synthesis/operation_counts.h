// Operation counts of the two forms of subsystem synthesis for one subsystem, by phase as in Song and Kim's table 1
// [SK]. The solvers' own kernels run with a scalar that counts. Forces of springs and tyres are given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {

struct PhaseCounts {
  std::string_view phase;
  long multiplications = 0;  // and divisions
  long additions = 0;        // and subtractions
  long functions = 0;        // sines, cosines
};

struct CountedEvaluation {
  std::vector<PhaseCounts> phases;
  std::vector<double> z_ddot;  // by Subsystem::velocities
};

// Why the operations of a subsystem cannot be counted; nothing if they can.
std::optional<std::string> countingRefusal(const Mechanism& m, std::size_t subsystem = 0);

// At a state that is evaluated in the workspace.
CountedEvaluation evaluateCounted(const Mechanism& m, StateView y, const Workspace& w, SynthesisForm form,
                                  std::size_t subsystem = 0);

}  // namespace mb
