// Suspensions of Chrono: what each template is made of, and where its parts are on either side.
#include "tests/support/texts/chrono_suspensions.h"

#include <numbers>

namespace mb {
namespace {

const Body& body(const CartesianModel& model, std::string_view name) {
  const std::optional<BodyIndex> index = findBody(model, name);
  INFO(name);
  REQUIRE(index);
  return model.bodies[*index];
}

const Joint& joint(const CartesianModel& model, std::string_view name) {
  const std::optional<JointIndex> index = findJoint(model, name);
  INFO(name);
  REQUIRE(index);
  return model.joints[*index];
}

template <class Law>
const Law& law(const CartesianModel& model, std::string_view name) {
  for (const Force& force : model.forces) {
    if (force.name == name) return std::get<Law>(force.law);
  }
  FAIL("no force " << name);
  throw 0;
}

void checkNear(const Vector3& found, const Vector3& expected, double tolerance = 1e-12) {
  CAPTURE(found.transpose(), expected.transpose());
  CHECK((found - expected).cwiseAbs().maxCoeff() <= tolerance);
}

Vector3 pointI(const CartesianModel& model, std::string_view name) { return worldPose(model, joint(model, name).i).p; }
Vector3 axisI(const CartesianModel& model, std::string_view name) {
  return worldPose(model, joint(model, name).i).R.col(2);
}

int equations(const CartesianModel& model) {
  int count = 0;
  for (const Joint& one : model.joints) count += equationsOf(one.type);
  return count;
}

struct Census {
  std::string name;
  std::vector<std::string> members;
  int bodies;  // without the chassis
  int joints;
  int forces;
  int freedom;  // Gruebler's count on a fixed chassis: two spins, two of the axle or one a side, idle spins of rods
};

// Counted by hand from the construction of each template in Chrono's sources.
const std::vector<Census>& templates() {
  static const std::string single =
      R"("Control Arm": { "Mass": 5, "COM": [0, 0.5, 0], "Inertia": [0.1, 0.1, 0.1], "Location Chassis": [0, 0.2, 0],
           "Location Upright": [0, 0.7, 0] },
         "Shock": { "Location Chassis": [0, 0.3, 0.3], "Location Arm": [0, 0.5, 0], "Spring Coefficient": 2e4,
           "Damping Coefficient": 1e3, "Free Length": 0.4 })";
  static const std::string strut =
      R"("Control Arm": { "Mass": 5, "COM": [0, 0.5, -0.1], "Inertia": [0.1, 0.1, 0.1],
           "Location Chassis Front": [0.2, 0.3, -0.1], "Location Chassis Back": [-0.2, 0.3, -0.1],
           "Location Upright": [0, 0.8, -0.15] }, "Strut": { "Mass": 5, "Inertia": [0.1, 0.1, 0.1] },
         "Spring": { "Location Chassis": [0, 0.7, 0.6], "Location Upright": [0, 0.75, 0.2], "Spring Coefficient": 2e4,
           "Free Length": 0.5 },
         "Shock": { "Location Chassis": [0, 0.7, 0.6], "Location Upright": [0, 0.75, 0.2], "Damping Coefficient": 1e3 })";
  static const std::string multi =
      R"("Upper Arm": { "Mass": 5, "COM": [0, 0.6, 0.1], "Inertia": [0.1, 0.1, 0.1],
           "Location Chassis Front": [0.06, 0.55, 0.08], "Location Chassis Back": [-0.16, 0.5, 0.06],
           "Location Upright": [0.05, 0.86, 0.15] },
         "Lateral": { "Mass": 2, "COM": [0, 0.6, -0.1], "Inertia": [0.05, 0.05, 0.01],
           "Location Chassis": [0.03, 0.34, -0.13], "Location Upright": [0.03, 0.84, -0.09],
           "Universal Joint Axis Link": [-1, 0, 0], "Universal Joint Axis Chassis": [0, -0.6, 0.8] },
         "Trailing Link": { "Mass": 15, "COM": [0.3, 0.7, -0.1], "Inertia": [0.5, 0.5, 0.5],
           "Location Chassis": [0.7, 0.6, -0.07], "Location Upright": [0, 0.86, -0.16],
           "Universal Joint Axis Link": [0, 0, 1], "Universal Joint Axis Chassis": [-0.6, 0.8, 0] },
         "Spring": { "Location Chassis": [0.2, 0.6, 0.1], "Location Link": [0.2, 0.7, -0.16],
           "Spring Coefficient": 2e4, "Free Length": 0.3 },
         "Shock": { "Location Chassis": [0.2, 0.6, 0.3], "Location Link": [0.2, 0.7, -0.16], "Damping Coefficient": 1e3 })";
  static const std::string reduced =
      R"("Shock": { "Location Chassis": [0.1, 0.5, 0.3], "Location Upright": [0.1, 0.55, -0.05],
           "Spring Coefficient": 2e4, "Damping Coefficient": 1e3, "Free Length": 0.4 })";
  static const std::string irs =
      R"("Trailing Arm": { "Mass": 7, "COM": [0.5, 0.9, 0.1], "Inertia": [0.1, 0.3, 0.3],
           "Location Chassis": [1, 0.9, 0.2], "Location Spindle": [0, 0.9, 0] },
         "Upper Link": { "Mass": 2, "COM": [-0.1, 0.5, 0.4], "Inertia": [0.1, 0.1, 0.1], "Location Chassis": [-0.1, 0.2, 0.6],
           "Location Arm": [-0.1, 0.9, 0.3], "Universal Joint Axis": [1, 0, 0] },
         "Lower Link": { "Mass": 2, "COM": [-0.1, 0.5, 0.1], "Inertia": [0.1, 0.1, 0.1], "Location Chassis": [-0.1, 0.2, 0.3],
           "Location Arm": [-0.1, 0.9, 0], "Universal Joint Axis": [1, 0, 0] })";
  static const std::string semi =
      R"("Trailing Arm": { "Mass": 7, "COM": [0.3, 0.6, 0], "Inertia": [0.1, 0.1, 0.1],
           "Location Chassis Outer": [0.5, 0.4, 0], "Location Chassis Inner": [0.4, 0.2, 0],
           "Location Spindle": [0, 0.5, 0] })";
  static const std::string solid =
      R"("Upper Link": { "Mass": 2, "COM": [0.2, 0.5, 0.15], "Inertia": [0.1, 0.1, 0.1], "Location Axle": [-0.05, 0.48, 0.15],
           "Location Chassis": [0.36, 0.5, 0.15] },
         "Lower Link": { "Mass": 3, "COM": [0.2, 0.5, -0.06], "Inertia": [0.1, 0.1, 0.1], "Location Axle": [0.01, 0.6, -0.08],
           "Location Chassis": [0.45, 0.35, -0.05] },
         "Draglink": { "Mass": 1, "Inertia": [0.1, 0.1, 0.1], "Location Chassis": [0.39, 0.45, -0.02],
           "Location Bell Crank": [0, 0.43, -0.05] },
         "Bell Crank": { "Mass": 1, "Inertia": [0.1, 0.1, 0.1], "Location Tierod": [-0.08, 0.33, -0.07],
           "Location Axle": [0, 0.33, -0.05] })";
  static const std::string bellcrank =
      R"("Bellcrank": { "Mass": 24, "Inertia": [0.2, 0.3, 0.3], "Location Axle": [0, 0, 0.25],
           "Location Tierod": [-0.27, 0.04, 0.15] },
         "Draglink": { "Mass": 10, "Inertia": [0.5, 0.6, 0.9], "Location Steering": [0.74, -0.2, 0.09],
           "Location Bellcrank": [0.05, 0.26, 0.15] },
         "Tierod": { "Mass": 10, "Inertia": [0.1, 0.1, 0.1] })";
  static const std::string antiroll =
      R"("Anti Roll Bar": { "Mass": 5, "Inertia": [0.5, 0.1, 0.5], "Location Chassis": [-0.4, 0.35, -0.05],
           "Location Axle": [0, 0.35, -0.05], "Rotational Stiffness": 1000, "Rotational Damping": 10 })";
  static const std::string primaxx =
      R"("Axle Housing": { "Mass": 45, "COM": [0, 0, 0], "Inertia": [0.7, 0.1, 0.7] },
         "Transverse Beam": { "Mass": 1, "COM": [-0.4, 0, -0.2], "Inertia": [0.5, 0.2, 0.5] },
         "Lower Beam": { "Mass": 3, "COM": [0, 0.65, 0], "Inertia": [0.05, 0.05, 0.01],
           "Chassis Attachment Point": [0.63, 0.65, 0], "Axle Housing Attachment Point": [0, 0.65, -0.2],
           "Transverse Beam Attachment Point": [-0.4, 0.65, -0.2] },
         "Torque Rod": { "Mass": 1, "COM": [0, 0.65, 0], "Inertia": [0.01, 0.01, 0.01],
           "Chassis Attachment Point": [0.63, 0.65, 0.1], "Axle Housing Attachment Point": [0, 0.65, 0.1] },
         "Knuckle": { "Mass": 1, "COM": [0, 0.83, 0], "Inertia": [0.01, 0.01, 0.01],
           "Lower Attachment Point": [0, 0.85, -0.06], "Upper Attachment Point": [0, 0.82, 0.09] },
         "Tierod": { "Location Chassis": [-0.09, 0.4, -0.08], "Location Knuckle": [-0.09, 0.83, -0.08] },
         "Shock Axle Housing": { "Location Chassis": [-0.1, 0.65, 0.15], "Location Axle Housing": [-0.1, 0.65, -0.1],
           "Spring Coefficient": 0, "Damping Coefficient": 2e4, "Free Length": 0.4 },
         "Shock Lower Beam": { "Location Chassis": [-0.4, 0.65, 0.15], "Location Lower Beam": [-0.4, 0.65, -0.2],
           "Spring Coefficient": 3e5, "Damping Coefficient": 0, "Free Length": 0.4 })";
  static const std::string pinned =
      R"("Tube": { "Mass": 10, "COM": [0, 0, 0], "Inertia": [0.6, 0.3, 0.6], "Pin Location": [0, 0, 0.15] })";
  static const std::vector<Census> kTemplates{
      {"DoubleWishbone", {kUpright, wishbones(), kTierodMassless, kSpringOnArm}, 8, 12, 4, 4},
      {"DoubleWishboneReduced", {kUpright, wishbones(), kTierodMassless, reduced}, 4, 12, 2, 4},
      {"MacPhersonStrut", {kUpright, strut, kTierodMassless}, 8, 12, 4, 4},
      {"MultiLink", {kUpright, multi, kTierodMassless}, 10, 16, 4, 4},
      {"ThreeLinkIRS", {irs, kSpringOnArm}, 8, 12, 4, 4},
      {"SemiTrailingArm", {semi, kSpringOnArm}, 4, 4, 4, 4},
      {"SingleWishbone", {kUpright, single, kTierodMassless}, 6, 8, 2, 4},
      {"RigidSuspension", {}, 2, 2, 0, 2},
      {"SolidAxle", {kTube, knuckle(), kToeBar, solid, kSpringOnAxle}, 12, 18, 4, 4},
      {"SolidThreeLinkAxle", {kTube, kThreeLinks, kSpringOnAxle}, 6, 8, 4, 4},
      {"SolidBellcrankThreeLinkAxle", {kTube, knuckle(), kThreeLinks, bellcrank, kSpringOnAxle}, 12, 17, 4, 6},
      {"LeafspringAxle", {kTube, kSpringOnAxle}, 3, 3, 4, 4},
      {"ToeBarLeafspringAxle", {kTube, knuckle(), kToeBar, kDraglink, kSpringOnAxle}, 7, 9, 4, 4},
      {"SAELeafspringAxle", {kTube, kLeaves}, 13, 16, 12, 6},
      {"SAEToeBarLeafspringAxle", {kTube, knuckle(), kToeBar, kDraglink, kLeaves}, 17, 22, 12, 6},
      {"DeDionAxle", {kTube, kWatt, kSpringOnAxle}, 6, 8, 4, 6},
      {"ToeBarDeDionAxle", {kTube, kWatt, knuckle(), kToeBar, kDraglink, kSpringOnAxle}, 10, 14, 4, 7},
      {"PushPipeAxle", {kTube, kPanhardRod, kSpringOnAxle}, 4, 5, 4, 5},
      {"ToeBarPushPipeAxle", {kTube, kPanhardRod, knuckle(), kToeBar, kDraglink, kSpringOnAxle}, 8, 11, 4, 5},
      {"RigidPanhardAxle", {kTube, kPanhardRod, antiroll, kSpringOnAxle}, 6, 9, 5, 5},
      {"ToeBarRigidPanhardAxle",
       {kTube, kPanhardRod, antiroll, knuckle(), kToeBar, kDraglink, kSpringOnAxle},
       10,
       15,
       5,
       5},
      {"RigidPinnedAxle", {pinned}, 3, 3, 0, 3},
      {"HendricksonPRIMAXX", {primaxx}, 9, 14, 4, 0},
  };
  return kTemplates;
}

}  // namespace

