// The bar below the view: play, time, speed, layers and the magnification of the difference.
const kSpeeds = [0.1, 0.25, 0.5, 1, 2];

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Runs time forward at the chosen speed and starts again at the end. clock: { time, playing, speed, seek(time), play(on) }; tell(time) is called at every change.
export function makeClock(motion, tell) {
  const clock = { time: motion.start, playing: false, speed: 0.5, changed: () => {} };
  let last = 0;
  const tick = (now) => {
    if (!clock.playing) return;
    const step = Math.min((now - last) / 1000, 0.2) * clock.speed;
    last = now;
    clock.time = clock.time + step > motion.end ? motion.start : clock.time + step;
    tell(clock.time);
    requestAnimationFrame(tick);
  };
  clock.seek = (time) => {
    clock.time = Math.min(motion.end, Math.max(motion.start, time));
    tell(clock.time);
  };
  clock.play = (on) => {
    if (on === clock.playing) return;
    clock.playing = on;
    clock.changed();
    last = performance.now();
    if (on) requestAnimationFrame(tick);
  };
  return clock;
}

// The bar with its controls; gives a function that shows a time.
export function makeTimeBar(element, motion, clock, rested) {
  const text = make('output', { class: 'time' });
  const slider = make('input', { type: 'range', min: motion.start, max: motion.end, step: 'any', 'aria-label': 'time', oninput: () => (clock.play(false), clock.seek(Number(slider.value))), onchange: rested });
  const button = make('button', { type: 'button', class: 'play', onclick: () => (clock.play(!clock.playing), rested()) });
  const speed = make('select', { 'aria-label': 'speed', onchange: () => (clock.speed = Number(speed.value)) }, ...kSpeeds.map((value) => new Option(`× ${value}`, value, false, value === clock.speed)));
  clock.changed = () => {
    button.textContent = clock.playing ? '❚❚' : '▶';
    button.setAttribute('aria-label', clock.playing ? 'pause' : 'play');
  };
  clock.changed();
  element.append(make('div', { class: 'bar' }, button, slider, text, speed));
  return (time) => {
    slider.value = time;
    text.textContent = `${time.toFixed(motion.end - motion.start < 0.5 ? 4 : 2)} s`.replace('-', '−');
  };
}

// Boxes for the layers that have something in them: names is { layer: what the box says }.
export function makeLayerBoxes(element, view, names, shown) {
  const row = make('div', { class: 'bar layers' });
  for (const [layer, name] of Object.entries(names)) {
    if (!view.has(layer)) continue;
    const box = make('input', { type: 'checkbox', onchange: () => view.setLayer(layer, box.checked) });
    box.checked = shown[layer];
    row.append(make('label', {}, box, ` ${name}`));
  }
  element.append(row);
  return row;
}

// The magnification goes up to where the largest difference is a fifth of the machine.
export function makeMagnifier(row, largest, length, start, change) {
  const most = Math.max(1, Math.floor(Math.log10((0.2 * length) / largest)));
  const text = make('output');
  const slider = make('input', { type: 'range', min: 0, max: most, step: 1, 'aria-label': 'magnify the difference' });
  const tell = () => {
    const power = Number(slider.value);
    text.textContent = power === 0 ? 'true scale' : `difference × 10^${power}`;
    change(10 ** power, power);
  };
  slider.value = Math.min(start, most);
  slider.addEventListener('input', tell);
  row.append(make('label', { class: 'magnify' }, 'magnify the difference ', slider, text));
  tell();
}
