// The machine behind an instance of an FMU: a recursive model with variables, moved by steps of its own
// (Co-Simulation) or by an importer (Model Exchange).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "converter/fmi/machine/continuous.h"
#include "converter/fmi/machine/snapshot.h"
#include "converter/fmi/variables/setup.h"
#include "converter/fmi/variables/variables.h"
#include "converter/parameters/parameters.h"
#include "runtime/simulation/implicit_simulation.h"

namespace mb::fmi {

enum class Kind { coSimulation, modelExchange };

class Machine {
 public:
  // From the folder of the FMU's resources. Null: `fault` says why.
  static std::unique_ptr<Machine> open(const std::string& resources, std::string_view token, Kind kind,
                                       std::string& fault);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const VariableTable& variables() const { return table_; }
  const Setup& setup() const { return setup_; }
  Kind kind() const { return kind_; }
  double time() const;
  double step() const { return setup_.method ? setup_.step : 0; }  // 0: any
  bool canBeSaved() const { return kind_ == Kind::modelExchange || setup_.method; }

  // All of them: false where it failed, and fault() says why.
  const std::string& fault() const { return fault_; }

  // Back to the state in which open() left it.
  void reset();
  // Before the start, states are where it starts from; afterwards they can be read only, except by setStates().
  bool setStart(int variable, double value);
  bool setParameter(int variable, double value);
  bool setInput(int variable, double value);
  // Forgets a start that was made to look at the machine; numbers that were set stay.
  void stop() { isRunning_ = isEvaluated_ = hasRow_ = false; }
  // Starts at a time, if it does not run yet: closes the loops and evaluates.
  bool start(double time);
  // Numbers that were changed since then act from here on.
  bool applyChanges();
  bool get(std::span<const std::uint32_t> variables, double* values);

  // Co-Simulation: moves on by whole steps.
  bool advance(long long steps);
  bool advanceTo(double time);  // of the implicit method

  // Model Exchange.
  void setTime(double time);
  void setStates(const double* values);
  void getStates(double* values) const;
  bool getRates(double* values);
  bool acceptStep(bool& statesChanged);
  // How unknowns change along a direction of the states: exact for rates and coordinates.
  bool derivatives(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns, const double* seed,
                   double* sensitivity);

  void save(Snapshot& snapshot) const;
  bool restore(const Snapshot& snapshot);

 private:
  Machine() = default;
  bool fail(std::string why);
  bool failMotion(const RunReport& report);
  bool prepare(std::string& fault);
  void makeMotion();
  InputValues& inputValues();
  void rebuild();
  bool feed();
  bool evaluate();
  bool evaluateRow();
  bool directionOf(std::span<const std::uint32_t> knowns, const double* seed, Direction& direction);
  bool differences(const Direction& direction, std::vector<double>& columns);
  void showColumns(bool areAll);
  void lookAt(const Variable& variable);
  void acceptRow();
  double valueOf(const Variable& variable);
  StateView state() const;
  const Workspace& workspace() const;

  Kind kind_ = Kind::coSimulation;
  Setup setup_;
  RecursiveModel model_;
  std::vector<Parameter> parameters_;  // those that are tunable, into the model
  std::vector<double> nominal_;        // their values as exported
  std::unique_ptr<Mechanism> m_;
  Trajectory trajectory_;
  VariableTable table_;
  std::vector<double> start_;   // the state to start from
  std::vector<double> inputs_;  // in SI
  std::unique_ptr<Simulation> stepping_;
  std::unique_ptr<ImplicitSimulation> implicit_;
  std::unique_ptr<Continuous> continuous_;

  bool isRunning_ = false;
  bool isChanged_ = false;    // a parameter, since the last evaluation
  bool isFed_ = true;         // the motion has the present inputs
  bool isEvaluated_ = false;  // the present state, in Model Exchange
  bool hasRow_ = false;       // of the present state
  double first_ = 0;
  long long steps_ = 0;
  double wanted_ = 0;           // first step of the implicit method
  std::vector<char> isWanted_;  // by column: an output, or somebody has looked at it
  std::vector<double> row_;
  std::vector<double> rates_;
  std::vector<double> before_;    // at the last communication point or accepted step
  MeasureMemory measuredBefore_;  // likewise
  std::string fault_;
};

}  // namespace mb::fmi
