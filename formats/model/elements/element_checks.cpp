#include "formats/model/elements/element_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <unordered_set>

#include "formats/model/elements/part_checks.h"
#include "formats/model/expressions/expression.h"

namespace mb {
namespace {

// Checks the two columns of a spline or table. `what` names it.
void checkTable(const std::vector<double>& x, const std::vector<double>& y, const std::string& what,
                const SourceRef& at, Diagnostics& diagnostics) {
  if (x.size() != y.size()) {
    diagnostics.error(at, Code::wrongCount, fmt::format("{} has {} abscissas and {} values", what, x.size(), y.size()))
        .withHint("give one value for each abscissa");
    return;
  }
  if (x.size() < 2) {
    diagnostics.error(at, Code::wrongCount, fmt::format("{} needs at least 2 points, has {}", what, x.size()))
        .withHint("a constant needs no table");
    return;
  }
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!allFinite({x[k], y[k]})) {
      diagnostics.error(at, Code::notFinite, fmt::format("point {} of {} is not finite", k + 1, what))
          .withHint("look for an infinite number or a division by zero");
      return;
    }
    if (k > 0 && x[k] <= x[k - 1]) {
      diagnostics
          .error(at, Code::mustIncrease,
                 fmt::format("{} must increase: point {} is at {} and point {} at {}", what, k, x[k - 1], k + 1, x[k]))
          .withHint("sort the points; a jump needs two abscissas a little apart");
      return;
    }
  }
}

class ElementChecker {
 public:
  ElementChecker(const ElementScope& scope, const ElementTables& elements, Diagnostics& diagnostics)
      : scope_(scope), elements_(elements), diagnostics_(diagnostics) {
    for (const std::string_view name : scope.markerNames) markerNames_.insert(name);
    for (const ElementScope::JointRow& joint : scope.joints) joints_.emplace(joint.name, joint.type);
    for (const Spline& spline : elements.splines) splineNames_.insert(spline.name);
    for (const Driver& driver : elements.drivers) driverNames_.insert(driver.name);
    for (const Road& road : elements.roads) roadNames_.insert(road.name);
    for (const Input& input : elements.inputs) inputNames_.insert(input.name);
  }

  void check(const Spline& spline) {
    checkTable(spline.x, spline.y, fmt::format("spline '{}'", spline.name), spline.origin.at, diagnostics_);
  }

  void check(const Coupler& coupler) {
    enter("coupler", coupler.name, coupler.origin);
    if (coupler.terms.empty())
      error(Code::missingValue, "has no terms")
          .withHint("terms are joint coordinates with factors: terms=\"j1.rz:1 j2.rz:-2\"");
    std::set<CoordinateRef> seen;
    for (const Coupler::Term& term : coupler.terms) {
      checkCoordinate(term.coordinate, "couple");
      if (!seen.insert(term.coordinate).second) coupledTwice(term.coordinate);
      if (!std::isfinite(term.factor) || term.factor == 0)
        error(Code::mustBePositive, fmt::format("has the factor {}", term.factor))
            .withHint("leave the term out instead");
    }
    if (coupler.offset && !std::isfinite(*coupler.offset)) error(Code::notFinite, "has an offset that is not finite");
    if (coupler.function) checkFunction(*coupler.function);
  }

  void check(const Drive& drive) {
    enter("drive", drive.name, drive.origin);
    if (drive.derivative < 0 || drive.derivative > 2) {
      error(Code::outOfRange, fmt::format("prescribes derivative {}, allowed are 0, 1 and 2", drive.derivative))
          .withHint("0 is the position, 1 the velocity, 2 the acceleration");
    }
    if (drive.coordinate) {
      checkCoordinate(*drive.coordinate, "drive");
    } else {
      if (drive.component < 0 || drive.component > kDistanceComponent)
        error(Code::outOfRange, fmt::format("has no component {}", drive.component));
      marker("i", drive.i);
      marker("j", drive.j);
      if (isMarker(drive.i) && isMarker(drive.j) && bodyOf(drive.i) == bodyOf(drive.j)) {
        error(Code::sameBody, fmt::format("moves '{}' against '{}' on the same body", nameOf(drive.i), nameOf(drive.j)))
            .withHint("i and j must be on different bodies");
      }
    }
    const auto* expression = std::get_if<Expression>(&drive.function);
    if (expression && dependsOnMotion(*expression) && drive.derivative == 2 && drive.coordinate) {
      checkExpression(*expression);
      checkReferences(*expression);
      refuseMeasuring(*expression);
    } else {
      std::visit([&](const auto& function) { checkFunction(function); }, drive.function);
    }
  }

