// Positions where the closing equations lose rank: passed on the branch the motion is on, or refused.

#include "tests/support/machines/linkages.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// One window with its bars in line, cranks turning at the given rate; no gravity.
CartesianModel flatFourBar(double rate) {
  CartesianModel model = leaningFourBars(1, std::acos(0.0), rate);
  model.gravity.setZero();
  return model;
}

using NamedModels = std::vector<std::pair<std::string, CartesianModel>>;

// None of them starts, and the message says why.
void checkRefused(const NamedModels& linkages, const std::string& why) {
  for (const auto& [name, model] : linkages) {
    INFO(name);
    const Mechanism mechanism = makeMechanism(convertModel(model).recursive);
    Simulation simulation(mechanism);
    CHECK_FALSE(simulation.start(0, initialState(mechanism)));
    REQUIRE(simulation.report().failure);
    CHECK(contains(simulation.report().failure->message, why));
  }
}

}  // namespace

TEST_CASE("a mechanism at rest in a singular position is refused") {
  checkRefused({{"window in line", flatFourBar(0)}}, "singular position");
}

TEST_CASE("a mechanism that moves through a singular position at the start goes on as a parallelogram") {
  const Mechanism mechanism = makeMechanism(convertModel(flatFourBar(2)).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  for (int k = 1; k <= 200; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 5e-3, 5e-3 * k));
  // Without gravity its inertia is constant: it turns at 2 rad/s, and after 1 s both cranks stand 2 rad further.
  const Motions motions = motionsOf(mechanism, simulation.workspace());
  const Matrix3 R = rotationAbout(1, std::acos(0.0) + 2);
  CHECK((motions.at("crank0").X.R - R).norm() < 1e-6);
  CHECK((motions.at("crank1").X.R - R).norm() < 1e-6);
  CHECK((motions.at("coupler1").X.R - Matrix3::Identity()).norm() < 1e-6);
  CHECK(simulation.report().singularPassages > 0);
}

TEST_CASE("positions where only the chosen equations become dependent are not singular") {
  // Rows are exchanged in time: nothing is interpolated, and the energy is kept to the fourth power of the step.
  CartesianModel model = bennettLinkage(1.3, 5);
  model.gravity.setZero();
  const Mechanism mechanism = makeMechanism(convertModel(model).recursive);
  const auto departure = [&](double step) {
    RunOptions options;
    options.end = 3;
    options.step = step;
    double turned = 0;
    const RunReport report =
        simulate(mechanism, initialState(mechanism), options, [&](double, StateView y, const Workspace&) {
          turned = std::max(turned, std::abs(y[0]));
          return true;
        });
    CHECK_FALSE(report.failure);
    CHECK(report.singularPassages == 0);
    CHECK(report.repartitions > 0);
    CHECK(turned > 2 * kPi);
    return report.energyWorst;
  };
  const double coarse = departure(1e-3);
  const double fine = departure(5e-4);
  CHECK(coarse / fine > 12);
  CHECK(fine / departure(2.5e-4) > 12);
}

TEST_CASE("every linkage at rest where its equations lose rank is refused") {
  const NamedModels linkages{
      {"parallelogram in line", fourBarLinkage({2, 1, 2, 1, 0, 1, 0})},
      {"parallelogram in line on a cart that moves", fourBarLinkage({2, 1, 2, 1, 0, 1, 0, 0, 30})},
      {"change-point linkage in line", fourBarLinkage({4, 1, 2, 3, kPi, 1, 0})},
      {"kite folded", fourBarLinkage({1, 1, 2, 2, 1e-9, 1, 0})},
      {"slider-crank of equal bars, folded", sliderCrank(1, 1, kPi / 2, 0)},
      {"five windows in line", leaningFourBars(5, kPi / 2, 0)},
  };
  checkRefused(linkages, "rests in a singular position");
}

// In line at the crank's angle pi, crank, coupler and rocker of 1, 2 and 3 m turn by w1, w2 and w3 with
// -w1 + 2 w2 = -3 w3, and for the accelerations along the line -w1^2 + 2 w2^2 = -3 w3^2: w3 = (3 +- sqrt 24)/15 w1.
const double kRockerShare = (3 + std::sqrt(24.0)) / 15;

TEST_CASE("velocities in a singular position that fit neither branch are refused") {
  const NamedModels linkages{
      {"parallelogram in line", fourBarLinkage({2, 1, 2, 1, kPi, 1, 9})},
      {"change-point linkage in line", fourBarLinkage({4, 1, 2, 3, kPi, 1, 12, 6})},
      {"slider-crank of equal bars, folded", sliderCrank(1, 1, kPi / 2, 6, 6)},
  };
  checkRefused(linkages, "fit none of the ways");
}

