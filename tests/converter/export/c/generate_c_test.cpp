// Generated C, compiled as strictly as its users compile it, against the runtime.
#include "converter/export/c/generate_c.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const char* const kFlags =
    "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror -O1 -ffp-contract=off";

bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

std::string generatedInFolder(const std::string& name, const CartesianModel& model) {
  Diagnostics diagnostics;
  GenerateOptions options;
  options.name = name;
  options.hasBatch = true;
  const auto generated = generateC(convertModel(model).recursive, options, diagnostics);
  REQUIRE(generated);
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("mbconvert-c-" + name + std::to_string(::getpid()))).string();
  std::filesystem::create_directories(folder);
  for (const GeneratedFile& file : generated->files) std::ofstream(folder + "/" + file.name) << file.text;
  return folder;
}

}  // namespace

TEST_CASE("generated C compiles without a warning and gives the runtime's accelerations") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  for (const std::string sample : {"four_bar", "andrews_squeezer", "spatial_slider_crank"}) {
    INFO(sample);
    const std::string folder = generatedInFolder(sample, readSample(sample));
    for (const std::string how : {"", "-DMB_FLOAT", "-DMB_PLAIN_LANES"}) {
      INFO(how);
      const std::string in = "cd '" + folder + "' && ";
      const std::string flags = std::string(kFlags) + " " + how + " ";
      REQUIRE(runs(in + "cc " + flags + "-c " + sample + ".c"));
      REQUIRE(runs(in + "cc " + flags + sample + "_test.c " + sample + ".o -lm -o known"));
      CHECK(runs(in + "./known >/dev/null"));
      // Nothing from outside but the root and copies.
      CHECK(runs(in + "! nm -u " + sample + ".o | grep -v -E ' (sqrtf?|memcpy|memset)$'"));
    }
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("every state of a batch has the bits that it has alone") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  for (const std::string name : {"four_bar", "chain"}) {  // loops with two choices of coordinates; none
    INFO(name);
    const std::string folder = generatedInFolder(name, name == "chain" ? openChain(5) : readSample(name));
    for (const std::string how : {"", "-DMB_FLOAT", "-DMB_PLAIN_LANES"}) {
      INFO(how);
      const std::string in = "cd '" + folder + "' && ";
      const std::string flags = std::string(kFlags) + " " + how + " ";
      CHECK(runs(in + "cc " + flags + name + ".c " + name + "_batch.c " + name + "_batch_test.c -lm -o batch"));
      CHECK(runs(in + "./batch >/dev/null"));
    }
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("what C is not made for is refused at its place") {
  Diagnostics diagnostics;
  CHECK(!generateC(convertModel(readSample("weld_and_forces")).recursive, {}, diagnostics));
  REQUIRE(diagnostics.hasErrors());
  const Diagnostic& first = diagnostics.all().front();
  CHECK(first.code == Code::notModelled);
  CHECK(first.at.line > 0);
  CHECK(contains(first.message, "force"));
}
