// Files that other tools wrote, where they are beside the checkout: read, converted, the same machine.
// scripts/check imports prints the table.
#include "tests/support/corpus.h"
#include "converter/verify/verify.h"
#include "formats/formats.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> corpusFiles(const Format& format) {
  std::vector<std::string> files;
  const std::optional<fs::path> folder = corpusFolder();
  if (!folder || !fs::is_directory(*folder / format.name)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(*folder / format.name)) {
    const std::string ending = entry.path().extension().string();
    if (entry.is_regular_file() && !ending.empty() && contains(std::string(format.endings), ending)) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void checkFiles(const Format& format) {
  for (const std::string& file : corpusFiles(format)) {
    CAPTURE(file);
    Diagnostics diagnostics;
    if (file.ends_with("revolute_joint.world")) {  // older than SDFormat
      CHECK(!readModel(file, diagnostics));
      CHECK(diagnostics.errorCount() == 1);
      continue;
    }
    const auto model = readModel(file, diagnostics);
    INFO(textOf(diagnostics));
    // A brake, an engine or a gearbox alone is refused, so there is no machine to verify.
    if (!model && diagnostics.all().front().code == Code::notModelled) {
      CHECK(contains(diagnostics.all().front().message, "alone cannot be read"));
      continue;
    }
    // So is a tyre whose property file is not beside it.
    if (!model && contains(diagnostics.all().front().message, ".tir' is not found")) continue;
    REQUIRE(model);
    const auto conversion = convert(*model, {}, diagnostics);
    INFO(textOf(diagnostics));
    REQUIRE(conversion);
    // The reference takes its time in builds with sanitizers; scripts/check imports verifies the larger ones, too.
    constexpr int kMostBodies = 25;
    if (model->bodies.size() > kMostBodies) continue;
    VerifyOptions levels;
    levels.states = 1;
    levels.trajectories = false;
    CHECK(verify(*model, conversion->recursive, levels).equivalent());
  }
}

}  // namespace

TEST_CASE("files of other tools beside the checkout are read and verified") {
  for (const Format& format : formats()) checkFiles(format);
}
