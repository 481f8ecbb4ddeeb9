#include "runtime/mechanism/mechanism.h"

#include <algorithm>
#include <cmath>

#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"
#include "runtime/mechanism/expand_cuts.h"
#include "runtime/mechanism/loops.h"
#include "runtime/mechanism/rod_shares.h"
#include "runtime/mechanism/row_blocks.h"

namespace mb {
namespace {

RowKind rowKindOf(EquationKind kind) {
  switch (kind) {
    case EquationKind::on: return RowKind::on;
    case EquationKind::onMoving: return RowKind::onMoving;
    case EquationKind::perpendicular:
    case EquationKind::angle: return RowKind::perpendicular;
    case EquationKind::noTwist: return RowKind::noTwist;
    case EquationKind::length: return RowKind::length;
    case EquationKind::radius: return RowKind::radius;
    case EquationKind::pitch: return RowKind::pitch;
  }
  return RowKind::on;
}

class Builder {
 public:
  Builder(const RecursiveModel& source, MechanismFor purpose) {
    m_.model = expandCuts(source, purpose == MechanismFor::assembly);
    m_.sourceLinks = source.links.size();
  }

  Mechanism run() {
    m_.gravity = m_.model.gravity;
    addLinks();
    for (const Cut& cut : m_.model.cuts) addCut(cut);
    for (const Rod& rod : m_.model.rods) addRod(rod);
    addLaws();
    groupRows(m_);
    return std::move(m_);
  }

 private:
  void addLinks() {
    double heaviest = -1;
    std::vector<double> carried(at(m_.model.links.size()));
    for (int k = m_.model.links.size(); k-- > 0;) {
      const mb::Link& link = m_.model.links[LinkIndex{k}];
      carried[at(k)] += link.massProperties.mass;
      if (link.parent.valid()) carried[at(link.parent.value)] += carried[at(k)];
    }
    for (const LinkIndex index : m_.model.links.indexes()) {
      const mb::Link& source = m_.model.links[index];
      Mechanism::Link link;
      link.parent = source.parent.valid() ? source.parent.value : -1;
      link.z = m_.zCount;
      link.v = m_.vCount;
      link.vCount = dofOf(source.type);
      link.firstMotion = static_cast<int>(m_.motions.size());
      link.reversed = source.reversed;
      link.X_PA = source.X_PA;
      link.X_BL = inverse(source.X_LB);
      link.mass = source.massProperties.mass;
      link.com = source.massProperties.com;
      link.inertia = source.massProperties.inertia;
      for (const mb::Motion& motion : source.type.motions()) {
        const double constant = motion.kind == MotionKind::offset  ? source.length
                                : motion.kind == MotionKind::screw ? source.pitch / kTwoPi
                                                                   : 0;
        m_.motions.push_back({motion.kind, static_cast<int>(motion.axis), m_.zCount, m_.vCount, constant});
        m_.zCount += positionsOf(motion.kind);
        m_.vCount += velocitiesOf(motion.kind);
      }
      link.motionCount = static_cast<int>(m_.motions.size()) - link.firstMotion;
      m_.linkOfVelocity.resize(at(m_.vCount), index.value);
      if (link.parent < 0 && carried[at(index.value)] > heaviest) {
        heaviest = carried[at(index.value)];
        m_.referenceLink = index.value;
      }
      m_.links.push_back(link);
      for (const Friction& friction : source.frictions) addTo(m_.frictions, index, friction);
      for (const Limit& limit : source.limits) addTo(m_.limits, index, limit);
    }
  }

  template <class Law>
  void addTo(std::vector<Mechanism::OnCoordinate<Law>>& laws, LinkIndex link, const Law& law) const {
    const Mechanism::Term term = termOf(link, law.coordinate);
    laws.push_back({term.z, term.v, link.value, law});
  }

  // The position of a link's coordinate in the state.
  Mechanism::Term termOf(LinkIndex link, int coordinate) const {
    int first = 0;
    for (std::size_t k = at(m_.links[at(link.value)].firstMotion);; ++k) {
      const Mechanism::Motion& motion = m_.motions[k];
      const int count = velocitiesOf(motion.kind);
      if (coordinate < first + count) {
        const int within = coordinate - first;
        return {motion.kind == MotionKind::ball ? -1 : motion.z + within, motion.v + within, 1};
      }
      first += count;
    }
  }

  Mechanism::Term termOf(const CoordinateRef& ref) const {
    return termOf(m_.model.joints[ref.joint].link, ref.coordinate);
  }

