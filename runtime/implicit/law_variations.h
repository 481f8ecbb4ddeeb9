// Directional derivatives of the laws in runtime/laws for small displacements of their markers, which give the
// stiffness and damping of the iteration matrix.
#pragma once

#include <span>
#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

// A small change of a marker's motion in world axes.
struct MarkerVariation {
  Vector3 p = Vector3::Zero();
  Vector3 turn = Vector3::Zero();  // rotation of its axes
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
};
struct ActionVariation {
  Vector3 point = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

// Linear laws and splines have analytic derivatives; formulas are differenced along the direction, one element at a
// time. Sized once for a mechanism.
class LawVariations {
 public:
  explicit LawVariations(const Mechanism& m);

  // Variations of the two actions of each force, in the order of ForceResults::actions; the workspace holds the state.
  void evaluate(const Mechanism& m, const Workspace& w, double time, std::span<const MarkerVariation> markers,
                std::span<const CoordinateValue> coordinates, std::span<ActionVariation> actions);

 private:
  void difference(const Mechanism& m, const Workspace& w, double time, std::size_t force,
                  std::span<const MarkerVariation> markers, std::span<const CoordinateValue> coordinates,
                  ActionVariation* actions);

  std::vector<ForceSet> alone_;  // by force: a set of its own, if it is a formula
  ForceResults results_;
  std::vector<FrameMotion> markers_;
  std::vector<CoordinateValue> coordinates_;
};

}  // namespace mb
