#include "converter/pictures/graph/graph_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "converter/pictures/tree_nodes.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

class GraphBuilder {
 public:
  explicit GraphBuilder(const Conversion& conversion)
      : conversion_(conversion), source_(conversion.source), model_(conversion.model), plan_(conversion.plan) {}

  MachineGraph run() {
    TreeNodes tree = treeNodes(conversion_);
    numbers_ = std::move(tree.numbers);
    graph_.blockNumbers = std::move(tree.blockNumbers);
    addBodies();
    addJoints();
    markTree();
    markCuts();
    return std::move(graph_);
  }

 private:
  // The ground is shown if a joint connects to it.
  void addBodies() {
    std::set<BodyIndex> joined;
    for (const Joint& joint : source_.joints) joined.insert({bodyI(source_, joint), bodyJ(source_, joint)});
    nodeOf_.assign(at(source_.bodies.size()), -1);
    for (const BodyIndex index : source_.bodies.indexes()) {
      const Body& body = source_.bodies[index];
      if (body.isGround && !joined.contains(index)) continue;
      nodeOf_[at(index.value)] = static_cast<int>(graph_.bodies.size());
      graph_.sourceBodies.push_back(index);
      GraphBody node;
      node.name = body.name;
      node.subject = {body.name, {}};
      node.isGround = body.isGround;
      node.isMassless = !body.isGround && body.massProperties.mass == 0;
      node.title = fmt::format("body '{}'{}", body.name, node.isMassless ? ", without mass" : "");
      graph_.bodies.push_back(std::move(node));
    }
  }

  void addJoints() {
    for (const JointIndex index : source_.joints.indexes()) {
      const Joint& joint = source_.joints[index];
      graph_.sourceJoints.push_back(index);
      GraphJoint node;
      node.name = joint.name;
      node.subject = {{}, joint.name};
      node.bodies = {nodeOf_[at(bodyJ(source_, joint).value)], nodeOf_[at(bodyI(source_, joint).value)]};
      node.title = fmt::format("{} '{}'", joint.type.name, joint.name);
      node.glyphs = glyphsOf(joint.type);
      const std::optional<JointIndex> kept = findJoint(model_, joint.name);
      if (!kept) {
        node.role = JointRole::weld;
        if (dofOf(joint.type) == 0) node.glyphs = "W";
        node.title += ": its bodies are held together as one";
      } else {
        modelJoints_[*kept].push_back(static_cast<int>(graph_.joints.size()));
        const std::vector<std::string>& together = model_.joints[*kept].fusedFrom;
        if (together.size() > 1) node.title += fmt::format("; {} act as one joint", someOf(together, 6, "'"));
      }
      graph_.joints.push_back(std::move(node));
    }
  }

  void markTree() {
    for (const Plan::TreeJoint& row : plan_.tree) {
      for (const int k : modelJoints_[row.joint]) {
        graph_.joints[at(k)].weight = row.weight;
        graph_.joints[at(k)].title += fmt::format(", weight {}, stays in the tree", toText(row.weight));
      }
      weights_[row.joint] = row.weight;
    }
  }

  void markCuts() {
    for (std::size_t k = 0; k < plan_.cuts.size(); ++k) {
      const Plan::CutEdge& cut = plan_.cuts[k];
      if (cut.edge.rod >= 0) markRod(cut);
      for (const int joint : cutJoints(cut)) {
        GraphJoint& node = graph_.joints[at(joint)];
        node.role = JointRole::cut;
        node.number = numbers_[k];
        node.weight =
            cut.edge.rod >= 0 ? weightOf(model_.joints[*findJoint(model_, node.subject.joint)].type) : cut.weight;
        node.title += fmt::format(" is cut: {}", cut.reason);
      }
    }
    for (std::size_t k = 0; k < plan_.cuts.size(); ++k) {
      markTies(plan_.cuts[k]);
      addLoop(plan_.cuts[k], numbers_[k]);
    }
  }

  int bodyNode(BodyIndex body) const { return nodeOf_[at(findBody(source_, model_.bodies[body].name)->value)]; }

  void markRod(const Plan::CutEdge& cut) {
    GraphBody& rod = graph_.bodies[at(bodyNode(plan_.rods[at(cut.edge.rod)].candidate.body))];
    rod.isCutRod = true;
    rod.title = fmt::format("rod '{}' is cut: {}", rod.name, cut.reason);
  }

