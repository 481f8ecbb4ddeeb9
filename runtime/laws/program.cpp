#include "runtime/laws/program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "formats/model/elementary/elementary.h"
#include "runtime/laws/measured.h"

namespace mb {
namespace {

using Op = Instruction::Op;
using Kind = Expression::Kind;
using Argument = ExpressionFunction::Argument;

// By MarkerMeasure::Kind.
constexpr std::array<std::string_view, 35> kMeasures{
    "dm",     "dx",      "dy",           "dz",   "vr",    "vm",   "vx",   "vy",   "vz",   "ax",   "ay",  "az",
    "yaw",    "pitch",   "roll",         "psi",  "theta", "phi",  "wm",   "wx",   "wy",   "wz",   "toe", "camber",
    "caster", "kingpin", "wheel_travel", "accm", "accx",  "accy", "accz", "wdtm", "wdtx", "wdty", "wdtz"};
// Components of {force; torque}, then the magnitudes of both.
constexpr std::array<std::string_view, 8> kReactions{"reaction_fx", "reaction_fy", "reaction_fz", "reaction_tx",
                                                     "reaction_ty", "reaction_tz", "reaction_fm", "reaction_tm"};

template <class Names>
int placeIn(const Names& names, std::string_view name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

// The place of a name in a list, at whose end it is added if it is new.
int numberIn(std::vector<std::string>& names, const std::string& name) {
  const int place = placeIn(names, name);
  if (place == static_cast<int>(names.size())) names.push_back(name);
  return place;
}

bool goesOn(MarkerMeasure::Kind kind) {  // continues past half a turn
  using enum MarkerMeasure::Kind;
  return (kind >= ax && kind <= phi) && kind != pitch && kind != theta;
}

// The position of a joint's coordinate, by "joint.rz".
template <class JointTypeOf>
std::function<CoordinateRef(const std::string&)> coordinateLookup(int count, JointTypeOf jointTypeOf) {
  const auto refs = std::make_shared<std::unordered_map<std::string, CoordinateRef>>();
  for (int k = 0; k < count; ++k) {
    const auto& [name, type] = jointTypeOf(JointIndex{k});
    const std::vector<CoordinateName> names = coordinateNames(*type);
    for (std::size_t c = 0; c < names.size(); ++c) {
      (*refs)[name + "." + names[c].name] = {JointIndex{k}, static_cast<int>(c)};
    }
  }
  return [refs](const std::string& name) { return refs->at(name); };
}

template <class Markers>
std::function<MarkerIndex(const std::string&)> markerLookup(const Markers& markers) {
  const auto indexes = std::make_shared<std::unordered_map<std::string, MarkerIndex>>();
  for (const MarkerIndex index : markers.indexes()) (*indexes)[markers[index].name] = index;
  return [indexes](const std::string& name) { return indexes->at(name); };
}

template <class Rows>
int indexOfRow(const Rows& rows, const std::string& name) {
  int place = 0;
  for (const auto& row : rows) {
    if (row.name == name) return place;
    ++place;
  }
  return 0;
}

struct ProgramCompiler {
  const LawScope& scope;
  Library& library;
  Program program;
  int depth = 0;
  int deepest = 0;

  void emit(const Instruction& instruction, int taken) {
    depth += 1 - taken;
    deepest = std::max(deepest, depth);
    program.code.push_back(instruction);
  }

  void add(const Expression& expression) {
    Instruction instruction;
    switch (expression.kind) {
      case Kind::number:
        instruction.number = expression.number;
        emit(instruction, 0);
        return;
      case Kind::time:
        instruction.op = Op::time;
        emit(instruction, 0);
        return;
      case Kind::call: addCall(expression); return;
      case Kind::negate: instruction.op = Op::negate; break;
      case Kind::add: instruction.op = Op::add; break;
      case Kind::subtract: instruction.op = Op::subtract; break;
      case Kind::multiply: instruction.op = Op::multiply; break;
      case Kind::divide: instruction.op = Op::divide; break;
      case Kind::power: instruction.op = Op::power; break;
      case Kind::reference: return;  // an argument of a call, used there
    }
    for (const Expression& argument : expression.arguments) add(argument);
    emit(instruction, static_cast<int>(expression.arguments.size()));
  }

  void addCall(const Expression& call) {
    const ExpressionFunction& function = *findExpressionFunction(call.name);
    Instruction instruction;
    switch (function.argument) {
      case Argument::value:
        for (const Expression& argument : call.arguments) add(argument);
        instruction.op = Op::call;
        instruction.function = &function;
        instruction.index = static_cast<int>(call.arguments.size());
        emit(instruction, instruction.index);
        return;
      case Argument::marker:
        if (function.following)
          addHeight(call, instruction);
        else
          addMeasure(call, instruction);
        return;
      case Argument::joint:
        instruction.op = Op::reaction;
        instruction.index = numberIn(library.reactions, call.arguments[0].name);
        instruction.component = placeIn(kReactions, call.name);
        if (call.arguments.size() > 1) instruction.measure.k = scope.marker(call.arguments[1].name);
        emit(instruction, 0);
        return;
      case Argument::force:
        instruction.op = Op::force;
        instruction.index = numberIn(library.forceMeasures, call.arguments[0].name);
        emit(instruction, 0);
        return;
      case Argument::road: return;  // only the second argument of a call
      case Argument::coordinate: {
        instruction.op = function.name == "joint" ? Op::coordinate : Op::rate;
        const CoordinateRef ref = scope.coordinate(call.arguments[0].name);
        const auto found = std::find(library.coordinates.begin(), library.coordinates.end(), ref);
        instruction.index = static_cast<int>(found - library.coordinates.begin());
        if (found == library.coordinates.end()) library.coordinates.push_back(ref);
        emit(instruction, 0);
        return;
      }
      case Argument::spline:
        add(call.arguments[1]);
        instruction.op = Op::curve;
        instruction.index = indexOfRow(scope.elements->splines, call.arguments[0].name);
        emit(instruction, 1);
        return;
      case Argument::driver:
        instruction.op = function.name == "steer" ? Op::steer : Op::torque;
        instruction.index = indexOfRow(scope.elements->drivers, call.arguments[0].name);
        emit(instruction, 0);
        return;
    }
  }

  void addHeight(const Expression& call, Instruction& instruction) {
    instruction.op = Op::height;
    instruction.measure.i = scope.marker(call.arguments[0].name);
    instruction.index = call.arguments.size() > 1 ? indexOfRow(scope.elements->roads, call.arguments[1].name) : -1;
    emit(instruction, 0);
  }

  void addMeasure(const Expression& call, Instruction& instruction) {
    using enum MarkerMeasure::Kind;
    const int kind = placeIn(kMeasures, call.name);
    std::array<MarkerIndex, 4> markers;
    for (std::size_t k = 0; k < call.arguments.size(); ++k) markers[k] = scope.marker(call.arguments[k].name);
    instruction.op = Op::measure;
    MarkerMeasure& measure = instruction.measure;
    measure = {static_cast<MarkerMeasure::Kind>(kind), markers[0], markers[1], markers[2], markers[3], -1};
    const bool hasNoAxes = measure.kind == vr || measure.kind == vm || measure.kind == accm || measure.kind == wdtm;
    if (hasNoAxes) measure.l = markers[2];
    if (goesOn(measure.kind)) measure.angle = library.angleCount++;
    emit(instruction, 0);
  }
};

// A wheel against a body whose marker has x forward, y left, z up. The wheel is on the left where its marker is.
struct WheelOnBody {
  Vector3 axis;  // of its spin, to the left, in the axes of the body
  double side;   // 1: left, -1: right
};
double sideOf(const FrameMotion& point, const FrameMotion& body) {
  return body.X.R.col(1).dot(point.X.p - body.X.p) < 0 ? -1 : 1;
}
WheelOnBody wheelOnBody(const FrameMotion& wheel, const FrameMotion& body) {
  const Vector3 axis = body.X.R.transpose() * wheel.X.R.col(1);
  return {axis.y() < 0 ? Vector3(-axis) : axis, sideOf(wheel, body)};
}

// The second derivative of a difference d of positions as an observer sees it who turns with w and w_dot; v is the
// first derivative that he sees.
Vector3 seenAcceleration(const Vector3& d, const Vector3& v, const Vector3& d_ddot, const Vector3& w,
                         const Vector3& w_dot) {
  return d_ddot - w_dot.cross(d) - 2 * w.cross(v) - w.cross(w.cross(d));
}

// Of a solved state.
Vector3 accelerationOf(const MarkerMeasure& measure, const Surroundings& around, const FrameMotion& i,
                       const FrameMotion& j, const FrameMotion& l) {
  using enum MarkerMeasure::Kind;
  const FrameAcceleration ground;
  const auto of = [&](MarkerIndex marker) -> const FrameAcceleration& {
    return marker.valid() ? around.accelerations[static_cast<std::size_t>(marker.value)] : ground;
  };
  const FrameAcceleration& a = of(measure.i);
  const FrameAcceleration& b = of(measure.j);
  if (measure.kind >= wdtm) return a.w - b.w - l.w.cross(i.w - j.w);
  const Vector3 d = i.X.p - j.X.p;
  return seenAcceleration(d, i.v - j.v - l.w.cross(d), a.v - b.v, l.w, of(measure.l).w);
}

// Of vehicles, and accelerations.
double furtherMeasured(const Instruction& instruction, const Surroundings& around, const FrameMotion& i,
                       const FrameMotion& j, const FrameMotion& k, const FrameMotion& l) {
  const MarkerMeasure& measure = instruction.measure;
  const Vector3 d = i.X.p - j.X.p;
  const auto along = [&](int axis, const Vector3& vector) { return k.X.R.col(axis).dot(vector); };
  const auto acceleration = [&]() -> Vector3 { return accelerationOf(measure, around, i, j, l); };
  switch (measure.kind) {
    case MarkerMeasure::Kind::toe: {
      const WheelOnBody wheel = wheelOnBody(i, j);
      return wheel.side * elementary::atan2(wheel.axis.x(), wheel.axis.y());
    }
    case MarkerMeasure::Kind::camber: {
      const WheelOnBody wheel = wheelOnBody(i, j);
      return -wheel.side * elementary::asin(std::clamp(wheel.axis.z(), -1.0, 1.0));
    }
    // From the lower point i to the upper one j.
    case MarkerMeasure::Kind::caster: return elementary::atan2(along(0, d), -along(2, d));
    case MarkerMeasure::Kind::kingpin: return sideOf(i, k) * elementary::atan2(along(1, d), -along(2, d));
    case MarkerMeasure::Kind::wheelTravel: return j.X.R.col(2).dot(d) - instruction.number;
    case MarkerMeasure::Kind::accm:
    case MarkerMeasure::Kind::wdtm: return acceleration().norm();
    case MarkerMeasure::Kind::accx:
    case MarkerMeasure::Kind::wdtx: return along(0, acceleration());
    case MarkerMeasure::Kind::accy:
    case MarkerMeasure::Kind::wdty: return along(1, acceleration());
    case MarkerMeasure::Kind::accz:
    case MarkerMeasure::Kind::wdtz: return along(2, acceleration());
    default: return 0;
  }
}

double measured(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const MarkerMeasure& measure = instruction.measure;
  const FrameMotion ground{{library.R_WS, Vector3::Zero()}, Vector3::Zero(), Vector3::Zero()};
  const auto motion = [&](MarkerIndex marker) -> const FrameMotion& {
    return marker.valid() ? around.markers[static_cast<std::size_t>(marker.value)] : ground;
  };
  const FrameMotion& i = motion(measure.i);
  const FrameMotion& j = motion(measure.j);
  const FrameMotion& k = motion(measure.k);
  const FrameMotion& l = motion(measure.l);
  if (measure.kind > MarkerMeasure::Kind::wz) return furtherMeasured(instruction, around, i, j, k, l);
  const auto continued = [&](double angle) { return around.angles->continued(measure.angle, angle); };
  return measuredBetween(measure.kind, frameOf(i), frameOf(j), frameOf(k), frameOf(l), continued);
}

double reactionIn(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const Vector6& reaction = around.reactions[static_cast<std::size_t>(instruction.index)];
  const Vector3 force = reaction.head<3>();
  const Vector3 torque = reaction.tail<3>();
  constexpr int kMagnitudes = 6;
  if (instruction.component >= kMagnitudes) return (instruction.component == kMagnitudes ? force : torque).norm();
  const MarkerIndex k = instruction.measure.k;
  const Matrix3& R = k.valid() ? around.markers[static_cast<std::size_t>(k.value)].X.R : library.R_WS;
  return R.col(instruction.component % 3).dot(instruction.component < 3 ? force : torque);
}

double heightOf(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const Vector3& p = around.markers[static_cast<std::size_t>(instruction.measure.i.value)].X.p;
  if (instruction.index < 0) return p.z();
  return p.z() - heightAt(*library.roads[static_cast<std::size_t>(instruction.index)], p.x(), p.y()).height;
}

// One interpreter for numbers and jets; leaf(instruction) supplies values that depend on the mechanism or on time.
template <class T, class Leaf, class Call>
T interpret(const Program& program, const Library& library, std::span<T> stack, Leaf leaf, Call call) {
  using elementary::pow;
  std::size_t top = 0;
  for (const Instruction& instruction : program.code) {
    switch (instruction.op) {
      case Op::number: stack[top++] = instruction.number; break;
      case Op::negate: stack[top - 1] = -stack[top - 1]; break;
      case Op::add: --top, stack[top - 1] = stack[top - 1] + stack[top]; break;
      case Op::subtract: --top, stack[top - 1] = stack[top - 1] - stack[top]; break;
      case Op::multiply: --top, stack[top - 1] = stack[top - 1] * stack[top]; break;
      case Op::divide: --top, stack[top - 1] = stack[top - 1] / stack[top]; break;
      case Op::power: --top, stack[top - 1] = pow(stack[top - 1], stack[top]); break;
      case Op::call: {
        const auto count = static_cast<std::size_t>(instruction.index);
        top -= count;
        stack[top] = call(*instruction.function, std::span<const T>(stack.subspan(top, count)));
        ++top;
        break;
      }
      case Op::curve:
        stack[top - 1] = valueOf(library.curves[static_cast<std::size_t>(instruction.index)], stack[top - 1]);
        break;
      case Op::time:
      case Op::measure:
      case Op::coordinate:
      case Op::steer:
      case Op::torque:
      case Op::reaction:
      case Op::force:
      case Op::height:
      case Op::rate: stack[top++] = leaf(instruction); break;
    }
  }
  return stack[0];
}

}  // namespace

LawScope lawScope(const CartesianModel& model) {
  return {&model, markerLookup(model.markers),
          coordinateLookup(model.joints.size(),
                           [&](JointIndex joint) {
                             return std::pair<const std::string&, const JointType*>(model.joints[joint].name,
                                                                                    &model.joints[joint].type);
                           }),
          model.R_WS};
}

LawScope lawScope(const RecursiveModel& model) {
  return {&model, markerLookup(model.markers),
          coordinateLookup(model.joints.size(),
                           [&](JointIndex joint) {
                             const JointPlace& place = model.joints[joint];
                             return std::pair<const std::string&, const JointType*>(place.name, &typeOf(model, place));
                           }),
          model.R_WS};
}

Library makeLibrary(const LawScope& scope) {
  Library library;
  for (const Spline& spline : scope.elements->splines) {
    library.curves.push_back(makeCurve(spline.interpolation, spline.x, spline.y));
  }
  for (const Road& road : scope.elements->roads) {
    library.roads.push_back(std::make_shared<const RoadSurface>(makeRoadSurface(road)));
  }
  for (const Tyre& tyre : scope.elements->tyres) library.tyres.push_back(tyre.type->make(tyre));
  for (const Driver& driver : scope.elements->drivers) library.drivers.push_back(compileDriver(driver));
  library.R_WS = scope.R_WS;
  return library;
}

Program compile(const Expression& expression, const LawScope& scope, Library& library) {
  ProgramCompiler compiler{scope, library, {}, 0, 0};
  compiler.add(expression);
  library.stackSize = std::max(library.stackSize, compiler.deepest);
  return std::move(compiler.program);
}

double run(const Program& program, const Library& library, const Surroundings& around, std::span<double> stack) {
  const auto leaf = [&](const Instruction& instruction) {
    switch (instruction.op) {
      case Op::time: return around.time;
      case Op::coordinate: return around.coordinates[static_cast<std::size_t>(instruction.index)].q;
      case Op::rate: return around.coordinates[static_cast<std::size_t>(instruction.index)].q_dot;
      case Op::steer: return around.drivers[static_cast<std::size_t>(instruction.index)].steer;
      case Op::torque: return around.drivers[static_cast<std::size_t>(instruction.index)].torque;
      case Op::reaction: return reactionIn(instruction, library, around);
      case Op::force: return around.forces[static_cast<std::size_t>(instruction.index)];
      case Op::height: return heightOf(instruction, library, around);
      default: return measured(instruction, library, around);
    }
  };
  return interpret(program, library, stack, leaf,
                   [](const ExpressionFunction& function, std::span<const double> a) { return function.evaluate(a); });
}

Jet runJet(const Program& program, const Library& library, double time, std::span<Jet> stack) {
  return interpret(
      program, library, stack, [&](const Instruction&) { return Jet::time(time); },
      [](const ExpressionFunction& function, std::span<const Jet> a) { return function.evaluateJet(a); });
}

JetOf<Traced> runJet(const Program& program, const Library& library, Traced time, std::span<JetOf<Traced>> stack) {
  return interpret(
      program, library, stack, [&](const Instruction&) { return JetOf<Traced>::time(time); },
      [](const ExpressionFunction& function, std::span<const JetOf<Traced>> a) {
        return function.evaluateTracedJet(a);
      });
}

Traced runRecorded(const Program& program, const Library& library, const RecordedLeaf& leaf) {
  std::vector<Traced> stack(static_cast<std::size_t>(library.stackSize) + 1);
  return interpret(
      program, library, std::span<Traced>(stack), leaf,
      [](const ExpressionFunction& function, std::span<const Traced> a) { return function.evaluateTraced(a); });
}

double angleAbout(int axis, const Matrix3& R_ji) { return angleAbout(axis, turnOf<double>(R_ji)); }

}  // namespace mb
