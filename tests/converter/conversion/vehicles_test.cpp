// Whole vehicles on roads: the papers' counts, equilibrium, both models the same machine with tyres, and manoeuvres.
#include <nlohmann/json.hpp>

#include "converter/report/report_json.h"
#include "converter/verify/verify.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/simulation/settle.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

Conversion convertedFile(const std::string& file) {
  Diagnostics diagnostics;
  const auto model = readModel(sourcePath("samples/" + file), diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(model);
  CHECK(diagnostics.all().empty());
  return convertModel(*model);
}

// A settled vehicle, in motion.
struct Vehicle {
  Mechanism m;
  Simulation simulation;
  SettleReport settled;

  explicit Vehicle(const std::string& file) : m(makeMechanism(convertedFile(file).recursive)), simulation(m) {
    std::vector<double> y = initialState(m);
    settled = settle(m, y);
    INFO(file << ": " << settled.message);
    REQUIRE(settled.converged);
    REQUIRE(simulation.start(0, y));
  }
  double load(const std::string& force) const {
    for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
      if (m.model.forces[k].name != force) continue;
      const CompiledTyre& tyre = *tyreOf(m.forces.forces[k]);
      return simulation.workspace().forces.tyres[static_cast<std::size_t>(tyre.number)].slip.load;
    }
    throw std::runtime_error("no force " + force);
  }
  void step(double h = 1e-3) {
    if (!simulation.step(*findRungeKutta("rk4"), h, simulation.time() + h)) FAIL(simulation.report().failure->message);
  }
  BodyMotion motion(const std::string& body) const { return motionsOf(m, simulation.workspace()).at(body); }
};

}  // namespace

TEST_CASE("van and truck count as in the paper, and their compact forms have smaller Jacobians") {
  // [HG12] table 2
  const nlohmann::json van = {{"bodies", 43}, {"massless", 17}, {"rods", 4},           {"joints", 47},
                              {"dof", 17},    {"driven", 1},    {"jacobian", {28, 25}}};
  const nlohmann::json truck = {{"bodies", 81}, {"massless", 34}, {"rods", 0},           {"joints", 89},
                                {"dof", 40},    {"driven", 1},    {"jacobian", {51, 40}}};
  const auto counted = [](const std::string& file) {
    return nlohmann::json::parse(treeJson(convertedFile(file)))["as_counted_in"]["hg12"];
  };
  CHECK(counted("van_expanded/model.xml") == van);
  CHECK(counted("truck_expanded/model.xml") == truck);
  const auto smallVan = counted("van/model.xml");
  CHECK(smallVan["dof"] == 17);
  CHECK(smallVan["jacobian"][0] < 28);
  const auto smallTruck = counted("truck/model.xml");
  CHECK(smallTruck["dof"] == 40);
  CHECK(smallTruck["jacobian"][0] < 51);
  // [PRN06]: 13 bodies, 20 joints, 8 cuts
  const auto hmmwv = nlohmann::json::parse(treeJson(convertedFile("hmmwv/model.xml")));
  CHECK(hmmwv["bodies"] == 13);
  CHECK(hmmwv["joints"] == 20);
  CHECK(hmmwv["cuts"].size() == 8);
  // [CYI01]: 10 bodies; 17 coordinates, one driven
  const auto strutCar = nlohmann::json::parse(treeJson(convertedFile("strut_car/model.xml")));
  CHECK(strutCar["bodies"] == 10);
  CHECK(strutCar["dof"] == 17);
  CHECK(strutCar["prescribed"] == 1);
}

TEST_CASE("compact and expanded forms converge to the same motion with the order of the method") {
  // The same machine in other coordinates: what differs is the error of the steps, which falls with their fourth power.
  double before = 0;
  for (const int steps : {50, 100}) {
    const auto end = [&](const std::string& file) { return motionsAfter(convertedFile(file).recursive, 0.05, steps); };
    const double apart = difference(end("van/bumps.xml"), end("van_expanded/bumps.xml"));
    CHECK(apart < 1e-5);
    if (before > 0) CHECK(apart < before / 8);
    before = apart;
  }
}

TEST_CASE("vehicles on tyres are the same machine before and after conversion") {
  VerifyOptions options;
  options.states = 2;
  options.trajectories = false;
  for (const std::string& file : roadFiles()) {
    // The Cartesian reference takes minutes a state for these in builds with sanitizers: scripts/check samples has
    // them.
    if (file.starts_with("truck") || file.starts_with("van_expanded")) continue;
    const Conversion conversion = convertedFile(file);
    const Verification verification = verify(conversion.source, conversion.recursive, options);
    INFO(file << " " << (verification.failure ? verification.failure->message : "") << " "
              << verification.states.acceleration.where);
    CHECK(verification.equivalent());
  }
}

