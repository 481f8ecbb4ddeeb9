// Help, completion, the manual and the version: all come from one table of options, and all of it is in each.
#include <set>

#include "converter/commands/command_table.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

bool isInstalled(const ScratchFolder& folder, const std::string& tool) {
  const bool found = runIn(folder, "command -v " + tool).code == 0;
  if (!found) WARN("skipped: " << tool << " is not installed");
  return found;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// The words that bash offers after these.
std::set<std::string> offered(const ScratchFolder& folder, const std::string& words) {
  const std::string script = "source ./completion.bash; COMP_WORDS=(mbconvert " + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mbconvert; printf '%s\\n' \"${COMPREPLY[@]}\"";
  folder.write("ask.bash", script + "\n");
  const Outcome outcome = runIn(folder, "bash ask.bash");
  INFO(words << "\n" << outcome.err);
  CHECK(outcome.err.empty());
  std::set<std::string> result;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) result.insert(line);
  }
  return result;
}

using Words = std::set<std::string>;

}  // namespace

TEST_CASE("every command and option is in the help, in each completion and in the manual") {
  const ScratchFolder folder;
  const ProgramFacts facts = factsOf(commandTable());
  REQUIRE(facts.commands.size() >= 18);
  REQUIRE(facts.exitCodes.size() == 8);
  const std::string help = runIn(folder, kProgram + " --help").out;
  const std::string bash = runIn(folder, kProgram + " completion bash").out;
  const std::string zsh = runIn(folder, kProgram + " completion zsh").out;
  const std::string fish = runIn(folder, kProgram + " completion fish").out;
  const std::string manual = replaced(runIn(folder, kProgram + " man").out, "\\-", "-");
  for (const CommandFacts& command : facts.commands) {
    INFO(command.name);
    CHECK(contains(help, "\n  " + command.name + " "));
    CHECK(contains(bash, "\n    " + command.name + ")"));
    CHECK(contains(zsh, "\n    " + command.name + ")"));
    CHECK(contains(fish, " -a " + command.name + " "));
    CHECK(contains(manual, "\n.SS " + command.name + "\n"));
    const std::string zshPart = zsh.substr(zsh.find("\n    " + command.name + ")"));
    const std::string zshOptions = zshPart.substr(0, zshPart.find(";;"));
    const std::string bashPart = bash.substr(bash.find("\n    " + command.name + ")"));
    const std::string bashOptions = bashPart.substr(0, bashPart.find("case $previous"));
    const std::string own = replaced(runIn(folder, kProgram + " man " + command.name).out, "\\-", "-");
    for (const Option& option : command.options) {
      CHECK_FALSE(option.description.empty());
      if (option.isArgument()) continue;
      for (const std::string& name : option.names) {
        INFO(name);
        CHECK((contains(bashOptions, name + " ") || contains(bashOptions, name + "'")));
        CHECK(contains(zshOptions, (option.mayRepeat ? "'*" : "'") + name + "["));
        const std::string spelled = name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
        CHECK(contains(fish, "-n '__fish_seen_subcommand_from " + command.name + "'"));
        CHECK(contains(fish, spelled + " "));
        CHECK(contains(manual, "\\fB" + name + "\\fR"));
        CHECK(contains(own, "\\fB" + name + "\\fR"));
      }
    }
  }
}

