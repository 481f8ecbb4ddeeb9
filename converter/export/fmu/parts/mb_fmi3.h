/* The functions of FMI 3.0.2 over an instance. They are declared here as the standard does, because its headers come
   with the importer or not at all. The prefix of their names is that of the standard: none with
   FMI3_OVERRIDE_FUNCTION_PREFIX, which a shared library needs. */
#ifndef MB_FMI3_H
#define MB_FMI3_H

#include <stdbool.h>

#include "mb_fmi_motion.h"
#include "mb_fmi_state.h"

#ifdef __GNUC__ /* what the standard gives and this machine has no use for */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#define FMU_PASTE_NOW(a, b) a##b
#define FMU_PASTE(a, b) FMU_PASTE_NOW(a, b)
#ifdef FMI3_OVERRIDE_FUNCTION_PREFIX
#define FMU_NAME(name) name
#else
#define FMU_NAME(name) FMU_PASTE(FMI3_FUNCTION_PREFIX, name)
#endif
#ifdef FMI3_Export
#define FMU_EXPORT FMI3_Export
#elif defined(_WIN32)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif
/* Declared, then defined. */
#define FMU_FUNCTION(type, name, arguments) \
  FMU_EXPORT type FMU_NAME(name) arguments; \
  type FMU_NAME(name)                       \
  arguments

typedef void (*fmu_log)(void* environment, int status, const char* category, const char* message);

static void fmu_tell_fmi3(const fmu_instance* i, int status, const char* category, const char* message) {
  if (i->log) ((fmu_log)i->log)(i->environment, status, category, message);
}
static fmu_instance* fmu_make_fmi3(const char* token, fmu_kind kind, bool logs, void* environment, fmu_log log) {
  fmu_instance like;
  memset(&like, 0, sizeof like);
  like.s.kind = kind;
  like.tell = fmu_tell_fmi3;
  like.log = (void (*)(void))log;
  like.environment = environment;
  like.logs_discards = logs;
  return fmu_make(like, token, "");
}

/* What is defined without an instance, then with one: a null handle is an error. */
#define FMU_WITH(instance, what)                       \
  do {                                                 \
    fmu_instance* const i = (fmu_instance*)(instance); \
    return i ? (what) : FMU_ERROR;                     \
  } while (0)

FMU_FUNCTION(const char*, fmi3GetVersion, (void)) { return "3.0"; }

FMU_FUNCTION(int, fmi3SetDebugLogging, (void* handle, bool is_on, size_t count, const char* const categories[])) {
  FMU_WITH(handle, fmu_set_logging(i, is_on, count, categories));
}

FMU_FUNCTION(void*, fmi3InstantiateModelExchange,
             (const char* name, const char* token, const char* resources, bool is_visible, bool logs, void* environment,
              fmu_log log)) {
  return fmu_make_fmi3(token, FMU_MODEL_EXCHANGE, logs, environment, log);
}
FMU_FUNCTION(void*, fmi3InstantiateCoSimulation,
             (const char* name, const char* token, const char* resources, bool is_visible, bool logs, bool uses_events,
              bool may_return_early, const uint32_t intermediate[], size_t intermediate_count, void* environment,
              fmu_log log, void (*update)(void))) {
  return fmu_make_fmi3(token, FMU_CO_SIMULATION, logs, environment, log);
}
FMU_FUNCTION(void*, fmi3InstantiateScheduledExecution,
             (const char* name, const char* token, const char* resources, bool is_visible, bool logs, void* environment,
              fmu_log log, void (*clock)(void), void (*lock)(void), void (*unlock)(void))) {
  if (log)
    log(environment, FMU_ERROR, "logStatusError",
        "this FMU is made for Co-Simulation and Model Exchange, not for Scheduled Execution");
  return NULL;
}
FMU_FUNCTION(void, fmi3FreeInstance, (void* handle)) { fmu_free((fmu_instance*)handle); }

FMU_FUNCTION(int, fmi3EnterInitializationMode,
             (void* handle, bool has_tolerance, double tolerance, double start, bool has_stop, double stop)) {
  fmu_instance* const i = (fmu_instance*)handle;
  if (!i || !fmu_may(i, "EnterInitializationMode", FMU_IN(FMU_INSTANTIATED))) return FMU_ERROR;
  return fmu_set_start_time(i, start) == FMU_FINE ? fmu_enter_initialization(i) : FMU_ERROR;
}
FMU_FUNCTION(int, fmi3ExitInitializationMode, (void* handle)) { FMU_WITH(handle, fmu_exit_initialization(i)); }
FMU_FUNCTION(int, fmi3EnterEventMode, (void* handle)) { FMU_WITH(handle, fmu_enter_event(i)); }
FMU_FUNCTION(int, fmi3Terminate, (void* handle)) { FMU_WITH(handle, fmu_terminate(i)); }
FMU_FUNCTION(int, fmi3Reset, (void* handle)) { FMU_WITH(handle, (fmu_reset(i), FMU_FINE)); }

