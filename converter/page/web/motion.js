// The recorded motion: decodes the blocks of the page and gives poses at any time. The coding is described in docs/commands/report.md: per channel integers,
// second differences, zigzag, variable length, raw deflate, base64. It keeps a run of a vehicle in tens of kilobytes.

// The bytes of a block of the page; null where the page has no such block.
async function bytesOf(id) {
  const block = document.getElementById(`${id}Data`);
  if (!block) return null;
  const letters = atob(block.textContent.trim());
  const packed = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; ++k) packed[k] = letters.charCodeAt(k);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Reads channels one after the other. Plain numbers instead of bit operations beyond 28 bits: values may need all 32 bits and the zigzag one more.
function channelReader(bytes) {
  let at = 0;
  const next = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (at >= bytes.length) throw new Error('a block of the recorded motion ends too early');
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  return (rows, scale) => {
    const channel = new Float64Array(rows);
    let value = 0;
    let slope = 0;
    for (let row = 0; row < rows; ++row) {
      // The first entry is the value, the second the slope, all others are changes of the slope. Nearly all take a byte.
      const byte = bytes[at];
      const entry = byte < 128 ? (++at, (byte >> 1) ^ -(byte & 1)) : next();
      if (row === 0) value = entry;
      else {
        slope += entry;
        value += slope;
      }
      channel[row] = value * scale;
    }
    return channel;
  };
}

// The times of the rows of a run.
function timesOf(run) {
  if (run.times) return Float64Array.from(run.times);
  return Float64Array.from({ length: run.rows }, (_, row) => run.start + run.step * row);
}

// The row at or before a time, and how far it is towards the next one.
export function placeIn(times, time) {
  const last = times.length - 1;
  if (last < 1 || time <= times[0]) return { row: 0, share: 0 };
  if (time >= times[last]) return { row: last - 1, share: 1 };
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { row: low, share: (time - times[low]) / (times[high] - times[low]) };
}

// The value of a channel at a time.
export function valueAt(times, channel, time) {
  if (channel.length < 2) return channel[0];
  const { row, share } = placeIn(times, time);
  return channel[row] + share * (channel[row + 1] - channel[row]);
}

// Seven channels per moving body: position and quaternion w x y z.
function readPoses(bytes, run, unitAngle) {
  const read = channelReader(bytes);
  const channels = new Map();
  for (const body of run.order) {
    channels.set(body, Array.from({ length: 7 }, (_, k) => read(run.rows, k < 3 ? run.unitLength : unitAngle)));
  }
  return channels;
}

// The pose of a body at a time as seven numbers; the quaternion is not yet of length one, three.js normalises it.
function poseAt(run, body, time) {
  const channels = run.channels.get(body);
  return channels && channels.map((channel) => valueAt(run.times, channel, time));
}

async function readRun(run, id, unitAngle) {
  if (!run) return null;
  const bytes = await bytesOf(id);
  return bytes && { times: timesOf(run), channels: readPoses(bytes, run, unitAngle) };
}

// Channels of series; entries without a coding (null) have none.
async function readSeries(codings, rows, id) {
  const bytes = codings && codings.some(Boolean) && (await bytesOf(id));
  if (!bytes) return [];
  const read = channelReader(bytes);
  return codings.map((coding) => coding && read(rows, coding.scale));
}

// Everything recorded: { times, start, end, pose(body, time), difference(body, time), series, reference }. Without a run the machine stands in its first pose.
export async function readMotion(data) {
  const run = await readRun(data.motion, 'motion', 1 / 32767);
  const reference = await readRun(data.reference, 'reference', data.reference ? data.reference.unitAngle : 1);
  const rest = data.bodies.map(({ pose }) => [...pose.p, ...pose.q]);
  const motion = {
    times: run ? run.times : new Float64Array([0]),
    pose: (body, time) => (run && poseAt(run, body, time)) || rest[body],
    series: run ? await readSeries(data.series, data.motion.rows, 'series') : [],
    reference: null,
  };
  motion.start = motion.times[0];
  motion.end = motion.times[motion.times.length - 1];
  if (reference) {
    motion.reference = {
      times: reference.times,
      start: reference.times[0],
      end: reference.times[reference.times.length - 1],
      // Cartesian minus recursive: a pose's seven numbers, or undefined for a body that stands still.
      difference: (body, time) => poseAt(reference, body, time),
      series: await readSeries(data.reference.series, data.reference.rows, 'referenceSeries'),
      channels: reference.channels,
    };
  }
  return motion;
}

// The largest distance between the two runs at each row of the reference.
export function largestDistance(reference) {
  const largest = new Float64Array(reference.times.length);
  for (const [x, y, z] of reference.channels.values()) {
    for (let row = 0; row < largest.length; ++row) largest[row] = Math.max(largest[row], Math.hypot(x[row], y[row], z[row]));
  }
  return largest;
}
