"""A board that feels its stones, on a page: people drag stones, tap them, or go there by keys."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect
from schiri.device.reports import StonesView
from schiri.events import EntryMade
from schiri.table.intents import LayStones, NewGame
from schiri.table.state import TableState

from tests.cli.command import typed
from tests.counts import IS_PROOF
from tests.game_now import game_of
from tests.page.browser_user import LAPTOP, PHONE, BrowserUser, Scheme, Size
from tests.page.chromium import Chromium
from tests.page.keyboard import Keyboard
from tests.page.served_table import Served, served
from tests.stones import Step, whole_game

pytestmark = pytest.mark.browser

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "1"})
# A telephone that lies across.
LOW = (740, 360)
# The seed of a short game.
SHORT = 14
# How long hands let go after a move: the device sees that it is one.
LET_GO_MS = 1000
Scene = Callable[[Served, BrowserUser], Awaitable[None]]


def stones_of(state: TableState) -> StonesView:
    """Return the stones of the table."""
    assert state.device.stones
    return state.device.stones


def play(chromium: Chromium, folder: Path, scene: Scene, size: Size = LAPTOP) -> None:
    """Open a page at a game whose stones lie beside the board, and do this there."""

    async def sit() -> None:
        async with served(folder, chromium.browser, "feel5") as table:
            await table.do(SWITCH)
            user = await table.user(size)
            await user.connected()
            await scene(table, user)
            assert not user.complaints

    chromium.run(sit())


async def lay(table: Served) -> None:
    """Lay all stones, as the lights ask for."""
    await table.do(LayStones(stones_of(table.state).wanted))
    table.wait(LET_GO_MS)
    assert table.state.device.status and table.state.device.status.mode == "play"


async def lies(table: Served, cell: str, letter: str, hand: str = "") -> None:
    """Wait until this stone lies on a cell, and these are in hands."""
    at = (int(cell[1]) - 1) * 5 + ord(cell[0]) - ord("a")

    def is_so(state: TableState) -> bool:
        stones = stones_of(state)
        return (stones.letters[at], stones.hand) == (letter, hand)

    await table.until(is_so)


async def middle_of(user: BrowserUser, id: str) -> tuple[float, float]:
    box = await user.page.locator(f"#{id}").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(user: BrowserUser, source: str, target: str) -> None:
    """Drag a stone with the mouse, as fast as no hand is."""
    mouse = user.page.mouse
    await mouse.move(*await middle_of(user, source))
    await mouse.down()
    await mouse.move(*await middle_of(user, target), steps=3)
    await mouse.up()


async def is_called(user: BrowserUser, cell: str, label: str) -> None:
    await expect(user.page.locator(f"#stone-{cell}")).to_have_attribute("aria-label", label)


async def presses_of(user: BrowserUser) -> list[str]:
    """Return the ids that the page sends from now on, in a list that grows."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if "press" in message:
            sent.append(message["press"])

    user.page.on("websocket", lambda socket: socket.on("framesent", note))
    await user.page.reload()
    await user.connected()
    return sent


async def tap(user: BrowserUser, *ids: str) -> None:
    for id in ids:
        await user.press_id(id)


def test_stones_are_dragged_with_a_mouse(chromium: Chromium, tmp_path: Path) -> None:
    async def scene(table: Served, ann: BrowserUser) -> None:
        await drag(ann, "beside-w", "stone-a1")
        await lies(table, "a1", "w")
        # On a stone there is no room for another one: it stays in the hand.
        await drag(ann, "beside-b", "stone-a1")
        await lies(table, "a1", "w", "b")
        await expect(ann.page.locator(".held i")).to_have_count(1)
        await ann.press("Put it beside the board")
        await lies(table, "a1", "w")
        # Where there is nothing it stays in the hand, too.
        await is_called(ann, "a1", "a1, light stone")
        await drag(ann, "stone-a1", "big")
        await lies(table, "a1", ".", "w")
        await drag(ann, "beside-b", "stone-b1")
        await lies(table, "b1", "b", "w")
        await is_called(ann, "b1", "b1, dark stone")
        await drag(ann, "stone-b1", "beside-w")
        await lies(table, "b1", ".", "w")
        await ann.press("Put it beside the board", "Lay the stones")
        await lies(table, "a1", "b")
        # The end of a drag over its beginning is no tap.
        sent = await presses_of(ann)
        await ann.page.mouse.move(*await middle_of(ann, "stone-a1"))
        await ann.page.mouse.down()
        await ann.page.mouse.move(*await middle_of(ann, "stone-c3"), steps=3)
        await ann.page.mouse.move(*await middle_of(ann, "stone-a1"), steps=3)
        await ann.page.mouse.up()
        await expect(ann.page.locator(".ghost")).to_have_count(0)
        await lies(table, "a1", "b")
        await is_called(ann, "a1", "a1, dark stone")
        assert sent == ["stone-a1", "drop-b-stone-a1"]
        table.wait(LET_GO_MS)
        await ann.sees("Ann (dark) is to move.")
        await is_called(ann, "a1", "a1, dark stone")
        await drag(ann, "stone-a1", "stone-c3")
        await lies(table, "c3", "b")
        table.wait(LET_GO_MS)
        await ann.sees("a1–c3")
        await ann.press("That is my move")
        await ann.sees("Ben (light) is to move.")
        await ann.look("stones")

    play(chromium, tmp_path, scene)


