// Runs a stiff mechanism: Bae's generalised recursive implicit method [Pan Eq. 5] with backward differentiation
// formulas of order 1 to 5 and variable steps.
#pragma once

#include "runtime/implicit/differences.h"
#include "runtime/implicit/newton_system.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// Has the interface of Simulation. The constructor sizes all buffers; step() allocates nothing.
class ImplicitSimulation {
 public:
  explicit ImplicitSimulation(const Mechanism& mechanism);

  // Takes over a state that is near the closing equations. False: see report().failure.
  bool start(double time, StateView y);
  // What comes from outside, for a start.
  InputValues& inputs() { return beginning_.inputs(); }
  // As in Simulation. Where it changes one, the formulas begin at order 1 again, because the motion has a corner.
  bool setInputs(std::span<const double> values);
  // One accepted step of about h, not beyond `end`. Pass nextStep() as h to let the method choose.
  bool step(double h, double end, double relativeTolerance = 1e-6, double absoluteTolerance = 1e-8);
  // Fixes the order for real time: steps then have the given h, and the order rises from 1 at the first step. The error
  // of the first step is of order 2, so a higher order gains nothing. 0: order and step follow the error.
  void hold(int order) { held_ = order; }
  // The state within the last step, projected and evaluated in `workspace`.
  bool sampleWithin(double time, std::span<double> y, Workspace& workspace);

  double time() const { return time_; }
  StateView state() const { return y_; }
  const Workspace& workspace() const { return w_; }
  const RunReport& report() const { return report_; }
  RunReport& report() { return report_; }
  double nextStep() const { return differences_.step(); }
  int order() const { return differences_.order(); }
  double energyBalance() const;

 private:
  enum class Outcome { converged, slow, lost };
  Outcome iterate(const Formula& formula, double relativeTolerance);
  bool solve(const Formula& formula, double relativeTolerance);
  bool accept(const Formula& formula, double h, double time);
  bool evaluateHere();
  void chooseWhereDegraded();
  void setScale(StateView y, double relativeTolerance, double absoluteTolerance);
  double norm(std::span<const double> values, double factor) const;
  double errorOf() const;
  void chooseNext(double error);
  void ratesInto(std::span<double> rates) const;
  bool fail(Code code, std::string message, std::string hint, const SourceRef& at = {});
  bool fail(RunFailure failure);

  const Mechanism& m_;
  Simulation beginning_;  // which performs the start
  Workspace w_;
  NewtonSystem newton_;
  Differences differences_;
  std::vector<double> y_;
  std::vector<double> next_;
  std::vector<double> predicted_;
  std::vector<double> history_;
  std::vector<double> scale_;  // error that counts as 1, by component
  double time_ = 0;
  double potentialFirst_ = 0;
  double matrixC_ = 0;  // of the factored matrix; 0: none
  double rate_ = 0;     // of convergence in the last step
  int iterations_ = 0;  // of the last step
  int held_ = 0;
  bool isFirst_ = true;
  RunReport report_;
};

// Steps follow the tolerances, samples the polynomial of the formulas. The first step is RunOptions::step.
RunReport simulateImplicit(const Mechanism& mechanism, StateView initial, const RunOptions& options,
                           const OnSample& onSample);

}  // namespace mb
