// The inner loops, in a variant for every processor that there is a gain for. The variants give the same bits.
#pragma once

#include "runtime/solvers/embedded/layout/schedule.h"

namespace mb::embedded {

// What one evaluation works on. All arrays belong to the caller; `values` and `constants` are aligned to 32 bytes.
struct Memory {
  const Schedule* schedule = nullptr;
  const double* constants = nullptr;
  double* values = nullptr;
  const double* y = nullptr;      // positions
  const double* given = nullptr;  // velocities of the state
  double* z_dot = nullptr;
  double* z_ddot = nullptr;
  const double* tau = nullptr;         // by velocity
  bool hasTau = true;                  // any of them
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
  double (*drivePower)(Memory&);  // after it: what drives do
};
const Kernel& kernelHere();  // for the processor this runs on
const Kernel& baselineKernel();

}  // namespace mb::embedded
