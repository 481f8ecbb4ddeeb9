// What the documents show is what the program says: their commands are run again, their tables of options held against
// the program's.
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

std::string pageOf(const std::string& command) { return sourcePath("docs/commands/" + command + ".md"); }

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

TEST_CASE("the examples on the pages of the commands are what the program says") {
  for (const CommandFacts& command : programFacts().commands) {
    INFO(command.name);
    REQUIRE(fs::exists(pageOf(command.name)));
    followPage(pageOf(command.name));
  }
}

TEST_CASE("every command has a page, with every option in a table and no other") {
  for (const CommandFacts& command : programFacts().commands) {
    const std::string text = readText(pageOf(command.name));
    const std::set<std::string> told = optionsInTables(text);
    std::set<std::string> known;
    for (const OptionFacts& option : command.options) {
      INFO(command.name << " " << option.names.front());
      if (option.isPositional) {
        CHECK(contains(text, option.value));
        continue;
      }
      for (const std::string& name : option.names) {
        known.insert(name);
        INFO(name);
        CHECK(told.count(name) == 1);
      }
    }
    for (const std::string& name : told) {
      INFO(command.name << " has no " << name);
      CHECK(known.count(name) == 1);
    }
    for (const char* heading : {"## Options", "## Exit codes", "mbconvert "}) {
      INFO(command.name << ": " << heading);
      CHECK(contains(text, heading));
    }
  }
}

TEST_CASE("options that commands share, and exit codes, are told once") {
  const ProgramFacts program = programFacts();
  const std::string text = readText(sourcePath("docs/commands/README.md"));
  const std::set<std::string> told = optionsInTables(text);
  for (const CommandFacts& command : program.commands) {
    CHECK(contains(text, "[" + command.name + "](" + command.name + ".md)"));
    for (const OptionFacts& option : command.options) {
      if (option.group != "Input" && option.group != "Planning" && option.group != "Messages") continue;
      INFO(option.names.front());
      CHECK(told.count(option.names.back()) == 1);
    }
  }
  for (std::size_t code = 0; code < program.exitCodes.size(); ++code) {
    CHECK(contains(text, "| " + std::to_string(code) + " | " + program.exitCodes[code] + " |"));
  }
}

TEST_CASE("links between documents lead somewhere") {
  const std::regex link("\\]\\(([^)#]+)(#[^)]*)?\\)");
  std::vector<fs::path> pages{sourcePath("README.md"), sourcePath("samples/README.md")};
  for (const auto& entry : fs::recursive_directory_iterator(sourcePath("docs"))) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  for (const fs::path& page : pages) {
    const std::string text = readText(page.string());
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
      const std::string target = (*match)[1];
      if (target.find("://") != std::string::npos) continue;
      INFO(page.string() << " -> " << target);
      CHECK(fs::exists(page.parent_path() / target));
    }
  }
}
