// Slots of closings, of removed rods and of linear springs.
#include <algorithm>

#include "runtime/solvers/embedded/layout/slot_builder.h"

namespace mb::embedded {
namespace {

// Closings of one slot have the same rows in the same order, so their n-th rows share a place.
void placeRows(const SlotBuilder& builder, const std::vector<int>& closings, int width) {
  const Mechanism& m = builder.m;
  std::vector<std::vector<int>> rows(closings.size());
  for (int r = 0; r < static_cast<int>(m.rows.size()); ++r) {
    for (std::size_t l = 0; l < closings.size(); ++l) {
      if (m.rows[at(r)].closing == closings[l]) rows[l].push_back(r);
    }
  }
  for (std::size_t n = 0; n < rows[0].size(); ++n) {
    const int place = builder.take(7, width);
    for (std::size_t l = 0; l < closings.size(); ++l) {
      builder.layout.rowAt[at(rows[l][n])] = place + static_cast<int>(l);
      builder.layout.rowStride[at(rows[l][n])] = width;
    }
  }
}

void addClosingSlot(const SlotBuilder& builder, const std::vector<int>& closings, int width) {
  const Mechanism& m = builder.m;
  Layout& layout = builder.layout;
  ClosingSlot slot;
  slot.width = width;
  slot.lanes = static_cast<int>(closings.size());
  std::vector<int> linksF;
  std::vector<int> linksM;
  for (const int closing : closings) {
    linksF.push_back(m.closings[at(closing)].linkF);
    linksM.push_back(m.closings[at(closing)].linkM);
    layout.slotOfClosing[at(closing)] = static_cast<int>(layout.schedule.closings.size());
    layout.laneOfClosing[at(closing)] = static_cast<int>(linksF.size()) - 1;
  }
  slot.F = sourceOf(layout, linksF);
  slot.M = sourceOf(layout, linksM);
  slot.at = builder.take(24, width);
  slot.constants = builder.takeConstants(24, width);
  builder.setConstants(slot.constants, width, slot.lanes, [&](int l) {
    const Mechanism::Closing& closing = m.closings[at(closings[at(l)])];
    std::vector<double> numbers = numbersOf(builder.frameOn(closing.linkF, closing.X_LF));
    for (const double n : numbersOf(builder.frameOn(closing.linkM, closing.X_LM))) numbers.push_back(n);
    return numbers;
  });
  placeRows(builder, closings, width);
  layout.schedule.closings.push_back(slot);
}

void addRodSlot(const SlotBuilder& builder, const std::vector<int>& rods, int width) {
  const Mechanism& m = builder.m;
  Layout& layout = builder.layout;
  RodSlot slot;
  slot.width = width;
  slot.lanes = static_cast<int>(rods.size());
  slot.at = builder.take(8, width);
  slot.constants = builder.takeConstants(7, width);
  for (std::size_t e = 0; e < 2; ++e) {
    std::vector<int> links;
    for (const int rod : rods) links.push_back(m.rods[at(rod)].link[e]);
    slot.end[e] = sourceOf(layout, links);
    slot.isGround[e] = links[0] < 0;
  }
  for (std::size_t l = 0; l < rods.size(); ++l) {
    layout.rodPoints[at(rods[l])] = slot.at + static_cast<int>(l);
    layout.rodStride[at(rods[l])] = width;
    layout.rodConstant[at(rods[l])] = slot.constants + 6 * width + static_cast<int>(l);
  }
  builder.setConstants(slot.constants, width, slot.lanes, [&](int l) {
    const Mechanism::RodTerm& rod = m.rods[at(rods[at(l)])];
    std::vector<double> numbers;
    for (std::size_t e = 0; e < 2; ++e)
      append(numbers, builder.frameOn(rod.link[e], {Matrix3::Identity(), rod.point[e]}).p);
    numbers.push_back(rod.b);
    return numbers;
  });
  layout.schedule.rods.push_back(slot);
}

void addSpringSlot(const SlotBuilder& builder, std::span<const Tsda* const> springs) {
  const Mechanism& m = builder.m;
  SpringSlot slot;
  slot.lanes = static_cast<int>(springs.size());
  slot.constants = builder.takeConstants(10, 4);
  const auto linkOf = [&](MarkerIndex marker) {
    const LinkIndex link = m.model.markers[marker].link;
    return link.valid() ? link.value : -1;
  };
  for (std::size_t e = 0; e < 2; ++e) {
    std::vector<int> links;
    for (std::size_t l = 0; l < springs.size(); ++l) {
      links.push_back(linkOf(e == 0 ? springs[l]->i : springs[l]->j));
      slot.isGround[e][l] = links[l] < 0;
      slot.touchesGround[e] = slot.touchesGround[e] || links[l] < 0;
    }
    slot.end[e] = sourceOf(builder.layout, links);
  }
  builder.setConstants(slot.constants, 4, slot.lanes, [&](int l) {
    const Tsda& law = *springs[at(l)];
    std::vector<double> numbers;
    for (const MarkerIndex marker : {law.i, law.j})
      append(numbers, builder.frameOn(linkOf(marker), m.model.markers[marker].X_LM).p);
    for (const double n : {law.stiffness, law.damping, law.length, law.preload}) numbers.push_back(n);
    return numbers;
  });
  builder.schedule().springs.push_back(slot);
}

}  // namespace

void addClosingSlots(const SlotBuilder& builder, const Bundle& bundle) {
  const std::vector<Cluster>& clusters = builder.layout.clusters;
  const Cluster& first = clusters[at(bundle.clusters[0])];
  if (bundle.isAcross()) {
    for (const std::vector<int>& closings : closingSlots(builder.m, first)) addClosingSlot(builder, closings, 4);
    return;
  }
  for (std::size_t k = 0; k < first.closings.size(); ++k) {
    std::vector<int> closings;
    for (const int cluster : bundle.clusters) closings.push_back(clusters[at(cluster)].closings[k]);
    addClosingSlot(builder, closings, bundle.stride);
  }
}

void addRodSlots(const SlotBuilder& builder, const Bundle& bundle) {
  const std::vector<Cluster>& clusters = builder.layout.clusters;
  for (std::size_t k = 0; k < clusters[at(bundle.clusters[0])].rods.size(); ++k) {
    std::vector<int> rods;
    for (const int cluster : bundle.clusters) rods.push_back(clusters[at(cluster)].rods[k]);
    addRodSlot(builder, rods, bundle.stride);
  }
}

void addSpringSlots(const SlotBuilder& builder) {
  std::vector<const Tsda*> springs;
  for (const CompiledForce& force : builder.m.forces.forces) {
    const auto* const tsda = std::get_if<Compiled<Tsda>>(&force);
    const bool isLinear = tsda && !tsda->function && !tsda->law.spring.valid() && !tsda->law.damper.valid();
    builder.layout.isSpring.push_back(isLinear ? 1 : 0);
    if (isLinear) springs.push_back(&tsda->law);
  }
  for (std::size_t k = 0; k < springs.size(); k += 4)
    addSpringSlot(builder, std::span(springs).subspan(k, std::min<std::size_t>(4, springs.size() - k)));
}

}  // namespace mb::embedded
