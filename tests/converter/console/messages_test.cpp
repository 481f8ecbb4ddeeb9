// Messages as users ask for them: text with a cap, JSON, SARIF, warnings as errors, explanations.
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "converter/console/exit_code.h"
#include "converter/console/messages.h"
#include "converter/explain/explanations.h"
#include "formats/model/messages/codes.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {

// Line 3 holds an umlaut before its fault: bytes and characters differ.
constexpr const char* kFaulty = R"(<mbs version="1" name="m">
  <body name="a"><mass value="1"/></body>
  <body name="ü" weight="2"/>
  <body name="a"/>
  <joint name="j" type="revolut" i="a" j="b" point="0 0 0" axis="0 0 1"/>
</mbs>
)";

constexpr const char* kOneLoss = R"(<mbs version="1" name="lossy">
  <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
  <joint name="hinge" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/>
  <foreign format="other" what="CONTACT/3" why="contact is not modelled" meaning="bodies pass" changes_motion="yes">x</foreign>
</mbs>
)";

}  // namespace

TEST_CASE("all errors are reported in one run with place, code and hint, and a cap counts the rest") {
  const ScratchFolder folder;
  folder.write("m.xml", kFaulty);
  const Outcome all = runIn(folder, kProgram + " check m.xml");
  INFO(all.err);
  CHECK(all.code == 3);
  CHECK(contains(all.err,
                 "m.xml:3:19: error[E0302]: <body> has no attribute 'weight' here\n"
                 "    3 |   <body name=\"ü\" weight=\"2\"/>\n"
                 "      |                  ^\n"
                 "  hint: "));
  CHECK(contains(all.err, "m.xml:4:3: error[E0402]: "));
  CHECK(contains(all.err, "m.xml:5:25: error[E0307]: "));
  CHECK(contains(all.err, "`mbconvert explain E0"));
  const Outcome one = runIn(folder, kProgram + " check m.xml --max-messages 1");
  CHECK(one.code == 3);
  CHECK(contains(one.err, "more messages not shown"));
  CHECK_FALSE(contains(one.err, "m.xml:5:25"));
}

TEST_CASE("JSON and SARIF messages report the same errors, and SARIF counts characters") {
  const ScratchFolder folder;
  folder.write("m.xml", kFaulty);
  const json rows = json::parse(runIn(folder, kProgram + " check m.xml --diagnostics json").err);
  const json log = json::parse(runIn(folder, kProgram + " check m.xml --diagnostics sarif").err);
  REQUIRE(rows.size() >= 3);
  CHECK(rows[0]["file"] == "m.xml");
  CHECK(log["version"] == "2.1.0");
  const json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "mbconvert");
  REQUIRE(run["results"].size() == rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const json& result = run["results"][k];
    CHECK(result["ruleId"] == rows[k]["code"]);
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
    CHECK(contains(result["message"]["text"], rows[k]["message"]));
    const json& region = result["locations"][0]["physicalLocation"]["region"];
    CHECK(region["startLine"] == rows[k]["line"]);
    const int shift = rows[k]["line"] == 3 && rows[k]["column"] > 15 ? 1 : 0;  // behind the umlaut, of two bytes
    CHECK(region["startColumn"].get<int>() + shift == rows[k]["column"].get<int>());
  }
}

