#include "converter/export/c/pieces/piece_graph.h"

#include <algorithm>
#include <map>

namespace mb {
namespace {

std::vector<int> nodesOf(const Piece& piece) {
  std::vector<int> nodes;
  for (const PieceResult& result : piece) nodes.push_back(result.node);
  return nodes;
}

std::vector<int> cellsReadBy(const Trace& trace, const Piece& piece) {
  std::vector<int> cells;
  for (const int node : neededBy(trace, nodesOf(piece))) {
    if (trace[node].operation == Operation::input) cells.push_back(trace[node].index);
  }
  return cells;
}

// Which piece of a routine must come before which.
struct Order {
  std::vector<std::vector<int>> after;  // by position: positions that wait for it
  std::vector<int> waitsFor;            // by position: how many
};
Order orderOf(const PieceGraph& graph, const std::vector<int>& routine) {
  Order order{std::vector<std::vector<int>>(routine.size()), std::vector<int>(routine.size(), 0)};
  std::map<int, int> writer;
  std::map<int, std::vector<int>> readers;
  for (int k = 0; k < static_cast<int>(routine.size()); ++k) {
    std::set<int> before;
    for (const int cell : graph.reads[at(routine[at(k)])]) {
      if (const auto found = writer.find(cell); found != writer.end()) before.insert(found->second);
      readers[cell].push_back(k);
    }
    for (const PieceResult& result : graph.pieces[at(routine[at(k)])]) {
      if (const auto found = writer.find(result.cell); found != writer.end()) before.insert(found->second);
      for (const int reader : readers[result.cell]) before.insert(reader);
      readers[result.cell].clear();
      writer[result.cell] = k;
    }
    before.erase(k);
    for (const int other : before) order.after[at(other)].push_back(k);
    order.waitsFor[at(k)] = static_cast<int>(before.size());
  }
  return order;
}

// The pieces of a chain as one: what the first ones leave is what the later ones read.
Piece joined(Trace& trace, const std::vector<Piece>& pieces, const std::vector<int>& chain) {
  std::map<int, int> left;  // node by cell
  for (const int p : chain) {
    std::map<int, int> by;
    for (const auto& [cell, node] : left) by[trace.input(cell)] = node;
    std::map<int, int> now;
    for (const PieceResult& result : pieces[at(p)]) now[result.cell] = replaced(trace, result.node, by);
    for (const auto& [cell, node] : now) left[cell] = node;
  }
  Piece piece;
  for (const auto& [cell, node] : left) piece.push_back({cell, node});
  return piece;
}

std::size_t operationsOf(const PieceGraph& graph) {
  std::vector<std::size_t> sizes;
  for (const Piece& piece : graph.pieces) sizes.push_back(neededBy(graph.trace, nodesOf(piece)).size());
  std::size_t sum = 0;
  for (const std::vector<int>& routine : graph.routines) {
    for (const int p : routine) sum += sizes[at(p)];
  }
  return sum;
}

}  // namespace

PieceGraph pieceGraph(Trace& trace, const Pieces& pieces, const std::vector<CRoutine>& routines,
                      const std::set<int>& kept, int firstResult) {
  PieceGraph graph{trace, pieces.all, {}, {}, {}, kept};
  for (const CRoutine& routine : routines) {
    graph.routines.push_back(routine.pieces);
    graph.isWhole.push_back(routine.isWhole ? 1 : 0);
    if (routine.results.empty()) continue;
    Piece last;
    for (const CResult& result : routine.results) {
      graph.kept.insert(firstResult);
      last.push_back({firstResult++, result.node});
    }
    graph.routines.back().push_back(static_cast<int>(graph.pieces.size()));
    graph.pieces.push_back(std::move(last));
  }
  dropUnread(graph);
  return graph;
}

void dropUnread(PieceGraph& graph) {
  std::vector<char> isUsed(graph.pieces.size(), 0);
  for (const std::vector<int>& routine : graph.routines) {
    for (const int p : routine) isUsed[at(p)] = 1;
  }
  for (std::size_t p = 0; p < graph.pieces.size(); ++p) {
    if (!isUsed[p]) graph.pieces[p].clear();
  }
  graph.reads.assign(graph.pieces.size(), {});
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    std::set<int> read = graph.kept;
    for (std::size_t p = 0; p < graph.pieces.size(); ++p) {
      graph.reads[p] = cellsReadBy(graph.trace, graph.pieces[p]);
      read.insert(graph.reads[p].begin(), graph.reads[p].end());
    }
    for (Piece& piece : graph.pieces) {
      isChanged =
          std::erase_if(piece, [&](const PieceResult& result) { return !read.contains(result.cell); }) > 0 || isChanged;
    }
  }
  for (std::vector<int>& routine : graph.routines)
    std::erase_if(routine, [&](int p) { return graph.pieces[at(p)].empty(); });
}

