#include "runtime/recording/recorded_bodies.h"

#include "formats/model/tracing/traced.h"
#include "runtime/scalars/bodies.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {

std::vector<int> recordBodies(Trace& trace, const Mechanism& m, const Workspace& w,
                              std::span<const RecordedBody> bodies) {
  const Recording recording(trace);
  EvaluationInputs<Traced> inputs;
  std::vector<Traced> z_ddot;
  int next = 0;
  inputs.time = Traced::of(trace.input(next++));
  for (int k = 0; k < m.workAt(); ++k) inputs.y.push_back(Traced::of(trace.input(next++)));
  for (int v = 0; v < m.vCount; ++v) z_ddot.push_back(Traced::of(trace.input(next++)));
  inputs.lastAngles.resize(at(m.library.angleCount));
  inputs.arriving.resize(m.library.inputs.size());  // positions do not depend on them
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, std::move(inputs));
  moveLinks(evaluation);
  const std::vector<TwistOf<Traced>> A = linkAccelerations(evaluation, z_ddot);
  std::vector<int> nodes;
  const auto add = [&](const Three<Traced>& a) {
    for (const Traced part : {a.x, a.y, a.z}) nodes.push_back(part.node);
  };
  for (const RecordedBody& one : bodies) {
    const BodyMotionOf<Traced> motion = motionOf(evaluation, A, one.body);
    add(motion.p);
    for (const Traced part : quaternionOf(motion.R)) nodes.push_back(part.node);
    add(motion.v);
    add(motion.w);
    if (!one.hasAcceleration) continue;
    add(motion.v_dot);
    add(motion.w_dot);
  }
  return nodes;
}

}  // namespace mb
