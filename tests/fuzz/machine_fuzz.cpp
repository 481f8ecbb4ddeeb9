// Bytes as a machine that is valid in form and often strange: joints of all types at positions they allow, loops, rods,
// bodies without mass, points that coincide, forces, drives and couplers. It is written and read as a user's file and
// goes all the way to a motion.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "formats/model/elements/element_visitors.h"
#include "formats/model/joints/joint_kinematics.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

// The first bytes are choices of throughPipeline(), those behind them the machine.
constexpr std::size_t kOptionBytes = 24;

class Maker {
 public:
  explicit Maker(std::string_view bytes) : choices_(bytes) {}

  CartesianModel machine() {
    model_.name = "machine";
    if (choices_.oneIn(4)) model_.gravity = choices_.vector();
    if (!choices_.oneIn(4)) addBody(true);
    for (int k = 1 + choices_.below(7); k > 0; --k) addBody(false);
    for (int k = 1; k < model_.bodies.size(); ++k) {
      if (!choices_.oneIn(8)) addJoint(BodyIndex{k}, BodyIndex{choices_.below(k)});
    }
    for (int k = choices_.below(5); k > 0; --k) addLoop();
    for (int k = choices_.below(3); k > 0; --k) addRod();
    addTables();
    for (int k = choices_.below(4); k > 0; --k) addForce();
    for (int k = choices_.below(3); k > 0 && hasCoordinates(); --k) addDrive();
    for (int k = choices_.below(2); k > 0 && hasCoordinates(); --k) addCoupler();
    if (choices_.oneIn(4) && !model_.markers.empty()) model_.probes.push_back({"probe", anyMarker(), {}});
    return std::move(model_);
  }

 private:
  Choices choices_;
  CartesianModel model_;

  BodyIndex anyBody() { return BodyIndex{choices_.below(model_.bodies.size())}; }
  MarkerIndex anyMarker() { return MarkerIndex{choices_.below(std::min(model_.markers.size(), 256))}; }
  std::string markerName() { return model_.markers[anyMarker()].name; }

  Matrix3 rotation() {
    switch (choices_.below(6)) {
      case 4: return rotationAbout(choices_.below(3), choices_.below(12) * std::numbers::pi / 6);
      case 5: return rotationOf(choices_.vector());
      default: return Matrix3::Identity();
    }
  }

  MassProperties massProperties() {
    MassProperties mass;
    mass.mass = 1;
    mass.inertia = 0.1 * Matrix3::Identity();
    switch (choices_.below(12)) {
      case 5: mass.inertia.diagonal() = Vector3(0.1, 0.1, 0); break;
      case 6: mass = {}; break;                       // nothing
      case 7: mass.inertia = Matrix3::Zero(); break;  // a point
      case 8: mass.mass = 0; break;                   // a spinning thing without weight
      case 9: mass.com = choices_.vector(); break;
      case 10: {
        const double size = choices_.positive();
        mass.mass *= size;
        mass.inertia *= size;
        break;
      }
      case 11: {
        const Matrix3 R = rotationOf(choices_.vector());
        mass.inertia = R * Vector3(0.2, 0.3, 0.4).asDiagonal() * R.transpose();
        break;
      }
      default: break;
    }
    return mass;
  }

  void addBody(bool isGround) {
    Body body;
    body.isGround = isGround;
    body.name = isGround ? "ground" : fmt::format("b{}", model_.bodies.size());
    if (!isGround) {
      body.X_WB = {rotation(), choices_.vector()};
      body.massProperties = massProperties();
      if (choices_.oneIn(4)) body.v_WB = choices_.vector();
      if (choices_.oneIn(4)) body.w_WB = choices_.vector();
      if (choices_.oneIn(16)) body.keepPosition[static_cast<std::size_t>(choices_.below(6))] = true;
      if (choices_.oneIn(16)) body.keepVelocity[static_cast<std::size_t>(choices_.below(6))] = true;
    }
    model_.bodies.add(body);
  }

