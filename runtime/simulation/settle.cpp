// Damped Newton on the forces Q of the independent coordinates, in coordinates q = L' z in which the mass matrix M = L
// L' is the unit matrix. There, forces L^-1 Q are accelerations, their derivative K contains squared frequencies,
// translations and rotations are comparable, and at an equilibrium K is symmetric if the forces have a potential.
// Forces are used because, away from the equilibrium, the accelerations of a vehicle's parts rotate with its yaw and
// would seem to depend on it.
//
// A direction in which K vanishes is free. K restricted to the others, S, gives the displacement S s = -a. If S is not
// negative definite, s would lead to a crest of the potential; then (S - mu I) s = -a is solved instead. That is one
// implicit Euler step of length 1/sqrt(mu) from rest, a motion whose kinetic energy is removed after every step. A
// machine that gravity pulls along a free direction, such as a vehicle above the road, moves that way until it touches
// something.
#include "runtime/simulation/settle.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

#include "formats/model/basics/decompositions.h"
#include "formats/model/basics/text.h"
#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kDifference = 1e-5;       // m, rad: round-off 1e-15 of a position is 1e-10 of a derivative
constexpr double kNoStiffness = 1e-8;      // of the largest squared frequency
constexpr double kSlowest = 1e-2;          // 1/s^2: what takes more than a minute to swing counts as free
constexpr double kLongest = 0.1;           // m, rad: of a step
constexpr double kStill = 1e-13;           // m, rad: a step that is round-off
constexpr double kFalls = 0.3;             // of gravity, along a free direction; below, it is a slope
constexpr double kNear = 0.02;             // m, rad: a Newton step this short leads where it should
constexpr double kSettledRoundOff = 1e-6;  // of a residual, and of a part of gravity

// Singular values above a threshold with their directions: matrix = U diag(s) V' on them.
struct Directions {
  Matrix U;
  Matrix V;
  Vector s;
  Matrix V_free;  // the others
};

Directions directionsOf(const Matrix& matrix, double threshold) {
  if (matrix.size() == 0) return {Matrix(0, 0), Matrix(0, 0), Vector(0), Matrix(0, 0)};
  const SingularVectors svd = singularVectors(matrix);
  Eigen::Index rank = 0;
  while (rank < svd.values.size() && svd.values(rank) > threshold) ++rank;
  return {svd.U.leftCols(rank), svd.V.leftCols(rank), svd.values.head(rank), svd.V.rightCols(matrix.cols() - rank)};
}

// Whether mu I - (S + S') / 2 is positive definite, so that the displacement goes down the potential.
bool leadsDown(const Matrix& S, double mu) {
  RowMajor sum = -0.5 * (S + S.transpose());
  sum.diagonal().array() += mu;
  for (Eigen::Index k = 0; k < sum.rows(); ++k) {
    if (!(sum(k, k) > 0)) return false;
  }
  return factorCholesky({sum.data(), static_cast<std::size_t>(sum.size())}, static_cast<int>(sum.rows()), 1e-14) < 0;
}

class Settling {
 public:
  Settling(const Mechanism& m, const SettleOptions& options, const Simulation& started)
      : m_(m),
        weightless_(m),
        options_(options),
        w_(started.workspace()),
        y_(started.state().begin(), started.state().end()),
        trial_(y_),
        g_(m.gravity.norm() > 0 ? m.gravity.norm() : 1) {
    weightless_.gravity.setZero();
  }

  SettleReport run() {
    for (;; ++report_.iterations) {
      if (!look()) return report_;
      const bool isStill = newtonLength() < kStill && report_.residual < kSettledRoundOff;
      if (!falls_ && (report_.residual <= options_.tolerance || isStill)) return settled();
      if (report_.iterations == options_.largestIterations || !move()) return failed();
    }
  }
  const std::vector<double>& state() const { return y_; }
  const AngleMemory& angles() const { return w_.forces.angles; }

