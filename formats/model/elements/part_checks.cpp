#include "formats/model/elements/part_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/limits.h"
#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

// Frames are typed with a few digits; readers make them exact.
constexpr double kFrameTolerance = 1e-6;
// The equation of an angle is flat where the axes are parallel: closer than this its derivative is round-off.
constexpr double kLeastSine = 1e-6;

void checkLimit(const Limit& limit, std::string_view name, const SourceRef& at, Diagnostics& diagnostics) {
  if (!allFinite({limit.lower.value_or(0), limit.upper.value_or(0), limit.stiffness, limit.damping})) {
    diagnostics.error(at, Code::notFinite, fmt::format("a limit of joint '{}' is not finite", name))
        .withHint("omit the limit that does not exist");
  } else if (limit.lower && limit.upper && *limit.lower >= *limit.upper) {
    diagnostics
        .error(
            at, Code::noRoom,
            fmt::format("the limits of joint '{}' leave no room: lower {}, upper {}", name, *limit.lower, *limit.upper))
        .withHint("lower must be below upper; a joint that cannot move is a fixed one");
  }
  if (limit.stiffness < 0 || limit.damping < 0) {
    diagnostics
        .error(at, Code::mustBePositive,
               fmt::format("a stop of joint '{}' has stiffness {} and damping {}: neither may be "
                           "negative",
                           name, limit.stiffness, limit.damping))
        .withHint("the stop pushes back with stiffness times penetration: give positive numbers");
  }
}

}  // namespace

