// Statements that couple joint coordinates: COUPLER, GEAR and the RACKPIN joint.
#include <fmt/format.h>

#include <cmath>

#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

constexpr std::string_view kUncoupled = "the joints move as if they were not coupled";

struct Coordinate {
  JointIndex joint;
  int index = 0;
  bool isRotation = false;
};

// The coordinate of a revolute, translational or cylindrical joint; for the latter, the requested one.
std::optional<Coordinate> coordinateOf(const CartesianModel& model, JointIndex joint, bool wantsRotation) {
  const std::string_view type = model.joints[joint].type.name;
  if (type == "revolute") return Coordinate{joint, 0, true};
  if (type == "translational") return Coordinate{joint, 0, false};
  if (type == "cylindrical") return Coordinate{joint, wantsRotation ? 1 : 0, wantsRotation};
  return std::nullopt;
}

struct NamedJoints {
  std::vector<JointIndex> joints;
  std::vector<std::size_t> positions;
};

// From the argument JOINTS; nothing after an error, or if one of them is lost.
std::optional<NamedJoints> jointsOf(Reader& reader, Arguments& arguments, std::size_t most) {
  const Statement& statement = *arguments.statement;
  const auto named = ids(reader, arguments, "JOINTS", 2, most);
  if (!named) {
    if (!arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} names no joints", titleOf(statement)))
          .withHint("add JOINTS = 1,2");
    }
    return std::nullopt;
  }
  NamedJoints found;
  for (const auto& [id, position] : *named) {
    const auto entry = reader.joints.find(id);
    if (entry == reader.joints.end()) {
      errorAt(reader, arguments, position, Code::unknownName, fmt::format("there is no JOINT/{}", id))
          .withHint("give the number of a revolute, translational or cylindrical joint of this dataset");
      return std::nullopt;
    }
    if (!entry->second.joint.valid()) {
      loseStatement(reader, statement, LossEffect::motion, fmt::format("JOINT/{} is not modelled", id),
                    std::string(kUncoupled));
      return std::nullopt;
    }
    if (!coordinateOf(reader.build.model, entry->second.joint, true)) {
      errorAt(reader, arguments, position, Code::otherKindOfThing,
              fmt::format("JOINT/{} is {}", id, entry->second.type))
          .withHint("revolute, translational and cylindrical joints can be coupled");
      return std::nullopt;
    }
    found.joints.push_back(entry->second.joint);
    found.positions.push_back(position);
  }
  return found;
}

// The velocity, relative to the carrier and along n, of a point at p on the body opposite to `carrier`, per unit rate
// of the joint's coordinate.
double speedAlong(const CartesianModel& model, const Coordinate& coordinate, BodyIndex carrier, const Vector3& p,
                  const Vector3& n) {
  const Joint& joint = model.joints[coordinate.joint];
  const Pose X_WF = worldPose(model, joint.j);
  const Vector3 axis = X_WF.R.col(2);
  const double speed = coordinate.isRotation ? axis.cross(p - X_WF.p).dot(n) : axis.dot(n);
  return bodyJ(model, joint) == carrier ? speed : -speed;
}

BodyIndex otherBody(const CartesianModel& model, JointIndex joint, BodyIndex body) {
  return bodyI(model, model.joints[joint]) == body ? bodyJ(model, model.joints[joint])
                                                   : bodyI(model, model.joints[joint]);
}

// A joint that lets the body turn (or slide) along the direction; one that uses the marker itself is preferred, then
// the simpler type.
std::optional<Coordinate> guideOf(const CartesianModel& model, BodyIndex body, MarkerIndex marker, bool turns) {
  constexpr double kParallel = 0.99;
  const Vector3 direction = worldPose(model, marker).R.col(2);
  std::optional<Coordinate> best;
  int bestRank = 0;
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (bodyI(model, joint) != body && bodyJ(model, joint) != body) continue;
    const auto coordinate = coordinateOf(model, index, turns);
    if (!coordinate || coordinate->isRotation != turns) continue;
    if (std::abs(worldPose(model, joint.j).R.col(2).dot(direction)) < kParallel) continue;
    const int rank = (joint.i == marker || joint.j == marker ? 4 : 0) + (joint.type.name != "cylindrical" ? 2 : 1);
    if (rank <= bestRank) continue;
    best = coordinate;
    bestRank = rank;
  }
  return best;
}

