// Shapes of bodies that have none: links between their joints. All functions give geometry in the frame of the body.
import {
  BoxGeometry, BufferGeometry, CapsuleGeometry, CatmullRomCurve3, CylinderGeometry, EdgesGeometry, Float32BufferAttribute, Matrix4, OctahedronGeometry,
  Quaternion, SphereGeometry, TorusGeometry, TubeGeometry, Vector3,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

// Half the length of an A-arm's pin, by the length of the arm.
const kPinShare = 0.42;
// A link's radius as a share of the machine's length, and of the middle one among its links' lengths; a body's links are never thicker than a seventh of its
// longest one.
const kLinkRadius = 0.006;
const kShareOfLink = 0.09;
const kSlender = 0.14;

const up = new Vector3(0, 1, 0);
export const vector = (p) => new Vector3(p[0], p[1], p[2]);
// Quaternions of the page are w x y z.
export const turn = (q) => new Quaternion(q[1], q[2], q[3], q[0]).normalize();

// Places a shape that was made along y so that it runs along a direction.
function along(geometry, direction, middle) {
  const rotation = new Quaternion().setFromUnitVectors(up, direction.clone().normalize());
  return geometry.applyMatrix4(new Matrix4().compose(middle, rotation, new Vector3(1, 1, 1)));
}
function capsule(from, to, radius) {
  const direction = to.clone().sub(from);
  const shape = new CapsuleGeometry(radius, direction.length(), 5, 14);
  return along(shape, direction.lengthSq() > 0 ? direction : up, from.clone().add(to).multiplyScalar(0.5));
}
export function rod(from, to, radius) {
  const direction = to.clone().sub(from);
  return along(new CylinderGeometry(radius, radius, direction.length(), 16), direction, from.clone().add(to).multiplyScalar(0.5));
}

// Points of a body without those that coincide.
function distinct(points, least) {
  const kept = [];
  for (const point of points) if (!kept.some((other) => other.distanceTo(point) < least)) kept.push(point);
  return kept;
}
function furthest(points, from) {
  return points.reduce((best, point) => (point.distanceTo(from) > best.distanceTo(from) ? point : best), points[0]);
}
function nearestOn([from, to], point) {
  const direction = to.clone().sub(from);
  const share = direction.lengthSq() > 0 ? point.clone().sub(from).dot(direction) / direction.lengthSq() : 0;
  return from.clone().addScaledVector(direction, Math.min(1, Math.max(0, share)));
}

// A body that hangs with one hinge on the base or another large body, and has points across the hinge, is an arm: its hinge is wide, and links from both of the hinge's ends make it an A.
export function armOf(body, hangsOnHull) {
  const hinges = body.points.filter(({ axis }) => axis);
  const others = body.points.filter(({ axis }) => !axis).map(({ p }) => vector(p));
  if (hinges.length !== 1 || !others.length || body.wheel || !hangsOnHull(hinges[0].joint)) return null;
  const hinge = vector(hinges[0].p);
  const axis = vector(hinges[0].axis).normalize();
  const tip = furthest(others, hinge);
  const arm = tip.clone().sub(hinge);
  if (arm.length() === 0 || Math.abs(arm.dot(axis)) > 0.7 * arm.length()) return null;
  return { joint: hinges[0].joint, axis, half: kPinShare * arm.length(), ends: [-1, 1].map((side) => hinge.clone().addScaledVector(axis, side * kPinShare * arm.length())), tip };
}

// The lines between the points of a body: an arm's A, else the longest line; every further point joins the nearest line.
export function linesOf(body, arm, least) {
  const points = distinct(body.points.map(({ p }) => vector(p)), least);
  const lines = [];
  if (arm) lines.push([arm.ends[0], arm.ends[1]], [arm.ends[0], arm.tip], [arm.ends[1], arm.tip]);
  else {
    if (points.length === 1 && body.ellipsoid && vector(body.ellipsoid.p).distanceTo(points[0]) > least) points.push(vector(body.ellipsoid.p));
    if (points.length < 2) return lines;
    const first = furthest(points, points[0]);
    lines.push([first, furthest(points, first)]);
  }
  for (const point of points) {
    const nearest = lines.map((line) => nearestOn(line, point)).reduce((best, at) => (at.distanceTo(point) < best.distanceTo(point) ? at : best));
    if (nearest.distanceTo(point) > least) lines.push([nearest, point]);
  }
  return lines;
}

export function radiusOf(length, allLines) {
  const lengths = allLines.flat().map(([from, to]) => from.distanceTo(to)).sort((a, b) => a - b);
  return Math.min(kLinkRadius * length, lengths.length ? kShareOfLink * lengths[lengths.length >> 1] : Infinity);
}

export function linkShape(lines, radius) {
  const longest = Math.max(...lines.map(([from, to]) => from.distanceTo(to)));
  const thin = Math.min(radius, kSlender * longest);
  return mergeGeometries(lines.map(([from, to]) => capsule(from, to, thin)));
}

// The convex hull of a body's points and of its markers that are measured; flat ones get a thickness.
export function hullShape(body, markers, thickness) {
  const points = [...body.points, ...markers].map(({ p }) => vector(p));
  const extents = ['x', 'y', 'z'].map((key) => Math.max(...points.map((point) => point[key])) - Math.min(...points.map((point) => point[key])));
  const flat = extents.indexOf(Math.min(...extents));
  if (extents[flat] < thickness) {
    const shift = new Vector3().setComponent(flat, thickness);
    points.push(...points.map((point) => point.clone().add(shift)));
  }
  if (points.length < 4 || extents.filter((extent) => extent > thickness).length < 2) return null;
  try {
    return new ConvexGeometry(points);
  } catch {
    return null;
  }
}
export const edgesOf = (geometry) => new EdgesGeometry(geometry, 12);

// A body that turns about an axis through its centre of mass and whose inertia is that of a flat disc about it is taken for this disc: homogeneous cylinders of radius r and
// width w have ellipsoids with half axes r √5/2 and w √(5/12).
export function discOf(body) {
  if (!body.ellipsoid) return null;
  const { p, q, a } = body.ellipsoid;
  const hinge = body.points.find((point) => point.axis && vector(point.p).distanceTo(vector(p)) < 0.15 * Math.max(...a));
  if (!hinge) return null;
  const axis = vector(hinge.axis).normalize();
  const along = [0, 1, 2].map((k) => Math.abs(new Vector3().setComponent(k, 1).applyQuaternion(turn(q)).dot(axis)));
  const k = along.indexOf(Math.max(...along));
  const [first, second] = [a[(k + 1) % 3], a[(k + 2) % 3]];
  if (along[k] < 0.99 || Math.abs(first - second) > 0.1 * first || a[k] > 0.75 * first) return null;
  return { p, axis: hinge.axis, radius: (first + second) / Math.sqrt(5), width: Math.max(a[k] * Math.sqrt(12 / 5), 0.05 * first) };
}

// Wheels are glass, or else they hide the suspension: a cylinder, its rings as tubes, and spokes that show how it turns.
export function wheelShapes({ p, axis, radius, width }) {
  const direction = vector(axis);
  const middle = vector(p);
  const ring = (share, side, tube) => {
    const shape = new TorusGeometry(radius * share, tube, 8, 56).rotateX(Math.PI / 2).translate(0, (side * width) / 2, 0);
    return along(shape, direction, middle);
  };
  const tube = 0.022 * radius;
  const spokes = Array.from({ length: 5 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 5;
    const at = (share) => new Vector3(Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(radius * share);
    return along(rod(at(0.14), at(0.6), 0.6 * tube), direction, middle);
  });
  const hub = along(new CylinderGeometry(0.14 * radius, 0.14 * radius, 0.5 * width, 20), direction, middle);
  return {
    glass: along(new CylinderGeometry(radius, radius, width, 48, 1, false), direction, middle),
    rings: mergeGeometries([ring(1, -1, tube), ring(1, 1, tube), ring(0.6, -0.8, tube), ring(0.6, 0.8, tube), hub, ...spokes]),
    outline: [-1, 1].flatMap((side) => circle(radius, 40).map((point) => point.setY((side * width) / 2))).map((point) => point.applyQuaternion(new Quaternion().setFromUnitVectors(up, direction.clone().normalize())).add(middle)),
  };
}

// A circle in the xz plane as pairs of points.
function circle(radius, parts) {
  const at = (index) => new Vector3(Math.cos((2 * Math.PI * index) / parts), 0, Math.sin((2 * Math.PI * index) / parts)).multiplyScalar(radius);
  return Array.from({ length: parts }, (_, index) => [at(index), at(index + 1)]).flat();
}

export function ellipsoidShape({ p, q, a }) {
  const least = 0.02 * Math.max(...a);
  const size = new Vector3(...a.map((value) => Math.max(value, least)));
  return new SphereGeometry(1, 32, 20).applyMatrix4(new Matrix4().compose(vector(p), turn(q), size));
}

// A coil of seven turns from the origin along y, of the given length, with straight ends.
export function coilShape(length, radius, wire) {
  const turns = 7;
  const points = [];
  for (let step = 0; step <= turns * 14; ++step) {
    const share = step / (turns * 14);
    const angle = 2 * Math.PI * turns * share;
    const wide = radius * Math.min(1, 12 * Math.min(share, 1 - share) + 0.15);
    points.push(new Vector3(wide * Math.cos(angle), length * (0.04 + 0.92 * share), wide * Math.sin(angle)));
  }
  points.unshift(new Vector3(0, 0, 0));
  points.push(new Vector3(0, length, 0));
  return new TubeGeometry(new CatmullRomCurve3(points), points.length * 2, wire, 6);
}

// The sign of a joint, by its letter; the axis is null where the joint has none.
export function jointShape(letter, axis, half, radius) {
  const direction = axis ? vector(axis).normalize() : new Vector3(0, 0, 1);
  const pin = (towards, length, thick) => rod(towards.clone().multiplyScalar(-length), towards.clone().multiplyScalar(length), thick);
  if (letter === 'S') return new SphereGeometry(1.75 * radius, 24, 16);
  if (letter === 'R') return pin(direction, half, 1.35 * radius);
  if (letter === 'C' || letter === 'H') return mergeGeometries([pin(direction, half, 1.35 * radius), pin(direction, 1.6 * half, 0.8 * radius)]);
  if (letter === 'P') return along(new BoxGeometry(2.4 * radius, 4.5 * radius, 2.4 * radius), direction, new Vector3());
  if (letter === 'U' || letter === 'V') {
    const across = new Vector3().crossVectors(direction, Math.abs(direction.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0)).normalize();
    return mergeGeometries([pin(across, 2.4 * radius, 0.8 * radius), pin(across.clone().cross(direction), 2.4 * radius, 0.8 * radius)]);
  }
  return new OctahedronGeometry(1.9 * radius, 0);
}

// The road: its profile drawn across, with sides that go down, and a line every metre.
export function roadShapes({ y, profile }, depth) {
  const positions = [];
  const faces = [];
  const strip = (points) => {
    const first = positions.length / 3;
    points.forEach(([left, right]) => positions.push(...left, ...right));
    for (let index = 0; index + 1 < points.length; ++index) {
      const a = first + 2 * index;
      faces.push(a, a + 1, a + 2, a + 1, a + 3, a + 2);
    }
  };
  const bottom = Math.min(...profile.map(([, z]) => z)) - depth;
  strip(profile.map(([x, z]) => [[x, y[1], z], [x, y[0], z]]));
  strip(profile.map(([x, z]) => [[x, y[0], z], [x, y[0], bottom]]));
  strip(profile.map(([x, z]) => [[x, y[1], bottom], [x, y[1], z]]));
  const surface = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3)).setIndex(faces);
  surface.computeVertexNormals();
  const lines = [];
  for (let metre = Math.ceil(profile[0][0]); metre <= profile[profile.length - 1][0]; ++metre) {
    const z = heightAt(profile, metre) + 0.002;
    lines.push(metre, y[0], z, metre, y[1], z);
  }
  return { surface, lines: new BufferGeometry().setAttribute('position', new Float32BufferAttribute(lines, 3)) };
}
function heightAt(profile, x) {
  const after = profile.findIndex(([at]) => at >= x);
  if (after < 1) return profile[Math.max(after, 0)][1];
  const [[x0, z0], [x1, z1]] = [profile[after - 1], profile[after]];
  return x1 > x0 ? z0 + ((x - x0) / (x1 - x0)) * (z1 - z0) : z1;
}
