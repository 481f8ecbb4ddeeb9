// What holds for every tyre, however far out: finite, continuous, bounded; loads; sets of numbers that cannot be one.
#include "tests/support/tyres.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("tyre forces are finite for any input") {
  constexpr double kHuge = 1e300;
  for (const Tyre& tyre : allTyres()) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    int infinite = 0;
    int loadless = 0;
    for (const double load : {-kHuge, -1.0, 0.0, 1e-300, 1e-9, 1.0, 4000.0, 1e5, 1e9}) {
      for (const double kappa : {-kHuge, -1.0, 0.0, 1e-300, 0.1, kHuge}) {
        for (const double alpha : {-kHuge, -std::numbers::pi / 2, 0.0, 0.1, std::numbers::pi / 2}) {
          for (const double friction : {0.0, 1e-9, 1.0}) {
            for (const double speed : {-kHuge, 0.0, 30.0}) {
              const TyreForces f = law->forces({kappa, alpha, 0.5, load, speed, friction});
              if (!std::isfinite(all(f))) ++infinite;
              if (load <= 0 && farthest(f, {}) != 0) ++loadless;
            }
          }
        }
      }
      const TyreRelaxation relaxation = law->relaxation(load, -1);
      CHECK(std::isfinite(relaxation.stiffnessX + relaxation.stiffnessY));
      CHECK(relaxation.lengthX >= 0.1 * law->radius);
      CHECK(relaxation.lengthY >= 0.1 * law->radius);
    }
    CHECK(infinite == 0);
    CHECK(loadless == 0);
  }
}

TEST_CASE("forces vanish with the load") {
  for (const Tyre& tyre : allTyres()) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    // Less than ten times the load, in N and Nm: every shift and slope vanishes with it.
    for (const double load : {1.0, 1e-3}) CHECK(farthest(law->forces(slipOf(0.1, -0.1, load, 0.05)), {}) < 10 * load);
  }
}

TEST_CASE("friction of the road scales the peak and leaves the slope") {
  for (const Tyre& tyre : {brushTyre("spring"), tyre1987(), tyre1989(), pac2002Tyre(), weightedTyre()}) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    const auto Fx = [&](double friction) {
      return [&law, friction](double kappa) { return law->forces({kappa, 0, 0, 4000, 20, friction}).Fx; };
    };
    CHECK(largest(Fx(0.3), 1.4) == Approx(0.3 * largest(Fx(1), 1.4)).epsilon(1e-7));
    CHECK(slopeAtZero(Fx(0.3)) == Approx(slopeAtZero(Fx(1))).epsilon(2e-3));
  }
}

TEST_CASE("forces do not jump") {
  // Along each input in steps of 1e-4 of its unit, at combined slip: no step larger than the steepest slope there is.
  for (const Tyre& tyre : allTyres()) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    const TyreRelaxation slopes = law->relaxation(4000, 0);
    const double allowed = 1e-4 * 3 * std::max(slopes.stiffnessX, slopes.stiffnessY);
    const auto step = [&](const std::function<TyreSlip(double)>& at, double from, double to) {
      double worst = 0;
      TyreForces before = law->forces(at(from));
      const int count = static_cast<int>((to - from) / 1e-4);
      for (int k = 1; k <= count; ++k) {
        const TyreForces now = law->forces(at(from + k * 1e-4));
        worst = std::max(worst, farthest(before, now));
        before = now;
      }
      return worst;
    };
    for (const double other : {0.0, 0.07}) {
      CHECK(step([&](double x) { return slipOf(x, other, 4000, 0.02); }, -1.6, 1.6) < allowed);
      CHECK(step([&](double x) { return slipOf(other, x, 4000, 0.02); }, -1.6, 1.6) < allowed);
      CHECK(step([&](double x) { return slipOf(0.05, other, 4000, x); }, -0.4, 0.4) < allowed);
      CHECK(step([&](double x) { return slipOf(0.05, other, 1e4 * x); }, -0.01, 1) < 10);
      CHECK(step([&](double x) { return TyreSlip{0.05, other, 0.02, 4000, x, 1}; }, -1.1, 1.1) < 0.1);
      CHECK(step([&](double x) { return TyreSlip{0.05, other, 0.02, 4000, 20, x}; }, 0, 0.5) < 20);
    }
  }
}

