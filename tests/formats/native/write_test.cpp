#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "formats/recursive/recursive_xml.h"
#include "tests/support/cartesian_fields.h"
#include "tests/support/every_force.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

namespace mb {
namespace {

namespace fs = std::filesystem;
using testing::contains;
using testing::FieldLines;

CartesianModel readNativeText(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  return readNative(std::make_shared<const SourceFile>(SourceFile{path, text}), diagnostics);
}

// Written, read and compared field by field, and written again to the same bytes. Returns what was read.
CartesianModel roundTrip(const CartesianModel& model, const std::string& path = "written.xml") {
  const std::string text = writeNative(model);
  Diagnostics diagnostics;
  CartesianModel read = readNativeText(path, text, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(diagnostics.all().empty());
  const std::vector<std::string> wanted = FieldLines::of(model);
  const std::vector<std::string> found = FieldLines::of(read);
  REQUIRE(found.size() == wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (found[k] != wanted[k]) CHECK(found[k] == wanted[k]);
  }
  CHECK(writeNative(read) == text);
  return read;
}

// One that was made here has no file yet.
CartesianModel readWritten(const CartesianModel& model) {
  Diagnostics diagnostics;
  CartesianModel read = readNativeText("made.xml", writeNative(model), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(diagnostics.all().empty());
  return read;
}

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr const char* kTwoBodies = R"(
  <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/><marker name="m"/></body>
  <body name="b"><pose pos="1 2 3" rpy="0.1 0.2 0.3"/><mass value="2" com="0.1 0 0"/>
    <inertia xx="3" yy="4" zz="5" xy="0.1" xz="-0.2" yz="0.3"/><marker name="m"><pose pos="0 0 1"/></marker></body>)";

}  // namespace

TEST_CASE("every sample comes back to the last bit, its includes and mirror images flattened") {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(MB_SOURCE_DIR) / "samples")) {
    if (entry.path().extension() != ".xml") continue;
    const std::string text = textOf(entry.path());
    if (!looksLikeNative(text)) continue;
    Diagnostics diagnostics;
    const CartesianModel model = readNativeText(entry.path().string(), text, diagnostics);
    const bool isPart = entry.path().filename() != "model.xml" && diagnostics.hasErrors();
    if (isPart) continue;  // names what the including file has
    INFO(entry.path().string());
    REQUIRE_FALSE(diagnostics.hasErrors());
    roundTrip(model);
    ++count;
  }
  CHECK(count >= 33);
}

TEST_CASE("the axes of the source are written, with the components kept along them") {
  const char* const axes = GENERATE(R"(forward="+x" up="+z")", R"(forward="-y" up="+x")", R"(convention="sae")");
  const CartesianModel model = nativeModel(std::string("<units system='MMKS'/><axes ") + axes + R"xml(/>
    <gravity vector="10 20 9810"/>
    <body name="earth" ground="true"><marker name="m"><pose pos="1 -2 3" rpy="0.3 0 1"/></marker></body>
    <body name="b"><pose pos="10 -20 0" euler="313: 0.1 0.2 0.3"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/>
      <velocity lin="1 2 0" ang="0 -5 6" fixed="lin.x ang.y"/><exact coords="z rx"/><marker name="m"/></body>
    <force name="f" type="general" i="b.m" fx="dx(b.m)" tz="1"/>)xml");
  const CartesianModel read = roundTrip(model);
  CHECK(read.units.lengthName == "m");
  CHECK(read.R_WS == model.R_WS);
  CHECK(bodyOf(read, "earth").X_WB.R == model.R_WS);
}