void warnOfSign(Reader& reader, const Arguments& arguments) {
  const Argument& diameter = *find(arguments, "PD");
  reader.build.diagnostics
      .warning(sourceAt(reader.dataset, *arguments.statement, diameter.values.front().position), Code::ignoredInput,
               "the sign of PD is not used: the place of marker J says on which side of the pinion the rack runs")
      .withHint("omit the sign; it counts only if marker J is on the axis of the pinion");
}

}  // namespace

void readCoupler(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  if (has(arguments, "FUNCTION") || has(arguments, "ROUTINE")) {
    loseStatement(reader, statement, LossEffect::motion, "it is computed by a subroutine", std::string(kUncoupled));
    return;
  }
  const auto found = jointsOf(reader, arguments, 3);
  const auto scales = numbers(reader, arguments, "SCALES", 1, 3);
  if (!found || arguments.isFaulty) return;
  const std::size_t count = found->joints.size();
  std::vector<double> factors = scales.value_or(std::vector<double>{});
  if (factors.size() + 1 == count) factors.insert(factors.begin(), 1.0);
  if (factors.size() != count) {
    errorAt(reader, arguments, Code::wrongCount,
            fmt::format("{} has {} joints and {} scales", titleOf(statement), count, factors.size()))
        .withHint("SCALES needs one number per joint; the first may be omitted and is then 1");
    return;
  }
  std::vector<std::string> types;
  if (const Argument* const type = find(arguments, "TYPE")) {
    types = words(*type);
    for (const std::string& word : types) {
      if (word.starts_with('T') || word.starts_with('R')) continue;
      errorAt(reader, arguments, *type, Code::unknownWord, fmt::format("'{}' is not a motion of a joint", word))
          .withHint("TYPE takes T for a translation and R for a rotation, separated by colons");
      return;
    }
  }
  const CartesianModel& model = reader.build.model;
  std::vector<Coordinate> coordinates;
  bool isLength = false;
  for (std::size_t k = 0; k < count; ++k) {
    const bool turns = k >= types.size() || !types[k].starts_with('T');
    coordinates.push_back(*coordinateOf(model, found->joints[k], turns));
    isLength = isLength || !coordinates.back().isRotation;
  }
  Coupler& coupler = addCoupler(reader.build, nameOf(statement, "coupler"), statement.at);
  for (std::size_t k = 0; k < count; ++k) {
    // With a translation the sum is a length, so the scale of a rotation is a length per radian.
    const double unit = isLength && coordinates[k].isRotation ? reader.units.length : 1;
    coupler.terms.push_back({{coordinates[k].joint, coordinates[k].index}, factors[k] * unit});
  }
}

// The teeth of both wheels have the same velocity along z of the CV marker, which is on the part that carries both.
void readGear(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto found = jointsOf(reader, arguments, 2);
  const MarkerEntry* const cv = markerOf(reader, arguments, "CV", Wanted::fixed);
  if (!found || !cv || arguments.isFaulty || loseWith(reader, arguments, cv, kUncoupled)) return;
  const CartesianModel& model = reader.build.model;
  const Pose X_WC = worldPose(model, cv->marker);
  std::vector<double> speeds;
  for (std::size_t k = 0; k < 2; ++k) {
    const JointIndex joint = found->joints[k];
    if (bodyI(model, model.joints[joint]) != cv->body && bodyJ(model, model.joints[joint]) != cv->body) {
      errorAt(reader, arguments, found->positions[k], Code::jointMisfits,
              "the joint is not on the part of the CV marker")
          .withHint("the CV marker is on the part that carries both wheels");
      return;
    }
    const Coordinate coordinate = *coordinateOf(model, joint, true);
    speeds.push_back(speedAlong(model, coordinate, cv->body, X_WC.p, X_WC.R.col(2)));
    if (std::abs(speeds.back()) < 1e-9) {
      errorAt(reader, arguments, *find(arguments, "CV"), Code::jointMisfits,
              "the z axis of the CV marker is not the way the teeth move")
          .withHint("the marker must be where the teeth meet, with z tangent to both pitch circles");
      return;
    }
  }
  Coupler& coupler = addCoupler(reader.build, nameOf(statement, "gear"), statement.at);
  coupler.kind = "gear";
  for (std::size_t k = 0; k < 2; ++k) {
    const Coordinate coordinate = *coordinateOf(model, found->joints[k], true);
    coupler.terms.push_back({{coordinate.joint, coordinate.index}, k == 0 ? speeds[0] : -speeds[1]});
  }
}

