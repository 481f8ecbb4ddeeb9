#include "tests/random/written.h"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "formats/model/elements/element_visitors.h"
#include "formats/native/native.h"
#include "tests/random/machine.h"

namespace mb::random {
namespace {

Dimension times(Dimension a, const Dimension& b) {
  return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.force + b.force, a.angle + b.angle};
}

// Units for which a "conversion to SI" converts SI to the given units.
Units inverseOf(const Units& units) {
  Units inverse;
  inverse.length = 1 / units.length;
  inverse.mass = 1 / units.mass;
  inverse.time = 1 / units.time;
  inverse.force = 1 / units.force;
  inverse.angle = 1 / units.angle;
  return inverse;
}

struct Scaling : FieldVisitor {
  Scaling(const Units& inverseUnits, CartesianModel& changedModel) : inverse(inverseUnits), model(changedModel) {}
  double by(const Dimension& dimension) const { return toSi(inverse, dimension); }

  void number(std::string_view, double& value, const Dimension& dimension, Mirror, int, NumberTraits = {}) const {
    value *= by(dimension);
  }
  void vector(std::string_view, Vector3& value, const Dimension& dimension, Mirror) const { value *= by(dimension); }
  void matrix(std::string_view, Matrix6& value, const Dimension& force) const {
    for (Eigen::Index row = 0; row < 6; ++row) {
      for (Eigen::Index column = 0; column < 6; ++column) {
        Dimension entry = force;
        if (row >= 3) ++entry.length;
        --(column < 3 ? entry.length : entry.angle);
        value(row, column) *= by(entry);
      }
    }
  }
  void spline(std::string_view, SplineIndex index, const Dimension& x, const Dimension& y) const {
    if (!index.valid()) return;
    for (double& value : model.splines[index].x) value *= by(x);
    for (double& value : model.splines[index].y) value *= by(y);
  }
  void expression(std::string_view, std::optional<Expression>& value, const Dimension& dimension, Mirror, int) const {
    if (value) value = toSi(*value, inverse, dimension);
  }

  void function(TimeFunction& function, const Dimension& wanted) const {
    std::visit([&](auto& one) { scale(one, wanted); }, function);
  }
  void scale(ConstantFunction& f, const Dimension& wanted) const { f.value *= by(wanted); }
  void scale(LinearFunction& f, const Dimension& wanted) const {
    f.offset *= by(wanted);
    f.rate *= by(wanted) / by(dimension::kTime);
  }
  void scale(SineFunction& f, const Dimension& wanted) const {
    f.offset *= by(wanted);
    f.amplitude *= by(wanted);
    f.frequency /= by(dimension::kTime);
    f.phase *= by(dimension::kAngle);
  }
  void scale(StepFunction& f, const Dimension& wanted) const {
    for (double* const time : {&f.t0, &f.t1}) *time *= by(dimension::kTime);
    for (double* const value : {&f.v0, &f.v1}) *value *= by(wanted);
  }
  void scale(TableFunction& f, const Dimension& wanted) const {
    for (double& time : f.time) time *= by(dimension::kTime);
    for (double& value : f.value) value *= by(wanted);
  }
  void scale(Expression& f, const Dimension& wanted) const { f = toSi(f, inverse, wanted); }

