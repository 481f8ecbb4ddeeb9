// The mass of a link: given, a unit mass by default, or computed from its shapes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "formats/model/basics/decompositions.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

constexpr double kPi = std::numbers::pi;

// For density 1, about the centre of the shape.
MassProperties boxOf(const Vector3& size) {
  const Vector3 s = size.cwiseProduct(size);
  MassProperties box;
  box.mass = size.prod();
  box.inertia.diagonal() = box.mass / 12 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  return box;
}

MassProperties roundOf(double mass, double across, double along) {
  MassProperties shape;
  shape.mass = mass;
  shape.inertia.diagonal() = mass * Vector3(across, across, along);
  return shape;
}

MassProperties ellipsoidOf(const Vector3& radii) {
  const Vector3 s = radii.cwiseProduct(radii);
  MassProperties ellipsoid;
  ellipsoid.mass = 4 * kPi / 3 * radii.prod();
  ellipsoid.inertia.diagonal() = ellipsoid.mass / 5 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  return ellipsoid;
}

MassProperties cylinderOf(double r, double l) { return roundOf(kPi * r * r * l, r * r / 4 + l * l / 12, r * r / 2); }

// A cylinder with a hemisphere at each end, whose centre of mass lies 3/8 r beyond the cylinder's end.
MassProperties capsuleOf(double r, double l) {
  const MassProperties cylinder = cylinderOf(r, l);
  const double ball = 4 * kPi / 3 * r * r * r;
  const double d = l / 2 + 3 * r / 8;
  const double halfBallAcross = (2.0 / 5 - 9.0 / 64) * r * r;  // about its own centre of mass, per mass
  MassProperties capsule = cylinder;
  capsule.mass += ball;
  capsule.inertia.diagonal() += ball * Vector3(halfBallAcross + d * d, halfBallAcross + d * d, 2.0 / 5 * r * r);
  return capsule;
}

// The origin is halfway between tip (above) and base; the centre of mass lies a quarter of the height above the base.
MassProperties coneOf(double r, double l) {
  MassProperties cone = roundOf(kPi * r * r * l / 3, 3.0 / 20 * r * r + 3.0 / 80 * l * l, 3.0 / 10 * r * r);
  cone.com.z() = -l / 4;
  return cone;
}

std::optional<MassProperties> shapeOf(XmlElement& geometry) {
  for (XmlElement& shape : geometry.children()) {
    const auto number = [&](std::string_view name) { return std::max(finiteOr(shape, name, 1), 0.0); };
    const auto vector = [&](std::string_view name) {
      auto child = firstChild(shape, name);
      const auto v = child ? readVector(*child) : std::nullopt;
      return v ? Vector3(v->cwiseMax(0)) : Vector3(Vector3::Ones());
    };
    const std::string_view name = shape.name();
    if (name == "box") return boxOf(vector("size"));
    if (name == "sphere") return ellipsoidOf(Vector3::Constant(number("radius")));
    if (name == "ellipsoid") return ellipsoidOf(vector("radii"));
    if (name == "cylinder") return cylinderOf(number("radius"), number("length"));
    if (name == "capsule") return capsuleOf(number("radius"), number("length"));
    if (name == "cone") return coneOf(number("radius"), number("length"));
  }
  return std::nullopt;
}

// Scaled to the given mass, if any.
std::optional<MassProperties> fromShapes(Reader& reader, XmlElement& link, XmlElement& inertial,
                                         const std::string& where) {
  constexpr double kWater = 1000;
  const double density = finiteOr(inertial, "density", kWater);
  std::optional<MassProperties> all;
  for (XmlElement& collision : link.children("collision")) {
    auto geometry = firstChild(collision, "geometry");
    std::optional<MassProperties> shape = geometry ? shapeOf(*geometry) : std::nullopt;
    if (!shape) {
      reader.losses.add(collision, LossEffect::motion, "the mass of a <collision>", where,
                        "masses are computed of boxes, balls, ellipsoids, cylinders, capsules and cones",
                        "this shape adds nothing to the mass of the link");
      continue;
    }
    const double own = finiteOr(collision, "density", density);
    shape->mass *= own;
    shape->inertia *= own;
    const GivenPose pose = readPoseOf(collision);
    if (!pose.relativeTo.empty()) {
      reader.losses.add(collision, LossEffect::motion, "relative_to of a <collision> with mass", where,
                        "masses are computed in the frame of the link",
                        "the shape's mass is taken as placed in the link");
    }
    const MassProperties placed = transformed(pose.X, *shape);
    all = all ? sum(*all, placed) : placed;
  }
  if (all && all->mass > 0 && firstChild(inertial, "mass")) {
    const double factor = finiteOr(inertial, "mass", all->mass) / all->mass;
    all->mass *= factor;
    all->inertia *= factor;
  }
  return all;
}

