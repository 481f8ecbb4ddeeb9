// The closing equations of a unit: which entries go where, and the order of elimination.
#include <algorithm>
#include <map>
#include <set>

#include "runtime/solvers/embedded/pivot_order.h"
#include "runtime/solvers/embedded/unit_plan.h"

namespace mb::embedded {
namespace {

struct Term {
  int column;
  const Mechanism::Row* row;
  int velocity;   // crossing's, of lane 0
  double factor;  // its sign, or the coefficient of a row over coordinates
};
std::vector<Term> termsOf(const UnitPlan& plan, const std::map<int, int>& columnOfVelocity, const Mechanism::Row& row) {
  std::vector<Term> terms;
  if (row.closing < 0) {
    for (int t = 0; t < row.termCount; ++t) {
      const Mechanism::Term& term = plan.m.terms[at(row.firstTerm + t)];
      const int column = columnOfVelocity.at(term.v);
      const auto known =
          std::find_if(terms.begin(), terms.end(), [&](const Term& other) { return other.column == column; });
      if (known != terms.end()) {
        known->factor += term.factor;
      } else {
        terms.push_back({column, &row, term.v, term.factor});
      }
    }
    return terms;
  }
  const Mechanism::Closing& closing = plan.m.closings[at(row.closing)];
  for (int k = 0; k < closing.crossingCount; ++k) {
    const Mechanism::Crossing& crossing = plan.m.crossings[at(closing.firstCrossing + k)];
    const Mechanism::Link& link = plan.m.links[at(crossing.link)];
    for (int v = 0; v < link.vCount; ++v)
      terms.push_back({columnOfVelocity.at(link.v + v), &row, link.v + v, crossing.sign});
  }
  return terms;
}

// Value of Phi_z as the workspace has it, for lane l: the same row and column of that lane's group.
double valueOf(const UnitPlan& plan, int row, int velocity) {
  const int n = plan.m.blockOfVelocity[at(velocity)];
  const Mechanism::Block& block = plan.m.blocks[at(n)];
  const auto first = plan.m.columns.begin() + block.firstColumn;
  const auto found = std::lower_bound(first, first + block.columnCount, velocity,
                                      [](const Mechanism::Column& column, int value) { return column.v < value; });
  return plan.w.blocks[at(n)].J[at(row - block.firstRow) * at(block.columnCount) + at(static_cast<int>(found - first))];
}

}  // namespace

void addEquations(UnitPlan& plan) {
  Unit& u = plan.u;
  std::map<int, int> columnOfVelocity;
  for (std::size_t c = 0; c < u.v.size(); ++c) columnOfVelocity[u.v[c][0]] = static_cast<int>(c);
  std::map<int, int> dependentPlace;  // column -> place among the dependent
  for (std::size_t k = 0; k < plan.choices[0].dependent.size(); ++k)
    dependentPlace[plan.choices[0].dependent[k]] = static_cast<int>(k);
  std::map<int, int> independentPlace;
  for (std::size_t k = 0; k < u.independent.size(); ++k) independentPlace[u.independent[k]] = static_cast<int>(k);

  std::vector<std::vector<Term>> terms;
  std::vector<SparseRow> rows;
  for (std::size_t k = 0; k < plan.choices[0].rows.size(); ++k) {
    terms.push_back(termsOf(plan, columnOfVelocity, plan.m.rows[at(plan.choices[0].rows[k])]));
    SparseRow row;
    for (const Term& term : terms.back()) {
      const auto place = dependentPlace.find(term.column);
      if (place == dependentPlace.end()) continue;
      SparseEntry entry{place->second, {}};
      for (std::size_t l = 0; l < plan.groups.size(); ++l)
        entry.value[l] = valueOf(plan, plan.choices[l].rows[k], u.v[at(term.column)][l]);
      row.push_back(entry);
    }
    std::sort(row.begin(), row.end(), [](const SparseEntry& a, const SparseEntry& b) { return a.column < b.column; });
    rows.push_back(std::move(row));
  }
  const PivotOrder order = choosePivots(std::move(rows), u.lanes);
  u.chosen = order.pivots;

  // Entries row by row of the order; columns by their place in the order.
  const int rank = u.rank;
  std::vector<int> placeOfRow(at(rank)), placeOfColumn(at(rank));
  for (int k = 0; k < rank; ++k) {
    placeOfRow[at(order.rows[at(k)])] = k;
    placeOfColumn[at(order.columns[at(k)])] = k;
    u.dependent.push_back(plan.choices[0].dependent[at(order.columns[at(k)])]);
    u.dependentV.push_back(u.v[at(u.dependent.back())]);
  }
  std::vector<std::map<int, int>> entry(at(rank));  // by row in order: column in order -> local
  std::vector<std::set<int>> below(at(rank));       // by column in order: rows after it with an entry
  for (int k = 0; k < rank; ++k) {
    for (const int column : order.pattern[at(order.rows[at(k)])]) {
      entry[at(k)][placeOfColumn[at(column)]] = 0;
    }
    // Columns that were eliminated from this row keep their multiplier.
    for (const Term& term : terms[at(order.rows[at(k)])]) {
      const auto place = dependentPlace.find(term.column);
      if (place != dependentPlace.end()) entry[at(k)][placeOfColumn[at(place->second)]] = 0;
    }
  }
  // Close the pattern under elimination.
  for (int k = 0; k < rank; ++k) {
    for (auto it = entry[at(k)].begin(); it != entry[at(k)].end() && it->first < k; ++it) {
      for (const auto& [column, local] : entry[at(it->first)]) {
        if (column > it->first) entry[at(k)].emplace(column, 0);
      }
    }
    entry[at(k)].emplace(k, 0);
  }
  for (int k = 0; k < rank; ++k) {
    for (auto& [column, local] : entry[at(k)]) {
      local = plan.take(1);
      if (column < k) below[at(column)].insert(k);
      u.constants.push_back({local, 0});
    }
  }
  for (int k = 0; k < rank; ++k) {
    u.lu.push_back(entry[at(k)].at(k));
    u.lu.push_back(static_cast<int>(below[at(k)].size()));
    for (const int row : below[at(k)]) {
      u.forward.push_back({entry[at(row)].at(k), k, row});
      u.lu.push_back(entry[at(row)].at(k));
    }
    const auto countAt = u.lu.size();
    u.lu.push_back(0);
    for (const int row : below[at(k)]) {
      for (auto it = entry[at(k)].upper_bound(k); it != entry[at(k)].end(); ++it) {
        for (const int index : {entry[at(row)].at(it->first), entry[at(row)].at(k), it->second}) u.lu.push_back(index);
        ++u.lu[countAt];
      }
    }
  }
  for (int k = rank; k-- > 0;) {
    const auto countAt = u.backward.size();
    u.backward.push_back(0);
    for (auto it = entry[at(k)].upper_bound(k); it != entry[at(k)].end(); ++it) {
      u.backward.push_back(it->second);
      u.backward.push_back(it->first);
      ++u.backward[countAt];
    }
  }
  u.localPivots = plan.take(rank);
  // Chains that do not depend on each other in turns, so that the processor can overlap them.
  std::vector<int> level(at(rank), 0);
  for (const ForwardOp& op : u.forward) level[at(op.row)] = std::max(level[at(op.row)], level[at(op.pivot)] + 1);
  std::stable_sort(u.forward.begin(), u.forward.end(),
                   [&](const ForwardOp& a, const ForwardOp& b) { return level[at(a.pivot)] < level[at(b.pivot)]; });

  // Where Phi_z goes: into the factors, or with the other sign into R, whose place is found later.
  std::set<std::pair<int, int>> inR;
  for (int k = 0; k < rank; ++k) {
    const int number = order.rows[at(k)];
    const int row = plan.choices[0].rows[at(number)];
    u.gamma.push_back(
        plan.m.rows[at(row)].closing < 0 ? -1 : plan.layout.rowAt[at(row)] + 6 * plan.layout.rowStride[at(row)]);
    Four signals{-1, -1, -1, -1};
    for (std::size_t l = 0; l < plan.groups.size(); ++l)
      signals[l] = plan.m.rows[at(plan.choices[l].rows[at(number)])].signal;
    u.hasSignals = u.hasSignals || *std::max_element(signals.begin(), signals.end()) >= 0;
    u.signal.push_back(signals);
    for (const Term& term : terms[at(number)]) {
      const auto dependent = dependentPlace.find(term.column);
      const bool isDependent = dependent != dependentPlace.end();
      const int local = isDependent ? entry[at(k)].at(placeOfColumn[at(dependent->second)])
                                    : -1 - (k * u.free + independentPlace.at(term.column));
      if (!isDependent) inR.insert({k, independentPlace.at(term.column)});
      const double factor = isDependent ? term.factor : -term.factor;
      if (plan.m.rows[at(row)].closing < 0) {
        u.constants.push_back({local, factor});
      } else {
        u.jacobian.push_back({plan.layout.rowAt[at(row)], plan.layout.columns[at(term.velocity)], factor, local});
      }
    }
  }
  // R's other entries start from zero; they are set before those of rows over coordinates.
  std::vector<ConstantOp> zeros;
  for (int k = 0; k < rank; ++k) {
    for (int c = 0; c < u.free; ++c) {
      if (!inR.contains({k, c})) zeros.push_back({-1 - (k * u.free + c), 0});
    }
  }
  // So do those of the factors that no row writes.
  std::set<int> set;
  for (const JacobianOp& op : u.jacobian) set.insert(op.local);
  for (const ConstantOp& op : u.constants) {
    if (op.value != 0) set.insert(op.local);
  }
  std::erase_if(u.constants, [&](const ConstantOp& op) { return op.value == 0 && set.contains(op.local); });
  u.constants.insert(u.constants.begin(), zeros.begin(), zeros.end());
}

}  // namespace mb::embedded
