// Small models for verification.
#pragma once

#include <stdexcept>
#include <string>

#include "converter/verify/verify.h"
#include "tests/support/process.h"
#include "tests/support/samples.h"

namespace mb::testing {

// States only, because the Cartesian reference is slow in builds with sanitizers. scripts/check samples does
// everything.
inline VerifyOptions quick(int states) {
  VerifyOptions options;
  options.states = states;
  options.end = 0.01;
  options.trajectories = false;
  return options;
}

inline Link& linkNamed(RecursiveModel& model, const std::string& name) {
  for (Link& link : model.links) {
    if (link.name == name) return link;
  }
  throw std::runtime_error("no link " + name);
}

inline CartesianModel modelOf(const std::string& elements) {
  const ScratchFolder folder;
  folder.write("model.xml", "<mbs version='1' name='model'>" + elements + "</mbs>");
  Diagnostics diagnostics;
  auto model = readModel(folder / "model.xml", diagnostics);
  if (!model) throw std::runtime_error(textOf(diagnostics));
  return *model;
}

inline std::string body(const std::string& name, const std::string& at) {
  return "<body name='" + name + "'><pose pos='" + at + "'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>";
}
inline std::string hinge(const std::string& name, const std::string& i, const std::string& j, const std::string& at) {
  return "<joint name='" + name + "' type='revolute' i='" + i + "' j='" + j + "' point='" + at + "' axis='0 1 0'/>";
}

}  // namespace mb::testing
