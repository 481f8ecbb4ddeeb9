// Matrices of closing equations with known rank: by construction, or by singular values with a clear gap. Shared by the
// test and bench/rank_study.
#pragma once

#include <Eigen/LU>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "formats/model/basics/decompositions.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/evaluation/stages.h"
#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"

namespace mb::testing {

struct RankVerdict {
  int expected = 0;
  int decided = 0;
  double conditionRatio = 1;  // of the chosen pivot block, relative to that of full pivoting; 2-norm
};

using Random = std::mt19937_64;
inline double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline int whole(Random& random, int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }
inline double decades(Random& random, double low, double high) { return std::pow(10.0, uniform(random, low, high)); }
inline Eigen::MatrixXd normal(Random& random, int rows, int columns) {
  std::normal_distribution<double> of;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return of(random); });
}

// Phi_z of a block, scaled as for the choice of coordinates.
inline Eigen::MatrixXd scaledJacobian(const Mechanism& m, int number, const Workspace& w) {
  const Mechanism::Block& block = m.blocks[static_cast<std::size_t>(number)];
  Eigen::MatrixXd J(block.rowCount, block.columnCount);
  for (int r = 0; r < block.rowCount; ++r) {
    for (int c = 0; c < block.columnCount; ++c) {
      const auto k = static_cast<std::size_t>(r) * static_cast<std::size_t>(block.columnCount) + std::size_t(c);
      J(r, c) = w.blocks[static_cast<std::size_t>(number)].J[k] * rowScale(m, block, r) * columnScale(m, block, c);
    }
  }
  return J;
}

inline double conditionOf(const Eigen::MatrixXd& block) {
  const Eigen::VectorXd sigma = singularValues(block);
  return sigma.size() == 0 ? 1 : sigma(0) / sigma(sigma.size() - 1);
}

// The program's decision about a block whose Phi_z is in the workspace.
inline RankVerdict judge(const Mechanism& m, int number, Workspace& w, int expected) {
  choosePartition(m, number, w);
  const Partition& partition = w.blocks[static_cast<std::size_t>(number)].partition;
  RankVerdict verdict{expected, partition.rank, 1};
  if (verdict.decided != expected || expected == 0) return verdict;
  const Eigen::MatrixXd J = scaledJacobian(m, number, w);
  const std::vector<int> rows(partition.rows.begin(), partition.rows.begin() + expected);
  const std::vector<int> columns(partition.columns.begin(), partition.columns.begin() + expected);
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(J);
  const Eigen::MatrixXd pivoted = (lu.permutationP() * J * lu.permutationQ()).topLeftCorner(expected, expected);
  verdict.conditionRatio = conditionOf(J(rows, columns)) / conditionOf(pivoted);
  return verdict;
}

// A mechanism that consists of one block of closing equations with this derivative.
inline RankVerdict judgeMatrix(const Eigen::MatrixXd& J, int rank, const std::vector<bool>& isLength = {},
                               const std::vector<bool>& isTranslation = {}, double size = 1) {
  Mechanism m;
  m.vCount = static_cast<int>(J.cols());
  Mechanism::Block block;
  block.rowCount = static_cast<int>(J.rows());
  block.columnCount = m.vCount;
  block.size = size;
  m.blocks.push_back(block);
  for (int r = 0; r < block.rowCount; ++r) {
    Mechanism::Row row;
    row.isLength = !isLength.empty() && isLength[static_cast<std::size_t>(r)];
    m.rows.push_back(row);
  }
  for (int c = 0; c < m.vCount; ++c) {
    m.columns.push_back({c, !isTranslation.empty() && isTranslation[static_cast<std::size_t>(c)]});
  }
  Workspace w;
  w.blocks.resize(1);
  for (std::vector<double>* values : {&w.blocks[0].J, &w.blocks[0].lu}) values->resize(std::size_t(J.size()));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(w.blocks[0].J.data(), J.rows(),
                                                                                     J.cols()) = J;
  w.blocks[0].partition.rows.resize(std::size_t(J.rows()));
  w.blocks[0].partition.columns.resize(std::size_t(J.cols()));
  w.isDependent.resize(std::size_t(J.cols()));
  return judge(m, 0, w, rank);
}

// --- Matrices with a rank known by construction.

// U S V' with singular values spread over the given number of decades.
inline Eigen::MatrixXd withRank(Random& random, int rows, int columns, int rank, double spread) {
  const auto basis = [&](int size) { return orthonormalColumns(normal(random, size, rank)); };
  Eigen::VectorXd sigma(rank);
  for (int k = 0; k < rank; ++k) sigma(k) = decades(random, -spread, 0) * std::sqrt(std::max(rows, columns));
  return basis(rows) * sigma.asDiagonal() * basis(columns).transpose();
}

