// The page of the site beside its worker: documents, notes about what is stored, and the ports of a device.
import assert from "node:assert/strict";
import { test } from "node:test";
import { error, run, settled } from "./browser.mjs";
import { Document } from "./document.mjs";

const words = (language) => new Proxy({}, { get: (_, name) => `${language} ${name}${name === "writing" ? " {file}" : ""}` });
const SITE = { words: { en: words("en"), fr: words("fr") }, scripts: ["page.js?v=1"], sums: { "page.js": "sha256-1" }, keep: ["./", "page.js"], boards: { pico: "raspberry_pi_pico" }, builds: ["keys5"] };
const STYLES = `<link rel="stylesheet" href="table.css?v=1"><link rel="stylesheet" href="reading.css">`;
// What the worker returns for each address.
const pages = {
  "/": { html: `<main id="main">table</main>`, socket: "/socket" },
  "/games": { html: `<main id="main" tabindex="-1"><img data-picture="/games/a/1.svg"></main>` },
  "/games/0123456789abcdef": { html: `<main id="main">one</main>` },
  "/fr": { html: `<main id="main">page</main>`, language: "fr" },
};

class Port {
  written = "";
  async open({ baudRate }) {
    if (this.isBusy || this.isOpen || !baudRate) throw error("NetworkError");
    this.isOpen = true;
    this.readable = new ReadableStream({ start: (source) => void (this.source = source) });
    this.writable = new WritableStream({ write: (bytes) => void (this.written += String.fromCharCode(...bytes)) });
  }
  async close() {
    if (this.readable.locked || this.writable.locked) throw error("TypeError");
    this.isOpen = false;
  }
}

