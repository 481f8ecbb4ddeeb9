// What surrounds the machine: its extent, light, and the road or a grid below it.
import {
  Box3, DirectionalLight, GridHelper, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PlaneGeometry, ShadowMaterial, Vector3,
} from 'three';
import { placeMachine } from './machine.js';
import { roadShapes } from './shapes.js';

// Where the machine is: a box about it and the corners of its parts. A machine that travels is taken where it starts, one that stands with all that it sweeps.
export function extentOf(machine) {
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

// The sun with its shadow, and the sky.
export function addLight(scene, box) {
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
export function addGround(scene, data, box) {
  const paints = [];
  if (data.road) {
    const { surface, lines } = roadShapes(data.road, 0.03 * data.length);
    const road = new Mesh(surface, new MeshLambertMaterial());
    road.receiveShadow = true;
    const metres = new LineSegments(lines, new LineBasicMaterial());
    scene.add(road, metres);
    paints.push([road.material, '--road'], [metres.material, '--roadline']);
    return { paints, told: 'a line on the road every metre', follow() {} };
  }
  // A force with one end acts between it and the ground.
  const grounded = [...data.joints.map(({ bodies }) => bodies), ...data.forces.map(({ ends }) => ends.map(({ body }) => body))].some((ends) => ends.length < 2 || ends.some((body) => body < 0));
  if (!grounded) return { paints, told: '', follow() {} };
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
  // The grid goes along by whole meshes, so that it seems to lie still.
  const follow = ({ x, y }) => {
    for (const object of [grid, shade]) object.position.set(Math.round(x / mesh) * mesh, Math.round(y / mesh) * mesh, box.min.z - 0.002 * extent);
  };
  scene.add(grid, shade);
  paints.push([grid.material, '--grid']);
  const size = mesh >= 1 ? `${mesh} m` : mesh >= 0.01 ? `${Math.round(100 * mesh)} cm` : `${Number((1000 * mesh).toPrecision(2))} mm`;
  return { paints, told: `grid ${size}`, follow };
}
