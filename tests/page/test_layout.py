"""The board fills the window and stands still: its part of it, and its place in a whole game."""

from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.table.intents import Enter, NewGame, Press

from tests.counts import some
from tests.log.typed_games import JOGGLE, PILES, RACES, SWITCH, ZWOGGEL, Game
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
  "#seats, #turn .turn, #said p, #rolls, #fold-real-die"
)].map((each) => each.getBoundingClientRect().bottom + scrollY - innerHeight))"""

# How far below that edge what leads to the next game is.
NEXT = """() => Math.max(...[...document.querySelectorAll("#again, #ask")].map(
  (each) => each.getBoundingClientRect().bottom + scrollY - innerHeight))"""


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
    if game is SWITCH:
        # The reason appears below the board, and nothing scrolls to it.
        await user.press_id("why")
        await expect(user.page.locator("#said .reason")).to_be_attached()
        assert await user.page.evaluate("scrollY") == 0, (game.name, size)
    for command in game.commands:
        assert await user.page.evaluate(BOX) == first, (game.name, size, command)
        assert await user.page.evaluate(BELOW) <= 0, (game.name, size, command)
        await table.do(Enter(command.replace("Ann", LONG)))
    for name in players:
        # In a game of more than two, the others go on.
        if not (table.state.game and table.state.game.state.over):
            await table.do(Enter(f"resign {name}"))
    await expect(user.page.locator("#rows #ask")).to_be_attached()
    assert await user.page.evaluate(BOX) == first, (game.name, size)
    assert await user.page.evaluate(NEXT) <= 0, (game.name, size)


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
CUT = """() => [
  ...document.querySelectorAll("#seats :is(.name, .note), #over button span, .racer .name"),
].filter((each) => {
  const seat = each.closest("#over > *, li, button").getBoundingClientRect();
  const own = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1
    || own.bottom > seat.bottom || own.top < seat.top || own.right > seat.right + 1;
}).map((each) => each.innerText)"""
# How many clocks lie under the question to a person.
COVERED = """() => {
  const over = document.querySelector("#over").getBoundingClientRect();
  return [...document.querySelectorAll(".clock")].filter(
    (each) => each.getBoundingClientRect().bottom > over.top
  ).length;
}"""
CLOCK = {"clock": "5+3"}
BEGUN: list[tuple[str, int, dict[str, str]]] = [
    ("joggle", 2, CLOCK),
    ("joggle", 2, {}),
    ("switch", 2, CLOCK),
    ("zwoggel", 4, {}),
    ("drehwurm", 4, {"mode": "fast"}),
    ("drehwurm", 4, {"mode": "full"}),
]


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390)], ids=str)
def test_long_names_are_whole_on_a_phone(chromium: Chromium, tmp_path: Path, size: Size) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        over = user.page.locator("#over")
        for game, seats, options in BEGUN:
            await user.page.context.clear_cookies(name="schiri-who")
            await table.do(NewGame(game, LONGEST[:seats], options))
            await user.page.reload()
            await expect(user.page.locator(f"body.{game}[data-connected]")).to_be_attached()
            # The question of who this is shows the names, too, and leaves the clocks to be read.
            await expect(over.locator("button")).to_have_count(seats + 1)
            assert await user.page.evaluate(CUT) == [], (game, options, size)
            assert not options.get("clock") or not await user.page.evaluate(COVERED)
            await user.press_id("who-0")
            await expect(over).to_be_empty()
            assert await user.page.evaluate(CUT) == [], (game, options, size)
            if seats == 2:
                await table.do(Enter(f"resign {LONGEST[1]}"))
                await expect(user.page.locator("#seats .winner")).to_be_attached()
                cut = await user.page.evaluate(CUT)
                # What a player has left no longer counts.
                assert not [each for each in cut if "Meier" in each], (game, options, size, cut)

    visit(chromium, tmp_path, play, size=size)


# The letters of cells that lie over a piece, which takes the middle of its cell.
LETTERS_OVER = """() => [
  ...document.querySelectorAll(".cell > :is(.a-b, .a-w) ~ b")
].filter((each) => {
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
        assert await user.page.evaluate(LETTERS_OVER) == 0

    visit(chromium, tmp_path, play, size=size)


# The visible parts of the die, how far the worst is outside board or window, and its width.
DIE = """() => {
  const board = document.querySelector(".plate.board").getBoundingClientRect();
  const every = [...document.querySelectorAll("#rolls, #fold-real-die, #fold-real-die button")];
  const parts = every.filter((each) => each.checkVisibility());
  const outside = parts.map((each) => {
    const box = each.getBoundingClientRect();
    return Math.max(board.left - box.left, board.top - box.top, box.right - board.right,
      box.bottom - board.bottom, box.bottom - innerHeight);
  });
  return [outside.length, Math.max(...outside), document.querySelector("#rolls").offsetWidth];
}"""


@pytest.mark.parametrize("size", some(list(SIZES), 2), ids=str)
def test_the_die_lies_on_the_board_and_is_rolled_by_a_touch(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        page = user.page
        await table.do(NewGame("joggle", ("Ann", "Ben"), {}))
        await expect(page.locator("#rolls")).to_be_visible()
        parts, outside, width = await page.evaluate(DIE)
        assert (parts, width >= min(size) * 0.3) == (2, True), (parts, width)
        assert outside <= 0, outside
        # A real die was rolled: its faces unfold on the board, and stay so for the next roll.
        await user.press_id("fold-real-die summary")
        parts, outside, _width = await page.evaluate(DIE)
        assert (parts, outside <= 0) == (7, True), (parts, outside)
        await user.press_id("roll-R")
        await expect(page.locator("#die .rolled .g-R")).to_be_attached()
        await expect(page.locator("#rolls")).to_have_count(0)
        await user.touch("d1")
        await user.press_id("roll-G")
        await user.touch("c1")
        await user.press_id("rolls")
        await expect(page.locator("#die .rolled")).to_be_attached()

    visit(chromium, tmp_path, play, size=size)


# The places of a race's pads or of the piles, and how far the worst of them, and of the buttons
# that a turn needs, is below the lower edge of the window.
CARDS = """() => [
  [...document.querySelectorAll(".racer, .piles figure")].map((each) => {
    const box = each.getBoundingClientRect();
    return [box.left, box.top + scrollY, box.width, box.height].map(Math.round);
  }),
  Math.max(...[...document.querySelectorAll(".racer, .piles, #row-says button, #row-then button")]
    .map((each) => each.getBoundingClientRect().bottom + scrollY - innerHeight)),
]"""


# The least part of the smaller side of a window that a race or the piles are wide.
LEAST_SHARE = 0.7


@pytest.mark.parametrize("size", some(list(SIZES), 2), ids=str)
@pytest.mark.parametrize("game", [RACES, PILES], ids=["race", "piles"])
def test_races_and_piles_stand_still_and_are_in_view(
    chromium: Chromium, tmp_path: Path, game: Game, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await table.do(NewGame(game.name, tuple(game.players), game.options))
        first, *rest = game.commands
        await table.do(Enter(first))
        await user.sees("Ann", within="#seats .name")
        await expect(user.page.locator(".racer, .piles")).not_to_have_count(0)
        pads, below = await user.page.evaluate(CARDS)
        assert below <= 0, below
        left, right = min(each[0] for each in pads), max(each[0] + each[2] for each in pads)
        assert right - left >= LEAST_SHARE * min(size), (right - left) / min(size)
        for command in rest:
            await table.do(Enter(command))
            now, below = await user.page.evaluate(CARDS)
            if "abandon" not in command:
                assert now == pads, command
                assert below <= 0, (command, below)
        # Piles lie side by side.
        assert game is RACES or len({top for _left, top, *_size in pads}) == 1, pads

    visit(chromium, tmp_path, play, size=size)
