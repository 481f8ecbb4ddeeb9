// The same motion whatever is done to the model that changes nothing physical: another base, other cuts, rods kept,
// another order, other names, another world, other units, a body in two pieces, a joint written twice or the other way
// round.
#include <rapidcheck.h>

#include "converter/verify/random_states.h"
#include "formats/model/basics/inertia.h"
#include "formats/model/elements/element_visitors.h"
#include "tests/support/motion.h"
#include "tests/support/shuffled.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::vector<std::string> kSamples{
    "four_bar",         "four_bar_chassis", "slider_crank", "spatial_slider_crank", "bricard",
    "andrews_squeezer", "wishbone_corner",  "hmmwv",        "macpherson_steered",   "five_link_corner",
    "rigid_axle",       "satellite"};
const std::vector<std::string> kFree{"four_bar_chassis", "wishbone_corner", "hmmwv",    "macpherson_steered",
                                     "five_link_corner", "rigid_axle",      "satellite"};
const std::vector<std::string> kWithRods{"macpherson_steered", "five_link_corner", "rigid_axle"};

// Other coordinates make other truncation errors, so steps are short: dampers on light bodies make rates up to 1e3/s,
// and a step of 20 us leaves (0.02)^5 / 120 = 3e-11. Round-off is multiplied by the conditioning of the loops, up to
// 1e4, and stays below.
constexpr double kEnd = 1e-4;
constexpr int kSteps = 5;
constexpr double kTolerance = 1e-9;

bool holds(const std::string& description, int count, const std::function<void()>& property) {
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = description;
  rc::detail::TestParams params;
  params.seed = 20240229;  // the same machines in every run
  params.maxSuccess = count;
  params.disableShrinking = true;  // samples do not get smaller
  const auto result = rc::detail::checkTestable(property, metadata, params);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  UNSCOPED_INFO(description << ": " << text.str());
  return result.is<rc::detail::SuccessResult>();
}

PlanOptions rodsKept() {
  PlanOptions options;
  options.rods.mode = RodOptions::Mode::keep;
  return options;
}

Conversion converted(const CartesianModel& model, const PlanOptions& options = {}) {
  Diagnostics diagnostics;
  auto conversion = convert(model, options, diagnostics);
  if (!conversion) RC_FAIL(textOf(diagnostics));
  return *conversion;
}

Motions finalMotions(const Conversion& conversion) { return motionsAfter(conversion.recursive, kEnd, kSteps); }

std::vector<std::string> rodsOf(const Conversion& conversion) {
  std::vector<std::string> names;
  for (const Rod& rod : conversion.recursive.rods) names.push_back(rod.body);
  return names;
}

// A sample somewhere on its way, moving: as it stands in its file many terms vanish. What the user wanted kept is the
// poses and velocities themselves, so nothing else is to be kept.
struct Machine {
  CartesianModel model;
  Conversion conversion;
  Motions motions;
};

const Machine& machine(const std::string& sample, int seed) {
  static std::map<std::pair<std::string, int>, Machine> machines;
  const auto known = machines.find({sample, seed});
  if (known != machines.end()) return known->second;
  CartesianModel model = readSample(sample);
  for (Joint& joint : model.joints) joint.initials.clear();
  for (Body& body : model.bodies) body.keepPosition = body.keepVelocity = {};
  // With rods as bodies every body has a pose that fits its joints.
  const Mechanism mechanism = makeMechanism(convertModel(model, rodsKept()).recursive);
  RandomStates states(mechanism, initialState(mechanism), static_cast<unsigned long>(seed));
  if (!states.next()) throw std::runtime_error("no state of " + sample);
  const Motions somewhere = motionsOf(mechanism, states.workspace());
  for (Body& body : model.bodies) {
    const auto found = somewhere.find(body.name);
    if (found == somewhere.end()) continue;
    body.X_WB = found->second.X;
    body.v_WB = found->second.v;
    body.w_WB = found->second.w;
  }
  Conversion conversion = convertModel(model);
  const Motions motions = motionsAfter(conversion.recursive, kEnd, kSteps);
  return machines[{sample, seed}] = {std::move(model), std::move(conversion), motions};
}

const Machine& anyMachine(const std::vector<std::string>& samples) {
  const std::string sample = *rc::gen::elementOf(samples);
  return machine(sample, *rc::gen::inRange(1, 3));
}

