// The script of a page: what a patch leaves in place, where the focus goes, what is announced, and what is sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run, settled } from "./browser.mjs";
import { Document } from "./document.mjs";

const FRAME = `<main id="main" tabindex="-1"></main><div id="live"></div><p id="gone" hidden><i data-gone></i><i data-ended></i></p>
<dialog id="question"><p></p><button class="strong"></button></dialog>
<button type="button" id="sound"></button><button type="button" id="speak"></button>`;
const VOICES = [{ localService: false, lang: "en-US" }, { localService: true, lang: "de-DE" }, { localService: true, lang: "en-GB" }];

// Open a page with these regions; `patch` is what the server sends.
const opened = (regions, { more = {}, ...globals } = {}) => {
  const document = new Document(FRAME, { "data-socket": "/socket", "data-version": "1", "data-played": "table a", class: "table" });
  const $ = document.getElementById;
  $("main").innerHTML = regions;
  const page = { document, $, sent: [], sockets: [], tones: [], spoken: [], waits: [], beats: [], asked: 0, reloads: 0, status: 200, listeners: {} };
  class Transport {
    readyState = 1;
    constructor(address) {
      page.sockets.push(Object.assign(this, { address }));
    }
    send = (text) => (JSON.parse(text).here ? page.asked++ : page.sent.push(JSON.parse(text)));
    // A dead connection stays closing for minutes.
    close() {
      this.readyState = 2;
    }
    lose() {
      this.readyState = 3;
      this.onclose();
    }
  }
  const speechSynthesis = { getVoices: () => VOICES, speak: ({ text, lang }) => page.spoken.push([text, lang]), cancel() {} };
  const connected = () => ({ connect: connected });
  run("page/static/page.js", {
    document,
    location: { search: "", origin: "http://here", pathname: "/", reload: () => page.reloads++ },
    history: {},
    matchMedia: () => ({ matches: false }),
    Node: { ELEMENT_NODE: 1 },
    window: { speechSynthesis },
    WebSocket: Object.assign(Transport, { OPEN: 1 }),
    navigator: { onLine: true },
    addEventListener: (name, act) => (page.listeners[name] = act),
    setTimeout: (go, ms) => page.waits.push([go, ms]),
    clearTimeout: (number) => void (number && (page.waits[number - 1] = null)),
    setInterval: (act) => page.beats.push(act),
    scrollTo: () => document.scrolled.push("top"),
    fetch: async () => ({ status: page.status }),
    innerWidth: 400, scrollX: 0, scrollY: 0,
    speechSynthesis,
    SpeechSynthesisUtterance: function (text) {
      this.text = text;
    },
    AudioContext: class {
      currentTime = 10;
      close() {}
    },
    OscillatorNode: class {
      constructor(_audio, { frequency }) {
        page.tones.push([frequency]);
      }
      connect = connected;
      start = (at) => page.tones.at(-1).push(at);
      stop = (at) => page.tones.at(-1).push(at);
    },
    GainNode: class {
      connect = connected;
    },
    FormData: class {
      constructor(form) {
        this.values = form.elements.filter(({ name, type, checked }) => name && (type !== "checkbox" || checked));
      }
      *[Symbol.iterator]() {
        for (const { name, value } of this.values) yield [name, value];
      }
    },
    ...globals,
  });
  page.socket = () => page.sockets.at(-1);
  page.patch = (message) => page.socket().onmessage({ data: JSON.stringify(message) });
  page.put = (html, id = "region") => page.patch({ put: { [id]: html } });
  page.type = (id, value) => {
    $(id).value = value;
    document.fire("input", $(id));
  };
  page.submit = async (id) => {
    document.fire("submit", $(id));
    await settled();
  };
  page.press = async (id, more) => {
    document.fire("click", $(id), { detail: 1, timeStamp: 5.4, ...more });
    await settled();
  };
  page.focus = () => document.activeElement.id || document.activeElement.textContent;
  return page;
};
const region = (inside) => `<section id="region">${inside}</section>`;