// The inertia of the nearest possible body: with S = tr(J)/2 - J, the second moments of its mass, no principal one may
// be negative.
Matrix3 nearestInertia(const Matrix3& J) {
  const PrincipalAxes axes = principalAxes(0.5 * J.trace() * Matrix3::Identity() - J);
  const Matrix3 S = axes.vectors * axes.values.cwiseMax(0).asDiagonal() * axes.vectors.transpose();
  return S.trace() * Matrix3::Identity() - 0.5 * (S + S.transpose());
}

MassProperties unitMass() {
  MassProperties unit;
  unit.mass = 1;
  unit.inertia = Matrix3::Identity();
  return unit;
}

// SDFormat uses it only in the other case.
void reportUnused(XmlElement& owner, std::string_view child, bool isAutomatic) {
  const auto unused = firstChild(owner, child);
  if (!unused) return;
  owner.diagnostics()
      .warning(unused->at(), Code::ignoredInput,
               fmt::format("<{}> of <{}> does not count {} <inertial auto=\"true\">", child, owner.name(),
                           isAutomatic ? "with" : "without"))
      .withHint(isAutomatic ? "remove it, or the attribute auto" : "remove it, or add auto=\"true\"");
}

}  // namespace

MassProperties readInertial(Reader& reader, XmlElement& link, const std::string& where) {
  auto inertial = firstChild(link, "inertial");
  const bool isAutomatic = inertial && attributeFlag(*inertial, "auto");
  if (isAutomatic) {
    for (const std::string_view child : {"pose", "inertia"}) reportUnused(*inertial, child, isAutomatic);
    if (const auto computed = fromShapes(reader, link, *inertial, where)) return *computed;
    reader.losses.add(*inertial, LossEffect::motion, "<inertial auto>", where, "the link has no shape of known volume",
                      "it has the mass 1 kg and the moments of inertia 1 kg m^2");
    return unitMass();
  }
  for (XmlElement& collision : link.children("collision")) reportUnused(collision, "density", isAutomatic);
  if (!inertial) return unitMass();
  reportUnused(*inertial, "density", isAutomatic);
  MassProperties mass = unitMass();
  mass.mass = finiteOr(*inertial, "mass", 1);
  if (auto inertia = firstChild(*inertial, "inertia")) {
    constexpr std::array<std::string_view, 9> kEntries{"ixx", "ixy", "ixz", "ixy", "iyy", "iyz", "ixz", "iyz", "izz"};
    for (int k = 0; k < 9; ++k) {
      if (k / 3 > k % 3) continue;
      const double entry = finiteOr(*inertia, kEntries[static_cast<std::size_t>(k)], k / 3 == k % 3 ? 1 : 0);
      mass.inertia(k / 3, k % 3) = mass.inertia(k % 3, k / 3) = entry;
    }
  }
  const GivenPose pose = readPoseOf(*inertial);
  if (!pose.relativeTo.empty()) {
    link.diagnostics()
        .warning(pose.at, Code::ignoredInput,
                 "the pose of <inertial> is relative to the link, relative_to does not count")
        .withHint("remove relative_to");
  }
  MassProperties asGiven = mass;
  asGiven.asGiven = true;  // impossible moments are kept; without positive ones nothing runs
  const std::string defect = mass.mass < 0 ? std::string() : inertiaDefect(asGiven);
  if (!defect.empty()) {
    const Matrix3 nearest = nearestInertia(mass.inertia);
    reader.losses.add(*inertial, LossEffect::motion, "<inertia>", where, defect,
                      fmt::format("the nearest one that a body can have is used: ixx {:.6g}, iyy {:.6g}, izz {:.6g}",
                                  nearest(0, 0), nearest(1, 1), nearest(2, 2)));
    mass.inertia = nearest;
  }
  return transformed(pose.X, mass);
}

}  // namespace mb::sdf