TEST_CASE("machine-readable messages are the only output on standard error") {
  const ScratchFolder folder;
  folder.write("m.xml", kOneLoss);
  folder.write("bad.xml", kFaulty);
  const std::string quick = " --states 1 --no-trajectories";
  for (const std::string command :
       {"m.xml -o -", "m.xml -o r.xml --times", "m.xml -o - --json", "import m.xml -o -", "settle m.xml -o -",
        "run m.xml --end 0.1 --step 0.1 -o -", "run m.xml --end 0.1 --step 0.1 --times"}) {
    INFO(command);
    CHECK(json::parse(runIn(folder, kProgram + " " + command + " --diagnostics json").err).size() >= 1);
    CHECK(json::accept(runIn(folder, kProgram + " " + command + " --diagnostics=sarif").err));
  }
  CHECK(json::accept(runIn(folder, kProgram + " verify m.xml -o -" + quick + " --diagnostics json").err));
  for (const std::string command :
       {"check --nope --diagnostics json", "--diagnostics=json run", "--diagnostics json"}) {
    const Outcome outcome = runIn(folder, kProgram + " " + command);
    INFO(command << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(json::parse(outcome.err)[0]["code"] == "E0801");
  }
  const json capped = json::parse(runIn(folder, kProgram + " check bad.xml --max-messages 1 --diagnostics json").err);
  CHECK(capped.size() == 1);
}

TEST_CASE("JSON and SARIF report how many messages a cap left out") {
  const ScratchFolder folder;
  folder.write("m.xml", kFaulty);
  const std::string check = kProgram + " check m.xml --diagnostics ";
  const json all = json::parse(runIn(folder, check + "json").err);
  REQUIRE(all.size() >= 3);
  CHECK_FALSE(all.back().contains("not_shown"));
  const json rows = json::parse(runIn(folder, check + "json --max-messages 2").err);
  REQUIRE(rows.size() == 2);
  CHECK_FALSE(rows[0].contains("not_shown"));
  CHECK(rows[1]["not_shown"] == all.size() - 2);
  const json log = json::parse(runIn(folder, check + "sarif --max-messages 2").err);
  CHECK(log["runs"][0]["results"].size() == 2);
  CHECK(log["runs"][0]["properties"]["not_shown"] == all.size() - 2);
  CHECK_FALSE(json::parse(runIn(folder, check + "sarif").err)["runs"][0].contains("properties"));
  // So is the list of --json.
  const json refused = json::parse(runIn(folder, kProgram + " check m.xml --json --max-messages 2").out);
  CHECK(refused["messages"] == rows);
  folder.write("lossy.xml", kOneLoss);
  const std::string lossy = kProgram + " check lossy.xml --json --rods keep --rod-tolerance 0.1 --max-messages ";
  const json whole = json::parse(runIn(folder, lossy + "0").out)["messages"];
  REQUIRE(whole.size() >= 2);
  const json statistics = json::parse(runIn(folder, lossy + "1").out)["messages"];
  REQUIRE(statistics.size() == 1);
  CHECK(statistics[0]["not_shown"] == whole.size() - 1);
}

TEST_CASE("with --json the messages are on standard output only when there is no result") {
  const ScratchFolder folder;
  folder.write("m.xml", kFaulty);
  folder.write("t.csv", "time,x\n0,zero\n");
  for (const std::string command :
       {"check m.xml", "m.xml -o r.xml", "tree m.xml", "import m.xml -o n.xml", "run m.xml --end 1 --step 0.001",
        "settle m.xml", "verify m.xml", "bench m.xml", "compare t.csv t.csv"}) {
    INFO(command);
    const Outcome outcome = runIn(folder, kProgram + " " + command + " --json");
    CHECK(outcome.code == 3);
    const json answer = json::parse(outcome.out);
    REQUIRE(answer.size() == 1);
    CHECK(answer["messages"].size() >= 1);
    CHECK(answer["messages"][0]["severity"] == "error");
  }
  // Nothing else is written where the result was to go.
  CHECK(runIn(folder, kProgram + " m.xml -o - --json").out.empty());
}

TEST_CASE("JSON output is valid for paths that are not UTF-8") {
  const ScratchFolder folder;
  folder.write("m.xml", R"(<mbs version="1" name="m">
  <body name="a"><pose pos="0 0 -1"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
  <joint name="hinge" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/>
</mbs>
)");
  for (const std::string command : {"m.xml", "import m.xml", "run m.xml --end 0.01 --step 0.001", "settle m.xml",
                                    "verify m.xml --states 1 --no-trajectories"}) {
    INFO(command);
    const Outcome outcome = runIn(folder, kProgram + " " + command + " --json -o \"$(printf 'r\\377.xml')\"");
    CHECK(outcome.code == 0);
    CHECK(json::accept(outcome.out));
  }
}

TEST_CASE("with --werror a warning is an error, and nothing is written") {
  const ScratchFolder folder;
  folder.write("m.xml", kOneLoss);
  CHECK(runIn(folder, kProgram + " m.xml -o as_usual.xml").code == 0);
  const Outcome outcome = runIn(folder, kProgram + " m.xml -o strict.xml --werror");
  CHECK(outcome.code == 4);
  CHECK(contains(outcome.err, "m.xml:4:3: error[E0702]: "));
  CHECK(std::filesystem::exists(folder / "as_usual.xml"));
  CHECK_FALSE(std::filesystem::exists(folder / "strict.xml"));
}

TEST_CASE("explain describes one code or lists all, and refuses an unknown one") {
  const ScratchFolder folder;
  const Outcome one = runIn(folder, kProgram + " explain E0302");
  CHECK(one.code == 0);
  CHECK(contains(one.out, "0302: "));
  CHECK(contains(one.out, "\nexit code 3\n"));
  // A warning does not change the exit code.
  CHECK(contains(runIn(folder, kProgram + " explain W0524").out, "\nexit code 0 as a warning; with --werror 3\n"));
  CHECK(contains(one.out, "wrong:\n    <"));
  const Outcome all = runIn(folder, kProgram + " explain");
  CHECK(static_cast<std::size_t>(std::count(all.out.begin(), all.out.end(), '\n')) == mb::explanations().size());
  const Outcome none = runIn(folder, kProgram + " explain E0999");
  CHECK(none.code == 2);
  CHECK(none.out.empty());
  CHECK(contains(none.err, "error[E0806]: "));
}

TEST_CASE("the code of a missing file depends on whether a model or the command line names it") {
  const ScratchFolder folder;
  folder.write("m.xml", "<mbs version=\"1\" name=\"m\"><include file=\"part.xml\"/><body name=\"b\"/></mbs>\n");
  const Outcome named = runIn(folder, kProgram + " check m.xml");
  CHECK(named.code == 3);
  CHECK(contains(named.err, "error[E0401]: cannot read "));
  CHECK(contains(runIn(folder, kProgram + " explain E0401").out, "a file that does not exist"));
  const Outcome given = runIn(folder, kProgram + " check part.xml");
  CHECK(given.code == 6);
  CHECK(contains(given.err, "error[E0101]: "));
  CHECK(contains(runIn(folder, kProgram + " explain E0101").out, "0401"));
}

TEST_CASE("running out of memory is reported as such, not as an internal fault") {
  const mb::Diagnostic memory = mb::faultOf(std::bad_alloc());
  CHECK(memory.code == mb::Code::outOfMemory);
  CHECK(mb::exitCodeOf(memory.code) == mb::ExitCode::io);
  CHECK(contains(memory.message, "not enough memory"));
  CHECK_FALSE(contains(memory.hint, "report"));
  const mb::Diagnostic fault = mb::faultOf(std::runtime_error("odd"));
  CHECK(fault.code == mb::Code::internalFault);
  CHECK(fault.message == "odd");
}
