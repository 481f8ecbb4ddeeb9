// The recursive runtime against Simbody, an engine that shares nothing with ours: no code, and another formulation.
// Every body of the Cartesian model floats freely in Simbody, with six velocities; every row of every joint is a
// constraint of its own; accelerations come from multipliers. Redundant rows are left in: Simbody solves for the least
// multipliers.
#include <fmt/format.h>

#include <limits>
#include <random>

#include "runtime/observation/energy.h"
#include "runtime/observation/observe.h"
#include "runtime/simulation/simulate.h"
#include "tests/simbody/engine.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const Rod* findRod(const RecursiveModel& model, const std::string& body) {
  for (const Rod& rod : model.rods) {
    if (rod.body == body) return &rod;
  }
  return nullptr;
}

// What both engines are given. Drives, couplers, friction and stops are laws of our own and stay out. Simbody divides
// by the inertia of every free body, so bars without thickness get some; those that we remove as rods stay as they are,
// since Simbody has a mobilizer for lines.
CartesianModel comparable(CartesianModel model) {
  model.drives.clear();
  model.couplers.clear();
  for (Joint& joint : model.joints) {
    joint.limits.clear();
    joint.frictions.clear();
  }
  const RecursiveModel recursive = convertModel(model).recursive;
  for (Body& body : model.bodies) {
    if (findRod(recursive, body.name)) continue;
    Matrix3& J = body.massProperties.inertia;
    const double trace = J.trace();
    if (J.diagonal().minCoeff() < 1e-3 * trace) J.diagonal().array() += 0.01 * trace;
  }
  return model;
}

// The model for Simbody, and the laws for which it has no elements.
class Translation {
 public:
  Translation(const CartesianModel& model, const RecursiveModel& recursive) : model_(model), recursive_(recursive) {
    result_.gravity = model.gravity;
    for (const BodyIndex index : model.bodies.indexes()) {
      if (model.bodies[index].isGround) continue;
      place_[at(index.value)] = static_cast<int>(bodies_.size());
      bodies_.push_back(index);
      add(model.bodies[index]);
    }
    for (const Joint& joint : model.joints) add(joint);
    std::vector<Force> others;
    for (const Force& force : model.forces) {
      const Tsda* const law = std::get_if<Tsda>(&force.law);
      if (law && !law->spring.valid() && !law->damper.valid() && !law->function) {
        result_.springs.push_back({end(law->i), end(law->j), law->stiffness, law->damping, law->length, law->preload});
      } else {
        others.push_back(force);
      }
    }
    const LawScope scope = lawScope(model);
    library_ = makeLibrary(scope);
    laws_ = compileForces(others, scope, library_);
    results_ = makeResults(laws_, library_);
    if (!library_.coordinates.empty()) throw std::runtime_error("a law asks for a joint's coordinate");
  }

  const simbody::Model& model() const { return result_; }
  const std::vector<BodyIndex>& bodies() const { return bodies_; }  // in Simbody's order

  // All laws but linear springs, as forces for one state.
  std::vector<simbody::Wrench> forces(double time, const std::vector<simbody::Motion>& motions) {
    std::vector<FrameMotion> markers;
    for (const Marker& marker : model_.markers) {
      const Body& body = model_.bodies[marker.body];
      const simbody::Motion motion =
          body.isGround ? simbody::Motion{body.X_WB} : motions[at(place_[at(marker.body.value)])];
      markers.push_back({motion.X * marker.X_BM, motion.v + motion.w.cross(motion.X.R * marker.X_BM.p), motion.w});
    }
    evaluate(laws_, library_, markers, {}, time, {}, results_);
    std::vector<simbody::Wrench> forces(bodies_.size());
    for (const Action& action : results_.actions) {
      if (!action.on.valid() || model_.bodies[model_.markers[action.on].body].isGround) continue;
      const std::size_t body = at(place_[at(model_.markers[action.on].body.value)]);
      forces[body].force += action.force;
      forces[body].torque += action.torque + (action.point - motions[body].X.p).cross(action.force);
    }
    return forces;
  }

 private:
  void add(const Body& body) {
    const MassProperties& own = body.massProperties;
    const Rod* const rod = findRod(recursive_, body.name);
    result_.bodies.push_back({own.mass, own.com, parallelAxis(own.inertia, own.mass, own.com),
                              rod ? std::optional(inverse(rod->X_RB)) : std::nullopt});
  }

