// Slots of links: their frames, their constants and the elementary motions of their joints.
#include <algorithm>

#include "runtime/solvers/embedded/layout/slot_builder.h"

namespace mb::embedded {
namespace {

bool isHinge(const Mechanism& m, int link) {
  const Mechanism::Link& source = m.links[at(link)];
  return source.motionCount == 1 && m.motions[at(source.firstMotion)].kind == MotionKind::rotation;
}

// Permutes a hinge's axes so that its axis is z. For a reversed joint z is opposite, since turning back about an axis
// is turning about its opposite.
Pose turned(const Mechanism& m, int link) {
  Pose C;
  if (!isHinge(m, link)) return C;
  const int a = m.motions[at(m.links[at(link)].firstMotion)].axis;
  const bool isReversed = m.links[at(link)].reversed;
  C.R.setZero();
  C.R(a, 2) = isReversed ? -1 : 1;
  C.R((a + (isReversed ? 2 : 1)) % 3, 0) = 1;
  C.R((a + (isReversed ? 1 : 2)) % 3, 1) = 1;
  return C;
}

// In the order of LinkConstant.
std::vector<double> linkConstants(const SlotBuilder& builder, int link) {
  const Mechanism::Link& source = builder.m.links[at(link)];
  const Pose& T = builder.layout.T[at(link)];
  std::vector<double> numbers = numbersOf(builder.frameOn(source.parent, source.X_PA) * turned(builder.m, link));
  const auto masses = massConstants<double>(T, {source.mass, source.com, source.inertia});
  numbers.insert(numbers.end(), masses.begin(), masses.end());
  return numbers;
}

// Adds the elementary motions of the joints, from parent to link.
void addJointMotions(const SlotBuilder& builder, const std::vector<int>& links, const LinkSlot& slot) {
  const Mechanism& m = builder.m;
  const Mechanism::Link& first = m.links[at(links[0])];
  for (int k = 0; k < first.motionCount; ++k) {
    const int number = first.reversed ? first.motionCount - 1 - k : k;
    const auto ofLane = [&](int l) -> const Mechanism::Motion& {
      return m.motions[at(m.links[at(links[at(l < slot.lanes ? l : 0)])].firstMotion + number)];
    };
    const Mechanism::Motion& source = ofLane(0);
    JointMotion motion;
    motion.kind = source.kind;
    motion.axis = source.axis;
    motion.isInverse = first.reversed;
    motion.column = source.v - first.v;
    for (int l = 0; l < 4; ++l) motion.z[at(l)] = ofLane(l).z;
    if (source.kind == MotionKind::offset || source.kind == MotionKind::screw) {
      motion.constant = builder.takeConstants(1, slot.width);
      builder.setConstants(motion.constant, slot.width, slot.lanes,
                           [&](int l) { return std::vector<double>{ofLane(l).constant}; });
    }
    if (source.kind == MotionKind::bend) motion.frame = builder.take(12, slot.width);
    builder.schedule().jointMotions.push_back(motion);
  }
}

void addLinkSlot(const SlotBuilder& builder, const std::vector<int>& links, int width) {
  const Mechanism& m = builder.m;
  Layout& layout = builder.layout;
  const Mechanism::Link& first = m.links[at(links[0])];
  LinkSlot slot;
  slot.width = width;
  slot.lanes = static_cast<int>(links.size());
  slot.at = builder.take(kLinkSize, width);
  slot.columnCount = first.vCount;
  slot.columns = builder.take(kColumnSize * first.vCount, width);
  slot.isHinge = isHinge(m, links[0]);
  slot.hasMass = false;
  slot.firstMotion = static_cast<int>(layout.schedule.jointMotions.size());
  slot.motionCount = first.motionCount;
  std::vector<int> parents;
  for (int l = 0; l < slot.lanes; ++l) {
    const int link = links[at(l)];
    const Mechanism::Link& source = m.links[at(link)];
    layout.links[at(link)] = {slot.at + l, width};
    for (int v = 0; v < source.vCount; ++v)
      layout.columns[at(source.v + v)] = slot.columns + kColumnSize * v * width + l;
    parents.push_back(source.parent);
    slot.hasMass = slot.hasMass || source.mass > 0 || !source.inertia.isZero(0);
  }
  slot.parent = sourceOf(layout, parents);
  slot.isOnGround = std::all_of(parents.begin(), parents.end(), [](int parent) { return parent < 0; });
  for (int l = 0; l < 4; ++l) slot.v[at(l)] = m.links[at(links[at(l < slot.lanes ? l : 0)])].v;
  slot.constants = builder.takeConstants(kLinkConstants, width);
  builder.setConstants(slot.constants, width, slot.lanes, [&](int l) { return linkConstants(builder, links[at(l)]); });
  addJointMotions(builder, links, slot);
  layout.schedule.links.push_back(slot);
}

}  // namespace

// A link's frame in the schedule is its joint's, which saves a product of poses.
void setLinkFrames(const SlotBuilder& builder) {
  const Mechanism& m = builder.m;
  for (int k = 0; k < static_cast<int>(m.links.size()); ++k)
    builder.layout.T.push_back(inverse(turned(m, k)) * m.links[at(k)].X_BL);
}

void addLinkSlots(const SlotBuilder& builder, const Bundle& bundle) {
  const std::vector<Cluster>& clusters = builder.layout.clusters;
  const Cluster& first = clusters[at(bundle.clusters[0])];
  if (bundle.isAcross()) {
    for (const std::vector<int>& links : linkSlots(builder.m, first)) addLinkSlot(builder, links, 4);
    return;
  }
  for (std::size_t k = 0; k < first.links.size(); ++k) {
    std::vector<int> links;
    for (const int cluster : bundle.clusters) links.push_back(clusters[at(cluster)].links[k]);
    addLinkSlot(builder, links, bundle.stride);
  }
}

}  // namespace mb::embedded
