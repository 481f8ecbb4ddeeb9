#include "converter/verify/mapping/measures.h"

#include <algorithm>

#include "runtime/cartesian/equations.h"
#include "runtime/observation/force_measures.h"

namespace mb {
namespace {

using Op = Instruction::Op;

// The same text gives the same instructions on both sides.
void matchAngles(const Program& own, const Program& recursive, std::vector<int>& angleOf) {
  for (std::size_t k = 0; k < std::min(own.code.size(), recursive.code.size()); ++k) {
    const int angle = own.code[k].measure.angle;
    if (own.code[k].op == Op::measure && angle >= 0) angleOf[at(angle)] = recursive.code[k].measure.angle;
  }
}

std::vector<JointIndex> reactionsIn(const Program& program, const Library& library, const CartesianModel& model) {
  std::vector<JointIndex> joints;
  for (const Instruction& one : program.code) {
    if (one.op != Op::reaction) continue;
    if (const auto joint = findJoint(model, library.reactions[at(one.index)])) joints.push_back(*joint);
  }
  return joints;
}

CoordinateValue coordinateOf(const CartesianSystem& system, const CartesianState& state,
                             const cartesian::Kinematics& motions, const CoordinateRef& ref) {
  const Joint& joint = system.model.joints[ref.joint];
  const std::span<const double> seed(state.coordinates.data() + system.joints[ref.joint].position,
                                     at(positionsOf(joint.type)));
  const cartesian::CoordinateMotion motion =
      cartesian::coordinateMotion(joint, motions.joints[at(ref.joint.value)], seed);
  return cartesian::coordinateValue(joint.type, motion, ref.coordinate);
}

// Of a marker, from those of the origin of its body's frame.
FrameAcceleration markerAcceleration(const CartesianModel& model, const CartesianState& state,
                                     const CartesianAccelerations& a, const Marker& marker) {
  const std::size_t k = at(marker.body.value);
  if (model.bodies[marker.body].isGround) return {};
  const FrameMotion& body = state.bodies[k];
  const Vector3 r = body.X.R * marker.X_BM.p;
  return {a.v_dot[k] + a.w_dot[k].cross(r) + body.w.cross(body.w.cross(r)), a.w_dot[k]};
}

}  // namespace

PairedMeasures pairMeasures(const CartesianSystem& system, const Mechanism& mechanism, const StateMapping& mapping) {
  const CartesianModel& model = system.model;
  PairedMeasures paired;
  if (model.measures.empty() || mechanism.model.measures.empty()) return paired;
  paired.recursive = makeMeasures(mechanism);
  const LawScope scope = lawScope(model);
  paired.library = makeLibrary(scope);
  for (std::size_t k = 0; k < mechanism.model.measures.size(); ++k) {
    const std::string& name = mechanism.model.measures[k].name;
    const auto found = std::ranges::find(model.measures, name, &Measure::name);
    if (found == model.measures.end()) continue;  // reported as missing
    paired.programs.push_back(compile(found->function, scope, paired.library));
    const Program& program = paired.programs.back();
    paired.angleOf.resize(at(paired.library.angleCount), -1);
    matchAngles(program, paired.recursive.programs[k], paired.angleOf);
    const std::optional<NamedUnit> unit = parseUnit(found->unit);
    paired.pairs.push_back(
        {name, k, unit ? unit->dimension : Dimension{}, reactionsIn(program, paired.library, model)});
  }
  for (const std::string& name : paired.library.forceMeasures) {
    paired.forces.push_back(findForceMeasure(model.forces, name).value_or(ForceMeasureRef{}));
  }
  // The initial position is that of the recursive model, whose loops are closed.
  Workspace w = makeWorkspace(mechanism);
  setPositions(mechanism, initialState(mechanism), w);
  const std::vector<Vector6> resting(mechanism.links.size(), Vector6::Zero());
  setTravelStarts(paired.programs, [&](MarkerIndex index) -> Pose {
    const Marker& marker = model.markers[index];
    if (model.bodies[marker.body].isGround) return worldPose(model, index);
    return motionOf(mechanism, w, resting, mapping.bodies[at(marker.body.value)].place).X * marker.X_BM;
  });
  return paired;
}

MeasuredValues recursiveMeasures(const PairedMeasures& measures, const Mechanism& mechanism, double time, StateView y,
                                 const Workspace& w) {
  std::vector<Vector6> A;
  linkAccelerations(mechanism, w, A);
  MeasureMemory memory = makeMemory(measures.recursive);
  std::vector<double> all(measures.recursive.programs.size());
  evaluateMeasures(mechanism, measures.recursive, time, y, w, A, true, memory, all);
  MeasuredValues out;
  for (const PairedMeasures::Pair& pair : measures.pairs) out.values.push_back(all[pair.place]);
  out.angles = std::move(memory.angles.now);
  return out;
}

std::vector<double> cartesianMeasures(const PairedMeasures& measures, const CartesianSystem& system,
                                      const CartesianState& state, const CartesianAccelerations& a,
                                      const std::vector<double>& angles) {
  const CartesianModel& model = system.model;
  const cartesian::Kinematics motions = cartesian::kinematics(system, state);
  const ForceResults laws = cartesian::lawResults(system, state, motions);
  std::vector<CoordinateValue> coordinates;
  for (const CoordinateRef& ref : measures.library.coordinates) {
    coordinates.push_back(coordinateOf(system, state, motions, ref));
  }
  std::vector<FrameAcceleration> accelerations;
  for (const Marker& marker : model.markers) accelerations.push_back(markerAcceleration(model, state, a, marker));
  std::vector<Vector6> reactions;
  for (const std::string& name : measures.library.reactions) {
    reactions.emplace_back(Vector6::Zero());
    const auto joint = findJoint(model, name);
    if (!joint) continue;
    const CartesianAccelerations::Reaction& reaction = a.reactions[at(joint->value)];
    reactions.back() << reaction.force, reaction.torque;
  }
  std::vector<double> forces;
  for (const ForceMeasureRef& ref : measures.forces) {
    std::vector<double> offered(measuresOf(model.forces[ref.force]).size());
    forceMeasures(system.forces, ref.force, laws, motions.markers, system.library.R_WS, offered);
    forces.push_back(offered[ref.measure]);
  }
  AngleMemory counted;
  for (const int angle : measures.angleOf) counted.last.push_back(angle < 0 ? 0 : angles[at(angle)]);
  counted.now.resize(counted.last.size());
  const Surroundings around{state.time,      motions.markers, coordinates, laws.drivers, &counted,
                            laws.inputs.now, accelerations,   reactions,   forces};
  std::vector<double> stack(at(measures.library.stackSize));
  std::vector<double> values;
  for (const Program& program : measures.programs) values.push_back(run(program, measures.library, around, stack));
  return values;
}

}  // namespace mb
