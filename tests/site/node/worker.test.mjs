// The worker of the site: what it loads, when a page is told, what other tabs may do, and how it writes a drive.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { error, run, settled, sumOf, until } from "./browser.mjs";

const HERE = "http://here/";
const NAMES = ["a.wasm.gz", "b.zip", "c.zip"];
const BUNDLE = "bundles/schiri-keys5-pico.zip";
const sums = { "a.wasm.gz": sumOf("wasm"), "b.zip": sumOf("body"), "c.zip": sumOf("body"), [BUNDLE]: sumOf("body") };
const SITE = { version: "schiri-1", load: NAMES.map((name) => [name, 30]), sums, lock: {}, begin: "begin", install: "install" };

// A browser with its cache and the lock of the table; tabs are opened in it.
class Browser {
  constructor(status = 200) {
    Object.assign(this, { status, served: {}, cache: new Map(), fetched: [], channels: [], locks: [] });
  }
  fetch = async (address) => {
    this.fetched.push(String(address));
    // The service worker answers first.
    if (this.isKept && this.cache.has(address)) return this.cache.get(address).clone();
    const body = String(address).endsWith("gz") ? gzipSync("wasm") : "body";
    return new Response(this.served[address.slice(HERE.length)] ?? body, { status: this.status });
  };
  // Give the lock, when it is free: the first one in the line has it.
  request = async (_name, ...how) => {
    const begin = how.pop();
    if (how.length) return begin(this.locks.length ? null : this.locks.push(begin));
    this.locks.push(begin);
  };
  // Close the tab with the table.
  pass = async () => {
    this.locks.shift();
    await this.locks[0]?.({});
  };
}

class Tab {
  constructor(browser, { python, ...globals } = {}) {
    const tab = this;
    Object.assign(this, { browser, done: [], told: [], waits: [], next: [], now: 1000, why: "" });
    const cache = {
      match: async (address) => browser.cache.get(address)?.clone(),
      put: async (address, answer) => void browser.cache.set(address, answer),
      delete: async (address) => browser.cache.delete(address),
    };
    this.self = { SITE, location: { href: `${HERE}worker.js` }, fetch: browser.fetch, caches: { open: async () => cache } };
    const noted = (name, value) => (...how) => {
      this.done.push([name, ...how]);
      return value?.();
    };
    this.table = {
      step: noted("step", () => JSON.stringify(this.next.splice(0))),
      get: noted("get", () => ({ toJs: () => ["{}", "page"], destroy() {} })),
      add: noted("add", () => "added"),
      about: () => "{}",
      is_busy: true,
      ...Object.fromEntries(["open", "close", "receive", "connect", "receive_port"].map((name) => [name, noted(name)])),
    };
    this.python = {
      unpackArchive() {},
      runPython: (text) => (text === SITE.begin ? this.table : python.install),
      toPy: (bytes) => bytes,
    };
    const store = { hasAside: false, takeAside: () => "aside", flush: noted("flush") };
    Object.defineProperty(store, "why", { get: () => this.why });
    const channel = class {
      constructor() {
        browser.channels.push(this);
      }
      postMessage(data) {
        for (const each of browser.channels) if (each !== this) each.onmessage({ data });
      }
    };
    run("site/web/cache.js", { self: this.self, fetch: (...how) => this.self.fetch(...how) });
    run("site/web/worker.js", {
      self: this.self,
      postMessage: (message) => this.told.push(message) && this.done.push(["say", message.say]),
      BroadcastChannel: channel,
      crypto: { randomUUID: () => `tab ${browser.channels.length}` },
      navigator: { locks: browser },
      performance: { now: () => this.now },
      setTimeout: (go, ms) => this.waits.push([go, ms]),
      Store: { mount: async () => store },
      console: { error() {} },
      async loadPyodide({ indexURL }) {
        const given = await Promise.all(["pyodide.asm.wasm", "python_stdlib.zip"].map((name) => tab.self.fetch(indexURL + name)));
        tab.given = await Promise.all(given.map(async (each) => [await each.text(), each.headers.get("content-type")]));
        return tab.python;
      },
      ...globals,
    });
  }
  say = (data) => this.self.onmessage({ data });
  // Let the next step happen; return the time until the one after it.
  step() {
    const [go] = this.waits.pop();
    this.done.length = this.told.length = 0;
    go();
    return this.waits.at(-1)?.[1];
  }
  get news() {
    return this.told.filter(({ say }) => say !== "progress");
  }
}
const opened = async (browser = new Browser(), how = {}) => {
  const tab = new Tab(browser, how);
  await until(() => tab.waits.length || tab.told.some(({ say }) => say === "failed"));
  return tab;
};
const named = (tab) => tab.done.map(([name]) => name);

