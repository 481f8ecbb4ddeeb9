// Generated C beside the default solver in one run: microseconds of an evaluation of the accelerations, per state. See
// scripts/bench generated.
//   generated [--instructions|--steps] MACHINE...   a machine is a file, vehicle, vehicle+rods, four-bar or chain-10
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "converter/conversion/convert.h"
#include "converter/export/c/generate_c.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"

namespace mb {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Machine {
  std::string name;
  RecursiveModel recursive;
};

Machine machineOf(const std::string& name) {
  Diagnostics diagnostics;
  std::optional<CartesianModel> model;
  if (name == "vehicle" || name == "vehicle+rods") model = testing::wishboneVehicle(name != "vehicle");
  if (name == "four-bar") model = testing::nFourBar(1);
  if (name == "chain-10") model = testing::openChain(10);
  if (!model) model = readModel(name, diagnostics);
  const auto conversion = model ? convert(*model, {}, diagnostics) : std::nullopt;
  if (!conversion) throw std::runtime_error("cannot convert " + name);
  return {cIdentifier(model->name), conversion->recursive};
}

// The default solver in the state after some steps: initial positions have zeros that the motion does not keep.
struct General {
  explicit General(const Machine& machine) : m(makeMechanism(machine.recursive)) {
    Simulation simulation(m, findSolver("embedded"));
    bool goesOn = simulation.start(0, initialState(m));
    for (int k = 0; k < 20 && goesOn; ++k) goesOn = simulation.step(*findRungeKutta("rk4"), 1e-3, 1);
    if (!goesOn) throw std::runtime_error(simulation.report().failure->message);
    w = simulation.workspace();
    solver = findSolver("embedded")->make(m);
    solver->chosenAgain(m, w);
    y.assign(simulation.state().begin(), simulation.state().end());
  }
  Mechanism m;
  Workspace w;
  std::unique_ptr<Solver> solver;
  std::vector<double> y;
};

struct Variant {
  std::string name;
  std::string compiler;
  std::string flags;
  bool isFloat = false;
  bool isBatch = false;
  int lanes() const { return isBatch ? isFloat ? 8 : 4 : 1; }
};

std::vector<Variant> variants() {
  std::vector<Variant> result{{"gcc -O2", "gcc", "-O2"}};
  for (const std::string compiler : {"gcc", "clang"}) {
    if (std::system(("command -v " + compiler + " >/dev/null").c_str()) != 0) continue;
    for (const bool isBatch : {false, true}) {
      for (const bool isFloat : {false, true}) {
        result.push_back({compiler + (isBatch ? isFloat ? ", 8" : ", 4" : "") + (isFloat ? " float" : " double"),
                          compiler, std::string("-O2 -mavx2") + (isFloat ? " -DMB_FLOAT" : ""), isFloat, isBatch});
      }
    }
  }
  return result;
}

// A program in a folder of its own, compiled in one variant.
class Compiled {
 public:
  Compiled(const Machine& machine, const GeneratedC& c, const Variant& variant) : name_(machine.name), how_(variant) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() / fmt::format("mbconvert-bench-{}-{}", ::getpid(), ++count);
    std::filesystem::create_directories(folder_);
    for (const GeneratedFile& file : c.files) std::ofstream(folder_ / file.name) << file.text;
    const auto start = Clock::now();
    run(fmt::format("{} -std=c99 -ffp-contract=off {} -fPIC -c {}.c", how_.compiler, how_.flags, source()));
    seconds = secondsSince(start);
    bytes = std::filesystem::file_size(folder_ / (source() + ".o"));
    if (how_.isBatch)
      run(fmt::format("{} -std=c99 -ffp-contract=off {} -fPIC -c {}.c", how_.compiler, how_.flags, name_));
    run(fmt::format("{} -shared *.o -o all.so -lm", how_.compiler));
    library_ = dlopen((folder_ / "all.so").c_str(), RTLD_NOW);
    if (!library_) throw std::runtime_error(dlerror());
  }
  ~Compiled() {
    if (library_) dlclose(library_);
    std::filesystem::remove_all(folder_);
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  // Evaluates the state, in all lanes.
  std::function<void()> evaluation(const General& general) {
    return how_.isFloat ? evaluationOf<float>(general) : evaluationOf<double>(general);
  }

  // Instructions of one evaluation per state, by callgrind: differences of runs exclude the start.
  long instructions() {
    const std::string program = R"(#include "{0}.h"
int main(int count, char** arguments) {{
  static {0}_t m;
  static real_t z[{1} * {2}_POSITIONS + 1], zd[{1} * {2}_VELOCITIES + 1], zdd[{1} * {2}_VELOCITIES + 1];
  int k;
  (void)arguments;
  {0}_init(&m);
  for (k = 0; k < {1} * {2}_POSITIONS; ++k) z[k] = m.y[k / {1}];
  for (k = 0; k < {1} * {2}_VELOCITIES; ++k) zd[k] = m.y[{2}_POSITIONS + k / {1}];
  {3}
)";
    std::string upper = name_;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const std::string evaluate = how_.isBatch ? R"(static {0}_batch_t b;
  static {0}_batch_in in;
  static const double time[8];
  {0}_init_batch(&b, &m);
  for (k = 0; k < (count > 1 ? 1100 : 100); ++k) {0}_eval_batch(&b, time, z, zd, &in, zdd);
  return 0;
}})"
                                              : R"(static {0}_in in;
  for (k = 0; k < (count > 1 ? 1100 : 100); ++k) {0}_eval(&m, 0.0, z, zd, &in, zdd);
  return 0;
}})";
    std::ofstream(folder_ / "count.c") << (how_.isBatch ? fmt::format("#include \"{}_batch.h\"\n", name_) : "")
                                       << fmt::format(fmt::runtime(program), name_, how_.lanes(), upper,
                                                      fmt::format(fmt::runtime(evaluate), name_));
    run(fmt::format("{} {} -ffp-contract=off count.c *.o -lm -o count", how_.compiler, how_.flags));
    const auto collected = [&](const char* argument) {
      run(
          fmt::format("valgrind --tool=callgrind --callgrind-out-file=/dev/null ./count {} 2>&1 | "
                      "sed -n 's/.*Collected : //p' >collected",
                      argument));
      long number = 0;
      std::ifstream(folder_ / "collected") >> number;
      return number;
    };
    return (collected("more") - collected("")) / 1000 / how_.lanes();
  }

  // How much longer than the median the slowest of a thousand steps takes: the least of five runs.
  double spreadOfSteps() {
    using Step = int (*)(void*, const void*, void*);
    constexpr int kSteps = 10'000;
    double least = 1e300;
    for (int run = 0; run < 5; ++run) {
      start();
      std::vector<double> out(memory_.size());
      const auto step = symbol<Step>("_step");
      std::vector<double> seconds;
      for (int k = 0; k < kSteps; ++k) {
        const auto begin = Clock::now();
        step(memory_.data(), inputs_.data(), out.data());
        seconds.push_back(secondsSince(begin));
      }
      std::ranges::sort(seconds);
      least = std::min(least, seconds[kSteps - kSteps / 1000] / seconds[kSteps / 2]);
    }
    return least;
  }

  double seconds = 0;
  std::uintmax_t bytes = 0;

 private:
  std::string source() const { return name_ + (how_.isBatch ? "_batch" : ""); }
  void run(const std::string& command) const {
    if (std::system(fmt::format("cd '{}' && {}", folder_.string(), command).c_str()) != 0)
      throw std::runtime_error("failed: " + command);
  }
  template <class F>
  F symbol(const char* suffix) const {
    void* const found = dlsym(library_, (name_ + suffix).c_str());
    if (!found) throw std::runtime_error(dlerror());
    return reinterpret_cast<F>(found);
  }
  void start() {
    memory_.assign(1 << 20, 0);  // more than any model's state
    inputs_.assign(1 << 10, 0);
    symbol<int (*)(void*)>("_init")(memory_.data());
    if (!how_.isBatch) return;
    const std::vector<double> machine = memory_;
    symbol<void (*)(void*, const void*)>("_init_batch")(memory_.data(), machine.data());
  }

  template <class Real>
  std::function<void()> evaluationOf(const General& general) {
    const auto spread = [&](int first, int count) {
      std::vector<Real> numbers;
      for (int k = first; k < first + count; ++k) {
        for (int l = 0; l < how_.lanes(); ++l)
          numbers.push_back(static_cast<Real>(general.y[static_cast<std::size_t>(k)]));
      }
      return numbers;
    };
    start();
    const std::vector<Real> z = spread(0, general.m.zCount);
    const std::vector<Real> zd = spread(general.m.velocityAt(), general.m.vCount);
    std::vector<Real> zdd(zd.size());
    if (how_.isBatch) {
      using Evaluate = int (*)(void*, const double*, const Real*, const Real*, const void*, Real*);
      const auto evaluate = symbol<Evaluate>("_eval_batch");
      return [this, evaluate, z, zd, zdd, time = std::vector<double>(8)]() mutable {
        evaluate(memory_.data(), time.data(), z.data(), zd.data(), inputs_.data(), zdd.data());
      };
    }
    using Evaluate = int (*)(void*, double, const Real*, const Real*, const void*, Real*);
    const auto evaluate = symbol<Evaluate>("_eval");
    return [this, evaluate, z, zd, zdd]() mutable {
      evaluate(memory_.data(), 0, z.data(), zd.data(), inputs_.data(), zdd.data());
    };
  }

  std::string name_;
  Variant how_;
  std::filesystem::path folder_;
  void* library_ = nullptr;
  std::vector<double> memory_;
  std::vector<double> inputs_;
};

