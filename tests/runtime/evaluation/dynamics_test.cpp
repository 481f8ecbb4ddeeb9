// The equations of motion and their integration: against dense algebra written here, against differences of the motion
// itself, against closed forms, and against what must not matter.
#include "converter/verify/random_states.h"
#include "formats/model/basics/inertia.h"
#include "runtime/evaluation/partition.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::span<const double> velocitiesIn(const Mechanism& m, StateView y) {
  return y.subspan(at(m.velocityAt()), at(m.vCount));
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

double largestDifference(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

// Velocities {v; w} of a link by those of the coordinates: the columns b of the joints on its way to the root.
Eigen::MatrixXd motionColumns(const Mechanism& m, const Workspace& w, int link) {
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(6, m.vCount);
  for (int i = link; i >= 0; i = m.links[at(i)].parent) {
    for (int v = m.links[at(i)].v; v < m.links[at(i)].v + m.links[at(i)].vCount; ++v) R.col(v) = w.b[at(v)];
  }
  return R;
}

Eigen::MatrixXd pointColumns(const Mechanism& m, const Workspace& w, int link, const Vector3& point) {
  if (link < 0) return Eigen::MatrixXd::Zero(3, m.vCount);
  const Eigen::MatrixXd R = motionColumns(m, w, link);
  return R.topRows(3) - skew(w.X[at(link)] * point) * R.bottomRows(3);
}

// Of the mass about the reference point, over {v; w}.
Matrix6 inertiaMatrix(const MassProperties& properties, const Pose& X) {
  const Vector3 r = X * properties.com;
  Matrix6 M;
  M.topLeftCorner<3, 3>() = properties.mass * Matrix3::Identity();
  M.topRightCorner<3, 3>() = -properties.mass * skew(r);
  M.bottomLeftCorner<3, 3>() = properties.mass * skew(r);
  M.bottomRightCorner<3, 3>() = parallelAxis(X.R * properties.inertia * X.R.transpose(), properties.mass, r);
  return M;
}

}  // namespace

TEST_CASE("the columns b are the derivatives of the poses by the coordinates") {
  // Central differences: error h^2 from third derivatives, eps/h from round-off of lengths up to 20 m, both near 1e-9.
  constexpr double h = 1e-6;
  for (const std::string name : {"joint_catalogue", "hmmwv", "spatial_slider_crank"}) {
    const Mechanism m = mechanismOf(name);
    RandomStates states(m, initialState(m), 11);
    REQUIRE(states.next());
    const Workspace& w = states.workspace();
    Workspace plus = makeWorkspace(m);
    Workspace minus = makeWorkspace(m);
    for (int v = 0; v < m.vCount; ++v) {
      const auto moved = [&](double by, Workspace& there) {
        std::vector<double> y(states.state().begin(), states.state().end());
        std::vector<double> dz(at(m.vCount));
        dz[at(v)] = by;
        advance(m, dz, y);
        setPositions(m, y, there);
      };
      moved(h, plus);
      moved(-h, minus);
      double worst = 0;
      for (int i = 0; i < static_cast<int>(m.links.size()); ++i) {
        const Vector6 Z = motionColumns(m, w, i).col(v);
        const Vector3 velocity = (plus.X[at(i)].p + plus.c - minus.X[at(i)].p - minus.c) / (2 * h);
        const Matrix3 turning = (plus.X[at(i)].R - minus.X[at(i)].R) / (2 * h) * w.X[at(i)].R.transpose();
        worst = std::max({worst, (velocity - velocityAt(Z, w.X[at(i)].p)).cwiseAbs().maxCoeff(),
                          (turning - skew(Z.tail<3>())).cwiseAbs().maxCoeff()});
      }
      INFO(name << " " << m.model.links[LinkIndex{m.linkOfVelocity[at(v)]}].joint << " velocity " << v);
      CHECK(worst < 5e-8);
    }
  }
}

