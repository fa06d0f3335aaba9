// The script of pages for reading: keys and links step through a game without a step back for each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "./browser.mjs";
import { Document } from "./document.mjs";

const opened = (html) => {
  const document = new Document(html);
  const went = [];
  for (const list of document.querySelectorAll("ol")) Object.assign(list, { clientHeight: 100 });
  for (const step of document.querySelectorAll("[aria-current]")) Object.assign(step, { offsetTop: 400 });
  run("page/static/reading.js", { document, location: { replace: (address) => went.push(address) } });
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
