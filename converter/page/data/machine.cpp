#include "converter/page/data/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "converter/pictures/tree_nodes.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

char letterOf(const JointType& type) {
  if (keepsEquationInTree(type)) return 'D';
  int turns = 0;
  int slides = 0;
  for (const Motion& motion : type.motions()) {
    switch (motion.kind) {
      case MotionKind::rotation: ++turns; break;
      case MotionKind::translation: ++slides; break;
      case MotionKind::ball: return 'S';
      case MotionKind::bend: return 'V';
      case MotionKind::screw: return 'H';
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
  }
  if (turns == 1) return slides == 0 ? 'R' : slides == 1 ? 'C' : 'G';
  if (turns == 2 && slides == 0) return 'U';
  return turns == 0 && slides == 1 ? 'P' : 'G';
}

// The axis of a joint that turns about one axis only, as a column of both its frames.
std::optional<int> axisOf(const JointType& type) {
  std::optional<int> axis;
  for (const Motion& motion : type.motions()) {
    const bool turnsAboutIt = motion.kind == MotionKind::rotation || motion.kind == MotionKind::screw;
    if (motion.kind == MotionKind::ball || motion.kind == MotionKind::bend || (turnsAboutIt && axis)) return {};
    if (turnsAboutIt) axis = static_cast<int>(motion.axis);
  }
  return axis;
}

// The axis of a joint that slides along it, turns about it, or both.
std::optional<int> lineOf(const JointType& type) {
  std::optional<int> axis;
  for (const Motion& motion : type.motions()) {
    const bool isAlong = motion.kind == MotionKind::rotation || motion.kind == MotionKind::screw ||
                         motion.kind == MotionKind::translation;
    const int own = static_cast<int>(motion.axis);
    if (!isAlong || (axis && *axis != own)) return {};
    axis = own;
  }
  return axis;
}

// a_1^2 = 5 (I_2 + I_3 - I_1) / (2 m) for a homogeneous ellipsoid.
std::optional<Machine::Ellipsoid> ellipsoidOf(const MassProperties& properties) {
  if (!(properties.mass > 0)) return {};
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(properties.inertia);
  const Vector3 I = solver.eigenvalues();
  Matrix3 R = solver.eigenvectors();
  if (R.determinant() < 0) R.col(0) *= -1;
  Machine::Ellipsoid ellipsoid{properties.com, Quaternion(R), Vector3::Zero()};
  for (int k = 0; k < 3; ++k) {
    ellipsoid.a[k] = std::sqrt(std::max(0.0, 2.5 * (I.sum() - 2 * I[k]) / properties.mass));
  }
  if (ellipsoid.a.maxCoeff() <= 0) return {};
  return ellipsoid;
}

class MachineBuilder {
 public:
  explicit MachineBuilder(const Conversion& conversion)
      : conversion_(conversion), source_(conversion.source), numbers_(at(source_.bodies.size()), -1) {}

  Machine run() {
    machine_.name = source_.name;
    addBodies();
    noteCuts();
    for (const Joint& joint : source_.joints) addJoint(joint);
    for (const Force& force : source_.forces) addForce(force);
    for (const Probe& probe : source_.probes) {
      const Marker& marker = source_.markers[probe.marker];
      const int body = numberOf(marker.body);
      machine_.probes.push_back({probe.name, body, body < 0 ? worldPose(source_, probe.marker) : marker.X_BM});
    }
    if (!conversion_.plan.bases.empty()) {
      const std::string& name = conversion_.model.bodies[conversion_.plan.bases.front().body].name;
      if (const auto body = findBody(source_, name)) machine_.base = numberOf(*body);
    }
    machine_.length = extent();
    return std::move(machine_);
  }

 private:
  int numberOf(BodyIndex body) const { return numbers_[at(body.value)]; }

  void addBodies() {
    for (const BodyIndex index : source_.bodies.indexes()) {
      const Body& body = source_.bodies[index];
      if (body.isGround) continue;
      numbers_[at(index.value)] = static_cast<int>(machine_.bodies.size());
      machine_.bodies.push_back(
          {body.name, body.massProperties.mass, body.X_WB, {}, ellipsoidOf(body.massProperties), {}});
    }
  }

  // The names under which the user knows a joint of the normalised model.
  std::vector<std::string> namesOf(JointIndex joint) const {
    const Joint& one = conversion_.model.joints[joint];
    return one.fusedFrom.empty() ? std::vector{one.name} : one.fusedFrom;
  }

  struct Place {
    int cut = 0;
    std::vector<std::string> loop;
    std::string reason;
  };
  void noteCuts() {
    const Plan& plan = conversion_.plan;
    const std::vector<int> numbers = treeNodes(conversion_).numbers;
    for (const Plan::TreeJoint& row : plan.tree) {
      for (const std::string& name : namesOf(row.joint)) {
        places_[name].reason =
            fmt::format("in the tree, weight {}{}{}", toText(row.weight), row.reason.empty() ? "" : ": ", row.reason);
      }
    }
    for (std::size_t k = 0; k < plan.cuts.size(); ++k) {
      const Plan::CutEdge& cut = plan.cuts[k];
      Place place{numbers[k], {}, {}};
      // A removed rod is cut with both of its joints.
      std::vector<std::string> own;
      if (cut.edge.rod < 0) {
        own = namesOf(cut.edge.joint);
      } else {
        for (const JointIndex joint : plan.rods[at(cut.edge.rod)].candidate.joints) {
          for (const std::string& name : namesOf(joint)) own.push_back(name);
        }
      }
      place.loop = own;
      for (const JointIndex joint : cut.loop) {
        for (const std::string& name : namesOf(joint)) place.loop.push_back(name);
      }
      place.reason = fmt::format("cut {}, weight {}, {}: {}", place.cut, toText(cut.weight),
                                 counted(at(cut.rows), "row"), cut.reason);
      for (const std::string& name : own) places_[name] = place;
    }
  }

  Machine::End endAt(MarkerIndex index) const {
    const Marker& marker = source_.markers[index];
    const int body = numberOf(marker.body);
    return {body, body < 0 ? worldPose(source_, index).p : marker.X_BM.p};
  }

  // The end, which becomes a point of its body.
  Machine::End addPoint(MarkerIndex index, const std::string& joint, const std::string& force,
                        std::optional<int> axis = {}) {
    const Machine::End end = endAt(index);
    if (end.body < 0) return end;
    Machine::Point point{joint, force, end.p, {}};
    if (axis) point.axis = source_.markers[index].X_BM.R.col(*axis);
    machine_.bodies[at(end.body)].points.push_back(std::move(point));
    return end;
  }

  void addJoint(const Joint& joint) {
    const std::optional<int> axis = axisOf(joint.type);
    const std::optional<int> line = lineOf(joint.type);
    std::optional<Vector3> along;
    const std::array ends{addPoint(joint.i, joint.name, "", axis), addPoint(joint.j, joint.name, "", axis)};
    if (line) {
      const Pose frame = ends[0].body < 0 ? worldPose(source_, joint.i) : source_.markers[joint.i].X_BM;
      along = frame.R.col(*line);
    }
    Place place;
    if (const auto found = places_.find(joint.name); found != places_.end()) place = found->second;
    machine_.joints.push_back({joint.name, std::string(joint.type.name), letterOf(joint.type), ends, along, place.cut,
                               std::move(place.loop), std::move(place.reason)});
    if (needsLength(joint.type)) {
      machine_.forces.push_back({joint.name, Machine::Kind::rod, true, {ends.begin(), ends.end()}});
    }
  }

  void addForce(const Force& force) {
    std::visit([&](const auto& law) { addLaw(force.name, law); }, force.law);
  }
  void addBetween(const std::string& name, Machine::Kind kind, MarkerIndex i, MarkerIndex j) {
    Machine::Force force{name, kind, false, {addPoint(i, "", name)}};
    if (j.valid()) force.ends.push_back(addPoint(j, "", name));
    machine_.forces.push_back(std::move(force));
  }
  void addLaw(const std::string& name, const Tsda& law) {
    const bool isDamper = law.damping != 0 || law.damper.valid();
    const bool isSpring = law.stiffness != 0 || law.spring.valid() || law.preload != 0 || !isDamper;
    const Machine::Kind kind = !isDamper   ? Machine::Kind::spring
                               : !isSpring ? Machine::Kind::damper
                                           : Machine::Kind::springAndDamper;
    addBetween(name, kind, law.i, law.j);
  }
  void addLaw(const std::string& name, const Rsda& law) { addBetween(name, Machine::Kind::other, law.i, law.j); }
  void addLaw(const std::string& name, const Bushing& law) { addBetween(name, Machine::Kind::bushing, law.i, law.j); }
  void addLaw(const std::string& name, const Field& law) { addBetween(name, Machine::Kind::bushing, law.i, law.j); }
  void addLaw(const std::string& name, const GeneralForce& law) {
    addBetween(name, Machine::Kind::other, law.i, law.j);
  }
  void addLaw(const std::string&, const TyreForce& law) {
    const Marker& marker = source_.markers[law.i];
    const int body = numberOf(marker.body);
    if (body < 0) return;
    const Tyre& tyre = source_.tyres[law.tyre];
    const std::unique_ptr<TyreLaw> properties = makeLaw(tyre);
    machine_.bodies[at(body)].wheel =
        Machine::Wheel{marker.X_BM.p, marker.X_BM.R.col(1), properties->radius, properties->width};
  }

  double extent() const {
    Eigen::AlignedBox3d box;
    for (const Machine::Body& body : machine_.bodies) {
      for (const Machine::Point& point : body.points) box.extend(body.X_WB * point.p);
      if (body.ellipsoid) box.extend(body.X_WB * body.ellipsoid->p);
    }
    const double size = box.isEmpty() ? 0 : box.sizes().maxCoeff();
    if (size > 0) return size;
    // A single body about its own pivot has no other size than that of its inertia.
    double largest = 0;
    for (const Machine::Body& body : machine_.bodies) {
      if (body.ellipsoid) largest = std::max(largest, 2 * body.ellipsoid->a.maxCoeff());
    }
    return largest > 0 ? largest : 1;
  }

  const Conversion& conversion_;
  const CartesianModel& source_;
  std::vector<int> numbers_;  // by BodyIndex
  std::map<std::string, Place> places_;
  Machine machine_;
};

}  // namespace

Machine machineOf(const Conversion& conversion) { return MachineBuilder(conversion).run(); }

}  // namespace mb
