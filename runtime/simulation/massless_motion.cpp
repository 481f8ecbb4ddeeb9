#include "runtime/simulation/massless_motion.h"

#include <cmath>
#include <limits>

#include "formats/model/basics/decompositions.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

constexpr int kMostVelocities = 250;  // the cost is cubic in their number
// Of root energies of motions of equal size: less is round-off, which dependent coordinates amplify.
constexpr double kNoEnergy = 1e-10;
constexpr double kRoundOff = 1e-13;   // of the largest root energy of a motion of that size
constexpr double kNoInertia = 1e-12;  // of the largest moment, or of mass times size squared
// Of the largest moment: what rotating a thin bar's inertia into another frame leaves about its axis.
constexpr double kInertiaRoundOff = 64 * std::numeric_limits<double>::epsilon();

Matrix3 rootOf(const Matrix3& inertia) {
  const PrincipalAxes axes = principalAxes(inertia);
  Vector3 moments = axes.values;
  for (double& moment : moments) {
    if (!(moment > kInertiaRoundOff * axes.values(2))) moment = 0;
  }
  return moments.cwiseSqrt().asDiagonal() * axes.vectors.transpose();
}

bool resistsAllMotions(const MassProperties& own) {
  const Vector3 moments = principalValues(own.inertia);
  return own.mass > 0 && moments(0) > kNoInertia * moments(2);
}

// All velocities for a unit independent velocity.
std::vector<double> velocitiesOf(const Mechanism& m, const Workspace& w, const Eigen::VectorXd& independent) {
  std::vector<double> z_dot(at(m.vCount));
  for (std::size_t k = 0; k < w.independent.size(); ++k)
    z_dot[at(w.independent[k])] = independent(static_cast<Eigen::Index>(k));
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    for (int r = 0; r < w.blocks[n].partition.rank; ++r) z_dot[velocityOf(m, w, n, r)] = dependentOf(m, w, n, r, z_dot);
  }
  return z_dot;
}

// Root energies of a motion: six numbers per link and rod, whose squares add up to twice its kinetic energy.
class RootEnergies {
 public:
  RootEnergies(const Mechanism& m, const Workspace& w) : m_(m), w_(w) {
    for (const Link& link : m.model.links) roots_.push_back(rootOf(link.massProperties.inertia));
    for (const Pose& X : w.X) size_ = std::max(size_, X.p.norm());
    if (!(size_ > 0)) size_ = 1;
    for (const Link& link : m.model.links) {
      const MassProperties& own = link.massProperties;
      usual_ = std::max({usual_, std::sqrt(own.mass), std::sqrt(own.inertia.trace()) / size_});
    }
  }
  // The largest root energy of one body in a motion of size 1, because a machine may have no motion that moves a mass.
  double usual() const { return usual_; }
  Eigen::Index count() const { return static_cast<Eigen::Index>(6 * (m_.links.size() + m_.rods.size())); }

  // Divided by the size of the motion: the largest velocity of a link, with rotation multiplied by the machine's size.
  Eigen::VectorXd of(const std::vector<double>& z_dot) const {
    Eigen::VectorXd energies(count());
    std::vector<Vector6> Z(m_.links.size(), Vector6::Zero());
    double fastest = 0;
    for (std::size_t i = 0; i < m_.links.size(); ++i) {
      const Mechanism::Link& link = m_.links[i];
      if (link.parent >= 0) Z[i] = Z[at(link.parent)];
      for (int v = link.v; v < link.v + link.vCount; ++v) Z[i] += z_dot[at(v)] * w_.b[at(v)];
      const MassProperties& own = m_.model.links[LinkIndex{static_cast<int>(i)}].massProperties;
      const Pose& X = w_.X[i];
      const Vector3 turning = X.R.transpose() * Vector3(Z[i].tail<3>());
      const Vector3 v = velocityAt(Z[i], X * own.com);
      energies.segment<3>(static_cast<Eigen::Index>(6 * i)) = std::sqrt(own.mass) * v;
      energies.segment<3>(static_cast<Eigen::Index>(6 * i + 3)) = roots_[i] * turning;
      fastest = std::max({fastest, v.norm(), size_ * turning.norm()});
    }
    for (std::size_t k = 0; k < m_.rods.size(); ++k) {
      const Rod& rod = m_.model.rods[k];
      const RodPoints p = rodPoints(w_, m_.rods[k]);
      std::array<Vector3, 2> v;
      for (std::size_t e = 0; e < 2; ++e) {
        const int link = m_.rods[k].link[e];
        v[e] = link >= 0 ? velocityAt(Z[at(link)], p[e]) : Vector3::Zero();
      }
      const auto place = static_cast<Eigen::Index>(6 * (m_.links.size() + k));
      energies.segment<3>(place) = std::sqrt(rod.mass) * ((1 - rod.s) * v[0] + rod.s * v[1]);
      energies.segment<3>(place + 3) = std::sqrt(rod.transverseInertia) / rod.length * (v[1] - v[0]);
    }
    return fastest > 0 ? Eigen::VectorXd(energies / fastest) : energies;
  }

 private:
  const Mechanism& m_;
  const Workspace& w_;
  std::vector<Matrix3> roots_;
  double size_ = 0;
  double usual_ = 0;
};

// The combination of columns that involves the fewest coordinates: the last ones are eliminated.
Eigen::VectorXd withFewest(Eigen::MatrixXd columns) {
  for (Eigen::Index row = columns.rows(); row-- > 0 && columns.cols() > 1;) {
    Eigen::Index pivot = 0;
    if (!(columns.row(row).cwiseAbs().maxCoeff(&pivot) > 1e-6)) continue;
    const Eigen::VectorXd used = columns.col(pivot) / columns(row, pivot);
    Eigen::MatrixXd rest(columns.rows(), columns.cols() - 1);
    for (Eigen::Index c = 0, to = 0; c < columns.cols(); ++c) {
      if (c != pivot) rest.col(to++) = (columns.col(c) - columns(row, c) * used).normalized();
    }
    columns = std::move(rest);
  }
  return columns.col(0);
}

}  // namespace

std::optional<std::vector<double>> masslessMotion(const Mechanism& m, const Workspace& w) {
  const auto resists = [](const Link& link) { return resistsAllMotions(link.massProperties); };
  if (m.vCount > kMostVelocities || w.independent.empty() || std::ranges::all_of(m.model.links, resists)) return {};
  const RootEnergies energies(m, w);
  const auto count = static_cast<Eigen::Index>(w.independent.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(std::max(energies.count(), count), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    K.col(k).head(energies.count()) = energies.of(velocitiesOf(m, w, Eigen::VectorXd::Unit(count, k)));
  }
  if (!K.allFinite()) return {};
  const SingularVectors motions = singularVectors(triangular(K));
  const double least = std::max(kRoundOff * energies.usual(), kNoEnergy * motions.values(0));
  const Eigen::Index rank = (motions.values.array() > least).count();
  if (rank == count) return {};
  return velocitiesOf(m, w, withFewest(motions.V.rightCols(count - rank)));
}

}  // namespace mb
