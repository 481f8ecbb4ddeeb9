// Tyres of every type for tests, and checks of their curves.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>

#include "formats/model/basics/units.h"
#include "formats/model/tyres/tyre.h"
#include "tests/support/test.h"

namespace mb::testing {

struct Given {
  const char* key;
  double value;
};

inline Tyre tyreOf(const char* type, std::initializer_list<Given> values) {
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

inline Tyre changed(Tyre tyre, std::initializer_list<Given> values) {
  for (const Given& given : values) giveValue(tyre, keyOf(*tyre.type, given.key).value(), given.value);
  return tyre;
}

inline std::unique_ptr<TyreLaw> lawOf(const Tyre& tyre) {
  INFO(tyre.type->name);
  REQUIRE(missingKeys(tyre).empty());
  REQUIRE(tyre.type->fault(tyre) == "");
  return makeLaw(tyre);
}

inline Tyre brushTyre(const char* type) {
  return tyreOf(type, {{"UNLOADED_RADIUS", 0.3},
                       {"VERTICAL_STIFFNESS", 2e5},
                       {"VERTICAL_DAMPING", 500},
                       {"CSLIP", 60000},
                       {"CALPHA", 45000},
                       {"FRICTION", 0.9},
                       {"ROLLING_RESISTANCE", 0.01}});
}

inline Tyre tyre1987() {
  return tyreOf("magic-1987", {{"UNLOADED_RADIUS", 0.3}, {"VERTICAL_STIFFNESS", 2e5}, {"VERTICAL_DAMPING", 500}});
}

// Project Chrono's HMMWV_Pac89Tire.json.
inline Tyre tyre1989() {
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

// A passenger car tyre without shifts and directional terms.
inline Tyre pac2002Tyre() {
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

inline Tyre weightedTyre() {
  return changed(pac2002Tyre(), {{"RBX1", 14.927},
                                 {"RBX2", -10.534},
                                 {"RCX1", 1.1288},
                                 {"REX1", 0.62334},
                                 {"RBY1", 5.5228},
                                 {"RBY2", 2.7966},
                                 {"RCY1", 1.0783},
                                 {"REY1", 0.055543}});
}

// With all the shifts and directional terms of that tyre.
inline Tyre skewTyre() {
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

inline std::vector<Tyre> allTyres() {
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

inline TyreSlip slipOf(double kappa, double alpha, double load, double camber = 0) {
  return {kappa, alpha, camber, load, 20, 1};
}

inline double largest(const std::function<double(double)>& f, double end) {
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

inline double slopeAtZero(const std::function<double(double)>& f) {
  constexpr double h = 1e-5;
  return (f(h) - f(-h)) / (2 * h);
}

inline double all(const TyreForces& f) { return f.Fx + f.Fy + f.Mx + f.My + f.Mz; }

inline double farthest(const TyreForces& a, const TyreForces& b) {
  return std::max({std::abs(a.Fx - b.Fx), std::abs(a.Fy - b.Fy), std::abs(a.Mx - b.Mx), std::abs(a.My - b.My),
                   std::abs(a.Mz - b.Mz)});
}

}  // namespace mb::testing
