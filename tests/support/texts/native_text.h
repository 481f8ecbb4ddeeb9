// Native models written inside tests.
#pragma once

#include <string>

#include "formats/native/native.h"
#include "tests/support/test.h"

namespace mb {

// Reads the elements of a model; the test fails if there are errors.
inline CartesianModel nativeModel(const std::string& elements, const std::string& path = "test.xml") {
  Diagnostics diagnostics;
  CartesianModel model =
      readNative(std::make_shared<const SourceFile>(SourceFile{path, "<mbs version=\"1\">\n" + elements + "\n</mbs>"}),
                 diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(diagnostics.errorCount() == 0);
  return model;
}

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

inline double distance(const Pose& a, const Pose& b) {
  return std::max((a.p - b.p).cwiseAbs().maxCoeff(), (a.R - b.R).cwiseAbs().maxCoeff());
}

}  // namespace mb
