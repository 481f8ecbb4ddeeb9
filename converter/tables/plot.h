// Draws curves as SVG text: panels one below the other over a common x axis.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace mb {

struct PlotCurve {
  std::string name;
  std::span<const double> x;  // as many as y; a value that is not finite leaves a gap
  std::span<const double> y;
  int style = 0;             // selects the colour; curves to be compared share it
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

// A range of values that maps to pixels, with round ticks.
struct PlotAxis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
  std::vector<std::string> labels;
};
// Chooses about `most` ticks, 1, 2 or 5 times a power of ten apart. A range of one value, or of none, is widened.
PlotAxis plotAxis(double low, double high, int most);

// The same plot always gives the same text. Of successive points within one pixel column, only the first, last, lowest
// and highest are drawn.
std::string plotSvg(const Plot& plot);

}  // namespace mb
