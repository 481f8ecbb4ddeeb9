// The functions of FMI 3.0.2, declared here because no package of Debian has the standard's headers. Handles are
// pointers, a value reference has 32 bits, and a status is an int: 0 OK, 1 Warning, 2 Discard, 3 Error, 4 Fatal.
#pragma once

#include <cstddef>
#include <cstdint>

#define MB_FMI extern "C" __attribute__((visibility("default")))

using Fmi3LogMessage = void (*)(void* environment, int status, const char* category, const char* message);

MB_FMI const char* fmi3GetVersion();
MB_FMI int fmi3SetDebugLogging(void* instance, bool isOn, std::size_t count, const char* const categories[]);
MB_FMI void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool isVisible,
                                          bool logs, void* environment, Fmi3LogMessage log);
MB_FMI void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool isVisible,
                                         bool logs, bool usesEvents, bool mayReturnEarly,
                                         const std::uint32_t intermediate[], std::size_t intermediateCount,
                                         void* environment, Fmi3LogMessage log, void* intermediateUpdate);
MB_FMI void* fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources,
                                               bool isVisible, bool logs, void* environment, Fmi3LogMessage log,
                                               void* clockUpdate, void* lock, void* unlock);
MB_FMI void fmi3FreeInstance(void* instance);
MB_FMI int fmi3EnterInitializationMode(void* instance, bool hasTolerance, double tolerance, double start, bool hasStop,
                                       double stop);
MB_FMI int fmi3ExitInitializationMode(void* instance);
MB_FMI int fmi3EnterEventMode(void* instance);
MB_FMI int fmi3Terminate(void* instance);
MB_FMI int fmi3Reset(void* instance);

// Every type has its getter and setter; this machine has variables of the type Float64 only.
#define MB_FMI3_VARIABLES(Type, Value)                                                                               \
  MB_FMI int fmi3Get##Type(void* instance, const std::uint32_t variables[], std::size_t count, Value values[],       \
                           std::size_t valueCount);                                                                  \
  MB_FMI int fmi3Set##Type(void* instance, const std::uint32_t variables[], std::size_t count, const Value values[], \
                           std::size_t valueCount);
#define MB_FMI3_OTHER_TYPES(APPLY) \
  APPLY(Float32, float)            \
  APPLY(Int8, std::int8_t)         \
  APPLY(UInt8, std::uint8_t)       \
  APPLY(Int16, std::int16_t)       \
  APPLY(UInt16, std::uint16_t)     \
  APPLY(Int32, std::int32_t)       \
  APPLY(UInt32, std::uint32_t)     \
  APPLY(Int64, std::int64_t)       \
  APPLY(UInt64, std::uint64_t)     \
  APPLY(Boolean, bool)             \
  APPLY(String, char*)
MB_FMI3_VARIABLES(Float64, double)
MB_FMI3_OTHER_TYPES(MB_FMI3_VARIABLES)
MB_FMI int fmi3GetBinary(void* instance, const std::uint32_t variables[], std::size_t count, std::size_t sizes[],
                         const std::uint8_t* values[], std::size_t valueCount);
MB_FMI int fmi3SetBinary(void* instance, const std::uint32_t variables[], std::size_t count, const std::size_t sizes[],
                         const std::uint8_t* const values[], std::size_t valueCount);
MB_FMI int fmi3GetClock(void* instance, const std::uint32_t variables[], std::size_t count, bool values[]);
MB_FMI int fmi3SetClock(void* instance, const std::uint32_t variables[], std::size_t count, const bool values[]);

MB_FMI int fmi3GetNumberOfVariableDependencies(void* instance, std::uint32_t variable, std::size_t* count);
MB_FMI int fmi3GetVariableDependencies(void* instance, std::uint32_t variable, std::size_t elements[],
                                       std::uint32_t independents[], std::size_t independentElements[], int kinds[],
                                       std::size_t count);