TEST_CASE("joints of all types are read back with everything attached to them") {
  std::string elements = kTwoBodies;
  std::vector<std::string> types;
  for (const JointType& type : jointTypes()) types.push_back("type='" + std::string(type.name) + "'");
  for (unsigned mask = 0; mask < 64; ++mask) {
    std::string text = "type='general'";
    constexpr std::array kNames{"tx", "ty", "tz", "rx", "ry", "rz"};
    for (std::size_t k = 0; k < 6; ++k) {
      if ((mask >> k & 1U) != 0) text += std::string(" ") + kNames[k] + "='free'";
    }
    types.push_back(text);
  }
  for (std::size_t k = 0; k < types.size(); ++k) {
    elements += "<joint name='j" + std::to_string(k) + "' i='a.m' j='b.m' " + types[k] +
                (types[k].find("screw") != std::string::npos ? " pitch='0.01'/>" : "/>");
  }
  elements += R"(<joint name="c" type="cylindrical" i="a.m" j="b.m" weight="0.123456">
      <limit dof="tz" lower="-0.1"/><limit dof="rz" lower="-1" upper="0.7" stiffness="1e4" damping="3"/>
      <friction dof="rz" coulomb="1" stiction="2" viscous="0.5" velocity="0.001"/>
      <initial dof="tz" value="0"/><initial dof="rz" rate="-2"/><prefer tree="no"/></joint>
    <joint name="d" type="distance" i="a.m" j="b.m" length="2.5"><prefer tree="yes"/></joint>)";
  const CartesianModel read = roundTrip(nativeModel(elements));
  CHECK(jointOf(read, "c").weight == 123'456);
  CHECK(jointOf(read, "c").preference == TreePreference::cut);
  CHECK(jointOf(read, "c").initials[0].value == 0.0);
  CHECK(jointOf(read, "d").length == 2.5);
}

TEST_CASE("rotations come back to the last bit, whatever products made them") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-3, 3);
  CartesianModel model = nativeModel(kTwoBodies);
  Pose X;
  for (int k = 0; k < 200; ++k) {
    X = X * Pose{rotationOf({number(random), number(random), number(random)}),
                 Vector3(number(random), number(random), number(random)) / 3};
    if (k % 20 == 19) X.R = nearestRotation(X.R);
    model.markers.add({"b.n" + std::to_string(k), BodyIndex{1}, X, {}});
  }
  model.bodies[BodyIndex{0}].X_WB = X;
  roundTrip(model);
}

TEST_CASE("markers keep their order, in their bodies or after them") {
  CartesianModel model = nativeModel(kTwoBodies);
  model.markers.add({"a.late", BodyIndex{0}, {}, {}});
  model.markers.add({"b.later", BodyIndex{1}, {rotationAbout(2, 1), {1, 2, 3}}, {}});
  const CartesianModel read = roundTrip(model);
  CHECK(read.markers[MarkerIndex{2}].name == "a.late");
  CHECK(contains(writeNative(model), R"(<marker body="a" name="late"/>)"));
}

TEST_CASE("an element records its origin through any number of files") {
  const auto deck = std::make_shared<const SourceFile>(SourceFile{"folder/deck.adm", {}});
  const auto part = std::make_shared<const SourceFile>(SourceFile{"folder/parts/arm.adm", {}});
  CartesianModel model = nativeModel(std::string(kTwoBodies) + R"(
    <joint name="j" type="revolute" i="a.m" j="b.m"/><spline name="s" x="0 1" y="0 1"/>
    <force name="f" type="tsda" i="a.m" j="b.m" k="1"/>)");
  model.origin = {{deck, 1, 1}, {}};
  model.bodies[BodyIndex{0}].origin = {{deck, 12, 1}, {}};
  model.markers[MarkerIndex{0}].origin = {{part, 7, 3}, "read"};
  model.joints[JointIndex{0}].origin = {{deck, 40, 1}, {}};
  model.splines[SplineIndex{0}].origin = {{deck, 50, 1}, {}};
  model.forces[0].origin = {};
  const CartesianModel read = roundTrip(model);
  CHECK(read.origin.from == "deck.adm:1");
  CHECK(read.bodies[BodyIndex{0}].origin.from == "deck.adm:12");
  CHECK(read.bodies[BodyIndex{0}].origin.at.file->path == "written.xml");
  CHECK(read.markers[MarkerIndex{0}].origin.from == "parts/arm.adm:7");
  CHECK(read.joints[JointIndex{0}].origin.from == "deck.adm:40");
  CHECK(read.splines[SplineIndex{0}].origin.from == "deck.adm:50");
  CHECK(read.forces[0].origin.from.empty());
}

