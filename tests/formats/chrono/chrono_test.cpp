#include "formats/chrono/chrono.h"

#include <cmath>
#include <filesystem>

#include "formats/chrono/parts.h"
#include "formats/files/read_file.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
using namespace mb::chrono;

namespace {

std::string messagesOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += toText(diagnostic);
  return text;
}

// A build with one object read from a text; the ground and one body to hang things on.
struct Bench {
  explicit Bench(const std::string& text) : build{.import = startImport("chrono", "t", {}, diagnostics)} {
    const auto file = std::make_shared<const SourceFile>(SourceFile{"t.json", text});
    std::optional<JsonValue> root = parseJson(file, diagnostics);
    REQUIRE(root);
    object = std::move(*root);
    body = addBodyAt(build, "body", {}, {1, {1, 1, 1}, {0, 0, 0}}, InertiaAxes::body, {});
  }
  const CartesianModel& model() const { return build.import.model; }

  Diagnostics diagnostics;
  VehicleBuild build;
  JsonValue object;
  BodyIndex body;
};

double at(const Spline& spline, double x) {  // linear, straight on beyond its ends
  std::size_t k = 1;
  while (k + 1 < spline.x.size() && spline.x[k] < x) ++k;
  const double slope = (spline.y[k] - spline.y[k - 1]) / (spline.x[k] - spline.x[k - 1]);
  return spline.y[k - 1] + slope * (x - spline.x[k - 1]);
}

Tsda springOf(const std::string& text, Bench& bench) {
  addSpring(bench.build, "spring", bench.object, kImportGround, bench.body, {0, 0, 1}, {0, 0, 0.5});
  INFO(text << messagesOf(bench.diagnostics));
  REQUIRE(bench.model().forces.size() == 1);
  CHECK(bench.diagnostics.all().empty());
  return std::get<Tsda>(bench.model().forces[0].law);
}

CartesianModel readFileAt(const std::string& path, const ReadOptions& options, Diagnostics& diagnostics) {
  FileText read = readFileText(path);
  REQUIRE(read.fault.empty());
  return readChrono(std::make_shared<const SourceFile>(SourceFile{path, std::move(read.text)}), options, diagnostics);
}

CartesianModel readTextOf(const std::string& text, Diagnostics& diagnostics) {
  CartesianModel model = readChrono(std::make_shared<const SourceFile>(SourceFile{"t.json", text}), {}, diagnostics);
  INFO(messagesOf(diagnostics));
  CHECK_FALSE(diagnostics.hasErrors());
  return model;
}

const Body& bodyNamed(const CartesianModel& model, std::string_view name) {
  const std::optional<BodyIndex> index = findBody(model, name);
  REQUIRE(index);
  return model.bodies[*index];
}

const Joint& jointNamed(const CartesianModel& model, std::string_view name) {
  const std::optional<JointIndex> index = findJoint(model, name);
  REQUIRE(index);
  return model.joints[*index];
}

const std::string kBuggy = std::string(MB_SOURCE_DIR) + "/samples/foreign/chrono/buggy/";

}  // namespace

TEST_CASE("a spring's stops push by Chrono's table of depth", "[chrono]") {
  const std::string text =
      R"({"Spring Coefficient": 1000, "Free Length": 0.5, "Preload": 20, "Minimum Length": 0.3, "Maximum Length": 0.6})";
  Bench bench(text);
  const Tsda law = springOf(text, bench);
  CHECK(law.stiffness == 1000);
  CHECK(law.length == 0.5);
  CHECK(law.preload == 20);
  const Spline& stops = bench.model().splines[law.spring];
  const auto tension = [&](double length) { return at(stops, length - 0.5); };
  CHECK(tension(0.45) == Approx(0).margin(1e-9));
  CHECK(tension(0.295) == Approx(-500));   // 5 mm: between 400 N at 4 and 600 N at 6
  CHECK(tension(0.275) == Approx(-3500));  // 25 mm: between 2500 N at 20 and 4500 N at 30
  CHECK(tension(0.625) == Approx(3500));
  CHECK(tension(0.1) == Approx(-125000));  // level beyond the table
  CHECK(tension(0.9) == Approx(125000));
}

