// The curves: one uPlot chart per group of series, with one cursor and one time. The Cartesian run is drawn as open circles, for two equal lines hide each other.
import uPlot from 'uplot';
import uPlotStyle from 'uplot/dist/uPlot.min.css';
import { largestDistance, valueAt } from './motion.js';

const kShown = 4;
const kHeight = 118;
const kBetweenCircles = 11;
const kDashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const kColours = ['--revolute', '--universal', '--spherical', '--translational', '--cylindrical', '--cut'];

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

// With a true minus sign, and powers of ten without plus.
const plain = (text) => text.replace('e+', 'e').replaceAll('-', '−');

// A tick with the digits that its distance to the next one needs.
function tickText(value, distance) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const digits = Math.max(0, Math.floor(Math.log10(size) + 1e-9) - Math.floor(Math.log10(distance) + 1e-9));
  const text = size < 1e-3 || size >= 1e5 ? value.toExponential(digits) : value.toFixed(Math.max(0, -Math.floor(Math.log10(distance) + 1e-9)));
  return plain(text);
}

// Four digits.
export function shortNumber(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return plain(size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(4))));
}

// Curves of a group have their names without what all of them end with: 'fl_tyre.fz', 'fr_tyre.fz' become 'fl_tyre', 'fr_tyre'.
function labelCurves(curves) {
  const endOf = (name) => name.slice(name.lastIndexOf('.'));
  const alike = curves.length > 1 && curves.every(({ name }) => name.includes('.') && endOf(name) === endOf(curves[0].name));
  for (const curve of curves) curve.label = alike ? curve.name.slice(0, -endOf(curve.name).length) : curve.name;
}

// The values of the Cartesian run: as recorded, or for a body's position from the difference of both runs.
function circlesOf(data, motion, index) {
  const { reference } = motion;
  if (!reference || reference.series[index]) return reference && reference.series[index];
  const { name, unit } = data.series[index];
  const at = name.lastIndexOf('.');
  const channel = 'xyz'.indexOf(name.slice(at + 1));
  const channels = reference.channels.get(data.bodies.findIndex((body) => body.name === name.slice(0, at)));
  if (unit !== 'm' || name.length !== at + 2 || channel < 0 || !channels) return null;
  return reference.times.map((time, row) => valueAt(motion.times, motion.series[index], time) + channels[channel][row]);
}

// Series of one group and unit share a chart; the distance between the two runs is one more.
export function groupsOf(data, motion) {
  const groups = new Map();
  motion.series.forEach((values, index) => {
    const { name, group, unit, shown } = data.series[index];
    const title = unit ? `${group || name}, ${unit}` : group || name;
    if (!groups.has(title)) groups.set(title, { title, unit, shown, times: motion.times, curves: [] });
    groups.get(title).curves.push({ name, values, circles: circlesOf(data, motion, index) });
  });
  groups.forEach(({ curves }) => labelCurves(curves));
  const all = [...groups.values()];
  if (!motion.reference) return all;
  const values = largestDistance(motion.reference);
  if (!values.some((value) => value > 0)) return all;
  const distance = { title: 'Largest distance between the two runs, m', shown: true, times: motion.reference.times, logarithmic: true, curves: [{ label: 'all bodies', values }] };
  const first = all.filter(({ shown }) => shown);
  const after = all.indexOf(first[Math.min(kShown - 1, first.length) - 1]) + 1;
  return [...all.slice(0, after), distance, ...all.slice(after)];
}

