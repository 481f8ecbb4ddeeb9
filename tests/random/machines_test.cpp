// Random machines small enough for every test run; scripts/check random examines many more. There are several cases, so
// that they run in parallel.
#include <algorithm>
#include <set>

#include "formats/native/native.h"
#include "tests/random/examined.h"
#include "tests/random/machine.h"
#include "tests/random/shrink.h"
#include "tests/random/written.h"
#include "tests/support/motion.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::random;

namespace {

constexpr int kMachines = 25;  // per case

// Every machine is verified, every third one by runs; the other oracles apply to every third in turn.
ExamineOptions shortly(std::uint64_t seed) {
  ExamineOptions options;
  options.verify.states = 4;
  options.verify.end = 0.02;
  options.verify.steps = 24;
  options.verify.trajectories = seed % 3 == 0;
  options.solverStates = 2;
  options.solvers = options.rods = seed % 3 == 0;
  options.order = seed % 3 == 1;
  options.rounded = seed % 3 == 2;
  return options;
}

// Returns whether the machine was accepted.
bool examineOne(std::uint64_t seed, const MachineOptions& machines, const ExamineOptions& options) {
  const testing::ScratchFolder folder;
  std::string error;
  const auto model = readRandomMachine(seed, machines, folder.path(), error);
  INFO("seed " << seed << ": scripts/check random --seed " << seed << " --count 1, with --small for small machines, "
               << "makes it smaller");
  INFO(error);
  REQUIRE(model);
  const Examination result = examine(*model, seed, options);
  for (const Problem& problem : result.problems) FAIL_CHECK(problem.key() << ": " << problem.what);
  return result.refusal.empty();
}

void examineFrom(std::uint64_t firstSeed) {
  int refused = 0;
  for (std::uint64_t seed = firstSeed; seed < firstSeed + kMachines; ++seed) {
    refused += !examineOne(seed, smallMachines(), shortly(seed));
  }
  // Nearly all machines can be examined; the others are refused or not decided.
  CHECK(refused < kMachines / 4);
}

}  // namespace

TEST_CASE("random machines satisfy all checks, 1") { examineFrom(1000); }
TEST_CASE("random machines satisfy all checks, 2") { examineFrom(2000); }
TEST_CASE("random machines satisfy all checks, 3") { examineFrom(3000); }
TEST_CASE("random machines satisfy all checks, 4") { examineFrom(4000); }
TEST_CASE("random machines satisfy all checks, 5") { examineFrom(5000); }
TEST_CASE("random machines satisfy all checks, 6") { examineFrom(6000); }
TEST_CASE("random machines satisfy all checks, 7") { examineFrom(7000); }
TEST_CASE("random machines satisfy all checks, 8") { examineFrom(8000); }

TEST_CASE("small parts far away or next to large ones are judged by their own size") {
  // Includes loops that close only as well as their frames are written.
  ExamineOptions byStates;
  byStates.solvers = byStates.rods = byStates.order = byStates.rounded = false;
  byStates.verify.states = 20;
  byStates.verify.trajectories = false;
  for (const std::uint64_t seed : {1242, 1246, 2015}) examineOne(seed, smallMachines(), byStates);
}

TEST_CASE("loops keep the freedoms of their own that rounding hides") {
  ExamineOptions roundedOnly;
  roundedOnly.solvers = roundedOnly.rods = roundedOnly.order = roundedOnly.verifies = false;
  for (const std::uint64_t seed : {71, 168, 294}) examineOne(seed, {}, roundedOnly);
  examineOne(7000, smallMachines(), roundedOnly);  // here four digits must not free what is nearly singular
}

TEST_CASE("random machines contain elements of every kind") {
  std::set<std::string> joints;
  std::set<std::string> forces;
  int drives = 0;
  int couplers = 0;
  int massless = 0;
  int stops = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const CartesianModel model = randomMachine(seed);
    for (const Joint& joint : model.joints) {
      joints.emplace(joint.type.name);
      stops += static_cast<int>(joint.limits.size() + joint.frictions.size());
    }
    for (const Force& force : model.forces) forces.emplace(typeOf(force));
    for (const Body& body : model.bodies) massless += !body.isGround && body.massProperties.mass == 0;
    drives += static_cast<int>(model.drives.size());
    couplers += static_cast<int>(model.couplers.size());
  }
  for (const JointType& type : jointTypes()) {
    INFO(type.name);
    CHECK(joints.contains(std::string(type.name)));
  }
  CHECK(joints.contains("general"));
  for (const std::string type : {"tsda", "rsda", "bushing", "field", "general", "tyre"}) {
    INFO(type);
    CHECK(forces.contains(type));
  }
  CHECK(drives > 20);
  CHECK(couplers > 5);
  CHECK(massless > 50);
  CHECK(stops > 50);
}

TEST_CASE("a seed gives the same machine, whatever was drawn before it") {
  const std::string first = writeNative(randomMachine(7));
  static_cast<void>(randomMachine(8));
  CHECK(writeNative(randomMachine(7)) == first);
  CHECK(writeNative(randomMachine(8)) != first);
}

TEST_CASE("a machine written in other units is read as the same one") {
  Units units = *unitSystem("IPS");
  units.angle = kDegree;
  units.angleName = "deg";
  units.time = 1e-3;
  units.timeName = "ms";
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 12; ++seed) {
    INFO(seed);
    MachineOptions options = smallMachines();
    options.isPart = true;  // without a road, whose numbers stay in SI
    const CartesianModel model = randomMachine(seed, options);
    Diagnostics diagnostics;
    const CartesianModel read =
        readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", nativeText(model, units)}), diagnostics);
    REQUIRE_FALSE(diagnostics.hasErrors());
    const auto here = convert(model, {}, diagnostics);
    const auto there = convert(read, {}, diagnostics);
    REQUIRE(here.has_value() == there.has_value());
    // A massless part may rotate arbitrarily, so its rotation does not belong to the machine.
    const bool hasMassless =
        std::ranges::any_of(model.bodies, [](const Body& b) { return !b.isGround && b.massProperties.mass == 0; });
    if (!here || here->mobility.dof == 0 || hasMassless) continue;
    // The last digits of all numbers differ, and the conditioning amplifies that by at most 1e6 here. The spin of a
    // removed rod is its own.
    std::vector<std::string> rods;
    for (const Rod& rod : here->recursive.rods) rods.push_back(rod.body);
    for (const Rod& rod : there->recursive.rods) rods.push_back(rod.body);
    CHECK(testing::difference(testing::motionsAfter(here->recursive, 0, 0),
                              testing::motionsAfter(there->recursive, 0, 0), rods) < 1e-9);
    ++compared;
  }
}

TEST_CASE("a failing machine is reduced to the parts that make it fail") {
  // "Fails" means that it has a screw: one screw with its two bodies must be left.
  const auto hasScrew = [](const CartesianModel& model) {
    return std::ranges::any_of(model.joints, [](const Joint& joint) { return joint.type.name == "screw"; });
  };
  int tried = 0;
  for (std::uint64_t seed = 0; tried < 3; ++seed) {
    const CartesianModel model = randomMachine(seed);
    if (!hasScrew(model) || model.joints.size() < 5) continue;
    ++tried;
    const CartesianModel small = shrunk(model, hasScrew);
    INFO(seed);
    CHECK(small.joints.size() == 1);
    CHECK(small.bodies.size() == 2);
    CHECK(small.markers.size() == 2);
    CHECK((small.forces.empty() && small.drives.empty() && small.couplers.empty() && small.probes.empty()));
    CHECK(small.gravity.norm() == 0);
  }
}
