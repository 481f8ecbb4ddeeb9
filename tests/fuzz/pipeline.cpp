#include <cmath>
#include <span>

#include "converter/console/messages.h"
#include "converter/conversion/convert.h"
#include "converter/conversion/plan_file.h"
#include "converter/pictures/tree_dot.h"
#include "converter/pictures/tree_svg.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"
#include "converter/tables/trajectory.h"
#include "converter/verify/verify.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/cartesian/reference.h"
#include "runtime/simulation/settle.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/decisions.h"

namespace mb::fuzz {
namespace {

constexpr int kMostBodies = 60;            // more take long with sanitizers
constexpr int kMostCartesianColumns = 90;  // the reference is dense
constexpr double kStep = 1e-3;
constexpr double kEnd = 10 * kStep;
constexpr int kMostSteps = 100;  // of methods that choose their own

std::vector<std::string> someNames(const CartesianModel& model, Choices& choices) {
  std::vector<std::string> names;
  for (int k = choices.below(3); k > 0 && !model.joints.empty(); --k) {
    names.push_back(model.joints[JointIndex{choices.below(std::min(model.joints.size(), 256))}].name);
  }
  return names;
}

std::vector<std::string> someBodies(const CartesianModel& model, Choices& choices) {
  std::vector<std::string> names;
  for (int k = choices.below(3); k > 0; --k) {
    names.push_back(model.bodies[BodyIndex{choices.below(std::min(model.bodies.size(), 256))}].name);
  }
  return names;
}

PlanOptions someOverrides(const CartesianModel& model, Choices& choices) {
  PlanOptions options;
  options.base = someBodies(model, choices);
  options.cut = someNames(model, choices);
  options.keep = someNames(model, choices);
  options.prefer = someNames(model, choices);
  for (const std::string& name : someNames(model, choices)) options.weights[name] = weightFrom(choices.positive());
  if (choices.oneIn(2)) options.weights["spherical"] = weightFrom(choices.positive());
  options.rods.mode = static_cast<RodOptions::Mode>(choices.below(3));
  if (options.rods.mode == RodOptions::Mode::listed) options.rods.bodies = someBodies(model, choices);
  if (choices.oneIn(2)) options.rods.tolerance = std::min(choices.positive(), 1.0);  // as options and plans allow
  options.alternatives = choices.below(5);
  if (choices.oneIn(4)) options.tieLimit = 1 + choices.below(8);
  return options;
}

void reports(const Conversion& conversion, const Diagnostics& diagnostics) {
  static_cast<void>(summaryText(conversion, {}));
  static_cast<void>(treeText(conversion, {true}));
  static_cast<void>(statisticsText(conversion, {}));
  static_cast<void>(rodsText(conversion));
  static_cast<void>(treeJson(conversion));
  static_cast<void>(statisticsJson(conversion, diagnostics));
  static_cast<void>(diagnosticsJson(diagnostics));
  static_cast<void>(treeDot(conversion));
  static_cast<void>(treeSvg(conversion));
}

void recursiveFile(const RecursiveModel& model) {
  Diagnostics diagnostics;
  const auto written = fileOf(writeRecursive(model));
  const RecursiveModel again = readRecursive(written, diagnostics);
  if (diagnostics.hasErrors()) wrong("a recursive file is not read back", written->text + textOf(diagnostics));
  const std::string rewritten = writeRecursive(again);
  if (rewritten != written->text) wrong("a recursive file is not written twice alike", written->text + rewritten);
}

void planFile(const CartesianModel& source, const Conversion& conversion) {
  const auto written = fileOf(writePlan(conversion));
  Diagnostics diagnostics;
  PlanOptions again;
  readPlan(written, again, diagnostics);
  const std::optional<Conversion> second = diagnostics.hasErrors() ? std::nullopt : convert(source, again, diagnostics);
  if (!second) wrong("a plan is not taken back", written->text + textOf(diagnostics));
  if (test::decisions(*second) != test::decisions(conversion)) {
    wrong("a plan that was written and read is another",
          written->text + test::decisions(conversion) + "------\n" + test::decisions(*second));
  }
  if (writeRecursive(second->recursive) != writeRecursive(conversion.recursive)) {
    wrong("a plan that was written and read gives another model",
          written->text + writeRecursive(conversion.recursive) + writeRecursive(second->recursive));
  }
}

bool isFinite(std::span<const double> values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

void run(const RecursiveModel& model, const RunOptions& options) {
  const Mechanism m = makeMechanism(model);
  const Trajectory trajectory = makeTrajectory(m, {true, true, false});
  std::vector<double> before;
  std::vector<double> row;
  int samples = 0;
  std::string notFinite;
  const RunReport report = simulate(m, initialState(m), options, [&](double time, StateView y, const Workspace& w) {
    evaluateRow(m, trajectory, time, y, w, before, row);
    for (std::size_t k = 0; k < row.size() && notFinite.empty(); ++k) {
      if (!std::isfinite(row[k])) notFinite = trajectory.columns[k].name + " at " + std::to_string(time);
    }
    if (!isFinite(y)) notFinite = "a state at " + std::to_string(time);
    before = row;
    return ++samples < kMostSteps;
  });
  if (report.failure) {
    if (report.failure->message.empty()) wrong("a run fails without a word");
    return;
  }
  if (!notFinite.empty()) wrong("a run without failure is not finite: " + notFinite, writeRecursive(model));
}

void runCartesian(const CartesianModel& source) {
  const CartesianSystem system = makeCartesianSystem(source);
  if (system.columnCount > kMostCartesianColumns) return;
  CartesianState state = initialState(system);
  static_cast<void>(projectPositions(system, state));
  static_cast<void>(projectVelocities(system, state));
  static_cast<void>(cartesianRank(system, state));
  for (int k = 0; k < 3; ++k) step(system, state, kStep);
  static_cast<void>(energy(system, state));
  static_cast<void>(accelerations(system, state));
}

void verifyShortly(const CartesianModel& source, const RecursiveModel& recursive) {
  if (6 * source.bodies.size() > kMostCartesianColumns) return;
  VerifyOptions options;
  options.states = 2;
  options.end = 0.01;
  options.steps = 8;
  static_cast<void>(verify(source, recursive, options));
}

}  // namespace

std::optional<Conversion> throughFiles(const CartesianModel& source, const PlanOptions& options) {
  Diagnostics diagnostics;
  std::optional<Conversion> conversion = convert(source, options, diagnostics);
  if (conversion.has_value() == diagnostics.hasErrors()) {
    wrong("a conversion with errors, or neither", textOf(diagnostics));
  }
  if (!conversion) return std::nullopt;
  reports(*conversion, diagnostics);
  recursiveFile(conversion->recursive);
  planFile(source, *conversion);
  return conversion;
}

void throughPipeline(const CartesianModel& source, Choices choices) {
  if (source.bodies.size() > kMostBodies) return;
  RunOptions options;
  options.step = kStep;
  options.end = kEnd;
  const int solver = choices.below(10);
  if (solver > 0) options.solver = &solverTypes()[static_cast<std::size_t>(solver - 1)];
  options.method =
      &rungeKuttaMethods()[static_cast<std::size_t>(choices.below(static_cast<int>(rungeKuttaMethods().size())))];
  const int extra = choices.below(8);
  const bool isAsked = choices.oneIn(2);
  const PlanOptions plan = isAsked ? someOverrides(source, choices) : PlanOptions{};

  const std::optional<Conversion> conversion = throughFiles(source, plan);
  if (!conversion) return;
  run(conversion->recursive, options);
  if (extra == 1) runCartesian(source);
  if (extra == 2) verifyShortly(source, conversion->recursive);
  if (extra == 3) {
    const Mechanism m = makeMechanism(conversion->recursive);
    std::vector<double> y = initialState(m);
    const SettleReport report = settle(m, y);
    if (report.converged && !isFinite(y)) wrong("a settled state is not finite");
  }
}

}  // namespace mb::fuzz