 private:
  // Accelerations and forces of the independent coordinates at a state.
  struct Answer {
    Vector z_ddot;
    Vector Q;
  };
  // y must be near the closing equations and is projected onto them.
  bool ask(const Mechanism& m, std::vector<double>& y, Answer& answer) {
    const Projected projected = projectPositions(m_, options_.time, y, w_);
    if (projected.isSingular || !projected.converged) return false;
    projectVelocities(m_, y, w_);
    if (!evaluate(m, options_.time, y, w_)) return false;
    const auto n = static_cast<Eigen::Index>(w_.independent.size());
    answer.z_ddot.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      answer.z_ddot(k) = w_.z_ddot[at(w_.independent[static_cast<std::size_t>(k)])];
    }
    const auto L = Eigen::Map<const RowMajor>(w_.M_hat.data(), n, n).triangularView<Eigen::Lower>();
    const Vector half = L.transpose() * answer.z_ddot;
    answer.Q = L * half;
    return answer.Q.allFinite();
  }
  // The same at y moved by dz, one number per velocity.
  bool askBeside(const Vector& dz, Answer& answer) {
    trial_ = y_;
    advance(m_, {dz.data(), static_cast<std::size_t>(dz.size())}, trial_);
    return ask(m_, trial_, answer);
  }

  Vector toZ(const Vector& q) const { return solveLowerTransposed(L_, q); }
  Vector toQ(const Vector& force) const { return solveLower(L_, force); }
  // A change of the independent accelerations in m/s^2 of the masses they move, and the largest one's index.
  double size(const Vector& q, Eigen::Index& whose) const {
    return q.size() == 0 ? 0 : toZ(q).cwiseAbs().cwiseProduct(radius_).maxCoeff(&whose);
  }

  void chooseWhereDegraded() {
    for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) {
      Partition& partition = w_.blocks[at(n)].partition;
      if (!isDegraded(m_, n, w_)) continue;
      chooseAgain(m_, n, w_);
      setReduction(m_, w_);
      partition.growthAtChoice = growthOf(m_, n, w_);
    }
  }

  // All velocities as functions of the independent ones, and the radius of gyration of what each moves.
  void setTangent() {
    const auto n = static_cast<Eigen::Index>(w_.independent.size());
    tangent_.setZero(m_.vCount, n);
    radius_.setOnes(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const int v = w_.independent[static_cast<std::size_t>(k)];
      tangent_(v, k) = 1;
      const double mass = w_.composite[at(m_.linkOfVelocity[at(v)])].m;
      const double inertia = w_.M[at(v) * at(m_.vCount) + at(v)];
      if (mass > 0 && inertia > 0) radius_(k) = std::sqrt(inertia / mass);
      const int block = m_.blockOfVelocity[at(v)];
      if (block < 0) continue;
      const BlockWork& work = w_.blocks[at(block)];
      const int free = m_.blocks[at(block)].columnCount - work.partition.rank;
      for (int r = 0; r < work.partition.rank; ++r) {
        const int column = m_.blocks[at(block)].firstColumn + work.partition.columns[at(r)];
        tangent_(m_.columns[at(column)].v, k) = work.R[at(r * free + w_.placeInBlock[at(v)])];
      }
    }
  }

  // Computes everything at the current state: accelerations, stiffness, free directions.
  bool look() {
    Answer here;
    if (!ask(m_, y_, here)) return lost();
    chooseWhereDegraded();
    if (!ask(m_, y_, here)) return lost();
    acceptAngles(w_.forces.angles);
    const Eigen::Index n = here.Q.size();
    L_ = Eigen::Map<const RowMajor>(w_.M_hat.data(), n, n).triangularView<Eigen::Lower>();
    a_ = toQ(here.Q);
    setTangent();
    Matrix Q_z(n, n);
    Matrix z_ddot_z(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const double h = kDifference / tangent_.col(k).cwiseAbs().maxCoeff();
      Answer after;
      Answer before;
      if (!askBeside(h * tangent_.col(k), after) || !askBeside(-h * tangent_.col(k), before)) return lost();
      Q_z.col(k) = (after.Q - before.Q) / (2 * h);
      z_ddot_z.col(k) = (after.z_ddot - before.z_ddot) / (2 * h);
    }
    const Matrix K = solveLower(L_, solveLower(L_, Q_z).transpose()).transpose();  // L^-1 Q_z L^-T
    threshold_ = std::max(kNoStiffness * K.norm(), kSlowest);
    // Directions in which the columns vanish are free. On the rest, S may still have directions that only rotate the
    // forces, such as the yaw of an accelerating vehicle.
    stiff_ = directionsOf(K, threshold_).V;
    S_ = stiff_.transpose() * K * stiff_;
    inner_ = directionsOf(S_, threshold_);
    report_.freeDirections = static_cast<int>(n - inner_.s.size());
    const Matrix answering = stiff_ * inner_.U;  // the accelerations that positions can change
    const Matrix moving = stiff_ * inner_.V;
    report_.residual = size(answering * (answering.transpose() * a_), worst_) / g_;
    free_ = a_ - moving * (moving.transpose() * a_);
    // In free flight forces depend on the attitude, but accelerations do not.
    return lookAtFall(solveLower(L_, (L_.transpose() * z_ddot_z).transpose()).transpose()) || lost();
  }

  // The component of gravity along directions in which accelerations do not depend on positions, and the acceleration
  // along it. K = L' z_ddot_z L^-T.
  bool lookAtFall(const Matrix& K) {
    falls_ = false;
    if (!(m_.gravity.norm() > 0)) return true;
    Answer weightless;
    trial_ = y_;
    if (!ask(weightless_, trial_, weightless)) return false;
    fall_ = a_ - toQ(weightless.Q);
    const double whole = fall_.norm();
    const Matrix free = directionsOf(K, threshold_).V_free;
    fall_ = free * (free.transpose() * fall_);
    const double norm = fall_.norm();
    if (!(norm > kSettledRoundOff * whole)) return true;
    fall_ *= fall_.dot(a_) / (norm * norm);
    falls_ = size(fall_, falling_) > kFalls * g_;
    if (falls_) report_.freeDirections = static_cast<int>(free.cols());
    return true;
  }

  double newtonLength() const {
    return inner_.s.size() > 0 ? (tangent_ * toZ(stepBy(inner_, a_))).lpNorm<Eigen::Infinity>() : 0;
  }
  Vector stepBy(const Directions& of, const Vector& a) const {
    return stiff_ * (of.V * (of.U.transpose() * (stiff_.transpose() * -a)).cwiseQuotient(of.s));
  }

  bool move() {
    if (falls_) return moveAlong(fall_ * (kLongest / g_), nullptr);
    const double largest = inner_.s.size() > 0 ? inner_.s(0) : kSlowest;
    double mu = 0;
    if (newtonLength() > kNear && !leadsDown(S_, 2 * threshold_)) {
      for (mu = 1e-5 * largest; !leadsDown(S_, mu) && mu < 100 * largest; mu *= 4) {
      }
      mu *= 2;
    }
    for (int attempt = 0; attempt < 8; ++attempt) {
      const Directions of =
          mu > 0 ? directionsOf(S_ - mu * Matrix::Identity(S_.rows(), S_.cols()), threshold_) : inner_;
      if (moveAlong(stepBy(of, a_), &of, mu > 0)) return true;
      mu = std::max(10 * mu, 1e-4 * largest);
    }
    return false;
  }

  // Moves by s, shortened until the next displacement with the same derivatives would be shorter (the natural
  // monotonicity test; norms of forces would limit soft directions by the curvature of stiff ones). Downhill, s is
  // shortened until it ends before the valley or slightly beyond.
  bool moveAlong(const Vector& s, const Directions* of, bool isDownhill = true) {
    const Vector dz = tangent_ * toZ(s);
    const double longest = dz.lpNorm<Eigen::Infinity>();
    if (!(longest > 0) || !std::isfinite(longest)) return false;
    const double power = s.dot(a_);
    double share = std::min(1.0, kLongest / longest);
    for (int halving = 0; halving < 6; ++halving, share /= 2) {
      Answer there;
      if (!askBeside(share * dz, there)) continue;
      const Vector a = toQ(there.Q);
      const bool isShorter = of && (tangent_ * toZ(stepBy(*of, a))).norm() < (1 - 0.25 * share) * dz.norm();
      const bool isOnItsWay = isDownhill && power > 0 && s.dot(a) > -0.5 * power;
      if (!isShorter && !isOnItsWay) continue;
      y_ = trial_;
      return true;
    }
    return false;
  }

  SettleReport settled() {
    report_.converged = true;
    Eigen::Index whose = 0;
    const double left = size(free_, whose);
    // The stability of a rolling machine does not follow from stiffness alone.
    const auto velocities =
        std::span(y_).subspan(static_cast<std::size_t>(m_.velocityAt()), static_cast<std::size_t>(m_.vCount));
    const bool moves = std::ranges::any_of(velocities, [](double v) { return std::abs(v) > 1e-6; });
    if (!moves && !leadsDown(S_, 2 * threshold_)) {
      report_.message = "this equilibrium is unstable: the machine does not return to it";
    } else if (left > 1e-6 * g_) {
      report_.message = fmt::format("'{}' has no stiffness and accelerates by {:.3g} m/s^2", name(whose), left);
    }
    return report_;
  }
  SettleReport failed() {
    report_.message = falls_
                          ? fmt::format("nothing holds '{}' against gravity: it falls", name(falling_))
                          : fmt::format("after {} '{}' still accelerates by {:.3g} m/s^2",
                                        counted(report_.iterations, "iteration"), name(worst_), report_.residual * g_);
    return report_;
  }
  bool lost() {
    report_.message =
        "the accelerations cannot be evaluated near here: the closing equations lose rank or cannot be held";
    return false;
  }
  std::string name(Eigen::Index independent) const {
    return coordinateName(m_, w_.independent[static_cast<std::size_t>(independent)]);
  }

  const Mechanism& m_;
  Mechanism weightless_;
  const SettleOptions& options_;
  Workspace w_;
  std::vector<double> y_;
  std::vector<double> trial_;
  double g_;
  SettleReport report_;
  Matrix L_;        // of the mass matrix of the independent velocities
  Matrix tangent_;  // all velocities from the independent ones
  Vector radius_;   // by independent velocity: 1 for a translation, the radius of gyration for a rotation
  Vector a_;        // accelerations, in q
  Matrix stiff_;    // columns: directions in which K does not vanish
  Matrix S_;        // K on them
  Directions inner_;
  double threshold_ = 0;  // of squared frequencies
  Vector free_;           // accelerations along free directions
  Vector fall_;           // gravity's part of it
  bool falls_ = false;
  Eigen::Index worst_ = 0;
  Eigen::Index falling_ = 0;
};

