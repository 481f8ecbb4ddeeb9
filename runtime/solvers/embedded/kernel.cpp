// The recursion over loop groups: every group is one joint between its base and all its links [Jain 2012; Chignoli et
// al. 2023], so that nothing larger than a group is ever factored. With Phi z_ddot = gamma solved for the dependent
// coordinates, z_ddot = R v_dot + x, and alpha the accelerations that z_ddot gives (all else is in the bias):
//   D = R' M R,  U = F R,  s = R' (Q - M x),   v_dot = D^-1 (s - U' alpha_base),
//   to the base:  inertia  I_sum - U D^-1 U',  force  p_sum + F x + U D^-1 s,
// with M the group's own mass matrix, F = I_sum b by columns, both from articulated inertias about the common reference
// point, where adding is all that is needed to carry them inwards.
#include "runtime/solvers/embedded/kernel.h"

#include <algorithm>

#include "runtime/solvers/embedded/kernel/accelerate.h"
#include "runtime/solvers/embedded/kernel/by_masses.h"
#include "runtime/solvers/embedded/kernel/by_motions.h"
#include "runtime/solvers/embedded/kernel/forces.h"
#include "runtime/solvers/embedded/kernel/links.h"
#include "runtime/solvers/embedded/kernel/rows.h"

namespace mb::embedded::MB_VARIANT {
namespace {

void positions(Memory& m) {
  const Schedule& s = *m.schedule;
  for (const LinkSlot& slot : s.links) {
    if (slot.width == 1) {
      placeLink<double>(s, slot, m.constants, m.y, m.values);
    } else {
      placeLink<Lanes>(s, slot, m.constants, m.y, m.values);
    }
  }
  for (const RodSlot& rod : s.rods)
    rod.width == 1 ? placeRod<double>(rod, m.constants, m.values) : placeRod<Lanes>(rod, m.constants, m.values);
  for (const ClosingSlot& slot : s.closings) {
    if (slot.width == 1) {
      setGradients<double>(s, slot, m.constants, m.values);
    } else {
      setGradients<Lanes>(s, slot, m.constants, m.values);
    }
  }
}

void reduce(Memory& m) {
  for (const Unit& u : m.schedule->units) {
    if (u.rank == 0) continue;
    if (u.width == 4) {
      reduceUnit<Lanes, 4>(u, m.values);
    } else if (u.stride == 1) {
      reduceUnit<double, 1>(u, m.values);
    } else {
      reduceUnit<double, 4>(u, m.values);
    }
  }
}

void velocities(Memory& m) {
  std::copy_n(m.given, m.schedule->velocityCount, m.z_dot);  // which may be none
  for (const Unit& u : m.schedule->units) {
    if (u.rank > 0) u.width == 4 ? velocitiesOf<Lanes>(u, m) : velocitiesOf<double>(u, m);
  }
}

void motions(Memory& m) {
  const Schedule& s = *m.schedule;
  for (const LinkSlot& slot : s.links) {
    if (slot.width == 1) {
      moveLink<double>(s, slot, m.constants, m.y, m.z_dot, m.values);
    } else {
      moveLink<Lanes>(s, slot, m.constants, m.y, m.z_dot, m.values);
    }
  }
  for (const RodSlot& rod : s.rods)
    rod.width == 1 ? moveRod<double>(rod, m.constants, m.values) : moveRod<Lanes>(rod, m.constants, m.values);
  for (const ClosingSlot& slot : s.closings) {
    if (slot.width == 1) {
      setGammas<double>(s, slot, m.constants, m.values, m.signalSecond);
    } else {
      setGammas<Lanes>(s, slot, m.constants, m.values, m.signalSecond);
    }
  }
  m.springPotential = m.springPower = 0;
  for (const SpringSlot& spring : s.springs) pull(spring, m.constants, m.values, m.springPotential, m.springPower);
}

template <class T, int S>
inline void eliminateAny(const Unit& u, Memory& m) {
  if (u.isFree) {
    accelerateFree<T, S>(u, m);
  } else if (u.byMotions) {
    if constexpr (S == 1) {
      eliminateByMotions<double, false>(u, m);
    } else if (u.isAcross) {
      eliminateByMotions<Lanes, true>(u, m);
    } else {
      eliminateByMotions<Lanes, false>(u, m);
    }
  } else if (u.b.size() == 1 && u.rank == 0 && u.links.size() == 1) {
    eliminateOne<T, S>(u, m);
  } else {
    eliminateUnit<T, S>(u, m);
  }
}

void eliminate(Memory& m) {
  m.isMassless = false;
  const std::vector<Unit>& units = m.schedule->units;
  for (std::size_t n = units.size(); n-- > 0;) {
    const Unit& u = units.data()[n];
    if (u.width == 4) {
      eliminateAny<Lanes, 4>(u, m);
    } else if (u.stride == 1) {
      eliminateAny<double, 1>(u, m);
    } else {
      eliminateAny<double, 4>(u, m);
    }
  }
}

void accelerate(Memory& m) {
  for (const Unit& u : m.schedule->units) {
    if (u.isFree) continue;  // done when all that it carries was eliminated
    if (u.width == 4) {
      accelerateUnit<Lanes, 4>(u, m);
    } else if (u.stride == 1) {
      accelerateUnit<double, 1>(u, m);
    } else {
      accelerateUnit<double, 4>(u, m);
    }
  }
}

double drivePower(Memory& m) {
  double power = 0;
  for (const Unit& u : m.schedule->units) {
    if (!u.hasSignals) continue;
    power += u.width == 4    ? drivePowerOf<Lanes, 4>(u, m)
             : u.stride == 1 ? drivePowerOf<double, 1>(u, m)
                             : drivePowerOf<double, 4>(u, m);
  }
  return power;
}

}  // namespace

extern const Kernel kernel;
const Kernel kernel{positions, reduce, velocities, motions, eliminate, accelerate, drivePower};

}  // namespace mb::embedded::MB_VARIANT
