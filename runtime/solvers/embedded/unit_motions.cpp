// Links and rows of a unit side by side, and the motions of its links.
#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/unit_plan.h"

namespace mb::embedded {
// Entries of one group whose links and closings share slots, four at a time.
void putSideBySide(UnitPlan& plan) {
  Unit& u = plan.u;
  const int nowhere = plan.take(1);
  const auto isSlot = [](const Four& offsets) {
    return offsets[0] % 4 == 0 && offsets[1] == offsets[0] + 1 && offsets[2] == offsets[0] + 2 &&
           offsets[3] == offsets[0] + 3;
  };
  const auto fill = [](Four& offsets, int lane, int offset, int& count) {
    if (count++ == 0) offsets.fill(offset);
    offsets[at(lane)] = offset;
  };
  std::map<std::pair<int, int>, LaneJacobianOp> rows;  // by the row's slot, and how manieth entry of the row
  std::map<int, int> seen;
  std::map<std::pair<int, int>, int> filled;
  for (const JacobianOp& op : u.jacobian) {
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
    row.b.isSlot = isSlot(row.b.at);
    u.laneJacobian.push_back(row);
  }
  u.jacobian.clear();
}

// Whether the motions of the links are the cheaper way: operations, roughly.
bool isCheaperByMotions(const Unit& u) {
  if (u.rank == 0 || u.free > kMostMotions) return false;
  if (u.hasSignals) return true;  // the power of drives is found from them
  const auto links = static_cast<double>(u.links.size());
  const double f = u.free;
  const double motions = links * ((f + 1) * 80 + 6 * f * (f + 1)) / (u.isAcross ? 3 : 1);
  const double masses = 70 * static_cast<double>(u.b.size()) + 14 * static_cast<double>(u.entries.size()) +
                        (6 + 4 * f) * static_cast<double>(u.pairs.size()) + u.rank * f * (16 + f);
  return motions < masses;
}

void addMotions(UnitPlan& plan, int width) {
  Unit& u = plan.u;
  const int n = u.free + 1;
  const int zero = plan.take(1);
  const int one = plan.take(1);
  u.constants.push_back({zero, 0});
  u.constants.push_back({one, 1});
  // Of a column and an independent coordinate, or x: an entry of R or x, or what it is for an independent column.
  std::vector<int> pivotOf(u.b.size(), -1);
  for (int k = 0; k < u.rank; ++k) pivotOf[at(u.dependent[at(k)])] = k;
  const auto coefficient = [&](int column, int j) {
    const int k = pivotOf[at(column)];
    if (k >= 0) return j < u.free ? u.localR + k * u.free + j : u.localX + k;
    return j < u.free && u.independent[at(j)] == column ? one : zero;
  };
  std::map<int, std::vector<int>> slots;  // slots of parents come first
  for (int k = 0; k < static_cast<int>(u.links.size()); ++k)
    slots[u.isAcross ? u.links[at(k)].at / 4 * 4 : u.links[at(k)].at].push_back(k);
  u.motions.resize(u.links.size());
  for (auto& [place, links] : slots) {
    std::sort(links.begin(), links.end(),
              [&](int x, int y) { return u.links[at(x)].at < u.links[at(y)].at; });  // by lane
    MotionSlot slot;
    const UnitLink& first = u.links[at(links[0])];
    slot.at = place;
    slot.lanes = u.isAcross ? static_cast<int>(links.size()) : u.lanes;
    slot.columnCount = first.columnCount;
    slot.columns = first.columnCount > 0 ? u.b[at(first.firstColumn)] - (u.isAcross ? first.at % 4 : 0) : 0;
    slot.motions = plan.layout.schedule.valueCount;
    plan.layout.schedule.valueCount += (6 * n * width + 3) / 4 * 4;
    slot.hasParent = first.parent >= 0;
    for (const int link : links)
      u.motions[at(link)] = {slot.motions + (u.isAcross ? u.links[at(link)].at % 4 : 0), width};
    for (std::size_t l = 0; l < 4 && slot.hasParent; ++l) {
      const UnitLink& link = u.links[at(links[l < links.size() ? l : 0])];
      slot.parent.place[l] = u.motions[at(link.parent)];
      if (!u.isAcross) slot.parent.place[l].at += static_cast<int>(width == 4 ? l : 0);
    }
    slot.parent.from = fromOf(slot.parent, u.isAcross ? slot.lanes : width);
    slot.coefficients = static_cast<int>(u.coefficients.size());
    for (int c = 0; c < slot.columnCount; ++c) {
      for (int j = 0; j < n; ++j) {
        Four local;
        local.fill(zero);
        for (const int link : links) {
          const int lane = u.isAcross ? u.links[at(link)].at % 4 : 0;
          local[at(lane)] = coefficient(u.links[at(link)].firstColumn + c, j);
        }
        u.coefficients.push_back(local);
      }
    }
    u.slots.push_back(slot);
  }
}

}  // namespace mb::embedded
