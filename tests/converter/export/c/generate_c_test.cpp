// Generated C, compiled as strictly as its users compile it, against the runtime.
#include "converter/export/c/generate_c.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "converter/parameters/parameters.h"
#include "formats/native/native.h"
#include "runtime/directional/directional.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"
#include "tests/support/machines/structures.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const char* const kFlags =
    "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror -O1 -ffp-contract=off";

bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

GeneratedC generatedFor(const CartesianModel& model, const std::string& name, double end = 10, bool hasBatch = false,
                        bool isDirectional = false) {
  Diagnostics diagnostics;
  GenerateOptions options;
  options.name = name;
  options.end = end;
  options.hasBatch = hasBatch;
  options.isDirectional = isDirectional;
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
  for (const std::string sample : {"four_bar", "andrews_squeezer", "spatial_slider_crank", "crane"}) {
    INFO(sample);
    const std::string folder = inFolder(generatedFor(readSample(sample), sample), sample);
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
  // Loops with two choices of coordinates; none; inputs and parameters.
  for (const std::string name : {"four_bar", "chain", "crane"}) {
    INFO(name);
    const CartesianModel model = name == "chain" ? openChain(5) : readSample(name);
    const std::string folder = inFolder(generatedFor(model, name, 10, true), name);
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

TEST_CASE("generated C of many alike mechanisms is loops over tables") {
  const GeneratedC few = generatedHub(32);
  const GeneratedC many = generatedHub(64);
  // Four-bars have 50 statements each, and batches of four 150; what follows from their parameters is 14 each.
  CHECK(many.statements <= few.statements + 32 * 14 + 100);
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

namespace {

// Prints the positions after 200 steps; what changes before is C.
std::vector<double> stepped(const std::string& folder, const std::string& name, const std::string& change) {
  std::ofstream(folder + "/steps.c") << fmt::format(R"(#include <stdio.h>
#include "{0}.h"
int main(void) {{
  static {0}_t m;
  static {0}_in in;
  static {0}_out out;
  int k;
  if ({0}_init(&m) != 0) return 1;
  for (k = 0; k < 200; ++k) {{
    {1}
    if ({0}_step(&m, &in, &out) != 0) return 1;
    {0}_measure(&m, &out);
  }}
  for (k = 0; k < (int)(sizeof out.z / sizeof out.z[0]) - 1; ++k) printf("%.17g\n", out.z[k]);
  for (k = 0; k < (int)(sizeof out.measures / sizeof out.measures[0]) - 1; ++k) printf("%.17g\n", out.measures[k]);
  return 0;
}}
)",
                                                    name, change);
  REQUIRE(runs(
      fmt::format("cd '{0}' && cc -std=c99 -O1 -ffp-contract=off steps.c {1}.c -lm -o steps && ./steps > steps.txt",
                  folder, name)));
  std::ifstream file(folder + "/steps.txt");
  return {std::istream_iterator<double>(file), {}};
}

}  // namespace

TEST_CASE("inputs and parameters act from the next step on, and measures see the result") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  const std::string folder = inFolder(generatedFor(readSample("crane"), "crane"), "crane");
  // The centre of mass of 50 kg moves as the pull alone: x = F t^2 / (2 m), after 0.1 s each of 20 N and of 70 N. It
  // depends on nothing else, up to the error of the steps; the load swings and is hoisted meanwhile.
  const std::vector<double> pulled = stepped(
      folder, "crane", "in.u[CRANE_IN_PULL] = k < 100 ? 20.0 : 70.0; in.u[CRANE_IN_HOIST] = k < 50 ? 0.0 : 0.3;");
  const double t = 0.1;
  const double x = (0.5 * 20 * t * t + 20 * t * t + 0.5 * 70 * t * t) / 50;
  REQUIRE(pulled.size() >= 2);
  CHECK(pulled[pulled.size() - 2] == Approx(x).epsilon(1e-8));
  // With a trolley of 89 kg the others are pulled half as much, and the measure still counts 50 kg.
  const std::vector<double> heavy =
      stepped(folder, "crane", "in.u[CRANE_IN_PULL] = 20.0; m.parameters[CRANE_P_TROLLEY_MASS] = 89.0;");
  RecursiveModel model = convertModel(readSample("crane")).recursive;
  for (const Parameter& one : parametersIn(model)) {
    if (one.path == "trolley.mass") *one.value = 89;
  }
  const Mechanism m = makeMechanism(model);
  RunOptions options;
  options.step = 1e-3;
  options.end = 0.2;
  options.solver = findSolver("embedded");
  std::vector<double> own;
  simulate(m, initialState(m), options, [&](double, StateView y, const Workspace&) {
    own.assign(y.begin(), y.begin() + m.zCount);
    return true;
  });
  for (std::size_t k = 0; k < own.size(); ++k) CHECK(heavy[k] == Approx(own[k]).epsilon(1e-12).margin(1e-14));
  std::filesystem::remove_all(folder);
}

TEST_CASE("measures that C cannot calculate are told at their place, and refused by --strict") {
  std::string text = readText(samplePath("crane"));
  const std::string before = "unit=\"mm\" function=\"dx(load.m, trolley.m)\"";
  REQUIRE(contains(text, before));
  text.replace(text.find(before), before.size(), "unit=\"N\" function=\"reaction_fm(swing)\"");
  Diagnostics read;
  const CartesianModel model =
      readNative(std::make_shared<const SourceFile>(SourceFile{"crane.xml", std::move(text)}), read);
  const RecursiveModel recursive = convertModel(model).recursive;
  Diagnostics told;
  const auto generated = generateC(recursive, {}, told);
  REQUIRE(generated);
  CHECK(generated->measures == 1);
  REQUIRE(told.all().size() == 1);
  CHECK(told.all().front().message == "measure sway cannot be calculated in C, and is left out");
  CHECK(told.all().front().at.line > 0);
  Diagnostics refused;
  GenerateOptions strict;
  strict.isStrict = true;
  CHECK(!generateC(recursive, strict, refused));
  CHECK(refused.errorCount() == 1);
}

TEST_CASE("a vehicle with tyres on a road has the runtime's accelerations in C") {
  Diagnostics diagnostics;
  const auto vehicle = readModel(sourcePath("samples/hmmwv_full/half_round_8.xml"), diagnostics);
  REQUIRE(vehicle);
  const RecursiveModel model = convertModel(*vehicle).recursive;
  GenerateOptions options;
  options.name = "vehicle";
  options.end = 0.01;
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  Diagnostics none;
  const auto generated = generateC(model, options, none);
  REQUIRE(generated);
  const std::string folder = inFolder(*generated, "vehicle");
  CHECK(runs("cd '" + folder +
             "' && cc -std=c99 -O0 -ffp-contract=off vehicle_test.c vehicle.c -lm -o known && ./known >/dev/null"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("generated derivatives along a direction have the bits of the runtime's") {
  if (!runs("command -v cc >/dev/null")) {
    WARN("no C compiler named cc: generated C is not compiled");
    return;
  }
  for (const std::string sample : {"four_bar", "spatial_slider_crank", "crane"}) {
    INFO(sample);
    const std::string folder = inFolder(generatedFor(readSample(sample), sample, 10, false, true), sample);
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
    const std::vector<double> held(m.library.inputs.size());  // what the program is given
    const DirectionalDerivative expected =
        Directional(m, simulation.workspace())
            .along(time, y, std::vector<double>(at(m.library.angleCount)), direction, held);
    for (int k = 0; k < m.workAt(); ++k) {
      CHECK(moved[at(k)] == expected.y[at(k)]);
      CHECK(rates[at(k)] == expected.rates[at(k)]);
    }
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("derivatives that C is not made for are refused at their place") {
  Diagnostics read;
  const auto vehicle = readModel(sourcePath("samples/hmmwv_full/half_round_8.xml"), read);  // it has tyres
  REQUIRE(vehicle);
  Diagnostics diagnostics;
  GenerateOptions options;
  options.isDirectional = true;
  CHECK(!generateC(convertModel(*vehicle).recursive, options, diagnostics));
  REQUIRE(diagnostics.hasErrors());
  const Diagnostic& first = diagnostics.all().front();
  CHECK(first.code == Code::notModelled);
  CHECK(first.at.line > 0);
  CHECK(contains(first.message, "has no derivative along a direction"));
}
