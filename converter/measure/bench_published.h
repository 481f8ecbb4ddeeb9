// Figures from the papers, for the columns beside ours.
#pragma once

#include <array>
#include <string_view>

namespace mb::published {

// [HG12 tables 1, 2]: seconds per 20,000 evaluations, by step of the paper.
constexpr int kEvaluations = 20'000;
constexpr std::string_view kStepsSetting =
    "The paper's machine is a 3.0 GHz Xeon 5160, and its models include tyres by Pacejka's formula.";
constexpr std::string_view kStepsSizes =
    "Its van has 17 degrees of freedom and Phi_z^d of 28 x 25, its truck 40 and 51 x 40: others do not compare with "
    "them.";
constexpr std::array<std::string_view, 9> kSteps{"b, A, M, M^Sigma", "Phi_z, lu(Phi_z^d)",   "R_z",     "z_dot^d, Z, d",
                                                 "Q, tau",           "c = -Phi_z_dot z_dot", "Q^Sigma", "R_z' M R_z, b",
                                                 "z_ddot^i"};
struct StepColumn {
  std::string_view machine;
  std::string_view variant;
  std::array<double, 9> seconds;
  double total;  // as printed: the last digits differ from the sums
};
constexpr std::array<StepColumn, 6> kStepColumns{{
    {"van", "C/C++", {0.343, 0.191, 0.739, 0.164, 0.249, 0.183, 0.125, 0.760, 0.088}, 2.839},
    {"van", "BLAS", {0.352, 0.379, 0.268, 0.184, 0.257, 0.167, 0.125, 0.604, 0.096}, 2.432},
    {"van", "sparse", {0.356, 0.625, 0.441, 0.122, 0.263, 0.181, 0.113, 0.606, 0.097}, 2.803},
    {"truck", "C/C++", {0.675, 0.425, 4.032, 0.289, 0.273, 0.258, 0.193, 3.037, 0.247}, 9.428},
    {"truck", "BLAS", {0.665, 0.927, 0.655, 0.361, 0.275, 0.198, 0.194, 2.054, 0.258}, 5.588},
    {"truck", "sparse", {0.658, 0.721, 0.616, 0.195, 0.275, 0.180, 0.193, 2.044, 0.255}, 5.137},
}};

// [CYI01 table 2]: seconds per run and percent of the first.
constexpr std::string_view kLinearSetting =
    "The paper's machine is a 333 MHz PowerPC 604; its times are of a whole run, 10 s of a car with tyres, 10 bodies "
    "and 17 "
    "coordinates.";
constexpr std::array<std::string_view, 3> kLinearNames{"reduced Lagrangian multipliers", "sparse Cholesky",
                                                       "recursive block mass matrix"};
struct LinearRow {
  double seconds;
  double percent;
};
constexpr std::array<LinearRow, 3> kLinear{{{10.42, 100}, {9.84, 94.4}, {8.98, 86.2}}};

// [SK table 1]: operations for the quarter of a car with a short and a long arm.
struct PhaseRow {
  std::string_view phase;
  long cartesianMultiplications;
  long cartesianAdditions;
  long jointMultiplications;
  long jointAdditions;
};
constexpr std::array<PhaseRow, 6> kPhases{{
    {"Position", 401, 302, 764, 727},
    {"Velocity", 414, 302, 290, 220},
    {"RHS", 245, 196, 127, 194},
    {"Mass/Force", 3594, 3241, 1290, 1139},
    {"Effective mass/force", 25, 24, 177, 160},
    {"Acceleration", 49, 42, 311, 292},
}};
constexpr PhaseRow kPhaseTotal{"Subtotal", 4728, 4107, 2959, 2732};

}  // namespace mb::published
