#include "converter/tables/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <set>

#include "converter/tables/input_columns.h"
#include "formats/model/elementary/elementary.h"
#include "runtime/mechanism/loops.h"
#include "runtime/observation/energy.h"
#include "runtime/observation/reactions.h"

namespace mb {
namespace {

constexpr int kQuaternionAt = 3;  // within a body's columns
constexpr int kPlain = 13;        // columns of a body without its accelerations
constexpr int kReaction = 7;
constexpr int kTyre = 10;
constexpr int kEnergies = 5;

class Columns {
 public:
  Columns(const Mechanism& m, const TrajectoryOptions& options) : m_(m), options_(options) {}

  Trajectory run() {
    table_.accelerations = std::make_shared<std::vector<Vector6>>(m_.links.size(), Vector6::Zero());
    if (options_.sourceUnits) table_.R_SW = m_.model.R_WS.transpose();
    add("time", {""}, dimension::kTime);
    in(ColumnGroup::bodies);
    for (const BodyPlace& body : movingBodies(m_)) addBody(body, options_.accelerations, isFreeBase(body));
    in(ColumnGroup::measures);
    for (const Probe& probe : m_.model.probes) addProbe(probe);
    in(ColumnGroup::forces);
    addTyres();
    addMeasures();
    in(ColumnGroup::joints);
    for (const JointPlace& joint : m_.model.joints) addJoint(joint);
    in(ColumnGroup::reactions);
    table_.firstReaction = count();
    if (options_.reactions) addReactions();
    in(ColumnGroup::energy);
    table_.energies = count();
    add("energy", {".kinetic", ".potential", ".work_forces", ".work_drives"}, dimension::kTorque);
    add("energy", {".balance"}, dimension::kTorque, true);
    return std::move(table_);
  }

 private:
  int count() const { return static_cast<int>(table_.columns.size()); }

  // The group of the columns that are added next.
  void in(ColumnGroup group) { group_ = group; }

  void add(const std::string& of, std::initializer_list<const char*> names, const Dimension& dimension,
           bool areMain = false) {
    const double unit = options_.sourceUnits ? toSi(m_.model.units, dimension) : 1;
    // In SI an energy is in joules; in other units it is force times length, as a torque is.
    const std::string text = options_.sourceUnits            ? unitText(m_.model.units, dimension)
                             : group_ == ColumnGroup::energy ? "J"
                                                             : unitText({}, dimension);
    for (const char* const name : names) table_.columns.push_back({of + name, unit, text, group_, areMain, true});
  }

  // A body that is the moving base of the tree.
  bool isFreeBase(const BodyPlace& body) const {
    if (body.link < 0 || m_.model.links[LinkIndex{body.link}].name != body.name) return false;
    const Mechanism::Link& link = m_.links[at(body.link)];
    return link.parent < 0 && link.vCount == 6;
  }

  void addBody(const BodyPlace& body, bool accelerations, bool isMain) {
    bodyNames_.insert(body.name);
    const int first = count();
    // An option asks for the accelerations of bodies, and the model for a probe.
    const bool isProbe = group_ == ColumnGroup::measures;
    add(body.name, {".x", ".y", ".z"}, dimension::kLength, isMain);
    add(body.name, {".qw", ".qx", ".qy", ".qz"}, dimension::kNone, isMain && !isProbe);
    add(body.name, {".vx", ".vy", ".vz"}, dimension::kVelocity, isMain);
    add(body.name, {".wx", ".wy", ".wz"}, dimension::kAngularVelocity, isMain && !isProbe);
    if (accelerations) {
      add(body.name, {".ax", ".ay", ".az"}, dimension::kAcceleration, true);
      add(body.name, {".alx", ".aly", ".alz"}, {0, 0, -2, 0, 1}, !isProbe);
    }
    table_.bodies.push_back({body, first, count() - first, accelerations});
  }

  // A probe moves like a body welded to the marker's link at the marker.
  void addProbe(const Probe& probe) {
    const LinkMarker& marker = m_.model.markers[probe.marker];
    BodyPlace place;
    place.name = bodyNames_.contains(probe.name) ? probe.name + ".probe" : probe.name;
    place.link = marker.link.value;
    place.X_LB = marker.X_LM;
    addBody(place, true, true);
  }

  void addTyres() {
    for (std::size_t k = 0; k < m_.forces.forces.size(); ++k) {
      const CompiledTyre* tyre = tyreOf(m_.forces.forces[k]);
      if (!tyre) continue;
      const std::string& name = m_.model.forces[k].name;
      tyreNames_.insert(name);
      table_.tyres.push_back({tyre->number, count()});
      add(name, {".fx", ".fy", ".fz"}, dimension::kForce, true);
      add(name, {".mx", ".my", ".mz"}, dimension::kTorque);
      add(name, {".kappa"}, dimension::kNone, true);
      add(name, {".alpha"}, dimension::kAngle, true);
      add(name, {".camber"}, dimension::kAngle);
      add(name, {".deflection"}, dimension::kLength);
    }
  }

