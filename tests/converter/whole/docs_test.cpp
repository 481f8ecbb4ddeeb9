// What the documents show is what the program says: their commands are run again, their tables of options held against
// the program's.
#include <map>
#include <regex>
#include <set>

#include "converter/cli/option_facts.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

const std::string kLeftOut = "…";

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(" \t") + 1);
    lines.push_back(line);
  }
  return lines;
}

// Whether a line is as shown; in the shown one … stands for any text.
bool isShown(const std::string& line, const std::string& shown) {
  const std::size_t gap = shown.find(kLeftOut);
  if (gap == std::string::npos) return line == shown;
  if (line.compare(0, gap, shown, 0, gap) != 0) return false;
  const std::string rest = shown.substr(gap + kLeftOut.size());
  for (std::size_t at = gap; at <= line.size(); ++at) {
    if (isShown(line.substr(at), rest)) return true;
  }
  return false;
}

// The first shown line that is not in its place, or nothing. A line … stands for any lines.
std::optional<std::string> firstDifference(const std::vector<std::string>& lines,
                                           const std::vector<std::string>& shown) {
  std::size_t at = 0;
  bool mayskip = false;
  for (const std::string& wanted : shown) {
    if (wanted == kLeftOut) {
      mayskip = true;
      continue;
    }
    while (mayskip && at < lines.size() && !isShown(lines[at], wanted)) ++at;
    if (at == lines.size() || !isShown(lines[at], wanted)) {
      return "shown: " + wanted + "\nfound: " + (at < lines.size() ? lines[at] : "the end");
    }
    ++at;
    mayskip = false;
  }
  if (!mayskip && at < lines.size()) return "shown: the end\nfound: " + lines[at];
  return std::nullopt;
}

struct Block {
  std::string info;  // behind the fence
  std::vector<std::string> lines;
};