// Open the page; `say` is what the worker says.
const opened = ({ stored = {}, ports = null, hash = "", protocol = "https:", isSecure = true, isCut = false, ...navigator } = {}) => {
  const document = new Document("");
  document.head.innerHTML = STYLES;
  const page = { document, posted: [], saved: [], isCut, stored: { ...stored }, listeners: {}, scripts: [], waits: [], busy: false, quota: 2e9 };
  document.head.append = (script) => {
    page.scripts.push(`${script.src} ${script.integrity}`);
    page.isCut ? script.onerror() : script.onload();
  };
  const serial = ports && {
    getPorts: async () => [...ports],
    requestPort: async () => ports[0],
    addEventListener: (name, act) => (page.listeners[name] = act),
  };
  const answers = {
    get: ({ address }) => {
      const { html, language, leads, ...more } = pages[address] || { html: "" };
      return { about: { language, kind: "text", headers: leads ? { location: leads } : { "content-disposition": "a; filename*=UTF-8''ä%20b.jsonl" } }, body: new TextEncoder().encode(JSON.stringify({ html, language, ...more })) };
    },
    busy: () => ({ about: page.busy }),
    aside: () => ({ about: "aside" }),
    add: ({ name }) => ({ about: `added ${name}` }),
    install: () => ({ about: { done: "installed" } }),
  };
  const worker = {
    terminate: () => page.done.push("terminate"),
    postMessage(message) {
      page.posted.push(message);
      const answer = !page.isSlow && answers[message.do]?.(message);
      if (answer) queueMicrotask(() => page.say({ say: "got", number: message.number, ...answer }));
    },
  };
  page.say = (data) => worker.onmessage({ data });
  page.location = { hash: hash && `#${hash}`, protocol, reload: () => page.done.push("reload") };
  const element = document.createElement;
  document.createElement = (name) => {
    const found = element(name);
    if (name === "a") found.click = () => (found.download === undefined ? null : page.saved.push(found.download));
    return found;
  };
  page.done = [];
  const found = (name, answer) => async (file) => {
    page.done.push(`${name} ${file}`);
    return answer();
  };
  const download = () => (page.isCut ? Promise.reject(error("cut")) : { bytes: "zip" });
  page.window = { SITE, SiteCache: { load: found("load", download), download: found("download", download) } };
  run("site/web/site.js", {
    window: page.window,
    document,
    location: page.location,
    history: { replaceState: (_state, _title, address) => (page.location.hash = address) },
    isSecureContext: isSecure,
    navigator: {
      languages: ["de-DE", "en-GB"],
      serial: serial || undefined,
      storage: { persisted: async () => false, persist: async () => page.done.push("persist") && page.isSafe, estimate: async () => ({ quota: page.quota, usage: 1e9 }) },
      ...navigator,
    },
    localStorage: { getItem: (name) => page.stored[name] ?? null, setItem: (name, value) => (page.stored[name] = String(value)) },
    Worker: function () {
      page.done.push("worker");
      return worker;
    },
    WebSocket: { OPEN: 1 },
    URL: { createObjectURL: () => "blob:", revokeObjectURL() {} },
    DOMParser: class {
      parseFromString(text) {
        const { html, socket, language } = JSON.parse(text);
        const found = new Document(html, socket ? { "data-socket": socket, class: "table" } : { class: "reading" });
        found.head.innerHTML = `<link rel="stylesheet" href="table.css?v=2">`;
        return Object.assign(found, { title: html.length, documentElement: Object.assign(found.documentElement, { lang: language || "en" }) });
      }
    },
    addEventListener: (name, act) => (page.listeners[name] = act),
    setTimeout: (go, ms) => page.waits.push([go, ms]),
    scrollTo() {},
    showDirectoryPicker: async () => "folder",
  });
  page.fails = async () => {
    await settled();
    worker.onerror({});
    await settled();
  };
  page.notes = () => document.querySelectorAll("#site p").map((each) => each.textContent.replace("×", "").trim());
  page.press = async (text) => {
    document.querySelectorAll("button").find((each) => each.textContent.endsWith(text)).click();
    await settled();
  };
  page.sent = (name) => page.posted.filter((each) => each.do === name);
  page.went = async (address) => {
    page.location.hash = `#${address}`;
    page.listeners.hashchange();
    await settled();
  };
  page.told = async (data) => {
    await settled();
    page.say(data);
    await settled();
  };
  page.port = async (text) => {
    await page.told({ say: "port", text });
    await settled();
  };
  page.begin = async () => {
    await page.told({ say: "ready", about: { version: "1.0", rules: "Switch 1" } });
    await settled();
    return page;
  };
  return page;
};
const main = (page) => page.document.getElementById("main").textContent;
// The script of the page connects when it is loaded.
const connected = (page) => {
  const transport = new page.window.SchiriTransport();
  page.heard = [];
  transport.onmessage = ({ data }) => page.heard.push(data);
  return transport;
};

