// Back onto the closing equations: dependent positions by Newton with the independent ones fixed, then dependent
// velocities.
#pragma once

#include "runtime/mechanism/workspace.h"

namespace mb {

// The largest |Phi| over all rows, redundant ones too, lengths by the size of their block; and the row.
struct Residual {
  double value = 0;
  int row = -1;
};
Residual worstResidual(const Mechanism& m, const Workspace& w);
// What a residual is by itself: a length in m, or an angle in degrees. Couplers are measured in what their terms add up
// to.
std::string toText(const Mechanism& m, const Residual& residual);
// Takes the residual of a row when it is the worst so far; what is not a number is worse than all.
void noteResidual(double value, int row, Residual& worst);

// An open redundant row, by the size of its block: data with seven digits stay below, a real contradiction does not.
constexpr double kContradiction = 1e-5;

// What drives have integrated at the start. The workspace ends with the equations at y.
void startIntegrals(const Mechanism& m, double time, std::span<double> y, Workspace& w);

struct Projected {
  int iterations = 0;
  bool converged = false;
  bool isSingular = false;  // the pivots vanish here: the positions were left as integrated
  Residual residual;
};
// y is moved; the workspace ends with positions, equations and reduction of the projected state.
Projected projectPositions(const Mechanism& m, double time, std::span<double> y, Workspace& w);
// The same with the functions of time as they stand in the workspace.
Projected projectOntoSignals(const Mechanism& m, std::span<double> y, Workspace& w);
// Velocities of y from its independent ones; the workspace must hold the reduction at y.
void projectVelocities(const Mechanism& m, std::span<double> y, Workspace& w);

// Smallest over largest pivot, relative to that when the coordinates were chosen; the worst of all blocks. Not a number
// when one is.
double worstPivotRatio(const Workspace& w);
// Below this a position counts as singular: two branches of the motion cross nearby. Round-off of 1e-15 in the
// equations is 1e-12 across them there, and 1e-9 in directions.
constexpr double kSingular = 1e-3;
constexpr double kBesideSingular = 0.1;

}  // namespace mb
