// The curves of tyres: peaks, slopes and shifts against closed forms, combined slip, signs.
#include "tests/support/tyres.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("tyre types have different names, formats and keys, which are found in any case") {
  std::vector<std::string_view> names;
  for (const TyreType& type : tyreTypes()) {
    names.push_back(type.name);
    CHECK(findTyreType(type.name) == &type);
    for (std::size_t k = 0; k < type.keys.size(); ++k) {
      INFO(type.name << " " << type.keys[k].name);
      CHECK(keyOf(type, type.keys[k].name) == static_cast<int>(k));
      CHECK_FALSE(type.keys[k].meaning.empty());
    }
    CHECK(keyOf(type, "unloaded_radius") == 0);
    CHECK_FALSE(keyOf(type, "UNLOADED"));
  }
  CHECK(names == std::vector<std::string_view>{"spring", "multidisc", "magic-1987", "magic-1989", "pac2002"});
  CHECK_FALSE(findTyreType("pac2003"));
}

TEST_CASE("the curves of 1987 have the peaks and slopes of the published coefficients") {
  // By hand from D = a1 Fz^2 + a2 Fz and the two forms of B C D, Fz = 2, 4, 6, 8 kN.
  struct Row {
    double load;
    double Dx, Dy, Dz;
    double Kx, Ky, Kz;  // per unit of slip in per cent, per degree
  };
  const Row rows[] = {
      {2000, 2202.8, 1933.6, -15.44, 566.5625891114672, 708.7767641409857, -10.352492493715973},
      {4000, 4235.2, 3690.4, -52.64, 1288.1608312602834, 1027.334707476238, -26.199401609662193},
      {6000, 6097.2, 5270.4, -111.6, 2076.6005884969904, 1076.1494611067492, -43.07439021653821},
      {8000, 7788.8, 6673.6, -192.32, 2868.85129112785, 1028.8269823958367, -58.434616597701186},
  };
  const auto law = lawOf(tyre1987());
  for (const Row& row : rows) {
    INFO(row.load);
    const auto Fx = [&](double kappa) { return law->forces(slipOf(kappa, 0, row.load)).Fx; };
    const auto Fy = [&](double alpha) { return -law->forces(slipOf(0, alpha, row.load)).Fy; };
    const auto Mz = [&](double alpha) { return law->forces(slipOf(0, alpha, row.load)).Mz; };
    CHECK(largest(Fx, 1.4) == Approx(row.Dx).epsilon(1e-7));
    CHECK(largest(Fy, 1.4) == Approx(row.Dy).epsilon(1e-7));
    CHECK(largest(Mz, 1.4) == Approx(-row.Dz).epsilon(1e-7));
    // Central differences with h = 1e-5: error of the order of (100 B h)^2 < 1e-5.
    CHECK(slopeAtZero(Fx) == Approx(row.Kx * 100).epsilon(1e-5));
    CHECK(slopeAtZero(Fy) == Approx(row.Ky / kDegree).epsilon(1e-5));
    CHECK(slopeAtZero(Mz) == Approx(-row.Kz / kDegree).epsilon(1e-5));
    const TyreRelaxation relaxation = law->relaxation(row.load, 0);
    CHECK(relaxation.stiffnessX == Approx(row.Kx * 100).epsilon(1e-13));
    CHECK(relaxation.stiffnessY == Approx(row.Ky / kDegree).epsilon(1e-13));
  }
}

TEST_CASE("the curves of 1989 have the peaks and slopes of their closed forms") {
  const auto law = lawOf(tyre1989());
  for (const double load : {3000.0, 6470.0, 15000.0}) {
    INFO(load);
    const double Fz = load / 1000;
    const auto Fx = [&](double kappa) { return law->forces(slipOf(kappa, 0, load)).Fx; };
    const auto Fy = [&](double alpha) { return -law->forces(slipOf(0, alpha, load)).Fy; };
    CHECK(largest(Fx, 1.4) == Approx(-15.77614667 * Fz * Fz + 1022.112385 * Fz).epsilon(1e-7));
    CHECK(largest(Fy, 1.4) == Approx(-4.849875247 * Fz * Fz + 812.4497953 * Fz).epsilon(1e-7));
    const double Kx = (-2.553177153 * Fz * Fz + 208.7773162 * Fz) * std::exp(-0.007313490896 * Fz);
    const double Ky = 2613.923678 * std::sin(2 * std::atan(Fz / 48.85791011));
    CHECK(slopeAtZero(Fx) == Approx(100 * Kx).epsilon(1e-5));
    CHECK(slopeAtZero(Fy) == Approx(Ky / kDegree).epsilon(1e-5));
  }
}