TEST_CASE("every template of a Chrono suspension has its bodies, joints, springs and freedom") {
  for (const Census& one : templates()) {
    CAPTURE(one.name);
    std::vector<std::string> members = one.members;
    members.push_back(kSpindle);
    const ReadSuspension read = readSuspension(suspensionText(one.name, members));
    CHECK(read.messages == "");
    CHECK(read.model.bodies.size() - 1 == one.bodies);
    CHECK(read.model.joints.size() == one.joints);
    CHECK(static_cast<int>(read.model.forces.size()) == one.forces);
    CHECK(6 * one.bodies - equations(read.model) == one.freedom);
    for (const chrono::Side side : chrono::kSides) {
      const BodyIndex spindle = read.ends.spindle[chrono::indexOf(side)];
      REQUIRE(spindle.valid());
      const double y = side == chrono::Side::left ? 0.9 : -0.9;
      checkNear(read.model.bodies[spindle].X_WB.p, Vector3(0.1, y, 0));
      CHECK(read.model.markers[read.ends.wheelCentre[chrono::indexOf(side)]].body == spindle);
      CHECK(read.ends.antiroll[chrono::indexOf(side)].valid());
    }
  }
}

TEST_CASE("a double wishbone has the arms' frames that Chrono's replica states, and mirrored ones on the right") {
  const Vector3 location(1.7, 0, 0.1);
  const CartesianModel model = readSuspension(doubleWishbone(), {location, false}).model;
  // Chrono writes the quaternions with six digits.
  const auto frame = [&](std::string_view name) { return body(model, name).X_WB.R; };
  const Matrix3 uca = Quaternion(0.990546, -0.044692, -0.105231, -0.075701).normalized().toRotationMatrix();
  const Matrix3 lca = Quaternion(0.992745, -0.120235, 0, 0).normalized().toRotationMatrix();
  CHECK((frame("uca_left") - uca).cwiseAbs().maxCoeff() < 5e-6);
  CHECK((frame("lca_left") - lca).cwiseAbs().maxCoeff() < 5e-6);
  // The right frames come from mirrored points: x along the hinge and y are images, z is turned.
  const Matrix3 image = Vector3(1, -1, 1).asDiagonal() * frame("uca_left") * Vector3(1, 1, -1).asDiagonal();
  CHECK((frame("uca_right") - image).cwiseAbs().maxCoeff() < 1e-14);

  checkNear(body(model, "uca_left").X_WB.p, location + Vector3(-0.106, 0.589, 0.218));
  checkNear(body(model, "uca_right").X_WB.p, location + Vector3(-0.106, -0.589, 0.218));
  checkNear(pointI(model, "uca_hinge_left"), location + Vector3(-0.158, 0.462, 0.2205));
  checkNear(pointI(model, "uca_hinge_right"), location + Vector3(-0.158, -0.462, 0.2205));
  checkNear(axisI(model, "lca_hinge_right"), Vector3(1, 0, 0));
  checkNear(pointI(model, "lca_ball_right"), location + Vector3(-0.036, -0.787, -0.118));
  const Joint& rod = joint(model, "tierod_right");
  CHECK(rod.type.name == "distance");
  CHECK(rod.length == Approx(std::hypot(0.05, 0.4)).epsilon(1e-14));
  checkNear(worldPose(model, rod.i).p, location + Vector3(-0.25, -0.4, 0));
  checkNear(worldPose(model, rod.j).p, location + Vector3(-0.2, -0.8, 0));
  const Tsda& spring = law<Tsda>(model, "spring_right");
  checkNear(worldPose(model, spring.j).p, location + Vector3(0.1, -0.55, -0.05));
}

