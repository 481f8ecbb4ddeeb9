// Gears, racks and screws. In the file they are one equation between two markers:
//   gear:   radiusI (angle of I) + radiusJ (angle of J) = const, angles from the line between the two origins
//   rack:   x of J in I + pitchRadius (angle of J in I about z) = const, I on the rack
//   screw:  2 pi (z of J in I) - pitch (angle of J in I about z) = const
// Here they are couplers of joint coordinates. The joints between the two parts are found by walking from part to part;
// fixed joints cost nothing.
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <numbers>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

constexpr double kParallel = 1e-3;  // sine of an angle between nominally parallel axes; also relative to lengths

constexpr std::size_t kLongestPath = 60;  // joints between two wheels

std::size_t place(int index) { return static_cast<std::size_t>(index); }

// How far a sum of joint coordinates moves a point along a direction, and rotates about an axis.
struct Share {
  CoordinateRef coordinate;
  double along = 0;
  double turn = 0;
};
using Shares = std::vector<Share>;

struct Question {
  Vector3 axis;       // of rotation, in the world at the start
  Vector3 direction;  // of translation; zero: translations across the axis are not allowed
  Vector3 centre;     // a point on the axes of rotation
  bool needsCentre = true;
};

class Walker {
 public:
  Walker(const CartesianModel& model) : model_(model), groups_(weldedSets(model)) {
    size_ = 1e-12;
    for (const Body& body : model.bodies) size_ = std::max(size_, body.X_WB.p.cwiseAbs().maxCoeff());
    joints_.resize(groups_.size());
    for (const JointIndex index : model.joints.indexes()) {
      const int i = groups_[place(bodyI(model, model.joints[index]).value)];
      const int j = groups_[place(bodyJ(model, model.joints[index]).value)];
      if (i == j) continue;
      joints_[place(i)].push_back(index);
      joints_[place(j)].push_back(index);
    }
  }

  int groupOf(MarkerIndex marker) const { return groups_[place(model_.markers[marker].body.value)]; }

  // For every group that can be reached from one: the coordinates that move it relative to that one, by the fewest
  // joints.
  std::unordered_map<int, Shares> reach(int start, const Question& question) const {
    struct Step {
      int group;
      bool isTurned;
      Shares shares;
    };
    std::unordered_map<int, Shares> found;
    std::vector<std::array<bool, 2>> seen(groups_.size());
    std::deque<Step> open{{start, false, {}}};
    seen[place(start)][0] = true;
    while (!open.empty()) {
      const Step here = std::move(open.front());
      open.pop_front();
      found.emplace(here.group, here.shares);
      if (here.shares.size() > kLongestPath) continue;
      for (const JointIndex index : joints_[place(here.group)]) {
        const Joint& joint = model_.joints[index];
        const int i = groups_[place(bodyI(model_, joint).value)];
        const int j = groups_[place(bodyJ(model_, joint).value)];
        Step next{here.group == i ? j : i, here.isTurned, here.shares};
        if (seen[place(next.group)][next.isTurned ? 1 : 0]) continue;
        if (!cross(index, here.group == j, question, next.isTurned, next.shares)) continue;
        if (seen[place(next.group)][next.isTurned ? 1 : 0]) continue;
        seen[place(next.group)][next.isTurned ? 1 : 0] = true;
        open.push_back(std::move(next));
      }
    }
    return found;
  }

 private:
  bool isParallel(const Vector3& a, const Vector3& b) const { return a.cross(b).norm() < kParallel; }

  bool passesCentre(const Pose& X_WF, const Question& question) const {
    const Vector3 r = question.centre - X_WF.p;
    const Vector3 z = X_WF.R.col(2);
    return (r - r.dot(z) * z).norm() < kParallel * std::max(size_, r.norm());
  }

