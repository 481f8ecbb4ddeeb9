#include "runtime/laws/force_set.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace mb {
namespace {

std::optional<Program> compiled(const std::optional<Expression>& expression, const LawScope& scope, Library& library) {
  if (!expression) return std::nullopt;
  return compile(*expression, scope, library);
}

struct ForceSetCompiler {
  const LawScope& scope;
  Library& library;

  template <class Law>
  CompiledForce operator()(const Law& law) {
    return Compiled<Law>{law};
  }
  CompiledForce operator()(const Tsda& law) { return Compiled<Tsda>{law, compiled(law.function, scope, library)}; }
  CompiledForce operator()(const Rsda& law) {
    return Compiled<Rsda>{law, compiled(law.function, scope, library), library.angleCount++};
  }
  CompiledForce operator()(const GeneralForce& law) {
    Compiled<GeneralForce> general{law, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      general.components[k] = compiled(law.force[k], scope, library);
      general.components[3 + k] = compiled(law.torque[k], scope, library);
    }
    return general;
  }
  CompiledForce operator()(const TyreForce& force) {
    const Tyre& properties = scope.elements->tyres[force.tyre];
    CompiledTyre tyre;
    tyre.law = library.tyres[static_cast<std::size_t>(force.tyre.value)];
    tyre.road = library.roads[static_cast<std::size_t>(force.road.value)];
    tyre.isMirrored = (force.side < 0) != (properties.side == TyreSide::right);
    tyre.number = library.tyreCount++;
    const bool byDiscs = force.contact == ContactSearch::asTyre ? properties.type->contactByDiscs
                                                                : force.contact == ContactSearch::discs;
    if (byDiscs) tyre.discs = makeDiscs(tyre.law->radius, tyre.law->width, tyre.law->discs);
    if (force.slip == SlipBuildUp::transient) {
      tyre.state = library.stateCount;
      library.stateCount += 2;
    }
    return Compiled<TyreForce>{force, std::move(tyre)};
  }
};

// Three small angles of R. Their rates are not needed: dampers use the angular velocity.
Vector3 anglesOf(AngleDefinition definition, const Matrix3& R) {
  switch (definition) {
    case AngleDefinition::projected: return {angleAbout(0, R), angleAbout(1, R), angleAbout(2, R)};
    case AngleDefinition::rotationVector: return rotationVectorOf(R);
    case AngleDefinition::euler123:  // R = Rx(a) Ry(b) Rz(c)
      return {std::atan2(-R(1, 2), R(2, 2)), std::atan2(R(0, 2), std::hypot(R(0, 0), R(0, 1))),
              std::atan2(-R(0, 1), R(0, 0))};
  }
  return Vector3::Zero();
}

struct Evaluator {
  const Library& library;
  const Surroundings& around;
  std::span<const double> states;
  ForceResults& results;
  Action* actions;  // the two of the current force

  const FrameMotion& motion(MarkerIndex marker) const { return around.markers[static_cast<std::size_t>(marker.value)]; }
  double valueOf(const std::optional<Program>& program) const {
    return program ? run(*program, library, around, results.stack) : 0;
  }
  double curveOf(SplineIndex spline, double x) const {
    return spline.valid() ? mb::valueOf(library.curves[static_cast<std::size_t>(spline.value)], x) : 0;
  }
  double energyOf(SplineIndex spline, double x) const {
    return spline.valid() ? integralOf(library.curves[static_cast<std::size_t>(spline.value)], x) : 0;
  }

  void operator()(const Compiled<Tsda>& compiledLaw) {
    const Tsda& law = compiledLaw.law;
    const FrameMotion& i = motion(law.i);
    const FrameMotion& j = motion(law.j);
    const Vector3 d = i.X.p - j.X.p;
    const double length = d.norm();
    const double x = length - law.length;
    results.potential += -law.preload * x + 0.5 * law.stiffness * x * x + energyOf(law.spring, x);
    if (!(length > 0)) {  // without a direction there is no force
      actions[0] = actions[1] = {};
      return;
    }
    const Vector3 u = d / length;
    const double rate = u.dot(i.v - j.v);
    const double kept = law.preload - law.stiffness * x - curveOf(law.spring, x);
    const double lost = -law.damping * rate - curveOf(law.damper, rate) + valueOf(compiledLaw.function);
    results.power += lost * rate;
    const Vector3 force = (kept + lost) * u;
    actions[0] = {law.i, i.X.p, force, Vector3::Zero()};
    actions[1] = {law.j, j.X.p, -force, Vector3::Zero()};
  }

