// Rows of closings: those that batches use are evaluated, all of them have values for the projection.
#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/layout/batch_plan.h"

namespace mb::embedded {
namespace {

// Adds the axes of F and M that a row uses, as bits.
void addAxes(const RowOp& op, int& axesF, int& axesM) {
  constexpr int kAll = 7;
  switch (op.kind) {
    case RowKind::on: axesF |= 1 << op.a; break;
    case RowKind::onMoving: axesM |= 1 << op.a; break;
    case RowKind::perpendicular:
      axesF |= 1 << op.a;
      axesM |= 1 << op.b;
      break;
    case RowKind::length:
    case RowKind::coordinates: break;
    case RowKind::radius: axesF |= 1 << 2; break;
    case RowKind::noTwist:
    case RowKind::pitch:
    case RowKind::angle: axesF = axesM = kAll; break;
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

// Rows by closing slot and by place.
using PlacedRows = std::vector<std::map<int, RowOp>>;

void addRow(const Mechanism& m, const Layout& layout, int number, PlacedRows& rows) {
  const Mechanism::Row& row = m.rows[at(number)];
  if (row.closing < 0) return;
  const int lane = layout.laneOfClosing[at(row.closing)];
  auto& [first, op] =
      *rows[at(layout.slotOfClosing[at(row.closing)])].emplace(layout.rowAt[at(number)] - lane, RowOp{}).first;
  op.kind = row.kind;
  op.a = row.a;
  op.b = row.b;
  op.at = first;
  op.signal[at(lane)] = row.signal;
  op.hasSignal = op.hasSignal || row.signal >= 0;
}

// Appends the rows of one slot to a list, with their parameters and axes.
void appendSlot(const Mechanism& m, Layout& layout, int width, std::map<int, RowOp>& rows, std::vector<RowOp>& list,
                int& axesF, int& axesM) {
  axesF = axesM = 0;
  for (auto& [first, op] : rows) {
    op.parameter = parameterOf(m, layout, width, first);
    addAxes(op, axesF, axesM);
    list.push_back(op);
  }
}

}  // namespace

void setRows(const Mechanism& m, const Workspace& w, Layout& layout) {
  Schedule& s = layout.schedule;
  PlacedRows used(s.closings.size());
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) addRow(m, layout, m.blocks[n].firstRow + partition.rows[at(r)], used);
  }
  s.rows.clear();
  for (std::size_t k = 0; k < s.closings.size(); ++k) {
    ClosingSlot& slot = s.closings[k];
    slot.firstRow = static_cast<int>(s.rows.size());
    slot.rowCount = static_cast<int>(used[k].size());
    appendSlot(m, layout, slot.width, used[k], s.rows, slot.axesF, slot.axesM);
  }
}

void addResiduals(const Mechanism& m, Layout& layout) {
  Schedule& s = layout.schedule;
  PlacedRows all(s.closings.size());
  layout.residualAt.resize(m.rows.size());
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    const Mechanism::Row& row = m.rows[r];
    if (row.closing >= 0) {
      addRow(m, layout, static_cast<int>(r), all);
      layout.residualAt[r] = layout.rowAt[r] + 6 * layout.rowStride[r];
      continue;
    }
    layout.residualAt[r] = s.valueCount++;
    s.coordinateRows.push_back(
        {layout.residualAt[r], static_cast<int>(s.coordinateTerms.size()), row.termCount, row.signal, row.offset});
    for (int t = 0; t < row.termCount; ++t) {
      const Mechanism::Term& term = m.terms[at(row.firstTerm + t)];
      s.coordinateTerms.push_back({term.z, term.factor});
    }
  }
  s.valueCount = (s.valueCount + 3) / 4 * 4;
  for (std::size_t k = 0; k < s.closings.size(); ++k) {
    ClosingSlot& slot = s.closings[k];
    slot.firstResidual = static_cast<int>(s.residualRows.size());
    slot.residualCount = static_cast<int>(all[k].size());
    appendSlot(m, layout, slot.width, all[k], s.residualRows, slot.allAxesF, slot.allAxesM);
  }
}

void setDependents(const Mechanism& m, const Workspace& w, Layout& layout) {
  Schedule& s = layout.schedule;
  s.dependents.clear();
  s.balls.clear();
  for (const Mechanism::Motion& motion : m.motions) {
    const auto isDependent = [&](int k) { return w.isDependent[at(motion.v + k)] != 0; };
    if (motion.kind == MotionKind::ball) {
      if (isDependent(0) || isDependent(1) || isDependent(2)) s.balls.push_back({motion.z, motion.v});
      continue;
    }
    for (int k = 0; k < positionsOf(motion.kind); ++k) {
      if (isDependent(k)) s.dependents.push_back({motion.z + k, motion.v + k});
    }
  }
}

}  // namespace mb::embedded
