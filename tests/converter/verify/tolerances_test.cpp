// What `verify` allows comes from the arithmetic: neither sizes, places, forces elsewhere nor seeds change the verdict.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "converter/report/verify_report.h"
#include "converter/verify/runs.h"
#include "tests/support/test.h"
#include "tests/support/verify.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A four-bar in the xz-plane with a spring, of any size and anywhere: masses by the cube of the size.
CartesianModel fourBarAt(double size, double away) {
  const auto point = [&](double x, double z) {
    return fmt::format("{} {} {}", away + size * x, size, away + size * z);
  };
  const auto bar = [&](const std::string& name, double x, double z) {
    const double m = 1000 * std::pow(size, 3);
    return fmt::format("<body name='{}'><pose pos='{}'/><mass value='{}'/><inertia xx='{}' yy='{}' zz='{}'/></body>",
                       name, point(x, z), m, 0.1 * m * size * size, 0.2 * m * size * size, 0.15 * m * size * size);
  };
  return modelOf(
      bar("crank", 0, 0.5) + bar("coupler", 1, 1.25) + bar("rocker", 2, 0.75) +
      hinge("a", "crank", "ground", point(0, 0)) + hinge("b", "coupler", "crank", point(0, 1)) +
      hinge("c", "rocker", "coupler", point(2, 1.5)) + hinge("d", "rocker", "ground", point(2, 0)) +
      fmt::format("<force name='s' type='tsda' i='coupler' j='ground' point='{}' point2='{}' k='{}' length='{}'/>",
                  point(1, 1.25), point(3, 3), 1000 * std::pow(size, 2), size));
}

Verification verified(const Conversion& conversion, int states, unsigned long seed = 1) {
  VerifyOptions options = quick(states);
  options.seed = seed;
  return verify(conversion.source, conversion.recursive, options);
}

}  // namespace

TEST_CASE("verify judges a machine by its own size and distance from the origin") {
  // From ten micrometres to ten kilometres, and a hundred kilometres away from the origin of the world, where a
  // position has ten digits left of a metre.
  for (const auto& [size, away] : {std::pair{1.0, 0.0}, {1e-5, 0.0}, {1e4, 0.0}, {1.0, 1e5}, {1e-5, 1.0}}) {
    INFO("size " << size << ", " << away << " m away");
    Conversion conversion = convertModel(fourBarAt(size, away));
    CHECK(verified(conversion, 10).equivalent());
    linkNamed(conversion.recursive, "crank").massProperties.mass *= 1 + 1e-4;
    CHECK(verified(conversion, 10).verdict() == Verdict::notEquivalent);
  }
}

TEST_CASE("a large force elsewhere does not hide a small difference") {
  const std::string arm = body("arm", "1 0 0") + hinge("h", "arm", "ground", "0 0 0");
  const std::string press = body("ram", "9 0 0") +
                            "<joint name='g' type='translational' i='ram' j='ground' point='9 0 0' axis='0 0 1'/>"
                            "<force name='f' type='general' i='ram' point='9 0 0' fz='1e8'/>";
  Conversion conversion = convertModel(modelOf(arm + press));
  CHECK(verified(conversion, 10).equivalent());
  linkNamed(conversion.recursive, "arm").massProperties.inertia(1, 1) *= 1 + 1e-6;
  const Verification verification = verified(conversion, 10);
  CHECK(verification.verdict() == Verdict::notEquivalent);
  CHECK(verification.states.acceleration.where == "body arm");

  Conversion bench = convertModel(readSample("weld_and_forces"));
  linkNamed(bench.recursive, "lever").massProperties.inertia(2, 2) *= 1.003;
  CHECK(verified(bench, 10).verdict() == Verdict::notEquivalent);
}

TEST_CASE("a machine on which no force acts passes with every seed") {
  const Conversion conversion = convertModel(
      modelOf("<gravity vector='0 0 0'/>" + body("a", "0 0 0") + body("b", "1 0 0.5") + body("c", "2 0 0") +
              "<joint name='u' type='cylindrical' i='b' j='a' point='0.5 0 0' axis='0 0 1'/>"
              "<joint name='v' type='spherical' i='c' j='b' point='1.5 0 0.2'/>"
              "<joint name='w' type='planar' i='a' j='ground' point='0 0 0' axis='0 0 1'/>"));
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    CHECK(verified(conversion, 4, seed).equivalent());
  }
}

