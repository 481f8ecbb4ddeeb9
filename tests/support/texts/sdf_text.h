// Models written in SDFormat inside a test, and the result of reading them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "formats/sdf/sdf.h"
#include "tests/support/test.h"

namespace mb::sdftext {

constexpr double kTiny = 1e-14;  // a few roundings of numbers near 1

struct Read {
  CartesianModel model;
  Diagnostics diagnostics;
};

inline Read readText(std::string text, std::string path = "test.sdf") {
  Read read;
  read.model =
      readSdf(std::make_shared<const SourceFile>(SourceFile{std::move(path), std::move(text)}), {}, read.diagnostics);
  std::string all;
  for (const Diagnostic& one : read.diagnostics.all()) all += toText(one);
  INFO(all);
  CHECK(!read.diagnostics.hasErrors());
  return read;
}

inline std::string inModel(std::string_view version, std::string_view content) {
  return "<sdf version=\"" + std::string(version) + "\"><model name=\"m\">" + std::string(content) + "</model></sdf>";
}

inline CartesianModel readModel(std::string_view version, std::string_view content) {
  return readText(inModel(version, content)).model;
}

inline const Body& body(const CartesianModel& model, std::string_view name) {
  const auto index = findBody(model, name);
  REQUIRE(index);
  return model.bodies[*index];
}
inline const Joint& joint(const CartesianModel& model, std::string_view name) {
  const auto index = findJoint(model, name);
  REQUIRE(index);
  return model.joints[*index];
}
inline Vector3 axisOf(const CartesianModel& model, std::string_view name) {
  return worldPose(model, joint(model, name).j).R.col(2);
}
inline bool near(const Vector3& a, const Vector3& b) { return (a - b).norm() <= kTiny * (1 + b.norm()); }

inline const ForeignText* lossOf(const CartesianModel& model, std::string_view part) {
  for (const ForeignText& loss : model.foreign) {
    if (loss.what.find(part) != std::string::npos) return &loss;
  }
  return nullptr;
}

}  // namespace mb::sdftext
