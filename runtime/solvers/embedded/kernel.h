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
  const double* signalValue = nullptr;
  double* moved = nullptr;   // positions that correct() moves; the same as y
  double* change = nullptr;  // by velocity: of correct(); zeros for independent ones
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
  void (*residuals)(Memory&);     // after positions: values of all closing equations
  void (*correct)(Memory&);       // after residuals: Newton's correction of the dependent positions
  void (*energies)(Memory&);      // after motions: by link and rod, kinetic energy and potential of gravity
};
const Kernel& kernelHere();  // for this processor
const Kernel& baselineKernel();

}  // namespace mb::embedded
