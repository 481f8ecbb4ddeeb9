// The binary of FMUs, loaded and called through the functions of the standard as an importer calls it.
#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "converter/fmi/functions/fmi2.h"
#include "converter/fmi/functions/fmi3.h"
#include "converter/fmi/variables/setup.h"
#include "converter/fmi/variables/variables.h"
#include "converter/parameters/parameters.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/samples.h"
#include "tests/support/scratch_folder.h"

namespace mb::testing {

// The address of a function of the binary, which stays loaded.
inline void* inFmuBinary(const char* name) {
  static void* const library = dlopen(MB_FMU, RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(dlerror());
  void* const function = dlsym(library, name);
  if (!function) throw std::runtime_error(std::string("the binary lacks ") + name);
  return function;
}
// A function that is declared here and lives in the binary: FMI(fmi3Reset)(instance).
#define FMI(name) reinterpret_cast<decltype(&::name)>(mb::testing::inFmuBinary(#name))

// The resources of an FMU of a model, in a folder, and its variables as the exporter sees them.
struct Resources {
  ScratchFolder folder;
  RecursiveModel model;
  fmi::Setup setup;
  std::vector<Parameter> parameters;
  Mechanism mechanism;
  Trajectory trajectory;
  fmi::VariableTable table;

  explicit Resources(const std::string& sample, double step = 1e-3, const char* method = "rk4")
      : model(convertModel(readSample(sample)).recursive) {
    Diagnostics none;
    setup = {"{token of " + sample + "}", findRungeKutta(method), step, chosenPaths(model, {}, none)};
    folder.write(fmi::kModelFile, writeRecursive(model));
    folder.write(fmi::kSetupFile, fmi::writeSetup(setup));
    for (const Parameter& one : parametersIn(model)) {
      if (one.isUsual) parameters.push_back(one);
    }
    mechanism = makeMechanism(model);
    trajectory = fmi::shownColumns(mechanism);
    std::optional<RunFailure> failure;
    table = *fmi::makeVariables(mechanism, trajectory, parameters, failure);
  }

  std::uint32_t reference(const std::string& name) const {
    for (std::size_t k = 0; k < table.all.size(); ++k) {
      if (table.all[k].name == name) return static_cast<std::uint32_t>(k);
    }
    throw std::runtime_error("there is no variable " + name);
  }
  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> references(table.all.size());
    for (std::size_t k = 0; k < references.size(); ++k) references[k] = static_cast<std::uint32_t>(k);
    return references;
  }
};

// An instance of FMI 3.0.
struct Fmi3 {
  enum class Kind { coSimulation, modelExchange };
  const Resources& resources;
  std::vector<std::string> messages;
  void* handle = nullptr;

  explicit Fmi3(const Resources& of, Kind kind = Kind::coSimulation, std::string token = "", std::string path = "")
      : resources(of) {
    if (token.empty()) token = of.setup.token;
    if (path.empty()) path = of.folder.path().string();
    handle = kind == Kind::coSimulation
                 ? FMI(fmi3InstantiateCoSimulation)("it", token.c_str(), path.c_str(), false, true, false, false,
                                                    nullptr, 0, this, &note, nullptr)
                 : FMI(fmi3InstantiateModelExchange)("it", token.c_str(), path.c_str(), false, true, this, &note);
  }
  ~Fmi3() { FMI(fmi3FreeInstance)(handle); }
  Fmi3(const Fmi3&) = delete;
  Fmi3& operator=(const Fmi3&) = delete;

  static void note(void* self, int, const char*, const char* message) {
    static_cast<Fmi3*>(self)->messages.emplace_back(message);
  }
  std::string lastMessage() const { return messages.empty() ? "" : messages.back(); }

  void initialize(double start = 0) {
    if (FMI(fmi3EnterInitializationMode)(handle, false, 0, start, false, 0) != 0 ||
        FMI(fmi3ExitInitializationMode)(handle) != 0)
      throw std::runtime_error(lastMessage());
  }
  int step(double from, double length) {
    bool flags[3] = {};
    return FMI(fmi3DoStep)(handle, from, length, true, &flags[0], &flags[1], &flags[2], &reached);
  }
  double reached = 0;

  std::vector<double> values() {
    const std::vector<std::uint32_t> references = resources.all();
    std::vector<double> numbers(references.size());
    if (FMI(fmi3GetFloat64)(handle, references.data(), references.size(), numbers.data(), numbers.size()) != 0)
      throw std::runtime_error(lastMessage());
    return numbers;
  }
  double value(const std::string& name) { return values()[resources.reference(name)]; }
  int set(const std::string& name, double number) {
    const std::uint32_t reference = resources.reference(name);
    return FMI(fmi3SetFloat64)(handle, &reference, 1, &number, 1);
  }
};

}  // namespace mb::testing
