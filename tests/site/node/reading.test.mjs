// The script of pages for reading: keys and links step through a game without a step back for each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run, settled } from "./browser.mjs";
import { Document } from "./document.mjs";

const opened = (html) => {
  const document = new Document(html);
  const went = [];
  for (const list of document.querySelectorAll("ol")) Object.assign(list, { clientHeight: 100 });
  for (const step of document.querySelectorAll("[aria-current]")) Object.assign(step, { offsetTop: 400 });
  // Without an answer the browser itself goes there, and says so.
  const fetch = () => {
    throw new TypeError();
  };
  run("page/static/reading.js", { document, fetch, location: { replace: (address) => went.push(address) } });
  return { document, went, $: document.getElementById };
};

test("keys and links go to another step, unless they mean something else", () => {
  const ways = ["start", "back", "end"].map((each) => `<a id="${each}" href="?at=${each}" data-way="${each}"></a>`).join("");
  const { document, went, $ } = opened(`<nav class="ways">${ways}<a data-way="on"></a></nav><input id="i"><a id="other" href="/"></a>
<ol class="steps"><li><a id="one" href="?at=1"></a></li><li><a href="?at=2" aria-current="step"></a></li></ol>`);
  assert.equal(document.querySelector("ol").scrollTop, 350);
  const pressed = (name, target, more) => document.fire(name, target, { button: 0, ...more }).isPrevented;
  assert.ok(pressed("keydown", document.body, { key: "ArrowLeft" }));
  assert.ok(pressed("keydown", document.body, { key: "End" }));
  assert.ok(pressed("click", $("one")) && pressed("click", $("start")));
  assert.deepEqual(went, ["?at=back", "?at=end", "?at=1", "?at=start"]);
  assert.equal(pressed("keydown", document.body, { key: "ArrowRight" }), false);
  assert.equal(pressed("keydown", $("i"), { key: "ArrowLeft" }), false);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true, button: 1 }]) {
    assert.equal(pressed("keydown", document.body, { key: "ArrowLeft", ...more }), false);
    assert.equal(pressed("click", $("one"), more), false);
  }
  assert.equal(pressed("click", $("other")), false);
  assert.equal(went.length, 4);
});

test("a page that is still counting is loaded again", () => {
  const { document, went } = opened(`<a class="counting" href="/statistics?again"></a>`);
  assert.deepEqual(went, ["/statistics?again"]);
  assert.match(document.cookie, /^schiri-zone=\w/);
});

// A game of three steps, at one of them. Its links are those of the step, as a server or the site draws them.
const page = (at) => {
  const way = (name, to) => (to >= 0 && to < 3 && to !== at ? `<a data-way="${name}" href="${HERE}?at=${to}"></a>` : `<a data-way="${name}"></a>`);
  return `<main><nav class="ways">${way("start", 0)}${way("on", at + 1)}</nav>
<button data-play="Play" data-stop="Stop">Play</button></main><footer></footer>`;
};
const HERE = "http://here/games/a";
const playing = (at) => {
  const document = new Document(page(at));
  const [went, timers] = [[], []];
  run("page/static/reading.js", {
    document,
    location: { replace: (address) => went.push(address) },
    history: { replaceState: (_state, _title, address) => went.push(address) },
    fetch: async (address) => ({ text: async () => address.split("=")[1] }),
    DOMParser: class {
      parseFromString = (text) => new Document(page(Number(text)));
    },
    setTimeout: (act) => timers.push(act),
    clearTimeout: () => timers.splice(0),
  });
  const button = () => document.querySelector("[data-play]");
  return { document, went, timers, button, press: () => document.fire("click", button(), { button: 0 }) };
};

test("a game plays by itself to its end, and from its start after that", async () => {
  const { went, timers, button, press } = playing(1);
  assert.equal(button().hidden, false);
  assert.deepEqual([button().textContent, timers.length], ["Play", 0]);
  press();
  assert.deepEqual([button().textContent, timers.length], ["Stop", 1]);
  timers[0]();
  await settled();
  assert.deepEqual(went, [`${HERE}?at=2`]);
  assert.deepEqual([button().textContent, timers.length], ["Play", 0]);
  press();
  await settled();
  assert.equal(went.at(-1), `${HERE}?at=0`);
  assert.deepEqual([button().textContent, timers.length], ["Stop", 1]);
  press();
  assert.deepEqual([button().textContent, timers.length], ["Play", 0]);
});

test("a game that is left stops, and the site puts its pages there itself", async () => {
  const { document, went, timers, button, press } = playing(0);
  press();
  const [step] = timers;
  document.querySelector("main").replaceChildren();
  step();
  await settled();
  assert.deepEqual([went, button()], [[], null]);
  document.fire("schiri-read", document);
  assert.equal(timers.length, 0);
});
