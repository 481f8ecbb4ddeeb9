// Includes: names, parameters, placing and mirroring.

#include "formats/model/joints/joint_kinematics.h"
#include "tests/support/texts/native_text.h"

namespace mb {
namespace {

const std::string kPath = MB_SOURCE_DIR "/tests/formats/model.xml";  // beside the folder of the parts
constexpr double kLengthRound = 1e-14;                               // lengths below 1 m, a few products

std::string car(const std::string& include) {
  return "<body name='chassis'><pose pos='0.1 0.02 0.03' quat='0.6 0 0 0.8'/><mass value='100'/><inertia xx='9' yy='9' "
         "zz='9'/></body>" +
         include;
}

CartesianModel twoSides(const std::string& plane) {
  return nativeModel(
      car("<include file='parts/corner.part' prefix='l_'/><include file='parts/corner.part' prefix='r_' mirror='" +
          plane + "'/>"),
      kPath);
}

template <class T>
const T& named(const std::vector<T>& elements, std::string_view name) {
  for (const T& element : elements) {
    if (element.name == name) return element;
  }
  FAIL("no element " << name);
  return elements.front();
}

Pose image(const Vector3& S, const Pose& X) { return {S.asDiagonal() * X.R * S.asDiagonal(), S.cwiseProduct(X.p)}; }

struct Plane {
  const char* name;
  Vector3 S;
};
const std::vector<Plane> kPlanes{{"xz", {1, -1, 1}}, {"yz", {-1, 1, 1}}, {"xy", {1, 1, -1}}};

Pose relative(const CartesianModel& model, const Joint& joint) {
  return inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
}

}  // namespace

TEST_CASE("names in an included file get the prefix and refer to that file's elements first") {
  const CartesianModel model = twoSides("xz");
  CHECK(findBody(model, "l_arm"));
  CHECK(findBody(model, "r_knuckle"));
  CHECK(!findBody(model, "arm"));
  CHECK(model.markers[jointOf(model, "l_hinge").i].name == "l_arm.inner");
  CHECK(model.markers[jointOf(model, "l_hinge").j].name == "chassis.l_inner");
  CHECK(model.markers[jointOf(model, "r_hinge").j].name == "chassis.r_inner");
  CHECK(bodyJ(model, jointOf(model, "r_hinge")) == *findBody(model, "chassis"));
}

TEST_CASE("parameters given with the include replace those of the file, in the units they have") {
  const CartesianModel model = nativeModel(car("<include file='parts/corner.part'><param name='track' "
                                               "value='1400'/><param name='k' value='30000' unit='N/m'/></include>"),
                                           kPath);
  CHECK(bodyOf(model, "knuckle").X_WB.p.y() == Approx(0.7).epsilon(1e-15));
  CHECK(std::get<Tsda>(named(model.forces, "spring").law).stiffness == Approx(30000).epsilon(1e-15));
}

TEST_CASE("an included file is placed by its pose, and its axes keep their meaning") {
  const CartesianModel plain = nativeModel(car("<include file='parts/corner.part'/>"), kPath);
  const std::string chassis =
      "<axes convention='sae'/><body name='chassis'><pose pos='0.1 -0.02 -0.03' quat='0.6 0 0 -0.8'/></body>";
  const CartesianModel placed = nativeModel(
      chassis + "<include file='parts/corner.part'><pose pos='1 0 0' rot='0 -1 0 1 0 0 0 0 1'/></include>", kPath);
  // The part has the axes of the file that includes it, and is placed in them: p = R_sae (pose p_part).
  const Pose X_sae{Matrix3(Vector3(1, -1, -1).asDiagonal()), Vector3::Zero()};
  Pose X_include;
  X_include.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  X_include.p = Vector3(1, 0, 0);
  CHECK(distance(bodyOf(placed, "arm").X_WB, X_sae * X_include * bodyOf(plain, "arm").X_WB) <= kLengthRound);
  CHECK((bodyOf(placed, "arm").v_WB - X_sae.R * X_include.R * bodyOf(plain, "arm").v_WB).norm() <= kLengthRound);
  CHECK((bodyOf(placed, "arm").massProperties.inertia - bodyOf(plain, "arm").massProperties.inertia).norm() == 0);
}

TEST_CASE("a mirrored corner is the mirror image: frames, masses, velocities") {
  for (const Plane& plane : kPlanes) {
    CAPTURE(plane.name);
    const CartesianModel model = twoSides(plane.name);
    const Vector3& S = plane.S;
    for (const std::string name : {"arm", "knuckle"}) {
      const Body& l = bodyOf(model, "l_" + name);
      const Body& r = bodyOf(model, "r_" + name);
      CHECK(distance(r.X_WB, image(S, l.X_WB)) <= kLengthRound);
      CHECK((r.X_WB.R.determinant()) == Approx(1));
      CHECK(r.massProperties.com == Vector3(S.cwiseProduct(l.massProperties.com)));
      CHECK(r.massProperties.inertia == Matrix3(S.asDiagonal() * l.massProperties.inertia * S.asDiagonal()));
      CHECK((r.v_WB - S.cwiseProduct(l.v_WB)).norm() <= kLengthRound);
      CHECK((r.w_WB + S.cwiseProduct(l.w_WB)).norm() <= kLengthRound);
    }
    for (const std::string name : {"arm.inner", "arm.outer", "knuckle.top"}) {
      CHECK(distance(worldPose(model, markerOf(model, "r_" + name)),
                     image(S, worldPose(model, markerOf(model, "l_" + name)))) <= kLengthRound);
    }
    // On the chassis, which is not mirrored.
    CHECK(distance(worldPose(model, markerOf(model, "chassis.r_inner")),
                   image(S, worldPose(model, markerOf(model, "chassis.l_inner")))) <= kLengthRound);
  }
}

TEST_CASE("the joints of a mirrored corner move as the mirror image") {
  for (const Plane& plane : kPlanes) {
    const CartesianModel model = twoSides(plane.name);
    const Vector3& S = plane.S;
    for (const std::string name : {"hinge", "cross", "nut", "slide", "link"}) {
      CAPTURE(plane.name, name);
      const Joint& l = jointOf(model, "l_" + name);
      const Joint& r = jointOf(model, "r_" + name);
      // From the same (mirrored) coordinates, frame M of the right side must be the image of the left, however the
      // marker is turned: X_FM' = S X_FM(z) S C with C = M_image^-1 M_right, constant.
      std::vector<double> zl = zeroPosition(l.type);
      const Matrix3 C = image(S, worldPose(model, l.i)).R.transpose() * worldPose(model, r.i).R;
      std::vector<double> dz;
      std::vector<double> dzr;
      const auto names = coordinateNames(l.type);
      for (std::size_t k = 0; k < names.size(); ++k) {
        const int axis = names[k].name[1] - 'x';
        dz.push_back(0.1 + 0.2 * static_cast<double>(k));
        dzr.push_back(dz.back() * (names[k].isRotation ? -S(axis) : S(axis)));
      }
      std::vector<double> zr = zl;
      advance(l.type, zl, dz);
      advance(r.type, zr, dzr);
      const Pose left = jointPose(l.type, {l.length, l.pitch}, zl);
      const Pose right = jointPose(r.type, {r.length, r.pitch}, zr);
      if (name == "link") {
        // The ball before the link takes up the half turn that is put after it; the end of the link is on the same
        // sphere.
        CHECK(right.p.norm() == Approx(left.p.norm()));
        continue;
      }
      Pose expected = image(S, left);
      expected.R = expected.R * C;
      CHECK(distance(right, expected) <= kLengthRound);
      CHECK((relative(model, r).p - S.cwiseProduct(relative(model, l).p)).norm() <= kLengthRound);
    }
    CHECK(jointOf(model, "r_nut").pitch == -jointOf(model, "l_nut").pitch);
  }
}

TEST_CASE("limits, initial values, couplers, drives and forces are turned with the mirrored coordinates") {
  const CartesianModel model = twoSides("xz");
  const auto close = [](double a, double b) { CHECK(a == Approx(b).epsilon(1e-14)); };
  const double deg = std::atan(1) / 45;
  const Joint& hinge = jointOf(model, "r_hinge");
  close(*hinge.limits[0].lower, -30 * deg);
  close(*hinge.limits[0].upper, 20 * deg);
  close(*hinge.initials[0].value, -2 * deg);
  close(*hinge.initials[0].rate, -3 * deg);
  const Joint& slide = jointOf(model, "r_slide");
  close(*slide.limits[0].lower, -0.001);  // translation along z
  close(*slide.limits[0].upper, 0.004);

  const Coupler& left = named(model.couplers, "l_tie");
  const Coupler& right = named(model.couplers, "r_tie");
  close(right.terms[0].factor, -left.terms[0].factor);
  close(right.terms[1].factor, left.terms[1].factor);
  close(right.terms[2].factor, -left.terms[2].factor);
  close(std::get<LinearFunction>(named(model.drives, "r_turn").function).offset, -deg);
  close(std::get<LinearFunction>(named(model.drives, "r_turn").function).rate, -2 * deg);
  close(*valueAt(std::get<Expression>(named(model.drives, "r_shift").function), 2), -0.006);

  const auto& spring = std::get<Tsda>(named(model.forces, "r_spring").law);
  close(spring.preload, 7);
  close(spring.length, 0.4);
  const auto& bar = std::get<Rsda>(named(model.forces, "r_bar").law);
  close(bar.angle, -4 * deg);
  close(bar.torque, -0.011);
  const Spline& curve = model.splines[bar.spring];
  const Spline& original = model.splines[std::get<Rsda>(named(model.forces, "l_bar").law).spring];
  REQUIRE(curve.x.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {  // y(x) becomes -y(-x)
    close(curve.x[k], -original.x[2 - k]);
    close(curve.y[k], -original.y[2 - k]);
  }
  close(original.x[2], 20 * deg);
  const auto& bush = std::get<Bushing>(named(model.forces, "r_bush").law);
  CHECK(bush.k == std::get<Bushing>(named(model.forces, "l_bush").law).k);
  CHECK((bush.force - Vector3(4, -5, 6)).norm() <= kLengthRound);
  CHECK((bush.torque - Vector3(-0.007, 0.008, -0.009)).norm() <= kLengthRound);

  // Along the world's axes of the part: the mirrored frame on the ground keeps y reversed in all that is measured along
  // it.
  const auto& push = std::get<GeneralForce>(named(model.forces, "r_push").law);
  REQUIRE(push.in.valid());
  CHECK(distance(worldPose(model, push.in), Pose{}) <= kLengthRound);
  CHECK(toText(*push.force[0]) == "10");
  close(*constantValue(*push.force[2]), 30);
  close(*constantValue(*push.torque[0]), -0.04);
  close(*constantValue(*push.torque[1]), 0.05);
}

TEST_CASE("a mirror image twice is the original") {
  // A part that includes the mirrored corner, itself mirrored: D is the product of the two reflections.
  const CartesianModel model = nativeModel(car("<include file='parts/corner.part' prefix='a_'/><include "
                                               "file='parts/mirrored.part' prefix='b_' mirror='xz'/>"),
                                           kPath);
  CHECK(distance(bodyOf(model, "a_arm").X_WB, bodyOf(model, "b_in_arm").X_WB) <= kLengthRound);
  CHECK(bodyOf(model, "a_arm").massProperties.inertia == bodyOf(model, "b_in_arm").massProperties.inertia);
  CHECK(jointOf(model, "a_nut").pitch == jointOf(model, "b_in_nut").pitch);
  CHECK(*jointOf(model, "a_hinge").limits[0].lower == *jointOf(model, "b_in_hinge").limits[0].lower);
  CHECK(distance(worldPose(model, jointOf(model, "a_hinge").j), worldPose(model, jointOf(model, "b_in_hinge").j)) <=
        kLengthRound);
}

TEST_CASE("the ground of an included file is the ground of the model") {
  const CartesianModel model = nativeModel(
      "<body name='ground' ground='true'/><include file='parts/standing.part' prefix='p_'><pose pos='0 0 "
      "2'/></include>",
      kPath);
  CHECK(model.bodies.size() == 2);
  CHECK(worldPose(model, markerOf(model, "ground.p_foot")).p == Vector3(1, 0, 2));
  CHECK(bodyJ(model, jointOf(model, "p_hinge")) == findBody(model, "ground"));
}

}  // namespace mb