  int addClosing(LinkIndex linkF, LinkIndex linkM, const Pose& X_LF, const Pose& X_LM, std::string name,
                 const SourceRef& place) {
    Mechanism::Closing closing;
    closing.linkF = linkF.valid() ? linkF.value : -1;
    closing.linkM = linkM.valid() ? linkM.value : -1;
    closing.X_LF = X_LF;
    closing.X_LM = X_LM;
    closing.name = std::move(name);
    closing.at = place;
    closing.firstCrossing = static_cast<int>(m_.crossings.size());
    // Parents have smaller numbers, so going up from the larger number meets at the common ancestor.
    int f = closing.linkF;
    int m = closing.linkM;
    while (f != m) {
      int& higher = f > m ? f : m;
      m_.crossings.push_back({higher, f > m ? -1.0 : 1.0});
      higher = m_.links[at(higher)].parent;
    }
    closing.crossingCount = static_cast<int>(m_.crossings.size()) - closing.firstCrossing;
    m_.closings.push_back(std::move(closing));
    return static_cast<int>(m_.closings.size()) - 1;
  }

  static double rowParameter(EquationKind kind, const JointParameters& parameters) {
    switch (kind) {
      case EquationKind::length:
      case EquationKind::radius: return parameters.length;
      case EquationKind::pitch: return parameters.pitch / kTwoPi;
      case EquationKind::angle: return elementary::cos(parameters.angle);
      default: return 0;
    }
  }

  void addEquations(int closing, const JointType& type, const JointParameters& parameters) {
    int number = 0;
    for (const Equation& equation : type.equations()) {
      Mechanism::Row row;
      row.kind = rowKindOf(equation.kind);
      row.a = static_cast<int>(equation.a);
      row.b = static_cast<int>(equation.b);
      row.closing = closing;
      row.equation = number++;
      row.parameter = rowParameter(equation.kind, parameters);
      row.isLength = measuresLength(equation);
      row.name = m_.closings[at(closing)].name;
      row.at = m_.closings[at(closing)].at;
      m_.rows.push_back(std::move(row));
    }
  }

  void addCut(const Cut& cut) {
    const int closing = addClosing(cut.linkF, cut.linkM, cut.X_LF, cut.X_LM, cut.joint, cut.origin.at);
    addEquations(closing, cut.type, parametersOf(cut));
  }

  void addRod(const Rod& rod) {
    const int closing = addClosing(rod.ends[0].link, rod.ends[1].link, endPose(rod.ends[0]), endPose(rod.ends[1]),
                                   rod.body, rod.origin.at);
    addEquations(closing, rodType(rod), {.length = rod.length});
    const RodSharesOf<double> shares = rodShares(rod, rod.mass);
    Mechanism::RodTerm term;
    term.a = shares.a;
    term.b = shares.b;
    term.c = shares.c;
    term.closing = closing;
    for (std::size_t k = 0; k < 2; ++k) {
      term.link[k] = rod.ends[k].link.valid() ? rod.ends[k].link.value : -1;
      term.point[k] = rod.ends[k].point;
      // The squares act as point masses on the two links; only the product couples them.
      if (term.link[k] >= 0) addPointMass(m_.links[at(term.link[k])], k == 0 ? term.a : term.c, term.point[k]);
    }
    m_.rods.push_back(term);
  }

  static void addPointMass(Mechanism::Link& link, double mass, const Vector3& point) {
    const MassProperties total = sum({link.mass, link.com, link.inertia}, {mass, point, Matrix3::Zero()});
    link.mass = total.mass;
    link.com = total.com;
    link.inertia = total.inertia;
  }

  void addLaws() {
    const LawScope scope = lawScope(m_.model);
    m_.library = makeLibrary(scope);
    m_.forces = compileForces(m_.model.forces, scope, m_.library);
    m_.forces.feedback = compileFeedback(m_.model.drives, scope, m_.library);
    for (const mb::Drive& drive : m_.model.drives) addDrive(drive, scope);
    for (const Coupler& coupler : m_.model.couplers) addCoupler(coupler, scope);
    for (const CoordinateRef& ref : m_.library.coordinates) m_.coordinates.push_back(termOf(ref));
  }

  void addDrive(const mb::Drive& drive, const LawScope& scope) {
    Mechanism::Row row;
    row.signal = static_cast<int>(m_.signals.size());
    row.name = drive.name;
    row.at = drive.origin.at;
    // A drive that follows the motion is evaluated later, in setForces.
    m_.signals.push_back(followsMotion(drive) ? Signal{ConstantFunction{}}
                                              : makeSignal(drive.function, scope, m_.library));
    m_.drives.push_back({row.signal, drive.derivative, static_cast<int>(m_.rows.size())});
    if (!drive.coordinate && drive.component == kDistanceComponent) {
      setDistance(drive, row);
    } else if (drive.coordinate) {
      row.kind = RowKind::coordinates;
      row.firstTerm = static_cast<int>(m_.terms.size());
      row.termCount = 1;
      m_.terms.push_back(termOf(*drive.coordinate));
      row.isLength = isTranslation(drive.coordinate->joint, drive.coordinate->coordinate);
    } else {
      const LinkMarker& F = m_.model.markers[drive.j];
      const LinkMarker& M = m_.model.markers[drive.i];
      row.closing = addClosing(F.link, M.link, F.X_LM, M.X_LM, drive.name, drive.origin.at);
      row.kind = drive.component < 3 ? RowKind::on : RowKind::angle;
      row.a = drive.component % 3;
      row.isLength = drive.component < 3;
    }
    m_.rows.push_back(std::move(row));
  }

