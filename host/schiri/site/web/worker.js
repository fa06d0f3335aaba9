// The server's place: Python, the table and the simulated device, in a thread of their own.
// One tab of a browser has the table; the others watch it through a channel.
import "./files.js";
import { Store } from "./store.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const { SITE } = self;
const HOME = "/home/schiri";
// How often the table is stepped, in ms: while something happens, at rest, and out of sight.
const [BUSY, REST, HIDDEN] = [4, 40, 250];
const BUSY_MS = 400;

const fetched = self.fetch.bind(self);
const kinds = { wasm: "application/wasm", zip: "application/zip", json: "application/json" };
const progress = { done: 0, of: 0 };

// What was fetched once is kept by the page's own cache: from then on no network is needed.
const load = async (name) => {
  const cache = await self.caches?.open(SITE.version).catch(() => null);
  const address = new URL(name, self.location.href).href;
  const kept = await cache?.match(address);
  const answer = kept || (await fetched(address));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    progress.done += value.length;
    postMessage({ say: "progress", part: progress.done / progress.of });
  }
  const bytes = await new Blob(parts).arrayBuffer();
  // What cannot be kept is fetched again the next time.
  if (cache && !kept) await cache.put(address, new Response(bytes)).catch(() => null);
  return bytes;
};

// Pyodide asks for its files by their addresses; they are here already.
const given = new Map();
self.fetch = (resource, options) => {
  const name = new URL(resource.url || resource, self.location.href).pathname.split("/").pop();
  if (!given.has(name)) return fetched(resource, options);
  const headers = { "content-type": kinds[name.split(".").pop()] };
  return Promise.resolve(new Response(given.get(name), { headers }));
};

let [python, table, store, busyUntil, isHidden] = [null, null, null, 0, false];
const waiting = [];
const channel = new BroadcastChannel("schiri");
const tab = crypto.randomUUID();

// Python

const boot = async () => {
  progress.of = SITE.load.reduce((sum, [, size]) => sum + size, 0);
  const [wasm, library, packages] = await Promise.all(SITE.load.map(([name]) => load(name)));
  const unpacked = new Blob([wasm]).stream().pipeThrough(new DecompressionStream("gzip"));
  given.set("pyodide.asm.wasm", unpacked);
  given.set("python_stdlib.zip", library);
  given.set("pyodide-lock.json", JSON.stringify(SITE.lock));
  python = await loadPyodide({
    indexURL: new URL("pyodide/", self.location.href).href,
    env: { HOME, SCHIRI_LOGS: `${HOME}/logs` },
    fullStdLib: false,
  });
  given.clear();
  python.unpackArchive(packages, "zip", { extractDir: "/schiri" });
  store = await Store.mount(python.FS, HOME);
  table = python.runPython(SITE.begin);
};

// What is shown is kept already; where it cannot be, that is told first.
let told = "";
const keep = () => {
  store.flush();
  if (store.why !== told) postMessage({ say: "storage", why: (told = store.why) });
};

const step = () => {
  const now = Math.round(performance.now());
  try {
    const messages = JSON.parse(table.step(now));
    keep();
    for (const [id, text] of messages)
      if (id === "port" || id === "bytes") postMessage({ say: id, text });
      else send(id, { say: "page", text });
  } catch (error) {
    return fail(error);
  }
  setTimeout(step, now < busyUntil ? BUSY : isHidden ? HIDDEN : REST);
};

const fail = (error) => {
  table = null;
  console.error(error);
  postMessage({ say: "failed", why: String(error) });
};

// Tabs: this one, and those that watch.

const send = (id, message) =>
  id === tab ? postMessage(message) : channel.postMessage({ to: id, message });

const carryOut = (id, message) => {
  const mayAct = id === tab;
  switch (message.do) {
    case "open":
      return table.open(id, message.language, mayAct);
    case "close":
      return table.close(id);
    case "hear":
      busyUntil = performance.now() + BUSY_MS;
      return table.hear(id, message.text);
    case "get": {
      const found = table.get(message.address, message.accept, message.cookies, mayAct);
      const [about, body] = found.toJs();
      found.destroy();
      keep();
      return send(id, { say: "got", number: message.number, about: JSON.parse(about), body });
    }
    case "connect":
      return table.connect(message.isReal);
    case "busy":
      return send(id, { say: "got", number: message.number, about: table.is_busy });
    case "port":
      busyUntil = performance.now() + BUSY_MS;
      return table.hear_port(message.event, python.toPy(message.bytes || new Uint8Array()));
    case "add": {
      const about = table.add(message.name, python.toPy(message.bytes), message.language);
      keep();
      return send(id, { say: "got", number: message.number, about: JSON.parse(about) });
    }
  }
};

const hear = (id, message) => {
  try {
    carryOut(id, message);
  } catch (error) {
    fail(error);
  }
};

// What a tab may want that has not the table.
const ASKED_BY_OTHERS = ["open", "close", "get", "hear"];
let isOurs = false;
self.onmessage = ({ data }) => {
  if (data.do === "hidden") isHidden = data.is;
  else if (table) hear(tab, data);
  else if (isOurs) waiting.push(data);
  else channel.postMessage({ from: tab, message: data });
};
channel.onmessage = ({ data }) => {
  if (data.to === tab && !isOurs) postMessage(data.message);
  else if (data.from && table && ASKED_BY_OTHERS.includes(data.message.do)) hear(data.from, data.message);
  else if (data.asks && table) channel.postMessage({ is: data.asks });
  else if (data.is === tab) postMessage({ say: "elsewhere" });
};

const begin = async () => {
  isOurs = true;
  try {
    await boot();
    keep();
    postMessage({ say: "ready", about: JSON.parse(table.about()) });
    for (const message of waiting.splice(0)) hear(tab, message);
    step();
  } catch (error) {
    fail(error);
  }
  // The table is this tab's until it is closed.
  return new Promise(() => {});
};

const name = "schiri-table";
const waitForTable = (lock) => {
  if (lock) return begin();
  // Another tab has it; this one takes it over once that is closed.
  navigator.locks.request(name, begin);
  const ask = () => isOurs || channel.postMessage({ asks: tab });
  ask();
  for (const wait of [500, 1500, 4000, 8000]) setTimeout(ask, wait);
};
// Where nothing may be kept there is no lock either.
if (!navigator.locks) begin();
else navigator.locks.request(name, { ifAvailable: true }, waitForTable).catch(begin);
