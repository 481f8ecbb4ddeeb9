// The command line as users call it: exit codes, streams, files.
#include <nlohmann/json.hpp>

#include <csignal>
#include <thread>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {
const std::string kProgram = MBCONVERT;
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("a conversion writes the recursive model and prints a summary") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kProgram + " " + samplePath("wishbone_corner"));
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "chassis"));
  CHECK(contains(outcome.out, "weight 5.2"));
  CHECK(contains(readText(folder / "model.recursive.xml"), "<recursive"));
}

TEST_CASE("with -o - the model is on standard output and the summary on standard error") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kProgram + " -o - - < " + samplePath("pendulum"));
  CHECK(outcome.code == 0);
  CHECK(outcome.out.rfind("<?xml", 0) == 0);
  CHECK(contains(outcome.err, "degree of freedom"));
  CHECK_FALSE(contains(outcome.out, "\033["));
}

TEST_CASE("tree as JSON has the figures of P003's corner") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kProgram + " tree --format json " + samplePath("wishbone_corner"));
  REQUIRE(outcome.code == 0);
  const json tree = json::parse(outcome.out);
  CHECK(tree["bodies"] == 4);
  CHECK(tree["joints"] == 5);
  CHECK(tree["base"]["body"] == "chassis");
  CHECK_FALSE(tree["base"]["reason"].get<std::string>().empty());
  CHECK(tree["weight"].get<double>() == Approx(5.2));
  CHECK(tree["trees"]["count"] == "8");
  CHECK(tree["trees"]["minimal"] == "2");
  CHECK(tree["coordinates"] == 11);
  CHECK(tree["equations"] == 4);
  CHECK(tree["rank"] == 4);
  CHECK(tree["dof"] == 7);
  CHECK(tree["depth"] == 3);
  REQUIRE(tree["cuts"].size() == 2);
  CHECK(tree["cuts"][0]["joint"] == "tie_rod");
  CHECK(tree["cuts"][0]["type"] == "distance");
  CHECK(tree["cuts"][0]["rows"] == 1);
  CHECK(tree["cuts"][1]["joint"] == "upper_ball");
  CHECK(tree["cuts"][1]["loop"].size() >= 4);
  CHECK(tree["tree"].size() == 3);
  for (const char* key : {"joint", "type", "weight", "parent", "child", "reversed"})
    CHECK(tree["tree"][0].contains(key));
  CHECK(tree["blocks"].size() == 1);
  CHECK(tree["alternatives"].is_array());
}

TEST_CASE("four-bar of spatial revolutes: the redundant rows are named") {
  const ScratchFolder folder;
  const json tree = json::parse(runIn(folder, kProgram + " tree --json " + samplePath("four_bar")).out);
  REQUIRE(tree["blocks"].size() == 1);
  CHECK(tree["blocks"][0]["rows"] == 5);
  CHECK(tree["blocks"][0]["rank"] == 2);
  REQUIRE(tree["blocks"][0]["redundant"].size() == 1);
  CHECK(tree["blocks"][0]["redundant"][0] == tree["cuts"][0]["joint"]);
  CHECK(tree["blocks"][0]["redundantRows"].size() == 3);
}

TEST_CASE("pictures: dot names every body, and our own SVG does without Graphviz") {
  const ScratchFolder folder;
  const Outcome dot = runIn(folder, kProgram + " tree --format dot " + samplePath("wishbone_corner"));
  CHECK(dot.code == 0);
  for (const char* name : {"chassis", "upper_arm", "lower_arm", "wheel", "style=dashed"})
    CHECK(contains(dot.out, name));
  const Outcome svg =
      runIn(folder, "PATH=/nowhere " + kProgram + " tree --format svg " + samplePath("wishbone_corner"));
  CHECK(svg.code == 0);
  for (const char* name : {"<svg", ">chassis<", ">wheel<", "stroke-dasharray"}) CHECK(contains(svg.out, name));
}