TEST_CASE("bash completes commands, options, words and files") {
  const ScratchFolder folder;
  folder.write("completion.bash", runIn(folder, kProgram + " completion bash").out);
  REQUIRE(runIn(folder, "bash -n completion.bash").code == 0);
  folder.write("model one.xml", "");
  CHECK(offered(folder, "ver") == Words{"verify"});
  CHECK(offered(folder, "co") == Words{"convert", "compare", "completion", "completion.bash"});
  CHECK(offered(folder, "run --so") == Words{"--solver"});
  CHECK(offered(folder, "run x.xml --solver maggi") == Words{"maggi-dense", "maggi-sparse"});
  CHECK(offered(folder, "run x.xml --solver = maggi") == Words{"maggi-dense", "maggi-sparse"});
  CHECK(offered(folder, "run x.xml --units ''") == Words{"si", "source"});
  CHECK(offered(folder, "tree x.xml --format ''") == Words{"text", "json", "dot", "svg"});
  CHECK(offered(folder, "check --from adam") == Words{"adams"});
  CHECK(offered(folder, "check mo") == Words{"model one.xml"});
  CHECK(offered(folder, "run x.xml -o mo") == Words{"model one.xml"});
  CHECK(offered(folder, "run x.xml --end ''").empty());
  CHECK(offered(folder, "joints --f").empty());
  CHECK(offered(folder, "formats --f") == Words{"--functions"});
  CHECK(offered(folder, "completion ''") == Words{"bash", "zsh", "fish"});
  CHECK(offered(folder, "man se") == Words{"settle"});
  CHECK(offered(folder, "explain E100") == Words{"E1001", "E1002"});
  CHECK(offered(folder, "explain E03").size() >= 16);
  // The value of an option is not a command, and no command follows a model.
  CHECK(offered(folder, "-o tree --alt").empty());
  CHECK(offered(folder, "-o tree ver") == Words{"verify"});
  CHECK(offered(folder, "--output = tree ver") == Words{"verify"});
  CHECK(offered(folder, "--werror tree --alt") == Words{"--alternatives"});
  CHECK(offered(folder, "m.xml ver").empty());
  CHECK(offered(folder, "check m.xml --w") == Words{"--weights", "--werror"});
  // After -- there are neither commands nor options.
  folder.write("verdict.xml", "");
  CHECK(offered(folder, "ver") == Words{"verify", "verdict.xml"});
  CHECK(offered(folder, "-- ver") == Words{"verdict.xml"});
  CHECK(offered(folder, "--werror -- ver") == Words{"verdict.xml"});
  CHECK(offered(folder, "check -- ver") == Words{"verdict.xml"});
  CHECK(offered(folder, "check -- --").empty());
  CHECK(offered(folder, "man -- ver") == Words{"verify"});
}

TEST_CASE("message codes are completed in every shell but not listed in the help or the manual") {
  const ScratchFolder folder;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    INFO(shell);
    CHECK(contains(runIn(folder, kProgram + " completion " + shell).out, "E0101 E0102 "));
    CHECK(contains(runIn(folder, kProgram + " completion " + shell).out, "W0101 W0102 "));
  }
  for (const char* page : {"explain --help", "man explain", "man"}) {
    INFO(page);
    CHECK_FALSE(contains(runIn(folder, kProgram + " " + page).out, "E0102"));
  }
}

TEST_CASE("zsh finds the command after options and their values") {
  const ScratchFolder folder;
  if (!isInstalled(folder, "zsh")) return;
  folder.write("completion.zsh", runIn(folder, kProgram + " completion zsh").out);
  // What is asked of zsh's own functions after these words.
  const auto asked = [&](const std::string& words) {
    folder.write("ask.zsh",
                 "_arguments() { print -rn -- \"arguments of $words[1] at $CURRENT \" }\n"
                 "_describe() { print -rn -- 'commands ' }\n_files() { print -rn -- 'files ' }\ncompdef() { }\n"
                 "source ./completion.zsh\nwords=(mbconvert " +
                     words + ")\nCURRENT=$#words\n_mbconvert\n");
    return runIn(folder, "zsh -f ask.zsh").out;
  };
  CHECK(asked("c") == "commands files ");
  CHECK(asked("--werror c") == "commands files ");
  CHECK(asked("check --") == "arguments of check at 2 ");
  CHECK(asked("--werror check --") == "arguments of check at 2 ");
  CHECK(asked("-o tree check --") == "arguments of check at 2 ");
  CHECK(asked("-o tree") == "arguments of mbconvert at 3 ");
  CHECK(asked("m.xml --") == "arguments of mbconvert at 3 ");
  CHECK(asked("-- c") == "arguments of mbconvert at 3 ");
}

TEST_CASE("fish offers commands at the start and after options, but none after --") {
  const ScratchFolder folder;
  if (!isInstalled(folder, "fish")) return;
  folder.write("completion.fish", runIn(folder, kProgram + " completion fish").out);
  const auto offersCheck = [&](const std::string& line) {
    return contains(runIn(folder, "fish -N -c 'source completion.fish; complete -C \"mbconvert " + line + "\"'").out,
                    "check\t");
  };
  CHECK(offersCheck("c"));
  CHECK(offersCheck("--werror c"));
  CHECK_FALSE(offersCheck("-- c"));
}

