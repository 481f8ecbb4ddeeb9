// The machine as objects of three.js: a group per body with its links, hull, wheel and joints; springs, dampers and rods between bodies; the Cartesian run as
// edges. What a person can point at is a part: { object, kind, name, paint, opacity }, where paint is the name of a colour of the page's style.
import {
  BufferGeometry, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, Quaternion, RingGeometry,
  CylinderGeometry, Vector3,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { armOf, coilShape, discOf, edgesOf, ellipsoidShape, hullShape, jointShape, linesOf, linkShape, radiusOf, rod, turn, vector, wheelShapes } from './shapes.js';

const kHullPoints = 4;
const kPaintOfLetter = { R: '--revolute', P: '--translational', S: '--spherical', U: '--universal', V: '--universal', C: '--cylindrical', H: '--cylindrical' };

// Layers that can be switched: what is in them and whether they are shown at the start.
export const kLayers = { ghost: true, hull: true, joints: true, cuts: true, inertia: false, markers: false, frames: false };

export function makeMachine(data, motion) {
  const isHull = data.bodies.map((body, index) => index === data.base || body.points.length > kHullPoints);
  const arms = data.bodies.map((body, index) => (isHull[index] ? null : armOf(body, (joint) => hangsOnHull(data, isHull, joint, index))));
  const links = data.bodies.map((body, index) => (isHull[index] ? [] : linesOf(body, arms[index], 0.003 * data.length)));
  const radius = radiusOf(data.length, links);
  const machine = {
    isHull, arms, links,
    root: new Group(), data, motion, radius, parts: [], bodies: [], ghosts: [], stretched: [], rings: [],
    layers: Object.fromEntries(Object.keys(kLayers).map((name) => [name, []])),
  };
  data.bodies.forEach((body, index) => addBody(machine, body, index));
  placeBodies(machine, motion.start);
  data.joints.forEach((joint) => addJoint(machine, joint));
  data.forces.forEach((force) => addForce(machine, force));
  (data.markers || []).forEach((marker) => addFrame(machine, groupOf(machine, marker.body), vector(marker.p), turn(marker.q), 3 * radius, 'markers'));
  return machine;
}

// Whether a joint of a body joins it to the ground or to a body that is shown as a hull.
function hangsOnHull(data, isHull, name, index) {
  const joint = data.joints.find((entry) => entry.name === name);
  return Boolean(joint) && joint.bodies.some((body) => body !== index && (body < 0 || isHull[body]));
}

const groupOf = (machine, body) => (body < 0 ? machine.root : machine.bodies[body]);

// Adds a mesh that can be pointed at.
function addPart(machine, parent, object, { kind, name, paint, opacity = 1, layer, shadow = true }) {
  object.castShadow = shadow;
  object.userData = { kind, name };
  parent.add(object);
  machine.parts.push({ object, kind, name, paint, opacity });
  if (layer) machine.layers[layer].push(object);
  return object;
}
const solid = (geometry) => new Mesh(geometry, new MeshLambertMaterial());
const glass = (geometry) => new Mesh(geometry, new MeshLambertMaterial({ transparent: true, depthWrite: false, side: DoubleSide }));
const thinLines = (geometry) => new LineSegments(geometry, new LineBasicMaterial({ transparent: true }));

function addBody(machine, body, index) {
  const group = new Group();
  machine.root.add(group);
  machine.bodies.push(group);
  const { radius } = machine;
  const part = { kind: 'body', name: body.name, paint: '--link' };
  const lines = [];
  const hull = machine.isHull[index] ? hullShape(body, (machine.data.markers || []).filter((marker) => marker.body === index), 2 * radius) : null;
  if (hull) {
    addPart(machine, group, glass(hull), { ...part, paint: '--hull', opacity: 0.2, layer: 'hull' });
    const edges = edgesOf(hull);
    addPart(machine, group, thinLines(edges), { ...part, paint: '--link', opacity: 0.8, layer: 'hull' });
    const at = edges.getAttribute('position');
    for (let point = 0; point < at.count; ++point) lines.push(new Vector3().fromBufferAttribute(at, point));
  } else {
    const links = machine.isHull[index] ? linesOf(body, null, 0.5 * radius) : machine.links[index];
    if (links.length) addPart(machine, group, solid(linkShape(links, radius)), part);
    lines.push(...links.flat());
  }
  const wheel = body.wheel || (hull ? null : discOf(body));
  if (wheel) {
    const { glass: tyre, rings, outline } = wheelShapes(wheel);
    addPart(machine, group, glass(tyre), { ...part, paint: '--tyre', opacity: 0.3 });
    addPart(machine, group, solid(rings), { ...part, paint: '--tyre' });
    lines.push(...outline);
  }
  if (body.ellipsoid) {
    // A body without any line is shown by its inertia alone.
    const alone = !lines.length;
    const shape = ellipsoidShape(body.ellipsoid);
    if (alone) addPart(machine, group, solid(shape), part);
    else addPart(machine, group, glass(shape), { ...part, paint: '--cylindrical', opacity: 0.3, layer: 'inertia', shadow: false });
    if (alone) lines.push(...crossAt(body.ellipsoid));
  }
  addFrame(machine, group, new Vector3(), new Quaternion(), 5 * radius, 'frames');
  if (machine.motion.reference) addGhost(machine, index, lines);
}

function crossAt({ p, a }) {
  return [[a[0], 0, 0], [0, a[1], 0], [0, 0, a[2]]].flatMap((half) => [vector(p).add(vector(half)), vector(p).sub(vector(half))]);
}

// The Cartesian run as edges of two pixels that nothing hides.
function addGhost(machine, index, lines) {
  const group = new Group();
  machine.root.add(group);
  machine.ghosts[index] = group;
  if (!lines.length) return;
  const geometry = new LineSegmentsGeometry().setPositions(lines.flatMap((point) => point.toArray()));
  const object = new LineSegments2(geometry, new LineMaterial({ linewidth: 1.3, transparent: true, depthTest: false }));
  object.renderOrder = 5;
  object.frustumCulled = false;
  addPart(machine, group, object, { kind: 'body', name: machine.data.bodies[index].name, paint: '--ghost', opacity: 0.65, layer: 'ghost', shadow: false });
}

// Three axes: x, y, z in red, green and blue.
function addFrame(machine, parent, at, rotation, size, layer) {
  const ends = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ends.flatMap((end) => [0, 0, 0, ...end.map((value) => value * size)]), 3));
  geometry.setAttribute('color', new Float32BufferAttribute([1, 0.25, 0.2, 1, 0.25, 0.2, 0.15, 0.7, 0.25, 0.15, 0.7, 0.25, 0.25, 0.45, 1, 0.25, 0.45, 1], 3));
  const object = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, depthTest: false }));
  object.position.copy(at);
  object.quaternion.copy(rotation);
  object.renderOrder = 6;
  parent.add(object);
  machine.layers[layer].push(object);
}