  void addMeasures() {
    std::set<std::string> taken = bodyNames_;
    taken.insert(tyreNames_.begin(), tyreNames_.end());
    for (const JointPlace& joint : m_.model.joints) taken.insert(joint.name);
    addInputs(taken);
    for (const Input& input : m_.model.inputs) taken.insert(input.name);
    for (const MeasureColumn& column : makeMeasureColumns(m_, taken, count(), table_.measures)) {
      const bool isMeasure = count() >= table_.measures.first;
      in(isMeasure ? ColumnGroup::measures : ColumnGroup::forces);
      add(column.name, {""}, column.dimension, isMeasure);
      setUnit(column.unit);
    }
  }

  void addInputs(const std::set<std::string>& taken) {
    in(ColumnGroup::inputs);
    table_.firstInput = count();
    for (const InputColumn& column : makeInputColumns(m_, taken)) {
      add(column.name, {""}, dimension::kNone, true);
      setUnit(column.unit);
    }
  }

  // Of the last column, whatever the units of the table.
  void setUnit(const std::string& text) {
    const auto unit = parseUnit(text);
    if (!unit) return;
    table_.columns.back().unit = unit->value;
    table_.columns.back().unitText = text;
  }

  // Bodies, tyres and joints may share names; the columns must not.
  std::string nameOf(const JointPlace& joint) const {
    const bool isTaken = bodyNames_.contains(joint.name) || tyreNames_.contains(joint.name);
    return isTaken ? joint.name + ".joint" : joint.name;
  }

  void addJoint(const JointPlace& joint) {
    Trajectory::JointColumns columns;
    columns.joint = joint.name;
    if (joint.link.valid()) {
      const Link& link = m_.model.links[joint.link];
      columns.type = link.type;
      columns.link = joint.link.value;
    } else {
      const Cut& cut = m_.model.cuts[at(joint.cut)];
      columns.type = cut.type;
      columns.parameters = parametersOf(cut);
      columns.cut = joint.cut;
    }
    columns.first = count();
    const std::string name = nameOf(joint);
    addCoordinates(name, ".q", columns.type, false);
    addCoordinates(name, ".qd", columns.type, true);
    columns.count = count() - columns.first;
    if (columns.count > 0) table_.joints.push_back(columns);
  }

  void addCoordinates(const std::string& joint, const std::string& kind, const JointType& type, bool areRates) {
    const std::vector<CoordinateName> names = coordinateNames(type);
    std::size_t next = 0;
    for (const Motion& motion : type.motions()) {
      if (motion.kind == MotionKind::ball) {
        if (areRates)
          add(joint, {".wx", ".wy", ".wz"}, dimension::kAngularVelocity);
        else
          add(joint, {".qw", ".qx", ".qy", ".qz"}, dimension::kNone);
        next += 3;
        continue;
      }
      for (int k = 0; k < velocitiesOf(motion.kind); ++k, ++next) {
        Dimension dimension = names[next].isRotation ? dimension::kAngle : dimension::kLength;
        if (areRates) dimension.time = -1;
        const std::string suffix = names.size() == 1 ? "" : "." + names[next].name;
        add(joint + kind + suffix, {""}, dimension);
      }
    }
  }

  // Only an option asks for them.
  void addReactions() {
    for (const JointPlace& joint : m_.model.joints) {
      table_.reactions[joint.name] = count();
      const std::string name = nameOf(joint);
      add(name, {".fx", ".fy", ".fz"}, dimension::kForce, true);
      add(name, {".tx", ".ty", ".tz"}, dimension::kTorque, true);
      add(name, {".unique"}, dimension::kNone, true);
    }
    table_.rodEnds = count();
    for (const Rod& rod : m_.model.rods) {
      for (int e = 1; e <= 2; ++e) {
        const std::string end = fmt::format("{}.end{}", rod.body, e);
        add(end, {".fx", ".fy", ".fz"}, dimension::kForce, true);
        if (e == 2 && isHinged(rod)) add(end, {".tx", ".ty", ".tz"}, dimension::kTorque, true);
        add(end, {".unique"}, dimension::kNone, true);
      }
    }
  }

