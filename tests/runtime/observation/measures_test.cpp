// Measures against closed forms: accelerations, reactions, what forces offer, angles of wheels.
#include <cmath>

#include "tests/support/columns.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::vector<NamedRow> run(const std::string& elements, double end, int steps, int every = 1) {
  return rowsOf(convertModel(nativeModel(elements)).recursive, end, steps, every);
}

std::string freeBody(const std::string& name, const std::string& pose, const std::string& markers = {}) {
  return "<body name='" + name + "'><pose " + pose + "/><mass value='1'/><inertia xx='1' yy='1' zz='1'/>" + markers +
         "</body>";
}

}  // namespace

TEST_CASE("accelerations and reactions of a pendulum are those of the closed form") {
  constexpr double m = 2, L = 1.5, I = 0.3, g = 9.81;
  const auto rows = run(
      "<gravity vector='0 0 -9.81'/>"
      "<body name='bob'><pose pos='1.5 0 0'/><mass value='2'/><inertia xx='0.1' yy='0.3' zz='0.3'/>"
      "<marker name='c'><pose/></marker></body>"
      "<joint name='hinge' type='revolute' i='bob' j='ground' point='0 0 0' axis='0 1 0'/>"
      "<measure name='angle' unit='deg' function='joint(hinge)'/>"
      "<measure name='ax' function='accx(bob.c)'/><measure name='az' unit='mm/s^2' function='accz(bob.c)'/>"
      "<measure name='turning' function='wdty(bob.c)'/>"
      "<measure name='fx' function='reaction_fx(hinge)'/><measure name='fz' unit='kN' function='reaction_fz(hinge)'/>"
      "<measure name='along' function='reaction_fx(hinge, bob.c)'/>",
      0.6, 600);
  for (std::size_t k = 0; k < rows.size(); k += 50) {
    NamedRow row = rows[k];
    const double a = row["angle"] * kDegree;  // below the horizontal, positive downwards
    const double alpha = m * g * L * std::cos(a) / (I + m * L * L);
    const double w2 = 2 * m * g * L * std::sin(a) / (I + m * L * L);
    const double ax = -L * (alpha * std::sin(a) + w2 * std::cos(a));
    const double az = -L * (alpha * std::cos(a) - w2 * std::sin(a));
    CHECK(row["turning"] == Approx(alpha).epsilon(1e-9));
    CHECK(row["ax"] == Approx(ax).epsilon(1e-9).margin(1e-9));
    CHECK(row["az"] == Approx(1e3 * az).epsilon(1e-9).margin(1e-6));
    CHECK(row["fx"] == Approx(m * ax).epsilon(1e-9).margin(1e-9));
    CHECK(row["fz"] == Approx(1e-3 * m * (az + g)).epsilon(1e-9).margin(1e-12));
    CHECK(row["along"] == Approx(-m * (L * w2 + g * std::sin(a))).epsilon(1e-9).margin(1e-9));
  }
}

