#include "graph/idealise/decide.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>

namespace mb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Round-off of the arithmetic: residuals below kHolds count as met, singular values below kZero as zero. Positions are
// closed to 1e-14 and then pass through a chain of joints.
constexpr double kHolds = 1e-11;
constexpr double kZero = 1e-9;

// Parameters of the procedure, tuned on 29 machines. The decisions stay the same if any of them changes by a factor of
// two or three.
constexpr double kGapRatio = 3;             // between the last singular value that counts and the first that does not
constexpr double kSmall = 5;                // times tau: smaller singular values do not count
constexpr double kWeakening = 0.3;          // of the last value that counts; below it a singular position is near
constexpr double kLeastTravel = 0.3;        // travel in both senses together, of the coordinate that moves most
constexpr int kDirections = 16;             // number of directions to try
constexpr int kLandings = 3;                // number of landings that is enough
constexpr Eigen::Index kLargeLinkage = 60;  // columns; for larger linkages one landing is enough
constexpr Eigen::Index kSmallLinkage = 12;  // columns; in larger linkages weak equations alone are no sign of rounding
constexpr double kDefaultDamping = 1e-4;

double holds(const Linkage& linkage) { return std::max(kHolds, linkage.rounding); }
// At a singular position round-off leaves errors of the order of its square root. Small linkages are walked away from
// there. That is too expensive for large ones, for which the threshold of the simulation applies.
double zero(const Linkage& linkage) {
  constexpr double kZeroOfLarge = 1e-7;
  const bool isLarge = static_cast<Eigen::Index>(linkage.columns.size()) > kLargeLinkage;
  return std::max(isLarge ? kZeroOfLarge : kZero, 10 * linkage.rounding);
}

class Chance {
 public:
  VectorXd direction(Eigen::Index size) {
    VectorXd v(size);
    for (Eigen::Index k = 0; k < size; ++k) {
      v(k) = 2 * static_cast<double>(bits_() >> 11) / 9007199254740992.0 - 1;  // 53 bits, identical on every platform
    }
    const double norm = v.norm();
    return norm > 0 ? VectorXd(v / norm) : VectorXd(VectorXd::Unit(size, 0));
  }

 private:
  std::mt19937_64 bits_{1};
};

double startThreshold(double tau) { return std::max(kSmall * tau, 2 * std::sqrt(tau)); }

Eigen::Index countAbove(const VectorXd& sigma, double threshold) { return (sigma.array() > threshold).count(); }

// The linkage taken at its numerical values: every singular value that is not zero counts.
struct Plain {
  Decision decision;
  bool closes = false;
  bool isSure = false;  // no singular value is so small that rounding may have caused it
};
Plain plainly(const Linkage& linkage, const LinkagePosition& start, double tau) {
  Plain plain;
  RankPoint at{start, evaluate(linkage, start), {}};
  at.spectrum = spectrumOf(at.equations.J, Vectors::ofEquations);
  plain.closes = largestOf(at.equations.Phi) <= holds(linkage);
  if (!plain.closes) {
    const auto rank = static_cast<int>(countAbove(at.spectrum.sigma, zero(linkage)));
    plain.closes =
        projectAtRank(linkage, rank, 0.3, at, Vectors::ofEquations) && largestOf(at.equations.Phi) <= holds(linkage);
  }
  const Eigen::Index all = countAbove(at.spectrum.sigma, zero(linkage));
  // A linkage of many joints with an exact freedom has weak equations of its own. Rounding is then looked for only
  // below them, and not at all where the walks would take minutes.
  const Eigen::Index columns = at.spectrum.sigma.size();
  const bool isFree = all < columns;
  const double weakest = isFree && columns > kSmallLinkage ? kSmall * tau : startThreshold(tau);
  const bool isClear = all == countAbove(at.spectrum.sigma, weakest) || (isFree && columns > kLargeLinkage);
  plain.isSure = plain.closes && isClear;
  plain.decision.rank = static_cast<int>(all);
  plain.decision.miss = largestOf(at.equations.Phi);
  plain.decision.points = {at.z};
  return plain;
}