// The force of a standing tyre along the road depends on how it came to stand there; its patch yields until no force is
// left.
Mechanism onSmoothTyres(Mechanism m) {
  for (CompiledForce& force : m.forces.forces) {
    if (auto* tyre = std::get_if<Compiled<TyreForce>>(&force)) tyre->tyre.isSmooth = true;
  }
  return m;
}

}  // namespace

SettleReport settle(const Mechanism& rough, std::span<double> y, const SettleOptions& options) {
  SettleReport report;
  const Mechanism mechanism = onSmoothTyres(rough);
  Simulation start(mechanism);
  if (!start.start(options.time, y)) {
    report.message = start.report().failure->message;
    return report;
  }
  if (start.workspace().independent.empty()) {
    std::copy(start.state().begin(), start.state().end(), y.begin());
    report.converged = true;
    report.message = "nothing is free to move";
    return report;
  }
  Settling settling(mechanism, options, start);
  report = settling.run();
  if (!report.converged) return report;
  // Taken over as a run would do it.
  const std::vector<double> turned = settling.angles().last;
  if (!start.start(options.time, settling.state())) {
    report.converged = false;
    report.message = start.report().failure->message;
    return report;
  }
  for (std::size_t k = 0; k < turned.size(); ++k) {
    if (std::abs(turned[k] - start.workspace().forces.angles.last[k]) < 1) continue;
    report.converged = false;
    report.message = "it settles with an angle of a force beyond half a turn: a run would start one turn away";
    return report;
  }
  for (int z = 0; z < mechanism.zCount; ++z) {
    report.moved = std::max(report.moved, std::abs(start.state()[at(z)] - y[at(z)]));
  }
  std::copy(start.state().begin(), start.state().end(), y.begin());
  return report;
}

}  // namespace mb