MB_FMI int fmi3GetFMUState(void* instance, void** state);
MB_FMI int fmi3SetFMUState(void* instance, void* state);
MB_FMI int fmi3FreeFMUState(void* instance, void** state);
MB_FMI int fmi3SerializedFMUStateSize(void* instance, void* state, std::size_t* size);
MB_FMI int fmi3SerializeFMUState(void* instance, void* state, std::uint8_t bytes[], std::size_t size);
MB_FMI int fmi3DeserializeFMUState(void* instance, const std::uint8_t bytes[], std::size_t size, void** state);
MB_FMI int fmi3GetDirectionalDerivative(void* instance, const std::uint32_t unknowns[], std::size_t unknownCount,
                                        const std::uint32_t knowns[], std::size_t knownCount, const double seed[],
                                        std::size_t seedCount, double sensitivity[], std::size_t sensitivityCount);
MB_FMI int fmi3GetAdjointDerivative(void* instance, const std::uint32_t unknowns[], std::size_t unknownCount,
                                    const std::uint32_t knowns[], std::size_t knownCount, const double seed[],
                                    std::size_t seedCount, double sensitivity[], std::size_t sensitivityCount);

MB_FMI int fmi3EnterConfigurationMode(void* instance);
MB_FMI int fmi3ExitConfigurationMode(void* instance);
MB_FMI int fmi3GetIntervalDecimal(void* instance, const std::uint32_t clocks[], std::size_t count, double intervals[],
                                  int qualifiers[]);
MB_FMI int fmi3GetIntervalFraction(void* instance, const std::uint32_t clocks[], std::size_t count,
                                   std::uint64_t counters[], std::uint64_t resolutions[], int qualifiers[]);
MB_FMI int fmi3GetShiftDecimal(void* instance, const std::uint32_t clocks[], std::size_t count, double shifts[]);
MB_FMI int fmi3GetShiftFraction(void* instance, const std::uint32_t clocks[], std::size_t count,
                                std::uint64_t counters[], std::uint64_t resolutions[]);
MB_FMI int fmi3SetIntervalDecimal(void* instance, const std::uint32_t clocks[], std::size_t count,
                                  const double intervals[]);
MB_FMI int fmi3SetIntervalFraction(void* instance, const std::uint32_t clocks[], std::size_t count,
                                   const std::uint64_t counters[], const std::uint64_t resolutions[]);
MB_FMI int fmi3SetShiftDecimal(void* instance, const std::uint32_t clocks[], std::size_t count, const double shifts[]);
MB_FMI int fmi3SetShiftFraction(void* instance, const std::uint32_t clocks[], std::size_t count,
                                const std::uint64_t counters[], const std::uint64_t resolutions[]);
MB_FMI int fmi3EvaluateDiscreteStates(void* instance);
MB_FMI int fmi3UpdateDiscreteStates(void* instance, bool* needsMore, bool* terminates, bool* nominalsChanged,
                                    bool* statesChanged, bool* hasNextEvent, double* nextEvent);

MB_FMI int fmi3EnterContinuousTimeMode(void* instance);
MB_FMI int fmi3CompletedIntegratorStep(void* instance, bool isFinal, bool* entersEvent, bool* terminates);
MB_FMI int fmi3SetTime(void* instance, double time);
MB_FMI int fmi3SetContinuousStates(void* instance, const double states[], std::size_t count);
MB_FMI int fmi3GetContinuousStateDerivatives(void* instance, double rates[], std::size_t count);
MB_FMI int fmi3GetEventIndicators(void* instance, double indicators[], std::size_t count);
MB_FMI int fmi3GetContinuousStates(void* instance, double states[], std::size_t count);
MB_FMI int fmi3GetNominalsOfContinuousStates(void* instance, double nominals[], std::size_t count);
MB_FMI int fmi3GetNumberOfEventIndicators(void* instance, std::size_t* count);
MB_FMI int fmi3GetNumberOfContinuousStates(void* instance, std::size_t* count);

MB_FMI int fmi3EnterStepMode(void* instance);
MB_FMI int fmi3GetOutputDerivatives(void* instance, const std::uint32_t variables[], std::size_t count,
                                    const std::int32_t orders[], double values[], std::size_t valueCount);
MB_FMI int fmi3DoStep(void* instance, double from, double length, bool isFinal, bool* needsEvent, bool* terminates,
                      bool* returnsEarly, double* reached);
MB_FMI int fmi3ActivateModelPartition(void* instance, std::uint32_t clock, double time);
