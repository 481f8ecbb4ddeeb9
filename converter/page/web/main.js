// The page with its libraries: reads what was recorded, draws the curves, then the machine, and keeps both at one time. The curves come first, so that a browser
// without WebGL keeps them.
import './still.js';
import { kViews } from './camera.js';
import { makeCharts } from './charts.js';
import { kLayers } from './machine.js';
import { largestDistance, readMotion } from './motion.js';
import { makeClock, makeLayerBoxes, makeMagnifier, makeTimeBar } from './timebar.js';
import { makeView } from './view3d.js';

const kLayerNames = { ghost: 'Cartesian run', hull: 'hull', joints: 'joints', cuts: 'cuts', inertia: 'inertia', markers: 'markers', frames: 'frames' };
const { data, state } = mbreport;
const within = (id) => document.getElementById(id);

function fail(error) {
  mbreport.errors.push(String((error && error.message) || error));
  console.error(error);
}

// The view, or a line that says why there is none.
function tryView(motion) {
  const element = within('view3d');
  try {
    const view = makeView(element, data, motion);
    element.append(legendOf(view), viewButtons(view));
    return view;
  } catch (error) {
    element.replaceChildren(Object.assign(document.createElement('p'), { className: 'poster', textContent: 'This browser offers no WebGL, so the machine is not drawn in three dimensions. The curves, graphs and tables show the same run.' }));
    element.dataset.missing = String(error.message || error);
    return null;
  }
}

// What the signs in the view mean.
function legendOf(view) {
  const legend = document.createElement('p');
  legend.className = 'signs';
  const entries = [['disc', 'recursive'], view.has('ghost') && ['circle', 'Cartesian'], view.has('cuts') && ['ring', 'cut joint'], view.told && ['', view.told]];
  for (const [sign, text] of entries.filter(Boolean)) {
    const entry = legend.appendChild(document.createElement('span'));
    if (sign) entry.append(Object.assign(document.createElement('i'), { className: sign }));
    entry.append(text);
  }
  return legend;
}
function viewButtons(view) {
  const row = document.createElement('p');
  row.className = 'views';
  for (const name of Object.keys(kViews)) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    button.addEventListener('click', () => view.look(name));
    row.append(button);
  }
  return row;
}

// Keys: space plays, arrows step by a row (with shift by ten), 1 to 4 choose the view. Controls keep their own keys.
function listenToKeys(clock, view, step, rested) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select, button, textarea, a, [tabindex]:not(canvas)')) return;
    const views = Object.keys(kViews);
    const actions = {
      ' ': () => clock.play(!clock.playing),
      ArrowLeft: () => (clock.play(false), clock.seek(clock.time - (event.shiftKey ? 10 : 1) * step)),
      ArrowRight: () => (clock.play(false), clock.seek(clock.time + (event.shiftKey ? 10 : 1) * step)),
    };
    if (view && views[event.key - 1]) actions[event.key] = () => view.look(views[event.key - 1]);
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
    rested();
  });
}

function addBars(motion, clock, view, rested) {
  const element = within('timebar');
  const moves = motion.end > motion.start;
  const show = moves ? makeTimeBar(element, motion, clock, rested) : () => {};
  if (!view) return show;
  const row = makeLayerBoxes(element, view, kLayerNames, kLayers);
  if (!motion.reference) return show;
  const largest = Math.max(...largestDistance(motion.reference));
  if (largest > 0) {
    makeMagnifier(row, largest, data.length, Number(state.get('k')) || 0, (factor, power) => {
      view.setFactor(factor);
      mbreport.keep({ k: power || null });
    });
  }
  return show;
}

async function start() {
  const motion = await readMotion(data);
  const listeners = [];
  const clock = makeClock(motion, (time) => listeners.forEach((listener) => listener(time)));
  const rested = () => !clock.playing && mbreport.keep({ t: Number(clock.time.toFixed(4)), play: 0 });
  const charts = makeCharts(within('charts'), data, motion, (time) => {
    clock.play(false);
    clock.seek(time);
    rested();
  });
  listeners.push(charts.setTime);
  const view = within('view3d') && tryView(motion);
  if (view) listeners.push(view.setTime);
  listeners.push(addBars(motion, clock, view, rested));
  listenToKeys(clock, view, motion.times.length > 1 ? (motion.end - motion.start) / (motion.times.length - 1) : 0, rested);

  const indexOf = (name) => data.bodies.findIndex((body) => body.name === name);
  Object.assign(mbreport, {
    seek: (time) => (clock.play(false), clock.seek(time)),
    positionOf: (name) => (view ? view.positionOf(indexOf(name)) : motion.pose(indexOf(name), clock.time).slice(0, 3)),
    statistics: () => view && view.statistics(),
  });
  const worst = data.worst;
  clock.seek(state.has('t') ? Number(state.get('t')) : worst ? worst.time : motion.start);
  if (worst && !mbreport.marked) mbreport.hold('body', worst.body);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (motion.end > motion.start && state.get('play') !== '0' && !state.has('t') && !worst && !still) clock.play(true);
  if (view) await view.first;
  performance.mark('mb:first-picture');
}

if (data.bodies) {
  mbreport.ready = start().catch(fail);
}
