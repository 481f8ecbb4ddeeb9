#include "formats/model/basics/inertia.h"

#include <fmt/format.h>

#include "formats/model/basics/decompositions.h"
#include "formats/model/basics/masses.h"

namespace mb {

Matrix3 parallelAxis(const Matrix3& inertiaAboutCom, double mass, const Vector3& r) {
  return parallelAxisOf<double>(inertiaAboutCom, mass, r);
}

MassProperties transformed(const Pose& X_AB, const MassProperties& properties) {
  if (isIdentity(X_AB)) return properties;  // keeps every bit
  const Matrix3 J = X_AB.R * properties.inertia * X_AB.R.transpose();
  return {properties.mass, X_AB * properties.com, 0.5 * (J + J.transpose()), properties.asGiven};
}

MassProperties sum(const MassProperties& a, const MassProperties& b) {
  const MassesOf<double> first{a.mass, a.com, a.inertia};
  const MassesOf<double> second{b.mass, b.com, b.inertia};
  const bool isHeavy = a.mass + b.mass > 0;
  const MassesOf<double> total =
      sumAbout<double>(first, second, isHeavy ? centreOf(first, second) : Vector3(0.5 * (a.com + b.com)));
  return {total.mass, total.com, total.inertia, a.asGiven || b.asGiven};
}

std::string inertiaDefect(const MassProperties& properties) {
  if (properties.mass < 0) return fmt::format("the mass is {:.6g} kg, which is negative", properties.mass);
  const Vector3 J = principalValues(properties.inertia);  // ascending
  // Data are typed with three digits or more: the sum of a plate's two moments and the largest moment may each be off
  // by half of the third digit. A moment that is not positive is a different error and gets less tolerance.
  const double slack = 1e-6 * std::max(J(2), 0.0);
  const double rounding = 5e-3 * std::max(J(2), 0.0);
  if (J(0) < -slack) {
    return fmt::format("the inertia is not positive: its principal moments are {:.6g}, {:.6g}, {:.6g} kg m^2", J(0),
                       J(1), J(2));
  }
  if (!properties.asGiven && J(0) + J(1) < J(2) - rounding) {
    return fmt::format(
        "no body has principal moments {:.6g}, {:.6g}, {:.6g} kg m^2: the sum of the two smaller, {:.6g}, is less than "
        "the largest",
        J(0), J(1), J(2), J(0) + J(1));
  }
  return {};
}

}  // namespace mb
