// Generated C, compiled as strictly as its users compile it, against the runtime.
#include "converter/export/c/generate_c.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/native/native.h"
#include "tests/support/machines/structures.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const char* const kFlags =
    "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror -O1 -ffp-contract=off";

bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

GeneratedC generatedFor(const CartesianModel& model, const std::string& name, double end = 10) {
  Diagnostics diagnostics;
  GenerateOptions options;
  options.name = name;
  options.end = end;
  auto generated = generateC(convertModel(model).recursive, options, diagnostics);
  REQUIRE(generated);
  return *std::move(generated);
}

std::string inFolder(const GeneratedC& generated, const std::string& name) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("mbconvert-c-" + name + std::to_string(::getpid()))).string();
  std::filesystem::create_directories(folder);
  for (const GeneratedFile& file : generated.files) std::ofstream(folder + "/" + file.name) << file.text;
  return folder;
}

// Four-bars side by side on one free body.
GeneratedC generatedHub(int count) {
  Diagnostics diagnostics;
  const auto file =
      std::make_shared<const SourceFile>(SourceFile{"hub.xml", structureText(*findStructure("hub"), count)});
  return generatedFor(readNative(file, diagnostics), "hub", 0.01);
}

}  // namespace

TEST_CASE("generated C compiles without a warning and gives the runtime's accelerations") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  for (const std::string sample : {"four_bar", "andrews_squeezer", "spatial_slider_crank"}) {
    INFO(sample);
    const std::string folder = inFolder(generatedFor(readSample(sample), sample), sample);
    for (const std::string how : {"", "-DMB_FLOAT", "-DMB_PLAIN_FOUR"}) {
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

TEST_CASE("generated C of many alike mechanisms is loops over tables") {
  const GeneratedC few = generatedHub(32);
  const GeneratedC many = generatedHub(64);
  CHECK(many.statements <= few.statements + 100);  // four-bars have 50 each, and batches of four 150
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  const std::string folder = inFolder(few, "hub");
  const std::string in = "cd '" + folder + "' && ";
  REQUIRE(runs(in + "cc " + kFlags + " hub_test.c hub.c -lm -o known"));
  CHECK(runs(in + "./known >/dev/null"));
  std::filesystem::remove_all(folder);
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
