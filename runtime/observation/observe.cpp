#include "runtime/observation/observe.h"

#include <Eigen/Geometry>
#include <optional>

#include "runtime/evaluation/stages.h"
#include "runtime/mechanism/loops.h"

namespace mb {
namespace {

// Position, velocity and acceleration of a point on a link, or of a fixed point in the world.
struct PointMotion {
  Vector3 p, v, a;
};

PointMotion pointMotion(const Workspace& w, const std::vector<Vector6>& A, int link, const Vector3& point) {
  if (link < 0) return {point - w.c, Vector3::Zero(), Vector3::Zero()};
  const Vector6& Z = w.Z[at(link)];
  const Vector3 p = w.X[at(link)] * point;
  const Vector3 v = velocityAt(Z, p);
  return {p, v, velocityAt(A[at(link)], p) + Vector3(Z.tail<3>()).cross(v)};
}

}  // namespace

std::vector<BodyPlace> bodiesOf(const Mechanism& m) {
  std::vector<BodyPlace> bodies = bodyPlaces(m.model);
  std::erase_if(bodies, [&](const BodyPlace& body) { return body.link >= m.sourceLinks; });
  return bodies;
}

std::vector<BodyPlace> movingBodies(const Mechanism& m) {
  std::vector<BodyPlace> bodies = bodiesOf(m);
  std::erase_if(bodies, [](const BodyPlace& body) { return body.isInWorld(); });
  return bodies;
}

void linkAccelerations(const Mechanism& m, const Workspace& w, std::vector<Vector6>& A) {
  A.resize(m.links.size());
  Vector6 resting = Vector6::Zero();
  resting.head<3>() = -m.gravity;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    A[i] = w.A_bias[i];
    if (link.parent >= 0)
      A[i] += A[at(link.parent)] - w.A_bias[at(link.parent)];
    else
      A[i] -= resting;
    for (int v = link.v; v < link.v + link.vCount; ++v) A[i] += w.z_ddot[at(v)] * w.b[at(v)];
  }
}

BodyMotion motionOf(const Mechanism& m, const Workspace& w, const std::vector<Vector6>& A, const BodyPlace& body) {
  BodyMotion motion;
  if (body.isInWorld()) {
    motion.X = body.X_LB;
    return motion;
  }
  if (body.rod < 0) {
    const PointMotion origin = pointMotion(w, A, body.link, body.X_LB.p);
    motion.X = {w.X[at(body.link)].R * body.X_LB.R, origin.p + w.c};
    motion.v = origin.v;
    motion.w = w.Z[at(body.link)].tail<3>();
    motion.v_dot = origin.a;
    motion.w_dot = A[at(body.link)].tail<3>();
    return motion;
  }
  const Rod& rod = m.model.rods[at(body.rod)];
  const Mechanism::RodTerm& term = m.rods[at(body.rod)];
  const PointMotion first = pointMotion(w, A, term.link[0], term.point[0]);
  const PointMotion second = pointMotion(w, A, term.link[1], term.point[1]);
  const Vector3 d = second.p - first.p;
  const double square = d.squaredNorm();
  // x is along the hinge of a strut, otherwise along the direction on the first end's link.
  const std::size_t e = isHinged(rod) ? 1 : 0;
  const Vector3 axis = term.link[e] >= 0 ? Vector3(w.X[at(term.link[e])].R * rod.ends[e].axis) : rod.ends[e].axis;
  std::optional<Matrix3> R_WR = rotationFromZX(d, axis);
  if (!R_WR) R_WR = rotationFromZ(d);
  const Matrix3 R = R_WR.value_or(Matrix3::Identity());
  motion.w = d.cross(second.v - first.v) / square;
  motion.w_dot = d.cross(second.a - first.a) / square;  // its length is constant
  const Vector3 r = R * body.X_LB.p;
  motion.X = {R * body.X_LB.R, first.p + r + w.c};
  motion.v = first.v + motion.w.cross(r);
  motion.v_dot = first.a + motion.w_dot.cross(r) + motion.w.cross(motion.w.cross(r));
  return motion;
}

}  // namespace mb
