// Constraint embedding over clusters: the default.
#pragma once

#include "runtime/evaluation/solver.h"
#include "runtime/solvers/embedded/kernel.h"

namespace mb {

std::unique_ptr<Solver> makeEmbedded(const Mechanism& m);
// With a kernel of one's own choice, to compare them.
std::unique_ptr<Solver> makeEmbedded(const Mechanism& m, const embedded::Kernel& kernel);

}  // namespace mb