TEST_CASE("a torsion spring between axes that are not parallel keeps the energy balance") {
  const Conversion conversion = convertModel(
      modelOf("<body name='bob'><pose pos='0.5 0 0'/><mass value='1'/><inertia xx='0.1' yy='0.2' zz='0.15'/></body>"
              "<joint name='J' type='hooke' i='bob' j='ground' point='0 0 0.1' axis='0 1 0' axis2='1 0 0'/>"
              "<force name='spring' type='rsda' joint='J' kt='5' torque='1'/>"));
  VerifyOptions options = quick(4);
  options.end = 0.5;
  const Verification verification = verify(conversion.source, conversion.recursive, options);
  CHECK(verification.equivalent());
  CHECK(verification.invariants.energy.value < 1e-7);
}

TEST_CASE("an energy error that does not shrink with the step is a difference, random variation is not") {
  const Conversion conversion = convertModel(readSample("pendulum"));
  const Mechanism mechanism = makeMechanism(conversion.recursive);
  const CartesianSystem system = makeCartesianSystem(conversion.source);
  const ModelPair pair = makeModelPair(mechanism, system);
  const auto findingOf = [&](double h, double h2, double h8) {
    RunPlan plan;
    for (std::size_t k = 0; k < 3; ++k) {
      plan.conserved[k].energy = {7, 7 + std::array{h, h2, h8}[k]};
      plan.conserved[k].energyTerms = 10;
      plan.reports[k].energyScale = 1;
    }
    return checkInvariants(pair, plan).energy;
  };
  CHECK(findingOf(16e-6, 1e-6, 4e-9).holds());
  CHECK(findingOf(1e-6, 1.1e-6, 0.5e-6).holds());  // next to a kink halving the step may make it worse
  CHECK(!findingOf(1e-6, 1e-6, 1e-6).holds());
  CHECK(!findingOf(2e-3, 2e-3 + 1e-8, 2e-3 + 1e-8).holds());
  CHECK(!findingOf(0.3, 0.1, 0.02).decides());
}

TEST_CASE("verify refines its runs until they decide") {
  Diagnostics diagnostics;
  const auto model = readModel(sourcePath("samples/foreign/sdf/quick_return.world"), diagnostics);
  REQUIRE(model);
  const Conversion conversion = convertModel(*model);
  VerifyOptions options;
  options.states = 1;
  CHECK(verify(conversion.source, conversion.recursive, options).equivalent());
}

TEST_CASE("a force that oscillates faster than any step is not reported as a difference") {
  for (const char* frequency : {"1e4", "1e9"}) {
    const Conversion conversion = convertModel(
        modelOf(body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0") +
                fmt::format("<force name='f' type='general' i='a' point='1 0 0' fz='1e4*sin({}*time)'/>", frequency)));
    VerifyOptions options = quick(2);
    options.trajectories = true;
    options.steps = 40;
    options.end = 0.5;
    INFO(frequency);
    CHECK(verify(conversion.source, conversion.recursive, options).verdict() != Verdict::notEquivalent);
  }
}

TEST_CASE("the zero of a joint angle does not matter where nothing uses the angle") {
  // Friction depends on the rate; the stop of a cylindrical joint's slide does not depend on its angle.
  for (const std::string joint : {"type='revolute' i='a' j='ground' point='0 0 0' axis='0 1 0'><friction coulomb='1'/>",
                                  "type='cylindrical' i='a' j='ground' point='0 0 0' axis='0 1 0'>"
                                  "<limit dof='tz' lower='-1' stiffness='1000'/>"}) {
    Conversion conversion = convertModel(modelOf(body("a", "1 0 0") + "<joint name='h' " + joint + "</joint>"));
    Link& link = linkNamed(conversion.recursive, "a");
    const std::vector<CoordinateName> names = coordinateNames(link.type);
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (names[c].isRotation) link.z.at(c) -= std::numbers::pi;
    }
    link.X_PA.R = link.X_PA.R * rotationAbout(2, std::numbers::pi);
    CHECK(verified(conversion, 4).equivalent());
  }
}

TEST_CASE("prescribed freedoms are counted separately, and nan is never printed") {
  const Conversion conversion =
      convertModel(modelOf(body("a", "1 0 0") + body("b", "3 0 0") + hinge("h", "a", "ground", "0 0 0") +
                           hinge("k", "b", "a", "2 0 0") + "<motion name='d' joint='h' function='time'/>"));
  Verification verification = verified(conversion, 2);
  CHECK(verification.equivalent());
  CHECK(contains(verificationText(verification, {}, "m", {}), "1 degree of freedom besides 1 prescribed, Cartesian"));
  verification.states.acceleration.value = -std::nan("");
  verification.states.acceleration.tolerance = std::nan("");
  CHECK(!contains(verificationText(verification, {}, "m", {}), "nan"));
}
