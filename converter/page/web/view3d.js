// The machine in three dimensions: colours, layers, and pointing at parts. Draws only when something has changed.
import { Color, PCFShadowMap, Raycaster, Scene, Vector2, WebGLRenderer } from 'three';
import { makeCamera } from './camera.js';
import { kLayers, makeMachine, placeMachine } from './machine.js';
import { addGround, addLight, extentOf } from './scene.js';

const colour = (name) => new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim());

// Colours of all parts for what is lit now: it in the highlight's colour, all others faint.
function dress(machine, marked) {
  const highlight = colour('--highlight');
  const colours = new Map();
  for (const { object, kind, name, paint, opacity } of machine.parts) {
    if (!colours.has(paint)) colours.set(paint, colour(paint));
    // The base is on nearly every loop; its hull lights up only when it is meant itself.
    const isHull = machine.layers.hull.includes(object);
    const lit = marked && marked[kind].has(name) && !(isHull && mbreport.pointed.name !== name);
    const ring = machine.layers.cuts.includes(object);
    const { material } = object;
    material.color.copy(lit && !ring && paint !== '--ghost' ? highlight : colours.get(paint));
    if (material.emissive) material.emissive.copy(material.color).multiplyScalar(lit ? 0.35 : 0);
    material.opacity = marked && !lit ? 0.25 * opacity : opacity;
    const transparent = material.opacity < 1 || ring;
    if (material.transparent !== transparent) {
      material.transparent = transparent;
      material.needsUpdate = true;
    }
  }
}

// What the pointer is on: solid parts before the glass of hulls and wheels.
function partUnder(machine, camera, x, y) {
  const caster = new Raycaster();
  caster.params.Line.threshold = 0;
  caster.setFromCamera(new Vector2(x, y), camera);
  const meshes = machine.parts.map(({ object }) => object).filter((object) => object.isMesh && !object.isLineSegments2 && object.visible);
  const hits = caster.intersectObjects(meshes, false);
  const hit = hits.find(({ object }) => machine.layers.cuts.includes(object)) || hits.find(({ object }) => object.material.depthWrite) || hits[0];
  return hit && hit.object.userData;
}

function listenToPointer(machine, camera, element, canvas) {
  const label = element.appendChild(document.createElement('span'));
  label.className = 'pointer';
  let pressed = null;
  let wanted = null;
  const place = (event) => {
    const frame = canvas.getBoundingClientRect();
    return [(2 * (event.clientX - frame.left)) / frame.width - 1, 1 - (2 * (event.clientY - frame.top)) / frame.height];
  };
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) return;
    const waiting = wanted;
    wanted = event;
    if (waiting) return;
    requestAnimationFrame(() => {
      const at = wanted;
      wanted = null;
      if (!at) return;
      const part = partUnder(machine, camera, ...place(at));
      if (part) mbreport.point(part.kind, part.name);
      else mbreport.rest();
      label.textContent = part ? part.name : '';
      const frame = element.getBoundingClientRect();
      label.style.transform = `translate(${at.clientX - frame.left + 14}px, ${at.clientY - frame.top + 14}px)`;
    });
  });
  canvas.addEventListener('pointerleave', () => {
    wanted = null;
    label.textContent = '';
    mbreport.rest();
  });
  canvas.addEventListener('pointerdown', (event) => (pressed = [event.clientX, event.clientY]));
  canvas.addEventListener('click', (event) => {
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 4) return;
    const part = partUnder(machine, camera, ...place(event));
    if (part) mbreport.hold(part.kind, part.name);
    else mbreport.hold(null);
  });
}

// Draws when asked, at the next frame: { invalidate, draw, first: a promise of the first picture }.
function makeDrawing(render) {
  let pending = 0;
  let drawn;
  const first = new Promise((resolve) => (drawn = resolve));
  const draw = () => {
    if (pending) cancelAnimationFrame(pending);
    pending = 0;
    render();
    drawn();
  };
  return { draw, first, invalidate: () => (pending = pending || requestAnimationFrame(draw)) };
}

// Fits the canvas to its element and draws at once, because a new size empties the picture and paper does not wait for the next frame.
function fitSize(element, renderer, eye, draw) {
  const { clientWidth: width, clientHeight: height } = element;
  const now = renderer.getSize(new Vector2());
  if (!width || !height || (now.x === width && now.y === height)) return;
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(width, height, false);
  eye.setAspect(width / height);
  if (draw) draw();
}

function makeRenderer(element) {
  // Asked beforehand, because the library would write to the console.
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL');
  const renderer = new WebGLRenderer({ antialias: true, alpha: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  element.append(renderer.domElement);
  return renderer;
}

// Makes the view in an element; throws where the browser has no WebGL. { setTime, setFactor, setLayer, look, first: promise of the first picture, told }
export function makeView(element, data, motion) {
  const renderer = makeRenderer(element);
  const machine = makeMachine(data, motion);
  const scene = new Scene();
  scene.add(machine.root);
  const extent = extentOf(machine);
  const shine = addLight(scene, extent.box);
  const ground = addGround(scene, data, extent.box);
  const { draw, first, invalidate } = makeDrawing(() => {
    for (const ring of machine.rings) ring.quaternion.copy(ring.parent.quaternion).invert().multiply(eye.camera.quaternion);
    shine(eye.controls.target);
    ground.follow(eye.controls.target);
    renderer.render(scene, eye.camera);
  });
  const eye = makeCamera(data, motion, extent, renderer.domElement, invalidate);
  const state = { time: motion.start, factor: 1 };
  const place = (change) => {
    Object.assign(state, change);
    placeMachine(machine, state.time, state.factor);
    eye.follow(state.time);
    invalidate();
  };
  const paint = () => {
    for (const [material, name] of ground.paints) material.color.copy(colour(name));
    dress(machine, mbreport.marked);
    invalidate();
  };
  const setLayer = (name, shown) => {
    machine.layers[name].forEach((object) => (object.visible = shown));
    invalidate();
  };
  fitSize(element, renderer, eye);
  Object.entries(kLayers).forEach(([name, shown]) => setLayer(name, shown));
  paint();
  place();
  new ResizeObserver(() => fitSize(element, renderer, eye, draw)).observe(element);
  listenToPointer(machine, eye.camera, element, renderer.domElement);
  document.addEventListener('mb:lit', paint);
  document.addEventListener('mb:theme', paint);
  addEventListener('beforeprint', draw);
  return {
    first,
    told: ground.told,
    look: eye.look,
    setTime: (time) => place({ time }),
    setFactor: (factor) => place({ factor }),
    setLayer,
    has: (name) => machine.layers[name].length > 0,
    positionOf: (index) => machine.bodies[index].position.toArray(),
    statistics: () => ({ calls: renderer.info.render.calls, triangles: renderer.info.render.triangles }),
  };
}
