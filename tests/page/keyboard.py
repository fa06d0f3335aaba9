"""Somebody who has a keyboard and nothing else: from stop to stop, each of them to be seen.

Decides how one gets to what is wanted.  Must not know what is played.
"""

from playwright.async_api import Page, expect

# So many stops one goes at most before one would give up.
MOST_STOPS = 120
# What has the focus: its name, its cell, and why nobody would know that it has.
STOP = """
const seen = () => {
  const stop = document.activeElement;
  // Where a part of the page has gone, main holds the place: it is no stop, and has no ring.
  const isNowhere = !stop || stop.matches("body, main") || !stop.checkVisibility();
  if (isNowhere) return { name: "", cell: "", why: "" };
  const box = stop.getBoundingClientRect(), style = getComputedStyle(stop);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const x = box.x + box.width / 2, y = box.y + Math.min(box.height / 2, 20);
  const above = document.elementFromPoint(x, y);
  const label = stop.labels && stop.labels[0] && stop.labels[0].firstElementChild;
  const told = label || stop.querySelector("span") || stop;
  return {
    name: stop.getAttribute("aria-label") || told.innerText,
    cell: stop.id.startsWith("cell-") ? stop.id.slice(5) : "",
    why: !stop.matches(":focus-visible") ? "it is not marked" : !ring ? "no ring around it"
      : !above || !(stop.contains(above) || above.contains(stop)) ? "something lies upon it" : "",
  };
};
"""
# A page that scrolls there, or is being drawn, is looked at once it stands still: so many frames
# it has for that.
FRAMES = 120
SEEN = f"""async () => {{
  {STOP}
  for (let frame = 0; frame < {FRAMES} && seen().why; frame++)
    await new Promise(requestAnimationFrame);
  return seen();
}}"""


class Keyboard:
    """A keyboard at a page; each stop that one comes to has to be seen."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self._page.keyboard.press(key)

    async def type(self, text: str) -> None:
        """Type on the line where one is, in place of what stands there."""
        await self.key("Control+a")
        await self._page.keyboard.insert_text(text)

    async def go(self, name: str, key: str = "Tab") -> None:
        """Go on to what has this name."""
        for _ in range(MOST_STOPS):
            if (await self._stop())["name"] == name:
                return
            await self.key(key)
        raise AssertionError(f"no key leads to {name}")

    async def press(self, *names: str) -> None:
        """Go to buttons and press them."""
        for name in names:
            await self.go(name)
            await self.key("Enter")

    async def cells(self, *cells: str) -> None:
        """Go to cells of the board, as far as they are by arrow keys, and press each."""
        for cell in cells:
            await self._go_to_cell(cell)
            await self.key("Space")

    async def stands_somewhere(self) -> None:
        """Wait until one is somewhere: whoever goes on by keys does not begin at the top again."""
        await expect(self._page.locator(":focus:not(body)")).to_be_visible()

    async def stands_at(self, cell: str) -> None:
        """Wait until one is at a cell, with no key pressed for that."""
        await expect(self._page.locator(":focus")).to_have_attribute("id", f"cell-{cell}")

    async def _go_to_cell(self, cell: str) -> None:
        while not (at := (await self._stop())["cell"]):
            await self.key("Tab")
        (x, y), (to_x, to_y) = place_of(at), place_of(cell)
        across = ["ArrowRight" if to_x > x else "ArrowLeft"] * abs(to_x - x)
        await self.key(*across, *["ArrowUp" if to_y > y else "ArrowDown"] * abs(to_y - y))
        assert (await self._stop())["cell"] == cell

    async def _stop(self) -> dict[str, str]:
        stop: dict[str, str] = await self._page.evaluate(SEEN)
        assert not stop["why"], stop
        return stop


def place_of(cell: str) -> tuple[int, int]:
    """Return how far right and up a cell is, by its name on a board or a field."""
    if "," in cell:
        x, y = cell.split(",")
        return int(x), int(y)
    return ord(cell[0]), int(cell[1:])
