#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <map>
#include <random>

#include "formats/model/basics/disjoint_sets.h"
#include "graph/choose/base_body.h"
#include "graph/trees/minimum_trees.h"
#include "graph/trees/tree_count.h"
#include "tests/graph/models.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::test;

namespace {

struct Random {
  std::mt19937 engine;
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(engine); }
  Vector3 vector() { return {number(), number(), number()}; }
};

CartesianModel randomMachine(Random& random) {
  Builder b;
  const int bodies = 2 + random.below(7);
  const int joints = 1 + random.below(11);
  for (int k = 0; k < bodies; ++k) b.body(numbered("b", k), 1 + random.below(3), random.vector());
  const char* types[] = {"translational", "revolute", "cylindrical", "universal", "spherical"};
  for (int k = 0; k < joints; ++k) {
    const int i = random.below(bodies);
    const int j = (i + 1 + random.below(bodies - 1)) % bodies;
    b.joint(numbered("j", 10 + k), types[random.below(5)], numbered("b", i), numbered("b", j), random.vector(),
            random.vector());
  }
  return b.model;
}

struct Machine {
  std::vector<Ends> ends;
  std::vector<Weight> weights;
  std::vector<int> dof;
  int bodies = 0;
};

Machine machineOf(const CartesianModel& model) {
  Machine machine;
  machine.bodies = model.bodies.size();
  for (const Joint& joint : model.joints) {
    machine.ends.push_back({bodyJ(model, joint).value, bodyI(model, joint).value});
    machine.weights.push_back(weightOf(joint.type));
    machine.dof.push_back(dofOf(joint.type));
  }
  return machine;
}

// Every maximal forest, as a bit pattern of its edges.
std::vector<unsigned> allForests(const Machine& machine) {
  const auto joins = [&](unsigned set) {
    DisjointSets sets(machine.bodies);
    int count = 0;
    for (std::size_t e = 0; e < machine.ends.size(); ++e) {
      if ((set >> e & 1u) != 0 && !sets.unite(machine.ends[e].a, machine.ends[e].b)) return -1;
      count += static_cast<int>(set >> e & 1u);
    }
    return count;
  };
  DisjointSets all(machine.bodies);
  int rank = 0;
  for (const Ends& ends : machine.ends) rank += all.unite(ends.a, ends.b);
  std::vector<unsigned> forests;
  for (unsigned set = 0; set < 1u << machine.ends.size(); ++set) {
    if (joins(set) == rank) forests.push_back(set);
  }
  return forests;
}

Weight weightOfSet(const Machine& machine, unsigned set) {
  Weight weight = 0;
  for (std::size_t e = 0; e < machine.ends.size(); ++e) weight += (set >> e & 1u) != 0 ? machine.weights[e] : 0;
  return weight;
}

// Predicted cost of one component's tree from one base, from the definition: pairs of coordinates on one path.
std::int64_t costFrom(const Machine& machine, unsigned set, int base) {
  std::vector<int> parentEdge(machine.bodies, -1);
  std::vector<int> parent(machine.bodies, -1);
  std::vector<char> isReached(machine.bodies, 0);
  std::vector<int> order{base};
  isReached[base] = 1;
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (std::size_t e = 0; e < machine.ends.size(); ++e) {
      const auto [a, b] = machine.ends[e];
      if ((set >> e & 1u) == 0 || (a != order[k] && b != order[k])) continue;
      const int u = a + b - order[k];
      if (isReached[u]) continue;
      isReached[u] = 1;
      parent[u] = order[k];
      parentEdge[u] = static_cast<int>(e);
      order.push_back(u);
    }
  }
  const auto pathOf = [&](int v) {
    std::vector<int> path;
    for (; parent[v] >= 0; v = parent[v]) path.push_back(parentEdge[v]);
    return path;
  };
  std::int64_t entries = 21;
  std::int64_t constraints = 0;
  for (const int v : order) {
    if (v == base) continue;
    const std::int64_t dof = machine.dof[parentEdge[v]];
    std::int64_t above = 6 - dof;
    for (const int e : pathOf(v)) above += machine.dof[e];
    entries += dof * above + dof * (dof + 1) / 2;
  }
  for (std::size_t e = 0; e < machine.ends.size(); ++e) {
    const auto [a, b] = machine.ends[e];
    if ((set >> e & 1u) != 0 || !isReached[a]) continue;
    std::map<int, int> times;
    for (const int t : pathOf(a)) ++times[t];
    for (const int t : pathOf(b)) ++times[t];
    for (const auto& [t, count] : times) constraints += count == 1 ? (6 - machine.dof[e]) * machine.dof[t] : 0;
  }
  return kPerEntry * entries + kPerConstraint * constraints + kPerLink * static_cast<std::int64_t>(order.size());
}