  std::vector<int> cutJoints(const Plan::CutEdge& cut) {
    if (cut.edge.rod < 0) return modelJoints_[cut.edge.joint];
    std::vector<int> both;
    for (const JointIndex joint : plan_.rods[at(cut.edge.rod)].candidate.joints) {
      both.insert(both.end(), modelJoints_[joint].begin(), modelJoints_[joint].end());
    }
    return both;
  }

  bool mustStay(JointIndex joint) const {
    const auto drives = [&](const Drive& drive) { return drive.coordinate && drive.coordinate->joint == joint; };
    return std::ranges::any_of(model_.drives, drives) ||
           std::ranges::find(conversion_.options.keep, model_.joints[joint].name) != conversion_.options.keep.end();
  }

  void markTies(const Plan::CutEdge& cut) {
    for (const JointIndex joint : cut.loop) {
      if (weights_[joint] != cut.weight || mustStay(joint)) continue;
      for (const int k : modelJoints_[joint]) {
        GraphJoint& node = graph_.joints[at(k)];
        if (node.role != JointRole::tree) continue;
        node.role = JointRole::tied;
        node.title += "; a cut here would weigh as much";
      }
    }
  }

  // The way from one end of the cut to the other over the joints of its loop, and over welds.
  void addLoop(const Plan::CutEdge& cut, int number) {
    const std::vector<int> closing = cutJoints(cut);
    std::set<int> usable;
    for (const JointIndex joint : cut.loop) usable.insert(modelJoints_.at(joint).front());
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      if (graph_.joints[k].role == JointRole::weld) usable.insert(static_cast<int>(k));
    }
    for (const int joint : closing) usable.erase(joint);
    if (usable.empty() || closing.empty()) return;
    std::array<int, 2> ends = graph_.joints[at(closing.front())].bodies;
    std::vector<int> nodes{graph_.jointNode(at(closing.front()))};
    if (cut.edge.rod >= 0) {
      const int rod = bodyNode(plan_.rods[at(cut.edge.rod)].candidate.body);
      const auto otherEnd = [&](int joint) {
        const std::array<int, 2>& both = graph_.joints[at(joint)].bodies;
        return both[0] == rod ? both[1] : both[0];
      };
      ends = {otherEnd(closing.front()), otherEnd(closing.back())};
      nodes = {graph_.jointNode(at(closing.back())), rod, nodes.front()};
    }
    const std::vector<int> way = wayBetween(ends, usable);
    if (way.empty()) return;
    nodes.insert(nodes.end(), way.begin(), way.end());
    const std::string name = nameOf(model_, plan_, cut.edge);
    graph_.loops.push_back({std::move(nodes), cut.block, number, fmt::format("the loop of '{}'", name)});
  }

  // Bodies and joints in turn, by breadth; empty if there is none.
  std::vector<int> wayBetween(std::array<int, 2> ends, const std::set<int>& usable) const {
    std::map<int, std::vector<int>> jointsAt;
    for (const int joint : usable) {
      for (const int body : graph_.joints[at(joint)].bodies) jointsAt[body].push_back(joint);
    }
    std::map<int, int> by;  // the joint over which a body was reached
    std::vector<int> queue{ends[0]};
    by[ends[0]] = -1;
    for (std::size_t k = 0; k < queue.size(); ++k) {
      for (const int joint : jointsAt[queue[k]]) {
        const std::array<int, 2>& both = graph_.joints[at(joint)].bodies;
        const int other = both[0] == queue[k] ? both[1] : both[0];
        if (by.try_emplace(other, joint).second) queue.push_back(other);
      }
    }
    std::vector<int> way;
    if (!by.contains(ends[1])) return way;
    for (int body = ends[1]; by[body] >= 0;) {
      way.push_back(body);
      const std::array<int, 2>& both = graph_.joints[at(by[body])].bodies;
      way.push_back(graph_.jointNode(at(by[body])));
      body = both[0] == body ? both[1] : both[0];
    }
    way.push_back(ends[0]);
    std::ranges::reverse(way);
    return way;
  }

  const Conversion& conversion_;
  const CartesianModel& source_;
  const CartesianModel& model_;
  const Plan& plan_;
  std::vector<int> numbers_;                            // of the cuts
  std::vector<int> nodeOf_;                             // by body of the source
  std::map<JointIndex, std::vector<int>> modelJoints_;  // the joints of the source that a joint of the model stands for
  std::map<JointIndex, Weight> weights_;
  MachineGraph graph_;
};

}  // namespace

MachineGraph machineGraph(const Conversion& conversion) { return GraphBuilder(conversion).run(); }

}  // namespace mb
