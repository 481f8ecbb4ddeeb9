// What one evaluation by the default solver's kernel reads and writes, in any scalar that the kernel is compiled for:
// numbers that record what is done with them, for one. stages.h carries it out.
#pragma once

#include "runtime/laws/inputs/filtered.h"
#include "runtime/laws/law_frames.h"
#include "runtime/laws/signal.h"
#include "runtime/mechanism/workspace.h"
#include "runtime/solvers/embedded/closing_checks.h"
#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/layout/layout.h"

namespace mb {

template <class T>
struct EvaluationInputs {
  T time{};
  std::vector<T> y;                         // without the work
  std::vector<T> lastAngles;                // of the last accepted state
  std::vector<JetOf<T>> arriving;           // by InputIndex: before the filters
  std::map<const double*, T> parameters{};  // by the place of a number within Mechanism::model
};

template <class T>
struct EvaluationOf {
  using Truth = embedded::TruthOf<T>;
  struct alignas(4 * sizeof(T)) Cell {
    T numbers[8];
  };

  const Mechanism& m;
  embedded::Layout layout;
  embedded::MemoryOf<T, Truth> memory;  // points into the rest
  EvaluationInputs<T> inputs;           // correct() moves the positions
  std::vector<T> angles;                // that count turns
  Three<T> c;                           // the reference point
  std::vector<JetOf<T>> seen;           // by InputIndex: as laws see inputs
  std::vector<T> stateRates;            // of the laws' states
  std::vector<TyreActionOf<T>> tyres;   // by number
  std::vector<JetOf<T>> signals;
  std::vector<T> signalValue;
  std::vector<T> signalRate;
  std::vector<T> signalSecond;
  std::vector<Cell> values;
  std::vector<Cell> constants;
  std::vector<T> z_dot;
  std::vector<T> z_ddot;
  std::vector<T> tau;
  std::vector<T> change;
  T growth{};  // how much smaller the worst pivot is than it was chosen
  embedded::ClosingChecks checks;
  T open{};      // the worst of the closing equations that are chosen, with lengths divided by the size of their block
  T residual{};  // of all

  // With the independent coordinates chosen in the workspace, whose Phi_z is that of a position.
  EvaluationOf(const Mechanism& mechanism, const Workspace& chosen)
      : m(mechanism),
        layout(embedded::makeLayout(m)),
        seen(m.library.inputs.size()),
        stateRates(at(m.library.stateCount)),
        tyres(at(m.library.tyreCount)),
        signals(m.signals.size()),
        signalValue(m.signals.size()),
        signalRate(m.signals.size()),
        signalSecond(m.signals.size()),
        z_dot(at(m.vCount)),
        z_ddot(at(m.vCount)),
        tau(at(m.vCount)),
        change(at(m.vCount)) {
    makeBatches(m, chosen, layout);
    checks.set(m, chosen, layout);
    values.assign(at(layout.schedule.valueCount / 8 + 1), Cell{});
    constants.assign(layout.schedule.constants.size() / 8 + 1, Cell{});
    for (std::size_t k = 0; k < layout.schedule.constants.size(); ++k)
      constants[k / 8].numbers[k % 8] = layout.schedule.constants[k];
    memory.schedule = &layout.schedule;
    memory.constants = constants.data()->numbers;
    memory.values = values.data()->numbers;
    memory.z_dot = z_dot.data();
    memory.z_ddot = z_ddot.data();
    memory.tau = tau.data();
    memory.hasTau = !m.frictions.empty() || !m.limits.empty();
    memory.change = change.data();
    memory.signalValue = signalValue.data();
    memory.signalRate = signalRate.data();
    memory.signalSecond = signalSecond.data();
  }
  EvaluationOf(const EvaluationOf&) = delete;
  EvaluationOf& operator=(const EvaluationOf&) = delete;
};

// As seeInputs().
template <class T>
void setInputs(EvaluationOf<T>& e) {
  e.seen = e.inputs.arriving;
  e.seen.resize(e.m.library.inputs.size());
  for (std::size_t k = 0; k < e.seen.size(); ++k) {
    const CompiledInput& input = e.m.library.inputs[k];
    if (input.state < 0) continue;
    const T* const state = e.inputs.y.data() + e.m.lawStateAt() + input.state;
    e.seen[k] = filtered(input, e.seen[k].value, state[0], state[1]);
    e.stateRates[at(input.state)] = e.seen[k].rate;
    e.stateRates[at(input.state) + 1] = e.seen[k].second;
  }
}

// Functions of time with their rates.
template <class T>
void setSignals(EvaluationOf<T>& e) {
  const Mechanism& m = e.m;
  std::vector<JetOf<T>> stack(static_cast<std::size_t>(m.library.stackSize) + 1);
  for (std::size_t k = 0; k < m.signals.size(); ++k)
    e.signals[k] = valueAt(m.signals[k], m.library, e.inputs.time, e.seen, stack);
  for (std::size_t k = 0; k < m.drives.size(); ++k) {
    const Mechanism::Drive& drive = m.drives[k];
    const std::size_t integral = at(m.integralAt()) + 2 * k;
    JetOf<T>& signal = e.signals[at(drive.signal)];
    signal = prescribed(drive.derivative, signal, e.inputs.y[integral], e.inputs.y[integral + 1]);
    if (drive.length > 0) {
      e.signals[at(m.rows[at(drive.row)].signal)] =
          JetOf<T>(0.5 / drive.length) * (signal * signal) - JetOf<T>(0.5 * drive.length);
    }
  }
  for (std::size_t k = 0; k < e.signals.size(); ++k) {
    e.signalValue[k] = e.signals[k].value;
    e.signalRate[k] = e.signals[k].rate;
    e.signalSecond[k] = e.signals[k].second;
  }
}

// As Embedded::referencePoint and setGround (runtime/solvers/embedded/embedded.cpp).
template <class T>
void setGround(EvaluationOf<T>& e) {
  const Mechanism& m = e.m;
  T* const c = &e.c.x;
  if (m.referenceLink >= 0) {
    const Mechanism::Link& link = m.links[at(m.referenceLink)];
    bool travels = !link.reversed && link.motionCount >= 3;
    for (int k = 0; k < 3; ++k) c[k] = link.X_PA.p(k);
    for (int k = 0; k < 3 && travels; ++k)
      travels = m.motions[at(link.firstMotion + k)].kind == MotionKind::translation;
    for (int n = 0; n < 3 && travels; ++n) {
      const Mechanism::Motion& motion = m.motions[at(link.firstMotion + n)];
      for (int k = 0; k < 3; ++k) c[k] += e.inputs.y[at(motion.z)] * T(link.X_PA.R(k, motion.axis));
    }
  }
  T* const ground = e.memory.values + e.layout.schedule.ground.at;
  std::fill(ground, ground + embedded::kLinkSize, T(0));
  ground[embedded::kR] = ground[embedded::kR + 4] = ground[embedded::kR + 8] = 1;
  for (int k = 0; k < 3; ++k) {
    ground[embedded::kP + k] = -c[k];
    ground[embedded::kA + k] = -m.gravity(k);
  }
}

}  // namespace mb