  // The ground's own axes may be turned in the world.
  simbody::Constraint::End end(MarkerIndex index, Axis axis = Axis::x) const {
    const Marker& marker = model_.markers[index];
    const Body& body = model_.bodies[marker.body];
    const Pose X = body.isGround ? body.X_WB * marker.X_BM : marker.X_BM;
    return {body.isGround ? simbody::kWorld : place_[at(marker.body.value)], X.p, X.R.col(static_cast<int>(axis))};
  }
  bool isRod(MarkerIndex index) const {
    return findRod(recursive_, model_.bodies[model_.markers[index].body].name) != nullptr;
  }

  void add(const Joint& joint) {
    using Kind = simbody::Constraint::Kind;
    const auto row = [&](Kind kind, const simbody::Constraint::End& first, const simbody::Constraint::End& second) {
      result_.constraints.push_back({kind, first, second, joint.length});
    };
    for (const Equation& equation : joint.type.equations()) {
      switch (equation.kind) {
        case EquationKind::on: row(Kind::inPlane, end(joint.j, equation.a), end(joint.i)); break;
        case EquationKind::onMoving: row(Kind::inPlane, end(joint.i, equation.a), end(joint.j)); break;
        case EquationKind::perpendicular:
          // On a bar without thickness it would hold a spin that is not there.
          if (isRod(joint.i) || isRod(joint.j)) break;
          row(Kind::perpendicular, end(joint.j, equation.a), end(joint.i, equation.b));
          break;
        case EquationKind::length: row(Kind::distance, end(joint.j), end(joint.i)); break;
        case EquationKind::noTwist:
        case EquationKind::radius:
        case EquationKind::angle:
        case EquationKind::pitch: throw std::runtime_error("Simbody has no constraint for " + toText(equation));
      }
    }
  }

  const CartesianModel& model_;
  const RecursiveModel& recursive_;
  simbody::Model result_;
  std::vector<BodyIndex> bodies_;
  std::vector<int> place_ = std::vector<int>(at(model_.bodies.size()), simbody::kWorld);  // by BodyIndex
  Library library_;
  ForceSet laws_;
  ForceResults results_;
};

// One machine in both engines.
struct Pair {
  CartesianModel model;
  RecursiveModel recursive = convertModel(model).recursive;
  Mechanism m = makeMechanism(recursive);
  Simulation simulation{m};
  Translation translation{model, recursive};
  simbody::Engine engine{translation.model()};

  explicit Pair(const std::string& sample) : model(comparable(readSample(sample))) {}

  // The motions of the bodies in our runtime, in Simbody's order.
  std::vector<simbody::Motion> motions() const {
    std::vector<Vector6> A;
    linkAccelerations(m, simulation.workspace(), A);
    const std::vector<BodyPlace> places = movingBodies(m);
    std::vector<simbody::Motion> result;
    for (const BodyIndex index : translation.bodies()) {
      const std::string& name = model.bodies[index].name;
      const auto place = std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.name == name; });
      const BodyMotion motion = motionOf(m, simulation.workspace(), A, *place);
      result.push_back({motion.X, motion.v, motion.w, motion.v_dot, motion.w_dot});
    }
    return result;
  }
  void reportSimbody() {
    const std::vector<simbody::Motion> now = motions();
    engine.set(now, translation.forces(simulation.time(), now));
  }
};

// A state on the constraints: the model's with random velocities of the independent coordinates, run for a while.
void runToRandomState(Pair& pair, double step, std::mt19937& random) {
  const auto uniform = [&] { return 2 * (static_cast<double>(random()) / 4294967296.0) - 1; };
  std::vector<double> y = initialState(pair.m);
  for (int v = 0; v < pair.m.vCount; ++v) y[at(pair.m.velocityAt() + v)] += 2 * uniform();
  bool goesOn = pair.simulation.start(0, y);
  const int steps = 1 + static_cast<int>(random() % 300);
  for (int k = 0; k < steps && goesOn; ++k) goesOn = pair.simulation.step(*findRungeKutta("rk4"), step, 1);
  INFO((goesOn ? "" : pair.simulation.report().failure->message));
  REQUIRE(goesOn);
}

struct Differences {
  double linear = 0;  // of accelerations, by the largest of any body
  double angular = 0;
  double kinetic = 0;
  double openness = 0;  // of our states, as Simbody's constraints see them
  double largest = 0;   // linear acceleration
  double condition = 1;
};

