#include "runtime/rod_ends.h"

#include <Eigen/Geometry>

#include "runtime/stages.h"

namespace mb {

RodEnds rodEnds(const Mechanism& m, const Workspace& w, const Mechanism::RodTerm& rod, std::span<const Vector6> A) {
  RodEnds ends;
  for (std::size_t e = 0; e < 2; ++e) {
    if (rod.link[e] < 0) {
      ends.p[e] = rod.point[e] - w.c;
      ends.a[e] = -m.gravity;
      continue;
    }
    const auto link = static_cast<std::size_t>(rod.link[e]);
    ends.p[e] = w.X[link] * rod.point[e];
    ends.a[e] = velocityAt(A[link], ends.p[e]) + Vector3(w.Z[link].tail<3>()).cross(velocityAt(w.Z[link], ends.p[e]));
  }
  return ends;
}

}  // namespace mb