test("documents replace each other, and only the table listens", async () => {
  const page = await opened().begin();
  assert.deepEqual([main(page), page.document.body.dataset.socket, page.scripts], ["table", "/socket", ["page.js?v=1 sha256-1"]]);
  assert.deepEqual(page.document.querySelectorAll("link").map((each) => each.disabled), [false, true]);
  const transport = connected(page);
  // The answer is for the page that was left.
  page.isSlow = true;
  page.document.body.dataset.connected = "true";
  await page.went("/games");
  await page.went("/");
  const [late, now] = page.sent("get").slice(-2);
  assert.deepEqual([late.address, now.address, now.accept, now.cookies], ["/games", "/", "de-DE,en-GB", "schiri-language=en"]);
  const said = (number, html, socket) =>
    page.told({ say: "got", number, about: {}, body: new TextEncoder().encode(JSON.stringify({ html, socket })) });
  await said(now.number, `<main id="main">again</main>`, "/socket");
  await said(late.number, `<main id="main">late</main>`);
  assert.deepEqual([main(page), page.document.body.dataset.connected], ["again", undefined]);
  assert.deepEqual(page.posted.slice(-1), [{ do: "open", language: "en" }]);
  await page.told({ say: "page", text: "1" });
  transport.send("press");
  page.isSlow = false;
  await page.went("/games#part");
  transport.send("press");
  await page.told({ say: "page", text: "2" });
  assert.deepEqual([page.heard, page.sent("receive")], [["1"], [{ do: "receive", text: "press" }]]);
  assert.deepEqual([page.document.body.className, page.document.activeElement.id], ["reading", "main"]);
  // The page's script connects here as well, for the table that may come.
  assert.equal(page.document.body.dataset.socket, "/socket");
  // The page for reading has its pictures, and ways to save and add games.
  assert.match(page.document.querySelector("img").src, /^data:image\/svg\+xml,/);
  assert.equal(page.sent("get").at(-1).address, "/games/a/1.svg");
  assert.ok(page.document.querySelector(".site-logs").textContent.includes("en add"));
  await page.went("/games/0123456789abcdef");
  assert.equal(page.document.querySelector(".site-logs a").href, "#/games/0123456789abcdef/export/jsonl");
  // What is shown from the browser's own history was closed.
  for (const persisted of [false, true]) page.listeners.pageshow({ persisted });
  assert.equal(page.posted.at(-1).do, "get");
  // What was typed into the address by hand is the table.
  await page.went("nowhere");
  assert.equal(page.sent("get").at(-1).address, "/");
  page.listeners.pagehide();
  for (const persisted of [false, true]) page.listeners.pageshow({ persisted });
  assert.deepEqual(page.posted.slice(-3).map((each) => each.do), ["open", "close", "open"]);
});

test("a form without fields is an action, and its answer may lead elsewhere", async () => {
  const page = await opened().begin();
  const form = (address) => {
    page.document.querySelector("main").innerHTML = `<form method="post" action="#${address}"></form>`;
    return page.document.fire("submit", page.document.querySelector("form"));
  };
  pages["/games/refused"] = { html: `<main id="main">refused</main>` };
  assert.ok(form("/games/refused").isPrevented);
  await settled();
  assert.deepEqual([main(page), page.location.hash], ["refused", "#/games/refused"]);
  assert.equal(page.sent("get").at(-1).isAction, true);
  pages["/games/done"] = { html: "", leads: "/games/removed" };
  const went = [];
  page.location.replace = (address) => went.push(address);
  form("/games/done");
  await settled();
  assert.deepEqual([went, main(page)], [["#/games/removed"], ""]);
  await page.went("/games");
  assert.equal(page.sent("get").at(-1).isAction, false);
});

test("a language that is chosen is kept, and notes speak it", async () => {
  const page = await opened().begin();
  assert.ok(page.notes().some((each) => each.includes("en install")));
  await page.went("/fr");
  assert.match(page.document.cookie, /^schiri-language=fr;/);
  assert.ok(page.notes().some((each) => each.includes("fr install")));
  assert.equal(page.notes().some((each) => each.includes("en ")), false);
});

test("players know what becomes of their games before they play", async () => {
  const told = async (why, { hasAside = false, quota = 2e9, ...how } = {}) => {
    const page = opened(how);
    page.quota = quota;
    await page.told({ say: "storage", why, hasAside });
    return [page.notes().filter((each) => each !== "en loading").join(), page.stored["schiri-used"]];
  };
  const used = { "schiri-used": "yes" };
  for (const [why, how, note, isUsed] of [
    ["denied", {}, "en memoryen all"],
    ["full", {}, "en fullen all"],
    ["lost", {}, "en losten all"],
    ["new", {}, "", "yes"],
    ["", { stored: used }, "", "yes"],
    ["new", { stored: used }, "en gone", "yes"],
    ["new", { stored: used, hasAside: true }, "en asideen save-aside", "yes"],
    ["", { quota: 1e9 + (1 << 24) - 1 }, "en crowdeden all", "yes"],
    ["", { quota: 1e9 + (1 << 24) }, "", "yes"],
  ]) assert.deepEqual(await told(why, how), [note, isUsed], why);
  // The damaged part is saved once. Where a browser may delete games, it is said beside them.
  const page = await opened().begin();
  await page.told({ say: "storage", why: "", hasAside: true });
  await page.press("save-aside");
  assert.deepEqual([page.saved, page.notes().some((each) => each.includes("aside"))], [["schiri-aside.bin"], false]);
  await page.went("/games");
  assert.ok(main(page).includes("en unsafe"));
  // The browser is asked to keep them after the first game: some browsers ask the user.
  assert.ok(!page.done.includes("persist"));
  page.isSafe = true;
  await page.told({ say: "played" });
  await page.went("/games");
  assert.deepEqual([page.done.at(-1), main(page).includes("en unsafe")], ["persist", false]);
});

