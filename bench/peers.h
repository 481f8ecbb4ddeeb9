// Other engines behind plain values: bodies in a tree with relative coordinates, closures, springs. No types of ours or
// theirs cross this interface: some of their headers are C++17 and must be compiled with assertions, ours are C++20 and
// without.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace mb::peers {

constexpr int kWorld = -1;
using Vector = std::array<double, 3>;

struct Frame {
  std::array<double, 9> R{1, 0, 0, 0, 1, 0, 0, 0, 1};  // by rows
  Vector p{};
};

// One elementary motion from the parent to the link.
struct Motion {
  enum class Kind { rotation, translation, ball };
  Kind kind = Kind::rotation;
  int axis = 2;
  int z = 0;  // first position; a ball's is a unit quaternion w x y z
  int v = 0;  // first velocity; for a ball the angular velocity in the axes before the rotation
};

struct Link {
  int parent = kWorld;
  Frame X_PA;  // joint frame on the parent
  Frame X_LB;  // joint frame on the link
  std::vector<Motion> motions;
  double mass = 0;
  Vector com{};                     // in the link frame
  std::array<double, 9> inertia{};  // about the centre of mass, in link axes
};

struct Closure {
  enum class Kind {
    point,        // three rows
    planarPoint,  // of a loop in the x-y plane of F: two rows suffice
    distance,
  };
  Kind kind = Kind::point;
  int linkF = kWorld;
  int linkM = kWorld;
  Frame X_LF;
  Vector p_LM{};
  double length = 0;
};

// Pulls its ends together with k (l - length) + c dl/dt.
struct Spring {
  int first = kWorld;
  int second = kWorld;
  Vector p1{};
  Vector p2{};
  double stiffness = 0;
  double damping = 0;
  double length = 0;
};

struct Torque {  // constant, world axes
  int link = 0;
  Vector value{};
};

struct Model {
  Vector gravity{};
  std::vector<Link> links;  // parent before child
  std::vector<Closure> closures;
  std::vector<Spring> springs;
  std::vector<Torque> torques;
  int zCount = 0;
  int vCount = 0;
};

struct State {
  std::vector<double> z;
  std::vector<double> z_dot;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void set(const State& state) = 0;
  // Computes positions, velocities, forces and accelerations again, at the state that was set.
  virtual void evaluate() = 0;
  virtual std::vector<double> accelerations() const = 0;  // z_ddot, as Motion numbers them
};

enum class Softness { asInstalled, least };

// They throw std::runtime_error if the engine has no such joint or refuses the model.
std::unique_ptr<Engine> makeSimbody(const Model& model);
std::unique_ptr<Engine> makeMujoco(const Model& model, Softness softness);

}  // namespace mb::peers
