/* The functions of FMI 2.0.5 over an instance, declared here as the standard does. Their names get a prefix where
   FMI2_FUNCTION_PREFIX is defined. */
#ifndef MB_FMI2_H
#define MB_FMI2_H

#include "mb_fmi_motion.h"
#include "mb_fmi_state.h"

#ifdef __GNUC__ /* what the standard gives and this machine has no use for */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#define FMU_PASTE_NOW(a, b) a##b
#define FMU_PASTE(a, b) FMU_PASTE_NOW(a, b)
#ifdef FMI2_FUNCTION_PREFIX
#define FMU_NAME(name) FMU_PASTE(FMI2_FUNCTION_PREFIX, name)
#else
#define FMU_NAME(name) name
#endif
#if defined(_WIN32)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif
/* Declared, then defined. */
#define FMU_FUNCTION(type, name, arguments) \
  FMU_EXPORT type FMU_NAME(name) arguments; \
  type FMU_NAME(name) arguments
/* A null handle is an error. */
#define FMU_WITH(instance, what)                       \
  do {                                                 \
    fmu_instance* const i = (fmu_instance*)(instance); \
    return i ? (what) : FMU_ERROR;                     \
  } while (0)

typedef void (*fmu_log)(void* environment, const char* name, int status, const char* category, const char* message,
                        ...);
