// Functions of the standard in orders that no importer would call them in: nothing may crash, whatever they say.
#include <cstdlib>
#include <random>

#include "tests/support/driven_fmu.h"
#include "tests/support/test.h"

using namespace mb::testing;

namespace {

// 1,000 calls in the tests; scripts/check fmu asks for more.
int callCount() {
  const char* const asked = std::getenv("MB_FMU_CALLS");
  return asked ? std::atoi(asked) : 1000;
}

// One caller with an instance and a few states, some of them freed or never given out.
class Caller {
 public:
  Caller(const Resources& of, Fmi3::Kind kind, unsigned seed) : resources_(of), fmu_(of, kind), random_(seed) {
    REQUIRE(fmu_.handle);
    FMI(fmi3GetNumberOfContinuousStates)(fmu_.handle, &stateCount_);
    numbers_.resize(std::max<std::size_t>(stateCount_, resources_.table.all.size()) + 1);
  }
  ~Caller() {
    for (void*& state : states_) FMI(fmi3FreeFMUState)(fmu_.handle, &state);
  }

  void call() {
    void* const it = fmu_.handle;
    void*& state = states_[pick(states_.size())];
    bool flags[5] = {};
    std::size_t size = 0;
    switch (pick(22)) {
      case 0: FMI(fmi3EnterInitializationMode)(it, false, 0, number(), false, 0); break;
      case 1: FMI(fmi3ExitInitializationMode)(it); break;
      case 2: FMI(fmi3EnterEventMode)(it); break;
      case 3: FMI(fmi3EnterContinuousTimeMode)(it); break;
      case 4: FMI(fmi3Terminate)(it); break;
      case 5:
        if (pick(4) == 0) FMI(fmi3Reset)(it);
        break;
      case 6: get(); break;
      case 7: set(); break;
      case 8: FMI(fmi3GetFMUState)(it, &state); break;
      case 9: FMI(fmi3SetFMUState)(it, state); break;
      case 10: FMI(fmi3FreeFMUState)(it, &state); break;
      case 11: serialise(state); break;
      case 12: FMI(fmi3SetTime)(it, number()); break;
      case 13:
      case 14: states(); break;
      case 15: FMI(fmi3CompletedIntegratorStep)(it, true, &flags[0], &flags[1]); break;
      case 16: FMI(fmi3UpdateDiscreteStates)(it, &flags[0], &flags[1], &flags[2], &flags[3], &flags[4], &time_); break;
      case 17: FMI(fmi3SerializedFMUStateSize)(it, state, &size); break;
      case 18: FMI(fmi3GetNominalsOfContinuousStates)(it, numbers_.data(), pick(2) == 0 ? stateCount_ : 1); break;
      case 19: FMI(fmi3GetDirectionalDerivative)(it, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, 0); break;
      default:
        FMI(fmi3DoStep)
        (it, pick(4) == 0 ? number() : time_, pick(4) == 0 ? number() : 1e-3, true, &flags[0], &flags[1], &flags[2],
         &time_);
    }
    ++called;
  }
  int called = 0;

 private:
  std::size_t pick(std::size_t of) { return std::uniform_int_distribution<std::size_t>(0, of - 1)(random_); }
  // Of every size, and what is none.
  double number() {
    constexpr double kSome[] = {0, 1e-3, 2e-3, -1, 1e-300, 1e300, 1, -0.5};
    const std::size_t one = pick(10);
    return one < 8 ? kSome[one] : one == 8 ? std::nan("") : HUGE_VAL;
  }
  void get() {
    const std::uint32_t reference = static_cast<std::uint32_t>(pick(resources_.table.all.size() + 2));
    FMI(fmi3GetFloat64)(fmu_.handle, &reference, 1, numbers_.data(), pick(8) == 0 ? 0 : 1);
  }
  void set() {
    const std::uint32_t reference = static_cast<std::uint32_t>(pick(resources_.table.all.size() + 2));
    const double value = number();
    FMI(fmi3SetFloat64)(fmu_.handle, &reference, 1, &value, 1);
  }
  void states() {
    const std::size_t count = pick(8) == 0 ? 1 : stateCount_;
    if (FMI(fmi3GetContinuousStates)(fmu_.handle, numbers_.data(), count) != 0) return;
    if (count > 0 && pick(2) == 0) numbers_[pick(count)] += pick(8) == 0 ? number() : 1e-3;
    FMI(fmi3SetContinuousStates)(fmu_.handle, numbers_.data(), count);
    FMI(fmi3GetContinuousStateDerivatives)(fmu_.handle, numbers_.data(), count);
  }
  void serialise(void*& state) {
    std::size_t size = 0;
    if (FMI(fmi3SerializedFMUStateSize)(fmu_.handle, state, &size) != 0) return;
    std::vector<std::uint8_t> bytes(size);
    FMI(fmi3SerializeFMUState)(fmu_.handle, state, bytes.data(), pick(4) == 0 ? size - 1 : size);
    if (pick(3) == 0) bytes[pick(size)] ^= static_cast<std::uint8_t>(1 << pick(8));
    void*& to = states_[pick(states_.size())];
    FMI(fmi3FreeFMUState)(fmu_.handle, &to);
    FMI(fmi3DeserializeFMUState)(fmu_.handle, bytes.data(), size, &to);
  }

  const Resources& resources_;
  Fmi3 fmu_;
  std::mt19937 random_;
  std::array<void*, 3> states_{};
  std::vector<double> numbers_;
  std::size_t stateCount_ = 0;
  double time_ = 0;
};

}  // namespace

TEST_CASE("fmu: calls in random orders never crash", "[fmu]") {
  const int calls = callCount();
  struct Tried {
    const char* sample;
    bool isGenerated;
  };
  for (const Tried& tried : {Tried{"four_bar", false}, Tried{"quarter_car", false}, Tried{"four_bar", true}}) {
    const Resources resources(tried.sample);
    std::unique_ptr<GeneratedBinary> generated;
    if (tried.isGenerated) generated = std::make_unique<GeneratedBinary>(resources);
    const Using used(generated ? generated->library : binaryInUse());
    for (const Fmi3::Kind kind : {Fmi3::Kind::coSimulation, Fmi3::Kind::modelExchange}) {
      Caller caller(resources, kind, kind == Fmi3::Kind::coSimulation ? 1 : 2);
      for (int n = 0; n < calls / 4; ++n) caller.call();
      CHECK(caller.called == calls / 4);
    }
  }
}