Weight boostWeight(const Machine& machine) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                      boost::property<boost::edge_weight_t, Weight>>;
  Graph graph(machine.bodies);
  for (std::size_t e = 0; e < machine.ends.size(); ++e) {
    boost::add_edge(machine.ends[e].a, machine.ends[e].b, machine.weights[e], graph);
  }
  std::vector<boost::graph_traits<Graph>::edge_descriptor> tree;
  boost::kruskal_minimum_spanning_tree(graph, std::back_inserter(tree));
  Weight weight = 0;
  for (const auto& edge : tree) weight += boost::get(boost::edge_weight, graph, edge);
  return weight;
}

}  // namespace

TEST_CASE("a subgraph numbers its vertices in their order") {
  const std::vector<Ends> edges{{7, 2}, {2, 9}, {9, 7}, {2, 7}};
  const Subgraph graph = subgraphOf(edges);
  CHECK(graph.vertices == std::vector<int>{2, 7, 9});
  REQUIRE(graph.edges.size() == 4);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    CHECK(graph.vertices[at(graph.edges[k].a)] == edges[k].a);
    CHECK(graph.vertices[at(graph.edges[k].b)] == edges[k].b);
  }
  CHECK(subgraphOf({}).vertexCount() == 0);
}

TEST_CASE("the corner of the paper has eight trees of five weights") {
  // [PRN06] lists six of them; the second R + S + S and S + S + D are missing there.
  const Machine machine = machineOf(wishboneCorner());
  std::map<std::string, int> weights;
  for (const unsigned set : allForests(machine)) ++weights[toText(weightOfSet(machine, set))];
  CHECK(weights == std::map<std::string, int>{{"5.2", 2}, {"7.1", 2}, {"8.2", 1}, {"10.1", 2}, {"12.0", 1}});
}

TEST_CASE("weight, counts and predicted cost of random machines agree with an exhaustive search") {
  Random random{std::mt19937(2006)};
  for (int round = 0; round < 500; ++round) {
    const CartesianModel model = randomMachine(random);
    const Machine machine = machineOf(model);
    const Plan result = plan(model, rodsAsBodies());
    INFO("round " << round << ", " << machine.bodies << " bodies, " << machine.ends.size() << " joints");
    const std::vector<unsigned> forests = allForests(machine);
    Weight least = weightOfSet(machine, forests.front());
    for (const unsigned set : forests) least = std::min(least, weightOfSet(machine, set));
    std::vector<unsigned> minimal;
    std::copy_if(forests.begin(), forests.end(), std::back_inserter(minimal),
                 [&](unsigned set) { return weightOfSet(machine, set) == least; });
    REQUIRE(result.treeCount == std::to_string(forests.size()));
    REQUIRE(result.minimalCount == std::to_string(minimal.size()));
    REQUIRE(result.weight == least);
    REQUIRE(result.weight == boostWeight(machine));
    REQUIRE(result.tiesExhausted);

    // From the base of every component the cheapest of all trees of least weight; and no base is noticeably cheaper.
    const auto cheapestFrom = [&](int base) {
      std::int64_t cheapest = costFrom(machine, minimal.front(), base);
      for (const unsigned set : minimal) cheapest = std::min(cheapest, costFrom(machine, set, base));
      return cheapest;
    };
    DisjointSets sets(machine.bodies);
    for (const Ends& ends : machine.ends) sets.unite(ends.a, ends.b);
    std::int64_t total = 0;
    for (const Plan::Base& base : result.bases) {
      const std::int64_t cost = cheapestFrom(base.body.value);
      total += cost;
      for (int other = 0; other < machine.bodies; ++other) {
        if (sets.find(other) != sets.find(base.body.value)) continue;
        REQUIRE(static_cast<double>(cost) <= (1 + kCostTolerance) * static_cast<double>(cheapestFrom(other)));
      }
    }
    REQUIRE(result.cost == total);

    // The certificate.
    for (const Plan::CutEdge& cut : result.cuts) {
      for (const JointIndex joint : cut.loop) REQUIRE(machine.weights[joint.value] <= cut.weight);
    }
  }
}