test("a browser without any storage is asked for none", async () => {
  const page = await opened({ storage: undefined }).begin();
  await page.told({ say: "storage", why: "denied" });
  await page.told({ say: "played" });
  await page.went("/games");
  assert.ok(main(page).includes("en unsafe"));
});

test("games of several files are added one after the other, and each is told of", async () => {
  const page = await opened({ hash: "/games" }).begin();
  const chosen = page.document.querySelectorAll("input").at(-1);
  const file = (name) => ({ name, arrayBuffer: async () => new ArrayBuffer(3) });
  chosen.files = [file("a.jsonl"), file("b.zip")];
  await chosen.onchange();
  assert.deepEqual(page.sent("add").map(({ name, language, bytes }) => [name, language, bytes.length]), [["a.jsonl", "en", 3], ["b.zip", "en", 3]]);
  assert.ok(page.notes().includes("added a.jsonl added b.zip"));
  await page.went("/games");
  assert.equal(page.notes().includes("added a.jsonl added b.zip"), false);
});

test("a failure is told of once with its first reason, a failed question as well", async () => {
  const page = await opened().begin();
  await page.told({ say: "got", number: 99, problem: "first" });
  await page.told({ say: "failed", why: "second" });
  assert.equal(page.document.getElementById("site").dataset.why, "first");
  assert.equal(page.notes().filter((each) => each.startsWith("en failed")).length, 1);
});

test("a start that fails is repeated once with whole files, and is then told of", async () => {
  const page = opened();
  const start = ["load worker.js", "worker"];
  const again = ["terminate", "load ./", "load page.js", ...start];
  await page.told({ say: "failed", why: "a.zip: 3 bytes" });
  assert.deepEqual([page.done, page.notes()], [[...start, ...again], ["en loading"]]);
  await page.fails();
  assert.deepEqual([page.done.length, page.notes()], [7, ["en unstarteden reload"]]);
  assert.equal(page.document.getElementById("site").dataset.why, "worker");
  // The second start succeeds; what fails later is not repeated.
  const other = opened();
  await other.fails();
  await other.begin();
  await other.told({ say: "failed", why: "why" });
  assert.deepEqual([other.done, other.notes().at(0)], [[...start, ...again], "en faileden reload"]);
  // A script of the page was cut, or that of the worker.
  const [cut, whole] = [opened({ isCut: true }), opened()];
  await settled();
  whole.isCut = true;
  await whole.begin();
  for (const each of [cut, whole]) assert.ok(each.notes().includes("en unstarteden reload"));
  assert.equal(cut.document.getElementById("site").dataset.why, "cut: cut");
});

test("where a browser keeps nothing, the page says what it needs, and tries nothing", async () => {
  for (const how of [{ isSecure: false }, { protocol: "file:" }]) {
    const page = opened(how);
    assert.deepEqual([page.notes(), page.done, page.listeners], [["en insecure"], [], {}]);
  }
});

