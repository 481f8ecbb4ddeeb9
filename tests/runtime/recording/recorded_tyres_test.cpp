// Recorded tyres against those that run: every type, over slip, load and camber, standing, in the air and mirrored.
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
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
