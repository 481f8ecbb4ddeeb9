// Parts of a model by name; the test fails where there is none.
#pragma once

#include <string_view>

#include "formats/model/cartesian.h"
#include "tests/support/test.h"

namespace mb {

inline const Body& bodyOf(const CartesianModel& model, std::string_view name) {
  const auto index = findBody(model, name);
  REQUIRE(index);
  return model.bodies[*index];
}

inline MarkerIndex markerOf(const CartesianModel& model, std::string_view name) {
  for (const MarkerIndex index : model.markers.indexes()) {
    if (model.markers[index].name == name) return index;
  }
  FAIL("no marker " << name);
  return {};
}

inline const Joint& jointOf(const CartesianModel& model, std::string_view name) {
  const auto index = findJoint(model, name);
  REQUIRE(index);
  return model.joints[*index];
}

}  // namespace mb
