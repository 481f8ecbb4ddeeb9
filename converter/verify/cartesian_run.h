// The motion of the Cartesian reference as a plain value, and as a table like that of a run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"
#include "runtime/laws/frame_motion.h"

namespace mb {

struct Mechanism;

// Positions and velocities of the source's own bodies, with every joint as a constraint.
struct CartesianRun {
  std::vector<std::string> bodies;   // of the source, without the ground
  std::vector<double> times;         // s
  std::vector<FrameMotion> motions;  // of all bodies at the first time, then at the next
  // The motions at a time, in the order of `bodies`.
  std::span<const FrameMotion> at(std::size_t time) const {
    return std::span(motions).subspan(time * bodies.size(), bodies.size());
  }
};

// With the names, units and order of the bodies' columns in a run of the recursive model. A removed rod spins about its
// own axis as its inertia wants, which the recursive model leaves out. False and an error if it cannot be written.
bool writeTable(const std::string& path, const CartesianRun& run, const Mechanism& recursive, Diagnostics& diagnostics);

}  // namespace mb
