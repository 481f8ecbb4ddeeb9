#include "converter/fmi/machine/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "formats/files/read_file.h"
#include "formats/recursive/recursive_xml.h"

namespace mb::fmi {
namespace {

constexpr double kFirstStep = 1e-4;  // s, of the implicit method, which corrects it at once

// The first error of reading a file, in one line.
std::string firstError(const Diagnostics& diagnostics) {
  const Diagnostic* const error = diagnostics.firstError();
  return error ? fmt::format("{}: {}", toText(error->at), error->message) : "";
}

}  // namespace

std::unique_ptr<Machine> Machine::open(const std::string& resources, std::string_view token, Kind kind,
                                       std::string& fault) {
  std::unique_ptr<Machine> machine(new Machine);
  machine->kind_ = kind;
  Diagnostics diagnostics;
  const std::filesystem::path folder(resources);
  if (const auto file = readSource((folder / kSetupFile).string(), diagnostics)) {
    machine->setup_ = readSetup(file, diagnostics);
  }
  if (!diagnostics.hasErrors() && machine->setup_.token != token) {
    fault = fmt::format("the token '{}' is not that of this FMU, '{}'", token, machine->setup_.token);
    return nullptr;
  }
  if (!diagnostics.hasErrors()) {
    if (const auto file = readSource((folder / kModelFile).string(), diagnostics)) {
      machine->model_ = readRecursive(file, diagnostics);
    }
  }
  if (diagnostics.hasErrors()) {
    fault = firstError(diagnostics);
    return nullptr;
  }
  return machine->prepare(fault) ? std::move(machine) : nullptr;
}

bool Machine::prepare(std::string& fault) {
  for (const Parameter& one : parametersIn(model_)) {
    if (std::ranges::find(setup_.tunable, one.path) != setup_.tunable.end()) parameters_.push_back(one);
  }
  for (const Parameter& one : parameters_) nominal_.push_back(*one.value);
  m_ = std::make_unique<Mechanism>(makeMechanism(model_));
  trajectory_ = shownColumns(*m_);
  std::optional<RunFailure> failure;
  std::optional<VariableTable> table = makeVariables(*m_, trajectory_, parameters_, failure);
  if (!table) {
    fault = failure ? failure->message : "the machine cannot start";
    return false;
  }
  table_ = std::move(*table);
  isWanted_.resize(trajectory_.columns.size());
  for (const Variable& one : table_.all) {
    if (one.source == Source::column) isWanted_[at(one.index)] = one.isOutput;
  }
  makeMotion();
  reset();
  return true;
}

void Machine::makeMotion() {
  if (kind_ == Kind::modelExchange)
    continuous_ = std::make_unique<Continuous>(*m_, table_.partitions, table_.choice);
  else if (setup_.method)
    stepping_ = std::make_unique<Simulation>(*m_);
  else
    implicit_ = std::make_unique<ImplicitSimulation>(*m_);
}

void Machine::reset() {
  bool isTuned = false;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    isTuned = isTuned || *parameters_[k].value != nominal_[k];
    *parameters_[k].value = nominal_[k];
  }
  if (isTuned) rebuild();
  start_ = initialState(*m_);
  inputs_ = makeInputValues(m_->library.inputs).set;
  inputValues().set = inputs_;
  isFed_ = true;
  isRunning_ = isChanged_ = isEvaluated_ = hasRow_ = false;
  first_ = 0;
  steps_ = 0;
  row_.assign(trajectory_.columns.size(), 0.0);
  rates_.assign(at(m_->stateSize()), 0.0);
  before_.clear();
  before_.reserve(row_.size());
  showColumns(true);
  *trajectory_.measures.memory = makeMemory(trajectory_.measures.set);
  measuredBefore_ = *trajectory_.measures.memory;
}

bool Machine::fail(std::string why) {
  fault_ = std::move(why);
  return false;
}

