#include "runtime/assembly/prescribed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "formats/model/basics/decompositions.h"
#include "formats/model/basics/text.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"
#include "runtime/assembly/assemble.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

// Number of entries up to which a block is examined by singular values, whose cost is cubic; in larger blocks the run
// finds out.
constexpr std::size_t kLargeBlock = 50'000;
constexpr double kTakesPart = 1e-6;  // of the largest share in a dependence
// Changes of a function that show what the machine allows, in rad or fractions of its size: well above what may stay
// open, and small enough for the assembly to follow.
constexpr double kMoved = 1e-3;
constexpr double kFar = 0.3;
constexpr double kFirstTime = 1e-6;
constexpr double kLastTime = 1e3;
constexpr double kAside = 1e-2;  // rad or m: away from a singular position

// Rows that depend on each other, with their owners.
struct Dependence {
  int count = 0;                    // number of redundant drives and couplers
  std::vector<int> rows;            // of the drives and couplers involved
  std::vector<std::string> joints;  // cuts and rods involved
  bool followsMotion = false;       // a drive involved has no function of time
};

struct Opening {
  double time = 0;
  double open = 0;  // relative to the mechanism's size
};

class PrescribedCheck {
 public:
  explicit PrescribedCheck(const RecursiveModel& model)
      : model_(model), m_(makeMechanism(model)), w_(makeWorkspace(m_)), y_(initialState(m_)) {
    startIntegrals(m_, 0, y_, w_);
    driveOfRow_.assign(m_.rows.size(), -1);
    for (std::size_t k = 0; k < m_.drives.size(); ++k) driveOfRow_[at(m_.drives[k].row)] = static_cast<int>(k);
    for (const Mechanism::Row& row : m_.rows) first_.push_back(row.signal >= 0 ? valueOf(row) : 0);
    for (const Mechanism::Drive& drive : m_.drives) driven_.push_back(w_.signals[at(drive.signal)].value);
  }

