#include <algorithm>

#include "runtime/cartesian/motion_solver.h"

namespace mb {

using namespace cartesian;

namespace {

using Eigen::VectorXd;

constexpr int kBodyNumbers = 13;  // position, quaternion w x y z, velocity, angular velocity

std::size_t at(Eigen::Index index) { return static_cast<std::size_t>(index); }

VectorXd packed(const CartesianState& state) {
  const auto bodies = static_cast<Eigen::Index>(state.bodies.size());
  VectorXd y(kBodyNumbers * bodies + static_cast<Eigen::Index>(state.driveIntegrals.size() + state.lawStates.size()));
  for (Eigen::Index b = 0; b < bodies; ++b) {
    const FrameMotion& body = state.bodies[at(b)];
    const Quaternion q = quaternionOf(body.X.R);
    y.segment<kBodyNumbers>(kBodyNumbers * b) << body.X.p, q.w(), q.vec(), body.v, body.w;
  }
  double* rest = y.data() + kBodyNumbers * bodies;
  for (const std::vector<double>* part : {&state.driveIntegrals, &state.lawStates}) {
    rest = std::copy(part->begin(), part->end(), rest);
  }
  return y;
}

CartesianState unpacked(const CartesianState& like, double time, const VectorXd& y) {
  CartesianState state = like;
  state.time = time;
  const auto bodies = static_cast<Eigen::Index>(state.bodies.size());
  for (Eigen::Index b = 0; b < bodies; ++b) {
    const auto numbers = y.segment<kBodyNumbers>(kBodyNumbers * b);
    const Quaternion q = Quaternion(numbers(3), numbers(4), numbers(5), numbers(6)).normalized();
    state.bodies[at(b)] = {{q.toRotationMatrix(), numbers.head<3>()}, numbers.segment<3>(7), numbers.tail<3>()};
  }
  const double* rest = y.data() + kBodyNumbers * bodies;
  for (std::vector<double>* part : {&state.driveIntegrals, &state.lawStates}) {
    std::copy_n(rest, part->size(), part->begin());
    rest += part->size();
  }
  return state;
}

VectorXd derivative(const CartesianSystem& system, const CartesianState& state, const VectorXd& y,
                    const MotionSolution& solution) {
  VectorXd y_dot = VectorXd::Zero(y.size());
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    const Eigen::Index first = kBodyNumbers * body.value;
    const FrameMotion& motion = state.bodies[at(body.value)];
    // q_dot = 1/2 {0, w} q with the quaternion as integrated, not normalised.
    const Quaternion q(y(first + 3), y(first + 4), y(first + 5), y(first + 6));
    const Quaternion turned = Quaternion(0, 0.5 * motion.w.x(), 0.5 * motion.w.y(), 0.5 * motion.w.z()) * q;
    y_dot.segment<kBodyNumbers>(first) << motion.v, turned.w(), turned.vec(), solution.accelerations.segment<6>(column);
  }
  const Eigen::Index integrals = kBodyNumbers * system.model.bodies.size();
  for (std::size_t k = 0; k < system.model.drives.size(); ++k) {
    const Jet target = driveAt(system, state, solution.motions, k);
    const Eigen::Index place = integrals + 2 * static_cast<Eigen::Index>(k);
    if (system.model.drives[k].derivative >= 1) y_dot(place) = target.rate;
    if (system.model.drives[k].derivative == 2) y_dot(place + 1) = target.second;
  }
  const std::vector<double>& rates = solution.applied.lawStateRates;
  std::copy(rates.begin(), rates.end(),
            y_dot.data() + integrals + 2 * static_cast<Eigen::Index>(system.model.drives.size()));
  return y_dot;
}

}  // namespace

void step(const CartesianSystem& system, CartesianState& state, double h) {
  const MotionSolution first = solveMotion(system, state);
  const VectorXd y = packed(state);
  const auto slope = [&](double time, const VectorXd& there) {
    const CartesianState stage = unpacked(state, time, there);
    return derivative(system, stage, there, solveMotion(system, stage, &first.independentRows));
  };
  const VectorXd k1 = derivative(system, state, y, first);
  const VectorXd k2 = slope(state.time + h / 2, y + h / 2 * k1);
  const VectorXd k3 = slope(state.time + h / 2, y + h / 2 * k2);
  const VectorXd k4 = slope(state.time + h, y + h * k3);
  state = unpacked(state, state.time + h, y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4));
  projectPositions(system, state);
  projectVelocities(system, state);
  state.angles = appliedForces(system, state, kinematics(system, state)).angles;
  acceptAngles(state.angles);
}

}  // namespace mb
