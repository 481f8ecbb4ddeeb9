// Simulation: the two ways of stepping behind one face, by time instead of by steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "converter/library/inside.h"
#include "converter/tables/trajectory.h"
#include "formats/model/elements/element_visitors.h"
#include "runtime/simulation/implicit_simulation.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/solvers/solvers.h"

namespace mbconvert {

// Named, since Simulation::Inside holds them.
namespace stepping {

using Motion = std::variant<mb::Simulation, mb::ImplicitSimulation>;

// How steps are made.
struct Method {
  const mb::SolverType* solver = nullptr;      // none: the first that can
  const mb::RungeKutta* integrator = nullptr;  // none: the solver has steps of its own
  double relativeTolerance = 1e-8;
  double absoluteTolerance = 1e-10;

  bool isFixed() const { return integrator && !integrator->isAdaptive; }
};

}  // namespace stepping

namespace {

using stepping::Method;
using stepping::Motion;

// An error that names those there are, when there is none of that name.
template <class Row>
const Row* findRow(std::string_view what, const std::string& name, std::span<const Row> rows, mb::Diagnostics& inner) {
  std::vector<std::string> names;
  for (const Row& row : rows) {
    if (row.name == name) return &row;
    names.emplace_back(row.name);
  }
  const std::string guess = mb::didYouMean(name, names);
  inner.error({}, mb::Code::badOption, fmt::format("there is no {} '{}'", what, name))
      .withHint(guess.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : guess);
  return nullptr;
}

Method methodOf(const SimulationOptions& options, mb::Diagnostics& inner) {
  Method method;
  if (!options.solver.empty()) method.solver = findRow("solver", options.solver, mb::solverTypes(), inner);
  const bool hasOwnSteps = method.solver && method.solver->integrates;
  if (!hasOwnSteps) {
    const std::string name = options.integrator.empty() ? "rk4" : options.integrator;
    method.integrator = findRow("integrator", name, mb::rungeKuttaMethods(), inner);
  } else if (!options.integrator.empty()) {
    inner
        .error({}, mb::Code::badOption, fmt::format("{} has steps of its own, and takes no integrator", options.solver))
        .withHint("leave the integrator out");
  }
  if (hasOwnSteps) {  // what an implicit method is for is speed
    method.relativeTolerance = 1e-6;
    method.absoluteTolerance = 1e-8;
  }
  if (!options.tolerance) return method;
  if (!(*options.tolerance > 0 && *options.tolerance < 1)) {
    inner.error({}, mb::Code::badOption, fmt::format("the tolerance is {}", *options.tolerance))
        .withHint("give a number above 0 and below 1");
  } else if (method.isFixed()) {
    inner
        .error({}, mb::Code::badOption,
               fmt::format("the steps of {} are fixed, and take no tolerance", method.integrator->name))
        .withHint("dopri5 chooses its steps by a tolerance");
  }
  method.relativeTolerance = *options.tolerance;
  method.absoluteTolerance = 1e-2 * *options.tolerance;
  return method;
}

Motion motionOf(const mb::Mechanism& m, const Method& method) {
  if (!method.integrator) return Motion(std::in_place_type<mb::ImplicitSimulation>, m);
  return Motion(std::in_place_type<mb::Simulation>, m, method.solver);
}

bool stepOf(mb::Simulation& motion, const Method& method, double h, double end) {
  return motion.step(*method.integrator, h, end, method.relativeTolerance, method.absoluteTolerance);
}
bool stepOf(mb::ImplicitSimulation& motion, const Method& method, double h, double end) {
  return motion.step(h, end, method.relativeTolerance, method.absoluteTolerance);
}

}  // namespace

struct Simulation::Inside {
  Inside(const mb::RecursiveModel& model, const stepping::Method& how, const mb::TrajectoryOptions& shown)
      : m(mb::makeMechanism(model)), method(how), motion(motionOf(m, how)), table(mb::makeTrajectory(m, shown)) {
    for (const mb::Input& input : m.model.inputs) followers.push_back(mb::followersWithoutFilter(m.model, input));
    for (int v = 0; v < m.vCount; ++v) coordinates.push_back(mb::coordinateName(m, v));
    for (const mb::Trajectory::Column& column : table.columns) columns.push_back(column.name);
  }

