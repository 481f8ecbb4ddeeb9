// Everything that is printed fits 80 columns, and no word is cut.
#include "converter/console/wrap.h"

#include <sstream>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Lines of more than 80 columns, except those of one word.
std::vector<std::string> tooWide(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (columnsOf(line) > kColumns && line.find(' ', first) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

void checkFits(const ScratchFolder& folder, const std::string& arguments) {
  const Outcome outcome = runIn(folder, kProgram + " " + arguments);
  INFO(arguments << "\n" << outcome.err);
  CHECK_FALSE(outcome.out.empty());
  CHECK(tooWide(outcome.out) == std::vector<std::string>{});
}

std::string words(int count) {
  std::string text = "0000";
  for (int k = 1; k < count; ++k) text += " " + std::to_string(1000 + k);
  return text;
}

}  // namespace

TEST_CASE("text is broken at blanks, below where it begins") {
  CHECK(columnsOf("├─ \033[1mµs\033[0m") == 5);
  CHECK(wrapped("  label ", "short") == "  label short\n");
  // 8 columns of the lead leave room for 14 words of 4 letters and their blanks.
  const std::string lines = wrapped("  label ", words(15));
  CHECK(lines == "  label " + words(14) + "\n        1014\n");
  // A word that does not fit behind the lead stands alone and begins further left; one that never fits is not cut.
  const std::string wide(75, 'w');
  CHECK(wrapped("  label   ", wide) == "  label\n     " + wide + "\n");
  const std::string wider(90, 'w');
  CHECK(wrapped("  label ", "a " + wider + " b") == "  label a\n  " + wider + "\n        b\n");
}

TEST_CASE("lines of a report go on below their text") {
  const std::string more = words(16);
  CHECK(fitted("  label     " + more + "\n").find("\n            10") != std::string::npos);
  CHECK(fitted("  redundant " + more + "\n").find("\n            10") != std::string::npos);
  CHECK(fitted("            " + more + "\n").find("\n            10") != std::string::npos);
  CHECK(fitted("  - " + more + "\n").find("\n    10") != std::string::npos);
  CHECK(fitted("│  ├─ name  " + more + "\n").find("\n│  │        10") != std::string::npos);
  CHECK(fitted("│  └─ name  " + more + "\n").find("\n│           10") != std::string::npos);
  CHECK(fitted("one\n\ntwo") == "one\n\ntwo");
}

TEST_CASE("help and listings fit 80 columns") {
  const ScratchFolder folder;
  for (const char* command :
       {"", "convert", "import", "check", "tree", "plan", "run", "settle", "verify", "bench", "plot", "report",
        "compare", "explain", "solvers", "formats", "tyres", "joints", "help"}) {
    checkFits(folder, std::string(command) + " --help");
  }
  for (const char* listing : {"solvers", "formats", "formats --functions", "tyres", "joints", "explain", "--version",
                              "explain E0101", "explain E0302"}) {
    checkFits(folder, listing);
  }
}

TEST_CASE("reports of all samples fit 80 columns") {
  const ScratchFolder folder;
  for (const std::string& name : sampleNames()) {
    const std::string model = " '" + samplePath(name) + "'";
    for (const char* command : {"convert -o out.xml", "import -o out.xml", "check", "tree", "check --rods list"}) {
      checkFits(folder, command + model);
    }
    if (name == "track_ring") continue;  // its runs take long in a build with sanitizers
    checkFits(folder, "run --end 0.002 --step 0.001 -o out.csv" + model);
  }
  for (const char* vehicle : {"hmmwv", "car"}) checkFits(folder, "settle '" + samplePath(vehicle) + "'");
  checkFits(folder, "verify --states 1 --end 0.01 '" + samplePath("car") + "'");
  checkFits(folder, "verify --states 1 --end 0.01 '" + samplePath("weld_and_forces") + "'");
  checkFits(folder, "report --no-verify --end 0.1 -o page.html '" + samplePath("four_bar") + "'");
}