TEST_CASE("between stops in the wrong order both push, which is reported", "[chrono]") {
  Bench bench(R"({"Spring Coefficient": 1000, "Free Length": 0.5, "Minimum Length": 0.32, "Maximum Length": 0.3})");
  addSpring(bench.build, "spring", bench.object, kImportGround, bench.body, {0, 0, 1}, {0, 0, 0.5});
  CHECK_FALSE(bench.diagnostics.hasErrors());
  REQUIRE(bench.diagnostics.warningCount() == 1);
  CHECK(bench.diagnostics.all().front().code == Code::noRoom);
  const Tsda law = std::get<Tsda>(bench.model().forces.at(0).law);
  const auto tension = [&](double length) { return at(bench.model().splines[law.spring], length - 0.5); };
  CHECK(tension(0.315) == Approx(1750 - 500));  // 15 mm beyond the maximum, 5 mm below the minimum
  CHECK(tension(0.305) == Approx(500 - 1750));  // and the other way round
  CHECK(tension(0.31) == Approx(0).margin(1e-9));
  CHECK(tension(0.33) == Approx(4500));  // 30 mm beyond the maximum alone
}

TEST_CASE("sections of a Chrono tyre may be grouped in a section of their own", "[chrono]") {
  FileText read = readFileText(kBuggy + "tire/Buggy_Tire.json");
  const std::string key = "\"Fiala Parameters\": {";
  std::string nested = read.text;
  nested.replace(nested.find(key), key.size(), "\"Parameters\": { \"Fiala Parameters\": {");
  nested.replace(nested.rfind('}'), 1, "} }");
  Diagnostics diagnostics;
  const CartesianModel wanted = readTextOf(read.text, diagnostics);
  const CartesianModel model = readTextOf(nested, diagnostics);
  REQUIRE(model.tyres.size() == 1);
  CHECK(model.tyres[TyreIndex{0}].values == wanted.tyres[TyreIndex{0}].values);
}

TEST_CASE("member names that Chrono does not read become remarks", "[chrono]") {
  FileText read = readFileText(kBuggy + "tire/Buggy_Tire.json");
  Diagnostics diagnostics;
  const CartesianModel wanted = readTextOf(read.text, diagnostics);
  read.text.insert(read.text.find("\"Mass\""), "\"Manufacturer\": \"Acme\", ");
  const CartesianModel model = readTextOf(read.text, diagnostics);
  CHECK(model.foreign.size() == wanted.foreign.size());
  CHECK(std::ranges::any_of(model.remarks, [](const std::string& one) {
    return one.find("t.json:5: 'Manufacturer' is nothing that is read in this place") != std::string::npos;
  }));
}

TEST_CASE("a spring that never reaches its free length is reported", "[chrono]") {
  Bench bench(R"({"Spring Coefficient": 1000, "Free Length": 0.2, "Minimum Length": 0.3, "Maximum Length": 0.6})");
  addSpring(bench.build, "spring", bench.object, kImportGround, bench.body, {0, 0, 1}, {0, 0, 0.5});
  CHECK_FALSE(bench.diagnostics.hasErrors());
  REQUIRE(bench.diagnostics.warningCount() == 1);
  CHECK(bench.diagnostics.all().front().code == Code::noRoom);
}

