// Runs a mechanism: steps, projection, choice of coordinates, samples.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "formats/model/messages/codes.h"
#include "runtime/evaluation/project.h"
#include "runtime/evaluation/solver.h"
#include "runtime/simulation/methods/runge_kutta.h"
#include "runtime/simulation/saved_motion.h"

namespace mb {

struct RunOptions {
  double end = 1;
  double step = 1e-3;                  // of fixed steps; otherwise the first one
  const RungeKutta* method = nullptr;  // null: rk4
  const SolverType* solver = nullptr;  // null: the first that can solve the mechanism
  double relativeTolerance = 1e-8;     // of adaptive steps
  double absoluteTolerance = 1e-10;
  double every = 0;                 // time between samples; 0: every step. With fixed steps a multiple of the step
  std::vector<PlayedInput> inputs;  // the others keep their starts
  const std::atomic<bool>* stop =
      nullptr;  // ends the run after the current step when another thread or a signal sets it
};

inline bool isStopped(const RunOptions& options) { return options.stop && *options.stop; }

// Why a run ended early.
struct RunFailure {
  Code code = Code::internalFault;
  double time = 0;
  std::string message;
  std::string hint;
  SourceRef at;
  bool isOfStep = false;  // it says already that the step is too long
  Topic topic = Topic::none;
};

struct RunReport {
  std::string_view solver;  // that was used
  double time = 0;          // reached
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;
  long repartitions = 0;      // changes of the independent coordinates after the first choice
  long singularPassages = 0;  // evaluations at positions where the equations lose rank
  Residual drift;             // the worst after any step, including redundant rows
  double smallestStep = 0;
  double largestStep = 0;
  double wallSeconds = 0;
  double energyFirst = 0;                 // balance: kinetic + potential - work of forces and drives
  double energyWorst = 0;                 // largest departure from the first
  double energyScale = 0;                 // largest kinetic energy or change of potential: the scale of departures
  std::vector<std::string> passedLimits;  // joints whose limits without stiffness were passed
  std::vector<std::string> unresolvedFriction;  // coordinates for whose friction the steps are too long
  struct Jump {
    std::string name;  // of a drive or coupler
    SourceRef at;
    double size = 0;
  };
  std::vector<Jump> jumps;  // of functions, within a step
  std::optional<RunFailure> failure;
};

// Records an accepted step of length h that ends at `time`, with its energies, the initial potential and the balance.
// Returns false when they are not finite.
struct Energies;
bool noteStep(double time, double h, const Energies& energies, double potentialFirst, double balance,
              RunReport& report);

// The state as it is, with accelerations and forces evaluated in the workspace. Return false to stop.
using OnSample = std::function<bool(double time, StateView y, const Workspace& w)>;

// The rates of the whole state, from an evaluation in the workspace.
void stateRates(const Mechanism& m, StateView y, const Workspace& w, std::span<double> rates);

// One mechanism in motion. The constructor sizes all buffers; step() allocates nothing.
class Simulation {
 public:
  explicit Simulation(const Mechanism& mechanism, const SolverType* solver = nullptr);

  // Takes over a state that is near the closing equations: chooses coordinates, projects, evaluates. False: see
  // report().failure.
  bool start(double time, StateView y);
  // What comes from outside, for a start.
  InputValues& inputs() { return w_.forces.inputs; }
  // Sets the inputs from now on, by InputIndex and in SI. Where that changes one, the state is projected and evaluated
  // again. Takes nothing from the heap. False: see report().failure.
  bool setInputs(std::span<const double> values);
  // One step of a fixed-step method, or one accepted step of an adaptive method, not beyond `end`.
  bool step(const RungeKutta& method, double h, double end, double relativeTolerance = 1e-8,
            double absoluteTolerance = 1e-10);
  // The state within the last step of an adaptive method, projected and evaluated in `workspace`.
  bool sampleWithin(double time, std::span<double> y, Workspace& workspace);

  // The present state, and the way back to it, of this mechanism or one that differs in numbers only. False: see
  // report().failure.
  void save(SavedMotion& saved) const;
  bool restore(const SavedMotion& saved);
  // Evaluates the present state again, after something that acts from outside has changed.
  bool evaluateAgain();