test("the files of a start are fetched once, and given to Python from memory", async () => {
  const browser = new Browser();
  const tab = await opened(browser);
  assert.deepEqual(browser.fetched, NAMES.map((name) => HERE + name));
  assert.deepEqual(tab.given, [["wasm", "application/wasm"], ["body", "application/zip"]]);
  const parts = tab.told.filter(({ say }) => say === "progress").map(({ part }) => part);
  assert.deepEqual(parts, [...parts].sort());
  assert.deepEqual(tab.news, [{ say: "storage", why: "", hasAside: false }, { say: "ready", about: {} }]);
  await tab.self.fetch(`${HERE}python_stdlib.zip`);
  assert.equal(browser.fetched.length, 4);
  browser.locks.length = 0;
  const again = await opened(browser);
  assert.equal(browser.fetched.length, 4);
  assert.deepEqual(again.given, tab.given);
});

test("a file that is not there ends the start, and is not stored", async () => {
  const browser = new Browser(404);
  const tab = await opened(browser);
  assert.deepEqual(tab.news, [{ say: "failed", why: "Error: a.wasm.gz: 404" }]);
  assert.equal(browser.cache.size, 0);
});

test("a file that is not as it was built is neither used nor stored", async () => {
  const cut = gzipSync("wasm").subarray(0, -9);
  // Some servers have the browser unpack what is packed. Others have a file that was cut, or one of another version.
  for (const [name, served, problem] of [
    ["a.wasm.gz", "wasm", ""],
    ["a.wasm.gz", cut, /^Error: a\.wasm\.gz: \d+ bytes/],
    ["b.zip", "bod", /^Error: b\.zip: 3 bytes/],
    ["c.zip", "next", /^Error: c\.zip: 4 bytes/],
  ]) {
    const browser = new Browser();
    browser.served[name] = served;
    const tab = await opened(browser);
    if (problem) assert.match(tab.news[0].why, problem);
    else assert.deepEqual([tab.given[0], tab.news.at(-1).say], [["wasm", "application/wasm"], "ready"]);
    assert.equal(browser.cache.has(HERE + name), !problem);
  }
  const browser = Object.assign(new Browser(), { isKept: true });
  browser.cache.set(`${HERE}b.zip`, new Response("bod"));
  const tab = await opened(browser);
  assert.deepEqual([tab.given[1][0], await browser.cache.get(`${HERE}b.zip`).text()], ["body", "body"]);
});

test("a browser that cannot run Python is told of", async () => {
  const cannot = { instantiateStreaming: async () => Promise.reject(error("CompileError")) };
  const loadPyodide = () => new Promise(() => cannot.instantiateStreaming().catch(() => null));
  const tab = await opened(new Browser(), { WebAssembly: cannot, loadPyodide });
  assert.deepEqual(tab.news, [{ say: "failed", why: "CompileError: CompileError" }]);
});

test("when a game is over, the page is told of it once", async () => {
  const tab = await opened();
  const told = [true, true, false, false].map((is) => {
    tab.table.is_busy = is;
    tab.step();
    return tab.told.map(({ say }) => say).join();
  });
  assert.deepEqual(told, ["", "", "played", ""]);
});

test("everything is stored before a page is told of it", async () => {
  const tab = await opened();
  tab.next = [["tab 1", "moved"], ["port", "open"], ["bytes", "1"]];
  tab.step();
  assert.deepEqual(named(tab), ["step", "flush", "say", "say", "say"]);
  assert.deepEqual(tab.told, [{ say: "page", text: "moved" }, { say: "port", text: "open" }, { say: "bytes", text: "1" }]);
  for (const message of [{ do: "get" }, { do: "add", name: "a", bytes: [] }]) {
    tab.done.length = 0;
    tab.say({ ...message, number: 3 });
    assert.deepEqual(named(tab), [message.do, "flush", "say"]);
  }
  assert.deepEqual(tab.told.slice(3), [
    { say: "got", number: 3, about: {}, body: "page" },
    { say: "got", number: 3, about: "added" },
  ]);
  // A storage that fails is told of once, before what is not stored any more.
  tab.next = [["tab 1", "moved"]];
  tab.why = "full";
  tab.step();
  assert.deepEqual(tab.news, [{ say: "storage", why: "full", hasAside: false }, { say: "page", text: "moved" }]);
  tab.step();
  assert.deepEqual(tab.news, []);
});

