// The stepping loop takes nothing from the heap. The linker sends every malloc and operator new of this binary through
// the counters below (tests/CMakeLists.txt).
#include <cstddef>

#include "converter/tables/trajectory.h"
#include "runtime/simulation/implicit_simulation.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/heap_counts.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

namespace mb::testing {
std::atomic<long> allocations{0};
std::atomic<long> allocatedBytes{0};
}  // namespace mb::testing

using mb::testing::allocatedBytes;
using mb::testing::allocations;

// NOLINTBEGIN: names given by the linker
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void* __real_aligned_alloc(std::size_t align, std::size_t size);
void* __real__Znwm(std::size_t size);  // operator new
void* __wrap_malloc(std::size_t size) {
  ++allocations;
  allocatedBytes += static_cast<long>(size);
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  ++allocations;
  allocatedBytes += static_cast<long>(count * size);
  return __real_calloc(count, size);
}
void* __wrap_realloc(void* block, std::size_t size) {
  ++allocations;
  allocatedBytes += static_cast<long>(size);
  return __real_realloc(block, size);
}
void* __wrap_aligned_alloc(std::size_t align, std::size_t size) {
  ++allocations;
  allocatedBytes += static_cast<long>(size);
  return __real_aligned_alloc(align, size);
}
void* __wrap__Znwm(std::size_t size) {
  ++allocations;
  allocatedBytes += static_cast<long>(size);
  return __real__Znwm(size);
}
}
// NOLINTEND

using namespace mb;
using namespace mb::testing;

TEST_CASE("the allocation counter counts") {
  const long before = allocations;
  { const std::vector<double> something(100); }
  const Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(10, 10);
  CHECK(allocations >= before + 2);
  CHECK(matrix(0, 0) == 0);
}

TEST_CASE("no step of any sample allocates, with any integrator") {
  for (const std::string& name : sampleNames()) {
    const Mechanism mechanism = makeMechanism(convertModel(readSample(name)).recursive);
    for (const RungeKutta& method : rungeKuttaMethods()) {
      INFO(name << " " << method.name);
      Simulation simulation(mechanism);
      REQUIRE(simulation.start(0, initialState(mechanism)));
      REQUIRE(simulation.step(method, 1e-4, 1));
      const long before = allocations;
      for (int k = 0; k < 5; ++k) simulation.step(method, 1e-4, 1);
      CHECK(allocations - before == 0);
      CHECK(!simulation.report().failure);
    }
  }
}

TEST_CASE("no step of a vehicle on a road allocates, nor does contact with an obstacle") {
  for (const std::string& file : roadFiles()) {
    Diagnostics diagnostics;
    const Mechanism mechanism =
        makeMechanism(convertModel(*readModel(sourcePath("samples/" + file), diagnostics)).recursive);
    Simulation simulation(mechanism);
    REQUIRE(simulation.start(0, initialState(mechanism)));
    const RungeKutta& method = *findRungeKutta("rk4");
    INFO(file);
    REQUIRE(simulation.step(method, 1e-4, 1));
    const long before = allocations;
    for (int k = 0; k < 5; ++k) simulation.step(method, 1e-4, 1);
    CHECK(allocations - before == 0);
  }
  Road road;
  road.pieces = {HalfRound{1, 0.1, 3, 0.5}, Bump{4, 0.5, 0.05, 1, 0}};
  const RoadSurface surface = makeRoadSurface(road);
  const Discs discs = makeDiscs(0.4, 0.3, 5);
  double deflected = 0;
  const long before = allocations;
  for (int k = 0; k < 500; ++k) {
    const WheelPlace wheel{{0.01 * k, 0, 0.45}, threeOf<double>(Vector3(0.02, 1, 0.05).normalized())};
    deflected += discContact(surface, wheel, discs).deflection + pointContact(surface, wheel, 0.4).deflection;
  }
  CHECK(allocations - before == 0);
  CHECK(deflected > 0);
}

TEST_CASE("no step of any solver allocates") {
  for (const std::string name : {"hmmwv", "car", "four_bar", "weld_and_forces", "van"}) {
    const Mechanism mechanism = makeMechanism(convertModel(readSample(name)).recursive);
    for (const SolverType& type : solverTypes()) {
      if (type.integrates || type.isSpecification) continue;
      INFO(name << " " << type.name);
      Simulation simulation(mechanism, &type);
      if (!simulation.start(0, initialState(mechanism))) continue;  // refused
      const RungeKutta& method = *findRungeKutta("rk4");
      REQUIRE(simulation.step(method, 1e-4, 1));
      const long before = allocations;
      for (int k = 0; k < 5; ++k) simulation.step(method, 1e-4, 1);
      CHECK(allocations - before == 0);
      CHECK(!simulation.report().failure);
    }
    INFO(name << " implicit-bdf");
    ImplicitSimulation simulation(mechanism);
    REQUIRE(simulation.start(0, initialState(mechanism)));
    simulation.hold(2);
    REQUIRE(simulation.step(1e-4, 1));
    const long before = allocations;
    for (int k = 0; k < 5; ++k) simulation.step(1e-4, 1);
    CHECK(allocations - before == 0);
    CHECK(!simulation.report().failure);
  }
}

TEST_CASE("choosing other coordinates and passing singular positions allocates nothing") {
  const Mechanism mechanism = makeMechanism(convertModel(readSample("n_four_bar")).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  const RungeKutta& method = *findRungeKutta("rk4");
  REQUIRE(simulation.step(method, 0.005, 10));
  const long before = allocations;
  for (int k = 0; k < 300; ++k) simulation.step(method, 0.005, 10);
  CHECK(allocations - before == 0);
  CHECK(!simulation.report().failure);
}

TEST_CASE("no row of a table of bodies, forces and measures allocates") {
  Diagnostics diagnostics;
  for (const std::string file : {"samples/van/model.xml", "samples/wishbone_corner/kinematics.xml"}) {
    const Mechanism mechanism = makeMechanism(convertModel(*readModel(sourcePath(file), diagnostics)).recursive);
    Trajectory table = makeTrajectory(mechanism, {.accelerations = true});
    REQUIRE(selectColumns(mechanism, {"@bodies", "@forces", "@measures", "@energy"}, table, diagnostics));
    Simulation simulation(mechanism);
    REQUIRE(simulation.start(0, initialState(mechanism)));
    std::vector<double> row;
    std::vector<double> before;
    const auto addRow = [&] {
      evaluateRow(mechanism, table, simulation.time(), simulation.state(), simulation.workspace(), before, row);
      before = row;
    };
    addRow();
    addRow();
    INFO(file);
    const long formerly = allocations;
    for (int k = 0; k < 5; ++k) addRow();
    CHECK(allocations - formerly == 0);
  }
}
