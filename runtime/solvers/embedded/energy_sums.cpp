#include "runtime/solvers/embedded/energy_sums.h"

namespace mb::embedded {

EnergySums::EnergySums(const Mechanism& m, const Layout& layout) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    if (!(m.links[i].mass > 0) && m.links[i].inertia.isZero(0)) continue;  // their slots may have none
    const Place link = layout.links[i];
    places_.push_back({link.at + kAlpha * link.stride, link.stride});
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const Mechanism::RodTerm& rod = m.rods[k];
    if (layout.rodPoints[k] >= 0)
      places_.push_back({layout.rodPoints[k] + 6 * layout.rodStride[k], layout.rodStride[k]});
    for (std::size_t e = 0; e < 2; ++e) {
      if (rod.link[e] < 0) onGround_ -= (e == 0 ? rod.a : rod.c) * m.gravity.dot(rod.point[e]);
    }
  }
}

void EnergySums::add(const double* values, Accepted& accepted) const {
  for (const Place& place : places_) {
    accepted.kinetic += values[place.at];
    accepted.gravity += values[place.at + place.stride];
  }
  accepted.gravity += onGround_;
}

}  // namespace mb::embedded