TEST_CASE("alternatives come in order of weight, and none lighter is left out") {
  Random random{std::mt19937(11)};
  PlanOptions options = rodsAsBodies();
  options.alternatives = 6;
  for (int round = 0; round < 100; ++round) {
    const CartesianModel model = randomMachine(random);
    const Machine machine = machineOf(model);
    std::vector<Weight> weights;
    for (const unsigned set : allForests(machine)) weights.push_back(weightOfSet(machine, set));
    std::sort(weights.begin(), weights.end());
    const Plan result = plan(model, options);
    REQUIRE(result.alternatives.size() == std::min<std::size_t>(6, weights.size() - 1));
    for (std::size_t k = 0; k < result.alternatives.size(); ++k)
      REQUIRE(result.alternatives[k].weight == weights[k + 1]);
  }
}

TEST_CASE("spanning trees of graphs with known counts") {
  std::vector<Ends> complete;  // Cayley: n^(n - 2)
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < a; ++b) complete.push_back({a, b});
  }
  CHECK(spanningForestCount(complete) == "4782969");

  std::vector<Ends> grid;  // 4 x 4: 100352
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      if (x < 3) grid.push_back({4 * x + y, 4 * (x + 1) + y});
      if (y < 3) grid.push_back({4 * x + y, 4 * x + y + 1});
    }
  }
  CHECK(spanningForestCount(grid) == "100352");

  std::vector<Ends> fourBars;  // a chain of 1000 four-bars: 4^1000
  for (int k = 0; k < 1000; ++k) {
    const int v = 3 * k;
    for (const Ends& ends : {Ends{v, v + 1}, {v + 1, v + 2}, {v + 2, v + 3}, {v + 3, v}}) fourBars.push_back(ends);
  }
  const std::string count = spanningForestCount(fourBars);
  CHECK(count.size() == 603);  // floor(1000 log10 4) + 1
  CHECK(count.substr(0, 6) == "114813");
  CHECK(spanningForestCount(fourBars, 100) == 101);

  std::vector<Ends> ladder;  // 2 x n: ((2 + sqrt 3)^n - (2 - sqrt 3)^n) / (2 sqrt 3), here n = 10
  for (int k = 0; k < 10; ++k) {
    ladder.push_back({2 * k, 2 * k + 1});
    if (k < 9) {
      ladder.push_back({2 * k, 2 * k + 2});
      ladder.push_back({2 * k + 1, 2 * k + 3});
    }
  }
  CHECK(spanningForestCount(ladder) == "151316");
}

TEST_CASE("a long chain of four-bars is planned block by block") {
  Builder b;
  b.body("k0", 1);
  b.model.bodies[BodyIndex{0}].isGround = true;
  std::vector<BodyIndex> bodies{BodyIndex{0}};
  const int count = 500;
  const auto hinge = [&](const std::string& name, BodyIndex i, BodyIndex j, const Vector3& point) {
    Joint row;
    row.name = name;
    row.type = *findJointType("revolute");
    const Pose X{*rotationFromZ({0, 1, 0}), point};
    row.i = b.marker(name + ".i", i, X);
    row.j = b.marker(name + ".j", j, X);
    b.model.joints.add(row);
  };
  BodyIndex last{0};
  for (int k = 0; k < count; ++k) {
    const int n = 100000 + k;
    const BodyIndex crank = b.body(numbered("crank", n), 1);
    const BodyIndex coupler = b.body(numbered("coupler", n), 1);
    const BodyIndex rocker = b.body(numbered("rocker", n), 1);
    hinge(numbered("a", n), crank, last, Vector3(k, 0, 0));
    hinge(numbered("b", n), coupler, crank, Vector3(k + 0.1, 0, 0.3));
    hinge(numbered("c", n), rocker, coupler, Vector3(k + 0.9, 0, 0.5));
    hinge(numbered("d", n), rocker, last, Vector3(k + 0.8, 0, 0.05));
    last = coupler;
  }
  const Plan result = plan(b.model);
  CHECK(result.blocks.size() == count);
  CHECK(result.coordinates == 3 * count);
  CHECK(result.equations == 5 * count);
  CHECK(result.depth == 2 * count + 1);
  CHECK(result.tiesExhausted);
}

TEST_CASE("a block with too many trees of least weight is improved by exchanges, and the plan says so") {
  PlanOptions options;
  options.tieLimit = 10;
  const Plan result = plan(ring(81), options);
  CHECK_FALSE(result.tiesExhausted);
  CHECK(result.minimalCount == "81");
  CHECK(result.depth == 41);  // branches of 40 and 40
  CHECK(std::any_of(result.remarks.begin(), result.remarks.end(),
                    [](const std::string& text) { return text.find("Not every tree") == 0; }));
}
