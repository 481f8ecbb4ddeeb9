#include "tests/random/maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "runtime/cartesian/reference.h"

namespace mb::random {

CartesianModel randomMachine(std::uint64_t seed, const MachineOptions& options) {
  return Maker(seed, options).machine();
}

CartesianModel Maker::machine() {
  model_.name = "random";
  chooseScales();
  const std::array<std::pair<const char*, const char*>, 4> kAxes{
      {{"+x", "+z"}, {"+x", "-z"}, {"+y", "+z"}, {"+x", "+y"}}};
  const auto& [forward, up] = kAxes[at(draws_.below(4))];
  model_.axes = {forward, up};
  model_.R_WS = *axesRotation(forward, up);
  if (draws_.oneIn(4)) {
    addBody(Vector3::Zero());
    freedoms_ += 6;
  } else {
    addGround();
  }
  for (int k = 1 + draws_.below(options_.mostCells); k > 0; --k) {
    switch (draws_.below(8)) {
      case 0:
      case 1: addOpenChain(); break;
      case 2:
      case 3:
      case 4: addSpatialLoop(); break;
      case 5: addPlanarLoop(); break;
      case 6: addParallelCranks(); break;
      default: addSphericalLoop(); break;
    }
  }
  if (draws_.oneIn(3)) addMasslessLink();
  if (draws_.oneIn(4)) addWeld();
  if (draws_.oneIn(8)) addDoubledHinge();
  for (int k = draws_.below(3); k > 0; --k) addRod();
  if (!options_.isPart && draws_.oneIn(8)) moveAway();
  for (int k = draws_.below(options_.mostElements); k > 0; --k) addForce();
  for (int k = draws_.below(options_.mostElements); k > 0; --k) {
    switch (draws_.below(4)) {
      case 0: addDrive(); break;
      case 1: addCoupler(); break;
      case 2: addStop(); break;
      default: addFriction(); break;
    }
  }
  if (draws_.oneIn(4) && !model_.markers.empty()) {
    model_.probes.push_back({"probe", MarkerIndex{draws_.below(model_.markers.size())}, {}});
  }
  setVelocities();
  return std::move(model_);
}

void Maker::chooseScales() {
  length_ = draws_.oneIn(8) ? draws_.decades(-5, 3) : draws_.decades(-2, 1);
  mass_ = draws_.decades(-2, 2);
  constexpr double kGravity = 9.80665;
  rate_ = std::sqrt(kGravity / length_) * draws_.decades(-0.3, 0.5);
  switch (draws_.below(6)) {
    case 0:
      model_.gravity = Vector3::Zero();
      rate_ = draws_.decades(-1, 1);
      break;
    case 1: model_.gravity = length_ * rate_ * rate_ * draws_.direction(); break;
    default: model_.gravity = {0, 0, -kGravity}; break;
  }
}

// ---- bodies and joints ----

// An ellipsoid with random position and orientation in the body frame.
MassProperties Maker::massProperties() {
  MassProperties properties;
  properties.mass = mass_ * draws_.decades(-1, 1);
  properties.com = 0.3 * length_ * draws_.vector();
  Vector3 squares;
  for (int k = 0; k < 3; ++k) squares(k) = std::pow(0.5 * length_ * draws_.decades(-0.7, 0), 2);
  const Matrix3 R = draws_.rotation();
  const Matrix3 J =
      R * (properties.mass / 5 * (squares.sum() * Vector3::Ones() - squares)).asDiagonal() * R.transpose();
  properties.inertia = J.selfadjointView<Eigen::Upper>();
  return properties;
}

BodyIndex Maker::addBody(const Vector3& near, bool isMassless) {
  Body body;
  body.name = fmt::format("b{}", model_.bodies.size());
  body.X_WB = {draws_.rotation(), near + length_ * draws_.vector()};
  if (draws_.oneIn(6)) body.X_WB.R = Matrix3::Identity();
  if (!isMassless) body.massProperties = massProperties();
  return model_.bodies.add(body);
}

BodyIndex Maker::addGround() {
  Body ground;
  ground.name = "ground";
  ground.isGround = true;
  ground.X_WB.R = model_.R_WS;
  return model_.bodies.add(ground);
}

// Seldom a rod, which can only be removed if nothing else is attached to it, and never one that moves nothing.
BodyIndex Maker::anyBody() {
  for (;;) {
    const BodyIndex body{draws_.below(model_.bodies.size())};
    const bool isRod = std::ranges::find(rods_, body) != rods_.end();
    if (!isRod || (model_.bodies[body].massProperties.mass > 0 && draws_.oneIn(10))) return body;
  }
}

Vector3 Maker::pointNear(BodyIndex body) { return model_.bodies[body].X_WB.p + 0.7 * length_ * draws_.vector(); }
Vector3 Maker::pointBetween(BodyIndex a, BodyIndex b) {
  const double share = draws_.uniform(0.2, 0.8);
  return (1 - share) * model_.bodies[a].X_WB.p + share * model_.bodies[b].X_WB.p + 0.3 * length_ * draws_.vector();
}

MarkerIndex Maker::addMarker(BodyIndex body, const Pose& X_WM) {
  const Body& owner = model_.bodies[body];
  const std::string name = fmt::format("{}.m{}", owner.name, model_.markers.size());
  return model_.markers.add({name, body, inverse(owner.X_WB) * X_WM, {}});
}

// Away from positions where coordinates are no longer unique: a cross in line, a bend by half a turn.
std::vector<double> Maker::anyPosition(const JointType& type, const JointParameters& parameters) {
  std::vector<double> z = zeroPosition(type);
  const std::vector<CoordinateName> names = coordinateNames(type);
  for (int attempt = 0;; ++attempt) {
    std::vector<double> change;
    for (const CoordinateName& name : names) {
      change.push_back(name.isRotation ? draws_.uniform(-1, 1) * (names.size() == 1 ? 2.5 : 0.9)
                                       : length_ * draws_.uniform(-1, 1));
    }
    z = zeroPosition(type);
    advance(type, z, change);
    const Pose X_FM = jointPose(type, parameters, z);
    const bool hasLength = !needsLength(type) || lengthAt(type, X_FM) > 0.1 * length_;
    const bool hasAngle = !needsAngle(type) || std::abs(std::cos(angleAt(type, X_FM))) < 0.95;
    if ((hasLength && hasAngle) || attempt > 100) return z;
  }
}

JointIndex Maker::addJoint(const JointType& type, BodyIndex i, BodyIndex j, const Pose& X_WF, bool isOnLoop) {
  Joint joint;
  joint.name = fmt::format("j{}", model_.joints.size());
  joint.type = type;
  if (needsLength(type)) joint.length = length_ * draws_.uniform(0.3, 1.5);
  if (needsPitch(type)) joint.pitch = length_ * draws_.sign() * draws_.uniform(0.05, 0.5);
  std::vector<double> z =
      draws_.oneIn(3) && !keepsEquationInTree(type) ? zeroPosition(type) : anyPosition(type, parametersOf(joint));
  const Pose X_FM = jointPose(type, parametersOf(joint), z);
  if (needsLength(type)) joint.length = lengthAt(type, X_FM);
  if (needsAngle(type)) joint.angle = angleAt(type, X_FM);
  joint.i = addMarker(i, X_WF * X_FM);
  joint.j = addMarker(j, X_WF);
  const JointIndex index = model_.joints.add(std::move(joint));
  made_.push_back({index, std::move(z), isOnLoop});
  freedoms_ += dofOf(type);
  return index;
}

JointType Maker::anyJointType() {
  const auto types = jointTypes();
  for (;;) {
    const int choice = draws_.below(static_cast<int>(types.size()) + 4);
    if (choice == static_cast<int>(types.size())) {
      std::array<bool, 6> isFree{};
      for (bool& one : isFree) one = draws_.oneIn(2);
      const JointType type = generalJointType(isFree);
      if (dofOf(type) > 0) return type;
      continue;
    }
    if (choice > static_cast<int>(types.size())) return *findJointType(draws_.oneIn(2) ? "revolute" : "spherical");
    const JointType& type = types[at(choice)];
    if (type.name != "fixed" && type.name != "free") return type;  // welds and free bodies have their own cells
  }
}

// ---- cells ----

void Maker::addOpenChain() {
  BodyIndex before = anyBody();
  for (int k = 1 + draws_.below(3); k > 0; --k) {
    const BodyIndex body = addBody(model_.bodies[before].X_WB.p);
    const Pose X_WF{draws_.rotation(), pointBetween(body, before)};
    const bool isTurned = draws_.oneIn(2);
    addJoint(draws_.oneIn(10) ? *findJointType("free") : anyJointType(), isTurned ? before : body,
             isTurned ? body : before, X_WF, false);
    before = body;
  }
}

// Bodies in a row from one body to another or back to it. Mostly with freedoms to spare; sometimes a structure.
void Maker::addSpatialLoop() {
  const BodyIndex from = anyBody();
  const BodyIndex to = draws_.oneIn(2) ? from : anyBody();
  const int bodies = 1 + draws_.below(3);
  const int wanted = draws_.oneIn(12) ? 0 : (from == to ? 7 : 6);
  std::vector<JointType> types;
  for (int attempt = 0; attempt < 100; ++attempt) {
    types.clear();
    int freedoms = 0;
    for (int k = 0; k <= bodies; ++k) {
      types.push_back(anyJointType());
      freedoms += dofOf(types.back());
    }
    if (freedoms >= wanted && freedoms <= 10) break;
  }
  BodyIndex before = from;
  for (int k = 0; k <= bodies; ++k) {
    if (k == bodies && before == to) return;
    const BodyIndex body = k < bodies ? addBody(model_.bodies[before].X_WB.p) : to;
    const Pose X_WF{draws_.rotation(), pointBetween(body, before)};
    const bool isTurned = draws_.oneIn(2);
    addJoint(types[at(k)], isTurned ? before : body, isTurned ? body : before, X_WF, true);
    before = body;
  }
  freedoms_ -= 6;
}

// All hinges have one direction and all slides are normal to it: three of the six equations are redundant.
void Maker::addPlanarLoop() {
  const BodyIndex from = anyBody();
  const Matrix3 plane = draws_.rotation();
  const int bodies = 3 + draws_.below(2);
  const bool hasGuard = draws_.oneIn(4);  // an additional joint that only repeats the plane
  BodyIndex before = from;
  for (int k = 0; k <= bodies; ++k) {
    const BodyIndex body = k < bodies ? addBody(model_.bodies[before].X_WB.p) : from;
    Pose X_WF{plane * rotationAbout(2, draws_.uniform(-3, 3)), pointBetween(body, before)};
    const int kind = draws_.below(8);
    std::string_view type = "revolute";
    if (kind == 0 && k < 2) {
      type = "translational";
      X_WF.R = X_WF.R * rotationAbout(0, std::numbers::pi / 2);
    } else if (kind == 1) {
      type = "cylindrical";
    } else if (kind == 2 && bodies == 3) {
      type = "revolute-revolute";
    }
    addJoint(*findJointType(type), body, before, X_WF, true);
    if (hasGuard && k == 1) addJoint(*findJointType("planar"), body, from, {plane, pointNear(body)}, true);
    before = body;
  }
  freedoms_ -= hasGuard ? 6 : 3;  // the guard's three are redundant
}

// Hinges whose axes meet in one point.
void Maker::addSphericalLoop() {
  const BodyIndex from = anyBody();
  const Vector3 centre = pointNear(from);
  BodyIndex before = from;
  const int bodies = 3;
  for (int k = 0; k <= bodies; ++k) {
    const BodyIndex body = k < bodies ? addBody(centre) : from;
    const Matrix3 R = draws_.rotation();
    addJoint(*findJointType("revolute"), body, before, {R, centre + draws_.uniform(-1, 1) * length_ * R.col(2)}, true);
    before = body;
  }
  freedoms_ -= 3;
}

// Equal cranks between two bodies: each one beyond the second is redundant.
void Maker::addParallelCranks() {
  const BodyIndex from = anyBody();
  const Matrix3 plane = draws_.rotation();
  const Vector3 crank = length_ * draws_.uniform(0.3, 1.5) * (plane * rotationAbout(2, draws_.uniform(-3, 3))).col(0);
  const BodyIndex coupler = addBody(model_.bodies[from].X_WB.p);
  const int cranks = 2 + draws_.below(2);
  for (int k = 0; k < cranks; ++k) {
    const BodyIndex body = addBody(model_.bodies[from].X_WB.p);
    const Vector3 pivot = pointNear(from);
    const JointType& hinge = *findJointType("revolute");
    addJoint(hinge, body, from, {plane, pivot}, true);
    addJoint(hinge, coupler, body, {plane, pivot + crank}, true);
    freedoms_ -= 2;
  }
  freedoms_ += 1;
}

// A bar between two bodies: with balls, with a cross, or a massless strut on a ball and a hinge.
void Maker::addRod() {
  const BodyIndex first = anyBody();
  const BodyIndex second = anyBody();
  if (first == second || (freedoms_ < 2 && !draws_.oneIn(8))) return;
  const Vector3 start = pointNear(first);
  const Vector3 along = (pointNear(second) - start);
  const double size = along.norm();
  if (size < 0.2 * length_) return;
  if (draws_.oneIn(5)) {
    addJoint(*findJointType("spherical"), first, second, {draws_.rotation(), start}, true);
    freedoms_ -= 6;
    return;
  }
  Body bar;
  bar.name = fmt::format("b{}", model_.bodies.size());
  const Matrix3 R_WR = *rotationFromZ(along);
  bar.X_WB = {draws_.rotation(), start + draws_.uniform(0, 1) * along};
  if (draws_.oneIn(2)) bar.X_WB.p += 0.2 * length_ * draws_.vector();  // puts the frame beside the axis
  constexpr std::array kEnds{"spherical", "spherical", "universal", "hooke", "constant-velocity", "revolute"};
  const std::string_view end = kEnds[at(draws_.below(static_cast<int>(kEnds.size())))];
  if (!draws_.oneIn(3) && end != "revolute") {
    MassProperties thin;  // in the rod's frame: origin at the start, z along
    thin.mass = mass_ * draws_.decades(-1, 0.5);
    thin.com = {0, 0, draws_.uniform(0.2, 0.8) * size};
    const double across = thin.mass * size * size * draws_.uniform(0.05, 0.2);
    const double axial = draws_.oneIn(3) ? across * draws_.decades(-4, -1) : 0;
    thin.inertia.diagonal() = Vector3(across, across, axial);
    bar.massProperties = transformed(inverse(bar.X_WB) * Pose{R_WR, start}, thin);
    bar.massProperties.inertia = bar.massProperties.inertia.selfadjointView<Eigen::Upper>();
  }
  const BodyIndex rod = model_.bodies.add(bar);
  rods_.push_back(rod);
  // A hinge across the bar; crosses have an arm on the bar that is roughly normal to it.
  const Matrix3 across = R_WR * rotationAbout(0, std::numbers::pi / 2);
  const bool isOnI = draws_.oneIn(2);
  addJoint(*findJointType("spherical"), isOnI ? rod : first, isOnI ? first : rod, {draws_.rotation(), start}, true);
  const Matrix3 R = draws_.oneIn(3) ? draws_.rotation() : across * rotationAbout(2, draws_.uniform(-1, 1));
  addJoint(*findJointType(end), second, rod, {end == "revolute" ? across : R, start + along}, true);
  freedoms_ -= 6;
}

// A body welded to another one, or two of them.
void Maker::addWeld() {
  const BodyIndex to = anyBody();
  const BodyIndex body = addBody(model_.bodies[to].X_WB.p);
  for (int k = draws_.oneIn(4) ? 2 : 1; k > 0; --k) {
    addJoint(*findJointType("fixed"), body, to, {draws_.rotation(), pointBetween(body, to)}, false);
  }
  if (draws_.oneIn(3)) {
    const BodyIndex other = addBody(model_.bodies[body].X_WB.p);
    addJoint(*findJointType("fixed"), body, other, {draws_.rotation(), pointBetween(body, other)}, false);
  }
}

// A door: a second hinge on the axis of another one.
void Maker::addDoubledHinge() {
  for (const JointIndex index : model_.joints.indexes()) {
    const Joint joint = model_.joints[index];
    if (joint.type.name != "revolute") continue;
    Pose X_WF = worldPose(model_, joint.j);
    X_WF.p += length_ * draws_.uniform(0.1, 1) * X_WF.R.col(2);
    addJoint(joint.type, bodyI(model_, joint), bodyJ(model_, joint), X_WF, true);
    freedoms_ -= 1;
    return;
  }
}

// A massless part between two others, moved by what is attached to it.
void Maker::addMasslessLink() {
  const BodyIndex from = anyBody();
  const BodyIndex cross = addBody(model_.bodies[from].X_WB.p, true);
  const BodyIndex body = addBody(model_.bodies[cross].X_WB.p);
  constexpr std::array kTypes{"revolute", "translational", "screw", "hooke", "universal"};
  const auto type = [&] { return *findJointType(kTypes[at(draws_.below(static_cast<int>(kTypes.size())))]); };
  addJoint(type(), cross, from, {draws_.rotation(), pointBetween(cross, from)}, false);
  addJoint(type(), body, cross, {draws_.rotation(), pointBetween(body, cross)}, false);
}

// Far from the origin, where digits are lost.
void Maker::moveAway() {
  const Vector3 way = length_ * draws_.decades(0, 2) * draws_.direction();
  for (Body& body : model_.bodies) {
    if (!body.isGround) body.X_WB.p += way;
  }
  for (Marker& marker : model_.markers) {
    const Body& body = model_.bodies[marker.body];
    if (body.isGround) marker.X_BM.p += body.X_WB.R.transpose() * way;
  }
}

// None, random ones that the joints allow, or random rates of coordinates.
void Maker::setVelocities() {
  switch (draws_.below(3)) {
    case 0: return;
    case 1:
      if (options_.isPart) return;  // it may be attached, which puts joints on loops
      for (const Scalar& scalar : scalars()) {
        const bool isDriven = std::ranges::any_of(
            model_.drives, [&](const Drive& drive) { return drive.coordinate == scalar.coordinate; });
        const bool isCoupled = !model_.couplers.empty();
        if (scalar.isOnLoop || isDriven || isCoupled || draws_.oneIn(2)) continue;
        model_.joints[scalar.coordinate.joint].initials.push_back(
            {scalar.coordinate.coordinate, std::nullopt,
             rate_ * (scalar.isRotation ? 1 : length_) * draws_.uniform(-1, 1)});
      }
      return;
    default: break;
  }
  const CartesianSystem system = makeCartesianSystem(model_);
  CartesianState state = initialState(system);
  for (const BodyIndex index : model_.bodies.indexes()) {
    if (model_.bodies[index].isGround) continue;
    state.bodies[at(index.value)].v = length_ * rate_ * draws_.vector();
    state.bodies[at(index.value)].w = rate_ * draws_.vector();
  }
  projectVelocities(system, state);
  for (const BodyIndex index : model_.bodies.indexes()) {
    Body& body = model_.bodies[index];
    if (body.isGround) continue;
    body.v_WB = state.bodies[at(index.value)].v;
    body.w_WB = state.bodies[at(index.value)].w;
  }
}

}  // namespace mb::random