test("a patch changes only what differs, and moves what is there already", () => {
  const page = opened(region(`<p id="a" class="old" title="t">one</p><p id="b">two</p><i>x</i><b>gone</b>`));
  const [a, b] = ["a", "b"].map(page.$);
  page.put(`<p id="c">new</p><p id="b">two</p><p id="a" class="fresh">one<i>1</i></p>text`);
  assert.equal(page.$("region").innerHTML, `<p id="c">new</p><p id="b">two</p><p class="fresh" id="a">one<i>1</i></p>text`);
  assert.deepEqual([page.$("a"), page.$("b")], [a, b]);
  // Another kind of element with the same id is another element.
  page.put(`<div id="b">two</div>`);
  assert.equal(page.$("region").innerHTML, `<div id="b">two</div>`);
  page.put("<p>of a region that is not there</p>", "elsewhere");
  // One element alone, and not a region.
  page.put(`<div id="b" hidden>three</div>`, "b");
  assert.equal(page.$("b").outerHTML, `<div hidden="" id="b">three</div>`);
});

test("what was typed stays until the server has taken it", async () => {
  const form = (version, name, team, more = "") => region(
    `<form id="start" data-version="${version}"><input id="name" name="name" value="${name}">` +
    `<input id="box" name="box" type="checkbox"${more}><select id="team" name="team">` +
    ["a", "b", "c"].map((each) => `<option value="${each}"${each === team ? ` selected` : ""}>${each}</option>`).join("") +
    `</select><button type="submit">Begin</button></form>`,
  );
  const inside = (...how) => form(...how).slice(21, -10);
  const other = (version) => `<form id="other" data-version="${version}"><input id="why" value=""></form>`;
  const page = opened(`${form(1, "Ann", "a")}<section id="others">${other(1)}</section>`);
  page.type("why", "because");
  const values = () => [page.$("name").value, page.$("team").value, page.$("box").checked];
  // Nothing was typed: the server's values are shown.
  page.put(inside(1, "Eva", "b", " checked"));
  assert.deepEqual(values(), ["Eva", "b", true]);
  page.type("name", "Ben");
  page.type("team", "c");
  page.$("box").checked = false;
  page.document.fire("change", page.$("box"));
  page.put(inside(1, "Cem", "a", " checked"));
  assert.deepEqual(values(), ["Ben", "c", false]);
  await page.submit("start");
  assert.deepEqual(page.sent, [{ submit: "start", values: { name: "Ben", team: "c", box: "off" }, scene: null }]);
  page.put(inside(1, "Dan", "a", " checked"));
  assert.deepEqual(values(), ["Ben", "c", false]);
  page.put(inside(2, "Dan", "a", " checked"));
  assert.deepEqual(values(), ["Dan", "a", true]);
  page.put(inside(2, "Eva", "b"));
  assert.deepEqual(values(), ["Eva", "b", false]);
  // Choices of a form that was sent stay, also those that nobody has made.
  await page.submit("start");
  page.put(inside(2, "Eva", "a", " checked"));
  assert.equal(page.$("team").value, "b");
  // It was another form that the server has taken.
  page.put(other(2), "others");
  assert.equal(page.$("why").value, "because");
});

test("a form with a summary of its own closes once the server has taken it", async () => {
  const folded = (version, id) =>
    `<details id="fold-${id}"><summary>more</summary><form id="eaten" data-version="${version}"></form></details>`;
  for (const [id, isOpen] of [["eaten", false], ["end", true]]) {
    const page = opened(region(folded(1, id)));
    page.$(`fold-${id}`).open = true;
    await page.submit("eaten");
    page.put(folded(1, id));
    assert.ok(page.$(`fold-${id}`).open);
    page.put(folded(2, id));
    assert.equal(page.$(`fold-${id}`).open, isOpen);
  }
});