  // Adds a joint's effect on the motion of the far side; false if that is not a fixed multiple of its coordinates.
  bool cross(JointIndex index, bool isForward, const Question& question, bool& isTurned, Shares& shares) const {
    const Joint& joint = model_.joints[index];
    const Pose X_WF = worldPose(model_, joint.j);
    const double sign = isForward ? 1 : -1;  // forward: from j to i
    bool turns = false;
    bool slidesAcross = false;
    Shares own;
    int coordinate = 0;
    for (const mb::Motion& motion : joint.type.motions()) {
      const Vector3 axis = X_WF.R.col(static_cast<int>(motion.axis));
      if (motion.kind == MotionKind::translation) {
        const bool isAcross = !isParallel(axis, question.axis);
        if (isAcross && question.needsCentre && question.direction.isZero()) return false;
        slidesAcross = slidesAcross || isAcross;
        own.push_back({{index, coordinate++}, sign * axis.dot(question.direction), 0});
      } else if (motion.kind == MotionKind::rotation && isParallel(axis, question.axis) && !turns) {
        if (question.needsCentre && !passesCentre(X_WF, question)) return false;
        turns = true;
        own.push_back({{index, coordinate++}, 0, sign * axis.dot(question.axis)});
      } else {
        return false;
      }
    }
    // A slide across the axis keeps its direction only before any rotation.
    const bool slidesAfter = slidesAcross && (isTurned || (turns && !isForward));
    if (question.needsCentre && slidesAfter) return false;
    isTurned = isTurned || turns;
    shares.insert(shares.end(), own.begin(), own.end());
    return true;
  }

  const CartesianModel& model_;
  std::vector<int> groups_;
  std::vector<std::vector<JointIndex>> joints_;  // around a group
  double size_ = 0;
};

double parameter(Build& build, const Line& item, std::string_view key) {
  const Line* line = find(build.outline, item, key);
  return line ? readNumber(build, *line) : 0;
}

// sum (along a + turn b) q = const
void addTerms(Build& build, const Line& item, std::string_view kind, const Shares& shares, double along, double turn) {
  std::vector<Coupler::Term> terms;
  for (const Share& share : shares) {
    // Products of axes that should be parallel or perpendicular may be 1e-17, which counts as zero.
    const auto clean = [](double cosine) {
      if (std::abs(cosine) < 1e-9) return 0.0;
      return std::abs(std::abs(cosine) - 1) < 1e-9 ? std::copysign(1.0, cosine) : cosine;
    };
    const double factor = along * clean(share.along) + turn * clean(share.turn);
    if (factor != 0) terms.push_back({share.coordinate, factor});
  }
  if (terms.empty()) {
    addLoss(build.import, at(build.outline, item), LossEffect::none,
            fmt::format("{} '{}'", item.text, nameOf(build, item)), "no joint between its parts moves it",
            "it holds nothing", sourceText(build.outline, item));
    return;
  }
  Coupler& coupler = addCoupler(build.import, nameOf(build, item), at(build.outline, item));
  coupler.kind = kind;
  coupler.terms = std::move(terms);
}

void addGear(Build& build, const CouplerItem& item) {
  const double rI = parameter(build, *item.line, "radiusI");
  const double rJ = parameter(build, *item.line, "radiusJ");
  if (rI == 0 || rJ == 0) {
    build.import.diagnostics
        .error(at(build.outline, *item.line), Code::mustBePositive,
               fmt::format("gear '{}' has radii {} and {}; none may be 0", nameOf(build, *item.line), rI, rJ))
        .withHint("give radiusI and radiusJ; a negative one is a ring with teeth inside");
    return;
  }
  const CartesianModel& model = build.import.model;
  const Walker walker(model);
  const auto reached = [&](MarkerIndex marker) {
    const Pose X = worldPose(model, marker);
    return walker.reach(walker.groupOf(marker), {X.R.col(2), Vector3::Zero(), X.p});
  };
  const auto fromI = reached(item.markers.I);
  const auto fromJ = reached(item.markers.J);
  // The carrier: both wheels rotate about axes fixed in it.
  int carrier = -1;
  std::size_t fewest = 0;
  for (const auto& [group, shares] : fromI) {
    const auto other = fromJ.find(group);
    if (other == fromJ.end()) continue;
    const std::size_t count = shares.size() + other->second.size();
    if (carrier >= 0 && (count > fewest || (count == fewest && group > carrier))) continue;
    carrier = group;
    fewest = count;
  }
  if (carrier < 0) {
    build.import.diagnostics
        .error(at(build.outline, *item.line), Code::notModelled,
               fmt::format("the wheels of gear '{}' turn about no common part", nameOf(build, *item.line)))
        .withHint("hold both wheels by revolute joints on one part, their axes through the gear's markers and along z");
    return;
  }
  // The shares are the carrier's motion relative to the wheel; the wheel's is the opposite on both sides.
  Shares shares = fromI.at(carrier);
  for (Share& share : shares) share.turn *= rI;
  for (Share share : fromJ.at(carrier)) {
    share.turn *= rJ;
    shares.push_back(share);
  }
  std::vector<Coupler::Term> terms;
  for (const Share& share : shares) {
    if (share.turn != 0) terms.push_back({share.coordinate, share.turn});
  }
  Coupler& coupler = addCoupler(build.import, nameOf(build, *item.line), at(build.outline, *item.line));
  coupler.kind = "gear";
  coupler.terms = std::move(terms);
}