struct Shape {
  int rows;
  int columns;
  int rank;
};
inline Shape anyShape(Random& random) {
  const int rows = whole(random, 2, 30);
  const int columns = whole(random, 2, 30);
  return {rows, columns, whole(random, 1, std::min(rows, columns))};
}

inline RankVerdict productOfFactors(Random& random) {
  const Shape s = anyShape(random);
  return judgeMatrix(normal(random, s.rows, s.rank) * normal(random, s.rank, s.columns), s.rank);
}

// Independent rows mixed with copies, opposites, sums of others and zero rows.
inline RankVerdict combinedRows(Random& random) {
  const int columns = whole(random, 2, 20);
  const int rank = whole(random, 1, columns);
  const Eigen::MatrixXd base = withRank(random, rank, columns, rank, 2);
  Eigen::MatrixXd J(whole(random, rank, 3 * rank + 3), columns);
  for (int r = 0; r < J.rows(); ++r) {
    if (r < rank) {
      J.row(r) = base.row(r);
      continue;
    }
    const Eigen::MatrixXd weights = normal(random, 1, rank);
    const std::array<Eigen::MatrixXd, 4> kinds{base.row(whole(random, 0, rank - 1)),
                                               -base.row(whole(random, 0, rank - 1)), weights * base,
                                               Eigen::MatrixXd::Zero(1, columns)};
    J.row(r) = kinds[static_cast<std::size_t>(whole(random, 0, 3))];
  }
  std::vector<int> order(static_cast<std::size_t>(J.rows()));
  for (int r = 0; r < J.rows(); ++r) order[static_cast<std::size_t>(r)] = r;
  std::shuffle(order.begin(), order.end(), random);
  return judgeMatrix(J(order, Eigen::all), rank);
}

// Lengths and angles mixed in rows and columns, for mechanisms from micrometres to thousands of kilometres.
inline RankVerdict mixedUnits(Random& random) {
  const Shape s = anyShape(random);
  const double size = decades(random, -6, 6);
  Eigen::MatrixXd J = withRank(random, s.rows, s.columns, s.rank, 2);
  std::vector<bool> isLength(static_cast<std::size_t>(s.rows));
  std::vector<bool> isTranslation(static_cast<std::size_t>(s.columns));
  for (int r = 0; r < s.rows; ++r) {
    isLength[static_cast<std::size_t>(r)] = whole(random, 0, 1) == 1;
    if (isLength[static_cast<std::size_t>(r)]) J.row(r) *= size;
  }
  for (int c = 0; c < s.columns; ++c) {
    isTranslation[static_cast<std::size_t>(c)] = whole(random, 0, 1) == 1;
    if (isTranslation[static_cast<std::size_t>(c)]) J.col(c) /= size;
  }
  return judgeMatrix(J, s.rank, isLength, isTranslation, size);
}

inline RankVerdict gradedValues(Random& random) {
  const Shape s = anyShape(random);
  return judgeMatrix(withRank(random, s.rows, s.columns, s.rank, 4), s.rank);
}

// Redundant rows that agree only to a given accuracy, as typed data do. Entries are about 1.
inline RankVerdict typedData(Random& random, double noise) {
  const Shape s = anyShape(random);
  const Eigen::MatrixXd error = noise * normal(random, s.rows, s.columns);
  return judgeMatrix(withRank(random, s.rows, s.columns, s.rank, 2) + error, s.rank);
}
inline RankVerdict nineDigits(Random& random) { return typedData(random, 1e-9); }

// --- Loops whose rank is known from their kind.

inline RankVerdict judgeModel(const CartesianModel& model, int rank) {
  const Mechanism m = makeMechanism(convertModel(model).recursive);
  Workspace w = makeWorkspace(m);
  std::vector<double> y = initialState(m);
  startIntegrals(m, 0, y, w);
  RankVerdict sum{rank, 0, 1};
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    const bool only = m.blocks.size() == 1;
    const RankVerdict verdict = judge(m, n, w, only ? rank : 0);
    sum.decided += verdict.decided;
    if (only) sum.conditionRatio = verdict.conditionRatio;
  }
  return sum;
}

inline Body plainBody(const std::string& name, const Pose& X_WB, double size) {
  Body body;
  body.name = name;
  body.X_WB = X_WB;
  body.massProperties.mass = 1;
  body.massProperties.inertia = size * size * Matrix3::Identity();
  return body;
}

