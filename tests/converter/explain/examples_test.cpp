// The examples of the explanations are correct: the wrong one gives its code, the corrected one no error.
#include <algorithm>

#include "converter/console/exit_code.h"
#include "converter/conversion/convert.h"
#include "converter/explain/explanations.h"
#include "formats/files/read_file.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

bool beginsWithOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

// As converter/explain/rows.h says.
std::string wholeFile(std::string_view example) {
  if (beginsWithOneOf(example, {"<mbs", "<recursive", "<!DOCTYPE", "<robot", "<model"})) return std::string(example);
  constexpr const char* kMass = "<mass value=\"1\"/><inertia xx=\"1\" yy=\"1\" zz=\"1\"/><marker name=\"pivot\"/>";
  return std::string("<mbs version=\"1\" name=\"example\">\n") + std::string(example) + "\n<body name=\"frame\">" +
         kMass + "</body>\n<body name=\"arm\">" + kMass +
         "<marker name=\"tip\"><pose pos=\"1 0 0\"/></marker></body>\n</mbs>\n";
}

Diagnostics readWhole(const ScratchFolder& folder, std::string_view example) {
  const std::string path = folder.write("example.xml", wholeFile(example));
  Diagnostics diagnostics;
  if (example.starts_with("<recursive")) {
    readRecursive(readSource(path, diagnostics), diagnostics);
  } else if (auto model = readModel(path, diagnostics)) {
    convert(std::move(*model), {}, diagnostics);
  }
  return diagnostics;
}

}  // namespace

TEST_CASE("the example of each code gives that code, and its corrected version no error") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "parts");
  folder.write("parts/corner.xml", "<mbs version=\"1\"><body name=\"wheel\"/></mbs>");
  int examples = 0;
  for (const Explanation& row : explanations()) {
    if (!row.wrong.starts_with('<')) continue;
    CAPTURE(numberText(row.code), row.wrong, row.right);
    ++examples;
    const Diagnostics wrong = readWhole(folder, row.wrong);
    INFO(textOf(wrong));
    const auto found = std::ranges::find(wrong.all(), row.code, &Diagnostic::code);
    REQUIRE(found != wrong.all().end());
    CHECK(exitCodeOf(wrong) == (found->severity == Severity::warning ? ExitCode::done : exitCodeOf(row.code)));
    const Diagnostics right = readWhole(folder, row.right);
    INFO(textOf(right));
    CHECK(exitCodeOf(right) == ExitCode::done);
    CHECK(std::ranges::none_of(right.all(), [&](const Diagnostic& one) { return one.code == row.code; }));
  }
  CHECK(examples >= 45);
}

TEST_CASE("corrected examples of codes for unsupported models can be run") {
  const ScratchFolder folder;
  for (const Explanation& row : explanations()) {
    if (exitCodeOf(row.code) != ExitCode::cannotBeModelled || !row.right.starts_with('<')) continue;
    folder.write("example.xml", wholeFile(row.right));
    const Outcome outcome = runIn(folder, MBCONVERT " run example.xml --end 0.1 --step 0.01 -o run.csv");
    CAPTURE(numberText(row.code), row.right, outcome.err);
    CHECK(outcome.code == 0);
  }
}