  void operator()(const Compiled<Rsda>& compiledLaw) {
    const Rsda& law = compiledLaw.law;
    const FrameMotion& i = motion(law.i);
    const FrameMotion& j = motion(law.j);
    const Vector3 axis = j.X.R.col(2);
    const Matrix3 R_ji = j.X.R.transpose() * i.X.R;
    const double angle = results.angles.continued(compiledLaw.angle, angleAbout(2, R_ji));
    const double rate = axis.dot(i.w - j.w);
    const double x = angle - law.angle;
    const double kept = law.torque - law.stiffness * x - curveOf(law.spring, x);
    const double lost = -law.damping * rate - curveOf(law.damper, rate) + valueOf(compiledLaw.function);
    // The angle is that of the x axis of i seen along the axis; if the axis is tilted, it changes faster and slower
    // than the body rotates. The power of the torque then differs from the rate of the spring's energy, and the angle
    // jumps when seen end on. The energy weighted by the square of the visible length is smooth; the rest is work.
    const double energy = -law.torque * x + 0.5 * law.stiffness * x * x + energyOf(law.spring, x);
    const Vector3 seen = R_ji.col(0);
    const Vector3 w = j.X.R.transpose() * (i.w - j.w);
    const double share = seen.head<2>().squaredNorm();
    const double shareRate = 2 * seen.z() * (seen.x() * w.y() - seen.y() * w.x());
    const double sharedAngleRate = share * w.z() - seen.z() * seen.head<2>().dot(w.head<2>());
    results.potential += share * energy;
    results.power += lost * rate + kept * (rate - sharedAngleRate) + shareRate * energy;
    const Vector3 torque = (kept + lost) * axis;
    actions[0] = {law.i, i.X.p, Vector3::Zero(), torque};
    actions[1] = {law.j, i.X.p, Vector3::Zero(), -torque};
  }

  // Force and torque on i at its origin; the opposite on j's body at the same point.
  void pair(MarkerIndex onI, MarkerIndex onJ, const Vector3& force, const Vector3& torque) {
    const FrameMotion& i = motion(onI);
    actions[0] = {onI, i.X.p, force, torque};
    actions[1] = {};
    results.power += force.dot(i.v) + torque.dot(i.w);
    if (!onJ.valid()) return;
    const FrameMotion& j = motion(onJ);
    actions[1] = {onJ, i.X.p, -force, -torque};
    results.power -= force.dot(j.v + j.w.cross(i.X.p - j.X.p)) + torque.dot(j.w);
  }

  // Displacement and velocity of i relative to j, in the axes of j.
  struct Relative {
    Vector3 d, angle, v, w;
  };
  Relative relative(MarkerIndex onI, MarkerIndex onJ, AngleDefinition angles) const {
    const FrameMotion& i = motion(onI);
    const FrameMotion& j = motion(onJ);
    const Matrix3 R_jW = j.X.R.transpose();
    const Vector3 d = i.X.p - j.X.p;
    return {R_jW * d, anglesOf(angles, R_jW * i.X.R), R_jW * (i.v - j.v - j.w.cross(d)), R_jW * (i.w - j.w)};
  }

  void operator()(const Compiled<Bushing>& compiledLaw) {
    const Bushing& law = compiledLaw.law;
    const Relative r = relative(law.i, law.j, law.angles);
    const Vector3 force = law.force - law.k.cwiseProduct(r.d) - law.c.cwiseProduct(r.v);
    const Vector3 torque = law.torque - law.kt.cwiseProduct(r.angle) - law.ct.cwiseProduct(r.w);
    const Matrix3& R = motion(law.j).X.R;
    pair(law.i, law.j, R * force, R * torque);
  }

  void operator()(const Compiled<Field>& compiledLaw) {
    const Field& law = compiledLaw.law;
    const Relative r = relative(law.i, law.j, law.angles);
    Vector6 x;
    Vector6 x_dot;
    x << r.d, r.angle;
    x_dot << r.v, r.w;
    const Vector6 wrench = -(law.stiffness * x) - law.damping * x_dot;
    const Matrix3& R = motion(law.j).X.R;
    pair(law.i, law.j, R * (law.force + wrench.head<3>()), R * (law.torque + wrench.tail<3>()));
  }

