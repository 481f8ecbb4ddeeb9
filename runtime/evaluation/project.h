// Projection onto the closing equations: dependent positions by Newton with the independent ones fixed, then dependent
// velocities.
#pragma once

#include "runtime/mechanism/workspace.h"

namespace mb {

// The largest |Phi| over all rows, including redundant ones, with lengths divided by the size of their block; and its
// row.
struct Residual {
  double value = 0;
  int row = -1;
};
Residual worstResidual(const Mechanism& m, const Workspace& w);
// The residual as a length in m or an angle in degrees. Couplers are given in the unit of their sum of terms.
std::string toText(const Mechanism& m, const Residual& residual);
// Keeps the residual of a row if it is the worst so far; NaN is worse than any number.
void noteResidual(double value, int row, Residual& worst);

// Residual of a redundant row, relative to the size of its block, that counts as a contradiction: data with seven
// digits stay below.
constexpr double kContradiction = 1e-5;

// Sets the initial integrals of the drives. The workspace ends with the equations at y.
void startIntegrals(const Mechanism& m, double time, std::span<double> y, Workspace& w);

// Newton's method for the dependent positions.
constexpr int kMostCorrections = 20;
constexpr double kClosed = 2e-15;                   // of a block's size: round-off of positions of that size
constexpr double kClosedToRoundOff = 16 * kClosed;  // a residual that no longer halves below this has reached round-off
constexpr double kStillOpen = 1e-9;                 // if Newton does not get below this, it has failed

struct Projected {
  int iterations = 0;
  bool converged = false;
  bool isSingular = false;  // the pivots vanish here, so the positions were left as integrated
  Residual residual;
};
// Moves y; the workspace ends with positions, equations and reduction of the projected state.
Projected projectPositions(const Mechanism& m, double time, std::span<double> y, Workspace& w);
// The same with the functions of time already in the workspace.
Projected projectOntoSignals(const Mechanism& m, std::span<double> y, Workspace& w);
// Sets the velocities of y from its independent ones; the workspace must hold the reduction at y.
void projectVelocities(const Mechanism& m, std::span<double> y, Workspace& w);

// Smallest over largest pivot, relative to its value when the coordinates were chosen; the worst of all blocks. NaN if
// any of them is.
double worstPivotRatio(const Workspace& w);
// Ratio below which a position counts as singular: two branches of the motion cross nearby. There, round-off of 1e-15
// in the equations becomes 1e-12 across the branches and 1e-9 in directions.
constexpr double kSingular = 1e-3;
constexpr double kBesideSingular = 0.1;

}  // namespace mb
