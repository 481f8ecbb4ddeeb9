#include "graph/idealise/idealise_frames.h"

#include <algorithm>
#include <cmath>

#include "formats/model/basics/decompositions.h"

namespace mb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kIterations = 30;
constexpr std::size_t kMostPoints = 40;   // of the walks; more add nothing
constexpr double kGood = 1e-12;           // below this residual an iteration is worthwhile only if the residual falls
constexpr double kEnough = 1e-13;         // residual that round-off leaves
constexpr double kFits = 1e-11;           // largest residual accepted
constexpr double kFitsElsewhere = 1e-10;  // the same on another walk
constexpr double kPlainRank = 1e-8;
constexpr double kLargestChange = 3;  // times tau
constexpr double kWeakest = 1e-9;     // relative to the largest; conditions with smaller singular values fade out

// The linkage with every frame moved by a twist {v; w} in its own axes; v is in units of the linkage's size.
Linkage withFrames(const Linkage& linkage, const VectorXd& p) {
  Linkage changed = linkage;
  const auto change = [&](Eigen::Index first) {
    return Pose{rotationOf(p.segment<3>(first + 3)), linkage.size * p.segment<3>(first)};
  };
  for (std::size_t h = 0; h < changed.hinges.size(); ++h) {
    const auto first = static_cast<Eigen::Index>(12 * h);
    changed.hinges[h].X_BF = changed.hinges[h].X_BF * change(first);
    changed.hinges[h].X_BM = changed.hinges[h].X_BM * change(first + 6);
  }
  return changed;
}

std::vector<LinkagePosition> some(const std::vector<LinkagePosition>& points) {
  std::vector<LinkagePosition> chosen;
  const std::size_t count = std::min(points.size(), kMostPoints);
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(points[k * points.size() / count]);
  return chosen;
}

// Positions all over the motion, since frames that fit over a short range need not fit over a long one. The walks start
// where the motion was decided and follow each freedom in both senses, as long as the equations are strong and miss by
// no more than allowed.
std::vector<LinkagePosition> placesOf(const Linkage& linkage, const Decision& decision, double tau) {
  constexpr Eigen::Index kMostFreedoms = 6;
  std::vector<LinkagePosition> points = decision.points;
  const auto columns = static_cast<Eigen::Index>(linkage.columns.size());
  if (decision.rank == columns) return points;
  const LinkagePosition& from = decision.points.front();
  const Spectrum spectrum = spectrumOf(evaluate(linkage, from).J);
  WalkLimits limits;
  limits.miss = missAllowed(tau);
  limits.weakest = decision.rank > 0 ? 0.3 * spectrum.sigma(decision.rank - 1) : 0;
  limits.length = 3.2;  // half a turn in each sense
  limits.step = 0.15;
  for (Eigen::Index k = decision.rank; k < std::min(columns, decision.rank + kMostFreedoms); ++k) {
    const Walk walk = walkAlong(linkage, from, decision.rank, spectrum.V.col(k), limits);
    if (walk.miss > limits.miss) continue;
    points.insert(points.end(), walk.points.begin(), walk.points.end());
  }
  return points;
}

// The conditions B p = c that the redundant rows impose on the frames, at all points, and the equations and spectrum at
// each point.
struct Conditions {
  MatrixXd B;
  VectorXd c;
  double residual = 0;
  struct Point {
    LinkageEquations equations;
    Spectrum spectrum;
  };
  std::vector<Point> points;
};
Conditions conditionsAt(const Linkage& linkage, const std::vector<LinkagePosition>& points, int rank) {
  Conditions conditions;
  const Eigen::Index redundant = linkage.rowCount - rank;
  const Eigen::Index frames = 12 * static_cast<Eigen::Index>(linkage.hinges.size());
  conditions.B.resize(redundant * static_cast<Eigen::Index>(points.size()), frames);
  conditions.c.resize(conditions.B.rows());
  Eigen::Index row = 0;
  for (const LinkagePosition& z : points) {
    Conditions::Point point{evaluate(linkage, z, FrameDerivatives::yes), {}};
    point.spectrum = spectrumOf(point.equations.J);
    const auto Z = point.spectrum.U.rightCols(redundant);
    conditions.B.middleRows(row, redundant) = Z.transpose() * point.equations.A;
    conditions.c.segment(row, redundant) = Z.transpose() * point.equations.Phi;
    conditions.residual = std::max(conditions.residual, largestOf(point.equations.Phi));
    row += redundant;
    conditions.points.push_back(std::move(point));
  }
  return conditions;
}

