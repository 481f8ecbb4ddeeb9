// One instance of an FMU: a machine, the phase of its life, and what may be done in it. Both versions of the standard
// are thin layers over this.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "converter/fmi/machine/machine.h"

namespace mb::fmi {

// As both standards number them.
enum class Status { ok = 0, warning = 1, discard = 2, error = 3, fatal = 4 };

using Log = std::function<void(Status status, std::string_view category, const std::string& message)>;
inline constexpr std::string_view kCategoryError = "logStatusError";
inline constexpr std::string_view kCategoryDiscard = "logStatusDiscard";

enum class Phase { instantiated, initializing, stepping, event, continuous, terminated };

class Session {
 public:
  // Null: the log says why.
  static std::unique_ptr<Session> open(const std::string& resources, std::string_view token, Kind kind, Log log);

  const Machine& machine() const { return *machine_; }
  Phase phase() const { return phase_; }
  // An error with its reason, for calls that the layers above refuse.
  Status refuse(const std::string& why);
  // Refuses what is not allowed in the present phase.
  bool mayCall(std::string_view function, std::initializer_list<Phase> phases);

  Status setStartTime(double start);
  Status enterInitialization();
  Status exitInitialization();
  Status terminate();
  Status reset();

  Status get(std::span<const std::uint32_t> variables, double* values, std::size_t count);
  Status set(std::span<const std::uint32_t> variables, const double* values, std::size_t count);

  // Co-Simulation. `reached`: the time up to which it went.
  Status doStep(double from, double length, double& reached);

  // Model Exchange.
  Status enterEvent();
  Status enterContinuous();
  Status updateEvent();
  Status setTime(double time);
  Status setStates(const double* states, std::size_t count);
  Status getStates(double* states, std::size_t count);
  Status getRates(double* rates, std::size_t count);
  Status completedStep(bool& terminates);
  Status derivatives(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                     std::span<const double> seed, std::span<double> sensitivity);

  Status save(Snapshot& snapshot);
  Status restore(const Snapshot& snapshot);

 private:
  Session(std::unique_ptr<Machine> machine, Log log) : machine_(std::move(machine)), log_(std::move(log)) {}
  Status told(bool isDone);  // an error with the machine's reason unless it is
  Status setOne(std::uint32_t variable, double value);
  bool mayExchange(std::string_view function, std::initializer_list<Phase> phases);
  bool isCount(std::string_view what, std::size_t given, std::size_t wanted);

  std::unique_ptr<Machine> machine_;
  Log log_;
  Phase phase_ = Phase::instantiated;
  double start_ = 0;
};

}  // namespace mb::fmi
