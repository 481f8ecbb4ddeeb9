#include "runtime/mechanism/row_blocks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/model/basics/disjoint_sets.h"
#include "formats/model/joints/joint_kinematics.h"
#include "runtime/mechanism/loops.h"

namespace mb {
namespace {

void orderRows(const std::vector<int>& order, Mechanism& m) {
  std::vector<Mechanism::Row> ordered;
  std::vector<int> newPlace(order.size());
  for (const int r : order) {
    newPlace[at(r)] = static_cast<int>(ordered.size());
    ordered.push_back(std::move(m.rows[at(r)]));
  }
  m.rows = std::move(ordered);
  for (Mechanism::Drive& drive : m.drives) drive.row = newPlace[at(drive.row)];
}

std::vector<bool> translatingVelocities(const Mechanism& m) {
  std::vector<bool> translates(at(m.vCount));
  for (const LinkIndex link : m.model.links.indexes()) {
    const auto names = coordinateNames(m.model.links[link].type);
    for (std::size_t k = 0; k < names.size(); ++k) {
      translates[at(m.links[at(link.value)].v) + k] = !names[k].isRotation;
    }
  }
  return translates;
}

// The parameter of a row over coordinates is its largest factor, lengths by the size of the block.
void scaleRows(const Mechanism::Block& block, const std::vector<bool>& translates, Mechanism& m) {
  for (int r = block.firstRow; r < block.firstRow + block.rowCount; ++r) {
    Mechanism::Row& row = m.rows[at(r)];
    for (int k = row.firstTerm; k < row.firstTerm + row.termCount; ++k) {
      const double unit = translates[at(m.terms[at(k)].v)] ? block.size : 1;
      row.parameter = std::max(row.parameter, unit * std::abs(m.terms[at(k)].factor));
    }
  }
}

// Over the joints of a block and the points where its rows hold.
double sizeOf(const Mechanism& m, const Mechanism::Block& block, const Table<LinkIndex, Pose>& X_WL) {
  std::vector<Vector3> points;
  const auto add = [&](int link, const Pose& X) {
    points.push_back((link >= 0 ? X_WL[LinkIndex{link}] : Pose{}) * X.p);
  };
  int last = -1;
  for (int k = 0; k < block.columnCount; ++k) {
    const int index = m.linkOfVelocity[at(m.columns[at(block.firstColumn + k)].v)];
    if (index == last) continue;
    last = index;
    add(m.links[at(index)].parent, m.links[at(index)].X_PA);
    add(index, m.model.links[LinkIndex{index}].X_LB);
  }
  for (int r = 0; r < block.rowCount; ++r) {
    const Mechanism::Row& row = m.rows[at(block.firstRow + r)];
    if (row.closing < 0) continue;
    add(m.closings[at(row.closing)].linkF, m.closings[at(row.closing)].X_LF);
    add(m.closings[at(row.closing)].linkM, m.closings[at(row.closing)].X_LM);
  }
  return characteristicLength(points);
}

}  // namespace

std::vector<int> velocitiesOf(const Mechanism& m, const Mechanism::Row& row) {
  std::vector<int> velocities;
  if (row.closing < 0) {
    for (int k = 0; k < row.termCount; ++k) velocities.push_back(m.terms[at(row.firstTerm + k)].v);
    return velocities;
  }
  const Mechanism::Closing& closing = m.closings[at(row.closing)];
  for (int k = 0; k < closing.crossingCount; ++k) {
    const Mechanism::Link& link = m.links[at(m.crossings[at(closing.firstCrossing + k)].link)];
    for (int v = 0; v < link.vCount; ++v) velocities.push_back(link.v + v);
  }
  return velocities;
}

void groupRows(Mechanism& m) {
  DisjointSets sets(m.vCount);
  for (const Mechanism::Row& row : m.rows) sets.uniteAll(velocitiesOf(m, row));
  const ConnectedSets connected = connectedSets(std::move(sets));
  std::map<int, std::vector<int>> rowsOf;  // by set; rows without velocities come first
  for (int r = 0; r < static_cast<int>(m.rows.size()); ++r) {
    const std::vector<int> velocities = velocitiesOf(m, m.rows[at(r)]);
    rowsOf[velocities.empty() ? -1 : connected.setOf[at(velocities[0])]].push_back(r);
  }
  std::vector<int> order;
  for (const auto& [set, rows] : rowsOf) {
    Mechanism::Block& block = m.blocks.emplace_back();
    block.firstRow = static_cast<int>(order.size());
    block.rowCount = static_cast<int>(rows.size());
    order.insert(order.end(), rows.begin(), rows.end());
  }
  orderRows(order, m);
  const std::vector<bool> translates = translatingVelocities(m);
  const Table<LinkIndex, Pose> X_WL = worldPoses(m.model, initialPositions(m.model));
  m.blockOfVelocity.assign(at(m.vCount), -1);
  int number = 0;
  for (const auto& [set, rows] : rowsOf) {
    Mechanism::Block& block = m.blocks[at(number)];
    block.firstColumn = static_cast<int>(m.columns.size());
    if (set >= 0) {
      for (const int v : connected.members[at(set)]) {
        m.blockOfVelocity[at(v)] = number;
        m.columns.push_back({v, translates[at(v)]});
      }
      block.columnCount = static_cast<int>(m.columns.size()) - block.firstColumn;
      block.size = sizeOf(m, block, X_WL);
      scaleRows(block, translates, m);
    }
    ++number;
  }
}

}  // namespace mb
