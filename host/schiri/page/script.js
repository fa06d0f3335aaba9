// What a browser does by itself: nothing of it changes a game.
(() => {
  if (window.schiriBig) return;
  // The key of a link is kept as a cookie; it need not stand in the history.
  if (location.search.includes("key=")) history.replaceState(null, "", location.pathname);

  // What is said while the server does not answer, to whoever does not see it as well; and what,
  // once it answers that the link of this page is no longer good.
  window.schiriGone = (gone, ended) => {
    document.addEventListener("DOMContentLoaded", () => {
      const popup = document.getElementById("popup");
      popup.setAttribute("role", "alert");
      const say = (texts) =>
        popup.querySelectorAll("span").forEach((each, at) => {
          if (each.textContent !== texts[at]) each.textContent = texts[at];
        });
      say(gone);
      setInterval(async () => {
        if (popup.ariaHidden !== "false") return;
        const answer = await fetch("/logo.svg", { cache: "no-store" }).catch(() => null);
        if (answer) say(answer.status === 403 ? ended : gone);
      }, 2000);
    });
  };

  window.schiriBig = (button) => {
    const big = document.body.classList.toggle("big");
    if (button) button.setAttribute("aria-pressed", big);
  };

  // What somebody types while an answer is on its way is not overwritten by it.
  window.schiriLine = (id, before, text) => {
    const line = getHtmlElement(id);
    if (line && line.value.slice(0, 500) === before) line.value = text;
  };

  // The device's tones, once somebody wants to hear them: a browser plays nothing unasked.
  let audio = null;
  window.schiriSound = () => {
    if (audio) audio.close();
    audio = audio ? null : new AudioContext();
    return audio !== null;
  };
  window.schiriTones = (tones) => {
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

  // A field fits its cloth; where its cards are made larger it is scrolled.
  let zoom = 1;
  window.schiriZoom = (by) => {
    zoom = Math.min(4, Math.max(0.5, zoom * by));
    document.body.style.setProperty("--zoom", zoom);
  };

  // Arrow keys go from cell to cell of a grid.
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest && event.target.closest(".cells > .cell");
    const step = steps[event.key];
    if (!cell || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    const grid = cell.parentElement;
    const cells = [...grid.children];
    const columns = Number(grid.dataset.columns);
    const at = cells.indexOf(cell);
    const across = (at % columns) + step[0];
    const down = Math.floor(at / columns) + step[1];
    event.preventDefault();
    if (across < 0 || across >= columns || down < 0 || down * columns + across >= cells.length) return;
    cells[down * columns + across].focus();
  });
  // A game that has begun is in view, and its board has the focus; a page that is opened is left.
  let view = null;
  const follow = () => {
    const now = document.querySelector(".page > .start, .page > .table");
    if (!now || now === view) return;
    const hasBegun = view !== null && now.matches(".table");
    view = now;
    if (!hasBegun) return;
    const board = now.querySelector(".board");
    window.scrollTo(0, 0);
    board.scrollIntoView({ block: "nearest" });
    (board.querySelector('.cell[tabindex="0"]') || board).focus({ preventScroll: true });
  };

  // What is wrong with a form is in view, and a line of it may be typed anew at once.
  window.schiriLeadTo = (id) => {
    requestAnimationFrame(() => {
      const place = getHtmlElement(id);
      if (!place) return;
      const fold = place.closest("details");
      if (fold) fold.open = true;
      const wrong = place.matches("input") ? place.parentElement.nextElementSibling : place;
      if (place.matches("input")) place.focus({ preventScroll: true });
      wrong.scrollIntoView({ block: "nearest" });
      place.scrollIntoView({ block: "nearest" });
    });
  };

  // Who goes by keys is not left nowhere: what was made anew has the focus again, and where it is
  // gone, the board has it, or else the first that can be used of what is left around it.
  let [byKeys, focused, around, lastCell] = [false, null, [], ""];
  const usable = "button, input, select, summary, a[href], [tabindex='0']";
  const firstIn = (place) =>
    place.isConnected && [...place.querySelectorAll(usable)].find((each) => each.checkVisibility() && !each.disabled);
  const nameOf = (each) => each.getAttribute("aria-label") || each.textContent;
  const cellOf = (name) => document.querySelector(`.cells > [data-cell="${name}"]`);
  document.addEventListener("keydown", () => (byKeys = true), true);
  document.addEventListener("pointerdown", () => (byKeys = false), true);
  document.addEventListener("focusin", (event) => {
    [focused, around] = [event.target, []];
    for (let place = focused.parentElement; place; place = place.parentElement) around.push(place);
    const cell = focused.closest(".cells > .cell");
    if (!cell) return;
    lastCell = cell.dataset.cell;
    for (const each of cell.parentElement.children) each.tabIndex = each === cell ? 0 : -1;
  });
  new MutationObserver(() => {
    follow();
    if (!byKeys || !focused || focused.checkVisibility()) return;
    const same = [...document.querySelectorAll("main button, .page button")].find(
      (each) => nameOf(each) === nameOf(focused) && each.checkVisibility(),
    );
    const board = document.querySelector(".cells > [tabindex='0']:not(:disabled)");
    const next = cellOf(focused.dataset.cell) || same || cellOf(lastCell) || board;
    (next || around.map(firstIn).find(Boolean))?.focus();
  }).observe(document, { childList: true, subtree: true, attributeFilter: ["hidden"] });

  // The screen stays awake while a game runs, where the browser lets it.
  let lock = null;
  const wake = async () => {
    const runs = document.querySelector(".turn:not([data-over])");
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      if (runs && !lock) {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => (lock = null));
      } else if (!runs && lock) await lock.release();
    } catch (refused) {
      lock = null;
    }
  };
  document.addEventListener("visibilitychange", wake);
  setInterval(wake, 5000);
  wake();
})();
