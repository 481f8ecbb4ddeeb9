// Generated C, compiled as strictly as its users compile it, against the runtime.
#include "converter/export/c/generate_c.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runtime/directional/directional.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const char* const kFlags =
    "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror -O1 -ffp-contract=off";

bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

std::string generatedInFolder(const std::string& sample) {
  Diagnostics diagnostics;
  GenerateOptions options;
  options.name = sample;
  options.isDirectional = true;
  const auto generated = generateC(convertModel(readSample(sample)).recursive, options, diagnostics);
  REQUIRE(generated);
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("mbconvert-c-" + sample + std::to_string(::getpid()))).string();
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
    const std::string folder = generatedInFolder(sample);
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

TEST_CASE("generated derivatives along a direction have the bits of the runtime's") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  for (const std::string sample : {"four_bar", "spatial_slider_crank"}) {
    INFO(sample);
    const std::string folder = generatedInFolder(sample);
    // Moves by ten steps, then prints the state, its rates along a direction, and the time and the choice.
    std::ofstream(folder + "/along.c")
        << "#include <stdio.h>\n#include \"" << sample << "_directional.h\"\nenum { N = sizeof(((" << sample
        << "_t*)0)->y) / sizeof(real_t) - 1 };\nint main(void) {\n  static " << sample << "_t m;\n  static " << sample
        << "_out out;\n  static " << sample << "_in in;\n  static " << sample
        << "_along along;\n  real_t direction[N + 1];\n  int k;\n  if (" << sample << "_init(&m) != 0) return 1;\n"
        << "  for (k = 0; k < 10; ++k) (void)" << sample << "_step(&m, &in, &out);\n"
        << "  for (k = 0; k < N; ++k) direction[k] = (real_t)(k % 5 - 2) / (real_t)8;\n  " << sample
        << "_directional(&m, 0.5, direction, &along);\n"
        << "  printf(\"%.17g %d\\n\", m.time, m.partition);\n"
        << "  for (k = 0; k < N; ++k) printf(\"%.17g %.17g %.17g\\n\", (double)m.y[k], (double)along.y[k], "
           "(double)along.rates[k]);\n  return 0;\n}\n";
    const std::string in = "cd '" + folder + "' && ";
    const std::string flags = std::string(kFlags) + " ";
    REQUIRE(runs(in + "cc " + flags + "-DMB_FLOAT -c " + sample + "_directional.c"));
    REQUIRE(runs(in + "cc " + flags + "along.c " + sample + ".c " + sample + "_directional.c -lm -o along"));
    CHECK(runs(in + "! nm -u " + sample + "_directional.o | grep -v -E ' (sqrtf?|memcpy|memset)$'"));
    REQUIRE(runs(in + "./along > numbers"));
    std::ifstream numbers(folder + "/numbers");
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    Simulation simulation(m, findSolver("embedded"));
    REQUIRE(simulation.start(0, initialState(m)));
    double time = 0;
    int choice = -1;
    numbers >> time >> choice;
    REQUIRE(choice == 0);
    Direction direction{0.5, {}};
    std::vector<double> y(at(m.stateSize()));
    std::vector<double> moved(at(m.workAt()));
    std::vector<double> rates(at(m.workAt()));
    for (int k = 0; k < m.workAt(); ++k) {
      numbers >> y[at(k)] >> moved[at(k)] >> rates[at(k)];
      direction.y.push_back((k % 5 - 2) / 8.0);
    }
    const DirectionalDerivative expected =
        Directional(m, simulation.workspace()).along(time, y, std::vector<double>(at(m.library.angleCount)), direction);
    for (int k = 0; k < m.workAt(); ++k) {
      CHECK(moved[at(k)] == expected.y[at(k)]);
      CHECK(rates[at(k)] == expected.rates[at(k)]);
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
