// Other tools' files as users bring them: the import command, losses, locked joints.
#include <nlohmann/json.hpp>

#include "converter/console/exit_code.h"
#include "converter/report/loss_report.h"
#include "converter/verify/verify.h"
#include "formats/native/native.h"
#include "tests/support/brief.h"
#include "tests/support/process.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Without a path, as the test's own text.
OpenedModel opened(std::string_view format, std::string text) {
  return {std::make_shared<const SourceFile>(SourceFile{"input", std::move(text)}), findFormat(format)};
}

constexpr const char* kLossy = R"(<mbs version="1" name="lossy">
  <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
  <joint name="hinge" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/>
  <foreign format="other" what="CONTACT/3" why="contact is not modelled" meaning="bodies pass through each other" changes_motion="yes">CONTACT/3</foreign>
  <foreign format="other" what="5 GRAPHICS" why="pictures are not kept" meaning="nothing changes" changes_motion="no">GRAPHICS/1</foreign>
  <foreign format="other">my own note</foreign>
</mbs>)";

}  // namespace

TEST_CASE("every foreign sample converts to the same machine directly and through import") {
  int count = 0;
  for (const std::string& file : foreignSamples()) {
    CAPTURE(file);
    Diagnostics diagnostics;
    const auto model = readModel(file, diagnostics);
    INFO(textOf(diagnostics));
    REQUIRE(model);
    const Conversion conversion = convertModel(*model);
    VerifyOptions levels;
    levels.states = 10;
    levels.trajectories = false;
    CHECK(verify(*model, conversion.recursive, levels).equivalent());

    Diagnostics again;
    const auto imported = readModel(opened("mbx", writeNative(*model)), again);
    INFO(textOf(again));
    REQUIRE(imported);
    const Conversion second = convertModel(*imported);
    CHECK(second.plan.weight == conversion.plan.weight);
    CHECK(second.mobility.dof == conversion.mobility.dof);
    REQUIRE(second.recursive.links.size() == conversion.recursive.links.size());
    for (const LinkIndex link : second.recursive.links.indexes()) {
      CHECK(second.recursive.links[link].z == conversion.recursive.links[link].z);
    }
    ++count;
  }
  CHECK(count >= 4);  // one a format
}

TEST_CASE("losses that change the motion are warnings, or errors when strict, and all are in the report") {
  Diagnostics diagnostics;
  const auto model = readModel(opened("mbx", kLossy), diagnostics);
  REQUIRE(model);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(brief(diagnostics.all()[0]) ==
        "input:4:3: warning: CONTACT/3 is lost: contact is not modelled\n  hint: bodies pass through each other\n");
  CHECK(countLosses(*model).all == 2);
  CHECK(countLosses(*model).changingMotion == 1);
  const auto rows = nlohmann::json::parse(lossesJson(*model));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1]["what"] == "5 GRAPHICS");
  CHECK(rows[1]["changes_motion"] == false);
  CHECK(contains(lossesText(*model), "input:5:3: 5 GRAPHICS\n      pictures are not kept; nothing changes\n"));

  ModelOptions strict;
  strict.strict = true;
  Diagnostics refused;
  CHECK(!readModel(opened("mbx", kLossy), refused, strict));
  CHECK(refused.errorCount() == 1);
  CHECK(exitCodeOf(refused) == ExitCode::cannotBeModelled);
}

TEST_CASE("locking joints of the full HMMWV gives the 13-body HMMWV of the papers") {
  // [PRN06]: 13 bodies, 20 joints, weight 20.8 with 8 cuts.
  ModelOptions options;
  options.lock = {"*_wheel_bearing", "pitman_*", "idler_*"};
  Diagnostics diagnostics;
  const auto model = readModel(samplePath("hmmwv_full"), diagnostics, options);
  REQUIRE(model);
  const Conversion conversion = convertModel(*model);
  CHECK(conversion.model.joints.size() == 20);
  CHECK(toText(conversion.plan.weight) == "20.8");
  CHECK(conversion.recursive.cuts.size() == 8);
  CHECK(conversion.mobility.dof == 10);
  CHECK(model->drives.empty());
  double mass = 0;
  for (const Body& body : model->bodies) mass += body.massProperties.mass;
  double whole = 0;
  for (const Body& body : readSample("hmmwv_full").bodies) whole += body.massProperties.mass;
  CHECK(mass == Approx(whole).epsilon(1e-12));

  Diagnostics none;
  options.lock = {"nothing*"};
  CHECK(!readModel(samplePath("hmmwv_full"), none, options));
  CHECK(exitCodeOf(none) == ExitCode::usage);
}

