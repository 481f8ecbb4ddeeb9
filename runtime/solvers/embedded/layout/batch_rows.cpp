// Only the rows that batches use are evaluated.
#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/layout/batch_plan.h"

namespace mb::embedded {
namespace {

// Adds the axes of F and M that a row uses, as bits.
void addAxes(const RowOp& op, ClosingSlot& slot) {
  constexpr int kAll = 7;
  switch (op.kind) {
    case RowKind::on: slot.axesF |= 1 << op.a; break;
    case RowKind::onMoving: slot.axesM |= 1 << op.a; break;
    case RowKind::perpendicular:
      slot.axesF |= 1 << op.a;
      slot.axesM |= 1 << op.b;
      break;
    case RowKind::length:
    case RowKind::coordinates: break;
    case RowKind::radius: slot.axesF |= 1 << 2; break;
    case RowKind::noTwist:
    case RowKind::pitch:
    case RowKind::angle: slot.axesF = slot.axesM = kAll; break;
  }
}

// Length or pitch of the rows at one place, by lane. The constants are added on first use.
int parameterOf(const Mechanism& m, Layout& layout, int width, int place) {
  const auto known = layout.parameterAt.find(place);
  if (known != layout.parameterAt.end()) return known->second;
  std::vector<double>& constants = layout.schedule.constants;
  const int first = static_cast<int>(constants.size());
  constants.resize(constants.size() + 4, 1.0);
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    const int lane = layout.rowAt[r] - place;
    if (m.rows[r].closing >= 0 && lane >= 0 && lane < width) constants[at(first + lane)] = m.rows[r].parameter;
  }
  layout.parameterAt[place] = first;
  return first;
}

}  // namespace

void setRows(const Mechanism& m, const Workspace& w, Layout& layout) {
  Schedule& s = layout.schedule;
  std::vector<std::map<int, RowOp>> used(s.closings.size());  // by closing slot, by place
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) {
      const int number = m.blocks[n].firstRow + partition.rows[at(r)];
      const Mechanism::Row& row = m.rows[at(number)];
      if (row.closing < 0) continue;
      const int lane = layout.laneOfClosing[at(row.closing)];
      auto& [place, op] =
          *used[at(layout.slotOfClosing[at(row.closing)])].emplace(layout.rowAt[at(number)] - lane, RowOp{}).first;
      op.kind = row.kind;
      op.a = row.a;
      op.b = row.b;
      op.at = place;
      op.signal[at(lane)] = row.signal;
      op.hasSignal = op.hasSignal || row.signal >= 0;
    }
  }
  s.rows.clear();
  for (std::size_t k = 0; k < s.closings.size(); ++k) {
    ClosingSlot& slot = s.closings[k];
    slot.firstRow = static_cast<int>(s.rows.size());
    slot.rowCount = static_cast<int>(used[k].size());
    slot.axesF = slot.axesM = 0;
    for (auto& [place, op] : used[k]) {
      op.parameter = parameterOf(m, layout, slot.width, place);
      addAxes(op, slot);
      s.rows.push_back(op);
    }
  }
}

}  // namespace mb::embedded
