// The camera: where it stands, what it follows, and how it is moved by hand.
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const kFieldOfView = 32;
// Where the camera stands, seen from the machine: x is forward, y left, z up.
export const kViews = { '¾': [1, -1.05, 0.5], side: [0, -1, 0.06], front: [1, 0, 0.06], top: [-0.001, 0, 1] };
// The same for a machine that lies flat on the ground.
const kFromAbove = [1, -1.05, 1.3];

// The camera's controls. The wheel zooms only while the view has the focus, so that the page scrolls past it.
function addControls(camera, canvas, changed) {
  const controls = new OrbitControls(camera, canvas);
  controls.enableZoom = false;
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'the machine in three dimensions; drag to turn, keys 1 to 4 for views');
  canvas.style.touchAction = 'pan-y';
  canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
  canvas.addEventListener('focus', () => (controls.enableZoom = true));
  canvas.addEventListener('blur', () => (controls.enableZoom = false));
  controls.addEventListener('change', changed);
  return controls;
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

// What the camera follows: the centre of mass as the machine travels; heave and turning stay visible. Only a machine that leaves its own height behind is
// followed up and down too.
function followed(data, motion, box) {
  if (data.base < 0) return () => new Vector3();
  const heavy = data.bodies.map(({ mass }, index) => [index, mass]).filter(([, mass]) => mass > 0);
  const total = heavy.reduce((sum, [, mass]) => sum + mass, 0);
  const centreAt = (time) => heavy.reduce((sum, [index, mass]) => sum.addScaledVector(new Vector3(...motion.pose(index, time)), mass / total), new Vector3());
  const heights = Array.from({ length: 32 }, (_, index) => centreAt(motion.start + ((motion.end - motion.start) * index) / 31).z);
  const upwards = Math.max(...heights) - Math.min(...heights) > 0.6 * box.getSize(new Vector3()).length();
  return (time) => {
    const centre = centreAt(time);
    return upwards ? centre : centre.setZ(0);
  };
}

// The camera of a machine with the given extent: { camera, controls, follow(time), look(name), setAspect(aspect) }.
export function makeCamera(data, motion, { box, corners }, canvas, changed) {
  const camera = new PerspectiveCamera(kFieldOfView, 1, 0.01 * data.length, 200 * data.length);
  camera.up.set(0, 0, 1);
  const controls = addControls(camera, canvas, changed);
  const placeAt = followed(data, motion, box);
  const start = placeAt(motion.start);
  let place = start;
  // The view that was chosen, until the camera is moved by hand.
  let chosen = '¾';
  controls.addEventListener('start', () => (chosen = null));
  const look = (name) => {
    chosen = name;
    const size = box.getSize(new Vector3());
    const isFlat = data.base < 0 && size.z < 0.3 * Math.max(size.x, size.y);
    const direction = name === '¾' && isFlat ? kFromAbove : kViews[name];
    const { middle, distance } = framing(camera, direction, corners);
    controls.target.copy(middle).add(place).sub(start);
    camera.position.copy(new Vector3(...direction).normalize().multiplyScalar(distance).add(controls.target));
    controls.update();
    changed();
  };
  return {
    camera,
    controls,
    look,
    follow: (time) => {
      const moved = placeAt(time).sub(place);
      place = placeAt(time);
      camera.position.add(moved);
      controls.target.add(moved);
      controls.update();
    },
    setAspect: (aspect) => {
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
      if (chosen) look(chosen);
    },
  };
}
