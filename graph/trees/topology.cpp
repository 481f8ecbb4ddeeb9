#include "graph/trees/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "formats/model/basics/disjoint_sets.h"

namespace mb {

std::vector<Ends> endsOf(const Topology& topology) {
  std::vector<Ends> ends;
  ends.reserve(topology.edges.size());
  for (const GraphEdge& edge : topology.edges) ends.push_back(edge.ends);
  return ends;
}

namespace {

Weight weightOf(const Joint& joint, const PlanOptions& options) {
  if (joint.weight) return *joint.weight;
  if (const auto byName = options.weights.find(joint.name); byName != options.weights.end()) return byName->second;
  const auto byType = options.weights.find(std::string(joint.type.name));
  return byType != options.weights.end() ? byType->second : mb::weightOf(joint.type);
}

// Joints that the user, a drive or a coupler refers to individually. A bar with such a joint cannot be a single edge.
std::set<JointIndex> jointsInHand(const CartesianModel& model, const PlanOptions& options) {
  std::set<std::string_view> names;
  for (const auto* list : {&options.cut, &options.keep, &options.prefer}) names.insert(list->begin(), list->end());
  std::set<JointIndex> joints;
  for (const JointIndex j : model.joints.indexes()) {
    if (names.contains(model.joints[j].name)) joints.insert(j);
  }
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) joints.insert(drive.coordinate->joint);
  }
  for (const Coupler& coupler : model.couplers) {
    for (const Coupler::Term& term : coupler.terms) joints.insert(term.coordinate.joint);
  }
  return joints;
}

// Keeps the candidates that can be a single edge; the others are refused with a reason.
void settleRods(const CartesianModel& model, const PlanOptions& options, RodSearch search, Topology& topology,
                std::vector<std::string>& remarks) {
  const auto nameOfBody = [&](BodyIndex body) -> const std::string& { return model.bodies[body].name; };
  std::sort(search.rods.begin(), search.rods.end(),
            [&](const RodCandidate& a, const RodCandidate& b) { return nameOfBody(a.body) < nameOfBody(b.body); });
  const std::set<JointIndex> inHand = jointsInHand(model, options);
  for (RodCandidate& rod : search.rods) {
    std::string reason;
    for (const JointIndex joint : rod.joints) {
      if (reason.empty() && inHand.contains(joint)) {
        reason = fmt::format("its joint '{}' is driven, coupled or requested by name", model.joints[joint].name);
        remarks.push_back(fmt::format("Bar '{}' is kept as a body: {}.", nameOfBody(rod.body), reason));
      }
    }
    if (!reason.empty()) {
      search.refused.push_back({rod.body, reason});
      continue;
    }
    topology.rods.push_back(std::move(rod));
  }
  topology.refused = std::move(search.refused);
  std::sort(topology.refused.begin(), topology.refused.end(),
            [&](const RodRefusal& a, const RodRefusal& b) { return nameOfBody(a.body) < nameOfBody(b.body); });
}

GraphEdge edgeOfJoint(const CartesianModel& model, const PlanOptions& options, const Topology& topology, JointIndex j) {
  const Joint& joint = model.joints[j];
  GraphEdge edge;
  edge.name = joint.name;
  edge.joint = j;
  edge.ends = {topology.vertexOf[bodyJ(model, joint).value], topology.vertexOf[bodyI(model, joint).value]};
  edge.weight = weightOf(joint, options);
  edge.costs = {dofOf(joint.type), equationsOf(joint.type), 0, 1, {0, 1}};
  if (keepsEquationInTree(joint.type)) edge.costs.ownRows = equationsOf(joint.type);
  edge.carries = !joint.limits.empty() || !joint.frictions.empty() || !joint.initials.empty();
  return edge;
}

GraphEdge edgeOfRod(const CartesianModel& model, const PlanOptions& options, const Topology& topology, int r) {
  const RodCandidate& rod = topology.rods[r];
  const std::array<const Joint*, 2> joints{&model.joints[rod.joints[0]], &model.joints[rod.joints[1]]};
  GraphEdge edge;
  edge.name = model.bodies[rod.body].name;
  edge.rod = r;
  edge.ends = {topology.vertexOf[rod.neighbours[0].value], topology.vertexOf[rod.neighbours[1].value]};
  edge.rodWeights = {weightOf(*joints[0], options), weightOf(*joints[1], options)};
  edge.weight = edge.rodWeights[0] + edge.rodWeights[1];
  // Traversed from a to b, a joint is reversed if the body nearer to a carries marker i.
  const int against = (bodyI(model, *joints[0]) == rod.neighbours[0]) + (bodyI(model, *joints[1]) == rod.body);
  edge.costs = {
      dofOf(joints[0]->type) + dofOf(joints[1]->type), equationsOf(closingType(rod)), 0, 2, {against, 2 - against}};
  return edge;
}

void preferSprungJoints(const CartesianModel& model, Topology& topology) {
  std::set<std::pair<MarkerIndex, MarkerIndex>> sprung;
  for (const Force& force : model.forces) {
    if (const Rsda* spring = std::get_if<Rsda>(&force.law)) sprung.insert(std::minmax(spring->i, spring->j));
  }
  for (GraphEdge& edge : topology.edges) {
    if (!edge.joint.valid()) continue;
    const Joint& joint = model.joints[edge.joint];
    if (sprung.contains(std::minmax(joint.i, joint.j))) edge.carries = true;
    if (edge.carries || joint.preference == TreePreference::tree) edge.preference = Preference::tree;
    if (joint.preference == TreePreference::cut) edge.preference = Preference::cut;
  }
}

void numberComponents(Topology& topology) {
  DisjointSets sets(topology.vertexCount());
  for (const GraphEdge& edge : topology.edges) sets.unite(edge.ends.a, edge.ends.b);
  ConnectedSets components = connectedSets(std::move(sets));
  topology.component = std::move(components.setOf);
  topology.componentCount = components.count();
}

}  // namespace

Topology buildTopology(const CartesianModel& model, const PlanOptions& options, RodSearch search,
                       std::vector<std::string>& remarks) {
  Topology topology;
  settleRods(model, options, std::move(search), topology, remarks);
  std::vector<char> isRod(model.bodies.size(), 0);
  std::vector<char> inRod(model.joints.size(), 0);
  for (const RodCandidate& rod : topology.rods) {
    isRod[rod.body.value] = 1;
    for (const JointIndex joint : rod.joints) inRod[joint.value] = 1;
  }
  for (const BodyIndex body : model.bodies.indexes()) {
    if (!isRod[body.value]) topology.bodies.push_back(body);
  }
  std::sort(topology.bodies.begin(), topology.bodies.end(),
            [&](BodyIndex a, BodyIndex b) { return model.bodies[a].name < model.bodies[b].name; });
  topology.vertexOf.assign(model.bodies.size(), -1);
  for (int v = 0; v < topology.vertexCount(); ++v) topology.vertexOf[topology.bodies[v].value] = v;

  for (const JointIndex joint : model.joints.indexes()) {
    if (!inRod[joint.value]) topology.edges.push_back(edgeOfJoint(model, options, topology, joint));
  }
  for (int r = 0; r < static_cast<int>(topology.rods.size()); ++r) {
    topology.edges.push_back(edgeOfRod(model, options, topology, r));
  }
  std::sort(topology.edges.begin(), topology.edges.end(),
            [](const GraphEdge& a, const GraphEdge& b) { return std::tie(a.name, a.rod) < std::tie(b.name, b.rod); });
  preferSprungJoints(model, topology);
  numberComponents(topology);
  return topology;
}

}  // namespace mb
