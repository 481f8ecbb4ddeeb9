// The machine in three dimensions: light, road, camera, layers, and pointing at parts. Draws only when something has changed.
import {
  Color, DirectionalLight, GridHelper, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry, Raycaster,
  Scene, ShadowMaterial, Box3, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { kLayers, makeMachine, placeMachine } from './machine.js';
import { roadShapes } from './shapes.js';

const kFieldOfView = 32;
// Where the camera stands, seen from the machine: x is forward, y left, z up.
export const kViews = { '¾': [1, -1.05, 0.5], side: [0, -1, 0.06], front: [1, 0, 0.06], top: [-0.001, 0, 1] };

const colour = (name) => new Color(getComputedStyle(document.documentElement).getPropertyValue(name).trim());

// Where the machine is: a box about it and the corners of its parts. A machine that travels is taken where it starts, one that stands with all that it sweeps.
function extentOf(machine) {
  const { data, motion } = machine;
  const box = new Box3();
  const corners = [];
  const instants = data.base < 0 ? 24 : 1;
  for (let index = 0; index < instants; ++index) {
    placeMachine(machine, motion.start + ((motion.end - motion.start) * index) / instants, 1);
    machine.root.updateMatrixWorld(true);
    for (const { object, kind } of machine.parts) {
      if (machine.layers.inertia.includes(object) || machine.layers.ghost.includes(object)) continue;
      if (kind === 'force' && data.base >= 0) continue;
      const part = new Box3().setFromObject(object);
      box.union(part);
      for (let corner = 0; corner < 8; ++corner) corners.push(new Vector3(...['x', 'y', 'z'].map((axis, k) => (corner & (1 << k) ? part.max : part.min)[axis])));
    }
  }
  if (box.isEmpty()) {
    box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    corners.push(box.min, box.max);
  }
  return { box, corners };
}

function addLight(scene, box) {
  const size = box.getSize(new Vector3()).length();
  scene.add(new HemisphereLight(0xffffff, 0xa8b4c0, 2.3));
  const sun = new DirectionalLight(0xffffff, 2);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.normalBias = 0.002 * size;
  Object.assign(sun.shadow.camera, { left: -size, right: size, top: size, bottom: -size, near: 0.01 * size, far: 6 * size });
  scene.add(sun, sun.target);
  // The light comes from behind the camera's left and follows the machine.
  return (middle) => {
    sun.target.position.copy(middle);
    sun.position.set(0.5, -0.35, 1.6).multiplyScalar(1.5 * size).add(middle);
  };
}

// The road, or else a grid below a machine that stands on the ground.
function addGround(scene, data, box) {
  const paints = [];
  if (data.road) {
    const { surface, lines } = roadShapes(data.road, 0.03 * data.length);
    const road = new Mesh(surface, new MeshLambertMaterial());
    road.receiveShadow = true;
    const metres = new LineSegments(lines, new LineBasicMaterial());
    scene.add(road, metres);
    paints.push([road.material, '--road'], [metres.material, '--roadline']);
    return { paints, told: 'a line on the road every metre' };
  }
  // A force with one end acts between it and the ground.
  const grounded = [...data.joints.map(({ bodies }) => bodies), ...data.forces.map(({ ends }) => ends.map(({ body }) => body))].some((ends) => ends.length < 2 || ends.some((body) => body < 0));
  if (!grounded) return { paints, told: '' };
  const extent = Math.max(...box.getSize(new Vector3()).toArray());
  const mesh = 10 ** Math.floor(Math.log10(extent / 2));
  const parts = 2 * Math.ceil((1.4 * extent) / mesh);
  const grid = new GridHelper(parts * mesh, parts);
  grid.material.vertexColors = false;
  grid.material.transparent = true;
  grid.material.opacity = 0.7;
  grid.rotateX(Math.PI / 2);
  const shade = new Mesh(new PlaneGeometry(parts * mesh, parts * mesh), new ShadowMaterial({ opacity: 0.16 }));
  shade.receiveShadow = true;
  const middle = box.getCenter(new Vector3());
  for (const object of [grid, shade]) object.position.set(Math.round(middle.x / mesh) * mesh, Math.round(middle.y / mesh) * mesh, box.min.z - 0.002 * extent);
  scene.add(grid, shade);
  paints.push([grid.material, '--grid']);
  const size = mesh >= 1 ? `${mesh} m` : mesh >= 0.01 ? `${Math.round(100 * mesh)} cm` : `${Number((1000 * mesh).toPrecision(2))} mm`;
  return { paints, told: `grid ${size}` };
}

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
function partUnder(view, x, y) {
  const caster = new Raycaster();
  caster.params.Line.threshold = 0;
  caster.setFromCamera(new Vector2(x, y), view.camera);
  const meshes = view.machine.parts.map(({ object }) => object).filter((object) => object.isMesh && !object.isLineSegments2 && object.visible);
  const hits = caster.intersectObjects(meshes, false);
  const hit = hits.find(({ object }) => view.machine.layers.cuts.includes(object)) || hits.find(({ object }) => object.material.depthWrite) || hits[0];
  return hit && hit.object.userData;
}

function listenToPointer(view, element, canvas, label) {
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
      const part = partUnder(view, ...place(at));
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
    const part = partUnder(view, ...place(event));
    if (part) mbreport.hold(part.kind, part.name);
    else mbreport.hold(null);
  });
}

