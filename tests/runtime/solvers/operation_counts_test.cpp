// Counted counts what is done, no more and no less, and computes what double does. The synthesis of subsystems gives
// the accelerations of the reference method.
#include "runtime/solvers/synthesis/operation_counts.h"

#include <limits>

#include "converter/verify/random_states.h"
#include "runtime/evaluation/partition.h"
#include "runtime/solvers/synthesis/counted.h"
#include "runtime/solvers/synthesis/joint_rows.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

template <class Work>
OperationCounts countsOf(const Work& work) {
  const OperationCounts before = Counted::counts();
  work();
  const OperationCounts after = Counted::counts();
  return {after.multiplications - before.multiplications, after.additions - before.additions,
          after.functions - before.functions};
}

// A mechanism at a state that is no special one, where nothing is zero by chance.
struct Case {
  explicit Case(const std::string& sample)
      : m(makeMechanism(convertModel(readSample(sample)).recursive)), states(start(m)) {
    REQUIRE(states.next());
  }
  static RandomStates start(const Mechanism& m) {
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    return RandomStates(m, simulation.state(), 7);
  }

  Mechanism m;
  RandomStates states;
};

double relativeDifference(std::span<const double> a, std::span<const double> b) {
  double difference = 0;
  double size = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!(std::abs(a[k] - b[k]) <= difference)) difference = std::abs(a[k] - b[k]);
    size = std::max(size, std::abs(b[k]));
  }
  return difference / size;
}

// Of the first subsystem at time 0, with coordinates chosen there.
std::vector<PhaseCounts> countOperations(const Mechanism& m, StateView y, SynthesisForm form) {
  Workspace w = makeWorkspace(m);
  REQUIRE(!subsystemRefusal(m, w));
  REQUIRE(!countingRefusal(m));
  setPositions(m, y, w);
  setSignals(m, 0, y, w);
  setEquations(m, y, w);
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) choosePartition(m, n, w);
  updateIndependent(m, w);
  REQUIRE(evaluate(m, 0, y, w));
  return evaluateCounted(m, y, w, form).phases;
}

}  // namespace

TEST_CASE("counted: every operation once") {
  const OperationCounts counts = countsOf([] {
    Counted a(3);
    Counted b(4);
    const Counted c = sqrt(a * a + b * b);
    CHECK(c.value == 5);
    a += b;
    b -= a;
    a *= b;
    a /= c;
    CHECK(a.value == -21.0 / 5);
    CHECK((-a).value == 21.0 / 5);
    CHECK(a < b);
    CHECK(valueOf(sin(Counted(0)) + cos(Counted(0))) == 1);
  });
  CHECK(counts.multiplications == 4);
  CHECK(counts.additions == 4);
  CHECK(counts.functions == 3);
}

TEST_CASE("counted: products and factorisations by their closed forms") {
  Mat3<Counted> A;
  A << 4, 1, 2, 1, 5, 3, 2, 3, 6;
  const OperationCounts product = countsOf([&] { [[maybe_unused]] const Mat3<Counted> B = A * A; });
  CHECK(product.multiplications == 27);
  CHECK(product.additions == 18);
  const OperationCounts cross = countsOf([&] { [[maybe_unused]] const Vec3<Counted> c = A.col(0).cross(A.col(1)); });
  CHECK(cross.multiplications == 6);
  CHECK(cross.additions == 3);

  for (const int n : {1, 2, 5, 9}) {
    std::vector<Counted> S(at(n * n), Counted(1));
    for (int k = 0; k < n; ++k) S[at(k * n + k)] = 2 + k;
    // L D L': row r has c products for each of its entries c < r, then a division and a product for each.
    std::vector<Counted> L = S;
    const OperationCounts ldl = countsOf([&] { CHECK(factorLdl(L.data(), n, 1e-12) == -1); });
    const long triples = n * (n - 1) * (n - 2) / 6;
    const long pairs = n * (n - 1) / 2;
    CHECK(ldl.multiplications == triples + 2 * pairs);
    CHECK(ldl.additions == triples + pairs);
    // LU of a full matrix: n inverses, and for the k-th last pivot k factors and k k products.
    std::vector<int> exchange(at(n));
    std::vector<int> scratch(at(n));
    std::vector<Counted> LU = S;
    const OperationCounts lu = countsOf([&] { CHECK(factorSparseLu(LU.data(), n, exchange.data(), scratch.data())); });
    const long squares = (n - 1) * n * (2 * n - 1) / 6;
    CHECK(lu.multiplications == n + pairs + squares);
    CHECK(lu.additions == squares);
    std::vector<Counted> b(at(n));
    for (int k = 0; k < n; ++k) b[at(k)] = 1 + k * k;
    const std::vector<Counted> right = b;
    const OperationCounts solve = countsOf([&] { solveSparseLu(LU.data(), n, exchange.data(), b.data()); });
    CHECK(solve.multiplications == n + 2 * pairs);
    CHECK(solve.additions == 2 * pairs);
    for (int r = 0; r < n; ++r) {
      double sum = 0;
      for (int c = 0; c < n; ++c) sum += S[at(r * n + c)].value * b[at(c)].value;
      CHECK(sum == Approx(right[at(r)].value));
    }
  }
}

