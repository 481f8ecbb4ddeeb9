// The steps of an exported model: fixed ones, or those of the implicit method for machines that need it.
#pragma once

#include <optional>
#include <string>

#include "runtime/simulation/simulate.h"

namespace mb {

struct ExportStepping {
  const RungeKutta* method = nullptr;  // null: the implicit method, which chooses its steps
  double step = 1e-3;                  // s
  std::string reason;                  // why; empty where both were given
};

// What is not given is chosen as a run chooses it: by a trial of the start, which tells stiff models from others. A
// fixed step is at most half of what the trial took, so that a method of order 4 is as accurate, and at most 1 ms.
ExportStepping exportStepping(const Mechanism& m, const std::string& integrator, std::optional<double> step);

}  // namespace mb
