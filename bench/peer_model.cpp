#include "bench/peer_model.h"

#include <algorithm>
#include <stdexcept>

namespace mb::peers {
namespace {

Vector plain(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
std::array<double, 9> plain(const Matrix3& M) {
  std::array<double, 9> result{};
  for (int k = 0; k < 9; ++k) result[at(k)] = M(k / 3, k % 3);
  return result;
}
Frame plain(const Pose& X) { return {plain(X.R), plain(X.p)}; }
Vector3 vectorAt(const std::vector<double>& values, int first) {
  return {values[at(first)], values[at(first) + 1], values[at(first) + 2]};
}

// A joint traversed backwards has the same motions in reverse order, each inverted.
Link linkOf(const Mechanism& m, const Mechanism::Link& link) {
  Pose X_PA = link.X_PA;
  Pose X_BL = link.X_BL;
  Link result;
  for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
    const Mechanism::Motion& motion = m.motions[at(k)];
    switch (motion.kind) {
      case MotionKind::rotation:
        result.motions.push_back({Motion::Kind::rotation, motion.axis, motion.z, motion.v});
        break;
      case MotionKind::translation:
        result.motions.push_back({Motion::Kind::translation, motion.axis, motion.z, motion.v});
        break;
      case MotionKind::ball: result.motions.push_back({Motion::Kind::ball, motion.axis, motion.z, motion.v}); break;
      case MotionKind::turn: {  // always the last one of a joint
        Pose turn;
        turn.R << Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX();
        if (link.reversed)
          X_PA = X_PA * inverse(turn);
        else
          X_BL = turn * X_BL;
        break;
      }
      case MotionKind::bend:
      case MotionKind::screw:
      case MotionKind::offset: throw std::runtime_error("a joint that is not translated");
    }
  }
  if (link.reversed) std::reverse(result.motions.begin(), result.motions.end());
  result.parent = link.parent;
  result.X_PA = plain(X_PA);
  result.X_LB = plain(inverse(X_BL));
  result.mass = link.mass;
  result.com = plain(link.com);
  result.inertia = plain(link.inertia);
  return result;
}

// Whether all joints of the loop rotate about the axis or translate normal to it.
bool isPlanar(const Mechanism& m, const Workspace& w, int closing, const Vector3& axis) {
  const Mechanism::Closing& c = m.closings[at(closing)];
  for (int k = c.firstCrossing; k < c.firstCrossing + c.crossingCount; ++k) {
    const Mechanism::Link& link = m.links[at(m.crossings[at(k)].link)];
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      const Vector3 turning = w.b[at(v)].tail<3>();
      if (turning.cross(axis).norm() > 1e-9) return false;
      if (turning.norm() < 1e-9 && std::abs(w.b[at(v)].head<3>().dot(axis)) > 1e-9) return false;
    }
  }
  return true;
}

Closure closureOf(const Mechanism& m, const Workspace& w, int closing) {
  const Mechanism::Closing& c = m.closings[at(closing)];
  int on = 0;
  int perpendicular = 0;
  Closure result;
  for (const Mechanism::Row& row : m.rows) {
    if (row.closing != closing) continue;
    on += row.kind == RowKind::on;
    perpendicular += row.kind == RowKind::perpendicular;
    if (row.kind == RowKind::length) {
      result.kind = Closure::Kind::distance;
      result.length = row.parameter;
    }
  }
  if (result.kind != Closure::Kind::distance) {
    const bool isHinge = on == 3 && perpendicular == 2;
    if (isHinge && isPlanar(m, w, closing, w.X_F[at(closing)].R.col(2)))
      result.kind = Closure::Kind::planarPoint;
    else if (on != 3 || perpendicular != 0)
      throw std::runtime_error("the cut '" + c.name + "' is not translated");
  }
  result.linkF = c.linkF;
  result.linkM = c.linkM;
  result.X_LF = plain(c.X_LF);
  result.p_LM = plain(c.X_LM.p);
  return result;
}

void addForce(const RecursiveModel& model, const Force& force, Model& result) {
  const auto markerOf = [&](MarkerIndex index) { return model.markers[index]; };
  const auto linkOfMarker = [&](MarkerIndex index) {
    const LinkIndex link = markerOf(index).link;
    return link.valid() ? link.value : kWorld;
  };
  if (const Tsda* const spring = std::get_if<Tsda>(&force.law)) {
    if (!spring->spring.valid() && !spring->damper.valid() && !spring->function && spring->preload == 0) {
      result.springs.push_back({linkOfMarker(spring->i), linkOfMarker(spring->j), plain(markerOf(spring->i).X_LM.p),
                                plain(markerOf(spring->j).X_LM.p), spring->stiffness, spring->damping, spring->length});
      return;
    }
  }
  if (const GeneralForce* const torque = std::get_if<GeneralForce>(&force.law)) {
    Vector value{};
    bool isConstant = !torque->j.valid() && !torque->in.valid();
    for (std::size_t k = 0; k < 3; ++k) {
      isConstant &= !torque->force[k];
      if (!torque->torque[k]) continue;
      const std::optional<double> number = constantValue(*torque->torque[k]);
      isConstant &= number.has_value();
      value[k] = number.value_or(0);
    }
    if (isConstant) {
      result.torques.push_back({linkOfMarker(torque->i), value});
      return;
    }
  }
  throw std::runtime_error("the force '" + force.name + "' is not translated");
}

// Coordinates of a joint traversed backwards in the peers' form: the motion of A's side relative to B's is the inverse.
// For a ball, the vector is in the axes after the rotation, which are those before the inverse.
template <class Single, class Ball>
void eachMotion(const Mechanism& m, const Single& single, const Ball& ball) {
  for (const Mechanism::Link& link : m.links) {
    for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
      const Mechanism::Motion& motion = m.motions[at(k)];
      if (motion.kind == MotionKind::ball)
        ball(motion, link.reversed);
      else if (velocitiesOf(motion.kind) == 1)
        single(motion, link.reversed ? -1 : 1);
    }
  }
}