Differences compare(Pair& pair) {
  pair.reportSimbody();
  const std::vector<simbody::Motion> ours = pair.motions();
  Differences result;
  double angular = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const simbody::Motion theirs = pair.engine.motion(static_cast<int>(k));
    result.largest = std::max(result.largest, theirs.v_dot.norm());
    angular = std::max(angular, theirs.w_dot.norm());
    result.linear = std::max(result.linear, (ours[k].v_dot - theirs.v_dot).norm());
    result.angular = std::max(result.angular, (ours[k].w_dot - theirs.w_dot).norm());
  }
  const double kinetic = pair.engine.kineticEnergy();
  result.linear /= result.largest;
  result.angular /= angular;
  result.kinetic = std::abs(energiesOf(pair.m, pair.simulation.workspace()).kinetic - kinetic) / kinetic;
  result.openness = pair.engine.openness();
  result.condition = pair.engine.condition();
  return result;
}

}  // namespace

TEST_CASE("accelerations at random states are Simbody's") {
  struct Machine {
    std::string name;
    double step = 1e-3;
  };
  fmt::print("{:22} {:>6} {:>6} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "machine", "bodies", "coords", "rows",
             "m/s2", "condition", "linear", "angular", "kinetic", "open");
  for (const Machine& machine :
       {Machine{"four_bar"}, Machine{"slider_crank"}, Machine{"spatial_slider_crank"}, Machine{"wishbone_corner"},
        Machine{"hmmwv"}, Machine{"andrews_squeezer", 2e-4}, Machine{"bricard"}, Machine{"quadruped"},
        Machine{"satellite"}, Machine{"five_link_corner"}, Machine{"macpherson_steered"}, Machine{"car"}}) {
    INFO(machine.name);
    Pair pair(machine.name);
    std::mt19937 random(1);
    Differences worst;
    for (int k = 0; k < 20; ++k) {
      runToRandomState(pair, machine.step, random);
      const Differences here = compare(pair);
      worst.linear = std::max(worst.linear, here.linear);
      worst.angular = std::max(worst.angular, here.angular);
      worst.kinetic = std::max(worst.kinetic, here.kinetic);
      worst.openness = std::max(worst.openness, here.openness);
      worst.largest = std::max(worst.largest, here.largest);
      worst.condition = std::max(worst.condition, here.condition);
    }
    fmt::print("{:22} {:6} {:6} {:5} {:9.3g} {:9.2g} {:9.2g} {:9.2g} {:9.2g} {:9.2g}\n", machine.name,
               pair.translation.bodies().size(), pair.m.vCount, pair.translation.model().constraints.size(),
               worst.largest, worst.condition, worst.linear, worst.angular, worst.kinetic, worst.openness);
    // Simbody's multipliers carry the round-off of a system of this condition, our accelerations less.
    const double tolerance = std::min(1e-10, 20 * std::numeric_limits<double>::epsilon() * worst.condition);
    CHECK(worst.linear < tolerance);
    CHECK(worst.angular < tolerance);
    CHECK(worst.kinetic < 1e-12);
    CHECK(worst.openness < 1e-12);
  }
}

TEST_CASE("the comparison with Simbody sees a mass that is wrong by a millionth") {
  Pair pair("four_bar");
  simbody::Model wrong = pair.translation.model();
  wrong.bodies.front().mass *= 1 + 1e-6;
  wrong.bodies.front().inertia *= 1 + 1e-6;
  std::mt19937 random(1);
  runToRandomState(pair, 1e-3, random);
  CHECK(compare(pair).linear < 1e-9);
  pair.engine = simbody::Engine(wrong);
  CHECK(compare(pair).linear > 1e-8);
}

TEST_CASE("a four-bar falls as in Simbody") {
  Pair pair("four_bar");
  constexpr double kEnd = 0.2;
  REQUIRE(pair.simulation.start(0, initialState(pair.m)));
  pair.reportSimbody();
  REQUIRE(pair.engine.run(kEnd, 1e-12, 1e-12));
  double h = 1e-3;
  while (pair.simulation.time() < kEnd) {
    REQUIRE(pair.simulation.step(*findRungeKutta("dopri5"), h, kEnd, 1e-12, 1e-13));
    h = pair.simulation.nextStep();
  }
  const std::vector<simbody::Motion> ours = pair.motions();
  double place = 0;
  double speed = 0;
  double fastest = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const simbody::Motion theirs = pair.engine.motion(static_cast<int>(k));
    place = std::max({place, (ours[k].X.p - theirs.X.p).norm(), (ours[k].X.R - theirs.X.R).norm()});
    speed = std::max(speed, (ours[k].v - theirs.v).norm());
    fastest = std::max(fastest, theirs.v.norm());
  }
  fmt::print("four_bar after {} s: positions differ by {:.2g} m, velocities by {:.2g} of {:.3g} m/s\n", kEnd, place,
             speed, fastest);
  // What remains is Simbody's error of integration, which goes with the accuracy it is asked for.
  CHECK(place < 1e-10);
  CHECK(speed < 1e-10);
}
