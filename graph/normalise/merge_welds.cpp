#include "graph/normalise/merge_welds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

}  // namespace

CartesianModel mergeWelds(CartesianModel model, const std::set<std::string>& untouched, MergeReport& report,
                          Diagnostics& diagnostics) {
  std::vector<std::vector<Weld>> welds(at(model.bodies.size()));
  bool any = false;
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (dofOf(joint.type) > 0 || untouched.contains(joint.name)) continue;
    any = true;
    const Marker& i = model.markers[joint.i];
    const Marker& j = model.markers[joint.j];
    const Pose X_JI = j.X_BM * inverse(i.X_BM);  // the markers coincide
    const int digits = std::max(i.digits, j.digits);
    welds[at(j.body.value)].push_back({index, i.body, X_JI, digits});
    welds[at(i.body.value)].push_back({index, j.body, inverse(X_JI), digits});
  }
  if (!any) return model;

  // Visit the carriers in a fixed order; each collects its group by walking the welds.
  std::vector<BodyIndex> order;
  for (const BodyIndex body : model.bodies.indexes()) order.push_back(body);
  std::ranges::sort(order, [&](BodyIndex a, BodyIndex b) { return carriesBefore(model.bodies[a], model.bodies[b]); });
  std::vector<BodyIndex> carrier(at(model.bodies.size()));
  Table<BodyIndex, Pose> X_CB;
  X_CB.resize(model.bodies.size());
  std::vector<int> digits(at(model.bodies.size()));  // of X_CB
  std::vector<bool> bodyDropped(at(model.bodies.size()));
  std::vector<bool> jointDropped(at(model.joints.size()));

  for (const BodyIndex root : order) {
    if (carrier[at(root.value)].valid()) continue;
    carrier[at(root.value)] = root;
    std::vector<BodyIndex> group{root};
    for (std::size_t k = 0; k < group.size(); ++k) {
      std::vector<Weld>& around = welds[at(group[k].value)];
      std::ranges::sort(around, {}, [&](const Weld& weld) { return model.joints[weld.joint].name; });
      for (const Weld& weld : around) {
        const Pose X_C_other = X_CB[group[k]] * weld.X_thisOther;
        if (jointDropped[at(weld.joint.value)]) continue;
        jointDropped[at(weld.joint.value)] = true;
        if (carrier[at(weld.other.value)].valid()) {  // closes a loop of welds
          const Gap gap = gapBetween(X_CB[weld.other], X_C_other);
          if (isContradiction(gap)) {
            const Joint& joint = model.joints[weld.joint];
            diagnostics
                .error(joint.origin.at, Code::fixedContradict,
                       fmt::format("fixed joint '{}' contradicts the other fixed joints between its bodies by {}",
                                   joint.name, toText(gap)))
                .withHint("move its markers so that the loop of fixed joints closes, or remove it");
          }
          continue;
        }
        carrier[at(weld.other.value)] = root;
        X_CB[weld.other] = X_C_other;
        digits[at(weld.other.value)] = std::max(digits[at(group[k].value)], weld.digits);
        group.push_back(weld.other);
      }
    }
    if (group.size() == 1) continue;

    Body& body = model.bodies[root];
    std::vector<BodyIndex> joined(group.begin() + 1, group.end());
    std::ranges::sort(joined, {}, [&](BodyIndex b) { return model.bodies[b].name; });
    std::vector<std::string> names;
    for (const BodyIndex index : joined) {
      Body& member = model.bodies[index];
      names.push_back(fmt::format("'{}'", member.name));
      const Gap gap = gapBetween(body.X_WB * X_CB[index], member.X_WB);
      if (isContradiction(gap)) {
        diagnostics
            .warning(member.origin.at, Code::placedAway,
                     fmt::format("body '{}' stands {} away from where its fixed joint to '{}' holds it", member.name,
                                 toText(gap), body.name))
            .withHint("the joint decides; check the pose of the body or the markers of the joint");
      }
      body.massProperties = sum(body.massProperties, transformed(X_CB[index], member.massProperties));
      body.members.push_back({member.name, X_CB[index], member.massProperties, member.origin});
      for (const Member& inner : member.members) {
        body.members.push_back({inner.name, X_CB[index] * inner.X_BM, inner.massProperties, inner.origin});
      }
      bodyDropped[at(index.value)] = true;
      // A carrier without a velocity of its own takes that of the first body of its group that moves.
      const bool saysMore =
          hasOwnVelocity(member) ? !hasOwnVelocity(body) : movesAtStart(member) && !movesAtStart(body);
      if (!body.isGround && saysMore) {
        body.velocityIsGuess = member.velocityIsGuess;
        body.w_WB = member.w_WB;
        body.v_WB = member.v_WB - member.w_WB.cross(body.X_WB.R * X_CB[index].p);
      }
    }
    std::ranges::sort(body.members, {}, &Member::name);
    report.remarks.push_back(fmt::format("{} {} welded to '{}' and moves with it.", fmt::join(names, ", "),
                                         names.size() == 1 ? "is" : "are", body.name));
  }

  for (Marker& marker : model.markers) {
    marker.X_BM = X_CB[marker.body] * marker.X_BM;
    marker.digits = std::max(marker.digits, digits[at(marker.body.value)]);
    marker.body = carrier[at(marker.body.value)];
  }
  const std::vector<bool> referenced = jointsWithReferences(model);
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (jointDropped[at(index.value)] || bodyI(model, joint) != bodyJ(model, joint)) continue;
    jointDropped[at(index.value)] = true;
    const std::string message =
        fmt::format("joint '{}' connects two bodies that fixed joints hold together", joint.name);
    if (referenced[at(index.value)]) {
      diagnostics.error(joint.origin.at, Code::neverMoves, message + ", but something refers to its coordinate")
          .withHint("remove the fixed joint, or the drive, coupler, limit or friction on this one");
    } else {
      diagnostics.warning(joint.origin.at, Code::neverMoves, message + "; it never moves and is left out")
          .withHint("remove one of the joints");
    }
  }
  if (diagnostics.hasErrors()) return model;
  return withoutBodies(withoutJoints(std::move(model), jointDropped), bodyDropped);
}

}  // namespace mb
