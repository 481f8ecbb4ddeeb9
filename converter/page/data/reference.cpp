#include "converter/page/data/reference.h"

#include <algorithm>
#include <cmath>

namespace mb {
namespace {

// Between two steps the motion is the cubic with the positions and velocities of both, which is as exact as the
// method of fourth order that made them.
double hermite(double a, double va, double b, double vb, double h, double s) {
  const double slopes = h * s * (1 - s) * ((1 - s) * va - s * vb);
  return (1 + 2 * s) * (1 - s) * (1 - s) * a + (3 - 2 * s) * s * s * b + slopes;
}

struct Instant {
  std::size_t step = 0;  // the one before
  double length = 0;
  double share = 0;  // of the way to the next one
};

Instant instantAt(const CartesianRun& run, double time) {
  const auto after = std::ranges::upper_bound(run.times, time);
  const auto last = static_cast<std::ptrdiff_t>(run.times.size()) - 2;
  const auto step = static_cast<std::size_t>(std::clamp(after - run.times.begin() - 1, std::ptrdiff_t{0}, last));
  const double length = run.times[step + 1] - run.times[step];
  return {step, length, std::clamp((time - run.times[step]) / length, 0.0, 1.0)};
}

Vector3 positionAt(const CartesianRun& run, std::size_t body, const Instant& instant) {
  const FrameMotion& a = run.at(instant.step)[body];
  const FrameMotion& b = run.at(instant.step + 1)[body];
  Vector3 p;
  for (int k = 0; k < 3; ++k) p[k] = hermite(a.X.p[k], a.v[k], b.X.p[k], b.v[k], instant.length, instant.share);
  return p;
}

// The rate of a unit quaternion w x y z for an angular velocity in world axes: (0, w) q / 2.
Eigen::Vector4d rateOf(const Eigen::Vector4d& q, const Vector3& w) {
  const Vector3 v = q.tail<3>();
  Eigen::Vector4d rate;
  rate[0] = -0.5 * w.dot(v);
  rate.tail<3>() = 0.5 * (q[0] * w + w.cross(v));
  return rate;
}

Eigen::Vector4d turnAt(const CartesianRun& run, std::size_t body, const Instant& instant) {
  const FrameMotion& a = run.at(instant.step)[body];
  const FrameMotion& b = run.at(instant.step + 1)[body];
  const auto vectorOf = [](const Quaternion& q) { return Eigen::Vector4d(q.w(), q.x(), q.y(), q.z()); };
  const Eigen::Vector4d qa = vectorOf(quaternionOf(a.X.R));
  Eigen::Vector4d qb = vectorOf(quaternionOf(b.X.R));
  if (qa.dot(qb) < 0) qb = -qb;
  const Eigen::Vector4d ra = rateOf(qa, a.w);
  const Eigen::Vector4d rb = rateOf(qb, b.w);
  Eigen::Vector4d q;
  for (int k = 0; k < 4; ++k) q[k] = hermite(qa[k], ra[k], qb[k], rb[k], instant.length, instant.share);
  return q.normalized();
}

}  // namespace

std::optional<ReferenceRun> referenceOf(const CartesianRun& cartesian, const RecordedRun& run) {
  if (cartesian.times.size() < 2) return std::nullopt;
  ReferenceRun out;
  const double reach = cartesian.times.back() * (1 + 1e-9);
  while (out.rows < run.rows() && run.start + run.step * static_cast<double>(out.rows) <= reach) ++out.rows;
  if (out.rows < 2) return std::nullopt;
  for (std::size_t body = 0; body < cartesian.bodies.size(); ++body) {
    const std::string& name = cartesian.bodies[body];
    const std::optional<PoseColumns> pose = run.poseOf(name);
    if (!pose) continue;
    out.bodies.push_back(name);
    const std::size_t first = out.differences.size();
    out.differences.resize(first + pose->size());
    for (std::size_t row = 0; row < out.rows; ++row) {
      const Instant instant = instantAt(cartesian, run.start + run.step * static_cast<double>(row));
      const Vector3 p = positionAt(cartesian, body, instant);
      const Vector3 ours((*(*pose)[0])[row], (*(*pose)[1])[row], (*(*pose)[2])[row]);
      const Eigen::Vector4d turn((*(*pose)[3])[row], (*(*pose)[4])[row], (*(*pose)[5])[row], (*(*pose)[6])[row]);
      Eigen::Vector4d q = turnAt(cartesian, body, instant);
      if (q.dot(turn) < 0) q = -q;
      for (std::size_t k = 0; k < 3; ++k) {
        out.differences[first + k].push_back(p[static_cast<int>(k)] - ours[static_cast<int>(k)]);
      }
      for (std::size_t k = 0; k < 4; ++k) {
        out.differences[first + 3 + k].push_back(q[static_cast<int>(k)] - turn[static_cast<int>(k)]);
      }
      out.farthest = std::max(out.farthest, (p - ours).norm());
    }
  }
  if (out.bodies.empty()) return std::nullopt;
  return out;
}

}  // namespace mb
