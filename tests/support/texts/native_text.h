// Native models written inside tests.
#pragma once

#include <string>

#include "formats/native/native.h"
#include "tests/support/test.h"
#include "tests/support/texts/named_parts.h"

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

inline double distance(const Pose& a, const Pose& b) {
  return std::max((a.p - b.p).cwiseAbs().maxCoeff(), (a.R - b.R).cwiseAbs().maxCoeff());
}

}  // namespace mb
