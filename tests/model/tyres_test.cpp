#include "formats/model/tyres/tyre.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "tests/support/test.h"

using namespace mb;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

struct Given {
  const char* key;
  double value;
};

Tyre tyreOf(const char* type, std::initializer_list<Given> values) {
  const TyreType* const found = findTyreType(type);
  REQUIRE(found);
  Tyre tyre = standardTyre(*found);
  for (const Given& given : values) {
    INFO(given.key);
    const std::optional<int> key = keyOf(*found, given.key);
    REQUIRE(key);
    giveValue(tyre, *key, given.value);
  }
  return tyre;
}

Tyre changed(Tyre tyre, std::initializer_list<Given> values) {
  for (const Given& given : values) giveValue(tyre, keyOf(*tyre.type, given.key).value(), given.value);
  return tyre;
}

std::unique_ptr<TyreLaw> lawOf(const Tyre& tyre) {
  INFO(tyre.type->name);
  REQUIRE(missingKeys(tyre).empty());
  REQUIRE(tyre.type->fault(tyre) == "");
  return tyre.type->make(tyre);
}

Tyre brushTyre(const char* type) {
  return tyreOf(type, {{"UNLOADED_RADIUS", 0.3},
                       {"VERTICAL_STIFFNESS", 2e5},
                       {"VERTICAL_DAMPING", 500},
                       {"CSLIP", 60000},
                       {"CALPHA", 45000},
                       {"FRICTION", 0.9},
                       {"ROLLING_RESISTANCE", 0.01}});
}

Tyre tyre1987() {
  return tyreOf("magic-1987", {{"UNLOADED_RADIUS", 0.3}, {"VERTICAL_STIFFNESS", 2e5}, {"VERTICAL_DAMPING", 500}});
}

// Project Chrono's HMMWV_Pac89Tire.json.
Tyre tyre1989() {
  return tyreOf("magic-1989", {{"UNLOADED_RADIUS", 0.464},
                               {"WIDTH", 0.318},
                               {"VERTICAL_STIFFNESS", 326332.4234},
                               {"A0", 1.499753562},
                               {"A1", -4.849875247},
                               {"A2", 812.4497953},
                               {"A3", 2613.923678},
                               {"A4", 48.85791011},
                               {"A6", -0.00879541881},
                               {"A7", 0.376999015},
                               {"B0", 1.500188027},
                               {"B1", -15.77614667},
                               {"B2", 1022.112385},
                               {"B3", -2.553177153},
                               {"B4", 208.7773162},
                               {"B5", 0.007313490896},
                               {"B6", -0.003764103457},
                               {"B7", 0.1563307361},
                               {"B8", -1.153100232},
                               {"C0", 2.34},
                               {"C1", 0.990427},
                               {"C2", 2.96848},
                               {"C3", -0.277098},
                               {"C4", -0.944859},
                               {"C6", 0.0027699},
                               {"C7", -0.0001151},
                               {"C8", 0.1},
                               {"C9", -1.3329}});
}

// A passenger car's, without shifts and without terms of direction.
Tyre pac2002Tyre() {
  return tyreOf("pac2002", {{"UNLOADED_RADIUS", 0.376},
                            {"WIDTH", 0.185},
                            {"VERTICAL_STIFFNESS", 1.75e5},
                            {"VERTICAL_DAMPING", 50},
                            {"FNOMIN", 3800},
                            {"FZMAX", 8550},
                            {"PCX1", 1.5587},
                            {"PDX1", 1.09},
                            {"PDX2", -0.079328},
                            {"PEX1", 0.27403},
                            {"PEX2", 0.10232},
                            {"PKX1", 19.733},
                            {"PKX2", 0.093405},
                            {"PKX3", 0.12433},
                            {"PCY1", 1.4675},
                            {"PDY1", 0.94002},
                            {"PDY2", -0.17669},
                            {"PDY3", -0.69602},
                            {"PEY1", 0.0040023},
                            {"PKY1", -12.536},
                            {"PKY2", 1.3856},
                            {"PKY3", -0.93342},
                            {"PTX1", 1.9021},
                            {"PTX3", 0.03631},
                            {"PTY1", 1.8473},
                            {"PTY2", 1.9465},
                            {"QSY1", 0.01},
                            {"QBZ1", 9.2824},
                            {"QBZ2", -2.6095},
                            {"QCZ1", 1.1119},
                            {"QDZ1", 0.14332},
                            {"QEZ1", -2.9203},
                            {"BREFF", 7},
                            {"DREFF", 0.25},
                            {"FREFF", 0.01}});
}

Tyre weightedTyre() {
  return changed(pac2002Tyre(), {{"RBX1", 14.927},
                                 {"RBX2", -10.534},
                                 {"RCX1", 1.1288},
                                 {"REX1", 0.62334},
                                 {"RBY1", 5.5228},
                                 {"RBY2", 2.7966},
                                 {"RCY1", 1.0783},
                                 {"REY1", 0.055543}});
}