std::vector<Block> blocksOf(const std::string& text) {
  std::vector<Block> blocks;
  bool isInside = false;
  for (const std::string& line : linesOf(text)) {
    if (line.rfind("```", 0) == 0) {
      isInside = !isInside;
      if (isInside) blocks.push_back({line.substr(3), {}});
    } else if (isInside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

// Runs the commands of a page's console blocks, one after the other in one folder, and compares what they say.
int followPage(const std::string& path) {
  const ScratchFolder folder;
  fs::create_symlink(sourcePath("samples"), folder / "samples");
  int commands = 0;
  for (const Block& block : blocksOf(readText(path))) {
    if (block.info.rfind("xml ", 0) == 0) {
      std::string text;
      for (const std::string& line : block.lines) text += line + "\n";
      folder.write(block.info.substr(4), text);
    }
    if (block.info != "console") continue;
    for (std::size_t k = 0; k < block.lines.size();) {
      REQUIRE(block.lines[k].rfind("$ ", 0) == 0);
      const std::string command = block.lines[k++].substr(2);
      std::vector<std::string> shown;
      while (k < block.lines.size() && block.lines[k].rfind("$ ", 0) != 0) shown.push_back(block.lines[k++]);
      const std::string folderOfProgram = fs::path(MBCONVERT).parent_path().string();
      const Outcome outcome = runIn(folder, "( ( PATH='" + folderOfProgram + "':\"$PATH\"; " + command + " ) 2>&1 )");
      INFO(path << "\n$ " << command << "\n" << outcome.out);
      const std::optional<std::string> difference = firstDifference(linesOf(outcome.out), shown);
      CHECK(difference.value_or("") == "");
      ++commands;
    }
  }
  return commands;
}

// Option names in the first column of a page's tables.
std::set<std::string> optionsInTables(const std::string& text) {
  std::set<std::string> names;
  const std::regex name("`(--?[a-z][a-z-]*)");
  for (const std::string& line : linesOf(text)) {
    if (line.rfind("| `-", 0) != 0) continue;
    const std::string cell = line.substr(0, line.find(" | ", 2));
    for (std::sregex_iterator match(cell.begin(), cell.end(), name), end; match != end; ++match) {
      names.insert((*match)[1]);
    }
  }
  return names;
}

// The page of a command, or the one that tells of all listings.
std::string pageOf(const std::string& command) {
  const std::string page = sourcePath("docs/commands/" + command + ".md");
  return fs::exists(page) ? page : sourcePath("docs/commands/listings.md");
}

bool isListing(const std::string& command) { return pageOf(command).ends_with("listings.md"); }

// Options that docs/commands/README.md tells for all commands.
bool isShared(const OptionFacts& option) {
  return option.group == "Input" || option.group == "Planning" || option.group == "Messages" ||
         option.names.back() == "--help" || option.names.back() == "--times";
}

std::set<std::string> ownOptions(const CommandFacts& command) {
  std::set<std::string> names;
  for (const OptionFacts& option : command.options) {
    if (!option.isPositional && !isShared(option)) names.insert(option.names.begin(), option.names.end());
  }
  return names;
}

}  // namespace

TEST_CASE("the comparison of documents sees what differs") {
  using Lines = std::vector<std::string>;
  CHECK_FALSE(firstDifference(Lines{"a", "b 1.5 s"}, Lines{"a", "b … s"}));
  CHECK_FALSE(firstDifference(Lines{"a", "b", "c", "d"}, Lines{"a", "…", "d"}));
  CHECK_FALSE(firstDifference(Lines{"a", "b"}, Lines{"…"}));
  CHECK(firstDifference(Lines{"a", "b"}, Lines{"a"}));
  CHECK(firstDifference(Lines{"a"}, Lines{"a", "b"}));
  CHECK(firstDifference(Lines{"a", "b 1 m"}, Lines{"a", "b … s"}));
  CHECK(firstDifference(Lines{"a", "b", "d"}, Lines{"a", "…", "c"}));
}

TEST_CASE("the tutorial's commands say what it shows") { CHECK(followPage(sourcePath("docs/tutorial.md")) >= 12); }

TEST_CASE("the README's commands say what it shows") { CHECK(followPage(sourcePath("README.md")) >= 4); }

TEST_CASE("the examples on the pages of the commands are what the program says") {
  for (const CommandFacts& command : programFacts().commands) {
    if (!isListing(command.name)) CHECK(followPage(pageOf(command.name)) >= 1);
  }
  CHECK(followPage(pageOf("explain")) >= 6);
}

TEST_CASE("the examples on all other pages are what the program says") {
  for (const auto& entry : fs::recursive_directory_iterator(sourcePath("docs"))) {
    const std::string name = fs::relative(entry.path(), sourcePath("docs")).string();
    if (!name.ends_with(".md") || name == "tutorial.md" || name.starts_with("commands/")) continue;
    if (name != "library.md") followPage(entry.path().string());  // that one is followed where it is installed
  }
}

TEST_CASE("every command has a page, with every option in a table and no other") {
  std::map<std::string, std::set<std::string>> known;  // by page: one may tell of several commands
  for (const CommandFacts& command : programFacts().commands) known[pageOf(command.name)].merge(ownOptions(command));
  for (const CommandFacts& command : programFacts().commands) {
    const std::string page = pageOf(command.name);
    const std::string text = readText(page);
    INFO(command.name);
    CHECK(optionsInTables(text) == known[page]);
    std::set<std::string> groups;
    for (const OptionFacts& option : command.options) {
      groups.insert(option.group);
      if (option.isPositional) CHECK(contains(text, option.value));
    }
    if (isListing(command.name)) {
      CHECK(contains(text, "\n## `mbconvert " + command.name + "`\n"));
      continue;
    }
    CHECK(contains(text, "README.md#input") == groups.contains("Input"));
    CHECK(contains(text, "README.md#planning") == groups.contains("Planning"));
    CHECK(contains(text, "README.md#messages") == groups.contains("Messages"));
    for (const char* heading : {"## Options", "## Exit codes", "mbconvert "}) {
      INFO(heading);
      CHECK(contains(text, heading));
    }
  }
}

TEST_CASE("options that commands share, and exit codes, are told once") {
  const ProgramFacts program = programFacts();
  const std::string text = readText(sourcePath("docs/commands/README.md"));
  const std::set<std::string> told = optionsInTables(text);
  for (const CommandFacts& command : program.commands) {
    const std::string target = isListing(command.name) ? "listings.md#mbconvert-" + command.name : command.name + ".md";
    CHECK(contains(text, "[" + command.name + "](" + target + ")"));
    for (const OptionFacts& option : command.options) {
      if (option.isPositional || !isShared(option)) continue;
      INFO(option.names.front());
      CHECK(told.count(option.names.back()) == 1);
    }
  }
  for (std::size_t code = 0; code < program.exitCodes.size(); ++code) {
    CHECK(contains(text, "| " + std::to_string(code) + " | " + program.exitCodes[code] + " |"));
  }
}