TEST_CASE("exit codes tell what went wrong") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  CHECK(runIn(folder, kProgram + " --nonsense").code == 2);
  CHECK(runIn(folder, kProgram).code == 2);
  CHECK(runIn(folder, kProgram + " --help").code == 0);
  CHECK(runIn(folder, kProgram + " --version").code == 0);
  CHECK(runIn(folder, kProgram + " nowhere.xml").code == 6);
  CHECK(runIn(folder, kProgram + " " + corner + " -o /nowhere/out.xml").code == 6);
  CHECK(runIn(folder, kProgram + " tree " + corner + " --base nobody").code == 2);
  const std::string bad = folder.write("bad.xml", "<mbs version=\"1\" name=\"x\"><body nam=\"a\"/></mbs>\n");
  const Outcome rejected = runIn(folder, kProgram + " " + bad);
  CHECK(rejected.code == 3);
  CHECK(contains(rejected.err, "bad.xml:1:"));
  CHECK(contains(rejected.err, "did you mean 'name'?"));
  CHECK_FALSE(std::filesystem::exists(folder / "bad.recursive.xml"));
}

TEST_CASE("a misspelt command, option or word is told what was meant") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  const auto refused = [&](const std::string& arguments, const std::string& message, const std::string& hint) {
    const Outcome outcome = runIn(folder, kProgram + " " + arguments);
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, message));
    CHECK(contains(outcome.err, hint));
  };
  refused("verfy " + corner, "no command or file 'verfy'", "did you mean 'verify'?");
  refused("verfy " + corner + " --states 3", "no command or file 'verfy'", "did you mean 'verify'?");
  refused("tre", "no command or file 'tre'", "did you mean 'tree'?");
  refused("run " + corner + " --setp 0.1", "unknown option '--setp'", "did you mean '--step'?");
  refused("run " + corner + " --end 1 --setp=0.1", "unknown option '--setp'", "did you mean '--step'?");
  refused("run " + corner + " --end 1 --step 1 --solver embeded", "'embeded' is none of", "did you mean 'embedded'?");
  refused("check " + corner + " --reactions", "unknown option '--reactions'", "an option of 'mbconvert run'");
  refused("check " + corner + " other.xml", "unexpected argument 'other.xml'", "mbconvert check --help");
  refused("check " + corner + " --diagnostics xml", "'xml' is none of text, json, sarif", "");
  refused("check " + corner + " --max-messages -1", "--max-messages", "");
  // A file may be called nearly as a command.
  folder.write("tre", readText(corner));
  CHECK(runIn(folder, kProgram + " tre -o out.xml").code == 0);
  CHECK(runIn(folder, kProgram + " convert tre -o named.xml --diagnostics json --werror --max-messages 0").code == 0);
  CHECK(readText(folder / "out.xml") == readText(folder / "named.xml"));
}

TEST_CASE("an impossible override says which loop forbids it") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  const Outcome loop =
      runIn(folder, kProgram + " tree " + corner + " --keep upper_arm_hinge,upper_ball,lower_ball,lower_arm_hinge");
  CHECK(loop.code == 4);
  CHECK(contains(loop.err, "lower_ball"));
  CHECK(contains(loop.err, "loop"));
  const Outcome bridge = runIn(folder, kProgram + " tree " + samplePath("pendulum") + " --cut pivot");
  CHECK(bridge.code == 4);
  CHECK(contains(bridge.err, "loop"));
}

TEST_CASE("a plan that is written, given back, gives the same bytes; an edited one is obeyed") {
  const ScratchFolder folder;
  for (const char* sample : {"wishbone_corner", "car", "hmmwv", "track_ring"}) {
    INFO(sample);
    const std::string model = samplePath(sample);
    REQUIRE(runIn(folder, kProgram + " plan " + model + " -o plan.xml").code == 0);
    REQUIRE(runIn(folder, kProgram + " " + model + " -o a.xml").code == 0);
    const Outcome planned = runIn(folder, kProgram + " " + model + " --plan plan.xml -o b.xml");
    INFO(planned.err);
    REQUIRE(planned.code == 0);
    CHECK(readText(folder / "a.xml") == readText(folder / "b.xml"));
  }
  REQUIRE(runIn(folder, kProgram + " plan " + samplePath("wishbone_corner") + " -o plan.xml").code == 0);
  REQUIRE(runIn(folder, "sed -i 's/<cut joint=\"upper_ball\"/<cut joint=\"lower_ball\"/' plan.xml").code == 0);
  const json tree =
      json::parse(runIn(folder, kProgram + " tree --json --plan plan.xml " + samplePath("wishbone_corner")).out);
  CHECK(tree["cuts"][0]["joint"] == "lower_ball");
}

