"""A person at a page in a real browser: touches, views, speech, and checks for accessibility.

Decides how a page is inspected.  Must not know which game is played.
"""

import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.counts import IS_PROOF
from tests.patience import PATIENCE_MS
from tests.sources import ROOT

Scheme = Literal["light", "dark"]
Size = tuple[int, int]
# Width and height of a screen, in CSS pixels.
PHONE, LAPTOP = (390, 844), (1280, 800)
SMALLEST_PX = 360
expect.set_options(timeout=PATIENCE_MS)
# Screenshots of all views, taken by the proof. They are never committed.
PICTURES = ROOT / "build" / "pages"
# Least size of a touch target, in CSS pixels.
TOUCH_PX = 44
STICKS = """(position) => document.querySelectorAll("header, #start > button.strong")
  .forEach((each) => (each.style.position = position))"""
# The rules of WCAG 2.2 at level AA and below.
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]
# None of these rules needs the style sheets fetched again. The places of elements are checked
# later.
ASKED: dict[str, Any] = {"runOnly": WCAG, "resultTypes": ["violations"], "preload": False}
if not IS_PROOF:
    # This rule takes half of the time, and our own check of sizes is stricter.
    ASKED["rules"] = {"target-size": {"enabled": False}}
# While a roll is due a die lies on the cells, and none of them is a target.
AXE = """(asked) => axe.run(
  document.querySelector("#rolls") ? { exclude: ["#cells"] } : document, asked
).then((found) => found.violations.map((each) => each.id))"""
# Touch targets that are too narrow or too low.
TOO_SMALL = """(least) => [...document.querySelectorAll("button, select, input, summary, a")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([each, box]) => `${each.outerHTML.slice(0, 120)}: ${box.width} x ${box.height}`)"""
TO_THE_END = "scrollTo(0, document.documentElement.scrollHeight)"
# Elements that are wider than the screen.
OVERHANG = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5)
    .map((each) => each.outerHTML.slice(0, 120));
}"""

# A browser counts two quick taps at one place as a double tap. Tests tap faster than any hand, and
# mean each tap. `BrowserUser.double_click` means two, at one time.
EACH_IS_MEANT = """() => {
  const { get } = Object.getOwnPropertyDescriptor(UIEvent.prototype, "detail");
  Object.defineProperty(UIEvent.prototype, "detail", {
    get() { return window.isDouble ? get.call(this) : Math.min(1, get.call(this)); },
  });
  const { get: time } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", {
    get() { return window.isDouble || time.call(this); },
  });
}"""


class BrowserUser:
    """A person at a page, with a finger on a phone or a mouse on a laptop.

    Shape: ``complaints`` are errors and warnings of the browser.
    """

    def __init__(self, page: Page, is_phone: bool, scheme: Scheme) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._is_phone = is_phone
        self._scheme: Scheme = scheme
        # The questions that the page has asked before an action. The answer is always yes.
        self.asked: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    async def connected(self) -> None:
        """Wait until the page is connected."""
        await expect(self.page.locator("body[data-connected]")).to_be_attached()

    async def agree(self) -> None:
        """Answer yes to the question."""
        dialog = self.page.locator("#question")
        await expect(dialog).to_be_visible()
        self.asked.append(await dialog.locator("p").inner_text())
        await self._touch(dialog.locator(".strong"))

    async def press(self, *names: str) -> None:
        """Press buttons by their labels, in order."""
        for name in names:
            button = self.page.get_by_role("button", name=name, exact=True)
            await self._touch(button.filter(visible=True).first)

    async def rolled(self, face: str) -> None:
        """Say what a real die shows: its faces unfold once."""
        fold = self.page.locator("#fold-real-die")
        await expect(fold).to_be_visible()
        if await fold.get_attribute("open") is None:
            await self._touch(fold.locator("summary"))
        await self.press(face)

    async def press_id(self, id: str) -> None:
        """Press a control by its id."""
        await self._touch(self.page.locator(f"#{id}"))

    async def presses_down(self, id: str) -> None:
        """Put a finger on a control, and leave it there."""
        await self.page.locator(f"#{id}").dispatch_event("pointerdown", {"pointerType": "touch"})

    async def paint(self, cell: str) -> None:
        """Touch a field of a board that is painted."""
        await self._touch(self.page.locator(f'[data-cell="{cell}"]'))

    async def touch(self, *cells: str) -> None:
        """Touch cells of the board in order."""
        for cell in cells:
            await self._touch(self.page.locator(f'[id="cell-{cell}"]'))

    async def tries(self, *cells: str) -> None:
        """Touch cells that are marked as having no effect."""
        for cell in cells:
            place = self.page.locator(f'[id="cell-{cell}"]')
            await expect(place).to_be_disabled()
            await self._touch(place, is_forced=True)

    async def _touch(self, place: Locator, is_forced: bool = False) -> None:
        await (place.tap(force=is_forced) if self._is_phone else place.click(force=is_forced))

    async def double_click(self, place: Locator, between: Awaitable[object]) -> None:
        """Click at a place twice, with something between: the second click is for what lies there
        by then.
        """
        box = await place.bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await self.page.evaluate("window.isDouble = performance.now()")
        await self.page.mouse.click(*at)
        await between
        # Playwright's own double click would not wait.
        await self.page.mouse.down(click_count=2)
        await self.page.mouse.up(click_count=2)
        await self.page.evaluate("window.isDouble = 0")

    async def ask_anew(self) -> None:
        """Ask for another game, where one is shown."""
        await self.connected()
        if await self.page.locator("#ask").count():
            await self.press("New game")

    async def press_game(self, game: str) -> None:
        """Choose a game on the form."""
        chosen = self.page.locator(f"#game-{game.lower()}")
        if await chosen.get_attribute("aria-pressed") != "true":
            await self._touch(chosen)
        await expect(chosen).to_have_attribute("aria-pressed", "true")

    async def begin(self, game: str, *players: str, **options: str) -> None:
        """Begin a game. Each player's name is typed on its own line."""
        await self.ask_anew()
        await self.press_game(game)
        for at, player in enumerate(players):
            await self.page.locator(f"#start-player-{at}").fill(player)
        for option, value in options.items():
            await self.page.locator(f"#start-option-{option}").select_option(value)
        is_asked = await self.page.locator("#start[data-ask]").count()
        await self.press("Play")
        if is_asked:
            await self.agree()
        await expect(self.page.locator("body.table")).to_be_attached()

    async def open(self, summary: str) -> None:
        """Open a folded section."""
        await self._touch(self.page.get_by_text(summary, exact=True).filter(visible=True).first)

    async def follow(self, text: str) -> None:
        """Follow the first link with this text, and wait for its page.

        Rule: the previous page may contain the text that is expected next, and it then goes away.
        """
        link = self.page.get_by_role("link").filter(has_text=text).first
        address = await link.get_attribute("href")
        assert address
        await self._touch(link)
        await self.page.wait_for_url(lambda url: url.endswith(address))

    async def write(self, label: str, text: str) -> None:
        """Type into the field with this label."""
        await self.page.get_by_label(label, exact=True).fill(text)

    # Text seen and heard

    async def cell_shows(self, cell: str, *other: str) -> None:
        """Wait until a cell shows none of these."""
        place = self.page.locator(f'[id="cell-{cell}"]')
        for text in other:
            await expect(place).not_to_have_attribute("aria-label", re.compile(text))

    async def sees(self, text: str, within: str = "body") -> None:
        """Wait until this text is visible."""
        seen = self.page.locator(within).get_by_text(text).filter(visible=True)
        await expect(seen.first).to_be_visible()

    async def sees_refusal(self) -> None:
        """Wait until a refusal is visible, with the way to its rule."""
        await expect(self.page.locator("#said .refusal")).to_be_visible()
        await expect(self.page.locator("#said .refusal #why")).to_be_visible()

    async def sees_at(self, cell: str, part: str) -> None:
        """Wait until a part of the page is right beside a cell."""
        await expect(self.page.locator(f"{part}.at")).to_be_visible()
        cell_box = await self.page.locator(f'[id="cell-{cell}"]').bounding_box()
        box = await self.page.locator(part).bounding_box()
        assert cell_box and box
        # Their distance along the axis on which they do not overlap.
        apart = max(
            box["x"] - cell_box["x"] - cell_box["width"],
            cell_box["x"] - box["x"] - box["width"],
            box["y"] - cell_box["y"] - cell_box["height"],
            cell_box["y"] - box["y"] - box["height"],
        )
        assert 0 <= apart < TOUCH_PX / 2, (cell_box, box)

    async def sees_nothing_of(self, text: str, within: str) -> None:
        """Wait until this text is not visible."""
        seen = self.page.locator(within).get_by_text(text).filter(visible=True)
        await expect(seen).to_have_count(0)

    async def hears(self, text: str) -> None:
        """Wait until a screen reader says this."""
        await expect(self.page.locator("#live")).to_contain_text(text)

    async def sees_no_line(self, label: str) -> None:
        """Wait until no field has this label."""
        await expect(self.page.get_by_label(label, exact=True)).to_have_count(0)

    async def cell_says(self, cell: str, text: str) -> None:
        """Wait until a cell has this text for a screen reader."""
        place = self.page.locator(f'[id="cell-{cell}"]')
        await expect(place).to_have_attribute("aria-label", text)

    async def glance(self, name: str) -> None:
        """Look at a view that resembles another one. Only the proof does so."""
        if IS_PROOF:
            await self.look(name)

    async def look(self, name: str) -> None:
        """Check that the view is readable and can be touched. The proof checks both colour schemes.

        Rule: at the end of the page, where no fixed button covers content that scrolls.
        """
        await self.page.evaluate(TO_THE_END)
        await self._read(name)
        if IS_PROOF:
            other: Scheme = "dark" if self._scheme == "light" else "light"
            for scheme in (other, self._scheme):
                await self.page.emulate_media(color_scheme=scheme)
                await self._keep_picture(f"{name}-{scheme}")
                if scheme == other:
                    await self._read(f"{name}-{scheme}")
        small = await self.page.evaluate(TOO_SMALL, TOUCH_PX)
        assert not small, (name, small)
        size = self.page.viewport_size
        assert size
        if self._is_phone:
            await self.page.set_viewport_size({"width": SMALLEST_PX, "height": size["height"]})
        wide = await self.page.evaluate(OVERHANG)
        assert not wide, (name, wide)
        if self._is_phone:
            await self.page.set_viewport_size(size)

    async def _read(self, name: str) -> None:
        # What lies under a part that stays in view is hidden from nobody: the page scrolls.
        await self.page.evaluate(STICKS, "static")
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(Axe().axe_script)
        assert await self.page.locator("main").count() == 1, name
        if wrong := await self.page.evaluate(AXE, {**ASKED, "selectors": False}):
            found = await Axe().run(self.page, options=ASKED)
            raise AssertionError(f"{name}: {wrong}: {found.generate_report()}")
        await self.page.evaluate(STICKS, "")

    async def _keep_picture(self, name: str) -> None:
        screen = "phone" if self._is_phone else "laptop"
        await self.page.screenshot(path=PICTURES / f"{name}-{screen}.png", full_page=True)

    async def leave(self) -> None:
        """Close the page. In the proof it stays open for the next games."""
        if not IS_PROOF:
            await self.page.context.close()

    # Network losses

    async def close_the_lid(self) -> None:
        """Let the laptop sleep, or the phone lose the network, and wait until it says so."""
        # A page that has never been connected has nothing to lose.
        await self.connected()
        await self.page.context.set_offline(True)
        await self.sees("Schiri does not answer.")

    async def open_the_lid(self) -> None:
        """Wake the device, and wait until the page is connected. Complaints up to then are
        expected.
        """
        await self.page.context.set_offline(False)
        await self.sees_nothing_of("Schiri does not answer.", within="body")
        self.complaints.clear()


@asynccontextmanager
async def opened(
    browser: Browser, url: str, size: Size, scheme: Scheme, language: str
) -> AsyncIterator[BrowserUser]:
    """Open a page in an empty browser until the block ends."""
    width, height = size
    is_phone = width < LAPTOP[0]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        locale=language,
        # Tests do not wait for animations.
        reduced_motion="reduce",
        has_touch=is_phone,
        is_mobile=is_phone,
    )
    context.set_default_timeout(PATIENCE_MS)
    async with context:
        await context.add_init_script(f"({EACH_IS_MEANT})()")
        user = BrowserUser(await context.new_page(), is_phone, scheme)
        await user.page.goto(url)
        yield user
        # Complaints during closing do not count.
        assert not user.complaints, user.complaints
