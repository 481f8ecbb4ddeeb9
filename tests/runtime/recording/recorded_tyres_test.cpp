// Recorded tyres against those that run: every type, over slip, load and camber, standing, in the air and mirrored.
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/texts/native_text.h"
#include "tests/support/tyres.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Every law with kappa, alpha, camber, load, speed and friction as inputs.
struct RecordedLaw {
  Trace trace;
  TyreForcesOf<Traced> forces;
  TyreForcesOf<Traced> mirrored;
  TyreRelaxationOf<Traced> relaxation;
  Traced load;    // of kappa as a deflection and alpha as its rate
  Traced radius;  // for the same deflection

  explicit RecordedLaw(const Tyre& tyre) {
    const Recording recording(trace);
    const auto law = makeLaw<Traced>({tyre, {tyre.values.begin(), tyre.values.end()}});
    const auto input = [&](int k) { return Traced::of(trace.input(k)); };
    const TyreSlipOf<Traced> slip{input(0), input(1), input(2), input(3), input(4), input(5)};
    forces = law->forces(slip);
    mirrored = mirroredForces(*law, slip);
    relaxation = law->relaxation(slip.load, slip.camber);
    load = law->load(slip.kappa, slip.alpha);
    radius = law->rollingRadius(slip.kappa, slip.load);
  }
};

void checkSame(const std::vector<double>& values, const TyreForcesOf<Traced>& recorded, const TyreForces& forces) {
  const auto valueOf = [&](Traced number) { return values[static_cast<std::size_t>(number.node)]; };
  CHECK(valueOf(recorded.Fx) == forces.Fx);
  CHECK(valueOf(recorded.Fy) == forces.Fy);
  CHECK(valueOf(recorded.Mx) == forces.Mx);
  CHECK(valueOf(recorded.My) == forces.My);
  CHECK(valueOf(recorded.Mz) == forces.Mz);
}

}  // namespace

TEST_CASE("recorded laws of tyres give the bits of those that run") {
  const std::vector<Tyre> tyres = allTyres();
  for (std::size_t k = 0; k < tyres.size(); ++k) {
    INFO("tyre " << k << ": " << tyres[k].type->name);
    const std::unique_ptr<TyreLaw> law = makeLaw(tyres[k]);
    const RecordedLaw recorded(tyres[k]);
    for (const double kappa : {-2.0, -0.07, 0.0, 0.013, 0.4}) {
      for (const double alpha : {-1.7, -0.05, 0.0, 0.021, 0.3}) {
        for (const double camber : {-0.4, 0.0, 0.06}) {
          for (const double load : {-5.0, 0.0, 60.0, 4100.0, 90000.0}) {
            const double speed = 10 * kappa + alpha;  // both ways, and standing
            const double friction = camber < 0 ? 0 : 1 + camber;
            const TyreSlip slip{kappa, alpha, camber, load, speed, friction};
            INFO("slip " << kappa << ' ' << alpha << ' ' << camber << ' ' << load);
            const std::vector<double> values =
                valuesOf(recorded.trace, std::vector<double>{kappa, alpha, camber, load, speed, friction});
            const auto valueOf = [&](Traced number) { return values[static_cast<std::size_t>(number.node)]; };
            checkSame(values, recorded.forces, law->forces(slip));
            checkSame(values, recorded.mirrored, mirroredForces(*law, slip));
            const TyreRelaxation relaxation = law->relaxation(load, camber);
            CHECK(valueOf(recorded.relaxation.lengthX) == relaxation.lengthX);
            CHECK(valueOf(recorded.relaxation.lengthY) == relaxation.lengthY);
            CHECK(valueOf(recorded.relaxation.stiffnessX) == relaxation.stiffnessX);
            CHECK(valueOf(recorded.relaxation.stiffnessY) == relaxation.stiffnessY);
            CHECK(valueOf(recorded.load) == law->load(kappa, alpha));
            CHECK(valueOf(recorded.radius) == law->rollingRadius(kappa, load));
          }
        }
      }
    }
  }
}

namespace {

std::string recordedWheel(const std::string& tyre, const std::string& force) {
  return "<gravity vector='0 0 -9.81'/><road name='road'/><body name='wheel'><pose pos='0 0 0.29'/><mass value='400'/>"
         "<inertia xx='20' yy='30' zz='20'/><marker name='hub'><pose/></marker></body>"
         "<tyre name='t' unloaded_radius='0.3' vertical_stiffness='200000' vertical_damping='2000' " +
         tyre + "/><force name='tyre' type='tyre' i='wheel.hub' road='road' tyre='t' " + force + "/>";
}

}  // namespace

TEST_CASE("a recorded wheel gives the bits of the solver: standing, rolling, sliding, in the air, on both sides") {
  for (const char* const tyre : {"type='spring' cslip='60000' calpha='50000' friction='0.8'",
                                 "type='multidisc' width='0.2' cslip='60000' calpha='50000'", "type='magic-1987'"}) {
    for (const char* const force : {"slip='transient'", "slip='steady'", "slip='transient' side='-1'"}) {
      INFO(tyre << ' ' << force);
      const Mechanism m = makeMechanism(convertModel(nativeModel(recordedWheel(tyre, force))).recursive);
      Simulation simulation(m, findSolver("embedded"));
      REQUIRE(simulation.start(0, initialState(m)));
      Workspace w = simulation.workspace();
      Trace trace;
      const RecordedEvaluation evaluation = recordEvaluation(trace, m, w);
      const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m);
      solver->chosenAgain(m, w);
      std::vector<double> y(simulation.state().begin(), simulation.state().end());
      for (const double height : {0.25, 0.299, 0.3, 0.6}) {
        for (const double speed : {0.0, 0.3, -8.0, 30.0}) {
          INFO("height " << height << ", speed " << speed);
          const double tilt = 0.002 * speed;
          const double place[] = {0.1, 0.2, height, std::cos(tilt), std::sin(tilt), 0, 0};
          const double velocity[] = {speed, 0.1 * speed - 0.03, -0.2, 0.1, 3.5 * speed, 0.02 * speed};
          std::copy(std::begin(place), std::end(place), y.begin());
          std::copy(std::begin(velocity), std::end(velocity), y.begin() + m.velocityAt());
          for (int k = m.lawStateAt(); k < m.workAt(); ++k) y[static_cast<std::size_t>(k)] = 0.01 * speed - 0.001 * k;
          REQUIRE(solver->evaluate(m, 0, y, w));
          std::vector<double> inputs{0};
          inputs.insert(inputs.end(), y.begin(), y.begin() + m.workAt());
          const std::vector<double> values = valuesOf(trace, inputs);
          const auto valueOf = [&](int node) { return values[static_cast<std::size_t>(node)]; };
          for (std::size_t v = 0; v < w.z_ddot.size(); ++v) CHECK(valueOf(evaluation.z_ddot[v]) == w.z_ddot[v]);
          for (std::size_t k = 0; k < w.forces.stateRates.size(); ++k) {
            const std::size_t rate = static_cast<std::size_t>(m.lawStateAt()) + k;
            CHECK(valueOf(evaluation.rates[rate]) == w.forces.stateRates[k]);
          }
        }
      }
    }
  }
}