  void operator()(const Compiled<TyreForce>& compiledLaw) {
    const MarkerIndex i = compiledLaw.law.i;
    const CompiledTyre& tyre = compiledLaw.tyre;
    const FrameMotion& wheel = motion(i);
    const bool lags = tyre.state >= 0;
    const TyreAction action = actionOf(tyre, wheel, lags ? states.data() + tyre.state : nullptr,
                                       lags ? results.stateRates.data() + tyre.state : nullptr,
                                       results.tyres[static_cast<std::size_t>(tyre.number)]);
    actions[0] = {i, action.point, action.force, action.torque};
    actions[1] = {};
    results.power += action.force.dot(wheel.v + wheel.w.cross(action.point - wheel.X.p)) + action.torque.dot(wheel.w);
  }

  void operator()(const Compiled<GeneralForce>& general) {
    Vector3 force;
    Vector3 torque;
    for (std::size_t k = 0; k < 3; ++k) {
      force(static_cast<int>(k)) = valueOf(general.components[k]);
      torque(static_cast<int>(k)) = valueOf(general.components[3 + k]);
    }
    const Matrix3& R = general.law.in.valid() ? motion(general.law.in).X.R : library.R_WS;
    pair(general.law.i, general.law.j, R * force, R * torque);
  }
};

}  // namespace

ForceSet compileForces(const std::vector<Force>& forces, const LawScope& scope, Library& library) {
  ForceSet set;
  for (const Force& force : forces) {
    const int first = library.stateCount;
    set.forces.push_back(std::visit(ForceSetCompiler{scope, library}, force.law));
    set.states.push_back({first, library.stateCount - first});
  }
  return set;
}

bool followsMotion(const Drive& drive) {
  const auto* expression = std::get_if<Expression>(&drive.function);
  return expression && dependsOnMotion(*expression);
}

std::vector<std::optional<Program>> compileFeedback(const std::vector<Drive>& drives, const LawScope& scope,
                                                    Library& library) {
  if (std::none_of(drives.begin(), drives.end(), followsMotion)) return {};
  std::vector<std::optional<Program>> feedback;
  for (const Drive& drive : drives) {
    feedback.emplace_back();
    if (followsMotion(drive)) feedback.back() = compile(std::get<Expression>(drive.function), scope, library);
  }
  return feedback;
}

ForceResults makeResults(const ForceSet& set, const Library& library) {
  ForceResults results;
  results.actions.resize(2 * set.forces.size());
  results.stack.resize(static_cast<std::size_t>(library.stackSize));
  results.drivers.resize(library.drivers.size());
  results.feedback.resize(set.feedback.size());
  results.stateRates.resize(static_cast<std::size_t>(library.stateCount));
  results.tyres.resize(static_cast<std::size_t>(library.tyreCount));
  results.angles.last.resize(static_cast<std::size_t>(library.angleCount));
  results.angles.now.resize(static_cast<std::size_t>(library.angleCount));
  results.inputs = makeInputValues(library.inputs);
  return results;
}

void evaluate(const ForceSet& set, const Library& library, std::span<const FrameMotion> markers,
              std::span<const CoordinateValue> coordinates, double time, std::span<const double> states,
              ForceResults& results) {
  results.potential = 0;
  results.power = 0;
  for (std::size_t k = 0; k < library.drivers.size(); ++k) {
    const CompiledDriver& driver = library.drivers[k];
    results.drivers[k] = demandOf(driver, markers[static_cast<std::size_t>(driver.driver.i.value)]);
  }
  const Surroundings around{time, markers, coordinates, results.drivers, &results.angles, results.inputs.now,
                            {},   {},      {}};
  Evaluator evaluator{library, around, states, results, results.actions.data()};
  for (const CompiledForce& force : set.forces) {
    std::visit(evaluator, force);
    evaluator.actions += 2;
  }
  for (std::size_t k = 0; k < set.feedback.size(); ++k) results.feedback[k] = evaluator.valueOf(set.feedback[k]);
}

void acceptAngles(AngleMemory& angles) { angles.last = angles.now; }

}  // namespace mb