// The camera's controls. The wheel zooms only while the view has the focus, so that the page scrolls past it.
function addControls(view, canvas) {
  const controls = new OrbitControls(view.camera, canvas);
  controls.enableZoom = false;
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'the machine in three dimensions; drag to turn, keys 1 to 4 for views');
  canvas.style.touchAction = 'pan-y';
  canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
  canvas.addEventListener('focus', () => (controls.enableZoom = true));
  canvas.addEventListener('blur', () => (controls.enableZoom = false));
  controls.addEventListener('change', view.invalidate);
  return controls;
}

// Follows the base as it travels; its heave and its turning stay visible. Only a machine that leaves its own height behind is followed up and down too.
function follower(view, box) {
  const { data, motion } = view.machine;
  if (data.base < 0) return () => {};
  const heights = Array.from({ length: 32 }, (_, index) => motion.pose(data.base, motion.start + ((motion.end - motion.start) * index) / 31)[2]);
  const upwards = Math.max(...heights) - Math.min(...heights) > 0.6 * box.getSize(new Vector3()).length();
  const place = (time) => {
    const [x, y, z] = motion.pose(data.base, time);
    return new Vector3(x, y, upwards ? z : 0);
  };
  let before = place(motion.start);
  return (time) => {
    const now = place(time);
    const moved = now.clone().sub(before);
    before = now;
    view.camera.position.add(moved);
    view.controls.target.add(moved);
  };
}

// Where to look and from how far, so that all corners are seen with a margin. What is near looks larger, so the middle of the picture is found in a few rounds.
function framing(camera, direction, corners) {
  const towards = new Vector3(...direction).normalize();
  const right = new Vector3(0, 0, 1).cross(towards).normalize();
  const above = towards.clone().cross(right);
  const slope = Math.tan((kFieldOfView * Math.PI) / 360);
  const middle = new Box3().setFromPoints(corners).getCenter(new Vector3());
  let distance = 0;
  for (let round = 0; round < 6; ++round) {
    const places = corners.map((corner) => corner.clone().sub(middle)).map((corner) => [corner.dot(right), corner.dot(above), corner.dot(towards)]);
    distance = places.reduce((most, [x, y, z]) => Math.max(most, z + (1.12 * Math.max(Math.abs(y), Math.abs(x) / camera.aspect)) / slope), 0);
    const shift = (k) => {
      const seen = places.map((place) => place[k] / (distance - place[2]));
      return (distance * (seen.reduce((a, b) => Math.min(a, b)) + seen.reduce((a, b) => Math.max(a, b)))) / 2;
    };
    middle.addScaledVector(right, shift(0)).addScaledVector(above, shift(1));
  }
  return { middle, distance };
}