TEST_CASE("a setting that Chrono reads only as one of a pair is reported when it is alone", "[chrono]") {
  struct Row {
    std::string text, message;
  };
  for (const Row& row :
       std::vector<Row>{{R"({"Spring Coefficient": 1000, "Free Length": 0.5, "Minimum Length": 0.3})",
                         "'Minimum Length' has no effect without 'Maximum Length'"},
                        {R"({"Spring Curve Data": [[0, 0], [1, 10]], "Free Length": 0.5, "Maximum Length": 0.6})",
                         "'Maximum Length' has no effect without 'Minimum Length'"},
                        {R"({"Damping Coefficient": 100, "Degressivity Compression": 3})",
                         "'Degressivity Compression' has no effect without 'Degressivity Expansion'"},
                        {R"({"Damping Coefficient": 100, "Degressivity Expansion": 3})",
                         "'Degressivity Expansion' has no effect without 'Degressivity Compression'"}}) {
    CAPTURE(row.text);
    Bench bench(row.text);
    addSpring(bench.build, "spring", bench.object, kImportGround, bench.body, {0, 0, 1}, {0, 0, 0.5});
    CHECK_FALSE(bench.diagnostics.hasErrors());
    REQUIRE(bench.diagnostics.warningCount() == 1);
    const Diagnostic& warning = bench.diagnostics.all().front();
    CHECK(warning.code == Code::ignoredInput);
    CHECK(warning.message == row.message);
    CHECK(warning.at.column > 1);
    CHECK_FALSE(warning.hint.empty());
    CHECK(bench.model().foreign.empty());
  }
}

TEST_CASE("spring settings that Chrono ignores because of the spring's law are reported once", "[chrono]") {
  struct Row {
    std::string text;
    std::vector<std::string> lost;
    std::string law;
  };
  for (const Row& row : std::vector<Row>{
           {R"({"Spring Coefficient": 1000, "Spring Curve Data": [[0, 0], [1, 10]], "Free Length": 0.5})",
            {"member 'Spring Coefficient'"},
            "'Spring Curve Data'"},
           {R"({"Spring Coefficient": 1000, "Damping Coefficient": 10, "Free Length": 0.5,
                "Degressivity Compression": 1, "Degressivity Expansion": 1})",
            {"member 'Degressivity Compression'", "member 'Degressivity Expansion'"},
            "'Spring Coefficient' and 'Damping Coefficient'"},
           {R"({"Damping Coefficient": 10, "Free Length": 0.5, "Minimum Length": 0.3, "Maximum Length": 0.6})",
            {"member 'Free Length'", "member 'Minimum Length'", "member 'Maximum Length'"},
            "'Damping Coefficient'"},
           {R"({"Deformation": [0.2, 0.4], "Map Data": [[-1, -10, -30], [1, 20, 60]], "Curve Data": [[0, 0], [1, 1]]})",
            {"member 'Curve Data'"},
            "'Map Data'"}}) {
    CAPTURE(row.text);
    Bench bench(row.text);
    for (int side = 0; side < 2; ++side) {
      addSpring(bench.build, "spring", bench.object, kImportGround, bench.body, {0, 0, 1}, {0, 0, 0.5});
    }
    CHECK(bench.diagnostics.all().empty());
    std::vector<std::string> lost;
    for (const ForeignText& loss : bench.model().foreign) {
      lost.push_back(loss.what);
      CHECK(contains(loss.why, "that of " + row.law + ","));
      CHECK_FALSE(loss.changesMotion);
    }
    CHECK(lost == row.lost);
    CHECK(unusedMembers(bench.object).empty());
  }
}

TEST_CASE("curves are level beyond their ends, and a stop adds to them", "[chrono]") {
  const std::string text =
      R"({"Spring Curve Data": [[-0.1, -50], [0.1, 30], [0, 0]], "Free Length": 0.5, "Minimum Length": 0.45, "Maximum Length": 1})";
  Bench bench(text);
  const Tsda law = springOf(text, bench);
  const Spline& curve = bench.model().splines[law.spring];
  CHECK(at(curve, 0.05) == Approx(15));
  CHECK(at(curve, 0.3) == Approx(30));
  CHECK(at(curve, -0.055) == Approx(-27.5 - 500));
}

