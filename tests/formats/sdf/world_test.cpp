// Masses, worlds, included files and losses of SDFormat, one test per pitfall.

#include "formats/files/read_file.h"
#include "formats/model/basics/limits.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/texts/sdf_text.h"

namespace mb {
namespace {

using namespace sdftext;
using testing::contains;
using testing::kPi;

TEST_CASE("sdf: masses may be given, left to their defaults, or about rotated axes") {
  const CartesianModel model = readModel(
      "1.7",
      "<link name=\"none\"/><link name=\"some\"><inertial><mass>3</mass></inertial></link>"
      "<link name=\"full\"><inertial><pose>1 2 3 0 0 1.5707963267948966</pose><mass>2</mass><inertia><ixx>3</ixx>"
      "<iyy>4</iyy><izz>5</izz><ixy>0.1</ixy><ixz>0.2</ixz><iyz>0.3</iyz></inertia></inertial></link>");
  CHECK(body(model, "none").massProperties.mass == 1);
  CHECK(body(model, "none").massProperties.inertia == Matrix3::Identity());
  CHECK(body(model, "some").massProperties.mass == 3);
  CHECK(body(model, "some").massProperties.inertia == Matrix3::Identity());
  const MassProperties& full = body(model, "full").massProperties;
  CHECK(near(full.com, {1, 2, 3}));
  // x of the inertial frame is y of the link, and its y is -x: true tensor entries.
  Matrix3 J;
  J << 4, -0.1, -0.3, -0.1, 3, 0.2, -0.3, 0.2, 5;
  CHECK((full.inertia - J).norm() <= 10 * kTiny);
}

TEST_CASE("sdf: masses from shapes") {
  const auto link = [](std::string_view geometry) {
    const CartesianModel model = readModel(
        "1.12",
        "<link name=\"l\"><inertial auto=\"true\"><density>10</density></inertial><collision name=\"c\"><geometry>" +
            std::string(geometry) + "</geometry></collision></link>");
    return body(model, "l").massProperties;
  };
  const MassProperties box = link("<box><size>1 2 3</size></box>");
  CHECK(box.mass == Approx(60));
  CHECK(near(box.inertia.diagonal(), 5 * Vector3(13, 10, 5)));
  const MassProperties ball = link("<sphere><radius>0.5</radius></sphere>");
  CHECK(ball.mass == Approx(10 * kPi / 6));
  CHECK(ball.inertia(0, 0) == Approx(0.4 * ball.mass * 0.25));
  const MassProperties rod = link("<cylinder><radius>0.5</radius><length>2</length></cylinder>");
  CHECK(rod.mass == Approx(5 * kPi));
  CHECK(rod.inertia(2, 2) == Approx(rod.mass * 0.125));
  CHECK(rod.inertia(0, 0) == Approx(rod.mass * (3 * 0.25 + 4) / 12));
  // A capsule without length is a ball, an ellipsoid with one radius too.
  const MassProperties capsule = link("<capsule><radius>0.5</radius><length>0</length></capsule>");
  CHECK(capsule.mass == Approx(ball.mass));
  CHECK((capsule.inertia - ball.inertia).norm() <= 1e-13);
  CHECK((link("<ellipsoid><radii>0.5 0.5 0.5</radii></ellipsoid>").inertia - ball.inertia).norm() <= 1e-13);
  const MassProperties cone = link("<cone><radius>1</radius><length>4</length></cone>");
  CHECK(near(cone.com, {0, 0, -1}));
  CHECK(cone.inertia(2, 2) == Approx(0.3 * cone.mass));
  const CartesianModel mesh = readModel(
      "1.11",
      "<link name=\"l\"><inertial auto=\"true\"/><collision name=\"c\"><geometry><mesh><uri>x.dae</uri></mesh>"
      "</geometry></collision></link>");
  CHECK(lossOf(mesh, "the mass of a <collision>"));
  CHECK(body(mesh, "l").massProperties.mass == 1);
}

TEST_CASE("sdf: impossible moments are kept, non-positive ones become the nearest, and both are reported") {
  const auto withMoments = [](std::string_view xx, std::string_view yy, std::string_view zz) {
    return readModel("1.7", "<link name=\"l\"><inertial><mass>1</mass><inertia><ixx>" + std::string(xx) +
                                "</ixx><iyy>" + std::string(yy) + "</iyy><izz>" + std::string(zz) +
                                "</izz></inertia></inertial></link>");
  };
  const CartesianModel kept = withMoments("1", "1", "5");
  CHECK(near(body(kept, "l").massProperties.inertia.diagonal(), {1, 1, 5}));
  CHECK(body(kept, "l").massProperties.asGiven);
  // Second moments 2.5, -0.5 and -0.5: without the negative ones the moments are 0, 2.5 and 2.5.
  const CartesianModel model = withMoments("-1", "2", "2");
  CHECK(near(body(model, "l").massProperties.inertia.diagonal(), {0, 2.5, 2.5}));
  REQUIRE(lossOf(model, "<inertia>"));
  CHECK(lossOf(model, "<inertia>")->changesMotion);
}

TEST_CASE("sdf: links without mass at the end of a chain are fixed to it") {
  const auto empty = [](std::string_view name) {
    return "<link name=\"" + std::string(name) +
           "\"><inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial></link>";
  };
  const auto hinge = [](std::string_view name, std::string_view parent, std::string_view child) {
    return "<joint name=\"" + std::string(name) + "\" type=\"revolute\"><parent>" + std::string(parent) +
           "</parent><child>" + std::string(child) + "</child><axis><xyz>0 0 1</xyz></axis></joint>";
  };
  const CartesianModel model = readModel(
      "1.7", "<link name=\"a\"/>" + empty("b") + "<link name=\"c\"/>" + empty("d") + empty("e") + empty("f") +
                 hinge("ab", "a", "b") + hinge("bc", "b", "c") + hinge("cd", "c", "d") + hinge("de", "d", "e"));
  CHECK(joint(model, "ab").type.name == "revolute");  // between bodies with mass
  CHECK(joint(model, "bc").type.name == "revolute");
  CHECK(joint(model, "cd").type.name == "fixed");
  CHECK(joint(model, "de").type.name == "fixed");
  CHECK(joint(model, "f_static").type.name == "fixed");
  CHECK(lossOf(model, "<joint> of a link without mass, 2 times"));
}

TEST_CASE("sdf: gravity of the world, of old solvers, and links without it") {
  CHECK(near(readModel("1.7", "<link name=\"l\"/>").gravity, {0, 0, -9.8}));
  const std::string model =
      "<model name=\"m\"><link name=\"l\"><gravity>false</gravity><inertial><mass>2</mass>"
      "<pose>0 0 1 0 0 0</pose></inertial></link></model></world></sdf>";
  const CartesianModel now = readText("<sdf version=\"1.6\"><world name=\"w\"><gravity>0 3 -9</gravity>" + model).model;
  CHECK(near(now.gravity, {0, 3, -9}));
  const GeneralForce& lift = std::get<GeneralForce>(now.forces.at(0).law);
  CHECK(near(worldPose(now, lift.i).p, {0, 0, 1}));
  CHECK(!lift.force[0]);
  CHECK(constantValue(*lift.force[1]) == -6.0);
  CHECK(constantValue(*lift.force[2]) == 18.0);
  const CartesianModel old = readText(
                                 "<sdf version=\"1.5\"><world name=\"w\"><physics type=\"ode\"><gravity>0 0 0</gravity>"
                                 "</physics>" +
                                 model)
                                 .model;
  CHECK(old.gravity.isZero());
  CHECK(old.forces.empty());
}

TEST_CASE("sdf: several models, static ones, joints of the world, contacts") {
  const CartesianModel model =
      readText(
          "<sdf version=\"1.10\"><world name=\"w\"><model name=\"floor\"><static>true</static><link name=\"l\">"
          "<collision name=\"c\"/></link><link name=\"k\"/>"
          "<joint name=\"s\" type=\"revolute\"><parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz></axis></joint>"
          "</model><model name=\"box\"><link name=\"l\"><pose>0 0 1 0 0 0</pose><collision name=\"c\"/></link></model>"
          "<joint name=\"hook\" type=\"ball\"><parent>floor::l</parent><child>box::l</child></joint></world></sdf>")
          .model;
  CHECK(body(model, "box_l").X_WB.p.z() == 1);
  CHECK(joint(model, "floor_l_static").type.name == "fixed");
  CHECK(!findJoint(model, "floor_s"));  // both ends are fixed
  CHECK(model.bodies[bodyJ(model, joint(model, "hook"))].name == "floor_l");
  REQUIRE(lossOf(model, "<collision> (2 in all)"));
  CHECK(lossOf(model, "<collision>")->changesMotion);
  const CartesianModel alone = readModel("1.7", "<link name=\"l\"><collision name=\"c\"/></link>");
  CHECK(!lossOf(alone, "<collision>")->changesMotion);
}

TEST_CASE("sdf: included files are found, and those that are not are reported") {
  const std::string folder = std::string(MB_SOURCE_DIR) + "/tests/sdformat/models/";
  const FileText file = readFileText(folder + "includes_1_9.world");
  const CartesianModel model = readText(file.text, folder + "includes_1_9.world").model;
  CHECK(body(model, "as_is_bar").X_WB.p.isApprox(Vector3(9, 9, 9.5)));
  CHECK(findBody(model, "holder_left_bar"));
  const CartesianModel merged = readText(readFileText(folder + "merged_1_9.sdf").text, folder + "merged_1_9.sdf").model;
  CHECK(findBody(merged, "bar"));  // merged: as if it were in the model itself

  const CartesianModel missing =
      readText(
          "<sdf version=\"1.6\"><world name=\"w\"><include><uri>model://sun</uri></include><include>"
          "<uri>model://ground_plane</uri></include><include>"
          "<uri>https://fuel.gazebosim.org/1.0/a/models/b</uri></include><model name=\"m\"><link name=\"l\"/></model>"
          "</world></sdf>")
          .model;
  CHECK(!lossOf(missing, "model://sun")->changesMotion);
  CHECK(lossOf(missing, "model://ground_plane")->changesMotion);
  CHECK(lossOf(missing, "fuel")->changesMotion);
}

TEST_CASE("sdf: a bare name or an internet address refers to a model beside the file") {
  const testing::ScratchFolder folder;
  const auto model = [&](const std::string& name) {
    std::filesystem::create_directories(folder.path() / "models" / name);
    folder.write("models/" + name + "/model.sdf",
                 "<sdf version=\"1.9\"><model name=\"base\"><link name=\"hull\"/></model></sdf>");
  };
  model("boat_base");
  model("ground_plane");
  model("Old Barge");
  const auto including = [&](const std::string& uri, const std::string& more = "") {
    const std::string path = folder / "models/boat/model.sdf";
    return readText("<sdf version=\"1.9\"><model name=\"boat\"><include merge=\"true\"><uri>" + uri +
                        "</uri></include>" + more + "</model></sdf>",
                    path)
        .model;
  };
  std::filesystem::create_directories(folder.path() / "models/boat");
  for (const std::string uri :
       {"boat_base", "model://boat_base", "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Ground Plane",
        "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Ground%20Plane/3",
        "https://fuel.gazebosim.org/1.0/somebody/models/Old%20Barge/tip"}) {
    INFO(uri);
    const CartesianModel found = including(uri);
    CHECK(findBody(found, "hull"));
    CHECK(found.foreign.empty());
  }
  // A model from the internet with the name of the file itself is a different one.
  folder.write("models/boat/model.sdf", "<sdf version=\"1.9\"><model name=\"boat\"><link name=\"l\"/></model></sdf>");
  CHECK(lossOf(including("https://fuel.gazebosim.org/1.0/somebody/models/Boat", "<link name=\"l\"/>"), "models/Boat"));
  const CartesianModel sun =
      including("https://fuel.gazebosim.org/1.0/OpenRobotics/models/Sun/2", "<link name=\"l\"/>");
  REQUIRE(lossOf(sun, "Sun/2"));
  CHECK(!lossOf(sun, "Sun/2")->changesMotion);
}

TEST_CASE("sdf: parts of a missing merged model are reported as missing") {
  const CartesianModel model = readModel(
      "1.9",
      "<link name=\"rotor\"/><include merge=\"true\"><uri>x500_base</uri></include><joint name=\"j\" type=\"revolute\">"
      "<parent>base_link</parent><child>rotor</child><axis><xyz>0 0 1</xyz></axis></joint>");
  CHECK(model.joints.empty());
  REQUIRE(lossOf(model, "<include> of 'x500_base'"));
  CHECK(lossOf(model, "<include> of 'x500_base'")->changesMotion);
  REQUIRE(lossOf(model, "'base_link'"));
  CHECK(lossOf(model, "'base_link'")->changesMotion);
}

TEST_CASE("sdf: joints to a missing model are missing too") {
  const CartesianModel model =
      readModel("1.5",
                "<link name=\"chassis\"/><include><uri>model://hokuyo</uri><pose>0 0 1 0 0 0</pose></include>"
                "<include><uri>model://arm</uri><name>left</name></include>"
                "<joint name=\"j\" type=\"fixed\"><parent>chassis</parent><child>hokuyo::link</child></joint>"
                "<joint name=\"k\" type=\"fixed\"><parent>left</parent><child>chassis</child></joint>");
  CHECK(model.joints.empty());
  CHECK(lossOf(model, "'hokuyo::link'")->changesMotion);
  CHECK(lossOf(model, "'left'")->changesMotion);
}

TEST_CASE("sdf: everything but mechanics is reported by kind") {
  const CartesianModel model =
      readText(
          "<sdf version=\"1.6\"><world name=\"w\"><scene/><plugin name=\"p\" "
          "filename=\"libgz-sim-scene-broadcaster-system.so\"/>"
          "<model name=\"m\"><link name=\"l\"><visual name=\"1\"/><visual name=\"2\"/><sensor name=\"s\" type=\"imu\"/>"
          "<kinematic>true</kinematic></link><plugin name=\"q\" "
          "filename=\"libLiftDragPlugin.so\"/><dance>now</dance><link name=\"k\"><gz:song/><origin pose=\"1 2 3\"/>"
          "<inertial>heavy<mass unit=\"g\">5</mass></inertial></link><joint name=\"j\" type=\"revolute\">"
          "<parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>"
          "</model>"
          "</world></sdf>")
          .model;
  REQUIRE(lossOf(model, "<visual>, 2 times"));
  CHECK(!lossOf(model, "<visual>")->changesMotion);
  CHECK(contains(lossOf(model, "<visual>")->text, "name=\"1\""));
  CHECK(!lossOf(model, "idle plugins")->changesMotion);
  CHECK(lossOf(model, "libLiftDragPlugin.so")->changesMotion);
  CHECK(lossOf(model, "<kinematic>")->changesMotion);
  CHECK(!lossOf(model, "<dance>")->changesMotion);
  CHECK(!lossOf(model, "<gz:song>")->changesMotion);
  CHECK(lossOf(model, "<origin>")->changesMotion);
  CHECK(lossOf(model, "attribute 'unit' of <mass>")->changesMotion);
  CHECK(lossOf(model, "text in <inertial>")->changesMotion);
  CHECK(!lossOf(model, "<axis2> of a revolute joint")->changesMotion);
  for (const ForeignText& loss : model.foreign) {
    CAPTURE(loss.what);
    CHECK(!loss.why.empty());
    CHECK(!loss.meaning.empty());
    CHECK(loss.origin.at.line > 0);
  }
}

TEST_CASE("sdf: extensions of Drake") {
  const CartesianModel model =
      readModel("1.7",
                "<link name=\"a\"/><link name=\"b\"><pose>1 0 0 0 0 0</pose></link><drake:ball_constraint>"
                "<drake:ball_constraint_body_A>a</drake:ball_constraint_body_A><drake:ball_constraint_p_AP>1 0 "
                "1</drake:ball_constraint_p_AP>"
                "<drake:ball_constraint_body_B>b</drake:ball_constraint_body_B><drake:ball_constraint_p_BQ>0 0 "
                "1</drake:ball_constraint_p_BQ>"
                "</drake:ball_constraint><drake:joint name=\"p\" type=\"planar\"><drake:parent>world</drake:parent>"
                "<drake:child>a</drake:child><drake:damping>0 0 4</drake:damping></drake:joint>");
  CHECK(near(worldPose(model, joint(model, "ball_constraint").i).p, {1, 0, 1}));
  CHECK(joint(model, "p").type.name == "planar");
  CHECK(joint(model, "p").frictions.at(0).viscous == 4);
}

TEST_CASE("sdf: unknown versions and encodings are read with a warning") {
  Read future = readText(inModel("1.99", "<link name=\"l\"/>"));
  CHECK(future.diagnostics.warningCount() == 1);
  Read none = readText("<sdf><model name=\"m\"><link name=\"l\"/></model></sdf>");
  CHECK(none.diagnostics.warningCount() == 1);
  Read latin = readText(inModel("1.6", "<!-- 90\xb0 --><link name=\"l\"/>"));
  CHECK(latin.diagnostics.warningCount() == 1);
  CHECK(latin.diagnostics.all().front().code == Code::notText);
}

namespace {

// The errors of a model in a folder that includes the files of the others.
std::vector<Code> codesOf(const testing::ScratchFolder& folder, std::string_view includes) {
  Diagnostics diagnostics;
  readSdf(std::make_shared<const SourceFile>(
              SourceFile{folder / "m.sdf", inModel("1.8", "<link name=\"l\"/>" + std::string(includes))}),
          {}, diagnostics);
  std::vector<Code> codes;
  for (const Diagnostic& one : diagnostics.all()) codes.push_back(one.code);
  return codes;
}

std::string included(int number) {
  return "<include><uri>file://part.sdf</uri><name>n" + std::to_string(number) + "</name></include>";
}

}  // namespace

TEST_CASE("sdf: included files that are too large or not UTF-8 are reported") {
  const testing::ScratchFolder folder;
  folder.write("part.sdf", inModel("1.8", "<!-- 90\xb0 --><link name=\"p\"/>"));
  CHECK(codesOf(folder, included(1)) == std::vector{Code::notText});
  std::filesystem::resize_file(folder / "part.sdf", limits::kLargestFile + 1);
  CHECK(codesOf(folder, included(1)) == std::vector{Code::tooLarge});
}

TEST_CASE("sdf: the limits apply to all files of a model together") {
  const testing::ScratchFolder folder;
  std::string many;
  for (int k = 0; k < limits::kMostNodes / 3; ++k) many += "<z/>";
  folder.write("part.sdf", inModel("1.8", "<link name=\"p\"><visual name=\"v\">" + many + "</visual></link>"));
  std::string includes;
  for (int k = 0; k < 900; ++k) includes += included(k);
  CHECK(codesOf(folder, includes) == std::vector{Code::tooMany});
  folder.write("part.sdf",
               inModel("1.8", "<link name=\"p\"/><!--" + std::string(limits::kLargestFile / 2, ' ') + "-->"));
  CHECK(codesOf(folder, included(1) + included(2) + included(3)) == std::vector{Code::tooLarge});
}

TEST_CASE("sdf: the quick-return sample") {
  const std::string path = std::string(MB_SOURCE_DIR) + "/samples/foreign/sdf/quick_return.world";
  const FileText file = readFileText(path);
  REQUIRE(file.fault.empty());
  CHECK(looksLikeSdf(file.text));
  const CartesianModel model = readText(file.text, path).model;
  CHECK(model.bodies.size() == 8);
  CHECK(model.couplers.size() == 1);
  CHECK(model.forces.size() == 1);
  // Pins meet where the geometry says: the rod's end at the ram, half a metre from the lever's tip.
  const Vector3 tip = worldPose(model, joint(model, "shaper_tip_pin").j).p;
  const Vector3 ram = worldPose(model, joint(model, "shaper_ram_pin").i).p;
  CHECK((tip - ram).norm() == Approx(0.5).epsilon(1e-12));
  CHECK(ram.z() == Approx(1.1).epsilon(1e-12));
}

}  // namespace
}  // namespace mb
