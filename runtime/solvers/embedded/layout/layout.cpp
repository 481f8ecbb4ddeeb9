#include "runtime/solvers/embedded/layout/layout.h"

#include "runtime/solvers/embedded/layout/slot_builder.h"

namespace mb::embedded {

int SlotBuilder::take(int count, int width) const {
  const int first = layout.schedule.valueCount;
  layout.schedule.valueCount += (count * width + 3) / 4 * 4;
  return first;
}

int SlotBuilder::takeConstants(int count, int width) const {
  const auto first = layout.schedule.constants.size();
  layout.schedule.constants.resize(first + at((count * width + 3) / 4 * 4));
  return static_cast<int>(first);
}

std::vector<double> numbersOf(const Pose& X) {
  std::vector<double> numbers(X.R.data(), X.R.data() + 9);
  append(numbers, X.p);
  return numbers;
}

void append(std::vector<double>& numbers, const Vector3& point) {
  numbers.insert(numbers.end(), point.data(), point.data() + 3);
}

Source sourceOf(const Layout& layout, const std::vector<int>& links) {
  Source source;
  for (std::size_t l = 0; l < 4; ++l) {
    const int link = links[l < links.size() ? l : 0];
    source.place[l] = link < 0 ? layout.schedule.ground : layout.links[at(link)];
  }
  source.gather = gatherOf(source, static_cast<int>(links.size()));
  return source;
}

Gather gatherOf(const Source& source, int lanes) {
  bool isOne = true;
  bool isAligned = source.place[0].stride == 4 && source.place[0].at % 4 == 0;
  for (int l = 0; l < lanes; ++l) {
    isOne = isOne && source.place[at(l)].at == source.place[0].at;
    isAligned = isAligned && source.place[at(l)].at == source.place[0].at + l;
  }
  return isAligned ? Gather::aligned : isOne ? Gather::broadcast : Gather::scattered;
}

Layout makeLayout(const Mechanism& m) {
  Layout layout;
  layout.links.resize(m.links.size());
  layout.columns.resize(at(m.vCount));
  layout.rowAt.resize(m.rows.size(), -1);
  layout.rowStride.resize(m.rows.size(), 1);
  layout.slotOfClosing.resize(m.closings.size(), -1);
  layout.laneOfClosing.resize(m.closings.size(), 0);
  layout.rodPoints.resize(m.rods.size(), -1);
  layout.rodStride.resize(m.rods.size(), 1);
  layout.rodConstant.resize(m.rods.size(), -1);
  const SlotBuilder builder{m, layout};
  layout.schedule.ground = {builder.take(kLinkSize, 1), 1};
  layout.schedule.velocityCount = m.vCount;
  setLinkFrames(builder);
  layout.clusters = clustersOf(m);
  layout.bundles = bundlesOf(m, layout.clusters);
  for (const Bundle& bundle : layout.bundles) addLinkSlots(builder, bundle);
  for (const Bundle& bundle : layout.bundles) addClosingSlots(builder, bundle);
  for (const Bundle& bundle : layout.bundles) addRodSlots(builder, bundle);
  addSpringSlots(builder);
  addResiduals(m, layout);
  layout.batchesFrom = layout.schedule.valueCount;
  return layout;
}

}  // namespace mb::embedded
