// Steps by Runge-Kutta methods: their stages, what is accepted of them, and states within them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/observation/energy.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

// Kinetic energy below this part of the stored energy counts as zero, because round-off of the stored energy is not
// motion.
constexpr double kAtRest = 1e-8;

}  // namespace

bool noteStep(double time, double h, const Energies& energies, double potentialFirst, double balance,
              RunReport& report) {
  report.time = time;
  ++report.steps;
  report.smallestStep = report.steps == 1 ? h : std::min(report.smallestStep, h);
  report.largestStep = std::max(report.largestStep, h);
  const double stored = std::abs(energies.gravity + energies.springs - potentialFirst);
  const double rest = kAtRest * (std::abs(energies.gravity) + std::abs(energies.springs));
  report.energyScale = std::max({report.energyScale, energies.kinetic, stored, rest});
  const double departure = std::abs(balance - report.energyFirst);
  if (isWorse(departure, report.energyWorst)) report.energyWorst = departure;
  return std::isfinite(departure);
}

double Simulation::errorNorm(double relativeTolerance, double absoluteTolerance) const {
  const RungeKutta& method = *findRungeKutta("dopri5");
  double sum = 0;
  for (int n = 0; n < m_.workAt(); ++n) {
    double error = 0;
    for (int s = 0; s < method.stages; ++s) error += method.error[at(s)] * k_[at(s)][at(n)];
    error *= lastStep_;
    const double scale =
        absoluteTolerance + relativeTolerance * std::max(std::abs(start_[at(n)]), std::abs(next_[at(n)]));
    sum += (error / scale) * (error / scale);
  }
  return std::sqrt(sum / std::max(1, m_.workAt()));
}

void Simulation::setStage(const RungeKutta& method, int stage, double h) {
  setNext(std::span(method.a[at(stage)]).first(at(stage)), h);
}

// y + h times the sum of the stages' rates, stage by stage, so that the loops over the state are vectors.
void Simulation::setNext(std::span<const double> weights, double h) {
  const std::size_t size = next_.size();
  double* const next = next_.data();
  const double* const y = y_.data();
  std::size_t first = 0;
  while (weights[first] == 0) ++first;
  std::size_t last = weights.size() - 1;
  while (weights[last] == 0) --last;
  const double* const k = k_[first].data();
  if (first == last) {
    for (std::size_t n = 0; n < size; ++n) next[n] = y[n] + h * (weights[first] * k[n]);
    return;
  }
  for (std::size_t n = 0; n < size; ++n) next[n] = weights[first] * k[n];
  for (std::size_t s = first + 1; s < last; ++s) {
    if (weights[s] == 0) continue;
    const double* const rates = k_[s].data();
    for (std::size_t n = 0; n < size; ++n) next[n] += weights[s] * rates[n];
  }
  const double* const rates = k_[last].data();
  for (std::size_t n = 0; n < size; ++n) next[n] = y[n] + h * (next[n] + weights[last] * rates[n]);
}

// The first stage without finite rates, at a state that is still finite, shows which law has no value. If there is
// none, the earlier failure stays.
bool Simulation::failNotFinite(const RungeKutta& method, double h) {
  const auto isLost = [&](int stage) { return !allFinite(k_[at(stage)]); };
  int stage = 1;
  while (stage < method.stages && !isLost(stage)) ++stage;
  if (stage == method.stages && report_.failure) return false;
  if (stage < method.stages) {
    setStage(method, stage, h);
    setMotionAndForces(m_, time_ + method.c[at(stage)] * h, next_, w_);
  }
  return fail(notFinite(m_, w_, time_, report_));
}

