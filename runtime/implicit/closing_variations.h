// Curvature of the closing equations along a direction: its effect on the velocities and accelerations of the dependent
// coordinates and on Phi_z' lambda, by differencing the closing equations along the direction.
#pragma once

#include "runtime/evaluation/stages.h"

namespace mb {

class ClosingVariations {
 public:
  explicit ClosingVariations(const Mechanism& m);

  // At a state whose residual the multipliers balance: computes lambda of the chosen rows.
  void start(const Mechanism& m, const Workspace& w, std::span<const double> residual);
  // dz satisfies the equations; dz_dot and dz_ddot do so for constant Phi_z and are corrected. Uses BlockWork::x.
  void vary(const Mechanism& m, StateView y, Workspace& w, std::span<const double> dz, std::span<double> dz_dot,
            std::span<double> dz_ddot);
  // Adds (d Phi_z)' lambda for the direction just varied.
  void addForces(const Mechanism& m, const Workspace& w, std::span<double> dResidual) const;

 private:
  // Sets right = -(Phi_z x - given) / share for the chosen rows and corrects x of the dependent coordinates with it.
  void correct(const Mechanism& m, Workspace& w, std::span<const double> x, std::span<const double> given,
               std::span<double> change);

  Workspace aside_;
  std::vector<double> y_;
  std::vector<double> moved_;   // by velocity
  std::vector<double> given_;   // by row
  std::vector<double> right_;   // by row
  std::vector<double> lambda_;  // by row
  double share_ = 0;            // part of the direction that was moved along
};

}  // namespace mb
