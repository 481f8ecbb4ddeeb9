// Drives a report in a browser: node report_test.mjs REPORT.html RUN.csv FOLDED.html, where the table has the run that the report shows, and the pictures of the last page draw
// something once for several. Checks that the page loads without a
// message, asks nobody for anything, stands where the table says at its times, links its views, and does without WebGL. Exit code 77: no browser here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, openPage, startBrowser } from './browser.mjs';

const still = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
const program = findBrowser();
if (!program) {
  console.log('skipped: Chromium is not installed (apt-get install chromium)');
  process.exit(77);
}
if (process.argv.length !== 5) {
  console.log('usage: report_test.mjs REPORT.html RUN.csv FOLDED.html');
  process.exit(2);
}
const address = pathToFileURL(resolve(process.argv[2])).href;
const table = readTable(process.argv[3]);

let failures = 0;
function check(holds, what, found = '') {
  if (!holds) ++failures;
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds || found === '' ? '' : `: ${JSON.stringify(found)}`}`);
}

// The table's columns by name.
function readTable(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(','));
  const rows = lines.slice(1).map((line) => line.map(Number)).filter((row) => Number.isFinite(row[0]));
  return Object.fromEntries(lines[0].map((name, column) => [name, rows.map((row) => row[column])]));
}
// A column's value at a time, between rows on the straight line.
function valueAt(column, time) {
  const after = Math.max(1, table.time.findIndex((at) => at >= time));
  const share = (time - table.time[after - 1]) / (table.time[after] - table.time[after - 1]);
  return column[after - 1] + share * (column[after] - column[after - 1]);
}
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const middleOf = (page, selector) =>
  page.evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: 'center', behavior: 'instant' });
    const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]; })()`);

// The largest distance between a drawn body and the table's, over all bodies that the table has.
async function distanceAt(page, time) {
  const bodies = await page.evaluate('mbreport.data.motion.order.map((index) => mbreport.data.bodies[index].name)');
  const drawn = await page.evaluate(`${JSON.stringify(bodies)}.map((name) => mbreport.positionOf(name))`);
  const known = bodies.map((name, index) => [name, index]).filter(([name]) => table[`${name}.x`]);
  const distances = known.map(([name, index]) => Math.hypot(...['x', 'y', 'z'].map((axis, k) => drawn[index][k] - valueAt(table[`${name}.${axis}`], time))));
  return { bodies: known.length, most: Math.max(0, ...distances) };
}

async function checkLoading(page) {
  check(page.messages.length === 0, 'no message on the console', page.messages);
  check((await page.evaluate('mbreport.errors.length')) === 0, 'no error and no violation of the policy', await page.evaluate('mbreport.errors'));
  check(page.requests.length === 1, 'one request: the file itself', page.requests);
  check(await page.evaluate('document.querySelector("meta[http-equiv=Content-Security-Policy]").content.includes("default-src \'none\'")'), 'the policy refuses all else');
  check((await page.evaluate('document.querySelectorAll("#charts canvas").length')) > 0, 'curves are drawn');
  check(await page.evaluate('getComputedStyle(document.querySelector(".stills") || document.createElement("p")).display !== "grid"'), 'still curves make room for them');
}

// Positions are stored in steps of the unit of length: half a step of rounding per axis, less than one altogether.
async function checkMotion(page) {
  const unit = await page.evaluate('mbreport.data.motion.unitLength');
  const pictures = [];
  for (const share of [0, 0.13, 0.41, 0.77, 1]) {
    const time = table.time[Math.round(share * (table.time.length - 1))];
    await page.evaluate(`mbreport.seek(${time})`);
    const { bodies, most } = await distanceAt(page, time);
    check(bodies > 0 && most < unit + 1e-6, `at ${time} s ${bodies} bodies stand where the table says`, most);
    if (share === 0.13 || share === 0.77) pictures.push(await pictureOf(page, '#view3d'));
  }
  check(pictures[0] !== pictures[1], 'the view differs between two instants');
  const [x, y, width] = await middleOf(page, '#timebar input[type=range]');
  await page.click(x + 0.2 * width, y);
  const time = await page.evaluate('Number(document.querySelector("#timebar input[type=range]").value)');
  const { most } = await distanceAt(page, time);
  const start = table.time[0];
  const end = table.time[table.time.length - 1];
  check(time > start + 0.6 * (end - start) && time < start + 0.8 * (end - start), 'a click on the slider moves time', time);
  check(most < 2 * unit + 1e-6, 'and the bodies with it', most);
  const [left, top, across] = await middleOf(page, '#charts .u-over');
  await page.click(left - 0.25 * across, top);
  const sought = await page.evaluate('Number(document.querySelector("#timebar input[type=range]").value)');
  check(Math.abs(sought - (start + 0.25 * (end - start))) < 0.02 * (end - start), 'a click on a curve moves time there', sought);
  check(await page.evaluate('/[#&]t=/.test(location.hash)'), 'the fragment keeps the time', await page.evaluate('location.hash'));
}

