// The command line as users call it: exit codes, streams, files.
#include <nlohmann/json.hpp>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {}  // namespace

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

TEST_CASE("tree --json gives the figures of the wishbone corner in PRN06") {
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
  CHECK(tree["blocks"][0]["redundant_rows"].size() == 3);
  const std::string check = kProgram + " check " + samplePath("four_bar");
  CHECK(json::parse(runIn(folder, check + " --json").out)["redundant_rows"] == tree["blocks"][0]["redundant_rows"]);
  CHECK(contains(runIn(folder, check).out,
                 "\n  redundant 'b_crank_pin' (on z, perpendicular x z, perpendicular y z)\n  closure "));
}

TEST_CASE("check reports redundant rows only where there are some, and only the first of many groups") {
  const ScratchFolder folder;
  CHECK_FALSE(contains(runIn(folder, kProgram + " check " + samplePath("wishbone_corner")).out, "redundant"));
  std::string model = "<mbs version=\"1\" name=\"many\">\n";
  for (int k = 1; k <= 14; ++k) {
    const std::string number = std::to_string(k);
    const auto joint = [&](const char* name, const std::string& i, const std::string& j, const char* point) {
      model += "<joint name=\"" + (name + number) + "\" type=\"revolute\" i=\"" + i + "\" j=\"" + j + "\" point=\"" +
               point + "\" axis=\"0 1 0\"/>\n";
    };
    for (const char* name : {"crank", "coupler", "rocker"}) {
      model +=
          "<body name=\"" + (name + number) + "\"><mass value=\"1\"/><inertia xx=\"1\" yy=\"1\" zz=\"1\"/></body>\n";
    }
    joint("a", "crank" + number, "ground", "0 0 0");
    joint("b", "coupler" + number, "crank" + number, "0.2 0 1");
    joint("c", "rocker" + number, "coupler" + number, "1.3 0 1.2");
    joint("d", "rocker" + number, "ground", "1 0 0");
  }
  const std::string path = folder.write("many.xml", model + "</mbs>\n");
  const Outcome outcome = runIn(folder, kProgram + " check " + path);
  INFO(outcome.out << outcome.err);
  CHECK(contains(outcome.out, "\n            and in 2 more blocks of loops; `mbconvert tree` shows all\n"));
}

TEST_CASE("the dot picture names every body, and the SVG does not depend on Graphviz being installed") {
  const ScratchFolder folder;
  const Outcome dot = runIn(folder, kProgram + " tree --format dot " + samplePath("wishbone_corner"));
  CHECK(dot.code == 0);
  for (const char* name : {"chassis", "upper_arm", "lower_arm", "wheel", "style=dashed"})
    CHECK(contains(dot.out, name));
  const std::string draw = kProgram + " tree --format svg " + samplePath("wishbone_corner");
  const Outcome svg = runIn(folder, "PATH=/nowhere " + draw);
  CHECK(svg.code == 0);
  folder.write("dot", "#!/bin/sh\necho '<svg/>'\n");
  CHECK(runIn(folder, "chmod +x dot && PATH=.:\"$PATH\" " + draw).out == svg.out);
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
  const Outcome unlocked = runIn(folder, kProgram + " tree " + corner + " --lock 'nothing*'");
  CHECK(unlocked.code == 2);
  CHECK(contains(unlocked.err, "error[E0802]: no joint matches 'nothing*', which was to be locked"));
  CHECK(contains(unlocked.err, "? for one; `mbconvert tree MODEL` shows the names\n"));
  const std::string bad = folder.write("bad.xml", "<mbs version=\"1\" name=\"x\"><body nam=\"a\"/></mbs>\n");
  const Outcome rejected = runIn(folder, kProgram + " " + bad);
  CHECK(rejected.code == 3);
  CHECK(contains(rejected.err, "bad.xml:1:"));
  CHECK(contains(rejected.err, "did you mean 'name'?"));
  CHECK_FALSE(std::filesystem::exists(folder / "bad.recursive.xml"));
}

