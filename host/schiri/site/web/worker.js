// Replaces the server: runs Python, the table and the simulated device in a thread of their own.
// One tab of a browser has the table. The other tabs watch it through a broadcast channel.
import "./files.js";
import "./cache.js";
import { Store } from "./store.js";
import { loadPyodide } from "./pyodide/pyodide.js";

const { SITE, SiteCache } = self;
const HOME = "/home/schiri";
// Time between two steps of the table, in ms: during input, when idle, and in a hidden tab.
const [BUSY, REST, HIDDEN] = [4, 40, 250];
const BUSY_MS = 400;

const fetched = self.fetch.bind(self);
const kinds = { wasm: "application/wasm", zip: "application/zip", json: "application/json" };
const progress = { done: 0, of: 0 };

const read = async (answer) => {
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    progress.done += value.length;
    postMessage({ say: "progress", part: progress.done / progress.of });
  }
};

// Pyodide fetches its files by their addresses. They are loaded already, so answer from memory.
const given = new Map();
self.fetch = (resource, options) => {
  const name = new URL(resource.url || resource, self.location.href).pathname.split("/").pop();
  if (!given.has(name)) return fetched(resource, options);
  const headers = { "content-type": kinds[name.split(".").pop()] };
  return Promise.resolve(new Response(given.get(name), { headers }));
};

// If the browser cannot run its WebAssembly, Pyodide only logs that, and waits for ever.
const { instantiateStreaming } = WebAssembly;
const unable = new Promise((_, fail) => {
  WebAssembly.instantiateStreaming = (...how) =>
    instantiateStreaming(...how).catch((error) => {
      fail(error);
      throw error;
    });
});

let [python, table, store, busyUntil, isHidden] = [null, null, null, 0, false];
const waiting = [];
const channel = new BroadcastChannel("schiri");
const tab = crypto.randomUUID();

// Python

const boot = async () => {
  progress.of = SITE.load.reduce((sum, [, size]) => sum + size, 0);
  const [wasm, library, packages] = await Promise.all(SITE.load.map(([name]) => SiteCache.load(name, read)));
  given.set("pyodide.asm.wasm", wasm);
  given.set("python_stdlib.zip", library);
  given.set("pyodide-lock.json", JSON.stringify(SITE.lock));
  const begun = loadPyodide({
    indexURL: new URL("pyodide/", self.location.href).href,
    env: { HOME, SCHIRI_LOGS: `${HOME}/logs` },
    fullStdLib: false,
  });
  python = await Promise.race([begun, unable]);
  given.clear();
  python.unpackArchive(packages, "zip", { extractDir: "/schiri" });
  store = await Store.mount(python.FS, HOME);
  table = python.runPython(SITE.begin);
};

// Save before anything is shown. If that fails, report it first.
let told = null;
const keep = () => {
  store.flush();
  if (store.why !== told) postMessage({ say: "storage", why: (told = store.why), hasAside: store.hasAside });
};

let wasPlaying = false;
const step = () => {
  if (hasFailed) return;
  if (isHeld) return setTimeout(step, REST);
  const now = Math.round(performance.now());
  try {
    const messages = JSON.parse(table.step(now));
    keep();
    const isPlaying = table.is_busy;
    if (wasPlaying && !isPlaying) postMessage({ say: "played" });
    wasPlaying = isPlaying;
    for (const [id, text] of messages)
      if (id === "port" || id === "bytes") postMessage({ say: id, text });
      else send(id, { say: "page", text });
  } catch (error) {
    return fail(error);
  }
  setTimeout(step, now < busyUntil ? BUSY : isHidden ? HIDDEN : REST);
};

// Report only the first error: later errors are its consequences.
let hasFailed = false;
const fail = (error) => {
  console.error(error);
  if (hasFailed) return;
  [table, hasFailed] = [null, true];
  postMessage({ say: "failed", why: String(error) });
};

// A drive that the user has given access to. Python waits for each operation, and the worker does nothing else then.

