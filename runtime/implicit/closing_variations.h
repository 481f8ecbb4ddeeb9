// How the closing equations bend along a direction: what the velocities and accelerations of the dependent coordinates
// get from it, and what Phi_z' lambda changes by. By a difference of the closing equations along the direction.
#pragma once

#include "runtime/evaluation/stages.h"

namespace mb {

class ClosingVariations {
 public:
  explicit ClosingVariations(const Mechanism& m);

  // At a state whose residual the multipliers balance: lambda of the chosen rows.
  void start(const Mechanism& m, const Workspace& w, std::span<const double> residual);
  // dz keeps the equations; dz_dot and dz_ddot do as if Phi_z stood still, and are made right. Uses BlockWork::x.
  void vary(const Mechanism& m, StateView y, Workspace& w, std::span<const double> dz, std::span<double> dz_dot,
            std::span<double> dz_ddot);
  // Adds (d Phi_z)' lambda of the direction just varied.
  void addForces(const Mechanism& m, const Workspace& w, std::span<double> dResidual) const;

 private:
  // right = -(Phi_z x - given) / share of the chosen rows; then x of the dependent coordinates is corrected by it.
  void correct(const Mechanism& m, Workspace& w, std::span<const double> x, std::span<const double> given,
               std::span<double> change);

  Workspace aside_;
  std::vector<double> y_;
  std::vector<double> moved_;   // by velocity
  std::vector<double> given_;   // by row
  std::vector<double> right_;   // by row
  std::vector<double> lambda_;  // by row
  double share_ = 0;            // of the direction, that was moved along
};

}  // namespace mb
