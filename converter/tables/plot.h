// Curves as a picture: panels one below the other over a common x axis, as SVG text.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mb {

struct PlotCurve {
  std::string name;
  std::span<const double> x;  // as many as y; what is not finite is a gap
  std::span<const double> y;
  int style = 0;             // which colour; curves to be compared have the same
  bool isReference = false;  // broad and pale, beneath the others
};

struct PlotPanel {
  std::vector<PlotCurve> curves;
};

struct Plot {
  std::string title;     // empty: none
  std::string subtitle;  // empty: none
  std::string xLabel;
  std::vector<PlotPanel> panels;
};

// A range of values that becomes pixels, with round numbers on it.
struct PlotAxis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
  std::vector<std::string> labels;
};
// About `most` ticks whose distance is 1, 2 or 5 times a power of ten. A range of one value, or of none, is widened.
PlotAxis plotAxis(double low, double high, int most);

// The same plot gives the same text. Of points that follow each other within one column of pixels the first, last,
// lowest and highest are drawn.
std::string plotSvg(const Plot& plot);

}  // namespace mb
