// Files that other tools wrote, where they are beside the checkout: read, converted, the same machine.
// scripts/check imports prints the table.
#include <set>

#include "converter/verify/verify.h"
#include "tests/support/corpus.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> corpusFiles(const std::set<std::string>& endings) {
  std::vector<std::string> files;
  const std::optional<fs::path> folder = corpusFolder();
  if (!folder) return files;
  for (const auto& entry : fs::recursive_directory_iterator(*folder)) {
    if (entry.is_regular_file() && endings.contains(entry.path().extension().string())) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void checkFiles(const std::set<std::string>& endings) {
  for (const std::string& file : corpusFiles(endings)) {
    CAPTURE(file);
    Diagnostics diagnostics;
    if (file.ends_with("revolute_joint.world")) {  // older than SDFormat
      CHECK(!readModel(file, diagnostics));
      CHECK(diagnostics.errorCount() == 1);
      continue;
    }
    const auto model = readModel(file, diagnostics);
    INFO(textOf(diagnostics));
    // A brake, an engine or a gearbox by itself is told to be none, and is no machine to verify.
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

TEST_CASE("datasets of ADAMS beside the checkout are read and verified") { checkFiles({".adm"}); }
TEST_CASE("assemblies of FreeCAD beside the checkout are read and verified") { checkFiles({".asmt"}); }
TEST_CASE("SDFormat worlds beside the checkout are read and verified") { checkFiles({".sdf", ".world"}); }
TEST_CASE("Chrono's vehicles beside the checkout are read and verified") { checkFiles({".json"}); }
