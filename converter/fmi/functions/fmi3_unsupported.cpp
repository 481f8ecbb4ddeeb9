// FMI 3.0: what a machine of this kind does not have. All functions must exist all the same.
#include <fmt/format.h>

#include "converter/fmi/functions/fmi3.h"
#include "converter/fmi/functions/instance.h"

using namespace mb::fmi;

namespace {

constexpr const char* kNoClocks = "there are no clocks";

}  // namespace

#define MB_NO_VARIABLES(Type, Value)                                                                      \
  int fmi3Get##Type(void* handle, const std::uint32_t[], std::size_t count, Value[], std::size_t) {       \
    return noVariables(handle, count, #Type);                                                             \
  }                                                                                                       \
  int fmi3Set##Type(void* handle, const std::uint32_t[], std::size_t count, const Value[], std::size_t) { \
    return noVariables(handle, count, #Type);                                                             \
  }
MB_FMI3_OTHER_TYPES(MB_NO_VARIABLES)

int fmi3GetBinary(void* handle, const std::uint32_t[], std::size_t count, std::size_t[], const std::uint8_t*[],
                  std::size_t) {
  return noVariables(handle, count, "Binary");
}
int fmi3SetBinary(void* handle, const std::uint32_t[], std::size_t count, const std::size_t[],
                  const std::uint8_t* const[], std::size_t) {
  return noVariables(handle, count, "Binary");
}
int fmi3GetClock(void* handle, const std::uint32_t[], std::size_t count, bool[]) {
  return noVariables(handle, count, "Clock");
}
int fmi3SetClock(void* handle, const std::uint32_t[], std::size_t count, const bool[]) {
  return noVariables(handle, count, "Clock");
}

int fmi3GetNumberOfVariableDependencies(void* handle, std::uint32_t, std::size_t*) {
  return refused(handle, "dependencies do not change: they stand in the description");
}
int fmi3GetVariableDependencies(void* handle, std::uint32_t, std::size_t[], std::uint32_t[], std::size_t[], int[],
                                std::size_t) {
  return refused(handle, "dependencies do not change: they stand in the description");
}
int fmi3GetAdjointDerivative(void* handle, const std::uint32_t[], std::size_t, const std::uint32_t[], std::size_t,
                             const double[], std::size_t, double[], std::size_t) {
  return refused(handle, "adjoint derivatives are not provided");
}
int fmi3EnterConfigurationMode(void* handle) { return refused(handle, "there are no structural parameters"); }
int fmi3ExitConfigurationMode(void* handle) { return refused(handle, "there are no structural parameters"); }
int fmi3GetIntervalDecimal(void* handle, const std::uint32_t[], std::size_t, double[], int[]) {
  return refused(handle, kNoClocks);
}
int fmi3GetIntervalFraction(void* handle, const std::uint32_t[], std::size_t, std::uint64_t[], std::uint64_t[], int[]) {
  return refused(handle, kNoClocks);
}
int fmi3GetShiftDecimal(void* handle, const std::uint32_t[], std::size_t, double[]) {
  return refused(handle, kNoClocks);
}
int fmi3GetShiftFraction(void* handle, const std::uint32_t[], std::size_t, std::uint64_t[], std::uint64_t[]) {
  return refused(handle, kNoClocks);
}
int fmi3SetIntervalDecimal(void* handle, const std::uint32_t[], std::size_t, const double[]) {
  return refused(handle, kNoClocks);
}
int fmi3SetIntervalFraction(void* handle, const std::uint32_t[], std::size_t, const std::uint64_t[],
                            const std::uint64_t[]) {
  return refused(handle, kNoClocks);
}
int fmi3SetShiftDecimal(void* handle, const std::uint32_t[], std::size_t, const double[]) {
  return refused(handle, kNoClocks);
}
int fmi3SetShiftFraction(void* handle, const std::uint32_t[], std::size_t, const std::uint64_t[],
                         const std::uint64_t[]) {
  return refused(handle, kNoClocks);
}
int fmi3EvaluateDiscreteStates(void* handle) { return refused(handle, "there are no discrete states"); }
int fmi3EnterStepMode(void* handle) { return refused(handle, "this instance has no event mode to come back from"); }
int fmi3GetOutputDerivatives(void* handle, const std::uint32_t[], std::size_t count, const std::int32_t[], double[],
                             std::size_t) {
  return count == 0 ? guarded(handle, [](Instance&) { return Status::ok; })
                    : refused(handle, "derivatives of outputs are not provided");
}
int fmi3ActivateModelPartition(void* handle, std::uint32_t, double) { return refused(handle, kNoClocks); }