void sameMotion(const Machine& reference, const Conversion& other) {
  // A removed rod has no spin of its own to compare; its ends are points of other bodies.
  std::vector<std::string> except = rodsOf(reference.conversion);
  for (const std::string& name : rodsOf(other)) except.push_back(name);
  const Motions motions = finalMotions(other);
  RC_ASSERT(motions.size() >= reference.motions.size());
  const double off = difference(reference.motions, motions, except);
  RC_LOG() << reference.model.name << ": off by " << off << std::endl;
  RC_ASSERT(off < kTolerance);
}

int below(int count) { return *rc::gen::resize(100, rc::gen::inRange(0, count)); }
unsigned anySeed() { return static_cast<unsigned>(below(1000)); }
double uniform(double low, double high) { return low + (high - low) * below(1001) / 1000.0; }
Vector3 anyVector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }

}  // namespace

TEST_CASE("the states to be compared differ and are in motion") {
  for (const std::string sample : {"four_bar", "satellite"}) {
    const Machine& one = machine(sample, 1);
    const Machine& two = machine(sample, 2);
    CHECK(difference(one.motions, two.motions) > 1e-2);
    double fastest = 0;
    for (const auto& [name, motion] : one.motions) fastest = std::max(fastest, motion.w.norm());
    CHECK(fastest > 0.1);
  }
}

TEST_CASE("the motion does not depend on which body of a free machine is the base") {
  const bool same = holds("any base", 10, [] {
    const Machine& reference = anyMachine(kFree);
    const RecursiveModel& model = reference.conversion.recursive;
    PlanOptions options;
    options.base = {model.links[LinkIndex{below(model.links.size())}].name};
    RC_LOG() << "base " << options.base[0] << std::endl;
    // A bar that is one edge of the graph, though it stayed in the tree, has to be a body first.
    for (const Plan::Rod& rod : reference.conversion.plan.rods) {
      const Body& body = reference.conversion.model.bodies[rod.candidate.body];
      if (body.name == options.base[0]) options.rods.mode = RodOptions::Mode::keep;
    }
    const Conversion other = converted(reference.model, options);
    RC_ASSERT(other.recursive.links[LinkIndex{0}].name == options.base[0]);
    sameMotion(reference, other);
  });
  CHECK(same);
}

TEST_CASE("the motion does not depend on which joint of a loop is cut") {
  const bool same = holds("any cut", 14, [] {
    const Machine& reference = anyMachine(kSamples);
    const Plan& plan = reference.conversion.plan;
    RC_PRE(!plan.cuts.empty());
    const Plan::CutEdge& cut = plan.cuts[at(below(static_cast<int>(plan.cuts.size())))];
    const JointIndex joint = cut.loop[at(below(static_cast<int>(cut.loop.size())))];
    PlanOptions options;
    options.cut = {reference.conversion.model.joints[joint].name};
    RC_LOG() << "cut " << options.cut[0] << std::endl;
    const Conversion other = converted(reference.model, options);
    const auto& cuts = other.recursive.cuts;
    RC_ASSERT(std::any_of(cuts.begin(), cuts.end(), [&](const Cut& row) { return row.joint == options.cut[0]; }));
    sameMotion(reference, other);
  });
  CHECK(same);
}

TEST_CASE("the motion is the same with rods as bodies or as distances") {
  const bool same = holds("rods kept", 5, [] {
    const Machine& reference = anyMachine(kWithRods);
    RC_ASSERT(!reference.conversion.recursive.rods.empty());
    const Conversion other = converted(reference.model, rodsKept());
    RC_ASSERT(other.recursive.rods.empty());
    sameMotion(reference, other);
    // The rod itself: its ends do not depend on its spin, and they have its velocities.
    const Motions motions = finalMotions(other);
    for (const Rod& rod : reference.conversion.recursive.rods) {
      const BodyMotion& a = reference.motions.at(rod.body);
      const BodyMotion& b = motions.at(rod.body);
      for (const double z : {0.0, rod.length}) {
        const Vector3 p = inverse(rod.X_RB) * Vector3(0, 0, z);
        const auto velocity = [&](const BodyMotion& m) { return Vector3(m.v + m.w.cross(m.X.R * p)); };
        const auto acceleration = [&](const BodyMotion& m) {
          return Vector3(m.v_dot + m.w_dot.cross(m.X.R * p) + m.w.cross(m.w.cross(m.X.R * p)));
        };
        RC_ASSERT((a.X * p - b.X * p).norm() < kTolerance);
        RC_ASSERT((velocity(a) - velocity(b)).norm() < kTolerance * (1 + velocity(a).norm()));
        // Accelerations of suspensions out of balance reach 1e3 m/s^2.
        RC_ASSERT((acceleration(a) - acceleration(b)).norm() < 1e2 * kTolerance * (1 + acceleration(a).norm()));
      }
    }
  });
  CHECK(same);
}