TEST_CASE("the mass matrix is the sum over all bodies, with removed rods by their end velocities") {
  for (const std::string name : {"car", "five_link_corner", "hmmwv", "satellite", "joint_catalogue"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    RandomStates states(m, initialState(m), 3);
    for (int k = 0; k < 2; ++k) {
      REQUIRE(states.next());
      const Workspace& w = states.workspace();
      Eigen::MatrixXd M = Eigen::MatrixXd::Zero(m.vCount, m.vCount);
      for (const LinkIndex link : m.model.links.indexes()) {
        const Eigen::MatrixXd R = motionColumns(m, w, link.value);
        M += R.transpose() * inertiaMatrix(m.model.links[link].massProperties, w.X[at(link.value)]) * R;
      }
      for (const Rod& rod : m.model.rods) {
        const auto J = [&](std::size_t e) {
          const LinkIndex link = rod.ends[e].link;
          return pointColumns(m, w, link.valid() ? link.value : -1, rod.ends[e].point);
        };
        const double t = rod.transverseInertia / (rod.length * rod.length);
        const double a = rod.mass * (1 - rod.s) * (1 - rod.s) + t;
        const double b = rod.mass * rod.s * (1 - rod.s) - t;
        const double c = rod.mass * rod.s * rod.s + t;
        M += a * J(0).transpose() * J(0) + c * J(1).transpose() * J(1);
        M += b * (J(0).transpose() * J(1) + J(1).transpose() * J(0));
      }
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const Eigen::MatrixXd runtime = Eigen::Map<const RowMajor>(w.M.data(), m.vCount, m.vCount);
      // Sums of a few hundred products in another order.
      CHECK((runtime - M).cwiseAbs().maxCoeff() < 1e-13 * M.cwiseAbs().maxCoeff());
    }
  }
  // The samples do have rods, or the second half of this test is empty.
  CHECK(mechanismOf("car").model.rods.size() == 10);
}

TEST_CASE("solving block by block gives the accelerations of all equations at once") {
  for (const std::string name : {"hmmwv", "car"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    REQUIRE(m.blocks.size() > 1);
    Mechanism whole = m;
    std::sort(whole.columns.begin(), whole.columns.end(), [](const auto& a, const auto& b) { return a.v < b.v; });
    Mechanism::Block all;
    all.rowCount = static_cast<int>(m.rows.size());
    all.columnCount = static_cast<int>(m.columns.size());
    all.size = m.blocks[0].size;
    whole.blocks = {all};
    for (int& block : whole.blockOfVelocity) block = std::min(block, 0);
    RandomStates states(m, initialState(m), 5);
    for (int k = 0; k < 2; ++k) {
      REQUIRE(states.next());
      Workspace w = makeWorkspace(whole);
      setSignals(whole, states.time(), states.state(), w);
      setPositions(whole, states.state(), w);
      setEquations(whole, states.state(), w);
      choosePartition(whole, 0, w);
      updateIndependent(whole, w);
      REQUIRE(w.blocks[0].partition.rank == all.rowCount);
      REQUIRE(evaluate(whole, states.time(), states.state(), w));
      // Another choice of independent coordinates may be made; both solutions lose what their pivots cost, some 1e3.
      const std::vector<double>& z_ddot = states.workspace().z_ddot;
      CHECK(largestDifference(w.z_ddot, z_ddot) < 1e-11 * largest(z_ddot));
    }
  }
}

TEST_CASE("accelerations are the rates of velocities that keep all loops closed") {
  // One step forwards and one backwards, projected onto the closing equations: the dependent velocities come from
  // positions alone, so their central difference checks every term of the accelerations. It is off by h^2.
  const auto stepFor = [](const std::string& name) { return name == "stiff_bushings" ? 1e-6 : 1e-5; };
  int looped = 0;
  for (const std::string& name : sampleNames()) {
    const Mechanism m = mechanismOf(name);
    if (m.model.cuts.empty() && m.model.rods.empty()) continue;
    INFO(name);
    ++looped;
    RandomStates states(m, initialState(m), 7);
    REQUIRE(states.next());
    const std::vector<double>& z_ddot = states.workspace().z_ddot;
    const auto error = [&](double step) {
      std::array<std::vector<double>, 2> velocities;
      for (std::size_t side = 0; side < 2; ++side) {
        const double by = side == 0 ? step : -step;
        Simulation simulation(m);
        REQUIRE(simulation.start(states.time(), states.state()));
        REQUIRE(simulation.step(*findRungeKutta("rk4"), by, states.time() + by));
        const auto reached = velocitiesIn(m, simulation.state());
        velocities[side].assign(reached.begin(), reached.end());
      }
      std::vector<double> difference(at(m.vCount));
      for (std::size_t k = 0; k < difference.size(); ++k) {
        difference[k] = (velocities[0][k] - velocities[1][k]) / (2 * step);
      }
      return largestDifference(difference, z_ddot) / largest(z_ddot);
    };
    const double coarse = error(2 * stepFor(name));
    const double fine = error(stepFor(name));
    // Rates of motion reach 1e3/s in the stiffest of them, 1e4/s in the one with bushings of 1e8 N/m. Below 1e-9 the
    // difference is round-off of the velocities, eps / h of them.
    CHECK(coarse < 1e-3);
    CHECK((fine < coarse / 3.5 || fine < 1e-9));
  }
  CHECK(looped > 15);
}

TEST_CASE("energy minus work is conserved from any state to the order of the integrator") {
  // Every joint type with its gyroscopic terms, forwards and reversed, loops and removed rods: whatever is missing does
  // work, and then halving the step changes nothing.
  struct Case {
    std::string sample;
    double step;
    bool isTurnedRound = false;
  };
  for (const Case& row :
       {Case{"joint_catalogue", 1e-2}, Case{"joint_catalogue", 1e-2, true}, Case{"spatial_slider_crank", 2e-3},
        Case{"bricard", 1e-2}, Case{"satellite", 5e-2}, Case{"five_link_corner", 5e-4}, Case{"hmmwv", 5e-4}}) {
    INFO(row.sample << (row.isTurnedRound ? ", joints turned round" : ""));
    CartesianModel model = readSample(row.sample);
    if (row.isTurnedRound) {
      for (Joint& joint : model.joints) {
        // Its link starts on the hinge's body, and would not fit the other way round.
        if (joint.type.name != "revolute-spherical") std::swap(joint.i, joint.j);
      }
    }
    const Mechanism m = makeMechanism(convertModel(model).recursive);
    const auto isReversed = [](const Mechanism::Link& link) { return link.reversed; };
    if (row.isTurnedRound) REQUIRE(std::count_if(m.links.begin(), m.links.end(), isReversed) > 10);
    RandomStates states(m, initialState(m), 9);
    REQUIRE(states.next());
    const auto departure = [&](int steps) {
      Simulation simulation(m);
      REQUIRE(simulation.start(states.time(), states.state()));
      for (int k = 1; k <= steps; ++k) {
        const double h = 8 * row.step / steps;
        REQUIRE(simulation.step(*findRungeKutta("rk4"), h, states.time() + k * h));
      }
      return simulation.report().energyWorst / simulation.report().energyScale;
    };
    const double coarse = departure(8);
    const double fine = departure(16);
    CHECK(coarse < 1e-4);
    CHECK(coarse > 1e-13);  // above round-off, or the order says nothing
    CHECK(fine < coarse / 12);
  }
}

TEST_CASE("motion without friction runs backwards when its velocities are turned round") {
  struct Case {
    std::string sample;
    double end;
    int steps;
  };
  for (const Case& row : {Case{"four_bar", 0.4, 40}, Case{"bricard", 0.4, 40}, Case{"andrews_squeezer", 0.004, 50}}) {
    INFO(row.sample);
    const Mechanism m = mechanismOf(row.sample);
    const std::vector<double> initial = initialState(m);
    const auto error = [&](int steps) {
      Simulation there(m);
      REQUIRE(there.start(0, initial));
      for (int k = 1; k <= steps; ++k) {
        REQUIRE(there.step(*findRungeKutta("rk4"), row.end / steps, row.end * k / steps));
      }
      std::vector<double> turned(there.state().begin(), there.state().end());
      for (int v = 0; v < m.vCount; ++v) turned[at(m.velocityAt() + v)] *= -1;
      Simulation back(m);
      REQUIRE(back.start(0, turned));
      for (int k = 1; k <= steps; ++k) {
        REQUIRE(back.step(*findRungeKutta("rk4"), row.end / steps, row.end * k / steps));
      }
      CHECK(largestDifference(there.state().first(at(m.zCount)), std::span(initial).first(at(m.zCount))) > 0.1);
      return largestDifference(back.state().first(at(m.zCount)), std::span(initial).first(at(m.zCount)));
    };
    const double coarse = error(row.steps);
    const double fine = error(2 * row.steps);
    // Fourth order or better: the leading errors of the way there and of the way back cancel in part.
    CHECK(coarse < 1e-4);
    CHECK(fine < coarse / 14);
  }
}

TEST_CASE("Euler, midpoint and Runge-Kutta converge to the pendulum's elliptic functions with their orders") {
  const Mechanism m = mechanismOf("pendulum");
  const Vector3 exact(0.986291751132, -0.165010853126, 0);  // at 1 s
  struct Case {
    std::string method;
    int order;
    int steps;
  };
  for (const Case& row : {Case{"euler", 1, 2000}, Case{"rk2", 2, 200}, Case{"rk4", 4, 50}}) {
    INFO(row.method);
    const auto error = [&](int steps) {
      Simulation simulation(m);
      REQUIRE(simulation.start(0, initialState(m)));
      for (int k = 1; k <= steps; ++k) {
        REQUIRE(simulation.step(*findRungeKutta(row.method), 1.0 / steps, static_cast<double>(k) / steps));
      }
      return (motionsOf(m, simulation.workspace()).at("bob").X.p - exact).norm();
    };
    const double order = std::log2(error(row.steps) / error(2 * row.steps));
    // The next term of the error is a few percent of the leading one at these steps.
    CHECK(order == Approx(row.order).margin(0.25));
  }
}

TEST_CASE("dense output of Dormand-Prince is as accurate as its steps and satisfies the closing equations") {
  constexpr double tolerance = 1e-8;
  for (const std::string name : {"four_bar", "spatial_slider_crank"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    RunOptions adaptive;
    adaptive.end = 0.2;
    adaptive.step = 1e-3;
    adaptive.method = findRungeKutta("dopri5");
    adaptive.relativeTolerance = adaptive.absoluteTolerance = tolerance;
    adaptive.every = 0.0125;
    std::vector<double> times;
    std::vector<Motions> samples;
    double open = 0;
    const RunReport report = simulate(m, initialState(m), adaptive, [&](double time, StateView, const Workspace& w) {
      times.push_back(time);
      samples.push_back(motionsOf(m, w));
      open = std::max(open, worstResidual(m, w).value);
      return true;
    });
    REQUIRE(!report.failure);
    REQUIRE(samples.size() == 17);
    CHECK(report.steps > 3);
    CHECK(open < 1e-12);  // projected, as steps are
    RunOptions fixed;
    fixed.end = 0.2;
    fixed.step = 5e-4;  // error below 1e-12 here
    fixed.every = 0.0125;
    std::size_t next = 0;
    double worst = 0;
    const RunReport reference = simulate(m, initialState(m), fixed, [&](double time, StateView, const Workspace& w) {
      REQUIRE(next < samples.size());
      CHECK(std::abs(times[next] - time) < 1e-12);
      worst = std::max(worst, difference(samples[next++], motionsOf(m, w)));
      return true;
    });
    REQUIRE(!reference.failure);
    // Each step is held to the tolerance, and errors of velocities (rates near 10/s) become those of accelerations.
    CHECK(worst < 10 * static_cast<double>(report.steps) * tolerance);
  }
}

// ---- far from the origin ----

namespace {

// Everything is moved, including what is attached to the ground.
CartesianModel translated(CartesianModel model, const Vector3& by) {
  for (Body& body : model.bodies) {
    if (!body.isGround) body.X_WB.p += by;
  }
  for (Marker& marker : model.markers) {
    const Body& body = model.bodies[marker.body];
    if (body.isGround) marker.X_BM.p += body.X_WB.R.transpose() * by;
  }
  return model;
}

}  // namespace

TEST_CASE("machines move ten kilometres from the origin as they do at the origin") {
  const Vector3 away(1e4, -3e3, 0);  // the height stays: it is that above the hmmwv's road
  struct Case {
    std::string sample;
    double end;
  };
  for (const Case& row : {Case{"hmmwv", 0.01}, Case{"four_bar", 0.1}, Case{"wishbone_corner", 0.01}}) {
    INFO(row.sample);
    const CartesianModel model = readSample(row.sample);
    const Motions near = motionsAfter(convertModel(model).recursive, row.end, 10);
    Motions far = motionsAfter(convertModel(translated(model, away)).recursive, row.end, 10);
    for (auto& [name, motion] : far) motion.X.p -= away;
    // Coordinates of 1e4 m are round to 2e-12 m. Springs of 4e5 N/m feel it with 1e-6 N, on arms of a few kg that move
    // with some 100 m/s^2.
    CHECK(difference(near, far) < 5e-9);
  }
}
