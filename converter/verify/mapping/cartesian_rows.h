// Rows of the Cartesian equations: which element each belongs to, its unit and its digits.
#pragma once

#include <string>

#include "runtime/cartesian/equations.h"

namespace mb {

// The joint, drive or coupler that a row belongs to.
std::string nameOfRow(const CartesianSystem& system, int row);
// The body whose component a row belongs to.
BodyIndex bodyOfRow(const CartesianSystem& system, int row);
// The factor that converts a row to metres: angles are multiplied by the size of what the row connects, not of other
// machines in the model.
double metresPerUnit(const Eigen::RowVectorXd& row, double size);
// The magnitude of the terms in a row of a drive or coupler: a wheel that has turned a thousand times has lost digits.
double termsOfRow(const CartesianSystem& system, const CartesianState& state, int row);

}  // namespace mb
