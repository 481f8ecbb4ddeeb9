/* What a machine of this kind does not have in FMI 3.0. All functions must exist all the same. */
#ifndef MB_FMI3_UNSUPPORTED_H
#define MB_FMI3_UNSUPPORTED_H

static int fmu_none(const fmu_instance* i, size_t count, const char* type) {
  return count == 0 ? FMU_FINE : fmu_refuse(i, "there are no variables of the type %s", type);
}
#define FMU_NO_VARIABLES(type, of)                                                                                 \
  FMU_FUNCTION(int, FMU_PASTE(fmi3Get, type),                                                                      \
               (void* handle, const uint32_t references[], size_t count, of values[], size_t value_count)) {       \
    FMU_WITH(handle, fmu_none(i, count, #type));                                                                   \
  }                                                                                                                \
  FMU_FUNCTION(int, FMU_PASTE(fmi3Set, type),                                                                      \
               (void* handle, const uint32_t references[], size_t count, of const values[], size_t value_count)) { \
    FMU_WITH(handle, fmu_none(i, count, #type));                                                                   \
  }
typedef const char* fmu_string;
FMU_NO_VARIABLES(Float32, float)
FMU_NO_VARIABLES(Int8, int8_t)
FMU_NO_VARIABLES(UInt8, uint8_t)
FMU_NO_VARIABLES(Int16, int16_t)
FMU_NO_VARIABLES(UInt16, uint16_t)
FMU_NO_VARIABLES(Int32, int32_t)
FMU_NO_VARIABLES(UInt32, uint32_t)
FMU_NO_VARIABLES(Int64, int64_t)
FMU_NO_VARIABLES(UInt64, uint64_t)
FMU_NO_VARIABLES(Boolean, bool)
FMU_NO_VARIABLES(String, fmu_string)

#define FMU_NO_TYPE(name, type, arguments) \
  FMU_FUNCTION(int, name, arguments) { FMU_WITH(handle, fmu_none(i, count, type)); }
FMU_NO_TYPE(fmi3GetBinary, "Binary",
            (void* handle, const uint32_t references[], size_t count, size_t sizes[], const uint8_t* values[],
             size_t value_count))
FMU_NO_TYPE(fmi3SetBinary, "Binary",
            (void* handle, const uint32_t references[], size_t count, const size_t sizes[],
             const uint8_t* const values[], size_t value_count))
FMU_NO_TYPE(fmi3GetClock, "Clock", (void* handle, const uint32_t references[], size_t count, bool values[]))
FMU_NO_TYPE(fmi3SetClock, "Clock", (void* handle, const uint32_t references[], size_t count, const bool values[]))

#define FMU_REFUSED(name, why, arguments) \
  FMU_FUNCTION(int, name, arguments) { FMU_WITH(handle, fmu_refuse(i, why)); }
#define FMU_STAY "dependencies do not change: they stand in the description"
FMU_REFUSED(fmi3GetNumberOfVariableDependencies, FMU_STAY, (void* handle, uint32_t variable, size_t* count))
FMU_REFUSED(fmi3GetVariableDependencies, FMU_STAY,
            (void* handle, uint32_t variable, size_t elements[], uint32_t independents[], size_t independent_elements[],
             int kinds[], size_t count))
FMU_REFUSED(fmi3GetDirectionalDerivative, "directional derivatives are not provided",
            (void* handle, const uint32_t unknowns[], size_t unknown_count, const uint32_t knowns[], size_t known_count,
             const double seed[], size_t seed_count, double sensitivity[], size_t sensitivity_count))
FMU_REFUSED(fmi3GetAdjointDerivative, "adjoint derivatives are not provided",
            (void* handle, const uint32_t unknowns[], size_t unknown_count, const uint32_t knowns[], size_t known_count,
             const double seed[], size_t seed_count, double sensitivity[], size_t sensitivity_count))
FMU_REFUSED(fmi3EnterConfigurationMode, "there are no structural parameters", (void* handle))
FMU_REFUSED(fmi3ExitConfigurationMode, "there are no structural parameters", (void* handle))

#define FMU_NO_CLOCKS "there are no clocks"
FMU_REFUSED(fmi3GetIntervalDecimal, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, double intervals[], int qualifiers[]))
FMU_REFUSED(fmi3GetIntervalFraction, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, uint64_t counters[], uint64_t resolutions[],
             int qualifiers[]))
FMU_REFUSED(fmi3GetShiftDecimal, FMU_NO_CLOCKS, (void* handle, const uint32_t clocks[], size_t count, double shifts[]))
FMU_REFUSED(fmi3GetShiftFraction, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, uint64_t counters[], uint64_t resolutions[]))
FMU_REFUSED(fmi3SetIntervalDecimal, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, const double intervals[]))
FMU_REFUSED(fmi3SetIntervalFraction, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, const uint64_t counters[],
             const uint64_t resolutions[]))
FMU_REFUSED(fmi3SetShiftDecimal, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, const double shifts[]))
FMU_REFUSED(fmi3SetShiftFraction, FMU_NO_CLOCKS,
            (void* handle, const uint32_t clocks[], size_t count, const uint64_t counters[],
             const uint64_t resolutions[]))
FMU_REFUSED(fmi3ActivateModelPartition, FMU_NO_CLOCKS, (void* handle, uint32_t clock, double time))
FMU_REFUSED(fmi3EvaluateDiscreteStates, "there are no discrete states", (void* handle))
FMU_REFUSED(fmi3EnterStepMode, "this instance has no event mode to come back from", (void* handle))
FMU_FUNCTION(int, fmi3GetOutputDerivatives,
             (void* handle, const uint32_t references[], size_t count, const int32_t orders[], double values[],
              size_t value_count)) {
  FMU_WITH(handle, count == 0 ? FMU_FINE : fmu_refuse(i, "derivatives of outputs are not provided"));
}

#endif