bool allFinite(std::initializer_list<double> values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

void UniqueNames::add(std::string_view name, const SourceRef& at) {
  if (name.empty()) {
    diagnostics_.error(at, Code::badName, fmt::format("a {} has no name", kind_)).withHint("give it a name");
    return;
  }
  const auto [found, isNew] = places_.emplace(name, &at);
  if (!isNew) {
    diagnostics_.error(at, Code::nameTwice, fmt::format("there is already a {} '{}'", kind_, name))
        .withHint("rename one of them")
        .withNote(*found->second, "the other one is here");
  }
}

void checkFrame(const Pose& X, const std::string& what, const SourceRef& at, Diagnostics& diagnostics) {
  const double error = (X.R.transpose() * X.R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!X.p.allFinite() || !X.R.allFinite()) {
    diagnostics.error(at, Code::notFinite, fmt::format("the frame of {} is not finite", what))
        .withHint("look for an infinite number or a division by zero");
  } else if (X.p.cwiseAbs().maxCoeff() > limits::kLargestValue) {
    diagnostics.error(at, Code::outOfRange, fmt::format("{} lies {:.3g} m away", what, X.p.cwiseAbs().maxCoeff()))
        .withHint(fmt::format("values up to {:g} are accepted; check the units", limits::kLargestValue));
  } else if (error > kFrameTolerance) {
    diagnostics
        .error(at, Code::notARotation,
               fmt::format("the axes of {} are not orthonormal: off by {:.3g}, allowed {:.0e}", what, error,
                           kFrameTolerance))
        .withHint("axes have length 1 and are at right angles; rows and columns may be interchanged");
  } else if (X.R.determinant() < 0) {
    diagnostics.error(at, Code::notARotation, fmt::format("the axes of {} are left-handed", what))
        .withHint("a mirror image is not a rotation: reverse one axis");
  }
}

bool canBeTakenAsGiven(MassProperties properties) {
  properties.asGiven = true;
  return inertiaDefect(properties).empty();
}

void checkMass(const MassProperties& properties, const std::string& what, const SourceRef& at,
               Diagnostics& diagnostics) {
  const Matrix3& J = properties.inertia;
  if (!std::isfinite(properties.mass) || !properties.com.allFinite() || !J.allFinite()) {
    diagnostics.error(at, Code::notFinite, fmt::format("the mass or inertia of {} is not finite", what))
        .withHint("look for an infinite number or a division by zero");
    return;
  }
  const double largest =
      std::max({std::abs(properties.mass), properties.com.cwiseAbs().maxCoeff(), J.cwiseAbs().maxCoeff()});
  if (largest > limits::kLargestValue) {
    diagnostics.error(at, Code::outOfRange, fmt::format("the mass or inertia of {} is {:.3g} in SI", what, largest))
        .withHint(fmt::format("values up to {:g} are accepted; check the units", limits::kLargestValue));
    return;
  }
  const double asymmetry = (J - J.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry > kFrameTolerance * J.cwiseAbs().maxCoeff()) {
    diagnostics
        .error(at, Code::impossibleInertia,
               fmt::format("the inertia of {} is not symmetric: off by {:.3g} kg m^2", what, asymmetry))
        .withHint("both products of inertia of a pair of axes are the same number");
    return;
  }
  const std::string defect = inertiaDefect(properties);
  if (!defect.empty()) {
    diagnostics
        .error(at, properties.mass < 0 ? Code::impossibleMass : Code::impossibleInertia,
               fmt::format("{}: {}", what, defect))
        .withHint(properties.mass < 0
                      ? "a mass is above 0, or 0 for a body without mass"
                      : "check the units, the reference point of the inertia and the sign of its products");
  }
}

void checkJoint(const JointFields& joint, std::string_view name, const SourceRef& at, Diagnostics& diagnostics) {
  if (needsLength(joint.type) && !(joint.length > 0 && std::isfinite(joint.length))) {
    diagnostics
        .error(at, Code::mustBePositive,
               fmt::format("the length of joint '{}' is {} m, it must be above 0", name, joint.length))
        .withHint("two points that coincide are a spherical joint");
  }
  if (needsPitch(joint.type) && !(joint.pitch != 0 && std::isfinite(joint.pitch))) {
    diagnostics.error(at, Code::outOfRange, fmt::format("the pitch of joint '{}' is {} m", name, joint.pitch))
        .withHint("a screw without pitch is a revolute joint");
  }
  if (needsAngle(joint.type) && !(std::isfinite(joint.angle) && std::abs(elementary::sin(joint.angle)) > kLeastSine)) {
    diagnostics.error(at, Code::outOfRange, fmt::format("the angle of joint '{}' is {} rad", name, joint.angle))
        .withHint("it is above 0 and below 180 degrees; axes that stay parallel are a parallel joint");
  }
  const auto checkOne = [&](int coordinate, std::string_view what) {
    if (isCoordinate(joint.type, coordinate)) return true;
    diagnostics
        .error(at, Code::unknownName,
               fmt::format("a {} of joint '{}' is for coordinate {}, it has {}", what, name, coordinate + 1,
                           dofOf(joint.type)))
        .withHint("coordinates are those of the type of joint");
    return false;
  };
  const auto refuseBall = [&](int coordinate, std::string_view what) {
    if (!isBallCoordinate(joint.type, coordinate)) return;
    diagnostics
        .error(at, Code::ballComponent, fmt::format("cannot give one component of a ball {}: joint '{}'", what, name))
        .withHint("split the ball into revolute or universal joints");
  };
  for (const Limit& limit : joint.limits) {
    if (!checkOne(limit.coordinate, "limit")) continue;
    refuseBall(limit.coordinate, "a limit");
    checkLimit(limit, name, at, diagnostics);
  }
  for (const Friction& friction : joint.frictions) {
    if (!checkOne(friction.coordinate, "friction")) continue;
    for (const double value : {friction.coulomb, friction.stiction, friction.viscous, friction.velocity}) {
      if (std::isfinite(value) && value >= 0) continue;
      diagnostics
          .error(at, Code::mustBePositive,
                 fmt::format("the friction of joint '{}' has the value {}: none may be negative", name, value))
          .withHint("friction opposes the motion by itself: give magnitudes");
    }
  }
  for (const InitialCoordinate& initial : joint.initials) {
    if (!checkOne(initial.coordinate, "initial value")) continue;
    if (initial.value) refuseBall(initial.coordinate, "an initial value");
    if (!allFinite({initial.value.value_or(0), initial.rate.value_or(0)})) {
      diagnostics.error(at, Code::notFinite, fmt::format("an initial value of joint '{}' is not finite", name))
          .withHint("look for an infinite number or a division by zero");
    }
  }
}

}  // namespace mb
