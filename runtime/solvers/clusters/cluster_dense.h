// The recursion over clusters in plain dense algebra. It specifies the default solver `embedded`, which computes the
// same sums entry by entry and four at a time. docs/method.md explains it step by step.
#pragma once

#include "runtime/evaluation/solver.h"

namespace mb {

std::unique_ptr<Solver> makeClusterDense(const Mechanism& m);

}  // namespace mb
