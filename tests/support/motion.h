// Runs models in tests and gives access to their bodies by name.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "runtime/observation/observe.h"
#include "runtime/simulation/simulate.h"
#include "tests/support/samples.h"

namespace mb::testing {

inline Mechanism mechanismOf(const CartesianModel& model) { return makeMechanism(convertModel(model).recursive); }
inline Mechanism mechanismOf(const std::string& sample) { return mechanismOf(readSample(sample)); }

using Motions = std::map<std::string, BodyMotion>;

inline Motions motionsOf(const Mechanism& mechanism, const Workspace& w) {
  std::vector<Vector6> A;
  linkAccelerations(mechanism, w, A);
  Motions motions;
  for (const BodyPlace& body : movingBodies(mechanism)) motions[body.name] = motionOf(mechanism, w, A, body);
  return motions;
}

// Body motions at the end of a run with fixed steps, including accelerations. With 0 steps: at the start.
inline Motions motionsAfter(const RecursiveModel& model, double end, int steps) {
  const Mechanism mechanism = makeMechanism(model);
  Simulation simulation(mechanism);
  bool alive = simulation.start(0, initialState(mechanism));
  for (int k = 1; alive && k <= steps; ++k) {
    alive = simulation.step(*findRungeKutta("rk4"), end / steps, end * k / steps);
  }
  if (!alive) throw std::runtime_error(simulation.report().failure->message);
  return motionsOf(mechanism, simulation.workspace());
}

// The largest difference of positions, velocities and accelerations of the bodies that both have, relative to the
// largest of each kind; bodies named in `except` are ignored.
inline double difference(const Motions& a, const Motions& b, const std::vector<std::string>& except = {}) {
  double worst = 0;
  const std::vector<std::function<Vector3(const BodyMotion&)>> kinds{
      [](const BodyMotion& m) { return m.X.p; },
      [](const BodyMotion& m) { return Vector3(m.X.R.col(0)); },
      [](const BodyMotion& m) { return Vector3(m.X.R.col(1)); },
      [](const BodyMotion& m) { return m.v; },
      [](const BodyMotion& m) { return m.w; },
      [](const BodyMotion& m) { return m.v_dot; },
      [](const BodyMotion& m) { return m.w_dot; }};
  for (const auto& kind : kinds) {
    double scale = 1e-3;
    double error = 0;
    for (const auto& [name, motion] : a) {
      const auto found = b.find(name);
      if (found == b.end() || std::count(except.begin(), except.end(), name) > 0) continue;
      scale = std::max(scale, kind(motion).norm());
      error = std::max(error, (kind(motion) - kind(found->second)).norm());
    }
    worst = std::max(worst, error / scale);
  }
  return worst;
}

}  // namespace mb::testing