TEST_CASE("wheel loads of settled vehicles add up to the weight") {
  for (const std::string& file : roadFiles()) {
    const Vehicle vehicle(file);
    double loads = 0;
    for (const TyreReading& tyre : vehicle.simulation.workspace().forces.tyres) {
      loads += tyre.slip.load * tyre.contact.normal.z;
    }
    double weight = 0;
    for (const Link& link : vehicle.m.model.links) weight += link.massProperties.mass * vehicle.m.gravity.norm();
    for (const Rod& rod : vehicle.m.model.rods) weight += rod.mass * vehicle.m.gravity.norm();
    INFO(file);
    CHECK(loads == Approx(weight).epsilon(1e-6));
  }
}

TEST_CASE("the HMMWV's static loads are those of an independent solver") {
  // Chrono's data, tyre of 326332 N/m: 6469.96 N in front, 6125.35 N behind, chassis at 0.31579 m.
  const Vehicle vehicle("hmmwv/half_round.xml");
  CHECK(vehicle.load("fl_tyre") == Approx(6469.96).margin(0.3));
  CHECK(vehicle.load("fr_tyre") == Approx(6469.96).margin(0.3));
  CHECK(vehicle.load("rl_tyre") == Approx(6125.35).margin(0.3));
  CHECK(vehicle.load("rr_tyre") == Approx(6125.35).margin(0.3));
  // There the tyre is a vertical spring below the wheel's centre; a wheel inclined by 2.5 degrees stands R (1 - cos)
  // lower.
  CHECK(vehicle.motion("chassis").X.p.z() ==
        Approx(0.31579).margin(0.47 * (1 - std::cos(2.5 * std::acos(-1.0) / 180))));
}

TEST_CASE("a driver takes the car through the lanes of the double lane change") {
  Vehicle vehicle("strut_car/lane_change.xml");
  // ISO 3888-1 with start 20: beside the lane from 65 m to 90 m, back in it from 115 m on. A lane is 1.2 m and more
  // wider than the car, which leaves some 0.8 m to either side.
  bool wasBeside = false;
  while (vehicle.simulation.time() < 8) {
    for (int k = 0; k < 20; ++k) vehicle.step();
    const Vector3 p = vehicle.motion("chassis").X.p + 1.15 * vehicle.motion("chassis").X.R.col(0);
    REQUIRE(p.allFinite());
    if (p.x() < 35) CHECK(std::abs(p.y()) < 0.2);
    if (p.x() > 68 && p.x() < 88) {
      CHECK(std::abs(p.y() - 3.5) < 0.8);
      wasBeside = true;
    }
    if (p.x() > 160) CHECK(std::abs(p.y()) < 0.4);
  }
  CHECK(wasBeside);
  CHECK(vehicle.motion("chassis").v.x() == Approx(80 / 3.6).epsilon(0.01));
}

TEST_CASE("wheels leave the road over an obstacle and land, and a larger obstacle has more effect") {
  double before = 0;
  for (const char* const inches : {"4", "8"}) {
    Vehicle vehicle("hmmwv_full/half_round_" + std::string(inches) + ".xml");
    double highest = 0;
    double least = 1e300;
    while (vehicle.simulation.time() < 2) {
      vehicle.step();
      for (const double value : vehicle.simulation.state()) REQUIRE(std::isfinite(value));
      highest = std::max(highest, vehicle.load("fl_tyre"));
      least = std::min(least, vehicle.load("fl_tyre"));
    }
    CHECK(least == 0);
    CHECK(highest > before);
    CHECK(highest > 1.5 * 6470);
    before = highest;
  }
}

TEST_CASE("models with tyres, roads and drivers are written and read back as the same bytes") {
  for (const std::string& file : roadFiles()) {
    const std::string text = writeRecursive(convertedFile(file).recursive);
    Diagnostics diagnostics;
    const RecursiveModel back =
        readRecursive(std::make_shared<const SourceFile>(SourceFile{"model.recursive.xml", text}), diagnostics);
    INFO(file << textOf(diagnostics));
    REQUIRE_FALSE(diagnostics.hasErrors());
    CHECK(writeRecursive(back) == text);
  }
}
