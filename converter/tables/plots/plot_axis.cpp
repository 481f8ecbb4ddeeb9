// Axes with round ticks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "converter/tables/plots/plot.h"

namespace mb {

PlotAxis plotAxis(double low, double high, int most) {
  PlotAxis axis;
  if (!(low <= high)) {
    low = 0;
    high = 1;
  }
  // A margin may exceed the largest number.
  constexpr double kLargest = std::numeric_limits<double>::max();
  low = std::max(low, -kLargest);
  high = std::min(high, kLargest);
  // A single value, or a range within round-off, is shown in the middle of a range of its own size; a value without a
  // usable logarithm counts as zero.
  constexpr double kNothing = 1e-290;
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high - low > std::max(1e-12 * size, kNothing))) {
    const double half = size > kNothing ? 0.5 * size : 1;
    low = std::max(low - half, -kLargest);
    high = std::min(high + half, kLargest);
  }
  axis.low = low;
  axis.high = high;
  const double wanted = (high / most - low / most);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= wanted * (1 - 1e-9)) step = factor * power;
  }
  step = std::min(step, 1e308);  // the largest power of ten
  const int exponent = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  const bool isPlain = size < 1e6 && exponent >= -6;
  const int decimals = std::max(0, -exponent);
  const int digits = static_cast<int>(std::floor(std::log10(std::max(size, step)) + 1e-9)) - exponent;
  const double slack = 1e-9 * step;
  for (double k = std::ceil(low / step - 1e-9); k * step - slack <= high; ++k) {
    const double tick = k == 0 ? 0.0 : k * step;  // never -0
    axis.ticks.push_back(tick);
    axis.labels.push_back(isPlain || tick == 0 ? fmt::format("{:.{}f}", tick, isPlain ? decimals : 0)
                                               : fmt::format("{:.{}e}", tick, std::clamp(digits, 0, 15)));
  }
  return axis;
}

}  // namespace mb
