// FMI 3.0: instances, initialization, events, values.
#include <cmath>
#include <cstring>

#include "converter/fmi/functions/fmi3.h"
#include "converter/fmi/functions/instance.h"

using namespace mb::fmi;

namespace {

void* instantiate(const char* name, const char* token, const char* resources, Kind kind, bool logs, void* environment,
                  Fmi3LogMessage log) {
  (void)name;  // the environment tells instances apart
  const auto tell = [environment, log](Status status, std::string_view category, const std::string& message) {
    if (log) log(environment, code(status), std::string(category).c_str(), message.c_str());
  };
  return makeInstance(resources ? resources : "", token, kind, logs, tell);
}

}  // namespace

const char* fmi3GetVersion() { return "3.0"; }

int fmi3SetDebugLogging(void* handle, bool isOn, std::size_t count, const char* const categories[]) {
  return guarded(handle, [&](Instance& instance) {
    for (std::size_t k = 0; k < count; ++k) {
      const bool isKnown =
          categories && categories[k] && (categories[k] == kCategoryError || categories[k] == kCategoryDiscard);
      if (!isKnown) return instance.session->refuse("there is no such category of messages");
    }
    instance.logsDiscards = isOn;
    return Status::ok;
  });
}

void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool, bool logs,
                                   void* environment, Fmi3LogMessage log) {
  return instantiate(name, token, resources, Kind::modelExchange, logs, environment, log);
}

void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool, bool logs, bool,
                                  bool, const std::uint32_t[], std::size_t, void* environment, Fmi3LogMessage log,
                                  void*) {
  return instantiate(name, token, resources, Kind::coSimulation, logs, environment, log);
}

void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool, void* environment,
                                        Fmi3LogMessage log, void*, void*, void*) {
  if (log)
    log(environment, code(Status::error), std::string(kCategoryError).c_str(),
        "this FMU is made for Co-Simulation and Model Exchange, not for Scheduled Execution");
  return nullptr;
}

void fmi3FreeInstance(void* handle) { delete static_cast<Instance*>(handle); }

int fmi3EnterInitializationMode(void* handle, bool, double, double start, bool, double) {
  return guarded(handle, [&](Instance& instance) {
    if (!instance.session->mayCall("EnterInitializationMode", {Phase::instantiated})) return Status::error;
    const Status status = instance.session->setStartTime(start);
    return status == Status::ok ? instance.session->enterInitialization() : status;
  });
}

int fmi3ExitInitializationMode(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->exitInitialization(); });
}

int fmi3EnterEventMode(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->enterEvent(); });
}

int fmi3Terminate(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->terminate(); });
}

int fmi3Reset(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->reset(); });
}

int fmi3GetFloat64(void* handle, const std::uint32_t variables[], std::size_t count, double values[],
                   std::size_t valueCount) {
  return guarded(handle, [&](Instance& instance) {
    return instance.session->get({variables, variables ? count : 0}, values, values ? valueCount : 0);
  });
}

int fmi3SetFloat64(void* handle, const std::uint32_t variables[], std::size_t count, const double values[],
                   std::size_t valueCount) {
  return guarded(handle, [&](Instance& instance) {
    return instance.session->set({variables, variables ? count : 0}, values, values ? valueCount : 0);
  });
}

int fmi3UpdateDiscreteStates(void* handle, bool* needsMore, bool* terminates, bool* nominalsChanged,
                             bool* statesChanged, bool* hasNextEvent, double* nextEvent) {
  for (bool* const flag : {needsMore, terminates, nominalsChanged, statesChanged, hasNextEvent}) {
    if (flag) *flag = false;
  }
  if (nextEvent) *nextEvent = 0;
  return guarded(handle, [](Instance& instance) { return instance.session->updateEvent(); });
}