namespace {

CartesianModel withShuffledMarkers(const CartesianModel& model, std::mt19937& random) {
  std::vector<MarkerIndex> order;
  for (const MarkerIndex marker : model.markers.indexes()) order.push_back(marker);
  std::shuffle(order.begin(), order.end(), random);
  CartesianModel result = model;
  result.markers = {};
  std::vector<MarkerIndex> place(order.size());
  for (const MarkerIndex marker : order) place[at(marker.value)] = result.markers.add(model.markers[marker]);
  const auto renumber = [&](MarkerIndex& marker) { marker = place[at(marker.value)]; };
  for (Joint& joint : result.joints) {
    renumber(joint.i);
    renumber(joint.j);
  }
  for (Force& force : result.forces) forEachMarker(force, renumber);
  std::shuffle(result.forces.begin(), result.forces.end(), random);
  return result;
}

}  // namespace

TEST_CASE("the motion does not depend on the order of bodies, joints, markers and forces") {
  const bool same = holds("any order", 10, [] {
    const Machine& reference = anyMachine(kSamples);
    std::mt19937 random(anySeed());
    sameMotion(reference, converted(withShuffledMarkers(test::shuffled(reference.model, random), random)));
  });
  CHECK(same);
}

TEST_CASE("the motion does not depend on the names of bodies and joints") {
  const bool same = holds("any names", 10, [] {
    const Machine& reference = anyMachine(kSamples);
    std::mt19937 random(anySeed());
    // A random letter in front of each name: another order by name, by which ties are broken.
    const auto renamed = [&](const std::string& name) {
      return std::string(1, static_cast<char>('a' + random() % 26)) + "_" + name;
    };
    CartesianModel model = reference.model;
    std::map<std::string, std::string> newBody;
    for (Body& body : model.bodies) {
      if (!body.isGround) body.name = newBody[body.name] = renamed(body.name);
    }
    std::map<std::string, std::string> newMarker;
    for (Marker& marker : model.markers) {
      const std::string old = marker.name;
      marker.name = model.bodies[marker.body].name + "." + old.substr(old.find('.') + 1);
      newMarker[old] = marker.name;
    }
    for (Joint& joint : model.joints) joint.name = renamed(joint.name);
    struct Renaming : FieldVisitor {
      const std::map<std::string, std::string>& names;
      explicit Renaming(const std::map<std::string, std::string>& table) : names(table) {}
      void expression(std::string_view, std::optional<Expression>& expression, const Dimension&, Mirror, int) const {
        if (!expression) return;
        forEachReference(*expression, [&](ExpressionFunction::Argument kind, std::string& name) {
          if (kind == ExpressionFunction::Argument::marker) name = names.at(name);
        });
      }
    } renaming{newMarker};
    for (Force& force : model.forces) describe(force, renaming);
    Machine expected = reference;
    expected.motions.clear();
    for (const auto& [name, motion] : reference.motions) expected.motions[newBody.at(name)] = motion;
    expected.conversion.recursive.rods.clear();
    for (Rod rod : reference.conversion.recursive.rods) {
      rod.body = newBody.at(rod.body);
      expected.conversion.recursive.rods.push_back(rod);
    }
    sameMotion(expected, converted(model));
  });
  CHECK(same);
}

namespace {

// The whole world moved: ground, gravity and the axes in which forces are written too.
CartesianModel movedWorld(CartesianModel model, const Pose& X) {
  for (Body& body : model.bodies) {
    body.X_WB = X * body.X_WB;
    body.v_WB = X.R * body.v_WB;
    body.w_WB = X.R * body.w_WB;
  }
  model.gravity = X.R * model.gravity;
  model.R_WS = X.R * model.R_WS;
  return model;
}

}  // namespace

TEST_CASE("the motion does not depend on the position and orientation of the world") {
  const bool same = holds("a rigid motion", 12, [] {
    const Machine& reference = anyMachine(kSamples);
    // Tyres measure their height above the origin of the ground, so the move is one within the ground.
    const Matrix3 R = rotationOf(2 * anyVector());
    const Pose X{R, R * Vector3(uniform(-5, 5), uniform(-5, 5), 0)};
    Machine expected = reference;
    for (auto& [name, motion] : expected.motions) {
      motion = {X * motion.X, X.R * motion.v, X.R * motion.w, X.R * motion.v_dot, X.R * motion.w_dot};
    }
    sameMotion(expected, converted(movedWorld(reference.model, X)));
  });
  CHECK(same);
}

