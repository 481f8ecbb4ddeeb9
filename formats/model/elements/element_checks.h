// The part of check() that both models share: their common elements.
#pragma once

#include <string_view>
#include <vector>

#include "formats/model/elements/element_tables.h"
#include "formats/model/joints/joint_types.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// What indexes and names in couplers, drives and forces may refer to. A joint with a null type was reported elsewhere.
struct ElementScope {
  struct JointRow {
    std::string_view name;
    const JointType* type = nullptr;
  };
  std::vector<JointRow> joints;               // by JointIndex
  std::vector<std::string_view> markerNames;  // by MarkerIndex
  std::vector<int> markerBodies;              // by MarkerIndex: the body or link that carries it
};
void checkElements(const ElementScope& scope, const ElementTables& elements, Diagnostics& diagnostics);

}  // namespace mb