inline Pose anyPose(Random& random, double size) {
  const Vector3 axis = Vector3(normal(random, 3, 1)).normalized();
  return {Eigen::AngleAxisd(uniform(random, -3, 3), axis).toRotationMatrix(), size * Vector3(normal(random, 3, 1))};
}

// A planar polygon of hinges anywhere in space: five rows per cut hinge, two of them independent. With all corners in
// line, a change point of the linkage, every hinge moves the others only across the line: one.
inline RankVerdict planarLoop(Random& random, bool inLine) {
  const int corners = whole(random, 4, 8);
  const double size = decades(random, -3, 3);
  const Pose X_W = anyPose(random, size);
  CartesianModel model;
  model.name = "polygon";
  std::vector<BodyIndex> bodies{addGround(model)};
  std::vector<Vector3> points;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * (k + uniform(random, -0.3, 0.3)) / corners;
    points.push_back(size * uniform(random, 0.7, 1.3) * Vector3(std::cos(angle), inLine ? 0 : std::sin(angle), 0));
    if (k > 0) bodies.push_back(model.bodies.add(plainBody("bar" + std::to_string(k), X_W, size)));
  }
  for (int k = 0; k < corners; ++k) {
    const auto next = static_cast<std::size_t>((k + 1) % corners);
    addJoint(model, "hinge" + std::to_string(k), "revolute", bodies[next], bodies[static_cast<std::size_t>(k)],
             X_W * Pose{Matrix3::Identity(), points[static_cast<std::size_t>(k)]});
  }
  return judgeModel(model, inLine ? 1 : 2);
}
inline RankVerdict planarLoopAside(Random& random) { return planarLoop(random, false); }
inline RankVerdict planarLoopInLine(Random& random) { return planarLoop(random, true); }

// A slider-crank whose rod is as long as its crank, folded with the slider on the main bearing: the crank does not move
// the pin, rod and slider move it along the guide. Rank 1 instead of 2.
inline RankVerdict foldedSliderCrank(Random& random) {
  const double size = decades(random, -3, 3);
  const Pose X_W = anyPose(random, size);
  const Vector3 pin(0, size * uniform(random, 0.3, 2), 0);
  CartesianModel model;
  model.name = "folded";
  const BodyIndex ground = addGround(model);
  const BodyIndex crank = model.bodies.add(plainBody("crank", X_W, size));
  const BodyIndex rod = model.bodies.add(plainBody("rod", X_W, size));
  const BodyIndex slider = model.bodies.add(plainBody("slider", X_W, size));
  addJoint(model, "bearing", "revolute", crank, ground, X_W);
  addJoint(model, "pin", "revolute", rod, crank, X_W * Pose{Matrix3::Identity(), pin});
  addJoint(model, "end", "revolute", slider, rod, X_W);
  addJoint(model, "guide", "translational", slider, ground,
           X_W * Pose{*rotationFromZX(Vector3::UnitX(), Vector3::UnitY()), Vector3::Zero()});
  return judgeModel(model, 1);
}

// A bar on K parallel cranks: K + 1 coordinates and one degree of freedom, so rank K. In line, each crank except the
// first has one equation left: rank K - 1.
inline RankVerdict parallelCranks(Random& random, bool inLine) {
  const int cranks = whole(random, 2, 6);
  const double size = decades(random, -3, 3);
  const Pose X_W = anyPose(random, size);
  const double angle = inLine ? 0 : uniform(random, 0.3, 2.8);
  CartesianModel model;
  model.name = "cranks";
  const BodyIndex ground = addGround(model);
  const BodyIndex bar = model.bodies.add(plainBody("bar", X_W, size));
  for (int k = 0; k < cranks; ++k) {
    const std::string number = std::to_string(k);
    const BodyIndex crank = model.bodies.add(plainBody("crank" + number, X_W, size));
    const Vector3 foot(size * (k + uniform(random, 0, 0.5)), 0, 0);
    const Vector3 top = foot + size * Vector3(std::cos(angle), std::sin(angle), 0);
    addJoint(model, "foot" + number, "revolute", crank, ground, X_W * Pose{Matrix3::Identity(), foot});
    addJoint(model, "top" + number, "revolute", bar, crank, X_W * Pose{Matrix3::Identity(), top});
  }
  return judgeModel(model, inLine ? cranks - 1 : cranks);
}
inline RankVerdict parallelCranksAside(Random& random) { return parallelCranks(random, false); }
inline RankVerdict parallelCranksInLine(Random& random) { return parallelCranks(random, true); }

