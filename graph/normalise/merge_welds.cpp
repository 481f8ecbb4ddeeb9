#include "graph/normalise/merge_welds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/model/elements/element_visitors.h"
#include "formats/model/joints/gap.h"
#include "graph/normalise/model_edit.h"

namespace mb {
namespace {

struct Weld {
  JointIndex joint;
  BodyIndex other;
  Pose X_thisOther;  // the other body's frame in this body's frame
  int digits;        // of its markers
};

// Orders bodies by who carries the others: ground first, then the heavier body, then by name.
bool carriesBefore(const Body& a, const Body& b) {
  if (a.isGround != b.isGround) return a.isGround;
  if (a.massProperties.mass != b.massProperties.mass) return a.massProperties.mass > b.massProperties.mass;
  return a.name < b.name;
}

// Visits the carriers in a fixed order; each collects its group by walking the welds.
class Merger {
 public:
  Merger(CartesianModel model, MergeReport& report, Diagnostics& diagnostics)
      : model_(std::move(model)), report_(report), diagnostics_(diagnostics) {
    welds_.resize(model_.bodies.size());
    carrier_.resize(model_.bodies.size());
    X_CB_.resize(model_.bodies.size());
    digits_.resize(model_.bodies.size());
    bodyDropped_.resize(at(model_.bodies.size()));
    jointDropped_.resize(at(model_.joints.size()));
  }

  CartesianModel run(const std::set<std::string>& untouched) {
    if (!findWelds(untouched)) return std::move(model_);
    for (const BodyIndex root : carriersFirst()) {
      if (carrier_[root].valid()) continue;
      const std::vector<BodyIndex> group = collectGroup(root);
      if (group.size() > 1) join(root, {group.begin() + 1, group.end()});
    }
    moveMarkers();
    dropIdleJoints();
    if (diagnostics_.hasErrors()) return std::move(model_);
    return withoutBodies(withoutJoints(std::move(model_), jointDropped_), bodyDropped_);
  }

 private:
  bool findWelds(const std::set<std::string>& untouched) {
    bool any = false;
    const std::set<std::string> measured = namesInExpressions(model_, ExpressionFunction::Argument::joint);
    for (const JointIndex index : model_.joints.indexes()) {
      const Joint& joint = model_.joints[index];
      if (dofOf(joint.type) > 0 || untouched.contains(joint.name) || measured.contains(joint.name)) continue;
      any = true;
      const Marker& i = model_.markers[joint.i];
      const Marker& j = model_.markers[joint.j];
      const Pose X_JI = j.X_BM * inverse(i.X_BM);  // the markers coincide
      const int digits = std::max(i.digits, j.digits);
      welds_[j.body].push_back({index, i.body, X_JI, digits});
      welds_[i.body].push_back({index, j.body, inverse(X_JI), digits});
    }
    return any;
  }

  std::vector<BodyIndex> carriersFirst() const {
    std::vector<BodyIndex> order;
    for (const BodyIndex body : model_.bodies.indexes()) order.push_back(body);
    std::ranges::sort(order,
                      [&](BodyIndex a, BodyIndex b) { return carriesBefore(model_.bodies[a], model_.bodies[b]); });
    return order;
  }

  // All bodies that welds hold to the root, which comes first.
  std::vector<BodyIndex> collectGroup(BodyIndex root) {
    carrier_[root] = root;
    std::vector<BodyIndex> group{root};
    for (std::size_t k = 0; k < group.size(); ++k) {
      const BodyIndex here = group[k];
      std::ranges::sort(welds_[here], {}, [&](const Weld& weld) { return model_.joints[weld.joint].name; });
      for (const Weld& weld : welds_[here]) {
        if (jointDropped_[at(weld.joint.value)]) continue;
        jointDropped_[at(weld.joint.value)] = true;
        const Pose X_C_other = X_CB_[here] * weld.X_thisOther;
        if (carrier_[weld.other].valid()) {
          checkLoop(model_.joints[weld.joint], gapBetween(X_CB_[weld.other], X_C_other));
          continue;
        }
        carrier_[weld.other] = root;
        X_CB_[weld.other] = X_C_other;
        digits_[weld.other] = std::max(digits_[here], weld.digits);
        group.push_back(weld.other);
      }
    }
    return group;
  }

