// Connects the page to the worker: inserts pages where a server would send documents, and shows notes about what the
// browser itself decides, such as storage. Must not know any game.
(() => {
  "use strict";
  const { SITE, SiteCache } = window;
  const $ = (id) => document.getElementById(id);
  const { body } = document;
  // All words are in the list of files.
  if (!SITE || !SiteCache) return body.append("A file of this page is missing or damaged. Load it again in a few minutes.");
  const cookies = () => Object.fromEntries(document.cookie.split("; ").map((each) => each.split("=")));
  const wanted = [cookies()["schiri-language"], ...navigator.languages.map((each) => each.slice(0, 2))];
  let language = wanted.find((each) => SITE.words[each]) || "en";
  const words = (name, values = {}) =>
    SITE.words[language][name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

  // Values stored besides games. If the browser denies storage, each visit is like the first.
  const recall = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const remember = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Not stored: the next visit asks for it again.
    }
  };

  // Notes, below every page.

  const bar = document.createElement("aside");
  bar.id = "site";
  const news = document.createElement("div");
  news.id = "news";
  const element = (tag, properties = {}, ...inside) => {
    const found = Object.assign(document.createElement(tag), properties);
    found.append(...inside);
    return found;
  };
  // Notes for reference, at the end of the page. All other notes stay in view.
  const QUIET = ["about", "device", "install", "installed"];
  const notes = new Map();
  // Notes without a close button: they stay in view as long as their cause lasts.
  const LASTING = ["loading", "elsewhere", "failed", "insecure"];
  // Show a note, or remove it if there is no ``make``. ``make`` returns the contents, again after a change of language.
  const note = (name, make) => {
    notes.get(name)?.line.remove();
    notes.delete(name);
    if (!make) return null;
    const className = QUIET.includes(name) ? "site-note" : "site-note told";
    const line = element("p", { className, role: "status" }, ...[make()].flat());
    if (!QUIET.includes(name) && !LASTING.includes(name))
      line.append(element("button", { type: "button", className: "quiet close", textContent: "×", ariaLabel: words("close"), onclick: () => note(name) }));
    notes.set(name, { make, line });
    (className.endsWith("told") ? news : bar).append(line);
    return line;
  };
  const button = (text, onclick) => element("button", { type: "button", textContent: text, onclick });
  const loading = (part) => {
    const line =
      notes.get("loading")?.line ||
      note("loading", () => [
        element("span", { textContent: words("loading") }),
        element("progress", { max: 1, value: 0, ariaLabel: words("loading") }),
      ]);
    line.querySelector("progress").value = part;
  };

  document.documentElement.lang = language;
  bar.append(news);
  body.append(bar);
  // At other addresses a browser has no storage and no service worker; a page that is a file has no worker.
  if (!isSecureContext || location.protocol === "file:") return note("insecure", () => words("insecure"));

  // Documents: the page at an address replaces the current page.

  const put = (found, isTable) => {
    const isNew = language !== found.documentElement.lang;
    document.documentElement.lang = language = found.documentElement.lang;
    if (isNew) for (const [name, { make }] of [...notes]) note(name, make);
    document.title = found.title;
    const styles = new Set(
      [...found.querySelectorAll("link[rel=stylesheet]")].map((each) => nameOf(each.getAttribute("href"))),
    );
    for (const each of document.querySelectorAll("link[rel=stylesheet]"))
      each.disabled = !styles.has(nameOf(each.getAttribute("href"))) && !each.dataset.always;
    for (const { name } of [...body.attributes]) body.removeAttribute(name);
    for (const { name, value } of found.body.attributes) body.setAttribute(name, value);
    // The script of the page connects as soon as it is loaded, but only if the body has this attribute.
    if (!isTable) body.dataset.socket = "/socket";
    body.replaceChildren(...found.body.childNodes, bar);
  };
  const nameOf = (address) => address.split("?")[0].split("/").pop();

  let worker = null;
  const asked = new Map();
  let count = 0;
  const ask = (message, transfer = []) =>
    new Promise((answer) => {
      const number = ++count;
      asked.set(number, answer);
      worker.postMessage({ ...message, number }, transfer);
    });
  const get = (address, isAction = false) =>
    ask({ do: "get", address, isAction, accept: navigator.languages.join(","), cookies: `schiri-language=${language}` });

  const here = () => location.hash.slice(1) || "/";
  let [isOpen, isTable, turn] = [false, false, 0];
  // An action is what the form with this address is for.
  const go = async (isAction = false) => {
    const number = ++turn;
    const [address, place] = here().split("#");
    worker.postMessage({ do: "close" });
    isOpen = false;
    const { about, body: bytes } = await get(address.startsWith("/") ? address : "/", isAction);
    // The user has gone on to another page meanwhile: drop this one.
    if (number !== turn) return;
    if (about.headers?.location) return location.replace(`#${about.headers.location}`);
    if (about.language)
      document.cookie = `schiri-language=${about.language}; path=/; max-age=31536000; samesite=strict`;
    const found = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "text/html");
    isTable = Boolean(found.body.dataset.socket);
    put(found, isTable);
    if (isTable) open();
    else dress(place);
  };
  const open = () => {
    // The first message has the whole page, so the transport must be there to receive it.
    if (!transport) return;
    isOpen = true;
    worker.postMessage({ do: "open", language });
  };

  // Finish a page for reading: load its pictures, and do what a browser does itself with a server's document.
  const dress = async (place) => {
    if (document.querySelector("a.counting")) return setTimeout(go, 0);
    scrollTo(0, 0);
    $(place)?.scrollIntoView();
    $("main").focus({ preventScroll: true });
    document.dispatchEvent(new Event("schiri-read"));
    if (here().startsWith("/games")) offerLogs();
    for (const picture of document.querySelectorAll("img[data-picture]")) {
      const { body: bytes } = await get(picture.dataset.picture);
      picture.src = `data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(bytes))}`;
    }
  };

  addEventListener("hashchange", () => {
    note("added");
    go();
  });
  document.addEventListener("submit", (event) => {
    const address = event.target.getAttribute("action");
    if (!address?.startsWith("#/")) return;
    event.preventDefault();
    if (event.target.getAttribute("method") === "post") {
      history.replaceState(null, "", address);
      return go(true);
    }
    location.hash = `${address}?${new URLSearchParams(new FormData(event.target))}`;
  });

  // Files to save or share.

  const save = (name, kind, bytes) => {
    const href = URL.createObjectURL(new Blob([bytes], { type: kind }));
    element("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  };
  const png = async (svg) => {
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await picture.decode();
    const canvas = element("canvas", { width: 2 * picture.width, height: 2 * picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };
  const fileAt = async (address) => {
    const { about, body: bytes } = await get(address.slice(1));
    const name = decodeURIComponent(about.headers["content-disposition"].split("''")[1]);
    return { name, kind: about.kind, bytes };
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[download]");
    const address = link?.getAttribute("href");
    if (!address?.startsWith("#/")) return;
    event.preventDefault();
    const isPng = address.endsWith(".png");
    const { name, kind, bytes } = await fileAt(address.replace(/\.png$/, ".svg"));
    if (isPng) save(name.replace(/svg$/, "png"), "image/png", await png(new TextDecoder().decode(bytes)));
    else save(name, kind, bytes);
  });
  // Phones share text files, but no file of an unknown type.
  const TEXT = { type: "text/plain" };
  const canShare = navigator.canShare?.({ files: [new File(["{}"], "a.txt", TEXT)] });
  const share = async (address) => {
    const { name, kind, bytes } = await fileAt(address);
    const isLog = name.endsWith(".jsonl");
    const file = isLog ? new File([bytes], `${name}.txt`, TEXT) : new File([bytes], name, { type: kind });
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // AbortError: the user has cancelled. Any other error: this browser cannot share this type, so save the file.
      if (error.name !== "AbortError") save(name, kind, bytes);
    }
  };
  // Return a link to save a file, and a button to share it if the browser can.
  const offered = (name, address) => [
    element("a", { className: "button", href: address, download: "", textContent: words(name) }),
    ...(canShare ? [button(words("share"), () => share(address))] : []),
  ];

  // Storage of the games.

  const USED = "schiri-used";
  // Free space in bytes below which to warn. A long evening takes only 0.1 MB, but a browser with less space than this
  // clears storage by itself.
  const LEAST_ROOM = 1 << 24;
  const NOT_KEPT = { denied: "memory", full: "full", lost: "lost" };
  let isSafe = true;
  const allGames = () => offered("all", "#/site/games.zip");
  const saveAside = async () => {
    save("schiri-aside.bin", "application/octet-stream", (await ask({ do: "aside" })).about);
    note("aside");
  };
  const hearStorage = async (why, hasAside) => {
    if (hasAside) note("aside", () => [words("aside"), button(words("save-aside"), saveAside)]);
    const name = NOT_KEPT[why];
    if (name) return note("storage", () => [words(name), ...allGames()]);
    // To free space, a browser deletes the games but not the local storage. If there was earlier use and the store is
    // new, the games are lost.
    if (why === "new" && recall(USED) && !hasAside) note("storage", () => words("gone"));
    remember(USED, "yes");
    isSafe = await navigator.storage.persisted?.();
    const { quota, usage } = await navigator.storage.estimate();
    if (quota - usage < LEAST_ROOM) note("storage", () => [words("crowded"), ...allGames()]);
  };

  // Offer to save all games as one file, and to add the games of such a file.
  const offerLogs = () => {
    const chosen = element("input", { type: "file", multiple: true, accept: ".jsonl,.txt,.zip", hidden: true });
    chosen.onchange = async () => {
      const told = [];
      for (const file of chosen.files) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        told.push((await ask({ do: "add", language, name: file.name, bytes })).about);
      }
      await go();
      note("added", () => told.join(" "));
    };
    const add = button(words("add"), () => chosen.click());
    const one = /^\/games\/([0-9a-f]{16})(\?|#|$)/.exec(here());
    if (one) {
      $("main").append(element("p", { className: "row site-logs" }, ...offered("one", `#/games/${one[1]}/export/jsonl`)));
    } else if (/^\/games(\?|#|$)/.test(here())) $("main").append(element("p", { className: "row site-logs" }, ...allGames(), add, chosen));
    if (!isSafe) $("main").append(element("p", { textContent: words("unsafe") }));
  };

  // A device at a serial port: the page opens the port, the worker talks to the device.

  // USB vendor ids of boards with CircuitPython.
  const BOARDS = [{ usbVendorId: 0x239a }, { usbVendorId: 0x2e8a }];
  // The stored index of the port that answered last; empty unless a device is in use.
  const KEPT = "schiri-device";
  const { serial } = navigator;
  let [port, reader, writer, reading, isReal] = [null, null, null, null, false];
  // A board has two ports that look alike. These are the index of the port to try, whether that port has answered, and
  // how many ports have been silent since the last answer.
  let [tried, isOurs, silent] = [Number(recall(KEPT)), false, 0];
  // The number of ports that could not be opened since one was.
  let refused = 0;
  const tellPort = (event, bytes) => worker.postMessage({ do: "port", event, bytes });
  const readFrom = async (opened) => {
    try {
      for (let part; !(part = await reader.read()).done; ) tellPort("bytes", part.value);
    } catch {
      // The board was unplugged, which is reported below.
    }
    if (opened !== port) return;
    tellPort("lost");
    inTurn(closePort);
  };
  const openPort = async () => {
    await closePort();
    const ports = await serial.getPorts();
    if (!ports.length) return tellPort("lost");
    tried = Math.min(tried, ports.length - 1);
    try {
      await ports[tried].open({ baudRate: 115200 });
    } catch {
      // Another program has the port open, or the port is not ready yet.
      if (!isOurs) tried = (tried + 1) % ports.length;
      if (++refused > ports.length) note("refused", () => words("refused"));
      return tellPort("lost");
    }
    refused = 0;
    note("refused");
    port = ports[tried];
    [reader, writer] = [port.readable.getReader(), port.writable.getWriter()];
    tellPort("opened");
    reading = readFrom(port);
  };
  const closePort = async () => {
    const old = port;
    if (!old) return;
    port = null;
    // Abort pending writes: a device that reads nothing must not keep the port open.
    await Promise.all([reader.cancel(), writer.abort(), reading].map((each) => each.catch(() => null)));
    reader.releaseLock();
    writer.releaseLock();
    await old.close().catch(() => null);
  };
  const write = (text) => {
    port && writer.write(Uint8Array.from(text, (each) => each.charCodeAt(0))).catch(() => null);
  };
  const hearAnswer = () => {
    [isOurs, silent] = [true, 0];
    remember(KEPT, tried);
    note("silent");
  };
  // The worker gives up a port. A lost port is closed already. If the port is still open, no device answers there: try
  // the next port.
  const leavePort = async () => {
    if (!port) return;
    await closePort();
    const { length } = await serial.getPorts();
    [tried, isOurs] = [(tried + 1) % Math.max(length, 1), false];
    // The user may have allowed only one of the two ports of a board: ask for the other one.
    if (++silent >= length) note("silent", () => words("silent"));
  };
  let last = Promise.resolve();
  const inTurn = (act) => (last = last.then(act));
  const connect = async (is) => {
    [isReal, silent, refused] = [is, 0, 0];
    for (const name of ["silent", "refused", "plugged"]) note(name);
    remember(KEPT, is ? tried : "");
    await inTurn(closePort);
    worker.postMessage({ do: "connect", isReal: is });
    offerDevice();
    await go();
  };
  const choose = async () => {
    const found = await serial.requestPort({ filters: BOARDS }).catch(() => null);
    if (!found) return;
    [tried, isOurs] = [(await serial.getPorts()).indexOf(found), false];
    connect(true);
  };
  const offerDevice = () =>
    note("device", () => {
      if (!serial) return words("no-serial");
      const other = button(words("disconnect"), () => connect(false));
      return [button(words("connect"), choose), ...(isReal ? [other] : [])];
    });
  // An allowed device was plugged in or unplugged. If a device was in use the last time, connect to it at once, unless
  // that would interrupt a game on the simulated device: then only offer it.
  const meet = async () => {
    if (isReal || !(await serial.getPorts()).length) return note("plugged");
    const isFree = recall(KEPT) && !(await ask({ do: "busy" })).about;
    if (isReal) return;
    if (isFree) return connect(true);
    note("plugged", () => [words("plugged"), button(words("take"), () => connect(true))]);
  };

  // The firmware of a board: install it on the drive, or save it as a file.

  const choice = (id, values, onchange = null) => {
    const options = values.map(([value, textContent]) => element("option", { value, textContent }));
    const select = element("select", { id: `install-${id}`, onchange }, ...options);
    return element("label", { textContent: words(id) }, select);
  };
  // A board without the memory for a build has no bundle of it.
  const offerBoards = () => {
    const boards = [...$("install-board").options];
    for (const each of boards)
      each.disabled = !(`bundles/schiri-${$("install-build").value}-${each.value}.zip` in SITE.sums);
    if ($("install-board").selectedOptions[0].disabled)
      $("install-board").value = boards.find((each) => !each.disabled)?.value;
  };
  const install = async () => {
    const handle = await showDirectoryPicker({ id: "circuitpy", mode: "readwrite" }).catch(() => null);
    if (!handle) return;
    const [build, board] = ["build", "board"].map((id) => $(`install-${id}`).value);
    const { about } = await ask({ do: "install", handle, build, board, language });
    note("installed", () => about.problem || about.done);
  };
  const saveBundle = async () => {
    const name = `schiri-${$("install-build").value}-${$("install-board").value}.zip`;
    const found = await SiteCache.download(`bundles/${name}`).catch(() => null);
    if (!found) return note("installed", () => words("unfetched", { file: name }));
    save(name, "application/zip", found.bytes);
    note("installed", () => [words("drag"), element("img", { className: "site-picture", src: "drag.svg", alt: "" })]);
  };
  // Return the name as the maker writes it: raspberry_pi_pico2 is the Raspberry Pi Pico 2.
  const boardName = (board) =>
    board.replaceAll("_", " ").replace(/\d/, " $&").replace(/\b[a-z]/g, (each) => each.toUpperCase());
  // CircuitPython itself is downloaded from its own site.
  const linkOf = (board) =>
    element("a", { className: "button", href: `https://circuitpython.org/board/${board}/`, textContent: boardName(board) });
  const installer = () => [
    element("span", { textContent: words("circuitpython") }),
    ...Object.values(SITE.boards).map(linkOf),
    choice("build", SITE.builds.map((each) => [each, each]), offerBoards),
    choice("board", Object.entries(SITE.boards).map(([name, board]) => [name, boardName(board)])),
    ...(window.showDirectoryPicker ? [button(words("choose"), install)] : [words("no-drive")]),
    button(words("zip"), saveBundle),
  ];
  const offerInstall = () => note("install", () => button(words("install"), () => note("install", installer)));

  // The worker

  let transport = null;
  window.SchiriTransport = class {
    readyState = WebSocket.OPEN;
    constructor() {
      transport = this;
    }
    send(text) {
      if (isOpen) worker.postMessage({ do: "receive", text });
    }
    // Nothing to do: a worker of this tab is always reachable.
    close() {}
  };
  const script = (src) =>
    new Promise((onload, fail) => {
      const integrity = SITE.sums[src.split("?")[0]];
      const onerror = () => fail(new Error(src));
      body.ownerDocument.head.append(element("script", { src, integrity, onload, onerror }));
    });

  const scripts = async () => {
    for (const each of SITE.scripts) await script(each);
  };
  let scripted = null;
  const begun = async () => {
    note("loading");
    await go();
    if (transport) return;
    try {
      await (scripted ||= scripts());
    } catch (error) {
      return giveUp("unstarted", String(error));
    }
    if (isTable) open();
  };
  const giveUp = (name, why) => {
    note("loading");
    note("failed", () => [words(name), button(words("reload"), reload)]);
    bar.dataset.why ||= why;
  };
  // The address may have caused the failure: reload at the address of the table.
  const reload = () => {
    history.replaceState(null, "", "./");
    location.reload();
  };
  const heard = {
    progress: ({ part }) => loading(part),
    page: ({ text }) => isOpen && transport?.onmessage({ data: text }),
    got: ({ number, problem, ...answer }) => {
      // The promise stays pending: without an answer its caller cannot go on.
      if (problem) giveUp("failed", problem);
      else asked.get(number)?.(answer);
      asked.delete(number);
    },
    storage: ({ why, hasAside }) => hearStorage(why, hasAside),
    // Some browsers ask the user: not before there is a game to keep. Some have no storage at all.
    played: async () => (isSafe = await navigator.storage?.persist?.()),
    writing: ({ file }) => note("installed", () => words("writing", { file })),
    ready: async ({ about }) => {
      hasStarted = true;
      note("elsewhere");
      const ports = serial && recall(KEPT) ? await serial.getPorts() : [];
      if (ports.length) {
        isReal = true;
        worker.postMessage({ do: "connect", isReal });
      }
      await begun();
      offerDevice();
      offerInstall();
      for (const event of ["connect", "disconnect"]) serial?.addEventListener(event, meet);
      if (serial) meet();
      // A device reports the versions of its rules in the same form. This note is for comparing them.
      note("about", () => {
        const version = element("summary", { textContent: `Schiri ${about.version}` });
        return element("details", {}, version, `${words("versions")} ${about.rules}`);
      });
      serve();
    },
    port: ({ text }) => inTurn({ open: openPort, close: leavePort, answers: hearAnswer }[text]),
    bytes: ({ text }) => inTurn(() => write(text)),
    elsewhere: async () => {
      note("elsewhere", () => words("elsewhere"));
      await begun();
    },
    failed: async ({ why }) => {
      if (hasStarted || isSecond) return giveUp(hasStarted ? "failed" : "unstarted", why);
      isSecond = true;
      worker?.terminate();
      // Fetch again what is damaged.
      await Promise.allSettled(SITE.keep.map((name) => SiteCache.load(name)));
      start();
    },
  };
  let [hasStarted, isSecond] = [false, false];
  const start = async () => {
    try {
      // Cut between two statements, it would wait for nothing.
      await SiteCache.load("worker.js");
    } catch (error) {
      return heard.failed({ why: String(error) });
    }
    worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => heard[data.say](data);
    worker.onerror = (event) => heard.failed({ why: event.message || "worker" });
  };
  document.addEventListener("visibilitychange", () =>
    worker.postMessage({ do: "hidden", is: document.visibilityState === "hidden" }),
  );
  addEventListener("pagehide", () => worker.postMessage({ do: "close" }));
  // The browser shows a page again that it has kept whole.
  addEventListener("pageshow", ({ persisted }) => persisted && isTable && open());

  // The site needs no network from now on. A new version is used when the page is opened the next time, or at once if
  // that interrupts no game.
  const offerUpdate = async (waiting, isPressed) => {
    const isBusy = (await ask({ do: "busy" })).about;
    if (isPressed && !isBusy) return waiting.postMessage("use");
    const now = button(words("now"), () => offerUpdate(waiting, true));
    note("update", () => [words("update"), ...(isBusy ? [] : [now])]);
  };
  // Each tab has the files of its version until the new version deletes them.
  let isServed = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (isServed) location.reload();
    isServed = true;
  });
  const serve = async () => {
    const found = await navigator.serviceWorker?.register("service.js", { updateViaCache: "none" }).catch(() => null);
    if (!found) return;
    const tell = () => navigator.serviceWorker.controller && found.waiting && offerUpdate(found.waiting);
    const follow = () => {
      const { installing } = found;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "redundant" && !found.active) note("unkept", () => words("unkept"));
        tell();
      });
    };
    tell();
    // The installation may have begun before the listener below was added.
    follow();
    found.addEventListener("updatefound", follow);
    await navigator.serviceWorker.ready;
    body.dataset.offline = "true";
  };

  loading(0);
  start();
})();