TEST_CASE("the bytes do not depend on the folder the model is read from") {
  const ScratchFolder folder;
  const std::string path = samplePath("hmmwv");
  REQUIRE(runIn(folder, kProgram + " " + path + " -o a.xml").code == 0);
  REQUIRE(runIn(folder,
                "cp -r " + sourcePath("samples/hmmwv") + " here && cd here && " + kProgram + " model.xml -o ../b.xml")
              .code == 0);
  CHECK(readText(folder / "a.xml") == readText(folder / "b.xml"));
  CHECK(contains(readText(folder / "a.xml"), "file=\"front_corner.xml\""));
}

TEST_CASE("a distance kept in the tree costs weight, keeps its row, and survives the plan file") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  const json kept = json::parse(runIn(folder, kProgram + " tree --json --keep tie_rod " + corner).out);
  CHECK(kept["weight"].get<double>() == Approx(6.0 + 1.1 + 1.1));
  CHECK(kept["leastWeight"].get<double>() == Approx(5.2));
  CHECK(kept["coordinates"] == 6 + 6 + 1 + 1);
  CHECK(kept["equations"] == 3 + 3 + 1);
  CHECK(kept["dof"] == 7);
  REQUIRE(runIn(folder, kProgram + " plan --keep tie_rod " + corner + " -o plan.xml").code == 0);
  REQUIRE(runIn(folder, kProgram + " --keep tie_rod " + corner + " -o a.xml").code == 0);
  REQUIRE(runIn(folder, kProgram + " --plan plan.xml " + corner + " -o b.xml").code == 0);
  CHECK(readText(folder / "a.xml") == readText(folder / "b.xml"));
}

TEST_CASE("a killed run leaves the old file or the new one, never a part") {
  const ScratchFolder folder;
  const std::string command = kProgram + " -q " + samplePath("track_ring") + " -o out.xml";
  REQUIRE(runIn(folder, command).code == 0);
  const std::string whole = readText(folder / "out.xml");
  folder.write("out.xml", "old");
  for (int k = 0; k < 20; ++k) {
    const std::string delay = "0.0" + std::to_string(10 + 4 * k);
    runIn(folder, "timeout -s KILL " + delay + " " + command + " >/dev/null");
    const std::string now = readText(folder / "out.xml");
    CHECK((now == "old" || now == whole));
    int others = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      others += entry.path().filename() != "out.xml";
    }
    CHECK(others == 0);
  }
}

TEST_CASE("recursive samples obey docs/recursive.xsd") {
  const ScratchFolder folder;
  if (runIn(folder, "xmllint --version").code != 0) {
    WARN("skipped: xmllint is not installed");
    return;
  }
  std::string files;
  for (const std::string& name : sampleNames()) {
    REQUIRE(runIn(folder, kProgram + " -q " + samplePath(name) + " -o " + name + ".xml").code == 0);
    files += " " + name + ".xml";
  }
  const Outcome outcome = runIn(folder, "xmllint --noout --schema " + sourcePath("docs/recursive.xsd") + files);
  INFO(outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("the option --rods list tells which bodies are rods and why others are not") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kProgram + " tree --rods list " + samplePath("macpherson_steered"));
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.out, "rod of"));
}

TEST_CASE("weights can be given by type and by joint") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  // With light distances the tie rod goes into the tree and both balls are cut.
  const json light = json::parse(runIn(folder, kProgram + " tree --json --weights distance=0.5 " + corner).out);
  CHECK(light["weight"].get<double>() == Approx(0.5 + 1.1 + 1.1));
  const json joint = json::parse(runIn(folder, kProgram + " tree --json --weights upper_ball=2.5 " + corner).out);
  CHECK(joint["cuts"][0]["joint"] == "lower_ball");
  CHECK(runIn(folder, kProgram + " tree --weights revolut=1 " + corner).code == 2);
  CHECK(runIn(folder, kProgram + " tree --weights revolute=1,5 " + corner).code == 2);
}

TEST_CASE("listings name every joint type and format") {
  const ScratchFolder folder;
  const Outcome joints = runIn(folder, kProgram + " joints");
  for (const char* type : {"revolute", "constant-velocity", "distance"}) CHECK(contains(joints.out, type));
  CHECK(contains(runIn(folder, kProgram + " formats").out, "Cartesian"));
  CHECK(json::parse(runIn(folder, kProgram + " joints --json").out).size() >= 18);
}
