#include "runtime/assembly/assemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/limits.h"
#include "runtime/assembly/open_loops.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/evaluation/stages.h"
#include "runtime/linear/least_solution.h"
#include "runtime/mechanism/block_sizes.h"
#include "runtime/mechanism/loops.h"

namespace mb {
namespace {

constexpr double kOpen = 1e-5;   // of a block's size: with a larger opening there is no solution nearby
constexpr double kStride = 0.4;  // radians, or fractions of the block's size: stay on this branch
constexpr double kFlipped = 1;   // rad: beyond this an axis points the other way
constexpr double kFarApart = 0.1 / kRankTolerance;  // of factors

// The model with drives that hold what is to be kept: a position or a velocity.
RecursiveModel withKeeps(RecursiveModel model, const std::vector<KeptPose>& keeps, bool velocities) {
  const Table<LinkIndex, Pose> X_WL = worldPoses(model, initialPositions(model));
  constexpr std::array<std::string_view, 6> kComponents{"x", "y", "z", "rx", "ry", "rz"};
  for (const KeptPose& keep : keeps) {
    const std::array<bool, 6>& wanted = velocities ? keep.velocity : keep.position;
    if (std::none_of(wanted.begin(), wanted.end(), [](bool component) { return component; })) continue;
    // Both frames have the axes of the world and coincide where the body is to be.
    const Pose X_WB = velocities ? X_WL[keep.link] * keep.X_LB : keep.X_WB;
    const Pose X_WF{Matrix3::Identity(), X_WB.p};
    const Pose X_LM = keep.X_LB * Pose{X_WB.R.transpose(), Vector3::Zero()};
    const MarkerIndex i = model.markers.add({keep.body + " kept", keep.link, X_LM});
    const MarkerIndex j = model.markers.add({keep.body + " kept at", {}, X_WF});
    Vector6 rates;
    rates << keep.v_WB, keep.w_WB;
    for (int k = 0; k < 6; ++k) {
      if (!wanted[at(k)]) continue;
      Drive drive;
      drive.name = fmt::format("{} {} kept", keep.body, kComponents[at(k)]);
      drive.i = i;
      drive.j = j;
      drive.component = k;
      drive.function = LinearFunction{0, velocities ? rates(k) : 0};
      drive.origin.at = keep.at;
      model.drives.push_back(std::move(drive));
    }
  }
  return model;
}

// Velocities of the mechanism whose coordinates the user gave, as value or rate.
std::vector<bool> givenCoordinates(const Mechanism& m, bool rates) {
  std::vector<bool> given(at(m.vCount));
  for (const LinkIndex link : m.model.links.indexes()) {
    for (const InitialCoordinate& initial : m.model.links[link].initials) {
      if (rates ? initial.rate.has_value() : initial.value.has_value()) {
        given[at(m.links[at(link.value)].v + initial.coordinate)] = true;
      }
    }
  }
  return given;
}

// Drives and couplers of coordinates alone are linear, so one move of any length solves them.
double strideOf(const Mechanism& m, const Mechanism::Block& block) {
  const auto isLinear = [&](int r) { return m.rows[at(block.firstRow + r)].kind == RowKind::coordinates; };
  for (int r = 0; r < block.rowCount; ++r) {
    if (!isLinear(r)) return kStride;
  }
  return std::numeric_limits<double>::infinity();
}

// The least change of a block's coordinates, in SI, that removes the given residuals.
Eigen::VectorXd leastChange(const Mechanism& m, const Workspace& w, int number, const std::vector<bool>& given,
                            const Eigen::VectorXd& residual, double stride = std::numeric_limits<double>::infinity()) {
  const Mechanism::Block& block = m.blocks[at(number)];
  Eigen::MatrixXd J(block.rowCount, block.columnCount);
  Eigen::VectorXd right(block.rowCount);
  const auto unit = [&](int c) { return m.columns[at(block.firstColumn + c)].isTranslation ? block.size : 1.0; };
  for (int r = 0; r < block.rowCount; ++r) {
    const double scale = rowScale(m, block, r);
    right(r) = -scale * residual(block.firstRow + r);
    for (int c = 0; c < block.columnCount; ++c) {
      const bool isGiven = given[at(m.columns[at(block.firstColumn + c)].v)];
      J(r, c) = isGiven ? 0 : scale * unit(c) * w.blocks[at(number)].J[at(r * block.columnCount + c)];
    }
  }
  Eigen::VectorXd change = leastSolution(J, right);
  const double largest = change.size() > 0 ? change.cwiseAbs().maxCoeff() : 0;
  if (largest > stride) change *= stride / largest;
  for (int c = 0; c < block.columnCount; ++c) change(c) *= unit(c);
  return change;
}

// Refuses a drive or coupler whose function has no value or rate at the start.
bool refusesNotFinite(const Mechanism& m, const Residual& residual, std::string_view what, Diagnostics& diagnostics) {
  if (std::isfinite(residual.value)) return false;
  const Mechanism::Row& row = m.rows[at(residual.row)];
  diagnostics
      .error(row.at, Code::noStartValue,
             fmt::format("the {} of '{}' at the start is {}", what, row.name, residual.value))
      .withHint("its function, and the rate of it, must have a value at time 0");
  return true;
}

// A distance of zero has no direction.
bool refusesNoDistance(const Mechanism& m, const Workspace& w, Diagnostics& diagnostics) {
  bool isRefused = false;
  for (const Mechanism::Drive& drive : m.drives) {
    const double length = w.signals[at(drive.signal)].value;
    if (drive.length == 0 || length > 0) continue;
    const Mechanism::Row& row = m.rows[at(drive.row)];
    diagnostics
        .error(row.at, Code::mustBePositive,
               fmt::format("the distance of '{}' is {:.6g} m at the start, it must be above 0", row.name, length))
        .withHint("the function is the distance itself, not its change; points that coincide are a spherical joint");
    isRefused = true;
  }
  return isRefused;
}

// Refuses couplers with factors so far apart that the smaller one would vanish in the decision on ranks, and its motion
// would be ignored silently.
void refuseFarFactors(const Mechanism& m, Diagnostics& diagnostics) {
  std::vector<double> scaleOf(at(m.vCount), 1.0);  // by velocity
  for (const Mechanism::Block& block : m.blocks) {
    for (int c = 0; c < block.columnCount; ++c) {
      scaleOf[at(m.columns[at(block.firstColumn + c)].v)] = columnScale(m, block, c);
    }
    for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) {
      const Mechanism::Row& row = m.rows[at(r)];
      if (row.kind != RowKind::coordinates) continue;
      double largest = 0;
      double smallest = std::numeric_limits<double>::infinity();
      for (int k = row.firstTerm; k < row.firstTerm + row.termCount; ++k) {
        const Mechanism::Term& term = m.terms[at(k)];
        if (term.factor == 0) continue;
        const double size = std::abs(term.factor) * scaleOf[at(term.v)];
        largest = std::max(largest, size);
        smallest = std::min(smallest, size);
      }
      if (!(largest > kFarApart * smallest)) continue;
      diagnostics
          .error(row.at, Code::outOfRange,
                 fmt::format("the factors of '{}' are {:.3g} times apart", row.name, largest / smallest))
          .withHint(
              fmt::format("up to {:.0e} can be resolved, with lengths relative to the mechanism's size of {:.3g} m; "
                          "omit the smaller factor, or insert a shaft",
                          kFarApart, block.size));
    }
  }
}

// The joints, drives and couplers of the block that a row is in.
std::string namesBeside(const Mechanism& m, int row) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> names;
  for (const Mechanism::Block& block : m.blocks) {
    if (row < block.firstRow || row >= block.firstRow + block.rowCount) continue;
    for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) names.push_back(m.rows[at(r)].name);
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  return fmt::format("'{}'{}", fmt::join(names, "', '"), more > 0 ? fmt::format(" and {} more", more) : "");
}