TEST_CASE("the motion does not depend on the units, axes and body frames of the model") {
  // The same corner twice; body frames differ, so centres of mass are compared, and turns since the start.
  struct Seen {
    Pose X;
    Vector3 v, w, a, w_dot;
  };
  const auto seen = [](const std::string& sample, double end, int steps) {
    const Conversion conversion = convertModel(readSample(sample));
    std::map<std::string, Seen> bodies;
    const Motions first = motionsAfter(conversion.recursive, end, 0);
    for (const auto& [name, m] : motionsAfter(conversion.recursive, end, steps)) {
      const Vector3 r = m.X.R * conversion.model.bodies[*findBody(conversion.model, name)].massProperties.com;
      bodies[name] = {{m.X.R * first.at(name).X.R.transpose(), m.X.p + r},
                      m.v + m.w.cross(r),
                      m.w,
                      m.v_dot + m.w_dot.cross(r) + m.w.cross(m.w.cross(r)),
                      m.w_dot};
    }
    return bodies;
  };
  const auto metres = seen("wishbone_corner", 0.02, 20);
  const auto millimetres = seen("units_sae", 0.02, 20);
  REQUIRE(metres.size() == 4);
  for (const auto& [name, a] : metres) {
    INFO(name);
    const Seen& b = millimetres.at(name);
    // The same coordinates in the same tree, and numbers written with 16 digits: round-off. The frames on the bodies
    // are others, so quaternions are too, and so is their part of the truncation error, 20 steps of (1e-3 * 10)^5 /
    // 120.
    CHECK((a.X.p - b.X.p).norm() < 1e-10);
    CHECK((a.X.R - b.X.R).norm() < 1e-10);
    CHECK((a.v - b.v).norm() < 1e-9 * (1 + a.v.norm()));
    CHECK((a.w - b.w).norm() < 1e-9 * (1 + a.w.norm()));
    CHECK((a.a - b.a).norm() < 1e-8 * (1 + a.a.norm()));
    CHECK((a.w_dot - b.w_dot).norm() < 1e-8 * (1 + a.w_dot.norm()));
  }
}

TEST_CASE("a body split into two welded pieces moves as the whole body") {
  const bool same = holds("a weld", 10, [] {
    const Machine& reference = anyMachine(kSamples);
    CartesianModel model = reference.model;
    const RecursiveModel& recursive = reference.conversion.recursive;
    const std::string name = recursive.links[LinkIndex{below(recursive.links.size())}].name;
    const BodyIndex whole = *findBody(model, name);
    RC_LOG() << "split " << name << std::endl;
    // The other piece has a frame elsewhere, a share of the mass and of the inertia, and half of the markers.
    const Pose X_BP{rotationOf(anyVector()), anyVector()};
    const double share = uniform(0.1, 0.9);
    Body piece;
    piece.name = "piece";
    Body& body = model.bodies[whole];
    piece.X_WB = body.X_WB * X_BP;
    piece.w_WB = body.w_WB;
    piece.v_WB = body.v_WB + body.w_WB.cross(body.X_WB.R * X_BP.p);
    MassProperties properties = body.massProperties;
    properties.mass *= share;
    properties.inertia *= share;
    piece.massProperties = transformed(inverse(X_BP), properties);
    body.massProperties.mass *= 1 - share;
    body.massProperties.inertia *= 1 - share;
    const BodyIndex pieceIndex = model.bodies.add(piece);
    for (Marker& marker : model.markers) {
      if (marker.body != whole || below(2) == 0) continue;
      marker.body = pieceIndex;
      marker.X_BM = inverse(X_BP) * marker.X_BM;
    }
    Joint weld;
    weld.name = "weld";
    weld.type = *findJointType("fixed");
    const Pose X_BF{rotationOf(anyVector()), anyVector()};
    weld.j = model.markers.add({name + ".weld", whole, X_BF, {}});
    weld.i = model.markers.add({"piece.weld", pieceIndex, inverse(X_BP) * X_BF, {}});
    model.joints.add(weld);
    const Conversion other = converted(model);
    RC_ASSERT(other.recursive.links.size() == recursive.links.size());
    sameMotion(reference, other);
    // As a cut the weld is six rows, and the piece a link of its own. Where it is on no loop it cannot be cut.
    PlanOptions options;
    options.cut = {"weld"};
    Diagnostics diagnostics;
    const auto asCut = convert(model, options, diagnostics);
    RC_LOG() << (asCut ? "and cut" : "not cut") << std::endl;
    if (asCut) sameMotion(reference, *asCut);
  });
  CHECK(same);
}