// The shortest p with B p = b. Directions whose singular values are below `damping` fade out smoothly.
VectorXd shortest(MatrixXd B, VectorXd b, double damping) {
  if (B.rows() > B.cols()) {  // same singular values and directions with fewer rows
    MatrixXd both(B.rows(), B.cols() + 1);
    both << B, b;
    const MatrixXd R = triangular(both);
    B = R.topLeftCorner(B.cols(), B.cols());
    b = R.col(R.cols() - 1).head(B.cols());
  }
  const SingularVectors svd = singularVectors(B, VectorCount::thin);
  const VectorXd& s = svd.values;
  VectorXd y = svd.U.transpose() * b;
  if (!(s(0) > 0)) return VectorXd::Zero(B.cols());
  const double faded = damping + kWeakest * s(0);
  for (Eigen::Index k = 0; k < s.size(); ++k) y(k) *= s(k) / (s(k) * s(k) + faded * faded);
  return svd.V * y;
}

bool movesExactly(const Linkage& linkage, const std::vector<LinkagePosition>& points, int rank) {
  const std::vector<LinkagePosition> ends{points.front(), points.back()};
  const bool isRigid = rank == static_cast<int>(linkage.columns.size());
  for (const LinkagePosition& z : ends) {
    RankPoint at{z, {}, {}};
    if (!projectAtRank(linkage, rank, 0.1, at) ||
        largestOf(at.equations.Phi) > std::max(kFitsElsewhere, 10 * linkage.rounding))
      return false;
    const VectorXd& sigma = at.spectrum.sigma;
    if ((sigma.array() > kPlainRank * std::max(1.0, sigma(0))).count() != rank) return false;
    if (isRigid) continue;
    const Eigen::Index freedoms = sigma.size() - rank;
    VectorXd mixture(freedoms);
    for (Eigen::Index k = 0; k < freedoms; ++k) mixture(k) = k % 2 == 0 ? 1.0 : -0.7;
    WalkLimits limits;
    limits.miss = std::max(kFitsElsewhere, 10 * linkage.rounding);
    limits.weakest = rank > 0 ? 0.3 * sigma(rank - 1) : 0;
    limits.step = 0.07;
    const Walk walk = walkAlong(linkage, at.z, rank, at.spectrum.V.rightCols(freedoms) * mixture, limits);
    if (walk.points.empty() || walk.miss > std::max(kFitsElsewhere, 10 * linkage.rounding)) return false;
  }
  return true;
}

}  // namespace

// Gauss-Newton iteration for the frames p and the points x_k together. With J = U s V' at a point and Z the columns of
// U beyond the rank, the redundant rows give Z' (Phi + A dp) = 0, free of dx to first order; the others then give dx.
// Each iteration goes to the shortest p that meets the linearised conditions rather than taking the shortest increment,
// so it converges to the least change whatever its path.
std::optional<IdealFrames> idealised(const Linkage& linkage, const Decision& decision, double tau) {
  std::vector<LinkagePosition> points = some(placesOf(linkage, decision, tau));
  VectorXd p = VectorXd::Zero(12 * static_cast<Eigen::Index>(linkage.hinges.size()));
  VectorXd best = p;
  double least = INFINITY;
  double last = INFINITY;
  int stalled = 0;
  for (int iteration = 0; iteration < kIterations && stalled < 3; ++iteration) {
    const Linkage now = withFrames(linkage, p);
    const Conditions conditions = conditionsAt(now, points, decision.rank);
    if (conditions.residual < least) {
      least = conditions.residual;
      best = p;
    }
    const bool isSlow = conditions.residual > 0.3 * last;
    stalled = conditions.residual > 0.9 * last ? stalled + 1 : 0;
    last = conditions.residual;
    if (!std::isfinite(last) ||
        (iteration > 3 && (last < std::max(kEnough, linkage.rounding) || (last < kGood && isSlow))))
      break;
    const VectorXd next = shortest(conditions.B, conditions.B * p - conditions.c, 3 * conditions.residual);
    const VectorXd dp = next - p;
    p = next;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (decision.rank == 0) continue;
      const auto& [equations, s] = conditions.points[k];
      const VectorXd c = s.U.leftCols(decision.rank).transpose() * (equations.Phi + equations.A * dp);
      points[k] =
          moved(now, std::move(points[k]), -s.V.leftCols(decision.rank) * c.cwiseQuotient(s.sigma.head(decision.rank)));
    }
  }
  IdealFrames frames{withFrames(linkage, best), largestOf(best), least};
  const bool isAccepted = frames.residual <= std::max(kFits, linkage.rounding) &&
                          frames.change <= kLargestChange * tau && movesExactly(frames.linkage, points, decision.rank);
  if (!isAccepted) return std::nullopt;
  return frames;
}

}  // namespace mb
