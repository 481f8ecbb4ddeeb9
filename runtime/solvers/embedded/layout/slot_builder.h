// Shared by the functions that make slots: room for numbers and constants, and the links' frames.
#pragma once

#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

struct SlotBuilder {
  const Mechanism& m;
  Layout& layout;

  Schedule& schedule() const { return layout.schedule; }
  // Reserves `count` numbers per lane.
  int take(int count, int width) const;
  int takeConstants(int count, int width) const;
  // Sets the constants of each lane to `numbersOf(lane)`; unused lanes repeat the first.
  template <class NumbersOf>
  void setConstants(int first, int width, int lanes, NumbersOf numbersOf) const {
    for (int l = 0; l < width; ++l) {
      int n = 0;
      for (const double value : numbersOf(l < lanes ? l : 0))
        layout.schedule.constants[at(first + n++ * width + l)] = value;
    }
  }
  // A pose on a link, or on the ground, in the link's frame in the schedule.
  Pose frameOn(int link, const Pose& X) const { return link < 0 ? X : layout.T[at(link)] * X; }
};

// The nine numbers of a rotation and the three of a position.
std::vector<double> numbersOf(const Pose& X);
void append(std::vector<double>& numbers, const Vector3& point);

// These are called in this order.
void setLinkFrames(const SlotBuilder& builder);
void addLinkSlots(const SlotBuilder& builder, const Bundle& bundle);
void addClosingSlots(const SlotBuilder& builder, const Bundle& bundle);
void addRodSlots(const SlotBuilder& builder, const Bundle& bundle);
void addSpringSlots(const SlotBuilder& builder);

}  // namespace mb::embedded