// Shafts with gears whose ratios agree around every loop of gears: shafts less trains are independent. The factors of a
// gear may have any size: teeth, or radii in any unit.
inline RankVerdict gearTrain(Random& random) {
  const int shafts = whole(random, 2, 9);
  CartesianModel model;
  model.name = "gears";
  const BodyIndex ground = addGround(model);
  std::vector<double> speed;
  for (int k = 0; k < shafts; ++k) {
    const std::string number = std::to_string(k);
    const BodyIndex shaft = model.bodies.add(plainBody("shaft" + number, {}, 1));
    addJoint(model, "bearing" + number, "revolute", shaft, ground, {Matrix3::Identity(), Vector3(k, 0, 0)});
    speed.push_back(decades(random, -1, 1) * (k % 2 == 0 ? 1 : -1));
  }
  const int more = whole(random, 0, shafts);
  for (int k = 0; k < shafts - 1 + more; ++k) {
    const int a = k < shafts - 1 ? k + 1 : whole(random, 1, shafts - 1);
    const int b = whole(random, 0, a - 1);
    const double factor = decades(random, -9, 9);
    Coupler gear;
    gear.name = "gear" + std::to_string(k);
    gear.terms = {{{JointIndex{a}, 0}, factor * speed[static_cast<std::size_t>(b)]},
                  {{JointIndex{b}, 0}, -factor * speed[static_cast<std::size_t>(a)]}};
    model.couplers.push_back(gear);
  }
  return judgeModel(model, shafts - 1);
}

struct RankFamily {
  const char* name;
  RankVerdict (*make)(Random&);
  int share;  // per thousand
};
inline const std::vector<RankFamily>& rankFamilies() {
  static const std::vector<RankFamily> families{
      {"products of random factors", productOfFactors, 170},
      {"copies, opposites, sums, rows of nothing", combinedRows, 200},
      {"lengths and angles mixed, sizes 1e-6 to 1e6 m", mixedUnits, 150},
      {"singular values over four decades", gradedValues, 100},
      {"redundant rows that agree to nine digits", nineDigits, 100},
      {"planar loops of 4 to 8 hinges in space", planarLoopAside, 50},
      {"the same with all hinges in line", planarLoopInLine, 50},
      {"slider-cranks of equal bars, folded", foldedSliderCrank, 30},
      {"bars on 2 to 6 parallel cranks", parallelCranksAside, 50},
      {"the same in line", parallelCranksInLine, 50},
      {"gear trains, ratios 1e-2 to 1e2, factors in any unit", gearTrain, 50},
  };
  return families;
}

// --- Samples at positions where the rank is known from their kind.

// Moves a body in the x-z plane: what was at p is then at p2, and what was towards q is towards q2. At rest.
inline void carryBar(CartesianModel& model, const std::string& name, const Vector3& p, const Vector3& q,
                     const Vector3& p2, const Vector3& q2) {
  const auto angleOf = [](const Vector3& r) { return std::atan2(r.x(), r.z()); };
  const Matrix3 R = rotationAbout(1, angleOf(q2 - p2) - angleOf(q - p));
  for (Body& body : model.bodies) {
    if (body.name != name) continue;
    body.X_WB = {R * body.X_WB.R, p2 + R * (body.X_WB.p - p)};
    body.v_WB = body.w_WB = Vector3::Zero();
  }
}

struct KnownPosition {
  std::string name;
  CartesianModel model;
  int rank = 0;
};

// Cranks and couplers in line, to either side: half of the rank is lost.
inline KnownPosition fourBarsInLine(double side) {
  CartesianModel model = readSample("n_four_bar");
  for (int k = 0; k < 3; ++k) {
    const Vector3 foot(k, 0, 0);
    const Vector3 top(k, 0, 1);
    const Vector3 flat(k + side, 0, 0);
    const Vector3 back(-1, 0, 0);
    carryBar(model, "crank" + std::to_string(k), foot, top, foot, flat);
    carryBar(model, "coupler" + std::to_string(k), top, top + back, flat, flat + back);
  }
  return {"n_four_bar in line", model, 2};
}

// Crank and coupler in line, stretched or folded: the rocker reverses. Only these two bars are in line, and the closing
// equations keep their rank.
inline KnownPosition fourBarAtDeadCentre(bool isStretched) {
  CartesianModel model = readSample("four_bar");
  const Vector3 A(0, 0, 0);
  const Vector3 B(0, 0, 0.25);
  const Vector3 C(0.75, 0, 0.5);
  const Vector3 D(0.625, 0, 0);
  const double crank = (B - A).norm();
  const double reach = (C - B).norm() + (isStretched ? crank : -crank);
  const double x = (reach * reach - (C - D).squaredNorm() + D.x() * D.x()) / (2 * D.x());
  const Vector3 C2(x, 0, std::sqrt(reach * reach - x * x));
  const Vector3 B2 = (isStretched ? crank : -crank) / reach * C2;
  carryBar(model, "crank", A, B, A, B2);
  carryBar(model, "coupler", B, C, B2, C2);
  carryBar(model, "rocker", D, C, D, C2);
  return {"four_bar at a dead centre", model, 2};
}

