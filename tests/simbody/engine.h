// Simbody behind plain values. Its headers are C++17 and ours C++20, so that the two never meet in one source; and what
// passes here is all it knows: bodies, rows, springs, forces.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "formats/model/basics/geometry.h"

namespace mb::simbody {

constexpr int kWorld = -1;

struct FreeBody {
  double mass = 0;
  Vector3 com = Vector3::Zero();      // in the body frame
  Matrix3 inertia = Matrix3::Zero();  // about the origin of the body frame, in its axes
  std::optional<Pose> line;           // of a bar without thickness: a frame on it with z along it. It has no spin
};

// One scalar constraint between two bodies, or a body and the world.
struct Constraint {
  enum class Kind {
    inPlane,        // the second's point lies in the plane through the first's point, normal to the first's axis
    perpendicular,  // of the two axes
    distance,       // of the two points
  };
  Kind kind = Kind::inPlane;
  struct End {
    int body = kWorld;
    Vector3 point = Vector3::Zero();
    Vector3 axis = Vector3::Zero();
  };
  End first;
  End second;
  double length = 0;
};

// The force that pushes the ends apart is preload - k (l - length) - c dl/dt.
struct Spring {
  Constraint::End first;
  Constraint::End second;
  double stiffness = 0;
  double damping = 0;
  double length = 0;
  double preload = 0;
};

struct Model {
  Vector3 gravity = Vector3::Zero();
  std::vector<FreeBody> bodies;
  std::vector<Constraint> constraints;
  std::vector<Spring> springs;
};

// Of the origin of the body frame; world axes.
struct Motion {
  Pose X;
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
  Vector3 v_dot = Vector3::Zero();
  Vector3 w_dot = Vector3::Zero();
};

// On a body at its origin; world axes.
struct Wrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

class Engine {
 public:
  explicit Engine(const Model& model);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // Poses and velocities of all bodies, and forces besides gravity and springs; accelerations follow.
  void set(const std::vector<Motion>& motions, const std::vector<Wrench>& forces);
  // Goes on from the state that was set, the forces constant; false when Simbody's integrator gave up.
  bool run(double duration, double accuracy, double constraintTolerance);

  Motion motion(int body) const;
  double kineticEnergy() const;
  // The largest residual of any constraint: positions in metres or as a cosine, and their rates.
  double openness() const;
  // Of G M^-1 G', the matrix it solves for the multipliers: the largest singular value over the smallest that is not
  // round-off.
  double condition() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mb::simbody
