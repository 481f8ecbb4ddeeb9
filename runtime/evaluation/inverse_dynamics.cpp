#include "runtime/evaluation/inverse_dynamics.h"

#include <Eigen/Geometry>

#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"

namespace mb {
void missingForces(const Mechanism& m, const Workspace& w, std::span<Vector6> scratch, std::span<double> missing) {
  // Root to leaves: accelerations. Rods need those of both ends before forces overwrite them.
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    Vector6 A = w.A_bias[i];
    if (link.parent >= 0) A += scratch[at(link.parent)] - w.A_bias[at(link.parent)];
    for (int v = link.v; v < link.v + link.vCount; ++v) A += w.z_ddot[at(v)] * w.b[at(v)];
    scratch[i] = A;
  }
  for (int v = 0; v < m.vCount; ++v) missing[at(v)] = -w.tau[at(v)];
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodEnds ends = rodEnds(m, w, rod, scratch);
    for (std::size_t e = 0; e < 2; ++e) {
      const Vector6 wrench = wrenchAt(ends.p[e], rod.b * ends.a[1 - e]);
      for (int i = rod.link[e]; i >= 0; i = m.links[at(i)].parent) {
        for (int v = m.links[at(i)].v; v < m.links[at(i)].v + m.links[at(i)].vCount; ++v)
          missing[at(v)] += w.b[at(v)].dot(wrench);
      }
    }
  }
  // Leaves to root: forces.
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    scratch[i] = neededForce(w.inertia[i], w.Z[i], scratch[i]) - w.wrench[i];
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int v = link.v; v < link.v + link.vCount; ++v) missing[at(v)] += w.b[at(v)].dot(scratch[i]);
    if (link.parent >= 0) scratch[at(link.parent)] += scratch[i];
  }
}

}  // namespace mb