bool Simulation::step(const RungeKutta& method, double h, double end, double relativeTolerance,
                      double absoluteTolerance) {
  if (report_.failure) return false;
  std::copy(y_.begin(), y_.end(), start_.begin());
  std::copy(rates_.begin(), rates_.end(), k_[0].begin());
  const double least = 1e-12 * std::max(1.0, std::abs(end));
  for (;;) {
    // A remainder within round-off belongs to this step.
    if (time_ + h > end - least) h = end - time_;
    bool evaluated = true;
    for (int s = 1; s < method.stages && evaluated; ++s) {
      setStage(method, s, h);
      evaluated = derivative(time_ + method.c[at(s)] * h, next_, k_[at(s)]);
    }
    if (!evaluated) return failNotFinite(method, h);
    setNext(std::span(method.b).first(at(method.stages)), h);
    lastTime_ = time_;
    lastStep_ = h;
    nextStep_ = h;
    if (!method.isAdaptive) return allFinite(next_) ? accept(time_ + h, h) : failNotFinite(method, h);
    const double error = errorNorm(relativeTolerance, absoluteTolerance);
    const double factor =
        error > 0 ? std::clamp(0.9 * elementary::pow(error, -0.2), 0.2, 5.0) : (error == 0 ? 5.0 : 0.2);
    if (error <= 1) {
      nextStep_ = h * factor;
      return accept(time_ + h, h);
    }
    ++report_.rejected;
    h *= std::min(factor, 0.9);
    if (!(h > least)) {
      if (!allFinite(next_)) return failNotFinite(method, h);
      return fail(Code::stepTooSmall, fmt::format("the step became too small: {:.3g} s", h),
                  "a stop, friction or spring is too stiff for an explicit method with this tolerance, or jumps");
    }
  }
}

bool Simulation::accept(double time, double h) {
  y_.swap(next_);
  time_ = time;
  for (const Mechanism::Motion& motion : m_.motions) {
    if (motion.kind != MotionKind::ball) continue;
    Eigen::Map<Eigen::Vector4d>(y_.data() + motion.z).normalize();
  }
  // Beside a singular position the stages decide, and wherever else the solver leaves it to them.
  if (type_->keepsPositions && !isBesideSingular_ && acceptBySolver(h)) return !report_.failure;
  if (!project()) return false;
  if (!evaluateHere()) return false;
  return noteStep(time, h, energiesOf(m_, w_), potentialFirst_, energyBalance(), report_) ||
         fail(notFinite(m_, w_, time_, report_));
}

// Returns false when the stages have to do it.
bool Simulation::acceptBySolver(double h) {
  std::copy(y_.begin(), y_.end(), next_.begin());
  const std::optional<Accepted> accepted = solver_->accept(m_, time_, next_, w_);
  if (!accepted) return false;
  ratesFrom(next_, rates_);
  if (!allFinite(rates_)) return false;
  y_.swap(next_);
  isWhole_ = false;
  isBySolver_ = true;
  ++report_.evaluations;
  anglesBefore_ = w_.forces.angles.last;
  acceptAngles(w_.forces.angles);
  noteResidual(accepted->residual.value, accepted->residual.row, report_.drift);
  const Energies energies{accepted->kinetic, accepted->gravity, accepted->springs};
  const double balance = energies.total() - y_[at(m_.workAt())] - y_[at(m_.workAt() + 1)];
  if (!noteStep(time_, h, energies, potentialFirst_, balance, report_))
    fail(notFinite(m_, workspace(), time_, report_));
  return true;
}

bool Simulation::sampleWithin(double time, std::span<double> y, Workspace& workspace) {
  const std::array<double, 7> weights = dormandPrinceWeights((time - lastTime_) / lastStep_);
  for (std::size_t n = 0; n < y.size(); ++n) {
    double sum = 0;
    for (std::size_t s = 0; s < weights.size(); ++s) sum += weights[s] * k_[s][n];
    y[n] = start_[n] + lastStep_ * sum;
  }
  for (const Mechanism::Motion& motion : m_.motions) {
    if (motion.kind == MotionKind::ball) Eigen::Map<Eigen::Vector4d>(y.data() + motion.z).normalize();
  }
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) workspace.blocks[n].partition = w_.blocks[n].partition;
  updateIndependent(m_, workspace);
  workspace.forces.angles.last = w_.forces.angles.last;
  workspace.forces.inputs = w_.forces.inputs;
  if (type_->keepsPositions && !projectPositions(m_, time, y, workspace).isSingular)
    projectVelocities(m_, y, workspace);
  return evaluateByStages(time, y, workspace);
}

}  // namespace mb
