// The service worker: all files of one version are there without a network, or none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { error, run } from "./browser.mjs";

const HERE = "http://here/site/";
const SITE = { version: "schiri-2", keep: ["./", "files.js", "static/page.js"] };

const begun = (...stored) => {
  const kept = { caches: new Map([["schiri-2", new Map(stored.map((name) => [HERE + name, `stored ${name}`]))]]), fetched: [] };
  const open = async (name) => {
    if (!kept.caches.has(name)) kept.caches.set(name, new Map());
    const files = kept.caches.get(name);
    return {
      match: async (url, { ignoreSearch } = {}) => files.get(ignoreSearch ? url.split("?")[0] : url),
      addAll: async (requests) => {
        kept.fetched.push(...requests.map(({ url, cache }) => `${url} ${cache}`));
        if (kept.isOffline) throw error("TypeError");
        for (const { url } of requests) files.set(url, "fetched");
      },
    };
  };
  const listeners = {};
  const clients = { claim: async () => (kept.isClaimed = true) };
  run("site/web/service.js", {
    self: { SITE, location: { href: `${HERE}service.js` }, clients, addEventListener: (name, act) => (listeners[name] = act) },
    caches: { open, keys: async () => [...kept.caches.keys()], delete: async (name) => kept.caches.delete(name) },
    fetch: async ({ url }) => `network ${url}`,
    Request: class {
      constructor(url, { cache }) {
        Object.assign(this, { url, cache });
      }
    },
    importScripts() {},
  });
  kept.wait = (name) => new Promise((done, fail) => listeners[name]({ waitUntil: (act) => act.then(done, fail) }));
  kept.ask = (url, how = {}) => {
    let answer = null;
    listeners.fetch({ request: { method: "GET", url, ...how }, respondWith: (found) => (answer = found) });
    return answer;
  };
  return kept;
};

test("the files that are not stored are fetched past the browser's own cache, all or none", async () => {
  const kept = begun("files.js");
  await kept.wait("install");
  assert.deepEqual(kept.fetched, [`${HERE} no-cache`, `${HERE}static/page.js no-cache`]);
  const offline = begun();
  offline.isOffline = true;
  await assert.rejects(offline.wait("install"));
});

test("a new version deletes the older ones of ours, and nothing else", async () => {
  const kept = begun("files.js");
  for (const name of ["schiri-1", "other"]) kept.caches.set(name, new Map());
  await kept.wait("activate");
  assert.deepEqual([...kept.caches.keys()], ["schiri-2", "other"]);
  assert.ok(kept.isClaimed);
});

test("what is stored is served from there, and anything else from the network", async () => {
  const kept = begun("", "static/page.js");
  assert.equal(await kept.ask(`${HERE}static/page.js?v=1`), "stored static/page.js");
  assert.equal(await kept.ask(`${HERE}index.html`, { mode: "navigate" }), "stored ");
  assert.equal(await kept.ask(`${HERE}bundles/a.zip`), `network ${HERE}bundles/a.zip`);
  assert.equal(kept.ask("http://elsewhere/static/page.js"), null);
  assert.equal(kept.ask(`${HERE}static/page.js`, { method: "POST" }), null);
});