TEST_CASE("options that may be given several times are completed several times") {
  std::set<std::string> repeated;
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    for (const Option& option : command.options) {
      if (option.mayRepeat) repeated.insert(option.names.back());
    }
  }
  for (const char* name : {"--y", "--map", "--base", "--cut", "--lock", "--tyre", "--columns", "--weights"}) {
    INFO(name);
    CHECK(repeated.contains(name));
  }
  CHECK_FALSE(repeated.contains("--output"));
}

TEST_CASE("zsh and fish accept their completion scripts, and roff the manual, without warnings") {
  const ScratchFolder folder;
  for (const std::string shell : {"zsh", "fish"}) {
    if (!isInstalled(folder, shell)) continue;
    const Outcome outcome = runIn(folder, kProgram + " completion " + shell + " > script && " + shell + " -n script");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
  }
  std::string pages = "mbconvert.1";
  REQUIRE(runIn(folder, kProgram + " man > mbconvert.1").code == 0);
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    REQUIRE(runIn(folder, kProgram + " man " + command.name + " > " + command.name + ".1").code == 0);
    pages += " " + command.name + ".1";
  }
  if (isInstalled(folder, "groff")) {
    const Outcome outcome = runIn(folder, "for page in " + pages + "; do groff -man -ww -Tutf8 $page; done");
    CHECK(outcome.err == "");
    CHECK(contains(outcome.out, "internal error"));
  }
  if (isInstalled(folder, "mandoc")) {
    const Outcome outcome = runIn(folder, "mandoc -T lint -W error " + pages);
    CHECK(outcome.out == "");
  }
}

TEST_CASE("the version is printed on one line with the build details below it") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kProgram + " --version");
  CHECK(outcome.code == 0);
  CHECK(outcome.out.rfind("mbconvert " MB_VERSION "\n", 0) == 0);
  for (const char* fact : {"commit", "compiler", "build", "sanitizers", "kernel", "Eigen 3", "Boost 1", "tinyxml2 ",
                           "fmt ", "CLI11 ", "nlohmann-json ", "OpenSSL "}) {
    CHECK(contains(outcome.out, fact));
  }
}

TEST_CASE("the command help prints what --help does") {
  const ScratchFolder folder;
  CHECK(runIn(folder, kProgram + " help").out == runIn(folder, kProgram + " --help").out);
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    INFO(command.name);
    const Outcome outcome = runIn(folder, kProgram + " help " + command.name);
    CHECK(outcome.code == 0);
    CHECK(outcome.out == runIn(folder, kProgram + " " + command.name + " --help").out);
  }
  CHECK(contains(runIn(folder, kProgram + " help chekc").err, "did you mean 'check'?"));
  folder.write("help", readText(samplePath("pendulum")));
  CHECK(runIn(folder, kProgram + " ./help -o out.xml").code == 0);
}

TEST_CASE("the usage line in the help shows required parts plain and optional parts in brackets") {
  const ScratchFolder folder;
  const auto shows = [&](const std::string& command, const std::string& usage) {
    const std::string help = runIn(folder, kProgram + " help " + command).out;
    INFO(help);
    CHECK(contains(help, "\nUsage: " + usage + "\n"));
    CHECK_FALSE(contains(help, "{false}"));
  };
  shows("", "mbconvert [OPTIONS] MODEL\n       mbconvert COMMAND [OPTIONS] [ARGUMENT]...");
  shows("run", "mbconvert run --end T [OPTIONS] MODEL");
  shows("verify", "mbconvert verify [OPTIONS] MODEL [RECURSIVE]");
  shows("compare", "mbconvert compare [OPTIONS] A B");
  shows("plot", "mbconvert plot --y PATTERN,... [OPTIONS] CSV");
  shows("explain", "mbconvert explain [OPTIONS] [CODE]");
  shows("joints", "mbconvert joints [OPTIONS]");
  const std::string manual = runIn(folder, kProgram + " man verify").out;
  CHECK(contains(manual, "\n\\fBmbconvert verify\\fR [options] \\fIMODEL\\fR [\\fIRECURSIVE\\fR]\n"));
}

TEST_CASE("an unknown shell or manual page is refused with a hint") {
  const ScratchFolder folder;
  CHECK(runIn(folder, kProgram + " completion").code == 2);
  CHECK(contains(runIn(folder, kProgram + " completion zhs").err, "did you mean 'zsh'?"));
  CHECK(contains(runIn(folder, kProgram + " man chekc").err, "did you mean 'check'?"));
}
