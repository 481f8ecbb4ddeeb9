#include "converter/fmi/machine/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mb::fmi {
namespace {

constexpr double kMostSteps = 1e9;  // of one communication step

std::string_view textOf(Phase phase) {
  switch (phase) {
    case Phase::instantiated: return "before the initialization";
    case Phase::initializing: return "during the initialization";
    case Phase::stepping: return "between steps";
    case Phase::event: return "at an event";
    case Phase::continuous: return "in continuous time";
    case Phase::terminated: return "after the end";
  }
  return "";
}

}  // namespace

std::unique_ptr<Session> Session::open(const std::string& resources, std::string_view token, Kind kind, Log log) {
  std::string fault;
  std::unique_ptr<Machine> machine = Machine::open(resources, token, kind, fault);
  if (!machine) {
    log(Status::error, kCategoryError, fault);
    return nullptr;
  }
  return std::unique_ptr<Session>(new Session(std::move(machine), std::move(log)));
}

Status Session::refuse(const std::string& why) {
  log_(Status::error, kCategoryError, why);
  return Status::error;
}

Status Session::told(bool isDone) { return isDone ? Status::ok : refuse(machine_->fault()); }

bool Session::mayCall(std::string_view function, std::initializer_list<Phase> phases) {
  if (std::ranges::find(phases, phase_) != phases.end()) return true;
  refuse(fmt::format("{} is not allowed {}", function, textOf(phase_)));
  return false;
}

// Of Model Exchange only.
bool Session::mayExchange(std::string_view function, std::initializer_list<Phase> phases) {
  if (machine_->kind() == Kind::modelExchange) return mayCall(function, phases);
  refuse(fmt::format("{} belongs to Model Exchange, and this is an instance for Co-Simulation", function));
  return false;
}

bool Session::isCount(std::string_view what, std::size_t given, std::size_t wanted) {
  if (given == wanted) return true;
  refuse(fmt::format("{} {} are given, and there are {}", given, what, wanted));
  return false;
}

Status Session::setStartTime(double start) {
  if (!std::isfinite(start)) return refuse(fmt::format("the start time is {}", start));
  if (start != start_) machine_->stop();
  start_ = start;
  return Status::ok;
}

Status Session::enterInitialization() {
  if (!mayCall("EnterInitializationMode", {Phase::instantiated})) return Status::error;
  phase_ = Phase::initializing;
  return Status::ok;
}

Status Session::exitInitialization() {
  if (!mayCall("ExitInitializationMode", {Phase::initializing})) return Status::error;
  if (!machine_->start(start_)) return told(false);
  phase_ = machine_->kind() == Kind::modelExchange ? Phase::event : Phase::stepping;
  return Status::ok;
}

Status Session::terminate() {
  if (!mayCall("Terminate", {Phase::stepping, Phase::event, Phase::continuous})) return Status::error;
  phase_ = Phase::terminated;
  return Status::ok;
}

Status Session::reset() {
  machine_->reset();
  phase_ = Phase::instantiated;
  start_ = 0;
  return Status::ok;
}

Status Session::get(std::span<const std::uint32_t> variables, double* values, std::size_t count) {
  if (!isCount("values", count, variables.size())) return Status::error;
  const std::size_t known = machine_->variables().all.size();
  for (const std::uint32_t number : variables) {
    if (number >= known)
      return refuse(fmt::format("there is no variable of floating point with the value reference {}", number));
  }
  // What is calculated at the start is there as soon as somebody looks.
  const bool isBefore = phase_ == Phase::instantiated || phase_ == Phase::initializing;
  if (isBefore && !machine_->start(start_)) return told(false);
  if (!machine_->applyChanges()) return told(false);
  return told(machine_->get(variables, values));
}

Status Session::setOne(std::uint32_t number, double value) {
  const std::vector<Variable>& all = machine_->variables().all;
  if (number >= all.size())
    return refuse(fmt::format("there is no variable of floating point with the value reference {}", number));
  const Variable& variable = all[number];
  if (!std::isfinite(value))
    return refuse(fmt::format("'{}' is set to {}, which is no finite number", variable.name, value));
  const bool isBefore = phase_ == Phase::instantiated || phase_ == Phase::initializing;
  if (variable.source == Source::parameter) {
    if (!isBefore && phase_ != Phase::stepping && phase_ != Phase::event)
      return refuse(fmt::format("parameter '{}' cannot be set {}", variable.name, textOf(phase_)));
    return told(machine_->setParameter(static_cast<int>(number), value));
  }
  if (variable.source == Source::input) {
    if (phase_ == Phase::terminated)
      return refuse(fmt::format("input '{}' cannot be set {}", variable.name, textOf(phase_)));
    return told(machine_->setInput(static_cast<int>(number), value));
  }
  if (variable.isState && isBefore) return told(machine_->setStart(static_cast<int>(number), value));
  return refuse(variable.isState ? fmt::format("'{}' can be set before the start only", variable.name)
                                 : fmt::format("'{}' is calculated, and cannot be set", variable.name));
}

Status Session::set(std::span<const std::uint32_t> variables, const double* values, std::size_t count) {
  if (!isCount("values", count, variables.size())) return Status::error;
  Status worst = Status::ok;
  for (std::size_t k = 0; k < count; ++k) worst = std::max(worst, setOne(variables[k], values[k]));
  return worst;
}