test("details stay open, and open when the server opens them", () => {
  const page = opened(region(`<details id="d"><summary>more</summary></details>`));
  page.$("d").open = true;
  page.put(`<details id="d"><summary>other</summary></details>`);
  assert.ok(page.$("d").open);
  page.$("d").open = false;
  page.put(`<details id="d" open><summary>more</summary></details>`);
  assert.ok(page.$("d").open);
});

const cells = (...how) =>
  `<div id="cells" class="cells" data-columns="2">${["a1", "b1", "a2", "b2"]
    .map((each, at) => `<button type="button" id="${each}" class="cell ${how[at] || ""}"><i class="${/x|o/.exec(how[at]) || "a-free"}"></i></button>`)
    .join("")}</div>`;

test("the focus is not lost with the element that had it", () => {
  const page = opened(region(`<button id="yes">Yes</button><button id="no">No</button>`) + `<section id="other"></section>`);
  const focused = (html, id = "no", other = "") => {
    page.put(`<button id="yes">Yes</button><button id="no">No</button>`);
    page.put("", "other");
    page.$(id).focus();
    page.document.scrolled.length = 0;
    page.patch({ put: { region: html, other } });
    return page.focus();
  };
  // It stays where it is, moves to the same control elsewhere, to the same text, and to the first control.
  assert.equal(focused(`<p>new</p><button id="no" class="strong">Really not</button>`), "no");
  assert.equal(focused("<button>No</button>", "no", `<p id="row"><button id="no">No</button></p>`), "no");
  assert.deepEqual(page.document.scrolled, ["row"]);
  assert.equal(focused(`<button>Other</button><button id="not">No</button>`), "not");
  assert.equal(focused(`<p></p><button>Other</button>`), "Other");
  assert.equal(focused("<p></p>"), "main");
  // The board is nearer than the first control.
  assert.equal(focused(`<button>Other</button>${cells()}`), "a1");
  // Without a focus nothing is focused.
  page.document.focused = null;
  page.put("");
  assert.equal(page.document.activeElement, page.document.body);
});

test("a grid is one stop of the tab key, and arrows go from cell to cell", () => {
  const page = opened(region(cells().replace(`id="a1"`, `id="a1" aria-disabled="true"`)));
  const stops = () => ["a1", "b1", "a2", "b2"].filter((each) => page.$(each).tabIndex === 0);
  assert.deepEqual(stops(), ["b1"]);
  page.$("a1").focus();
  const went = (key, more) => {
    const { isPrevented } = page.document.fire("keydown", page.document.activeElement, { key, ...more });
    return [page.focus(), isPrevented];
  };
  assert.deepEqual(went("ArrowRight"), ["b1", true]);
  assert.deepEqual(went("ArrowRight"), ["b1", true]);
  assert.deepEqual(went("ArrowDown"), ["b2", true]);
  assert.deepEqual(went("ArrowLeft"), ["a2", true]);
  assert.deepEqual(went("ArrowUp", { ctrlKey: true }), ["a2", false]);
  assert.deepEqual(went("a"), ["a2", false]);
  assert.deepEqual(stops(), ["a2"]);
  // A patch keeps the stop.
  page.put(cells("o"));
  assert.deepEqual(stops(), ["a2"]);
});

test("a stone that was moved slides, and not one that was there", () => {
  const page = opened(region(cells("x", "o")));
  page.put(cells("", "o", "x is-last", "is-last"));
  assert.deepEqual(page.document.animated, ["x"]);
  page.put(cells("", "o", "x is-last", "is-last"));
  page.put(cells("", "o", "x", ""));
  assert.equal(page.document.animated.length, 1);
  // One of the two was where it is.
  page.put(cells("x", "o"));
  page.put(cells("x is-last", "", "o is-last"));
  assert.deepEqual(page.document.animated, ["x", "o"]);
  const still = opened(region(cells("x", "o")), { matchMedia: () => ({ matches: true }) });
  still.put(cells("", "o", "x is-last", "is-last"));
  assert.deepEqual(still.document.animated, []);
});

