// Inputs: numbers from outside that laws read as input(name). A caller sets them between steps, or they follow curves.
// A filtered one passes two equal lags,
//   T^2 x'' + 2 T x' + x = u,
// the critically damped filter of second order: it arrives without overshoot and with its rate and second derivative,
// which driven coordinates need. Its x and x' are states of the laws.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "formats/model/elements/elements.h"
#include "runtime/laws/roads/curve.h"

namespace mb {

struct CompiledInput {
  std::string name;
  double start = 0;
  double lag = 0;  // T
  int state = -1;  // the first of two among the states of the laws; -1: not filtered
};
// Adds the states of filters to their count.
std::vector<CompiledInput> compileInputs(const Table<InputIndex, Input>& inputs, int& stateCount);

struct InputValues {
  std::vector<double> set;                            // by InputIndex, in SI: held until a caller changes them
  std::vector<std::shared_ptr<const Curve>> follows;  // by InputIndex: over time, instead of what is set; or null
  std::vector<Jet> now;                               // as laws see them at the present evaluation
};
InputValues makeInputValues(std::span<const CompiledInput> inputs);  // at their starts

// A table that an input follows during a run: along a curve, or, without one, each value until the next.
struct PlayedInput {
  int input = 0;  // InputIndex
  std::vector<double> time;
  std::vector<double> value;
  std::shared_ptr<const Curve> curve;
};

// Plays tables to one run. Takes nothing from the heap once it is made.
class InputPlayer {
 public:
  // Begins: inputs follow their curves, and have the first of the values that hold.
  InputPlayer(std::span<const PlayedInput> played, InputValues& values);
  // All values from a time on; later calls must not go back. Beyond its last row a table keeps the last value.
  std::span<const double> at(double time);
  double nextChange() const { return nextChange_; }  // of a value that holds; infinity after the last

 private:
  struct Held {
    const PlayedInput* table = nullptr;
    std::size_t row = 0;
  };
  std::vector<Held> held_;
  std::vector<double> values_;
  double nextChange_ = 0;
};

// What arrives at a time, before the filter. Curves keep their last value beyond their ends.
Jet arriving(const InputValues& values, std::size_t input, double time);
// Sets `now`, and the rates of the filters' states; both spans are those of all laws.
void seeInputs(std::span<const CompiledInput> inputs, double time, std::span<const double> states, InputValues& values,
               std::span<double> stateRates);
// The states of filters that have been at rest at what arrives.
void settleFilters(std::span<const CompiledInput> inputs, double time, const InputValues& values,
                   std::span<double> states);

}  // namespace mb