TEST_CASE("a joint written twice does not change the motion") {
  const bool same = holds("a copy of a joint", 12, [] {
    const Machine& reference = anyMachine(kSamples);
    CartesianModel model = reference.model;
    const JointIndex chosen{below(model.joints.size())};
    Joint copy = model.joints[chosen];
    copy.name += "_again";
    copy.limits.clear();
    copy.frictions.clear();
    model.joints.add(copy);
    PlanOptions options;
    // Named in the options it is left as it is, and all its equations are redundant; otherwise the two become one.
    const bool isCut = below(2) == 0;
    if (isCut) options.cut = {copy.name};
    RC_LOG() << copy.name << (isCut ? " cut" : " fused") << std::endl;
    sameMotion(reference, converted(model, options));
  });
  CHECK(same);
}

TEST_CASE("a hinge written twice where there is no other loop does not change the motion") {
  // All points of such a loop are one, up to round-off: there is no length to measure its closure by.
  const bool same = holds("a copy of a hinge of a tree", 6, [] {
    const Machine& reference = anyMachine({"satellite"});
    CartesianModel model = reference.model;
    Joint copy = model.joints[JointIndex{below(model.joints.size())}];
    copy.name += "_again";
    model.joints.add(copy);
    PlanOptions options;
    options.cut = {copy.name};
    sameMotion(reference, converted(model, options));
  });
  CHECK(same);
}

TEST_CASE("a joint that only repeats what others hold does not change the motion") {
  // Two hinges about one direction keep it; repeating that removes no freedom. All its equations are redundant, and
  // the derivatives of all of them nothing but round-off.
  const std::string bars = R"(<gravity vector="0 0 -9.81"/>
    <body name="upper"><pose pos="0.3 0.1 0.2" rpy="0.4 -0.2 0.7"/><mass value="2"/>
      <inertia xx="0.1" yy="0.2" zz="0.15" xy="0.02"/></body>
    <body name="lower"><pose pos="0.7 -0.2 0.1" rpy="-0.9 0.3 0.1"/><mass value="1"/>
      <inertia xx="0.05" yy="0.1" zz="0.07" yz="0.01"/></body>
    <joint name="shoulder" type="revolute" i="upper" j="ground" point="0.1 0.2 0.3" axis="1 2 3"/>
    <joint name="elbow" type="revolute" i="lower" j="upper" point="0.5 -0.1 0.2" axis="1 2 3"/>)";
  for (const std::string type : {"parallel", "planar"}) {
    INFO(type);
    const std::string guard =
        "<joint name=\"guard\" type=\"" + type + "\" i=\"lower\" j=\"ground\" point=\"0.6 0.1 0.7\" axis=\"1 2 3\"/>";
    const Conversion plain = convertModel(nativeModel(bars));
    const Conversion guarded = convertModel(nativeModel(bars + guard));
    REQUIRE(guarded.recursive.cuts.size() == 1);
    CHECK(guarded.mobility.dof == 2);
    CHECK(difference(motionsAfter(plain.recursive, 0.1, 20), motionsAfter(guarded.recursive, 0.1, 20)) < kTolerance);
  }
}

TEST_CASE("a joint with i and j exchanged does not change the motion") {
  const bool same = holds("i and j exchanged", 12, [] {
    const Machine& reference = anyMachine(kSamples);
    CartesianModel model = reference.model;
    Joint& joint = model.joints[JointIndex{below(model.joints.size())}];
    // Types whose two frames are interchangeable.
    const std::vector<std::string_view> symmetric{"revolute",  "translational", "cylindrical",
                                                  "universal", "spherical",     "distance"};
    RC_PRE(std::count(symmetric.begin(), symmetric.end(), joint.type.name) > 0);
    std::swap(joint.i, joint.j);
    RC_LOG() << "turned round " << joint.name << std::endl;
    const Conversion other = converted(model);
    sameMotion(reference, other);
    if (joint.type.name != "revolute" && joint.type.name != "translational") return;
    const auto coordinate = [&](const RecursiveModel& recursive) -> const Link* {
      for (const Link& link : recursive.links) {
        if (link.joint == joint.name) return &link;
      }
      return nullptr;
    };
    const Link* const before = coordinate(reference.conversion.recursive);
    const Link* const after = coordinate(other.recursive);
    if (!before || !after) return;  // a cut has no coordinate
    RC_ASSERT(std::abs(before->z[0] + after->z[0]) < kTolerance);
    RC_ASSERT(std::abs(before->z_dot[0] + after->z_dot[0]) < kTolerance);
  });
  CHECK(same);
}
