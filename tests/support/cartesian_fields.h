// Every field of a Cartesian model as lines of text, with numbers to the last bit: two models are equal if their lines
// are. What a model says about its source is omitted: units, names of axes, origins.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb::testing {

class FieldLines {
 public:
  static std::vector<std::string> of(const CartesianModel& model) {
    FieldLines lines;
    lines.addModel(model);
    return std::move(lines.lines_);
  }

  static std::vector<std::string> of(const std::vector<Force>& forces) {
    FieldLines lines;
    lines.addForces(forces);
    return std::move(lines.lines_);
  }

  // ---- as the forces' and drivers' describe() call them ----
  void marker(std::string_view, MarkerIndex index) { add(index.value); }
  void optionalMarker(std::string_view, MarkerIndex index) { add(index.value); }
  void number(std::string_view, double value, const Dimension&, Mirror, int, NumberTraits = {}) { add(value); }
  void required(std::string_view, double value, const Dimension&) { add(value); }
  void kept(std::string_view, double value, const Dimension&) { add(value); }
  void vector(std::string_view, const Vector3& value, const Dimension&, Mirror) { add(value); }
  void matrix(std::string_view, const Matrix6& value, const Dimension&) { add(value); }
  void spline(std::string_view, SplineIndex index, const Dimension&, const Dimension&) { add(index.value); }
  void road(std::string_view, RoadIndex index) { add(index.value); }
  void tyre(std::string_view, TyreIndex index) { add(index.value); }
  void expression(std::string_view, const std::optional<Expression>& value, const Dimension&, Mirror, int) {
    add(value);
  }
  template <class Enum>
  void choice(std::string_view, Enum value, std::initializer_list<std::string_view>) {
    add(value);
  }

 private:
  std::vector<std::string> lines_;

  void start(std::string_view kind, std::string_view name) { lines_.push_back(fmt::format("{} '{}'", kind, name)); }

  void add(const std::string& text) { lines_.back() += fmt::format(" '{}'", text); }
  void add(std::string_view text) { add(std::string(text)); }
  void add(double value) { lines_.back() += fmt::format(" {:a}", value + 0.0); }  // treats 0 and -0 as equal
  void add(int value) { lines_.back() += fmt::format(" {}", value); }
  void add(bool value) { lines_.back() += value ? " true" : " false"; }
  void add(Weight value) { lines_.back() += fmt::format(" {}", value); }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void add(Enum value) { add(static_cast<int>(value)); }
  template <class Derived>
  void add(const Eigen::MatrixBase<Derived>& value) {
    for (const double entry : value.reshaped()) add(entry);
  }
  void add(const Pose& pose) { add(pose.p, pose.R); }
  template <class T>
  void add(const std::optional<T>& value) {
    if (value)
      add(*value);
    else
      lines_.back() += " none";
  }
  template <class T>
  void add(const std::vector<T>& values) {
    lines_.back() += " [";
    for (const auto& value : values) add(value);
    lines_.back() += " ]";
  }
  template <class T, std::size_t n>
  void add(const std::array<T, n>& values) {
    for (const T& value : values) add(value);
  }
  void add(const Expression& e) {
    add(e.kind);
    add(e.number);
    add(e.name);
    lines_.back() += " (";
    for (const Expression& argument : e.arguments) add(argument);
    lines_.back() += " )";
  }
  void add(const JointType& type) {
    add(type.name);
    for (const Motion& motion : type.motions()) add(motion.kind, motion.axis);
    for (const Equation& equation : type.equations()) add(equation.kind, equation.a, equation.b);
  }
  template <class First, class Second, class... More>
  void add(const First& first, const Second& second, const More&... more) {
    add(first);
    add(second);
    (add(more), ...);
  }

