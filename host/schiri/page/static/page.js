// The browser's side of a page: applies the patches that the server renders, and sends the ids of pressed controls.
// Must not know any game.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { body } = document;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // A cookie stores the key of a link. Remove the key from the address, so that it is not in the browser's history.
  if (location.search.includes("key=")) history.replaceState(null, "", location.pathname);
  const keep = (name, value) =>
    (document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=strict`);
  const kept = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || "";
  // The next page request sends the reader's time zone.
  keep("schiri-zone", encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || ""));

  // Who this person is, if they have said so: a name, or all of a family.
  const who = () => decodeURIComponent(kept("schiri-who"));

  // Regions: a patch reuses existing elements, so that they keep their focus, position and typed text.

  const typed = new WeakSet();
  let submitted = null;
  const parsed = document.createElement("template");

  const copyAttributes = (old, fresh) => {
    const stays = (name) =>
      (name === "tabindex" && old.matches(".cell")) || (name === "open" && old.matches("details"));
    for (const { name } of [...old.attributes])
      if (!fresh.hasAttribute(name) && !stays(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (old.getAttribute(name) !== value && !stays(name)) old.setAttribute(name, value);
    if (fresh.hasAttribute("open") && old.matches("details")) old.open = true;
    if (old.matches("input, select") && !typed.has(old)) {
      if (old.type === "checkbox") old.checked = fresh.checked;
      else if (old.matches("input") && old.value !== fresh.value) old.value = fresh.value;
    }
  };

  const isSame = (old, fresh) =>
    old && old.nodeName === fresh.nodeName && (old.id || "") === (fresh.id || "");

  const morph = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.isEqualNode(fresh) && !old.matches("form")) return;
    // A new version means that the server accepted a form: patches may replace its typed values again. The numbers of a
    // form for one person are none of the next one's.
    const isAccepted = old === submitted && old.dataset.version !== fresh.dataset.version;
    if (isAccepted || (old.matches("form") && old.dataset.for !== fresh.dataset.for)) {
      for (const each of old.elements) typed.delete(each);
      // Equal elements are not updated below, although their values may be typed ones.
      old.reset();
      // What it asked for is done: a form with a summary of its own closes.
      if (old.parentElement.id === `fold-${old.id}`) old.parentElement.open = false;
    }
    const chosen = old.matches("select") && typed.has(old) ? old.value : null;
    copyAttributes(old, fresh);
    morphChildren(old, fresh);
    if (old.matches("select")) {
      const value = chosen ?? fresh.value;
      if (all("option", old).some((each) => each.value === value)) old.value = value;
    }
  };

  const morphChildren = (old, fresh) => {
    let at = old.firstChild;
    for (const wanted of [...fresh.childNodes]) {
      let found = isSame(at, wanted) ? at : null;
      if (!found && wanted.id) found = [...old.children].find((each) => isSame(each, wanted));
      if (found) {
        if (found !== at) old.insertBefore(found, at);
        morph(found, wanted);
        at = found.nextSibling;
      } else old.insertBefore(wanted, at);
    }
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  };

  const put = (id, html) => {
    const old = $(id);
    if (!old) return;
    parsed.innerHTML = html;
    if (old.matches("section")) morphChildren(old, parsed.content);
    else if (parsed.content.firstElementChild) morph(old, parsed.content.firstElementChild);
  };

  // Keyboard users must not lose the focus when a patch removes the focused element. Focus the element with the same
  // id, a button with the same text, the board, or the first control of the region.
  const followFocus = (gone, region) => {
    const like = all("button", region || body).find((each) => each.textContent === gone.textContent);
    const same = gone.id && $(gone.id);
    const next = same || like || document.querySelector('#cells > [tabindex="0"]') ||
      region?.querySelector("button, input, select, summary") || $("main");
    next?.focus({ preventScroll: true });
    // The pressed control is now in another region: scroll to it.
    if (same && same.closest("section") !== region) same.parentElement.scrollIntoView({ block: "center" });
  };

  // Animate a moved stone from its old cell to its new cell.
  const slide = (before) => {
    if (still.matches) return;
    const marked = all("#cells > .is-last");
    if (marked.length !== 2 || !marked.some((each) => !before.get(each.id)?.includes("is-last"))) return;
    for (const [from, to] of [marked, [...marked].reverse()]) {
      const piece = to.querySelector("i");
      if (!piece || piece.className === "a-free" || before.get(to.id)?.includes(piece.className)) continue;
      const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
      const move = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
      to.classList.add("moves");
      piece.animate([{ transform: move }, { transform: "none" }], { duration: 220, easing: "ease-out" })
        .onfinish = () => to.classList.remove("moves");
    }
  };

  // Animate a winning line, starting at the last stone, and a turned card.
  const explain = (before, cards) => {
    if (still.matches) return;
    const won = all("#cells > .is-won").filter((each) => !before.get(each.id)?.includes("is-won"));
    const from = (won.find((each) => each.matches(".is-last")) || won[0])?.getBoundingClientRect();
    const away = (each) => Math.hypot(each.getBoundingClientRect().x - from.x, each.getBoundingClientRect().y - from.y);
    for (const each of won)
      each.querySelector(".m-won").style.animationDelay = `${(away(each) / from.width) * 110}ms`;
    all(".piles img").forEach((card, at) => {
      if (cards[at] && cards[at] !== card.src)
        card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 260, easing: "ease-out" });
    });
  };

  const opened = new Set();
  // What somebody unfolds comes into view.
  let unfolding = null;
  document.addEventListener("click", ({ target }) => (unfolding = target.closest("summary")?.parentElement), true);
  document.addEventListener(
    "toggle",
    ({ target }) => {
      opened[target.open ? "add" : "delete"](target.id);
      if (target.id === "drawer") look();
      if (target.open && target === unfolding)
        target.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
      unfolding = null;
    },
    true,
  );

  // The number of the scene that the page shows. What was pressed is what that scene offered.
  let scene = null;

  const receive = (message) => {
    scene = message.scene ?? scene;
    if (message.now) late = Math.min(late, performance.now() - message.now);
    const focused = document.activeElement;
    const region = focused?.closest?.("section");
    const wasAt = new Map(all("#cells > .cell").map((each) => [each.id, each.className + each.innerHTML]));
    const cards = all(".piles img").map((each) => each.src);
    const [game, before] = [played, new Set(awaited())];
    const folds = new Set(all("details"));
    for (const [id, html] of Object.entries(message.put || {})) put(id, html);
    // A fold that comes back is as it was left: who rolls a real die opens its faces once.
    for (const each of all("details[id]")) if (!folds.has(each)) each.open = opened.has(each.id);
    if (message.put) {
      slide(wasAt);
      explain(wasAt, cards);
    }
    for (const html of message.lines || []) {
      $("lines")?.insertAdjacentHTML("afterbegin", html);
      const lines = $("lines")?.children || [];
      if (lines.length > 300) lines[lines.length - 1].remove();
    }
    if (message.lights)
      all("#lights circle").forEach((each, at) => each.setAttribute("fill", message.lights[at]));
    if (message.say) say(message.say);
    if (message.tones) sound(message.tones);
    if (message.who) keep("schiri-who", encodeURIComponent(message.who));
    if (message.shake && audio) navigator.vibrate?.([80, 60, 160]);
    const isAnother = message.frame && frame(message.frame);
    dress();
    // Do not move the focus of a player who has not focused anything yet.
    if (message.put) tick();
    if (isAnother && focused !== body) (document.querySelector('#cells > [tabindex="0"]') || $("main")).focus({ preventScroll: true });
    else if (focused && !focused.isConnected) followFocus(focused, region);
    const news = awaited().find((each) => !before.has(each));
    if (news && game === played)
      news.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  };
  // The clocks of players: they run down here, without messages. The table's time is known from the fastest message.
  let [late, ticking] = [Infinity, 0];
  const spoken = new Map();
  const digits = (ms, sign) => {
    const tenths = Math.ceil(ms / 100);
    if (ms < 20000) return `${Math.floor(tenths / 10)}${sign}${tenths % 10}`;
    const seconds = Math.ceil(ms / 1000);
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
    return hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
  };
  const tick = () => {
    clearTimeout(ticking);
    for (const clock of all(".clock[data-ends]")) {
      const left = Math.max(0, clock.dataset.ends - performance.now() + late);
      const text = digits(left, clock.dataset.sign);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("low", left < 20000);
      // Each of these is said once a turn.
      const [before, due] = [spoken.get(clock.dataset.ends) ?? Infinity, [10, 30, 60].find((each) => left <= each * 1000)];
      spoken.clear();
      spoken.set(clock.dataset.ends, due ?? Infinity);
      if (due < before && left > due * 1000 - 1000) say([clock.dataset.say.replace("{seconds}", due)]);
      ticking = setTimeout(tick, 100);
    }
  };

  // Elements to scroll to when they appear, whatever was pressed last: the result of a game.
  const awaited = () => all(".turn[data-over]");

  let played = body.dataset.played;
  // Update what surrounds the regions. Return whether another game is on the table.
  const frame = ({ look, played: now, title, version }) => {
    // Another version of the program has different pages.
    if (version !== body.dataset.version) return location.reload();
    body.className = body.className.replace(/.*?(?=( wall)?( big)?$)/, look);
    document.title = title;
    if (now === played) return false;
    played = now;
    scrollTo(0, 0);
    if (!now.startsWith("table")) return false;
    $($("stones")?.firstChild ? "stones" : "middle").scrollIntoView({ block: "nearest" });
    return true;
  };

  // Place controls for a cell beside it, where they cover the fewest cards. If the cell is out of view, they stay with
  // the other controls.
  const beside = (box, { offsetWidth: width, offsetHeight: height }, cloth) => {
    const middle = Math.min(Math.max(8, box.left + (box.width - width) / 2), innerWidth - width - 8);
    const level = box.top + (box.height - height) / 2;
    const below = [middle, box.bottom + 4];
    const places = [below, [middle, box.top - height - 4], [box.right + 4, level], [box.left - width - 4, level]];
    const cards = all("#cells :is(.f-down, .f-red, .f-green)").map((each) => each.getBoundingClientRect());
    const covered = ([left, top]) =>
      cards.filter((each) => each.left < left + width && each.right > left && each.top < top + height && each.bottom > top).length;
    const isOn = ([left, top]) => left >= cloth.left && left + width <= cloth.right && top >= cloth.top && top + height <= cloth.bottom;
    return (cloth ? places.filter(isOn) : []).sort((one, other) => covered(one) - covered(other))[0] || below;
  };
  const where = (id) => $(id)?.getBoundingClientRect();
  const place = () => {
    for (const row of all("#rows [data-cell]")) {
      const [box, cloth] = [where(row.dataset.cell), where("cloth")];
      const isSeen = box && (!cloth || (box.bottom > cloth.top && box.top < cloth.bottom && box.right > cloth.left && box.left < cloth.right));
      row.classList.toggle("at", Boolean(isSeen));
      if (!isSeen) continue;
      // Measure again: the row left the layout, so the page may have become shorter and scrolled.
      const [left, top] = beside(where(row.dataset.cell), row, where("cloth"));
      Object.assign(row.style, { left: `${scrollX + left}px`, top: `${scrollY + top}px` });
    }
  };
  document.addEventListener("scroll", () => place(), true);
  addEventListener("resize", () => place());

  // Restore what depends on the whole page after a patch or an input.
  const dress = () => {
    for (const grid of all(".cells"))
      // The tab stop of a grid is a cell that can be pressed, if there is one.
      if (!grid.querySelector('[tabindex="0"]'))
        (grid.querySelector(".cell:not([aria-disabled])") || grid.querySelector(".cell"))?.setAttribute("tabindex", 0);
    place();
    for (const field of all("[data-if]")) field.hidden = $(field.dataset.if)?.value !== field.dataset.is;
    const wrong = document.querySelector("form .problem");
    if (wrong && wrong !== lastWrong) lead(wrong);
    lastWrong = wrong;
  };
  let lastWrong = null;
  // Scroll to the error of a form and focus its field, so that it can be corrected at once.
  const lead = (wrong) => {
    wrong.closest("details")?.setAttribute("open", "");
    document.querySelector(`[aria-describedby="${wrong.id}"]`)?.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
  };

  // Screen readers: each announcement is a new element, because a repeated text would be announced only once.

  const say = (texts) => {
    for (const text of texts) {
      const line = document.createElement("p");
      line.textContent = text;
      $("live").append(line);
    }
    while ($("live").childElementCount > 8) $("live").firstChild.remove();
    if (voice) for (const text of texts) speak(text);
  };

  const voices = () =>
    (window.speechSynthesis?.getVoices() || []).filter(
      (each) => each.localService && each.lang.toLowerCase().startsWith(document.documentElement.lang),
    );
  let voice = null;
  const speak = (text) => {
    const said = new SpeechSynthesisUtterance(text);
    [said.voice, said.lang] = [voice, voice.lang];
    speechSynthesis.speak(said);
  };
  const offerVoice = () => $("speak") && ($("speak").hidden = !voices().length);
  offerVoice();
  window.speechSynthesis?.addEventListener?.("voiceschanged", offerVoice);

  // The tones of the device. A browser plays sound only after the user has asked for it.
  let audio = null;
  const sound = (tones) => {
    if (!audio) return;
    let at = audio.currentTime;
    for (const [pitch, length] of tones) {
      if (pitch) {
        const tone = new OscillatorNode(audio, { type: "square", frequency: pitch });
        tone.connect(new GainNode(audio, { gain: 0.06 })).connect(audio.destination);
        tone.start(at);
        tone.stop(at + length / 1000);
      }
      at += length / 1000;
    }
  };

  const switches = {
    big: () => {
      const isBig = body.classList.toggle("big");
      keep("schiri-big", isBig ? "on" : "");
      return isBig;
    },
    sound: () => {
      audio?.close();
      audio = audio ? null : new AudioContext();
      return audio !== null;
    },
    speak: () => {
      if (voice) speechSynthesis.cancel();
      voice = voice ? null : voices()[0] || null;
      return voice !== null;
    },
  };

  // Who wants it large wants it on every page, and the next time.
  if (kept("schiri-big")) {
    body.classList.add("big");
    $("big")?.setAttribute("aria-pressed", "true");
  }

  // Input.

  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify(message));
      if (!message.here) beat();
    } else if ($("gone").hidden) gone();
  };

  // The lights of the device blink: they are sent only while somebody looks at them.
  const look = () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ drawer: $("drawer").open }));
  };

  const asked = (question, label) =>
    new Promise((answer) => {
      if (!question) return answer(true);
      const dialog = $("question");
      dialog.querySelector("p").textContent = question;
      dialog.querySelector(".strong").textContent = label;
      dialog.returnValue = "no";
      dialog.onclose = () => answer(dialog.returnValue === "yes");
      dialog.showModal();
    });

  const isOff = (button) => button.getAttribute("aria-disabled") === "true";

  // The second tap of a double tap is for what lay there at the first one: if something else lies there now, or it looks
  // different, nobody can have meant it.
  let tapped = { html: "", event: null };
  const isMeant = (control, isSecond, event) => {
    if (!isSecond) tapped = { html: control.outerHTML, event };
    return control.outerHTML === tapped.html;
  };
  // A press, unlike a click, is not counted by the browser.
  const isSecondPress = ({ timeStamp, clientX, clientY }) => {
    const first = tapped.event;
    return first && timeStamp - first.timeStamp < 400 && Math.hypot(clientX - first.clientX, clientY - first.clientY) < 24;
  };
  document.addEventListener(
    "click",
    (event) => {
      const control = event.target.closest("button, a, summary");
      const isDragged = drags.ended && event.detail > 0;
      if (!isDragged && (!control || control.closest("[data-paint]") || isMeant(control, event.detail > 1, event))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button || button.type !== "button") return;
    if (switches[button.id]) button.setAttribute("aria-pressed", switches[button.id]());
    else if (button.dataset.zoom) zoomBy(Number(button.dataset.zoom));
    else if (button.closest("[data-paint]")) paintPress(button);
    // "pointerdown" has sent this press already. Only a click by keyboard (detail 0) is sent here.
    else if (button.dataset.race && event.detail !== 0) return;
    else if (button.id && !isOff(button)) {
      const press = { press: button.id, at: Math.round(event.timeStamp), scene };
      (await asked(button.dataset.ask, button.textContent)) && send(press);
    }
  });

  // In a race the press counts, not the release.
  document.addEventListener("pointerdown", (event) => {
    const racer = event.target.closest("button[data-race]");
    if (!racer || isOff(racer) || !isMeant(racer, isSecondPress(event), event)) return;
    send({ press: racer.id, at: Math.round(event.timeStamp), scene });
  });

  // The server refuses a form with an invalid number anyway: do not ask for confirmation first.
  const isWrong = (form) =>
    all("[data-most]", form).some(({ value, dataset: { least, most } }) =>
      !/^-?[0-9]+$/.test(value.trim()) || Number(value) < least || Number(value) > most);

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method === "dialog") return;
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    for (const each of all('input[type="checkbox"]', form)) values[each.name] = each.checked ? "on" : "off";
    const label = form.querySelector('[type="submit"]')?.textContent;
    if (form.id === "command" && !values.text?.trim()) return;
    const submit = { submit: form.id, values, scene };
    if (form.id && (isWrong(form) || (await asked(form.dataset.ask, label)))) {
      submitted = form;
      for (const each of form.elements) typed.add(each);
      send(submit);
    }
  });

  const noticed = (event) => {
    if (event.target.matches("input, select")) typed.add(event.target);
    dress();
  };
  document.addEventListener("input", noticed);
  document.addEventListener("change", noticed);

  // Arrow keys move between the cells of a grid. The whole grid is one tab stop.
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(".cells > .cell");
    const step = steps[event.key];
    if (!cell || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    const cells = [...cell.parentElement.children];
    const columns = Number(cell.parentElement.dataset.columns);
    const at = cells.indexOf(cell);
    const [across, down] = [(at % columns) + step[0], Math.floor(at / columns) + step[1]];
    event.preventDefault();
    if (across >= 0 && across < columns) cells[down * columns + across]?.focus();
  });
  document.addEventListener("focusin", (event) => {
    const cell = event.target.closest?.(".cells > .cell");
    if (cell) for (const each of cell.parentElement.children) each.tabIndex = each === cell ? 0 : -1;
  });

  // Paint a board by tapping its cells or dragging across them.
  const paints = new WeakMap();
  const paintCell = (cell) => {
    const box = cell.closest("[data-paint]");
    const colour = box.querySelector('[data-letter][aria-pressed="true"]');
    const letter = colour.dataset.letter;
    if (cell.classList.contains(`g-${letter}`)) return;
    cell.className = `cell g-${letter}`;
    cell.querySelector("b").textContent = colour.dataset.sign;
    cell.setAttribute("aria-label", `${cell.dataset.cell}, ${colour.textContent}`);
    const rows = [];
    all(".cell", box).forEach((each, at) => {
      if (at % 8 === 0) rows.push("");
      rows[rows.length - 1] += each.className.slice(-1);
    });
    $(box.dataset.paint).value = rows.join("/");
    typed.add($(box.dataset.paint));
  };
  const remember = (box) => paints.set(box, [...(paints.get(box) || []), box.querySelector(".cells").cloneNode(true)]);
  const paintPress = (button) => {
    const box = button.closest("[data-paint]");
    if (button.dataset.letter)
      for (const each of all("[data-letter]", box)) each.setAttribute("aria-pressed", each === button);
    else if (button.matches(".cell")) {
      if (crossed) return (crossed = null);
      remember(box);
      paintCell(button);
    } else {
      const before = paints.get(box)?.pop();
      if (!before) return;
      box.querySelector(".cells").replaceWith(before);
      $(box.dataset.paint).value = all(".cell", box)
        .map((each, at) => (at && at % 8 === 0 ? "/" : "") + each.className.slice(-1))
        .join("");
    }
  };
  let crossed = null;
  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-paint] .cell");
    if (!cell) return;
    cell.releasePointerCapture?.(event.pointerId);
    crossed = cell.closest("[data-paint]");
    remember(crossed);
    paintCell(cell);
  });
  document.addEventListener("pointermove", (event) => {
    if (!crossed || !event.buttons) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-paint] .cell");
    if (cell && crossed.contains(cell)) paintCell(cell);
  });

  // Stones on a board are dragged, with as many fingers as there are, or lifted by a tap and put down by the next one.
  const drags = new Map();
  const endDrag = (event) => {
    const drag = drags.get(event.pointerId);
    drags.delete(event.pointerId);
    if (!drag?.ghost) return;
    drag.ghost.remove();
    drags.ended = true;
    // Beside all places it stays in the hand.
    const place = event.type === "pointerup" && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    if (place) send({ press: `drop-${drag.letter}-${place.dataset.drop}`, scene });
  };
  document.addEventListener("pointerdown", (event) => {
    drags.ended = false;
    const from = event.target.closest("[data-lift]");
    if (from && !event.button) drags.set(event.pointerId, { from, letter: from.dataset.lift, x: event.clientX, y: event.clientY });
  });
  document.addEventListener("pointermove", (event) => {
    const drag = drags.get(event.pointerId);
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      drag.ghost = Object.assign(document.createElement("i"), { className: `ghost a-${drag.letter}` });
      body.append(drag.ghost);
      send({ press: drag.from.id, scene });
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, endDrag);

  // A field of cards fits its viewport, the cloth. Two fingers zoom it, one finger pans it.
  let zoom = 1;
  const zoomBy = (by) => {
    const cloth = $("cloth");
    if (!cloth) return;
    const before = zoom;
    zoom = Math.min(4, Math.max(0.5, zoom * by));
    cloth.style.setProperty("--zoom", zoom);
    const [x, y] = [cloth.scrollLeft + cloth.clientWidth / 2, cloth.scrollTop + cloth.clientHeight / 2];
    cloth.scrollTo((x * zoom) / before - cloth.clientWidth / 2, (y * zoom) / before - cloth.clientHeight / 2);
  };
  const fingers = new Map();
  const spread = () => {
    const [one, two] = [...fingers.values()];
    return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  };
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#cloth")) fingers.set(event.pointerId, event);
  });
  document.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [before, last] = [fingers.size === 2 ? spread() : 0, fingers.get(event.pointerId)];
    fingers.set(event.pointerId, event);
    if (before) zoomBy(spread() / before);
    else if (event.pointerType !== "mouse")
      $("cloth").scrollBy(last.clientX - event.clientX, last.clientY - event.clientY);
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, (event) => fingers.delete(event.pointerId));
  document.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey || !event.target.closest("#cloth")) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 1.1 : 0.9);
    },
    { passive: false },
  );

  // The connection: reconnects by itself. The page shows a notice while it is lost.

  // On the site, a worker replaces the server.
  const Transport = window.SchiriTransport || WebSocket;
  const isRemote = Transport === WebSocket;
  let [socket, waits] = [null, 300];
  const gone = async () => {
    $("gone").hidden = false;
    // A computer that sleeps answers this no more than anything else.
    const asking = { cache: "no-store", signal: AbortSignal.timeout(4000) };
    const answer = await fetch("/logo.svg", asking).catch(() => null);
    const isEnded = answer?.status === 403;
    $("gone").querySelector("[data-gone]").hidden = isEnded;
    $("gone").querySelector("[data-ended]").hidden = !isEnded;
  };
  // A heartbeat detects a dead connection that was never closed: a live server answers it. The site's worker may take
  // longer, and is never dead.
  let [waiting, beating] = [0, 0];
  const awaitAnswer = (ms) => (waiting ||= isRemote ? setTimeout(() => lost(true), ms) : 0);
  const beat = () => {
    if (socket?.readyState !== WebSocket.OPEN || document.visibilityState !== "visible" || waiting) return;
    send({ here: true });
    awaitAnswer(4000);
  };
  // A dead connection may take minutes to close: do not wait for that.
  const lost = (isDead) => {
    if (!socket) return;
    Object.assign(socket, { onmessage: null, onclose: null });
    socket.close();
    socket = null;
    delete body.dataset.connected;
    waiting = clearTimeout(waiting);
    if (isDead || waits > 300 || !navigator.onLine) gone();
    beating = setTimeout(connect, waits);
    waits = Math.min(3000, waits * 2);
  };
  addEventListener("offline", () => isRemote && lost(true));
  addEventListener("online", () => body.dataset.socket && !socket && connect());
  document.addEventListener("visibilitychange", beat);
  const connect = () => {
    [scene, late] = [null, Infinity];
    clearTimeout(beating);
    socket = new Transport(location.origin.replace("http", "ws") + body.dataset.socket);
    awaitAnswer(10000);
    socket.onmessage = (event) => {
      waits = 300;
      waiting = clearTimeout(waiting);
      $("gone").hidden = true;
      const isFirst = !body.dataset.connected;
      body.dataset.connected = "true";
      receive(JSON.parse(event.data));
      if (isFirst && who()) send({ who: who() });
      if (isFirst && $("drawer")?.open) look();
    };
    socket.onclose = () => lost(false);
  };
  if (body.dataset.socket) connect();
  setInterval(beat, 15000);
  dress();

  // Keep the screen awake during a game, if the browser can.
  let lock = null;
  const wake = async () => {
    if (!navigator.wakeLock || document.visibilityState !== "visible") return;
    const runs = body.classList.contains("table") && !document.querySelector(".turn[data-over]");
    try {
      if (runs && !lock) {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => (lock = null));
      } else if (!runs && lock) await lock.release();
    } catch {
      lock = null;
    }
  };
  document.addEventListener("visibilitychange", wake);
  setInterval(wake, 5000);
})();