async function pictureOf(page, selector) {
  const [x, y, width, height] = await middleOf(page, selector);
  await pause(300);
  const scroll = await page.evaluate('[scrollX, scrollY]');
  return (await page.screenshot({ x: x - width / 2 + scroll[0], y: y - height / 2 + scroll[1], width, height, scale: 1 })).toString('base64');
}

// Whether exactly what is meant has the class, in every picture and table.
const litRightly = `(() => {
  const kinds = ['joint', 'body', 'force'];
  const namesOf = (e, kind) => (e.dataset[{ joint: 'joints', body: 'bodies' }[kind]] || e.dataset[kind] || '').split('\\n');
  return kinds.every((kind) => [...document.querySelectorAll('[data-' + kind + ']')].every((e) =>
    e.classList.contains('lit') === kinds.some((k) => namesOf(e, k).some((name) => mbreport.marked[k].has(name)))));
})()`;

async function checkLinks(page) {
  const cut = await page.evaluate('(mbreport.data.joints.find((joint) => joint.cut && joint.loop.length && document.querySelector(`tr[data-joint="${joint.name}"]`)) || null)');
  if (cut) {
    const [x, y] = await middleOf(page, `tr[data-joint="${cut.name}"]`);
    await page.pointer(x, y);
    const lit = await page.evaluate('mbreport.lit()');
    check([cut.name, ...cut.loop].every((name) => lit.includes(name)), `pointing at the row of the cut ${cut.name} lights its loop`, lit);
    check(await page.evaluate(litRightly), 'in every picture and table, and nothing else');
    check((await page.evaluate('document.getElementById("spoken").textContent')).includes(cut.name), 'its reason is told');
    await page.evaluate('mbreport.point(null)');
    check((await page.evaluate('document.querySelectorAll(".lit").length')) === 0, 'afterwards nothing is lit');
  } else console.log('     no cut in this machine: pointing at one is not tried');
  const focused = await page.evaluate(`(() => { const row = document.querySelector('tr[data-body], tr[data-joint]'); if (row) row.focus();
    return row && (row.dataset.body || row.dataset.joint); })()`);
  if (focused) check((await page.evaluate('mbreport.lit()')).includes(focused), `the focus on the row of ${focused} lights it`);
  await page.evaluate('document.activeElement.blur()');
  const found = await pointInView(page);
  check(found !== null, 'pointing into the view finds something');
  if (found) check(await page.evaluate(litRightly), `pointing at ${found.name} in the view lights it in every picture and table`);
}

