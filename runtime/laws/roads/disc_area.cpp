// Integrates the depth of the road above the disc's lower arc, and below the upper one, over xi between the points
// where the road is not smooth, or enters and leaves the disc.
#include "runtime/laws/roads/disc_area.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "runtime/laws/roads/crossings.h"

namespace mb {
namespace {

using Stretch = RoadSurface::Stretch;

// Positive nodes and weights of Gauss-Legendre rules.
struct GaussNode {
  double at;
  double weight;
};
constexpr std::array<GaussNode, 2> kGauss4{
    {{0.33998104358485626, 0.65214515486254609}, {0.86113631159405257, 0.34785484513745385}}};
constexpr std::array<GaussNode, 3> kGauss6{{{0.2386191860831969, 0.46791393457269104},
                                            {0.66120938646626448, 0.36076157304813861},
                                            {0.93246951420315205, 0.17132449237917036}}};
constexpr std::array<GaussNode, 5> kGauss10{{{0.14887433898163122, 0.29552422471475287},
                                             {0.43339539412924721, 0.26926671930999635},
                                             {0.67940956829902444, 0.21908636251598204},
                                             {0.86506336668898454, 0.14945134915058059},
                                             {0.97390652851717174, 0.066671344308688138}}};

// In the parameter of a circle: below this length a few nodes are exact.
constexpr double kShort = 0.1;
// Below this component of the heading, the line runs along a half-round instead of across it.
constexpr double kRunsAlong = 1e-4;

// A point of the road over the parameter t of a piece.
struct Node {
  double xi = 0;
  double xiRate = 0;  // d/dt
  double arc = 0;     // half the disc's height there: sqrt(R^2 - xi^2)
  double arcRate = 0;
  double zeta = 0;
  double zetaRate = 0;
  double slopeX = 0;
  double slopeY = 0;
};

// A smooth piece of the road under a line. Square roots are removed by the rational parameter of a circle: u = 2 r t /
// (1 + t^2) and sqrt(r^2 - u^2) = r (1 - t^2) / (1 + t^2) are both smooth in t up to the ends. On a half-round it is
// its own circle, elsewhere the disc's.
class Piece {
 public:
  Piece(const DiscLine& line, const Stretch& stretch)
      : line_(line), stretch_(stretch), isRound_(stretch.radius > 0 && std::abs(line.ux) > kRunsAlong) {}

  bool isPlain() const { return !isRound_ && stretch_.firstWave == stretch_.endWave; }

  double parameterOf(double xi) const {
    const double r = isRound_ ? stretch_.radius : line_.R;
    const double u = std::clamp(isRound_ ? line_.x + line_.ux * xi - stretch_.centre : xi, -r, r);
    return u / (r + std::sqrt((r - u) * (r + u)));
  }

  Node at(double t) const { return isRound_ ? onRound(t) : onArc(t); }

 private:
  const DiscLine& line_;
  const Stretch& stretch_;
  bool isRound_;

  Node onArc(double t) const {
    const double q = 1 / (1 + t * t);
    Node node;
    node.xi = 2 * line_.R * t * q;
    node.arc = line_.R * (1 - t * t) * q;
    node.xiRate = 2 * node.arc * q;
    node.arcRate = -2 * node.xi * q;
    const RoadPoint p = heightIn(*line_.road, stretch_, line_.x + line_.ux * node.xi, line_.y + line_.uy * node.xi);
    place(p, p.height, 0, node);
    return node;
  }

  Node onRound(double t) const {
    const double q = 1 / (1 + t * t);
    const double u = 2 * stretch_.radius * t * q;
    const double z = stretch_.radius * (1 - t * t) * q;
    Node node;
    node.xi = (stretch_.centre - line_.x + u) / line_.ux;
    node.xiRate = 2 * z * q / line_.ux;
    node.arc = std::sqrt(std::max((line_.R - node.xi) * (line_.R + node.xi), 0.0));
    node.arcRate = -node.xi * node.xiRate / std::max(node.arc, 1e-9 * line_.R);
    const RoadPoint p = heightWithoutRound(*line_.road, stretch_, stretch_.centre + u, line_.y + line_.uy * node.xi);
    place(p, p.height + z, -2 * u * q, node);
    node.slopeX += roundSlope(u, z);
    return node;
  }

