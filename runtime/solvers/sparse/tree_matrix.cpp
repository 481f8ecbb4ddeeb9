#include "runtime/solvers/sparse/tree_matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/sorted.h"
#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"
#include "runtime/mechanism/row_blocks.h"

namespace mb {
namespace {

// Velocities of a link and of all links between it and the root, descending.
std::vector<int> pathOf(const Mechanism& m, int link) {
  std::vector<int> path;
  for (int i = link; i >= 0; i = m.links[at(i)].parent) {
    const Mechanism::Link& on = m.links[at(i)];
    for (int v = on.v + on.vCount; v-- > on.v;) path.push_back(v);
  }
  return path;
}

}  // namespace

TreeMatrix makeTreeMatrix(const Mechanism& m, bool full) {
  TreeMatrix tree;
  std::vector<std::vector<int>> rows(at(m.vCount));
  for (int v = 0; v < m.vCount; ++v) {
    rows[at(v)] = pathOf(m, m.linkOfVelocity[at(v)]);
    std::erase_if(rows[at(v)], [&](int c) { return c > v; });
  }
  const std::vector<std::vector<int>> paths = rows;
  for (const Mechanism::RodTerm& rod : m.rods) {
    for (const int a : pathOf(m, rod.link[0])) {
      for (const int c : pathOf(m, rod.link[1])) rows[at(std::max(a, c))].push_back(std::min(a, c));
    }
  }
  tree.pattern = full ? fullPattern(m.vCount) : makePattern(std::move(rows));
  tree.M.resize(tree.pattern.column.size());
  tree.firstPath.push_back(0);
  for (int v = 0; v < m.vCount; ++v) {
    for (const int c : paths[at(v)]) tree.paths.push_back({c, tree.pattern.slot(v, c)});
    tree.firstPath.push_back(static_cast<int>(tree.paths.size()));
  }
  tree.firstRodEntry.push_back(0);
  for (const Mechanism::RodTerm& rod : m.rods) {
    for (const int a : pathOf(m, rod.link[0])) {
      for (const int c : pathOf(m, rod.link[1])) {
        tree.rodEntries.push_back({a, c, tree.pattern.slot(std::max(a, c), std::min(a, c)), a == c ? 2.0 : 1.0});
      }
    }
    tree.firstRodEntry.push_back(static_cast<int>(tree.rodEntries.size()));
  }
  return tree;
}

void setTreeMatrix(const Mechanism& m, Workspace& w, TreeMatrix& tree) {
  std::fill(tree.M.begin(), tree.M.end(), 0.0);
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    w.carried[i] = neededForce(w.inertia[i], w.Z[i], w.A_bias[i]) - w.wrench[i];
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const RodEnds ends = rodEnds(m, w, m.rods[k], w.A_bias);
    addRodForces(m.rods[k], ends, w.carried);
    for (std::size_t t = at(tree.firstRodEntry[k]); t < at(tree.firstRodEntry[k + 1]); ++t) {
      const TreeMatrix::RodEntry& entry = tree.rodEntries[t];
      const Vector3 v1 = velocityAt(w.b[at(entry.first)], ends.p[0]);
      const Vector3 v2 = velocityAt(w.b[at(entry.second)], ends.p[1]);
      tree.M[at(entry.slot)] += entry.factor * m.rods[k].b * v1.dot(v2);
    }
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int a = link.v; a < link.v + link.vCount; ++a) {
      w.Q[at(a)] = w.tau[at(a)] - w.b[at(a)].dot(w.carried[i]);
      const Vector6 f = apply(w.composite[i], w.b[at(a)]);
      for (std::size_t t = at(tree.firstPath[at(a)]); t < at(tree.firstPath[at(a) + 1]); ++t) {
        tree.M[at(tree.paths[t].slot)] += f.dot(w.b[at(tree.paths[t].velocity)]);
      }
    }
    if (link.parent >= 0) w.carried[at(link.parent)] += w.carried[i];
  }
}

SparsePattern closingPattern(const Mechanism& m, int number) {
  const Mechanism::Block& block = m.blocks[at(number)];
  SparsePattern pattern;
  pattern.rows = block.rowCount;
  pattern.cols = block.columnCount;
  const auto first = m.columns.begin() + block.firstColumn;
  const auto columnOf = [&](int v) {
    const auto isBefore = [](const Mechanism::Column& column, int value) { return column.v < value; };
    return static_cast<int>(std::lower_bound(first, first + block.columnCount, v, isBefore) - first);
  };
  for (int r = 0; r < block.rowCount; ++r) {
    std::vector<int> columns;
    for (const int v : velocitiesOf(m, m.rows[at(block.firstRow + r)])) columns.push_back(columnOf(v));
    sortUnique(columns);
    pattern.column.insert(pattern.column.end(), columns.begin(), columns.end());
    pattern.first.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

std::optional<std::string> refuseDependentRows(const Mechanism& m, const Workspace& w) {
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const int rank = w.blocks[n].partition.rank;
    if (rank == m.blocks[n].rowCount) continue;
    // The rows after the first `rank` depend on the others.
    const int redundant = w.blocks[n].partition.rows[at(rank)];
    return fmt::format(
        "it needs independent closing equations: {} of the {} around '{}' follow from the others, among them one of "
        "'{}'",
        m.blocks[n].rowCount - rank, m.blocks[n].rowCount, m.rows[at(m.blocks[n].firstRow)].name,
        m.rows[at(m.blocks[n].firstRow + redundant)].name);
  }
  return std::nullopt;
}

std::optional<std::string> refuseMasslessEnds(const Mechanism& m) {
  std::vector<bool> hasMass(m.links.size());
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    if (link.mass > 0 || !link.inertia.isZero(0)) hasMass[i] = true;
    if (hasMass[i] && link.parent >= 0) hasMass[at(link.parent)] = true;
    if (hasMass[i] || link.vCount == 0) continue;
    return fmt::format(
        "it needs the inverse of the mass matrix: '{}' moves nothing that has mass before loops are closed",
        coordinateName(m, link.v));
  }
  return std::nullopt;
}

}  // namespace mb