TEST_CASE("a joint is locked in its current position, whatever its coordinate") {
  // A hinge at 30 degrees: the bodies stay as they are.
  const std::string text = R"(<mbs version="1" name="bent"><units angle="deg"/>
    <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/><marker name="m"><pose pos="1 0 0" rpy="0 0 10"/></marker></body>
    <body name="b"><pose pos="1 0 0" rpy="0 0 40"/><mass value="2"/><inertia xx="1" yy="1" zz="1"/><marker name="m"/></body>
    <joint name="hinge" type="revolute" i="b.m" j="a.m"/></mbs>)";
  ModelOptions options;
  options.lock = {"hinge"};
  options.mergeLocked = false;
  Diagnostics diagnostics;
  const auto model = readModel(opened("mbx", text), diagnostics, options);
  REQUIRE(model);
  const Joint& joint = model->joints[JointIndex{0}];
  CHECK(joint.type.name == "fixed");
  CHECK((worldPose(*model, joint.i).R - worldPose(*model, joint.j).R).norm() < 1e-15);
  const Conversion conversion = convertModel(*model);
  REQUIRE(conversion.model.bodies.size() == 1);
  const Body& whole = conversion.model.bodies[BodyIndex{0}];
  const Vector3 com = whole.X_WB * whole.massProperties.com;
  CHECK((com - Vector3(2.0 / 3, 0, 0)).norm() < 1e-15);
}

TEST_CASE("the format is detected by content or name, and a wrong name is reported with the right one") {
  for (const std::string& file : foreignSamples()) {
    CAPTURE(file);
    Diagnostics diagnostics;
    const auto byContent = openModel(file, diagnostics);
    REQUIRE(byContent);
    ModelOptions named;
    named.format = byContent->format->name;
    CHECK(openModel(file, diagnostics, named)->format == byContent->format);
  }
  ModelOptions wrong;
  wrong.format = "adam";
  Diagnostics diagnostics;
  CHECK(!openModel(samplePath("pendulum"), diagnostics, wrong));
  CHECK(exitCodeOf(diagnostics) == ExitCode::usage);
  CHECK(contains(textOf(diagnostics), "did you mean 'adams'?"));
}

TEST_CASE("import writes the tolerance that follows from the digits of the frames on joints") {
  const ScratchFolder folder;
  const auto toleranceOf = [&](const std::string& point) {
    folder.write(
        "m.xml",
        "<mbs version=\"1\"><body name=\"b\"><pose rpy=\"0 0.123456789 0\"/><mass value=\"1\"/>"
        "<inertia xx=\"1\" yy=\"1\" zz=\"1\"/><marker name=\"m\"><pose pos=\"" +
            point +
            "\" rpy=\"0 0.5 0\"/></marker></body><body name=\"ground\" ground=\"true\"><marker name=\"m\"/></body>"
            "<joint name=\"j\" type=\"spherical\" i=\"b.m\" j=\"ground.m\"/></mbs>");
    CHECK(runIn(folder, MBCONVERT " import m.xml -o n.xml").code == 0);
    const std::string text = readText(folder / "n.xml");
    CHECK(contains(text, "<mbs version=\"2\""));
    const std::size_t at = text.find("loop-tolerance=\"") + 16;
    return text.substr(at, text.find('"', at) - at);
  };
  CHECK(toleranceOf("0.5 0 0") == "0.0001");  // too few digits to tell: the default, since those of n.xml are many
  CHECK(toleranceOf("0.1234 0 0") == "0.001");
  CHECK(toleranceOf("0.1234567 0 0") == "1e-06");
  CHECK(toleranceOf("1/3 0 0") == "1e-09");
}

TEST_CASE("import writes the native model and tells what it read") {
  const ScratchFolder folder;
  const auto call = [&](const std::string& words) { return runIn(folder, MBCONVERT " " + words); };
  folder.write("lossy.xml", kLossy);
  const Outcome outcome = call("import lossy.xml -o model.xml --json");
  CHECK(outcome.code == 0);
  const auto report = nlohmann::json::parse(outcome.out);
  CHECK(report["format"] == "mbx");
  CHECK(report["joints"] == 1);
  CHECK(report["losses"].size() == 2);
  const Outcome again = call("import model.xml");
  CHECK(again.code == 0);
  CHECK(contains(again.out, "2, 1 of them change the motion"));
  CHECK(readText(folder / "model.model.xml") == readText(folder / "model.xml"));
  const Outcome refused = call("import model.xml --series series.csv");
  CHECK(refused.code == static_cast<int>(ExitCode::usage));
  CHECK(contains(refused.err, "carries no results"));
  CHECK(call("import model.xml --strict").code == static_cast<int>(ExitCode::cannotBeModelled));
}
