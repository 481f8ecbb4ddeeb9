#include "runtime/solvers/embedded/layout/cluster_shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace mb::embedded {
namespace {

// The place of a link in the cluster. -1: its base; -2: the ground.
int placeIn(const Cluster& cluster, int link) {
  const auto found = std::lower_bound(cluster.links.begin(), cluster.links.end(), link);
  if (found != cluster.links.end() && *found == link) return static_cast<int>(found - cluster.links.begin());
  return link < 0 ? -2 : -1;
}

// One row of a block: its closing, its kind, and the coordinates that it names.
std::string rowShape(const Mechanism& m, const Cluster& cluster, const Mechanism::Row& row) {
  const auto closing = std::find(cluster.closings.begin(), cluster.closings.end(), row.closing);
  std::string shape =
      fmt::format(" {}.{}{}", row.closing < 0 ? -1 : static_cast<int>(closing - cluster.closings.begin()),
                  static_cast<int>(row.kind), row.signal >= 0 ? "s" : "");
  for (int t = 0; t < row.termCount; ++t) {
    const Mechanism::Term& term = m.terms[at(row.firstTerm + t)];
    const int link = m.linkOfVelocity[at(term.v)];
    shape += fmt::format(" {}+{}*{}", placeIn(cluster, link), term.v - m.links[at(link)].v, term.factor);
  }
  return shape;
}

}  // namespace

std::string motionShape(const Mechanism& m, int link) {
  const Mechanism::Link& source = m.links[at(link)];
  std::string shape = source.reversed ? "r" : "f";
  shape += source.mass > 0 || !source.inertia.isZero(0) ? "m" : "0";
  for (int k = 0; k < source.motionCount; ++k) {
    const Mechanism::Motion& motion = m.motions[at(source.firstMotion + k)];
    // link_slots.cpp makes z the axis of a single hinge.
    const bool isHinge = source.motionCount == 1 && motion.kind == MotionKind::rotation;
    shape += fmt::format(" {}{}", static_cast<int>(motion.kind), isHinge ? 2 : motion.axis);
  }
  return shape;
}

std::string rowsShape(const Mechanism& m, int closing) {
  std::string shape;
  for (const Mechanism::Row& row : m.rows) {
    if (row.closing == closing) shape += fmt::format(" {}.{}.{}", static_cast<int>(row.kind), row.a, row.b);
  }
  return shape;
}

std::string clusterShape(const Mechanism& m, const Cluster& cluster) {
  std::string shape = fmt::format("{} {}", cluster.level, cluster.base < 0 ? "ground" : "link");
  for (const int link : cluster.links)
    shape += fmt::format("|{} {}", placeIn(cluster, m.links[at(link)].parent), motionShape(m, link));
  for (const int closing : cluster.closings) {
    const Mechanism::Closing& source = m.closings[at(closing)];
    shape += fmt::format("|c {} {}{}", placeIn(cluster, source.linkF), placeIn(cluster, source.linkM),
                         rowsShape(m, closing));
  }
  for (const int block : cluster.blocks) {
    shape += "|b";
    for (int r = 0; r < m.blocks[at(block)].rowCount; ++r)
      shape += rowShape(m, cluster, m.rows[at(m.blocks[at(block)].firstRow + r)]);
  }
  for (const int rod : cluster.rods)
    shape +=
        fmt::format("|r {} {}", placeIn(cluster, m.rods[at(rod)].link[0]), placeIn(cluster, m.rods[at(rod)].link[1]));
  return shape;
}

}  // namespace mb::embedded
