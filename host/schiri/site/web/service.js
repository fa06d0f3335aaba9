// Service worker: caches the site for use without a network, either all files of one version or none.
importScripts("files.js");
const { SITE } = self;
const addressOf = (name) => new URL(name, self.location.href).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(SITE.version);
    const missing = [];
    for (const name of SITE.keep) if (!(await cache.match(addressOf(name)))) missing.push(addressOf(name));
    // Revalidate files in the browser's HTTP cache: they may belong to an older version.
    await cache.addAll(missing.map((url) => new Request(url, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

// Delete the caches of older versions. This worker is activated when no open tab uses an older version.
self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("schiri-") && name !== SITE.version) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(addressOf("./"))) return;
  const answer = async () => {
    const cache = await caches.open(SITE.version);
    const name = request.mode === "navigate" ? addressOf("./") : request.url;
    return (await cache.match(name, { ignoreSearch: true })) || fetch(request);
  };
  event.respondWith(answer());
});
