// What the recursive runs must conserve.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "converter/verify/runs.h"
#include "runtime/observation/energy.h"

namespace mb {
namespace {

// Error of the energy and momentum balance up to which runs decide something; the same value at which a run warns.
constexpr double kMeaningfulBalance = 1e-2;
constexpr double kInvariantFloor = 1e-9;  // relative to the moving terms: below this, runs differ by round-off only
constexpr double kTermRounding =
    4096 * std::numeric_limits<double>::epsilon();  // of the terms, over thousands of steps

// Whether gravity is the only external force.
bool isFree(const Mechanism& m) {
  for (const Mechanism::Link& link : m.links) {
    if (link.parent < 0 && link.vCount < 6) return false;
  }
  for (const Mechanism::Closing& closing : m.closings) {
    if (closing.linkF < 0 || closing.linkM < 0) return false;
  }
  if (std::ranges::any_of(m.model.forces, actsFromOutside)) return false;
  for (const LinkMarker& marker : m.model.markers) {
    if (!marker.link.valid()) return false;
  }
  return m.drives.empty() && m.frictions.empty() && m.limits.empty();
}

struct MomentumState {
  Vector3 linear;
  Vector3 aboutCom;
  Vector3 com;
  double mass;
};
MomentumState momentumState(const Mechanism& m, const Workspace& w) {
  const Momentum momentum = momentumOf(m, w);
  double mass = 0;
  Vector3 first = Vector3::Zero();
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    mass += w.inertia[i].m;
    first += w.inertia[i].h + w.inertia[i].m * w.c;
  }
  for (const Mechanism::RodTerm& rod : m.rods) {
    mass += 2 * rod.b;
    for (std::size_t e = 0; e < 2; ++e) first += rod.b * (w.X[at(rod.link[e])] * rod.point[e] + w.c);
  }
  const Vector3 com = first / mass;
  return {momentum.linear, momentum.angular - com.cross(momentum.linear), com, mass};
}

double sizeOf(double value) { return std::abs(value); }
double sizeOf(const Vector3& value) { return value.norm(); }

// The largest departure from the first value.
template <class Value>
double departureOf(const std::vector<Value>& values) {
  double largest = 0;
  for (const Value& value : values) {
    const double now = sizeOf(Value(value - values.front()));
    if (!(now <= largest)) largest = now;
  }
  return largest;
}
// The largest difference between the departures of two runs.
template <class Value>
double largestDifference(const std::vector<Value>& a, const std::vector<Value>& b) {
  std::vector<Value> difference;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) difference.push_back(Value(a[k] - b[k]));
  return departureOf(difference);
}

// The scale of departures in the energy balance. A machine at rest has only the round-off of its stored energy.
double energyScaleOf(const RunPlan& plan) {
  return std::max({plan.reports.back().energyScale, 1e-4 * plan.conserved.back().energyTerms, 1e-300});
}

// With order p, the run with step h/8 departs by 1/(4^p - 1) of its difference from the run with h/2. Half an order, as
// next to kinks, gives 1, and chance may double it. A departure that does not shrink with the step is not an error of
// the runs, however large it is.
template <class Value>
Finding findingOf(const RunPlan& plan, std::vector<Value> Conserved::*values, double terms, double scale) {
  const auto& limit = plan.conserved[2].*values;
  const double own = 2 * std::max(largestDifference(plan.conserved[0].*values, limit),
                                  largestDifference(plan.conserved[1].*values, limit));
  return {departureOf(limit) / scale, kInvariantFloor + (own + kTermRounding * terms) / scale, "",
          "twice the difference of the runs with steps h and h/2 from the one with h/8, and round-off",
          kMeaningfulBalance};
}

}  // namespace

void addConserved(const ModelPair& pair, double time, StateView y, const Workspace& w, Conserved& conserved) {
  const Mechanism& m = pair.mechanism;
  const Energies energies = energiesOf(m, w);
  const double forces = y[at(m.workAt())];
  const double drives = y[at(m.workAt() + 1)];
  conserved.energy.push_back(energies.total() - forces - drives);
  const auto grow = [](double& value, double by) { value = std::max(value, by); };
  grow(conserved.energyTerms, energies.kinetic + std::abs(energies.gravity) + std::abs(energies.springs) +
                                  std::abs(forces) + std::abs(drives));
  if (!isFree(m)) return;
  const MomentumState now = momentumState(m, w);
  const Vector3 fallen = now.mass * m.gravity * time;
  conserved.linear.emplace_back(now.linear - fallen);
  conserved.angular.push_back(now.aboutCom);
  grow(conserved.linearTerms, now.linear.norm() + fallen.norm());
  grow(conserved.angularTerms, now.aboutCom.norm() + now.com.norm() * now.linear.norm());
}

double energyErrorOf(const RunPlan& plan) {
  const double difference = largestDifference(plan.conserved[1].energy, plan.conserved[2].energy);
  return difference / energyScaleOf(plan) / kMeaningfulBalance;
}

Verification::Invariants checkInvariants(const ModelPair& pair, const RunPlan& plan) {
  const Mechanism& m = pair.mechanism;
  Verification::Invariants result;
  const Conserved& finest = plan.conserved.back();
  const RunReport& report = plan.reports.back();
  result.energy = findingOf(plan, &Conserved::energy, finest.energyTerms, energyScaleOf(plan));
  result.drift = {report.drift.value, 1e-9, report.drift.row >= 0 ? m.rows[at(report.drift.row)].name : "",
                  "closing equations after every step, relative to the size of their block"};
  if (finest.linear.empty()) return result;
  // Angular momentum is divided by the machine's size, so that the worse of the two can be kept.
  const double length = pair.size;
  const double scale = std::max({finest.linearTerms, finest.angularTerms / length, 1e-300});
  result.momentum = findingOf(plan, &Conserved::linear, finest.linearTerms, scale);
  const Finding angular = findingOf(plan, &Conserved::angular, finest.angularTerms, scale * length);
  if (angular.value * result.momentum->tolerance > result.momentum->value * angular.tolerance)
    result.momentum = angular;
  return result;
}

}  // namespace mb