def test_two_fingers_exchange_two_stones(chromium: Chromium, tmp_path: Path) -> None:
    async def scene(table: Served, ann: BrowserUser) -> None:
        await lay(table)
        phone = await ann.page.context.new_cdp_session(ann.page)
        await expect(ann.page.locator("#stone-c1[data-lift]")).to_be_visible()
        one, other = await middle_of(ann, "stone-c1"), await middle_of(ann, "stone-d1")
        here, there = [point(0, one), point(1, other)], [point(0, other), point(1, one)]
        beside = [point(0, await middle_of(ann, "stone-b1")), here[1]]
        for kind, fingers in (
            ("touchStart", here[:1]), ("touchStart", here), ("touchMove", beside),
            ("touchMove", [beside[0], point(1, await middle_of(ann, "stone-b2"))]),
        ):  # fmt: skip
            await touches(phone, kind, fingers)
        await table.until(lambda state: stones_of(state).hand == "bw")
        await expect(ann.page.locator(".ghost")).to_have_count(2)
        await touches(phone, "touchMove", there)
        # Each finger has its own stone, whichever was lifted last.
        await touches(phone, "touchEnd", [])
        await lies(table, "d1", "b")
        await lies(table, "c1", "w")
        table.wait(LET_GO_MS)
        assert game_of(table.state).state.turn == "Ben"

    play(chromium, tmp_path, scene, PHONE)


def point(id: int, at: tuple[float, float]) -> dict[str, float]:
    return {"id": id, "x": at[0], "y": at[1]}


async def touches(phone: Any, kind: str, fingers: list[dict[str, float]]) -> None:
    """Move fingers on the screen; at the end there are none."""
    await phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_a_finger_taps_and_a_spectator_sees_it(chromium: Chromium, tmp_path: Path) -> None:
    async def scene(table: Served, ann: BrowserUser) -> None:
        ben = await table.user(LAPTOP, language="de-DE", url=table.server.watch_url)
        await ben.connected()
        await ann.press("Lay the stones")
        await lies(table, "a1", "b")
        await ann.sees_nothing_of("Lay the stones", within="#stones")
        table.wait(LET_GO_MS)
        await ann.sees("Ann (dark) is to move.")
        await tap(ann, "stone-c1", "stone-d1")
        await lies(table, "d1", ".", "bw")
        await ann.look("stones-in-hand")
        await is_called(ben, "b1", "b1, heller Stein")
        await expect(ben.page.locator(".held")).to_contain_text("heller Stein, dunkler Stein")
        await expect(ben.page.locator("#stone-b1")).to_be_disabled()
        await drag(ben, "stone-b1", "stone-c1")
        await ben.glance("stones-watched")
        await tap(ann, "stone-c1", "stone-d1")
        await lies(table, "d1", "b")
        await lies(table, "b1", "w")
        table.wait(LET_GO_MS)
        await ben.sees("Ben (hell) ist am Zug.")
        # A move on the game's board is made on this one, too.
        await ann.touch("b1", "c3")
        await table.until(lambda state: stones_of(state).wanted)
        await ann.sees("Take the stone off b1.")
        await ann.press("Put the stones right")
        await lies(table, "c3", "w")
        table.wait(LET_GO_MS)
        await ann.sees("Ann (dark) is to move.")

    play(chromium, tmp_path, scene, PHONE)


def test_stones_are_moved_by_keys(chromium: Chromium, tmp_path: Path) -> None:
    async def scene(table: Served, ann: BrowserUser) -> None:
        keys = Keyboard(ann.page)
        await keys.press("dark stone, 12 beside the board")
        await expect(ann.page.locator(".held i")).to_have_count(1)
        await keys.press("Put it beside the board", "Lay the stones")
        await lies(table, "a1", "b")
        table.wait(LET_GO_MS)
        await ann.sees("Ann (dark) is to move.")
        await keys.go("a5, dark stone")
        await keys.key("ArrowDown", "ArrowDown", "Enter")
        await is_called(ann, "a3", "a3, free")
        await keys.key("ArrowRight", "ArrowRight", "Space")
        await lies(table, "c3", "b")
        await keys.go("c3, dark stone")

    play(chromium, tmp_path, scene)


GAMES: list[tuple[Size, Scheme]] = (
    [(PHONE, "light"), (LAPTOP, "dark"), (LOW, "light")] if IS_PROOF else [(PHONE, "light")]
)


@pytest.mark.parametrize(("size", "scheme"), GAMES)
def test_a_whole_game_is_played_by_stones(
    chromium: Chromium, tmp_path: Path, size: Size, scheme: Scheme
) -> None:
    async def make(table: Served, ann: BrowserUser, steps: list[Step]) -> None:
        if size == LAPTOP and len(steps) == 2:
            await drag(ann, f"stone-{steps[0][1]}", f"stone-{steps[1][1]}")
        else:
            for word, cell in steps:
                is_free = re.compile("free" if word == "drop" else "stone")
                field = ann.page.locator(f"#stone-{cell}:not([aria-disabled])")
                await expect(field).to_have_attribute("aria-label", is_free)
                await tap(ann, f"stone-{cell}")
        await table.until(lambda state: not stones_of(state).hand)
        table.wait(LET_GO_MS)

    async def scene() -> None:
        async with served(tmp_path, chromium.browser, "feel5") as table:
            ann = await table.user(size, scheme)
            await ann.begin("Switch", "Ann", "Ben")
            await ann.press("Lay the stones")
            await lies(table, "a1", "b")
            table.wait(LET_GO_MS)
            made = []
            for text, steps in whole_game(SHORT):
                made.append(text)
                await make(table, ann, steps)
            if not game_of(table.state).state.over:
                await ann.press("That is my move")
            await ann.sees("wins!")
            await ann.glance(f"stones-over-{size[0]}")
            game = game_of(table.state)
            assert [each.entry for each in game.events.items if isinstance(each, EntryMade)] == made
            assert typed("log", "verify", game.log).out.startswith("ok ")

    chromium.run(scene())
