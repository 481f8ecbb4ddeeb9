#include "converter/tables/plots/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "converter/tables/plots/plot_points.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

// Pixels.
constexpr double kWidth = 800;
constexpr double kLeft = 82;
constexpr double kRight = 18;
constexpr double kPanel = 190;
constexpr double kGap = 14;  // above a panel and its legend
constexpr double kLine = 17;
constexpr double kBottom = 42;
constexpr double kCharacter = 6.7;  // generous mean width of the font
constexpr double kSwatch = 22;

// Colours that colour-blind readers can distinguish (Okabe, Ito 2008), without yellow, which is hard to see on white.
constexpr std::array<const char*, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<const char*, 4> kDashes{"", "7 3", "2 2", "9 3 2 3"};

// Coordinates with at most two decimals.
std::string pixels(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

double textWidth(const std::string& text) {
  const auto isStart = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };  // of a UTF-8 character
  return kCharacter * static_cast<double>(std::count_if(text.begin(), text.end(), isStart));
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

bool isDrawn(const PlotCurve& curve, std::size_t k) { return std::isfinite(curve.x[k]) && std::isfinite(curve.y[k]); }

Range rangeOf(const PlotPanel& panel, std::span<const double> PlotCurve::*values) {
  Range range;
  for (const PlotCurve& curve : panel.curves) {
    const double tube = values == &PlotCurve::y ? curve.tube : 0;
    for (std::size_t k = 0; k < curve.y.size(); ++k) {
      if (!isDrawn(curve, k)) continue;
      range.add((curve.*values)[k] - tube);
      range.add((curve.*values)[k] + tube);
    }
  }
  return range;
}

PlotAxis yAxis(const PlotPanel& panel) {
  const Range range = rangeOf(panel, &PlotCurve::y);
  const double margin = range.high > range.low ? 0.04 * (range.high - range.low) : 0;
  return plotAxis(range.low - margin, range.high + margin, 6);
}

// The frame of a panel, and the positions of values in it.
struct Frame {
  double top = 0;
  const PlotAxis* x = nullptr;
  const PlotAxis* y = nullptr;
  double toX(double value) const { return kLeft + share(value, *x) * (kWidth - kLeft - kRight); }
  double toY(double value) const { return top + kPanel - share(value, *y) * kPanel; }
  // Halved, so that the largest numbers do not overflow.
  static double share(double value, const PlotAxis& axis) {
    return (value / 2 - axis.low / 2) / (axis.high / 2 - axis.low / 2);
  }
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot) {
    Range range;
    for (const PlotPanel& panel : plot.panels) {
      const Range own = rangeOf(panel, &PlotCurve::x);
      range.low = std::min(range.low, own.low);
      range.high = std::max(range.high, own.high);
    }
    x_ = plotAxis(range.low, range.high, 9);
  }

  PlotPlaces places() const {
    PlotPlaces places{kLeft, kWidth - kRight, x_, {}};
    double bottom = plot_.title.empty() ? 4 : 30;
    if (!plot_.subtitle.empty()) bottom += kLine;
    for (const PlotPanel& panel : plot_.panels) {
      const double top = bottom + kGap + kLine * legendLines(panel);
      bottom = top + kPanel;
      places.panels.push_back({top, bottom, yAxis(panel)});
    }
    return places;
  }

  std::string draw() && {
    const std::vector<PlotPlaces::Panel> panels = places().panels;
    const double height = (panels.empty() ? 4 : panels.back().bottom) + kBottom;

    xml_.open("svg");
    xml_.attribute("xmlns", "http://www.w3.org/2000/svg");
    xml_.attribute("width", pixels(kWidth));
    xml_.attribute("height", pixels(height));
    xml_.attribute("viewBox", fmt::format("0 0 {} {}", pixels(kWidth), pixels(height)));
    xml_.attribute("font-family", "DejaVu Sans, Verdana, sans-serif");
    xml_.attribute("font-size", "11");
    box(0, 0, kWidth, height, "#ffffff", "none");
    if (!plot_.title.empty()) text(kWidth / 2, 22, "middle", plot_.title, "15");
    if (!plot_.subtitle.empty()) text(kWidth / 2, (plot_.title.empty() ? 4 : 30) + 11, "middle", plot_.subtitle);
    for (std::size_t k = 0; k < panels.size(); ++k) {
      drawPanel(plot_.panels[k], panels[k].top, k + 1 == panels.size());
    }
    text((kLeft + kWidth - kRight) / 2, height - 9, "middle", withUnit(plot_.xLabel, plot_.xUnit));
    xml_.close();
    return std::move(xml_).text();
  }

 private:
  void box(double x, double y, double width, double height, const char* fill, const char* stroke) {
    xml_.open("rect");
    xml_.attribute("x", pixels(x));
    xml_.attribute("y", pixels(y));
    xml_.attribute("width", pixels(width));
    xml_.attribute("height", pixels(height));
    xml_.attribute("fill", fill);
    xml_.attribute("stroke", stroke);
    xml_.close();
  }
  void line(double x1, double y1, double x2, double y2) {
    xml_.open("line");
    xml_.attribute("x1", pixels(x1));
    xml_.attribute("y1", pixels(y1));
    xml_.attribute("x2", pixels(x2));
    xml_.attribute("y2", pixels(y2));
  }
  void text(double x, double y, const char* anchor, const std::string& words, const char* size = nullptr,
            const std::string& turned = {}) {
    xml_.open("text");
    xml_.attribute("x", pixels(x));
    xml_.attribute("y", pixels(y));
    xml_.attribute("text-anchor", anchor);
    if (size) xml_.attribute("font-size", size);
    if (!turned.empty()) xml_.attribute("transform", turned);
    xml_.content(words);
    xml_.close();
  }
  void stroke(const PlotCurve& curve) {
    const auto style = static_cast<std::size_t>(std::max(0, curve.style));
    xml_.attribute("stroke", kColours[style % kColours.size()]);
    xml_.attribute("stroke-width", curve.isReference ? "4" : "1.2");
    if (curve.isReference) xml_.attribute("stroke-opacity", "0.35");
    const char* const dash = kDashes[style / kColours.size() % kDashes.size()];
    if (*dash != 0 && !curve.isReference) xml_.attribute("stroke-dasharray", dash);
  }

  // Positions of the legend's entries: x and line. References have no entry, because they share a colour with the curve
  // they belong to.
  struct Entry {
    const PlotCurve* curve = nullptr;
    double x = 0;
    int line = 0;
  };
  static std::vector<Entry> legendOf(const PlotPanel& panel) {
    std::vector<Entry> entries;
    double x = kLeft;
    int line = 0;
    for (const PlotCurve& curve : panel.curves) {
      if (curve.isReference) continue;
      const double width = kSwatch + 6 + textWidth(curve.name) + 12;
      if (x > kLeft && x + width > kWidth - kRight) {
        x = kLeft;
        ++line;
      }
      entries.push_back({&curve, x, line});
      x += width;
    }
    return entries;
  }
  static int legendLines(const PlotPanel& panel) {
    const std::vector<Entry> entries = legendOf(panel);
    return entries.empty() ? 0 : entries.back().line + 1;
  }

  void drawPanel(const PlotPanel& panel, double top, bool isLast) {
    const PlotAxis y = yAxis(panel);
    const Frame frame{top, &x_, &y};
    xml_.open("g");
    for (std::size_t k = 0; k < x_.ticks.size(); ++k) {
      const double place = frame.toX(x_.ticks[k]);
      line(place, top, place, top + kPanel);
      xml_.attribute("stroke", "#dddddd");
      xml_.close();
      if (isLast) text(place, top + kPanel + 15, "middle", x_.labels[k]);
    }
    for (std::size_t k = 0; k < y.ticks.size(); ++k) {
      const double place = frame.toY(y.ticks[k]);
      line(kLeft, place, kWidth - kRight, place);
      xml_.attribute("stroke", "#dddddd");
      xml_.close();
      text(kLeft - 5, place + 4, "end", y.labels[k]);
    }
    box(kLeft, top, kWidth - kLeft - kRight, kPanel, "none", "#808080");
    const std::vector<Entry> legend = legendOf(panel);
    drawLegend(legend, top);
    // The names label the axis if they all fit there; otherwise they are in the legend alone.
    std::string names;
    for (const Entry& entry : legend) names += (names.empty() ? "" : ", ") + entry.curve->name;
    std::string label = withUnit(names, panel.unit);
    if (textWidth(label) > kPanel) label = panel.unit;
    if (!label.empty()) {
      const double middle = top + kPanel / 2;
      text(12, middle, "middle", label, nullptr, fmt::format("rotate(-90 12 {})", pixels(middle)));
    }
    for (const bool isReference : {true, false}) {
      for (const PlotCurve& curve : panel.curves) {
        if (curve.isReference == isReference) drawCurve(curve, frame);
      }
    }
    xml_.close();
  }

  void drawLegend(const std::vector<Entry>& entries, double top) {
    for (const Entry& entry : entries) {
      const double middle = top - 9 - kLine * (entries.back().line - entry.line);
      line(entry.x, middle, entry.x + kSwatch, middle);
      stroke(*entry.curve);
      xml_.close();
      text(entry.x + kSwatch + 6, middle + 4, "start", entry.curve->name);
    }
  }

  void drawCurve(const PlotCurve& curve, const Frame& frame) {
    Thinned thinned;
    const double tube = frame.toY(0) - frame.toY(curve.tube);
    const auto finish = [&] {
      curve.tube > 0 ? drawTube(curve, thinned.taken(), tube) : drawPiece(curve, thinned.taken());
    };
    for (std::size_t k = 0; k < curve.y.size(); ++k) {
      if (isDrawn(curve, k))
        thinned.add({frame.toX(curve.x[k]), frame.toY(curve.y[k])});
      else
        finish();
    }
    finish();
  }

  // The band of all points that are no further from the curve than the tube is high.
  void drawTube(const PlotCurve& curve, const std::vector<PlotPoint>& points, double tube) {
    if (points.empty()) return;
    std::string places;
    for (const PlotPoint& point : points) places += pixels(point.x) + ',' + pixels(point.y - tube) + ' ';
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
      places += pixels(point->x) + ',' + pixels(point->y + tube) + ' ';
    }
    places.pop_back();
    xml_.open("polygon");
    xml_.attribute("fill", plotColour(curve));
    xml_.attribute("fill-opacity", "0.25");
    xml_.attribute("points", places);
    xml_.close();
  }

  void drawPiece(const PlotCurve& curve, const std::vector<PlotPoint>& points) {
    if (points.empty()) return;
    if (points.size() == 1) {  // isolated between gaps
      xml_.open("circle");
      xml_.attribute("cx", pixels(points[0].x));
      xml_.attribute("cy", pixels(points[0].y));
      xml_.attribute("r", "1.5");
      xml_.attribute("fill", plotColour(curve));
      xml_.close();
      return;
    }
    std::string places;
    for (const PlotPoint& point : points) {
      if (!places.empty()) places += ' ';
      places += pixels(point.x) + ',' + pixels(point.y);
    }
    xml_.open("polyline");
    xml_.attribute("fill", "none");
    stroke(curve);
    xml_.attribute("stroke-linejoin", "round");
    xml_.attribute("points", places);
    xml_.close();
  }

  const Plot& plot_;
  PlotAxis x_;
  XmlWriter xml_;
};

}  // namespace

std::string plotSvg(const Plot& plot) { return Drawing(plot).draw(); }

PlotPlaces plotPlaces(const Plot& plot) { return Drawing(plot).places(); }

std::string plotColour(const PlotCurve& curve) {
  return kColours[static_cast<std::size_t>(std::max(0, curve.style)) % kColours.size()];
}

std::string withUnit(const std::string& names, const std::string& unit) {
  return unit.empty() || unit == "1" ? names : fmt::format("{} in {}", names, unit);
}

}  // namespace mb
