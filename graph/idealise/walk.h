// Finite motion of a linkage whose equations may be redundant except for rounding: landing where all equations hold
// best, and walking along the directions that are free at an assumed rank.
#pragma once

#include <vector>

#include "graph/idealise/linkage.h"

namespace mb {

// The decomposition J = U diag(sigma) V' with square U and V; sigma has one entry per column (zeros at the end).
struct Spectrum {
  Eigen::MatrixXd U;
  Eigen::VectorXd sigma;
  Eigen::MatrixXd V;
};
// Which singular vectors to compute: all, or only those of the equations (as many as J has rows if it has fewer rows
// than columns).
enum class Vectors { all, ofEquations };
Spectrum spectrumOf(const Eigen::MatrixXd& J, Vectors vectors = Vectors::all);

double largestOf(const Eigen::VectorXd& v);  // largest absolute value; 0 if empty

// Moves to where all equations hold best, by damped least squares: directions with singular values below `damping` are
// left alone. `pin` fixes the displacement along a direction at a length; an empty direction means no pin.
struct Pin {
  Eigen::VectorXd direction;
  double length = 0;
};
struct Landing {
  LinkagePosition z;
  double miss = 0;  // largest row
};
Landing land(const Linkage& linkage, LinkagePosition start, const Eigen::VectorXd& way, const Pin& pin, double damping,
             double enough);

// Projects onto the `rank` strongest directions of all rows by Gauss-Newton; false if that does not converge nearby.
struct RankPoint {
  LinkagePosition z;
  LinkageEquations equations;
  Spectrum spectrum;
};
bool projectAtRank(const Linkage& linkage, int rank, double farthest, RankPoint& at, Vectors vectors = Vectors::all);

struct Walk {
  std::vector<LinkagePosition> points;  // starting point first
  double length = 0;                    // in both senses together, of the coordinate that moves most
  double miss = 0;                      // largest row on the walk
  Gap gap;                              // the same as a length and an angle
};
struct WalkLimits {
  double miss = 0;     // a larger residual ends the walk, which then does not count
  double weakest = 0;  // limit of the rank-th singular value: below it a singular position is near, and the walk ends
  double length = 1;   // in each sense
  double step = 0.1;
};
// Walks from a point along a direction, in both senses, at the given rank.
Walk walkAlong(const Linkage& linkage, const LinkagePosition& from, int rank, const Eigen::VectorXd& direction,
               const WalkLimits& limits);

}  // namespace mb