// Shades the time in which the Cartesian run exists and draws its circles, thinned evenly.
function drawReference(plot, group, reference) {
  if (!reference || !group.curves.some(({ circles }) => circles)) return;
  const { ctx } = plot;
  const pixel = uPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
  ctx.clip();
  ctx.strokeStyle = colour('--ghost');
  ctx.fillStyle = colour('--card');
  ctx.lineWidth = 1.2 * pixel;
  group.curves.forEach(({ circles }, index) => {
    if (!circles || !plot.series[index + 1].show) return;
    // Curves take turns, so that circles of equal curves stand beside each other.
    let last = (-kBetweenCircles * (group.curves.length - index)) / group.curves.length;
    for (let row = 0; row < circles.length; ++row) {
      const left = plot.valToPos(reference.times[row], 'x', true);
      if (row > 0 && left - last < kBetweenCircles * pixel) continue;
      last = row > 0 ? left : left + last * pixel;
      if (row === 0 && index > 0) continue;
      ctx.beginPath();
      ctx.arc(left, plot.valToPos(circles[row], 'y', true), 2.4 * pixel, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
  });
  ctx.restore();
}

function shadeReference(plot, reference) {
  if (!reference) return;
  const left = plot.valToPos(reference.start, 'x', true);
  const right = plot.valToPos(reference.end, 'x', true);
  plot.ctx.save();
  plot.ctx.fillStyle = colour('--band1');
  plot.ctx.fillRect(Math.max(left, plot.bbox.left), plot.bbox.top, Math.min(right, plot.bbox.left + plot.bbox.width) - Math.max(left, plot.bbox.left), plot.bbox.height);
  plot.ctx.restore();
}

// As wide as the widest label.
const widthOf = (_, labels) => Math.max(50, 7 * Math.max(0, ...(labels || []).map((label) => label.length)) + 6);
const isPowerOfTen = (value) => value > 0 && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6;

function axesOf(group) {
  const axis = { stroke: () => colour('--second'), grid: { stroke: () => colour('--grid'), width: 1, filter: (_, ticks) => (group.logarithmic ? ticks.map((tick) => (isPowerOfTen(tick) ? tick : null)) : ticks) }, ticks: { show: false }, font: '11px system-ui, sans-serif' };
  return [
    { ...axis, size: 26, gap: 6, values: (_, ticks) => ticks.map((tick) => plain(`${Number(tick.toPrecision(6))} s`)) },
    // Of a logarithmic axis the powers of ten.
    { ...axis, size: widthOf, gap: 4, space: 24, filter: (_, ticks) => (group.logarithmic ? ticks.map((tick) => (isPowerOfTen(tick) ? tick : null)) : ticks), values: (_, ticks, axis, space, distance) => ticks.map((tick) => (tick === null ? '' : group.logarithmic ? plain(tick.toExponential(0)) : tickText(tick, distance))) },
  ];
}

// Round-off is not drawn as if it were motion: angles and lengths have axes of at least this range.
const kLeastRange = { rad: 1e-6, m: 1e-6 };
const rangeOf = (least) => (_, low, high) => {
  if (!Number.isFinite(low)) return [0, 1];
  const middle = (low + high) / 2;
  return high - low < least ? [middle - least / 2, middle + least / 2] : uPlot.rangeNum(low, high, 0.1, true);
};

function optionsOf(group, width, range, motion, hooks) {
  const series = group.curves.map(({ label }, index) => ({ label, stroke: () => colour(kColours[index % kColours.length]), width: 1.6, dash: kDashes[index % kDashes.length], points: { show: false } }));
  return {
    width,
    height: kHeight,
    legend: { show: false },
    cursor: { sync: { key: 'time', setSeries: false }, drag: { x: true, y: false }, y: false, points: { size: 6 } },
    scales: { x: { time: false, range: (_, low, high) => (Number.isFinite(low) ? [low, high] : range) }, y: group.logarithmic ? { distr: 3 } : { range: rangeOf(kLeastRange[group.unit] || 0) } },
    axes: axesOf(group),
    series: [{}, ...series],
    hooks,
    padding: [8, 12, 0, 0],
  };
}

// One chart: { element, setTime(time), redraw(), resize() }. actions: { seek(time) }.
function makeChart(groups, chosen, motion, actions) {
  const figure = make('figure', 'chart');
  const head = figure.appendChild(make('figcaption'));
  const place = figure.appendChild(make('div', 'plot'));
  const line = make('div', 'now');
  let plot = null;
  let group = null;
  let keys = [];
  let time = motion.start;
  let pointer = null;

  // The line at the current time is an element of its own, so that playing redraws no canvas.
  const placeLine = () => {
    if (!plot) return;
    const at = plot.valToPos(time, 'x');
    line.style.transform = `translateX(${at.toFixed(1)}px)`;
    line.classList.toggle('hidden', at < -1 || at > plot.over.clientWidth + 1);
  };
  const showValues = () => {
    const at = pointer === null ? time : pointer;
    keys.forEach((key, index) => {
      key.textContent = shortNumber(at < group.times[0] || at > group.times[group.times.length - 1] ? NaN : valueAt(group.times, group.curves[index].values, at));
    });
  };
  const draw = () => {
    if (plot) plot.destroy();
    const values = group.logarithmic ? group.curves.map((curve) => Array.from(curve.values, (value) => (value > 0 ? value : null))) : group.curves.map((curve) => curve.values);
    const hooks = {
      drawClear: [(self) => shadeReference(self, motion.reference)],
      draw: [(self) => drawReference(self, group, motion.reference)],
      setCursor: [(self) => {
        pointer = self.cursor.left >= 0 ? self.posToVal(self.cursor.left, 'x') : null;
        showValues();
      }],
      setScale: [(self, key) => key === 'x' && (placeLine(), actions.zoomed(self))],
    };
    plot = new uPlot(optionsOf(group, Math.max(place.clientWidth, 200), [motion.start, motion.end], motion, hooks), [group.times, ...values], place);
    plot.setScale('x', { min: motion.start, max: motion.end });
    plot.over.append(line);
    let pressed = 0;
    plot.over.addEventListener('pointerdown', (event) => (pressed = event.clientX));
    plot.over.addEventListener('click', (event) => Math.abs(event.clientX - pressed) < 4 && actions.seek(plot.posToVal(plot.cursor.left, 'x')));
    placeLine();
  };
  const choose = (index) => {
    group = groups[index];
    head.replaceChildren(titleOf(groups, index, choose), legendOf(group, (curve, shown) => plot.setSeries(curve + 1, { show: shown })));
    keys = [...head.querySelectorAll('.value')];
    draw();
    showValues();
  };
  return {
    element: figure,
    start: () => choose(chosen),
    setTime: (now) => {
      time = now;
      placeLine();
      if (pointer === null) showValues();
    },
    zoom: (from) => {
      const { min, max } = from.scales.x;
      if (plot && plot !== from && (plot.scales.x.min !== min || plot.scales.x.max !== max)) plot.setScale('x', { min, max });
    },
    redraw: () => {
      head.replaceChild(legendOf(group, (curve, shown) => plot.setSeries(curve + 1, { show: shown })), head.lastChild);
      keys = [...head.querySelectorAll('.value')];
      showValues();
      plot.redraw(false, true);
    },
    resize: () => {
      const width = Math.max(place.clientWidth, 200);
      if (plot && width !== plot.width) plot.setSize({ width, height: kHeight });
      placeLine();
    },
  };
}

// The title; a selector where there are more groups than charts.
function titleOf(groups, chosen, choose) {
  if (groups.length <= kShown) return make('strong', '', groups[chosen].title);
  const select = make('select', 'title');
  select.setAttribute('aria-label', 'curves of this chart');
  groups.forEach(({ title }, index) => select.append(new Option(title, index, false, index === chosen)));
  select.addEventListener('change', () => choose(Number(select.value)));
  return select;
}

// A key per curve: its line as drawn, its name, its value at the pointer or now. It switches the curve on and off.
function legendOf(group, toggle) {
  const legend = make('span', 'keys');
  group.curves.forEach(({ label }, index) => {
    const key = make('button', 'key');
    key.type = 'button';
    key.setAttribute('aria-pressed', 'true');
    key.innerHTML = '<svg width="20" height="8" aria-hidden="true"><line x1="0" y1="4" x2="20" y2="4" stroke-width="2"/></svg>';
    const sample = key.querySelector('line');
    sample.setAttribute('stroke', colour(kColours[index % kColours.length]));
    sample.setAttribute('stroke-dasharray', kDashes[index % kDashes.length].join(' '));
    key.append(make('span', '', label), make('span', 'value', ''));
    key.addEventListener('click', () => {
      const shown = key.getAttribute('aria-pressed') !== 'true';
      key.setAttribute('aria-pressed', String(shown));
      toggle(index, shown);
    });
    legend.append(key);
  });
  if (group.curves.some(({ circles }) => circles)) {
    const key = make('span', 'key');
    key.append(make('span', 'circle'), make('span', '', 'Cartesian'));
    legend.append(key);
  }
  return legend;
}

// All charts in the given element; the still pictures there are hidden when they are drawn.
export function makeCharts(element, data, motion, seek) {
  const groups = groupsOf(data, motion);
  if (!groups.length) return { setTime() {} };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(uPlotStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const charts = [];
  const actions = { seek, zoomed: (plot) => charts.forEach((chart) => chart.zoom(plot)) };
  const first = groups.map((_, index) => index).filter((index) => groups[index].shown);
  for (const index of first.slice(0, kShown)) {
    charts.push(makeChart(groups, index, motion, actions));
    element.append(charts[charts.length - 1].element);
  }
  charts.forEach((chart) => chart.start());
  document.documentElement.classList.add('drawn');
  const resize = () => charts.forEach((chart) => chart.resize());
  new ResizeObserver(resize).observe(element);
  document.addEventListener('mb:theme', () => charts.forEach((chart) => chart.redraw()));
  return { setTime: (time) => charts.forEach((chart) => chart.setTime(time)) };
}
