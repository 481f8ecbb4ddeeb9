#include "graph/idealise/walk.h"

#include <algorithm>
#include <cmath>

#include "formats/model/basics/decompositions.h"

namespace mb {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Spectrum spectrumOf(const MatrixXd& J, Vectors vectors) {
  if (J.size() == 0) {
    return {MatrixXd::Identity(J.rows(), J.rows()), VectorXd::Zero(J.cols()), MatrixXd::Identity(J.cols(), J.cols())};
  }
  SingularVectors svd = singularVectors(J, vectors == Vectors::all ? VectorCount::full : VectorCount::thin);
  Spectrum spectrum{std::move(svd.U), VectorXd::Zero(J.cols()), std::move(svd.V)};
  spectrum.sigma.head(svd.values.size()) = svd.values;
  return spectrum;
}

double largestOf(const VectorXd& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; }

Landing land(const Linkage& linkage, LinkagePosition start, const VectorXd& way, const Pin& pin, double damping,
             double enough) {
  constexpr int kIterations = 60;
  constexpr double kStride = 0.3;
  const bool isPinned = pin.direction.size() > 0;
  VectorXd passed = way;  // displacement that the pin measures
  Landing best{moved(linkage, std::move(start), way), INFINITY};
  LinkagePosition z = best.z;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const LinkageEquations equations = evaluate(linkage, z);
    const double miss = largestOf(equations.Phi);
    const bool isFalling = miss < 0.9 * best.miss;
    if (miss < best.miss) best = {z, miss};
    if (best.miss <= enough && !isFalling) break;
    MatrixXd J = equations.J;
    VectorXd Phi = equations.Phi;
    if (isPinned) {
      J.conservativeResize(J.rows() + 1, Eigen::NoChange);
      J.bottomRows<1>() = pin.direction.transpose();
      Phi.conservativeResize(Phi.size() + 1);
      Phi(Phi.size() - 1) = pin.direction.dot(passed) - pin.length;
    }
    const Spectrum s = spectrumOf(J, Vectors::ofEquations);
    const Eigen::Index count = std::min(J.rows(), J.cols());
    const VectorXd c = s.U.leftCols(count).transpose() * Phi;
    const Eigen::ArrayXd sigma = s.sigma.head(count).array();
    VectorXd dv = -s.V.leftCols(count) * (c.array() * sigma / (sigma.square() + damping * damping)).matrix();
    const double largest = largestOf(dv);
    if (largest < 1e-14) break;
    if (largest > kStride) dv *= kStride / largest;
    passed += dv;
    z = moved(linkage, std::move(z), dv);
  }
  return best;
}

bool projectAtRank(const Linkage& linkage, int rank, double farthest, RankPoint& at, Vectors vectors) {
  constexpr int kIterations = 15;
  double last = INFINITY;
  double way = 0;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    at.equations = evaluate(linkage, at.z);
    at.spectrum = spectrumOf(at.equations.J, vectors);
    const Spectrum& s = at.spectrum;
    if (rank == 0) return true;
    if (rank > s.U.cols() || !(s.sigma(rank - 1) > 0)) return false;
    const VectorXd c = s.U.leftCols(rank).transpose() * at.equations.Phi;
    const VectorXd dv = -s.V.leftCols(rank) * c.cwiseQuotient(s.sigma.head(rank));
    const double largest = largestOf(dv);
    way += largest;
    if (!(way <= farthest)) return false;
    // Convergence is quadratic at first, then limited by round-off.
    if (largest < 1e-13 || (largest < 1e-10 && largest > 0.3 * last)) return true;
    last = largest;
    at.z = moved(linkage, std::move(at.z), dv);
  }
  return last < 1e-9;
}

namespace {

// Walks in one sense and returns the length covered.
double walkOneWay(const Linkage& linkage, RankPoint at, int rank, VectorXd direction, const WalkLimits& limits,
                  Walk& walk) {
  constexpr double kShortest = 1.0 / 64;
  double length = 0;
  double step = limits.step;
  while (length < limits.length - 1e-9) {
    const Eigen::Index freedoms = at.spectrum.V.cols() - rank;
    const auto free = at.spectrum.V.rightCols(freedoms);
    direction = free * (free.transpose() * direction);
    const double largest = largestOf(direction);
    if (largest < 1e-6) break;
    direction /= largest;
    RankPoint trial = at;
    trial.z = moved(linkage, std::move(trial.z), step * direction);
    if (!projectAtRank(linkage, rank, step, trial)) {
      step /= 2;
      if (step < kShortest * limits.step) break;
      continue;
    }
    if (rank > 0 && trial.spectrum.sigma(rank - 1) < limits.weakest) break;
    walk.miss = std::max(walk.miss, largestOf(trial.equations.Phi));
    walk.gap = larger(walk.gap, missOf(linkage, trial.equations.Phi));
    if (walk.miss > limits.miss) break;
    length += step;
    at = std::move(trial);
    walk.points.push_back(at.z);
  }
  return length;
}

}  // namespace

Walk walkAlong(const Linkage& linkage, const LinkagePosition& from, int rank, const VectorXd& direction,
               const WalkLimits& limits) {
  Walk walk;
  RankPoint start{from, {}, {}};
  if (!projectAtRank(linkage, rank, limits.step, start)) return walk;
  walk.points.push_back(start.z);
  walk.miss = largestOf(start.equations.Phi);
  walk.gap = missOf(linkage, start.equations.Phi);
  if (walk.miss > limits.miss) return walk;
  for (const double sense : {1.0, -1.0}) {
    walk.length += walkOneWay(linkage, start, rank, sense * direction, limits, walk);
  }
  return walk;
}

}  // namespace mb
