#include "graph/trees/tree_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "formats/model/basics/disjoint_sets.h"

namespace mb {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

constexpr std::ptrdiff_t kLargestCore = 64;
constexpr std::string_view kUncounted = "uncounted";

// A piece of the graph seen from two of its vertices: the number of its forests that join them in one tree, and the
// number that leave exactly these two apart. Pieces in series and in parallel combine without division, so rings,
// ladders and long chains need no fractions.
struct Piece {
  cpp_int joined = 1;
  cpp_int apart = 1;
};

Piece inParallel(const Piece& a, const Piece& b) {
  return {a.joined * b.apart + a.apart * b.joined, a.apart * b.apart};
}
Piece inSeries(const Piece& a, const Piece& b) {
  return {a.joined * b.joined, a.joined * b.apart + a.apart * b.joined};
}

template <class T>
using Neighbours = std::vector<std::map<int, T>>;

cpp_int productOf(std::vector<cpp_int> factors) {
  if (factors.empty()) return 1;
  while (factors.size() > 1) {  // in pairs, so that factors of similar size are multiplied
    const std::size_t half = (factors.size() + 1) / 2;
    for (std::size_t k = 0; k + half < factors.size(); ++k) factors[k] *= factors[k + half];
    factors.resize(half);
  }
  return factors.front();
}

// Removes vertices with one or two neighbours until none is left.
void reduceSeriesParallel(Neighbours<Piece>& graph, std::vector<cpp_int>& factors) {
  std::vector<int> waiting;
  for (int v = static_cast<int>(graph.size()) - 1; v >= 0; --v) waiting.push_back(v);
  while (!waiting.empty()) {
    const int v = waiting.back();
    waiting.pop_back();
    if (graph[v].empty() || graph[v].size() > 2) continue;
    const auto [a, first] = *graph[v].begin();
    const auto [b, second] = *graph[v].rbegin();
    graph[v].clear();
    graph[a].erase(v);
    graph[b].erase(v);
    if (a == b) {
      factors.push_back(first.joined);
    } else {
      Piece piece = inSeries(first, second);
      if (const auto old = graph[a].find(b); old != graph[a].end()) piece = inParallel(old->second, piece);
      graph[a][b] = graph[b][a] = std::move(piece);
      waiting.push_back(b);
    }
    waiting.push_back(a);
  }
}

// Every vertex that remains has at least three neighbours. Gaussian elimination removes them one at a time, fewest
// neighbours first.
cpp_rational eliminate(Neighbours<cpp_rational>& graph) {
  std::set<std::pair<std::size_t, int>> byDegree;
  for (int v = 0; v < static_cast<int>(graph.size()); ++v) {
    if (!graph[v].empty()) byDegree.emplace(graph[v].size(), v);
  }
  cpp_rational determinant = 1;
  while (!byDegree.empty()) {
    const int v = byDegree.begin()->second;
    byDegree.erase(byDegree.begin());
    const std::map<int, cpp_rational> star = std::move(graph[v]);
    graph[v].clear();
    if (star.empty()) continue;  // the last vertex of its component
    cpp_rational pivot = 0;
    for (const auto& [u, weight] : star) {
      pivot += weight;
      byDegree.erase({graph[u].size(), u});
      graph[u].erase(v);
    }
    determinant *= pivot;
    for (auto a = star.begin(); a != star.end(); ++a) {
      const cpp_rational share = a->second / pivot;
      for (auto b = std::next(a); b != star.end(); ++b) {
        cpp_rational& weight = graph[a->first][b->first];
        weight += share * b->second;
        graph[b->first][a->first] = weight;
      }
    }
    for (const auto& [u, weight] : star) byDegree.emplace(graph[u].size(), u);
  }
  return determinant;
}

// Empty if the core that series and parallel reduction leaves has too many vertices, because the fractions of the
// elimination grow with each vertex.
std::optional<cpp_int> countForests(std::span<const Ends> edges) {
  const Subgraph local = subgraphOf(edges);
  Neighbours<Piece> graph(local.vertices.size());
  for (const auto [a, b] : local.edges) {
    if (a == b) continue;
    const auto [place, isNew] = graph[a].try_emplace(b);
    if (!isNew) place->second = inParallel(place->second, {});
    graph[b][a] = place->second;
  }
  std::vector<cpp_int> factors;
  reduceSeriesParallel(graph, factors);

  const auto isLeft = [](const auto& neighbours) { return !neighbours.empty(); };
  if (std::count_if(graph.begin(), graph.end(), isLeft) > kLargestCore) return std::nullopt;
  Neighbours<cpp_rational> core(graph.size());
  bool hasCore = false;
  for (int a = 0; a < static_cast<int>(graph.size()); ++a) {
    for (const auto& [b, piece] : graph[a]) {
      hasCore = true;
      core[a][b] = cpp_rational(piece.joined) / piece.apart;
      if (a < b) factors.push_back(piece.apart);
    }
  }
  const cpp_int product = productOf(std::move(factors));
  return hasCore ? cpp_int(numerator(cpp_rational(eliminate(core) * product))) : product;
}

// cpp_int's own str() groups digits according to the locale.
std::string decimal(cpp_int count) {
  constexpr std::int64_t kPiece = 1'000'000'000'000'000'000;
  std::string text;
  while (count >= kPiece) {
    const auto piece = static_cast<std::int64_t>(count % kPiece);
    count /= kPiece;
    text.insert(0, fmt::format("{:018}", piece));
  }
  return fmt::format("{}", static_cast<std::int64_t>(count)) + text;
}

}  // namespace

std::string spanningForestCount(std::span<const Ends> edges) {
  const std::optional<cpp_int> count = countForests(edges);
  return count ? decimal(*count) : std::string(kUncounted);
}

std::int64_t spanningForestCount(std::span<const Ends> edges, std::int64_t limit) {
  // A core that is too large to count has more trees than could be compared.
  const std::optional<cpp_int> count = countForests(edges);
  return !count || *count > limit ? limit + 1 : static_cast<std::int64_t>(*count);
}

std::string minimumForestCount(const Topology& topology) {
  std::vector<const GraphEdge*> order;
  for (const GraphEdge& edge : topology.edges) {
    if (edge.forced != Forced::cut) order.push_back(&edge);
  }
  const auto classOf = [](const GraphEdge* edge) { return std::pair(!mustStay(*edge), edge->weight); };
  std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return classOf(a) < classOf(b); });

  DisjointSets sets(topology.vertexCount());
  std::vector<cpp_int> factors;
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(first, order.end(), [&](auto* edge) { return classOf(edge) != classOf(*first); });
    std::vector<Ends> ends;
    for (auto edge = first; edge != last; ++edge) {
      ends.push_back({sets.find((*edge)->ends.a), sets.find((*edge)->ends.b)});
    }
    if (!mustStay(**first)) {
      const std::optional<cpp_int> count = countForests(ends);
      if (!count) return std::string(kUncounted);
      factors.push_back(*count);
    }
    for (; first != last; ++first) sets.unite((*first)->ends.a, (*first)->ends.b);
  }
  return decimal(productOf(std::move(factors)));
}

}  // namespace mb