TEST_CASE("older files call a curve of either kind Curve Data", "[chrono]") {
  const std::string spring = R"({"Curve Data": [[0, 0], [1, 10]], "Free Length": 0.4})";
  Bench first(spring);
  CHECK(springOf(spring, first).spring.valid());
  const std::string damper = R"({"Curve Data": [[0, 0], [1, 10]]})";
  Bench second(damper);
  CHECK(springOf(damper, second).damper.valid());
}

TEST_CASE("a degressive damper is c v / (1 + d |v|)", "[chrono]") {
  const std::string text =
      R"({"Damping Coefficient": 100, "Degressivity Compression": 3, "Degressivity Expansion": 1})";
  Bench bench(text);
  const Tsda law = springOf(text, bench);
  REQUIRE(law.function);
  CHECK(law.damping == 0);
  std::string formula = toText(*law.function);
  // The rate as a number, so that it can be evaluated.
  const auto valueAtRate = [&](double rate) {
    std::string copy = formula;
    const std::string measure = "vr(ground.spring, body.spring)";
    REQUIRE(contains(copy, measure));
    for (std::size_t k; (k = copy.find(measure)) != std::string::npos;) {
      copy.replace(k, measure.size(), "(" + std::to_string(rate) + ")");
    }
    ExpressionError error;
    const auto parsed = parseExpression(
        copy, [](std::string_view) { return std::optional<double>(); }, error);
    REQUIRE(parsed);
    return *constantValue(*parsed);
  };
  CHECK(valueAtRate(0.5) == Approx(-100 * 0.5 / (1 + 1 * 0.5)));
  CHECK(valueAtRate(-0.5) == Approx(100 * 0.5 / (1 + 3 * 0.5)));
  CHECK(valueAtRate(0) == Approx(0).margin(1e-15));
}

TEST_CASE("a spring map is bilinear in length and rate and is extrapolated linearly", "[chrono]") {
  const std::string text =
      R"({"Deformation": [0.2, 0.4], "Map Data": [[-1, -10, -30], [0, 0, 0], [1, 20, 60]], "Preload": 5})";
  Bench bench(text);
  const Tsda law = springOf(text, bench);
  CHECK(law.preload == 5);
  CHECK(law.length == 0);
  REQUIRE(law.function);
  REQUIRE(bench.model().splines.size() == 4);  // weight and row of the two rows that are not zero
  const auto tension = [&](double length, double rate) {
    double sum = 0;
    for (int k = 0; k < 4; k += 2) {
      sum += at(bench.model().splines[SplineIndex{k}], rate) * at(bench.model().splines[SplineIndex{k + 1}], length);
    }
    return sum;
  };
  CHECK(tension(0.3, 0.5) == Approx(20));  // half of the mean of 20 and 60
  CHECK(tension(0.3, -0.5) == Approx(-10));
  CHECK(tension(0.5, 1) == Approx(80));  // beyond the largest length
  CHECK(tension(0.2, 2) == Approx(40));  // beyond the largest rate
}

TEST_CASE("bushing data make a joint a bushing that is soft where the joint is free", "[chrono]") {
  Bench bench(
      R"({"Stiffness Linear": 7e7, "Damping Linear": 3e4, "Stiffness Rotational": 1e5, "Damping Rotational": 500,
                  "DOF": {"Stiffness Linear": 1, "Damping Linear": 2, "Stiffness Rotational": 3, "Damping Rotational": 4}})");
  addVehicleJoint(bench.build, "hinge", VehicleJointType::revolute, bench.body, kImportGround, {}, &bench.object, {});
  CHECK(bench.model().joints.empty());
  REQUIRE(bench.model().forces.size() == 1);
  const Bushing law = std::get<Bushing>(bench.model().forces[0].law);
  CHECK(law.k == Vector3::Constant(7e7));
  CHECK(law.kt == Vector3(1e5, 1e5, 3));
  CHECK(law.ct == Vector3(500, 500, 4));
  CHECK(law.angles == AngleDefinition::rotationVector);
}

