#include "tests/simbody/engine.h"

#include <Simbody.h>

#include <algorithm>
#include <cmath>

namespace mb::simbody {
namespace {

SimTK::Vec3 theirs(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
Vector3 ours(const SimTK::Vec3& v) { return {v[0], v[1], v[2]}; }

SimTK::Transform theirs(const Pose& X) {
  SimTK::Mat33 R;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) R(r, c) = X.R(r, c);
  }
  return {SimTK::Rotation(R), theirs(X.p)};
}

double largest(const SimTK::Vector& values) {
  double result = 0;
  for (int k = 0; k < values.size(); ++k) result = std::max(result, std::abs(values[k]));
  return result;
}

}  // namespace

struct Engine::Parts {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::DiscreteForces given{forces, matter};
  std::vector<SimTK::MobilizedBody> bodies;
  SimTK::State state;

  SimTK::MobilizedBody& body(int index) {
    return index == kWorld ? matter.updGround() : bodies[static_cast<std::size_t>(index)];
  }

  // Handles: Simbody keeps what they stand for.
  void add(const FreeBody& body) {
    const Matrix3& I = body.inertia;
    const SimTK::Inertia inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
    const SimTK::Body::Rigid rigid(SimTK::MassProperties(body.mass, theirs(body.com), inertia));
    if (body.line) {
      bodies.push_back(
          SimTK::MobilizedBody::FreeLine(matter.updGround(), SimTK::Transform(), rigid, theirs(*body.line)));
    } else {
      bodies.push_back(SimTK::MobilizedBody::Free(matter.updGround(), rigid));
    }
  }
  void add(const Constraint& constraint) {
    SimTK::MobilizedBody& first = body(constraint.first.body);
    SimTK::MobilizedBody& second = body(constraint.second.body);
    const SimTK::Vec3 p1 = theirs(constraint.first.point);
    const SimTK::Vec3 p2 = theirs(constraint.second.point);
    switch (constraint.kind) {
      case Constraint::Kind::inPlane: {
        const SimTK::UnitVec3 normal(theirs(constraint.first.axis));
        SimTK::Constraint::PointInPlane(first, normal, SimTK::dot(normal, p1), second, p2);
        break;
      }
      case Constraint::Kind::perpendicular:
        SimTK::Constraint::ConstantAngle(first, SimTK::UnitVec3(theirs(constraint.first.axis)), second,
                                         SimTK::UnitVec3(theirs(constraint.second.axis)), SimTK::Pi / 2);
        break;
      case Constraint::Kind::distance: SimTK::Constraint::Rod(first, p1, second, p2, constraint.length); break;
    }
  }
  void add(const Spring& spring) {
    const SimTK::MobilizedBody& first = body(spring.first.body);
    const SimTK::MobilizedBody& second = body(spring.second.body);
    const SimTK::Vec3 p1 = theirs(spring.first.point);
    const SimTK::Vec3 p2 = theirs(spring.second.point);
    SimTK::Force::TwoPointLinearSpring(forces, first, p1, second, p2, spring.stiffness, spring.length);
    SimTK::Force::TwoPointLinearDamper(forces, first, p1, second, p2, spring.damping);
    SimTK::Force::TwoPointConstantForce(forces, first, p1, second, p2, spring.preload);
  }
};

Engine::Engine(const Model& model) : parts_(std::make_unique<Parts>()) {
  SimTK::Force::UniformGravity(parts_->forces, parts_->matter, theirs(model.gravity));
  for (const FreeBody& body : model.bodies) parts_->add(body);
  for (const Constraint& constraint : model.constraints) parts_->add(constraint);
  for (const Spring& spring : model.springs) parts_->add(spring);
  parts_->state = parts_->system.realizeTopology();
  parts_->system.realizeModel(parts_->state);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::set(const std::vector<Motion>& motions, const std::vector<Wrench>& forces) {
  SimTK::State& state = parts_->state;
  // A mobilizer's own frame M is the body frame, but for lines.
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const SimTK::MobilizedBody& body = parts_->bodies[k];
    body.setQToFitTransform(state, theirs(motions[k].X) * body.getOutboardFrame(state));
  }
  parts_->system.realize(state, SimTK::Stage::Position);
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const SimTK::MobilizedBody& body = parts_->bodies[k];
    const Motion& motion = motions[k];
    const Vector3 arm = motion.X.R * ours(body.getOutboardFrame(state).p());
    body.setUToFitVelocity(state, SimTK::SpatialVec(theirs(motion.w), theirs(motion.v + motion.w.cross(arm))));
  }
  SimTK::Vector_<SimTK::SpatialVec> given(parts_->matter.getNumBodies());
  given[0] = SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0));
  for (std::size_t k = 0; k < forces.size(); ++k) {
    given[parts_->bodies[k].getMobilizedBodyIndex()] =
        SimTK::SpatialVec(theirs(forces[k].torque), theirs(forces[k].force));
  }
  parts_->given.setAllBodyForces(state, given);
  parts_->system.realize(state, SimTK::Stage::Acceleration);
}

bool Engine::run(double duration, double accuracy, double constraintTolerance) {
  SimTK::RungeKuttaMersonIntegrator integrator(parts_->system);
  integrator.setAccuracy(accuracy);
  integrator.setConstraintTolerance(constraintTolerance);
  integrator.initialize(parts_->state);
  const double end = parts_->state.getTime() + duration;
  while (integrator.getTime() < end) {
    if (integrator.stepTo(end) == SimTK::Integrator::EndOfSimulation) return false;
  }
  parts_->state = integrator.getState();
  parts_->system.realize(parts_->state, SimTK::Stage::Acceleration);
  return true;
}

Motion Engine::motion(int index) const {
  const SimTK::MobilizedBody& body = parts_->body(index);
  const SimTK::State& state = parts_->state;
  Motion motion;
  const SimTK::Rotation& R = body.getBodyRotation(state);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) motion.X.R(r, c) = R[r][c];
  }
  motion.X.p = ours(body.getBodyOriginLocation(state));
  motion.v = ours(body.getBodyOriginVelocity(state));
  motion.w = ours(body.getBodyAngularVelocity(state));
  motion.v_dot = ours(body.getBodyOriginAcceleration(state));
  motion.w_dot = ours(body.getBodyAngularAcceleration(state));
  return motion;
}

double Engine::kineticEnergy() const { return parts_->system.calcKineticEnergy(parts_->state); }

double Engine::openness() const { return std::max(largest(parts_->state.getQErr()), largest(parts_->state.getUErr())); }

double Engine::condition() const {
  SimTK::Matrix projected;
  parts_->matter.calcProjectedMInv(parts_->state, projected);
  if (projected.nrow() == 0) return 1;
  SimTK::Vector values;
  SimTK::FactorSVD(projected).getSingularValues(values);
  double smallest = values[0];
  for (int k = 0; k < values.size(); ++k) {
    if (values[k] > 1e-11 * values[0]) smallest = values[k];
  }
  return values[0] / smallest;
}

}  // namespace mb::simbody