  double time() const {
    return std::visit([](const auto& one) { return one.time(); }, motion);
  }
  mb::StateView state() const {
    return std::visit([](const auto& one) { return one.state(); }, motion);
  }
  const mb::Workspace& workspace() const {
    return std::visit([](const auto& one) -> const mb::Workspace& { return one.workspace(); }, motion);
  }
  const mb::RunReport& report() const {
    return std::visit([](const auto& one) -> const mb::RunReport& { return one.report(); }, motion);
  }

  bool start(double at, mb::StateView y, Diagnostics& diagnostics);
  const mb::InputValues& inputs() const { return workspace().forces.inputs; }
  bool areInputs(std::span<const double> values, Diagnostics& diagnostics) const;
  bool advanceTo(double end, Diagnostics& diagnostics);
  bool tellFailure(Diagnostics& diagnostics) const;
  bool isLength(std::string_view what, double value, Diagnostics& diagnostics) const;

  mb::Mechanism m;
  stepping::Method method;
  stepping::Motion motion;
  double nextStep = 0;                              // of a method that chooses its steps; 0: none was made yet
  std::vector<std::vector<std::string>> followers;  // by input: what tears where it jumps
  std::vector<std::string> coordinates;
  mb::Trajectory table;
  std::vector<std::string> columns;
  std::vector<double> row;
  std::vector<double> before;
};

bool Simulation::Inside::start(double at, mb::StateView y, Diagnostics& diagnostics) {
  nextStep = 0;
  before.clear();
  return std::visit([&](auto& one) { return one.start(at, y); }, motion) || tellFailure(diagnostics);
}

bool Simulation::Inside::tellFailure(Diagnostics& diagnostics) const {
  mb::Diagnostics inner;
  mb::reportFailure(m.model, *report().failure, inner);
  return tell(inner, diagnostics);
}

bool Simulation::Inside::isLength(std::string_view what, double value, Diagnostics& diagnostics) const {
  if (value > 0 && std::isfinite(value)) return true;
  mb::Diagnostics inner;
  inner.error({}, mb::Code::badOption, fmt::format("{} is {} s", what, value)).withHint("give a time above 0 s");
  return tell(inner, diagnostics);
}

bool Simulation::Inside::advanceTo(double end, Diagnostics& diagnostics) {
  const double whole = end - time();
  const double slack = 1e-9 * whole;
  do {
    const double rest = end - time();
    const double wanted = method.isFixed() || nextStep == 0 ? rest : nextStep;
    if (!std::visit([&](auto& one) { return stepOf(one, method, wanted, end); }, motion)) {
      return tellFailure(diagnostics);
    }
    // A step that was shortened to meet the end says nothing about how long the next one may be.
    const double found = std::visit([](const auto& one) { return one.nextStep(); }, motion);
    nextStep = rest < wanted ? std::max(wanted, found) : found;
  } while (time() < end - slack);
  return true;
}

Simulation::Simulation(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

std::optional<Simulation> Simulation::start(const RecursiveModel& model, Diagnostics& diagnostics,
                                            const SimulationOptions& options) {
  mb::Diagnostics inner;
  const Method method = methodOf(options, inner);
  if (!tell(inner, diagnostics)) return std::nullopt;
  auto inside = std::make_unique<Inside>(model.inside().model, method,
                                         mb::TrajectoryOptions{options.showsAccelerations, options.showsReactions});
  if (!inside->start(0, mb::initialState(inside->m), diagnostics)) return std::nullopt;
  return Simulation(std::move(inside));
}

const std::vector<std::string>& Simulation::coordinates() const { return inside_->coordinates; }
std::string_view Simulation::solver() const { return inside_->report().solver; }
double Simulation::time() const { return inside_->time(); }

std::span<const double> Simulation::positions() const {
  return inside_->state().first(static_cast<std::size_t>(inside_->m.zCount));
}
std::span<const double> Simulation::velocities() const {
  return inside_->state().subspan(static_cast<std::size_t>(inside_->m.velocityAt()), inside_->coordinates.size());
}
std::span<const double> Simulation::accelerations() const { return inside_->workspace().z_ddot; }

bool Simulation::setState(double time, std::span<const double> positions, std::span<const double> velocities,
                          Diagnostics& diagnostics) {
  const mb::Mechanism& m = inside_->m;
  if (positions.size() != this->positions().size() || velocities.size() != this->velocities().size()) {
    mb::Diagnostics inner;
    inner
        .error({}, mb::Code::badOption,
               fmt::format("a state of {} positions and {} velocities is given to a machine of {} and {}",
                           positions.size(), velocities.size(), m.zCount, m.vCount))
        .withHint("the sizes are those of positions() and velocities()");
    return tell(inner, diagnostics);
  }
  std::vector<double> y = mb::initialState(m);
  std::copy(positions.begin(), positions.end(), y.begin());
  std::copy(velocities.begin(), velocities.end(), y.begin() + m.velocityAt());
  mb::settleFilters(m.library.inputs, time, inside_->inputs(),
                    std::span(y).subspan(static_cast<std::size_t>(m.lawStateAt())));
  return inside_->start(time, y, diagnostics);
}

// Whether the values may be set from now on; otherwise says why not.
bool Simulation::Inside::areInputs(std::span<const double> values, Diagnostics& diagnostics) const {
  const std::vector<double>& set = inputs().set;
  mb::Diagnostics inner;
  if (values.size() != set.size()) {
    inner
        .error({}, mb::Code::badOption,
               fmt::format("{} inputs are given to a machine of {}", values.size(), set.size()))
        .withHint("inputs() of the model lists them");
    return tell(inner, diagnostics);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] == set[k]) continue;
    const mb::Input& input = m.model.inputs[mb::InputIndex{static_cast<int>(k)}];
    if (mb::isOutside(input, values[k])) {
      inner.error(input.origin.at, mb::Code::outOfRange, mb::outsideText(input, values[k]))
          .withHint("keep it within the bounds of the input, or widen them");
    } else if (!followers[k].empty()) {
      inner.error(input.origin.at, mb::Code::functionJumps, mb::tearsText(input, followers[k]))
          .withHint(mb::kTearsHint);
    }
  }
  return inner.all().empty() || tell(inner, diagnostics);
}

