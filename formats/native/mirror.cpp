// Changes of sign in a mirror image. With D the diagonal of the reflections (one, or the product of nested ones), a
// frame becomes D R D, so a translation along a is multiplied by D_aa and a rotation about a by det(D) D_aa.
#include <fmt/format.h>

#include <algorithm>

#include "formats/model/joints/joint_kinematics.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

bool isPlain(const File& file) {
  for (const File* f = &file; f->parent; f = f->parent) {
    if (f->mirror || !isIdentity(f->X_PF)) return false;
  }
  return true;
}

// A marker on the ground for the world of an included file, whose axes are not those of the ground.
MarkerIndex worldMarker(Build& build, File& file) {
  if (!file.worldMarker.valid()) {
    const SourceRef at = build.model.origin.at;
    file.worldMarker = addWorldMarker(build, file, groundBody(build), file.prefix + "world", "frame", Pose{}, 0, at);
  }
  return file.worldMarker;
}

const Vector3& reflectionOf(Build& build, File& file, MarkerIndex marker) {
  return commonFile(&file, build.markers[marker].file)->D;
}

double signOf(Build& build, File& file, const CoordinateRef& ref) {
  const Vector3& D = commonFile(&file, build.jointFiles[ref.joint])->D;
  return coordinateSign(D, build.model.joints[ref.joint].type, ref.coordinate);
}

void negate(TimeFunction& function) {
  struct Visitor {
    void operator()(ConstantFunction& f) const { f.value = -f.value; }
    void operator()(LinearFunction& f) const {
      f.offset = -f.offset;
      f.rate = -f.rate;
    }
    void operator()(SineFunction& f) const {
      f.offset = -f.offset;
      f.amplitude = -f.amplitude;
    }
    void operator()(StepFunction& f) const {
      f.v0 = -f.v0;
      f.v1 = -f.v1;
    }
    void operator()(TableFunction& f) const {
      for (double& value : f.value) value = -value;
    }
    void operator()(Expression& f) const { f = negated(std::move(f)); }
  };
  std::visit(Visitor{}, function);
}

// The reflection of the marker whose axes the components of a force refer to.
Vector3 reflectionOf(Build& build, File& file, const Force& force) {
  return std::visit(
      [&](const auto& law) -> Vector3 {
        if constexpr (requires { law.in; }) {
          return law.in.valid() ? reflectionOf(build, file, law.in) : Vector3(Vector3::Ones());
        } else if constexpr (requires { law.j; }) {
          return reflectionOf(build, file, law.j);
        } else {
          return reflectionOf(build, file, law.i);
        }
      },
      force.law);
}

double signOf(const Vector3& D, Mirror mirror, int axis) {
  return mirror == Mirror::none ? 1 : mirror == Mirror::polar ? polarSign(D, axis) : axialSign(D, axis);
}

double signOfForce(Build& build, File& file, const Expression& call) {
  const auto found = findForceMeasure(build.model.forces, call.arguments.front().name);
  if (!found) return 1;
  const Force& force = build.model.forces[found->force];
  const ForceMeasure& measure = measuresOf(force)[found->measure];
  return signOf(reflectionOf(build, file, force), measure.mirror, measure.axis);
}

double signOfCall(Build& build, File& file, const Expression& call, const ExpressionFunction& function) {
  if (function.argument == ExpressionFunction::Argument::coordinate) {
    const std::string& name = call.arguments.front().name;
    const std::size_t dot = name.rfind('.');
    const auto joint = build.jointNames.find(std::string_view(name).substr(0, dot));
    if (joint == build.jointNames.end() || !joint->second.valid()) return 1;
    const auto names = coordinateNames(build.model.joints[joint->second].type);
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (name.substr(dot + 1) == names[k].name) return signOf(build, file, {joint->second, static_cast<int>(k)});
    }
    return 1;
  }
  if (function.argument == ExpressionFunction::Argument::force) return signOfForce(build, file, call);
  if (function.component < 0 || function.mirror == ExpressionFunction::Mirror::none) return 1;
  const std::size_t frame = std::min<std::size_t>(2, static_cast<std::size_t>(function.maximumArguments) - 1);
  if (call.arguments.size() <= frame) return 1;
  const auto marker = build.markerNames.find(call.arguments[frame].name);
  if (marker == build.markerNames.end()) return 1;
  const Vector3& D = reflectionOf(build, file, marker->second);
  return function.mirror == ExpressionFunction::Mirror::translation ? polarSign(D, function.component)
                                                                    : axialSign(D, function.component);
}