TEST_CASE("accelerations seen by a moving observer are the rates of the velocities that he sees") {
  const std::string arm = "<marker name='m'><pose pos='0.1 0.2 -0.3' euler='313: 0.3 0.4 0.5'/></marker>";
  std::string measures;
  for (const char axis : {'x', 'y', 'z'}) {
    const std::string x(1, axis);
    measures += "<measure name='v" + x + "' function='v" + x + "(b.m, a.m, a.m, a.m)'/><measure name='acc" + x +
                "' function='acc" + x + "(b.m, a.m, a.m, a.m)'/><measure name='w" + x + "' function='w" + x +
                "(b.m, a.m, a.m)'/><measure name='wdt" + x + "' function='wdt" + x + "(b.m, a.m, a.m, a.m)'/>";
  }
  const double h = 1e-3;
  const auto rows =
      run(freeBody("a", "pos='1 0 0'", arm) + freeBody("b", "pos='2 0 0'", arm) +
              "<joint name='j1' type='universal' i='a' j='ground' point='0 0 0' axis='0 1 0' axis2='0 0 1'/>"
              "<joint name='j2' type='universal' i='b' j='a' point='2 0.5 0' axis='1 0 0' axis2='0 1 0'/>" +
              measures,
          0.4, 400);
  for (std::size_t k = 2; k + 2 < rows.size(); k += 40) {
    for (const char axis : {'x', 'y', 'z'}) {
      for (const auto& [rate, of] : {std::pair{"acc", "v"}, std::pair{"wdt", "w"}}) {
        const std::string name = of + std::string(1, axis);
        const auto at = [&](std::size_t row) { return rows[row].at(name); };
        // Five points: the error is h^4 times the fifth derivative over 30.
        const double difference = (8 * (at(k + 1) - at(k - 1)) - (at(k + 2) - at(k - 2))) / (12 * h);
        INFO(name << " in row " << k);
        CHECK(rows[k].at(rate + std::string(1, axis)) == Approx(difference).margin(1e-7).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("forces offer their natural measures, and measures may use them") {
  const auto rows = run(
      freeBody("a", "pos='0 0 2' euler='313: 0.2 0.1 0'", "<marker name='m'><pose/></marker>") +
          "<force name='spring' type='tsda' i='a' j='ground' point='0.3 0 2' point2='0 0 0' k='50' c='3' length='1'/>"
          "<force name='a' type='bushing' i='a.m' j='ground' k='1 2 3' kt='4 5 6' force='7 8 9'/>"
          "<force name='twist' type='rsda' i='a' j='ground' point='0 0 2' axis='0 0 1' kt='20' ct='2'/>"
          "<measure name='push' unit='kN' function='force(spring.force)'/>"
          "<measure name='length' unit='mm' function='force(spring.length)'/>",
      0.3, 300);
  NamedRow row = rows.back();
  const double d = row["spring.length"];
  CHECK(row["spring.force"] == Approx(-50 * (d - 1) - 3 * row["spring.rate"]).epsilon(1e-12));
  CHECK(row["push"] == Approx(1e-3 * row["spring.force"]).epsilon(1e-14));
  CHECK(row["length"] == Approx(1e3 * d).epsilon(1e-14));
  CHECK(row["twist.torque"] == Approx(-20 * row["twist.angle"] - 2 * row["twist.rate"]).epsilon(1e-12));
  CHECK(std::abs(row["twist.angle"]) > 1e-4);
  // The bushing is named like the body: its end on the ground starts at the marker, with its axes.
  REQUIRE(row.contains("a.force.fx"));
  const Quaternion q0(rows.front().at("a.qw"), rows.front().at("a.qx"), rows.front().at("a.qy"),
                      rows.front().at("a.qz"));
  const Vector3 moved(row["a.x"] - rows.front().at("a.x"), row["a.y"] - rows.front().at("a.y"),
                      row["a.z"] - rows.front().at("a.z"));
  const Vector3 local = q0.conjugate() * moved;
  CHECK(row["a.force.fx"] == Approx(7 - local.x()).epsilon(1e-9));
  CHECK(row["a.force.fz"] == Approx(9 - 3 * local.z()).epsilon(1e-9));
  // A rate is that of the length.
  const double difference = (rows[201].at("spring.length") - rows[199].at("spring.length")) / 2e-3;
  CHECK(rows[200].at("spring.rate") == Approx(difference).margin(1e-4));
}

TEST_CASE("wheels on both sides toe in and lean outwards alike") {
  // Turned by -toe and leaning by -camber on the left, and spun about its axis; the right one is the mirror image.
  const auto rows = run(
      freeBody(
          "car", "pos='1 2 3' euler='312: 0.4 0 0'",
          "<marker name='axes'><pose/></marker><marker name='l1'><pose pos='0 0.7 -0.2'/></marker>"
          "<marker name='l2'><pose pos='-0.05 0.62 0.2'/></marker><marker name='r1'><pose pos='0 -0.7 -0.2'/></marker>"
          "<marker name='r2'><pose pos='-0.05 -0.62 0.2'/></marker>") +
          "<body name='left'><pose relative_to='car' pos='0 0.8 0' euler='312: -0.03 -0.02 0.7'/><mass value='1'/>"
          "<inertia xx='1' yy='1' zz='1'/><marker name='hub'><pose/></marker></body>"
          "<body name='right'><pose relative_to='car' pos='0 -0.8 0' euler='312: 0.03 0.02 0.7'/><mass value='1'/>"
          "<inertia xx='1' yy='1' zz='1'/><marker name='hub'><pose/></marker></body>"
          "<road name='road' height='0.5'/>"
          "<measure name='toe_l' function='toe(left.hub, car.axes)'/><measure name='toe_r' function='toe(right.hub, "
          "car.axes)'/>"
          "<measure name='camber_l' function='camber(left.hub, car.axes)'/>"
          "<measure name='camber_r' function='camber(right.hub, car.axes)'/>"
          "<measure name='caster_l' function='caster(car.l1, car.l2, car.axes)'/>"
          "<measure name='caster_r' function='caster(car.r1, car.r2, car.axes)'/>"
          "<measure name='kingpin_l' function='kingpin(car.l1, car.l2, car.axes)'/>"
          "<measure name='kingpin_r' function='kingpin(car.r1, car.r2, car.axes)'/>"
          "<measure name='travel' function='wheel_travel(left.hub, car.axes)'/>"
          "<measure name='height' function='ride_height(car.axes, road)'/><measure name='z' "
          "function='ride_height(car.axes)'/>",
      0.1, 10);
  NamedRow row = rows.front();
  for (const char* side : {"_l", "_r"}) {
    CHECK(row[std::string("toe") + side] == Approx(0.03).epsilon(1e-12));
    CHECK(row[std::string("camber") + side] == Approx(0.02).epsilon(1e-12));
    CHECK(row[std::string("caster") + side] == Approx(std::atan2(0.05, 0.4)).epsilon(1e-12));
    CHECK(row[std::string("kingpin") + side] == Approx(std::atan2(0.08, 0.4)).epsilon(1e-12));
  }
  CHECK(row["travel"] == 0);
  CHECK(row["height"] == Approx(2.5));
  // All fall alike, and the height above the road falls with them.
  CHECK(rows.back().at("travel") == Approx(0).margin(1e-12));
  CHECK(rows.back().at("height") == Approx(2.5 - 9.80665 * 0.005).epsilon(1e-9));
  CHECK(rows.back().at("z") == Approx(rows.back().at("car.z")));
}

TEST_CASE("a measured angle counts turns between rows") {
  const auto rows =
      run("<gravity vector='0 0 0'/><body name='a'><mass value='1'/><inertia xx='1' yy='1' zz='1'/>"
          "<velocity ang='0 0 50'/><marker name='m'><pose/></marker></body>"
          "<measure name='turned' unit='rev' function='az(a.m)'/><measure name='yawed' function='yaw(a.m)'/>",
          2, 2000, 200);
  // Of half the 0.05 rad per step, the method of fourth order misses the fifth power over 120; twice that in the angle.
  CHECK(rows.back().at("turned") == Approx(100 / kTwoPi).margin(1e-7));
  CHECK(rows.back().at("yawed") == Approx(100).margin(1e-6));
}

TEST_CASE("a tyre in the air offers zeros") {
  const auto rows = run(
      freeBody("w", "pos='0 0 5'", "<marker name='hub'><pose/></marker>") +
          "<road name='road'/><tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='2e5' cslip='1' "
          "calpha='1'/><force name='tyre' type='tyre' i='w.hub' road='road' tyre='t'/>"
          "<measure name='load' function='force(tyre.fz)'/>",
      0.01, 1);
  for (const char* column : {"tyre.fx", "tyre.fz", "tyre.mz", "tyre.kappa", "tyre.deflection", "load"}) {
    CHECK(rows.back().at(column) == 0);
  }
}