  // A driven distance uses the row of a rod with a function of time. The driven length is kept apart from the value in
  // the row, because the length is integrated where its rate is given.
  void setDistance(const mb::Drive& drive, Mechanism::Row& row) {
    const LinkMarker& F = m_.model.markers[drive.j];
    const LinkMarker& M = m_.model.markers[drive.i];
    row.closing = addClosing(F.link, M.link, F.X_LM, M.X_LM, drive.name, drive.origin.at);
    row.kind = RowKind::length;
    row.isLength = true;
    const double length = drive.derivative == 0 ? startOf(m_.signals.back()) : distanceAtStart(F, M);
    row.parameter = length > 0 ? length : 1;  // a zero length is refused by the assembly
    m_.drives.back().length = row.parameter;
    row.signal = static_cast<int>(m_.signals.size());
    m_.signals.push_back(Signal{ConstantFunction{}});
  }

  double startOf(const Signal& signal) const {
    std::vector<Jet> stack(at(m_.library.stackSize));
    return valueAt(signal, m_.library, 0.0, makeInputValues(m_.library.inputs).now, stack).value;
  }

  double distanceAtStart(const LinkMarker& F, const LinkMarker& M) const {
    const Table<LinkIndex, Pose> X_WL = worldPoses(m_.model, initialPositions(m_.model));
    const auto positionOf = [&](const LinkMarker& marker) -> Vector3 {
      return (marker.link.valid() ? X_WL[marker.link] : Pose{}) * marker.X_LM.p;
    };
    return (positionOf(M) - positionOf(F)).norm();
  }

  void addCoupler(const Coupler& coupler, const LawScope& scope) {
    Mechanism::Row row;
    row.kind = RowKind::coordinates;
    row.name = coupler.name;
    row.at = coupler.origin.at;
    row.firstTerm = static_cast<int>(m_.terms.size());
    row.termCount = static_cast<int>(coupler.terms.size());
    double initial = 0;
    for (const Coupler::Term& term : coupler.terms) {
      Mechanism::Term place = termOf(term.coordinate);
      place.factor = term.factor;
      m_.terms.push_back(place);
      row.isLength = row.isLength || isTranslation(term.coordinate.joint, term.coordinate.coordinate);
      const mb::Link& link = m_.model.links[m_.model.joints[term.coordinate.joint].link];
      initial += term.factor * link.z[at(place.z - m_.links[at(m_.model.joints[term.coordinate.joint].link.value)].z)];
    }
    if (coupler.function) {
      row.signal = static_cast<int>(m_.signals.size());
      m_.signals.push_back(makeSignal(*coupler.function, scope, m_.library));
    }
    // Without an offset, the coupler keeps its value at the initial position at time 0.
    row.offset = coupler.offset.value_or(initial);
    if (!coupler.offset && coupler.function) row.offset -= startOf(m_.signals.back());
    m_.rows.push_back(std::move(row));
  }

  bool isTranslation(JointIndex joint, int coordinate) const {
    return !coordinateNames(m_.model.links[m_.model.joints[joint].link].type)[at(coordinate)].isRotation;
  }

  Mechanism m_;
};

}  // namespace

Mechanism makeMechanism(const RecursiveModel& model, MechanismFor purpose) { return Builder(model, purpose).run(); }

std::string coordinateName(const Mechanism& mechanism, int velocity) {
  const int link = mechanism.linkOfVelocity[at(velocity)];
  const Link& source = mechanism.model.links[LinkIndex{link}];
  const std::string& joint = source.joint.empty() ? source.name : source.joint;
  return joint + "." + coordinateNames(source.type)[at(velocity - mechanism.links[at(link)].v)].name;
}

std::vector<double> initialState(const Mechanism& mechanism) {
  std::vector<double> state(at(mechanism.stateSize()));
  for (const LinkIndex index : mechanism.model.links.indexes()) {
    const Link& link = mechanism.model.links[index];
    const Mechanism::Link& place = mechanism.links[at(index.value)];
    std::copy(link.z.begin(), link.z.end(), state.begin() + place.z);
    std::copy(link.z_dot.begin(), link.z_dot.end(), state.begin() + mechanism.velocityAt() + place.v);
  }
  settleFilters(mechanism.library.inputs, 0, makeInputValues(mechanism.library.inputs),
                std::span(state).subspan(at(mechanism.lawStateAt())));
  return state;
}

}  // namespace mb