TEST_CASE("linkages go through positions where their equations lose rank, and keep their energy") {
  struct Passage {
    std::string name;
    CartesianModel model;
    double start;  // angles of the crank
    double singular;
  };
  const std::vector<Passage> passages{
      // The equations keep their rank at a dead centre, but the slider could not be the independent coordinate.
      {"slider-crank from the outer dead centre", sliderCrank(1, 2, 0, 6), 0, kPi},
      {"slider-crank from the inner dead centre", sliderCrank(1, 2, kPi, 9), kPi, 0},
      {"slider-crank of equal bars", sliderCrank(1, 1, 0.3, -6), 0.3, kPi / 2},
      {"slider-crank of equal bars, from its singular position", sliderCrank(1, 1, kPi / 2, 6, 12), kPi / 2, -kPi / 2},
      {"parallelogram", fourBarLinkage({2, 1, 2, 1, 1, 1, 6}), 1, 0},
      {"parallelogram on a fast cart", fourBarLinkage({2, 1, 2, 1, 1, 1, 6, 0, 30}), 1, 0},
      {"parallelogram from the line", fourBarLinkage({2, 1, 2, 1, kPi, 1, 9, 9}), kPi, 0},
      {"antiparallelogram", fourBarLinkage({2, 1, 2, 1, 1, -1, 6}), 1, 0},
      {"change-point linkage", fourBarLinkage({4, 1, 2, 3, 2, 1, -12}), 2, kPi},
      {"change-point linkage from the line", fourBarLinkage({4, 1, 2, 3, kPi, 1, 6, 6 * kRockerShare}), kPi, kPi},
      {"kite", fourBarLinkage({1, 1, 2, 2, 1, 1, 12}), 1, 0},
      {"ten windows", leaningFourBars(10, 1, 6), kPi / 2 - 1, 0},
      {"ten windows from the line", leaningFourBars(10, kPi / 2, 6), 0, kPi},
  };
  for (const Passage& passage : passages) {
    INFO(passage.name);
    const Mechanism mechanism = makeMechanism(convertModel(passage.model).recursive);
    Simulation simulation(mechanism);
    REQUIRE(simulation.start(0, initialState(mechanism)));
    const std::vector<BodyPlace> bodies = movingBodies(mechanism);
    const auto crank = std::ranges::find_if(bodies, [](const BodyPlace& b) { return b.name.starts_with("crank"); });
    std::vector<Vector6> A(mechanism.links.size());
    const auto orientation = [&] { return motionOf(mechanism, simulation.workspace(), A, *crank).X.R; };
    const Vector3 along = orientation().transpose() * Vector3(std::cos(passage.start), 0, std::sin(passage.start));
    const auto fromSingular = [&] {
      const Vector3 now = orientation() * along;
      return std::remainder(std::atan2(now.z(), now.x()) - passage.singular, 2 * kPi);
    };
    bool passed = false;
    double before = fromSingular();
    for (int k = 1; k <= 900; ++k) {
      REQUIRE(simulation.step(*findRungeKutta("rk4"), 1e-3, 1e-3 * k));
      const double now = fromSingular();
      passed = passed || (before * now <= 0 && std::abs(now) < 1);
      before = now;
    }
    CHECK(passed);
    // Steps of up to 0.012 rad: their fifth power is 2e-10 a step. Directions that are off beside the singular
    // position would cost a thousandth and more.
    const RunReport& report = simulation.report();
    CHECK(report.energyWorst < 1e-4 * report.energyScale);
    CHECK(report.drift.value < 1e-12);
  }
}

namespace {

// A bar that turns fast about one end, its other end on a spring to a point nearby: its torque is far from linear.
void addRotor(CartesianModel& model, BodyIndex ground) {
  const BodyIndex rotor = addBar(model, "rotor", Vector3(10, 0, 0), Vector3(11, 0, 0));
  addHinge(model, "rotor_bearing", rotor, ground, Vector3(10, 0, 0), 20);
  Tsda spring;
  spring.i = addMarker(model, rotor, "end", {Matrix3::Identity(), Vector3(11, 0, 0)});
  spring.j = addMarker(model, ground, "post", {Matrix3::Identity(), Vector3(12, 0, 0.5)});
  spring.stiffness = 500;
  spring.length = 0.5;
  model.forces.push_back({"spring", spring, {}});
}

}  // namespace

