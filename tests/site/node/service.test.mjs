// The service worker: all files of one version are there without a network, or none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { error, run, sumOf } from "./browser.mjs";

const HERE = "http://here/site/";
const KEPT = ["./", "static/page.js"];
// What the server has; the build made the same.
const SERVED = { "./": "the page", "static/page.js": "a script", "bundles/a.zip": "a bundle" };
const SITE = {
  version: "schiri-2",
  keep: ["./", "files.js", "static/page.js"],
  sums: Object.fromEntries(KEPT.map((name) => [name, sumOf(SERVED[name])])),
};
const addressOf = (name) => new URL(name, HERE).href;

const begun = (...stored) => {
  const files = new Map(stored.map((name) => [addressOf(name), new Response(`stored ${name}`)]));
  const kept = { caches: new Map([["schiri-2", files]]), served: { ...SERVED }, fetched: [], isFull: false };
  const open = async (name) => {
    if (!kept.caches.has(name)) kept.caches.set(name, new Map());
    const files = kept.caches.get(name);
    return {
      match: async (url) => files.get(url)?.clone(),
      delete: async (url) => files.delete(url),
      put: async (url, answer) => {
        if (kept.isFull) throw error("QuotaExceededError");
        files.set(url, answer);
      },
    };
  };
  const fetched = async (request, { cache } = {}) => {
    const url = request.url ?? request;
    kept.fetched.push([url.slice(HERE.length), cache]);
    if (kept.isOffline) throw error("TypeError");
    const body = kept.served[url.slice(HERE.length).split("?")[0] || "./"];
    return new Response(body, { status: body ? 200 : 404, headers: { "content-type": "text/x", "content-encoding": "gzip" } });
  };
  const listeners = {};
  const caches = { open, keys: async () => [...kept.caches.keys()], delete: async (name) => kept.caches.delete(name) };
  const self = {
    SITE,
    caches,
    location: { href: `${HERE}service.js` },
    clients: { claim: async () => (kept.isClaimed = true) },
    skipWaiting: () => (kept.isSkipped = true),
    addEventListener: (name, act) => (listeners[name] = act),
  };
  run("site/web/cache.js", { self, fetch: fetched });
  run("site/web/service.js", { self, caches, fetch: fetched, importScripts() {} });
  kept.wait = (name) => new Promise((done, fail) => listeners[name]({ waitUntil: (act) => act.then(done, fail) }));
  kept.say = () => listeners.message({});
  kept.ask = (url, how = {}) => {
    let answer = null;
    listeners.fetch({ request: { method: "GET", url, ...how }, respondWith: (found) => (answer = found) });
    return answer?.then((found) => found.text());
  };
  kept.stored = async (name) => kept.caches.get("schiri-2").get(addressOf(name))?.clone().text();
  return kept;
};

test("every file is fetched past the browser's own cache and stored as it was built, or the version is not there", async () => {
  const kept = begun("static/page.js");
  await kept.wait("install");
  // The list is the one that this version runs with, and the stored script was damaged.
  assert.deepEqual(kept.fetched, [["", "no-cache"], ["static/page.js", "no-cache"]]);
  assert.deepEqual([await kept.stored("./"), await kept.stored("static/page.js")], ["the page", "a script"]);
  assert.equal(await kept.stored("files.js"), `self.SITE = ${JSON.stringify(SITE)};\n`);
  const { headers } = kept.caches.get("schiri-2").get(`${HERE}static/page.js`);
  assert.deepEqual([...headers], [["content-type", "text/x"]]);
  await kept.wait("install");
  assert.equal(kept.fetched.length, 2);
  // Offline, cut in uploading, of another version, missing, or without room.
  for (const change of [{ isOffline: true }, { served: { ...SERVED, "static/page.js": "a scr" } }, { served: { "./": "the page" } }, { isFull: true }]) {
    const never = Object.assign(begun(), change);
    await assert.rejects(never.wait("install"));
    assert.equal(await never.stored("static/page.js"), undefined);
  }
});

test("a new version deletes the older ones of ours, and nothing else", async () => {
  const kept = begun("files.js");
  for (const name of ["schiri-1", "other"]) kept.caches.set(name, new Map());
  await kept.wait("activate");
  assert.deepEqual([...kept.caches.keys()], ["schiri-2", "other"]);
  assert.ok(kept.isClaimed && !kept.isSkipped);
  // It begins at once where the page says so.
  kept.say();
  assert.ok(kept.isSkipped);
});

test("what is stored is served from there, and anything else from the network", async () => {
  const kept = begun("./", "static/page.js");
  assert.equal(await kept.ask(`${HERE}static/page.js?v=1`), "stored static/page.js");
  for (const how of [{ mode: "navigate" }, {}]) assert.equal(await kept.ask(`${HERE}${how.mode ? "index.html" : ""}`, how), "stored ./");
  assert.deepEqual(kept.fetched, []);
  assert.equal(await kept.ask(`${HERE}bundles/a.zip`), "a bundle");
  assert.equal(kept.ask("http://elsewhere/static/page.js"), undefined);
  assert.equal(kept.ask(`${HERE}static/page.js`, { method: "POST" }), undefined);
});

test("a file that the browser has lost is stored again, if it is the one of this version", async () => {
  const kept = begun();
  assert.equal(await kept.ask(`${HERE}static/page.js?v=1`), "a script");
  assert.equal(await kept.ask(`${HERE}files.js`), `self.SITE = ${JSON.stringify(SITE)};\n`);
  kept.isOffline = true;
  assert.equal(await kept.ask(`${HERE}static/page.js`), "a script");
  await assert.rejects(kept.ask(HERE));
  kept.isOffline = false;
  kept.served["./"] = "the next page";
  assert.deepEqual([await kept.ask(HERE), await kept.stored("./")], ["the next page", undefined]);
});
