// Drives: what is prescribed, with exact derivatives, and the work it takes.

#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {}  // namespace

namespace {

// A function of time with its derivatives and its integrals from 0.
struct Prescribed {
  std::string name;
  std::string attribute;
  std::string child;
  std::function<std::array<double, 5>(double)> f;  // second integral, integral, value, rate, second derivative
  std::vector<double> kinks;                       // where a derivative jumps
};

std::vector<Prescribed> prescribedFunctions() {
  const double A = 0.2;
  const double w = 3 * kPi;
  const double phi = 0.4;
  return {{"sine",
           "",
           "<sine offset=\"0.1\" amplitude=\"0.2\" frequency=\"1.5\" phase=\"0.4\"/>",
           [=](double t) -> std::array<double, 5> {
             const double s = std::sin(w * t + phi);
             const double c = std::cos(w * t + phi);
             return {0.05 * t * t - A / (w * w) * (s - std::sin(phi)) + A / w * std::cos(phi) * t,
                     0.1 * t - A / w * (c - std::cos(phi)), 0.1 + A * s, A * w * c, -A * w * w * s};
           },
           {}},
          {"step",
           "",
           "<step t0=\"0.06\" v0=\"0.02\" t1=\"0.26\" v1=\"0.3\"/>",
           [](double t) -> std::array<double, 5> {
             constexpr double L = 0.2;
             constexpr double dv = 0.28;
             const double s = std::clamp((t - 0.06) / L, 0.0, 1.0);
             const double rest = std::max(0.0, t - 0.26);
             const double inside = t > 0.06 && t < 0.26 ? 1 : 0;
             return {0.01 * t * t + dv * (L * L * std::pow(s, 4) * (0.25 - 0.1 * s) + 0.5 * L * rest + rest * rest / 2),
                     0.02 * t + dv * (L * s * s * s * (1 - 0.5 * s) + rest), 0.02 + dv * s * s * (3 - 2 * s),
                     inside * dv * 6 * s * (1 - s) / L, inside * dv * 6 * (1 - 2 * s) / (L * L)};
           },
           {0.06, 0.26}},
          // Akima's curve through equally spaced points of a parabola is that parabola.
          {"table",
           "",
           "<table interpolation=\"akima\" time=\"0 0.1 0.2 0.3 0.4 0.5\" "
           "value=\"0.02 -0.002 -0.008 0.002 0.028 0.07\"/>",
           [](double t) -> std::array<double, 5> {
             return {0.01 * t * t - 0.05 * t * t * t + 0.8 / 12 * std::pow(t, 4),
                     0.02 * t - 0.15 * t * t + 0.8 / 3 * t * t * t, 0.02 - 0.3 * t + 0.8 * t * t, -0.3 + 1.6 * t, 1.6};
           },
           {}},
          {"expression",
           "function=\"0.05*(1 - cos(2*pi*time)) + 0.2*time^3\"",
           "",
           [](double t) -> std::array<double, 5> {
             const double p = 2 * kPi;
             return {0.05 * (t * t / 2 + (std::cos(p * t) - 1) / (p * p)) + 0.01 * std::pow(t, 5),
                     0.05 * (t - std::sin(p * t) / p) + 0.05 * std::pow(t, 4),
                     0.05 * (1 - std::cos(p * t)) + 0.2 * t * t * t, 0.05 * p * std::sin(p * t) + 0.6 * t * t,
                     0.05 * p * p * std::cos(p * t) + 1.2 * t};
           },
           {}}};
}

// A cart on a rail with a swinging bob; the drive works against the bob.
CartesianModel drivenCart(const std::string& motion) {
  return nativeModel(R"(<gravity vector="0 0 -9.81"/>
    <body name="ground" ground="true"><marker name="rail"><pose axes="3: 1 0 0; 1: 0 1 0"/></marker></body>
    <body name="cart"><mass value="2"/><inertia xx="0.1" yy="0.1" zz="0.1"/>
      <marker name="centre"><pose axes="3: 1 0 0; 1: 0 1 0"/></marker>
      <marker name="pin"><pose axes="3: 0 1 0; 1: 1 0 0"/></marker></body>
    <body name="bob"><pose pos="0.2 0 -0.5"/><mass value="1"/><inertia xx="0.02" yy="0.03" zz="0.02"/>
      <marker name="pin"><pose pos="-0.2 0 0.5" axes="3: 0 1 0; 1: 1 0 0"/></marker></body>
    <joint name="rail" type="translational" i="cart" j="ground" point="0 0 0" axis="1 0 0"/>
    <joint name="pin" type="revolute" i="bob" j="cart" point="0 0 0" axis="0 1 0"/>)" +
                     motion);
}

