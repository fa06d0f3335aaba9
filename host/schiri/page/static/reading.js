// Enhances pages that also work without a script: keys step through a game, and the list of steps scrolls along.
(() => {
  // The next page request sends the reader's time zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  document.cookie = `schiri-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=strict`;

  const counting = document.querySelector("a.counting");
  if (counting) location.replace(counting.href);

  const shown = document.querySelector(".steps [aria-current]");
  if (shown) {
    const list = shown.closest("ol");
    list.scrollTop = shown.offsetTop - list.clientHeight / 2;
  }
  // Steps replace the history entry, so that Back leaves the game instead of undoing each step.
  const stepsTo = (address) => location.replace(address);
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".ways a[href], .steps a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stepsTo(link.href);
  });
  const ways = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, .wide")) return;
    const link = document.querySelector(`.ways a[href][data-way="${ways[event.key]}"]`);
    if (!link) return;
    event.preventDefault();
    stepsTo(link.href);
  });
})();