TEST_CASE("other tools' text comes back byte by byte, in both formats") {
  const std::string text = GENERATE(
      std::string(), std::string("  \n\t "), std::string("FRICTION/3\n, <MU> & \"x\"\r\n  ]]>\n"),
      std::string("back\\slash \\x41 and a bell \x07"), std::string("Latin-1: \xE9t\xE9, cut off: \xC3"),
      std::string("a zero \0 inside", 15), std::string("\xEF\xBF\xBF\xED\xA0\x80"), std::string("\xC3\xA9t\xC3\xA9"));
  ForeignText foreign{"adams", text, "FRICTION/3 of joint 'pivot'", "it depends on the load", "it turns freely",
                      true,    {}};
  CartesianModel model = nativeModel(kTwoBodies);
  model.remarks = {"body '1 & 2' is called 'b_1'", "units are those of the deck"};
  model.foreign = {foreign, {"adams", "OUTPUT/", "", "", "", false, {}}};
  roundTrip(model);

  RecursiveModel recursive;
  recursive.foreign = model.foreign;
  Diagnostics diagnostics;
  const std::string written = writeRecursive(recursive);
  const RecursiveModel read =
      readRecursive(std::make_shared<const SourceFile>(SourceFile{"r.xml", written}), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(read.foreign.size() == 2);
  CHECK(read.foreign[0].text == text);
  CHECK(read.foreign[0].what == foreign.what);
  CHECK(read.foreign[0].why == foreign.why);
  CHECK(read.foreign[0].meaning == foreign.meaning);
  CHECK(read.foreign[0].changesMotion);
  CHECK_FALSE(read.foreign[1].changesMotion);
  CHECK(writeRecursive(read) == written);
}

TEST_CASE("bytes that XML cannot hold are replaced in names") {
  CartesianModel model = nativeModel(kTwoBodies);
  model.name = "caf\xE9 \x01 \xC3\xA9";
  Diagnostics diagnostics;
  const CartesianModel read = readNativeText("w.xml", writeNative(model), diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(read.name == "caf\xEF\xBF\xBD \xEF\xBF\xBD \xC3\xA9");
}

TEST_CASE("a foreign text that is wrongly escaped is an error with a place") {
  const std::string text =
      GENERATE(R"(<foreign format="x" encoding="escaped">a \n b</foreign>)",
               R"(<foreign format="x" encoding="escaped">\x4</foreign>)",
               R"(<foreign format="x" encoding="base64">AA</foreign>)",
               R"(<foreign format="x" changes_motion="maybe">AA</foreign>)", "<foreign>AA</foreign>");
  Diagnostics diagnostics;
  readNativeText("w.xml", "<mbs version=\"1\"><body name=\"b\"/>\n" + text + "</mbs>", diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all()[0].at.line == 2);
  CHECK(diagnostics.all()[0].at.column > 0);
  CHECK_FALSE(diagnostics.all()[0].hint.empty());
}

TEST_CASE("forces of every type come back with all their fields") {
  CartesianModel model = testing::modelForForces();
  model.forces = testing::everyForce();
  const CartesianModel read = readWritten(model);
  CHECK(FieldLines::of(read.forces) == FieldLines::of(model.forces));
  roundTrip(read);
}

TEST_CASE("forces that do nothing are read back") {
  CartesianModel model = testing::modelForForces();
  forEachForceType([&](auto law) {
    if (law.kLaw.empty() || law.kWithoutLaw != WithoutLaw::refused) return;
    model.forces.push_back({std::string(law.kType), law, {}});
    forEachMarker(model.forces.back(), [next = 0](MarkerIndex& marker) mutable { marker = MarkerIndex{next++}; });
  });
  CHECK(model.forces.size() >= 3);
  const CartesianModel read = readWritten(model);
  CHECK(read.forces.size() == model.forces.size());
  roundTrip(read);
}

TEST_CASE("a written loop tolerance makes the file version 2") {
  CartesianModel model = nativeModel(kTwoBodies);
  CHECK(contains(writeNative(model), "<mbs version=\"1\""));
  model.loopTolerance = 1e-5;
  CHECK(contains(writeNative(model), "<mbs version=\"2\" loop-tolerance=\"1e-05\""));
  CHECK(roundTrip(model).loopTolerance == 1e-5);
}

TEST_CASE("only the outermost file sets the loop tolerance") {
  const testing::ScratchFolder folder;
  folder.write("part.xml", "<mbs version=\"2\" loop-tolerance=\"1e-3\"><body name=\"b\"/></mbs>");
  Diagnostics diagnostics;
  const CartesianModel model =
      readNativeText(folder / "m.xml", "<mbs version=\"2\"><include file=\"part.xml\"/></mbs>", diagnostics);
  CHECK_FALSE(model.loopTolerance);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all().front().code == Code::ignoredInput);
}

}  // namespace mb
