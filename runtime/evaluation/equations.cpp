// Stages 2 and 6 of an evaluation: closing equations, their gradients, and the right-hand sides of their accelerations.
//
// A row depends on the relative motion of two frames F and M. Its rate is gradient . (Z_M - Z_F), so the gradient is
// also the force {f; t} per unit multiplier on M, and its negative on F.
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/stages.h"

namespace mb {
namespace {

// A frame with its motion, which is zero when only positions are needed.
struct Frame {
  const Pose& X;
  Vector6 Z;
  Vector3 p_dot() const { return velocityAt(Z, X.p); }
  Vector3 axis(int a) const { return X.R.col(a); }
  Vector3 axis_dot(int a) const { return Vector3(Z.tail<3>()).cross(X.R.col(a)); }
};

// The angle of M about an axis of F as in runtime/laws: the angle of one axis m of M, from e_c towards e_s of F.
struct AngleAxes {
  int m;
  int s;
  double sign;
  int c;
};
constexpr std::array<AngleAxes, 3> kAngleAxes{{{2, 1, -1, 2}, {2, 0, 1, 2}, {0, 1, 1, 0}}};

struct RowValue {
  double value = 0;
  Vector6 gradient = Vector6::Zero();
  Vector6 gradientRate = Vector6::Zero();
};

// turning: adds factor times the angle of M about F's axis.
void addAngle(const Frame& F, const Frame& M, int axis, double factor, RowValue& row) {
  const AngleAxes axes = kAngleAxes[at(axis)];
  const Vector3 m = M.axis(axes.m);
  const Vector3 m_dot = M.axis_dot(axes.m);
  const Vector3 es = axes.sign * F.axis(axes.s);
  const Vector3 es_dot = axes.sign * F.axis_dot(axes.s);
  const Vector3 ec = F.axis(axes.c);
  const Vector3 ec_dot = F.axis_dot(axes.c);
  const double s = es.dot(m);
  const double c = ec.dot(m);
  const double s_dot = es_dot.dot(m) + es.dot(m_dot);
  const double c_dot = ec_dot.dot(m) + ec.dot(m_dot);
  const double square = s * s + c * c;
  const Vector3 ms = m.cross(es);
  const Vector3 mc = m.cross(ec);
  const Vector3 n = c * ms - s * mc;
  const Vector3 n_dot =
      c_dot * ms + c * (m_dot.cross(es) + m.cross(es_dot)) - s_dot * mc - s * (m_dot.cross(ec) + m.cross(ec_dot));
  row.value += factor * elementary::atan2(s, c);
  row.gradient.tail<3>() += factor / square * n;
  row.gradientRate.tail<3>() += factor / square * (n_dot - 2 * (s * s_dot + c * c_dot) / square * n);
}

// a . d, with the axis a fixed in one frame and the point at which it is evaluated in the other.
void addPlane(const Frame& F, const Frame& M, const Vector3& a, const Vector3& a_dot, const Frame& point,
              RowValue& row) {
  row.value += a.dot(M.X.p - F.X.p);
  row.gradient += wrenchAt(point.X.p, a);
  row.gradientRate += wrenchAt(point.X.p, a_dot);
  row.gradientRate.tail<3>() += point.p_dot().cross(a);
}

void addTurn(const Vector3& m, const Vector3& m_dot, const Vector3& f, const Vector3& f_dot, double factor,
             RowValue& row) {
  row.value += factor * f.dot(m);
  row.gradient.tail<3>() += factor * m.cross(f);
  row.gradientRate.tail<3>() += factor * (m_dot.cross(f) + m.cross(f_dot));
}

RowValue evaluateRow(const Mechanism::Row& row, const Frame& F, const Frame& M) {
  RowValue result;
  switch (row.kind) {
    case RowKind::on: addPlane(F, M, F.axis(row.a), F.axis_dot(row.a), M, result); break;
    case RowKind::onMoving: addPlane(F, M, M.axis(row.a), M.axis_dot(row.a), F, result); break;
    case RowKind::perpendicular:
      addTurn(M.axis(row.b), M.axis_dot(row.b), F.axis(row.a), F.axis_dot(row.a), 1, result);
      result.value -= row.parameter;
      break;
    case RowKind::noTwist: {
      const int b = (row.a + 1) % 3;
      const int c = (row.a + 2) % 3;
      addTurn(M.axis(b), M.axis_dot(b), F.axis(c), F.axis_dot(c), 1, result);
      addTurn(M.axis(c), M.axis_dot(c), F.axis(b), F.axis_dot(b), -1, result);
      break;
    }
    case RowKind::length: {
      const double l = row.parameter;
      const Vector3 d = M.X.p - F.X.p;
      const Vector3 d_dot = M.p_dot() - F.p_dot();
      result.value = (d.squaredNorm() - l * l) / (2 * l);
      result.gradient = wrenchAt(M.X.p, d / l);
      result.gradientRate = wrenchAt(M.X.p, d_dot / l);
      result.gradientRate.tail<3>() += M.p_dot().cross(d) / l;
      break;
    }
    case RowKind::radius: {  // like the length, but of the part of d normal to F.z
      const double l = row.parameter;
      const Vector3 z = F.axis(2);
      const Vector3 z_dot = F.axis_dot(2);
      const Vector3 d = M.X.p - F.X.p;
      const Vector3 d_dot = M.p_dot() - F.p_dot();
      const Vector3 n = d - z.dot(d) * z;
      const Vector3 n_dot = d_dot - z.dot(d) * z_dot - (z_dot.dot(d) + z.dot(d_dot)) * z;
      result.value = (n.squaredNorm() - l * l) / (2 * l);
      result.gradient = wrenchAt(M.X.p, n / l);
      result.gradientRate = wrenchAt(M.X.p, n_dot / l);
      result.gradientRate.tail<3>() += M.p_dot().cross(n) / l;
      break;
    }
    case RowKind::pitch:
      addPlane(F, M, F.axis(2), F.axis_dot(2), M, result);
      addAngle(F, M, 2, -row.parameter, result);
      // A pose does not count revolutions, so the nearest one is taken.
      result.value = std::remainder(result.value, 2 * std::numbers::pi * row.parameter);
      break;
    case RowKind::angle: addAngle(F, M, row.a, 1, result); break;
    case RowKind::coordinates: break;
  }
  return result;
}

}  // namespace

void setSignals(const Mechanism& m, double time, StateView y, Workspace& w) {
  InputValues& inputs = w.forces.inputs;
  seeInputs(m.library.inputs, time, lawStates(m, y), inputs, w.forces.stateRates);
  for (std::size_t k = 0; k < m.signals.size(); ++k) {
    w.signals[k] = valueAt(m.signals[k], m.library, time, inputs.now, w.jetStack);
  }
  for (std::size_t k = 0; k < m.drives.size(); ++k) {
    const Mechanism::Drive& drive = m.drives[k];
    const std::size_t integral = at(m.integralAt()) + 2 * k;
    Jet& signal = w.signals[at(drive.signal)];
    signal = prescribed(drive.derivative, signal, y[integral], y[integral + 1]);
    if (drive.length > 0) {
      w.signals[at(m.rows[at(drive.row)].signal)] = 0.5 / drive.length * (signal * signal) - 0.5 * drive.length;
    }
  }
}

void setEquations(const Mechanism& m, StateView y, Workspace& w) {
  for (std::size_t k = 0; k < m.closings.size(); ++k) {
    const Mechanism::Closing& closing = m.closings[k];
    const auto frame = [&](int link, const Pose& X_LK) -> Pose {
      if (link >= 0) return w.X[at(link)] * X_LK;
      return {X_LK.R, X_LK.p - w.c};
    };
    w.X_F[k] = frame(closing.linkF, closing.X_LF);
    w.X_M[k] = frame(closing.linkM, closing.X_LM);
  }
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    BlockWork& work = w.blocks[n];
    std::fill(work.J.begin(), work.J.end(), 0.0);
    // The column of a velocity within the block; blocks list their velocities in order.
    const auto first = m.columns.begin() + block.firstColumn;
    const auto columnOf = [&](int v) {
      const auto found = std::lower_bound(first, first + block.columnCount, v,
                                          [](const Mechanism::Column& column, int value) { return column.v < value; });
      return static_cast<std::size_t>(found - first);
    };
    for (int r = 0; r < block.rowCount; ++r) {
      const std::size_t index = at(block.firstRow + r);
      const Mechanism::Row& row = m.rows[index];
      double* const J = work.J.data() + at(r) * at(block.columnCount);
      const Jet signal = row.signal >= 0 ? w.signals[at(row.signal)] : Jet{};
      if (row.closing < 0) {
        double value = -row.offset - signal.value;
        for (int k = 0; k < row.termCount; ++k) {
          const Mechanism::Term& term = m.terms[at(row.firstTerm + k)];
          value += term.factor * y[at(term.z)];
          J[columnOf(term.v)] += term.factor;
        }
        w.Phi[index] = value;
        continue;
      }
      const Frame F{w.X_F[at(row.closing)], Vector6::Zero()};
      const Frame M{w.X_M[at(row.closing)], Vector6::Zero()};
      const RowValue value = evaluateRow(row, F, M);
      w.gradient[index] = value.gradient;
      w.Phi[index] = value.value - signal.value;
      if (row.kind == RowKind::angle) w.Phi[index] = std::remainder(w.Phi[index], 2 * std::numbers::pi);
      const Mechanism::Closing& closing = m.closings[at(row.closing)];
      for (int k = 0; k < closing.crossingCount; ++k) {
        const Mechanism::Crossing& crossing = m.crossings[at(closing.firstCrossing + k)];
        const Mechanism::Link& link = m.links[at(crossing.link)];
        if (link.vCount == 0) continue;
        const std::size_t column = columnOf(link.v);
        for (int v = 0; v < link.vCount; ++v) {
          J[column + at(v)] = crossing.sign * value.gradient.dot(w.b[at(link.v + v)]);
        }
      }
    }
  }
}

void setGamma(const Mechanism& m, Workspace& w) {
  Vector6 resting = Vector6::Zero();
  resting.head<3>() = -m.gravity;
  for (std::size_t index = 0; index < m.rows.size(); ++index) {
    const Mechanism::Row& row = m.rows[index];
    double gamma = row.signal >= 0 ? w.signals[at(row.signal)].second : 0;
    if (row.closing >= 0) {
      const Mechanism::Closing& closing = m.closings[at(row.closing)];
      const auto velocity = [&](int link) -> Vector6 { return link >= 0 ? w.Z[at(link)] : Vector6(Vector6::Zero()); };
      const auto bias = [&](int link) -> const Vector6& { return link >= 0 ? w.A_bias[at(link)] : resting; };
      const Frame F{w.X_F[at(row.closing)], velocity(closing.linkF)};
      const Frame M{w.X_M[at(row.closing)], velocity(closing.linkM)};
      const RowValue value = evaluateRow(row, F, M);
      gamma -= value.gradient.dot(bias(closing.linkM) - bias(closing.linkF)) + value.gradientRate.dot(M.Z - F.Z);
    }
    w.gamma[index] = gamma;
  }
}

}  // namespace mb