TEST_CASE("a point on a line is free along Chrono's x axis", "[chrono]") {
  Bench bench("{}");
  addVehicleJoint(bench.build, "slider", VehicleJointType::pointLine, bench.body, kImportGround, {}, nullptr, {});
  REQUIRE(bench.model().joints.size() == 1);
  const Joint& joint = bench.model().joints[JointIndex{0}];
  CHECK(joint.type.name == "in-line");
  CHECK((bench.model().markers[joint.j].X_BM.R.col(2) - Vector3::UnitX()).norm() < 1e-15);
}

TEST_CASE("the second axis of a cross is made perpendicular to the first", "[chrono]") {
  Bench bench("{}");
  addUniversal(bench.build, "cross", bench.body, kImportGround, {0, 0, 0}, {0, 0, 2}, {1, 0, 1}, {});
  const Joint& joint = bench.model().joints[JointIndex{0}];
  const Matrix3& R = bench.model().markers[joint.i].X_BM.R;
  CHECK((R.col(0) - Vector3::UnitZ()).norm() < 1e-15);  // of body 1
  CHECK((R.col(1) - Vector3::UnitX()).norm() < 1e-15);  // of body 2
}

TEST_CASE("the right side is the mirror image: y of points, Ixy and Iyz", "[chrono]") {
  CHECK(mirrored(Vector3(1, 2, 3), Side::right) == Vector3(1, -2, 3));
  CHECK(mirroredProducts({1, 2, 3}, Side::right) == Vector3(-1, 2, -3));
  const Matrix3 R = mirrored(rotationAbout(2, 0.3), Side::right);
  CHECK(R.determinant() == Approx(1));
  CHECK((R.col(0) - mirrored(Vector3(rotationAbout(2, 0.3).col(0)), Side::right)).norm() < 1e-15);
}

TEST_CASE("a chassis is the sum of its components less the voids", "[chrono]") {
  Diagnostics diagnostics;
  const CartesianModel model =
      readTextOf(R"({"Name": "c", "Type": "Chassis", "Template": "RigidChassis", "Components": [
      {"Centroidal Frame": {"Location": [0, 0, 0], "Orientation": [1, 0, 0, 0]}, "Mass": 30,
       "Moments of Inertia": [10, 20, 25], "Products of Inertia": [0, 0, 0], "Void": false},
      {"Centroidal Frame": {"Location": [1, 0, 0], "Orientation": [0.70710678118, 0, 0, 0.70710678118]}, "Mass": 10,
       "Moments of Inertia": [1, 2, 2.5], "Products of Inertia": [0, 0, 0], "Void": true}]})",
                 diagnostics);
  const MassProperties& body = bodyNamed(model, "chassis").massProperties;
  CHECK(body.mass == Approx(20));
  CHECK(body.com.x() == Approx(-0.5));  // -10 / 20
  // Turned by a quarter, the void has 2, 1, 2.5 about its own centre; Iyy = 20 + 30/4 - (1 + 10 * 2.25).
  CHECK(body.inertia(0, 0) == Approx(10 - 2));
  CHECK(body.inertia(1, 1) == Approx(20 + 30 * 0.25 - 1 - 10 * 2.25));
  CHECK(model.gravity == Vector3(0, 0, -9.81));
}

