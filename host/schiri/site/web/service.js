// Service worker: caches the site for use without a network, either all files of one version or none.
importScripts("files.js", "cache.js");
const { SITE, SiteCache } = self;
const { addressOf, load } = SiteCache;

// The list of files is the one that this service worker runs with.
const LIST = "files.js";
const list = () =>
  new Response(`self.SITE = ${JSON.stringify(SITE)};\n`, { headers: { "content-type": "text/javascript" } });
const store = (cache, name) => (name === LIST ? cache.put(addressOf(name), list()) : load(name));

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(SITE.version);
    await Promise.all(SITE.keep.map((name) => store(cache, name)));
    for (const name of SITE.keep) if (!(await cache.match(addressOf(name)))) throw new Error(`${name}: no room`);
  };
  event.waitUntil(keep());
});

// Delete the caches of older versions. This worker is activated when no open tab uses an older version, or when a user
// wants the new version now: then the tabs are loaded again.
self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("schiri-") && name !== SITE.version) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});
self.addEventListener("message", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [here] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !here.startsWith(addressOf("./"))) return;
  const answer = async () => {
    const cache = await caches.open(SITE.version);
    const name = (request.mode !== "navigate" && here.slice(addressOf("./").length)) || "./";
    const stored = () => cache.match(addressOf(name));
    const found = await stored();
    if (found || !SITE.keep.includes(name)) return found || fetch(request);
    // The browser has lost this file: without it the site would not be there offline any more.
    await store(cache, name).catch(() => null);
    return (await stored()) || fetch(request);
  };
  event.respondWith(answer());
});