// The same with a guide that passes beside the main bearing.
inline KnownPosition sliderCrankAtDeadCentre(bool isStretched) {
  CartesianModel model = readSample("slider_crank");
  for (Joint& joint : model.joints) joint.initials.clear();
  const Vector3 A(0.06, 0, 0.08);
  const Vector3 S(0.3, 0, 0.01);
  const double reach = isStretched ? 0.35 : 0.15;
  const Vector3 S2(std::sqrt(reach * reach - S.z() * S.z()), 0, S.z());
  const Vector3 A2 = (isStretched ? 0.1 : -0.1) / reach * S2;
  carryBar(model, "crank", Vector3::Zero(), A, Vector3::Zero(), A2);
  carryBar(model, "rod", A, S, A2, S2);
  carryBar(model, "slider", S, S + Vector3::UnitX(), S2, S2 + Vector3::UnitX());
  return {"slider_crank at a dead centre", model, 2};
}

inline std::vector<KnownPosition> knownPositions() {
  return {fourBarsInLine(1),
          fourBarsInLine(-1),
          fourBarAtDeadCentre(true),
          fourBarAtDeadCentre(false),
          sliderCrankAtDeadCentre(true),
          sliderCrankAtDeadCentre(false)};
}

// --- Samples at positions near their own.

using SingularValues = std::function<Eigen::VectorXd(const Eigen::MatrixXd&)>;

// The rank for every threshold between 1e-10 and 1e-5 of the largest value; -1 if the thresholds disagree.
inline int clearRank(const Eigen::VectorXd& sigma) {
  int rank = 0;
  if (sigma.size() == 0 || sigma(0) == 0) return 0;
  for (const double value : sigma) {
    if (value > 1e-5 * sigma(0))
      ++rank;
    else if (value > 1e-10 * sigma(0))
      return -1;
  }
  return rank;
}

struct SampleVerdicts {
  std::vector<RankVerdict> counted;
  int unclear = 0;   // no gap between the singular values
  int unclosed = 0;  // positions where the loops do not close
};

// Positions up to half a radian off those of the model, projected onto the equations: each block gives a matrix.
inline SampleVerdicts judgeSample(const RecursiveModel& model, int positions, Random& random,
                                  const SingularValues& values) {
  const Mechanism m = makeMechanism(model);
  SampleVerdicts verdicts;
  Workspace w = makeWorkspace(m);
  const std::vector<double> first = initialState(m);
  for (int k = 0; k < positions && !m.blocks.empty(); ++k) {
    std::vector<double> y = first;
    startIntegrals(m, 0, y, w);
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) choosePartition(m, n, w);
    updateIndependent(m, w);
    // In small moves, so that Newton stays on the branch.
    std::vector<double> change(static_cast<std::size_t>(m.vCount));
    for (std::size_t n = 0; n < m.blocks.size(); ++n) {
      const Mechanism::Block& block = m.blocks[n];
      for (int c = 0; c < block.columnCount; ++c) {
        const Mechanism::Column& column = m.columns[static_cast<std::size_t>(block.firstColumn + c)];
        const double reach = column.isTranslation ? 0.1 * block.size : 0.5;
        change[static_cast<std::size_t>(column.v)] = reach * uniform(random, -1, 1) / 10;
      }
    }
    Projected projected;
    projected.converged = true;
    for (int part = 0; part < 10 && projected.converged && !projected.isSingular; ++part) {
      std::vector<double> dz(change);
      for (int v = 0; v < m.vCount; ++v) {
        if (w.isDependent[static_cast<std::size_t>(v)]) dz[static_cast<std::size_t>(v)] = 0;
      }
      if (k > 0) advance(m, dz, y);  // the first position is the sample's own
      projected = projectPositions(m, 0, y, w);
    }
    if (!projected.converged || !(projected.residual.value < 1e-5)) {
      ++verdicts.unclosed;
      continue;
    }
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
      const int rank = clearRank(values(scaledJacobian(m, n, w)));
      if (rank < 0) ++verdicts.unclear;
      if (rank >= 0) verdicts.counted.push_back(judge(m, n, w, rank));
    }
  }
  return verdicts;
}

}  // namespace mb::testing