const drive = (root) => {
  const folderOf = async (path, create) => {
    let folder = root;
    for (const name of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  };
  const nameOf = (path) => path.split("/").pop();
  const list = async (folder, before) => {
    const found = [];
    for await (const [name, handle] of folder.entries())
      if (handle.kind === "file") found.push(before + name);
      else found.push(...(await list(handle, `${before}${name}/`)));
    return found;
  };
  const without = (names) => (error) => {
    if (!names.includes(error.name)) throw error;
    return null;
  };
  const missing = without(["NotFoundError", "TypeMismatchError"]);
  const asked = {
    names: async () => (await list(root, "")).join("\n"),
    async read(path) {
      const file = await folderOf(path).then((folder) => folder.getFileHandle(nameOf(path))).catch(missing);
      // The file may be missing because the drive is gone: then the listing throws.
      if (!file) return void (await list(root, ""));
      return python.toPy(new Uint8Array(await (await file.getFile()).arrayBuffer()));
    },
    async write(path, content) {
      const file = await (await folderOf(path, true)).getFileHandle(nameOf(path), { create: true });
      const written = await file.createWritable();
      try {
        await written.write(content);
        await written.close();
      } catch (error) {
        // Without this, a partial copy would stay beside the file, and nobody could remove it.
        await written.abort().catch(() => null);
        throw error;
      }
    },
    async remove(path) {
      let [folder, name] = [await folderOf(path).catch(missing), nameOf(path)];
      await folder?.removeEntry(name).catch(missing);
      for (let up = path; folder && folder !== root && !(await folder.keys().next()).value; ) {
        up = up.slice(0, up.lastIndexOf("/"));
        [folder, name] = [await folderOf(up), nameOf(up)];
        await folder.removeEntry(name);
      }
    },
  };
  const answered = (act) => async (path, content) => {
    const bytes = content?.toJs();
    try {
      return { value: (await act(path, bytes)) ?? undefined, error: "" };
    } catch (error) {
      return { error: error.name };
    }
  };
  return Object.fromEntries(Object.entries(asked).map(([name, act]) => [name, answered(act)]));
};

let isHeld = false;
const install = async ({ number, handle, build, board, language }) => {
  const say = (about) => postMessage({ say: "got", number, about });
  isHeld = true;
  try {
    const { bytes: bundle } = await SiteCache.download(`bundles/schiri-${build}-${board}.zip`);
    const report = (file) => postMessage({ say: "writing", file });
    const put = python.runPython(SITE.install);
    const given = [handle.name, drive(handle), python.toPy(new Uint8Array(bundle)), build, board, language, report];
    say(JSON.parse(await put.callPromising(...given)));
  } catch (error) {
    console.error(error);
    say({ problem: String(error) });
  }
  isHeld = false;
  for (const message of waiting.splice(0)) self.onmessage({ data: message });
};

// Tabs: this one, and the tabs that watch.

const send = (id, message) =>
  id === tab ? postMessage(message) : channel.postMessage({ to: id, message });

const carryOut = (id, message) => {
  const mayAct = id === tab;
  switch (message.do) {
    case "open":
      return table.open(id, message.language, mayAct);
    case "close":
      return table.close(id);
    case "receive":
      busyUntil = performance.now() + BUSY_MS;
      return table.receive(id, message.text);
    case "get": {
      const found = table.get(message.address, message.accept, message.cookies, mayAct, Boolean(message.isAction));
      const [about, body] = found.toJs();
      found.destroy();
      keep();
      return send(id, { say: "got", number: message.number, about: JSON.parse(about), body });
    }
    case "connect":
      return table.connect(message.isReal);
    case "aside":
      return send(id, { say: "got", number: message.number, about: store.takeAside() });
    case "busy":
      return send(id, { say: "got", number: message.number, about: table.is_busy });
    case "port":
      busyUntil = performance.now() + BUSY_MS;
      return table.receive_port(message.event, python.toPy(message.bytes || new Uint8Array()));
    case "add": {
      const about = table.add(message.name, python.toPy(message.bytes), message.language);
      keep();
      return send(id, { say: "got", number: message.number, about });
    }
  }
};

const receive = (id, message) => {
  try {
    carryOut(id, message);
  } catch (error) {
    if (message.number === undefined) return fail(error);
    // A message with a number only asks for something. It does not change the table, so the table goes on.
    console.error(error);
    send(id, { say: "got", number: message.number, problem: String(error) });
  }
};

// Messages that are accepted from tabs without the table.
const ASKED_BY_OTHERS = ["open", "close", "get", "receive"];
let [isOurs, isWatching] = [false, false];
self.onmessage = ({ data }) => {
  if (data.do === "hidden") isHidden = data.is;
  else if (isHeld) waiting.push(data);
  else if (data.do === "install") install(data);
  else if (table) receive(tab, data);
  else if (isOurs) waiting.push(data);
  else channel.postMessage({ from: tab, message: data });
};
channel.onmessage = ({ data }) => {
  if (data.to === tab && !isOurs) postMessage(data.message);
  else if (data.from && table && !isHeld && ASKED_BY_OTHERS.includes(data.message.do)) receive(data.from, data.message);
  else if (data.asks && table) channel.postMessage({ is: data.asks });
  else if (!isOurs && (data.begun || (data.is === tab && !isWatching))) {
    // A table that has just begun knows no page of another tab.
    isWatching = true;
    postMessage({ say: "elsewhere" });
  }
};

const begin = async () => {
  isOurs = true;
  try {
    await boot();
    keep();
    postMessage({ say: "ready", about: JSON.parse(table.about()) });
    channel.postMessage({ begun: tab });
    for (const message of waiting.splice(0)) receive(tab, message);
    step();
  } catch (error) {
    fail(error);
  }
  // Never resolve: this tab holds the lock of the table until it is closed.
  return new Promise(() => {});
};

const name = "schiri-table";
const waitForTable = (lock) => {
  if (lock) return begin();
  // Another tab has the table. This tab takes it over when that tab is closed.
  navigator.locks.request(name, begin);
  const ask = () => isOurs || channel.postMessage({ asks: tab });
  ask();
  for (const wait of [500, 1500, 4000, 8000]) setTimeout(ask, wait);
};
// A browser that denies storage may deny locks too.
if (!navigator.locks) begin();
else navigator.locks.request(name, { ifAvailable: true }, waitForTable).catch(begin);