TEST_CASE("moments and products of a Chrono arm are in its own axes, or in the vehicle's") {
  const CartesianModel own = readSuspension(doubleWishbone()).model;
  Matrix3 J;
  J << 0.03, 0.001, 0.002, 0.001, 0.04, 0.003, 0.002, 0.003, 0.06;
  CHECK((body(own, "uca_left").massProperties.inertia - J).cwiseAbs().maxCoeff() < 1e-15);
  CHECK((body(own, "uca_right").massProperties.inertia - J).cwiseAbs().maxCoeff() < 1e-15);
  const CartesianModel vehicle =
      readSuspension(doubleWishbone(kTierodMassless, "", R"("Vehicle-Frame Inertia": true)")).model;
  for (const std::string_view name : {"uca_left", "uca_right"}) {
    const Body& arm = body(vehicle, name);
    const Matrix3 seen = arm.X_WB.R * arm.massProperties.inertia * arm.X_WB.R.transpose();
    CHECK((seen - J).cwiseAbs().maxCoeff() < 1e-15);
  }
}

TEST_CASE("a half shaft of Chrono turns with its spindle, whose axis has camber and toe") {
  const std::string angles = R"j("Camber Angle (deg)": 3, "Toe Angle (deg)": 2)j";
  const CartesianModel model = readSuspension(doubleWishbone(kTierodMassless, "", angles)).model;
  checkNear(body(model, "spindle_left").massProperties.inertia.diagonal(), Vector3(0.5, 0.85, 0.4), 1e-15);
  const double camber = 3 * std::numbers::pi / 180;
  const double toe = 2 * std::numbers::pi / 180;
  // Toe about z first, then camber about x: negative on the left, positive on the right.
  const Vector3 left(std::sin(toe) * std::cos(camber), std::cos(toe) * std::cos(camber), -std::sin(camber));
  checkNear(axisI(model, "spindle_left"), left, 1e-15);
  checkNear(axisI(model, "spindle_right"), Vector3(-left.x(), left.y(), -left.z()), 1e-15);
}

