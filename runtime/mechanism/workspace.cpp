#include "runtime/mechanism/workspace.h"

#include <algorithm>

namespace mb {

Workspace makeWorkspace(const Mechanism& mechanism) {
  Workspace w;
  const auto links = mechanism.links.size();
  const auto velocities = static_cast<std::size_t>(mechanism.vCount);
  const auto rows = mechanism.rows.size();
  w.X.resize(links);
  w.b.resize(velocities);
  w.X_before.resize(mechanism.motions.size());
  w.inertia.resize(links);
  w.composite.resize(links);
  w.signals.resize(mechanism.signals.size());
  w.jetStack.resize(static_cast<std::size_t>(mechanism.library.stackSize));
  w.X_F.resize(mechanism.closings.size());
  w.X_M.resize(mechanism.closings.size());
  w.Phi.resize(rows);
  w.gradient.resize(rows);
  w.gamma.resize(rows);
  for (const Mechanism::Block& block : mechanism.blocks) {
    BlockWork work;
    const auto r = static_cast<std::size_t>(block.rowCount);
    const auto c = static_cast<std::size_t>(block.columnCount);
    const std::size_t least = std::min(r, c);
    work.partition.rows.resize(r);
    work.partition.columns.resize(c);
    work.former = work.partition;
    work.J.resize(r * c);
    work.lu.resize(r * c);
    work.exchange.resize(least);
    work.R.resize(least * c);
    work.x.resize(r + c);
    w.blocks.push_back(std::move(work));
  }
  w.independent.reserve(velocities);
  w.placeInBlock.resize(velocities);
  w.isDependent.resize(velocities);
  w.z_dot.resize(velocities);
  w.Z.resize(links);
  w.A_bias.resize(links);
  w.z_ddot.resize(velocities);
  w.markers.resize(static_cast<std::size_t>(mechanism.model.markers.size()));
  w.coordinates.resize(mechanism.coordinates.size());
  w.forces = makeResults(mechanism.forces, mechanism.library);
  w.wrench.resize(links);
  w.tau.resize(velocities);
  w.Q.resize(velocities);
  w.carried.resize(links);
  w.rhs.resize(velocities);
  w.column.resize(velocities);
  return w;
}

}  // namespace mb
