// What the documents show is what the program says: their commands are run again, their tables of options held against
// the program's.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "converter/commands/command_table.h"
#include "tests/support/process.h"
#include "tests/support/shown_output.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

Lines linesOf(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(" \t") + 1);
    lines.push_back(line);
  }
  return lines;
}

// With MB_ACCEPT=1 the pages are rewritten with what the program says now, for review, instead of failing.
bool accepts() {
  const char* const wish = std::getenv("MB_ACCEPT");
  return wish != nullptr && std::string_view(wish) == "1";
}

// What a page says: as it is, or rewritten where it is accepted.
class Page {
 public:
  explicit Page(std::string path) : path_(std::move(path)), lines_(linesOf(readText(path_))) {}

  const Lines& lines() const { return lines_; }
  const std::string& path() const { return path_; }

  // Lines from first to last are to be these; whether they are, or were made so.
  bool shows(std::size_t first, std::size_t last, const Lines& wanted) {
    const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(last);
    if (Lines(begin, end) == wanted) return true;
    if (!accepts()) return false;
    lines_.insert(lines_.erase(begin, end), wanted.begin(), wanted.end());
    std::ofstream file(path_, std::ios::binary);
    for (const std::string& line : lines_) file << line << '\n';
    return file.good();
  }

 private:
  std::string path_;
  Lines lines_;
};