// Replaces measures in the expression by those of the mirrored mechanism, so that its value stays the same.
void mirrorFunction(Build& build, File& file, const SourceRef& at, Expression& expression) {
  for (Expression& argument : expression.arguments) mirrorFunction(build, file, at, argument);
  if (expression.kind != Expression::Kind::call) return;
  const ExpressionFunction* const function = findExpressionFunction(expression.name);
  if (!function) return;
  if (function->mirror == ExpressionFunction::Mirror::refused) {
    build.diagnostics
        .error(at, Code::notModelled, fmt::format("'{}' cannot be used in a mirrored file", expression.name))
        .withHint("mirroring does not simply change the sign of these angles: use yaw, pitch and roll");
  }
  const auto frames = function->following.value_or(function->argument);
  if (frames == ExpressionFunction::Argument::marker) {
    // Omitted arguments, up to j and the frame of a component, mean the file's world.
    const auto wanted =
        static_cast<std::size_t>(std::min(function->component >= 0 ? 3 : 2, function->maximumArguments));
    while (expression.arguments.size() < wanted) {
      Expression world;
      world.kind = Expression::Kind::reference;
      world.name = build.model.markers[worldMarker(build, file)].name;
      expression.arguments.push_back(std::move(world));
    }
  }
  if (signOfCall(build, file, expression, *function) < 0) expression = negated(std::move(expression));
}

SourceRef sourceAt(XmlElement& element, std::string_view attribute) {
  const auto text = element.attribute(attribute);
  return text ? text->valueAt : element.at();
}

// Visits the fields of a force; `frame` is the reflection of the marker whose axes its components refer to.
struct ForceMirror {
  Build& build;
  File& file;
  XmlElement& element;
  Vector3 D = Vector3::Ones();

  double sign(Mirror mirror, int axis) const { return signOf(D, mirror, axis); }
  void marker(std::string_view, MarkerIndex&) {}
  void optionalMarker(std::string_view, MarkerIndex&) {}
  void number(std::string_view, double& value, const Dimension&, Mirror mirror, int axis, NumberTraits = {}) {
    value *= sign(mirror, axis);
  }
  void vector(std::string_view, Vector3& value, const Dimension&, Mirror mirror) {
    for (int k = 0; k < 3; ++k) value(k) *= sign(mirror, k);
  }
  void matrix(std::string_view, Matrix6& value, const Dimension&) {
    Vector6 P;
    for (int k = 0; k < 3; ++k) {
      P(k) = polarSign(D, k);
      P(k + 3) = axialSign(D, k);
    }
    value = (P.asDiagonal() * value * P.asDiagonal()).eval();
  }
  void expression(std::string_view name, std::optional<Expression>& value, const Dimension&, Mirror mirror, int axis) {
    if (!value) return;
    mirrorFunction(build, file, sourceAt(element, name), *value);
    if (sign(mirror, axis) < 0) *value = negated(std::move(*value));
  }
  // A torque over an angle has both reversed; a torque over a length is unchanged.
  void spline(std::string_view, SplineIndex& index, const Dimension& x, const Dimension&) {
    if (!index.valid() || x.angle == 0 || axialSign(D, 2) > 0) return;
    const std::string name = build.model.splines[index].name + "_mirrored";
    const auto known = build.splineNames.find(name);
    if (known != build.splineNames.end()) {
      index = known->second;
      return;
    }
    Spline copy = build.model.splines[index];
    copy.name = name;
    copy.origin.by = "read";
    for (auto* values : {&copy.x, &copy.y}) {
      std::reverse(values->begin(), values->end());
      for (double& value : *values) value = -value;
    }
    build.splineFiles.add(build.splineFiles[index]);
    index = build.model.splines.add(std::move(copy));
    build.splineNames.emplace(name, index);
  }
  void road(std::string_view, RoadIndex&) {}
  void tyre(std::string_view, TyreIndex&) {}
  template <class Enum>
  void choice(std::string_view, Enum&, std::initializer_list<std::string_view>) {}
};

}  // namespace

