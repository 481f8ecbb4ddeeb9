// The part of check() that both models share: names, frames, masses and elements on joints.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/model/basics/inertia.h"
#include "formats/model/elements/elements.h"
#include "formats/model/joints/joint_fields.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// Reports names that are empty or taken. Keeps views of the names, which must outlive this object.
class UniqueNames {
 public:
  UniqueNames(std::string_view kind, Diagnostics& diagnostics) : kind_(kind), diagnostics_(diagnostics) {}
  void add(std::string_view name, const SourceRef& at);
  bool contains(std::string_view name) const { return places_.contains(name); }

 private:
  std::string_view kind_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, const SourceRef*> places_;
};

template <class I>
bool inRange(I index, int size) {
  return index.value >= 0 && index.value < size;
}

bool allFinite(std::initializer_list<double> values);

// `what` names the entity in the message: "marker 'a.m'".
void checkFrame(const Pose& X, const std::string& what, const SourceRef& at, Diagnostics& diagnostics);
void checkMass(const MassProperties& properties, const std::string& what, const SourceRef& at,
               Diagnostics& diagnostics);
// Whether as_given="yes" accepts the defect that inertiaDefect() reports: moments that only violate the triangle
// inequality.
bool canBeTakenAsGiven(MassProperties properties);

void checkJoint(const JointFields& joint, std::string_view name, const SourceRef& at, Diagnostics& diagnostics);

}  // namespace mb