  MarkerIndex addMarker(BodyIndex body, const Pose& X_WM) {
    const Body& owner = model_.bodies[body];
    return model_.markers.add(
        {fmt::format("{}.m{}", owner.name, model_.markers.size()), body, inverse(owner.X_WB) * X_WM, {}});
  }

  JointType jointType() {
    const auto types = jointTypes();
    const auto choice = static_cast<std::size_t>(choices_.below(static_cast<int>(types.size()) + 3));
    if (choice < types.size()) return types[choice];
    if (choice == types.size()) {
      std::array<bool, 6> isFree{};
      const int flags = choices_.below(64);
      for (std::size_t k = 0; k < 6; ++k) isFree[k] = ((flags >> k) & 1) != 0;
      return generalJointType(isFree);
    }
    return *findJointType(choice == types.size() + 1 ? "revolute" : "spherical");
  }

  // A position that the joint allows, mostly its zero.
  Pose relativePose(const JointType& type, const JointParameters& parameters) {
    std::vector<double> z = zeroPosition(type);
    if (choices_.oneIn(3) || needsAngle(type)) {
      std::vector<double> change(static_cast<std::size_t>(dofOf(type)));
      for (double& value : change) value = choices_.number();
      advance(type, z, change);
    }
    return jointPose(type, parameters, z);
  }

  void addJoint(BodyIndex i, BodyIndex j) {
    Joint joint;
    joint.name = fmt::format("j{}", model_.joints.size());
    joint.type = jointType();
    joint.length = needsLength(joint.type) ? choices_.positive() : 0;
    joint.pitch = needsPitch(joint.type) ? choices_.positive() : 0;
    Pose X_WF{rotation(), Vector3::Zero()};
    switch (choices_.below(4)) {
      case 0: X_WF.p = model_.bodies[i].X_WB.p; break;
      case 1: X_WF.p = choices_.vector(); break;
      case 2: X_WF.p = model_.bodies[j].X_WB.p; break;
      default: break;
    }
    Pose X_FM = relativePose(joint.type, parametersOf(joint));
    if (dofOf(joint.type) == 6 && needsLength(joint.type)) {
      if (X_FM.p.norm() < 1e-6) X_FM.p.x() = joint.length;
      joint.length = lengthAt(joint.type, X_FM);
    }
    if (needsAngle(joint.type)) joint.angle = angleAt(joint.type, X_FM);
    if (choices_.oneIn(16)) X_FM.p += 1e-3 * choices_.vector();  // a gap, for the assembly
    joint.i = addMarker(i, X_WF * X_FM);
    joint.j = addMarker(j, X_WF);
    if (choices_.oneIn(16)) joint.preference = choices_.oneIn(2) ? TreePreference::cut : TreePreference::tree;
    if (choices_.oneIn(16)) joint.weight = weightFrom(choices_.positive());
    if (const int coordinate = scalarCoordinate(joint.type); coordinate >= 0) addCoordinateLaws(coordinate, joint);
    model_.joints.add(std::move(joint));
  }

  // One that is no part of a ball; -1 without one.
  int scalarCoordinate(const JointType& type) {
    const int count = dofOf(type);
    const int first = count > 0 ? choices_.below(count) : 0;
    for (int k = 0; k < count; ++k) {
      if (const int coordinate = (first + k) % count; positionPlace(type, coordinate) >= 0) return coordinate;
    }
    return -1;
  }

  void addCoordinateLaws(int coordinate, Joint& joint) {
    switch (choices_.below(16)) {
      case 13:
        joint.limits.push_back({coordinate, -choices_.positive(), choices_.positive(), choices_.positive(), 1});
        break;
      case 14:
        joint.frictions.push_back(
            {coordinate, choices_.positive(), choices_.positive(), choices_.positive(), choices_.positive()});
        break;
      case 15:
        joint.initials.push_back({coordinate, std::nullopt, std::nullopt});
        if (choices_.oneIn(2)) joint.initials.back().value = choices_.number();
        if (choices_.oneIn(2) || !joint.initials.back().value) joint.initials.back().rate = choices_.number();
        break;
      default: break;
    }
  }