// Batches just long enough for the clock, taken in turns: what else the machine does meets all of them alike.
std::vector<double> leastMicroseconds(const std::vector<std::function<void()>>& runners) {
  constexpr double kBatch = 2e-4;  // seconds
  constexpr int kRounds = 300;
  const auto timed = [](const std::function<void()>& runner, long count) {
    const auto begin = Clock::now();
    for (long k = 0; k < count; ++k) runner();
    return secondsSince(begin);
  };
  std::vector<long> counts;
  for (const auto& runner : runners) {
    long count = 1;
    while (timed(runner, count) < kBatch) count *= 2;
    counts.push_back(count);
  }
  std::vector<double> least(runners.size(), 1e300);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < runners.size(); ++k)
      least[k] = std::min(least[k], 1e6 * timed(runners[k], counts[k]) / static_cast<double>(counts[k]));
  }
  return least;
}

enum class What { times, instructions, steps };

void measure(const std::string& name, What what) {
  const Machine machine = machineOf(name);
  Diagnostics diagnostics;
  GenerateOptions options;
  options.name = machine.name;
  options.hasBatch = true;
  const auto c = generateC(machine.recursive, options, diagnostics);
  if (!c) {
    fmt::print("| {} | {} |\n", name, diagnostics.all().front().message);
    return;
  }
  General general(machine);
  std::vector<std::unique_ptr<Compiled>> programs;
  for (const Variant& variant : variants()) programs.push_back(std::make_unique<Compiled>(machine, *c, variant));
  fmt::print("| {} |", name);
  if (what == What::steps) {
    fmt::print(" {:.2f} |\n", programs[1]->spreadOfSteps());
    return;
  }
  if (what == What::instructions) {
    for (const auto& program : programs) fmt::print(" {} |", program->instructions());
    fmt::print("\n");
    return;
  }
  std::vector<std::function<void()>> runners{
      [&general] { general.solver->evaluate(general.m, 0, general.y, general.w); }};
  for (const auto& program : programs) runners.push_back(program->evaluation(general));
  std::vector<double> least = leastMicroseconds(runners);
  fmt::print(" {:.2f} |", least[0]);
  for (std::size_t k = 1; k < least.size(); ++k) {
    const double one = least[k] / variants()[k - 1].lanes();
    fmt::print(" {:.3f} ({:.2f}) |", one, one / least[0]);
  }
  fmt::print(" {} | {:.1f} | {} |\n", c->statements, programs[1]->seconds, programs[1]->bytes / 1000);
}

}  // namespace
}  // namespace mb

int main(int argc, char** argv) try {
  std::vector<std::string> machines(argv + 1, argv + argc);
  mb::What what = mb::What::times;
  if (!machines.empty() && machines[0].starts_with("--")) {
    what = machines[0] == "--steps" ? mb::What::steps : mb::What::instructions;
    machines.erase(machines.begin());
  }
  fmt::print("| |{}", what == mb::What::times ? " general |" : "");
  if (what == mb::What::steps) {
    fmt::print(" p99.9 of a step over its median |\n");
  } else {
    for (const mb::Variant& variant : mb::variants()) fmt::print(" {} |", variant.name);
    fmt::print("{}\n", what == mb::What::times ? " statements | s to compile | kB |" : "");
  }
  for (const std::string& machine : machines) {
    mb::measure(machine, what);
    std::fflush(stdout);
  }
  return 0;
} catch (const std::exception& failure) {
  fmt::print(stderr, "{}\n", failure.what());
  return 1;
}