  double time() const { return time_; }
  StateView state() const { return y_; }
  StateView stateBefore() const { return start_; }  // before the last step, completed or failed
  // The state in all its parts, except the factors of the closing equations. Where the solver accepted the last step on
  // its own, the stages run when somebody looks.
  const Workspace& workspace() const;
  // The choices of coordinates in force.
  const std::vector<BlockWork>& blocks() const { return w_.blocks; }
  std::span<const Jet> signals() const { return w_.signals; }  // of the state, without looking
  const RunReport& report() const { return report_; }
  RunReport& report() { return report_; }
  double nextStep() const { return nextStep_; }
  // T + V - work, which is constant.
  double energyBalance() const;

 private:
  bool accept(double time, double h);
  std::optional<Accepted> takeBySolver();
  bool acceptBySolver(double h);
  void setStage(const RungeKutta& method, int stage, double h);
  void setNext(std::span<const double> weights, double h);
  bool failNotFinite(const RungeKutta& method, double h);
  bool derivative(double time, std::span<double> y, std::span<double> rates);
  void ratesFrom(std::span<const double> y, std::span<double> rates) const { stateRates(m_, y, w_, rates); }
  bool evaluateHere();
  bool evaluated();
  bool evaluateAt(double time, std::span<double> y, Workspace& w);
  bool evaluateByStages(double time, std::span<double> y, Workspace& w);
  void place(double time, StateView y, Workspace& w);
  void move(StateView y, Workspace& w);
  bool finishEvaluation(double time, std::span<const double> y, Workspace& w);
  bool passSingular(double time, std::span<const double> y, Workspace& w);
  bool noteSingularBlocks(std::span<const double> y, const Workspace& w);
  void moveAside(double time, std::span<const double> y, double angle, Workspace& w);
  bool isAlongBranch(std::span<const double> y) const;
  double fastestOf(const Mechanism::Block& block, std::span<const double> rates) const;
  void scaleColumn(const Mechanism::Block& block, double factor);
  bool interpolateAcross(double time, std::span<const double> y, double aside, Workspace& w);
  bool project();
  bool repartition(int block);
  bool chooseBetter();
  void noteChoice(int block);
  void noteChoice();
  void noteUsualPivots();
  bool seesFullRank();
  bool findSolverFor();
  void choiceMade(std::span<const double> y);
  void repeatChoice(const SavedMotion& saved);
  bool fail(Code code, std::string message, std::string hint, const SourceRef& at = {});
  bool fail(RunFailure failure);
  bool failSingular(const Workspace& w, std::string_view how, std::string hint);
  double errorNorm(double relativeTolerance, double absoluteTolerance) const;

  const Mechanism& m_;
  const SolverType* type_;
  std::unique_ptr<Solver> solver_;
  mutable Workspace w_;
  bool isBySolver_ = false;      // the solver evaluated the present state, not the stages
  mutable bool isWhole_ = true;  // false: only what steps need is in the workspace
  std::vector<double> y_;
  std::vector<double> next_;
  std::vector<double> aside_;
  std::vector<double> meanRates_;  // velocities and accelerations where the equations lose rank
  std::vector<double> pace_;       // by block, at a loss of rank: the largest rate on its loops; 0: it keeps its rank
  std::vector<double> choice_;     // the state at which the coordinates were chosen
  std::vector<double> start_;      // of the last step, for samples within it
  std::vector<double> rates_;      // at the present state
  std::vector<double> anglesBefore_;  // that count turns, before the present state was evaluated
  std::array<std::vector<double>, 7> k_;
  double time_ = 0;
  double lastTime_ = 0;
  double lastStep_ = 0;
  double nextStep_ = 0;
  double potentialFirst_ = 0;
  bool isBesideSingular_ = false;  // judged by the pivots at the end of the last step
  RunReport report_;
};

RunReport simulate(const Mechanism& mechanism, StateView initial, const RunOptions& options, const OnSample& onSample);

}  // namespace mb
