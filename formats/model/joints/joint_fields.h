// The fields of a joint wherever it occurs: as the user wrote it, on the link that it carries, or on the cut that it
// became. A field added here reaches all three.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/model/joints/joint_types.h"

namespace mb {

// ---- on one coordinate of a joint ----

struct Limit {
  int coordinate = 0;
  std::optional<double> lower;
  std::optional<double> upper;
  double stiffness = 0;  // of the stop; 0: the run reports passing it, but nothing pushes back
  double damping = 0;
};

struct Friction {
  int coordinate = 0;
  double coulomb = 0;   // force or torque
  double stiction = 0;  // force or torque at rest
  double viscous = 0;
  double velocity = 0;  // of the transition from rest to sliding
};

// The user's initial value for a joint; the assembly keeps it.
struct InitialCoordinate {
  int coordinate = 0;
  std::optional<double> value;
  std::optional<double> rate;
};

// ---- of the whole joint ----

// The numbers that some types need.
struct JointParameters {
  double length = 0;  // distance, and the joints with a massless link
  double pitch = 0;   // screw: translation per revolution
  double angle = 0;   // angle: between the two z axes
};

struct JointFields : JointParameters {
  JointType type;
  std::vector<Limit> limits;
  std::vector<Friction> frictions;
  std::vector<InitialCoordinate> initials;
  std::vector<std::string> fusedFrom;  // names of the parallel joints it replaces; empty for the user's own
};

inline const JointParameters& parametersOf(const JointFields& joint) { return joint; }

}  // namespace mb
