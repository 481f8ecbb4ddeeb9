// Simbody as its users would use it for speed: mobilizers in a tree, constraints for the closures, its own force
// elements.
#include <Simbody.h>

#include <stdexcept>

#include "bench/peers.h"

namespace mb::peers {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

Vec3 theirs(const Vector& v) { return {v[0], v[1], v[2]}; }
SimTK::Mat33 theirs(const std::array<double, 9>& M) { return {M[0], M[1], M[2], M[3], M[4], M[5], M[6], M[7], M[8]}; }
SimTK::Transform theirs(const Frame& X) { return {SimTK::Rotation(theirs(X.R)), theirs(X.p)}; }

Vec3 unit(int axis) {
  Vec3 result(0);
  result[axis] = 1;
  return result;
}

// Axes with `first` as x and `second` as y.
SimTK::Transform turned(int first, int second) {
  const Vec3 x = unit(first);
  const Vec3 y = unit(second);
  const Vec3 z = SimTK::cross(x, y);
  return {SimTK::Rotation(SimTK::Mat33(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])), Vec3(0)};
}

// The positions of Simbody's q and u among ours.
struct Place {
  int theirs = 0;
  int ours = 0;
};

class SimbodyEngine : public Engine {
 public:
  explicit SimbodyEngine(const Model& model) : vCount_(model.vCount) {
    SimTK::Force::UniformGravity(forces_, matter_, theirs(model.gravity));
    for (const Link& link : model.links) bodies_.push_back(add(link));
    for (const Closure& closure : model.closures) add(closure);
    for (const Spring& spring : model.springs) {
      const MobilizedBody& first = body(spring.first);
      const MobilizedBody& second = body(spring.second);
      const Vec3 p1 = theirs(spring.p1);
      const Vec3 p2 = theirs(spring.p2);
      if (spring.stiffness != 0)
        SimTK::Force::TwoPointLinearSpring(forces_, first, p1, second, p2, spring.stiffness, spring.length);
      if (spring.damping != 0) SimTK::Force::TwoPointLinearDamper(forces_, first, p1, second, p2, spring.damping);
    }
    for (const Torque& torque : model.torques)
      SimTK::Force::ConstantTorque(forces_, body(torque.link), theirs(torque.value));
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (std::size_t k = 0; k < bodies_.size(); ++k) place(model.links[k], bodies_[k]);
  }

  void set(const State& state) override {
    for (const Place& p : q_) state_.updQ()[p.theirs] = state.z[static_cast<std::size_t>(p.ours)];
    for (const Place& p : u_) state_.updU()[p.theirs] = state.z_dot[static_cast<std::size_t>(p.ours)];
  }
  void evaluate() override {
    state_.updQ();  // requesting write access invalidates all results
    state_.updU();
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  std::vector<double> accelerations() const override {
    std::vector<double> result(static_cast<std::size_t>(vCount_));
    for (const Place& p : u_) result[static_cast<std::size_t>(p.ours)] = state_.getUDot()[p.theirs];
    return result;
  }

 private:
  MobilizedBody& body(int index) {
    return index == kWorld ? matter_.updGround() : bodies_[static_cast<std::size_t>(index)];
  }

  MobilizedBody add(const Link& link) {
    const SimTK::Mat33 J = theirs(link.inertia);
    const SimTK::Inertia central(J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2));
    const SimTK::Body::Rigid rigid(
        SimTK::MassProperties(link.mass, theirs(link.com), central.shiftFromMassCenter(theirs(link.com), link.mass)));
    MobilizedBody& parent = body(link.parent);
    const SimTK::Transform A = theirs(link.X_PA);
    const SimTK::Transform B = theirs(link.X_LB);
    using Kind = Motion::Kind;
    const std::vector<Motion>& motions = link.motions;
    const auto are = [&](std::initializer_list<Kind> kinds) {
      if (motions.size() != kinds.size()) return false;
      std::size_t k = 0;
      for (const Kind kind : kinds) {
        if (motions[k++].kind != kind) return false;
      }
      return true;
    };
    if (are({})) return MobilizedBody::Weld(parent, A, rigid, B);
    const int a = motions[0].axis;
    if (are({Kind::rotation})) {  // about z
      const SimTK::Transform P = turned((a + 1) % 3, (a + 2) % 3);
      return MobilizedBody::Pin(parent, A * P, rigid, B * P);
    }
    if (are({Kind::translation})) {  // along x
      const SimTK::Transform P = turned(a, (a + 1) % 3);
      return MobilizedBody::Slider(parent, A * P, rigid, B * P);
    }
    if (are({Kind::rotation, Kind::rotation}) && motions[1].axis != a) {  // about x, then y
      const SimTK::Transform P = turned(a, motions[1].axis);
      return MobilizedBody::Universal(parent, A * P, rigid, B * P);
    }
    if (are({Kind::ball})) return MobilizedBody::Ball(parent, A, rigid, B);
    if (are({Kind::translation, Kind::translation, Kind::translation, Kind::ball}))
      return MobilizedBody::Free(parent, A, rigid, B);
    throw std::runtime_error("no mobilizer for a joint");
  }

  void add(const Closure& closure) {
    MobilizedBody& F = body(closure.linkF);
    MobilizedBody& M = body(closure.linkM);
    const SimTK::Transform X = theirs(closure.X_LF);
    const Vec3 p = theirs(closure.p_LM);
    switch (closure.kind) {
      case Closure::Kind::point: SimTK::Constraint::Ball(F, X.p(), M, p); break;
      case Closure::Kind::planarPoint:
        SimTK::Constraint::PointInPlane(F, X.x(), SimTK::dot(X.x(), X.p()), M, p);
        SimTK::Constraint::PointInPlane(F, X.y(), SimTK::dot(X.y(), X.p()), M, p);
        break;
      case Closure::Kind::distance: SimTK::Constraint::Rod(F, X.p(), M, p, closure.length); break;
    }
  }

  void place(const Link& link, const MobilizedBody& mobilizer) {
    int q = static_cast<int>(mobilizer.getFirstQIndex(state_));
    int u = static_cast<int>(mobilizer.getFirstUIndex(state_));
    const auto put = [&](const Motion& motion) {
      const bool isBall = motion.kind == Motion::Kind::ball;
      for (int k = 0; k < (isBall ? 4 : 1); ++k) q_.push_back({q++, motion.z + k});
      for (int k = 0; k < (isBall ? 3 : 1); ++k) u_.push_back({u++, motion.v + k});
    };
    // A free mobilizer has its rotation first.
    for (const Motion& motion : link.motions) {
      if (motion.kind == Motion::Kind::ball) put(motion);
    }
    for (const Motion& motion : link.motions) {
      if (motion.kind != Motion::Kind::ball) put(motion);
    }
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  std::vector<MobilizedBody> bodies_;
  SimTK::State state_;
  std::vector<Place> q_;
  std::vector<Place> u_;
  int vCount_;
};

}  // namespace

std::unique_ptr<Engine> makeSimbody(const Model& model) { return std::make_unique<SimbodyEngine>(model); }

}  // namespace mb::peers