  PrescribedFreedoms run(Diagnostics& diagnostics) {
    PrescribedFreedoms result;
    for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) {
      const Mechanism::Block& block = m_.blocks[at(n)];
      int prescribed = 0;
      for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) prescribed += isPrescribed(r);
      result.freedoms += prescribed;
      if (prescribed == 0 || block.columnCount == 0 || isFullRank(n)) continue;
      const Dependence dependence = dependenceOf(n, prescribed);
      if (dependence.count == 0) continue;
      result.freedoms -= dependence.count;
      const std::optional<Opening> opening = dependence.followsMotion ? std::nullopt : openingOf(block);
      if (dependence.followsMotion || opening)
        refuse(dependence, opening, diagnostics);
      else
        result.remarks.push_back(remarkOn(dependence));
    }
    return result;
  }

 private:
  bool isPrescribed(int row) const { return m_.rows[at(row)].closing < 0 || driveOfRow_[at(row)] >= 0; }
  double valueOf(const Mechanism::Row& row) const { return w_.signals[at(row.signal)].value; }

  bool isFullRank(int n) {
    const Mechanism::Block& block = m_.blocks[at(n)];
    if (at(block.rowCount) * at(block.columnCount) > kLargeBlock) return true;
    choosePartition(m_, n, w_);
    return w_.blocks[at(n)].partition.rank == block.rowCount;
  }

  Dependence dependenceOf(int n, int prescribed) const {
    const Mechanism::Block& block = m_.blocks[at(n)];
    Eigen::MatrixXd J(block.rowCount, block.columnCount);
    Eigen::MatrixXd joints(block.rowCount - prescribed, block.columnCount);
    Eigen::Index next = 0;
    for (int r = 0; r < block.rowCount; ++r) {
      for (int c = 0; c < block.columnCount; ++c) {
        J(r, c) =
            w_.blocks[at(n)].J[at(r * block.columnCount + c)] * rowScale(m_, block, r) * columnScale(m_, block, c);
      }
      if (!isPrescribed(block.firstRow + r)) joints.row(next++) = J.row(r);
    }
    const auto rankOf = [](const Eigen::VectorXd& values) {
      const double least = kRankTolerance * std::max(1.0, values.size() > 0 ? values(0) : 0);
      return static_cast<Eigen::Index>(std::ranges::count_if(values, [&](double value) { return value > least; }));
    };
    const SingularVectors all = singularVectors(J);
    const Eigen::Index rank = rankOf(all.values);
    Dependence result;
    result.count = std::clamp(prescribed - static_cast<int>(rank - rankOf(singularValues(joints))), 0,
                              block.rowCount - static_cast<int>(rank));
    if (result.count == 0) return result;
    // Takes the dependences with the largest shares of drives and couplers; the others are among joints alone.
    const Eigen::MatrixXd dependences = all.U.rightCols(block.rowCount - rank);
    Eigen::MatrixXd shares = dependences;
    for (int r = 0; r < block.rowCount; ++r) {
      if (!isPrescribed(block.firstRow + r)) shares.row(r).setZero();
    }
    const Eigen::MatrixXd ours = dependences.lazyProduct(singularVectors(shares).V.leftCols(result.count));
    const double least = kTakesPart * ours.cwiseAbs().maxCoeff();
    for (int r = 0; r < block.rowCount; ++r) {
      if (ours.row(r).cwiseAbs().maxCoeff() > least) addPart(block.firstRow + r, result);
    }
    return result;
  }

  void addPart(int row, Dependence& dependence) const {
    const std::string& name = m_.rows[at(row)].name;
    if (!isPrescribed(row)) {
      if (std::ranges::find(dependence.joints, name) == dependence.joints.end()) dependence.joints.push_back(name);
      return;
    }
    dependence.rows.push_back(row);
    const int drive = driveOfRow_[at(row)];
    if (drive >= 0 && isUnknown(model_.drives[at(drive)])) dependence.followsMotion = true;
  }

  // Its values are not known before it runs.
  static bool isUnknown(const Drive& drive) {
    const auto* const expression = std::get_if<Expression>(&drive.function);
    return expression && hasReferences(*expression);
  }

  // Sets the functions of time, and the integrals of driven rates, at a time.
  void setSignalsAt(double time) {
    constexpr int kIntervals = 64;
    std::vector<double> y = y_;
    const double h = time / kIntervals;
    for (int k = 0; k < kIntervals; ++k) {
      setSignals(m_, (k + 0.5) * h, y, w_);
      for (std::size_t d = 0; d < m_.drives.size(); ++d) {
        const Jet& signal = w_.signals[at(m_.drives[d].signal)];
        double* const integral = y.data() + m_.integralAt() + 2 * d;
        integral[1] += h * signal.second;
        integral[0] += h * (m_.drives[d].derivative == 2 ? integral[1] - 0.5 * h * signal.second : signal.rate);
      }
    }
    setSignals(m_, time, y, w_);
  }

  // How far the functions of a block have moved; they stay in the workspace.
  double changeAt(const Mechanism::Block& block, double time) {
    setSignalsAt(time);
    double change = 0;
    for (int r = 0; r < block.rowCount; ++r) {
      const Mechanism::Row& row = m_.rows[at(block.firstRow + r)];
      if (row.signal < 0) continue;
      const double own = std::abs(valueOf(row) - first_[at(block.firstRow + r)]) * rowScale(m_, block, r);
      if (std::isfinite(own)) change = std::max(change, own);
    }
    return change;
  }

  // The first time at which the block can no longer be assembled, while its functions move far enough to show it.
  std::optional<Opening> openingOf(const Mechanism::Block& block) {
    RecursiveModel held = model_;
    for (const LinkIndex link : held.links.indexes()) held.links[link].initials.clear();
    double before = 0;
    Opening farthest;  // used if the functions never move that far
    bool isTried = false;
    for (double time = kFirstTime; time < kLastTime; time *= 2) {
      const double change = changeAt(block, time);
      if (change < kMoved) {
        before = time;
        if (change > farthest.open) farthest = {time, change};
        continue;
      }
      const double tried = change > kFar && !isTried ? timeBetween(block, before, time) : time;
      const Opening opening{tried, openAt(block, tried, held)};
      if (opening.open > kContradiction) return opening;
      if (change > kFar) return std::nullopt;
      isTried = true;
    }
    if (isTried || farthest.open == 0) return std::nullopt;
    const Opening opening{farthest.time, openAt(block, farthest.time, held)};
    return opening.open > kContradiction ? std::optional(opening) : std::nullopt;
  }

  // A time at which the functions have moved a little, but not far.
  double timeBetween(const Mechanism::Block& block, double before, double after) {
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (before + after);
      const double change = changeAt(block, middle);
      (change < kMoved ? before : after) = middle;
      if (change >= kMoved && change <= kFar) break;
    }
    return after;
  }

  // The smallest opening of the block with its functions at a given time. Tried again from slightly aside, because at a
  // singular position no small change helps. The positions found stay in the model.
  double openAt(const Mechanism::Block& block, double time, RecursiveModel& held) {
    setSignalsAt(time);
    std::set<std::string_view> names;
    for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) {
      if (isPrescribed(r)) names.insert(m_.rows[at(r)].name);
    }
    for (std::size_t k = 0; k < held.drives.size(); ++k) {
      const Mechanism::Drive& drive = m_.drives[k];
      const bool isHere = names.contains(m_.rows[at(drive.row)].name);
      held.drives[k].derivative = 0;
      held.drives[k].function = ConstantFunction{isHere ? w_.signals[at(drive.signal)].value : driven_[k]};
    }
    for (Coupler& coupler : held.couplers) {
      const auto row = std::ranges::find_if(
          m_.rows, [&](const Mechanism::Row& it) { return it.closing < 0 && it.name == coupler.name; });
      const double value = row->signal < 0                ? 0
                           : names.contains(coupler.name) ? valueOf(*row)
                                                          : first_[static_cast<std::size_t>(row - m_.rows.begin())];
      coupler.offset = row->offset + value;
      coupler.function.reset();
    }
    double least = closePositions(held);
    for (const double aside : {kAside, -kAside}) {
      if (least <= kContradiction) break;
      RecursiveModel moved = held;
      for (int c = 0; c < block.columnCount; ++c) {
        const int v = m_.columns[at(block.firstColumn + c)].v;
        const LinkIndex link{m_.linkOfVelocity[at(v)]};
        if (link.value >= moved.links.size()) continue;  // carries the coordinate of a cut
        std::vector<double> change(at(dofOf(moved.links[link].type)));
        change[at(v - m_.links[at(link.value)].v)] = aside * (1 + 0.37 * elementary::sin(1.0 + 2.1 * v));
        advance(moved.links[link].type, moved.links[link].z, change);
      }
      const double open = closePositions(moved);
      if (open < least) held = std::move(moved);
      least = std::min(least, open);
    }
    return least;
  }

  std::string namesOf(const Dependence& dependence) const {
    std::vector<std::string> names;
    for (const int row : dependence.rows) {
      names.push_back(fmt::format("{} '{}'", driveOfRow_[at(row)] >= 0 ? "drive" : "coupler", m_.rows[at(row)].name));
    }
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
  }
  static std::string loopsOf(const Dependence& dependence) {
    return fmt::format("the loop{} of '{}'", dependence.joints.size() == 1 ? "" : "s",
                       fmt::join(dependence.joints, "', '"));
  }

  void refuse(const Dependence& dependence, const std::optional<Opening>& opening, Diagnostics& diagnostics) const {
    const bool isHeld = dependence.count == static_cast<int>(dependence.rows.size());
    std::string text = namesOf(dependence);
    if (dependence.joints.empty())
      text += " contradict each other";
    else if (isHeld)
      text += fmt::format(" contradict{} {}, which leave{} nothing to move", dependence.rows.size() == 1 ? "s" : "",
                          loopsOf(dependence), dependence.joints.size() == 1 ? "s" : "");
    else
      text += fmt::format(" contradict each other on {}, which leave{} {} to prescribe", loopsOf(dependence),
                          dependence.joints.size() == 1 ? "s" : "",
                          counted(static_cast<int>(dependence.rows.size()) - dependence.count, "freedom"));
    if (opening)
      text += fmt::format(": at {:.3g} s {:.3g} of the mechanism's size stays open", opening->time, opening->open);
    diagnostics.error(m_.rows[at(dependence.rows.front())].at, Code::neverMoves, std::move(text))
        .withHint(isHeld ? "remove what is to move it, or free a joint of the loop"
                         : "remove one of them, or give them functions that agree");
  }

  std::string remarkOn(const Dependence& dependence) const {
    const std::string names = namesOf(dependence);
    if (dependence.count == static_cast<int>(dependence.rows.size())) {
      return fmt::format("{} hold{} what {} hold{} already.", names, dependence.count == 1 ? "s" : "",
                         loopsOf(dependence), dependence.joints.size() == 1 ? "s" : "");
    }
    return fmt::format("{} agree, and {} of them say{} nothing new.", names, dependence.count,
                       dependence.count == 1 ? "s" : "");
  }

  const RecursiveModel& model_;
  const Mechanism m_;
  Workspace w_;
  std::vector<double> y_;
  std::vector<int> driveOfRow_;  // by row of the mechanism, or -1
  std::vector<double> first_;    // by row: its function at the start
  std::vector<double> driven_;   // by drive: what it prescribes at the start
};

}  // namespace

PrescribedFreedoms checkPrescribed(const RecursiveModel& model, Diagnostics& diagnostics) {
  if (model.drives.empty() && model.couplers.empty()) return {};
  return PrescribedCheck(model).run(diagnostics);
}

}  // namespace mb