  const Mechanism& m_;
  const TrajectoryOptions& options_;
  std::set<std::string> bodyNames_;  // of probes too
  std::set<std::string> tyreNames_;
  ColumnGroup group_ = ColumnGroup::time;
  Trajectory table_;
};

// Accelerations of the links; zeros where no column shows any.
const std::vector<Vector6>& accelerationsFor(const Mechanism& m, const Trajectory& table, const Workspace& w) {
  std::vector<Vector6>& A = *table.accelerations;
  A.assign(m.links.size(), Vector6::Zero());
  const auto shows = [&](const Trajectory::BodyColumns& body) {
    return body.accelerations && anyKept(table, body.first + kPlain, body.count - kPlain);
  };
  const bool measures = anyKept(table, table.measures.first, static_cast<int>(table.measures.set.programs.size()));
  if (measures || std::ranges::any_of(table.bodies, shows)) linkAccelerations(m, w, A);
  return A;
}

void put(const Vector3& value, double* to) { std::copy(value.data(), value.data() + 3, to); }

// Takes the quaternion of the two for a rotation that is closer to the previous row, or has w >= 0 in the first row.
void orientQuaternion(double* q, const double* before) {
  double side = q[0];
  if (before) side = q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3];
  if (side >= 0) return;
  for (int k = 0; k < 4; ++k) q[k] = -q[k];
}

void putBody(const Trajectory& table, const BodyMotion& motion, bool accelerations, const double* before, double* to) {
  const Matrix3& R = table.R_SW;
  const Quaternion q = quaternionOf(R * motion.X.R);
  put(R * motion.X.p, to);
  const double parts[] = {q.w(), q.x(), q.y(), q.z()};
  std::copy(std::begin(parts), std::end(parts), to + kQuaternionAt);
  orientQuaternion(to + kQuaternionAt, before ? before + kQuaternionAt : nullptr);
  put(R * motion.v, to + 7);
  put(R * motion.w, to + 10);
  if (!accelerations) return;
  put(R * motion.v_dot, to + kPlain);
  put(R * motion.w_dot, to + kPlain + 3);
}

// A pose does not count revolutions, but a screw's position along its axis does.
FittedPosition fitCut(const JointType& type, const JointParameters& parameters, Pose X_FM) {
  if (!needsPitch(type) || parameters.pitch == 0) return fitPosition(type, parameters, X_FM);
  const double angle = elementary::atan2(X_FM.R(1, 0), X_FM.R(0, 0));
  const double turns = std::round(X_FM.p.z() / parameters.pitch - angle / kTwoPi);
  X_FM.p.z() -= turns * parameters.pitch;
  FittedPosition fitted = fitPosition(type, parameters, X_FM);
  fitted.z[0] += turns * kTwoPi;
  return fitted;
}

void putCut(const Mechanism& m, const Workspace& w, const Trajectory::JointColumns& joint, double* to) {
  const Mechanism::Closing& closing = m.closings[at(joint.cut)];
  const Pose& X_F = w.X_F[at(joint.cut)];
  const FittedPosition position = fitCut(joint.type, joint.parameters, inverse(X_F) * w.X_M[at(joint.cut)]);
  Vector6 Z = Vector6::Zero();  // of M relative to F
  if (closing.linkM >= 0) Z += w.Z[at(closing.linkM)];
  if (closing.linkF >= 0) Z -= w.Z[at(closing.linkF)];
  Vector6 twist;
  twist.head<3>() = X_F.R.transpose() * velocityAt(Z, X_F.p);
  twist.tail<3>() = X_F.R.transpose() * Z.tail<3>();
  const FittedVelocity velocity = fitVelocity(joint.type, joint.parameters, position.z, twist);
  std::copy(velocity.z_dot.begin(), velocity.z_dot.end(), std::copy(position.z.begin(), position.z.end(), to));
}

// Chooses the sign of quaternions and the turn of angles of cut joints that continue from the previous row.
void continueJoint(const Trajectory::JointColumns& joint, double elapsed, const double* before, double* to) {
  int z = 0;
  int v = positionsOf(joint.type);
  for (const Motion& motion : joint.type.motions()) {
    if (motion.kind == MotionKind::ball) orientQuaternion(to + z, before ? before + z : nullptr);
    if (motion.kind == MotionKind::rotation && joint.cut >= 0 && before) {
      const double expected = before[z] + elapsed * (before[v] + to[v]) / 2;
      to[z] += kTwoPi * std::round((expected - to[z]) / kTwoPi);
    }
    z += positionsOf(motion.kind);
    v += velocitiesOf(motion.kind);
  }
}

void putReactions(const Mechanism& m, const Trajectory& table, const Workspace& w, std::vector<double>& row) {
  const Reactions reactions = reactionsOf(m, w);
  for (const auto& [joint, first] : table.reactions) {
    std::fill_n(row.begin() + first, kReaction, 0.0);
    row[at(first + 6)] = 1;
  }
  for (const Reaction& reaction : reactions.joints) {
    const auto place = table.reactions.find(reaction.joint);
    if (place == table.reactions.end()) continue;
    // A joint may be closed by more than one set of rows, whose reactions add up.
    double* const to = row.data() + place->second;
    put(Vector3(Eigen::Map<const Vector3>(to) + table.R_SW * reaction.force), to);
    put(Vector3(Eigen::Map<const Vector3>(to + 3) + table.R_SW * reaction.torque), to + 3);
    if (!reaction.isUnique) to[6] = 0;
  }
  double* to = row.data() + table.rodEnds;
  for (const RodEndForce& end : reactions.rodEnds) {
    put(table.R_SW * end.force, to);
    to += 3;
    if (end.isHinge) {
      put(table.R_SW * end.torque, to);
      to += 3;
    }
    *to++ = end.isUnique ? 1 : 0;
  }
}

}  // namespace