/* Every type has its getter and setter; this machine has variables of the type Float64 only. */
FMU_FUNCTION(int, fmi3GetFloat64,
             (void* handle, const uint32_t references[], size_t count, double values[], size_t value_count)) {
  FMU_WITH(handle, fmu_get(i, references, count, values, value_count));
}
FMU_FUNCTION(int, fmi3SetFloat64,
             (void* handle, const uint32_t references[], size_t count, const double values[], size_t value_count)) {
  FMU_WITH(handle, fmu_set(i, references, count, values, value_count));
}
FMU_FUNCTION(int, fmi3GetFMUState, (void* handle, void** state)) { FMU_WITH(handle, fmu_get_state(i, state)); }
FMU_FUNCTION(int, fmi3SetFMUState, (void* handle, void* state)) { FMU_WITH(handle, fmu_set_state(i, state)); }
FMU_FUNCTION(int, fmi3FreeFMUState, (void* handle, void** state)) { FMU_WITH(handle, fmu_free_state(i, state)); }
FMU_FUNCTION(int, fmi3SerializedFMUStateSize, (void* handle, void* state, size_t* size)) {
  FMU_WITH(handle, fmu_state_size(i, state, size));
}
FMU_FUNCTION(int, fmi3SerializeFMUState, (void* handle, void* state, uint8_t bytes[], size_t size)) {
  FMU_WITH(handle, fmu_serialize(i, state, bytes, size));
}
FMU_FUNCTION(int, fmi3DeserializeFMUState, (void* handle, const uint8_t bytes[], size_t size, void** state)) {
  FMU_WITH(handle, fmu_deserialize(i, bytes, size, state));
}

/* Model Exchange. */
FMU_FUNCTION(int, fmi3UpdateDiscreteStates,
             (void* handle, bool* needs_more, bool* terminates, bool* nominals_changed, bool* states_changed,
              bool* has_next_event, double* next_event)) {
  bool* const flags[] = {needs_more, terminates, nominals_changed, states_changed, has_next_event};
  size_t k;
  for (k = 0; k < sizeof flags / sizeof flags[0]; ++k) {
    if (flags[k]) *flags[k] = false;
  }
  if (next_event) *next_event = 0.0;
  FMU_WITH(handle, fmu_update_event(i));
}
FMU_FUNCTION(int, fmi3EnterContinuousTimeMode, (void* handle)) { FMU_WITH(handle, fmu_enter_continuous(i)); }
FMU_FUNCTION(int, fmi3CompletedIntegratorStep, (void* handle, bool is_final, bool* enters_event, bool* terminates)) {
  fmu_instance* const i = (fmu_instance*)handle;
  int ends = 0;
  const int status = i ? fmu_completed_step(i, &ends) : FMU_ERROR;
  if (enters_event) *enters_event = false;
  if (terminates) *terminates = ends != 0;
  return status;
}
FMU_FUNCTION(int, fmi3SetTime, (void* handle, double time)) { FMU_WITH(handle, fmu_set_time(i, time)); }
FMU_FUNCTION(int, fmi3SetContinuousStates, (void* handle, const double states[], size_t count)) {
  FMU_WITH(handle, fmu_set_states(i, states, count));
}
FMU_FUNCTION(int, fmi3GetContinuousStates, (void* handle, double states[], size_t count)) {
  FMU_WITH(handle, fmu_get_states(i, states, count));
}
FMU_FUNCTION(int, fmi3GetContinuousStateDerivatives, (void* handle, double rates[], size_t count)) {
  FMU_WITH(handle, fmu_get_rates(i, rates, count));
}
FMU_FUNCTION(int, fmi3GetNominalsOfContinuousStates, (void* handle, double nominals[], size_t count)) {
  FMU_WITH(handle, fmu_nominals(i, nominals, count));
}
FMU_FUNCTION(int, fmi3GetNumberOfContinuousStates, (void* handle, size_t* count)) {
  if (count) *count = FMU_STATES;
  FMU_WITH(handle, FMU_FINE);
}
FMU_FUNCTION(int, fmi3GetNumberOfEventIndicators, (void* handle, size_t* count)) {
  if (count) *count = 0;
  FMU_WITH(handle, FMU_FINE);
}
FMU_FUNCTION(int, fmi3GetEventIndicators, (void* handle, double indicators[], size_t count)) {
  FMU_WITH(handle, fmu_is_count(i, "event indicators", count, 0) ? FMU_FINE : FMU_ERROR);
}

/* Co-Simulation. */
FMU_FUNCTION(int, fmi3DoStep,
             (void* handle, double from, double length, bool is_final, bool* needs_event, bool* terminates,
              bool* returns_early, double* reached)) {
  fmu_instance* const i = (fmu_instance*)handle;
  const int status = i ? fmu_do_step(i, from, length) : FMU_ERROR;
  if (needs_event) *needs_event = false;
  if (terminates) *terminates = false;
  if (returns_early) *returns_early = false;
  if (reached) *reached = i ? i->reached : 0.0;
  return status;
}

#include "mb_fmi3_unsupported.h"

#endif
