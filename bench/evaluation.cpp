// Time of one evaluation of the accelerations by stage, in the order of Hidalgo and Garcia de Jalon's table [HG12]:
// evaluation MODEL... measures these models, then planar chains of N four-bars. See scripts/bench evaluation.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/measure/bench_stages.h"
#include "tests/support/machines/machines.h"

namespace mb {
namespace {

struct Measured {
  std::string name;
  int bodies = 0;
  int coordinates = 0;
  int rows = 0;
  int rank = 0;
  StageTimes times;
};

// Nothing if the model cannot be converted or started; standard error says why.
std::optional<Measured> measure(const CartesianModel& model) {
  Diagnostics diagnostics;
  const std::optional<Conversion> conversion = convert(model, {}, diagnostics);
  if (!conversion) {
    for (const Diagnostic& diagnostic : diagnostics.all()) fmt::print(stderr, "{}", toText(diagnostic));
    return std::nullopt;
  }
  const Mechanism m = makeMechanism(conversion->recursive);
  std::optional<RunFailure> failure;
  const std::optional<MovingState> state = stateInMotion(m, failure);
  if (!state) {
    fmt::print(stderr, "{}: {}\n", model.name, failure->message);
    return std::nullopt;
  }
  Measured result;
  result.name = model.name;
  result.bodies = m.sourceLinks;
  result.coordinates = m.vCount;
  result.rows = static_cast<int>(m.rows.size());
  for (const BlockWork& block : state->w.blocks) result.rank += block.partition.rank;
  const Measurable steps = denseStages(m, *state, result.times);
  measureInTurns({&steps, 1}, {});
  return result;
}

void printBySteps(const std::vector<Measured>& machines) {
  fmt::print("{:34}", "microseconds (and percent)");
  for (const Measured& machine : machines) fmt::print(" {:>18}", machine.name);
  const auto line = [&](const std::string& title, auto value) {
    fmt::print("\n{:34}", title);
    for (const Measured& machine : machines) fmt::print(" {:>18}", value(machine));
  };
  line("bodies", [](const Measured& machine) { return machine.bodies; });
  line("coordinates", [](const Measured& machine) { return machine.coordinates; });
  line("rows, their rank", [](const Measured& machine) { return fmt::format("{}, {}", machine.rows, machine.rank); });
  for (std::size_t k = 0; k < kStageTitles.size(); ++k) {
    line(fmt::format("{:4}  {}", kStageTitles[k].number, kStageTitles[k].name), [&](const Measured& machine) {
      const double step = machine.times.steps[k].least;
      return fmt::format("{:.2f} ({:2.0f} %)", step, 100 * step / machine.times.sum());
    });
  }
  line("whole evaluation", [](const Measured& machine) { return fmt::format("{:.2f}", machine.times.total.least); });
  line("evaluations a second",
       [](const Measured& machine) { return fmt::format("{:.0f}", 1e6 / machine.times.total.least); });
  fmt::print("\n");
}

void printGrowth(const std::vector<Measured>& machines) {
  fmt::print("{:8} {:>6} {:>6} {:>5}", "us", "coords", "rows", "rank");
  for (const StageTitle& step : kStageTitles) fmt::print(" {:>10}", step.number);
  fmt::print(" {:>10} {:>10}\n", "whole", "per second");
  for (const Measured& machine : machines) {
    fmt::print("{:8} {:6} {:6} {:5}", machine.name, machine.coordinates, machine.rows, machine.rank);
    for (const CallTime& step : machine.times.steps) fmt::print(" {:10.2f}", step.least);
    fmt::print(" {:10.2f} {:10.0f}\n", machine.times.total.least, 1e6 / machine.times.total.least);
  }
}

}  // namespace
}  // namespace mb

// All loops of the N-four-bar share cranks with their neighbours and form one block.
static mb::CartesianModel chainOf(int windows) {
  mb::CartesianModel model = mb::testing::nFourBar(windows);
  model.name = fmt::format("N = {}", windows);
  return model;
}

int main(int argc, char** argv) {
  std::vector<mb::Measured> samples;
  std::vector<mb::Measured> chains;
  const auto keep = [](std::vector<mb::Measured>& list, const std::optional<mb::Measured>& measured) {
    if (measured) list.push_back(*measured);
    return measured.has_value();
  };
  for (int k = 1; k < argc; ++k) {
    mb::Diagnostics diagnostics;
    const std::optional<mb::CartesianModel> model = mb::readModel(argv[k], diagnostics);
    if (!model || !keep(samples, mb::measure(*model))) {
      fmt::print(stderr, "usage: evaluation MODEL...: '{}' cannot be measured\n", argv[k]);
      return 1;
    }
  }
  for (const int count : {1, 2, 5, 10, 20, 50, 100, 200, 400}) {
    if (!keep(chains, mb::measure(chainOf(count)))) return 1;
  }
  if (!samples.empty()) {
    mb::printBySteps(samples);
    fmt::print("\n");
  }
  mb::printGrowth(chains);
  return 0;
}
