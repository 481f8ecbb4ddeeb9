// Sums of the energies that the kernel finds by link and by rod, in the order of the mechanism, so that they do not
// depend on what stands side by side.
#pragma once

#include "runtime/evaluation/solver.h"
#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

class EnergySums {
 public:
  EnergySums(const Mechanism& m, const Layout& layout);
  // Adds kinetic energy and potential of gravity, after Kernel::energies.
  void add(const double* values, Accepted& accepted) const;

 private:
  std::vector<Place> places_;  // of the kinetic energies; the potentials follow
  double onGround_ = 0;        // potential of what removed rods have on the ground
};

}  // namespace mb::embedded
