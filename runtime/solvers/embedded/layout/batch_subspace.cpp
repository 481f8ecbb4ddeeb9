// Groups links and rows of one cluster by slots, and builds the cluster motion subspace of a batch.
#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/layout/batch_plan.h"

namespace mb::embedded {

void putSideBySide(BatchPlan& plan) {
  ClusterBatch& batch = plan.batch;
  const int nowhere = plan.take(1);
  const auto isAligned = [](const Four& offsets) {
    return offsets[0] % 4 == 0 && offsets[1] == offsets[0] + 1 && offsets[2] == offsets[0] + 2 &&
           offsets[3] == offsets[0] + 3;
  };
  const auto fill = [](Four& offsets, int lane, int offset, int& count) {
    if (count++ == 0) offsets.fill(offset);
    offsets[at(lane)] = offset;
  };
  std::map<std::pair<int, int>, LaneJacobianOp> rows;  // by the row's slot, and the number of the entry in the row
  std::map<int, int> seen;
  std::map<std::pair<int, int>, int> filled;
  for (const JacobianOp& op : batch.jacobian) {
    const int lane = op.gradient % 4;
    const std::pair<int, int> key{op.gradient - lane, seen[op.gradient]++};
    const auto [place, isNew] = rows.emplace(key, LaneJacobianOp{});
    LaneJacobianOp& row = place->second;
    if (isNew) {
      row.gradient = key.first;
      row.local.fill(nowhere);
    }
    fill(row.b.at, lane, op.b, filled[key]);
    row.sign[at(lane)] = op.sign;
    row.local[at(lane)] = op.local;
  }
  for (auto& [key, row] : rows) {
    row.b.isAligned = isAligned(row.b.at);
    batch.laneJacobian.push_back(row);
  }
  batch.jacobian.clear();
}

bool isCheaperBySubspace(const ClusterBatch& batch) {
  if (batch.rank == 0 || batch.free > kMostSubspace) return false;
  if (batch.hasSignals) return true;  // elimination by M overwrites what drivePower() reads
  const auto links = static_cast<double>(batch.links.size());
  const double f = batch.free;
  const double subspace = links * ((f + 1) * 80 + 6 * f * (f + 1)) / (batch.isAcross ? 3 : 1);
  const double masses = 70 * static_cast<double>(batch.b.size()) + 14 * static_cast<double>(batch.entries.size()) +
                        (6 + 4 * f) * static_cast<double>(batch.pairs.size()) + batch.rank * f * (16 + f);
  return subspace < masses;
}

namespace {

class SubspaceBuilder {
 public:
  SubspaceBuilder(BatchPlan& plan, int width)
      : plan_(plan), batch_(plan.batch), width_(width), zero_(plan.take(1)), one_(plan.take(1)) {
    batch_.constants.push_back({zero_, 0});
    batch_.constants.push_back({one_, 1});
    pivotOf_.assign(batch_.b.size(), -1);
    for (int k = 0; k < batch_.rank; ++k) pivotOf_[at(batch_.dependent[at(k)])] = k;
    batch_.subspace.resize(batch_.links.size());
  }

  void run() {
    std::map<int, std::vector<int>> slots;  // slots of parents come first
    for (int k = 0; k < static_cast<int>(batch_.links.size()); ++k)
      slots[batch_.links[at(k)].at - laneOf(k)].push_back(k);
    for (auto& [place, links] : slots) {
      std::sort(links.begin(), links.end(), [&](int x, int y) { return laneOf(x) < laneOf(y); });
      addSlot(place, links);
    }
  }

 private:
  int laneOf(int link) const { return batch_.isAcross ? batch_.links[at(link)].at % 4 : 0; }

  // Where the entry of G of a column and the j-th independent coordinate is; the last j gives that of g.
  int coefficient(int column, int j) const {
    const int k = pivotOf_[at(column)];
    if (k >= 0) return j < batch_.free ? batch_.localR + k * batch_.free + j : batch_.localX + k;
    return j < batch_.free && batch_.independent[at(j)] == column ? one_ : zero_;
  }

  void addSlot(int place, const std::vector<int>& links) {
    const BatchLink& first = batch_.links[at(links[0])];
    const int count = batch_.free + 1;
    SubspaceSlot slot;
    slot.at = place;
    slot.lanes = batch_.isAcross ? static_cast<int>(links.size()) : batch_.lanes;
    slot.columnCount = first.columnCount;
    slot.columns = first.columnCount > 0 ? batch_.b[at(first.firstColumn)] - laneOf(links[0]) : 0;
    slot.subspace = plan_.layout.schedule.valueCount;
    plan_.layout.schedule.valueCount += (6 * count * width_ + 3) / 4 * 4;
    for (const int link : links) batch_.subspace[at(link)] = {slot.subspace + laneOf(link), width_};
    slot.hasParent = first.parent >= 0;
    if (slot.hasParent) setParent(links, slot);
    slot.coefficients = static_cast<int>(batch_.coefficients.size());
    for (int c = 0; c < slot.columnCount; ++c) {
      for (int j = 0; j < count; ++j) {
        Four local;
        local.fill(zero_);
        for (const int link : links) local[at(laneOf(link))] = coefficient(batch_.links[at(link)].firstColumn + c, j);
        batch_.coefficients.push_back(local);
      }
    }
    batch_.slots.push_back(slot);
  }

  void setParent(const std::vector<int>& links, SubspaceSlot& slot) const {
    for (std::size_t l = 0; l < 4; ++l) {
      const BatchLink& link = batch_.links[at(links[l < links.size() ? l : 0])];
      slot.parent.place[l] = batch_.subspace[at(link.parent)];
      if (!batch_.isAcross && width_ == 4) slot.parent.place[l].at += static_cast<int>(l);
    }
    slot.parent.gather = gatherOf(slot.parent, batch_.isAcross ? slot.lanes : width_);
  }

  BatchPlan& plan_;
  ClusterBatch& batch_;
  int width_;
  int zero_;  // local: the number 0
  int one_;
  std::vector<int> pivotOf_;  // by column; -1: independent
};

}  // namespace

void addSubspace(BatchPlan& plan, int width) { SubspaceBuilder(plan, width).run(); }

}  // namespace mb::embedded
