#include "runtime/evaluation/rod_ends.h"

#include <Eigen/Geometry>

#include "runtime/evaluation/stages.h"

namespace mb {

RodPoints rodPoints(const Workspace& w, const Mechanism::RodTerm& rod) {
  RodPoints p;
  for (std::size_t e = 0; e < 2; ++e) {
    p[e] = rod.link[e] >= 0 ? w.X[at(rod.link[e])] * rod.point[e] : Vector3(rod.point[e] - w.c);
  }
  return p;
}

RodEnds rodEnds(const Mechanism& m, const Workspace& w, const Mechanism::RodTerm& rod, std::span<const Vector6> A) {
  RodEnds ends;
  ends.p = rodPoints(w, rod);
  for (std::size_t e = 0; e < 2; ++e) {
    if (rod.link[e] < 0) {
      ends.a[e] = -m.gravity;
      continue;
    }
    const std::size_t link = at(rod.link[e]);
    ends.a[e] = velocityAt(A[link], ends.p[e]) + Vector3(w.Z[link].tail<3>()).cross(velocityAt(w.Z[link], ends.p[e]));
  }
  return ends;
}

void addRodForces(const Mechanism::RodTerm& rod, const RodEnds& ends, std::span<Vector6> forces) {
  for (std::size_t e = 0; e < 2; ++e) {
    if (rod.link[e] >= 0) forces[at(rod.link[e])] += wrenchAt(ends.p[e], rod.b * ends.a[1 - e]);
  }
}

}  // namespace mb