TEST_CASE("a tie rod of Chrono with mass is a body between the steering link and the upright") {
  const CartesianModel model = readSuspension(doubleWishbone(kTierodBody), {Vector3::Zero(), true}).model;
  const Body& rod = body(model, "tierod_left");
  checkNear(rod.X_WB.p, Vector3(-0.225, 0.6, 0));
  checkNear(rod.X_WB.R.col(2), Vector3(0.05, 0.4, 0).normalized());
  checkNear(rod.X_WB.R.col(1), Vector3(0, 0, -1));  // z x forwards
  const Joint& inner = joint(model, "tierod_inner_left");
  CHECK(inner.type.name == "hooke");
  CHECK(model.bodies[bodyI(model, inner)].name == "steering_link");
  CHECK(joint(model, "tierod_outer_left").type.name == "spherical");
  // Without mass it is a distance from the steering link, or from the chassis.
  const CartesianModel massless = readSuspension(doubleWishbone(), {Vector3::Zero(), true}).model;
  CHECK(massless.bodies[bodyI(massless, joint(massless, "tierod_left"))].name == "steering_link");
  const CartesianModel unsteered = readSuspension(doubleWishbone()).model;
  CHECK(unsteered.bodies[bodyI(unsteered, joint(unsteered, "tierod_left"))].isGround);
}