Trajectory makeTrajectory(const Mechanism& m, const TrajectoryOptions& options) { return Columns(m, options).run(); }

bool anyKept(const Trajectory& trajectory, int first, int count) {
  for (int k = first; k < first + count; ++k) {
    if (trajectory.columns[at(k)].isKept) return true;
  }
  return false;
}

int keptColumns(const Trajectory& trajectory) {
  return static_cast<int>(std::ranges::count(trajectory.columns, true, &Trajectory::Column::isKept));
}

void evaluateBody(const Trajectory& trajectory, const Trajectory::BodyColumns& body, const BodyMotion& motion,
                  std::span<const double> before, std::vector<double>& row) {
  putBody(trajectory, motion, body.accelerations, before.empty() ? nullptr : before.data() + body.first,
          row.data() + body.first);
}

void evaluateRow(const Mechanism& m, const Trajectory& trajectory, double time, StateView y, const Workspace& w,
                 std::span<const double> before, std::vector<double>& row) {
  row.resize(trajectory.columns.size());
  row[0] = time;
  const auto formerly = [&](int first) { return before.empty() ? nullptr : before.data() + first; };
  const std::vector<Vector6>& A = accelerationsFor(m, trajectory, w);
  for (const Trajectory::BodyColumns& body : trajectory.bodies) {
    if (!anyKept(trajectory, body.first, body.count)) continue;
    evaluateBody(trajectory, body, motionOf(m, w, A, body.body), before, row);
  }
  for (const Trajectory::TyreColumns& tyre : trajectory.tyres) {
    if (!anyKept(trajectory, tyre.first, kTyre)) continue;
    const TyreReading& reading = w.forces.tyres[at(tyre.number)];
    const TyreForces& f = reading.forces;
    const double numbers[kTyre] = {f.Fx,
                                   f.Fy,
                                   reading.slip.load,
                                   f.Mx,
                                   f.My,
                                   f.Mz,
                                   reading.slip.kappa,
                                   reading.slip.alpha,
                                   reading.slip.camber,
                                   reading.contact.deflection};
    std::copy(std::begin(numbers), std::end(numbers), row.begin() + tyre.first);
  }
  putInputs(m, trajectory, time, w, row);
  putMeasures(m, trajectory, time, y, w, A, before.empty(), row);
  for (const Trajectory::JointColumns& joint : trajectory.joints) {
    if (!anyKept(trajectory, joint.first, joint.count)) continue;
    double* const to = row.data() + joint.first;
    if (joint.link >= 0) {
      const Mechanism::Link& link = m.links[at(joint.link)];
      double* const rates = std::copy_n(y.begin() + link.z, positionsOf(joint.type), to);
      std::copy_n(y.begin() + m.velocityAt() + link.v, link.vCount, rates);
    } else {
      putCut(m, w, joint, to);
    }
    continueJoint(joint, before.empty() ? 0 : time - before[0], formerly(joint.first), to);
  }
  const int reactionColumns = trajectory.energies - trajectory.firstReaction;
  if (anyKept(trajectory, trajectory.firstReaction, reactionColumns)) putReactions(m, trajectory, w, row);
  if (!anyKept(trajectory, trajectory.energies, kEnergies)) return;
  const Energies energies = energiesOf(m, w);
  const double work[] = {y[at(m.workAt())], y[at(m.workAt() + 1)]};
  double* const energy = row.data() + trajectory.energies;
  energy[0] = energies.kinetic;
  energy[1] = energies.gravity + energies.springs;
  energy[2] = work[0];
  energy[3] = work[1];
  energy[4] = energies.total() - work[0] - work[1];
}

std::vector<WrittenColumn> writtenColumns(const Trajectory& trajectory) {
  std::vector<WrittenColumn> written;
  for (std::size_t k = 0; k < trajectory.columns.size(); ++k) {
    const Trajectory::Column& column = trajectory.columns[k];
    if (column.isKept) written.push_back({column.name, column.unitText, column.unit, k});
  }
  return written;
}

}  // namespace mb
