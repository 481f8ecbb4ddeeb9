// Directional derivatives of a machine in Model Exchange.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/fmi/machine/machine.h"

namespace mb::fmi {
namespace {

// The cube root of the round-off: the best step of a central difference.
constexpr double kDifference = 6e-6;

double largestOf(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

}  // namespace

bool Machine::directionOf(std::span<const std::uint32_t> knowns, const double* seed, Direction& direction) {
  direction.y.assign(at(m_->workAt()), 0.0);
  for (const std::uint32_t number : knowns) {
    const Variable& one = table_.all[number];
    if (!one.isState)
      return fail(fmt::format("'{}' is no state: derivatives are provided along states only", one.name));
    direction.y[at(one.index)] += *seed++ * one.perUnit;
  }
  return true;
}

bool Machine::derivatives(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                          const double* seed, double* sensitivity) {
  Direction direction;
  if (!directionOf(knowns, seed, direction)) return false;
  const auto isColumn = [&](std::uint32_t number) { return table_.all[number].source == Source::column; };
  for (const std::uint32_t number : unknowns) {
    const Variable& one = table_.all[number];
    if (!isColumn(number) && one.source != Source::state && one.source != Source::rate)
      return fail(fmt::format("'{}' does not follow from the states", one.name));
    lookAt(one);
  }
  if (!evaluate()) return false;
  DirectionalDerivative along;
  if (!continuous_->along(direction, along)) return fail(continuous_->fault());
  direction.y = along.y;
  std::vector<double> columns;
  if (std::ranges::any_of(unknowns, isColumn) && !differences(direction, columns)) return false;
  for (const std::uint32_t number : unknowns) {
    const Variable& one = table_.all[number];
    const std::size_t index = at(one.index);
    *sensitivity++ = one.source == Source::rate ? along.rates[index]
                                                : (isColumn(number) ? columns[index] : along.y[index]) / one.perUnit;
  }
  return true;
}

// Of the columns, which are calculated by what looks at a state: central differences, whose error is about 1e-9 of what
// changes.
bool Machine::differences(const Direction& direction, std::vector<double>& columns) {
  const double largest = largestOf(direction.y);
  columns.assign(row_.size(), 0.0);
  if (!(largest > 0)) return true;
  SavedMotion saved;
  continuous_->save(saved, isEvaluated_);
  const std::vector<double> y(state().begin(), state().end());
  const double h = kDifference * std::max(1.0, largestOf(StateView(y).first(direction.y.size()))) / largest;
  bool isDone = true;
  for (const double side : {h, -h}) {
    const std::span<double> there = continuous_->state();
    for (std::size_t k = 0; k < direction.y.size(); ++k) there[k] = y[k] + side * direction.y[k];
    isEvaluated_ = hasRow_ = false;
    isDone = isDone && evaluateRow();
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k] += row_[k] / (2 * side);
  }
  hasRow_ = false;
  isEvaluated_ = continuous_->restore(saved);
  return isDone && (isEvaluated_ || fail(continuous_->fault()));
}

}  // namespace mb::fmi