// x of J along the direction of I, and the angle between them, if the joints provide them.
std::optional<Shares> between(const CartesianModel& model, const MarkerPair& markers, int direction, bool needsCentre) {
  const Walker walker(model);
  const Pose X_WI = worldPose(model, markers.I);
  const Question question{X_WI.R.col(2), X_WI.R.col(direction), worldPose(model, markers.J).p, needsCentre};
  const auto found = walker.reach(walker.groupOf(markers.I), question);
  const auto far = found.find(walker.groupOf(markers.J));
  if (far == found.end()) return std::nullopt;
  return far->second;
}

// If no joints provide the coordinates, a joint that keeps the z axes parallel measures them.
Shares measured(Build& build, const CouplerItem& item, int direction) {
  const Line& line = *item.line;
  CartesianModel& model = build.import.model;
  const double cosine = worldPose(model, item.markers.I).R.col(2).dot(worldPose(model, item.markers.J).R.col(2));
  MarkerIndex i = item.markers.J;
  if (cosine < 0) {
    i = movedMarker(build, i, "turned", {Vector3(1, -1, -1).asDiagonal(), Vector3::Zero()});
  }
  const JointIndex joint =
      addJoint(build.import, nameOf(build, line) + "_axes", "parallel", i, item.markers.I, at(build.outline, line));
  build.import.diagnostics
      .warning(at(build.outline, line), Code::missingElement,
               fmt::format("no joints guide the two parts of {} '{}' along and about its z axis", line.text,
                           nameOf(build, line)))
      .withHint("a joint was added that keeps the z axes of its markers parallel; add the missing joints to the file");
  return {{{joint, direction}, 1, 0}, {{joint, 3}, 0, 1}};
}

void addRack(Build& build, const CouplerItem& item) {
  const double radius = parameter(build, *item.line, "pitchRadius");
  std::optional<Shares> shares = between(build.import.model, item.markers, 0, true);
  if (!shares) {
    // Some files have the two markers interchanged, which is not the equation of a rack.
    shares = between(build.import.model, {item.markers.J, item.markers.I}, 0, true);
    if (shares) {
      build.import.model.remarks.push_back(
          fmt::format("rack and pinion '{}': its marker J is taken for the rack, since it slides and I turns",
                      nameOf(build, *item.line)));
    }
  }
  addTerms(build, *item.line, "rack-pinion", shares ? *shares : measured(build, item, 0), 1, radius);
}

void addScrew(Build& build, const CouplerItem& item) {
  const double pitch = parameter(build, *item.line, "pitch");
  const std::optional<Shares> shares = between(build.import.model, item.markers, 2, false);
  // Per radian, so that the sum is a length.
  addTerms(build, *item.line, "coupler", shares ? *shares : measured(build, item, 2), 1,
           -pitch / (2 * std::numbers::pi));
}

struct CouplerKind {
  std::string_view name;
  std::string_view words;
  void (*add)(Build& build, const CouplerItem& item);
};
constexpr std::array kCouplers{
    CouplerKind{"GearJoint", "Name= MarkerI= MarkerJ= radiusI= radiusJ=", &addGear},
    CouplerKind{"RackPinionJoint", "Name= MarkerI= MarkerJ= pitchRadius=", &addRack},
    CouplerKind{"ScrewJoint", "Name= MarkerI= MarkerJ= pitch=", &addScrew},
};

}  // namespace

std::string_view couplerWords(std::string_view kind) {
  const auto known = std::ranges::find(kCouplers, kind, &CouplerKind::name);
  return known == kCouplers.end() ? std::string_view() : known->words;
}

void addCoupler(Build& build, const CouplerItem& item) {
  const CartesianModel& model = build.import.model;
  if (model.markers[item.markers.I].body == model.markers[item.markers.J].body) {
    addLoss(build.import, at(build.outline, *item.line), LossEffect::none,
            fmt::format("{} '{}'", item.line->text, nameOf(build, *item.line)), "both its markers are on the same part",
            "it holds nothing", sourceText(build.outline, *item.line));
    return;
  }
  for (const CouplerKind& kind : kCouplers) {
    if (kind.name == item.line->text) kind.add(build, item);
  }
}

}  // namespace mb::asmt