TEST_CASE("the shifts of 1989 are where the closed form has them") {
  // alpha = -SH leaves SV alone; SH = a8 gamma + a9 Fz + a10 and SV = a11 Fz gamma + a12 Fz + a13 in degrees, kN, N.
  const Tyre tyre =
      changed(tyre1989(), {{"A8", 0.02}, {"A9", 0.01}, {"A10", 0.1}, {"A11", 10}, {"A12", 20}, {"A13", 50}});
  const double camber = 3;
  const double shift = 0.02 * camber + 0.01 * 6 + 0.1;
  const TyreForces forces = lawOf(tyre)->forces(slipOf(0, -shift * kDegree, 6000, camber * kDegree));
  CHECK(-forces.Fy == Approx(10 * 6 * camber + 20 * 6 + 50).epsilon(1e-12));
}

TEST_CASE("the curves of PAC2002 have the peaks and slopes of their closed forms, shifts included") {
  const Tyre tyre = changed(skewTyre(), {{"USE_MODE", 3}, {"PEY3", 0}, {"PEY4", 0}});
  const auto law = lawOf(tyre);
  for (const double load : {1500.0, 3800.0, 8000.0}) {
    INFO(load);
    const double dfz = load / 3800 - 1;
    const auto Fx = [&](double kappa) { return law->forces(slipOf(kappa, 0, load)).Fx; };
    const auto Fy = [&](double alpha) { return law->forces(slipOf(0, alpha, load)).Fy; };
    const double SVx = load * (-9.9052e-6 - 2.8568e-5 * dfz);
    const double SVy = load * (0.031255 - 0.0017359 * dfz);
    CHECK(largest(Fx, 1.4) == Approx(load * (1.09 - 0.079328 * dfz) + SVx).epsilon(1e-7));
    const double Dy = load * (0.94002 - 0.17669 * dfz);
    CHECK(largest([&](double alpha) { return -Fy(alpha); }, 1.4) == Approx(Dy - SVy).epsilon(1e-7));
    CHECK(largest([&](double alpha) { return Fy(-alpha); }, 1.4) == Approx(Dy + SVy).epsilon(1e-7));
    const double SHx = -0.001779 + 0.00021808 * dfz;
    const double SHy = 0.0024749 + 0.0037538 * dfz;
    const double Kx = load * (19.733 + 0.093405 * dfz) * std::exp(0.12433 * dfz);
    const double Ky = -12.536 * 3800 * std::sin(2 * std::atan(load / (1.3856 * 3800)));
    CHECK(slopeAtZero([&](double kappa) { return Fx(kappa - SHx); }) == Approx(Kx).epsilon(1e-5));
    CHECK(slopeAtZero([&](double alpha) { return Fy(alpha - SHy); }) == Approx(Ky).epsilon(1e-5));
    CHECK(law->relaxation(load, 0).stiffnessX == Approx(Kx).epsilon(1e-13));
    CHECK(law->relaxation(load, 0).stiffnessY == Approx(-Ky).epsilon(1e-13));
  }
}

TEST_CASE("relaxation lengths and rolling radius of PAC2002 follow their closed forms") {
  const auto law = lawOf(pac2002Tyre());
  const double load = 5000;
  const double dfz = load / 3800 - 1;
  const TyreRelaxation relaxation = law->relaxation(load, 0);
  CHECK(relaxation.lengthX == Approx(load * 1.9021 * std::exp(-0.03631 * dfz) * 0.376 / 3800).epsilon(1e-13));
  CHECK(relaxation.lengthY == Approx(1.8473 * std::sin(2 * std::atan(load / (1.9465 * 3800))) * 0.376).epsilon(1e-13));
  CHECK(law->relaxation(1, 0).lengthX == Approx(0.0376));
  const double rho0 = 3800 / 1.75e5;
  CHECK(law->rollingRadius(0.02, 3500) ==
        Approx(0.376 - rho0 * (0.25 * std::atan(7 * 0.02 / rho0) + 0.01 * 0.02 / rho0)).epsilon(1e-14));
  CHECK(law->rollingRadius(0, 0) == 0.376);
}

