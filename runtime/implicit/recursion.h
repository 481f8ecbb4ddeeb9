// The equations of motion as a residual, and its derivative along any direction, by recursion: X = B x from the root to
// the leaves, g = B' G from the leaves to the root [Pan Eq. 5, Bae's generalised recursive method]. Both cost O(n).
#pragma once

#include "runtime/evaluation/stages.h"
#include "runtime/implicit/law_variations.h"

namespace mb {

// Results of the two recursions, sized once.
struct Recursion {
  explicit Recursion(const Mechanism& m);

  // the residual
  std::vector<Vector6> A;         // by link: acceleration, gravity included as in Workspace::A_bias
  std::vector<Vector6> inertial;  // by link: inertia force
  std::vector<Vector6> carried;   // by link: inertial less applied, including all links beyond
  std::vector<double> residual;   // by velocity: inertial less applied; equals -Phi_z' lambda at a solution
  // a direction, and the change of the residual along it
  std::vector<double> dz;
  std::vector<double> dz_dot;
  std::vector<double> dz_ddot;
  std::vector<Vector6> dX;  // by link: displacement about the reference point, which is fixed
  std::vector<Vector6> dZ;
  std::vector<Vector6> dA;
  std::vector<Vector6> db;  // by velocity
  std::vector<Vector6> dCarried;
  std::vector<double> dResidual;
  // of the laws
  LawVariations laws;
  std::vector<MarkerVariation> markers;
  std::vector<CoordinateValue> coordinates;
  std::vector<ActionVariation> actions;
};

// The Newton-Euler equations of all links for z_ddot in the workspace, which holds the stages up to setForces.
void setResidual(const Mechanism& m, const Workspace& w, Recursion& r);

// dResidual along dz, dz_dot, dz_ddot, after setResidual at the same state. Exact except for the columns of bends,
// whose change with their own coordinates is ignored, and for formulas, which are differenced.
void setResidualChange(const Mechanism& m, const Workspace& w, StateView y, double time, Recursion& r);

// dResidual along dz_ddot alone: M dz_ddot.
void setInertialChange(const Mechanism& m, const Workspace& w, Recursion& r);

}  // namespace mb