TEST_CASE("bushing data of a Chrono arm stand for its hinge") {
  const CartesianModel model =
      readSuspension(doubleWishbone(kTierodMassless, R"(, "Bushing Data": { "Stiffness Linear": 7e7,
        "Damping Linear": 3e4, "Stiffness Rotational": 1e5, "Damping Rotational": 500 })"))
          .model;
  CHECK_FALSE(findJoint(model, "uca_hinge_left"));
  const Bushing& bushing = law<Bushing>(model, "uca_hinge_right");
  checkNear(bushing.k, Vector3::Constant(7e7));
  checkNear(bushing.kt, Vector3(1e5, 1e5, 0));
  checkNear(bushing.ct, Vector3(500, 500, 0));
  checkNear(worldPose(model, bushing.j).R.col(2), Vector3(0.22, 0.032, 0.049).normalized(), 1e-14);
}

TEST_CASE("links of a Chrono multi-link suspension hang on crosses whose axes the file gives") {
  for (const Census& one : templates()) {
    if (one.name != "MultiLink") continue;
    std::vector<std::string> members = one.members;
    members.push_back(kSpindle);
    const CartesianModel model = readSuspension(suspensionText(one.name, members)).model;
    // Ours: the x axis of i and the y axis of j are the cross.
    const Joint& left = joint(model, "lateral_cross_left");
    checkNear(worldPose(model, left.i).R.col(0), Vector3(0, -0.6, 0.8));
    checkNear(worldPose(model, left.j).R.col(1), Vector3(-1, 0, 0));
    const Joint& right = joint(model, "lateral_cross_right");
    checkNear(worldPose(model, right.i).R.col(0), Vector3(0, 0.6, 0.8));
    checkNear(worldPose(model, right.j).R.col(1), Vector3(-1, 0, 0));
  }
}