  void addLoop() {
    const BodyIndex i = anyBody();
    const BodyIndex j = anyBody();
    if (i != j) addJoint(i, j);
  }

  // A bar with a ball, or what is nearly one, at each end.
  void addRod() {
    const BodyIndex first = anyBody();
    const BodyIndex second = anyBody();
    const Vector3 start = choices_.vector();
    const Vector3 end = choices_.vector();
    const double length = (end - start).norm();
    if (length < 1e-9) return;
    Body bar;
    bar.name = fmt::format("b{}", model_.bodies.size());
    bar.X_WB = {*rotationFromZ(end - start), 0.5 * (start + end)};
    if (!choices_.oneIn(3)) {
      bar.massProperties.mass = 1;
      bar.massProperties.inertia.diagonal() = Vector3(length, length, 0) * (length / 12);
    }
    const BodyIndex index = model_.bodies.add(bar);
    constexpr std::array kEnds{"spherical", "spherical", "hooke", "universal", "revolute", "constant-velocity"};
    for (const auto& [other, point] : {std::pair{first, start}, std::pair{second, end}}) {
      Joint joint;
      joint.name = fmt::format("j{}", model_.joints.size());
      joint.type = *findJointType(kEnds[static_cast<std::size_t>(choices_.below(static_cast<int>(kEnds.size())))]);
      const Pose X_W{rotation(), point};
      joint.i = addMarker(index, X_W * jointPose(joint.type, {}, zeroPosition(joint.type)));
      joint.j = addMarker(other, X_W);
      model_.joints.add(joint);
    }
  }

  void addTables() {
    if (choices_.oneIn(4)) {
      Spline spline;
      spline.name = "curve";
      spline.interpolation = static_cast<Interpolation>(choices_.below(3));
      double x = choices_.number();
      for (int k = 2 + choices_.below(5); k > 0; --k) {
        spline.x.push_back(x);
        spline.y.push_back(choices_.number());
        x += choices_.positive();
      }
      model_.splines.add(spline);
    }
    if (model_.markers.empty() || !choices_.oneIn(6) || std::ranges::none_of(model_.bodies, &Body::isGround)) return;
    Road road;
    road.name = "road";
    road.height = choices_.number();
    if (choices_.oneIn(2)) road.pieces.push_back(Bump{choices_.number(), choices_.positive(), choices_.number(), 1, 0});
    if (choices_.oneIn(2)) road.pieces.push_back(HalfRound{choices_.number(), choices_.positive(), 1, 0});
    model_.roads.add(road);
    Tyre tyre =
        standardTyre(tyreTypes()[static_cast<std::size_t>(choices_.below(static_cast<int>(tyreTypes().size())))]);
    tyre.name = "tyre";
    for (const std::string_view key : missingKeys(tyre)) giveValue(tyre, *keyOf(*tyre.type, key), choices_.positive());
    model_.tyres.add(tyre);
    Driver driver;
    driver.name = "driver";
    driver.i = anyMarker();
    driver.wheelbase = choices_.positive();
    driver.speed = choices_.number();
    if (choices_.oneIn(2)) driver.path = SlalomPath{choices_.number(), choices_.positive(), choices_.number(), 3};
    model_.drivers.add(driver);
  }

