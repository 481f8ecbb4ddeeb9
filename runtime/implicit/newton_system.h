// Newton's method on the discretised equations of motion, H_p (p_new - p) = -H(p) [Pan Eq. 5].
//
// p holds positions, velocities and accelerations of all relative coordinates and the multipliers; H holds
//   M z_ddot - Q + Phi_z' lambda = 0,   Phi = 0,   Phi_dot = 0,   Phi_ddot = 0,
//   z_dot = history + c z_ddot and z = history + c z_dot of the independent coordinates,
// as many equations as unknowns. The closing equations hold at all three levels, so nothing drifts, and the formulas
// integrate a plain differential equation: no order is lost to multipliers, and no velocity jumps when the step
// changes. Newton's matrix is solved by elimination in the order of this list: the formulas leave the accelerations,
// the closing equations of the blocks leave the independent ones, and R' removes the multipliers. The factored matrix
// is R' (M + c C + c^2 K) R.
//
// The position of a ball is its quaternion with q_dot = 1/2 w q, which is linear in q. The formula therefore gives q in
// closed form, as the history rotated by Cayley's map of c w / 2. All histories are plain vectors, and no chart is
// needed.
#pragma once

#include "runtime/implicit/closing_variations.h"
#include "runtime/implicit/recursion.h"

namespace mb {

// y = history + c y_dot at the given time.
struct Formula {
  double time = 0;
  double c = 0;
  StateView history;
};

class NewtonSystem {
 public:
  explicit NewtonSystem(const Mechanism& m);

  // Computes the closed state that the formula gives for z_ddot in the workspace, and its residual. The workspace ends
  // with the stages up to setGamma and a consistent z_ddot. Returns false where the loops cannot be closed.
  bool moveTo(const Mechanism& m, const Formula& formula, std::span<double> y, Workspace& w);
  // The residual alone for z_ddot of the independent coordinates; the dependent ones follow.
  void setReducedResidual(const Mechanism& m, Workspace& w);

  // Computes the matrix at the state in the workspace.
  void setMatrix(const Mechanism& m, const Formula& formula, StateView y, Workspace& w);
  // Returns false if the matrix is singular.
  bool factor();
  // The change of the independent accelerations.
  std::span<const double> correction();

  // The same for c = 0, where the matrix is R' M R and symmetric. factorMasses() returns -1, or the place of the first
  // independent coordinate that moves no mass.
  void setMassMatrix(const Mechanism& m, const Workspace& w);
  int factorMasses();
  std::span<const double> correctionByMasses();

  double size() const;  // largest entry of the residual
  // Power of the constraint forces, nonzero only where the constraints depend on time.
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
