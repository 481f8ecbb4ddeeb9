// The Cartesian reference against numbers from elsewhere: closed forms, published values, finite differences.
#include <numbers>

#include "runtime/cartesian/equations.h"
#include "runtime/cartesian/reference.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::cartesian;
using namespace mb::testing;

namespace {

BodyIndex body(const CartesianModel& model, const std::string& name) { return findBody(model, name).value(); }
JointIndex joint(const CartesianModel& model, const std::string& name) { return findJoint(model, name).value(); }

// RepeatedNumbers that repeat, between -1 and 1.
class RepeatedNumbers {
 public:
  double next() { return std::sin(12.9898 * static_cast<double>(++count_)); }
  Vector3 vector() {
    const double x = next();
    const double y = next();
    return {x, y, next()};
  }
  Pose pose() {
    const Vector3 p = vector();
    return {rotationOf(2 * vector()), p};
  }

 private:
  int count_ = 0;
};

CartesianState assembled(const CartesianSystem& system) {
  CartesianState state = initialState(system);
  projectPositions(system, state);
  projectVelocities(system, state);
  return state;
}

// A state off the initial one, on the constraints and in motion.
CartesianState shaken(const CartesianSystem& system, double size, double time) {
  RepeatedNumbers numbers;
  CartesianState state = initialState(system);
  state.time = time;
  for (const BodyIndex index : system.columns.indexes()) {
    if (system.columns[index] < 0) continue;
    FrameMotion& motion = state.bodies[at(index.value)];
    motion.X.p += size * system.length * numbers.vector();
    motion.X.R = rotationOf(size * numbers.vector()) * motion.X.R;
    motion.v += system.length * numbers.vector();
    motion.w += numbers.vector();
  }
  CHECK(projectPositions(system, state).residualAfter < 1e-14 * (1 + system.length));
  projectVelocities(system, state);
  return state;
}

// Where constant accelerations bring the state: right to the second order in position, to the first in velocity.
CartesianState along(const CartesianSystem& system, const CartesianState& state, const CartesianAccelerations& a,
                     double h) {
  CartesianState moved = state;
  moved.time += h;
  for (std::size_t k = 0; k < system.model.drives.size(); ++k) {
    const Jet target = driveAt(system, state, kinematics(system, state), k);
    moved.driveIntegrals[2 * k] += h * target.rate + h * h / 2 * target.second;
    moved.driveIntegrals[2 * k + 1] += h * target.second;
  }
  for (std::size_t k = 0; k < state.bodies.size(); ++k) {
    const FrameMotion& from = state.bodies[k];
    FrameMotion& to = moved.bodies[k];
    to.X.p += h * from.v + h * h / 2 * a.v_dot[k];
    to.X.R = rotationOf(h * from.w + h * h / 2 * a.w_dot[k]) * from.X.R;
    to.v += h * a.v_dot[k];
    to.w += h * a.w_dot[k];
  }
  return moved;
}

// The rows' rates and accelerations against central differences of their values and rates along the motion.
struct RowErrors {
  Eigen::VectorXd rate;
  Eigen::VectorXd acceleration;
};
RowErrors rowErrors(const CartesianSystem& system, const CartesianState& state, const CartesianAccelerations& a) {
  constexpr double h = 1e-5;
  struct Rates {
    ConstraintEquations equations;
    Eigen::VectorXd rate;
  };
  const auto rates = [&](const CartesianState& where) {
    Rates result{constraintEquations(system, where, kinematics(system, where)), {}};
    result.rate = result.equations.J * stateVelocities(system, where) - result.equations.rate;
    return result;
  };
  const Rates now = rates(state);
  const Rates after = rates(along(system, state, a, h));
  const Rates before = rates(along(system, state, a, -h));
  Eigen::VectorXd accelerationsOfBodies(system.columnCount);
  for (const BodyIndex index : system.columns.indexes()) {
    if (system.columns[index] < 0) continue;
    accelerationsOfBodies.segment<6>(system.columns[index]) << a.v_dot[at(index.value)], a.w_dot[at(index.value)];
  }
  return {
      (after.equations.value - before.equations.value) / (2 * h) - now.rate,
      (after.rate - before.rate) / (2 * h) - (now.equations.J * accelerationsOfBodies - now.equations.acceleration)};
}

double mechanicalEnergy(const CartesianEnergy& e) { return e.kinetic + e.gravity + e.springs; }

// Two bodies adrift with a joint between them, somewhere in its range.
CartesianModel pairOf(const JointType& type, RepeatedNumbers& numbers) {
  CartesianModel model;
  for (const char* name : {"A", "B"}) {
    Body link;
    link.name = name;
    link.X_WB = numbers.pose();
    link.v_WB = numbers.vector();
    link.w_WB = 2 * numbers.vector();
    link.massProperties = {2 + numbers.next(), numbers.vector(), Vector3(1, 1.2, 1.5).asDiagonal()};
    model.bodies.add(link);
  }
  const Pose onA = numbers.pose();
  const Pose onB = numbers.pose();
  model.markers.add({"A.F", BodyIndex{0}, onA, {}});
  model.markers.add({"B.M", BodyIndex{1}, onB, {}});
  Joint link;
  link.name = "J";
  link.type = type;
  link.i = MarkerIndex{1};
  link.j = MarkerIndex{0};
  link.length = 0.7;
  link.pitch = 0.3;
  std::vector<double> z = zeroPosition(type);
  std::vector<double> dz(at(dofOf(type)));
  for (double& x : dz) x = 0.8 * numbers.next();
  advance(type, z, dz);
  Pose X_FM = jointPose(type, parametersOf(link), z);
  link.angle = angleAt(type, X_FM);
  if (keepsEquationInTree(type) && needsLength(type)) X_FM.p = link.length * X_FM.p.normalized();
  model.bodies[BodyIndex{1}].X_WB = model.bodies[BodyIndex{0}].X_WB * onA * X_FM * inverse(onB);
  model.joints.add(link);
  return model;
}

}  // namespace

