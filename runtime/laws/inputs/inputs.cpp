#include "runtime/laws/inputs/inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/laws/inputs/filtered.h"

namespace mb {

std::vector<CompiledInput> compileInputs(const Table<InputIndex, Input>& inputs, int& stateCount) {
  std::vector<CompiledInput> compiled;
  for (const Input& input : inputs) {
    compiled.push_back({input.name, input.start, input.filter, input.filter > 0 ? stateCount : -1});
    if (input.filter > 0) stateCount += 2;
  }
  return compiled;
}

InputValues makeInputValues(std::span<const CompiledInput> inputs) {
  InputValues values;
  for (const CompiledInput& input : inputs) {
    values.set.push_back(input.start);
    values.now.emplace_back(input.start);
  }
  values.follows.resize(inputs.size());
  return values;
}

InputPlayer::InputPlayer(std::span<const PlayedInput> played, InputValues& values) {
  for (const PlayedInput& one : played) {
    const auto input = static_cast<std::size_t>(one.input);
    values.follows[input] = one.curve;
    values.set[input] = one.value.front();
    if (!one.curve) held_.push_back({&one, 0});
  }
  values_ = values.set;
  at(0);
  values.set = values_;
}

std::span<const double> InputPlayer::at(double time) {
  // A step that ends at a row's time may miss it by round-off.
  const double reached = time + 1e-9 * std::max(1.0, std::abs(time));
  nextChange_ = std::numeric_limits<double>::infinity();
  for (Held& held : held_) {
    const std::vector<double>& times = held.table->time;
    while (held.row + 1 < times.size() && times[held.row + 1] <= reached) ++held.row;
    values_[static_cast<std::size_t>(held.table->input)] = held.table->value[held.row];
    if (held.row + 1 < times.size()) nextChange_ = std::min(nextChange_, times[held.row + 1]);
  }
  return values_;
}

Jet arriving(const InputValues& values, std::size_t input, double time) {
  const Curve* const curve = values.follows[input].get();
  if (!curve) return values.set[input];
  if (time <= curve->x.front()) return valueOf(*curve, curve->x.front());
  if (time >= curve->x.back()) return valueOf(*curve, curve->x.back());
  return valueOf(*curve, Jet::time(time));
}

void seeInputs(std::span<const CompiledInput> inputs, double time, std::span<const double> states, InputValues& values,
               std::span<double> stateRates) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const CompiledInput& input = inputs[k];
    Jet& now = values.now[k];
    now = arriving(values, k, time);
    if (input.state < 0) continue;
    const auto state = static_cast<std::size_t>(input.state);
    now = filtered(input, now.value, states[state], states[state + 1]);
    stateRates[state] = now.rate;
    stateRates[state + 1] = now.second;
  }
}

void settleFilters(std::span<const CompiledInput> inputs, double time, const InputValues& values,
                   std::span<double> states) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (inputs[k].state < 0) continue;
    const auto state = static_cast<std::size_t>(inputs[k].state);
    states[state] = arriving(values, k, time).value;
    states[state + 1] = 0;
  }
}

}  // namespace mb
