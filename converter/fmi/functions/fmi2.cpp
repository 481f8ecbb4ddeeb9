// FMI 2.0, over the functions of 3.0 where both do the same.
#include "converter/fmi/functions/fmi2.h"

#include <fmt/format.h>

#include "converter/fmi/functions/instance.h"

using namespace mb::fmi;

namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The path of "file:///path" or "file:/path", with its escapes decoded; anything else is taken as a path.
std::string pathOf(std::string_view uri) {
  if (!uri.starts_with("file:")) return std::string(uri);
  uri.remove_prefix(5);
  if (uri.starts_with("//")) uri.remove_prefix(std::min(uri.size(), uri.find('/', 2)));  // a host
  std::string path;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    const bool isEscape = uri[k] == '%' && k + 2 < uri.size() && hexDigit(uri[k + 1]) >= 0 && hexDigit(uri[k + 2]) >= 0;
    path += isEscape ? static_cast<char>(16 * hexDigit(uri[k + 1]) + hexDigit(uri[k + 2])) : uri[k];
    if (isEscape) k += 2;
  }
  return path;
}

enum StatusKind { kDoStepStatus, kPendingStatus, kLastSuccessfulTime, kTerminated };

}  // namespace

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

int fmi2SetDebugLogging(void* handle, int isOn, std::size_t count, const char* const categories[]) {
  return fmi3SetDebugLogging(handle, isOn != 0, count, categories);
}

void* fmi2Instantiate(const char* name, int kind, const char* token, const char* resources,
                      const Fmi2Callbacks* callbacks, int, int logs) {
  const auto tell = [callbacks, name = std::string(name ? name : "")](Status status, std::string_view category,
                                                                      const std::string& message) {
    if (callbacks && callbacks->log)
      callbacks->log(callbacks->environment, name.c_str(), code(status), std::string(category).c_str(), "%s",
                     message.c_str());
  };
  if (kind != 0 && kind != 1) return nullptr;
  return makeInstance(pathOf(resources ? resources : ""), token, kind == 0 ? Kind::modelExchange : Kind::coSimulation,
                      logs != 0, tell);
}

void fmi2FreeInstance(void* handle) { fmi3FreeInstance(handle); }

int fmi2SetupExperiment(void* handle, int, double, double start, int, double) {
  return guarded(handle, [&](Instance& instance) {
    if (!instance.session->mayCall("SetupExperiment", {Phase::instantiated})) return Status::error;
    return instance.session->setStartTime(start);
  });
}

int fmi2EnterInitializationMode(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->enterInitialization(); });
}
int fmi2ExitInitializationMode(void* handle) { return fmi3ExitInitializationMode(handle); }
int fmi2Terminate(void* handle) { return fmi3Terminate(handle); }
int fmi2Reset(void* handle) { return fmi3Reset(handle); }

int fmi2GetReal(void* handle, const std::uint32_t variables[], std::size_t count, double values[]) {
  return fmi3GetFloat64(handle, variables, count, values, count);
}
int fmi2SetReal(void* handle, const std::uint32_t variables[], std::size_t count, const double values[]) {
  return fmi3SetFloat64(handle, variables, count, values, count);
}
#define MB_NO_VARIABLES_2(Type, Value)                                                       \
  int fmi2Get##Type(void* handle, const std::uint32_t[], std::size_t count, Value[]) {       \
    return noVariables(handle, count, #Type);                                                \
  }                                                                                          \
  int fmi2Set##Type(void* handle, const std::uint32_t[], std::size_t count, const Value[]) { \
    return noVariables(handle, count, #Type);                                                \
  }
MB_NO_VARIABLES_2(Integer, int)
MB_NO_VARIABLES_2(Boolean, int)
MB_NO_VARIABLES_2(String, char*)

