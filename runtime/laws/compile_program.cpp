// Expressions become programs: names are looked up once, and every function gets its instruction.
#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>

#include "runtime/laws/program.h"

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
      case Argument::input:
        instruction.op = Op::input;
        instruction.index = indexOfRow(scope.elements->inputs, call.arguments[0].name);
        emit(instruction, 0);
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
  for (const Tyre& tyre : scope.elements->tyres) library.tyres.push_back(makeLaw(tyre));
  for (const Driver& driver : scope.elements->drivers) library.drivers.push_back(compileDriver(driver));
  library.inputs = compileInputs(scope.elements->inputs, library.stateCount);
  library.R_WS = scope.R_WS;
  return library;
}

Program compile(const Expression& expression, const LawScope& scope, Library& library) {
  ProgramCompiler compiler{scope, library, {}, 0, 0};
  compiler.add(expression);
  library.stackSize = std::max(library.stackSize, compiler.deepest);
  return std::move(compiler.program);
}

}  // namespace mb
