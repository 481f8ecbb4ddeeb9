// Generated C beside the default solver: time of one evaluation of the accelerations, time of the C compiler, size of
// the code. generated MODEL...; generated --count N general|c MODEL takes N evaluations, for callgrind. See
// scripts/bench generated.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "converter/conversion/convert.h"
#include "converter/export/c/generate_c.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Least of five, in microseconds.
double microseconds(const std::function<void()>& evaluate) {
  double least = 1e300;
  for (int run = 0; run < 5; ++run) {
    long count = 0;
    const auto start = Clock::now();
    do {
      for (int k = 0; k < 100; ++k) evaluate();
      count += 100;
    } while (secondsSince(start) < 0.1);
    least = std::min(least, 1e6 * secondsSince(start) / static_cast<double>(count));
  }
  return least;
}

struct Machine {
  explicit Machine(const std::string& path) {
    Diagnostics diagnostics;
    const auto model = readModel(path, diagnostics);
    const auto conversion = model ? convert(*model, {}, diagnostics) : std::nullopt;
    if (!conversion) throw std::runtime_error("cannot convert " + path);
    recursive = conversion->recursive;
    name = cIdentifier(recursive.name);
  }
  RecursiveModel recursive;
  std::string name;
};

using Evaluate = int (*)(void*, double, const double*, const double*, const void*, double*);
using Initialise = int (*)(void*);

struct Compiled {
  double seconds = 0;
  std::uintmax_t text = 0;
  Evaluate evaluate = nullptr;
  std::vector<double> memory;
};

Compiled compiled(const Machine& machine, const GeneratedC& c, const std::string& flags) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("mbconvert-bench-" + std::to_string(::getpid()))).string();
  std::filesystem::create_directories(folder);
  for (const GeneratedFile& file : c.files) std::ofstream(folder + "/" + file.name) << file.text;
  Compiled result;
  const auto start = Clock::now();
  const std::string object = folder + "/" + machine.name + ".so";
  if (std::system(fmt::format("cc -std=c99 -ffp-contract=off -fPIC -shared {} '{}/{}.c' -o '{}' -lm", flags, folder,
                              machine.name, object)
                      .c_str()) != 0)
    throw std::runtime_error("the C compiler failed");
  result.seconds = secondsSince(start);
  result.text = std::filesystem::file_size(object);
  void* const library = dlopen(object.c_str(), RTLD_NOW);
  result.evaluate = reinterpret_cast<Evaluate>(dlsym(library, (machine.name + "_eval").c_str()));
  result.memory.resize(1 << 20);  // more than any model's state
  reinterpret_cast<Initialise>(dlsym(library, (machine.name + "_init").c_str()))(result.memory.data());
  std::filesystem::remove_all(folder);
  return result;
}

struct General {
  explicit General(const Machine& machine)
      : m(makeMechanism(machine.recursive)), simulation(m, findSolver("embedded")) {
    if (!simulation.start(0, initialState(m))) throw std::runtime_error(simulation.report().failure->message);
    w = simulation.workspace();
    solver = findSolver("embedded")->make(m);
    solver->chosenAgain(m, w);
    y.assign(simulation.state().begin(), simulation.state().end());
  }
  Mechanism m;
  Simulation simulation;
  Workspace w;
  std::unique_ptr<Solver> solver;
  std::vector<double> y;
};

void measure(const std::string& path) {
  const Machine machine(path);
  Diagnostics diagnostics;
  const auto c = generateC(machine.recursive, {machine.name}, diagnostics);
  if (!c) {
    fmt::print("{:20} {}\n", machine.name, diagnostics.all().front().message);
    return;
  }
  General general(machine);
  std::vector<double> z_ddot(static_cast<std::size_t>(general.m.vCount));
  const double usual = microseconds([&] { general.solver->evaluate(general.m, 0, general.y, general.w); });
  fmt::print("{:20} {:10} {:9.3f}", machine.name, c->statements, usual);
  for (const char* const flags : {"-O2", "-O2 -mavx2"}) {
    Compiled plain = compiled(machine, *c, flags);
    const double* const z = general.y.data();
    const double generated = microseconds(
        [&] { plain.evaluate(plain.memory.data(), 0, z, z + general.m.velocityAt(), nullptr, z_ddot.data()); });
    fmt::print(" {:9.3f} {:5.2f} {:6.1f} {:6}", generated, generated / usual, plain.seconds, plain.text / 1000);
  }
  fmt::print("\n");
}

void take(long count, const std::string& way, const std::string& path) {
  const Machine machine(path);
  General general(machine);
  if (way == "general") {
    for (long k = 0; k < count; ++k) general.solver->evaluate(general.m, 0, general.y, general.w);
    return;
  }
  Diagnostics diagnostics;
  const auto c = generateC(machine.recursive, {machine.name}, diagnostics);
  if (!c) throw std::runtime_error(diagnostics.all().front().message);
  Compiled plain = compiled(machine, *c, "-O2 -mavx2");
  std::vector<double> z_ddot(static_cast<std::size_t>(general.m.vCount));
  for (long k = 0; k < count; ++k)
    plain.evaluate(plain.memory.data(), 0, general.y.data(), general.y.data() + general.m.velocityAt(), nullptr,
                   z_ddot.data());
}

}  // namespace
}  // namespace mb

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 4 && arguments[0] == "--count") {
    mb::take(std::atol(arguments[1].c_str()), arguments[2], arguments[3]);
    return 0;
  }
  fmt::print("{:20} {:>10} {:>9} {:>9} {:>5} {:>6} {:>6} {:>9} {:>5} {:>6} {:>6}\n", "", "statements", "general us",
             "C us", "ratio", "cc s", "kB", "avx2 us", "ratio", "cc s", "kB");
  for (const std::string& path : arguments) mb::measure(path);
  return 0;
} catch (const std::exception& failure) {
  fmt::print(stderr, "{}\n", failure.what());
  return 1;
}
