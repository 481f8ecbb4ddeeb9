#include "converter/page/plot_page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "converter/report/digest.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostValues = 2000;  // of a curve: two or three per pixel

constexpr std::string_view kPlotStyle = R"(
body{margin:0;font:13px system-ui,sans-serif;background:#fff;color:#1f2933}
#plot{position:relative;width:800px}
#plot svg{display:block}
#tip{position:absolute;pointer-events:none;background:#fff;border:1px solid #808080;border-radius:3px;
padding:3px 6px;font-variant-numeric:tabular-nums;white-space:pre}
#tip[hidden]{display:none}
)";

// The cursor stands at the value next to the pointer; arrow keys move it from value to value.
constexpr std::string_view kPlotScript = R"(
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const plot = document.getElementById('plot'), tip = document.getElementById('tip'), svg = plot.querySelector('svg');
const make = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  svg.appendChild(element);
  return element;
};
const cursor = make('line', {stroke: '#404040', 'stroke-dasharray': '3 2', visibility: 'hidden'});
const dots = make('g', {});
const toX = value => data.left + (value - data.low) / (data.high - data.low) * (data.right - data.left);
const shown = value => value === null ? 'none' : Number(value.toPrecision(7)).toString();
const nearest = (values, x) => {
  let best = -1;
  values.forEach((value, k) => {
    if (value !== null && (best < 0 || Math.abs(value - x) < Math.abs(values[best] - x))) best = k;
  });
  return best;
};
let at = {panel: 0, x: data.low};
const show = () => {
  const panel = data.panels[at.panel];
  const lines = [];
  dots.replaceChildren();
  let x = at.x;
  panel.curves.forEach((curve, number) => {
    const k = nearest(curve.x, at.x);
    if (k < 0) return;
    if (number === 0) x = curve.x[k];
    lines.push(`${curve.name} ${shown(curve.y[k])}${panel.unit ? ' ' + panel.unit : ''}`);
    if (curve.y[k] === null) return;
    const y = panel.bottom - (curve.y[k] - panel.low) / (panel.high - panel.low) * (panel.bottom - panel.top);
    dots.appendChild(make('circle', {cx: toX(curve.x[k]), cy: y, r: 3, fill: curve.colour}));
  });
  for (const [key, value] of Object.entries({x1: toX(x), x2: toX(x), y1: panel.top, y2: panel.bottom})) {
    cursor.setAttribute(key, value);
  }
  cursor.setAttribute('visibility', 'visible');
  tip.textContent = [`${data.x} ${shown(x)}${data.unit ? ' ' + data.unit : ''}`, ...lines].join('\n');
  tip.hidden = false;
  const left = toX(x) + 10;
  tip.style.left = `${left + tip.offsetWidth > 800 ? left - 20 - tip.offsetWidth : left}px`;
  tip.style.top = `${panel.top + 6}px`;
  at.x = x;
};
const hide = () => {
  tip.hidden = true;
  cursor.setAttribute('visibility', 'hidden');
  dots.replaceChildren();
};
svg.addEventListener('pointermove', event => {
  const box = svg.getBoundingClientRect();
  const y = event.clientY - box.top;
  const panel = data.panels.findIndex(one => y >= one.top && y <= one.bottom);
  if (panel < 0) return hide();
  at = {panel, x: data.low + (event.clientX - box.left - data.left) / (data.right - data.left) * (data.high - data.low)};
  show();
});
svg.addEventListener('pointerleave', hide);
document.addEventListener('keydown', event => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  const turn = {ArrowUp: -1, ArrowDown: 1}[event.key];
  if (!step && !turn) return;
  event.preventDefault();
  if (turn) at.panel = Math.min(Math.max(at.panel + turn, 0), data.panels.length - 1);
  const values = data.panels[at.panel].curves[0].x;
  const k = nearest(values, at.x) + (step || 0);
  if (k >= 0 && k < values.length && values[k] !== null) at.x = values[k];
  show();
});
)";

Json plotValues(std::span<const double> values) {
  const std::size_t every = (values.size() + kMostValues - 1) / kMostValues;
  Json out = Json::array();
  for (std::size_t k = 0; k < values.size(); k += every) {
    out.push_back(std::isfinite(values[k]) ? Json(values[k]) : Json(nullptr));
  }
  return out;
}

std::string plotData(const Plot& plot) {
  const PlotPlaces places = plotPlaces(plot);
  Json data{{"x", plot.xLabel},    {"unit", plot.xUnit},    {"left", places.left},    {"right", places.right},
            {"low", places.x.low}, {"high", places.x.high}, {"panels", Json::array()}};
  for (std::size_t k = 0; k < plot.panels.size(); ++k) {
    const PlotPlaces::Panel& place = places.panels[k];
    Json panel{{"unit", plot.panels[k].unit}, {"top", place.top},     {"bottom", place.bottom},
               {"low", place.y.low},          {"high", place.y.high}, {"curves", Json::array()}};
    for (const PlotCurve& curve : plot.panels[k].curves) {
      panel["curves"].push_back({{"name", curve.isReference ? curve.name + " (other)" : curve.name},
                                 {"colour", plotColour(curve)},
                                 {"x", plotValues(curve.x)},
                                 {"y", plotValues(curve.y)}});
    }
    data["panels"].push_back(std::move(panel));
  }
  return data.dump();
}

std::string replaced(std::string text, std::string_view angle, std::string_view instead) {
  for (std::size_t at = 0; (at = text.find(angle, at)) != std::string::npos; at += instead.size()) {
    text.replace(at, angle.size(), instead);
  }
  return text;
}

}  // namespace

std::string plotPage(const Plot& plot) {
  const std::string svg = plotSvg(plot);
  const std::string title = replaced(replaced(plot.title.empty() ? "Plot" : plot.title, "&", "&amp;"), "<", "&lt;");
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{}'; "
      "style-src 'sha256-{}'\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<div id=\"plot\">\n{}"
      "<div id=\"tip\" role=\"status\" hidden></div>\n</div>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n</body>\n</html>\n",
      sha256Base64(kPlotScript), sha256Base64(kPlotStyle), title, kPlotStyle, svg.substr(svg.find("<svg")),
      replaced(plotData(plot), "<", "\\u003c"), kPlotScript);
}

}  // namespace mb
