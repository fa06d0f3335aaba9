"""A person who only has a keyboard: they go from stop to stop and must see each stop.

Decides which keys reach a control.  Must not know which game is played.
"""

from playwright.async_api import Page, expect

# Most stops before a person gives up.
MOST_STOPS = 120
# The focused element: its name, its cell, and why its focus would not be visible.
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
# Most frames to wait until a page has finished scrolling and drawing.
FRAMES = 120
SEEN = f"""async () => {{
  {STOP}
  for (let frame = 0; frame < {FRAMES} && seen().why; frame++)
    await new Promise(requestAnimationFrame);
  return seen();
}}"""


class Keyboard:
    """A keyboard at a page. Each stop must be visible."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def key(self, *keys: str) -> None:
        """Press keys in order."""
        for key in keys:
            await self._page.keyboard.press(key)

    async def type(self, text: str) -> None:
        """Replace the text of the focused field."""
        await self.key("Control+a")
        await self._page.keyboard.insert_text(text)

    async def go(self, name: str, key: str = "Tab") -> None:
        """Go to the control with this name."""
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
        """Go to cells of the board, by arrow keys where possible, and press each."""
        for cell in cells:
            await self._go_to_cell(cell)
            await self.key("Space")

    async def stands_somewhere(self) -> None:
        """Wait until an element has the focus: a keyboard user must not begin at the top again."""
        await expect(self._page.locator(":focus:not(body)")).to_be_visible()

    async def stands_at(self, cell: str) -> None:
        """Wait until a cell has the focus without another key press."""
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
