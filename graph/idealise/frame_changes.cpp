#include "graph/idealise/frame_changes.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace mb {
namespace {

// Replaces a joint's marker by one that only it uses. Markers that a reader made for the joint may have its name.
void moveMarker(CartesianModel& model, const Joint& joint, MarkerIndex& marker, const Pose& change,
                std::string_view end, std::set<std::string>& names) {
  if (isIdentity(change)) return;
  Marker moved = model.markers[marker];
  moved.name = fmt::format("{}.{}_{}", model.bodies[moved.body].name, joint.name, end);
  while (!names.insert(moved.name).second) moved.name += "_moved";
  moved.X_BM = moved.X_BM * change;
  moved.origin.by = "idealise";
  marker = model.markers.add(std::move(moved));
}

}  // namespace

CartesianModel withFrameChanges(CartesianModel model, const std::vector<FrameChange>& changes) {
  std::map<std::string_view, const FrameChange*> byJoint;
  for (const FrameChange& change : changes) byJoint[change.joint] = &change;
  if (byJoint.empty()) return model;
  std::set<std::string> names;
  for (const Marker& marker : model.markers) names.insert(marker.name);
  for (const JointIndex index : model.joints.indexes()) {
    const auto found = byJoint.find(model.joints[index].name);
    if (found == byJoint.end()) continue;
    Joint& joint = model.joints[index];
    moveMarker(model, joint, joint.i, found->second->X_MN, "i", names);
    moveMarker(model, joint, joint.j, found->second->X_FG, "j", names);
  }
  return model;
}

Gap sizeOf(const FrameChange& change) { return larger(gapBetween({}, change.X_MN), gapBetween({}, change.X_FG)); }

}  // namespace mb