TEST_CASE("a joint's rows give its coordinates and vanish on its motions") {
  std::array<Vector6, 4> b;
  b[0] << 0, 0, 1, 0, 0, 0;
  b[1] << 2, -3, 0.5, 0.6, 0.8, 0;
  b[2] << -1, 0.3, 4, 0, 0.6, 0.8;
  b[3] << 0.1, 0.2, -0.4, 1, 0, 0;
  for (int count = 0; count <= 4; ++count) {
    const JointRows<double> rows = jointRows(b.data(), count);
    for (int k = 0; k < 6; ++k) {
      CHECK(rows.rows[at(k)].norm() > 0);
      for (int l = 0; l < count; ++l) {
        CHECK(rows.rows[at(k)].dot(b[at(l)]) == Approx(k == l ? 1 : 0).margin(1e-14));
      }
    }
  }
}

TEST_CASE("counted kernels compute what the solvers do") {
  for (const std::string sample : {"wishbone_corner", "hmmwv", "car", "macpherson_steered", "andrews_squeezer",
                                   "rigid_axle", "weld_and_forces", "quadruped"}) {
    INFO(sample);
    const Case given(sample);
    const Workspace& reference = given.states.workspace();
    const Synthesis synthesis = makeSynthesis(given.m);
    for (const SynthesisForm form : {SynthesisForm::joint, SynthesisForm::cartesian}) {
      Workspace w = reference;
      const auto solver = form == SynthesisForm::joint ? makeSubsystemJoint(given.m) : makeSubsystemCartesian(given.m);
      REQUIRE(solver->solve(given.m, w));
      CHECK(relativeDifference(w.z_ddot, reference.z_ddot) < 1e-10);
      Workspace whole = reference;
      whole.drivePower = std::numeric_limits<double>::quiet_NaN();  // so that it must be set
      REQUIRE(solver->evaluate(given.m, given.states.time(), given.states.state(), whole));
      CHECK(whole.drivePower == Approx(reference.drivePower).epsilon(1e-8).margin(1e-8));
      for (std::size_t s = 0; s < synthesis.subsystems.size(); ++s) {
        REQUIRE(!countingRefusal(given.m, s));
        const CountedEvaluation counted = evaluateCounted(given.m, given.states.state(), w, form, s);
        std::vector<double> expected;
        for (const int v : synthesis.subsystems[s].velocities) expected.push_back(w.z_ddot[at(v)]);
        CHECK(relativeDifference(counted.z_ddot, expected) < 1e-10);
      }
    }
  }
}

TEST_CASE("joint coordinates take fewer operations than Cartesian ones, as in SK table 1") {
  const Case given("wishbone_corner");
  const auto total = [&](SynthesisForm form) {
    long sum = 0;
    const std::vector<PhaseCounts> phases = countOperations(given.m, given.states.state(), form);
    REQUIRE(phases.size() == 6);
    for (const PhaseCounts& phase : phases) {
      CHECK(phase.multiplications > 0);
      sum += phase.multiplications + phase.additions;
    }
    return sum;
  };
  const long joint = total(SynthesisForm::joint);
  const long cartesian = total(SynthesisForm::cartesian);
  CHECK(joint < cartesian);
  // The paper's own totals, by hand-written kernels for this suspension.
  CHECK(joint < 5691);
  CHECK(cartesian < 8835);
}

TEST_CASE("a base that is constrained by equations is refused") {
  const Mechanism m = [] {
    Mechanism mechanism = makeMechanism(convertModel(readSample("hmmwv")).recursive);
    // As a row over the base's coordinates would leave it.
    mechanism.blockOfVelocity[at(mechanism.links[0].v)] = 0;
    return mechanism;
  }();
  const std::optional<std::string> refusal = subsystemRefusal(m, makeWorkspace(m));
  REQUIRE(refusal);
  CHECK(contains(*refusal, "chassis"));
}
