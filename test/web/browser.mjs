/*
 * browser.mjs - a headless Chromium, by the DevTools protocol over two pipes
 *
 * Messages are JSON texts, each with a NUL behind it; no package is needed.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe"];
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? "chromium";

/* Chromium's other processes may still write where the first one has ended, so a folder that fills again is removed again. */
async function removeProfile(profile) {
  for (const end = Date.now() + 10000; ; await sleep(50)) {
    try {
      return rmSync(profile, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "ENOTEMPTY" || Date.now() > end) throw error;
    }
  }
}

/* Starts a browser; `send` is for a session or, without one, for the browser itself. */
export function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "fringe-chromium-"));
  // its temporary folder has to be its own: it may hang in one that belongs to the server's user
  const env = { ...process.env, TMPDIR: profile };
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], { env, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
  const answers = new Map();
  const listeners = [];
  let number = 0;
  let rest = "";

  function receive(message) {
    const waiting = answers.get(message.id);
    if (!waiting) return listeners.forEach(listener => listener(message));
    answers.delete(message.id);
    clearTimeout(waiting.late);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  /* An answer takes a minute at most: a browser that hangs is a failure, not a test without an end. */
  const answerTo = (id, method) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Chromium does not answer ${method}`)), 60000);
    answers.set(id, { resolve, reject, late });
  });

  // all of its processes are of one group
  const kill = () => { if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL"); };

  process.once("exit", kill);

  child.stdio[4].setEncoding("utf8").on("data", text => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    messages.map(JSON.parse).forEach(receive);
  });
  return {
    listeners,
    send(method, params = {}, sessionId) {
      child.stdio[3].write(`${JSON.stringify({ id: ++number, method, params, sessionId })}\0`);
      return answerTo(number, method);
    },
    /* Nothing of the profile is kept, so nothing has to be closed in order, which in a bare root may not end. */
    async stop() {
      const ended = new Promise(resolve => child.once("exit", resolve));
      kill();
      await ended;
      await removeProfile(profile);
    },
  };
}

const mouse = (type, [x, y], more) => ({ type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1, ...more });

/* A page of so many pixels: `problems` are what its scripts throw and what it asks a network for. */
export async function openPage(browser, url, { width = 1280, height = 800, touch = false } = {}) {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params) => browser.send(method, params, sessionId);
  const problems = [];
  const origin = new URL(url).origin;
  browser.listeners.push(({ method, params, sessionId: of }) => {
    if (of !== sessionId) return;
    if (method === "Runtime.exceptionThrown") problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Network.requestWillBeSent" && !["data:", "blob:", "file:"].some(scheme => params.request.url.startsWith(scheme)) && new URL(params.request.url).origin !== origin) problems.push(`asks for ${params.request.url}`);
  });
  await Promise.all([send("Page.enable"), send("Runtime.enable"), send("Network.enable")]);
  await browser.send("Browser.grantPermissions", { permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"], browserContextId });
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
  if (touch) await send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });
  /* What is asked while a page takes the place of another one may never be answered. */
  const loaded = new Promise(resolve => browser.listeners.push(({ method, sessionId: of }) => method === "Page.loadEventFired" && of === sessionId && resolve()));
  await send("Page.navigate", { url });
  await loaded;

  const page = {
    problems,
    send,
    async run(expression) {
      const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /* Waits until the expression is true, for half a minute at most. */
    async until(expression) {
      for (let tries = 0; tries < 300; tries++) {
        if (await page.run(`Boolean(${expression})`).catch(() => false)) return true;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      return false;
    },
    frames: () => page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"),
    async drag(from, to) {
      await send("Input.dispatchMouseEvent", mouse("mousePressed", from));
      for (let i = 1; i <= 8; i++) await send("Input.dispatchMouseEvent", mouse("mouseMoved", from.map((at, axis) => at + ((to[axis] - at) * i) / 8)));
      await send("Input.dispatchMouseEvent", mouse("mouseReleased", to));
      await page.frames();
    },
    async swipe(from, to) {
      const at = ([x, y]) => [{ x, y }];
      await send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      for (let i = 1; i <= 8; i++) await send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(from.map((a, axis) => a + ((to[axis] - a) * i) / 8)) });
      await send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.frames();
    },
    async click(selector) {
      const point = await page.run(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: "center" }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`);
      await send("Input.dispatchMouseEvent", mouse("mousePressed", point));
      await send("Input.dispatchMouseEvent", mouse("mouseReleased", point));
      await page.frames();
    },
    async key(key, code = key) {
      await send("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: key.length === 1 ? key : undefined });
      await send("Input.dispatchKeyEvent", { type: "keyUp", key, code });
      await page.frames();
    },
    async picture(options) {
      return Buffer.from((await send("Page.captureScreenshot", options)).data, "base64");
    },
  };
  return page;
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/* Serves files by the first part of their path, from the folder of that name. */
export async function serve(folders) {
  const server = createServer((request, response) => {
    const [, first, ...names] = new URL(request.url, "http://localhost").pathname.split("/");
    const file = join(folders[first] ?? "/nonexistent", ...names);
    response.writeHead(existsSync(file) ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}
