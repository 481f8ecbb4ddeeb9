// The inner loops, compiled in one variant per processor that gains by it. All variants give the same bits.
#pragma once

#include "runtime/solvers/embedded/layout/schedule.h"

namespace mb::embedded {

// The type of a comparison.
template <class T>
using TruthOf = decltype(T{} < T{});

// Data of one evaluation. The caller owns all arrays; `values` and `constants` are aligned to 32 bytes. Numbers are
// plain ones, or record what is done with them (formats/model/tracing/).
template <class Number, class Truth>
struct MemoryOf {
  const Schedule* schedule = nullptr;
  const Number* constants = nullptr;
  Number* values = nullptr;
  const Number* y = nullptr;      // positions
  const Number* given = nullptr;  // velocities of the state
  Number* z_dot = nullptr;
  Number* z_ddot = nullptr;
  const Number* tau = nullptr;         // by velocity
  bool hasTau = true;                  // whether any tau may be nonzero
  const Number* signalRate = nullptr;  // by signal
  const Number* signalSecond = nullptr;
  const Number* signalValue = nullptr;
  Number* moved = nullptr;   // positions that correct() moves; the same as y
  Number* change = nullptr;  // by velocity: of correct(); zeros for independent ones
  Number springPotential = 0;
  Number springPower = 0;
  Truth isMassless = false;  // a pivot of the masses vanished
};
using Memory = MemoryOf<double, bool>;

template <class Number, class Truth>
struct KernelOf {
  using Data = MemoryOf<Number, Truth>;
  void (*positions)(Data&);     // poses, columns b; rods' points; gradients of the closing rows
  void (*reduce)(Data&);        // Phi_d, its factors, R
  void (*velocities)(Data&);    // z_dot
  void (*motions)(Data&);       // velocities, bias, inertias of the links; rods; springs; gamma
  void (*eliminate)(Data&);     // leaves to root
  void (*accelerate)(Data&);    // root to leaves
  Number (*drivePower)(Data&);  // after accelerate: power of the drives
  void (*residuals)(Data&);     // after positions: values of all closing equations
  void (*correct)(Data&);       // after residuals: Newton's correction of the dependent positions
  void (*energies)(Data&);      // after motions: by link and rod, kinetic energy and potential of gravity
};
using Kernel = KernelOf<double, bool>;
const Kernel& kernelHere();  // for this processor
const Kernel& baselineKernel();
// For other scalars (scalar_kernels.h).
template <class T>
const KernelOf<T, TruthOf<T>>& kernelFor();

}  // namespace mb::embedded