// Makes the view in an element; throws where the browser has no WebGL. { setTime, setFactor, setLayer, look, drawn: Promise of the first picture, told }
export function makeView(element, data, motion) {
  // Asked beforehand, because the library would write to the console.
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL');
  const renderer = new WebGLRenderer({ antialias: true, alpha: true });
  const machine = makeMachine(data, motion);
  const scene = new Scene();
  scene.add(machine.root);
  const { box, corners } = extentOf(machine);
  const view = { machine, camera: new PerspectiveCamera(kFieldOfView, 1, 0.01 * data.length, 200 * data.length) };
  view.camera.up.set(0, 0, 1);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const canvas = element.appendChild(renderer.domElement);
  const label = element.appendChild(document.createElement('span'));
  label.className = 'pointer';
  const shine = addLight(scene, box);
  const ground = addGround(scene, data, box);
  let pending = 0;
  let drawn;
  const first = new Promise((resolve) => (drawn = resolve));
  const draw = () => {
    pending = 0;
    const forward = view.camera.getWorldQuaternion(view.camera.quaternion.clone());
    for (const ring of machine.rings) ring.quaternion.copy(ring.parent.quaternion).invert().multiply(forward);
    shine(view.controls.target);
    renderer.render(scene, view.camera);
    drawn();
  };
  view.invalidate = () => (pending = pending || requestAnimationFrame(draw));
  view.controls = addControls(view, canvas);
  const follow = follower(view, box);

  const state = { time: motion.start, factor: 1 };
  const place = () => {
    placeMachine(machine, state.time, state.factor);
    follow(state.time);
    view.controls.update();
    view.invalidate();
  };
  const look = (name) => {
    // A machine that lies flat on the ground is seen from higher up.
    const size = box.getSize(new Vector3());
    const flat = name === '¾' && data.base < 0 && size.z < 0.3 * Math.max(size.x, size.y);
    const direction = flat ? [1, -1.05, 1.3] : kViews[name];
    const { middle, distance } = framing(view.camera, direction, corners);
    const start = motion.pose(Math.max(data.base, 0), motion.start);
    const now = motion.pose(Math.max(data.base, 0), state.time);
    if (data.base >= 0) middle.add(new Vector3(now[0] - start[0], now[1] - start[1], 0));
    view.controls.target.copy(middle);
    view.camera.position.copy(new Vector3(...direction).normalize().multiplyScalar(distance).add(middle));
    view.controls.update();
    view.invalidate();
  };
  const paint = () => {
    for (const [material, name] of ground.paints) material.color.copy(colour(name));
    dress(machine, mbreport.marked);
    view.invalidate();
  };
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = element;
    if (!width || !height) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    view.camera.aspect = width / height;
    view.camera.updateProjectionMatrix();
    view.invalidate();
  };
  resize();
  look('¾');
  for (const [name, shown] of Object.entries(kLayers)) machine.layers[name].forEach((object) => (object.visible = shown));
  paint();
  place();
  new ResizeObserver(resize).observe(element);
  listenToPointer(view, element, canvas, label);
  document.addEventListener('mb:lit', paint);
  document.addEventListener('mb:theme', paint);
  addEventListener('beforeprint', draw);
  return {
    first,
    told: ground.told,
    look,
    setTime: (time) => {
      state.time = time;
      place();
    },
    setFactor: (factor) => {
      state.factor = factor;
      place();
    },
    setLayer: (name, shown) => {
      machine.layers[name].forEach((object) => (object.visible = shown));
      view.invalidate();
    },
    has: (name) => machine.layers[name].length > 0,
    positionOf: (index) => machine.bodies[index].position.toArray(),
    statistics: () => ({ calls: renderer.info.render.calls, triangles: renderer.info.render.triangles }),
  };
}