std::string motionText(const Prescribed& function, int derivative) {
  return "<motion name=\"drive\" joint=\"rail\" derivative=\"" + std::to_string(derivative) + "\" " +
         function.attribute + (function.child.empty() ? "/>" : ">" + function.child + "</motion>");
}

}  // namespace

TEST_CASE("a driven coordinate follows its position, velocity or acceleration with exact derivatives") {
  constexpr double h = 4e-3;
  for (const Prescribed& function : prescribedFunctions()) {
    for (int derivative = 0; derivative <= 2; ++derivative) {
      INFO(function.name << ", derivative " << derivative);
      const Mechanism m = makeMechanism(convertModel(drivenCart(motionText(function, derivative))).recursive);
      REQUIRE(m.drives.size() == 1);
      const Mechanism::Term& term = m.terms[at(m.rows[at(m.drives[0].row)].firstTerm)];
      RunOptions options;
      options.end = 0.4;
      options.step = h;
      double exact = 0;
      double integrated = 0;
      const RunReport report = simulate(m, initialState(m), options, [&](double t, StateView y, const Workspace& w) {
        for (const double kink : function.kinks) {
          if (std::abs(t - kink) < 1e-9) return true;  // either side is right
        }
        const std::array<double, 5> f = function.f(t);
        const std::array<double, 3> motion{y[at(term.z)], y[at(m.velocityAt() + term.v)], w.z_ddot[at(term.v)]};
        for (int k = 0; k < 3; ++k) {
          double& error = k < derivative ? integrated : exact;
          error = std::max(error, std::abs(motion[at(k)] - f[at(2 - derivative + k)]));
        }
        return true;
      });
      REQUIRE(!report.failure);
      // What the function gives directly is round-off of numbers up to 20; what is integrated from it has the error of
      // Simpson's rule, h^4 / 2880 times a fourth derivative below 2e3 (and 30 times as much over half steps).
      CHECK(exact < 2e-13 * 20);
      CHECK(integrated < 1e-8);
    }
  }
}

TEST_CASE("a drive between markers follows its function, past half a turn too") {
  SECTION("along an axis") {
    const CartesianModel model = drivenCart(R"(<motion name="drive" i="cart.centre" j="ground.rail" dof="tz">
      <sine amplitude="0.2" frequency="1.5"/></motion>)");
    const Motions motions = motionsAfter(convertModel(model).recursive, 0.3, 60);
    const double w = 3 * kPi;
    CHECK(std::abs(motions.at("cart").X.p.x() - 0.2 * std::sin(w * 0.3)) < 1e-12);
    CHECK(std::abs(motions.at("cart").v.x() - 0.2 * w * std::cos(w * 0.3)) < 1e-12);
    CHECK(std::abs(motions.at("cart").v_dot.x() + 0.2 * w * w * std::sin(w * 0.3)) < 1e-11);
  }
  SECTION("about an axis") {
    const CartesianModel model =
        drivenCart(R"(<motion name="drive" i="bob.pin" j="cart.pin" dof="rz" function="10*time + 5*time^2"/>)");
    const Motions motions = motionsAfter(convertModel(model).recursive, 0.6, 120);
    const BodyMotion& bob = motions.at("bob");
    const double angle = 10 * 0.6 + 5 * 0.36;  // 7.8 rad: more than a turn
    CHECK((bob.X.R - rotationAbout(1, angle)).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(std::abs(bob.w.y() - 16) < 1e-11);
    CHECK(std::abs(bob.w_dot.y() - 10) < 1e-10);
  }
}

TEST_CASE("energy minus the work of the drives is conserved to the order of the integrator") {
  const std::vector<Prescribed> functions = prescribedFunctions();
  for (const std::size_t index : {0U, 2U, 3U}) {  // the smooth ones
    for (int derivative = 0; derivative <= 2; ++derivative) {
      INFO(functions[index].name << ", derivative " << derivative);
      const Mechanism m = makeMechanism(convertModel(drivenCart(motionText(functions[index], derivative))).recursive);
      const auto departure = [&](double h) {
        RunOptions options;
        options.end = 0.4;
        options.step = h;
        double work = 0;
        const RunReport report = simulate(m, initialState(m), options, [&](double, StateView y, const Workspace&) {
          work = std::max(work, std::abs(y[at(m.workAt() + 1)]));
          return true;
        });
        REQUIRE(!report.failure);
        CHECK(work > 1e-4 * report.energyScale);  // the drive does something
        return report.energyWorst / report.energyScale;
      };
      const double coarse = departure(1e-2);
      const double fine = departure(5e-3);
      CHECK(coarse < 1e-4);
      CHECK(fine < coarse / 12);  // fourth order halves to a sixteenth
    }
  }
}
