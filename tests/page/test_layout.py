"""The board fills the window and stands still: its part of it, and its place in a whole game."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.table.intents import Enter, NewGame, Press

from tests.counts import some
from tests.log.typed_games import JOGGLE, SWITCH, ZWOGGEL, Game
from tests.page.browser_user import BrowserUser, Size
from tests.page.chromium import Chromium
from tests.page.served_table import Served, visit

pytestmark = pytest.mark.browser

# The sizes of windows, and the least part of its smaller side that a board takes.
SIZES = {
    (360, 740): 0.95,
    (390, 844): 0.95,
    (820, 1180): 0.95,
    (1280, 800): 0.8,
    (1920, 1080): 0.8,
    (844, 390): 0.8,
}
# A name that wraps beside others, and wraps at another place while it is bold.
LONG = "Annegret-Sophie Meier"
# A cell of each board on which nothing can be done at the start.
REFUSED = {"switch": "c3", "joggle": "h8"}
BOX = """() => {
  const box = document.querySelector(".plate.board, .cloth").getBoundingClientRect();
  return [box.left, box.top + scrollY, box.width, box.height].map(Math.round);
}"""
# How far what a turn needs is below the lower edge of the window.
BELOW = """() => Math.max(...[...document.querySelectorAll(
  "#seats, #turn .turn, #said p, #row-die button"
)].map((each) => each.getBoundingClientRect().bottom + scrollY - innerHeight))"""


# The question to a person, and how many cells it covers.
OVER = """() => {
  const box = document.querySelector("#over").getBoundingClientRect();
  const isUnder = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  const cells = [...document.querySelectorAll(".cell")].filter(isUnder).length;
  return { width: box.width, cells };
}"""


async def plays(user: BrowserUser, table: Served, game: Game, size: Size) -> None:
    """Play a game, with a refusal in it: nothing moves the board."""
    names = dict.fromkeys(game.players[:2], LONG) | {game.players[1]: "Ben"}
    players = tuple(names.get(each, each) for each in game.players)
    await table.do(NewGame(game.name, players, game.options))
    await table.do(Press("white"))
    await user.sees("Annegret", within="#seats .name")
    # The question of who this is lies over the players, and whoever plays on has answered it.
    asked = await user.page.evaluate(OVER)
    assert asked["width"] > 0 and not asked["cells"], (game.name, size, asked)
    await expect(user.page.locator(f"body.{game.name}.has-grid")).to_be_attached()
    first = await user.page.evaluate(BOX)
    assert max(first[2:]) >= SIZES[size] * min(size), (game.name, size, first)
    if cell := REFUSED.get(game.name):
        await user.touch(cell)
    for command in game.commands:
        assert await user.page.evaluate(BOX) == first, (game.name, size, command)
        assert await user.page.evaluate(BELOW) <= 0, (game.name, size, command)
        await table.do(Enter(command.replace("Ann", LONG)))
    assert await user.page.evaluate(BOX) == first, (game.name, size)


@pytest.mark.parametrize("size", some(list(SIZES), 2), ids=str)
@pytest.mark.parametrize("game", [SWITCH, JOGGLE, ZWOGGEL], ids=lambda game: game.name)
def test_the_board_fills_the_window_and_stands_still(
    chromium: Chromium, tmp_path: Path, game: Game, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await plays(user, table, game, size)

    visit(chromium, tmp_path, play, size=size)


# Names of 24 letters.
LONGEST = (
    "Oma Anna-Katharina Meier",
    "Maximilian-Ferdinand Lut",
    "Ben",
    "Großmutter Hildegard-Ann",
)
# The texts of the seats that are wider or higher than their room, or outside of their seat.
CUT = """() => [...document.querySelectorAll("#seats :is(.name, .note)")].filter((each) => {
  const seat = each.parentElement.getBoundingClientRect(), own = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1
    || own.bottom > seat.bottom || own.top < seat.top;
}).map((each) => each.innerText)"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844)], ids=str)
def test_long_names_are_whole_on_a_phone(chromium: Chromium, tmp_path: Path, size: Size) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        for game, seats in (("joggle", 2), ("switch", 2), ("zwoggel", 4)):
            await table.do(NewGame(game, LONGEST[:seats], {}))
            await expect(user.page.locator(f"body.{game}.has-grid")).to_be_attached()
            assert await user.page.evaluate(CUT) == [], (game, size)

    visit(chromium, tmp_path, play, size=size)


# The letters of cells that lie over a piece, which takes the middle of its cell.
COVERED = """() => [...document.querySelectorAll(".cell > :is(.a-b, .a-w) ~ b")].filter((each) => {
  const cell = each.parentElement.getBoundingClientRect(), own = each.getBoundingClientRect();
  const [x, y] = [own.right - cell.left - cell.width / 2, own.bottom - cell.top - cell.width / 2];
  return own.width && Math.hypot(Math.min(x, 0), Math.min(y, 0)) < 0.34 * cell.width;
}).length"""


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1280, 800)], ids=str)
def test_no_letter_of_a_cell_lies_over_a_piece(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await table.do(NewGame("joggle", ("Ann", "Ben"), {}))
        await table.do(Enter("R:d5"))
        await expect(user.page.locator(".cell > .a-w ~ b")).to_be_attached()
        assert await user.page.evaluate(COVERED) == 0

    visit(chromium, tmp_path, play, size=size)