TEST_CASE("the idler of a Pitman arm is a rod normal to its axis, and the arm is driven at 0", "[chrono]") {
  Diagnostics diagnostics;
  const CartesianModel model = readTextOf(R"json({"Name": "p", "Type": "Steering", "Template": "PitmanArm",
      "Steering Link": {"Mass": 3, "COM": [0.1, 0, 0], "Inertia": [0.2, 0.1, 0.2]},
      "Pitman Arm": {"Mass": 1, "COM": [0.05, 0.2, 0], "Inertia": [0.1, 0.1, 0.1]},
      "Revolute Joint": {"Location": [0, 0.2, 0], "Direction": [0, 0, 1], "Maximum Angle (deg)": 30},
      "Universal Joint": {"Location": [0.1, 0.2, 0], "Direction Arm": [0, 0, 1], "Direction Link": [1, 0, 0]},
      "Revolute-Spherical Joint": {"Location Chassis": [0, -0.3, 0], "Location Link": [0.1, -0.3, 0],
                                   "Direction": [0, 0, 1]}})json",
                                          diagnostics);
  const Joint& idler = jointNamed(model, "steering1_idler");
  CHECK(idler.length == Approx(0.1));
  const Pose X_WM = worldPose(model, idler.i);
  const Vector3 d = X_WM.p - worldPose(model, idler.j).p;
  CHECK(d.norm() == Approx(0.1));
  CHECK(std::abs(d.dot(X_WM.R.col(2))) < 1e-15);
  CHECK((d / d.norm() - X_WM.R.col(0)).norm() < 1e-12);
  REQUIRE(model.drives.size() == 1);
  CHECK(std::get<ConstantFunction>(model.drives[0].function).value == 0);
  CHECK(model.joints[model.drives[0].coordinate->joint].name == "steering1_arm");
}

TEST_CASE("TMeasy keeps the slopes and the peaks of its data", "[chrono]") {
  Diagnostics diagnostics;
  const CartesianModel model = readTextOf(R"({"Name": "t", "Type": "Tire", "Template": "TMeasyTire",
      "Design": {"Unloaded Radius [m]": 0.47, "Mass [kg]": 37.6, "Inertia [kg.m2]": [3.84, 6.69, 3.84], "Width [m]": 0.32,
                 "Rim Radius [m]": 0.21}, "Vehicle Type": "Truck", "Load Index": 108})",
                                          diagnostics);
  REQUIRE(model.tyres.size() == 1);
  const Tyre& tyre = model.tyres[TyreIndex{0}];
  // Load index 108 is 1000 kg by the tyre makers' table, which rounds to one per cent or so.
  const double nominal = 0.5 * 1000 * 9.81;
  CHECK(valueOf(tyre, "VERTICAL_STIFFNESS") == Approx(2 * nominal / (0.16 * 0.26)).epsilon(0.01));
  const auto law = makeLaw(tyre);
  TyreSlip slip;
  slip.load = nominal;
  slip.speed = 20;
  slip.kappa = 1e-5;
  CHECK(law->forces(slip).Fx / slip.kappa == Approx(17.7764 * nominal).epsilon(0.01));
  slip.load = 2 * nominal;
  CHECK(law->forces(slip).Fx / slip.kappa == Approx(14.5301 * 2 * nominal).epsilon(0.01));
  slip.load = nominal;
  slip.kappa = 0.10811;  // the peak
  CHECK(law->forces(slip).Fx == Approx(0.89965 * nominal).epsilon(0.01));
  slip.kappa = 0;
  slip.alpha = 1e-5;
  CHECK(law->forces(slip).Fy / slip.alpha == Approx(-7.4013 * nominal).epsilon(0.01));
  slip.load = 2 * nominal;
  CHECK(law->forces(slip).Fy / slip.alpha == Approx(-6.8505 * 2 * nominal).epsilon(0.01));
  // By itself it is a wheel on a road under it.
  CHECK(bodyNamed(model, "wheel").massProperties.mass == Approx(37.6));
  CHECK(model.roads[RoadIndex{0}].height == Approx(-0.47));
}