void evaluateEquations(const Mechanism& m, StateView y, Workspace& w) {
  setSignals(m, 0, y, w);
  setPositions(m, y, w);
  setEquations(m, y, w);
}

void storePositions(const Mechanism& m, StateView y, RecursiveModel& model) {
  for (const LinkIndex link : model.links.indexes()) {
    std::vector<double>& z = model.links[link].z;
    std::copy_n(y.begin() + m.links[at(link.value)].z, z.size(), z.begin());
  }
}

void assemblePositions(RecursiveModel& model, const std::vector<KeptPose>& keeps, AssemblyReport& report,
                       Diagnostics& diagnostics) {
  const Mechanism m = makeMechanism(withKeeps(model, keeps, false), MechanismFor::assembly);
  checkBlockSizes(m, diagnostics);
  refuseFarFactors(m, diagnostics);
  if (diagnostics.hasErrors()) return;
  Workspace w = makeWorkspace(m);
  std::vector<double> y = initialState(m);
  startIntegrals(m, 0, y, w);
  if (refusesNoDistance(m, w, diagnostics)) return;
  const std::vector<bool> given = givenCoordinates(m, false);
  evaluateEquations(m, y, w);
  Residual residual = worstResidual(m, w);
  report.positions.before = residual.value;
  if (residual.row >= 0) report.positions.worst = m.rows[at(residual.row)].name;
  if (refusesNotFinite(m, residual, "residual", diagnostics)) return;
  const std::vector<double> first = y;
  std::vector<double> best = y;
  Residual least = residual;
  for (int iteration = 0; iteration < 60 && least.value > 1e-14; ++iteration) {
    std::vector<double> dz(at(m.vCount));
    const Eigen::VectorXd Phi =
        Eigen::Map<const Eigen::VectorXd>(w.Phi.data(), static_cast<Eigen::Index>(w.Phi.size()));
    double largest = 0;
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
      if (m.blocks[at(n)].columnCount == 0) continue;
      const Eigen::VectorXd change = leastChange(m, w, n, given, Phi, strideOf(m, m.blocks[at(n)]));
      for (int c = 0; c < m.blocks[at(n)].columnCount; ++c) {
        dz[at(m.columns[at(m.blocks[at(n)].firstColumn + c)].v)] = change(c);
        largest = std::max(largest, std::abs(change(c)));
      }
    }
    if (largest < 1e-16) break;
    advance(m, dz, y);
    evaluateEquations(m, y, w);
    residual = worstResidual(m, w);
    if (residual.value < least.value) {
      least = residual;
      best = y;
    }
  }
  report.positions.after = least.value;
  for (int k = 0; k < m.zCount; ++k) {
    const double move = std::abs(best[at(k)] - first[at(k)]);
    if (move <= report.largestMove) continue;
    report.largestMove = move;
    for (const LinkIndex link : m.model.links.indexes()) {
      if (m.links[at(link.value)].z <= k) report.moved = m.model.links[link].joint;
    }
  }
  if (!(least.value <= kOpen)) {
    report.hasOpenLoops = refuseOpenLoops(model, diagnostics);
    if (report.hasOpenLoops) return;
    const Mechanism::Row& row = m.rows[at(least.row)];
    diagnostics
        .error(
            row.at, Code::openLoop,
            fmt::format("the initial positions cannot be assembled: '{}' stays open by {}", row.name, toText(m, least)))
        .withHint("kept, driven or given initial values contradict the joints: " + namesBeside(m, least.row));
    return;
  }
  storePositions(m, best, model);
  const Positions z = initialPositions(model);
  for (const LoopBlock& block : loopBlocks(model)) {
    for (const Loop& loop : block.loops) {
      const double angle = gapOf(model, loop, z).angle;
      if (angle < kFlipped) continue;
      const std::string name = nameOf(model, loop);
      diagnostics
          .error(loop.cut >= 0 ? model.cuts[at(loop.cut)].origin.at : model.rods[at(loop.rod)].origin.at,
                 Code::openLoop,
                 fmt::format("'{}' closes the wrong way round: its axes are {:.4g} deg apart", name,
                             angle * kDegreesPerRadian))
          .withHint("its equations also hold for opposite axes; turn one of its two frames around");
    }
  }
}

