// random_machines [--count N] [--seed S] [--damages N] [--out FOLDER] [--states N] [--steps N] [--end T]: examines
// random machines one after another and reports; machines that fail are shrunk and stored as files. Exit code 1 if any
// failed.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "converter/conversion/model_file.h"
#include "formats/native/native.h"
#include "tests/random/damage.h"
#include "tests/random/examined.h"
#include "tests/random/shrink.h"
#include "tests/support/scratch_folder.h"

using namespace mb;
using namespace mb::random;

namespace {

struct Settings {
  std::uint64_t seed = 1;
  int count = 100;
  int damages = -1;  // -1: as many as machines
  int tries = 400;   // to shrink one
  bool isVerbose = false;
  std::string out = "build/random-machines";
  MachineOptions machines;
  ExamineOptions options;
};

struct Totals {
  int machines = 0;
  int notRead = 0;
  std::map<std::string, int> refused;  // by code
  std::map<std::string, int> verdicts;
  std::map<std::string, int> undecided;
  std::map<std::string, int> problems;
  std::map<std::string, int> skipped;
  std::map<std::string, int> jointTypes;
  std::map<std::string, int> contents;
  std::map<std::string, int> damages;
  std::map<std::string, int> missed;  // damages that were not found, by field
  int stored = 0;
  int damaged = 0;  // by a change that acts
};

void add(const std::map<std::string, int>& counts, const char* title) {
  if (counts.empty()) return;
  fmt::print("\n| {} | times |\n|---|---|\n", title);
  for (const auto& [name, times] : counts) fmt::print("| {} | {} |\n", name, times);
}

void count(const CartesianModel& model, Totals& totals) {
  for (const Joint& joint : model.joints) ++totals.jointTypes[std::string(joint.type.name)];
  totals.contents["bodies"] += model.bodies.size();
  totals.contents["drives"] += static_cast<int>(model.drives.size());
  totals.contents["couplers"] += static_cast<int>(model.couplers.size());
  for (const Force& force : model.forces) ++totals.contents["forces: " + std::string(typeOf(force))];
  for (const Joint& joint : model.joints) {
    totals.contents["stops"] += static_cast<int>(joint.limits.size());
    totals.contents["frictions"] += static_cast<int>(joint.frictions.size());
  }
  for (const Body& body : model.bodies) {
    totals.contents["massless bodies"] += !body.isGround && body.massProperties.mass == 0;
  }
}

std::string nameOf(std::uint64_t seed, const std::string& key) {
  std::string name = fmt::format("{}_{}", seed, key);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
  }
  return name;
}

void store(const Settings& settings, const std::string& name, const std::string& text, Totals& totals) {
  std::filesystem::create_directories(settings.out);
  std::ofstream(std::filesystem::path(settings.out) / name, std::ios::binary) << text;
  ++totals.stored;
}

// Stores the first problem in the smallest machine that has it.
void storeProblem(const Settings& settings, std::uint64_t seed, const CartesianModel& model, const Problem& problem,
                  Totals& totals) {
  const auto fails = [&](const CartesianModel& other) {
    const Examination again = examine(other, seed, settings.options);
    return std::ranges::any_of(again.problems, [&](const Problem& p) { return p.key() == problem.key(); });
  };
  CartesianModel small = fails(model) ? shrunk(model, fails, settings.tries) : model;
  small.remarks.push_back(fmt::format("seed {}, {}: {}", seed, problem.key(), problem.what));
  store(settings, nameOf(seed, problem.key()) + ".xml", writeNative(small), totals);
}

void damage(const Settings& settings, std::uint64_t seed, int which, const CartesianModel& model, Totals& totals) {
  Diagnostics diagnostics;
  const std::optional<Conversion> conversion = convert(model, {}, diagnostics);
  if (!conversion) return;
  Draws draws(~(seed + (static_cast<std::uint64_t>(which) << 32U)));
  VerifyOptions states = settings.options.verify;
  states.trajectories = false;
  // A number without effect decides nothing, so another one is tried.
  for (int k = 0; k < 4; ++k) {
    Damage one = damageOne(*conversion, draws, states);
    ++totals.damages[toText(one.answer)];
    if (one.answer == DamageAnswer::cannotAct || one.answer == DamageAnswer::refused ||
        one.answer == DamageAnswer::lastDigits) {
      continue;
    }
    if (one.answer == DamageAnswer::equivalent) {
      ++totals.missed[one.field];
      fmt::print("seed {}: {} {} -> {} changes '{}' by {:.3g} and is EQUIVALENT\n", seed, one.field, one.from, one.to,
                 one.body, one.change);
      store(settings, nameOf(seed, "damaged") + ".recursive.xml", one.text, totals);
      store(settings, nameOf(seed, "damaged") + ".xml", writeNative(model), totals);
    }
    ++totals.damaged;
    return;
  }
}

