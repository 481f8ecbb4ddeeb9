// Tyres, roads, drivers and probes in models: units, files, overrides, mirrored includes, drives that follow the
// motion.
#include "formats/model/expressions/expression.h"
#include "tests/support/texts/native_text.h"

using namespace mb;

namespace {

const std::string kWheel =
    "<body name='wheel'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='hub'><pose/></marker></body>";

}  // namespace

TEST_CASE("numbers of tyres and roads are in the file's units") {
  const CartesianModel model = nativeModel(
      "<units length='mm' force='kN' angle='deg'/>" + kWheel +
      "<road name='road' height='-480'><half-round x='8000' radius='203.2'/><bump x='1000' length='500' "
      "height='60'/></road>"
      "<tyre name='t' type='spring' unloaded_radius='470' vertical_stiffness='0.326332' vertical_damping='0.003484' "
      "cslip='150' calpha='120' deflection='0 10 20' load='0 3 7'/>"
      "<force name='f' type='tyre' i='wheel.hub' road='road' tyre='t'/>");
  const Tyre& tyre = model.tyres[TyreIndex{0}];
  CHECK(valueOf(tyre, "UNLOADED_RADIUS") == Approx(0.47).epsilon(1e-14));
  CHECK(valueOf(tyre, "VERTICAL_STIFFNESS") == Approx(326332).epsilon(1e-14));
  CHECK(valueOf(tyre, "VERTICAL_DAMPING") == Approx(3484).epsilon(1e-14));
  CHECK(valueOf(tyre, "CSLIP") == Approx(150000).epsilon(1e-14));
  CHECK(tyre.deflection[2] == Approx(0.02));
  CHECK(tyre.load[2] == Approx(7000));
  const Road& road = model.roads[RoadIndex{0}];
  CHECK(road.height == Approx(-0.48));
  CHECK(std::get<HalfRound>(road.pieces[0]).radius == Approx(0.2032));
  CHECK(std::get<Bump>(road.pieces[1]).length == Approx(0.5));
}

TEST_CASE("attributes and properties override the property file") {
  const CartesianModel model = nativeModel(
      "<tyre name='t' file='passenger_pac2002.tir' unloaded_radius='0.31'><property key='PDY1' value='0.5'/></tyre>" +
          kWheel,
      MB_SOURCE_DIR "/samples/passenger_car/test.xml");
  const Tyre& tyre = model.tyres[TyreIndex{0}];
  CHECK(tyre.type->name == "pac2002");
  CHECK(valueOf(tyre, "UNLOADED_RADIUS") == 0.31);
  CHECK(valueOf(tyre, "PDY1") == 0.5);
  CHECK(valueOf(tyre, "PKY1") == -12.536);  // the file's
}

TEST_CASE("a tyre in a mirrored file is the mirror image of its properties") {
  const CartesianModel model = nativeModel(
      "<road name='road'/><tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='2e5' cslip='1' "
      "calpha='1'/>"
      "<include file='parts/tyre_corner.xml' prefix='l_'/><include file='parts/tyre_corner.xml' prefix='r_' "
      "mirror='xz'/>",
      MB_SOURCE_DIR "/tests/formats/test.xml");
  REQUIRE(model.forces.size() == 2);
  const auto& left = std::get<TyreForce>(model.forces[0].law);
  const auto& right = std::get<TyreForce>(model.forces[1].law);
  CHECK(left.side == 1);
  CHECK(right.side == -1);
  // The axis of spin points to the left on both sides.
  const Pose& X = model.markers[right.i].X_BM;
  CHECK(X.R.col(1).y() == Approx(1));
  CHECK(model.bodies[model.markers[right.i].body].X_WB.p.y() == Approx(-0.7));
}

TEST_CASE("a motion steered by a driver becomes an acceleration that depends on the motion") {
  const CartesianModel model =
      nativeModel("<units length='mm'/>" + kWheel +
                  "<joint name='rack' type='translational' i='wheel' j='ground' point='0 0 0' axis='0 1 0'/>"
                  "<driver name='d' i='wheel.hub' wheelbase='2500' speed='10000'/>"
                  "<motion name='steering' joint='rack' driver='d' ratio='187' bandwidth='30'/>");
  CHECK(model.drivers[DriverIndex{0}].wheelbase == Approx(2.5));
  CHECK(model.drivers[DriverIndex{0}].speed == Approx(10));
  const Drive& drive = model.drives[0];
  CHECK(drive.derivative == 2);
  // In SI: 30^2 (0.187 steer - q) - 2 30 q_dot.
  CHECK(toText(std::get<Expression>(drive.function)) ==
        "900*(0.187*steer(d) - joint(rack.tz)) - 60*joint_rate(rack.tz)");
}