  void check(const Road& road) { mb::check(road, diagnostics_); }

  void check(const Tyre& tyre) {
    const std::string fault = tyre.type->fault(tyre);
    if (fault.empty()) return;
    diagnostics_.error(tyre.origin.at, Code::impossibleTyre, fmt::format("tyre '{}': {}", tyre.name, fault))
        .withHint("compare the numbers with what the properties of its type mean", Topic::tyreTypes);
  }

  void check(const Driver& driver) {
    enter("driver", driver.name, driver.origin);
    marker("i", driver.i);
    const auto above0 = [&](std::string_view field, double value) {
      if (!(value > 0))
        error(Code::mustBePositive, fmt::format("has {} = {}, it must be above 0", field, value))
            .withHint("lengths, times and limits are positive");
    };
    above0("wheelbase", driver.wheelbase);
    above0("preview", driver.preview);
    above0("least_preview", driver.leastPreview);
    above0("largest_steer", driver.largestSteer);
    above0("largest_torque", driver.largestTorque);
    for (const double value : {driver.gain, driver.speed, driver.torqueGain}) {
      if (!std::isfinite(value)) notFinite("gain, speed or torque_gain");
    }
    if (const auto* table = std::get_if<PathTable>(&driver.path)) {
      checkTable(table->x, table->y, fmt::format("the path of driver '{}'", driver.name), driver.origin.at,
                 diagnostics_);
    } else if (const auto* slalom = std::get_if<SlalomPath>(&driver.path)) {
      above0("spacing", slalom->spacing);
      if (slalom->count < 1)
        error(Code::outOfRange, fmt::format("has a slalom of {} cones", slalom->count)).withHint("count= at least 1");
    }
  }

  void check(const Probe& probe) {
    enter("probe", probe.name, probe.origin);
    marker("marker", probe.marker);
  }

  void check(const Input& input) {
    enter("input", input.name, input.origin);
    if (!input.unit.empty() && !parseUnit(input.unit))
      error(Code::unknownUnit, fmt::format("has the unit '{}', which is not known", input.unit));
    if (!allFinite({input.start, input.least.value_or(0), input.most.value_or(0), input.filter}))
      return notFinite("start, min, max or filter");
    if (input.least && input.most && !(*input.least < *input.most))
      error(Code::noRoom, "has a max that is not above its min").withHint("swap them; one of them may be missing");
    else if (isOutside(input, input.start))
      error(Code::outOfRange, "starts outside its min and max").withHint("correct start, or widen the range");
    if (input.filter < 0)
      error(Code::mustBePositive, "has a filter below 0").withHint("it is a time; without one the value acts at once");
  }

  void check(const Measure& measure) {
    enter("measure", measure.name, measure.origin);
    if (!measure.unit.empty() && !parseUnit(measure.unit))
      error(Code::unknownUnit, fmt::format("has the unit '{}', which is not known", measure.unit));
    checkExpression(measure.function);
    checkReferences(measure.function);
  }

  void check(const Force& force) {
    enter("force", force.name, force.origin);
    describe(force, *this);
  }

  // ---- visitor of a force's fields ----
  void marker(std::string_view field, MarkerIndex index) {
    if (!isMarker(index)) error(Code::unknownName, fmt::format("has no marker '{}'", field));
  }
  void optionalMarker(std::string_view field, MarkerIndex index) {
    if (index.valid()) marker(field, index);
  }
  void number(std::string_view field, double value, const Dimension&, Mirror, int, NumberTraits traits = {}) {
    using Range = NumberTraits::Range;
    if (!std::isfinite(value)) {
      notFinite(field);
    } else if (traits.range == Range::notNegative && value < 0) {
      error(Code::mustBePositive, fmt::format("has {} = {}, it must not be negative", field, value));
    } else if (traits.range == Range::plusOrMinusOne && std::abs(value) != 1) {
      error(Code::outOfRange, fmt::format("has {} {}", field, value)).withHint("1, or -1 for the mirror image");
    }
  }
  void vector(std::string_view field, const Vector3& value, const Dimension&, Mirror) {
    if (!value.allFinite()) notFinite(field);
  }
  void matrix(std::string_view field, const Matrix6& value, const Dimension&) {
    if (!value.allFinite()) notFinite(field);
  }
  void spline(std::string_view field, SplineIndex index, const Dimension&, const Dimension&) {
    if (index.valid() && !inRange(index, elements_.splines.size()))
      error(Code::unknownName, fmt::format("has no spline '{}'", field));
  }
  void road(std::string_view field, RoadIndex index) {
    if (!inRange(index, elements_.roads.size())) error(Code::unknownName, fmt::format("has no '{}'", field));
  }
  void tyre(std::string_view field, TyreIndex index) {
    if (!inRange(index, elements_.tyres.size())) error(Code::unknownName, fmt::format("has no '{}'", field));
  }
  void expression(std::string_view, const std::optional<Expression>& value, const Dimension&, Mirror, int) {
    if (!value) return;
    checkExpression(*value);
    checkReferences(*value);
    refuseMeasuring(*value);
  }
  template <class E>
  void choice(std::string_view, E, std::initializer_list<std::string_view>) {}

