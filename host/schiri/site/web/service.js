// Keeps the site where there is no network: all of one version, or none of it.
importScripts("files.js");
const { SITE } = self;
const addressOf = (name) => new URL(name, self.location.href).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(SITE.version);
    const missing = [];
    for (const name of SITE.keep) if (!(await cache.match(addressOf(name)))) missing.push(addressOf(name));
    // What a browser still has of an older version it asks for again.
    await cache.addAll(missing.map((url) => new Request(url, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

// What an older version kept goes as soon as no tab has it open.
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
