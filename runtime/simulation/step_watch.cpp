#include "runtime/simulation/step_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/laws/joint_laws.h"
#include "runtime/simulation/simulate.h"

namespace mb {

StepWatch::StepWatch(const Mechanism& m, StateView y, std::span<const Jet> signals)
    : m_(m), frictions_(m.frictions.size()), signals_(signals.begin(), signals.end()) {
  for (std::size_t k = 0; k < frictions_.size(); ++k) frictions_[k].before = rateOf(y, k);
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    if (m.rows[r].signal >= 0) driven_.push_back(static_cast<int>(r));
  }
}

double StepWatch::rateOf(StateView y, std::size_t friction) const {
  return y[at(m_.velocityAt() + m_.frictions[friction].v)];
}

void StepWatch::note(double h, StateView y, std::span<const Jet> signals, RunReport& report) {
  noteFriction(y, report);
  noteJumps(h, signals, report);
}

// Detects a step that leads from inside the transition, or from its other side, over the peak of stiction and so far
// that stiction was barely felt and held nothing.
void StepWatch::noteFriction(StateView y, RunReport& report) {
  for (std::size_t k = 0; k < frictions_.size(); ++k) {
    OfFriction& own = frictions_[k];
    const Friction& law = m_.frictions[k].law;
    const double transition = transitionVelocity(law);
    const double before = std::exchange(own.before, rateOf(y, k));
    const bool comesFromRest = std::abs(before) <= transition || before * own.before < 0;
    const bool isOver = std::abs(own.before) > transition && std::abs(own.before - before) > 0.5 * transition;
    if (own.isTold || !(law.stiction > law.coulomb) || !comesFromRest || !isOver) continue;
    own.isTold = true;
    report.unresolvedFriction.push_back(coordinateName(m_, m_.frictions[k].v));
  }
}

// Detects a function that moves much farther within a step than its rates at both ends suggest.
void StepWatch::noteJumps(double h, std::span<const Jet> signals, RunReport& report) {
  constexpr double kMuchFarther = 5;
  constexpr double kNothing = 1e-6;  // m or rad: round-off of functions with large arguments
  std::erase_if(driven_, [&](int r) {
    const Mechanism::Row& row = m_.rows[at(r)];
    const Jet& before = signals_[at(row.signal)];
    const Jet& now = signals[at(row.signal)];
    const double led = h * std::max({std::abs(before.rate), std::abs(now.rate), h * std::abs(before.second),
                                     h * std::abs(now.second)});
    const double gone = std::abs(now.value - before.value);
    const bool jumps = gone > kNothing + kMuchFarther * led;
    if (jumps) report.jumps.push_back({row.name, row.at, gone});
    return jumps;
  });
  std::ranges::copy(signals, signals_.begin());
}

}  // namespace mb