test("the table is stepped often during input, and rarely in a hidden tab", async () => {
  const tab = await opened();
  assert.equal(tab.step(), 40);
  for (const input of [{ do: "receive", text: "{}" }, { do: "port", event: "lost" }]) {
    tab.say(input);
    assert.equal(tab.step(), 4);
    tab.now += 400;
    assert.equal(tab.step(), 40);
  }
  tab.say({ do: "hidden", is: true });
  assert.equal(tab.step(), 250);
  assert.deepEqual(tab.done[0], ["step", 1800]);
});

test("a question that fails is answered so, and any other failure ends the table once", async () => {
  const tab = await opened();
  tab.table.get = tab.table.receive = () => {
    throw new Error("broken");
  };
  tab.told.length = 0;
  tab.say({ do: "get", number: 5 });
  assert.deepEqual(tab.told, [{ say: "got", number: 5, problem: "Error: broken" }]);
  assert.equal(tab.step(), 40);
  tab.say({ do: "receive", text: "{}" });
  assert.deepEqual(tab.told, [{ say: "failed", why: "Error: broken" }]);
  tab.step();
  assert.deepEqual([tab.done, tab.told, tab.waits], [[], [], []]);
});

test("a page's messages are passed on to the table", async () => {
  const tab = await opened();
  tab.done.length = tab.told.length = 0;
  tab.say({ do: "open", language: "de" });
  tab.say({ do: "connect", isReal: true });
  tab.say({ do: "port", event: "bytes", bytes: Uint8Array.of(1) });
  tab.say({ do: "port", event: "opened" });
  tab.say({ do: "aside", number: 1 });
  tab.say({ do: "busy", number: 2 });
  const sent = tab.done.filter(([name]) => name !== "say");
  assert.deepEqual(sent, [
    ["open", "tab 1", "de", true],
    ["connect", true],
    ["receive_port", "bytes", Uint8Array.of(1)],
    ["receive_port", "opened", new Uint8Array()],
  ]);
  assert.deepEqual(tab.told.map(({ about }) => about), ["aside", true]);
});

test("another tab only watches, and takes the table over when the first one is closed", async () => {
  const browser = new Browser();
  const ann = await opened(browser);
  const ben = await opened(browser);
  const cem = await opened(browser);
  for (const each of [ben, cem]) {
    for (const [ask] of each.waits) ask();
    assert.deepEqual(each.news, [{ say: "elsewhere" }]);
  }
  ann.done.length = ben.told.length = 0;
  const messages = ["open", "receive", "get", "close", "add", "connect", "port", "aside", "busy", "install"];
  for (const each of messages) ben.say({ do: each, language: "fr", text: "{}", number: 1 });
  assert.deepEqual(ann.done.map(([name, id, ...how]) => [name, how.at(-1)]).filter(([name]) => name !== "flush"), [
    ["open", false], ["receive", "{}"], ["get", false], ["close", undefined],
  ]);
  assert.deepEqual(ben.told, [{ say: "got", number: 1, about: {}, body: "page" }]);
  // Each tab has its own messages.
  ann.next = [["tab 2", "for Ben"], ["tab 1", "for Ann"]];
  ann.step();
  assert.deepEqual([ann.told, ben.told.slice(1)], [[{ say: "page", text: "for Ann" }], [{ say: "page", text: "for Ben" }]]);
  assert.equal(cem.told.length, 1);
  browser.channels.shift();
  browser.pass();
  // What is said while Python starts waits for it.
  ben.say({ do: "receive", text: "early" });
  await until(() => ben.told.some(({ say }) => say === "ready"));
  assert.deepEqual(ben.done.filter(([name]) => name === "receive"), [["receive", "tab 2", "early"]]);
  // The new table knows no page of the third tab, which has to open its page again.
  assert.deepEqual(cem.told, [{ say: "elsewhere" }, { say: "elsewhere" }]);
});