TEST_CASE("the rolling resistance of PAC2002 without coefficients is the force at zero slip") {
  // Kx SHx + SVx < 0 brakes a wheel that rolls forward; its moment about the wheel's axis is the same way.
  const Tyre tyre = changed(pac2002Tyre(), {{"QSY1", 0}, {"PHX1", -0.001}, {"PVX1", -0.002}, {"USE_MODE", 3}});
  const auto law = lawOf(tyre);
  const double force = 3800 * (19.733 * -0.001 - 0.002);
  CHECK(law->forces(slipOf(0, 0, 3800)).My == Approx(0.376 * force).epsilon(1e-12));
  CHECK(law->forces(slipOf(0, 0, 3800)).Fx == Approx(force).epsilon(1e-3));
  TyreSlip backwards = slipOf(0, 0, 3800);
  backwards.speed = -20;
  CHECK(law->forces(backwards).My == Approx(-0.376 * force).epsilon(1e-12));
}

TEST_CASE("combined forces stay inside the ellipse of the pure peaks, exactly by similarity and by the brush") {
  struct Row {
    Tyre tyre;
    double Dx, Dy;  // at 6 kN
  };
  const double dfz = 6000.0 / 3800 - 1;
  const Row rows[] = {
      {brushTyre("spring"), 5400, 5400},
      {tyre1987(), 6097.2, 5270.4},
      {tyre1989(), -15.77614667 * 36 + 1022.112385 * 6, -4.849875247 * 36 + 812.4497953 * 6},
      {pac2002Tyre(), 6000 * (1.09 - 0.079328 * dfz), 6000 * (0.94002 - 0.17669 * dfz)},
  };
  for (const Row& row : rows) {
    INFO(row.tyre.type->name);
    const auto law = lawOf(row.tyre);
    double most = 0;
    for (int i = -100; i <= 100; ++i) {
      for (int k = -100; k <= 100; ++k) {
        const TyreForces f = law->forces(slipOf(i * std::abs(i) * 1.2e-4, k * std::abs(k) * 1.2e-4, 6000));
        most = std::max(most, std::pow(f.Fx / row.Dx, 2) + std::pow(f.Fy / row.Dy, 2));
      }
    }
    CHECK(most <= 1 + 1e-12);
    CHECK(most > 0.999);
  }
}

TEST_CASE("weighting functions only reduce forces and exceed the ellipse only slightly") {
  const auto combined = lawOf(weightedTyre());
  const auto pure = lawOf(changed(weightedTyre(), {{"USE_MODE", 3}}));
  const double dfz = 5000.0 / 3800 - 1;
  const double Dx = 5000 * (1.09 - 0.079328 * dfz);
  const double Dy = 5000 * (0.94002 - 0.17669 * dfz);
  double most = 0;
  double more = 0;
  for (int i = -100; i <= 100; ++i) {
    for (int k = -100; k <= 100; ++k) {
      const TyreSlip slip = slipOf(i * std::abs(i) * 1.2e-4, k * std::abs(k) * 1.2e-4, 5000);
      const TyreForces f = combined->forces(slip);
      const TyreForces f0 = pure->forces(slip);
      more = std::max({more, std::abs(f.Fx) - std::abs(f0.Fx), std::abs(f.Fy) - std::abs(f0.Fy)});
      most = std::max(most, std::pow(f.Fx / Dx, 2) + std::pow(f.Fy / Dy, 2));
    }
  }
  CHECK(more < 1e-10);
  CHECK(most > 1);  // 1.0018: the weights are not based on an ellipse
  CHECK(most < 1.01);
}

TEST_CASE("combined forces equal the pure ones when only one slip acts") {
  for (const Tyre& tyre : {pac2002Tyre(), weightedTyre()}) {
    const auto combined = lawOf(tyre);
    const auto pure = lawOf(changed(tyre, {{"USE_MODE", 3}}));
    for (const double slip : {-1.4, -0.2, -0.01, 0.003, 0.08, 1.0}) {
      INFO(slip);
      CHECK(combined->forces(slipOf(slip, 0, 4000)).Fx ==
            Approx(pure->forces(slipOf(slip, 0, 4000)).Fx).epsilon(1e-13));
      CHECK(farthest(combined->forces(slipOf(0, slip, 4000)), pure->forces(slipOf(0, slip, 4000))) < 1e-9);
    }
  }
  // The weights are 1 at no slip even where they are shifted.
  const auto combined = lawOf(changed(skewTyre(), {{"RVY1", 0}, {"RVY2", 0}, {"RVY3", 0}}));
  const auto pure = lawOf(changed(skewTyre(), {{"USE_MODE", 3}}));
  CHECK(combined->forces(slipOf(0.05, 0, 4000)).Fx == Approx(pure->forces(slipOf(0.05, 0, 4000)).Fx).epsilon(1e-13));
  CHECK(combined->forces(slipOf(0, 0.05, 4000)).Fy == Approx(pure->forces(slipOf(0, 0.05, 4000)).Fy).epsilon(1e-13));
}

