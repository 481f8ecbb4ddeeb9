// What an FMU says about how its model is run, as a file beside the model: resources/setup.xml.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/model/basics/source.h"
#include "formats/model/messages/diagnostics.h"
#include "runtime/simulation/methods/runge_kutta.h"

namespace mb::fmi {

inline constexpr const char* kModelFile = "model.recursive.xml";
inline constexpr const char* kSetupFile = "setup.xml";

struct Setup {
  std::string token;                   // of the FMU: instances are made for no other
  const RungeKutta* method = nullptr;  // null: the implicit method
  double step = 1e-3;                  // s
  std::vector<std::string> tunable;    // paths
};

std::string writeSetup(const Setup& setup);
// Nothing of use after errors.
Setup readSetup(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

}  // namespace mb::fmi