double polarSign(const Vector3& D, int axis) { return D(axis); }
double axialSign(const Vector3& D, int axis) { return D.prod() * D(axis); }

double coordinateSign(const Vector3& D, const JointType& type, int coordinate) {
  const CoordinateName name = coordinateNames(type)[static_cast<std::size_t>(coordinate)];
  const int axis = name.name[1] - 'x';
  return name.isRotation ? axialSign(D, axis) : polarSign(D, axis);
}

Matrix3 mirrorCorrection(const Vector3& D, const JointType& type) {
  Matrix3 C = Matrix3::Identity();
  for (const Motion& motion : type.motions()) {
    // The link of a revolute-spherical joint is along x; reversed, it is the same link after half a turn about z.
    if (motion.kind == MotionKind::offset && D.x() < 0) C = Vector3(-1, -1, 1).asDiagonal();
    if (motion.kind == MotionKind::turn) {
      const Matrix3 T = jointPose(type, {}, zeroPosition(type)).R;
      C = (D.asDiagonal() * T * D.asDiagonal()).transpose() * T;
    }
  }
  return C;
}

void mirrorJoint(const Vector3& D, Joint& joint) {
  joint.pitch *= D.prod();
  for (Limit& limit : joint.limits) {
    if (coordinateSign(D, joint.type, limit.coordinate) > 0) continue;
    std::swap(limit.lower, limit.upper);
    if (limit.lower) limit.lower = -*limit.lower;
    if (limit.upper) limit.upper = -*limit.upper;
  }
  for (InitialCoordinate& initial : joint.initials) {
    const double sign = coordinateSign(D, joint.type, initial.coordinate);
    if (initial.value) initial.value = sign * *initial.value;
    if (initial.rate) initial.rate = sign * *initial.rate;
  }
}

void mirrorCoupler(Build& build, File& file, XmlElement& element, Coupler& coupler) {
  if (isPlain(file)) return;
  for (Coupler::Term& term : coupler.terms) term.factor *= signOf(build, file, term.coordinate);
  if (coupler.function) mirrorFunction(build, file, sourceAt(element, "function"), *coupler.function);
}

void mirrorDrive(Build& build, File& file, XmlElement& element, Drive& drive) {
  if (isPlain(file)) return;
  if (auto* expression = std::get_if<Expression>(&drive.function)) {
    mirrorFunction(build, file, sourceAt(element, "function"), *expression);
  }
  double sign = 1;
  if (drive.coordinate) {
    sign = signOf(build, file, *drive.coordinate);
  } else if (drive.component != kDistanceComponent) {
    const Vector3& D = reflectionOf(build, file, drive.j);
    sign = drive.component < 3 ? polarSign(D, drive.component) : axialSign(D, drive.component - 3);
  }
  if (sign < 0) negate(drive.function);
}

void mirrorForce(Build& build, File& file, XmlElement& element, Force& force) {
  if (isPlain(file)) return;
  std::visit(
      [&](auto& law) {
        if constexpr (requires { law.in; }) {
          if (!law.in.valid()) law.in = worldMarker(build, file);
        }
      },
      force.law);
  ForceMirror mirror{build, file, element, reflectionOf(build, file, force)};
  describe(force, mirror);
}

void mirrorMeasure(Build& build, File& file, XmlElement& element, Measure& measure) {
  if (!isPlain(file)) mirrorFunction(build, file, sourceAt(element, "function"), measure.function);
}

}  // namespace mb::native
