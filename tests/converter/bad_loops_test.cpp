// Loops that no position of the joints can close are refused, with the joint named beside its line.
#include <regex>

#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("a loop that cannot close is an error at its joint") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(sourcePath("tests/converter/bad_loops"))) {
    INFO(entry.path().string());
    const std::string text = readText(entry.path().string());
    std::smatch match;
    REQUIRE(std::regex_search(text, match, std::regex(R"(expected-error@\+1 \{\{([^}]*)\}\})")));
    const auto line = 2 + std::count(text.begin(), text.begin() + match.position(0), '\n');

    Diagnostics diagnostics;
    auto model = readModel(entry.path().string(), diagnostics);
    INFO(textOf(diagnostics));
    REQUIRE(model);
    CHECK_FALSE(convert(std::move(*model), {}, diagnostics));
    INFO(textOf(diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    const Diagnostic& error = *std::find_if(diagnostics.all().begin(), diagnostics.all().end(),
                                            [](const Diagnostic& d) { return d.severity == Severity::error; });
    CHECK(error.message.find(match[1]) != std::string::npos);
    CHECK(error.at.line == line);
    CHECK(error.at.column > 0);
    CHECK_FALSE(error.hint.empty());
    CHECK(diagnostics.exitCode() == ExitCode::cannotBeModelled);
    ++files;
  }
  CHECK(files == 4);
}
