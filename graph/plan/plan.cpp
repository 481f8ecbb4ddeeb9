#include "graph/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace mb {

std::string nameOf(const CartesianModel& model, const Plan& plan, const PlanEdge& edge) {
  return edge.rod < 0 ? model.joints[edge.joint].name : model.bodies[plan.rods[edge.rod].candidate.body].name;
}

namespace {

class PlanCheck {
 public:
  PlanCheck(const Plan& plan, const CartesianModel& model, Diagnostics& diagnostics)
      : plan_(plan),
        model_(model),
        diagnostics_(diagnostics),
        level_(model.bodies.size(), 0),
        uses_(model.joints.size(), 0) {}

  void run() {
    for (const Plan::Base& base : plan_.bases) reach(base.body, 1);
    for (const Plan::TreeJoint& joint : plan_.tree) checkTreeJoint(joint);
    for (const Plan::Rod& rod : plan_.rods) {
      if (!rod.removed) continue;
      reach(rod.candidate.body, -1);
      for (const JointIndex joint : rod.candidate.joints) ++uses_[joint.value];
    }
    for (const Plan::CutEdge& cut : plan_.cuts) checkCut(cut);
    for (const BodyIndex body : model_.bodies.indexes()) {
      if (level_[body.value] == 0 && !model_.bodies[body].isGround) {
        fail(model_.bodies[body].origin, fmt::format("the plan does not reach body '{}'", model_.bodies[body].name));
      }
    }
    for (const JointIndex joint : model_.joints.indexes()) {
      if (uses_[joint.value] != 1) {
        fail(model_.joints[joint].origin, fmt::format("the plan uses joint '{}' {} times, once is right",
                                                      model_.joints[joint].name, uses_[joint.value]));
      }
    }
  }

 private:
  void fail(const Origin& origin, const std::string& message) {
    diagnostics_.error(origin.at, Code::internalFault, message);
  }

  void reach(BodyIndex body, int level) {
    if (level_[body.value] != 0) {
      fail(model_.bodies[body].origin, fmt::format("the plan reaches body '{}' twice", model_.bodies[body].name));
    }
    level_[body.value] = level;
  }

  void checkTreeJoint(const Plan::TreeJoint& joint) {
    const Joint& row = model_.joints[joint.joint];
    const BodyIndex i = bodyI(model_, row);
    const BodyIndex j = bodyJ(model_, row);
    const bool fits = joint.reversed ? i == joint.parent && j == joint.child : j == joint.parent && i == joint.child;
    if (!fits) fail(row.origin, fmt::format("tree joint '{}' does not connect its parent and child", row.name));
    if (level_[joint.parent.value] <= 0 || joint.level != level_[joint.parent.value] + 1) {
      fail(row.origin, fmt::format("tree joint '{}' has level {} below a parent of level {}", row.name, joint.level,
                                   level_[joint.parent.value]));
    }
    reach(joint.child, joint.level);
    ++uses_[joint.joint.value];
  }

  void checkCut(const Plan::CutEdge& cut) {
    const bool isRod = cut.edge.rod >= 0;
    const std::string name = nameOf(model_, plan_, cut.edge);
    BodyIndex at;
    BodyIndex end;
    const Origin* origin = nullptr;
    if (isRod) {
      const RodCandidate& rod = plan_.rods[cut.edge.rod].candidate;
      at = rod.neighbours[0];
      end = rod.neighbours[1];
      origin = &model_.bodies[rod.body].origin;
      if (!plan_.rods[cut.edge.rod].removed) fail(*origin, fmt::format("rod '{}' is cut but not removed", name));
    } else {
      const Joint& joint = model_.joints[cut.edge.joint];
      at = bodyJ(model_, joint);
      end = bodyI(model_, joint);
      origin = &joint.origin;
      const bool staysToo = keepsEquationInTree(joint.type) && cut.loop == std::vector{cut.edge.joint};
      if (!staysToo) ++uses_[cut.edge.joint.value];
    }
    for (const JointIndex step : cut.loop) {
      const Joint& joint = model_.joints[step];
      const BodyIndex i = bodyI(model_, joint);
      const BodyIndex j = bodyJ(model_, joint);
      if (at != i && at != j) break;
      at = at == i ? j : i;
    }
    if (at != end) fail(*origin, fmt::format("the loop of cut '{}' does not close", name));
    if (cut.block < 0 || cut.block >= static_cast<int>(plan_.blocks.size())) {
      fail(*origin, fmt::format("cut '{}' belongs to block {}, there are {}", name, cut.block, plan_.blocks.size()));
    }
  }

  const Plan& plan_;
  const CartesianModel& model_;
  Diagnostics& diagnostics_;
  std::vector<int> level_;  // by body; 0: not reached; -1: a removed rod
  std::vector<int> uses_;   // by joint
};

}  // namespace

void check(const Plan& plan, const CartesianModel& model, Diagnostics& diagnostics) {
  PlanCheck(plan, model, diagnostics).run();
}

}  // namespace mb