TEST_CASE("a slow loop passing a singular position does not disturb fast parts beside it") {
  CartesianModel alone;
  alone.name = "rotor";
  alone.gravity.setZero();
  addRotor(alone, addGround(alone));
  // In line after 0.1 s; the places from which it is seen on either side are a third of a second of its motion away.
  CartesianModel both = fourBarLinkage({2, 1, 2, 1, 0.003, 1, 0.03});
  both.gravity.setZero();
  addRotor(both, BodyIndex{0});
  const Mechanism mechanism = makeMechanism(convertModel(both).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  for (int k = 1; k <= 200; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 1e-3, 1e-3 * k));
  CHECK(simulation.report().singularPassages > 0);
  const BodyMotion beside = motionsOf(mechanism, simulation.workspace()).at("rotor");
  const BodyMotion reference = motionsAfter(convertModel(alone).recursive, 0.2, 200).at("rotor");
  // The same steps: round-off of 1e-16 in each of 800 evaluations, of rates and accelerations up to 1e3.
  CHECK((beside.X.R - reference.X.R).norm() < 1e-9);
  CHECK((beside.w - reference.w).norm() < 1e-9 * reference.w.norm());
}

TEST_CASE("loops of very different rates pass singular positions side by side") {
  CartesianModel model;
  model.name = "side_by_side";
  model.gravity.setZero();
  const BodyIndex ground = addGround(model);
  const FourBar slow{2, 1, 2, 1, 0.05, 1, 1};
  const FourBar fast{2, 1, 2, 1, 0.05, 1, 50};
  addFourBar(model, ground, slow, 0, "_slow");
  addFourBar(model, ground, fast, 5, "_fast");
  const Mechanism mechanism = makeMechanism(convertModel(model).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  constexpr double kEnd = 0.2;
  constexpr int kSteps = 1000;
  for (int k = 1; k <= kSteps; ++k) {
    REQUIRE(simulation.step(*findRungeKutta("rk4"), kEnd / kSteps, kEnd * k / kSteps));
  }
  // Without gravity the inertia of a parallelogram is constant: both keep their rates.
  const Motions motions = motionsOf(mechanism, simulation.workspace());
  for (const auto& [ending, rate] : {std::pair{"_slow", slow.rate}, std::pair{"_fast", fast.rate}}) {
    INFO(ending);
    const Matrix3 R = rotationAbout(1, rate * kEnd);
    CHECK((motions.at(std::string("crank") + ending).X.R - R).norm() < 1e-6);
    CHECK((motions.at(std::string("rocker") + ending).X.R - R).norm() < 1e-6);
  }
}

TEST_CASE("a driven loop follows its drive through singular positions, and the drive's work is its energy") {
  const std::vector<std::pair<std::string, FourBar>> linkages{{"parallelogram", {2, 1, 2, 1, 1, 1, 0}},
                                                              {"antiparallelogram", {2, 1, 2, 1, 1, -1, 0}},
                                                              {"change-point linkage", {4, 1, 2, 3, 4, 1, 0}},
                                                              {"kite", {1, 1, 2, 2, 1, 1, 0}}};
  constexpr double kRate = 2;
  constexpr double kEnd = 0.8;
  for (const auto& [name, linkage] : linkages) {
    for (const int derivative : {0, 1, 2}) {
      INFO(name << ", derivative " << derivative);
      CartesianModel model = fourBarLinkage(linkage);
      Drive drive;
      drive.name = "motor";
      drive.coordinate = CoordinateRef{JointIndex{0}, 0};
      drive.derivative = derivative;
      if (derivative == 0) drive.function = LinearFunction{0, kRate};
      if (derivative == 1) drive.function = ConstantFunction{kRate};
      if (derivative == 2) {
        drive.function = ConstantFunction{0};
        setRate(model, "crank_foot", kRate);
      }
      model.drives.push_back(drive);
      const Mechanism mechanism = makeMechanism(convertModel(model).recursive);
      Simulation simulation(mechanism);
      REQUIRE(simulation.start(0, initialState(mechanism)));
      const Matrix3 first = motionsOf(mechanism, simulation.workspace()).at("crank").X.R;
      for (int k = 1; k <= 400; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), kEnd / 400, kEnd * k / 400));
      const RunReport& report = simulation.report();
      CHECK(report.singularPassages > 0);
      const Matrix3 last = motionsOf(mechanism, simulation.workspace()).at("crank").X.R;
      CHECK((last - rotationAbout(1, kRate * kEnd) * first).norm() < 1e-10);
      CHECK(report.drift.value < 1e-12);
      // What is interpolated from 0.01 and 0.02 rad is off by their fourth power, 4e-8, for a step or two.
      CHECK(report.energyWorst < 1e-6 * report.energyScale);
    }
  }
}
