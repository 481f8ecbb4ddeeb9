#include "graph/choose/choose_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mb {
namespace {

constexpr std::int64_t kShareOfSearch = 5;       // several entries of a block may have to be searched
constexpr double kConditioningWorkPerStep = 20;  // singular-value operations per operation of comparing trees

// Exchanges a cut for a tree edge of its loop with the same key as long as that improves the tree. Edges in the middle
// of the loop are tried first, because cutting there leaves two short branches.
TreeFigures improve(const BiconnectedSearch& block, TreeFlags& inTree, int entry, std::int64_t above) {
  const BiconnectedGraph& graph = block.graph;
  TreeCost tree(graph);
  TreeFigures best = tree.at(inTree, entry, above);
  const std::int64_t work = block.work / kShareOfSearch;
  std::int64_t spent = 0;
  bool improved = true;
  while (improved && spent < work) {
    improved = false;
    for (int cut = 0; cut < graph.edgeCount() && spent < work; ++cut) {
      if (inTree[cut] || !graph.mayStay[cut]) continue;
      tree.root(inTree, entry);
      std::vector<int> loop = tree.loopOf(cut);
      const int middle = static_cast<int>(loop.size()) / 2;
      std::vector<std::pair<int, int>> candidates;  // distance from the middle, edge
      for (int k = 0; k < static_cast<int>(loop.size()); ++k) {
        if (graph.keys[loop[k]] == graph.keys[cut]) candidates.emplace_back(std::abs(k - middle), loop[k]);
      }
      std::sort(candidates.begin(), candidates.end());
      spent += graph.edgeCount();
      for (const auto& [distance, edge] : candidates) {
        std::swap(inTree[cut], inTree[edge]);
        const TreeFigures figures = tree.at(inTree, entry, above);
        spent += tree.work();
        if (figures < best) {
          best = figures;
          improved = true;
          break;
        }
        std::swap(inTree[cut], inTree[edge]);
        if (spent >= work) break;
      }
    }
  }
  return best;
}

// Keeps the trees with the least value of a criterion; returns that value and the least value of the others.
struct Sieve {
  double best = 0;
  std::optional<double> next;
};
template <class Value>
Sieve sieve(std::vector<TreeFlags>& trees, double tolerance, Value value) {
  std::vector<double> values;
  for (const TreeFlags& tree : trees) values.push_back(value(tree));
  Sieve result{*std::min_element(values.begin(), values.end()), std::nullopt};
  std::vector<TreeFlags> left;
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (values[k] <= result.best * (1 + tolerance)) {
      left.push_back(std::move(trees[k]));
    } else if (!result.next || values[k] < *result.next) {
      result.next = values[k];
    }
  }
  trees = std::move(left);
  return result;
}

// Decides between trees of equal cost by conditioning, then reversed joints, then names.
void decideFurther(const BiconnectedSearch& block, std::vector<TreeFlags>& trees, Conditioning& conditioning,
                   TreeChoice& choice) {
  const double work = Conditioning::workOf(block.graph) * static_cast<double>(trees.size());
  bool isComputed = work <= kConditioningWorkPerStep * static_cast<double>(block.work) &&
                    conditioning.of(block.graph, trees.front()).has_value();
  if (isComputed) {
    const Sieve ratio = sieve(trees, kConditioningTolerance,
                              [&](const TreeFlags& tree) { return conditioning.of(block.graph, tree).value_or(0); });
    if (trees.size() == 1) {
      choice.decidedBy = DecidedBy::conditioning;
      choice.tie = fmt::format("conditioning {:.3g} against {:.3g}", ratio.best, *ratio.next);
      return;
    }
  }
  choice.skippedConditioning = !isComputed;
  TreeCost cost(block.graph);
  const Sieve reversed = sieve(trees, 0, [&](const TreeFlags& tree) {
    cost.root(tree, choice.entry);
    return static_cast<double>(cost.reversedJoints());
  });
  if (trees.size() == 1) {
    choice.decidedBy = DecidedBy::reversed;
    choice.tie = fmt::format("{} reversed joints against {}", reversed.best, *reversed.next);
    return;
  }
  // Edges are numbered by name, so the tree with the smallest flags cuts the first names.
  std::swap(trees.front(), *std::min_element(trees.begin(), trees.end()));
  choice.decidedBy = DecidedBy::name;
  choice.tie = "name";
}

}  // namespace

TreeChoice chooseTree(const BiconnectedSearch& block, int entry, std::int64_t above, Conditioning& conditioning) {
  TreeChoice choice;
  choice.entry = entry;
  choice.above = above;
  choice.inTree = block.minimum.stable;
  if (!block.minimum.enumerated) {
    choice.figures = improve(block, choice.inTree, entry, above);
    choice.decidedBy = DecidedBy::search;
    choice.tie = "exchanging edges of equal weight";
    return choice;
  }
  TreeCost cost(block.graph);
  if (block.minimum.count == 1) {
    choice.figures = cost.at(choice.inTree, entry, above);
    return choice;
  }
  std::vector<TreeFlags> finalists;
  std::optional<TreeFigures> next;
  forEachTree(block.minimum, [&](const TreeFlags& tree) {
    const TreeFigures figures = cost.at(tree, entry, above);
    if (finalists.empty() || figures < choice.figures) {
      if (!finalists.empty()) next = choice.figures;
      choice.figures = figures;
      finalists.clear();
    } else if (figures > choice.figures && (!next || figures < *next)) {
      next = figures;
    }
    if (figures == choice.figures) finalists.push_back(tree);
  });
  if (finalists.size() > 1) {
    decideFurther(block, finalists, conditioning, choice);
  } else if (next->cost > choice.figures.cost) {
    choice.decidedBy = DecidedBy::cost;
    choice.tie = fmt::format("predicted cost {} against {}", choice.figures.cost, next->cost);
  } else {
    choice.decidedBy = DecidedBy::depth;
    choice.tie = fmt::format("depth {} against {}", choice.figures.depth, next->depth);
  }
  choice.inTree = std::move(finalists.front());
  return choice;
}

std::vector<TreeFigures> bestEverywhere(const BiconnectedSearch& block) {
  TreeCost cost(block.graph);
  std::vector<TreeFigures> best;
  std::vector<TreeFigures> figures;
  if (block.minimum.enumerated) {
    forEachTree(block.minimum, [&](const TreeFlags& tree) {
      cost.everywhere(tree, figures);
      if (best.empty()) best = figures;
      for (std::size_t v = 0; v < best.size(); ++v) best[v] = std::min(best[v], figures[v]);
    });
    return best;
  }
  TreeFlags tree = block.minimum.stable;
  cost.everywhere(tree, figures);
  improve(block, tree, static_cast<int>(std::min_element(figures.begin(), figures.end()) - figures.begin()), 0);
  cost.everywhere(tree, best);
  return best;
}

}  // namespace mb