TEST_CASE("a Chrono axle on leaf springs moves up and down and rolls") {
  const CartesianModel model = readSuspension(suspensionText("LeafspringAxle", {kSpindle, kTube, kSpringOnAxle})).model;
  const Joint& guide = joint(model, "guide");
  CHECK(dofOf(guide.type) == 2);
  CHECK(motionsText(guide.type) == "T(x) R(z)");
  const Pose X_WM = worldPose(model, guide.i);
  checkNear(X_WM.p, Vector3(0, 0, 0.02));
  checkNear(X_WM.R.col(0), Vector3(0, 0, -1));
  checkNear(X_WM.R.col(2), Vector3(1, 0, 0));
}

TEST_CASE("SAE leaf springs of Chrono are torsion springs of the leaf's length, preloaded to carry the vehicle") {
  const CartesianModel model = readSuspension(suspensionText("SAELeafspringAxle", {kSpindle, kTube, kLeaves})).model;
  // The front leaf is 0.45 m long and has a quarter of the stiffness, the rear one 0.6 m and the rest.
  const Rsda& front = law<Rsda>(model, "leaf_bending_a_right");
  CHECK(front.stiffness == Approx(20000 * 0.45 * 0.45).epsilon(1e-14));
  CHECK(front.damping == Approx(0.01 * front.stiffness).epsilon(1e-14));
  const Rsda& rear = law<Rsda>(model, "leaf_bending_b_left");
  CHECK(rear.stiffness == Approx(60000 * 0.6 * 0.6).epsilon(1e-14));
  CHECK(law<Rsda>(model, "leaf_swing_a_left").stiffness == Approx(200000 * 0.45 * 0.45).epsilon(1e-14));
  // 1000 N at each leaf's clamp, downwards on the axle: about y the front leaf turns back, the rear one forth.
  const auto torqueAboutY = [&](const Rsda& one) { return one.torque * worldPose(model, one.j).R.col(2).y(); };
  CHECK(model.bodies[model.markers[front.i].body].name == "front_leaf_right");
  CHECK(torqueAboutY(front) == Approx(-1000 * 0.45).epsilon(1e-14));
  CHECK(torqueAboutY(rear) == Approx(1000 * 0.6).epsilon(1e-14));
}

