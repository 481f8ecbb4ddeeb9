// Expressions compiled once into instructions that run without heap allocation: with plain numbers for forces, with
// jets for functions of time.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/recursive.h"
#include "runtime/laws/driver_law.h"
#include "runtime/laws/inputs/inputs.h"
#include "runtime/laws/roads/curve.h"
#include "runtime/laws/tyre_force.h"

namespace mb {

struct CoordinateValue {
  double q = 0;
  double q_dot = 0;
};

// The meaning of names in expressions, and the axes of the ground; supplied by either model.
struct LawScope {
  const ElementTables* elements = nullptr;
  std::function<MarkerIndex(const std::string&)> marker;
  std::function<CoordinateRef(const std::string&)> coordinate;  // "joint.rz", or "joint" if it has one coordinate
  Matrix3 R_WS = Matrix3::Identity();
};
LawScope lawScope(const CartesianModel& model);
LawScope lawScope(const RecursiveModel& model);

// Shared by the programs of a model: the curves, the coordinates they use, the angles that count turns.
struct Library {
  std::vector<Curve> curves;                              // by SplineIndex
  std::vector<std::shared_ptr<const RoadSurface>> roads;  // by RoadIndex
  std::vector<std::shared_ptr<const TyreLaw>> tyres;      // by TyreIndex
  std::vector<CompiledDriver> drivers;                    // by DriverIndex
  std::vector<CompiledInput> inputs;                      // by InputIndex
  std::vector<CoordinateRef> coordinates;                 // in the order in which values are passed
  int angleCount = 0;                                     // measured angles that continue past half a turn
  int stackSize = 0;                                      // of the deepest program
  int stateCount = 0;                                     // number of states of the laws
  int tyreCount = 0;                                      // forces of tyres
  std::vector<std::string> reactions;                     // joints whose reactions are measured
  std::vector<std::string> forceMeasures;                 // "spring.length": what is measured of forces
  Matrix3 R_WS = Matrix3::Identity();
};
Library makeLibrary(const LawScope& scope);

// What a function measures on markers.
struct MarkerMeasure {
  enum class Kind {
    dm,
    dx,
    dy,
    dz,  // of positions
    vr,
    vm,
    vx,
    vy,
    vz,
    ax,
    ay,
    az,
    yaw,
    pitch,
    roll,
    psi,
    theta,
    phi,
    wm,
    wx,
    wy,
    wz,
    toe,
    camber,
    caster,
    kingpin,
    wheelTravel,
    accm,
    accx,
    accy,
    accz,
    wdtm,
    wdtx,
    wdty,
    wdtz
  };
  Kind kind = Kind::dm;
  MarkerIndex i;
  MarkerIndex j;   // invalid: the ground, here and below
  MarkerIndex k;   // axes
  MarkerIndex l;   // observer
  int angle = -1;  // of continuing angles: its index among the angles that count turns
};

struct Instruction {
  enum class Op {
    number,
    time,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call,
    measure,
    coordinate,
    rate,
    steer,
    torque,
    curve,
    reaction,
    force,
    height,
    input
  };
  Op op = Op::number;
  double number = 0;  // of a wheel's travel: where it started
  const ExpressionFunction* function = nullptr;
  int index = 0;      // number of arguments; or of a coordinate, driver, input, curve, reaction, force or road
  int component = 0;  // of a reaction: of {force; torque}, or 6 and 7 for their magnitudes
  MarkerMeasure measure;
};

struct Program {
  std::vector<Instruction> code;
};

Program compile(const Expression& expression, const LawScope& scope, Library& library);

// Angles of the last accepted state; a new angle is the one closest to its last value among those a full turn apart.
struct AngleMemory {
  std::vector<double> last;
  std::vector<double> now;
  double continued(int angle, double value) {
    const auto k = static_cast<std::size_t>(angle);
    return now[k] = last[k] + std::remainder(value - last[k], 6.283185307179586476925);
  }
};

// What a program can measure on the mechanism. Accelerations and what follows are for measures, which look at a solved
// state.
struct Surroundings {
  double time = 0;
  std::span<const FrameMotion> markers;
  std::span<const CoordinateValue> coordinates;
  std::span<const DriverDemand> drivers;
  AngleMemory* angles = nullptr;
  std::span<const Jet> inputs{};                       // by InputIndex
  std::span<const FrameAcceleration> accelerations{};  // by marker
  std::span<const Vector6> reactions{};                // {force; torque} in world axes, as Library::reactions
  std::span<const double> forces{};                    // as Library::forceMeasures
};

double run(const Program& program, const Library& library, const Surroundings& surroundings, std::span<double> stack);
// Functions of time and inputs alone.
template <class T>
JetOf<T> runJet(const Program& program, const Library& library, T time,
                std::type_identity_t<std::span<const JetOf<T>>> inputs,
                std::type_identity_t<std::span<JetOf<T>>> stack);

// With other scalars, numbers that record for one; leaf(instruction) gives what depends on time and the mechanism.
template <class T>
T runScalar(const Program& program, const Library& library, const std::function<T(const Instruction&)>& leaf);

// The angle of i relative to j about one axis (0, 1, 2) as if it were the only rotation, within half a turn: the
// functions ax, ay, az, and the angle of an rsda.
double angleAbout(int axis, const Matrix3& R_ji);

}  // namespace mb
