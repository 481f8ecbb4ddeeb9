// Finite motion of a linkage whose equations may be redundant but for rounding: landing on all of them at once, and
// walking along what is left free at a rank that somebody supposes.
#pragma once

#include <vector>

#include "graph/idealise/linkage.h"

namespace mb {

// A linkage's J = U diag(sigma) V', with U and V square and sigma as long as there are columns (zeros at the end).
struct Spectrum {
  Eigen::MatrixXd U;
  Eigen::VectorXd sigma;
  Eigen::MatrixXd V;
};
// Which singular vectors: all, or those of the equations, as many as J has rows, where it has fewer than columns.
enum class Vectors { all, ofEquations };
Spectrum spectrumOf(const Eigen::MatrixXd& J, Vectors vectors = Vectors::all);

double largestOf(const Eigen::VectorXd& v);  // absolute; 0 when it is empty

// Towards the place where all equations hold best, by damped least squares: directions that the equations hardly see,
// below `damping`, are left alone. `pin` keeps the way along a direction at a length; empty: none.
struct Pin {
  Eigen::VectorXd direction;
  double length = 0;
};
struct Landing {
  LinkagePosition z;
  double miss = 0;  // the largest row
};
Landing land(const Linkage& linkage, LinkagePosition start, const Eigen::VectorXd& way, const Pin& pin, double damping,
             double enough);

// Onto the `rank` strongest directions of all rows, by Gauss and Newton; false where that does not converge nearby.
struct RankPoint {
  LinkagePosition z;
  LinkageEquations equations;
  Spectrum spectrum;
};
bool projectAtRank(const Linkage& linkage, int rank, double farthest, RankPoint& at, Vectors vectors = Vectors::all);

struct Walk {
  std::vector<LinkagePosition> points;  // the first one first
  double length = 0;                    // both ways together, of the coordinate that moves most
  double miss = 0;                      // the largest row on the way
  Gap gap;                              // the same as a length and an angle
};
struct WalkLimits {
  double miss = 0;     // ends the walk, which then does not count
  double weakest = 0;  // of the rank-th singular value: below, the walk ends, as a singular position is near
  double length = 1;   // each way
  double step = 0.1;
};
// From a point and along a direction, both ways, at a rank.
Walk walkAlong(const Linkage& linkage, const LinkagePosition& from, int rank, const Eigen::VectorXd& direction,
               const WalkLimits& limits);

}  // namespace mb