// With all the shifts and terms of direction of that tyre.
Tyre skewTyre() {
  return changed(
      weightedTyre(),
      {{"PEX4", -0.00026944}, {"PHX1", -0.001779},  {"PHX2", 0.00021808}, {"PVX1", -9.9052e-6}, {"PVX2", -2.8568e-5},
       {"RHX1", 0.001683},    {"PEY3", 41.465},     {"PEY4", 665.25},     {"PHY1", 0.0024749},  {"PHY2", 0.0037538},
       {"PHY3", 0.037561},    {"PVY1", 0.031255},   {"PVY2", -0.0017359}, {"PVY3", -0.38166},   {"PVY4", -0.033117},
       {"RBY3", 0.08688},     {"RHY1", -0.0027141}, {"RVY1", 0.0076305},  {"RVY2", -0.09933},   {"RVY3", 0.16991},
       {"RVY5", 1.9},         {"RVY6", 10},         {"QBZ4", -0.16332},   {"QBZ9", 13.946},     {"QDZ3", -0.43424},
       {"QDZ6", -0.0073867},  {"QDZ8", -0.17212},   {"QEZ4", 0.32935},    {"QHZ1", 0.0019422},  {"QHZ3", 0.14727},
       {"SSZ1", 0.026243},    {"SSZ3", 0.3923},     {"QSX1", 0.01},       {"QSX2", 0.2},        {"QSX3", 0.1}});
}

std::vector<Tyre> allTyres() {
  Tyre curve = brushTyre("multidisc");
  curve.deflection = {0, 0.01, 0.02, 0.05};
  curve.load = {0, 2830, 6212, 19670};
  const Tyre shifted = changed(tyre1989(), {{"A8", 0.02},
                                            {"A9", 0.01},
                                            {"A10", 0.1},
                                            {"A11", 10},
                                            {"A12", 20},
                                            {"A13", 50},
                                            {"B10", 0.3},
                                            {"C11", 0.1},
                                            {"C15", 1},
                                            {"C17", 3},
                                            {"LATERAL_STIFFNESS", 261065},
                                            {"ROLLING_RESISTANCE", 0.015}});
  return {brushTyre("spring"),
          curve,
          tyre1987(),
          tyre1989(),
          shifted,
          pac2002Tyre(),
          weightedTyre(),
          skewTyre(),
          changed(skewTyre(), {{"USE_MODE", 3}}),
          changed(skewTyre(), {{"RBX1", 0}})};
}

TyreSlip slipOf(double kappa, double alpha, double load, double camber = 0) {
  return {kappa, alpha, camber, load, 20, 1};
}

double largest(const std::function<double(double)>& f, double end) {
  double best = 0;
  double at = 0;
  for (int k = 0; k <= 20000; ++k) {
    const double x = end * k / 20000;
    if (f(x) > best) {
      best = f(x);
      at = x;
    }
  }
  for (int k = -100; k <= 100; ++k) best = std::max(best, f(at + end * k / 2e6));
  return best;
}

double slopeAtZero(const std::function<double(double)>& f) {
  constexpr double h = 1e-5;
  return (f(h) - f(-h)) / (2 * h);
}

double all(const TyreForces& f) { return f.Fx + f.Fy + f.Mx + f.My + f.Mz; }

double farthest(const TyreForces& a, const TyreForces& b) {
  return std::max({std::abs(a.Fx - b.Fx), std::abs(a.Fy - b.Fy), std::abs(a.Mx - b.Mx), std::abs(a.My - b.My),
                   std::abs(a.Mz - b.Mz)});
}

}  // namespace

TEST_CASE("tyre types have different names, formats and keys, and know them in any case") {
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

TEST_CASE("without coefficients of its own the rolling resistance of PAC2002 is the force at no slip") {
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

TEST_CASE("weighting functions take force away and add none, and go beyond the ellipse by little") {
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
  CHECK(most > 1);  // 1.0018: the weights know nothing of an ellipse
  CHECK(most < 1.01);
}

TEST_CASE("with one slip alone combined forces are the pure ones") {
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

TEST_CASE("a tyre without shifts is as good left as right, any tyre mirrored twice is itself") {
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

TEST_CASE("no input, however far out, gives anything but finite forces") {
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
    // Less than ten times the load, in N and Nm: no shift or slope outlives it.
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

TEST_CASE("slips beyond the range count as at its border") {
  const auto law = lawOf(changed(skewTyre(), {{"KPUMIN", -0.5}, {"KPUMAX", 0.4}, {"ALPMAX", 0.3}, {"CAMMAX", 0.1}}));
  CHECK(farthest(law->forces(slipOf(7, 0.1, 4000)), law->forces(slipOf(0.4, 0.1, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(-7, 0.1, 4000)), law->forces(slipOf(-0.5, 0.1, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(0, 0.9, 4000)), law->forces(slipOf(0, 0.3, 4000))) == 0);
  CHECK(farthest(law->forces(slipOf(0, 0.1, 4000, 0.9)), law->forces(slipOf(0, 0.1, 4000, 0.1))) == 0);
  CHECK(law->largestKappa == 0.5);
}

TEST_CASE("numbers that cannot be a tyre are said to be so") {
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