  void place(const RoadPoint& p, double height, double extraRate, Node& node) const {
    node.zeta = (height - line_.z) * line_.perVertical;
    node.zetaRate = ((p.slopeX * line_.ux + p.slopeY * line_.uy) * node.xiRate + extraRate) * line_.perVertical;
    node.slopeX = p.slopeX;
    node.slopeY = p.slopeY;
  }
};

// ---- integrals ----

template <std::size_t n, class F>
void gauss(const std::array<GaussNode, n>& rule, double t0, double t1, const F& add) {
  const double middle = 0.5 * (t0 + t1);
  const double half = 0.5 * (t1 - t0);
  for (const GaussNode& node : rule) {
    add(middle - half * node.at, half * node.weight);
    add(middle + half * node.at, half * node.weight);
  }
}

// The number of nodes follows from the length in t, because the poles lie at +-i. `isPlain`: only the circle of t is
// curved.
template <class F>
void integrate(double t0, double t1, bool isPlain, const F& add) {
  const double length = std::abs(t1 - t0);
  const double middle = 0.5 * (t0 + t1);
  if (length < kShort && isPlain) {
    gauss(kGauss4, t0, t1, add);
  } else if (length < (isPlain ? 0.6 : kShort)) {
    gauss(kGauss6, t0, t1, add);
  } else if (length < 0.8) {
    gauss(kGauss10, t0, t1, add);
  } else {
    gauss(kGauss10, t0, middle, add);
    gauss(kGauss10, middle, t1, add);
  }
}

void integratePiece(const Piece& piece, double t0, double t1, double friction, DiscSums& sums) {
  integrate(t0, t1, piece.isPlain(), [&](double t, double weight) {
    const Node node = piece.at(t);
    const double depth = std::max(std::min(node.zeta, node.arc) + node.arc, 0.0);
    const double area = weight * node.xiRate * depth;
    const double length = 1 / std::sqrt(1 + node.slopeX * node.slopeX + node.slopeY * node.slopeY);
    sums.area += area;
    sums.xi += area * node.xi;
    sums.zeta += area * node.zeta;
    sums.depth += area * depth;
    sums.normal += area * length * Vector3(-node.slopeX, -node.slopeY, 1);
    sums.friction += area * friction;
  });
}

// Where the road may be above the disc's centre: split where it leaves the disc through the upper arc.
void integrateSubmerged(const Piece& piece, double t0, double t1, double friction, DiscSums& sums) {
  crossings::Roots roots;
  crossings::findRoots(
      [&](double t) {
        const Node node = piece.at(t);
        return crossings::Value{node.zeta - node.arc, node.zetaRate - node.arcRate};
      },
      t0, t1, 4, roots);
  roots.add(t1);
  double from = t0;
  for (int k = 0; k < roots.count; ++k) {
    const double to = roots.t[static_cast<std::size_t>(k)];
    integratePiece(piece, from, to, friction, sums);
    from = to;
  }
}

// A level road below the centre: the chord is known, and only the arc varies.
void addLevel(const DiscLine& line, double zeta, double a, double b, double friction, DiscSums& sums) {
  const double reach = std::sqrt(std::max((line.R - zeta) * (line.R + zeta), 0.0));
  const auto parameterOf = [&](double xi) { return xi / (line.R + std::sqrt((line.R - xi) * (line.R + xi))); };
  if (a >= reach || b <= -reach) return;
  double area = 0;
  double xi = 0;
  double depth = 0;
  integrate(parameterOf(std::max(a, -reach)), parameterOf(std::min(b, reach)), true, [&](double t, double weight) {
    const double q = 1 / (1 + t * t);
    const double arc = line.R * (1 - t * t) * q;
    const double part = weight * 2 * arc * q * (zeta + arc);
    area += part;
    xi += part * 2 * line.R * t * q;
    depth += part * (zeta + arc);
  });
  sums.area += area;
  sums.xi += xi;
  sums.depth += depth;
  sums.zeta += area * zeta;
  sums.normal.z() += area;
  sums.friction += area * friction;
}

double arcAt(const DiscLine& line, double xi) { return std::sqrt((line.R - xi) * (line.R + xi)); }

void addStretch(const DiscLine& line, const Stretch& stretch, double a, double b, DiscSums& sums) {
  const RoadSurface& road = *line.road;
  const double nearest = std::clamp(0.0, a, b);
  const double highest = (stretch.highest + road.highestGrid - line.z) * line.perVertical;
  if (highest <= -arcAt(line, nearest)) return;
  const double middle = 0.5 * (a + b);
  const double friction = frictionAt(road, line.x + line.ux * middle, line.y + line.uy * middle);
  if (stretch.isLevel && road.grids.empty() && highest < 0) {
    addLevel(line, highest, a, b, friction, sums);
    return;
  }
  const Piece piece(line, stretch);
  const double t0 = piece.parameterOf(a);
  const double t1 = piece.parameterOf(b);
  const double farthest = std::max(std::abs(a), std::abs(b));
  const double lowestRoad = (stretch.lowest + road.lowestGrid - line.z) * line.perVertical;
  if (highest < 0 && lowestRoad > -arcAt(line, farthest)) {  // completely inside the disc
    integratePiece(piece, t0, t1, friction, sums);
    return;
  }
  // A concave road minus a convex arc has a single highest point.
  const int looks = stretch.isConcave && road.grids.empty() ? 1 : std::abs(t1 - t0) < kShort ? 2 : 4;
  crossings::Roots roots;
  bool isInside = crossings::findRoots(
      [&](double t) {
        const Node node = piece.at(t);
        return crossings::Value{node.zeta + node.arc, node.zetaRate + node.arcRate};
      },
      t0, t1, looks, roots);
  roots.add(t1);
  double from = t0;
  for (int k = 0; k < roots.count; ++k) {
    const double to = roots.t[static_cast<std::size_t>(k)];
    if (isInside && highest < 0) integratePiece(piece, from, to, friction, sums);
    if (isInside && highest >= 0) integrateSubmerged(piece, from, to, friction, sums);
    from = to;
    isInside = !isInside;
  }
}

// The next break along one axis of the ground.
class Walk {
 public:
  Walk(std::span<const double> breaks, double start, double u, double reach)
      : breaks_(breaks), start_(start), u_(u), interval_(intervalAt(breaks, start - reach * u)) {}

