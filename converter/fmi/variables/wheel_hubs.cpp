#include "converter/fmi/variables/wheel_hubs.h"

#include <algorithm>

namespace mb::fmi {
namespace {

// The body whose origin is nearest to the marker, of those on its link.
const Trajectory::BodyColumns* bodyAt(const LinkMarker& marker, const Trajectory& trajectory) {
  const Trajectory::BodyColumns* nearest = nullptr;
  const auto distance = [&](const Trajectory::BodyColumns& one) { return (one.body.X_LB.p - marker.X_LM.p).norm(); };
  for (const Trajectory::BodyColumns& one : trajectory.bodies) {
    if (one.accelerations || one.body.rod >= 0 || one.body.link != marker.link.value) continue;  // no probe, no rod
    if (!nearest || distance(one) < distance(*nearest)) nearest = &one;
  }
  return nearest;
}

// The columns of a body or force, by what stands behind the last dot of their names.
void addColumns(const Trajectory& trajectory, int first, std::size_t count, std::vector<WheelHub::Member>& members) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::string& name = trajectory.columns[at(first) + k].name;
    members.push_back({name.substr(name.rfind('.') + 1), first + static_cast<int>(k)});
  }
}

}  // namespace

std::vector<WheelHub> wheelHubs(const Mechanism& m, const Trajectory& trajectory) {
  constexpr std::size_t kMotion = 13;  // position, quaternion, velocity, angular velocity
  constexpr std::size_t kWrench = 6;
  std::vector<WheelHub> hubs;
  std::size_t next = 0;
  for (const Force& force : m.model.forces) {
    const auto* const tyre = std::get_if<TyreForce>(&force.law);
    if (!tyre) continue;
    const Trajectory::TyreColumns& columns = trajectory.tyres[next++];
    const LinkMarker& marker = m.model.markers[tyre->i];
    const Trajectory::BodyColumns* const body = marker.link.valid() ? bodyAt(marker, trajectory) : nullptr;
    if (!body) continue;
    WheelHub hub{force.name, {}};
    addColumns(trajectory, body->first, kMotion, hub.members);
    addColumns(trajectory, columns.first, kWrench, hub.members);
    hubs.push_back(std::move(hub));
  }
  return hubs;
}

}  // namespace mb::fmi