test("another tab's table is watched until it is this tab's", async () => {
  const page = opened();
  await settled();
  page.say({ say: "elsewhere" });
  await page.told({ say: "elsewhere" });
  await settled();
  assert.deepEqual([page.notes(), main(page), page.scripts.length], [["en elsewhere"], "table", 1]);
  connected(page);
  // A third tab has taken it over.
  await page.told({ say: "elsewhere" });
  assert.equal(page.sent("open").length, 1);
  await page.begin();
  assert.equal(page.notes().includes("en elsewhere"), false);
  assert.equal(page.scripts.length, 1);
  assert.equal(page.sent("open").length, 2);
});

test("of two ports the one that answers is kept", async () => {
  const ports = [new Port(), new Port()];
  const page = await opened({ ports }).begin();
  await page.press("connect");
  assert.deepEqual(page.sent("connect"), [{ do: "connect", isReal: true }]);
  await page.port("open");
  assert.ok(ports[0].isOpen && !ports[1].isOpen);
  assert.deepEqual(page.sent("port"), [{ do: "port", event: "opened", bytes: undefined }]);
  // Nothing answers there: the other one is tried.
  await page.port("close");
  assert.ok(!ports[0].isOpen);
  await page.port("open");
  assert.ok(ports[1].isOpen);
  await page.port("answers");
  assert.deepEqual(page.sent("port").map(({ event }) => event), ["opened", "opened"]);
  assert.equal(page.stored["schiri-device"], "1");
  ports[1].source.enqueue(Uint8Array.of(104, 105));
  await page.told({ say: "bytes", text: "ÿ1" });
  await settled();
  assert.deepEqual(page.sent("port").at(-1), { do: "port", event: "bytes", bytes: Uint8Array.of(104, 105) });
  assert.equal(ports[1].written, "ÿ1");
  // The plug is pulled and put in again, and at first the port is busy: it stays the same one.
  ports[1].source.error(error("NetworkError"));
  await settled();
  await settled();
  assert.equal(page.sent("port").at(-1).event, "lost");
  ports[1].isOpen = false;
  ports[1].isBusy = true;
  await page.port("open");
  assert.equal(page.sent("port").at(-1).event, "lost");
  ports[1].isBusy = false;
  await page.port("open");
  assert.ok(ports[1].isOpen && !ports[0].isOpen);
  // Another program has both.
  for (const each of ports) each.isBusy = true;
  await page.port("close");
  for (const isTold of [false, false, true]) {
    await page.port("open");
    assert.equal(page.notes().includes("en refused"), isTold);
  }
  for (const each of ports) each.isBusy = false;
  await page.port("open");
  assert.equal(page.notes().includes("en refused"), false);
  await page.press("disconnect");
  await settled();
  assert.deepEqual([ports[1].isOpen, page.stored["schiri-device"], page.sent("connect").at(-1).isReal], [false, "", false]);
  // Two that are silent are told of, until one answers. A port is closed before the next one is opened.
  for (const _ of "12") {
    await page.press("connect");
    await page.port("open");
    for (const isTold of [false, true]) {
      for (const text of ["close", "open"]) page.say({ say: "port", text });
      await settled();
      await settled();
      assert.equal(page.notes().includes("en silent"), isTold);
      assert.equal(ports.filter(({ isOpen }) => isOpen).length, 1);
    }
  }
  await page.port("answers");
  assert.equal(page.notes().includes("en silent"), false);
});

test("a device that was used last is used at once, unless a game is on the table", async () => {
  const ports = [new Port(), new Port()];
  const last = { "schiri-device": "1" };
  const page = await opened({ ports, stored: last }).begin();
  assert.deepEqual(page.sent("connect"), [{ do: "connect", isReal: true }]);
  await page.port("open");
  assert.ok(ports[1].isOpen);
  // Without a port nothing is connected, until the device is plugged in.
  const plugged = [];
  const later = await opened({ ports: plugged, stored: last }).begin();
  assert.deepEqual(later.sent("connect"), []);
  plugged.push(new Port());
  later.busy = true;
  await later.listeners.connect();
  assert.deepEqual([later.sent("connect"), later.notes().some((each) => each.startsWith("en plugged"))], [[], true]);
  later.busy = false;
  await later.listeners.connect();
  assert.equal(later.sent("connect").length, 1);
  // A device that was never used is only offered.
  const fresh = await opened({ ports: [new Port()] }).begin();
  assert.deepEqual([fresh.sent("connect"), fresh.notes().some((each) => each.startsWith("en plugged"))], [[], true]);
  // No browser but Chrome has ports.
  assert.ok((await opened().begin()).notes().includes("en no-serial"));
});