void bringTogether(PieceGraph& graph, const std::vector<int>& classes) {
  for (std::vector<int>& routine : graph.routines) {
    Order order = orderOf(graph, routine);
    std::set<int> ready;
    for (int k = 0; k < static_cast<int>(routine.size()); ++k) {
      if (order.waitsFor[at(k)] == 0) ready.insert(k);
    }
    std::vector<int> sorted;
    int last = -1;
    while (!ready.empty()) {
      const auto alike =
          std::ranges::find_if(ready, [&](int k) { return last >= 0 && classes[at(routine[at(k)])] == last; });
      const int next = alike == ready.end() ? *ready.begin() : *alike;
      ready.erase(next);
      last = classes[at(routine[at(next)])];
      sorted.push_back(routine[at(next)]);
      for (const int k : order.after[at(next)]) {
        if (--order.waitsFor[at(k)] == 0) ready.insert(k);
      }
    }
    routine = sorted;
  }
}

void mergeFollowers(PieceGraph& graph, const std::vector<int>& classes) {
  constexpr int kNone = -1;
  constexpr int kSeveral = -2;
  std::vector<int> next(graph.pieces.size(), kNone);
  std::vector<int> previous(graph.pieces.size(), kNone);
  const auto note = [](int& link, int to) { link = link == kNone || link == to ? to : kSeveral; };
  // Beyond an end of a routine there is something that never merges.
  for (std::size_t r = 0; r < graph.routines.size(); ++r) {
    const std::vector<int>& routine = graph.routines[r];
    for (std::size_t k = 0; k < routine.size(); ++k) {
      note(next[at(routine[k])], k + 1 < routine.size() ? routine[k + 1] : kSeveral);
      note(previous[at(routine[k])], k > 0 ? routine[k - 1] : kSeveral);
    }
  }
  const auto follows = [&](int p) {
    const int other = next[at(p)];
    return other >= 0 && previous[at(other)] == p && classes[at(p)] < 0 && classes[at(other)] < 0;
  };
  std::vector<char> isInner(graph.pieces.size(), 0);
  for (int p = 0; p < static_cast<int>(graph.pieces.size()); ++p) {
    if (follows(p)) isInner[at(next[at(p)])] = 1;
  }
  for (int p = 0; p < static_cast<int>(graph.pieces.size()); ++p) {
    if (isInner[at(p)] || !follows(p)) continue;
    std::vector<int> chain{p};
    while (follows(chain.back())) chain.push_back(next[at(chain.back())]);
    graph.pieces[at(p)] = joined(graph.trace, graph.pieces, chain);
  }
  for (std::vector<int>& routine : graph.routines) std::erase_if(routine, [&](int p) { return isInner[at(p)] != 0; });
  dropUnread(graph);
}

bool mergeRoutines(PieceGraph& graph, std::size_t mostOperations) {
  if (operationsOf(graph) > mostOperations) return false;
  std::map<std::vector<int>, int> merged;
  for (std::size_t r = 0; r < graph.routines.size(); ++r) {
    std::vector<int>& routine = graph.routines[r];
    if (routine.empty()) continue;
    const auto [place, isNew] = merged.emplace(routine, static_cast<int>(graph.pieces.size()));
    if (isNew) graph.pieces.push_back(joined(graph.trace, graph.pieces, routine));
    if (isNew && graph.isWhole[r])
      std::erase_if(graph.pieces.back(), [&](const PieceResult& one) { return !graph.kept.contains(one.cell); });
    routine = {place->second};
  }
  dropUnread(graph);
  return true;
}

}  // namespace mb