TEST_CASE("a misspelt command, option or word gets a hint at what was meant") {
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
  // A file may have a name similar to a command.
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

TEST_CASE("a written plan fed back gives the same bytes, and an edited plan is followed") {
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

TEST_CASE("errors in a plan file are reported at their place in that file") {
  const ScratchFolder folder;
  const std::string check = kProgram + " check " + samplePath("wishbone_corner") + " --plan plan.xml";
  for (const std::string element : {"<base body=", "<cut joint=", "<keep joint=", "<prefer joint=", "<cut rod=",
                                    "<weight value=\"2\" of=", "<rods mode=\"listed\" bodies="}) {
    folder.write("plan.xml", "<plan version=\"1\">\n" + element + "\"nope\"/>\n</plan>\n");
    const Outcome outcome = runIn(folder, check);
    INFO(element << "\n" << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.err, "plan.xml:2:" + std::to_string(element.size() + 2) + ": error[E0401]: there is no "));
    CHECK(contains(outcome.err, "hint: "));
  }
  folder.write("plan.xml", "<plan version=\"1\" model=\"other\"/>\n");
  const Outcome other = runIn(folder, check);
  CHECK(other.code == 0);
  CHECK(contains(other.err, "plan.xml:1:26: warning[W0315]: this plan is for the model 'other'"));
}

TEST_CASE("the command line takes precedence over a plan file") {
  const ScratchFolder folder;
  const std::string model = samplePath("macpherson_steered");
  const auto planned = [&](const std::string& options) {
    const Outcome outcome = runIn(folder, kProgram + " plan " + model + " " + options);
    INFO(options << "\n" << outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  folder.write("plan.xml",
               "<plan version=\"1\"><weight of=\"revolute\" value=\"5\"/><rods mode=\"keep\" "
               "tolerance=\"0.5\"/></plan>\n");
  const std::string file = planned("--plan plan.xml");
  CHECK(contains(file, "<weight of=\"revolute\" value=\"5.0\"/>"));
  CHECK(contains(file, "<rods mode=\"keep\" tolerance=\"0.5\"/>"));
  const std::string both = planned("--plan plan.xml --weights revolute=1 --rods auto --rod-tolerance 0.25");
  CHECK(contains(both, "<weight of=\"revolute\" value=\"1.0\"/>"));
  CHECK(contains(both, "<rods mode=\"auto\" tolerance=\"0.25\"/>"));
}

TEST_CASE("an input file is never overwritten") {
  const ScratchFolder folder;
  const std::string model = readText(samplePath("pendulum"));
  const std::string table = "time,x\n0,0\n1,1\n";
  folder.write("m.xml", model);
  folder.write("t.csv", table);
  folder.write("t.svg", table);
  folder.write("plan.xml", "<plan version=\"1\"/>\n");
  REQUIRE(runIn(folder, "ln -s m.xml link.xml && mkdir sub").code == 0);
  REQUIRE(runIn(folder, kProgram + " m.xml -o r.xml").code == 0);
  const std::string recursive = readText(folder / "r.xml");
  for (const std::string arguments :
       {"m.xml -o m.xml", "m.xml -o sub/../m.xml", "link.xml -o m.xml", "m.xml -o link.xml", "import m.xml -o m.xml",
        "tree m.xml -o m.xml", "plan m.xml -o m.xml", "plan m.xml --plan plan.xml -o plan.xml",
        "run m.xml --end 0.1 --step 0.1 -o m.xml", "settle r.xml -o r.xml", "verify m.xml -o m.xml",
        "verify m.xml r.xml -o r.xml", "plot t.csv --y x -o t.csv", "plot t.svg --y x",
        "plot t.svg --compare t.csv --y x -o t.csv", "import m.xml --series m.xml", "import m.xml --series a -o a"}) {
    const Outcome outcome = runIn(folder, kProgram + " " + arguments);
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "would be overwritten"));
  }
  CHECK(readText(folder / "m.xml") == model);
  CHECK(readText(folder / "r.xml") == recursive);
  CHECK(readText(folder / "t.csv") == table);
  CHECK(readText(folder / "t.svg") == table);

  folder.write("car.xml", "<mbs version=\"1\" name=\"car\"><include file=\"m.xml\"/></mbs>\n");
  const Outcome included = runIn(folder, kProgram + " car.xml -o m.xml");
  INFO(included.err);
  CHECK(included.code == 2);
  CHECK(readText(folder / "m.xml") == model);

  const std::string tyre = readText(sourcePath("samples/passenger_car/passenger_pac2002.tir"));
  folder.write("t.tir", tyre);
  std::string tyred = model;
  tyred.insert(tyred.rfind("</mbs>"), "<tyre name=\"t\" file=\"t.tir\" vertical_stiffness=\"250000\"/>");
  folder.write("tyred.xml", tyred);
  const Outcome named = runIn(folder, kProgram + " tyred.xml -o t.tir");
  INFO(named.err);
  CHECK(named.code == 2);
  CHECK(contains(named.err, "'t.tir' would be overwritten"));
  CHECK(readText(folder / "t.tir") == tyre);
}

TEST_CASE("numbers given to options must be decimal, finite and in range") {
  const ScratchFolder folder;
  const std::string model = samplePath("pendulum");
  folder.write("t.csv", "time,x\n0,0\n1,1\n");
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows{
      {"plan " + model + " --rod-tolerance", {"nan", "-1", "2", "0x0p0", "1e-3 "}},
      {"compare t.csv t.csv --tolerance", {"nan", "inf", "-1", "0x1"}},
      {"compare t.csv t.csv --absolute-tolerance", {"nan", "inf", "-1"}},
      {"settle " + model + " --time", {"nan", "inf", "1e400", "0x1"}},
      {"settle " + model + " --iterations", {"0", "0x10", "010", "1.5", "1e2"}},
      {"verify " + model + " --seed", {"-1", "99999999999999999999", "0x10", "1.5"}},
      {"run " + model + " --step 0.1 --end", {"nan", "inf", "0", "0x1p-3"}},
      {"check " + model + " --max-messages", {"-1", "0x10"}},
  };
  for (const auto& [command, values] : rows) {
    for (const std::string& value : values) {
      const Outcome outcome = runIn(folder, kProgram + " " + command + " '" + value + "'");
      INFO(command << " " << value << "\n" << outcome.err);
      CHECK(outcome.code == 2);
      CHECK(contains(outcome.err, "'" + value + "' is not a "));
    }
  }
  CHECK(runIn(folder, kProgram + " plan " + model + " --rod-tolerance +1e-3").code == 0);
  CHECK(runIn(folder, kProgram + " settle " + model + " --time -1.5 --iterations 20").code == 0);
}

TEST_CASE("arguments before the command and two output formats at once are refused") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Outcome outcome = runIn(folder, kProgram + " " + arguments);
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, message));
  };
  refused("a.xml tree " + corner, "'a.xml' stands before the command 'tree'");
  refused("--lock pivot tree " + corner, "--lock stands before the command 'tree'; its options come after it");
  refused("-o x joints", "--output stands before the command 'joints'; its options come after it");
  const Outcome twice = runIn(folder, kProgram + " tree " + corner + " --json --format svg");
  CHECK(twice.code == 2);
  CHECK(contains(twice.err, "--json and --format svg exclude each other"));
  CHECK(json::parse(twice.out)["messages"].size() == 1);
  CHECK(runIn(folder, kProgram + " tree " + corner + " --json --format json").code == 0);
  CHECK(runIn(folder, kProgram + " --werror tree " + corner).code == 0);
  CHECK(json::parse(runIn(folder, kProgram + " --json tree " + corner).out)["bodies"] == 4);
}