test("a turned card and a winning line are shown once, the line from its last stone on", () => {
  const page = opened(region("") + `<section id="cards"></section>`);
  const won = (id, more) => `<b id="${id}" class="cell is-won${more}"><i class="m-won"></i></b>`;
  const cards = (...names) => `<p class="piles">${names.map((name) => `<img src="${name}">`).join("")}</p>`;
  page.put(cards("a", "b"), "cards");
  page.put(cards("a", "c"), "cards");
  page.put(cards("a", "c"), "cards");
  assert.deepEqual(page.document.animated, ["c"]);
  page.put(`<div id="cells" class="cells">${won("x", "")}${won("y", " is-last")}</div>`);
  const lines = page.document.querySelectorAll(".m-won").map(({ style }) => style.animationDelay);
  assert.deepEqual(lines, ["0ms", "0ms"]);
});

test("each text is announced as a line of its own, the last eight stay, and a voice says it", async () => {
  const page = opened("");
  page.patch({ say: ["same", "same"] });
  const lines = () => page.$("live").children.map((each) => each.textContent);
  assert.deepEqual([lines(), page.spoken], [["same", "same"], []]);
  await page.press("speak");
  page.patch({ say: [..."12345678"] });
  assert.deepEqual([lines().join(""), page.spoken[0], page.spoken.length], ["12345678", ["1", "en-GB"], 8]);
  await page.press("speak");
  page.patch({ say: ["silent"] });
  assert.equal(page.spoken.length, 8);
});

test("tones sound one after the other, once somebody has asked for them", async () => {
  const page = opened("");
  page.patch({ tones: [[440, 100]] });
  assert.deepEqual(page.tones, []);
  await page.press("sound");
  page.patch({ tones: [[440, 500], [0, 250], [880, 250]] });
  assert.deepEqual(page.tones, [[440, 10, 10.5], [880, 10.75, 11]]);
  assert.equal(page.$("sound").getAttribute("aria-pressed"), "true");
  await page.press("sound");
  page.patch({ tones: [[440, 500]] });
  assert.equal(page.tones.length, 2);
});

test("the newest line is first, and lights have their colours", () => {
  const page = opened(`<ol id="lines"></ol><svg id="lights"><circle></circle><circle></circle></svg>`);
  page.patch({ lines: ["<li>1</li>", "<li>2</li>"], lights: ["red", "blue"] });
  assert.equal(page.$("lines").textContent, "21");
  assert.deepEqual(page.document.querySelectorAll("circle").map((each) => each.getAttribute("fill")), ["red", "blue"]);
  page.patch({ lines: Array(300).fill("<li>n</li>") });
  assert.equal(page.$("lines").childElementCount, 300);
});

test("another game is shown from its top, and another version is loaded again", () => {
  const page = opened(region(cells()) + `<section id="middle"></section>`);
  const frame = { look: "table switch", played: "table b", title: "Switch", version: "1" };
  page.document.body.className = "table big";
  page.$("b1").focus();
  page.patch({ frame });
  assert.deepEqual([page.document.body.className, page.document.title], ["table switch big", "Switch"]);
  assert.deepEqual([page.document.scrolled, page.focus()], [["top", "middle"], "b1"]);
  page.patch({ frame });
  assert.deepEqual(page.document.scrolled, ["top", "middle"]);
  page.patch({ frame: { ...frame, played: "start" } });
  assert.deepEqual(page.document.scrolled, ["top", "middle", "top"]);
  assert.equal(page.reloads, 0);
  page.patch({ frame: { ...frame, version: "2" } });
  assert.equal(page.reloads, 1);
});

test("a result comes into view when it is new, an error with its field", () => {
  const page = opened(region(""));
  page.put(`<h1 id="over" class="turn" data-over="true">Ann wins</h1>`);
  page.put(`<h1 id="over" class="turn" data-over="true">Ann wins</h1>`);
  assert.deepEqual(page.document.scrolled, ["over"]);
  page.put(`<form id="f"><details id="d"><input id="i" aria-describedby="p"></details><p id="p" class="problem">no</p></form>`);
  assert.deepEqual([page.document.scrolled.at(-1), page.focus()], ["p", "i"]);
});

