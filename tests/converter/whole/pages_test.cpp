// What holds for the documents as a whole: links lead somewhere, commands are run, scripts that are named exist.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> allPages() {
  std::vector<fs::path> pages{sourcePath("README.md"), sourcePath("samples/README.md")};
  for (const auto& entry : fs::recursive_directory_iterator(sourcePath("docs"))) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  return pages;
}

// A fence that opens a block: what stands behind it, and the first line of the block.
struct Fence {
  std::string info;
  std::string first;
};

std::vector<Fence> fencesOf(const std::string& text) {
  std::vector<Fence> fences;
  std::istringstream stream(text);
  bool isInside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("```", 0) == 0) {
      isInside = !isInside;
      if (isInside) fences.push_back({line.substr(3), ""});
    } else if (isInside && fences.back().first.empty()) {
      fences.back().first = line;
    }
  }
  return fences;
}

// Why a block may not stand in a document, or nothing. Commands are in blocks that tests run, or that say why not; a
// fence without a word shows a form.
std::string faultOf(const Fence& fence) {
  const std::string reason = "sh not run: ";
  if (fence.info.rfind("sh", 0) == 0 && (fence.info.rfind(reason, 0) != 0 || fence.info.size() == reason.size())) {
    return "commands that no test runs";
  }
  const bool isCommand = fence.first.rfind("$ ", 0) == 0 || fence.first.rfind("scripts/", 0) == 0;
  return fence.info.empty() && isCommand ? "commands in a block without a word" : "";
}

// The anchors of a page's headings, as GitHub makes them.
std::set<std::string> anchorsOf(const std::string& text) {
  std::set<std::string> anchors;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t title = line.find_first_not_of("# ");
    if (line.empty() || line[0] != '#' || title == std::string::npos) continue;
    std::string anchor;
    for (const char c : line.substr(title)) {
      const bool isKept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
      if (c == ' ' || isKept) anchor += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    anchors.insert(anchor);
  }
  return anchors;
}

}  // namespace

TEST_CASE("every command block is run by a test or says why not") {
  CHECK(faultOf({"sh", "make"}) != "");
  CHECK(faultOf({"sh not run: ", "make"}) != "");
  CHECK(faultOf({"", "$ mbconvert"}) != "");
  CHECK(faultOf({"sh not run: it takes an hour", "make"}) == "");
  for (const fs::path& page : allPages()) {
    for (const Fence& fence : fencesOf(readText(page.string()))) {
      INFO(page.string() << ": " << fence.first);
      CHECK(faultOf(fence) == "");
    }
  }
}

TEST_CASE("every bench and check that a document names exists") {
  const std::regex mention("scripts/(bench|check) ([a-z][a-z-]*)");
  int mentions = 0;
  for (const fs::path& page : allPages()) {
    const std::string text = readText(page.string());
    for (std::sregex_iterator match(text.begin(), text.end(), mention), end; match != end; ++match, ++mentions) {
      INFO(page.string() << ": " << (*match)[0]);
      CHECK(contains(readText(sourcePath("scripts/" + (*match)[1].str())), "\n  " + (*match)[2].str() + ")"));
    }
  }
  CHECK(mentions > 20);
}

TEST_CASE("links between documents lead somewhere") {
  CHECK(anchorsOf("# A b\n## `mbconvert run`, c_d\n") == std::set<std::string>{"a-b", "mbconvert-run-c_d"});
  const std::regex link("\\]\\(([^)#]*)#?([^)]*)\\)");
  for (const fs::path& page : allPages()) {
    const std::string text = readText(page.string());
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
      const std::string target = (*match)[1];
      const std::string anchor = (*match)[2];
      if (target.find("://") != std::string::npos) continue;
      INFO(page.string() << " -> " << target << " " << anchor);
      const fs::path other = target.empty() ? page : page.parent_path() / target;
      REQUIRE(fs::exists(other));
      if (!anchor.empty()) CHECK(anchorsOf(readText(other.string())).count(anchor) == 1);
    }
  }
}