TEST_CASE("rows of every joint, coordinate and marker drive have exact rates and accelerations") {
  std::vector<JointType> types(jointTypes().begin(), jointTypes().end());
  types.push_back(generalJointType({true, false, true, true, true, false}));
  types.push_back(generalJointType({false, true, false, true, false, true}));
  types.push_back(generalJointType({false, false, true, false, true, false}));
  RepeatedNumbers numbers;
  for (const JointType& type : types) {
    INFO(type.name << " " << motionsText(type));
    const CartesianModel model = pairOf(type, numbers);
    const CartesianSystem undriven = makeCartesianSystem(model);
    CartesianState state = assembled(undriven);
    const CartesianAccelerations a = accelerations(undriven, state);
    CHECK(a.rank == equationsOf(type));

    // The same motion, with everything measured that a drive can prescribe.
    CartesianModel measured = model;
    for (int c = 0; c < dofOf(type); ++c) {
      measured.drives.push_back({"", CoordinateRef{JointIndex{0}, c}, {}, {}, 0, ConstantFunction{0}, 0, {}});
    }
    for (int c = 0; c < 6; ++c) {
      measured.drives.push_back({"", {}, MarkerIndex{1}, MarkerIndex{0}, c, SineFunction{0.1, 0.2, 0.3, 0.4}, 0, {}});
    }
    const CartesianSystem driven = makeCartesianSystem(measured);
    state.driveIntegrals.resize(2 * measured.drives.size());
    RowErrors errors = rowErrors(driven, state, a);
    for (int c = 0; c < dofOf(type); ++c) {
      if (positionPlace(type, c) < 0) errors.rate(driven.jointRowCount + c) = 0;  // a ball has a velocity only
    }
    CHECK(errors.rate.cwiseAbs().maxCoeff() < 1e-6);
    CHECK(errors.acceleration.cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("drives and couplers of every kind hold in position, velocity and acceleration") {
  const CartesianSystem system = makeCartesianSystem(readSample("weld_and_forces"));
  const CartesianState state = shaken(system, 0.02, 0.21);
  const CartesianAccelerations a = accelerations(system, state);
  const RowErrors errors = rowErrors(system, state, a);
  CHECK(errors.rate.cwiseAbs().maxCoeff() < 1e-6);
  CHECK(errors.acceleration.cwiseAbs().maxCoeff() < 1e-5);
  CHECK(a.inconsistency < 1e-9);
  // At 0.21 s: a sine of 0.02 m at 3 Hz, a cosine of 0.05 m at 1 Hz, an acceleration of 0.3 exp(-t); along x all.
  const auto carriage = [&](const std::string& name) { return at(body(system.model, name).value); };
  const double w3 = 6 * std::numbers::pi;
  CHECK(a.v_dot[carriage("c3_carriage")].x() == Approx(-0.02 * w3 * w3 * std::sin(w3 * 0.21)).epsilon(1e-10));
  CHECK(state.bodies[carriage("c3_carriage")].X.p.x() == Approx(0.02 * std::sin(w3 * 0.21)).epsilon(1e-10));
  CHECK(state.bodies[carriage("c3_carriage")].v.x() == Approx(0.02 * w3 * std::cos(w3 * 0.21)).epsilon(1e-10));
  const double w1 = 2 * std::numbers::pi;
  CHECK(a.v_dot[carriage("c6_carriage")].x() == Approx(0.05 * w1 * w1 * std::cos(w1 * 0.21)).epsilon(1e-10));
  CHECK(a.v_dot[carriage("c7_carriage")].x() == Approx(0.3 * std::exp(-0.21)).epsilon(1e-10));
}

TEST_CASE("the integrals of drives of a rate and of an acceleration follow their functions") {
  CartesianModel model = readSample("weld_and_forces");
  CartesianSystem system = makeCartesianSystem(model);
  CartesianState state = assembled(system);
  constexpr double h = 0.01;
  for (int k = 0; k < 2; ++k) step(system, state, h);
  // push: x'' = 0.3 exp(-t) from rest; motor: 2 pi (3 s^2 - 2 s^3) rad/s with s = t / 2.
  const double t = 2 * h;
  const double x = state.bodies[at(body(model, "c7_carriage").value)].X.p.x();
  CHECK(x == Approx(0.3 * (std::exp(-t) - 1 + t)).epsilon(1e-7));  // of the method: h^5 / 120
  const double s = t / 2;
  const double angle = 4 * std::numbers::pi * (s * s * s - s * s * s * s / 2);
  const int motor = system.joints[joint(model, "bearing_1")].position;
  CHECK(state.coordinates[at(motor)] == Approx(angle).epsilon(1e-9));
}

TEST_CASE("degrees of freedom are those of the samples' tables, by Cartesian rank") {
  const std::vector<std::pair<std::string, int>> dof{{"andrews_squeezer", 1},
                                                     {"bricard", 1},
                                                     {"car", 15},
                                                     {"five_link_axle", 10},
                                                     {"five_link_corner", 7},
                                                     {"four_bar", 1},
                                                     {"four_bar_chassis", 7},
                                                     {"hmmwv", 10},
                                                     {"joint_catalogue", 68},
                                                     {"macpherson_corner", 9},
                                                     {"macpherson_steered", 9},
                                                     {"quadruped", 14},
                                                     {"rigid_axle", 10},
                                                     {"satellite", 9},
                                                     {"slider_crank", 1},
                                                     {"spatial_slider_crank", 1},
                                                     {"units_sae", 7},
                                                     {"weld_and_forces", 26},
                                                     {"wishbone_corner", 7}};
  for (const auto& [name, expected] : dof) {
    INFO(name);
    const CartesianSystem system = makeCartesianSystem(readSample(name));
    const CartesianState state = shaken(system, 0.01, 0);
    CHECK(system.columnCount - cartesianRank(system, state) == expected);
  }
}

TEST_CASE("the pendulum falls as elliptic functions say") {
  const CartesianSystem system = makeCartesianSystem(readSample("pendulum"));
  CartesianState state = assembled(system);
  constexpr double h = 0.005;
  for (int k = 0; k < 200; ++k) step(system, state, h);
  const FrameMotion& bob = state.bodies[1];
  CHECK(std::abs(bob.X.p.x() - 0.986291751132) < 1e-8);
  CHECK(std::abs(bob.X.p.y() + 0.165010853126) < 1e-8);
  CHECK(std::abs(bob.v.x() - 0.296905515916) < 1e-8);
  CHECK(std::abs(bob.v.y() - 1.77464364111) < 1e-8);
  CHECK(std::abs(mechanicalEnergy(energy(system, state))) < 1e-8);
  // The pivot bears the centripetal force and the weight along the bar; a point mass has no torque to give.
  const CartesianAccelerations a = accelerations(system, state);
  const double pull = bob.v.squaredNorm() - 9.81 * bob.X.p.y();
  REQUIRE(a.reactions[0].unique);
  CHECK((a.reactions[0].force + pull * bob.X.p).norm() < 1e-9);
  CHECK(a.reactions[0].torque.norm() < 1e-12);
}

TEST_CASE("Andrews' squeezer: rank 41 of 50, and the accelerations of the test set for IVP solvers") {
  const CartesianSystem system = makeCartesianSystem(readSample("andrews_squeezer"));
  const CartesianAccelerations a = accelerations(system, assembled(system));
  CHECK(a.rows == 50);
  CHECK(a.rank == 41);
  const double beta = 14222.4439199541138705911625887;
  const double theta = -10666.8329399655854029433719415;
  const auto spin = [&](const char* name) { return a.w_dot[at(body(system.model, name).value)].z(); };
  CHECK(spin("K1") == Approx(beta).epsilon(1e-12));
  CHECK(spin("K2") == Approx(beta + theta).epsilon(1e-12));
  for (const char* still : {"K3", "K4", "K5", "K6", "K7"}) CHECK(std::abs(spin(still)) < 1e-8);
}

TEST_CASE("Bricard's linkage typed with six digits closes with rank 29 of 30, and moves as published") {
  CartesianModel model = readSample("bricard");
  {
    CartesianModel rough = model;
    double sign = 1;
    for (Body& bar : rough.bodies) {
      if (bar.isGround) continue;
      bar.X_WB.R = bar.X_WB.R * rotationOf(sign * Vector3(3e-6, -2e-6, 1e-6));
      sign = -1.3 * sign;
    }
    const CartesianSystem system = makeCartesianSystem(rough);
    CartesianState state = initialState(system);
    const Projection projection = projectPositions(system, state);
    CHECK(projection.residualBefore > 1e-7);
    CHECK(projection.residualAfter < 1e-14);
    CHECK(cartesianRank(system, state) == 29);
  }
  const CartesianSystem system = makeCartesianSystem(model);
  CartesianState state = assembled(system);
  constexpr double h = 0.025;
  for (int k = 0; k < 40; ++k) step(system, state, h);
  const Vector3 P3 = state.bodies[at(body(model, "bar2").value)].X * Vector3(0, -0.5, 0);
  CHECK((P3 - Vector3(0.274481319265, -0.886707938735, -0.462330002687)).norm() < 1e-6);
  CHECK(std::abs(mechanicalEnergy(energy(system, state)) + 29.43) < 1e-5);
}

TEST_CASE("a nut on a screw accelerates as in closed form, also with friction and a stop") {
  CartesianModel model = readSample("joint_catalogue");
  const JointIndex screw = joint(model, "screw");
  const std::size_t box = at(body(model, "screw_box").value);
  const double lead = 0.01 / (2 * std::numbers::pi);
  const double inertia = 0.04 + lead * lead;
  {
    const CartesianSystem system = makeCartesianSystem(model);
    const CartesianAccelerations a = accelerations(system, assembled(system));
    CHECK(a.w_dot[box].z() == Approx(-9.81 * lead / inertia).epsilon(1e-12));
    CHECK(a.v_dot[box].z() == Approx(-9.81 * lead * lead / inertia).epsilon(1e-12));
  }
  model.joints[screw].frictions.push_back({0, 0.2, 0.2, 0.01, 0.1});
  model.joints[screw].limits.push_back({0, {}, -0.5, 3, 0.5});
  model.bodies[body(model, "screw_box")].w_WB.z() = 2;
  model.bodies[body(model, "screw_box")].v_WB.z() = 2 * lead;
  const CartesianSystem system = makeCartesianSystem(model);
  const CartesianState state = assembled(system);
  const CartesianAccelerations a = accelerations(system, state);
  // Sliding: 0.2 + 0.01 * 2 against the motion; half a radian past the stop: 3 * 0.5 + 0.5 * 2 back.
  const double torque = -0.22 - 2.5;
  CHECK(a.w_dot[box].z() == Approx((torque - 9.81 * lead) / inertia).epsilon(1e-12));
  CHECK(energy(system, state).power == Approx(-0.22 * 2 - 0.5 * 2 * 2).epsilon(1e-12));
  // All that the spindle does to the nut is what moves it.
  const CartesianAccelerations::Reaction& reaction = a.reactions[at(screw.value)];
  CHECK(reaction.torque.z() == Approx(0.04 * a.w_dot[box].z()).epsilon(1e-12));
  CHECK(reaction.force.z() == Approx(a.v_dot[box].z() + 9.81).epsilon(1e-12));
}

TEST_CASE("a massless bar between balls carries its bob as a distance does, and its spin is undetermined") {
  const Vector3 foot(0.1, 0.2, 0.3);
  const Vector3 end = foot + Vector3(0.3, 0, -0.4);
  CartesianModel model;
  for (const char* name : {"ground", "bar", "bob"}) {
    Body link;
    link.name = name;
    link.isGround = model.bodies.empty();
    if (link.name == "bar") link.X_WB.p = 0.5 * (foot + end);
    if (link.name == "bob") link.X_WB.p = end;
    model.bodies.add(link);
  }
  Body& bob = model.bodies[BodyIndex{2}];
  bob.massProperties = {2, Vector3::Zero(), Vector3(0.1, 0.2, 0.25).asDiagonal()};
  bob.v_WB = {0, 1.5, 0};
  model.bodies[BodyIndex{1}].v_WB = {0, 0.75, 0};
  model.bodies[BodyIndex{1}].w_WB = (end - foot).cross(bob.v_WB) / 0.25;
  const Vector3 half = 0.5 * (end - foot);
  const MarkerIndex onGround = model.markers.add({"ground.foot", BodyIndex{0}, {Matrix3::Identity(), foot}, {}});
  const MarkerIndex lower = model.markers.add({"bar.foot", BodyIndex{1}, {Matrix3::Identity(), -half}, {}});
  const MarkerIndex upper = model.markers.add({"bar.end", BodyIndex{1}, {Matrix3::Identity(), half}, {}});
  const MarkerIndex onBob = model.markers.add({"bob.end", BodyIndex{2}, {}, {}});
  Joint ball;
  ball.type = *findJointType("spherical");
  ball.name = "a";
  ball.i = lower;
  ball.j = onGround;
  model.joints.add(ball);
  ball.name = "b";
  ball.i = onBob;
  ball.j = upper;
  model.joints.add(ball);

  const CartesianSystem system = makeCartesianSystem(model);
  CartesianState state = initialState(system);
  CHECK(projectVelocities(system, state).residualBefore < 1e-14);
  const CartesianAccelerations a = accelerations(system, state);
  // A spherical pendulum: the bar's force along u balances weight and centripetal acceleration.
  const Vector3 u = (end - foot).normalized();
  const Vector3 expected = model.gravity - u.dot(model.gravity) * u - 1.5 * 1.5 / 0.5 * u;
  CHECK((a.v_dot[2] - expected).norm() < 1e-12);
  CHECK(a.w_dot[2].norm() < 1e-12);
  REQUIRE(a.undetermined.cols() == 1);
  CHECK(std::abs(a.undetermined.col(0).segment<3>(9).dot(u)) == Approx(1).epsilon(1e-12));
  CHECK(a.reactions[0].unique);
  CHECK((a.reactions[1].force - 2 * (expected - model.gravity)).norm() < 1e-12);
}

TEST_CASE("the reactions of two hinges on one axis are not unique, but their sum is") {
  const CartesianModel model = readSample("weld_and_forces");
  const CartesianSystem system = makeCartesianSystem(model);
  const CartesianState state = assembled(system);
  const CartesianAccelerations a = accelerations(system, state);
  const auto reaction = [&](const char* name) { return a.reactions[at(joint(model, name).value)]; };
  CHECK_FALSE(reaction("hinge_top").unique);
  CHECK_FALSE(reaction("hinge_bottom").unique);
  CHECK(reaction("latch_pivot").unique);
  // Door, handle and latch hang on the hinges alone.
  Vector3 sum = Vector3::Zero();
  for (const char* name : {"door", "handle", "latch"}) {
    const BodyIndex index = body(model, name);
    const MassProperties& properties = model.bodies[index].massProperties;
    const FrameMotion& motion = state.bodies[at(index.value)];
    const Vector3 arm = motion.X.R * properties.com;
    const Vector3 centre =
        a.v_dot[at(index.value)] + a.w_dot[at(index.value)].cross(arm) + motion.w.cross(motion.w.cross(arm));
    sum += properties.mass * (centre - model.gravity);
  }
  CHECK((reaction("hinge_top").force + reaction("hinge_bottom").force - sum).norm() < 1e-9);
}

TEST_CASE("velocities, energy and momentum change only by the forces that act") {
  for (const std::string name : {"satellite", "four_bar_chassis", "macpherson_corner"}) {
    INFO(name);
    const CartesianSystem system = makeCartesianSystem(readSample(name));
    CartesianState before = shaken(system, 0.01, 0);
    CartesianState after = before;
    const CartesianEnergy e = energy(system, before);
    const CartesianAccelerations a = accelerations(system, before);
    constexpr double h = 1e-6;
    step(system, before, -h);
    step(system, after, h);
    double largest = 1;
    double error = 0;
    for (std::size_t k = 0; k < after.bodies.size(); ++k) {
      const Vector3 v_dot = (after.bodies[k].v - before.bodies[k].v) / (2 * h);
      const Vector3 w_dot = (after.bodies[k].w - before.bodies[k].w) / (2 * h);
      largest = std::max({largest, a.v_dot[k].norm(), a.w_dot[k].norm()});
      error = std::max({error, (v_dot - a.v_dot[k]).norm(), (w_dot - a.w_dot[k]).norm()});
    }
    CHECK(error < 1e-6 * largest);
    const CartesianEnergy e0 = energy(system, before);
    const CartesianEnergy e1 = energy(system, after);
    const double size = std::abs(e.kinetic) + std::abs(e.gravity) + std::abs(e.springs);
    CHECK((mechanicalEnergy(e1) - mechanicalEnergy(e0)) / (2 * h) == Approx(e.power).epsilon(1e-4).margin(1e-9 * size));
    if (name != "satellite") continue;
    CHECK((e1.momentum - e0.momentum).norm() < 1e-11 * (1 + e0.momentum.norm()));
    CHECK((e1.angularMomentum - e0.angularMomentum).norm() < 1e-11 * (1 + e0.angularMomentum.norm()));
  }
}