TEST_CASE("the buggy is read from its eight files", "[chrono]") {
  Diagnostics diagnostics;
  const CartesianModel model = readFileAt(kBuggy + "vehicle/Buggy.json", {}, diagnostics);
  INFO(messagesOf(diagnostics));
  REQUIRE_FALSE(diagnostics.hasErrors());
  CHECK(model.bodies.size() == 21);  // ground, chassis, rack, 2 arms of the bar and 16 of the suspensions
  CHECK(model.joints.size() == 29);
  CHECK(model.tyres.size() == 1);  // one file for both axles is one tyre
  CHECK(jointNamed(model, "steering1_rack").type.name == "translational");
  CHECK(jointNamed(model, "axle1_arb_droplink_left").length == Approx(0.13));
  // Spindle, wheel and tyre, with the half shaft's inertia about the axis of spin.
  const MassProperties& spindle = bodyNamed(model, "axle1_spindle_left").massProperties;
  CHECK(spindle.mass == Approx(4 + 8 + 9));
  CHECK(spindle.inertia(0, 0) == Approx(0.02 + 0.12 + 0.28));
  CHECK(spindle.inertia(1, 1) == Approx(0.03 + 0.2 + 0.5 + 0.05));
  // A degree of camber tilts the tyres of the front axle; the rear ones are the lowest.
  CHECK(model.roads[RoadIndex{0}].height == Approx(-0.3));
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.massProperties.mass;
  CHECK(mass == Approx(600 + 3 + 2 * 1.2 + 4 * (4 + 5 + 2 + 4 + 8 + 9)));
  int motion = 0;
  for (const ForeignText& loss : model.foreign) {
    CHECK_FALSE(loss.what.empty());
    CHECK_FALSE(loss.why.empty());
    CHECK_FALSE(loss.meaning.empty());
    CHECK(loss.origin.at.line > 0);
    motion += loss.changesMotion;
  }
  CHECK(motion == 2);  // the law of the tyres and the driveline
}

TEST_CASE("the command line gives one tyre for all or one per axle, and other numbers are errors", "[chrono]") {
  const std::string tyre = kBuggy + "tire/Buggy_Tire.json";
  const std::string vehicle = kBuggy + "vehicle/Buggy.json";
  for (const std::size_t count : {1, 2}) {
    Diagnostics diagnostics;
    const CartesianModel model = readFileAt(vehicle, {.tyres = std::vector<std::string>(count, tyre)}, diagnostics);
    CHECK_FALSE(diagnostics.hasErrors());
    CHECK(model.tyres.size() == 1);
    // The tyre that the file names is replaced as asked for: nothing of it is lost.
    for (const ForeignText& loss : model.foreign) CHECK_FALSE(contains(loss.what, "Tire Input File"));
  }
  Diagnostics diagnostics;
  readFileAt(vehicle, {.tyres = {tyre, tyre, tyre}}, diagnostics);
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::usage);
  Diagnostics second;
  readFileAt(vehicle, {.tyres = {kBuggy + "wheel/Buggy_Wheel.json"}}, second);
  CHECK(contains(messagesOf(second), "the tyre is a file of type 'Wheel'"));
}

TEST_CASE("subsystems are read by themselves", "[chrono]") {
  for (const std::string name : {"chassis/Buggy_Chassis", "suspension/Buggy_Front", "steering/Buggy_Rack",
                                 "wheel/Buggy_Wheel", "tire/Buggy_Tire"}) {
    CAPTURE(name);
    Diagnostics diagnostics;
    const CartesianModel model = readFileAt(kBuggy + name + ".json", {}, diagnostics);
    INFO(messagesOf(diagnostics));
    CHECK_FALSE(diagnostics.hasErrors());
    CHECK(model.bodies.size() >= 2);
  }
}

TEST_CASE("the public HMMWV is read whole", "[chrono]") {
  const std::optional<std::filesystem::path> folder = corpusFolder("chrono/vehicle");
  if (!folder) return;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    CAPTURE(entry.path().string());
    Diagnostics diagnostics;
    readFileAt(entry.path().string(), {}, diagnostics);
    INFO(messagesOf(diagnostics));
    CHECK_FALSE(diagnostics.hasErrors());
  }
}
