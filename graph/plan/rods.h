// Bodies that act as one edge of the graph: bars between two ball-like joints, which the plan may remove [HG12 §3,
// theory of rods].
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

struct RodCandidate {
  BodyIndex body;
  std::array<JointIndex, 2> joints;  // in the order of the joints' names; the ball of a strut comes first
  std::array<BodyIndex, 2> neighbours;
  std::array<Pose, 2> ends;  // frames on the neighbours; z is a hinge's axis
  bool isHinged = false;     // a massless strut with a hinge at its second end
  double length = 0;
  double mass = 0;
  double s = 0;                  // centre of mass along the bar, 0 at the first end
  double transverseInertia = 0;  // about the centre of mass
  std::string bound;             // with a cross: the range in which it constrains only a distance; else empty
};

// A body that looks like a rod but is not treated as one, with the reason.
struct RodRefusal {
  BodyIndex body;
  std::string reason;
};

struct RodSearch {
  std::vector<RodCandidate> rods;
  std::vector<RodRefusal> refused;
};

struct RodOptions {
  enum class Mode { automatic, keep, listed } mode = Mode::automatic;
  std::vector<std::string> bodies;  // mode listed
  // Axial inertia below this fraction of the transverse one is neglected; the default admits only round-off, so that
  // the machine stays the same. A ball-ball bar that is axially symmetric and does not spin is exact whatever its axial
  // inertia.
  double tolerance = 1e-12;
};

inline constexpr std::string_view kRodHint =
    "a rod is a body between two spherical joints, between a spherical joint and a universal one whose arm is "
    "perpendicular to it or a constant-velocity one whose shaft is along it, or, if massless, between a spherical "
    "and a revolute joint; nothing else acts on it";

// The joint that closes the loop of a removed rod: a distance, or revolute-spherical for a hinged strut.
const JointType& closingType(const RodCandidate& rod);

// Names of bodies that do not exist are reported by applyOverrides.
RodSearch findRods(const CartesianModel& model, const RodOptions& options, Diagnostics& diagnostics);

}  // namespace mb
