// Random machines: bodies anywhere in space, and joints of every type at matching frames, so that every loop closes at
// the start. Trees, spatial, planar and spherical loops, parallel cranks, rods, welds, massless parts, forces of every
// kind, drives, couplers, stops and friction, over decades of sizes and masses.
#pragma once

#include <cstdint>

#include "formats/model/cartesian.h"

namespace mb::random {

struct MachineOptions {
  int mostCells = 3;      // groups of bodies: an open chain, a loop, a set of parallel cranks
  int mostElements = 4;   // forces and elements on coordinates
  bool isPart = false;    // to be included by another file: no road, and not far away
  bool hasDrives = true;  // and couplers
};

// For tests with little time.
inline MachineOptions smallMachines() {
  MachineOptions options;
  options.mostCells = 2;
  options.mostElements = 3;
  return options;
}

// The same seed gives the same machine on every platform.
CartesianModel randomMachine(std::uint64_t seed, const MachineOptions& options = {});

}  // namespace mb::random