  std::optional<Expression> expression(bool isOfTimeAlone) {
    constexpr std::array kOfTime{"1",
                                 "sin(3*time)",
                                 "time^2/(1+time)",
                                 "step(time,0,0,0.005,1)",
                                 "1/time",
                                 "sqrt(time-0.001)",
                                 "exp(1000*time)",
                                 "-2*time",
                                 "abs(time-0.004)",
                                 "time**0.5"};
    constexpr std::array kOfMotion{"-10*dx({0},{1})",
                                   "-vz({0},{1})",
                                   "dm({0},{1})^2",
                                   "1/dm({0},{1})",
                                   "az({0},{1})",
                                   "-100*az({0},{1})-wz({0},{1})",
                                   "vr({0},{1})",
                                   "atan2(dx({0},{1}),dy({0},{1}))",
                                   "impact(dz({0},{1}),vz({0},{1}),0.1,100,1.5,1,0.01)",
                                   "max(dz({0},{1}),0)^1.5"};
    const bool isOfTime = isOfTimeAlone || model_.markers.empty() || choices_.oneIn(3);
    std::string text;
    if (isOfTime) {
      text = kOfTime[static_cast<std::size_t>(choices_.below(static_cast<int>(kOfTime.size())))];
    } else {
      const auto choice = static_cast<std::size_t>(choices_.below(static_cast<int>(kOfMotion.size())));
      text = fmt::format(fmt::runtime(kOfMotion[choice]), markerName(), markerName());
    }
    ExpressionError error;
    std::optional<Expression> parsed = parseExpression(
        text, [](std::string_view) { return std::nullopt; }, error);
    if (!parsed) wrong("an expression of the machine is none: " + error.message, text);
    return choices_.oneIn(4) ? negated(*parsed) : parsed;
  }

  void addForce() {
    if (model_.markers.size() < 2) return;
    const MarkerIndex i = anyMarker();
    const MarkerIndex j = anyMarker();
    if (model_.markers[i].body == model_.markers[j].body) return;
    Force force;
    force.name = fmt::format("f{}", model_.forces.size());
    const SplineIndex spline{model_.splines.empty() || choices_.oneIn(2) ? -1 : 0};
    switch (const int type = choices_.below(std::variant_size_v<ForceLaw>)) {
      case 0: {
        Tsda law{i, j, choices_.positive(), choices_.positive(), choices_.number(), choices_.number(), spline, {}, {}};
        if (choices_.oneIn(3)) law.function = expression(false);
        force.law = law;
        break;
      }
      case 1: {
        Rsda law{i, j, choices_.positive(), choices_.positive(), choices_.number(), choices_.number(), spline, {}, {}};
        if (choices_.oneIn(3)) law.function = expression(false);
        force.law = law;
        break;
      }
      case 2: {
        Bushing law;
        law.i = i;
        law.j = j;
        law.k = choices_.vector();
        law.kt = choices_.vector();
        law.c = choices_.vector();
        law.angles = static_cast<AngleDefinition>(choices_.below(3));
        force.law = law;
        break;
      }
      case 3: {
        Field law;
        law.i = i;
        law.j = j;
        law.stiffness.diagonal().setConstant(choices_.positive());
        law.stiffness(0, 5) = choices_.number();
        law.damping.diagonal().setConstant(choices_.positive());
        law.angles = static_cast<AngleDefinition>(choices_.below(3));
        force.law = law;
        break;
      }
      case 4: {
        GeneralForce law;
        law.i = i;
        if (choices_.oneIn(2)) law.j = j;
        if (choices_.oneIn(2)) law.in = anyMarker();
        law.force[static_cast<std::size_t>(choices_.below(3))] = expression(false);
        if (choices_.oneIn(2)) law.torque[static_cast<std::size_t>(choices_.below(3))] = expression(false);
        force.law = law;
        break;
      }
      case 5: {
        if (model_.tyres.empty()) return;
        TyreForce law;
        law.i = i;
        law.road = RoadIndex{0};
        law.tyre = TyreIndex{0};
        law.contact = static_cast<ContactSearch>(choices_.below(3));
        law.slip = static_cast<SlipBuildUp>(choices_.below(2));
        law.side = choices_.oneIn(2) ? -1 : 1;
        force.law = law;
        break;
      }
      default: {
        AnyNumbers filler{{}, choices_, i, j};
        forEachForceType([&, number = 0](auto law) mutable {
          if (number++ != type) return;
          law.describe(law, filler);
          force.law = law;
        });
      }
    }
    model_.forces.push_back(std::move(force));
  }