bool Machine::failMotion(const RunReport& report) {
  return fail(report.failure ? fmt::format("{} at {:.6g} s{}{}", report.failure->message, report.failure->time,
                                           report.failure->hint.empty() ? "" : "; ", report.failure->hint)
                             : "the machine cannot move");
}

// The same mechanism with the present numbers of the model.
void Machine::rebuild() {
  *m_ = makeMechanism(model_);
  makeMotion();
  inputValues().set = inputs_;
}

InputValues& Machine::inputValues() {
  return continuous_ ? continuous_->inputs() : stepping_ ? stepping_->inputs() : implicit_->inputs();
}

double Machine::time() const {
  if (!isRunning_) return first_;
  return continuous_ ? continuous_->time() : stepping_ ? stepping_->time() : implicit_->time();
}

StateView Machine::state() const {
  if (continuous_) return std::as_const(*continuous_).state();
  return stepping_ ? stepping_->state() : implicit_->state();
}

const Workspace& Machine::workspace() const {
  if (continuous_) return continuous_->workspace();
  return stepping_ ? stepping_->workspace() : implicit_->workspace();
}

bool Machine::setStart(int variable, double value) {
  const Variable& one = table_.all[at(variable)];
  start_[at(one.index)] = value * one.perUnit;
  isRunning_ = hasRow_ = false;
  return true;
}

bool Machine::setParameter(int variable, double value) {
  const Variable& one = table_.all[at(variable)];
  if (!one.isNegativeToo && !(value >= 0))
    return fail(fmt::format("'{}' is {}, and cannot be below 0", one.name, value));
  double& number = *parameters_[at(one.index)].value;
  isChanged_ = isChanged_ || number != value * one.perUnit;
  number = value * one.perUnit;
  return true;
}

bool Machine::setInput(int variable, double value) {
  const Variable& one = table_.all[at(variable)];
  const Input& input = m_->model.inputs[InputIndex{one.index}];
  const double number = value * one.perUnit;
  if (isOutside(input, number)) return fail(fmt::format("'{}' is {}, outside its bounds", one.name, value));
  if (number == inputs_[at(one.index)]) return true;
  inputs_[at(one.index)] = number;
  isFed_ = false;
  return true;
}

bool Machine::start(double time) {
  if (isRunning_) return applyChanges();
  if (isChanged_) rebuild();
  isChanged_ = false;
  first_ = time;
  steps_ = 0;
  hasRow_ = false;
  before_.clear();
  showColumns(true);
  inputValues().set = inputs_;
  isFed_ = true;
  settleFilters(m_->library.inputs, time, inputValues(), std::span(start_).subspan(at(m_->lawStateAt())));
  if (continuous_) {
    isEvaluated_ = isRunning_ = continuous_->start(time, start_);
    return isRunning_ || fail(continuous_->fault());
  }
  // States that were set are independent coordinates of the start, and the others follow; a simulation would choose
  // which ones follow by itself.
  std::vector<double> y = start_;
  if (y != initialState(*m_)) {
    Continuous closed(*m_, table_.partitions, table_.choice);
    closed.inputs().set = inputs_;
    if (!closed.start(time, y)) return fail(closed.fault());
    std::copy_n(std::as_const(closed).state().begin(), m_->integralAt(), y.begin());
  }
  isRunning_ = stepping_ ? stepping_->start(time, y) : implicit_->start(time, y);
  wanted_ = kFirstStep;
  return isRunning_ || failMotion(stepping_ ? stepping_->report() : implicit_->report());
}

bool Machine::feed() {
  isFed_ = true;
  hasRow_ = isEvaluated_ = false;
  if (continuous_) {
    continuous_->inputs().set = inputs_;
    return true;
  }
  if (stepping_) return stepping_->setInputs(inputs_) || failMotion(stepping_->report());
  return implicit_->setInputs(inputs_) || failMotion(implicit_->report());
}