// The pin of a hinge is as wide as the arm that hangs on it.
function halfPin(machine, joint) {
  const arms = joint.bodies.map((body) => machine.arms[body]).filter((arm) => arm && arm.joint === joint.name);
  return Math.max(2.6 * machine.radius, ...arms.map(({ half }) => Math.min(0.55 * half, 7 * machine.radius)));
}

function addJoint(machine, joint) {
  const { radius } = machine;
  const group = groupOf(machine, joint.at.body);
  const owner = machine.data.bodies[joint.at.body];
  const point = joint.bodies.flatMap((body) => (body === joint.at.body && owner ? owner.points : [])).find((entry) => entry.joint === joint.name);
  const axis = joint.at.axis || (point && point.axis) || null;
  const part = { kind: 'joint', name: joint.name, paint: kPaintOfLetter[joint.letter] || '--second', layer: 'joints' };
  if (joint.letter !== 'D') addPart(machine, group, solid(jointShape(joint.letter, axis, halfPin(machine, joint), radius)), part).position.copy(vector(joint.at.p));
  if (!joint.cut) return;
  // A ring that faces the camera, with a halo, above everything.
  const ring = new Group();
  ring.position.copy(vector(joint.at.p));
  group.add(ring);
  machine.rings.push(ring);
  const flat = (inner, outer) => new Mesh(new RingGeometry(inner, outer, 48), new MeshBasicMaterial({ transparent: true, depthTest: false, side: DoubleSide }));
  for (const [shape, opacity] of [[flat(2.2, 3.9), 0.28], [flat(2.7, 3.4), 1]]) {
    shape.renderOrder = 10;
    shape.scale.setScalar(radius);
    addPart(machine, ring, shape, { ...part, paint: '--cut', opacity, layer: 'cuts', shadow: false });
  }
}