void examineOne(const Settings& settings, std::uint64_t seed, int damages, Totals& totals) {
  const testing::ScratchFolder folder;
  std::string refusal;
  const std::optional<CartesianModel> model = readRandomMachine(seed, settings.machines, folder.path(), refusal);
  ++totals.machines;
  if (!model) {
    ++totals.notRead;
    fmt::print("seed {}: not read: {}\n", seed, refusal);
    return;
  }
  count(*model, totals);
  const Examination result = examine(*model, seed, settings.options);
  if (!result.refusal.empty()) {
    ++totals.refused[result.refusal.substr(0, 5)];
    if (settings.isVerbose) fmt::print("seed {}: refused: {}\n", seed, result.refusal);
    return;
  }
  totals.contents["machines with rods removed"] += result.rods > 0;
  totals.contents["machines with redundant rows"] += result.redundant > 0;
  totals.contents["machines that cannot move"] += result.dof == 0;
  constexpr std::array kVerdicts{"EQUIVALENT", "NOT EQUIVALENT", "NOT DECIDED"};
  ++totals.verdicts[kVerdicts[static_cast<std::size_t>(result.verdict)]];
  if (!result.undecided.empty()) {
    ++totals.undecided[result.undecided.substr(0, 60)];
    if (settings.isVerbose) fmt::print("seed {}: not decided: {}\n", seed, result.undecided);
  }
  for (const std::string& one : result.skipped) ++totals.skipped[one];
  for (const Problem& problem : result.problems) {
    ++totals.problems[problem.key()];
    fmt::print("seed {}: {}: {}\n", seed, problem.key(), problem.what);
    if (settings.tries > 0) storeProblem(settings, seed, *model, problem, totals);
    break;  // the others mostly follow from the first
  }
  std::fflush(stdout);
  // The next machines make up for those without a number that can be damaged.
  for (int k = 0; k < 3 && totals.damaged < damages && result.verdict == Verdict::equivalent; ++k) {
    damage(settings, seed, k, *model, totals);
  }
}

// Applies only one of the oracles.
void askOnly(const std::string& oracle, ExamineOptions& options) {
  options.verifies = oracle == "verify";
  options.rods = oracle == "rods";
  options.solvers = oracle == "solvers";
  options.order = oracle == "order";
  options.rounded = oracle == "rounded";
}

Settings settingsFrom(int argc, char** argv) {
  Settings settings;
  using Set = std::function<void(const std::string&)>;
  const std::map<std::string, Set> values{
      {"--count", [&](const std::string& v) { settings.count = std::stoi(v); }},
      {"--seed", [&](const std::string& v) { settings.seed = std::stoull(v); }},
      {"--damages", [&](const std::string& v) { settings.damages = std::stoi(v); }},
      {"--tries", [&](const std::string& v) { settings.tries = std::stoi(v); }},
      {"--out", [&](const std::string& v) { settings.out = v; }},
      {"--states", [&](const std::string& v) { settings.options.verify.states = std::stoi(v); }},
      {"--steps", [&](const std::string& v) { settings.options.verify.steps = std::stoi(v); }},
      {"--end", [&](const std::string& v) { settings.options.verify.end = std::stod(v); }},
      {"--only", [&](const std::string& v) { askOnly(v, settings.options); }},
  };
  const std::map<std::string, std::function<void()>> flags{
      {"--verbose", [&] { settings.isVerbose = true; }},
      {"--small", [&] { settings.machines = smallMachines(); }},
      {"--must-decide", [&] { settings.options.mustDecide = true; }},
  };
  for (int k = 1; k < argc; ++k) {
    const auto flag = flags.find(argv[k]);
    const auto value = values.find(argv[k]);
    if (flag != flags.end()) {
      flag->second();
    } else if (value != values.end() && k + 1 < argc) {
      value->second(argv[++k]);
    } else {
      fmt::print(stderr, "unknown option, or one without its value: {}\n", argv[k]);
      for (const auto& [name, set] : values) fmt::print(stderr, "  {} VALUE\n", name);
      for (const auto& [name, set] : flags) fmt::print(stderr, "  {}\n", name);
      std::exit(2);
    }
  }
  if (settings.damages < 0) settings.damages = settings.count;
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = settingsFrom(argc, argv);
  Totals totals;
  for (int k = 0; k < settings.count; ++k) {
    examineOne(settings, settings.seed + static_cast<std::uint64_t>(k),
               static_cast<int>(static_cast<long>(settings.damages) * (k + 1) / settings.count), totals);
    if ((k + 1) % 100 == 0) fmt::print(stderr, "{} of {} machines\n", k + 1, settings.count);
  }
  fmt::print("\n{} machines, seeds {} to {}; {} not read, {} damaged, {} files stored in {}\n", totals.machines,
             settings.seed, settings.seed + static_cast<std::uint64_t>(settings.count) - 1, totals.notRead,
             totals.damaged, totals.stored, settings.out);
  add(totals.verdicts, "verdict");
  add(totals.undecided, "not decided");
  add(totals.refused, "refused");
  add(totals.problems, "what does not hold");
  add(totals.skipped, "not asked");
  add(totals.damages, "damage");
  add(totals.missed, "damage that was not found");
  add(totals.jointTypes, "joint");
  add(totals.contents, "part");
  return totals.problems.empty() && totals.missed.empty() && totals.notRead == 0 ? 0 : 1;
}
