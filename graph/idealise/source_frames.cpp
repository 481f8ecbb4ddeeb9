#include "graph/idealise/source_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace mb {
namespace {

// The body of the normalised model that carries a body of the source, and where.
struct Carrier {
  BodyIndex body;
  Pose X_BM;
};
std::map<std::string_view, Carrier> carriersOf(const CartesianModel& model) {
  std::map<std::string_view, Carrier> carriers;
  for (const BodyIndex index : model.bodies.indexes()) {
    carriers[model.bodies[index].name] = {index, {}};
    for (const Member& member : model.bodies[index].members) carriers[member.name] = {index, member.X_BM};
  }
  return carriers;
}

// Replaces a joint's marker by one that only it uses.
void moveMarker(CartesianModel& model, const Joint& joint, MarkerIndex& marker, const Pose& change,
                std::string_view end) {
  if (isIdentity(change)) return;
  Marker moved = model.markers[marker];
  moved.name = fmt::format("{}.{}_{}", model.bodies[moved.body].name, joint.name, end);
  moved.X_BM = moved.X_BM * change;
  moved.origin.by = "idealise";
  marker = model.markers.add(std::move(moved));
}

}  // namespace

std::vector<FrameChange> changesOfSource(const CartesianModel& source, const CartesianModel& normalised,
                                         const IdealiseReport& report) {
  const auto carriers = carriersOf(normalised);
  std::map<std::string_view, JointIndex> joints;
  for (const JointIndex index : normalised.joints.indexes()) joints[normalised.joints[index].name] = index;
  std::map<std::string_view, JointIndex> written;
  for (const JointIndex index : source.joints.indexes()) written[source.joints[index].name] = index;

  std::vector<FrameChange> changes;
  for (const IdealiseReport::Block& block : report.blocks) {
    for (const FrameChange& change : block.changes) {
      const Joint& joint = normalised.joints[joints.at(change.joint)];
      if (joint.fusedFrom.empty()) {
        changes.push_back(change);
        continue;
      }
      // All joints that this one stands for move with it, as if they were drawn on the body that moved.
      const auto motionOn = [&](BodyIndex body) {
        const bool isI = body == bodyI(normalised, joint);
        const Pose& X = normalised.markers[isI ? joint.i : joint.j].X_BM;
        return X * (isI ? change.X_MN : change.X_FG) * inverse(X);
      };
      for (const std::string& name : joint.fusedFrom) {
        const auto found = written.find(name);
        if (found == written.end()) continue;
        const auto local = [&](MarkerIndex index) {
          const Marker& marker = source.markers[index];
          const Carrier& carrier = carriers.at(source.bodies[marker.body].name);
          const Pose X = carrier.X_BM * marker.X_BM;
          return inverse(X) * motionOn(carrier.body) * X;
        };
        FrameChange own = change;
        own.joint = name;
        own.X_MN = local(source.joints[found->second].i);
        own.X_FG = local(source.joints[found->second].j);
        changes.push_back(std::move(own));
      }
    }
  }
  std::ranges::sort(changes, {}, &FrameChange::joint);
  return changes;
}

CartesianModel withFrameChanges(CartesianModel model, const std::vector<FrameChange>& changes) {
  std::map<std::string_view, const FrameChange*> byJoint;
  for (const FrameChange& change : changes) byJoint[change.joint] = &change;
  if (byJoint.empty()) return model;
  for (const JointIndex index : model.joints.indexes()) {
    const auto found = byJoint.find(model.joints[index].name);
    if (found == byJoint.end()) continue;
    Joint& joint = model.joints[index];
    moveMarker(model, joint, joint.i, found->second->X_MN, "i");
    moveMarker(model, joint, joint.j, found->second->X_FG, "j");
  }
  return model;
}

Gap sizeOf(const FrameChange& change) {
  const Gap i = gapBetween({}, change.X_MN);
  const Gap j = gapBetween({}, change.X_FG);
  return {std::max(i.length, j.length), std::max(i.angle, j.angle)};
}

}  // namespace mb
