// The coefficients of PAC2002 (MF 5.2), by the names of its property files.
#pragma once

#include <array>
#include <utility>

#include "formats/model/tyres/radial_tyre.h"

namespace mb::pac2002 {

template <class T>
struct CoefficientsOf {
  T USE_MODE, LONGVL, FNOMIN, BREFF, DREFF, FREFF, LFZO, LCZ, LCX, LMUX, LEX, LKX, LHX, LVX, LGAX, LCY, LMUY, LEY, LKY,
      LHY, LVY, LGAY, LKG, LTR, LRES, LGAZ, LXAL, LYKA, LVYKA, LS, LSGKP, LSGAL, LMX, LVMX, LMY, PCX1, PDX1, PDX2, PDX3,
      PEX1, PEX2, PEX3, PEX4, PKX1, PKX2, PKX3, PHX1, PHX2, PVX1, PVX2, RBX1, RBX2, RCX1, REX1, REX2, RHX1, PTX1, PTX2,
      PTX3, QSX1, QSX2, QSX3, QSX4, QSX5, QSX6, QSX7, QSX8, QSX9, QSX10, QSX11, PCY1, PDY1, PDY2, PDY3, PEY1, PEY2,
      PEY3, PEY4, PKY1, PKY2, PKY3, PHY1, PHY2, PHY3, PVY1, PVY2, PVY3, PVY4, RBY1, RBY2, RBY3, RCY1, REY1, REY2, RHY1,
      RHY2, RVY1, RVY2, RVY3, RVY4, RVY5, RVY6, PTY1, PTY2, QSY1, QSY2, QSY3, QSY4, QBZ1, QBZ2, QBZ3, QBZ4, QBZ5, QBZ9,
      QBZ10, QCZ1, QDZ1, QDZ2, QDZ3, QDZ4, QDZ6, QDZ7, QDZ8, QDZ9, QEZ1, QEZ2, QEZ3, QEZ4, QEZ5, QHZ1, QHZ2, QHZ3, QHZ4,
      SSZ1, SSZ2, SSZ3, SSZ4;
};
using Coefficients = CoefficientsOf<double>;

struct Row {
  TyreKey key;
  double Coefficients::*member;
};

inline constexpr std::array kRows{
    Row{{"USE_MODE", dimension::kNone, 4,
         "last digit: 0 load alone, 1 Fx and My, 2 Fy, Mx and Mz, 3 all at pure slip, 4 combined; negative: mirrored"},
        &Coefficients::USE_MODE},
    Row{{"LONGVL", dimension::kVelocity, 16.7, "speed of the measurement"}, &Coefficients::LONGVL},
    Row{{"FNOMIN", dimension::kForce, std::nullopt, "nominal load"}, &Coefficients::FNOMIN},
    Row{{"BREFF", dimension::kNone, 0, "rolling radius, slope at small load"}, &Coefficients::BREFF},
    Row{{"DREFF", dimension::kNone, 0, "rolling radius, peak"}, &Coefficients::DREFF},
    Row{{"FREFF", dimension::kNone, 0, "rolling radius, slope at large load"}, &Coefficients::FREFF},
    Row{{"LFZO", dimension::kNone, 1, "factor on nominal load"}, &Coefficients::LFZO},
    Row{{"LCZ", dimension::kNone, 1, "factor on vertical stiffness"}, &Coefficients::LCZ},
    Row{{"LCX", dimension::kNone, 1, "factor on shape of Fx"}, &Coefficients::LCX},
    Row{{"LMUX", dimension::kNone, 1, "factor on peak of Fx"}, &Coefficients::LMUX},
    Row{{"LEX", dimension::kNone, 1, "factor on curvature of Fx"}, &Coefficients::LEX},
    Row{{"LKX", dimension::kNone, 1, "factor on slope of Fx"}, &Coefficients::LKX},
    Row{{"LHX", dimension::kNone, 1, "factor on horizontal shift of Fx"}, &Coefficients::LHX},
    Row{{"LVX", dimension::kNone, 1, "factor on vertical shift of Fx"}, &Coefficients::LVX},
    Row{{"LGAX", dimension::kNone, 1, "factor on camber for Fx"}, &Coefficients::LGAX},
    Row{{"LCY", dimension::kNone, 1, "factor on shape of Fy"}, &Coefficients::LCY},
    Row{{"LMUY", dimension::kNone, 1, "factor on peak of Fy"}, &Coefficients::LMUY},
    Row{{"LEY", dimension::kNone, 1, "factor on curvature of Fy"}, &Coefficients::LEY},
    Row{{"LKY", dimension::kNone, 1, "factor on slope of Fy"}, &Coefficients::LKY},
    Row{{"LHY", dimension::kNone, 1, "factor on horizontal shift of Fy"}, &Coefficients::LHY},
    Row{{"LVY", dimension::kNone, 1, "factor on vertical shift of Fy"}, &Coefficients::LVY},
    Row{{"LGAY", dimension::kNone, 1, "factor on camber for Fy"}, &Coefficients::LGAY},
    Row{{"LKG", dimension::kNone, 1, "factor on shifts of Fy by camber"}, &Coefficients::LKG},
    Row{{"LTR", dimension::kNone, 1, "factor on peak of the trail"}, &Coefficients::LTR},
    Row{{"LRES", dimension::kNone, 1, "factor on residual moment"}, &Coefficients::LRES},
    Row{{"LGAZ", dimension::kNone, 1, "factor on camber for Mz"}, &Coefficients::LGAZ},
    Row{{"LXAL", dimension::kNone, 1, "factor on influence of alpha on Fx"}, &Coefficients::LXAL},
    Row{{"LYKA", dimension::kNone, 1, "factor on influence of kappa on Fy"}, &Coefficients::LYKA},
    Row{{"LVYKA", dimension::kNone, 1, "factor on Fy induced by kappa"}, &Coefficients::LVYKA},
    Row{{"LS", dimension::kNone, 1, "factor on arm of Fx"}, &Coefficients::LS},
    Row{{"LSGKP", dimension::kNone, 1, "factor on relaxation length of Fx"}, &Coefficients::LSGKP},
    Row{{"LSGAL", dimension::kNone, 1, "factor on relaxation length of Fy"}, &Coefficients::LSGAL},
    Row{{"LMX", dimension::kNone, 1, "factor on overturning moment"}, &Coefficients::LMX},
    Row{{"LVMX", dimension::kNone, 1, "factor on shift of the overturning moment"}, &Coefficients::LVMX},
    Row{{"LMY", dimension::kNone, 1, "factor on rolling resistance"}, &Coefficients::LMY},
    Row{{"PCX1", dimension::kNone, std::nullopt, "shape of Fx"}, &Coefficients::PCX1},
    Row{{"PDX1", dimension::kNone, std::nullopt, "friction along x"}, &Coefficients::PDX1},
    Row{{"PDX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PDX2},
    Row{{"PDX3", dimension::kNone, 0, "the same by camber squared"}, &Coefficients::PDX3},
    Row{{"PEX1", dimension::kNone, 0, "curvature of Fx"}, &Coefficients::PEX1},
    Row{{"PEX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PEX2},
    Row{{"PEX3", dimension::kNone, 0, "the same by load squared"}, &Coefficients::PEX3},
    Row{{"PEX4", dimension::kNone, 0, "the same by direction"}, &Coefficients::PEX4},
    Row{{"PKX1", dimension::kNone, std::nullopt, "slope of Fx over load"}, &Coefficients::PKX1},
    Row{{"PKX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PKX2},
    Row{{"PKX3", dimension::kNone, 0, "the same by load, exponent"}, &Coefficients::PKX3},
    Row{{"PHX1", dimension::kNone, 0, "horizontal shift of Fx"}, &Coefficients::PHX1},
    Row{{"PHX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PHX2},
    Row{{"PVX1", dimension::kNone, 0, "vertical shift of Fx over load"}, &Coefficients::PVX1},
    Row{{"PVX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PVX2},
    Row{{"RBX1", dimension::kNone, 0, "slope of the reduction of Fx by alpha"}, &Coefficients::RBX1},
    Row{{"RBX2", dimension::kNone, 0, "the same by kappa"}, &Coefficients::RBX2},
    Row{{"RCX1", dimension::kNone, 1, "shape of that reduction"}, &Coefficients::RCX1},
    Row{{"REX1", dimension::kNone, 0, "curvature of that reduction"}, &Coefficients::REX1},
    Row{{"REX2", dimension::kNone, 0, "the same by load"}, &Coefficients::REX2},
    Row{{"RHX1", dimension::kNone, 0, "shift of that reduction"}, &Coefficients::RHX1},
    Row{{"PTX1", dimension::kNone, 0, "relaxation length of Fx over radius"}, &Coefficients::PTX1},
    Row{{"PTX2", dimension::kNone, 0, "the same by load"}, &Coefficients::PTX2},
    Row{{"PTX3", dimension::kNone, 0, "the same by load, exponent"}, &Coefficients::PTX3},
    Row{{"QSX1", dimension::kNone, 0, "overturning moment over load and radius"}, &Coefficients::QSX1},
    Row{{"QSX2", dimension::kNone, 0, "the same by camber"}, &Coefficients::QSX2},
    Row{{"QSX3", dimension::kNone, 0, "the same by Fy"}, &Coefficients::QSX3},
    Row{{"QSX4", dimension::kNone, 0, "overturning moment by lateral deflection"}, &Coefficients::QSX4},
    Row{{"QSX5", dimension::kNone, 0, "the same, shape by load"}, &Coefficients::QSX5},
    Row{{"QSX6", dimension::kNone, 0, "the same, factor on the load"}, &Coefficients::QSX6},
    Row{{"QSX7", dimension::kNone, 0, "the same by camber"}, &Coefficients::QSX7},
    Row{{"QSX8", dimension::kNone, 0, "the same by Fy"}, &Coefficients::QSX8},
    Row{{"QSX9", dimension::kNone, 0, "the same, factor on Fy"}, &Coefficients::QSX9},
    Row{{"QSX10", dimension::kNone, 0, "overturning moment by camber and load"}, &Coefficients::QSX10},
    Row{{"QSX11", dimension::kNone, 0, "the same, factor on the load"}, &Coefficients::QSX11},
    Row{{"PCY1", dimension::kNone, std::nullopt, "shape of Fy"}, &Coefficients::PCY1},
    Row{{"PDY1", dimension::kNone, std::nullopt, "friction along y"}, &Coefficients::PDY1},
    Row{{"PDY2", dimension::kNone, 0, "the same by load"}, &Coefficients::PDY2},
    Row{{"PDY3", dimension::kNone, 0, "the same by camber squared"}, &Coefficients::PDY3},
    Row{{"PEY1", dimension::kNone, 0, "curvature of Fy"}, &Coefficients::PEY1},
    Row{{"PEY2", dimension::kNone, 0, "the same by load"}, &Coefficients::PEY2},
    Row{{"PEY3", dimension::kNone, 0, "the same by direction"}, &Coefficients::PEY3},
    Row{{"PEY4", dimension::kNone, 0, "the same by direction and camber"}, &Coefficients::PEY4},
    Row{{"PKY1", dimension::kNone, std::nullopt, "largest slope of Fy over nominal load, negative"},
        &Coefficients::PKY1},
    Row{{"PKY2", dimension::kNone, std::nullopt, "load at the largest slope over nominal load"}, &Coefficients::PKY2},
    Row{{"PKY3", dimension::kNone, 0, "slope of Fy by camber"}, &Coefficients::PKY3},
    Row{{"PHY1", dimension::kNone, 0, "horizontal shift of Fy"}, &Coefficients::PHY1},
    Row{{"PHY2", dimension::kNone, 0, "the same by load"}, &Coefficients::PHY2},
    Row{{"PHY3", dimension::kNone, 0, "the same by camber"}, &Coefficients::PHY3},
    Row{{"PVY1", dimension::kNone, 0, "vertical shift of Fy over load"}, &Coefficients::PVY1},
    Row{{"PVY2", dimension::kNone, 0, "the same by load"}, &Coefficients::PVY2},
    Row{{"PVY3", dimension::kNone, 0, "the same by camber"}, &Coefficients::PVY3},
    Row{{"PVY4", dimension::kNone, 0, "the same by camber and load"}, &Coefficients::PVY4},
    Row{{"RBY1", dimension::kNone, 0, "slope of the reduction of Fy by kappa"}, &Coefficients::RBY1},
    Row{{"RBY2", dimension::kNone, 0, "the same by alpha"}, &Coefficients::RBY2},
    Row{{"RBY3", dimension::kNone, 0, "shift of alpha in it"}, &Coefficients::RBY3},
    Row{{"RCY1", dimension::kNone, 1, "shape of that reduction"}, &Coefficients::RCY1},
    Row{{"REY1", dimension::kNone, 0, "curvature of that reduction"}, &Coefficients::REY1},
    Row{{"REY2", dimension::kNone, 0, "the same by load"}, &Coefficients::REY2},
    Row{{"RHY1", dimension::kNone, 0, "shift of that reduction"}, &Coefficients::RHY1},
    Row{{"RHY2", dimension::kNone, 0, "the same by load"}, &Coefficients::RHY2},
    Row{{"RVY1", dimension::kNone, 0, "Fy induced by kappa, over peak"}, &Coefficients::RVY1},
    Row{{"RVY2", dimension::kNone, 0, "the same by load"}, &Coefficients::RVY2},
    Row{{"RVY3", dimension::kNone, 0, "the same by camber"}, &Coefficients::RVY3},
    Row{{"RVY4", dimension::kNone, 0, "the same by alpha"}, &Coefficients::RVY4},
    Row{{"RVY5", dimension::kNone, 0, "the same, shape by kappa"}, &Coefficients::RVY5},
    Row{{"RVY6", dimension::kNone, 0, "the same, factor on kappa"}, &Coefficients::RVY6},
    Row{{"PTY1", dimension::kNone, 0, "largest relaxation length of Fy over radius"}, &Coefficients::PTY1},
    Row{{"PTY2", dimension::kNone, 0, "load at which it is largest, over nominal load"}, &Coefficients::PTY2},
    Row{{"QSY1", dimension::kNone, 0, "rolling resistance over load"}, &Coefficients::QSY1},
    Row{{"QSY2", dimension::kNone, 0, "the same by Fx"}, &Coefficients::QSY2},
    Row{{"QSY3", dimension::kNone, 0, "the same by speed"}, &Coefficients::QSY3},
    Row{{"QSY4", dimension::kNone, 0, "the same by speed to the fourth"}, &Coefficients::QSY4},
    Row{{"QBZ1", dimension::kNone, 0, "slope of the trail"}, &Coefficients::QBZ1},
    Row{{"QBZ2", dimension::kNone, 0, "the same by load"}, &Coefficients::QBZ2},
    Row{{"QBZ3", dimension::kNone, 0, "the same by load squared"}, &Coefficients::QBZ3},
    Row{{"QBZ4", dimension::kNone, 0, "the same by camber"}, &Coefficients::QBZ4},
    Row{{"QBZ5", dimension::kNone, 0, "the same by size of camber"}, &Coefficients::QBZ5},
    Row{{"QBZ9", dimension::kNone, 0, "slope of the residual moment"}, &Coefficients::QBZ9},
    Row{{"QBZ10", dimension::kNone, 0, "the same by slope of Fy"}, &Coefficients::QBZ10},
    Row{{"QCZ1", dimension::kNone, 1, "shape of the trail"}, &Coefficients::QCZ1},
    Row{{"QDZ1", dimension::kNone, 0, "peak of the trail over radius"}, &Coefficients::QDZ1},
    Row{{"QDZ2", dimension::kNone, 0, "the same by load"}, &Coefficients::QDZ2},
    Row{{"QDZ3", dimension::kNone, 0, "the same by camber"}, &Coefficients::QDZ3},
    Row{{"QDZ4", dimension::kNone, 0, "the same by camber squared"}, &Coefficients::QDZ4},
    Row{{"QDZ6", dimension::kNone, 0, "residual moment over load and radius"}, &Coefficients::QDZ6},
    Row{{"QDZ7", dimension::kNone, 0, "the same by load"}, &Coefficients::QDZ7},
    Row{{"QDZ8", dimension::kNone, 0, "the same by camber"}, &Coefficients::QDZ8},
    Row{{"QDZ9", dimension::kNone, 0, "the same by camber and load"}, &Coefficients::QDZ9},
    Row{{"QEZ1", dimension::kNone, 0, "curvature of the trail"}, &Coefficients::QEZ1},
    Row{{"QEZ2", dimension::kNone, 0, "the same by load"}, &Coefficients::QEZ2},
    Row{{"QEZ3", dimension::kNone, 0, "the same by load squared"}, &Coefficients::QEZ3},
    Row{{"QEZ4", dimension::kNone, 0, "the same by direction"}, &Coefficients::QEZ4},
    Row{{"QEZ5", dimension::kNone, 0, "the same by direction and camber"}, &Coefficients::QEZ5},
    Row{{"QHZ1", dimension::kNone, 0, "horizontal shift of the trail"}, &Coefficients::QHZ1},
    Row{{"QHZ2", dimension::kNone, 0, "the same by load"}, &Coefficients::QHZ2},
    Row{{"QHZ3", dimension::kNone, 0, "the same by camber"}, &Coefficients::QHZ3},
    Row{{"QHZ4", dimension::kNone, 0, "the same by camber and load"}, &Coefficients::QHZ4},
    Row{{"SSZ1", dimension::kNone, 0, "arm of Fx over radius"}, &Coefficients::SSZ1},
    Row{{"SSZ2", dimension::kNone, 0, "the same by Fy"}, &Coefficients::SSZ2},
    Row{{"SSZ3", dimension::kNone, 0, "the same by camber"}, &Coefficients::SSZ3},
    Row{{"SSZ4", dimension::kNone, 0, "the same by camber and load"}, &Coefficients::SSZ4},
};

constexpr std::array<TyreKey, kRows.size()> rowKeys() {
  std::array<TyreKey, kRows.size()> keys{};
  for (std::size_t k = 0; k < kRows.size(); ++k) keys[k] = kRows[k].key;
  return keys;
}

// If a file gives no FZMAX, a load that no tyre of a road vehicle reaches.
inline constexpr auto kShared = joined(kSizeKeys, rangeKeys(1e6));
inline constexpr auto kKeys = joined(kShared, rowKeys());

// The rows are in the order of the members.
template <class T, std::size_t... k>
constexpr CoefficientsOf<T> inOrder(std::span<const T> values, std::index_sequence<k...>) {
  return {values[k]...};
}
template <class T>
constexpr CoefficientsOf<T> coefficients(std::span<const T> values) {
  return inOrder(values, std::make_index_sequence<kRows.size()>());
}
constexpr bool areInOrder() {
  std::array<double, kRows.size()> numbers{};
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<double>(k);
  const Coefficients c = coefficients<double>(numbers);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (c.*(kRows[k].member) != numbers[k]) return false;
  }
  return true;
}
static_assert(areInOrder());

}  // namespace mb::pac2002
