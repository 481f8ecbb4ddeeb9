// What stands in a table of the program stands in its documents as well: joints, forces, formats, solvers. A new row is
// reported here with what it still lacks.
#include <regex>

#include "formats/formats.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

// A row of a table of the page that begins with the name, or with the name in its second column.
bool hasRow(const std::string& page, std::string_view name) {
  for (std::istringstream lines(page); lines;) {
    std::string line;
    std::getline(lines, line);
    if (line.starts_with("|") && contains(line, "`" + std::string(name) + "`")) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("every joint and every force has its row in docs/cartesian-format.md") {
  const std::string page = readText(sourcePath("docs/cartesian-format.md"));
  for (const JointType& type : jointTypes()) {
    INFO(type.name);
    CHECK(hasRow(page, type.name));
  }
  for (const std::string& type : forceTypes()) {
    INFO(type);
    CHECK(hasRow(page, type));
  }
}

TEST_CASE("every solver has its row in docs/solvers.md") {
  const std::string page = readText(sourcePath("docs/solvers.md"));
  for (const SolverType& type : solverTypes()) {
    INFO(type.name);
    CHECK(hasRow(page, type.name));
  }
}

TEST_CASE("every format has a page, and one of another tool a row in docs/commands/import.md and a sample") {
  const std::string imports = readText(sourcePath("docs/commands/import.md"));
  for (const Format& format : formats()) {
    INFO(format.name);
    const std::string description(format.description);
    std::smatch page;
    REQUIRE(std::regex_search(description, page, std::regex(R"(\((docs/[a-z-]+\.md)\)$)")));
    CHECK(fs::exists(sourcePath(page[1])));
    CHECK(format.endings.starts_with("."));
    if (!format.readCartesian || format.writes) continue;
    CHECK(hasRow(imports, format.name));
    const fs::path samples = sourcePath("samples/foreign/" + std::string(format.name));
    REQUIRE(fs::is_directory(samples));
    CHECK(!fs::is_empty(samples));
  }
}