TEST_CASE("the load is that of spring, damper or curve, continuous and never negative") {
  for (const Tyre& tyre : allTyres()) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    for (const double rate : {-100.0, -1.0, 0.0, 1.0, 100.0}) {
      CHECK(law->load(0, rate) == 0);
      CHECK(law->load(-1, rate) == 0);
      CHECK(law->load(1e-9, rate) < 1);
      double before = 0;
      double step = 0;
      bool negative = false;
      for (int k = 1; k < 4000; ++k) {
        const double now = law->load(k * 1e-5, rate);
        negative = negative || now < 0;
        step = std::max(step, std::abs(now - before));
        before = now;
      }
      CHECK_FALSE(negative);
      CHECK(step < 400);  // the damper comes in over 3 mm and more, at 100 m/s to 50 kN
    }
  }
  const auto spring = lawOf(brushTyre("spring"));
  CHECK(spring->load(0.02, 0) == Approx(4000));
  CHECK(spring->load(0.02, 0.5) == Approx(4250));
  CHECK(spring->load(0.0015, 0.5) == Approx(300 + 125));  // half way into the damper's first hundredth of the radius
  Tyre curve = brushTyre("spring");
  curve.deflection = {0, 0.01, 0.02};
  curve.load = {0, 2830, 6212};
  CHECK(lawOf(curve)->load(0.015, 0) == Approx((2830 + 6212) / 2.0));
  CHECK(lawOf(curve)->load(0.03, 0) == Approx(6212 + 3382));
}

TEST_CASE("LCZ scales the load of PAC2002") {
  CHECK(lawOf(changed(pac2002Tyre(), {{"LCZ", 0.4419}}))->load(0.02, 0) == Approx(0.4419 * 3500));
}

TEST_CASE("above FZMAX friction coefficients change no further") {
  const auto law = lawOf(pac2002Tyre());
  const double dfz = 8550.0 / 3800 - 1;
  const auto Fx = [&](double kappa) { return law->forces(slipOf(kappa, 0, 30000)).Fx; };
  CHECK(largest(Fx, 1.4) == Approx(30000 * (1.09 - 0.079328 * dfz)).epsilon(1e-7));
}

TEST_CASE("slips beyond the range are clamped to its limits") {
  const auto law = lawOf(changed(skewTyre(), {{"KPUMIN", -0.5}, {"KPUMAX", 0.4}, {"ALPMAX", 0.3}, {"CAMMAX", 0.1}}));
  CHECK(farthest(law->forces(slipOf(7, 0.1, 4000)), law->forces(slipOf(0.4, 0.1, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(-7, 0.1, 4000)), law->forces(slipOf(-0.5, 0.1, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(0, 0.9, 4000)), law->forces(slipOf(0, 0.3, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(0, 0.1, 4000, 0.9)), law->forces(slipOf(0, 0.1, 4000, 0.1))) == 0);
  CHECK(law->largestKappa == 0.5);
}

TEST_CASE("impossible tyre parameters are reported") {
  struct Row {
    Tyre tyre;
    std::string fault;
  };
  Tyre falling = brushTyre("spring");
  falling.deflection = {0, 0.01, 0.02};
  falling.load = {0, 100, 90};
  const Row rows[] = {
      {changed(brushTyre("spring"), {{"UNLOADED_RADIUS", 0}}), "UNLOADED_RADIUS is 0, must be more than 0"},
      {changed(brushTyre("spring"), {{"DISCS", 2.5}}), "DISCS is 2.5, must be a whole number from 1 to 1000"},
      {changed(brushTyre("spring"), {{"VERTICAL_STIFFNESS", 0}}), "it has neither VERTICAL_STIFFNESS nor a load curve"},
      {changed(brushTyre("spring"), {{"FRICTION", -1}}), "FRICTION is -1, must not be negative"},
      {falling, "its load curve does not increase from point 2 (0.01 m, 100 N) to point 3 (0.02 m, 90 N)"},
      {changed(tyre1987(), {{"KPUMIN", 0.2}}), "KPUMIN to KPUMAX is 0.2 to 1.5, must hold 0 between them"},
      {changed(tyre1987(), {{"FX_A4", -5000}}),
       "its longitudinal stiffness at a load of 3000 N is -1.18324e+06 N, must not be negative"},
      {changed(tyre1989(), {{"A4", 0}}), "A4 is 0, must be more than 0.1"},
      {changed(pac2002Tyre(), {{"PKY1", 12.5}}),
       "PKY1 is 12.5, must be negative: a wheel that drifts to the left is pushed to the right"},
      {changed(pac2002Tyre(), {{"USE_MODE", 7}}), "USE_MODE is 7, must be a whole number whose last digit is 0 to 5"},
      {changed(pac2002Tyre(), {{"FNOMIN", 0}}), "FNOMIN is 0, must be more than 0.001"},
      {changed(pac2002Tyre(), {{"PEX1", std::numeric_limits<double>::quiet_NaN()}}), "PEX1 is nan, beyond all measure"},
  };
  for (const Row& row : rows) CHECK(row.tyre.type->fault(row.tyre) == row.fault);
  for (const Tyre& tyre : allTyres()) CHECK(tyre.type->fault(tyre) == "");
}