// A folder that a page has access to, as the browser has it: files are written whole or not at all.
const folder = (name = "") => {
  const entries = new Map();
  const sub = (kind) => async (name, { create } = {}) => {
    if (!entries.has(name) && !create) throw error("NotFoundError");
    if (!entries.has(name)) entries.set(name, kind(name));
    return entries.get(name);
  };
  return {
    kind: "directory", name, entries: async function* () { yield* entries; },
    keys: async function* () { yield* entries.keys(); },
    getDirectoryHandle: sub(folder),
    getFileHandle: sub(file),
    removeEntry: async (name) => {
      if (!entries.delete(name)) throw error("NotFoundError");
    },
  };
};
const file = (name) => {
  const found = { kind: "file", name, bytes: new Uint8Array(), isOpen: false };
  found.getFile = async () => new Blob([found.bytes]);
  found.createWritable = async () => {
    let fresh = null;
    return {
      write: async (bytes) => {
        if (bytes.length > 9) throw error("QuotaExceededError");
        found.isOpen = true;
        fresh = bytes;
      },
      close: async () => void Object.assign(found, { bytes: fresh, isOpen: false }),
      abort: async () => void (found.isAborted = true),
    };
  };
  return found;
};

test("the drive is written as Python asks, while the table waits", async () => {
  const root = folder("CIRCUITPY");
  let go, given;
  const install = { callPromising: (...how) => new Promise((done) => ([given, go] = [how, done])) };
  const tab = await opened(new Browser(), { python: { install } });
  tab.say({ do: "install", number: 7, handle: root, build: "keys5", board: "pico", language: "de" });
  await until(() => given);
  assert.equal(tab.browser.fetched.at(-1), HERE + BUNDLE);
  const [name, drive, , build, board, language, report] = given;
  assert.deepEqual([name, build, board, language], ["CIRCUITPY", "keys5", "pico", "de"]);
  const bytes = (text) => ({ toJs: () => new TextEncoder().encode(text) });
  const none = { value: undefined, error: "" };
  assert.deepEqual(await drive.write("lib/a/b.py", bytes("one")), none);
  assert.deepEqual(await drive.write("lib/c.py", bytes("two")), none);
  assert.deepEqual(await drive.names(), { value: "lib/a/b.py\nlib/c.py", error: "" });
  assert.equal(new TextDecoder().decode((await drive.read("lib/c.py")).value), "two");
  assert.deepEqual(await drive.read("other/c.py"), none);
  assert.deepEqual(await drive.write("lib/c.py", bytes("ten letters")), { error: "QuotaExceededError" });
  const found = await (await root.getDirectoryHandle("lib")).getFileHandle("c.py");
  assert.deepEqual([found.isAborted, new TextDecoder().decode(found.bytes)], [true, "two"]);
  // Folders that become empty go as well; a file that is gone already is no error.
  for (const path of ["lib/a/b.py", "lib/a/b.py", "gone/a"]) assert.deepEqual(await drive.remove(path), none);
  assert.deepEqual(await drive.names(), { value: "lib/c.py", error: "" });
  await assert.rejects((await root.getDirectoryHandle("lib")).getDirectoryHandle("a"));
  assert.deepEqual(await drive.remove("lib/c.py"), none);
  await assert.rejects(root.getDirectoryHandle("lib"));
  report("code.py");
  // Meanwhile nothing else happens, and nothing is lost.
  tab.say({ do: "receive", text: "late" });
  assert.equal(tab.step(), 40);
  (await opened(tab.browser)).say({ do: "get", number: 1 });
  assert.deepEqual(tab.done, []);
  go('{"done": "yes"}');
  await settled();
  assert.deepEqual(tab.told, [{ say: "got", number: 7, about: { done: "yes" } }]);
  assert.deepEqual(tab.done.at(-1), ["receive", "tab 1", "late"]);
});

test("a bundle that is not there is a problem, and the table goes on", async () => {
  const tab = await opened();
  tab.browser.status = 404;
  tab.told.length = 0;
  tab.say({ do: "install", number: 7, handle: folder() });
  await settled();
  assert.match(tab.told[0].about.problem, /404/);
  tab.step();
  assert.deepEqual(named(tab), ["step", "flush"]);
});