// RACKPIN names markers: I on the pinion, which turns about z_I, and J on the rack, which slides along z_J. It couples
// the joints that hold the two. The pitch point lies PD/2 from the pinion's axis towards the rack; there both have the
// same velocity along z_J:  s' = (theta' z_I x (PD/2) u) . z_J.  If the rack's marker is on the pinion's axis, u is
// undefined: then, as ADAMS requires, the rack is at -y_I with x_I along z_J, and s = PD/2 theta.
void readRackAndPinion(Reader& reader, Arguments& arguments) {
  if (!has(arguments, "RACKPIN")) return;
  const Statement& statement = *arguments.statement;
  loseFriction(reader, arguments);
  const auto pair = markerPair(reader, arguments, "rack and pinion move as if they did not touch");
  const auto diameter = number(reader, arguments, "PD", dimension::kLength);
  if (arguments.isFaulty || !pair) return;
  if (!diameter || *diameter == 0) {
    errorAt(reader, arguments, Code::missingAttribute, "a rack-and-pinion joint without a pitch diameter")
        .withHint("add PD = the pitch diameter");
    return;
  }
  const CartesianModel& model = reader.build.model;
  const auto pinion = guideOf(model, pair->i->body, pair->i->marker, true);
  const auto rack = guideOf(model, pair->j->body, pair->j->marker, false);
  if (!pinion || !rack) {
    errorAt(reader, arguments, Code::missingElement,
            pinion ? "no translational joint holds the rack of this rack-and-pinion joint"
                   : "no revolute joint holds the pinion of this rack-and-pinion joint")
        .withHint(
            "the part of marker I needs a revolute or cylindrical joint along z_I, that of marker J a translational "
            "or cylindrical one along z_J");
    return;
  }
  const Pose X_WI = worldPose(model, pair->i->marker);
  const Pose X_WJ = worldPose(model, pair->j->marker);
  const Vector3 along = X_WJ.R.col(2);
  const Vector3 axis = X_WI.R.col(2);
  // From the pinion's axis to the rack's line, normal to both.
  Vector3 u = X_WJ.p - X_WI.p;
  u -= axis * axis.dot(u);
  u -= along * along.dot(u);
  double radius = *diameter / 2;
  if (u.norm() > 1e-6 * std::abs(radius)) {
    if (radius < 0) warnOfSign(reader, arguments);
    radius = std::abs(radius) * (axis.cross(u).dot(along) < 0 ? -1 : 1);
  }
  // Rotation of the pinion about z_I and travel of the rack along z_J per unit of the joints' coordinates.
  const auto sign = [&](const Coordinate& coordinate, BodyIndex body, const Vector3& direction) {
    const Joint& joint = model.joints[coordinate.joint];
    const double same = worldPose(model, joint.j).R.col(2).dot(direction) < 0 ? -1 : 1;
    return bodyI(model, joint) == body ? same : -same;
  };
  const double turn = sign(*pinion, pair->i->body, axis);
  const double travel = sign(*rack, pair->j->body, along);
  if (otherBody(model, pinion->joint, pair->i->body) != otherBody(model, rack->joint, pair->j->body)) {
    reader.build.model.remarks.push_back(
        fmt::format("{}: pinion and rack are carried by different parts; their joints are coupled all the same",
                    titleOf(statement)));
  }
  Coupler& coupler = addCoupler(reader.build, nameOf(statement, "joint"), statement.at);
  coupler.kind = "rack-pinion";
  coupler.terms.push_back({{rack->joint, rack->index}, travel});
  coupler.terms.push_back({{pinion->joint, pinion->index}, -radius * turn});
}

}  // namespace mb::adams
