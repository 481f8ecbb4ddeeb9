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
  double tube = 0;           // of a reference: half the height of a band around it, in the unit of y
};

struct PlotPanel {
  std::vector<PlotCurve> curves;
  std::string unit = {};  // of all curves; empty: unknown
};

struct Plot {
  std::string title;     // empty: none
  std::string subtitle;  // empty: none
  std::string xLabel;
  std::string xUnit = {};  // empty: unknown
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

// Where the axes are in that picture, for a page that shows values where one points.
struct PlotPlaces {
  double left = 0;  // of all panels
  double right = 0;
  PlotAxis x;
  struct Panel {
    double top = 0;
    double bottom = 0;
    PlotAxis y;
  };
  std::vector<Panel> panels;
};
PlotPlaces plotPlaces(const Plot& plot);

std::string plotColour(const PlotCurve& curve);
// A name or several with their unit, "bob.x, bob.z in m"; a quantity without one has none.
std::string withUnit(const std::string& names, const std::string& unit);

}  // namespace mb
