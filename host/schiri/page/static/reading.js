// Enhances pages that also work without a script: keys step through a game, it plays by itself, and the list of steps
// scrolls along.
(() => {
  // The next page request sends the reader's time zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  document.cookie = `schiri-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=strict`;

  // Large, if the table is.
  if (/(?:^|; )schiri-big=on/.test(document.cookie)) document.body.classList.add("big");

  const counting = document.querySelector("a.counting");
  if (counting) location.replace(counting.href);

  // How long each step of a game that plays by itself is shown.
  const STEP_MS = 1200;
  const find = (selector) => document.querySelector(selector);
  const linkTo = (way) => find(`a[href][data-way="${way}"]`);
  const gameAt = (address) => address.split("?")[0];
  // The game that plays by itself, "" for none; its timer; how often another step was asked for; what had the focus.
  let [playing, timer, turn, focused] = ["", 0, 0, ""];

  // Show that a step is there: the list scrolls to it, and the next one is due.
  const arrive = () => {
    const shown = find(".steps [aria-current]");
    if (shown) {
      const list = shown.closest("ol");
      list.scrollTop = shown.offsetTop - list.clientHeight / 2;
    }
    clearTimeout(timer);
    const [button, next] = [find("[data-play]"), linkTo("on")];
    if (!button || !next || playing !== gameAt(next.href)) playing = "";
    if (playing) timer = setTimeout(() => next.isConnected && stepsTo(next.href), STEP_MS);
    if (!button) return;
    button.hidden = false;
    button.textContent = button.dataset[playing ? "stop" : "play"];
    if (focused) find(focused)?.focus({ preventScroll: true });
    focused = "";
  };
  // Steps replace the history entry, so that Back leaves the game instead of undoing each step.
  const stepsTo = async (address) => {
    const number = ++turn;
    const here = document.activeElement;
    if (here?.dataset.way) focused = `[data-way="${here.dataset.way}"]`;
    else if (here?.closest(".steps")) focused = ".steps [aria-current]";
    else focused = here?.dataset.play ? "[data-play]" : "";
    // The site puts its pages there itself.
    if (address.includes("#/")) return location.replace(address);
    try {
      const text = await (await fetch(address)).text();
      if (number !== turn) return;
      const found = new DOMParser().parseFromString(text, "text/html");
      for (const part of ["main", "footer"]) find(part).replaceWith(found.querySelector(part));
      document.title = found.title;
      history.replaceState(null, "", address);
      arrive();
    } catch {
      location.replace(address);
    }
  };
  document.addEventListener("click", (event) => {
    const play = event.target.closest("[data-play]");
    if (play) {
      const first = linkTo("on") || linkTo("start");
      playing = playing || !first ? "" : gameAt(first.href);
      // At its end it begins again.
      if (playing && !linkTo("on")) stepsTo(first.href);
      else arrive();
      return;
    }
    const link = event.target.closest("a[href][data-way], .steps a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stepsTo(link.href);
  });
  const ways = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, .wide")) return;
    const link = ways[event.key] && linkTo(ways[event.key]);
    if (!link) return;
    event.preventDefault();
    stepsTo(link.href);
  });
  // The site says when another page was put there.
  document.addEventListener("schiri-read", arrive);
  arrive();
})();
