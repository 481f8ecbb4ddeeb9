// Newton's method on the discretised equations of motion, H_p (p_new - p) = -H(p) [Pan Eq. 5].
//
// p holds positions, velocities and accelerations of all relative coordinates and the multipliers; H holds
//   M z_ddot - Q + Phi_z' lambda = 0,   Phi = 0,   Phi_dot = 0,   Phi_ddot = 0,
//   z_dot = history + c z_ddot and z = history + c z_dot of the independent coordinates,
// as many equations as unknowns. All three levels of the closing equations hold, so nothing drifts, and the formulas
// integrate a plain differential equation: no order is lost to multipliers, and no velocity jumps at a change of step.
// Newton's matrix is solved by elimination in the order of this list: the formulas leave the accelerations, the closing
// equations of the blocks leave the independent ones, R' removes the multipliers. What is factored is
// R' (M + c C + c^2 K) R.
//
// A ball's position is its quaternion, q_dot = 1/2 w q, which is linear in q: the formula gives q in closed form, the
// history turned by Cayley's map of c w / 2. So all histories are plain vectors, and no chart has to be kept.
#pragma once

#include "runtime/implicit/closing_variations.h"
#include "runtime/implicit/recursion.h"

namespace mb {

// y = history + c y_dot at the time.
struct Formula {
  double time = 0;
  double c = 0;
  StateView history;
};

class NewtonSystem {
 public:
  explicit NewtonSystem(const Mechanism& m);

  // The state that the formula makes of z_ddot in the workspace, closed; and the residual there. The workspace ends
  // with the stages up to setGamma, and z_ddot consistent. False where the loops cannot be closed.
  bool moveTo(const Mechanism& m, const Formula& formula, std::span<double> y, Workspace& w);
  // The residual alone, for z_ddot of the independent coordinates: the dependent ones follow.
  void setReducedResidual(const Mechanism& m, Workspace& w);

  // The matrix at the state in the workspace.
  void setMatrix(const Mechanism& m, const Formula& formula, StateView y, Workspace& w);
  // False when it is singular.
  bool factor();
  // What the independent accelerations change by.
  std::span<const double> correction();

  // The same for c = 0, where the matrix is R' M R, symmetric. The factor's answer is -1, or the place of the first
  // independent coordinate that moves nothing with mass.
  void setMassMatrix(const Mechanism& m, const Workspace& w);
  int factorMasses();
  std::span<const double> correctionByMasses();

  double size() const;  // of the residual: the largest entry
  // Of what keeps the closing equations: only where time moves them.
  double drivePower(const Workspace& w) const;

 private:
  void setColumn(const Mechanism& m, const Workspace& w, std::size_t which);
  void setDirection(const Mechanism& m, const Formula& formula, const Workspace& w, std::size_t which);
  void follow(const Mechanism& m, const Workspace& w, std::span<double> values) const;

  Recursion recursion_;
  ClosingVariations closing_;
  std::size_t count_ = 0;         // independent coordinates
  std::vector<double> residual_;  // by independent coordinate
  std::vector<double> change_;
  std::vector<double> matrix_;
  std::vector<int> exchange_;
};

}  // namespace mb
