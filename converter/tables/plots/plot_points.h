// The points of a curve that show in a picture.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace mb {

// In pixels.
struct PlotPoint {
  double x = 0;
  double y = 0;
};

// Thins successive points within a pixel column: keeps the first, the last, and the extremes between them in their
// order, or only the last where the extremes coincide.
class Thinned {
 public:
  void add(const PlotPoint& point) {
    const double column = std::floor(point.x);
    if (count_ > 0 && column != column_) flush();
    column_ = column;
    if (count_++ == 0) {
      first_ = low_ = high_ = point;
      lowAt_ = highAt_ = 0;
    }
    last_ = point;
    if (point.y < low_.y) {
      low_ = point;
      lowAt_ = count_;
    }
    if (point.y > high_.y) {
      high_ = point;
      highAt_ = count_;
    }
  }
  // Returns the points since the last call.
  std::vector<PlotPoint> taken() {
    flush();
    return std::exchange(points_, {});
  }

 private:
  static constexpr double kFlat = 0.5;  // of the points in a pixel column: one of them suffices

  void flush() {
    if (count_ == 0) return;
    count_ = 0;
    const bool isFlat = high_.y - low_.y < kFlat && !points_.empty();
    if (!isFlat) {
      const bool isLowFirst = lowAt_ < highAt_;
      for (const PlotPoint& point : {first_, isLowFirst ? low_ : high_, isLowFirst ? high_ : low_}) push(point);
    }
    push(last_);
  }
  void push(const PlotPoint& point) {
    if (points_.empty() || points_.back().x != point.x || points_.back().y != point.y) points_.push_back(point);
  }

  std::vector<PlotPoint> points_;
  PlotPoint first_, last_, low_, high_;
  long lowAt_ = 0;
  long highAt_ = 0;
  long count_ = 0;
  double column_ = 0;
};

}  // namespace mb
