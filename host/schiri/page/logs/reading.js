// Stepping through a game: keys move the slider wherever one is, and the list follows.
(() => {
  if (window.schiriShow) return;
  // The reader's time zone is told with the next page that is asked for.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  document.cookie = `schiri-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=strict`;

  window.schiriShow = (id, at) => {
    const shown = getHtmlElement(id);
    if (!shown) return;
    const list = shown.closest("ol");
    list.scrollTop = shown.offsetTop - list.clientHeight / 2;
    // Who loads a replay anew, or in another language, stays where they were.
    if (location.pathname.startsWith("/games/")) history.replaceState(null, "", `?at=${at}`);
  };

  const ways = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e6, End: 1e6 };
  document.addEventListener("keydown", (event) => {
    const slider = document.querySelector(".ways input");
    const by = ways[event.key];
    if (!slider || !by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, .wide, .cells")) return;
    event.preventDefault();
    slider.value = Number(slider.value) + by;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
