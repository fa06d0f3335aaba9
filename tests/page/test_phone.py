"""A game on a phone: the board does not move, the end scrolls into view, words are not broken."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect
from schiri.languages import LANGUAGES
from schiri.page.logs.library import id_of
from schiri.scene.viewer import MOST_LINES
from schiri.table.intents import Enter, NewGame, Press, Touch, Turn

from tests.counts import some
from tests.game_now import game_of
from tests.log.typed_games import SWITCH, write_log
from tests.page.browser_user import LAPTOP, PHONE, SMALLEST_PX, BrowserUser, Size
from tests.page.chromium import Chromium
from tests.page.served_table import Served, visit

pytestmark = pytest.mark.browser

SMALLEST = SMALLEST_PX, 740
PLAYERS = "Annegret", "Benjamin"
# The top of the board, and the height of the visible part of an element.
TOP = "() => document.querySelector('#cells').getBoundingClientRect().top + scrollY"
BELOW = "(all) => all.map((each) => each.getBoundingClientRect().bottom - innerHeight)"

# A history with a number of lines.
FILLED = """(count) => {
  const lines = document.querySelector("#lines");
  while (lines.childElementCount < count) lines.append(document.createElement("li"));
}"""

# Words on buttons and ids of rules that are broken across lines.
BROKEN = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    if (!parent.checkVisibility()) continue;
    const words = parent.closest("button, .button, summary") ? /[^\\s-]+/g : /[A-Z]{2}-\\d+/g;
    for (const word of data.matchAll(words)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


# Cards that are covered by the question about one of them.
COVERED = """() => {
  const over = document.querySelector("#row-faces").getBoundingClientRect();
  return [...document.querySelectorAll("#cells :is(.f-down, .f-red, .f-green)")].filter((each) => {
    const card = each.getBoundingClientRect();
    const isBeside = card.left >= over.right || card.right <= over.left;
    return !isBeside && card.top < over.bottom && card.bottom > over.top;
  }).length;
}"""


async def begin(table: Served, game: str, **options: str) -> None:
    await table.do(NewGame(game, PLAYERS, options))
    await table.do(Press("white"))


async def stays(user: BrowserUser, table: Served) -> None:
    """Play Switch: no message moves the board."""
    await begin(table, "switch", **{"hints-a": "1"})
    await user.sees("Annegret (dark) is to move.")
    top = await user.page.evaluate(TOP)
    for cells, is_refused in ((("c1",), False), (("b5",), True), (("d1",), False)):
        await user.touch(*cells)
        if is_refused:
            await user.sees_refusal()
        assert await user.page.evaluate(TOP) == top, cells
    await user.sees("Benjamin (light) is to move.")
    await user.press_id("undo")
    await user.sees("Annegret (dark) is to move.")
    await user.press_id("hint")
    await user.sees("Looking for the best move", within="#said .note")
    assert await user.page.evaluate(TOP) == top
    table.wait(20_000)
    await user.sees("Hint:", within="#said")
    assert await user.page.evaluate(TOP) == top


async def rolls(user: BrowserUser, table: Served) -> None:
    """Play Joggle: the die moves nothing, and each of its sides can be pressed."""
    await begin(table, "joggle")
    await table.do(Touch("d4"))
    await user.open("We rolled a real die")
    sides = user.page.locator("#rolls, #row-real-die button")
    hidden = max(await sides.evaluate_all(BELOW))
    # At least half of the lowest one can be hit.
    assert hidden < 22, hidden
    top = await user.page.evaluate(TOP)
    await user.press_id("roll-R")
    await expect(user.page.locator(".turn .die")).to_be_visible()
    assert await user.page.evaluate(TOP) == top


async def answers(user: BrowserUser, table: Served) -> None:
    """Play Joggle with a hint, against the device: it rolls, and its move moves nothing."""
    await table.do(NewGame("joggle", PLAYERS, {"hints-a": "1", "device-b": "3"}))
    await user.press_id("rolls")
    await user.press_id("hint")
    # The press is on its way; then the device looks for the move.
    await user.sees("Looking for the best move …", within="#said")
    table.wait(5000)
    await user.sees("The game is even.", within="#said")
    await user.look("joggle-hint")
    top = await user.page.evaluate(TOP)
    status = table.state.device.status
    assert status and status.hint
    await user.touch(*status.hint[0])
    await user.sees("Benjamin (black) rolls.")
    table.wait(5000)
    await user.sees("Benjamin places a marble on")
    assert await user.page.evaluate(TOP) == top
    await user.look("joggle-answer")
    await user.press_id("done")
    await user.sees("Annegret (white) rolls.")


async def explains(user: BrowserUser, table: Served) -> None:
    """Ask why: the rule scrolls into view with its link, and closes again."""
    await begin(table, "switch")
    await user.touch("c1", "b5")
    await user.sees_refusal()
    reason = user.page.locator(".reason")
    await user.press_id("why")
    # Its first lines: the page stays where it is, and nothing moves the board.
    await expect(reason).to_be_in_viewport(ratio=0.95)
    await user.look("why")
    await user.press_id("why")
    await expect(reason).to_have_count(0)


async def begins(user: BrowserUser, table: Served) -> None:
    """See another game begin: the focus does not move. A move is news, the agreed setup is not."""
    await user.page.evaluate("document.activeElement.blur()")
    await table.do(NewGame("zwoggel", PLAYERS, {}))
    await expect(user.page.locator("body.zwoggel")).to_be_attached()
    assert await user.page.evaluate("document.activeElement === document.body")
    await expect(user.page.locator('#cells > [tabindex="0"]')).to_be_enabled()
    await begin(table, "switch")
    line = user.page.locator(".history li").first
    await expect(line).to_contain_text("Switch")
    await expect(line).to_have_css("font-weight", "400")
    # With as many lines as are shown at most, the oldest one goes.
    await user.page.evaluate(FILLED, MOST_LINES)
    await table.do(Touch("a1"))
    await table.do(Touch("c3"))
    await expect(line).to_contain_text("Annegret moves from a1 to c3")
    await expect(line).to_have_css("font-weight", "600")
    await expect(user.page.locator(".history li")).to_have_count(MOST_LINES)


async def ends(user: BrowserUser, table: Served) -> None:
    """Resign far down the page: the result scrolls into view."""
    await begin(table, "switch")
    await user.sees("is to move", within=".turn")
    await user.open("Resign, dispute, put right")
    await user.press("Annegret resigns")
    await user.agree()
    await expect(user.page.locator(".turn[data-over]")).to_be_in_viewport()


async def whole(user: BrowserUser) -> None:
    """Check that no word is broken at any width of the screen."""
    for width in range(SMALLEST_PX, 460, 10):
        await user.page.set_viewport_size({"width": width, "height": 740})
        assert not await user.page.evaluate(BROKEN), width


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_words_of_buttons_and_ids_of_rules_stay_whole(
    chromium: Chromium, tmp_path: Path, language: str
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await whole(user)
        await begin(table, "switch")
        await user.touch("b1")
        await user.sees_refusal()
        await whole(user)
        await begin(table, "joggle")
        await table.do(Touch("d4"))
        await expect(user.page.locator("#rolls")).to_be_visible()
        await whole(user)
        await table.do(NewGame("drehwurm", (*PLAYERS, "Cem"), {"mode": "fast"}))
        table.device_presses("red", "blue", "green", "press", "red", "press")
        await table.do(Enter("turned"))
        await expect(user.page.locator("#stands")).to_be_visible()
        await whole(user)
        await user.page.goto(user.page.url.partition("?")[0] + "rules/switch")
        await expect(user.page.locator("dl.rules").first).to_be_visible()
        await whole(user)

    visit(chromium, tmp_path, play, size=SMALLEST, language=language)


@pytest.mark.parametrize("size", some([SMALLEST, PHONE], 1), ids=str)
def test_nothing_moves_what_is_touched(chromium: Chromium, tmp_path: Path, size: Size) -> None:
    visit(chromium, tmp_path, stays, rolls, answers, explains, begins, ends, size=size)


@pytest.mark.parametrize("size", some([SMALLEST, PHONE], 1), ids=str)
def test_all_of_an_analysis_is_in_view(chromium: Chromium, tmp_path: Path, size: Size) -> None:
    (tmp_path / "logs").mkdir()
    players = [PLAYERS[0], "B" * 24]
    log = write_log(
        tmp_path / "logs" / "a.jsonl", SWITCH._replace(players=players, commands=["a1-c3"])
    )

    async def play(user: BrowserUser, table: Served) -> None:
        address = f"games/{id_of(log)}/analysis"
        await user.page.goto(user.page.url.partition("?")[0] + address)
        await user.page.locator("summary").click()
        await expect(user.page.locator("td.worth").first).to_be_visible()
        hidden = "(box) => box.scrollWidth - box.clientWidth"
        assert await user.page.locator(".wide").evaluate(hidden) == 0
        await user.look("analysis")

    visit(chromium, tmp_path, play, size=size, language="de")


@pytest.mark.parametrize("size", some([SMALLEST, PHONE, LAPTOP], 1), ids=str)
def test_finished_games_are_replayed_removed_and_counted(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    (tmp_path / "logs").mkdir()
    # Ben gives the win away.
    moves = ["a3xa2", "b5xb4", "e3xe2", "d1-c3", "a5xd5", "undo", "a5xd5", "c3xc5"]
    log = write_log(tmp_path / "logs" / "a.jsonl", SWITCH._replace(commands=[*moves, "resign Ben"]))

    async def read(user: BrowserUser, table: Served) -> None:
        page = user.page
        await page.goto(page.url.partition("?")[0] + f"games/{id_of(log)}/analysis")
        await user.look("moments")
        await page.locator("a.moment").first.click()
        await expect(page.locator("p.moment")).to_be_visible()
        await user.look("moment")
        await user.follow("Brett drehen")
        await expect(page.locator(".ways [href]").first).to_have_attribute(
            "href", re.compile("turn=1")
        )
        # It plays to its end, and the focus stays.
        play = page.locator("[data-play]")
        await play.click()
        await expect(play).to_have_text("Anhalten")
        await expect(play).to_have_text("Abspielen")
        await expect(play).to_be_focused()
        assert await page.locator('[data-way="on"]').get_attribute("href") is None
        await page.get_by_role("button", name="Partie weglegen").click()
        await user.sees("Sie zählen in der Statistik nicht mit")
        await user.look("removed")
        await page.get_by_role("button", name="Zurückholen").click()
        await user.sees("Wer mitgespielt hat")
        await user.follow("Statistik")
        await page.get_by_text("Alle Zahlen").click()
        hidden = "(boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth)"
        assert not any(await page.locator(".wide").evaluate_all(hidden))
        await user.look("figures")
        await page.locator(".measure a").first.click()
        await user.sees("Lieblingsspiel")
        await user.look("player")

    visit(chromium, tmp_path, read, size=size, language="de")


@pytest.mark.parametrize("size", some([PHONE, LAPTOP], 1), ids=str)
def test_a_question_about_a_card_covers_no_other_card(
    chromium: Chromium, tmp_path: Path, size: Size
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await table.do(NewGame("zwoggel", PLAYERS, {}))
        for cell in ("0,0", "1,0", "0,1", "1,1"):
            await user.touch(cell)
            await user.sees_at(cell, "#row-faces")
            assert await user.page.evaluate(COVERED) == 0, cell

    visit(chromium, tmp_path, play, size=size)


def test_a_second_tap_is_not_for_what_the_first_one_has_put_below_the_finger(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        cell = '[id="cell-{}"]'.format
        for done in (
            NewGame("zwoggel", PLAYERS, {}),
            Enter("flip 0,0 red"),
            Enter("flip 1,1 green"),
        ):
            await table.do(done)
        # The field grows, so that another spot lies below the finger.
        spot = user.page.locator(cell("-1,-1"))
        grown = expect(user.page.locator(cell("-2,-1"))).to_be_attached()
        await user.double_click(spot, grown)
        await user.touch("2,2")
        await table.until(lambda state: (2, 2) in getattr(game_of(state).cards, "chosen", ()))
        assert getattr(game_of(table.state).cards, "chosen", ()) == ((-1, -1), (2, 2))
        # A field of the next race counts as soon as it is pressed, before a click.
        await table.do(NewGame("drehwurm", (*PLAYERS, "Cem"), {"mode": "fast"}))
        for command in (Turn("turned"), Enter("stands"), Enter("end")):
            await table.do(command)
            table.wait()
        undo = user.page.locator("#undo")
        armed = expect(user.page.locator("#throw-2:not([aria-disabled])")).to_be_attached()
        await user.double_click(undo, armed)
        await table.do(Turn("turned"))
        # Nobody has thrown in too early.
        assert not table.state.notices.items

    visit(chromium, tmp_path, play, size=PHONE)


def test_large_is_all_of_it_bigger_and_a_view_for_a_wall_says_so(
    chromium: Chromium, tmp_path: Path
) -> None:
    async def play(user: BrowserUser, table: Served) -> None:
        await begin(table, "switch")
        fold, hint = user.page.locator("#fold-end"), user.page.locator("#said .hint")
        size = "() => parseFloat(getComputedStyle(document.querySelector('.turn')).fontSize)"
        await user.sees("is to move", within=".turn")
        before = await user.page.evaluate(size)
        await user.press_id("big")
        assert await user.page.evaluate(size) > 1.2 * before
        await expect(hint).to_be_visible()
        await expect(fold).to_be_visible()
        # So are the other pages, and this one when it is opened again.
        await user.page.goto(user.page.url.partition("?")[0] + "statistics")
        await expect(user.page.locator("body.big")).to_be_attached()
        await user.page.go_back()
        await user.connected()
        assert await user.page.evaluate(size) > 1.2 * before
        await expect(user.page.get_by_role("button", name="Big", pressed=True)).to_be_visible()
        await user.page.goto(user.page.url.partition("?")[0] + "?wall=on")
        await user.connected()
        await user.sees("A view for a wall", within="main")
        await expect(fold).to_be_hidden()
        await table.do(Touch("a1"))
        await table.do(Touch("c3"))
        # It stays one when the page changes.
        await user.sees("Benjamin (light) is to move.", within=".turn")
        await expect(fold).to_be_hidden()

    visit(chromium, tmp_path, play)