int fmi2GetFMUstate(void* handle, void** state) { return fmi3GetFMUState(handle, state); }
int fmi2SetFMUstate(void* handle, void* state) { return fmi3SetFMUState(handle, state); }
int fmi2FreeFMUstate(void* handle, void** state) { return fmi3FreeFMUState(handle, state); }
int fmi2SerializedFMUstateSize(void* handle, void* state, std::size_t* size) {
  return fmi3SerializedFMUStateSize(handle, state, size);
}
int fmi2SerializeFMUstate(void* handle, void* state, char bytes[], std::size_t size) {
  return guarded(handle, [&](Instance& instance) { return serialize(instance, state, bytes, size); });
}
int fmi2DeSerializeFMUstate(void* handle, const char bytes[], std::size_t size, void** state) {
  return guarded(handle, [&](Instance& instance) { return deserialize(instance, bytes, size, state); });
}
int fmi2GetDirectionalDerivative(void* handle, const std::uint32_t unknowns[], std::size_t unknownCount,
                                 const std::uint32_t knowns[], std::size_t knownCount, const double seed[],
                                 double sensitivity[]) {
  return fmi3GetDirectionalDerivative(handle, unknowns, unknownCount, knowns, knownCount, seed, knownCount, sensitivity,
                                      unknownCount);
}

int fmi2EnterEventMode(void* handle) { return fmi3EnterEventMode(handle); }
int fmi2NewDiscreteStates(void* handle, Fmi2EventInfo* info) {
  if (info) *info = {};
  return guarded(handle, [](Instance& instance) { return instance.session->updateEvent(); });
}
int fmi2EnterContinuousTimeMode(void* handle) { return fmi3EnterContinuousTimeMode(handle); }
int fmi2CompletedIntegratorStep(void* handle, int isFinal, int* entersEvent, int* terminates) {
  bool enters = false;
  bool ends = false;
  const int status = fmi3CompletedIntegratorStep(handle, isFinal != 0, &enters, &ends);
  if (entersEvent) *entersEvent = enters ? 1 : 0;
  if (terminates) *terminates = ends ? 1 : 0;
  return status;
}
int fmi2SetTime(void* handle, double time) { return fmi3SetTime(handle, time); }
int fmi2SetContinuousStates(void* handle, const double states[], std::size_t count) {
  return fmi3SetContinuousStates(handle, states, count);
}
int fmi2GetDerivatives(void* handle, double rates[], std::size_t count) {
  return fmi3GetContinuousStateDerivatives(handle, rates, count);
}
int fmi2GetEventIndicators(void* handle, double indicators[], std::size_t count) {
  return fmi3GetEventIndicators(handle, indicators, count);
}
int fmi2GetContinuousStates(void* handle, double states[], std::size_t count) {
  return fmi3GetContinuousStates(handle, states, count);
}
int fmi2GetNominalsOfContinuousStates(void* handle, double nominals[], std::size_t count) {
  return fmi3GetNominalsOfContinuousStates(handle, nominals, count);
}

int fmi2SetRealInputDerivatives(void* handle, const std::uint32_t[], std::size_t count, const int[], const double[]) {
  return count == 0 ? noVariables(handle, 0, "")
                    : refused(handle, "inputs are held over a step: their derivatives are not used");
}
int fmi2GetRealOutputDerivatives(void* handle, const std::uint32_t[], std::size_t count, const int[], double[]) {
  return count == 0 ? noVariables(handle, 0, "") : refused(handle, "derivatives of outputs are not provided");
}

int fmi2DoStep(void* handle, double from, double length, int) {
  return guarded(
      handle, [&](Instance& instance) { return instance.session->doStep(from, length, instance.lastSuccessfulTime); });
}
int fmi2CancelStep(void* handle) { return refused(handle, "steps are done at once: there is none to cancel"); }
int fmi2GetStatus(void* handle, int, int*) { return refused(handle, "steps are done at once: none is pending"); }
int fmi2GetRealStatus(void* handle, int kind, double* value) {
  return guarded(handle, [&](Instance& instance) {
    if (kind != kLastSuccessfulTime || !value) return instance.session->refuse("there is no such status");
    *value = instance.lastSuccessfulTime;
    return Status::ok;
  });
}
int fmi2GetIntegerStatus(void* handle, int, int*) { return refused(handle, "there is no such status"); }
int fmi2GetBooleanStatus(void* handle, int kind, int* value) {
  return guarded(handle, [&](Instance& instance) {
    if (kind != kTerminated || !value) return instance.session->refuse("there is no such status");
    *value = 0;
    return Status::ok;
  });
}
int fmi2GetStringStatus(void* handle, int, const char**) {
  return refused(handle, "steps are done at once: none is pending");
}