  // The joint closes a loop of welds.
  void checkLoop(const Joint& joint, const Gap& gap) {
    if (!isContradiction(gap)) return;
    diagnostics_
        .error(joint.origin.at, Code::fixedContradict,
               fmt::format("fixed joint '{}' contradicts the other fixed joints between its bodies by {}", joint.name,
                           toText(gap)))
        .withHint("move its markers so that the loop of fixed joints closes, or remove it");
  }

  void join(BodyIndex root, std::vector<BodyIndex> joined) {
    Body& body = model_.bodies[root];
    std::ranges::sort(joined, {}, [&](BodyIndex b) { return model_.bodies[b].name; });
    std::vector<std::string> names;
    for (const BodyIndex index : joined) {
      names.push_back(fmt::format("'{}'", model_.bodies[index].name));
      addMember(model_.bodies[index], X_CB_[index], body);
      bodyDropped_[at(index.value)] = true;
    }
    std::ranges::sort(body.members, {}, &Member::name);
    report_.remarks.push_back(fmt::format("{} {} welded to '{}' and moves with it.", fmt::join(names, ", "),
                                          names.size() == 1 ? "is" : "are", body.name));
  }

  void addMember(const Body& member, const Pose& X_CB, Body& body) {
    const Gap gap = gapBetween(body.X_WB * X_CB, member.X_WB);
    if (isContradiction(gap)) {
      diagnostics_
          .warning(member.origin.at, Code::placedAway,
                   fmt::format("body '{}' is {} away from where its fixed joint to '{}' holds it", member.name,
                               toText(gap), body.name))
          .withHint("the joint takes precedence; check the pose of the body or the markers of the joint");
    }
    body.massProperties = sum(body.massProperties, transformed(X_CB, member.massProperties));
    body.members.push_back({member.name, X_CB, member.massProperties, member.origin});
    for (const Member& inner : member.members) {
      body.members.push_back({inner.name, X_CB * inner.X_BM, inner.massProperties, inner.origin});
    }
    // A carrier without a velocity of its own takes that of the first body of its group that moves.
    const bool saysMore = hasOwnVelocity(member) ? !hasOwnVelocity(body) : movesAtStart(member) && !movesAtStart(body);
    if (!body.isGround && saysMore) {
      body.velocityIsGuess = member.velocityIsGuess;
      body.w_WB = member.w_WB;
      body.v_WB = member.v_WB - member.w_WB.cross(body.X_WB.R * X_CB.p);
    }
  }

  void moveMarkers() {
    for (Marker& marker : model_.markers) {
      marker.X_BM = X_CB_[marker.body] * marker.X_BM;
      marker.digits = std::max(marker.digits, digits_[marker.body]);
      marker.body = carrier_[marker.body];
    }
  }

  // Joints whose two bodies have become one.
  void dropIdleJoints() {
    const std::vector<bool> referenced = jointsWithReferences(model_);
    for (const JointIndex index : model_.joints.indexes()) {
      const Joint& joint = model_.joints[index];
      if (jointDropped_[at(index.value)] || bodyI(model_, joint) != bodyJ(model_, joint)) continue;
      jointDropped_[at(index.value)] = true;
      const std::string message =
          fmt::format("joint '{}' connects two bodies that fixed joints hold together", joint.name);
      if (referenced[at(index.value)]) {
        diagnostics_.error(joint.origin.at, Code::neverMoves, message + ", but something refers to its coordinate")
            .withHint("remove the fixed joint, or the drive, coupler, limit or friction on this one");
      } else {
        diagnostics_.warning(joint.origin.at, Code::neverMoves, message + "; it never moves and is left out")
            .withHint("remove one of the joints");
      }
    }
  }

  CartesianModel model_;
  MergeReport& report_;
  Diagnostics& diagnostics_;
  Table<BodyIndex, std::vector<Weld>> welds_;
  Table<BodyIndex, BodyIndex> carrier_;  // not valid: not visited yet
  Table<BodyIndex, Pose> X_CB_;          // on the carrier
  Table<BodyIndex, int> digits_;         // of X_CB
  std::vector<bool> bodyDropped_;
  std::vector<bool> jointDropped_;
};

}  // namespace

CartesianModel mergeWelds(CartesianModel model, const std::set<std::string>& untouched, MergeReport& report,
                          Diagnostics& diagnostics) {
  return Merger(std::move(model), report, diagnostics).run(untouched);
}

}  // namespace mb