Quaternion quaternionAt(StateView y, int first) {
  return Quaternion(y[at(first)], y[at(first) + 1], y[at(first) + 2], y[at(first) + 3]).normalized();
}

// Rates, or their derivatives: w_BA = -w_AB, in A's axes. The derivative needs no further term, because w x w = 0.
std::vector<double> peerRates(const Mechanism& m, StateView y, const std::vector<double>& rates) {
  std::vector<double> result = rates;
  eachMotion(
      m, [&](const Mechanism::Motion& motion, double sign) { result[at(motion.v)] *= sign; },
      [&](const Mechanism::Motion& motion, bool reversed) {
        if (!reversed) return;
        const Vector3 turned = -(quaternionAt(y, motion.z).conjugate() * vectorAt(rates, motion.v));
        std::copy_n(turned.data(), 3, result.begin() + motion.v);
      });
  return result;
}

}  // namespace

Model peerModel(const Mechanism& m, const Workspace& w) {
  if (m.sourceLinks != static_cast<int>(m.links.size()) || !m.rods.empty() || !m.drives.empty() ||
      !m.frictions.empty() || !m.limits.empty())
    throw std::runtime_error("something is not translated: rods with mass, drives, friction, stops");
  Model result;
  result.gravity = plain(m.gravity);
  for (const Mechanism::Link& link : m.links) result.links.push_back(linkOf(m, link));
  for (int k = 0; k < static_cast<int>(m.closings.size()); ++k) result.closures.push_back(closureOf(m, w, k));
  for (const Force& force : m.model.forces) addForce(m.model, force, result);
  result.zCount = m.zCount;
  result.vCount = m.vCount;
  return result;
}

State peerState(const Mechanism& m, StateView y, const std::vector<double>& z_dot) {
  State result{std::vector<double>(y.begin(), y.begin() + m.zCount), peerRates(m, y, z_dot)};
  eachMotion(
      m, [&](const Mechanism::Motion& motion, double sign) { result.z[at(motion.z)] *= sign; },
      [&](const Mechanism::Motion& motion, bool reversed) {
        const Quaternion q = reversed ? quaternionAt(y, motion.z).conjugate() : quaternionAt(y, motion.z);
        result.z[at(motion.z)] = q.w();
        std::copy_n(q.vec().data(), 3, result.z.begin() + motion.z + 1);
      });
  return result;
}

std::vector<double> peerAccelerations(const Mechanism& m, StateView y, const std::vector<double>& z_ddot) {
  return peerRates(m, y, z_ddot);
}

}  // namespace mb::peers