typedef struct {
  fmu_log log;
  void* (*allocate)(size_t count, size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
} fmu_callbacks;
typedef struct {
  int needs_more;
  int terminates;
  int nominals_changed;
  int states_changed;
  int has_next_event;
  double next_event;
} fmu_event;

static void fmu_tell_fmi2(const fmu_instance* i, int status, const char* category, const char* message) {
  if (i->log) ((fmu_log)i->log)(i->environment, i->name, status, category, "%s", message);
}

FMU_FUNCTION(const char*, fmi2GetTypesPlatform, (void)) { return "default"; }
FMU_FUNCTION(const char*, fmi2GetVersion, (void)) { return "2.0"; }

FMU_FUNCTION(int, fmi2SetDebugLogging, (void* handle, int is_on, size_t count, const char* const categories[])) {
  FMU_WITH(handle, fmu_set_logging(i, is_on, count, categories));
}
FMU_FUNCTION(void*, fmi2Instantiate,
             (const char* name, int kind, const char* token, const char* resources, const fmu_callbacks* callbacks,
              int is_visible, int logs)) {
  fmu_instance like;
  if (kind != 0 && kind != 1) return NULL;
  memset(&like, 0, sizeof like);
  like.s.kind = kind == 0 ? FMU_MODEL_EXCHANGE : FMU_CO_SIMULATION;
  like.tell = fmu_tell_fmi2;
  like.log = callbacks ? (void (*)(void))callbacks->log : NULL;
  like.environment = callbacks ? callbacks->environment : NULL;
  like.logs_discards = logs;
  return fmu_make(like, token, name ? name : "");
}
FMU_FUNCTION(void, fmi2FreeInstance, (void* handle)) { fmu_free((fmu_instance*)handle); }

static int fmu_setup_experiment(fmu_instance* i, double start) {
  return fmu_may(i, "SetupExperiment", FMU_IN(FMU_INSTANTIATED)) ? fmu_set_start_time(i, start) : FMU_ERROR;
}
FMU_FUNCTION(int, fmi2SetupExperiment,
             (void* handle, int has_tolerance, double tolerance, double start, int has_stop, double stop)) {
  FMU_WITH(handle, fmu_setup_experiment(i, start));
}
FMU_FUNCTION(int, fmi2EnterInitializationMode, (void* handle)) { FMU_WITH(handle, fmu_enter_initialization(i)); }
FMU_FUNCTION(int, fmi2ExitInitializationMode, (void* handle)) { FMU_WITH(handle, fmu_exit_initialization(i)); }
FMU_FUNCTION(int, fmi2Terminate, (void* handle)) { FMU_WITH(handle, fmu_terminate(i)); }
FMU_FUNCTION(int, fmi2Reset, (void* handle)) { FMU_WITH(handle, (fmu_reset(i), FMU_FINE)); }

FMU_FUNCTION(int, fmi2GetReal, (void* handle, const uint32_t references[], size_t count, double values[])) {
  FMU_WITH(handle, fmu_get(i, references, count, values, count));
}
FMU_FUNCTION(int, fmi2SetReal, (void* handle, const uint32_t references[], size_t count, const double values[])) {
  FMU_WITH(handle, fmu_set(i, references, count, values, count));
}
static int fmu_none(const fmu_instance* i, size_t count, const char* type) {
  return count == 0 ? FMU_FINE : fmu_refuse(i, "there are no variables of the type %s", type);
}
#define FMU_NO_VARIABLES(type, of)                                                             \
  FMU_FUNCTION(int, FMU_PASTE(fmi2Get, type),                                                  \
               (void* handle, const uint32_t references[], size_t count, of values[])) {       \
    FMU_WITH(handle, fmu_none(i, count, #type));                                               \
  }                                                                                            \
  FMU_FUNCTION(int, FMU_PASTE(fmi2Set, type),                                                  \
               (void* handle, const uint32_t references[], size_t count, of const values[])) { \
    FMU_WITH(handle, fmu_none(i, count, #type));                                               \
  }
typedef const char* fmu_string;
FMU_NO_VARIABLES(Integer, int)
FMU_NO_VARIABLES(Boolean, int)
FMU_NO_VARIABLES(String, fmu_string)

FMU_FUNCTION(int, fmi2GetFMUstate, (void* handle, void** state)) { FMU_WITH(handle, fmu_get_state(i, state)); }
FMU_FUNCTION(int, fmi2SetFMUstate, (void* handle, void* state)) { FMU_WITH(handle, fmu_set_state(i, state)); }
FMU_FUNCTION(int, fmi2FreeFMUstate, (void* handle, void** state)) { FMU_WITH(handle, fmu_free_state(i, state)); }
FMU_FUNCTION(int, fmi2SerializedFMUstateSize, (void* handle, void* state, size_t* size)) {
  FMU_WITH(handle, fmu_state_size(i, state, size));
}
FMU_FUNCTION(int, fmi2SerializeFMUstate, (void* handle, void* state, char bytes[], size_t size)) {
  FMU_WITH(handle, fmu_serialize(i, state, bytes, size));
}
FMU_FUNCTION(int, fmi2DeSerializeFMUstate, (void* handle, const char bytes[], size_t size, void** state)) {
  FMU_WITH(handle, fmu_deserialize(i, bytes, size, state));
}
#define FMU_REFUSED(name, why, arguments) \
  FMU_FUNCTION(int, name, arguments) { FMU_WITH(handle, fmu_refuse(i, why)); }
FMU_REFUSED(fmi2GetDirectionalDerivative, "directional derivatives are not provided",
            (void* handle, const uint32_t unknowns[], size_t unknown_count, const uint32_t knowns[], size_t known_count,
             const double seed[], double sensitivity[]))

/* Model Exchange. */
FMU_FUNCTION(int, fmi2EnterEventMode, (void* handle)) { FMU_WITH(handle, fmu_enter_event(i)); }
FMU_FUNCTION(int, fmi2NewDiscreteStates, (void* handle, fmu_event* event)) {
  if (event) memset(event, 0, sizeof *event);
  FMU_WITH(handle, fmu_update_event(i));
}
FMU_FUNCTION(int, fmi2EnterContinuousTimeMode, (void* handle)) { FMU_WITH(handle, fmu_enter_continuous(i)); }
FMU_FUNCTION(int, fmi2CompletedIntegratorStep, (void* handle, int is_final, int* enters_event, int* terminates)) {
  fmu_instance* const i = (fmu_instance*)handle;
  int ends = 0;
  const int status = i ? fmu_completed_step(i, &ends) : FMU_ERROR;
  if (enters_event) *enters_event = 0;
  if (terminates) *terminates = ends;
  return status;
}
FMU_FUNCTION(int, fmi2SetTime, (void* handle, double time)) { FMU_WITH(handle, fmu_set_time(i, time)); }
FMU_FUNCTION(int, fmi2SetContinuousStates, (void* handle, const double states[], size_t count)) {
  FMU_WITH(handle, fmu_set_states(i, states, count));
}
FMU_FUNCTION(int, fmi2GetDerivatives, (void* handle, double rates[], size_t count)) {
  FMU_WITH(handle, fmu_get_rates(i, rates, count));
}
FMU_FUNCTION(int, fmi2GetEventIndicators, (void* handle, double indicators[], size_t count)) {
  FMU_WITH(handle, fmu_is_count(i, "event indicators", count, 0) ? FMU_FINE : FMU_ERROR);
}
FMU_FUNCTION(int, fmi2GetContinuousStates, (void* handle, double states[], size_t count)) {
  FMU_WITH(handle, fmu_get_states(i, states, count));
}
FMU_FUNCTION(int, fmi2GetNominalsOfContinuousStates, (void* handle, double nominals[], size_t count)) {
  FMU_WITH(handle, fmu_nominals(i, nominals, count));
}

/* Co-Simulation. */
FMU_FUNCTION(int, fmi2SetRealInputDerivatives,
             (void* handle, const uint32_t references[], size_t count, const int orders[], const double values[])) {
  FMU_WITH(handle,
           count == 0 ? FMU_FINE : fmu_refuse(i, "inputs are held over a step: their derivatives are not used"));
}
FMU_FUNCTION(int, fmi2GetRealOutputDerivatives,
             (void* handle, const uint32_t references[], size_t count, const int orders[], double values[])) {
  FMU_WITH(handle, count == 0 ? FMU_FINE : fmu_refuse(i, "derivatives of outputs are not provided"));
}
FMU_FUNCTION(int, fmi2DoStep, (void* handle, double from, double length, int is_final)) {
  FMU_WITH(handle, fmu_do_step(i, from, length));
}
FMU_REFUSED(fmi2CancelStep, "steps are done at once: there is none to cancel", (void* handle))
FMU_REFUSED(fmi2GetStatus, "steps are done at once: none is pending", (void* handle, int kind, int* value))
FMU_REFUSED(fmi2GetIntegerStatus, "there is no such status", (void* handle, int kind, int* value))
FMU_REFUSED(fmi2GetStringStatus, "steps are done at once: none is pending",
            (void* handle, int kind, const char** value))
enum { FMU_LAST_SUCCESSFUL_TIME = 2, FMU_IS_TERMINATED = 3 };
FMU_FUNCTION(int, fmi2GetRealStatus, (void* handle, int kind, double* value)) {
  fmu_instance* const i = (fmu_instance*)handle;
  if (!i) return FMU_ERROR;
  if (kind != FMU_LAST_SUCCESSFUL_TIME || !value) return fmu_refuse(i, "there is no such status");
  *value = i->reached;
  return FMU_FINE;
}
FMU_FUNCTION(int, fmi2GetBooleanStatus, (void* handle, int kind, int* value)) {
  fmu_instance* const i = (fmu_instance*)handle;
  if (!i) return FMU_ERROR;
  if (kind != FMU_IS_TERMINATED || !value) return fmu_refuse(i, "there is no such status");
  *value = 0;
  return FMU_FINE;
}

#endif