Status Session::doStep(double from, double length, double& reached) {
  reached = machine_->time();
  if (!mayCall("DoStep", {Phase::stepping})) return Status::error;
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(from))
    return refuse(fmt::format("a step of {} s from {} s is no step", length, from));
  const double slack = 1e-9 * std::max(length, machine_->step());
  if (std::abs(from - machine_->time()) > std::max(slack, 1e-12 * std::abs(from)))
    return refuse(fmt::format("the step starts at {} s, and the machine is at {} s", from, machine_->time()));
  const double step = machine_->step();
  bool isDone = false;
  if (step > 0) {
    const double count = std::round(length / step);
    if (!(count >= 1) || count > kMostSteps || std::abs(length - count * step) > 1e-6 * step) {
      log_(Status::discard, kCategoryDiscard,
           fmt::format("a step of {} s is no whole multiple of the internal one, {} s", length, step));
      return Status::discard;
    }
    isDone = machine_->advance(static_cast<long long>(count));
  } else {
    isDone = machine_->advanceTo(from + length);
  }
  reached = machine_->time();
  return told(isDone);
}

Status Session::enterEvent() {
  if (!mayExchange("EnterEventMode", {Phase::continuous})) return Status::error;
  phase_ = Phase::event;
  return Status::ok;
}

Status Session::enterContinuous() {
  if (!mayExchange("EnterContinuousTimeMode", {Phase::event})) return Status::error;
  if (!machine_->applyChanges()) return told(false);
  phase_ = Phase::continuous;
  return Status::ok;
}

Status Session::updateEvent() {
  return mayExchange("an update of discrete states", {Phase::event}) ? told(machine_->applyChanges()) : Status::error;
}

Status Session::setTime(double time) {
  if (!mayExchange("SetTime", {Phase::event, Phase::continuous})) return Status::error;
  if (!std::isfinite(time)) return refuse(fmt::format("the time is set to {}", time));
  machine_->setTime(time);
  return Status::ok;
}

Status Session::setStates(const double* states, std::size_t count) {
  if (!mayExchange("SetContinuousStates", {Phase::continuous})) return Status::error;
  if (!isCount("states", count, machine_->variables().states.size())) return Status::error;
  if (!std::all_of(states, states + count, [](double value) { return std::isfinite(value); }))
    return refuse("a state is set to what is no finite number");
  machine_->setStates(states);
  return Status::ok;
}

Status Session::getStates(double* states, std::size_t count) {
  if (!mayExchange("GetContinuousStates", {Phase::initializing, Phase::event, Phase::continuous, Phase::terminated}))
    return Status::error;
  if (!isCount("states", count, machine_->variables().states.size())) return Status::error;
  machine_->getStates(states);
  return Status::ok;
}

Status Session::getRates(double* rates, std::size_t count) {
  if (!mayExchange("GetContinuousStateDerivatives",
                   {Phase::initializing, Phase::event, Phase::continuous, Phase::terminated}))
    return Status::error;
  if (!isCount("derivatives", count, machine_->variables().states.size())) return Status::error;
  if (!machine_->start(start_) || !machine_->applyChanges()) return told(false);
  if (machine_->getRates(rates)) return Status::ok;
  // The solver may have tried a state that lies too far: it can come back with a shorter step.
  log_(Status::discard, kCategoryDiscard, machine_->fault());
  return Status::discard;
}

Status Session::completedStep(bool& terminates) {
  terminates = false;
  if (!mayExchange("CompletedIntegratorStep", {Phase::continuous})) return Status::error;
  bool isChanged = false;
  if (machine_->acceptStep(isChanged)) return Status::ok;
  terminates = true;
  log_(Status::discard, kCategoryDiscard, machine_->fault());
  return Status::ok;
}

Status Session::derivatives(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                            std::span<const double> seed, std::span<double> sensitivity) {
  if (!mayExchange("GetDirectionalDerivative",
                   {Phase::initializing, Phase::event, Phase::continuous, Phase::terminated}))
    return Status::error;
  if (!isCount("seeds", seed.size(), knowns.size()) || !isCount("sensitivities", sensitivity.size(), unknowns.size()))
    return Status::error;
  for (const std::span<const std::uint32_t> numbers : {unknowns, knowns}) {
    for (const std::uint32_t number : numbers) {
      if (number >= machine_->variables().all.size())
        return refuse(fmt::format("there is no variable of floating point with the value reference {}", number));
    }
  }
  if (!std::ranges::all_of(seed, [](double value) { return std::isfinite(value); }))
    return refuse("a seed is no finite number");
  if (!machine_->start(start_) || !machine_->applyChanges()) return told(false);
  return told(machine_->derivatives(unknowns, knowns, seed.data(), sensitivity.data()));
}

Status Session::save(Snapshot& snapshot) {
  if (!machine_->canBeSaved()) return refuse("the implicit method remembers former steps: its state is not given out");
  machine_->save(snapshot);
  snapshot.phase = static_cast<int>(phase_);
  return Status::ok;
}

Status Session::restore(const Snapshot& snapshot) {
  if (!machine_->canBeSaved()) return refuse("the implicit method remembers former steps: its state is not given out");
  const bool isPhase = snapshot.phase >= 0 && snapshot.phase <= static_cast<int>(Phase::terminated);
  if (!isPhase) return refuse("the state is not one of this model");
  if (!machine_->restore(snapshot)) return told(false);
  phase_ = static_cast<Phase>(snapshot.phase);
  start_ = snapshot.first;
  return Status::ok;
}

}  // namespace mb::fmi