bool Machine::applyChanges() {
  if (!isRunning_) return true;
  if (!isFed_ && !feed()) return false;
  if (!isChanged_) return true;
  isChanged_ = hasRow_ = false;
  SavedMotion saved;
  if (continuous_) {
    continuous_->save(saved, false);
    rebuild();
    isEvaluated_ = continuous_->restore(saved);
    return isEvaluated_ || fail(continuous_->fault());
  }
  if (implicit_) {
    const double now = time();
    const std::vector<double> y(state().begin(), state().end());
    rebuild();
    return implicit_->start(now, y) || failMotion(implicit_->report());
  }
  stepping_->save(saved);
  rebuild();
  return (stepping_->restore(saved) && stepping_->evaluateAgain()) || failMotion(stepping_->report());
}

bool Machine::evaluate() {
  if (!continuous_ || isEvaluated_) return true;
  isEvaluated_ = continuous_->evaluate();
  return isEvaluated_ || fail(continuous_->fault());
}

// The first row has all columns, because quaternions and angles continue from it; later ones only what is looked at.
void Machine::showColumns(bool areAll) {
  for (const Variable& one : table_.all) {
    if (one.source == Source::column) trajectory_.columns[at(one.index)].isKept = areAll || isWanted_[at(one.index)];
  }
}

// The row follows from the present state and the last accepted row alone, however often it is asked for.
bool Machine::evaluateRow() {
  if (hasRow_) return true;
  if (!evaluate()) return false;
  *trajectory_.measures.memory = measuredBefore_;
  mb::evaluateRow(*m_, trajectory_, time(), state(), workspace(), before_, row_);
  return hasRow_ = true;
}

void Machine::acceptRow() {
  if (!evaluateRow()) return;
  if (before_.empty()) showColumns(false);
  before_.assign(row_.begin(), row_.end());
  measuredBefore_ = *trajectory_.measures.memory;
}

double Machine::valueOf(const Variable& variable) {
  const std::size_t index = at(variable.index);
  switch (variable.source) {
    case Source::time: return time();
    case Source::column: return row_[index] / variable.perUnit;
    case Source::state: return (isRunning_ ? state()[index] : start_[index]) / variable.perUnit;
    case Source::rate: return rates_[index];
    case Source::parameter: return *parameters_[index].value / variable.perUnit;
    case Source::input: return inputs_[index] / variable.perUnit;
  }
  return 0;
}

bool Machine::get(std::span<const std::uint32_t> variables, double* values) {
  bool hasRates = false;
  for (const std::uint32_t number : variables) lookAt(table_.all[number]);
  for (const std::uint32_t number : variables) {
    const Variable& one = table_.all[number];
    if (one.source == Source::column && !evaluateRow()) return false;
    if ((one.source == Source::rate || one.source == Source::state) && !evaluate()) return false;
    if (one.source == Source::rate && !hasRates) {
      stateRates(*m_, state(), workspace(), rates_);
      hasRates = true;
    }
    *values++ = valueOf(one);
  }
  return true;
}

// A column is calculated from then on when somebody asks for it.
void Machine::lookAt(const Variable& variable) {
  if (variable.source != Source::column || isWanted_[at(variable.index)]) return;
  isWanted_[at(variable.index)] = 1;
  trajectory_.columns[at(variable.index)].isKept = true;
  hasRow_ = false;
}

bool Machine::advance(long long steps) {
  if (!applyChanges()) return false;
  acceptRow();
  hasRow_ = false;
  for (long long k = 0; k < steps; ++k) {
    // Steps end at whole multiples, so that round-off of the time does not add up.
    const double end = first_ + static_cast<double>(steps_ + 1) * setup_.step;
    if (!stepping_->step(*setup_.method, end - stepping_->time(), end)) return failMotion(stepping_->report());
    ++steps_;
  }
  return true;
}

