// Decides what a linkage with rounded data can really do. Finite motion distinguishes a row that is redundant except
// for rounding from a position that is nearly singular; counting singular values above a threshold cannot.
#pragma once

#include <optional>
#include <vector>

#include "graph/idealise/walk.h"

namespace mb {

struct Decision {
  enum class Kind {
    exact,  // it closes and every equation is clearly independent or redundant: there is nothing to decide
    moves,  // it moves finitely at the rank below and misses no equation by more than ten times the tolerance
    rigid,  // it has no finite motion
    open,   // it does not close within the tolerance
  };
  Kind kind = Kind::exact;
  int rank = 0;                         // of all equations; the number of columns if rigid
  double miss = 0;                      // the largest residual on the walks, or where it closes best
  Gap gap;                              // the same as a length and an angle
  bool fits = true;                     // the equations hold, and the redundant ones are so to the last digits
  std::vector<LinkagePosition> points;  // on the walks; for a rigid linkage, the position where it closes
};

// The largest residual that a linkage may have at a given tolerance.
constexpr double missAllowed(double tau) { return 10 * tau; }

// The answer if there is nothing to decide. It takes one factorisation, or a few if the loops have to be closed first.
std::optional<Decision> decidePlainly(const Linkage& linkage, const LinkagePosition& start, double tau);

// Decides at a loop tolerance tau, in radians or as a fraction of the linkage's size. The result is deterministic.
Decision decide(const Linkage& linkage, const LinkagePosition& start, double tau);

}  // namespace mb
