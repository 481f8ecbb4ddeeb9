// Charts without a script.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/page/html.h"
#include "converter/page/sections.h"
#include "converter/pictures/text_width.h"
#include "converter/tables/plots/plot.h"
#include "formats/model/basics/text.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

constexpr double kWidth = 480;
constexpr double kHeight = 150;
constexpr double kLeft = 62;
constexpr double kRight = 8;
constexpr double kTop = 8;
constexpr double kBottom = 22;
constexpr std::size_t kColours = 6;

struct ChartFrame {
  PlotAxis x;
  PlotAxis y;
  double toX(double value) const { return kLeft + (value - x.low) / (x.high - x.low) * (kWidth - kLeft - kRight); }
  double toY(double value) const {
    return kHeight - kBottom - (value - y.low) / (y.high - y.low) * (kHeight - kTop - kBottom);
  }
};

// Of the points in one pixel column, the lowest and the highest in their order.
std::string curvePath(const std::vector<double>& values, const RecordedRun& run, const ChartFrame& frame) {
  std::string path;
  const auto put = [&](std::size_t k) {
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L",
                        pixels(frame.toX(run.start + run.step * static_cast<double>(k))), pixels(frame.toY(values[k])));
  };
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(kWidth - kLeft - kRight));
  const std::size_t block = std::max<std::size_t>(1, values.size() / columns);
  for (std::size_t first = 0; first < values.size(); first += block) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(first + block, values.size()));
    const auto [low, high] = std::minmax_element(begin, end);
    const auto a = static_cast<std::size_t>(std::min(low, high) - values.begin());
    const auto b = static_cast<std::size_t>(std::max(low, high) - values.begin());
    put(a);
    if (b != a) put(b);
  }
  return path;
}

std::string axesOf(const ChartFrame& frame) {
  std::string svg;
  for (std::size_t k = 0; k < frame.x.ticks.size(); ++k) {
    const double x = frame.toX(frame.x.ticks[k]);
    svg += pictureLine(x, kTop, x, kHeight - kBottom, "gridline");
    svg += pictureText(x, kHeight - 6, "middle", "", frame.x.labels[k] + " s");
  }
  for (std::size_t k = 0; k < frame.y.ticks.size(); ++k) {
    const double y = frame.toY(frame.y.ticks[k]);
    svg += pictureLine(kLeft, y, kWidth - kRight, y, "gridline");
    svg += pictureText(kLeft - 5, y + 4, "end", "", frame.y.labels[k]);
  }
  return svg;
}

std::string chartOf(std::span<const ShownSeries> series, const RecordedRun& run) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const ShownSeries& one : series) {
    const auto [least, most] = std::ranges::minmax(one.values);
    low = std::min(low, least);
    high = std::max(high, most);
  }
  const double margin = 0.05 * (high - low);
  const ChartFrame frame{plotAxis(run.start, run.end(), 6), plotAxis(low - margin, high + margin, 4)};
  std::string legend;
  std::string curves;
  for (std::size_t k = 0; k < series.size(); ++k) {
    legend += fmt::format("<span class=\"swatch c{}\">{}</span> ", k % kColours, escaped(series[k].name));
    curves += fmt::format("<path class=\"curve c{}\" fill=\"none\" d=\"{}\"/>\n", k % kColours,
                          curvePath(series[k].values, run, frame));
  }
  const std::string& unit = series.front().unit;
  return fmt::format(
      "<figure class=\"still\"><figcaption><b>{}{}{}</b> {}</figcaption>\n<svg class=\"chart\" viewBox=\"0 0 {} {}\" "
      "width=\"{}\" height=\"{}\" font-size=\"11\" role=\"img\">\n{}{}</svg></figure>\n",
      escaped(series.front().group), unit.empty() ? "" : ", ", escaped(unit), legend, pixels(kWidth), pixels(kHeight),
      pixels(kWidth), pixels(kHeight), axesOf(frame), curves);
}

}  // namespace

std::string stillCharts(const std::vector<ShownSeries>& series, const RecordedRun& run, bool areAll) {
  std::string html = "<div class=\"stills\">\n";
  std::string others;
  std::size_t count = 0;
  for (std::size_t first = 0; first < series.size();) {
    std::size_t last = first + 1;
    while (last < series.size() && series[last].group == series[first].group && series[last].unit == series[first].unit)
      ++last;
    const std::span chart = std::span(series).subspan(first, last - first);
    first = last;
    if (chart.front().isShown) {
      html += chartOf(chart, run);
    } else if (areAll) {
      others += chartOf(chart, run);
      ++count;
    }
  }
  html += "</div>\n";
  if (count == 0) return html;
  return html + fmt::format("<details><summary>{}</summary>\n<div class=\"stills\">\n{}</div></details>\n",
                            counted(count, "more chart"), others);
}

}  // namespace mb
