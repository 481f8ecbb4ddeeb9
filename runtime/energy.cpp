#include "runtime/energy.h"

#include <Eigen/Geometry>

#include "runtime/stages.h"

namespace mb {
namespace {

struct RodEnds {
  std::array<Vector3, 2> p;
  std::array<Vector3, 2> v;
};

RodEnds endsOf(const Mechanism::RodTerm& rod, const Workspace& w) {
  RodEnds ends;
  for (std::size_t e = 0; e < 2; ++e) {
    const auto link = static_cast<std::size_t>(rod.link[e]);
    const bool isWorld = rod.link[e] < 0;
    ends.p[e] = isWorld ? Vector3(rod.point[e] - w.c) : w.X[link] * rod.point[e];
    ends.v[e] = isWorld ? Vector3(Vector3::Zero()) : velocityAt(w.Z[link], ends.p[e]);
  }
  return ends;
}

}  // namespace

Energies energiesOf(const Mechanism& m, const Workspace& w) {
  Energies energies;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    energies.kinetic += 0.5 * w.Z[i].dot(apply(w.inertia[i], w.Z[i]));
    energies.gravity -= m.gravity.dot(w.inertia[i].h + w.inertia[i].m * w.c);
  }
  // The squares of the rods are in the links; a uniform field acts on a rod as its inertia does.
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodEnds ends = endsOf(rod, w);
    energies.kinetic += rod.b * ends.v[0].dot(ends.v[1]);
    energies.gravity -= rod.b * m.gravity.dot(ends.p[0] + ends.p[1] + 2 * w.c);
    for (std::size_t e = 0; e < 2; ++e) {
      if (rod.link[e] < 0) energies.gravity -= (e == 0 ? rod.a : rod.c) * m.gravity.dot(ends.p[e] + w.c);
    }
  }
  energies.springs = w.jointPotential + (m.forces.forces.empty() ? 0 : w.forces.potential);
  return energies;
}

Momentum momentumOf(const Mechanism& m, const Workspace& w) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t i = 0; i < m.links.size(); ++i) sum += apply(w.inertia[i], w.Z[i]);
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodEnds ends = endsOf(rod, w);
    sum += wrenchAt(ends.p[0], rod.b * ends.v[1]) + wrenchAt(ends.p[1], rod.b * ends.v[0]);
  }
  Momentum momentum;
  momentum.linear = sum.head<3>();
  momentum.angular = Vector3(sum.tail<3>()) + w.c.cross(momentum.linear);
  return momentum;
}

}  // namespace mb
