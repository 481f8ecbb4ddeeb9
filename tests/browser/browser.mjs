// A browser without a window, driven through two pipes: the DevTools protocol as JSON texts that end with a zero byte. Needs nothing but Node 18 and Chromium.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

// The browser's program, or null where none is installed.
export function findBrowser() {
  const names = process.env.MB_CHROMIUM ? [process.env.MB_CHROMIUM] : ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH || '').split(delimiter);
  for (const path of names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))))) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not there: the next one.
    }
  }
  return null;
}

// Starts the browser: { send(method, parameters, session), on(listener), close() }.
export function startBrowser(program, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'mbconvert-browser-'));
  const common = [
    '--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars', '--no-first-run', '--disable-extensions', '--disable-background-networking',
    '--disable-component-update', '--remote-debugging-pipe', `--user-data-dir=${folder}`,
  ];
  const graphics = flags.includes('--disable-3d-apis') ? [] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  const child = spawn(program, [...common, ...graphics, ...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , input, output] = child.stdio;
  const waiting = new Map();
  const listeners = [];
  let last = 0;
  let text = Buffer.alloc(0);
  output.on('data', (piece) => {
    text = Buffer.concat([text, piece]);
    for (let end = text.indexOf(0); end >= 0; end = text.indexOf(0)) {
      const message = JSON.parse(text.subarray(0, end).toString());
      text = text.subarray(end + 1);
      const answer = waiting.get(message.id);
      if (!answer) listeners.forEach((listener) => listener(message));
      else {
        waiting.delete(message.id);
        if (message.error) answer.reject(new Error(`${answer.method}: ${message.error.message}`));
        else answer.resolve(message.result);
      }
    }
  });
  const gone = (reason) => {
    for (const answer of waiting.values()) answer.reject(new Error(`the browser is gone: ${reason}`));
    waiting.clear();
  };
  child.on('error', gone);
  child.on('exit', (code) => gone(`exit code ${code}`));
  input.on('error', gone);
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject, method });
        input.write(JSON.stringify({ id: last, method, params, sessionId }) + '\0');
      }),
    on: (listener) => listeners.push(listener),
    close: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.kill();
      await ended;
      // Processes of the browser that outlive it may still write.
      for (let tries = 0; tries < 20 && existsSync(folder); ++tries) {
        try {
          rmSync(folder, { recursive: true, force: true });
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
  };
}

// Opens a page and waits until it is ready: { evaluate(expression), pointer(x, y), key(name), screenshot(), messages, requests }.
export async function openPage(browser, address, { width = 1420, height = 960, features = [] } = {}) {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const page = { messages: [], requests: [], send };
  browser.on(({ method, params, sessionId: from }) => {
    if (from !== sessionId) return;
    if (method === 'Network.requestWillBeSent') page.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') page.messages.push(`exception: ${(params.exceptionDetails.exception || {}).description || params.exceptionDetails.text}`);
    if (method === 'Runtime.consoleAPICalled') page.messages.push(`${params.type}: ${params.args.map(({ value, description }) => value || description).join(' ')}`);
    if (method === 'Log.entryAdded') page.messages.push(`${params.entry.level}: ${params.entry.text}`);
  });
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await send(`${domain}.enable`);
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  await send('Emulation.setEmulatedMedia', { features });
  page.evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${(exceptionDetails.exception || {}).description || exceptionDetails.text}`);
    return result.value;
  };
  page.pointer = (x, y, type = 'mouseMoved') => send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: type === 'mouseMoved' ? 0 : 1 });
  page.click = async (x, y) => {
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await page.pointer(x, y, type);
  };
  page.screenshot = async (clip) => Buffer.from((await send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: Boolean(clip), clip })).data, 'base64');
  const loaded = new Promise((resolve) => browser.on(({ method, sessionId: from }) => method === 'Page.loadEventFired' && from === sessionId && resolve()));
  // Pages in the background get no frames.
  await send('Page.bringToFront');
  await send('Page.navigate', { url: address });
  await loaded;
  await page.evaluate('mbreport.ready.then(() => true)');
  return page;
}
