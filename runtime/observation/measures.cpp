#include "runtime/observation/measures.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/observation/force_measures.h"
#include "runtime/observation/reactions.h"

namespace mb {
namespace {

using Kind = MarkerMeasure::Kind;

// The place of a joint's coordinate in the state; the mechanism has expanded the cuts whose coordinates are measured.
Mechanism::Term placeOf(const Mechanism& m, const CoordinateRef& ref) {
  const int v = m.links[at(m.model.joints[ref.joint].link.value)].v + ref.coordinate;
  for (const Mechanism::Motion& motion : m.motions) {
    const int within = v - motion.v;
    if (within < 0 || within >= velocitiesOf(motion.kind)) continue;
    return {motion.kind == MotionKind::ball ? -1 : motion.z + within, v, 1};
  }
  return {-1, v, 1};
}

void setMarkers(const Mechanism& m, const MeasureSet& set, const Workspace& w, const std::vector<Vector6>& A,
                MeasureMemory& memory) {
  for (std::size_t k = 0; k < set.markers.size(); ++k) {
    const BodyMotion motion = motionOf(m, w, A, set.markers[k]);
    memory.markers[k] = {motion.X, motion.v, motion.w};
    memory.accelerations[k] = {motion.v_dot, motion.w_dot};
  }
}

void setReactions(const Mechanism& m, const MeasureSet& set, const Workspace& w, MeasureMemory& memory) {
  if (set.library.reactions.empty()) return;
  std::ranges::fill(memory.reactions, Vector6::Zero());
  for (const Reaction& reaction : reactionsOf(m, w).joints) {
    const auto named = std::ranges::find(set.library.reactions, reaction.joint);
    if (named == set.library.reactions.end()) continue;
    // A joint may be closed by more than one set of rows, whose reactions add up.
    Vector6& sum = memory.reactions[static_cast<std::size_t>(named - set.library.reactions.begin())];
    sum.head<3>() += reaction.force;
    sum.tail<3>() += reaction.torque;
  }
}

void setForceValues(const Mechanism& m, const MeasureSet& set, const Workspace& w, MeasureMemory& memory) {
  for (std::size_t k = 0; k < set.forces.size(); ++k) {
    memory.offered.resize(measuresOf(m.model.forces[set.forces[k].force]).size());
    forceMeasures(m.forces, set.forces[k].force, w.forces, w.markers, m.library.R_WS, memory.offered);
    memory.forces[k] = memory.offered[set.forces[k].measure];
  }
}

// The rate at which a body that turns about the angle's axis would change it.
double rateOf(const MarkerMeasure& measure, const MeasureSet& set, const MeasureMemory& memory) {
  const FrameMotion ground{{set.library.R_WS, Vector3::Zero()}, Vector3::Zero(), Vector3::Zero()};
  const auto motion = [&](MarkerIndex marker) -> const FrameMotion& {
    return marker.valid() ? memory.markers[at(marker.value)] : ground;
  };
  const FrameMotion& i = motion(measure.i);
  const FrameMotion& j = motion(measure.j);
  const bool isOnI = measure.kind == Kind::roll || measure.kind == Kind::phi;
  const int axis = measure.kind == Kind::ax || measure.kind == Kind::roll ? 0 : measure.kind == Kind::ay ? 1 : 2;
  return (isOnI ? i : j).X.R.col(axis).dot(i.w - j.w);
}

// Where each angle is expected, so that the turns between two rows count.
void expectAngles(const MeasureSet& set, double time, bool isFirst, MeasureMemory& memory) {
  for (std::size_t k = 0; k < set.angles.size(); ++k) {
    const double rate = rateOf(set.angles[k], set, memory);
    memory.angles.last[k] = isFirst ? 0 : memory.angles.now[k] + (time - memory.time) * (memory.rates[k] + rate) / 2;
    memory.rates[k] = rate;
  }
  memory.time = time;
}

bool isTravel(const Instruction& one) {
  return one.op == Instruction::Op::measure && one.measure.kind == Kind::wheelTravel;
}

}  // namespace

MeasureSet makeMeasures(const Mechanism& m) {
  MeasureSet set;
  const LawScope scope = lawScope(m.model);
  set.library = makeLibrary(scope);
  for (const Measure& measure : m.model.measures) {
    set.programs.push_back(compile(measure.function, scope, set.library));
    for (const Instruction& one : set.programs.back().code) {
      if (one.op == Instruction::Op::measure && one.measure.angle >= 0) set.angles.push_back(one.measure);
    }
  }
  for (const LinkMarker& marker : m.model.markers) {
    set.markers.push_back({marker.name, marker.link.valid() ? marker.link.value : -1, -1, marker.X_LM});
  }
  for (const CoordinateRef& ref : set.library.coordinates) set.coordinates.push_back(placeOf(m, ref));
  for (const std::string& name : set.library.forceMeasures) {
    set.forces.push_back(findForceMeasure(m.model.forces, name).value_or(ForceMeasureRef{}));
  }
  const auto hasTravel = [](const Program& program) { return std::ranges::any_of(program.code, isTravel); };
  if (std::ranges::none_of(set.programs, hasTravel)) return set;
  Workspace w = makeWorkspace(m);
  setPositions(m, initialState(m), w);
  setTravelStarts(set.programs, [&](MarkerIndex marker) -> Pose {
    const BodyPlace& place = set.markers[at(marker.value)];
    if (place.isInWorld()) return {place.X_LB.R, place.X_LB.p - w.c};
    return w.X[at(place.link)] * place.X_LB;
  });
  return set;
}

void setTravelStarts(std::vector<Program>& programs, const std::function<Pose(MarkerIndex)>& poseOf) {
  for (Program& program : programs) {
    for (Instruction& one : program.code) {
      if (!isTravel(one)) continue;
      const Pose body = poseOf(one.measure.j);
      one.number = body.R.col(2).dot(poseOf(one.measure.i).p - body.p);
    }
  }
}

MeasureMemory makeMemory(const MeasureSet& set) {
  MeasureMemory memory;
  memory.angles.last.resize(set.angles.size());
  memory.angles.now.resize(set.angles.size());
  memory.rates.resize(set.angles.size());
  memory.markers.resize(set.markers.size());
  memory.accelerations.resize(set.markers.size());
  memory.coordinates.resize(set.coordinates.size());
  memory.reactions.resize(set.library.reactions.size());
  memory.forces.resize(set.forces.size());
  memory.stack.resize(at(set.library.stackSize));
  return memory;
}

void evaluateMeasures(const Mechanism& m, const MeasureSet& set, double time, StateView y, const Workspace& w,
                      const std::vector<Vector6>& A, bool isFirst, MeasureMemory& memory, std::span<double> values) {
  setMarkers(m, set, w, A, memory);
  setReactions(m, set, w, memory);
  setForceValues(m, set, w, memory);
  expectAngles(set, time, isFirst, memory);
  for (std::size_t k = 0; k < set.coordinates.size(); ++k) {
    const Mechanism::Term& term = set.coordinates[k];
    memory.coordinates[k] = {term.z >= 0 ? y[at(term.z)] : 0, w.z_dot[at(term.v)]};
  }
  const Surroundings around{time,           memory.markers,      memory.coordinates,   w.forces.drivers,
                            &memory.angles, w.forces.inputs.now, memory.accelerations, memory.reactions,
                            memory.forces};
  for (std::size_t k = 0; k < set.programs.size(); ++k) {
    values[k] = run(set.programs[k], set.library, around, memory.stack);
  }
}

}  // namespace mb