TEST_CASE("every option takes effect or is reported to have none") {
  const ScratchFolder folder;
  const std::string model = samplePath("macpherson_steered");
  CHECK(json::parse(runIn(folder, kProgram + " formats --functions --json").out)[0].contains("meaning"));
  for (const std::string command : {"check ", "tree ", "settle ", "verify "}) {
    INFO(command);
    const Outcome outcome = runIn(folder, kProgram + " " + command + model + " --rods list --json");
    CHECK(outcome.code == 0);
    const json listing = json::parse(outcome.out);
    CHECK(listing["rods"].size() + listing["not_rods"].size() > 0);
  }
  folder.write("t.csv", "time,x\n0,0\n1,1\n");
  for (const std::string& command :
       {"import " + model, std::string("plot t.csv --y x"), std::string("compare t.csv t.csv")}) {
    INFO(command);
    CHECK(contains(runIn(folder, kProgram + " " + command + " --times").err, " s\n"));
  }
  REQUIRE(runIn(folder, kProgram + " " + samplePath("pendulum") + " -o r.xml").code == 0);
  const std::string run = kProgram + " run r.xml --end 0.1 --step 0.1";
  CHECK(contains(runIn(folder, run + " --strict").err, "warning[W0804]"));
  CHECK(runIn(folder, run + " --tyre nofile").code == 2);
  CHECK(runIn(folder, run + " --rod-tolerance 0.1").code == 2);
  const std::string verify = kProgram + " verify " + samplePath("pendulum") + " r.xml --states 1 --no-trajectories";
  CHECK(contains(runIn(folder, verify + " --rods keep").err, "warning[W0804]"));
  CHECK(runIn(folder, verify).err.empty());
}

TEST_CASE("escape sequences in names from a file are not sent to the terminal") {
  const ScratchFolder folder;
  std::string press = readText(std::string(MB_SOURCE_DIR) + "/samples/foreign/asmt/press.asmt");
  const std::string name = "crank wheel";
  const std::string coloured = "crank \033[31mwheel";
  for (std::size_t at = 0; (at = press.find(name, at)) != std::string::npos; at += coloured.size()) {
    press.replace(at, name.size(), coloured);
  }
  folder.write("press.asmt", press);
  for (const std::string command : {"check", "tree", "import -o x.xml"}) {
    INFO(command);
    const Outcome outcome = runIn(folder, kProgram + " " + command + " press.asmt");
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "crank \\x1B[31mwheel"));
    CHECK_FALSE(contains(outcome.out, "\033"));
  }
  // The program's own colours stay.
  CHECK(contains(runIn(folder, kProgram + " tree --colour always press.asmt").out, "\033[1mPress\033[0m"));
}

TEST_CASE("bodies are counted in the same way before and after merging") {
  const ScratchFolder folder;
  folder.write("m.xml", R"(<mbs version="1" name="m">
  <body name="ground" ground="true"/>
  <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
</mbs>
)");
  CHECK(contains(runIn(folder, kProgram + " check m.xml").out, "bodies    1 (0 massless), 1 after merging"));
}

TEST_CASE("an empty file is reported as empty") {
  const ScratchFolder folder;
  folder.write("empty.xml", " \n");
  const Outcome outcome = runIn(folder, kProgram + " check empty.xml");
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.err, "empty.xml:1:1: error[E0105]: "));
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
  CHECK(kept["least_weight"].get<double>() == Approx(5.2));
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
