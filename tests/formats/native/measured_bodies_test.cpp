// Bodies named in measures: which marker they stand for, and which bodies stand for none.
#include "tests/support/texts/native_text.h"

using namespace mb;
using mb::testing::contains;

namespace {

std::string plain(const std::string& name, const std::string& pose, const std::string& inside = {}) {
  return "<body name='" + name + "'><pose " + pose + "/><mass value='1'/><inertia xx='1' yy='1' zz='1'/>" + inside +
         "</body>";
}

// A wheel on the left whose hinge leans and turns, with its point off the middle of the wheel.
const std::string kCorner =
    plain("car", "pos='0 0 1'") + plain("carrier", "pos='0 0.7 0.5'") + plain("wheel", "pos='0 0.8 0.5'") +
    "<joint name='hub' type='revolute' i='wheel' j='carrier' point='0.01 0.6 0.5' axis='0.02 0.999 0.03'/>";

std::string errorsOf(const std::string& elements) {
  Diagnostics diagnostics;
  readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", "<mbs version='2'>\n" + elements + "</mbs>"}),
             diagnostics);
  std::string text;
  for (const Diagnostic& one : diagnostics.all()) text += toText(one);
  return text;
}

MarkerIndex named(const CartesianModel& model, const std::string& name) {
  for (const MarkerIndex index : model.markers.indexes()) {
    if (model.markers[index].name == name) return index;
  }
  throw std::runtime_error("no marker " + name);
}

}  // namespace

TEST_CASE("a wheel in a measure stands for its hinge, another body for its own frame") {
  const CartesianModel model = nativeModel(kCorner +
                                           "<measure name='t' function='toe(wheel, car)'/>"
                                           "<measure name='c' function='camber(wheel, car) + toe(wheel, car)'/>"
                                           "<measure name='w' function='wheel_travel(wheel, car)'/>"
                                           "<measure name='h' function='ride_height(car)'/>");
  CHECK(toText(model.measures[0].function) == "toe(wheel.axle, car.frame)");
  CHECK(toText(model.measures[1].function) == "camber(wheel.axle, car.frame) + toe(wheel.axle, car.frame)");
  CHECK(toText(model.measures[3].function) == "ride_height(car.frame)");
  const Pose axle = worldPose(model, named(model, "wheel.axle"));
  const Vector3 axis = Vector3(0.02, 0.999, 0.03).normalized();
  CHECK((axle.R.col(1) - axis).norm() < 1e-15);
  // The point of the axis that is nearest to the wheel's centre of mass.
  const Vector3 centre(0, 0.8, 0.5);
  const Vector3 point(0.01, 0.6, 0.5);
  CHECK((axle.p - (point + axis * axis.dot(centre - point))).norm() < 1e-15);
  CHECK(isIdentity(model.markers[named(model, "car.frame")].X_BM));
  // Written and read, they are markers like all others.
  const std::string written = writeNative(model);
  Diagnostics diagnostics;
  const CartesianModel again =
      readNative(std::make_shared<const SourceFile>(SourceFile{"again.xml", written}), diagnostics);
  CHECK(diagnostics.errorCount() == 0);
  CHECK(writeNative(again) == written);
}

TEST_CASE("the marker of a wheel's tyre comes before its hinge, and forward is that of the file") {
  const CartesianModel model = nativeModel(
      "<axes forward='+y' up='+z'/>" + plain("car", "pos='0 0 1'") +
      plain("wheel", "pos='-0.8 0 0.5'", "<marker name='m'><pose axes='2: -1 0 0; 3: 0 0 1'/></marker>") +
      "<joint name='hub' type='revolute' i='wheel' j='car' point='-0.8 0 0.5' axis='-1 0 0'/>"
      "<road name='road'/><tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='2e5' cslip='1' "
      "calpha='1'/><force name='f' type='tyre' i='wheel.m' road='road' tyre='t'/>"
      "<measure name='t' function='toe(wheel, car)'/>");
  CHECK(toText(model.measures[0].function) == "toe(wheel.m, car.frame)");
  CHECK((worldPose(model, named(model, "car.frame")).R - Matrix3::Identity()).norm() < 1e-15);
}

TEST_CASE("bodies that stand for no marker are refused with their place") {
  const auto measured = [](const std::string& elements, const std::string& function) {
    return errorsOf(elements + "\n<measure name='t' function='" + function + "'/>");
  };
  CHECK(contains(measured(kCorner, "toe(car, carrier)"), "neither a tyre nor a revolute joint"));
  const std::string second = "<joint name='pivot' type='revolute' i='wheel' j='car' point='0 0.7 0.5' axis='0 0 1'/>";
  const std::string two = measured(kCorner + second, "toe(wheel, car)");
  CHECK(contains(two, "more than one axis: hub, pivot"));
  CHECK(contains(two, "test.xml:3:"));
  CHECK(contains(two, "a marker of the wheel whose y is its spin axis"));
  CHECK(contains(measured(plain("lying", "pos='0 0 0' euler='313: 0 1.5707963 0'"), "ride_height(lying)"),
                 "does not stand upright"));
  CHECK(contains(measured(kCorner, "toe(weel, car)"), "there is no body 'weel'"));
  // A point is no body, and forces name markers.
  CHECK(contains(measured(kCorner, "caster(wheel, carrier, car)"), "'wheel' is a body, a marker is required"));
  CHECK(contains(errorsOf(kCorner + "<force name='f' type='general' i='car' point='0 0 0' fx='toe(wheel, car)'/>"),
                 "'wheel' is a body, a marker is required"));
}
