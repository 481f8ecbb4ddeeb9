// The command line adds to hints the options and commands that help, and only those that exist.
#include "converter/cli/option_hints.h"

#include <regex>
#include <set>

#include "converter/commands/command_table.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::string hintOf(Topic topic, const std::string& hint = "", Code code = Code::unknownName) {
  Diagnostics diagnostics;
  diagnostics.error({}, code, "wrong").withHint(hint, topic);
  addOptionHints(diagnostics);
  addOptionHints(diagnostics);  // a second time nothing is added
  return diagnostics.all().front().hint;
}

}  // namespace

TEST_CASE("a hint names the option or command that helps") {
  CHECK(hintOf(Topic::none, "look again") == "look again");
  CHECK(hintOf(Topic::formats, "look again") == "look again; `mbconvert formats` lists the formats");
  CHECK(hintOf(Topic::names, "did you mean 'a'?") == "did you mean 'a'? `mbconvert tree MODEL` shows the names");
  CHECK(hintOf(Topic::noTyreFiles) == "leave out --tyre");
  CHECK(hintOf(Topic::none, "", Code::unknownFunction) == "`mbconvert formats --functions` lists the functions");
}

TEST_CASE("every topic has a text, and its options and commands exist") {
  std::set<std::string> known;
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    known.insert("mbconvert " + command.name);
    for (const Option& option : command.options) known.insert(option.names.begin(), option.names.end());
  }
  const std::regex named("mbconvert [a-z]+|--[a-z-]+");
  for (int k = 1; k <= static_cast<int>(Topic::recursiveModel); ++k) {
    const std::string hint = hintOf(static_cast<Topic>(k));
    INFO(k << ": " << hint);
    REQUIRE_FALSE(hint.empty());
    int words = 0;
    for (std::sregex_iterator match(hint.begin(), hint.end(), named), end; match != end; ++match, ++words) {
      CHECK(known.contains(match->str()));
    }
    CHECK(words > 0);
  }
}

TEST_CASE("hints printed by the program name its options and commands") {
  const ScratchFolder folder;
  const std::string program = MBCONVERT;
  const std::string corner = samplePath("wishbone_corner");
  const auto says = [&](const std::string& arguments, const std::string& hint) {
    const Outcome outcome = runIn(folder, program + " " + arguments);
    INFO(arguments << "\n" << outcome.err);
    CHECK(contains(outcome.err, hint));
  };
  says("check " + corner + " --base nobody", "`mbconvert tree MODEL` shows the names");
  says("check " + corner + " --tyre t.json", "leave out --tyre");
  says("check " + corner + " --from nonsense", "`mbconvert formats` lists the formats");
  says("compare " + corner + " " + corner, "`mbconvert run MODEL -o TABLE.csv` writes one");
  folder.write("a.csv", "time,x\n0,0\n1,1\n");
  folder.write("b.csv", "time,y\n0,0\n1,1\n");
  says("compare a.csv b.csv", "map those that belong together, as x=y; --map OURS=THEIRS maps them");
  folder.write("m.xml", "<mbs version=\"1\" name=\"m\"><body name=\"b\"><mass value=\"sinus(1)\"/></body></mbs>\n");
  says("check m.xml", "`mbconvert formats --functions` lists the functions");
}