// The ranks that a spectrum suggests, smallest first.
std::vector<int> ranksOf(const VectorXd& sigma, double tau) {
  std::vector<int> ranks;
  for (Eigen::Index r = 0; r < sigma.size(); ++r) {
    if (sigma(r) > kSmall * tau) continue;
    if (r == 0 || sigma(r - 1) >= kGapRatio * std::max(sigma(r), 1e-12)) ranks.push_back(static_cast<int>(r));
  }
  return ranks;
}

// Whether the linkage moves at the given rank from a landed point.
bool movesAt(const Linkage& linkage, const LinkagePosition& from, int rank, double tau, Chance& chance,
             Decision& decision) {
  const Spectrum spectrum = spectrumOf(evaluate(linkage, from).J);
  const Eigen::Index freedoms = spectrum.V.cols() - rank;
  WalkLimits limits;
  limits.miss = missAllowed(tau);
  limits.weakest = rank > 0 ? std::max(kWeakening * spectrum.sigma(rank - 1), kSmall * tau) : 0;
  const Eigen::Index walks = freedoms == 1 ? 1 : 2 + std::min<Eigen::Index>(freedoms, 4);
  for (Eigen::Index k = 0; k < walks; ++k) {
    const VectorXd mixture = freedoms == 1 ? VectorXd(VectorXd::Ones(1)) : chance.direction(freedoms);
    const Walk walk = walkAlong(linkage, from, rank, spectrum.V.rightCols(freedoms) * mixture, limits);
    decision.miss = std::max(decision.miss, walk.miss);
    decision.gap = larger(decision.gap, walk.gap);
    if (walk.points.empty() || walk.miss > limits.miss || walk.length < kLeastTravel) return false;
    decision.points.insert(decision.points.end(), walk.points.begin(), walk.points.end());
  }
  decision.rank = rank;
  decision.kind = Decision::Kind::moves;
  return true;
}

// Whether, at all points, every equation holds and every singular value beyond the rank is zero.
bool fitsAt(const Linkage& linkage, const Decision& decision) {
  for (const LinkagePosition& z : decision.points) {
    const LinkageEquations equations = evaluate(linkage, z);
    if (largestOf(equations.Phi) > holds(linkage)) return false;
    const VectorXd sigma = spectrumOf(equations.J).sigma;
    if (decision.rank < sigma.size() && sigma(decision.rank) > zero(linkage)) return false;
  }
  return true;
}

Decision rigid(const Linkage& linkage, const Landing& landed) {
  Decision decision;
  decision.kind = Decision::Kind::rigid;
  decision.rank = static_cast<int>(linkage.columns.size());
  RankPoint at{landed.z, {}, {}};
  const bool isClosed = projectAtRank(linkage, decision.rank, 0.1, at, Vectors::ofEquations);
  if (!isClosed) at = {landed.z, evaluate(linkage, landed.z), {}};
  decision.miss = largestOf(at.equations.Phi);
  decision.gap = missOf(linkage, at.equations.Phi);
  decision.points = {at.z};
  // If the equations hardly hold the linkage in place, there is no rounding to remove.
  decision.fits = !isClosed || decision.miss <= holds(linkage);
  return decision;
}

// The answer that most landed points gave; on a tie the one with less freedom.
Decision mostFrequent(std::vector<Decision>& found) {
  std::map<int, int> count;
  for (const Decision& decision : found) ++count[decision.rank];
  int best = -1;
  for (const auto& [rank, times] : count) {
    if (best < 0 || times >= count[best]) best = rank;
  }
  Decision result;
  for (Decision& decision : found) {
    if (decision.rank != best) continue;
    if (result.points.empty()) {
      result = std::move(decision);
      continue;
    }
    result.points.insert(result.points.end(), decision.points.begin(), decision.points.end());
    result.miss = std::max(result.miss, decision.miss);
    result.gap = larger(result.gap, decision.gap);
  }
  return result;
}

Decision open(const Linkage& linkage, const Landing& landed) {
  Decision decision;
  decision.kind = Decision::Kind::open;
  decision.rank = static_cast<int>(linkage.columns.size());
  decision.miss = landed.miss;
  decision.gap = missOf(linkage, evaluate(linkage, landed.z).Phi);
  decision.points = {landed.z};
  decision.fits = false;
  return decision;
}

