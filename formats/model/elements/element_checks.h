// What check() of both models has in common: the shared elements.
#pragma once

#include <string_view>
#include <vector>

#include "formats/model/elements/element_tables.h"
#include "formats/model/joints/joint_types.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// What the indexes and names in couplers, drives and forces may mean. A joint whose type is null was reported
// elsewhere.
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
