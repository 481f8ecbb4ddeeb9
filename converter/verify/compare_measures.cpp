// Measures of both models at one state.
#include <algorithm>
#include <cmath>
#include <limits>

#include "converter/verify/states.h"
#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();  // of the function itself

// The size of a quantity in the machine, whose own units are its size, its accelerations and its forces: a wheel's toe
// may be zero. Zero where the machine has none.
double naturalSize(const Dimension& dimension, const std::vector<Scales>& scales) {
  double length = 0;
  double acceleration = 0;
  double force = 0;
  for (const Scales& scale : scales) {
    length = std::max(length, scale.size);
    acceleration = std::max(acceleration, scale.pointAcceleration());
    force = std::max(force, scale.force);
  }
  if (!(length > 0 && acceleration > 0 && force > 0)) return 0;
  const double time = std::sqrt(length / acceleration);
  return elementary::pow(length, dimension.length) * elementary::pow(time, dimension.time) *
         elementary::pow(force, dimension.force) * elementary::pow(force / acceleration, dimension.mass);
}

// Accelerations and reactions changed at random by all that they are allowed to be off.
CartesianAccelerations shaken(CartesianAccelerations a, const Tolerances& allowed, std::mt19937_64& random) {
  const auto shake = [&](Vector3& vector, double by) {
    for (double& number : vector) number += by * uniform(random, -1, 1);
  };
  for (std::size_t k = 0; k < a.v_dot.size(); ++k) {
    shake(a.v_dot[k], allowed.accelerations[k].linear);
    shake(a.w_dot[k], allowed.accelerations[k].angular);
  }
  for (std::size_t k = 0; k < a.reactions.size(); ++k) {
    shake(a.reactions[k].force, allowed.reactions[k].linear);
    shake(a.reactions[k].torque, allowed.reactions[k].angular);
  }
  return a;
}

}  // namespace

void StateComparison::compareMeasures(const MeasuredValues& measured, const SolvedState& solved,
                                      const CartesianAccelerations& a, const NamedWrenches& reactions,
                                      const Tolerances& allowed, std::span<const RecursiveChange> changes,
                                      const std::vector<Scales>& scales) {
  const PairedMeasures& measures = pair_.measures;
  const CartesianSystem& system = pair_.system;
  const auto valuesAt = [&](const CartesianState& state, const CartesianAccelerations& accelerations) {
    return cartesianMeasures(measures, system, state, accelerations, measured.angles);
  };
  const std::vector<double> values = valuesAt(solved.state, a);
  std::vector<double> tolerances(values.size());
  const auto widen = [&](const std::vector<double>& others, const std::vector<double>& here, double margin) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double change = margin * std::abs(others[k] - here[k]);
      if (std::isnan(change)) tolerances[k] = std::numeric_limits<double>::infinity();  // no value next to here
      tolerances[k] = std::max(tolerances[k], change);
    }
  };
  const std::vector<double> zeros(values.size());
  for (const RecursiveChange& change : changes) widen(change.measures, zeros, kMargin);
  for (int draw = 0; draw < kDraws; ++draw) {
    widen(valuesAt(blurred(system, pair_.components, scales, solved.state, random_), a), values, kMargin);
    widen(valuesAt(solved.state, shaken(a, allowed, random_)), values, 1 + kDraws);
  }
  const auto isUnique = [&](JointIndex joint) {
    const auto found = reactions.find(system.model.joints[joint].name);
    return found != reactions.end() && found->second.isUnique && a.reactions[at(joint.value)].unique;
  };
  for (std::size_t k = 0; k < values.size(); ++k) {
    const PairedMeasures::Pair& pair = measures.pairs[k];
    const double own = measured.values[k];
    const bool hasValue = std::isfinite(values[k]) || std::isfinite(own);
    if (!hasValue || !std::isfinite(tolerances[k]) || !std::ranges::all_of(pair.reactions, isUnique)) continue;
    isMeasured_[k] = true;
    const double size = std::max({std::abs(values[k]), std::abs(own), naturalSize(pair.dimension, scales)});
    keep(measure_, k, std::abs(values[k] - own), tolerances[k] + kRounding * size, size, "measure " + pair.name);
  }
}

}  // namespace mb
