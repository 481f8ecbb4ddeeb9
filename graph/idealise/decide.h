// What a linkage can really do when its data are rounded: finite motion tells a row that is redundant but for rounding
// from a position that is nearly singular. The number of singular values above a threshold tells neither.
#pragma once

#include <optional>
#include <vector>

#include "graph/idealise/walk.h"

namespace mb {

struct Decision {
  enum class Kind {
    exact,  // it closes, and every equation is independent or redundant beyond doubt: there is nothing to decide
    moves,  // finitely, at the rank below, missing no equation by more than ten times the tolerance
    rigid,  // it has no finite motion
    open,   // it does not close as well as the tolerance asks for
  };
  Kind kind = Kind::exact;
  int rank = 0;                         // of all equations; the columns' number where it is rigid
  double miss = 0;                      // the largest row on the walks, or at the place where it closes best
  Gap gap;                              // the same as a length and an angle
  bool fits = true;                     // the equations hold, and those that are redundant are so to the last digits
  std::vector<LinkagePosition> points;  // of the walks; of a rigid linkage the place where it closes
};

// The largest row that a linkage may miss at a tolerance.
constexpr double missAllowed(double tau) { return 10 * tau; }

// The answer where there is nothing to decide: one factorisation, or a few where the loops have to be closed.
std::optional<Decision> decidePlainly(const Linkage& linkage, const LinkagePosition& start, double tau);

// At a loop tolerance tau: radians, or shares of the linkage's size. The same linkage gives the same answer.
Decision decide(const Linkage& linkage, const LinkagePosition& start, double tau);

}  // namespace mb