void assembleVelocities(RecursiveModel& model, const std::vector<KeptPose>& keeps, AssemblyReport& report,
                        Diagnostics& diagnostics) {
  const Mechanism m = makeMechanism(withKeeps(model, keeps, true), MechanismFor::assembly);
  Workspace w = makeWorkspace(m);
  std::vector<double> y = initialState(m);
  startIntegrals(m, 0, y, w);
  evaluateEquations(m, y, w);
  const std::vector<bool> given = givenCoordinates(m, true);
  double* const z_dot = y.data() + m.velocityAt();
  const auto rates = [&] {  // Phi_z z_dot + Phi_t
    Eigen::VectorXd rate = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(m.rows.size()));
    for (std::size_t n = 0; n < m.blocks.size(); ++n) {
      const Mechanism::Block& block = m.blocks[n];
      for (int r = 0; r < block.rowCount; ++r) {
        const Mechanism::Row& row = m.rows[at(block.firstRow + r)];
        double sum = row.signal >= 0 ? -w.signals[at(row.signal)].rate : 0;
        for (int c = 0; c < block.columnCount; ++c) {
          sum += w.blocks[n].J[at(r * block.columnCount + c)] * z_dot[m.columns[at(block.firstColumn + c)].v];
        }
        rate(block.firstRow + r) = sum;
      }
    }
    return rate;
  };
  const auto worst = [&](const Eigen::VectorXd& rate) {
    Residual residual;
    for (const Mechanism::Block& block : m.blocks) {
      for (int r = 0; r < block.rowCount; ++r) {
        const double value = std::abs(rate(block.firstRow + r)) * rowScale(m, block, r);
        noteResidual(value, block.firstRow + r, residual);
      }
    }
    return residual;
  };
  const Residual before = worst(rates());
  report.velocities.before = before.value;
  if (before.row >= 0) report.velocities.worst = m.rows[at(before.row)].name;
  if (refusesNotFinite(m, before, "rate", diagnostics)) return;
  double speed = 1;
  for (int v = 0; v < m.vCount; ++v) speed = std::max(speed, std::abs(z_dot[v]));
  // The equations are linear; the second pass removes the round-off of the first.
  for (int pass = 0; pass < 3; ++pass) {
    const Eigen::VectorXd rate = rates();
    if (worst(rate).value < 1e-15 * speed) break;
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
      if (m.blocks[at(n)].columnCount == 0) continue;
      const Eigen::VectorXd change = leastChange(m, w, n, given, rate);
      for (int c = 0; c < m.blocks[at(n)].columnCount; ++c) {
        z_dot[m.columns[at(m.blocks[at(n)].firstColumn + c)].v] += change(c);
      }
    }
  }
  const Residual after = worst(rates());
  report.velocities.after = after.value;
  if (!(after.value <= kOpen * speed)) {
    const Mechanism::Row& row = m.rows[at(after.row)];
    diagnostics
        .error(row.at, Code::velocitiesContradict,
               fmt::format("the initial velocities contradict '{}' by {}/s", row.name, toText(m, after)))
        .withHint("kept, driven or given initial rates contradict the joints");
    return;
  }
  for (const LinkIndex link : model.links.indexes()) {
    std::vector<double>& own = model.links[link].z_dot;
    std::copy_n(z_dot + m.links[at(link.value)].v, own.size(), own.begin());
  }
}