 private:
  const ElementScope& scope_;
  const ElementTables& elements_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::string_view> markerNames_;
  std::unordered_set<std::string_view> splineNames_;
  std::unordered_set<std::string_view> driverNames_;
  std::unordered_set<std::string_view> roadNames_;
  std::unordered_set<std::string_view> inputNames_;
  std::unordered_map<std::string_view, const JointType*> joints_;
  // The element being checked.
  std::string_view kind_;
  std::string_view name_;
  const SourceRef* at_ = nullptr;

  void enter(std::string_view kind, std::string_view name, const Origin& origin) {
    kind_ = kind;
    name_ = name;
    at_ = &origin.at;
  }
  Diagnostic& error(Code code, const std::string& defect) {
    Diagnostic& made = diagnostics_.error(*at_, code, fmt::format("{} '{}' {}", kind_, name_, defect));
    return made.withHint(code == Code::unknownName ? "define it, or correct what refers to it"
                                                   : "correct the value that is named");
  }
  void notFinite(std::string_view field) {
    error(Code::notFinite, fmt::format("has a '{}' that is not finite", field))
        .withHint("look for an infinite number or a division by zero");
  }

  bool isMarker(MarkerIndex index) const { return inRange(index, static_cast<int>(scope_.markerNames.size())); }
  std::string_view nameOf(MarkerIndex index) const { return scope_.markerNames[static_cast<std::size_t>(index.value)]; }
  int bodyOf(MarkerIndex index) const { return scope_.markerBodies[static_cast<std::size_t>(index.value)]; }

  void checkCoordinate(const CoordinateRef& ref, std::string_view verb) {
    if (!inRange(ref.joint, static_cast<int>(scope_.joints.size()))) {
      error(Code::unknownName, "names a joint that does not exist");
      return;
    }
    const ElementScope::JointRow& joint = scope_.joints[static_cast<std::size_t>(ref.joint.value)];
    if (!joint.type) return;
    if (!isCoordinate(*joint.type, ref.coordinate)) {
      error(Code::unknownName, fmt::format("names coordinate {} of joint '{}', which has {}", ref.coordinate + 1,
                                           joint.name, dofOf(*joint.type)));
    } else if (isBallCoordinate(*joint.type, ref.coordinate)) {
      error(Code::ballComponent, fmt::format("cannot {} one component of a ball: joint '{}'", verb, joint.name))
          .withHint("split the ball into revolute or universal joints");
    }
  }

  // Two factors of one coordinate may cancel and are hardly intended.
  void coupledTwice(const CoordinateRef& ref) {
    if (!inRange(ref.joint, static_cast<int>(scope_.joints.size()))) return;  // already reported
    error(Code::givenTwice, fmt::format("has coordinate {} of joint '{}' twice", ref.coordinate + 1,
                                        scope_.joints[static_cast<std::size_t>(ref.joint.value)].name))
        .withHint("name another joint, or add the factors up");
  }

  // A constant must be finite. Units and mirrors add brackets to an expression, which must still be readable
  // afterwards.
  void checkExpression(const Expression& expression) {
    if (!usesTime(expression) && !hasReferences(expression) && !constantValue(expression)) {
      notFinite("function");
      return;
    }
    ExpressionError fault;
    if (parseExpression(toText(expression), {}, fault)) return;
    error(fault.code, fmt::format("has a function that cannot be written in SI units: {}", fault.message))
        .withHint("units and mirrors add brackets; compute parts of the function in <param>");
  }

