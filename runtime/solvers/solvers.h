// The solvers for the accelerations, by name: one row each.
#pragma once

#include <span>
#include <string_view>

#include "runtime/evaluation/solver.h"

namespace mb {

std::span<const SolverType> solverTypes();
const SolverType* findSolver(std::string_view name);

}  // namespace mb
