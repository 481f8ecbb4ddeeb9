// The functions of FMI 2.0.5, declared here because no package of Debian has the standard's headers. A boolean is an
// int, and a status as in FMI 3.0.
#pragma once

#include <cstddef>
#include <cstdint>

#include "converter/fmi/functions/fmi3.h"

struct Fmi2Callbacks {
  void (*log)(void* environment, const char* name, int status, const char* category, const char* message, ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*stepFinished)(void* environment, int status);
  void* environment;
};

struct Fmi2EventInfo {
  int needsMore;
  int terminates;
  int nominalsChanged;
  int statesChanged;
  int hasNextEvent;
  double nextEvent;
};

MB_FMI const char* fmi2GetTypesPlatform();
MB_FMI const char* fmi2GetVersion();
MB_FMI int fmi2SetDebugLogging(void* instance, int isOn, std::size_t count, const char* const categories[]);
MB_FMI void* fmi2Instantiate(const char* name, int kind, const char* token, const char* resources,
                             const Fmi2Callbacks* callbacks, int isVisible, int logs);
MB_FMI void fmi2FreeInstance(void* instance);
MB_FMI int fmi2SetupExperiment(void* instance, int hasTolerance, double tolerance, double start, int hasStop,
                               double stop);
MB_FMI int fmi2EnterInitializationMode(void* instance);
MB_FMI int fmi2ExitInitializationMode(void* instance);
MB_FMI int fmi2Terminate(void* instance);
MB_FMI int fmi2Reset(void* instance);

#define MB_FMI2_VARIABLES(Type, Value)                                                                          \
  MB_FMI int fmi2Get##Type(void* instance, const std::uint32_t variables[], std::size_t count, Value values[]); \
  MB_FMI int fmi2Set##Type(void* instance, const std::uint32_t variables[], std::size_t count, const Value values[]);
MB_FMI2_VARIABLES(Real, double)
MB_FMI2_VARIABLES(Integer, int)
MB_FMI2_VARIABLES(Boolean, int)
MB_FMI2_VARIABLES(String, char*)

MB_FMI int fmi2GetFMUstate(void* instance, void** state);
MB_FMI int fmi2SetFMUstate(void* instance, void* state);
MB_FMI int fmi2FreeFMUstate(void* instance, void** state);
MB_FMI int fmi2SerializedFMUstateSize(void* instance, void* state, std::size_t* size);
MB_FMI int fmi2SerializeFMUstate(void* instance, void* state, char bytes[], std::size_t size);
MB_FMI int fmi2DeSerializeFMUstate(void* instance, const char bytes[], std::size_t size, void** state);
MB_FMI int fmi2GetDirectionalDerivative(void* instance, const std::uint32_t unknowns[], std::size_t unknownCount,
                                        const std::uint32_t knowns[], std::size_t knownCount, const double seed[],
                                        double sensitivity[]);

MB_FMI int fmi2EnterEventMode(void* instance);
MB_FMI int fmi2NewDiscreteStates(void* instance, Fmi2EventInfo* info);
MB_FMI int fmi2EnterContinuousTimeMode(void* instance);
MB_FMI int fmi2CompletedIntegratorStep(void* instance, int isFinal, int* entersEvent, int* terminates);
MB_FMI int fmi2SetTime(void* instance, double time);
MB_FMI int fmi2SetContinuousStates(void* instance, const double states[], std::size_t count);
MB_FMI int fmi2GetDerivatives(void* instance, double rates[], std::size_t count);
MB_FMI int fmi2GetEventIndicators(void* instance, double indicators[], std::size_t count);
MB_FMI int fmi2GetContinuousStates(void* instance, double states[], std::size_t count);
MB_FMI int fmi2GetNominalsOfContinuousStates(void* instance, double nominals[], std::size_t count);

MB_FMI int fmi2SetRealInputDerivatives(void* instance, const std::uint32_t variables[], std::size_t count,
                                       const int orders[], const double values[]);
MB_FMI int fmi2GetRealOutputDerivatives(void* instance, const std::uint32_t variables[], std::size_t count,
                                        const int orders[], double values[]);
MB_FMI int fmi2DoStep(void* instance, double from, double length, int isFinal);
MB_FMI int fmi2CancelStep(void* instance);
MB_FMI int fmi2GetStatus(void* instance, int kind, int* value);
MB_FMI int fmi2GetRealStatus(void* instance, int kind, double* value);
MB_FMI int fmi2GetIntegerStatus(void* instance, int kind, int* value);
MB_FMI int fmi2GetBooleanStatus(void* instance, int kind, int* value);
MB_FMI int fmi2GetStringStatus(void* instance, int kind, const char** value);