// The motion at the smallest rank at which the linkage moves from a landed point.
std::optional<Decision> motionFrom(const Linkage& linkage, const LinkagePosition& from, double tau, Chance& chance) {
  for (const int rank : ranksOf(spectrumOf(evaluate(linkage, from).J).sigma, tau)) {
    Decision decision;
    if (movesAt(linkage, from, rank, tau, chance, decision)) return decision;
  }
  return std::nullopt;
}

// The motion found after stepping in a direction and landing. If that point is too near a singular position to decide,
// the search marches on along the direction that is most nearly free.
std::optional<Decision> motionAlong(const Linkage& linkage, const LinkagePosition& from, const VectorXd& direction,
                                    double tau, Chance& chance) {
  constexpr int kMarch = 4;
  constexpr double kStep = 0.3;
  const double enough = missAllowed(tau);
  const double damping = std::max(30 * tau, kDefaultDamping);
  Landing y;
  for (const double length : {kStep, 0.1}) {
    y = land(linkage, from, length * direction, {direction, length}, damping, enough);
    if (y.miss > enough) continue;
    if (std::optional<Decision> decision = motionFrom(linkage, y.z, tau, chance)) return decision;
  }
  VectorXd heading = direction;
  for (int k = 0; k < kMarch && y.miss <= enough; ++k) {
    const Spectrum spectrum = spectrumOf(evaluate(linkage, y.z).J);
    const VectorXd weakest = spectrum.V.rightCols<1>();
    heading = weakest.dot(heading) < 0 ? VectorXd(-weakest) : weakest;
    y = land(linkage, y.z, kStep * heading, {heading, kStep}, damping, enough);
    if (y.miss > enough) break;
    if (std::optional<Decision> decision = motionFrom(linkage, y.z, tau, chance)) return decision;
  }
  return std::nullopt;
}

// Leaves the start along the directions that its equations hardly constrain, lands, and walks from there.
Decision byMotion(const Linkage& linkage, const LinkagePosition& start, double tau) {
  const auto n = static_cast<Eigen::Index>(linkage.columns.size());
  const double enough = missAllowed(tau);
  const double damping = std::max(30 * tau, kDefaultDamping);
  const Landing landed = land(linkage, start, VectorXd::Zero(n), {}, damping, enough);
  if (landed.miss > enough) return open(linkage, landed);
  const Spectrum spectrum = spectrumOf(evaluate(linkage, landed.z).J);
  const Eigen::Index strong = countAbove(spectrum.sigma, startThreshold(tau));
  if (strong == n) return rigid(linkage, landed);
  Chance chance;
  std::vector<Decision> found;
  const std::size_t wanted = n > kLargeLinkage ? 1 : kLandings;
  for (int k = 0; k < kDirections && found.size() < wanted; ++k) {
    const VectorXd d = spectrum.V.rightCols(n - strong) * chance.direction(n - strong);
    if (std::optional<Decision> decision = motionAlong(linkage, landed.z, d, tau, chance)) {
      found.push_back(std::move(*decision));
    }
  }
  if (found.empty()) return rigid(linkage, landed);
  Decision decision = mostFrequent(found);
  decision.fits = fitsAt(linkage, decision);
  return decision;
}

}  // namespace

std::optional<Decision> decidePlainly(const Linkage& linkage, const LinkagePosition& start, double tau) {
  Plain plain = plainly(linkage, start, tau);
  if (!plain.isSure) return std::nullopt;
  return std::move(plain.decision);
}

Decision decide(const Linkage& linkage, const LinkagePosition& start, double tau) {
  const Plain plain = plainly(linkage, start, tau);
  if (plain.isSure) return plain.decision;
  Decision decision = byMotion(linkage, start, tau);
  // An exact freedom is kept even where its motion is short.
  const bool isFree = plain.closes && plain.decision.rank < static_cast<int>(linkage.columns.size());
  return isFree && decision.kind != Decision::Kind::moves ? plain.decision : decision;
}

}  // namespace mb