void refuseTooLarge(const RecursiveModel& model, Diagnostics& diagnostics) {
  for (const LinkIndex index : model.links.indexes()) {
    const Link& link = model.links[index];
    const auto refuse = [&](std::string_view what, const std::vector<double>& values) {
      const auto tooLarge =
          std::ranges::find_if(values, [](double value) { return !(std::abs(value) <= limits::kLargestNumber); });
      if (tooLarge == values.end()) return;
      diagnostics
          .error(link.origin.at, Code::outOfRange,
                 fmt::format("the {} of '{}' at the start would be {:.3g}", what,
                             link.joint.empty() ? link.name : link.joint, *tooLarge))
          .withHint(fmt::format("a drive, coupler or initial value requires it; no machine has more than {:.0e}",
                                limits::kLargestNumber));
    };
    refuse("position", link.z);
    refuse("velocity", link.z_dot);
  }
}

}  // namespace

AssemblyReport assemble(RecursiveModel& model, const std::vector<KeptPose>& keeps, Diagnostics& diagnostics) {
  AssemblyReport report;
  assemblePositions(model, keeps, report, diagnostics);
  if (diagnostics.hasErrors()) return report;
  Diagnostics ofVelocities;
  assembleVelocities(model, keeps, report, ofVelocities);
  // Drives that contradict the joints also do so in their rates; naming them says more.
  report.prescribed = checkPrescribed(model, diagnostics);
  if (diagnostics.hasErrors()) return report;
  for (const Diagnostic& error : ofVelocities.all()) {
    diagnostics.error(error.at, error.code, error.message).withHint(error.hint);
  }
  if (!diagnostics.hasErrors()) refuseTooLarge(model, diagnostics);
  return report;
}

double closePositions(RecursiveModel& model) {
  AssemblyReport report;
  Diagnostics ignored;
  assemblePositions(model, {}, report, ignored);
  return report.positions.after;
}

}  // namespace mb
