// What the handles of FMI hold: instances, and states that were given out.
#pragma once

#include <exception>
#include <memory>
#include <string>

#include "converter/fmi/machine/session.h"

namespace mb::fmi {

struct Instance {
  std::unique_ptr<Session> session;
  Log log;
  bool logsDiscards = false;      // errors are told in any case
  double lastSuccessfulTime = 0;  // of FMI 2.0, which asks for it afterwards
};

inline constexpr int code(Status status) { return static_cast<int>(status); }

// Runs a function of the standard: a null handle is an error, and nothing is thrown into the importer.
template <class Run>
int guarded(void* handle, Run run) noexcept {
  auto* const instance = static_cast<Instance*>(handle);
  if (!instance) return code(Status::error);
  try {
    return code(run(*instance));
  } catch (const std::exception& fault) {
    try {
      return code(instance->session->refuse(std::string("an internal fault: ") + fault.what()));
    } catch (...) {
      return code(Status::error);
    }
  }
}

// Null where it cannot be made; the log says why.
Instance* makeInstance(const std::string& resources, const char* token, Kind kind, bool logsDiscards, Log log) noexcept;

// What every function of the standard that does nothing here does: refuses, with the reason; or nothing, where it is
// called for no variable.
int refused(void* handle, const char* why) noexcept;
int noVariables(void* handle, std::size_t count, const char* type) noexcept;

// States that are given out, whichever instance they come from. Pointers to others are known as such.
void* keep(Snapshot snapshot);             // a handle of a new state
Snapshot* snapshotOf(const void* handle);  // null for one that was not given out, or was freed
void release(const void* handle);

// The functions of both versions on such states.
Status getState(Instance& instance, void** state);
Status setState(Instance& instance, const void* state);
Status freeState(Instance& instance, void** state);
Status sizeOfState(Instance& instance, const void* state, std::size_t* size);
Status serialize(Instance& instance, const void* state, char* bytes, std::size_t size);
Status deserialize(Instance& instance, const char* bytes, std::size_t size, void** state);

}  // namespace mb::fmi
