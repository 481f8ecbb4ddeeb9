// Elements of a random machine: forces of every kind, drives, couplers, stops and friction. They scale with the
// machine's own masses, lengths and rates, so that they neither vanish nor dominate.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tests/random/maker.h"

namespace mb::random {

std::vector<Maker::Scalar> Maker::scalars() const {
  std::vector<Scalar> all;
  for (const Made& made : made_) {
    const JointType& type = model_.joints[made.joint].type;
    const std::vector<CoordinateName> names = coordinateNames(type);
    for (int k = 0; k < dofOf(type); ++k) {
      const int place = positionPlace(type, k);
      if (place < 0 || keepsEquationInTree(type)) continue;
      all.push_back({{made.joint, k}, made.z[at(place)], names[at(k)].isRotation, made.isOnLoop});
    }
  }
  return all;
}

double Maker::stiffness() { return mass_ * std::pow(rate_ * draws_.decades(-0.5, 1), 2); }

Expression Maker::expression(const std::string& text) const {
  ExpressionError error;
  return *parseExpression(
      text, [](std::string_view) { return std::nullopt; }, error);
}

std::string Maker::measure(std::string_view function, MarkerIndex i, MarkerIndex j) const {
  return fmt::format("{}({}, {})", function, model_.markers[i].name, model_.markers[j].name);
}

// A line with bumps, through the origin.
SplineIndex Maker::addSpline(double reach, double slope) {
  constexpr int kHalf = 4;
  Spline spline;
  spline.name = fmt::format("s{}", model_.splines.size());
  spline.interpolation = static_cast<Interpolation>(draws_.below(3));
  for (int k = -kHalf; k <= kHalf; ++k) {
    spline.x.push_back(reach * k / kHalf);
    spline.y.push_back(slope * reach * (static_cast<double>(k) / kHalf + 0.1 * draws_.uniform(-1, 1)));
  }
  return model_.splines.add(spline);
}

void Maker::addForce() {
  if (model_.bodies.size() < 2) return;
  std::optional<Force> force;
  switch (draws_.below(16)) {
    case 0: force = tyre(); break;
    case 1:
    case 2:
    case 3: force = rsda(); break;
    case 4:
    case 5:
    case 6: force = bushing(); break;
    case 7:
    case 8: force = field(); break;
    case 9:
    case 10:
    case 11: force = general(); break;
    default: force = tsda(); break;
  }
  if (!force) return;
  force->name = fmt::format("f{}", model_.forces.size());
  model_.forces.push_back(std::move(*force));
}

std::optional<Force> Maker::tsda() {
  const BodyIndex first = anyBody();
  const BodyIndex second = anyBody();
  if (first == second) return std::nullopt;
  const Vector3 a = pointNear(first);
  const Vector3 b = pointNear(second);
  const double distance = (a - b).norm();
  if (distance < 0.3 * length_) return std::nullopt;
  Tsda law;
  law.i = addMarker(first, {draws_.rotation(), a});
  law.j = addMarker(second, {draws_.rotation(), b});
  law.stiffness = stiffness();
  law.length = distance * draws_.uniform(0.7, 1.3);
  if (draws_.oneIn(2)) law.damping = law.stiffness / rate_ * draws_.decades(-2, -0.5);
  if (draws_.oneIn(3)) law.preload = law.stiffness * length_ * draws_.uniform(-0.2, 0.2);
  if (draws_.oneIn(4)) law.spring = addSpline(3 * length_, stiffness());
  if (draws_.oneIn(6)) law.damper = addSpline(30 * length_ * rate_, 0.1 * stiffness() / rate_);
  if (draws_.oneIn(6)) {
    law.function = expression(fmt::format("{} * sin({} * time)", law.stiffness * length_ * draws_.uniform(0, 0.2),
                                          rate_ * draws_.uniform(1, 5)));
  }
  return Force{"", law, {}};
}

// Mostly about a hinge, otherwise about a rotating axis.
std::optional<Force> Maker::rsda() {
  std::vector<JointIndex> hinges;
  for (const JointIndex index : model_.joints.indexes()) {
    const std::string_view type = model_.joints[index].type.name;
    if (type == "revolute" || type == "cylindrical") hinges.push_back(index);
  }
  Rsda law;
  if (!hinges.empty() && !draws_.oneIn(5)) {
    const Joint& hinge = model_.joints[draws_.of(hinges)];
    law.i = hinge.i;
    law.j = hinge.j;
  } else {
    const BodyIndex first = anyBody();
    const BodyIndex second = anyBody();
    if (first == second) return std::nullopt;
    const Pose X_W{draws_.rotation(), pointNear(first)};
    law.j = addMarker(second, X_W);
    law.i = addMarker(first, {X_W.R * rotationOf(0.7 * draws_.vector()), X_W.p});
  }
  law.stiffness = stiffness() * length_ * length_;
  if (draws_.oneIn(2)) law.damping = law.stiffness / rate_ * draws_.decades(-2, -0.5);
  law.angle = draws_.uniform(-1, 1);
  if (draws_.oneIn(3)) law.torque = law.stiffness * draws_.uniform(-0.2, 0.2);
  if (draws_.oneIn(5)) law.spring = addSpline(10, law.stiffness);
  return Force{"", law, {}};
}

std::optional<Force> Maker::bushing() {
  const BodyIndex first = anyBody();
  const BodyIndex second = anyBody();
  if (first == second) return std::nullopt;
  const Pose X_W{draws_.rotation(), pointBetween(first, second)};
  Bushing law;
  law.j = addMarker(second, X_W);
  law.i = addMarker(first, X_W * Pose{rotationOf(0.3 * draws_.vector()), 0.1 * length_ * draws_.vector()});
  for (int k = 0; k < 3; ++k) {
    law.k(k) = stiffness();
    law.kt(k) = stiffness() * length_ * length_;
    if (draws_.oneIn(2)) law.c(k) = law.k(k) / rate_ * draws_.decades(-2, -0.5);
    if (draws_.oneIn(2)) law.ct(k) = law.kt(k) / rate_ * draws_.decades(-2, -0.5);
  }
  if (draws_.oneIn(4)) law.force = law.k.x() * 0.1 * length_ * draws_.vector();
  if (draws_.oneIn(4)) law.torque = law.kt.x() * 0.1 * draws_.vector();
  law.angles = static_cast<AngleDefinition>(draws_.below(3));
  return Force{"", law, {}};
}

std::optional<Force> Maker::field() {
  const std::optional<Force> like = bushing();
  if (!like) return std::nullopt;
  const Bushing& bushing = std::get<Bushing>(like->law);
  Field law;
  law.i = bushing.i;
  law.j = bushing.j;
  law.force = bushing.force;
  law.torque = bushing.torque;
  law.angles = bushing.angles;
  // A square root R of the stiffness R R', so that the spring stores energy in every direction.
  Matrix6 root = Matrix6::Zero();
  for (Eigen::Index r = 0; r < 6; ++r) {
    const double size = std::sqrt(r < 3 ? bushing.k(r) : bushing.kt(r - 3));
    for (Eigen::Index c = 0; c <= r; ++c) root(r, c) = size * (r == c ? 1 : draws_.uniform(-0.5, 0.5));
  }
  const Matrix6 stiffness = root * root.transpose();
  law.stiffness = stiffness.selfadjointView<Eigen::Upper>();
  if (draws_.oneIn(2)) law.damping = law.stiffness * (draws_.decades(-2, -0.5) / rate_);
  return Force{"", law, {}};
}

// A function of time, a distance, a velocity, an angular velocity, or a joint's coordinate.
std::optional<Force> Maker::general() {
  const BodyIndex first = anyBody();
  BodyIndex second = anyBody();
  if (model_.bodies[first].isGround || first == second) return std::nullopt;
  GeneralForce law;
  law.i = addMarker(first, {draws_.rotation(), pointNear(first)});
  const MarkerIndex other = addMarker(second, {draws_.rotation(), pointNear(second)});
  if (draws_.oneIn(2)) law.j = other;
  if (draws_.oneIn(2)) law.in = draws_.oneIn(2) ? other : law.i;
  const double force = mass_ * length_ * rate_ * rate_ * draws_.decades(-1, 0.5);
  const auto any = [&](double size) {
    const std::vector<Scalar> all = scalars();
    switch (draws_.below(6)) {
      case 0: return fmt::format("{}", size * draws_.uniform(-1, 1));
      case 1: return fmt::format("{} * cos({} * time)", size, rate_ * draws_.uniform(0.5, 3));
      case 2: return fmt::format("{} * ({} - {})", size / length_, measure("dm", law.i, other), length_);
      case 3: return fmt::format("-{} * {}", 0.3 * size / (length_ * rate_), measure("vx", law.i, other));
      case 4: return fmt::format("-{} * {}", 0.3 * size / rate_, measure("wz", law.i, other));
      default: break;
    }
    if (all.empty()) return fmt::format("{}", size);
    const Scalar& scalar = draws_.of(all);
    const Joint& joint = model_.joints[scalar.coordinate.joint];
    const std::string name = coordinateNames(joint.type)[at(scalar.coordinate.coordinate)].name;
    return fmt::format("-{} * joint({}.{})", scalar.isRotation ? size : size / length_, joint.name, name);
  };
  law.force[at(draws_.below(3))] = expression(any(force));
  if (draws_.oneIn(2)) law.torque[at(draws_.below(3))] = expression(any(force * length_));
  return Force{"", law, {}};
}

// A wheel on a road: a free body, pressed slightly into the plane.
std::optional<Force> Maker::tyre() {
  const auto ground = std::ranges::find_if(model_.bodies, &Body::isGround);
  if (options_.isPart || ground == model_.bodies.end() || !model_.roads.empty() || length_ < 0.1 || length_ > 3) {
    return std::nullopt;
  }
  BodyIndex body = anyBody();
  if (model_.bodies[body].isGround) return std::nullopt;
  const auto types = tyreTypes();
  Tyre tyre = standardTyre(types[at(draws_.below(static_cast<int>(types.size())))]);
  tyre.name = "tyre";
  constexpr double kRadius = 0.3;
  const double weight = 10 * mass_;
  for (const std::string_view key : missingKeys(tyre)) {
    // Coefficients of formulas describe measured tyres; random ones do not.
    if (key != "UNLOADED_RADIUS" && key != "CSLIP" && key != "CALPHA") return std::nullopt;
    giveValue(tyre, *keyOf(*tyre.type, key), key == "UNLOADED_RADIUS" ? kRadius : 10 * weight);
  }
  giveValue(tyre, *keyOf(*tyre.type, "VERTICAL_STIFFNESS"), weight / (0.05 * kRadius));
  const Vector3 centre = pointNear(body);
  Road road;
  road.name = "road";
  road.height = centre.z() - 0.98 * kRadius;
  TyreForce law;
  law.i = addMarker(body, {Matrix3::Identity(), centre});
  law.road = model_.roads.add(road);
  law.tyre = model_.tyres.add(tyre);
  law.slip = static_cast<SlipBuildUp>(draws_.below(2));
  return Force{"", law, {}};
}

// ---- on coordinates ----

// Begins at the value; its rates match those of the machine.
TimeFunction Maker::functionFrom(double value, double amplitude, int derivative) {
  if (derivative > 0) value = draws_.uniform(-1, 1) * amplitude;
  const double time = draws_.uniform(0.2, 2) / rate_;
  switch (draws_.below(6)) {
    case 0: return ConstantFunction{value};
    case 1: return LinearFunction{value, amplitude / time};
    case 2: {
      const double phase = draws_.uniform(-3, 3);
      return SineFunction{value - amplitude * std::sin(phase), amplitude, 0.3 / time, phase};
    }
    case 3: return StepFunction{draws_.uniform(0, 0.5) * time, value, 2 * time, value + amplitude};
    case 4: {
      TableFunction table;
      table.interpolation = draws_.oneIn(2) ? Interpolation::akima : Interpolation::cubic;
      for (int k = 0; k < 6; ++k) {
        table.time.push_back(k == 5 ? 1e3 * time : k * time);
        table.value.push_back(k == 0 ? value : value + amplitude * draws_.uniform(-1, 1));
      }
      return table;
    }
    default: break;
  }
  return expression(fmt::format("{} + {} * sin({} * time)", value, amplitude, 1 / time));
}

void Maker::addDrive() {
  const std::vector<Scalar> all = scalars();
  if (!options_.hasDrives || all.empty() || freedoms_ < 2) return;
  const Scalar scalar = draws_.of(all);
  const auto isTaken = [&](const Drive& other) { return other.coordinate->joint == scalar.coordinate.joint; };
  if (std::ranges::any_of(model_.drives, isTaken) || (scalar.isOnLoop && !draws_.oneIn(4))) return;
  Drive drive;
  drive.name = fmt::format("d{}", model_.drives.size());
  drive.coordinate = scalar.coordinate;
  drive.derivative = draws_.oneIn(2) ? 0 : draws_.below(3);
  double amplitude = (scalar.isRotation ? 1 : length_) * draws_.uniform(0.1, 0.5);
  for (int k = 0; k < drive.derivative; ++k) amplitude *= rate_;
  drive.function = functionFrom(scalar.position, amplitude, drive.derivative);
  --freedoms_;
  model_.drives.push_back(std::move(drive));
}

void Maker::addCoupler() {
  const std::vector<Scalar> all = scalars();
  if (!options_.hasDrives || all.size() < 2 || freedoms_ < 2) return;
  const Scalar& a = draws_.of(all);
  const Scalar& b = draws_.of(all);
  if (a.coordinate.joint == b.coordinate.joint || a.isOnLoop || b.isOnLoop) return;
  const auto isDriven = [&](const Drive& drive) {
    return drive.coordinate == a.coordinate || drive.coordinate == b.coordinate;
  };
  if (!model_.couplers.empty() || std::ranges::all_of(model_.drives, isDriven) != model_.drives.empty()) return;
  Coupler coupler;
  coupler.name = fmt::format("c{}", model_.couplers.size());
  const double lever = a.isRotation == b.isRotation ? 1 : length_;
  coupler.terms.push_back({a.coordinate, draws_.sign() * draws_.uniform(0.3, 3) * (a.isRotation ? lever : 1)});
  coupler.terms.push_back({b.coordinate, draws_.sign() * draws_.uniform(0.3, 3) * (b.isRotation ? lever : 1)});
  if (draws_.oneIn(2)) {
    coupler.offset = coupler.terms[0].factor * a.position + coupler.terms[1].factor * b.position;
    if (draws_.oneIn(2)) {
      const double size = a.isRotation && b.isRotation ? 1 : length_;
      coupler.function = expression(fmt::format("{} * (1 - cos({} * time))", size * draws_.uniform(-0.3, 0.3), rate_));
    }
  }
  --freedoms_;
  model_.couplers.push_back(std::move(coupler));
}

void Maker::addStop() {
  const std::vector<Scalar> all = scalars();
  if (all.empty()) return;
  const Scalar& scalar = draws_.of(all);
  Joint& joint = model_.joints[scalar.coordinate.joint];
  if (!joint.limits.empty()) return;
  const double size = scalar.isRotation ? 1 : length_;
  Limit limit;
  limit.coordinate = scalar.coordinate.coordinate;
  limit.lower = scalar.position - size * draws_.uniform(0.05, 1);
  if (draws_.oneIn(2)) limit.upper = scalar.position + size * draws_.uniform(0.05, 1);
  if (!draws_.oneIn(6)) limit.stiffness = 10 * stiffness() * (scalar.isRotation ? length_ * length_ : 1);
  if (draws_.oneIn(2)) limit.damping = limit.stiffness / rate_ * draws_.decades(-3, -1.5);
  joint.limits.push_back(limit);
}

void Maker::addFriction() {
  const std::vector<Scalar> all = scalars();
  if (all.empty()) return;
  const Scalar& scalar = draws_.of(all);
  Joint& joint = model_.joints[scalar.coordinate.joint];
  if (!joint.frictions.empty()) return;
  const double force = mass_ * length_ * rate_ * rate_ * (scalar.isRotation ? length_ : 1) * draws_.decades(-2, -0.5);
  const double speed = rate_ * (scalar.isRotation ? 1 : length_);
  Friction friction;
  friction.coordinate = scalar.coordinate.coordinate;
  if (draws_.oneIn(2)) friction.viscous = force / speed;
  if (friction.viscous == 0 || draws_.oneIn(2)) {
    friction.coulomb = force;
    if (draws_.oneIn(2)) friction.stiction = force * draws_.uniform(1, 1.5);
    friction.velocity = 0.3 * speed;
  }
  joint.frictions.push_back(friction);
}

}  // namespace mb::random