test("lights are asked for while the drawer with the device is open, also of another server", () => {
  const page = opened(`<section id="device"><details id="drawer"></details></section>`);
  const toggle = (isOpen) => {
    page.$("drawer").open = isOpen;
    page.document.fire("toggle", page.$("drawer"));
  };
  page.patch({});
  assert.deepEqual(page.sent, []);
  toggle(true);
  page.socket().lose();
  page.waits.at(-1)[0]();
  page.patch({});
  toggle(false);
  assert.deepEqual(page.sent, [{ drawer: true }, { drawer: true }, { drawer: false }]);
});

test("a press is sent once, with its time, and not by a control that is off", async () => {
  const page = opened(region(`<button type="button" id="go">Go</button><button type="button" id="off" aria-disabled="true"></button>` +
    `<button type="button" id="race" data-race="1"></button><button type="button" id="ask" data-ask="Sure?">End</button>`));
  await page.press("go");
  await page.press("off");
  assert.deepEqual(page.sent, [{ press: "go", at: 5, scene: null }]);
  // In a race the finger counts when it comes down; keys have no pointer.
  page.document.fire("pointerdown", page.$("race"), { timeStamp: 7.2 });
  await page.press("race");
  assert.deepEqual(page.sent.slice(1), [{ press: "race", at: 7, scene: null }]);
  await page.press("race", { detail: 0 });
  assert.equal(page.sent.length, 3);
  const dialog = Object.assign(page.$("question"), { showModal() {} });
  // An escape gives no answer, whatever the last one was.
  // What is pressed is for the scene of that moment, also if the game goes on before the answer.
  let scene = 2;
  for (const answer of ["no", "yes", null]) {
    page.patch({ scene: ++scene });
    await page.press("ask");
    page.patch({ scene: ++scene });
    assert.deepEqual([dialog.textContent, page.sent.length], ["Sure?End", answer === null ? 4 : 3]);
    if (answer) dialog.returnValue = answer;
    dialog.onclose();
    await settled();
  }
  assert.deepEqual(page.sent.slice(3), [{ press: "ask", at: 5, scene: 5 }]);
  // Without a connection nothing is sent late.
  page.socket().readyState = 3;
  await page.press("go");
  assert.equal(page.sent.length, 4);
});

test("an empty command is not sent, and a number that is too large is not asked about", async () => {
  const page = opened(region(`<form id="command"><input id="text" name="text"></form>` +
    `<form id="points" data-ask="Sure?"><input id="most" name="most" data-most="9"></form>`));
  page.type("text", "  ");
  await page.submit("command");
  assert.deepEqual(page.sent, []);
  for (const value of ["10", "x"]) {
    page.type("most", value);
    await page.submit("points");
  }
  assert.deepEqual(page.sent.map(({ values }) => values), [{ most: "10" }, { most: "x" }]);
});

test("a lost connection is told of when it lasts, and is tried again ever later", async () => {
  const page = opened("");
  const body = page.document.body;
  page.patch({});
  assert.deepEqual([page.socket().address, body.dataset.connected], ["ws://here/socket", "true"]);
  const waits = [];
  for (let at = 0; at < 6; at++) {
    page.socket().lose();
    await settled();
    assert.equal(page.$("gone").hidden, at === 0);
    const [connect, ms] = page.waits.at(-1);
    waits.push(ms);
    connect();
  }
  assert.deepEqual([waits, body.dataset.connected], [[300, 600, 1200, 2400, 3000, 3000], undefined]);
  page.patch({});
  assert.ok(page.$("gone").hidden && body.dataset.connected);
  // An ended link says so.
  page.status = 403;
  for (const wait of [300, 600]) {
    page.socket().lose();
    assert.equal(page.waits.at(-1)[1], wait);
    page.waits.at(-1)[0]();
  }
  await settled();
  assert.deepEqual(["gone", "ended"].map((each) => page.document.querySelector(`[data-${each}]`).hidden), [true, false]);
});