  void checkFunction(const Expression& expression) {
    checkExpression(expression);
    if (!dependsOnMotion(expression)) return checkReferences(expression);
    error(Code::notOfTimeAlone, "must be a function of time alone")
        .withHint(
            "a curve over time is a <table>; what depends on the motion is a force, or drives the acceleration of a "
            "coordinate (derivative=\"2\")");
  }

  void checkFunction(const ConstantFunction& f) {
    if (!std::isfinite(f.value)) notFinite("value");
  }
  void checkFunction(const LinearFunction& f) {
    if (!allFinite({f.offset, f.rate})) notFinite("function");
  }
  void checkFunction(const SineFunction& f) {
    if (!allFinite({f.offset, f.amplitude, f.frequency, f.phase})) notFinite("function");
  }
  void checkFunction(const StepFunction& f) {
    if (!allFinite({f.t0, f.v0, f.t1, f.v1}))
      notFinite("function");
    else if (f.t1 <= f.t0)
      error(Code::mustIncrease, fmt::format("steps from t0 = {} to t1 = {}: t1 must be later", f.t0, f.t1))
          .withHint("swap t0 and t1 together with v0 and v1");
  }
  void checkFunction(const TableFunction& f) {
    checkTable(f.time, f.value, fmt::format("the table of {} '{}'", kind_, name_), *at_, diagnostics_);
  }

  // Accelerations, reactions and forces follow from the forces, which therefore cannot follow from them.
  void refuseMeasuring(const Expression& expression) {
    const ExpressionFunction* const function = onlyInMeasures(expression);
    if (!function) return;
    error(Code::notModelled,
          fmt::format("uses '{}', which is not a function of positions, velocities and time alone", function->name))
        .withHint("only the function of a <measure> may use it");
  }

  bool hasCoordinate(const std::string& name) const {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) return false;
    const auto joint = joints_.find(std::string_view(name).substr(0, dot));
    if (joint == joints_.end()) return false;
    if (!joint->second) return true;  // reported elsewhere
    for (const CoordinateName& coordinate : coordinateNames(*joint->second)) {
      if (name.compare(dot + 1, std::string::npos, coordinate.name) == 0) return true;
    }
    return false;
  }

  void checkReferences(const Expression& expression) {
    using Argument = ExpressionFunction::Argument;
    forEachReference(expression, [&](Argument kind, const std::string& name) {
      switch (kind) {
        case Argument::marker:
          if (!markerNames_.contains(name))
            error(Code::unknownName, fmt::format("uses marker '{}', which does not exist", name));
          break;
        case Argument::coordinate:
          if (!hasCoordinate(name))
            error(Code::unknownName, fmt::format("uses coordinate '{}', which does not exist", name));
          break;
        case Argument::spline:
          if (!splineNames_.contains(name))
            error(Code::unknownName, fmt::format("uses spline '{}', which does not exist", name));
          break;
        case Argument::driver:
          if (!driverNames_.contains(name))
            error(Code::unknownName, fmt::format("uses driver '{}', which does not exist", name));
          break;
        case Argument::input:
          if (!inputNames_.contains(name))
            error(Code::unknownName, fmt::format("uses input '{}', which does not exist", name));
          break;
        case Argument::joint:
          if (!joints_.contains(name))
            error(Code::unknownName, fmt::format("uses joint '{}', which does not exist", name));
          break;
        case Argument::road:
          if (!roadNames_.contains(name))
            error(Code::unknownName, fmt::format("uses road '{}', which does not exist", name));
          break;
        case Argument::force:
          if (!findForceMeasure(elements_.forces, name))
            error(Code::unknownName, fmt::format("uses '{}', which no force offers", name));
          break;
        case Argument::value: break;
      }
    });
  }
};

}  // namespace

void checkElements(const ElementScope& scope, const ElementTables& elements, Diagnostics& diagnostics) {
  ElementChecker checker(scope, elements, diagnostics);
  const auto checkAll = [&](std::string_view kind, const auto& all) {
    UniqueNames names(kind, diagnostics);
    for (const auto& element : all) {
      names.add(element.name, element.origin.at);
      checker.check(element);
    }
  };
  checkAll("input", elements.inputs);
  checkAll("spline", elements.splines);
  checkAll("road", elements.roads);
  checkAll("tyre", elements.tyres);
  checkAll("driver", elements.drivers);
  checkAll("coupler", elements.couplers);
  checkAll("drive", elements.drives);
  checkAll("force", elements.forces);
  checkAll("probe", elements.probes);
  checkAll("measure", elements.measures);
}

}  // namespace mb
