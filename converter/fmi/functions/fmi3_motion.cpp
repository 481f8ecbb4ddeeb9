// FMI 3.0: states of instances, Model Exchange, Co-Simulation.
#include <algorithm>

#include "converter/fmi/functions/fmi3.h"
#include "converter/fmi/functions/instance.h"

using namespace mb::fmi;

int fmi3GetFMUState(void* handle, void** state) {
  return guarded(handle, [&](Instance& instance) { return getState(instance, state); });
}

int fmi3SetFMUState(void* handle, void* state) {
  return guarded(handle, [&](Instance& instance) { return setState(instance, state); });
}

int fmi3FreeFMUState(void* handle, void** state) {
  return guarded(handle, [&](Instance& instance) { return freeState(instance, state); });
}

int fmi3SerializedFMUStateSize(void* handle, void* state, std::size_t* size) {
  return guarded(handle, [&](Instance& instance) { return sizeOfState(instance, state, size); });
}

int fmi3SerializeFMUState(void* handle, void* state, std::uint8_t bytes[], std::size_t size) {
  return guarded(handle,
                 [&](Instance& instance) { return serialize(instance, state, reinterpret_cast<char*>(bytes), size); });
}

int fmi3DeserializeFMUState(void* handle, const std::uint8_t bytes[], std::size_t size, void** state) {
  return guarded(handle, [&](Instance& instance) {
    return deserialize(instance, reinterpret_cast<const char*>(bytes), size, state);
  });
}

int fmi3EnterContinuousTimeMode(void* handle) {
  return guarded(handle, [](Instance& instance) { return instance.session->enterContinuous(); });
}

int fmi3CompletedIntegratorStep(void* handle, bool, bool* entersEvent, bool* terminates) {
  return guarded(handle, [&](Instance& instance) {
    bool ends = false;
    const Status status = instance.session->completedStep(ends);
    if (entersEvent) *entersEvent = false;
    if (terminates) *terminates = ends;
    return status;
  });
}

int fmi3SetTime(void* handle, double time) {
  return guarded(handle, [&](Instance& instance) { return instance.session->setTime(time); });
}

int fmi3SetContinuousStates(void* handle, const double states[], std::size_t count) {
  return guarded(handle, [&](Instance& instance) { return instance.session->setStates(states, states ? count : 0); });
}

int fmi3GetContinuousStateDerivatives(void* handle, double rates[], std::size_t count) {
  return guarded(handle, [&](Instance& instance) { return instance.session->getRates(rates, rates ? count : 0); });
}

int fmi3GetDirectionalDerivative(void* handle, const std::uint32_t unknowns[], std::size_t unknownCount,
                                 const std::uint32_t knowns[], std::size_t knownCount, const double seed[],
                                 std::size_t seedCount, double sensitivity[], std::size_t sensitivityCount) {
  return guarded(handle, [&](Instance& instance) {
    return instance.session->derivatives({unknowns, unknowns ? unknownCount : 0}, {knowns, knowns ? knownCount : 0},
                                         {seed, seed ? seedCount : 0},
                                         {sensitivity, sensitivity ? sensitivityCount : 0});
  });
}

int fmi3GetEventIndicators(void* handle, double[], std::size_t count) {
  return guarded(handle, [&](Instance& instance) {
    return count == 0 ? Status::ok : instance.session->refuse("there are no event indicators");
  });
}

int fmi3GetContinuousStates(void* handle, double states[], std::size_t count) {
  return guarded(handle, [&](Instance& instance) { return instance.session->getStates(states, states ? count : 0); });
}

int fmi3GetNominalsOfContinuousStates(void* handle, double nominals[], std::size_t count) {
  return guarded(handle, [&](Instance& instance) {
    if (count != instance.session->machine().variables().states.size() || (!nominals && count > 0))
      return instance.session->refuse("the number of states is another one");
    std::fill_n(nominals, count, 1.0);
    return Status::ok;
  });
}

int fmi3GetNumberOfEventIndicators(void* handle, std::size_t* count) {
  return guarded(handle, [&](Instance&) {
    if (count) *count = 0;
    return Status::ok;
  });
}

int fmi3GetNumberOfContinuousStates(void* handle, std::size_t* count) {
  return guarded(handle, [&](Instance& instance) {
    if (count) *count = instance.session->machine().variables().states.size();
    return Status::ok;
  });
}

int fmi3DoStep(void* handle, double from, double length, bool, bool* needsEvent, bool* terminates, bool* returnsEarly,
               double* reached) {
  return guarded(handle, [&](Instance& instance) {
    double time = 0;
    const Status status = instance.session->doStep(from, length, time);
    for (bool* const flag : {needsEvent, terminates, returnsEarly}) {
      if (flag) *flag = false;
    }
    if (reached) *reached = time;
    return status;
  });
}
