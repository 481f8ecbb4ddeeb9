// The recursion over clusters in plain dense algebra: the specification of the default solver `embedded`, which does
// the same sums entry by entry and four at a time. Written to be read; docs/method.md walks through it.
#pragma once

#include "runtime/evaluation/solver.h"

namespace mb {

std::unique_ptr<Solver> makeClusterDense(const Mechanism& m);

}  // namespace mb
