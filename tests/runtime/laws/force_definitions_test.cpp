// What docs/cartesian-format.md says that forces measure, number by number.
#include <array>
#include <cmath>

#include "runtime/laws/force_set.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

constexpr double kRound = 1e-14;

// Two bodies, each with a marker m in its origin; i is turned against j and stands 1, 2, 3 m away from it.
std::string bodies(const std::string& turnI) {
  const std::string mass = "<mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>";
  return "<body name='i'><pose pos='1 2 3' " + turnI + " relative_to='j'/>" + mass +
         "<body name='j'><pose pos='4 -1 2' rpy='0.4 -0.7 1.1'/>" + mass;
}

// On i, in the axes of j; everything at rest.
struct Acting {
  Vector3 force, torque;
  std::array<Action, 2> actions;
};
Acting acting(const std::string& elements) {
  const CartesianModel model = nativeModel(elements);
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const ForceSet set = compileForces(model.forces, scope, library);
  ForceResults results = makeResults(set, library);
  std::vector<FrameMotion> markers;
  for (const MarkerIndex marker : model.markers.indexes()) {
    markers.push_back({worldPose(model, marker), Vector3::Zero(), Vector3::Zero()});
  }
  evaluate(set, library, markers, {}, 0, {}, results);
  const Matrix3 R_jW = bodyOf(model, "j").X_WB.R.transpose();
  return {R_jW * results.actions[0].force, R_jW * results.actions[0].torque, {results.actions[0], results.actions[1]}};
}

}  // namespace

TEST_CASE("the angle of an rsda is that of the x axis of i, seen along z of j") {
  // R = Ry(b) Rz(a): x of i is (cos b cos a, sin a, -sin b cos a).
  const double a = 0.6;
  const double b = 0.9;
  const Acting tilted = acting(bodies("euler='231: 0.9 0.6 0'") + "<force type='rsda' i='i.m' j='j.m' kt='10'/>");
  const double angle = std::atan2(std::sin(a), std::cos(b) * std::cos(a));
  CHECK((tilted.torque - Vector3(0, 0, -10 * angle)).norm() < 10 * kRound);
  CHECK(tilted.force.norm() == 0);
  // R = Rz(a) Rx(b): tilted about its own x axis, the angle is a.
  const Acting rolled = acting(bodies("euler='312: 0.6 0.9 0'") + "<force type='rsda' i='i.m' j='j.m' kt='10'/>");
  CHECK((rolled.torque - Vector3(0, 0, -10 * a)).norm() < 10 * kRound);
}

TEST_CASE("the angles of a bushing are those of its definition") {
  const Vector3 t(0.5, -0.4, 0.7);
  const std::string turned = bodies("euler='123: 0.5 -0.4 0.7'");
  const auto torqueOf = [&](const std::string& angles) {
    return acting(turned + "<force type='bushing' i='i.m' j='j.m' k='2 3 4' kt='10 20 30' " + angles + "/>");
  };
  const Vector3 kt(10, 20, 30);
  const Acting euler = torqueOf("angles='euler123'");
  CHECK((euler.torque + kt.cwiseProduct(t)).norm() < 100 * kRound);
  CHECK((euler.force - Vector3(-2, -6, -12)).norm() < 100 * kRound);
  // R13 = sin b, R23 = -sin a cos b, R33 = cos a cos b, R21 = cos a sin c + sin a sin b cos c, R11 = cos b cos c.
  const double sa = std::sin(t.x());
  const double ca = std::cos(t.x());
  const double sb = std::sin(t.y());
  const double cb = std::cos(t.y());
  const double sc = std::sin(t.z());
  const double cc = std::cos(t.z());
  const Vector3 projected(t.x(), std::atan2(sb, ca * cb), std::atan2(ca * sc + sa * sb * cc, cb * cc));
  CHECK((torqueOf("").torque + kt.cwiseProduct(projected)).norm() < 100 * kRound);
  // Half of the trace less one is the cosine of the whole angle, and the axis is what the rotation leaves alone.
  const Vector3 vector = -torqueOf("angles='rotation-vector'").torque.cwiseQuotient(kt);
  const double trace = cb * cc + (ca * cc - sa * sb * sc) + ca * cb;
  CHECK(std::abs(vector.norm() - std::acos((trace - 1) / 2)) < 100 * kRound);
}

TEST_CASE("a general force acts along the axes of `in`, on both bodies at the origin of i") {
  const std::string turned = bodies("rpy='0.3 0.2 0.1'");
  const std::string force = "<force type='general' i='i.m' j='j.m' fx='3' ty='5' ";
  const Acting along = acting(turned + force + "in='j.m'/>");
  CHECK((along.force - Vector3(3, 0, 0)).norm() < 10 * kRound);
  CHECK((along.torque - Vector3(0, 5, 0)).norm() < 10 * kRound);
  CHECK((along.actions[0].point - along.actions[1].point).norm() == 0);
  CHECK((along.actions[0].force + along.actions[1].force).norm() == 0);
  // Without it, along the axes of the file: SAE has z down and y to the right.
  const Acting inFile = acting("<axes convention='sae'/>" + turned + force + "fz='2'/>");
  CHECK((inFile.actions[0].force - Vector3(3, 0, -2)).norm() < 10 * kRound);
}