TEST_CASE("the brush follows its closed form and points along the stiff slip") {
  const auto law = lawOf(brushTyre("spring"));
  // s = 60000 * 0.02 / (3 * 0.9 * 3000) = 0.148148...: F = 2700 (1 - (1 - s)^3).
  CHECK(law->forces(slipOf(0.02, 0, 3000)).Fx == Approx(2700 * (1 - std::pow(1 - 1200.0 / 8100, 3))).epsilon(1e-14));
  CHECK(law->forces(slipOf(0, 0.5, 3000)).Fy == Approx(-2700).epsilon(1e-14));
  const TyreForces f = law->forces(slipOf(0.3, std::atan(0.4), 3000));
  CHECK(std::hypot(f.Fx, f.Fy) == Approx(2700).epsilon(1e-14));
  CHECK(f.Fy / f.Fx == Approx(-45000 * 0.4 / (60000 * 0.3)).epsilon(1e-14));
  CHECK(slopeAtZero([&](double kappa) { return law->forces(slipOf(kappa, 0, 3000)).Fx; }) ==
        Approx(60000).epsilon(1e-3));
}

TEST_CASE("a tyre without shifts is symmetric, and a mirrored tyre gives mirrored forces") {
  for (const Tyre& tyre : {brushTyre("multidisc"), tyre1987(), tyre1989(), pac2002Tyre(), weightedTyre()}) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    for (const double alpha : {0.02, 0.1, 0.7}) {
      const TyreSlip slip = slipOf(0.04, alpha, 4000);
      CHECK(farthest(law->forces(slip), mirroredForces(*law, slip)) < 1e-9);
    }
  }
  const auto law = lawOf(skewTyre());
  const auto mirrored = lawOf(changed(skewTyre(), {{"USE_MODE", -4}}));
  for (const double alpha : {-0.1, 0.0, 0.05}) {
    const TyreSlip slip = slipOf(0.04, alpha, 4000, 0.03);
    CHECK(farthest(mirrored->forces(slip), mirroredForces(*law, slip)) < 1e-9);
    CHECK(farthest(law->forces(slip), mirroredForces(*law, slip)) > 10);
  }
}

TEST_CASE("forces have the signs of the axes") {
  for (const Tyre& tyre : allTyres()) {
    INFO(tyre.type->name);
    const auto law = lawOf(tyre);
    CHECK(law->forces(slipOf(0.1, 0, 4000)).Fx > 1000);
    CHECK(law->forces(slipOf(-0.1, 0, 4000)).Fx < -1000);
    const TyreForces drifting = law->forces(slipOf(0, 0.06, 4000));
    CHECK(drifting.Fy < -300);
    CHECK(drifting.Mz >= 0);  // the trail turns the wheel into the drift
    CHECK(drifting.My <= 0);
    // Camber leans to the right and pushes to the right.
    CHECK(law->forces(slipOf(0, 0, 4000, 0.1)).Fy <= law->forces(slipOf(0, 0, 4000)).Fy);
  }
}

TEST_CASE("USE_MODE chooses the forces of PAC2002") {
  const TyreSlip slip = slipOf(0.05, 0.05, 4000, 0.02);
  const auto at = [&](double mode) { return lawOf(changed(skewTyre(), {{"USE_MODE", mode}}))->forces(slip); };
  CHECK(all(at(0)) == 0);
  CHECK((at(1).Fx != 0 && at(1).My != 0 && at(1).Fy == 0 && at(1).Mx == 0 && at(1).Mz == 0));
  CHECK((at(2).Fx == 0 && at(2).My == 0 && at(2).Fy != 0 && at(2).Mx != 0 && at(2).Mz != 0));
  CHECK(at(3).Fx == at(1).Fx);
  CHECK(at(3).Fy == at(2).Fy);
  CHECK(farthest(at(14), at(4)) == 0);
  CHECK(std::abs(at(4).Fx) < std::abs(at(3).Fx));
}
