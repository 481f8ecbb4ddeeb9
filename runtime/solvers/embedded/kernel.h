// The inner loops, compiled in one variant per processor that gains by it. All variants give the same bits.
#pragma once

#include "runtime/solvers/embedded/layout/schedule.h"

namespace mb::embedded {

// Data of one evaluation. The caller owns all arrays; `values` and `constants` are aligned to 32 bytes.
struct Memory {
  const Schedule* schedule = nullptr;
  const double* constants = nullptr;
  double* values = nullptr;
  const double* y = nullptr;      // positions
  const double* given = nullptr;  // velocities of the state
  double* z_dot = nullptr;
  double* z_ddot = nullptr;
  const double* tau = nullptr;         // by velocity
  bool hasTau = true;                  // whether any tau may be nonzero
  const double* signalRate = nullptr;  // by signal
  const double* signalSecond = nullptr;
  double springPotential = 0;
  double springPower = 0;
  bool isMassless = false;  // a pivot of the masses vanished
};

struct Kernel {
  void (*positions)(Memory&);     // poses, columns b; rods' points; gradients of the closing rows
  void (*reduce)(Memory&);        // Phi_d, its factors, R
  void (*velocities)(Memory&);    // z_dot
  void (*motions)(Memory&);       // velocities, bias, inertias of the links; rods; springs; gamma
  void (*eliminate)(Memory&);     // leaves to root
  void (*accelerate)(Memory&);    // root to leaves
  double (*drivePower)(Memory&);  // after accelerate: power of the drives
};
const Kernel& kernelHere();  // for this processor
const Kernel& baselineKernel();

}  // namespace mb::embedded
