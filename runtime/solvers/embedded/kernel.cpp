// The recursion over clusters [Jain12], [CAKW23]: runtime/solvers/clusters/cluster_dense.cpp is its specification, in
// plain dense algebra. Here G = [R; 1] and g = [x; 0], dependent coordinates first; no matrix of a cluster is larger
// than its R and D. All inertias are about one reference point, so that passing them inwards is a sum.
#include "runtime/solvers/embedded/kernel.h"

#include <algorithm>

#include "runtime/solvers/embedded/kernel/accelerate.h"
#include "runtime/solvers/embedded/kernel/by_masses.h"
#include "runtime/solvers/embedded/kernel/by_subspace.h"
#include "runtime/solvers/embedded/kernel/forces.h"
#include "runtime/solvers/embedded/kernel/free_link.h"
#include "runtime/solvers/embedded/kernel/links.h"
#include "runtime/solvers/embedded/kernel/project.h"
#include "runtime/solvers/embedded/kernel/rows.h"

namespace mb::embedded::MB_VARIANT {
namespace {

void positions(Memory& m) {
  const Schedule& s = *m.schedule;
  for (const LinkSlot& slot : s.links) {
    if (slot.width == 1) {
      placeLink<Number>(s, slot, m.constants, m.y, m.values);
    } else {
      placeLink<Lanes>(s, slot, m.constants, m.y, m.values);
    }
    itemEnds();
  }
  for (const RodSlot& rod : s.rods) {
    rod.width == 1 ? placeRod<Number>(rod, m.constants, m.values) : placeRod<Lanes>(rod, m.constants, m.values);
    itemEnds();
  }
  for (const ClosingSlot& slot : s.closings) {
    if (slot.width == 1) {
      setGradients<Number>(s, slot, m.constants, m.values);
    } else {
      setGradients<Lanes>(s, slot, m.constants, m.values);
    }
    itemEnds();
  }
}

void reduce(Memory& m) {
  for (const ClusterBatch& batch : m.schedule->batches) {
    if (batch.rank == 0) continue;
    if (batch.width == 4) {
      reduceBatch<Lanes, 4>(batch, m.values);
    } else if (batch.stride == 1) {
      reduceBatch<Number, 1>(batch, m.values);
    } else {
      reduceBatch<Number, 4>(batch, m.values);
    }
    itemEnds();
  }
}

void velocities(Memory& m) {
  std::copy_n(m.given, m.schedule->velocityCount, m.z_dot);  // the count may be 0
  for (const ClusterBatch& batch : m.schedule->batches) {
    if (batch.rank > 0) batch.width == 4 ? velocitiesOf<Lanes>(batch, m) : velocitiesOf<Number>(batch, m);
    itemEnds();
  }
}

void motions(Memory& m) {
  const Schedule& s = *m.schedule;
  for (const LinkSlot& slot : s.links) {
    if (slot.width == 1) {
      moveLink<Number>(s, slot, m.constants, m.y, m.z_dot, m.values);
    } else {
      moveLink<Lanes>(s, slot, m.constants, m.y, m.z_dot, m.values);
    }
    itemEnds();
  }
  for (const RodSlot& rod : s.rods) {
    rod.width == 1 ? moveRod<Number>(rod, m.constants, m.values) : moveRod<Lanes>(rod, m.constants, m.values);
    itemEnds();
  }
  for (const ClosingSlot& slot : s.closings) {
    if (slot.width == 1) {
      setGammas<Number>(s, slot, m.constants, m.values, m.signalSecond);
    } else {
      setGammas<Lanes>(s, slot, m.constants, m.values, m.signalSecond);
    }
    itemEnds();
  }
  m.springPotential = m.springPower = 0;
  for (const SpringSlot& spring : s.springs) {
    pull(spring, m.constants, m.values, m.springPotential, m.springPower);
    itemEnds();
  }
}

template <class T, int S>
inline void eliminateAny(const ClusterBatch& batch, Memory& m) {
  if (batch.isFree) {
    accelerateFree<T, S>(batch, m);
  } else if (batch.bySubspace) {
    if constexpr (S == 1) {
      eliminateBySubspace<Number, false>(batch, m);
    } else if (batch.isAcross) {
      eliminateBySubspace<Lanes, true>(batch, m);
    } else {
      eliminateBySubspace<Lanes, false>(batch, m);
    }
  } else if (batch.b.size() == 1 && batch.rank == 0 && batch.links.size() == 1) {
    eliminateOne<T, S>(batch, m);
  } else {
    eliminateByMasses<T, S>(batch, m);
  }
}

void eliminate(Memory& m) {
  m.isMassless = false;
  const std::vector<ClusterBatch>& batches = m.schedule->batches;
  for (std::size_t n = batches.size(); n-- > 0;) {
    const ClusterBatch& batch = batches.data()[n];
    if (batch.width == 4) {
      eliminateAny<Lanes, 4>(batch, m);
    } else if (batch.stride == 1) {
      eliminateAny<Number, 1>(batch, m);
    } else {
      eliminateAny<Number, 4>(batch, m);
    }
    itemEnds();
  }
}

void accelerate(Memory& m) {
  for (const ClusterBatch& batch : m.schedule->batches) {
    if (batch.isFree) continue;  // done by accelerateFree()
    if (batch.width == 4) {
      accelerateBatch<Lanes, 4>(batch, m);
    } else if (batch.stride == 1) {
      accelerateBatch<Number, 1>(batch, m);
    } else {
      accelerateBatch<Number, 4>(batch, m);
    }
    itemEnds();
  }
}

Number drivePower(Memory& m) {
  Number power = 0;
  for (const ClusterBatch& batch : m.schedule->batches) {
    if (!batch.hasSignals) continue;
    power += batch.width == 4    ? drivePowerOf<Lanes, 4>(batch, m)
             : batch.stride == 1 ? drivePowerOf<Number, 1>(batch, m)
                                 : drivePowerOf<Number, 4>(batch, m);
  }
  return power;
}

void residuals(Memory& m) {
  const Schedule& s = *m.schedule;
  for (const ClosingSlot& slot : s.closings) {
    slot.width == 1 ? setResiduals<Number>(s, slot, m) : setResiduals<Lanes>(s, slot, m);
    itemEnds();
  }
  for (const CoordinateRow& row : s.coordinateRows) {
    setResidual(s, row, m);
    itemEnds();
  }
}

void correct(Memory& m) {
  for (const ClusterBatch& batch : m.schedule->batches) {
    if (batch.rank > 0) batch.width == 4 ? solveResiduals<Lanes>(batch, m) : solveResiduals<Number>(batch, m);
    itemEnds();
  }
  for (const Coordinate& one : m.schedule->dependents) {
    m.moved[one.z] += m.change[one.v];
    itemEnds();
  }
  for (const Coordinate& ball : m.schedule->balls) {
    turnBall(m.moved + ball.z, m.change + ball.v);
    itemEnds();
  }
}

void energies(Memory& m) {
  for (const LinkSlot& slot : m.schedule->links)
    slot.width == 1 ? setEnergies<Number>(slot, m) : setEnergies<Lanes>(slot, m);
  for (const RodSlot& rod : m.schedule->rods) rod.width == 1 ? setEnergies<Number>(rod, m) : setEnergies<Lanes>(rod, m);
}

}  // namespace

#if defined(MB_TRACED) && !defined(MB_DUAL)
void sineCosineRecorded(Number x, Number& sine, Number& cosine);
#endif
extern const KernelOf<Number, Truth> kernel;
const KernelOf<Number, Truth> kernel{positions,  reduce,     velocities, motions, eliminate,
                                     accelerate, drivePower, residuals,  correct, energies};

#if defined(MB_TRACED) && !defined(MB_DUAL)
void sineCosineRecorded(Number x, Number& sine, Number& cosine) { sineCosine(x, sine, cosine); }
#endif

}  // namespace mb::embedded::MB_VARIANT
