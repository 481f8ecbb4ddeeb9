// Constraint embedding over clusters, the default solver.
#pragma once

#include "runtime/evaluation/solver.h"
#include "runtime/solvers/embedded/kernel.h"

namespace mb {

std::unique_ptr<Solver> makeEmbedded(const Mechanism& m);
// With a given kernel, to compare variants.
std::unique_ptr<Solver> makeEmbedded(const Mechanism& m, const embedded::Kernel& kernel);

}  // namespace mb