std::span<const double> Simulation::inputs() const { return inside_->inputs().set; }

bool Simulation::setInputs(std::span<const double> values, Diagnostics& diagnostics) {
  if (!inside_->areInputs(values, diagnostics)) return false;
  return std::visit([&](auto& one) { return one.setInputs(values); }, inside_->motion) ||
         inside_->tellFailure(diagnostics);
}

bool Simulation::step(double h, Diagnostics& diagnostics) {
  return inside_->isLength("the step", h, diagnostics) && inside_->advanceTo(time() + h, diagnostics);
}

bool Simulation::run(double end, double h, Diagnostics& diagnostics, const OnStep& onStep) {
  if (!inside_->isLength("the step", h, diagnostics)) return false;
  const double first = time();
  if (onStep && !onStep(*this)) return true;
  // Steps end at whole multiples, so that round-off of the time does not add up.
  for (long k = 1; time() < end - 1e-9 * h; ++k) {
    if (!inside_->advanceTo(std::min(end, first + static_cast<double>(k) * h), diagnostics)) return false;
    if (onStep && !onStep(*this)) return true;
  }
  return true;
}

const std::vector<std::string>& Simulation::columns() const { return inside_->columns; }

std::span<const double> Simulation::values() {
  Inside& in = *inside_;
  mb::evaluateRow(in.m, in.table, in.time(), in.state(), in.workspace(), in.before, in.row);
  in.before = in.row;
  return in.row;
}

}  // namespace mbconvert