// What is drawn once for several lights all of them, and each of them lights it.
async function checkFolded(page) {
  for (const place of ['#tree', '#graphs figure:not(.hidden)']) {
    const selector = `${place} rect[data-bodies]`;
    const names = await page.evaluate(`(document.querySelector(${JSON.stringify(selector)}) || { dataset: { bodies: '' } }).dataset.bodies.split('\\n')`);
    check(names.length > 1, `${place} draws ${names[0]} once for several`, names);
    const [x, y] = await middleOf(page, selector);
    await page.pointer(x, y);
    const lit = await page.evaluate('mbreport.lit()');
    check(names.every((name) => lit.includes(name)), 'pointing at it lights all of them', lit);
    check(await page.evaluate(litRightly), 'in every picture and table');
    await page.evaluate(`mbreport.point('body', ${JSON.stringify(names[1])})`);
    check(await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).classList.contains('lit')`), `${names[1]} lights it`);
    check(!(await page.evaluate('mbreport.lit()')).includes(names[0]), 'and not the others');
    await page.evaluate('mbreport.point(null)');
  }
}

// Moves the pointer over the view until it meets something.
async function pointInView(page) {
  const [x, y, width, height] = await middleOf(page, '#view3d canvas');
  for (const down of [0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3]) {
    for (let across = -0.4; across <= 0.4; across += 0.05) {
      await page.pointer(x + across * width, y + down * height);
      await pause(40);
      const pointed = await page.evaluate('mbreport.pointed');
      if (pointed) return pointed;
    }
  }
  return null;
}

// Texts of one picture that lie on each other, and texts that stick out of it.
const badTexts = `[...document.querySelectorAll('main svg')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map((text) => ({ text: text.textContent, r: text.getBoundingClientRect() })).filter(({ r }) => r.width > 0);
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const out = texts.filter(({ r }) => r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1).map(({ text }) => text + ' sticks out');
  return out.concat(texts.flatMap((a, k) => texts.slice(k + 1).filter((b) => meets(a.r, b.r)).map((b) => a.text + ' on ' + b.text)));
})`;

async function checkLooks(page) {
  const bad = await page.evaluate(badTexts);
  check(bad.length === 0, `no text on another among ${await page.evaluate('document.querySelectorAll("main svg text").length')}`, bad.slice(0, 5));
  const before = await pictureOf(page, '#view3d');
  const [x, y] = await middleOf(page, '#theme');
  await page.click(x, y);
  check((await page.evaluate('document.documentElement.dataset.theme')) === 'dark' && before !== (await pictureOf(page, '#view3d')), 'the button makes it dark, the view too');
  await page.send('Emulation.setDeviceMetricsOverride', { width: 420, height: 800, deviceScaleFactor: 1, mobile: false });
  await pause(300);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  check(width <= 420, 'fits a width of 420 pixels', width);
}

// Whatever is injected is refused. This leaves messages, so it comes last on its page.
async function checkPolicy(page) {
  await page.evaluate(`(() => { const s = document.createElement('script'); s.textContent = 'window.injected = 1'; document.body.append(s);
    const i = new Image(); i.src = 'https://example.invalid/x.png'; document.body.append(i); })()`);
  await pause(200);
  check(await page.evaluate('window.injected === undefined && mbreport.errors.length >= 2'), 'an injected script and a foreign picture are refused');
}

async function withBrowser(flags, job) {
  const browser = startBrowser(program, flags);
  try {
    await job(browser);
  } finally {
    await browser.close();
  }
}

await withBrowser([], async (browser) => {
  const page = await openPage(browser, address, { features: still });
  await checkLoading(page);
  await checkMotion(page);
  await checkLinks(page);
  await checkLooks(page);
  check(page.messages.length === 0 && page.requests.length === 1, 'still no message and no request', [page.messages, page.requests]);
  await checkPolicy(page);
  const playing = await openPage(browser, address);
  const plays = () => playing.evaluate('Number(document.querySelector("#timebar input[type=range]").value) > mbreport.data.motion.start');
  for (let tries = 0; tries < 60 && !(await plays()); ++tries) await pause(250);
  check(await plays(), 'it plays on opening');
});
await withBrowser([], async (browser) => checkFolded(await openPage(browser, pathToFileURL(resolve(process.argv[4])).href, { features: still })));
await withBrowser(['--disable-3d-apis'], async (browser) => {
  const page = await openPage(browser, address, { features: still });
  check((await page.evaluate('document.querySelectorAll("#charts canvas").length')) > 0, 'curves are drawn without WebGL');
  check((await page.evaluate('document.querySelector("#view3d .poster") !== null')) === true, 'the view says that WebGL is missing');
  check((await page.evaluate('mbreport.errors.length')) === 0, 'and that is no error', await page.evaluate('mbreport.errors'));
});
console.log(failures ? `${failures} failed` : 'all hold');
process.exit(failures ? 1 : 0);
