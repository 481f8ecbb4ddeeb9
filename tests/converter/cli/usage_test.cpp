// Wrong command lines: what is reported about them, in the program's own words.
#include <nlohmann/json.hpp>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {

struct Case {
  std::string arguments;
  std::string message;
  std::string hint;
};

void checkRefused(const ScratchFolder& folder, const std::vector<Case>& cases) {
  for (const Case& row : cases) {
    const Outcome outcome = runIn(folder, kProgram + " " + row.arguments);
    INFO(row.arguments << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "mbconvert: error[E0801]: " + row.message + "\n"));
    CHECK(contains(outcome.err, row.hint));
  }
}

}  // namespace

TEST_CASE("an option of another command is reported as such before any spelling is suggested") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  folder.write("--odd", readText(corner));
  checkRefused(folder,
               {{"check " + corner + " -o x", "unknown option '-o'",
                 "it is an option of 'mbconvert convert', 'mbconvert export'"},
                {"check " + corner + " -ox", "unknown option '-ox'", "it is an option of 'mbconvert convert'"},
                {"check --version", "unknown option '--version'", "of the program itself: `mbconvert --version`"},
                {"check -dash.xml", "unknown option '-dash.xml'", "given as './-dash.xml', or behind '--'"},
                {"check --odd", "unknown option '--odd'", "given as './--odd', or behind '--'"}});
  CHECK_FALSE(contains(runIn(folder, kProgram + " check " + corner + " -x").err, "did you mean"));
  CHECK(runIn(folder, kProgram + " check -- --odd").code == 0);
}

TEST_CASE("options given too often, without a value or with an extra value are reported") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  checkRefused(folder,
               {{"run " + corner + " --end 1 --end 2 --step 1", "--end is given twice", "mbconvert run --help"},
                {"run " + corner + " --end 1 --end 2 --end 3 --step 1", "--end is given 3 times", ""},
                {"check " + corner + " --from mbx --format mbx", "--from, --format is given twice", ""},
                {"-o a -o b tree " + corner, "-o, --output is given twice", ""},
                {"check " + corner + " --diagnostics", "--diagnostics wants a value, one of text, json, sarif", ""},
                {"check " + corner + " --cut", "--cut wants a value: JOINT", ""},
                {"run " + corner + " --end= 1 --step 1", "there is no value behind '--end='", ""},
                {"check " + corner + " --rods", "--rods wants a value: auto|keep|list|BODY,...", ""},
                {"check " + corner + " --json=maybe", "--json takes no value", ""},
                {"check " + corner + " --json=false", "--json takes no value", ""},
                {"verify " + corner + " --no-trajectories=0", "--no-trajectories takes no value", ""}});
}

TEST_CASE("all missing arguments are reported") {
  const ScratchFolder folder;
  checkRefused(folder, {{"--werror", "MODEL is missing", "mbconvert --help"},
                        {"check", "MODEL is missing", "mbconvert check --help"},
                        {"run", "MODEL, --end T are missing", ""},
                        {"compare", "A, B are missing", ""},
                        {"compare a.csv", "B is missing", ""},
                        {"plot a.csv", "--y PATTERN,... is missing", ""},
                        {"completion", "SHELL is missing", ""},
                        {"a.xml tree", "'a.xml' stands before the command 'tree'; files come after it", ""}});
}

TEST_CASE("values that contradict each other, and files without a name, are refused") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  const std::string noFile = "'' is not the name of a file";
  checkRefused(folder, {{"tree " + corner + " --rods keep --rods auto",
                         "--rods: 'keep,auto' is contradictory: auto, keep and list stand alone", ""},
                        {"tree " + corner + " --rods keep,wheel",
                         "--rods: 'keep,wheel' is contradictory: auto, keep and list stand alone", ""},
                        {"tree " + corner + " --weights revolute=1 --weights revolute=2",
                         "--weights: the weight of 'revolute' is given twice", ""},
                        {corner + " -o ''", "--output: " + noFile, ""},
                        {"check ''", "model: " + noFile, ""},
                        {"check " + corner + " --plan ''", "--plan: " + noFile, ""}});
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(runIn(folder, kProgram + " tree " + corner + " --weights revolute=1 --weights spherical=2").code == 0);
}

TEST_CASE("standard input can be named only once") {
  const ScratchFolder folder;
  folder.write("t.csv", "time,x\n0,0\n1,1\n");
  const std::string model = samplePath("pendulum");
  for (const std::string arguments :
       {"compare - -", "check - --plan -", "verify - -", "plot - --compare - --y x", "check - --tyre -"}) {
    const Outcome outcome = runIn(folder, kProgram + " " + arguments + " < t.csv");
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "error[E0801]: standard input ('-') is named twice, and can be read only once"));
  }
  CHECK(runIn(folder, kProgram + " compare - t.csv < t.csv").code == 0);
  CHECK(runIn(folder, kProgram + " -o - - < " + model).code == 0);
}

TEST_CASE("a rod tolerance is reported to have no effect when rods are kept") {
  const ScratchFolder folder;
  const std::string check = kProgram + " check " + samplePath("macpherson_steered") + " --rod-tolerance 0.1 --rods ";
  const Outcome kept = runIn(folder, check + "keep");
  CHECK(kept.code == 0);
  CHECK(contains(kept.err, "warning[W0804]: with --rods keep"));
  CHECK_FALSE(contains(runIn(folder, check + "auto").err, "W0804"));
  folder.write("plan.xml", "<plan version=\"1\"><rods mode=\"keep\"/></plan>");
  CHECK_FALSE(contains(runIn(folder, check + "auto --plan plan.xml").err, "W0804"));
  const std::string planned = kProgram + " check " + samplePath("macpherson_steered") + " --plan plan.xml";
  CHECK(contains(runIn(folder, planned + " --rod-tolerance 0.1").err, "warning[W0804]: with <rods mode=\"keep\">"));
  CHECK(runIn(folder, planned).err.empty());
}

TEST_CASE("help and version that cannot be written are reported") {
  const ScratchFolder folder;
  for (const std::string arguments : {"--help", "--version", "", "help", "run --help"}) {
    for (const std::string output : {" >&-", " >/dev/full"}) {
      const Outcome outcome = runIn(folder, kProgram + " " + arguments + output);
      INFO(arguments << output << "\n" << outcome.err);
      CHECK(outcome.code == 6);
      CHECK(contains(outcome.err, "error[E0102]: cannot write 'standard output': "));
    }
  }
  const Outcome asJson = runIn(folder, kProgram + " --diagnostics json --help >/dev/full");
  CHECK(json::parse(asJson.err)[0]["code"] == "E0102");
}

TEST_CASE("names that other tools use for commands and options get a hint") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner");
  checkRefused(
      folder, {{"simulate " + corner, "there is no command or file 'simulate'", "did you mean 'run'?"},
               {"simulate", "there is no command or file 'simulate'", "did you mean 'run'?"},
               {"nonsense " + corner, "there is no command or file 'nonsense'", "mbconvert --help"},
               {corner + " more.xml", "unexpected argument 'more.xml'", "mbconvert --help"},
               {"run " + corner + " --end 1 --dt 0.1", "unknown option '--dt'", "did you mean '--step'?"},
               {"run " + corner + " --duration 1 --step 0.1", "unknown option '--duration'", "did you mean '--end'?"}});
  // A file with such a name is read as a file.
  folder.write("simulate", readText(corner));
  CHECK(runIn(folder, kProgram + " simulate -o -").code == 0);
}