Lines outputOf(const ScratchFolder& folder, const std::string& command) {
  const std::string folderOfProgram = fs::path(MBCONVERT).parent_path().string();
  return linesOf(runIn(folder, "( ( PATH='" + folderOfProgram + "':\"$PATH\"; " + command + " ) 2>&1 )").out);
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Runs the command in a line of the page, and compares what it says with the lines below; returns the line after them.
std::size_t followCommand(Page& page, std::size_t at, const ScratchFolder& folder) {
  REQUIRE(page.lines()[at].rfind("$ ", 0) == 0);
  const std::string command = page.lines()[at].substr(2);
  const std::size_t first = at + 1;
  std::size_t last = first;
  while (page.lines()[last].rfind("$ ", 0) != 0 && page.lines()[last].rfind("```", 0) != 0) ++last;
  const Lines shown(page.lines().begin() + static_cast<std::ptrdiff_t>(first),
                    page.lines().begin() + static_cast<std::ptrdiff_t>(last));
  const Lines found = outputOf(folder, command);
  INFO(page.path() << "\n$ " << command << "\n" << joined(found));
  const Lines wanted = accepted(found, shown);
  if (!page.shows(first, last, wanted)) CHECK(firstDifference(found, shown).value_or("") == "");
  return first + (accepts() ? wanted.size() : shown.size());
}

// Runs the commands of a page's console blocks, one after the other in one folder, and compares what they say.
int followPage(const std::string& path) {
  const ScratchFolder folder;
  fs::create_symlink(sourcePath("samples"), folder / "samples");
  Page page(path);
  int commands = 0;
  for (std::size_t k = 0; k < page.lines().size(); ++k) {
    if (page.lines()[k].rfind("```", 0) != 0) continue;
    const std::string info = page.lines()[k].substr(3);  // behind the fence
    const bool isConsole = info == "console";
    Lines block;
    for (++k; page.lines()[k].rfind("```", 0) != 0;) {
      commands += isConsole ? 1 : 0;
      if (isConsole)
        k = followCommand(page, k, folder);
      else
        block.push_back(page.lines()[k++]);
    }
    if (info.rfind("xml ", 0) == 0) folder.write(info.substr(4), joined(block));
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
bool isShared(const Option& option) {
  return option.group == "Input" || option.group == "Planning" || option.group == "Messages" ||
         option.names.back() == "--help" || option.names.back() == "--times";
}

std::set<std::string> ownOptions(const CommandFacts& command) {
  std::set<std::string> names;
  for (const Option& option : command.options) {
    if (!option.isArgument() && !isShared(option)) names.insert(option.names.begin(), option.names.end());
  }
  return names;
}

}  // namespace

TEST_CASE("comparing output with a page finds differences and allows for ellipses") {
  CHECK_FALSE(firstDifference(Lines{"a", "b 1.5 s"}, Lines{"a", "b … s"}));
  CHECK_FALSE(firstDifference(Lines{"a", "b", "c", "d"}, Lines{"a", "…", "d"}));
  CHECK_FALSE(firstDifference(Lines{"a", "b"}, Lines{"…"}));
  CHECK(firstDifference(Lines{"a", "b"}, Lines{"a"}));
  CHECK(firstDifference(Lines{"a"}, Lines{"a", "b"}));
  CHECK(firstDifference(Lines{"a", "b 1 m"}, Lines{"a", "b … s"}));
  CHECK(firstDifference(Lines{"a", "b", "d"}, Lines{"a", "…", "c"}));
}

TEST_CASE("accepting new output updates a page and keeps its ellipses where they still match") {
  // Nothing differs: the page is unchanged.
  CHECK(accepted({"a", "b 1 s"}, {"a", "b … s"}) == Lines{"a", "b … s"});
  // One line has changed, another keeps its ellipsis.
  CHECK(accepted({"a", "b 2 s", "c"}, {"a", "b … s", "d"}) == Lines{"a", "b … s", "c"});
  CHECK(accepted({"a", "1", "2", "3", "z"}, {"x", "…", "z"}) == Lines{"a", "…", "z"});
  CHECK(accepted({"a", "1", "2", "y", "z"}, {"a", "…", "x", "z"}) == Lines{"a", "…", "y", "z"});
  CHECK(accepted({"a", "z"}, {"b", "…", "z"}) == Lines{"a", "z"});
  CHECK(accepted({"a", "n", "z"}, {"a", "z"}) == Lines{"a", "n", "z"});
  CHECK(accepted({"a"}, {"a", "b"}) == Lines{"a"});
  CHECK(accepted({"new"}, {}) == Lines{"new"});
  for (const auto& [found, shown] : {std::pair<Lines, Lines>{{"a", "1", "z"}, {"a", "…", "y", "…", "z"}},
                                     {{"p", "q"}, {"…", "r"}},
                                     {{"a", "b"}, {"…"}}}) {
    CHECK_FALSE(firstDifference(found, accepted(found, shown)));
  }
}

TEST_CASE("the commands in the tutorial print what it shows") {
  CHECK(followPage(sourcePath("docs/tutorial.md")) >= 12);
}

TEST_CASE("the commands in the README print what it shows") { CHECK(followPage(sourcePath("README.md")) >= 4); }

TEST_CASE("the examples on the pages of the commands are what the program says") {
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
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
  for (const CommandFacts& command : factsOf(commandTable()).commands)
    known[pageOf(command.name)].merge(ownOptions(command));
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    const std::string page = pageOf(command.name);
    const std::string text = readText(page);
    INFO(command.name);
    CHECK(optionsInTables(text) == known[page]);
    std::set<std::string> groups;
    for (const Option& option : command.options) {
      groups.insert(option.group);
      if (option.isArgument()) CHECK(contains(text, option.value));
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

TEST_CASE("the index of the commands has every command with its page, in the words of the help") {
  Lines wanted;
  std::string listings;
  for (const CommandFacts& command : factsOf(commandTable()).commands) {
    if (isListing(command.name))
      listings +=
          (listings.empty() ? "" : ", ") + ("[" + command.name) + "](listings.md#mbconvert-" + command.name + ")";
    else
      wanted.push_back("| [" + command.name + "](" + command.name + ".md) | " + command.description + " |");
  }
  wanted.push_back("| " + listings + " | listings, help and completion |");
  Page page(sourcePath("docs/commands/README.md"));
  const auto head = std::ranges::find(page.lines(), "| command | what it does |");
  REQUIRE(head != page.lines().end());
  const auto first = static_cast<std::size_t>(head - page.lines().begin()) + 2;
  std::size_t last = first;
  while (page.lines()[last].starts_with("| ")) ++last;
  const Lines found(page.lines().begin() + static_cast<std::ptrdiff_t>(first),
                    page.lines().begin() + static_cast<std::ptrdiff_t>(last));
  if (!page.shows(first, last, wanted)) CHECK(joined(found) == joined(wanted));
}

TEST_CASE("shared options and exit codes are documented once") {
  const ProgramFacts facts = factsOf(commandTable());
  const std::string text = readText(sourcePath("docs/commands/README.md"));
  const std::set<std::string> documented = optionsInTables(text);
  for (const CommandFacts& command : facts.commands) {
    for (const Option& option : command.options) {
      if (option.isArgument() || !isShared(option)) continue;
      INFO(option.names.front());
      CHECK(documented.count(option.names.back()) == 1);
    }
  }
  for (std::size_t code = 0; code < facts.exitCodes.size(); ++code) {
    CHECK(contains(text, "| " + std::to_string(code) + " | " + facts.exitCodes[code] + " |"));
  }
}
