// Bodies that are recorded move as those that are observed in a workspace.
#include "runtime/recording/recorded_bodies.h"
#include "runtime/observation/observe.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/simulation/simulate.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("recorded bodies have the poses, velocities and accelerations that are observed") {
  for (const char* const sample : {"four_bar", "wishbone_corner", "satellite"}) {
    INFO(sample);
    const RecursiveModel model = convertModel(readSample(sample)).recursive;
    const Mechanism m = makeMechanism(model);
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    for (int n = 0; n < 20; ++n) REQUIRE(simulation.step(*findRungeKutta("rk4"), 1e-3, 1));
    std::vector<RecordedBody> bodies;
    for (const BodyPlace& body : movingBodies(m)) {
      if (body.rod < 0) bodies.push_back({body, true});
    }
    const Workspace& w = simulation.workspace();
    Trace trace;
    const std::vector<int> nodes = recordBodies(trace, m, w, bodies);
    std::vector<double> inputs{simulation.time()};
    inputs.insert(inputs.end(), simulation.state().begin(), simulation.state().begin() + m.workAt());
    inputs.insert(inputs.end(), w.z_ddot.begin(), w.z_ddot.end());
    const std::vector<double> values = valuesOf(trace, inputs);
    std::vector<Vector6> A;
    linkAccelerations(m, w, A);
    auto next = nodes.begin();
    const auto isNear = [&](const Vector3& theirs) {
      for (int k = 0; k < 3; ++k) CHECK(values[at(*next++)] == Approx(theirs(k)).epsilon(1e-12).margin(1e-11));
    };
    for (const RecordedBody& one : bodies) {
      const BodyMotion motion = motionOf(m, w, A, one.body);
      isNear(motion.X.p);
      Quaternion q(values[at(next[0])], values[at(next[1])], values[at(next[2])], values[at(next[3])]);
      next += 4;
      CHECK((q.toRotationMatrix() - motion.X.R).norm() <= 1e-13);
      isNear(motion.v);
      isNear(motion.w);
      isNear(motion.v_dot);
      isNear(motion.w_dot);
    }
  }
}