  // Forces that have no case of their own above.
  struct AnyNumbers : FieldVisitor {
    Choices& choices;
    MarkerIndex i;
    MarkerIndex j;
    void marker(std::string_view name, MarkerIndex& index) const { index = name == "i" ? i : j; }
    void number(std::string_view, double& value, const Dimension&, Mirror, int, NumberTraits = {}) const {
      value = choices.positive();
    }
    void vector(std::string_view, Vector3& value, const Dimension&, Mirror) const { value = choices.vector(); }
  };

  std::optional<CoordinateRef> anyCoordinate() {
    const JointIndex joint{choices_.below(std::min(model_.joints.size(), 256))};
    const int coordinate = scalarCoordinate(model_.joints[joint].type);
    if (coordinate < 0) return std::nullopt;
    return CoordinateRef{joint, coordinate};
  }
  bool hasCoordinates() const { return !model_.joints.empty(); }

  TimeFunction function() {
    switch (choices_.below(6)) {
      case 0: return ConstantFunction{choices_.number()};
      case 1: return LinearFunction{choices_.number(), choices_.number()};
      case 2: return SineFunction{choices_.number(), choices_.number(), choices_.number(), choices_.number()};
      case 3: return StepFunction{0, choices_.number(), choices_.positive(), choices_.number()};
      case 4:
        return TableFunction{
            static_cast<Interpolation>(choices_.below(3)), {0, 0.004, 1}, {choices_.number(), choices_.number(), 0}};
      default: break;
    }
    if (auto text = expression(true)) return *text;
    return ConstantFunction{};
  }

  void addDrive() {
    Drive drive;
    drive.name = fmt::format("d{}", model_.drives.size());
    drive.function = function();
    drive.derivative = choices_.below(3);
    if (choices_.oneIn(4)) {
      drive.i = anyMarker();
      drive.j = anyMarker();
      if (model_.markers[drive.i].body == model_.markers[drive.j].body) return;
      drive.component = choices_.below(6);
    } else {
      drive.coordinate = anyCoordinate();
      if (!drive.coordinate) return;
      if (drive.derivative == 2 && !model_.drivers.empty() && choices_.oneIn(2)) {
        ExpressionError error;
        drive.function = *parseExpression(
            "10*steer(driver)", [](std::string_view) { return std::nullopt; }, error);
      }
    }
    model_.drives.push_back(std::move(drive));
  }

  void addCoupler() {
    Coupler coupler;
    coupler.name = fmt::format("c{}", model_.couplers.size());
    for (int k = 1 + choices_.below(3); k > 0; --k) {
      const std::optional<CoordinateRef> coordinate = anyCoordinate();
      const auto isTaken = [&](const Coupler::Term& term) { return term.coordinate == *coordinate; };
      if (!coordinate || std::ranges::any_of(coupler.terms, isTaken)) continue;
      coupler.terms.push_back({*coordinate, choices_.positive()});
    }
    if (coupler.terms.empty()) return;
    if (choices_.oneIn(3)) coupler.offset = choices_.number();
    if (choices_.oneIn(3)) coupler.function = expression(true);
    model_.couplers.push_back(std::move(coupler));
  }
};

}  // namespace

void machine(std::string_view bytes) {
  const std::size_t split = std::min(bytes.size(), kOptionBytes);
  const CartesianModel made = Maker(bytes.substr(split)).machine();
  Diagnostics diagnostics;
  check(made, diagnostics);
  if (diagnostics.hasErrors()) return;
  if (const std::optional<CartesianModel> model = nativeRoundTrip(made)) {
    throughPipeline(*model, Choices(bytes.substr(0, split)));
  }
}

}  // namespace mb::fuzz