// Force elements between two points: unit shapes along y that are placed and stretched at every time.
function addForce(machine, force) {
  if (force.ends.length < 2) return;
  const [from, to] = force.ends;
  const length = worldPoint(machine, from).distanceTo(worldPoint(machine, to));
  if (!(length > 0)) return;
  const { radius } = machine;
  const part = { kind: 'force', name: force.name, paint: '--translational' };
  const add = (geometry, options) => machine.stretched.push({ object: addPart(machine, machine.root, solid(geometry), { ...part, ...options }), from, to, length, ...options });
  const unit = (thick, start, end) => rod(new Vector3(0, start, 0), new Vector3(0, end, 0), thick);
  if (force.kind === 'rod') add(unit(0.6 * radius, 0, length), { paint: '--cut', stretch: true });
  else if (force.kind === 'bushing') add(unit(2 * radius, 0, length), { paint: '--tyre', stretch: true });
  // A coil is as wide as its length lets it look like one.
  const wide = Math.min(Math.max(2.6 * radius, Math.min(0.06 * length, 6 * radius)), 0.3 * length);
  if (force.kind.startsWith('spring')) add(coilShape(length, wide, 0.14 * wide), { stretch: true });
  if (force.kind.endsWith('damper')) {
    add(unit(1.15 * radius, 0, 0.55 * length), { paint: '--link' });
    add(unit(0.6 * radius, 0, 0.75 * length), { paint: '--second', backwards: true });
  }
  if (force.kind === 'other') add(unit(0.22 * radius, 0, length), { paint: '--second', stretch: true, shadow: false });
}

const worldPoint = (machine, { body, p }) => (body < 0 ? vector(p) : vector(p).applyMatrix4(machine.bodies[body].matrix));

function setPose(group, pose) {
  group.position.set(pose[0], pose[1], pose[2]);
  group.quaternion.set(pose[4], pose[5], pose[6], pose[3]).normalize();
  group.updateMatrix();
}
function placeBodies(machine, time) {
  machine.bodies.forEach((group, index) => setPose(group, machine.motion.pose(index, time)));
}

// The ghost stands where the recursive run stands plus the difference, magnified: only the ghost moves with the magnification. The difference of rotation is
// twice the vector part of the quaternion between both, and that is what is magnified.
function placeGhosts(machine, time, factor) {
  const { reference } = machine.motion;
  const inside = reference && time >= reference.start - 1e-9 && time <= reference.end + 1e-9;
  machine.ghosts.forEach((group, index) => {
    group.visible = Boolean(inside);
    if (!inside) return;
    group.position.copy(machine.bodies[index].position);
    group.quaternion.copy(machine.bodies[index].quaternion);
    const difference = reference.difference(index, time);
    if (difference) {
      group.position.addScaledVector(vector(difference), factor);
      const { x, y, z, w } = group.quaternion;
      const other = new Quaternion(x + difference[4], y + difference[5], z + difference[6], w + difference[3]).normalize();
      const between = other.multiply(new Quaternion(-x, -y, -z, w));
      const half = new Vector3(between.x, between.y, between.z).multiplyScalar(factor * Math.sign(between.w || 1));
      const angle = Math.min(2 * half.length(), Math.PI / 2);
      if (angle > 0) group.quaternion.premultiply(new Quaternion().setFromAxisAngle(half.normalize(), angle));
    }
    group.updateMatrix();
  });
}

// Force elements run from one end to the other; stretched ones change their length, others only their direction.
function placeStretched(machine) {
  const up = new Vector3(0, 1, 0);
  for (const { object, from, to, length, stretch, backwards } of machine.stretched) {
    const start = worldPoint(machine, backwards ? to : from);
    const direction = worldPoint(machine, backwards ? from : to).sub(start);
    const now = direction.length();
    if (!(now > 0)) continue;
    object.position.copy(start);
    object.quaternion.setFromUnitVectors(up, direction.divideScalar(now));
    object.scale.set(1, stretch ? now / length : 1, 1);
  }
}

export function placeMachine(machine, time, factor) {
  placeBodies(machine, time);
  placeStretched(machine);
  placeGhosts(machine, time, factor);
}
