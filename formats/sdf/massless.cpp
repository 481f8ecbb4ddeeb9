// Massless links at the end of a chain: nothing determines their motion, and they move nothing.
#include <fmt/format.h>

#include <deque>
#include <numeric>

#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// Links connected by fixed joints, as one.
struct Group {
  bool hasMass = false;
  bool hasInertia = false;
  std::vector<std::size_t> joints;
};

// Not represented by the smallest member: the link to which the others are fixed stays and keeps its name.
class Groups {
 public:
  explicit Groups(const Reader& reader) : of_(reader.links.size() + 1), groups_(reader.links.size() + 1) {
    std::iota(of_.begin(), of_.end(), std::size_t{0});
    for (std::size_t k = 0; k < reader.links.size(); ++k) {
      if (reader.links[k].isStatic) of_[root(k)] = root(world());
    }
    for (const SdfJoint& joint : reader.joints) {
      if (joint.hasEnds() && joint.type == "fixed") of_[root(at(joint.childLink))] = root(at(joint.parentLink));
    }
    for (std::size_t k = 0; k < reader.links.size(); ++k) {
      Group& group = groups_[root(k)];
      group.hasMass = group.hasMass || reader.links[k].mass.mass != 0;
      group.hasInertia = group.hasInertia || !reader.links[k].mass.inertia.isZero(0);
    }
    groups_[root(world())].hasMass = groups_[root(world())].hasInertia = true;
    for (std::size_t k = 0; k < reader.joints.size(); ++k) {
      const SdfJoint& joint = reader.joints[k];
      if (!joint.hasEnds() || joint.type == "fixed" || joint.type == "gearbox") continue;
      const std::size_t parent = root(at(joint.parentLink));
      const std::size_t child = root(at(joint.childLink));
      if (parent == child) continue;
      groups_[parent].joints.push_back(k);
      groups_[child].joints.push_back(k);
    }
  }

  std::size_t size() const { return groups_.size(); }
  bool isGroup(std::size_t k) { return root(k) == k; }
  const Group& operator[](std::size_t k) const { return groups_[k]; }
  std::size_t other(const SdfJoint& joint, std::size_t group) {
    const std::size_t parent = root(at(joint.parentLink));
    return parent == group ? root(at(joint.childLink)) : parent;
  }

 private:
  std::size_t world() const { return groups_.size() - 1; }
  std::size_t at(int link) const { return link < 0 ? world() : static_cast<std::size_t>(link); }
  std::size_t root(std::size_t k) {
    while (of_[k] != k) k = of_[k] = of_[of_[k]];
    return k;
  }

  std::vector<std::size_t> of_;
  std::vector<Group> groups_;
};

}  // namespace

void findIdleJoints(Reader& reader) {
  Groups groups(reader);
  std::deque<std::size_t> open;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (groups.isGroup(k)) open.push_back(k);
  }
  while (!open.empty()) {
    const std::size_t k = open.front();
    open.pop_front();
    std::vector<std::size_t> active;
    for (const std::size_t joint : groups[k].joints) {
      if (!reader.joints[joint].isIdle) active.push_back(joint);
    }
    if (active.empty() && groups[k].joints.empty() && !groups[k].hasMass && !groups[k].hasInertia) {
      reader.links[k].isStatic = true;
      reader.build.model.remarks.push_back(fmt::format("link '{}' has neither mass nor joint: it stays where it is",
                                                       reader.frames.frame(reader.links[k].frame).name));
    }
    if (active.size() != 1) continue;
    SdfJoint& joint = reader.joints[active.front()];
    const bool slides = joint.type == "prismatic" || joint.type == "piston";
    if (groups[k].hasMass || (groups[k].hasInertia && !slides)) continue;
    joint.isIdle = true;
    open.push_back(groups.other(joint, k));
  }
}

}  // namespace mb::sdf