  // With structured bindings, so that a new field does not compile until it is listed here.
  void add(const Limit& value) {
    const auto& [coordinate, lower, upper, stiffness, damping] = value;
    add(coordinate, lower, upper, stiffness, damping);
  }
  void add(const Friction& value) {
    const auto& [coordinate, coulomb, stiction, viscous, velocity] = value;
    add(coordinate, coulomb, stiction, viscous, velocity);
  }
  void add(const InitialCoordinate& value) {
    const auto& [coordinate, position, rate] = value;
    add(coordinate, position, rate);
  }
  void add(const CoordinateRef& value) { add(value.joint.value, value.coordinate); }
  void add(const Coupler::Term& value) { add(value.coordinate, value.factor); }
  void add(const ConstantFunction& f) { add(f.value); }
  void add(const LinearFunction& f) { add(f.offset, f.rate); }
  void add(const SineFunction& f) {
    const auto& [offset, amplitude, frequency, phase] = f;
    add(offset, amplitude, frequency, phase);
  }
  void add(const StepFunction& f) {
    const auto& [t0, v0, t1, v1] = f;
    add(t0, v0, t1, v1);
  }
  void add(const TableFunction& f) {
    const auto& [interpolation, time, value] = f;
    add(interpolation, time, value);
  }
  void add(const HalfRound& p) { add(p.x, p.radius, p.count, p.spacing); }
  void add(const Bump& p) {
    const auto& [x, length, height, count, spacing] = p;
    add(x, length, height, count, spacing);
  }
  void add(const SineRoad& p) {
    const auto& [x, length, amplitude, wavelength] = p;
    add(x, length, amplitude, wavelength);
  }
  void add(const Ramp& p) { add(p.x, p.length, p.height); }
  void add(const RoadProfile& p) { add(p.interpolation, p.x, p.z); }
  void add(const RoadGrid& p) {
    const auto& [x, y, dx, dy, columns, z] = p;
    add(x, y, dx, dy, columns, z);
  }
  void add(const FrictionPatch& p) {
    const auto& [x0, x1, y0, y1, friction] = p;
    add(x0, x1, y0, y1, friction);
  }
  void add(const StraightPath& p) { add(p.y); }
  void add(const DoubleLaneChange& p) { add(p.start, p.offset); }
  void add(const SlalomPath& p) {
    const auto& [first, spacing, amplitude, count] = p;
    add(first, spacing, amplitude, count);
  }
  void add(const PathTable& p) { add(p.interpolation, p.x, p.y); }
  template <class... T>
  void add(const std::variant<T...>& value) {
    add(static_cast<int>(value.index()));
    std::visit([&](const auto& one) { add(one); }, value);
  }

  void addForces(const std::vector<Force>& forces) {
    for (const Force& force : forces) {
      start("force", force.name);
      add(static_cast<int>(force.law.index()));
      describe(force, *this);
    }
  }

  void addModel(const CartesianModel& model) {
    start("model", model.name);
    add(model.R_WS, model.gravity, model.loopTolerance);
    for (const std::string& remark : model.remarks) start("remark", remark);
    for (const Body& body : model.bodies) {
      start("body", body.name);
      const MassProperties& mass = body.massProperties;
      add(body.isGround, body.X_WB, mass.mass, mass.com, mass.inertia, mass.asGiven, body.v_WB, body.w_WB);
      add(body.keepPosition, body.keepVelocity, static_cast<int>(body.members.size()));
    }
    for (const Marker& marker : model.markers) {
      start("marker", marker.name);
      add(marker.body.value, marker.X_BM);
    }
    for (const Joint& joint : model.joints) {
      start("joint", joint.name);
      add(joint.type, joint.i.value, joint.j.value, joint.length, joint.pitch, joint.angle, joint.preference);
      add(joint.weight, joint.limits, joint.frictions, joint.initials, joint.fusedFrom);
    }
    for (const Spline& spline : model.splines) {
      start("spline", spline.name);
      add(spline.interpolation, spline.x, spline.y);
    }
    for (const Road& road : model.roads) {
      start("road", road.name);
      add(road.height, road.friction, road.pieces, road.patches);
    }
    for (const Tyre& tyre : model.tyres) {
      start("tyre", tyre.name);
      add(tyre.type->name, tyre.values, tyre.given, tyre.deflection, tyre.load, tyre.side);
    }
    for (const Driver& driver : model.drivers) {
      start("driver", driver.name);
      Driver::describe(driver, *this);
      add(driver.path);
    }
    for (const Coupler& coupler : model.couplers) {
      start("coupler", coupler.name);
      add(coupler.kind, coupler.terms, coupler.offset, coupler.function);
    }
    for (const Drive& drive : model.drives) {
      start("drive", drive.name);
      add(drive.coordinate, drive.i.value, drive.j.value, drive.component, drive.function, drive.derivative);
    }
    addForces(model.forces);
    for (const Probe& probe : model.probes) {
      start("probe", probe.name);
      add(probe.marker.value);
    }
    for (const Measure& measure : model.measures) {
      start("measure", measure.name);
      add(measure.unit, measure.function);
    }
    for (const ForeignText& foreign : model.foreign) {
      start("foreign", foreign.format);
      add(foreign.text, foreign.what, foreign.why, foreign.meaning, foreign.changesMotion);
    }
  }
};

}  // namespace mb::testing