TEST_CASE("the drag link of a Chrono toe bar goes to the knuckle on whose side its point is") {
  for (const double y : {0.53, -0.53}) {
    const CartesianModel model =
        readSuspension(
            suspensionText("ToeBarLeafspringAxle", {kSpindle, kTube, knuckle(y), kToeBar, kDraglink, kSpringOnAxle}),
            {Vector3(1, 0, 0.5), true})
            .model;
    const Joint& cross = joint(model, "draglink_cross");
    CHECK(model.bodies[bodyJ(model, cross)].name == (y > 0 ? "knuckle_left" : "knuckle_right"));
    checkNear(worldPose(model, cross.i).p, Vector3(1, y, 0.7));
    checkNear(body(model, "draglink").X_WB.p, Vector3(1.3, 0.5 * (y + 0.53), 0.7));
    CHECK(model.bodies[bodyJ(model, joint(model, "draglink_ball"))].name == "steering_link");
    checkNear(body(model, "tierod").X_WB.p, Vector3(0.8, 0, 0.6));  // one rod, in the middle
    CHECK(joint(model, "tierod_ball_left").type.name == "spherical");
    CHECK(joint(model, "tierod_cross_right").type.name == "hooke");
  }
}

TEST_CASE("a generic Chrono suspension is mirrored by name") {
  const CartesianModel model = readSuspension(kGenericWishbone, {Vector3(2, 0, 0), true}).model;
  CHECK(model.bodies.size() == 1 + 1 + 8);
  CHECK(model.joints.size() == 12);
  checkNear(body(model, "UCA_left").X_WB.p, Vector3(2, 0.6, 0.2));
  checkNear(body(model, "UCA_right").X_WB.p, Vector3(2, -0.6, 0.2));
  // 2 atan2(0.6, 0.8) about x: the image turns the other way, with the same moments and products.
  checkNear(body(model, "UCA_left").X_WB.R.col(1), Vector3(0, 0.28, 0.96));
  checkNear(body(model, "UCA_right").X_WB.R.col(1), Vector3(0, 0.28, -0.96));
  CHECK(body(model, "UCA_left").massProperties.inertia == body(model, "UCA_right").massProperties.inertia);
  checkNear(pointI(model, "SphericalUCA_right"), Vector3(1.98, -0.7, 0.2));
  CHECK(std::abs(axisI(model, "RevoluteLCA_right").x()) == Approx(1));
  CHECK(model.bodies[bodyI(model, joint(model, "Tierod_right"))].name == "steering_link");
  // An axis of rotation turns round in the mirror: (1, 2, 0) is (-1, 2, 0).
  const Rsda& right = law<Rsda>(model, "Torsion_bar_right");
  checkNear(worldPose(model, right.j).R.col(2), Vector3(-1, 2, 0).normalized(), 1e-14);
  CHECK(law<Rsda>(model, "Torsion_bar_left").angle == 0.1);
}

TEST_CASE("a generic Chrono suspension refers to one side of a mirrored body") {
  std::string text = kGenericWishbone;
  const std::string from = R"("Mirrored": true, "Body1": "Steering", "Body2": "Upright")";
  text.replace(text.find(from), from.size(), R"("Mirrored": false, "Body1": "Chassis", "Body2": ["Upright", "Right"])");
  const ReadSuspension read = readSuspension(text);
  CHECK(read.messages == "");
  CHECK(read.model.bodies[bodyJ(read.model, joint(read.model, "Tierod"))].name == "Upright_right");
  CHECK(read.model.bodies[read.ends.antiroll[1]].name == "LCA_right");
}

TEST_CASE("the transverse beam of a Chrono PRIMAXX axle, which hangs on nothing, is reported as a loss") {
  for (const Census& one : templates()) {
    if (one.name != "HendricksonPRIMAXX") continue;
    std::vector<std::string> members = one.members;
    members.push_back(kSpindle);
    const CartesianModel model = readSuspension(suspensionText(one.name, members)).model;
    REQUIRE(model.foreign.size() == 1);
    CHECK(model.foreign[0].what == "transverse beam");
    CHECK_FALSE(model.foreign[0].changesMotion);
  }
}

}  // namespace mb