  int interval() const { return interval_; }
  double next() const {  // xi of the next break; beyond the disc if there is none
    const int k = u_ > 0 ? interval_ : interval_ - 1;
    if (std::abs(u_) < 1e-12 || k < 0 || k >= static_cast<int>(breaks_.size())) return kNone;
    return (breaks_[static_cast<std::size_t>(k)] - start_) / u_;
  }
  void pass() { interval_ += u_ > 0 ? 1 : -1; }
  static constexpr double kNone = std::numeric_limits<double>::infinity();

 private:
  std::span<const double> breaks_;
  double start_;
  double u_;
  int interval_;
};

}  // namespace

void addDiscArea(const DiscLine& line, DiscSums& sums) {
  // No part of the road reaches the arc beyond this.
  const double highest = (line.road->highest - line.z) * line.perVertical;
  if (highest <= -line.R) return;
  const double reach = highest < 0 ? arcAt(line, highest) : line.R;
  Walk alongX(line.road->breaksX, line.x, line.ux, reach);
  Walk alongY(line.road->breaksY, line.y, line.uy, reach);
  double a = -reach;
  while (a < reach) {
    const double nextX = alongX.next();
    const double nextY = alongY.next();
    const double b = std::min({nextX, nextY, reach});
    if (b > a) {
      addStretch(line, line.road->stretches[static_cast<std::size_t>(alongX.interval())], a, b, sums);
      a = b;
    }
    (nextX <= nextY ? alongX : alongY).pass();
  }
}

}  // namespace mb
