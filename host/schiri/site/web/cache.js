// The files of one version, each as the build made it: from the browser's cache, or from the server. A file that was cut
// in uploading, or belongs to another version, is never used or stored. Runs in the page, its worker and the service
// worker.
(() => {
  "use strict";
  const { SITE } = self;
  const addressOf = (name) => new URL(name, self.location.href).href;

  // A server may declare a .gz file as compressed for transport: then the browser has unpacked it already.
  const unpacked = async (bytes) => {
    const [one, two] = new Uint8Array(bytes);
    if (one !== 0x1f || two !== 0x8b) return bytes;
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  const contentOf = async (name, bytes) => {
    const content = await unpacked(bytes).catch(() => bytes);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    if (SITE.sums[name] !== `sha256-${btoa(String.fromCharCode(...digest))}`)
      throw new Error(`${name}: ${bytes.byteLength} bytes are not as they were built`);
    return content;
  };

  const whole = (answer) => answer.arrayBuffer();
  // Fetch a file past the browser's HTTP cache, which may have that of an older version.
  const download = async (name, read = whole) => {
    const answer = await fetch(addressOf(name), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const bytes = await read(answer);
    return { bytes, content: await contentOf(name, bytes), kind: answer.headers.get("content-type") ?? "" };
  };
  // Return the content of a file, and store it if it is not stored yet, or damaged there.
  const load = async (name, read = whole) => {
    const cache = await self.caches?.open(SITE.version).catch(() => null);
    const stored = await cache?.match(addressOf(name));
    const found = stored && (await contentOf(name, await read(stored)).catch(() => null));
    if (found) return found;
    // From the page, the service worker would answer with the stored file again.
    if (stored) await cache.delete(addressOf(name));
    const { bytes, content, kind } = await download(name, read);
    // A file that cannot be stored is fetched again the next time.
    await cache?.put(addressOf(name), new Response(bytes, { headers: { "content-type": kind } })).catch(() => null);
    return content;
  };
  self.SiteCache = { addressOf, download, load };
})();