test("a server that is connected and does not answer is told of, and tried again at once", async () => {
  const page = opened(region(`<button id="go" type="button">Go</button>`));
  const { body } = page.document;
  const limits = () => page.waits.filter((each) => each && each[1] > 3000).map(([, ms]) => ms);
  const expire = () => page.waits.findLast((each) => each)[0]();
  const states = () => [page.$("gone").hidden, body.dataset.connected, page.sockets.length, page.sockets[0].readyState];
  // A connection that does not come about has a limit as well.
  assert.deepEqual(limits(), [10000]);
  page.patch({});
  page.beats[0]();
  page.beats[0]();
  assert.deepEqual([page.asked, limits()], [1, [4000]]);
  page.patch({});
  assert.deepEqual(limits(), []);
  // A press asks for an answer too.
  await page.press("go");
  assert.deepEqual([page.sent.length, page.asked, limits(), ...states()], [1, 2, [4000], true, "true", 1, 1]);
  expire();
  assert.deepEqual(states(), [false, undefined, 1, 2]);
  expire();
  assert.deepEqual([...states(), limits()], [false, undefined, 2, 2, [10000]]);
  page.patch({});
  assert.deepEqual([page.$("gone").hidden, body.dataset.connected], [true, "true"]);
});

test("a press without a connection is answered by the notice", async () => {
  const page = opened(region(`<button id="go" type="button">Go</button>`));
  page.patch({});
  page.socket().lose();
  assert.ok(page.$("gone").hidden);
  await page.press("go");
  assert.deepEqual([page.$("gone").hidden, page.sent], [false, []]);
});

test("the worker of the site has all the time it needs", () => {
  const page = opened("", { window: { SchiriTransport: class { readyState = 1; send() {} } } });
  page.beats[0]();
  assert.deepEqual(page.waits, []);
});

test("a board is painted cell by cell or by dragging, and back again", async () => {
  const cell = (at) => `<button type="button" class="cell g-G" id="c${at}" data-cell="${at}"><b></b></button>`;
  const colour = (letter, is) => `<button type="button" id="${letter}" data-letter="${letter}" data-sign="*" aria-pressed="${is}">Colour ${letter}</button>`;
  const page = opened(`<input id="map"><div data-paint="map">${colour("R", true)}${colour("B", false)}<button type="button" id="back">Back</button>` +
    `<div class="cells" data-columns="8">${Array.from({ length: 64 }, (_, at) => cell(at)).join("")}</div></div>`);
  const { document, $ } = page;
  const row = (text = "") => text.padEnd(8, "G");
  const board = (...rows) => [...rows, ...Array(8 - rows.length).fill(row())].join("/");
  const at = { x: 0 };
  document.elementFromPoint = () => $(`c${at.x}`);
  const down = (x) => document.fire("pointerdown", $(`c${x}`), {});
  down(0);
  document.fire("pointermove", $("c0"), { buttons: 0 });
  for (at.x of [1, 9]) document.fire("pointermove", $("c0"), { buttons: 1 });
  await page.press("c9");
  assert.equal($("map").value, board(row("RR"), row("GR")));
  assert.deepEqual([$("c9").getAttribute("aria-label"), $("c9").textContent], ["9, Colour R", "*"]);
  await page.press("B");
  assert.deepEqual(["R", "B"].map((each) => $(each).getAttribute("aria-pressed")), ["false", "true"]);
  // A key presses without a finger.
  await page.press("c0");
  assert.equal($("map").value, board(row("BR"), row("GR")));
  await page.press("back");
  assert.equal($("map").value, board(row("RR"), row("GR")));
  await page.press("back");
  await page.press("back");
  assert.deepEqual([$("map").value, $("c0").className], [board(), "cell g-G"]);
});

