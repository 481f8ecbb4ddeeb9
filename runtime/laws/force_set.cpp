#include "runtime/laws/force_set.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/laws/force_laws.h"

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
  const Curve* curveOf(SplineIndex spline) const {
    return spline.valid() ? &library.curves[static_cast<std::size_t>(spline.value)] : nullptr;
  }
  void book(const PairOf<double>& acting, MarkerIndex onI, MarkerIndex onJ, const Vector3& atI, const Vector3& atJ) {
    results.potential += acting.potential;
    results.power += acting.power;
    const Vector3 force = plain(acting.force);
    const Vector3 torque = plain(acting.torque);
    actions[0] = {onI, atI, force, torque};
    actions[1] = {onJ, atJ, -force, -torque};
  }

  void operator()(const Compiled<Tsda>& compiledLaw) {
    const Tsda& law = compiledLaw.law;
    const FrameMotion& i = motion(law.i);
    const FrameMotion& j = motion(law.j);
    const LawCurves<double> curves{curveOf(law.spring), curveOf(law.damper), valueOf(compiledLaw.function)};
    book(tsdaBetween(law, curves, frameOf(i), frameOf(j)), law.i, law.j, i.X.p, j.X.p);
  }

  void operator()(const Compiled<Rsda>& compiledLaw) {
    const Rsda& law = compiledLaw.law;
    const FrameMotion& i = motion(law.i);
    const LawCurves<double> curves{curveOf(law.spring), curveOf(law.damper), valueOf(compiledLaw.function)};
    const auto continued = [&](double angle) { return results.angles.continued(compiledLaw.angle, angle); };
    book(rsdaBetween(law, curves, frameOf(i), frameOf(motion(law.j)), continued), law.i, law.j, i.X.p, i.X.p);
  }

  template <class Law, class Between>
  void byDisplacement(const Law& law, const Between& between) {
    const FrameMotion& at = motion(law.i);
    const FrameOf<double> i = frameOf(at);
    const FrameOf<double> j = frameOf(motion(law.j));
    const RelativeOf<double> r = relativeOf(law.angles, i, j);
    book(between(law, r, i, j), law.i, law.j, at.X.p, at.X.p);
  }
  void operator()(const Compiled<Bushing>& bushing) {
    byDisplacement(bushing.law, [](const auto&... of) { return bushingBetween<double>(of...); });
  }
  void operator()(const Compiled<Field>& field) {
    byDisplacement(field.law, [](const auto&... of) { return fieldBetween<double>(of...); });
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
    const GeneralForce& law = general.law;
    const TurnOf<double> R = turnOf<double>(law.in.valid() ? motion(law.in).X.R : library.R_WS);
    const FrameMotion& at = motion(law.i);
    const FrameOf<double> i = frameOf(at);
    const FrameOf<double> j = law.j.valid() ? frameOf(motion(law.j)) : FrameOf<double>{};
    book(pairAt(R * threeOf<double>(force), R * threeOf<double>(torque), i, law.j.valid() ? &j : nullptr), law.i, law.j,
         at.X.p, at.X.p);
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