  const Units& inverse;
  CartesianModel& model;
};

Dimension dimensionOf(const JointType& type, int coordinate) {
  return coordinateNames(type)[static_cast<std::size_t>(coordinate)].isRotation ? dimension::kAngle
                                                                                : dimension::kLength;
}

void scaleJoint(const Scaling& scaling, Joint& joint) {
  constexpr Dimension kPerTime{0, 0, -1, 0, 0};
  joint.length *= scaling.by(dimension::kLength);
  joint.pitch *= scaling.by(dimension::kLength);
  joint.angle *= scaling.by(dimension::kAngle);
  for (Limit& limit : joint.limits) {
    const Dimension value = dimensionOf(joint.type, limit.coordinate);
    const bool turns = value.angle != 0;
    if (limit.lower) *limit.lower *= scaling.by(value);
    if (limit.upper) *limit.upper *= scaling.by(value);
    limit.stiffness *= scaling.by(turns ? dimension::kTorsionalStiffness : dimension::kStiffness);
    limit.damping *= scaling.by(turns ? dimension::kTorsionalDamping : dimension::kDamping);
  }
  for (Friction& friction : joint.frictions) {
    const Dimension value = dimensionOf(joint.type, friction.coordinate);
    const bool turns = value.angle != 0;
    friction.coulomb *= scaling.by(turns ? dimension::kTorque : dimension::kForce);
    friction.stiction *= scaling.by(turns ? dimension::kTorque : dimension::kForce);
    friction.viscous *= scaling.by(turns ? dimension::kTorsionalDamping : dimension::kDamping);
    friction.velocity *= scaling.by(times(value, kPerTime));
  }
  for (InitialCoordinate& initial : joint.initials) {
    const Dimension value = dimensionOf(joint.type, initial.coordinate);
    if (initial.value) *initial.value *= scaling.by(value);
    if (initial.rate) *initial.rate *= scaling.by(times(value, kPerTime));
  }
}

// Between rotations the sum is an angle. With a translation it is a length, and factors of rotations are lengths per
// radian whatever the unit of angle.
void scaleCoupler(const Scaling& scaling, const CartesianModel& model, Coupler& coupler) {
  bool hasLength = false;
  for (const Coupler::Term& term : coupler.terms) {
    hasLength |= dimensionOf(model.joints[term.coordinate.joint].type, term.coordinate.coordinate).length != 0;
  }
  const Dimension sum = hasLength ? dimension::kLength : dimension::kAngle;
  for (Coupler::Term& term : coupler.terms) {
    const bool turns = dimensionOf(model.joints[term.coordinate.joint].type, term.coordinate.coordinate).angle != 0;
    if (hasLength && turns) term.factor *= scaling.by(dimension::kLength);
  }
  if (coupler.offset) *coupler.offset *= scaling.by(sum);
  if (coupler.function) coupler.function = toSi(*coupler.function, scaling.inverse, sum);
}

Units anyUnits(Draws& draws) {
  Units units;
  if (draws.oneIn(2)) return units;
  const auto choose = [&](BaseQuantity quantity, double& value, std::string& name,
                          std::initializer_list<std::string_view> names) {
    name = names.begin()[static_cast<std::size_t>(draws.below(static_cast<int>(names.size())))];
    value = *unitValue(quantity, name);
  };
  choose(BaseQuantity::length, units.length, units.lengthName, {"m", "mm", "cm", "in", "ft"});
  choose(BaseQuantity::mass, units.mass, units.massName, {"kg", "g", "t", "lb"});
  choose(BaseQuantity::time, units.time, units.timeName, {"s", "ms"});
  choose(BaseQuantity::force, units.force, units.forceName, {"N", "kN", "lbf"});
  choose(BaseQuantity::angle, units.angle, units.angleName, {"rad", "deg"});
  return units;
}

void save(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// The first body that is not the ground.
const Body* carrierOf(const CartesianModel& model) {
  for (const Body& body : model.bodies) {
    if (!body.isGround) return &body;
  }
  return nullptr;
}

// A second file with another machine: placed, perhaps mirrored, and attached to a body of the first by a joint given in
// the world.
std::string partElements(const CartesianModel& model, const Units& units, Draws& draws,
                         const std::filesystem::path& folder) {
  MachineOptions options;
  options.mostCells = 1;
  options.isPart = true;
  const CartesianModel part = randomMachine(draws.seed(), options);
  save(folder / "part.xml", nativeText(part, anyUnits(draws)));
  const Body* const carrier = carrierOf(model);
  const Body* const carried = carrierOf(part);
  constexpr std::array<std::string_view, 4> kMirrors{"", " mirror=\"xz\"", " mirror=\"yz\"", " mirror=\"xy\""};
  const Vector3 place = (model.R_WS.transpose() * (carrier ? carrier->X_WB.p : Vector3::Zero())) / units.length;
  const Vector3 turn = 0.5 * draws.vector() / units.angle;
  std::string elements =
      fmt::format("<include file=\"part.xml\" prefix=\"p_\"{}><pose pos=\"{} {} {}\" rpy=\"{} {} {}\"/></include>\n",
                  kMirrors[static_cast<std::size_t>(draws.below(4))], place.x(), place.y(), place.z(), turn.x(),
                  turn.y(), turn.z());
  if (carrier && carried && draws.oneIn(2)) {
    constexpr std::array<std::string_view, 4> kTypes{"revolute", "cylindrical", "spherical", "fixed"};
    const Vector3 axis = draws.direction();
    elements +=
        fmt::format("<joint name=\"hung\" type=\"{}\" i=\"p_{}\" j=\"{}\" point=\"{} {} {}\" axis=\"{} {} {}\"/>\n",
                    kTypes[static_cast<std::size_t>(draws.below(4))], carried->name, carrier->name, place.x(),
                    place.y(), place.z(), axis.x(), axis.y(), axis.z());
  }
  return elements;
}

}  // namespace

CartesianModel inUnits(CartesianModel model, const Units& units) {
  const Units inverse = inverseOf(units);
  Scaling scaling(inverse, model);
  model.gravity *= scaling.by(dimension::kAcceleration);
  for (Body& body : model.bodies) {
    body.X_WB.p *= scaling.by(dimension::kLength);
    body.v_WB *= scaling.by(dimension::kVelocity);
    body.w_WB *= scaling.by(dimension::kAngularVelocity);
    body.massProperties.mass *= scaling.by(dimension::kMass);
    body.massProperties.com *= scaling.by(dimension::kLength);
    body.massProperties.inertia *= scaling.by(dimension::kInertia);
  }
  for (Marker& marker : model.markers) marker.X_BM.p *= scaling.by(dimension::kLength);
  for (Joint& joint : model.joints) scaleJoint(scaling, joint);
  for (Coupler& coupler : model.couplers) scaleCoupler(scaling, model, coupler);
  for (Drive& drive : model.drives) {
    Dimension value = dimensionOf(model.joints[drive.coordinate->joint].type, drive.coordinate->coordinate);
    value.time -= drive.derivative;
    scaling.function(drive.function, value);
  }
  for (Force& force : model.forces) describe(force, scaling);
  return model;
}

std::string nativeText(const CartesianModel& model, const Units& units) {
  std::string written = writeNative(inUnits(model, units));
  const std::string_view kSi = "<units system=\"SI\"/>";
  const std::size_t place = written.find(kSi);
  return written.replace(
      place, kSi.size(),
      fmt::format("<units length=\"{}\" mass=\"{}\" time=\"{}\" force=\"{}\" angle=\"{}\"/>", units.lengthName,
                  units.massName, units.timeName, units.forceName, units.angleName));
}

std::string writeMachine(const CartesianModel& model, Draws& draws, const std::filesystem::path& folder) {
  const Units units = model.tyres.empty() ? anyUnits(draws) : Units{};
  std::string written = nativeText(model, units);
  if (draws.oneIn(6)) {
    written.insert(written.rfind("</mbs>"), partElements(model, units, draws, folder));
  }
  const std::filesystem::path path = folder / "machine.xml";
  save(path, written);
  return path.string();
}

}  // namespace mb::random