test("a field is shown with the choice that it belongs to", () => {
  const page = opened(`<select id="s"><option value="a">a</option><option value="b">b</option></select><p id="p" data-if="s" data-is="b">own</p>`);
  assert.ok(page.$("p").hidden);
  page.type("s", "b");
  assert.equal(page.$("p").hidden, false);
});

test("a field of cards is zoomed within limits, by buttons and by two fingers", async () => {
  const page = opened(`<div id="cloth"><p id="card"></p></div><button type="button" id="in" data-zoom="3"></button><button type="button" id="out" data-zoom="0.1"></button>`);
  const moved = [];
  const cloth = Object.assign(page.$("cloth"), { scrollTo() {}, scrollBy: (...by) => moved.push(by), scrollLeft: 0, scrollTop: 0, clientWidth: 9, clientHeight: 9 });
  const zooms = [];
  for (const each of ["in", "in", "out", "out", "in"]) {
    await page.press(each);
    zooms.push(cloth.style["--zoom"]);
  }
  assert.deepEqual(zooms, [3, 4, 0.5, 0.5, 1.5]);
  const finger = (name, pointerId, clientX) => page.document.fire(name, page.$("card"), { pointerId, clientX, clientY: 0, pointerType: "touch" });
  finger("pointerdown", 1, 0);
  finger("pointermove", 1, 4);
  assert.deepEqual(moved, [[-4, 0]]);
  finger("pointerdown", 2, 14);
  finger("pointermove", 2, 24);
  assert.equal(cloth.style["--zoom"], 3);
  finger("pointerup", 2, 24);
  finger("pointermove", 1, 5);
  assert.deepEqual([moved.length, cloth.style["--zoom"]], [2, 3]);
});

test("the screen stays on during a game, and a link's key goes from the address", async () => {
  const locks = [];
  const lock = { addEventListener: (_, act) => (lock.gone = act), release: async () => lock.gone() || locks.push("off") };
  const wakeLock = { request: async () => locks.push("on") && lock };
  const addresses = [];
  const page = opened(region(""), {
    navigator: { onLine: true, wakeLock },
    location: { search: "?key=1", origin: "https://here", pathname: "/" },
    history: { replaceState: (...how) => addresses.push(how.at(-1)) },
  });
  const wake = async () => {
    page.beats[1]();
    await settled();
  };
  await wake();
  await wake();
  assert.deepEqual(locks, ["on"]);
  page.put(`<p class="turn" data-over="1"></p>`);
  await wake();
  await wake();
  assert.deepEqual([locks, addresses], [["on", "off"], ["/"]]);
  // A proxy may speak https.
  assert.equal(page.socket().address, "wss://here/socket");
});

test("a clock runs down by the browser's own time, and says when little is left", () => {
  let now = 5000;
  const page = opened(region(""), { performance: { now: () => now } });
  const inside = `<b class="clock" data-ends="300180" data-sign="," data-say="Ann: noch {seconds} Sekunden">5:00</b><b class="clock">4:00</b>`;
  // The server's clock shows 1000 now.
  page.patch({ now: 1000, put: { region: inside } });
  const said = () => page.$("live").textContent;
  const shown = (ms) => {
    now += ms;
    page.waits.findLast(Boolean)[0]();
    const [, running, standing] = page.$("region").innerHTML.match(/>([\d:,]+)<.*>([\d:,]+)</);
    return [running, standing];
  };
  assert.deepEqual(shown(0), ["5:00", "4:00"]);
  assert.deepEqual(shown(199_180), ["1:40", "4:00"]);
  assert.equal(said(), "");
  assert.deepEqual(shown(40_100), ["1:00", "4:00"]);
  assert.equal(said(), "Ann: noch 60 Sekunden");
  assert.deepEqual(shown(40_000), ["19,9", "4:00"]);
  assert.match(page.$("region").innerHTML, /clock low/);
  assert.deepEqual(shown(60_000), ["0,0", "4:00"]);
});