bool Machine::advanceTo(double end) {
  if (!applyChanges()) return false;
  acceptRow();
  hasRow_ = false;
  const double slack = 1e-9 * (end - time());
  while (time() < end - slack) {
    if (!implicit_->step(wanted_, end)) return failMotion(implicit_->report());
    wanted_ = implicit_->nextStep();
  }
  return true;
}

void Machine::setTime(double time) {
  continuous_->setTime(time);
  isEvaluated_ = hasRow_ = false;
}

void Machine::setStates(const double* values) {
  for (const int number : table_.states) {
    const Variable& one = table_.all[at(number)];
    continuous_->state()[at(one.index)] = *values++ * one.perUnit;
  }
  isEvaluated_ = hasRow_ = false;
}

void Machine::getStates(double* values) const {
  for (const int number : table_.states) {
    const Variable& one = table_.all[at(number)];
    const StateView y = isRunning_ ? state() : StateView(start_);
    *values++ = y[at(one.index)] / one.perUnit;
  }
}

bool Machine::getRates(double* values) {
  if (!evaluate()) return false;
  const StateView rates = std::as_const(*continuous_).rates();
  for (const int number : table_.states) *values++ = rates[at(table_.all[at(number)].index)];
  return true;
}

bool Machine::acceptStep(bool& statesChanged) {
  if (!evaluate()) return false;
  acceptRow();
  statesChanged = continuous_->accept();
  if (statesChanged) isEvaluated_ = hasRow_ = false;
  return true;
}

void Machine::save(Snapshot& snapshot) const {
  snapshot.token = setup_.token;
  snapshot.kind = static_cast<int>(kind_);
  snapshot.first = first_;
  snapshot.steps = steps_;
  snapshot.isRunning = isRunning_;
  snapshot.start = start_;
  snapshot.parameters.resize(parameters_.size());
  for (std::size_t k = 0; k < parameters_.size(); ++k) snapshot.parameters[k] = *parameters_[k].value;
  snapshot.inputs = inputs_;
  snapshot.before = before_;
  snapshot.measuredAt = measuredBefore_.time;
  snapshot.measuredAngles = measuredBefore_.angles.now;
  snapshot.measuredRates = measuredBefore_.rates;
  if (stepping_) stepping_->save(snapshot.motion);
  if (continuous_) continuous_->save(snapshot.motion, isEvaluated_);
}

bool Machine::restore(const Snapshot& snapshot) {
  if (snapshot.token != setup_.token || snapshot.kind != static_cast<int>(kind_)) {
    return fail("the state belongs to another FMU, or to another kind of instance");
  }
  const auto stateSize = at(m_->stateSize());
  const bool fits = snapshot.start.size() == stateSize && snapshot.parameters.size() == parameters_.size() &&
                    snapshot.inputs.size() == inputs_.size() &&
                    (!snapshot.isRunning || snapshot.motion.y.size() == stateSize);
  if (!fits) return fail("the state is not one of this model");
  bool isTuned = isChanged_;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    isTuned = isTuned || *parameters_[k].value != snapshot.parameters[k];
    *parameters_[k].value = snapshot.parameters[k];
  }
  if (isTuned) rebuild();
  isChanged_ = isEvaluated_ = hasRow_ = false;
  inputs_ = snapshot.inputs;
  inputValues().set = inputs_;
  isFed_ = true;
  first_ = snapshot.first;
  steps_ = snapshot.steps;
  isRunning_ = snapshot.isRunning;
  start_ = snapshot.start;
  before_.assign(snapshot.before.begin(), snapshot.before.end());
  showColumns(before_.empty());
  measuredBefore_.time = snapshot.measuredAt;
  measuredBefore_.angles.now = snapshot.measuredAngles;
  measuredBefore_.rates = snapshot.measuredRates;
  if (!isRunning_) return true;
  if (stepping_) return stepping_->restore(snapshot.motion) || failMotion(stepping_->report());
  isEvaluated_ = continuous_->restore(snapshot.motion);
  return isEvaluated_ || fail(continuous_->fault());
}

}  // namespace mb::fmi