test("the site is there without a network, and a new version is told of", async () => {
  const listeners = {};
  const installing = { state: "installed", addEventListener: (_, act) => (listeners.state = act) };
  const found = { waiting: null, active: {}, installing, addEventListener: (_, act) => (listeners.found = act) };
  const addEventListener = (_, act) => (listeners.controller = act);
  const serviceWorker = { register: async (name) => (name === "service.js" ? found : null), controller: {}, ready: true, addEventListener };
  const page = await opened({ serviceWorker }).begin();
  assert.equal(page.document.body.dataset.offline, "true");
  const updates = () => page.notes().filter((each) => each.startsWith("en update"));
  assert.deepEqual(updates(), []);
  const sent = [];
  found.waiting = { postMessage: (message) => sent.push(message) };
  // It is used at once only if no game is under way, also when the button is pressed.
  page.busy = true;
  await listeners.state();
  await settled();
  assert.deepEqual(updates(), ["en update"]);
  page.busy = false;
  listeners.state();
  await settled();
  assert.deepEqual(updates(), ["en updateen now"]);
  page.busy = true;
  await page.press("now");
  assert.deepEqual([updates(), sent], [["en update"], []]);
  page.busy = false;
  listeners.state();
  await settled();
  await page.press("now");
  assert.equal(sent.length, 1);
  // Then every tab is loaded again, but not when the first version begins to serve.
  for (const controller of [null, {}]) {
    const tab = opened({ serviceWorker: { ...serviceWorker, controller } });
    listeners.controller();
    assert.equal(tab.done.includes("reload"), Boolean(controller));
  }
  // Not everything could be stored.
  [found.active, found.waiting, installing.state] = [null, null, "redundant"];
  listeners.state();
  assert.ok(page.notes().includes("en unkept"));
});

test("a log is shared as a text, and saved where that is refused", async () => {
  const shared = [];
  const refuses = { name: "" };
  const share = async ({ files: [{ name, type }] }) => {
    shared.push([name, type]);
    if (refuses.name) throw error(refuses.name);
  };
  const page = await opened({ hash: "/games/0123456789abcdef", canShare: () => true, share }).begin();
  for (const [why, saved] of [["", 0], ["AbortError", 0], ["NotAllowedError", 1]]) {
    refuses.name = why;
    await page.press("share");
    await settled();
    assert.equal(page.saved.length, saved, why);
  }
  assert.deepEqual([shared[0], page.saved], [["ä b.jsonl.txt", "text/plain"], ["ä b.jsonl"]]);
});

test("the program is put on a drive with what was chosen", async () => {
  const page = opened();
  page.window.showDirectoryPicker = true;
  await page.begin();
  await page.press("install");
  await page.press("choose");
  await page.told({ say: "writing", file: "code.py" });
  const [{ handle, build, board, language }] = page.sent("install");
  assert.deepEqual([handle, build, board, language], ["folder", "keys5", "pico", "en"]);
  assert.ok(page.document.body.textContent.includes("Raspberry Pi Pico"));
  await page.press("zip");
  assert.deepEqual(page.saved, ["schiri-keys5-pico.zip"]);
  // A zip that is not whole is not saved.
  page.isCut = true;
  await page.press("zip");
  assert.ok(page.saved.length === 1 && page.notes().some((each) => each.startsWith("en unfetched")));
});
